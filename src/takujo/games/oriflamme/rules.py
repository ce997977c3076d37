"""Oriflamme, in the order of the rulebook; rulings are numbered in `RULINGS.md`."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from takujo.core.actions import Action, Decision, Domain, Verb
from takujo.core.chance import Draw, Outcome
from takujo.core.frames import Ask, Chance, Step, frame
from takujo.core.texts import CARD, WHO, Card, Player, Text, say
from takujo.games.oriflamme.state import (
    AMBUSH,
    ARCHER,
    ASSASSINATION,
    CONSPIRACY,
    HEIR,
    INTRIGUE,
    KINDS,
    NAMES,
    NONE,
    NOWHERE,
    QUEUE,
    SHAPESHIFTER,
    SOLDIER,
    Court,
)

LONGEST = 30  # stacks: five families place six cards each
FAMILIES = 5

CARDS = Domain("card", NAMES)
STACK = Domain(
    "stack",
    tuple(str(i + 1) for i in range(LONGEST)),
    tuple(f"#queue:{i + 1}" for i in range(LONGEST)),
)
GAP = Domain(
    "gap",
    tuple(str(i) for i in range(LONGEST + 1)),
    tuple(f"#queue:gap{i}" for i in range(LONGEST + 1)),
)
SPOT = Domain("spot", ("head", "tail", *(f"on {i + 1}" for i in range(LONGEST))))
FAMILY = Domain(
    "player",
    tuple(str(p) for p in range(FAMILIES)),
    tuple(f"~{p}" for p in range(FAMILIES)),
)
HEAD, TAIL, ON = 0, 1, 2  # values of SPOT; stack i is ON + i

PLACE = Verb("place", CARDS, SPOT)
KEEP = Verb("keep")
REVEAL = Verb("reveal")
APPLY = Verb("apply")
DECLINE = Verb("decline")
HIT = Verb("hit", STACK)
STEAL = Verb("steal", FAMILY)
COPY = Verb("copy", STACK)
MOVE = Verb("move", STACK)
INTO_GAP = Verb("gap", GAP)
ONTO = Verb("on", STACK)

# Made once: looking an action up costs as much as all else that a list needs.
PLACEMENTS = tuple(tuple(PLACE(kind, spot) for spot in range(len(SPOT))) for kind in range(KINDS))
KEPT, REVEALED, APPLIED, DECLINED = KEEP(), REVEAL(), APPLY(), DECLINE()

VERBS = (PLACE, KEEP, REVEAL, APPLY, DECLINE, HIT, STEAL, COPY, MOVE, INTO_GAP, ONTO)


@cache
def prompt(key: str, player: Player, card: Card) -> Text:
    """What the player is asked about a card; made once, since matches ask the same again."""
    return say(f"prompt.{key}", who=WHO[player], card=CARD[card])


@cache
def prompt_with(key: str, player: Player, card: Card, n: int) -> Text:
    """The same about a card with so much influence on it."""
    return say(f"prompt.{key}", who=WHO[player], card=CARD[card], n=n)


@cache
def prompt_place(player: Player) -> Text:
    """The player is to place a card."""
    return say("prompt.place", who=WHO[player])


# --- Setup ------------------------------------------------------------------------------------


@frame
class RemoveCards(Chance[Court]):
    """Each player removes cards of the own family at random, face down."""

    player: Player

    def draw(self, s: Court) -> Draw:
        return Draw(KINDS, s.figures.removed_cards)

    def happen(self, s: Court, outcome: Outcome) -> None:
        family = s.zones[s.hand(self.player)]
        for i in outcome:
            s.move(family[i], s.removed(self.player))


@frame
class FirstPlayer(Chance[Court]):
    """The first player is drawn."""

    def draw(self, s: Court) -> Draw:
        return Draw(s.players)

    def happen(self, s: Court, outcome: Outcome) -> None:
        s.first = outcome[0]
        s.emit("first_player", who=WHO[s.first])
        s.then(Round())


# --- The rounds -------------------------------------------------------------------------------


@frame
class Round(Step[Court]):
    """A placement phase, then a resolution phase."""

    def run(self, s: Court) -> None:
        s.round += 1
        s.headline("placement", n=s.round)
        places = [Place(p) for p in s.clockwise(s.first) if s.zones[s.hand(p)]]
        s.then(*places, Resolution(), RoundEnd())


@frame
class RoundEnd(Step[Court]):
    """The first player tile passes to the left (ruling 32); after the last round comes the end."""

    def run(self, s: Court) -> None:
        s.series = (*s.series, tuple(s.influence))
        if s.round == s.figures.rounds:
            s.then(End())
            return
        s.first = s.clockwise(s.first)[1]
        s.emit("first_player", who=WHO[s.first])
        s.then(Round())


# --- Placement phase --------------------------------------------------------------------------


@frame
class Place(Ask[Court]):
    """Place a card face down: at the head, at the tail, or on own cards (rulings 1, 2)."""

    player: Player

    def decision(self, s: Court) -> Decision:
        low = self.player * KINDS
        own = [i for i, card in enumerate(s.tops()) if low <= card < low + KINDS]
        ends = (HEAD, TAIL) if s.heights else (HEAD,)
        spots = (*ends, *(ON + i for i in own))
        rows = [PLACEMENTS[card - low] for card in s.zones[s.hand(self.player)]]
        actions = tuple([row[spot] for row in rows for spot in spots])
        return Decision(self.player, prompt_place(self.player), actions)

    def choose(self, s: Court, action: Action) -> None:
        kind, spot = action.args
        card = self.player * KINDS + kind
        if spot == HEAD:
            s.insert(card, 0)
            s.emit("placed_head", who=WHO[self.player], card=CARD[card])
        elif spot == TAIL:
            s.insert(card, len(s.heights))
            s.emit("placed_tail", who=WHO[self.player], card=CARD[card])
        else:
            stack = spot - ON
            s.cover(card, stack)
            s.emit(
                "placed_on",
                who=WHO[self.player], card=CARD[card], stack=stack + 1, n=s.heights[stack],
            )  # fmt: skip


# --- Resolution phase -------------------------------------------------------------------------


@frame
class Resolution(Step[Court]):
    """The cursor starts at the head of the queue."""

    def run(self, s: Court) -> None:
        s.headline("resolution", n=s.round)
        s.cursor = 0
        s.then(Resolve())


@frame
class Resolve(Step[Court]):
    """The cursor goes from head to tail and resolves the top card of each stack (ruling 4)."""

    def run(self, s: Court) -> None:
        s.active = NONE
        if s.cursor == len(s.heights):
            s.cursor = NOWHERE
            return
        card = s.top(s.cursor)
        owner = card // KINDS
        if not s.up[card]:
            s.then(KeepOrReveal(owner), MoveOn())
        elif s.figures.must_apply:
            s.then(Apply(owner), MoveOn())
        else:
            s.then(ApplyOrNot(owner), MoveOn())


@frame
class KeepOrReveal(Ask[Court]):
    """A face-down card: keep it hidden for an influence on it, or reveal it (ruling 5)."""

    player: Player
    open: ClassVar[bool] = True

    def decision(self, s: Court) -> Decision:
        card = s.top(s.cursor)
        n = s.tokens[card]
        key = "keep_or_reveal" if n else "keep_or_reveal_first"
        return Decision(self.player, prompt_with(key, self.player, card, n), (KEPT, REVEALED))

    def choose(self, s: Court, action: Action) -> None:
        if action == REVEALED:
            s.then(Reveal(self.player))
            return
        card = s.top(s.cursor)
        s.tokens[card] += s.figures.kept_hidden
        s.touched = s.stamp[card]
        s.emit("kept", who=WHO[self.player], card=CARD[card], n=s.tokens[card])


@frame
class ApplyOrNot(Ask[Court]):
    """A card that was face up before: its owner decides (ruling 7)."""

    player: Player
    open: ClassVar[bool] = True

    def decision(self, s: Court) -> Decision:
        asked = prompt("apply_or_not", self.player, s.top(s.cursor))
        return Decision(self.player, asked, (APPLIED, DECLINED))

    def choose(self, s: Court, action: Action) -> None:
        if action == APPLIED:
            s.then(Apply(self.player))
        else:
            card = s.top(s.cursor)
            s.touched = s.stamp[card]
            s.emit("declined", who=WHO[self.player], card=CARD[card])


@frame
class Reveal(Step[Court]):
    """First take the influence on the card, then apply its ability (ruling 6)."""

    player: Player

    def run(self, s: Court) -> None:
        card = s.top(s.cursor)
        s.turn_up(card)
        lying = s.tokens[card]
        s.tokens[card] = 0
        taken = lying * influence_factor(s, card % KINDS)
        s.influence[self.player] += taken
        event = "revealed_takes" if taken else "revealed_loses" if lying else "revealed"
        s.emit(event, who=WHO[self.player], card=CARD[card], n=taken or lying)
        s.then(Apply(self.player))


def influence_factor(s: Court, kind: int) -> int:
    """What a revealed card brings for each influence on it: a Conspiracy 2, an Ambush nothing."""
    if kind == CONSPIRACY:
        return s.figures.conspiracy_factor
    return 0 if kind == AMBUSH else 1


@frame
class Apply(Step[Court]):
    """Apply the ability of the card under the cursor."""

    player: Player

    def run(self, s: Court) -> None:
        s.active = s.top(s.cursor)
        s.touched = s.stamp[s.active]
        ABILITIES[s.active % KINDS](s, self.player)


@frame
class MoveOn(Step[Court]):
    """One-shots leave; if the card has left, what lies there now comes next (rulings 8, 10)."""

    def run(self, s: Court) -> None:
        card = s.active
        if card != NONE and card % KINDS >= INTRIGUE and s.where[card] == QUEUE:
            s.discard(card)
        if card == NONE or s.where[card] == QUEUE:
            s.cursor += 1
        s.then(Resolve())


# --- Elimination ------------------------------------------------------------------------------


def strike(s: Court, player: Player, kind: int, stacks: tuple[int, ...]) -> None:
    """Let the player eliminate one of these stacks' top cards, if there is any (ruling 8)."""
    if stacks:
        s.then(Hit(player, kind, stacks))
    else:
        no_effect(s, player)


def no_effect(s: Court, player: Player) -> None:
    """Without a legal target an ability does nothing (ruling 8)."""
    s.emit("no_effect", whose=WHO[player], card=CARD[s.active])


@frame
class Hit(Ask[Court]):
    """Choose the card to eliminate, own cards too (ruling 13); `kind` is the ability used."""

    player: Player
    kind_used: int
    stacks: tuple[int, ...]
    open: ClassVar[bool] = True

    def decision(self, s: Court) -> Decision:
        asked = prompt(NAMES[self.kind_used], self.player, s.active)
        return Decision(self.player, asked, tuple([HIT(i) for i in self.stacks]))

    def choose(self, s: Court, action: Action) -> None:
        eliminate(s, self.player, s.top(action.args[0]))


def eliminate(s: Court, player: Player, victim: Card) -> None:
    """Whoever eliminates a card gains 1; the card is discarded (ruling 12)."""
    owner = victim // KINDS
    ambushed = victim % KINDS == AMBUSH and not s.up[victim]
    gain = s.figures.elimination
    s.discard(victim)
    s.influence[player] += gain
    if victim == s.active:
        s.emit("eliminated_itself", who=WHO[player], card=CARD[victim], n=gain)
    else:
        event = "eliminated_own" if owner == player else "eliminated"
        s.emit(
            event,
            who=WHO[player], card=CARD[s.active],
            whose=WHO[owner], victim=CARD[victim], n=gain,
        )  # fmt: skip
    if ambushed:
        attacked_ambush(s, player, owner)


# --- The cards --------------------------------------------------------------------------------
# Whoever owns the resolving card chooses and gains (ruling 9). It lies under the cursor; a
# Shapeshifter that copies is the resolving card itself (ruling 20).


def archer(s: Court, player: Player) -> None:
    """Eliminate the first or the last card, be it the Archer itself (ruling 14)."""
    last = len(s.heights) - 1
    strike(s, player, ARCHER, (0, last) if last else (0,))


def soldier(s: Court, player: Player) -> None:
    """Eliminate a neighbouring card, never itself (ruling 15)."""
    strike(s, player, SOLDIER, s.neighbours(s.cursor))


def assassination(s: Court, player: Player) -> None:
    """Eliminate any card but itself (ruling 15)."""
    strike(s, player, ASSASSINATION, tuple([i for i in range(len(s.heights)) if i != s.cursor]))


def spy(s: Court, player: Player) -> None:
    """Steal from the owner of a neighbouring card; from oneself only nothing (ruling 16)."""
    victims = spied_upon(s, player)
    if victims:
        s.then(Steal(player, victims))
    else:
        no_effect(s, player)


def spied_upon(s: Court, player: Player) -> tuple[Player, ...]:
    """The opponents who own a card beside the cursor, each once."""
    owners = [s.top(i) // KINDS for i in s.neighbours(s.cursor)]
    return tuple(sorted({p for p in owners if p != player}))


@frame
class Steal(Ask[Court]):
    """Choose from whom to steal; who has nothing loses nothing (ruling 16)."""

    player: Player
    victims: tuple[Player, ...]
    open: ClassVar[bool] = True

    def decision(self, s: Court) -> Decision:
        asked = prompt("spy", self.player, s.active)
        return Decision(self.player, asked, tuple([STEAL(p) for p in self.victims]))

    def choose(self, s: Court, action: Action) -> None:
        victim = action.args[0]
        stolen = min(s.figures.spy_steals, s.influence[victim])
        s.influence[victim] -= stolen
        s.influence[self.player] += stolen
        s.emit(
            "stole" if stolen else "stole_nothing",
            who=WHO[self.player], card=CARD[s.active], whose=WHO[victim], n=stolen,
        )  # fmt: skip


def heir(s: Court, player: Player) -> None:
    """Gain 2 if no other revealed, uncovered card has the same name (ruling 18)."""
    gain = heir_gain(s, s.active % KINDS)
    s.influence[player] += gain
    event = "heir" if gain else "heir_blocked"
    s.emit(event, who=WHO[player], card=CARD[s.active], n=gain)


def heir_gain(s: Court, name: int) -> int:
    """What an Heir's ability brings to the card of this name under the cursor (rulings 18, 20)."""
    others = [card % KINDS for i, card in enumerate(s.tops()) if s.up[card] and i != s.cursor]
    blocked = name in others
    if name == SHAPESHIFTER and s.figures.any_heir_blocks_a_copy:
        blocked = blocked or others.count(HEIR) > 1  # one of them is the copied Heir
    return 0 if blocked else s.figures.heir_gains


def lord(s: Court, player: Player) -> None:
    """Gain 1, and 1 for every card of the family in the neighbouring stacks (ruling 17)."""
    beside = lords_company(s, player)
    gain = lord_gain(s, player)
    s.influence[player] += gain
    s.emit(
        "lord" if beside else "lord_alone",
        who=WHO[player], card=CARD[s.active], gain=gain, n=beside,
    )  # fmt: skip


def lord_gain(s: Court, player: Player) -> int:
    """What the Lord's ability brings to the card under the cursor."""
    return s.figures.lord_gains + s.figures.lord_gains_per_card * lords_company(s, player)


def lords_company(s: Court, player: Player) -> int:
    """How many of the player's cards beside the cursor count for a Lord (ruling 17)."""
    own = [i for i in s.neighbours(s.cursor) if s.top(i) // KINDS == player]
    return sum(s.heights[i] for i in own) if s.figures.lord_counts_covered else len(own)


def shapeshifter(s: Court, player: Player) -> None:
    """Use the ability of a neighbouring revealed card (ruling 19)."""
    models = to_copy(s)
    if models:
        s.then(Copy(player, models))
    else:
        no_effect(s, player)


def to_copy(s: Court) -> tuple[int, ...]:
    """The stacks that a Shapeshifter under the cursor can copy; no other one (ruling 21)."""
    beside = [(i, s.top(i)) for i in s.neighbours(s.cursor)]
    return tuple([i for i, card in beside if s.up[card] and card % KINDS != SHAPESHIFTER])


@frame
class Copy(Ask[Court]):
    """Choose the card whose ability the Shapeshifter uses (rulings 19, 20)."""

    player: Player
    stacks: tuple[int, ...]
    open: ClassVar[bool] = True

    def decision(self, s: Court) -> Decision:
        asked = prompt("shapeshifter", self.player, s.active)
        return Decision(self.player, asked, tuple([COPY(i) for i in self.stacks]))

    def choose(self, s: Court, action: Action) -> None:
        model = s.top(action.args[0])
        s.emit("copied", whose=WHO[self.player], card=CARD[s.active], model=CARD[model])
        ABILITIES[model % KINDS](s, self.player)


def royal_decree(s: Court, player: Player) -> None:
    """Move any card but the Decree itself (ruling 23)."""
    stacks = tuple([i for i in range(len(s.heights)) if i != s.cursor])
    if stacks:
        s.then(Move(player, stacks))
    else:
        no_effect(s, player)


@frame
class Move(Ask[Court]):
    """Choose the card to move (ruling 23)."""

    player: Player
    stacks: tuple[int, ...]
    open: ClassVar[bool] = True

    def decision(self, s: Court) -> Decision:
        asked = prompt("royal_decree", self.player, s.active)
        return Decision(self.player, asked, tuple([MOVE(i) for i in self.stacks]))

    def choose(self, s: Court, action: Action) -> None:
        s.then(Destination(self.player, action.args[0]))


@frame
class Destination(Ask[Court]):
    """Choose where the card goes: a gap, or by option onto own cards (rulings 24, 25)."""

    player: Player
    stack: int
    open: ClassVar[bool] = True

    def decision(self, s: Court) -> Decision:
        card = s.top(self.stack)
        # A single card lies between two gaps that are both its own (ruling 25).
        its_own = (self.stack, self.stack + 1) if s.heights[self.stack] == 1 else ()
        actions = [INTO_GAP(g) for g in range(len(s.heights) + 1) if g not in its_own]
        if s.figures.decree_onto_own_card:
            family = card // KINDS
            same = [i for i, other in enumerate(s.tops()) if other // KINDS == family]
            actions += [ONTO(i) for i in same if i != self.stack]
        # A decision names only cards that its player knows.
        known = s.knows(self.player, card)
        prompt = (
            say("prompt.destination", who=WHO[self.player], card=CARD[card])
            if known
            else say("prompt.destination_hidden", who=WHO[self.player], whose=WHO[card // KINDS])
        )
        return Decision(self.player, prompt, tuple(actions))

    def choose(self, s: Court, action: Action) -> None:
        card = s.top(self.stack)
        to = action.args[0]
        gone = s.take_from(self.stack)
        if gone and to > self.stack:
            to -= 1
        onto = action.kind == ONTO.name
        if onto:
            s.cover(card, to)
        else:
            s.insert(card, to)
        event = ("moved_onto" if onto else "moved") + (
            "_own" if card // KINDS == self.player else ""
        )
        s.emit(
            event,
            who=WHO[self.player], card=CARD[card], whose=WHO[card // KINDS],
            n=s.stack_of(card) + 1,
        )  # fmt: skip


def attacked_ambush(s: Court, attacker: Player, owner: Player) -> None:
    """An Ambush was eliminated face down: it pays its owner, the attacker's card leaves.

    Rulings 27 and 29: 4 if an opponent attacked it, else as revealed by its owner.
    """
    own = attacker == owner
    leaves = s.figures.own_attacker_leaves or not own
    gain = s.figures.ambush_revealed if own else s.figures.ambush_eliminated
    s.influence[owner] += gain
    event = "ambush_own" if own else "ambush_attacked"
    s.emit(event if leaves else "ambush_spares", who=WHO[owner], card=CARD[s.active], n=gain)
    if leaves and s.where[s.active] == QUEUE:
        s.discard(s.active)


def ambush(s: Court, player: Player) -> None:
    """Revealed by its owner: gain 1 (ruling 28)."""
    gain = s.figures.ambush_revealed
    s.influence[player] += gain
    s.emit("ambush_revealed", whose=WHO[player], card=CARD[s.active], n=gain)


def conspiracy(s: Court, player: Player) -> None:
    """The influence on it counts double, which `Reveal` has done; it has no other ability."""


ABILITIES = (
    archer, soldier, spy, heir, lord,
    shapeshifter, assassination, royal_decree, ambush, conspiracy,
)  # fmt: skip


# --- The end ----------------------------------------------------------------------------------


@frame
class End(Step[Court]):
    """Nothing on cards or in hands counts (ruling 31); what was hidden is shown."""

    def run(self, s: Court) -> None:
        for player in range(s.players):
            for zone in (s.removed(player), s.hand(player)):
                for card in s.zones[zone]:
                    s.reveal(card)
        for card in s.zones[QUEUE]:
            s.reveal(card)
        s.emit("end")


def criteria(s: Court) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What decides, first by influence, then by cards left in the queue (ruling 31)."""
    return tuple(s.influence), tuple(s.in_queue(p) for p in range(s.players))
