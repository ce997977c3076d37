"""Any position in one call.

Cards are written as in keys: `S2` to `SA` (sword), `P` pagoda, `J` jade, `T` star; `MA` Mah Jong,
`DG` Dog, `PH` Phoenix, `DR` Dragon. Players are the numbers 0 to 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from takujo.core.chance import Outcome
from takujo.core.frames import Chance, Frame, advance
from takujo.core.texts import Card, Player
from takujo.games.tichu import plays, rules
from takujo.games.tichu.offers import parsed
from takujo.games.tichu.state import (
    ASIDE,
    DECK,
    HAND,
    LABELS,
    LOWEST,
    NO_CALL,
    PLAYERS,
    TRICK,
    WON,
    WORDS,
    Round,
    by_player,
)

CALLS = ("", "tichu", "grand")


def build(
    s: Round,
    *,
    hands: Mapping[int, str],
    trick: Sequence[str] = (),
    won: Mapping[int, str] | None = None,
    known: Mapping[int, str] | None = None,
    wish: str = "",
    out: Sequence[int] = (),
    calls: Mapping[int, str] | None = None,
    totals: Sequence[int] = (0, 0),
    round: int = 1,
    first: int = 0,
    grand: bool = False,
    exchange: bool = False,
    lead: int | None = None,
    follow: int | None = None,
    window: bool = False,
    collect: bool = False,
    gift: bool = False,
) -> Round:
    """Turn a fresh position into the one that the facts tell, at a decision.

    `hands`: cards by player, `{0: "S5 P5 PH"}`; cards that are named nowhere lie aside. `trick`:
    its plays in order, each a player and cards, `["0 S4", "2 PH", "1 S5 P5 PH as 5"]`. `won`:
    cards by the player who took them. `known`: cards in others' hands that a player has seen.
    `wish`: a rank, `"8"` or `"K"`. `out`: who is out, in order. `calls`: `{2: "tichu", 1:
    "grand"}`. `totals` of the teams of players 0 and 1, `round` from 1, `first`: who was out first
    in the round before.

    Exactly one says what is asked: `grand` or `exchange`; `lead` (a player); with a trick `follow`
    (a player), `window` (bombs are asked for, then play goes on), `collect` or `gift`.

    Raises ValueError for what cannot be.
    """
    asks = [grand, exchange, lead is not None, follow is not None, window, collect, gift]
    if sum(asks) != 1:
        raise ValueError("say one of grand, exchange, lead, follow, window, collect and gift")
    if bool(trick) != (follow is not None or window or collect or gift):
        raise ValueError("a trick goes with follow, window, collect and gift, and with them alone")
    written = [_play(text) for text in trick]
    places: list[tuple[int, Sequence[Card]]] = []
    places += [(HAND + _player(p), _cards(words)) for p, words in hands.items()]
    places += [(WON + _player(p), _cards(words)) for p, words in (won or {}).items()]
    places += [(TRICK, plays.cards_of(play)) for _, play in written]
    _lay(s, places, DECK if grand else ASIDE)
    for p, words in (known or {}).items():
        for card in _cards(words):
            s.peek(card, _player(p))
    s.wish = _rank(wish) if wish else 0
    s.out = tuple(_player(p) for p in out)
    if any(s.hand(p) for p in s.out):
        raise ValueError("who is out has no cards")
    for p, said in (calls or {}).items():
        if said not in CALLS[1:]:
            raise ValueError(f"a call is tichu or grand, not {said!r}")
        s.calls[_player(p)] = CALLS.index(said) or NO_CALL
    s.totals = list(totals)
    s.number = round
    s.first = first
    zero = (0,) * PLAYERS
    s.series = (*(zero,) * (round - 2), by_player(totals)) if round > 1 else ()
    for player, play in written:
        made = plays.meant(play, s.top)
        if made is None:
            names = " ".join(WORDS[c] for c in plays.cards_of(play))
            raise ValueError(f"{names} is no combination that beats the play before it")
        s.top = (*made, player)
        s.plays = (*s.plays, (player, len(plays.cards_of(play))))
    s.agenda[:] = [rules.RoundEnd()]
    s.then(*_asked(s, grand, exchange, lead, follow, window, collect))
    advance(s, _no_nature)
    s.epoch = 0
    s.events.clear()
    s.trail.clear()
    return s


def _asked(
    s: Round,
    grand: bool,
    exchange: bool,
    lead: Player | None,
    follow: Player | None,
    window: bool,
    collect: bool,
) -> tuple[Frame[Round], ...]:
    if grand or exchange:
        n = s.figures.first_deal if grand else s.figures.hand
        if any(len(s.hand(p)) != n for p in range(PLAYERS)):
            raise ValueError(f"everybody holds {n} cards here")
        if exchange:
            return (rules.Exchange(rules.NOBODY), rules.FirstLead())
        rest = rules.Deal(s.figures.hand - n)
        asked: Sequence[Frame[Round]] = [rules.GrandTichu(rules.NOBODY)]
        if s.figures.in_turn:
            asked = [rules.GrandTichuInTurn((s.first + i) % PLAYERS) for i in range(PLAYERS)]
        return (*asked, rest, rules.Exchange(rules.NOBODY), rules.FirstLead())
    for player in (lead, follow):
        if player is not None and not s.hand(_player(player)):
            raise ValueError(f"player {player} has no cards and is not asked")
    if lead is not None:
        return (rules.Lead(lead),)
    owner = s.top[3]
    if follow is not None:
        if follow == owner:
            raise ValueError(f"player {follow} does not follow his own play")
        return (rules.Follow(follow),)
    if window:
        return (rules.BombWindow(rules.NOBODY, rules.Next(owner)),)
    return (rules.Collect(owner) if collect else rules.DragonGift(owner),)


def _no_nature(s: object, frame: Chance[Round]) -> Outcome:
    raise ValueError(f"{frame!r} draws: this is no position at a decision")


def _lay(s: Round, places: Iterable[tuple[int, Iterable[Card]]], rest: int) -> None:
    zones: dict[int, list[Card]] = {z: [] for z in range(len(s.zones))}
    told: set[Card] = set()
    for zone, cards in places:
        for card in cards:
            if card in told:
                raise ValueError(f"{WORDS[card]} is named twice")
            told.add(card)
            zones[zone].append(card)
    zones[rest] += [c for c in range(len(s.where)) if c not in told]
    for zone, found in zones.items():
        s.lay(zone, found)


def _player(p: int) -> Player:
    if p not in range(PLAYERS):
        raise ValueError(f"players are 0 to {PLAYERS - 1}, not {p!r}")
    return p


def _rank(label: str) -> int:
    if label not in LABELS:
        raise ValueError(f"a rank is one of {', '.join(LABELS)}, not {label!r}")
    return LABELS.index(label) + LOWEST


def _cards(words: str) -> list[Card]:
    for word in words.split():
        if word not in WORDS:
            raise ValueError(f"no card {word!r}; cards are S2 to SA, P, J, T, and MA DG PH DR")
    return [WORDS.index(word) for word in words.split()]


def _play(text: str) -> tuple[Player, plays.Play]:
    player, _, words = text.partition(" ")
    play = parsed(words)
    if not player.isdecimal() or not play:
        raise ValueError(f"a play is written '0 S5 P5' or '0 S5 P5 S6 P6 PH as 5', not {text!r}")
    return _player(int(player)), play
