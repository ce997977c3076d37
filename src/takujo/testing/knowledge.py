"""Points about knowledge: what a viewer is shown, told and dealt in imagined positions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from takujo.core.actions import IllegalAction
from takujo.core.chance import Simulated, SplitMix
from takujo.core.frames import EACH, answers_of, apply, awaited, retract
from takujo.core.knowledge import resample, unknown_cards
from takujo.core.state import State
from takujo.core.texts import Arg, Player, Several, Text, cards_in
from takujo.core.views import Piece
from takujo.core.zones import COUNT
from takujo.testing.points import After, Found, Point, Position, other_nature, whom
from takujo.testing.report import difference

IMAGINED = 2  # imagined positions compared per viewer
PLAYED_ON = 25  # choices played on from an imagined position
DRAWS = 16  # imagined positions per unknown card until a pair that never trades places is a fault
SWAPPED = 40  # unknown cards up to which this is asked at every position; of more in proportion


def known_is_certain(p: Position) -> Found:
    """What `seen` says a viewer knows holds in every world that he considers possible."""
    claims = p.table.watch.books.overclaims(p.s)
    yield claims[0] if claims else None


def events_tell_no_more(p: Position) -> Found:
    """An event names a card to those alone who knew it at some moment of the step."""
    if p.taken is None:
        return
    for event in p.taken.events:
        cards = list(cards_in(arg for _, arg in event.args))
        if len(cards) != len(event.seen) or len(cards) != len(event.stamps):
            yield f"event {event.kind} names {len(cards)} cards and has {len(event.seen)} masks"
            continue
        for card, mask in zip(cards, event.seen, strict=True):
            more = mask & ~p.taken.glimpsed[card]
            told = [whom(v) for v in p.viewers if more & p.s.layout.bit(v)]
            yield f"event {event.kind} names card {card} to {', '.join(told)}" if more else None


def same_view(p: Position) -> Found:
    """The view is the same, byte for byte, in every position that the viewer may imagine."""
    for viewer in p.watchers:
        for _ in range(IMAGINED if p.full else 1):
            t = p.world(viewer)
            shown = p.look(t, viewer)
            if repr(shown) == repr(p.views[viewer]):
                yield None
                continue
            found = difference(p.views[viewer], shown)
            yield f"the view of {whom(viewer)} depends on what he cannot know: {found}"
            break


def sampler_knows_no_more(p: Position) -> Found:
    """`resample` is a function of what the viewer knows: once or twice makes no difference."""
    if not p.full:
        return
    for viewer in p.viewers:
        a, b = p.rng.word(), p.rng.word()
        once = resample(p.game, p.s, viewer, SplitMix(b))
        between = resample(p.game, p.s, viewer, SplitMix(a))
        twice = resample(p.game, between, viewer, SplitMix(b))
        found = difference(once.to_json(), twice.to_json())
        yield f"resample for {whom(viewer)} uses what he cannot know: {found}" if found else None
        kept = [c for c in range(len(p.s.seen)) if p.s.knows(viewer, c)]
        moved = [c for c in kept if once.where[c] != p.s.where[c] or not once.knows(viewer, c)]
        yield f"resample moves cards {moved} that {whom(viewer)} knows" if moved else None


def same_log_same_view(p: Position) -> Found:
    """Two choices of others that write the same log leave the same view."""
    if not p.full:
        return
    for viewer in p.viewers:
        first: dict[Any, tuple[After, Any]] = {}
        for after in p.futures:
            if after.choice.player == viewer:
                continue
            # What the step turned up for him need not be told card by card: `seen` tells it.
            turned = _known(after.s, viewer)
            about: Any = (after.choice.player, repr(after.logs[viewer]), after.draws, turned)
            shown = _beheld(p, after, viewer)
            if not after.logs[viewer] and p.s.agenda[-1].kind != EACH:
                # A step in the middle of a choice is not logged yet: the next question and the
                # marks on the table show it. No piece may.
                title = shown[0].prompt.title
                about = (*about, title.key if title else "", shown[0].prompt.awaited)
                shown = [(z.id, tuple(_bare(x) for x in z.pieces)) for z in shown[0].scene]
            other, view = first.setdefault(about, (after, shown))
            found = difference(view, shown)
            if found:
                yield (
                    f"{_key(p, other)!r} and {_key(p, after)!r} of player {after.choice.player} "
                    f"write the same log for {whom(viewer)} and leave different views: {found}"
                )
                break
            yield None
    yield from _same_draw_same_backs(p)


def _same_draw_same_backs(p: Position) -> Found:
    """What nature draws in secret leaves no trace in the moves and places of hidden pieces."""
    if p.choice is None:
        return
    one = p.after(p.s, p.choice)
    if not one.draws:
        return
    two = p.after(p.s, p.choice, other_nature(p.rng.below(1 << 30)))
    if [d for d, _ in one.draws] != [d for d, _ in two.draws]:
        return
    for viewer in p.viewers:
        if one.logs[viewer] != two.logs[viewer] or _known(one.s, viewer) != _known(two.s, viewer):
            continue
        found = difference(one.moves[viewer], two.moves[viewer], "moves") or difference(
            _backs(p, one, viewer), _backs(p, two, viewer), "hidden pieces"
        )
        if found:
            yield f"a secret draw shows in the view of {whom(viewer)}: {found}"
        else:
            yield None


def _known(s: State, viewer: Player | None) -> tuple[tuple[int, int], ...]:
    return tuple((c, s.where[c]) for c in range(len(s.seen)) if s.knows(viewer, c))


def _backs(p: Position, after: After, viewer: Player | None) -> list[tuple[str, str]]:
    scene = p.game.scene(after.s, viewer)
    return [(z.id, piece.id) for z in scene for piece in z.pieces if piece.face == "back"]


def _beheld(p: Position, after: After, viewer: Player | None) -> Any:
    """The view after a choice, with the moves of its step."""
    return (p.look(after.s, viewer), after.moves[viewer])


def log_tells_what_shows(p: Position) -> Found:
    """Where the table shows no difference the log names none: no face, no other worlds."""
    if not p.full:
        return
    for viewer in p.viewers:
        first: dict[Any, After] = {}
        for after in p.futures:
            if after.choice.player == viewer:
                continue
            about = (after.choice.player, repr(_beheld(p, after, viewer)), after.draws)
            other = first.setdefault(about, after)
            told = _faces(p, other, viewer), _faces(p, after, viewer)
            found = difference(*told, "the log")
            if found:
                yield (
                    f"{_key(p, other)!r} and {_key(p, after)!r} look the same to {whom(viewer)}, "
                    f"and the log tells them apart: {found}"
                )
                break
            yield None
        yield from _same_key_same_log(p, viewer)


def _faces(p: Position, after: After, viewer: Player | None) -> list[str]:
    """The faces that the lines of a step name, to this viewer."""
    known = set(p.s.layout.faces)
    found: list[str] = []
    for line in after.logs[viewer]:
        found += _named((arg for _, arg in line.text.args), known)
        if (
            p.s.agenda[-1].kind == EACH
            and after.s.agenda[-1:]
            and (type(after.s.agenda[-1]) is type(p.s.agenda[-1]))
        ):
            found.append(repr(line.text))  # nothing is told while answers are open
    return found


def _named(args: Iterable[Arg], faces: set[str]) -> Iterator[str]:
    for arg in args:
        if isinstance(arg, Text):
            yield from _named((inner for _, inner in arg.args), faces)
        elif isinstance(arg, Several):
            yield from _named(arg.items, faces)
        elif isinstance(arg, str) and arg.removeprefix("face.") in faces:
            yield arg


def _same_key_same_log(p: Position, viewer: Player | None) -> Found:
    """One key played in two positions that the viewer cannot tell apart: same view, same log."""
    t = p.world(viewer)
    there = {(d.player, a) for d in awaited(t) for a in d.actions}
    for after in p.futures[:4]:
        choice = after.choice
        if choice.decision.optional or (choice.player, choice.action) not in there:
            continue
        imagined = p.after(t, choice)
        if after.draws != imagined.draws:
            continue
        if repr(_beheld(p, after, viewer)) != repr(_beheld(p, imagined, viewer)):
            continue
        found = difference(_lines(after, viewer), _lines(imagined, viewer), "the log")
        yield (
            f"the log of {_key(p, after)!r} tells {whom(viewer)} what he cannot know: {found}"
            if found
            else None
        )


def _lines(after: After, viewer: Player | None) -> list[Text]:
    return [line.text for line in after.logs[viewer]]


def _bare(piece: Piece) -> Piece:
    return replace(piece, marks=(), pointer=False, last=False, text=None, tallies=())


def _key(p: Position, after: After) -> str:
    return p.game.notation(after.choice.action)


def hidden_places_swap(p: Position) -> Found:
    """Of two hidden places that look alike each sometimes gets the other's card in `resample`."""
    if not p.full:
        return
    for viewer in p.viewers:
        yield from _swaps(p, viewer)


def _swaps(p: Position, viewer: Player | None) -> Found:
    s = p.s
    cards = unknown_cards(s, viewer)
    if p.rng.below(len(cards) ** 2 + 1) > SWAPPED**2:
        return
    pairs = {
        (a, b)
        for i, a in enumerate(cards)
        for b in cards[i + 1 :]
        if s.layout.backs[a] == s.layout.backs[b] and _spot(s, a) != _spot(s, b)
    }
    if not pairs:
        return
    spots = {_spot(s, card) for card in cards}
    pending = {(a, _spot(s, b)) for a, b in pairs} | {(b, _spot(s, a)) for a, b in pairs}
    asked = len(pending)
    for _ in range(DRAWS * len(cards)):
        t = p.world(viewer)
        pending -= {(c, _spot(t, c)) for c in cards}
        if not pending:
            break
    told = 0
    for a, b in sorted(pairs):
        stuck = (a, _spot(s, b)) in pending or (b, _spot(s, a)) in pending
        rule = p.game.never_swaps(s, a, b, viewer) if stuck else None
        if not stuck or told or rule in p.coverage.rules or not _look_alike(p, a, b, viewer):
            continue
        if rule is not None:
            p.coverage.rules.add(rule)
            continue
        if not _stays_apart(p, a, b, viewer, len(cards)):
            continue
        told += 1
        yield (
            f"for {whom(viewer)} card {a} in {_place(s, a)} and card {b} in {_place(s, b)} look "
            f"alike among {len(spots)} places, and resample never lets them trade"
        )
    yield from [None] * (asked - len(pending))


def _stays_apart(p: Position, a: int, b: int, viewer: Player | None, n: int) -> bool:
    """Look again, and longer, before two places are called apart."""
    here, there = _spot(p.s, a), _spot(p.s, b)
    left = {(a, there), (b, here)}
    for _ in range(2 * DRAWS * n):
        t = p.world(viewer)
        left -= {(a, _spot(t, a)), (b, _spot(t, b))}
        if not left:
            return False
    return True


def _spot(s: State, card: int) -> tuple[int, int]:
    """Where a card lies; places of a zone that is followed by count are one."""
    zone = s.where[card]
    return (zone, -1 if s.layout.specs[zone].follow == COUNT else s.zones[zone].index(card))


def _place(s: State, card: int) -> str:
    zone, i = _spot(s, card)
    name = s.layout.specs[zone].name
    return name if i < 0 else f"{name} at {i}"


def _look_alike(p: Position, a: int, b: int, viewer: Player | None) -> bool:
    t = p.s.clone()
    t.listed = None
    swap = {a: b, b: a}
    t.zones = [tuple(swap.get(c, c) for c in zone) for zone in t.zones]
    for i, spec in enumerate(t.layout.specs):
        if spec.follow == COUNT:
            t.zones[i] = tuple(sorted(t.zones[i]))
    for field in (t.where, t.seen, t.stamp, *(getattr(t, name) for name in t.card_fields)):
        field[a], field[b] = field[b], field[a]
    return repr(p.look(t, viewer)) == repr(p.views[viewer])


def play_goes_on(p: Position) -> Found:
    """From every imagined position play goes on by the rules."""
    if not p.full or p.choice is None:
        return
    for viewer in p.viewers:
        t = p.world(viewer)
        nature = Simulated(p.rng.split())
        for _ in range(PLAYED_ON):
            decisions = awaited(t)
            if not decisions:
                if t.agenda:
                    yield f"a position imagined by {whom(viewer)} ends with nobody asked"
                break
            decision = decisions[p.rng.below(len(decisions))]
            if not decision.actions:
                asked = decision.prompt.key
                yield f"in a position imagined by {whom(viewer)} {asked!r} offers nothing"
                break
            action = decision.actions[p.rng.below(len(decision.actions))]
            try:
                apply(t, decision.player, action, nature)
            except IllegalAction as error:
                key = p.game.notation(action)
                yield f"in a position imagined by {whom(viewer)} {key!r} is refused: {error}"
                break
        else:
            yield None
        p.game.result(t)
        found = sum(map(len, t.zones)) == len(t.layout.faces)
        yield None if found else f"a position imagined by {whom(viewer)} loses a card"


def onlooker_knows_least(p: Position) -> Found:
    """The onlooker knows no card that any player does not know, and is offered nothing."""
    s = p.s
    watching = s.layout.bit(None)
    seats = (1 << p.table.players) - 1
    for card, mask in enumerate(s.seen):
        if mask & watching and seats & ~mask:
            without = [v for v in range(p.table.players) if not mask >> v & 1]
            yield f"the onlooker knows card {card} and player {without[0]} does not"
            return
    yield None
    if not p.full:
        return
    view = p.views[None]
    if view.offers or view.prompt.asked or view.undo or view.held:
        yield "the onlooker is offered something"
    for viewer in p.viewers:
        for zone in p.views[viewer].scene:
            if zone.private and zone.owner != viewer:
                yield f"zone {zone.id} is private and shown to {whom(viewer)}"
            for piece in zone.pieces:
                if _claims(piece.id) and not s.knows(viewer, int(piece.id[1:])):
                    yield f"{whom(viewer)} sees piece {piece.id}, which he cannot know"
    yield None


def _claims(piece: str) -> bool:
    return piece[:1] == "c" and piece[1:].isdigit()


def answers_can_be_taken_back(p: Position) -> Found:
    """In a simultaneous choice an answer changes nothing but its chain, and can be taken back."""
    taken = p.taken
    if taken is None or taken.choice.decision.optional or not p.s.agenda:
        return
    before, player = taken.before, taken.choice.player
    asked: Any = before.agenda[-1]
    top: Any = p.s.agenda[-1]
    if asked.kind != EACH or type(top).__name__ != type(asked).__name__:
        return
    if len(answers_of(top)[player]) != len(answers_of(asked)[player]) + 1:
        return
    t = p.s.clone()
    retract(t, player)
    found = difference(before.to_json(), t.to_json())
    yield f"an answer taken back leaves something: {found}" if found else None
    apply(t, player, taken.choice.action, p.table.live())
    found = difference(p.s.to_json(), t.to_json())
    yield f"an answer given again is another one: {found}" if found else None
    for other in range(p.table.players):
        if not answers_of(top)[other]:
            try:
                retract(t, other)
            except IllegalAction:
                found = difference(p.s.to_json(), t.to_json())
                yield f"a refused taking back changes something: {found}" if found else None
            else:
                yield f"player {other} has answered nothing and takes something back"


POINTS = (
    Point("forgetting", known_is_certain, grave=True),
    Point("events", events_tell_no_more),
    Point("view", same_view),
    Point("sampler", sampler_knows_no_more),
    Point("events", log_tells_what_shows),
    Point("same log", same_log_same_view),
    Point("swaps", hidden_places_swap),
    Point("play on", play_goes_on),
    Point("onlooker", onlooker_knows_least),
    Point("answers", answers_can_be_taken_back),
)
