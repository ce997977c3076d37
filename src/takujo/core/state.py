"""The position of a match: agenda, cards, what everybody knows, and the game's own fields."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Self, TypeAlias

from takujo.core.actions import Action, Decision
from takujo.core.events import Event
from takujo.core.frames import Frame
from takujo.core.texts import Arg, cards_in
from takujo.core.views import Sheet
from takujo.core.zones import Cards, Layout

Json: TypeAlias = Any
Options: TypeAlias = Mapping[str, Any]

# Half the cost of `Event(...)`, whose own `__new__` is a Python function: 1 event per decision.
_event = tuple.__new__


class State(Cards):
    """A plain mutable object without randomness; a game adds slots and copies them in `copy_own`.

    Own fields that are indexed by card (a bytearray each) are named in `card_fields`: they belong
    to the place where a hidden card lies, not to its face. Plain own fields are ints, tuples,
    bytearrays and lists of ints.
    """

    __slots__ = ("agenda", "events", "listed", "options")

    card_fields: ClassVar[tuple[str, ...]] = ()
    own: ClassVar[tuple[str, ...]] = ()  # names of the game's own fields

    agenda: list[Frame[Any]]
    events: list[Event]  # since the last look; not part of the position
    listed: tuple[Decision, ...] | None  # the decisions of this position, once they were listed

    def __init__(self, layout: Layout, options: Options) -> None:
        n = len(layout.faces)
        self.layout = layout
        self.options = options
        self.agenda = []
        self.zones = [()] * len(layout.specs)
        self.where = bytearray(n)
        self.seen = bytearray(n)
        self.stamp = array("H", bytes(2 * n))
        self.next_stamp = 0
        self.epoch = 0
        self.trail = []
        self.events = []
        self.silent = False
        self.listed = None

    @property
    def players(self) -> int:
        """How many take part, house players included."""
        return self.layout.players

    # --- copies --------------------------------------------------------------------------------

    def clone(self) -> Self:
        """An independent copy of the position; its events start empty."""
        t = object.__new__(type(self))
        t.layout = self.layout
        t.options = self.options
        t.agenda = self.agenda[:]
        t.zones = self.zones[:]
        t.where = self.where[:]
        t.seen = self.seen[:]
        t.stamp = self.stamp[:]
        t.next_stamp = self.next_stamp
        t.epoch = self.epoch
        t.trail = []
        t.events = []
        t.silent = self.silent
        t.listed = self.listed
        self.copy_own(t)
        return t

    def copy_own(self, t: Self) -> None:
        """Copy the game's own fields into `t`, by slices."""
        for name in self.own:
            value = getattr(self, name)
            setattr(t, name, value[:] if isinstance(value, (bytearray, list, array)) else value)

    def to_json(self) -> Json:
        """Exact at every decision; `from_json` gives an equal position."""
        return {
            "agenda": [_frame_to_json(f) for f in self.agenda],
            "zones": [list(z) for z in self.zones],
            "seen": list(self.seen),
            "stamp": list(self.stamp),
            "next_stamp": self.next_stamp,
            "epoch": self.epoch,
            "own": {name: _to_json(getattr(self, name)) for name in self.own},
        }

    def load(self, data: Json, frames: Mapping[str, type[Frame[Any]]]) -> None:
        """Take the position from `to_json` data; the layout and the options are set already.

        Raises ValueError when the data are of a game with other zones, cards or fields.
        """
        zones = [tuple(z) for z in data["zones"]]
        n, laid = len(self.layout.faces), sorted(card for zone in zones for card in zone)
        if len(zones) != len(self.zones) or laid != list(range(n)):
            raise ValueError(
                f"expected {len(self.zones)} zones, and in them each of {n} cards once"
            )
        if len(data["seen"]) != n or len(data["stamp"]) != n or set(data["own"]) != set(self.own):
            raise ValueError(f"expected facts of {n} cards and the fields {', '.join(self.own)}")
        self.agenda = [_frame_from_json(f, frames) for f in data["agenda"]]
        self.zones = zones
        for zone, cards in enumerate(zones):
            for card in cards:
                self.where[card] = zone
        self.seen = bytearray(data["seen"])
        self.stamp = array("H", data["stamp"])
        self.next_stamp = data["next_stamp"]
        self.epoch = data["epoch"]
        for name in self.own:
            setattr(self, name, _like(getattr(self, name), data["own"][name], frames))
        self.trail.clear()
        self.events.clear()
        self.listed = None

    # --- the agenda ----------------------------------------------------------------------------

    def then(self, *frames: Frame[Any]) -> None:
        """Do these next, in reading order."""
        self.agenda.extend(frames[::-1])

    def cut(self, kind: type[Frame[Any]]) -> None:
        """Drop everything above the next frame of this kind: a sudden end makes it void."""
        for i in range(len(self.agenda) - 1, -1, -1):
            if isinstance(self.agenda[i], kind):
                del self.agenda[i + 1 :]
                return
        raise RuntimeError(f"no {kind.__name__} on the agenda to cut down to")

    # --- events --------------------------------------------------------------------------------

    def emit(self, event: str, /, **args: Arg) -> None:
        """Tell what happened: the sentence `log.<event>`; card masks are read from `seen`, now."""
        if self.silent:
            return
        items = tuple(args.items())
        seen, stamps = self._masks(items)
        self.events.append(_event(Event, (event, items, seen, stamps, False, None)))

    def headline(self, event: str, /, **args: Arg) -> None:
        """Tell that a round or a phase begins."""
        if self.silent:
            return
        items = tuple(args.items())
        self.events.append(Event(event, items, *self._masks(items), heading=True))

    def report(self, event: str, sheet: Sheet, /, **args: Arg) -> None:
        """Tell something that comes with a score sheet to look at, which names no cards."""
        if self.silent:
            return
        items = tuple(args.items())
        seen, stamps = self._masks(items)
        self.events.append(Event(event, items, seen, stamps, sheet=sheet))

    def _masks(self, items: Iterable[tuple[str, Arg]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        cards = tuple(cards_in(arg for _, arg in items))
        return tuple(self.seen[c] for c in cards), tuple(self.stamp[c] for c in cards)

    # --- printing ------------------------------------------------------------------------------

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.to_json()}>"

    def __str__(self) -> str:
        lines = [
            f"{spec.name}: {' '.join(self.layout.faces[c] for c in cards)}"
            for spec, cards in zip(self.layout.specs, self.zones, strict=True)
            if cards
        ]
        lines += [f"{name}: {_plain(getattr(self, name))}" for name in self.own]
        lines.append("next: " + (", ".join(map(repr, reversed(self.agenda))) or "nothing, over"))
        return "\n".join(lines)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.layout == other.layout and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]


def _plain(value: object) -> object:
    return list(value) if isinstance(value, (bytearray, array)) else value


def _to_json(value: Any) -> Json:
    if isinstance(value, Action):
        return {"do": [value.kind, *value.args]}
    if isinstance(value, Frame):
        return {"frame": _frame_to_json(value)}
    if isinstance(value, (bytearray, array)):
        return list(value)
    if isinstance(value, (tuple, list)):
        return [_to_json(v) for v in value]
    if value is None or isinstance(value, (bool, int, str)):
        return value
    raise TypeError(f"a position holds ints, words, frames and sequences of these, not {value!r}")


def _from_json(data: Json, frames: Mapping[str, type[Frame[Any]]]) -> Any:
    if isinstance(data, list):
        return tuple(_from_json(v, frames) for v in data)
    if isinstance(data, dict):
        if "do" in data:
            return Action(data["do"][0], tuple(data["do"][1:]))
        return _frame_from_json(data["frame"], frames)
    return data


def _frame_to_json(frame: Frame[Any]) -> Json:
    fields: Sequence[str] = getattr(frame, "__match_args__", ())
    return [type(frame).__name__, *(_to_json(getattr(frame, name)) for name in fields)]


def _frame_from_json(data: Json, frames: Mapping[str, type[Frame[Any]]]) -> Frame[Any]:
    name, *fields = data
    if name not in frames:
        raise ValueError(f"this game has no frame {name!r}; it has {', '.join(sorted(frames))}")
    return frames[name](*(_from_json(v, frames) for v in fields))


def _like(old: Any, data: Json, frames: Mapping[str, type[Frame[Any]]]) -> Any:
    """Read a field in the type that a fresh state gives it."""
    if isinstance(old, bytearray):
        return bytearray(data)
    if isinstance(old, array):
        return array(old.typecode, data)
    if isinstance(old, list):
        return [_from_json(v, frames) for v in data]
    return _from_json(data, frames)
