"""How each choice is clicked and named, and what it will do as far as its player may know."""

from __future__ import annotations

from typing import NamedTuple

from takujo.core.actions import Action, Decision, Verb
from takujo.core.texts import Arg, Card, CardName, Player, Text, Who, say
from takujo.core.views import Arrow, Forecast, Offer
from takujo.games.oriflamme import rules
from takujo.games.oriflamme.state import (
    AMBUSH,
    ARCHER,
    ASSASSINATION,
    CONSPIRACY,
    HEIR,
    KINDS,
    LORD,
    NAMES,
    ROYAL_DECREE,
    SHAPESHIFTER,
    SOLDIER,
    SPY,
    Court,
)

COIN = "@coin"


def offer(s: Court, decision: Decision, action: Action, key: str) -> Offer:
    """The action as it is clicked and named; `key` is its notation."""
    player, kind = decision.player, action.kind
    if kind == "place":
        return _place(s, player, action, key)
    if kind in ("keep", "reveal", "apply", "decline"):
        return _decide(s, player, kind, key)
    if kind == "gap":
        return _gap(s, action.args[0], key)
    if kind == "steal":
        victim = action.args[0]
        said = _theft(s, victim).note()
        return Offer(key, say("offer.steal", whose=Who(victim)), (f"~{victim}",), said)
    stack = action.args[0]
    card = s.top(stack)
    label = say(f"offer.{kind}", card=CardName(card), whose=Who(card // KINDS), place=stack + 1)
    note = effect(s, player, card % KINDS).note() if kind == "copy" else None
    return Offer(key, label, (f"#queue:{stack + 1}",), note)


def _place(s: Court, player: Player, action: Action, key: str) -> Offer:
    kind, spot = action.args
    card = player * KINDS + kind
    if spot == rules.HEAD:
        where, label = "gap0", say("offer.place_head", card=CardName(card))
    elif spot == rules.TAIL:
        where, label = f"gap{len(s.heights)}", say("offer.place_tail", card=CardName(card))
    else:
        number = spot - rules.ON + 1
        where, label = str(number), say("offer.place_on", card=CardName(card), place=number)
    return Offer(key, label, (f"c{card}", f"#queue:{where}"))


def _gap(s: Court, gap: int, key: str) -> Offer:
    if gap == 0:
        label = say("offer.gap_head")
    elif gap == len(s.heights):
        label = say("offer.gap_tail")
    else:
        label = say("offer.gap", left=gap, right=gap + 1)
    return Offer(key, label, (f"#queue:gap{gap}",))


def _decide(s: Court, player: Player, kind: str, key: str) -> Offer:
    card = s.top(s.cursor)
    label = say(f"offer.{kind}", card=CardName(card))
    if kind == "keep":
        note: Text | None = say("note.keep", n=s.figures.kept_hidden)
    elif kind == "decline":
        note = say("note.decline")
    elif kind == "apply":
        note = effect(s, player, card % KINDS).note()
    else:
        lying = s.tokens[card]
        take = lying * rules.influence_factor(s, card % KINDS)
        note = effect(s, player, card % KINDS).note(take=take, lost=0 if take else lying)
    return Offer(key, label, (f"!{kind}",), note)


# --- what an ability will do ------------------------------------------------------------------


class Effect(NamedTuple):
    """What an ability does from the place under the cursor; `gain` is sure."""

    name: str
    args: tuple[tuple[str, Arg], ...] = ()
    gain: int = 0
    victim: Player | None = None  # the only one to steal from
    source: Card | None = None  # the card beside the Spy that belongs to him

    def note(self, take: int = 0, lost: int = 0) -> Text:
        """The small line under a button; `take` and `lost` count influence on the card."""
        if take:
            return Text(f"note.take.{self.name}", (*self.args, ("take", take)))
        if lost:
            return Text(f"note.lose.{self.name}", (*self.args, ("lost", lost)))
        return Text(f"note.{self.name}", self.args)


NO_EFFECT = Effect("nothing")


def effect(s: Court, player: Player, kind: int) -> Effect:
    """What the ability of this kind will do for the player, by what everybody can see."""
    others = len(s.heights) > 1
    if kind == ARCHER or (kind in (SOLDIER, ASSASSINATION) and others):
        return Effect("eliminate", gain=s.figures.elimination)
    if kind == ROYAL_DECREE and others:
        return Effect("move")
    if kind == LORD:
        gain = rules.lord_gain(s, player)
        return Effect("gain", (("n", gain),), gain)
    if kind == AMBUSH:
        return Effect("gain", (("n", s.figures.ambush_revealed),), s.figures.ambush_revealed)
    if kind == HEIR:
        gain = rules.heir_gain(s, s.top(s.cursor) % KINDS)
        return Effect("gain", (("n", gain),), gain) if gain else Effect("blocked")
    if kind == SPY:
        return _spy(s, player)
    if kind == SHAPESHIFTER:
        return _shapeshifter(s)
    return Effect("double") if kind == CONSPIRACY and s.tokens[s.top(s.cursor)] else NO_EFFECT


def _spy(s: Court, player: Player) -> Effect:
    victims = rules.spied_upon(s, player)
    if not victims:
        return NO_EFFECT
    if len(victims) > 1:
        return Effect("steal_either")
    return _theft(s, victims[0])


def _theft(s: Court, victim: Player) -> Effect:
    stolen = min(s.figures.spy_steals, s.influence[victim])
    if not stolen:
        return Effect("steal_nothing", (("whose", Who(victim)),))
    beside = [s.top(i) for i in s.neighbours(s.cursor)]
    source = next(card for card in beside if card // KINDS == victim)
    args = (("n", stolen), ("whose", Who(victim)))
    return Effect("steal_from", args, stolen, victim, source)


def _shapeshifter(s: Court) -> Effect:
    models = rules.to_copy(s)
    if not models:
        return NO_EFFECT
    if len(models) > 1:
        return Effect("copy_either")
    return Effect("copy_card", (("card", CardName(s.top(models[0]))),))


# --- forecasts --------------------------------------------------------------------------------


def forecast(s: Court, decision: Decision, action: Action) -> Forecast | None:
    """What the action changes at once and for sure; a hidden victim stays what it is: unknown."""
    player, kind = decision.player, action.kind
    if kind in ("place", "decline"):
        return None
    card = s.top(s.cursor)
    here = s.piece_id(card, player)
    if kind == "keep":
        return Forecast(tokens=((here, s.figures.kept_hidden),))
    if kind == "reveal":
        lying = s.tokens[card]
        taken = lying * rules.influence_factor(s, card % KINDS)
        return _of_effect(s, player, effect(s, player, card % KINDS), here, taken, lying)
    if kind == "apply":
        return _of_effect(s, player, effect(s, player, card % KINDS), here)
    if kind == "steal":
        return _of_effect(s, player, _theft(s, action.args[0]), here)
    if kind == "gap":
        return _of_move(s, player, f"#queue:gap{action.args[0]}")
    target = s.top(action.args[0])
    there = s.piece_id(target, player)
    if kind == "copy":
        return _of_effect(s, player, effect(s, player, target % KINDS), here)
    if kind == "hit":
        gain = s.figures.elimination
        if target // KINDS == player and target % KINDS == AMBUSH and not s.up[target]:
            gain += s.figures.ambush_revealed
        arrows = (Arrow(here, there),) if target != card else ()
        return Forecast(((player, gain),), _lost(s, target, there), arrows)
    return _of_move(s, player, there) if kind == "on" else None


def _of_effect(
    s: Court, player: Player, what: Effect, here: str, taken: int = 0, lying: int = 0
) -> Forecast:
    deltas = [(player, taken + what.gain)] if taken + what.gain else []
    arrows: tuple[Arrow, ...] = ()
    if what.victim is not None and what.source is not None and what.gain:
        deltas.append((what.victim, -what.gain))
        arrows = (Arrow(s.piece_id(what.source, player), here, COIN),)
    return Forecast(tuple(deltas), ((here, -lying),) if lying else (), arrows)


def _of_move(s: Court, player: Player, to: str) -> Forecast | None:
    top = s.agenda[-1]
    if not isinstance(top, rules.Destination):
        return None
    return Forecast(arrows=(Arrow(s.piece_id(s.top(top.stack), player), to),))


def _lost(s: Court, card: Card, piece: str) -> tuple[tuple[str, int], ...]:
    return ((piece, -s.tokens[card]),) if s.tokens[card] else ()


# --- refusals ---------------------------------------------------------------------------------


def why_not(s: Court, player: Player, key: str) -> Text | None:
    """Which rule forbids an action that looks possible and is not offered."""
    if not s.agenda:
        return None
    top = s.agenda[-1]
    verb, *words = key.split(" ")
    if isinstance(top, rules.Hit) and verb == "hit":
        return say(f"refused.{NAMES[top.kind_used]}")
    if isinstance(top, rules.Steal) and verb == "steal":
        return say("refused.steal_oneself" if words == [str(player)] else "refused.spy")
    if isinstance(top, rules.Copy) and verb == "copy":
        return say("refused.copy")
    if isinstance(top, rules.Move) and verb == "move":
        return say("refused.move")
    if isinstance(top, rules.Destination) and verb in ("gap", "on"):
        return say("refused.gap" if verb == "gap" else "refused.onto")
    if isinstance(top, rules.Place) and verb == "place":
        if words[:1] and words[0] not in _in_hand(s, player):
            return say("refused.not_in_hand")
        return say("refused.place")
    return None


def explained(s: Court, decision: Decision) -> tuple[Offer, ...]:
    """The stacks and panels that an ability cannot choose, with the rule that forbids it."""
    top = s.agenda[-1]
    stacks = range(len(s.heights))
    looks: list[tuple[Verb, Action]] = []
    if isinstance(top, rules.Hit):
        looks = [(rules.HIT, rules.HIT(i)) for i in stacks]
    elif isinstance(top, rules.Copy):
        looks = [(rules.COPY, rules.COPY(i)) for i in stacks if i != s.cursor]
    elif isinstance(top, rules.Move):
        looks = [(rules.MOVE, rules.MOVE(s.cursor))]
    elif isinstance(top, rules.Steal):
        looks = [(rules.STEAL, rules.STEAL(p)) for p in range(s.players)]
    made = []
    for verb, action in looks:
        why = why_not(s, decision.player, verb.notation(action))
        if why is not None and action not in decision.actions:
            made.append(Offer("", why, verb.clicks(action), why_not=why))
    return tuple(made)


def _in_hand(s: Court, player: Player) -> list[str]:
    return [NAMES[card % KINDS] for card in s.zones[s.hand(player)]]
