"""The kit's own books about the cards: what each viewer could still believe, kept without `seen`.

For every viewer the books hold a few possible worlds. Each begins as the true position and then
follows the verbs as that viewer sees them: where he cannot tell which card went, the world takes
another one. So a bit in `seen` that any world contradicts claims more than the viewer can know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from takujo.core.chance import SplitMix, shuffled
from takujo.core.state import State
from takujo.core.texts import Player
from takujo.core.zones import COUNT, Layout

WORLDS = 12  # possible worlds kept per viewer

World = list[list[int]]


class Books:
    """Possible worlds of all viewers of one match, fed by the verbs of its position."""

    def __init__(self, layout: Layout, zones: Sequence[Sequence[int]], rng: SplitMix) -> None:
        self.layout = layout
        self.rng = rng
        self.truth: World = [list(z) for z in zones]
        self.viewers: tuple[Player | None, ...] = (*range(layout.players), None)
        self.worlds: list[list[World]] = [
            [_copy(self.truth) for _ in range(WORLDS)] for _ in self.viewers
        ]
        # Per viewer: cards that he has ever seen. Two that he never saw may be each other in any
        # world, all along, if they have the same back.
        self.met: list[set[int]] = [set() for _ in self.viewers]
        self.wrong: list[str] = []  # verbs that did not do what they say
        self._meet_all()

    def _meet_all(self) -> None:
        """Everybody sees what lies in the zones that are open to him."""
        for viewer, met in zip(self.viewers, self.met, strict=True):
            bit = self.layout.bit(viewer)
            for spec, lies in zip(self.layout.specs, self.truth, strict=True):
                if spec.sees & bit:
                    met.update(lies)

    def _fit(self, world: World, zone: int, place: int, card: int, met: set[int]) -> bool:
        """Make `card` lie at a place of the world, if the viewer may imagine that."""
        lies = world[zone]
        counted = self.layout.specs[zone].follow == COUNT
        if (card in lies) if counted else (lies[place] == card):
            return True
        if card in met:
            return False
        backs = self.layout.backs
        others = lies if counted else [lies[place]]
        free = [c for c in others if c not in met and backs[c] == backs[card]]
        if not free:
            return False
        other = free[self.rng.below(len(free))]
        swap = {card: other, other: card}
        for z, cards in enumerate(world):
            world[z] = [swap.get(c, c) for c in cards]
            if self.layout.specs[z].follow == COUNT:
                world[z].sort()
        return True

    def moved(self, card: int, origin: int, place: int, to: int, at: int) -> None:
        """A card went from one place to another; the places are those of the true position."""
        specs = self.layout.specs
        source, target = specs[origin], specs[to]
        true = self.truth[origin]
        if place >= len(true) or (source.follow != COUNT and true[place] != card):
            self.wrong.append(f"card {card} left {source.name}, where it did not lie")
            return
        for viewer, worlds, met in zip(self.viewers, self.worlds, self.met, strict=True):
            bit = self.layout.bit(viewer)
            told = bool((source.sees | target.sees) & bit)
            kept = []
            for world in worlds:
                if told:
                    if not self._fit(world, origin, place, card, met):
                        continue
                    which = card
                elif source.follow != COUNT:
                    which = world[origin][place]
                else:
                    which = self._any(world[origin], card)
                if which not in world[origin]:
                    continue
                world[origin].remove(which)
                self._put(world, to, at, which)
                kept.append(world)
            worlds[:] = kept
            if told:
                met.add(card)
        true.remove(card)
        self._put(self.truth, to, at, card)
        self._refill()

    def _any(self, lies: list[int], card: int) -> int:
        """Some card with the same back: the viewer saw a back leave."""
        backs = self.layout.backs
        alike = [c for c in lies if backs[c] == backs[card]]
        return alike[self.rng.below(len(alike))] if alike else -1

    def _put(self, world: World, zone: int, at: int, card: int) -> None:
        lies = world[zone]
        if self.layout.specs[zone].follow == COUNT:
            lies.append(card)
            lies.sort()
        else:
            lies.insert(at, card)

    def learned(self, card: int, mask: int) -> None:
        """These viewers were shown the card where it lies."""
        zone = next((z for z, lies in enumerate(self.truth) if card in lies), None)
        if zone is None:
            self.wrong.append(f"card {card} was shown, which lies nowhere")
            return
        place = self.truth[zone].index(card)
        for viewer, worlds, met in zip(self.viewers, self.worlds, self.met, strict=True):
            if mask & self.layout.bit(viewer):
                worlds[:] = [w for w in worlds if self._fit(w, zone, place, card, met)]
                met.add(card)
        self._refill()

    def arranged(self, zone: int, order: Sequence[int]) -> None:
        """A zone was shuffled to this order."""
        spec = self.layout.specs[zone]
        self.truth[zone] = list(order)
        for viewer, worlds in zip(self.viewers, self.worlds, strict=True):
            if not spec.sees & self.layout.bit(viewer):
                for world in worlds:
                    mixed = shuffled(self.rng, world[zone])
                    world[zone] = sorted(mixed) if spec.follow == COUNT else mixed
            elif spec.follow != COUNT:
                kept = [w for w in worlds if sorted(w[zone]) == sorted(order)]
                for world in kept:
                    world[zone] = list(order)
                worlds[:] = kept
        self._refill()

    def laid(self, zones: Sequence[Sequence[int]]) -> None:
        """Cards were laid anew: begin again from the true position."""
        self.truth = [list(z) for z in zones]
        self.worlds = [[] for _ in self.viewers]
        self._meet_all()
        self._refill()

    def _refill(self) -> None:
        """Worlds that the viewer can rule out are replaced by others that he cannot."""
        for worlds in self.worlds:
            alive = len(worlds)
            while len(worlds) < WORLDS:
                # Every other one begins as the truth, which is always possible.
                again = alive and len(worlds) % 2
                worlds.append(_copy(worlds[self.rng.below(alive)] if again else self.truth))

    def overclaims(self, s: State) -> list[str]:
        """The bits of `seen` that some possible world contradicts, as sentences."""
        found = []
        specs = self.layout.specs
        for zone, lies in enumerate(self.truth):
            counted = specs[zone].follow == COUNT
            for place, card in enumerate(lies):
                mask = s.seen[card]
                if not mask:
                    continue
                for viewer, worlds in zip(self.viewers, self.worlds, strict=True):
                    if mask & self.layout.bit(viewer) and any(
                        card not in w[zone] if counted else w[zone][place] != card for w in worlds
                    ):
                        face = self.layout.faces[card]
                        found.append(
                            f"{_named(viewer)} is said to know that card {card} ({face}) lies in "
                            f"{specs[zone].name}, and could not tell it from another one"
                        )
        return found


def _copy(world: World) -> World:
    return [list(z) for z in world]


def _named(viewer: Player | None) -> str:
    return "the onlooker" if viewer is None else f"player {viewer}"


class Watch:
    """Listens to the verbs of one position: keeps the books, what was seen, and what ran."""

    def __init__(self, s: State, rng: SplitMix) -> None:
        self.s = s
        self.books = Books(s.layout, s.zones, rng)
        self.glimpsed = bytearray(s.seen)  # per card: everybody who knew it during this step
        self.ran: list[type[Any]] = []
        self.moving = 0  # verbs in progress: a game's own `move` may call further verbs
        self._later: list[tuple[int, int]] = []
        _follow(s, self)

    def begin(self) -> None:
        """A new step begins."""
        self.glimpsed[:] = self.s.seen
        self.ran.clear()
        self.s.agenda = Agenda(self.s, self.ran)

    def shown(self, card: int, mask: int) -> None:
        """A card was shown where it lies; while it is on its way, once it has arrived."""
        if self.moving:
            self._later.append((card, mask))
        else:
            self.books.learned(card, mask)
            self.glimpse()

    def arrived(self) -> None:
        """A move is done: note what was shown under way."""
        later, self._later = self._later, []
        for card, mask in later:
            self.books.learned(card, mask)
        self.glimpse()

    def glimpse(self) -> None:
        """Note who knows which card now."""
        for card, mask in enumerate(self.s.seen):
            self.glimpsed[card] |= mask


class Broken(Exception):
    """A position that breaks in the middle of a step, before the next frame stumbles over it."""

    def __init__(self, point: str, says: str) -> None:
        super().__init__(says)
        self.point = point
        self.says = says


def missing(s: State) -> str:
    """A card that is not in exactly one zone, as a sentence; `""` if there is none."""
    found = Counter(card for zone in s.zones for card in zone)
    for card, face in enumerate(s.layout.faces):
        if found[card] != 1:
            times = "in no zone" if not found[card] else f"in {found[card]} zones"
            return f"card {card} ({face}) is {times}"
    strange = [card for card in found if not 0 <= card < len(s.layout.faces)]
    return f"there are no cards {strange}" if strange else ""


class Agenda(list[Any]):
    """An agenda that tells which frames are taken up, and looks after the cards between them.

    A copy of it is a plain list.
    """

    def __init__(self, s: State, heard: list[type[Any]]) -> None:
        super().__init__(s.agenda)
        self.s = s
        self.heard = heard

    def pop(self, index: Any = -1) -> Any:
        lost = missing(self.s)
        if lost:
            raise Broken("zones", lost)
        top = super().pop(index)
        self.heard.append(type(top))
        inner = getattr(top, "ask", None)
        if inner is not None and hasattr(inner, "choose"):
            self.heard.append(type(inner))
        return top


def _follow(s: State, watch: Watch) -> None:
    """Let a position tell its verbs to the watch; its copies stay silent."""
    kind: Any = type(s)

    def move(self: Any, card: int, to: int, at: int | None = None) -> None:
        if self is not watch.s:
            kind.move(self, card, to, at)
            return
        origin = self.where[card]
        place = self.zones[origin].index(card)
        watch.moving += 1
        kind.move(self, card, to, at)
        watch.moving -= 1
        if card in self.zones[to]:
            watch.books.moved(card, origin, place, to, self.zones[to].index(card))
        else:
            watch.books.wrong.append(f"card {card} did not arrive where it was moved to")
        watch.arrived()

    def reveal(self: Any, card: int) -> None:
        kind.reveal(self, card)
        if self is watch.s:
            watch.shown(card, self.layout.all)

    def peek(self: Any, card: int, player: int) -> None:
        kind.peek(self, card, player)
        if self is watch.s:
            watch.shown(card, 1 << player)

    def arrange(self: Any, zone: int, order: Sequence[int]) -> None:
        kind.arrange(self, zone, order)
        if self is watch.s:
            watch.books.arranged(zone, self.zones[zone])
            watch.glimpse()

    def lay(self: Any, zone: int, cards: Sequence[int]) -> None:
        kind.lay(self, zone, cards)
        if self is watch.s:
            watch.books.laid(self.zones)
            watch.glimpse()

    body = {
        "__slots__": (),
        "__module__": kind.__module__,
        "move": move,
        "reveal": reveal,
        "peek": peek,
        "arrange": arrange,
        "lay": lay,
    }
    watched: Any = type(kind.__name__, (kind,), body)
    s.__class__ = watched
