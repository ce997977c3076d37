"""How each choice is clicked and named, and which rule forbids what is not offered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from takujo.core.actions import Action, Decision
from takujo.core.texts import CardName, Player, Text, Who, say
from takujo.core.views import Offer
from takujo.games.tichu import plays, rules
from takujo.games.tichu.state import (
    DOG,
    DRAGON,
    GRAND_TICHU,
    OFF,
    PHOENIX,
    TICHU,
    TRICK,
    WORDS,
    Round,
)


def offer(s: Round, decision: Decision, action: Action, plain: Offer) -> Offer:
    """The action as it is clicked and named; `plain` follows from its verb alone."""
    kind, player = action.kind, decision.player
    if kind == "give":
        top: Any = s.agenda[-1]
        given = len(top.answers[player])
        whom = Who(rules.receiver(player, given))
        label = say("offer.give", card=CardName(action.args[0]), whom=whom)
        # With the last of them all three are on their way, perhaps for good.
        return replace(plain, label=label, careful=given == s.figures.gifts - 1)
    if kind == "wish":
        rank = action.args[0]
        label = say("offer.wish", rank=plain_rank(rank)) if rank else say("offer.no_wish")
        return replace(plain, label=label)
    if kind == "dragon":
        return replace(plain, label=say("offer.dragon", whom=Who(action.args[0])))
    if kind == "tichu":
        key = "note.tichu_lost" if s.out else "note.tichu"
        note = say(key, n=s.figures.bonus[TICHU])
        return replace(plain, note=note, careful=True)
    if kind == "grand":
        note = say("note.grand", n=s.figures.bonus[GRAND_TICHU])
        return replace(plain, note=note, careful=True)
    return plain


def plain_rank(index: int) -> str:
    """The name of the rank that a wish writes with this index."""
    return f"rank.{index + 1}"


def play(s: Round, decision: Decision, action: Action) -> Offer:
    """A play: the set of its cards, named by what they are together."""
    made = plays.meant(action.args, s.top)
    if made is None:
        raise ValueError(f"{rules.PLAY.notation(action)!r} is no play here")
    what = rules.combination_text(made)
    label = say("offer.bomb" if decision.optional else "offer.play", what=what)
    return Offer(rules.PLAY.notation(action), label, rules.PLAY.clicks(action), toggle=True)


# --- refusals ---------------------------------------------------------------------------------


def why_not(s: Round, player: Player, key: str) -> Text | None:
    """Which rule forbids a key that is not offered."""
    word, *rest = key.split(" ", 1)
    top: Any = s.agenda[-1] if s.agenda else None
    turn = getattr(top, "player", None) == player
    if word == "play" and rest:
        return _why_not_play(s, player, rest[0], top, turn)
    if word == "pass":
        if turn and isinstance(top, rules.Lead):
            return say("refused.leader_passes")
        if turn and isinstance(top, rules.Follow):
            return say("refused.wish", rank=f"rank.{s.wish}")
    if word == "tichu":
        return _why_not_call(s, player)
    if word == "dragon" and turn and isinstance(top, rules.DragonGift):
        return say("refused.gift")
    return None


def _why_not_call(s: Round, player: Player) -> Text:
    if s.calls[player]:
        return say("refused.called")
    if isinstance(s.agenda[-1], (rules.GrandTichu, rules.GrandTichuInTurn)):
        return say("refused.call_early")
    if len(s.hand(player)) < s.figures.hand:
        return say("refused.call_late")
    return say("refused.call_now")


def _why_not_play(s: Round, player: Player, words: str, top: Any, turn: bool) -> Text | None:
    play = parsed(words)
    if play is None:
        return say("refused.no_card")
    cards = plays.cards_of(play)
    if not cards or len(set(cards)) < len(cards) or not set(cards) <= set(s.hand(player)):
        return say("refused.not_in_hand")
    found = plays.readings(cards, s.top)
    if not found:
        return say("refused.no_combination")
    named = plays.stands_for(play)
    if named and not any(rank == named for _, rank in found):
        return say("refused.phoenix_as")
    in_play = isinstance(top, (rules.Lead, rules.Follow))
    bomb = any(made.kind == plays.BOMB for made, _ in found)
    if not in_play or not turn:
        return _why_not_now(s, top, bomb, found, turn)
    if cards == (DOG,) and s.top:
        return say("refused.dog")
    if cards == (PHOENIX,) and s.top and DRAGON in s.zones[TRICK][-1:]:
        return say("refused.phoenix_on_dragon")
    legal = [rank for made, rank in found if plays.beats(made, s.top)]
    if not legal or (named and named not in legal):
        return _too_low(s)
    if s.wish and plays.has_rank(s.hand(player), s.wish):
        return say("refused.wish", rank=f"rank.{s.wish}")
    return say("refused.as_it_is") if named else None


def _why_not_now(
    s: Round, top: Any, bomb: bool, found: Sequence[tuple[plays.Combination, int]], turn: bool
) -> Text | None:
    """Out of turn only bombs are thrown, and those not always (C5, C8)."""
    if not bomb:
        return say("refused.own_trick" if turn and s.top else "refused.out_of_turn")
    open_to_bombs = isinstance(top, (rules.Follow, rules.Collect, rules.BombWindow))
    if not s.top or not open_to_bombs or s.is_over:
        return say("refused.no_bomb_now")
    if not any(plays.beats(made, s.top) for made, _ in found):
        return _too_low(s)
    return say("refused.bombs_off" if s.figures.bombs == OFF else "refused.no_bomb_now")


def _too_low(s: Round) -> Text:
    kind, n, strength, _ = s.top
    what = rules.combination_text(plays.Combination(kind, n, strength))
    return say("refused.bomb_too_low" if kind == plays.BOMB else "refused.too_low", what=what)


def parsed(words: str) -> tuple[int, ...] | None:
    """The play that is written `S5 S6 PH as 4`, in rising order; None when a word is no card."""
    text, _, stands = words.partition(" as ")
    names = text.split()
    if not set(names) <= set(WORDS):
        return None
    play = tuple(sorted(WORDS.index(name) for name in names))
    if stands:
        written = f"as {stands}"
        if written not in rules.PLAYED.words:
            return None
        play = (*play, rules.PLAYED.words.index(written))
    return play
