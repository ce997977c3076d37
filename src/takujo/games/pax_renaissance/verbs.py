"""What players can choose, as verbs over the names of cards, places and tokens."""

from __future__ import annotations

from functools import cache
from typing import Final

from takujo.core.actions import Domain, Verb
from takujo.core.texts import CARD, WHO, Card, Player, Text, say
from takujo.games.pax_renaissance.names import empire_word, token_word
from takujo.games.pax_renaissance.pieces import (
    BORDERS,
    CARD_NAMES,
    CITIES,
    CONSTANTINOPLE,
    DISK,
    EMPIRES,
    HELD,
    RELIGIONS,
    TOKENS,
    VICTORIES,
    WITH_ABILITY,
    token_of,
)

CARDS = Domain("card", CARD_NAMES, tuple(f"c{i}" for i in range(len(CARD_NAMES))))
SPOT = Domain("spot", tuple(f"{row}{column}" for row in ("east", "west") for column in range(6)))
SIDES = Domain("side", ("east", "west", "both"), ("!east", "!west", "!both"))
FAIRS = Domain("fair", ("east", "west"))
VICTORY = Domain("victory", VICTORIES, tuple(f"#victory_{v}" for v in VICTORIES))
EMPIRE = Domain("empire", EMPIRES, tuple(f"#{e}" for e in EMPIRES))
CITY = Domain("city", CITIES, tuple(f"#{c}" for c in CITIES))
BORDER = Domain("border", BORDERS, tuple(f"#{b}" for b in BORDERS))
PLACES = Domain("place", (*CITIES, *BORDERS), (*CITY.clicks, *BORDER.clicks))
TOKEN = Domain("token", ("nothing", *TOKENS[1:]), tuple(f"!token.{t}" for t in TOKENS))
PAIRS = Domain("pair", tuple("_".join(RELIGIONS[r] for r in range(3) if r != x) for x in range(3)))
SLOTS = Domain("slot", tuple(CITIES[c] for c in CONSTANTINOPLE))
ACTING = (*WITH_ABILITY["apostasy_action"], *WITH_ABILITY["discard_for_peasant_revolt"])
ACTORS = Domain("actor", tuple(CARD_NAMES[c] for c in ACTING))
WAYS = Domain("way", (*PAIRS.words, "revolt"))
REVOLT_WAY = len(PAIRS)
NTH = Domain("op", ("1", "2", "3"), (":op1", ":op2", ":op3"))

AT_BORDER = len(CITIES)  # in `PLACES`: borders follow the cities

# Where a token can be picked: its city, its border, among those about to fight, on a square.
FIGHTERS = tuple(t for t in range(1, 15) if t != DISK)
PAWN_AT = len(CITIES)
PIRATE_AT = PAWN_AT + len(BORDERS)
STAGED = PIRATE_AT + len(BORDERS)
HELD_HERE = STAGED + len(FIGHTERS)
HELD_BY_MAMLUK = HELD_HERE + HELD
_HELD_WORDS = tuple(TOKENS[token_of(h)] for h in range(HELD))
PIECE = Domain(
    "piece",
    (
        *CITIES,
        *(f"pawn.{b}" for b in BORDERS),
        *(f"pirate.{b}" for b in BORDERS),
        *(f"staged.{TOKENS[t]}" for t in FIGHTERS),
        *(f"repressed.{t}" for t in _HELD_WORDS),
        *(f"mamluk.{t}" for t in _HELD_WORDS),
    ),
)
STAGED_AS = {token: STAGED + i for i, token in enumerate(FIGHTERS)}

BUY: Final = Verb("buy", SPOT)
PLAY: Final = Verb("play", CARDS)
SELL: Final = Verb("sell", CARDS)
OPS: Final = Verb("ops", SIDES)
FAIR: Final = Verb("fair", FAIRS)
DECLARE: Final = Verb("declare", VICTORY)
ACT: Final = Verb("act", ACTORS, WAYS)
END: Final = Verb("end")
FLIP: Final = Verb("flip", VICTORY)
YES: Final = Verb("yes")
NO: Final = Verb("no")
ATTACK: Final = Verb("attack", EMPIRE)
MARRY: Final = Verb("marry", EMPIRE)
PUT: Final = Verb("place", TOKEN, PLACES)
ONTO: Final = Verb("onto", CARDS)
SKIP: Final = Verb("skip")
OP: Final = Verb("op", CARDS, NTH)
BISHOP_ON: Final = Verb("bishop", CARDS)
TAKE: Final = Verb("take", SPOT)
BEHEAD: Final = Verb("behead", CARDS)
TAX: Final = Verb("tax", BORDER)
PAY: Final = Verb("pay")
YIELD: Final = Verb("yield")
REPRESS: Final = Verb("repress", PIECE)
VOTE: Final = Verb("vote", EMPIRE)
KILL: Final = Verb("kill", PIECE)
SAIL: Final = Verb("sail", BORDER, BORDER)
LEVY: Final = Verb("levy", CITY)
CONCEDE: Final = Verb("concede", BORDER)
LOSE: Final = Verb("lose", PIECE)
SWAP: Final = Verb("swap", SLOTS, SLOTS)
SQUARE: Final = Verb("square", EMPIRE)
FETCH: Final = Verb("fetch", PIECE)
PACIFY: Final = Verb("pacify", TOKEN)
DROP: Final = Verb("drop", CARDS)

VERBS = (
    BUY, PLAY, SELL, OPS, FAIR, DECLARE, ACT, END, FLIP, YES, NO, ATTACK, MARRY, PUT, ONTO,
    SKIP, OP, BISHOP_ON, TAKE, BEHEAD, TAX, PAY, YIELD, REPRESS, VOTE, KILL, SAIL, LEVY,
    CONCEDE, LOSE, SWAP, SQUARE, FETCH, PACIFY, DROP,
)  # fmt: skip


@cache
def prompt(key: str, player: Player) -> Text:
    """What a player is asked; made once, since matches ask the same again."""
    return say(f"prompt.{key}", who=WHO[player])


@cache
def prompt_card(key: str, player: Player, card: Card) -> Text:
    """The same about a card."""
    return say(f"prompt.{key}", who=WHO[player], card=CARD[card])


@cache
def prompt_token(key: str, player: Player, token: int) -> Text:
    """The same about a token."""
    return say(f"prompt.{key}", who=WHO[player], token=token_word(token))


@cache
def prompt_empire(key: str, player: Player, empire: int) -> Text:
    """The same about an empire."""
    return say(f"prompt.{key}", who=WHO[player], empire=empire_word(empire))
