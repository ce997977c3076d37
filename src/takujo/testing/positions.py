"""Points about positions as values: frames, copies, JSON, looking, the same choice again."""

from __future__ import annotations

import dataclasses
import json
from array import array
from collections.abc import Iterator
from typing import Any

from takujo.core import projection
from takujo.core.actions import IllegalAction
from takujo.core.frames import EACH, Frame, awaited, optional
from takujo.core.state import State
from takujo.testing.points import Found, Point, Position
from takujo.testing.report import difference

NOT_POSITION = ("events", "trail", "listed", "layout", "options")
SHARED = ("layout", "options", "listed")  # the same for all copies, never changed


def frames_immutable(p: Position) -> Found:
    """Frames are frozen, and hold ints, words, frames and tuples of these."""
    for frame in p.s.agenda:
        name = type(frame).__name__
        params = getattr(type(frame), "__dataclass_params__", None)
        if params is not None and not params.frozen:
            yield f"frame {name} can be changed: declare it with `@frame`"
        elif hasattr(frame, "__dict__"):
            yield f"frame {name} has a __dict__: declare `__slots__` in all its bases"
        else:
            bad = next(_not_plain(frame, name), None)
            yield bad
    if p.s.agenda and p.s.agenda[-1].kind not in (0, 1, 2, 3):
        yield f"frame {type(p.s.agenda[-1]).__name__} is of no kind"


def _not_plain(value: Any, at: str) -> Iterator[str]:
    if isinstance(value, Frame):
        for name in getattr(value, "__match_args__", ()):
            yield from _not_plain(getattr(value, name), f"{at}.{name}")
    elif isinstance(value, tuple):
        for i, x in enumerate(value):
            yield from _not_plain(x, f"{at}[{i}]")
    elif value is not None and not isinstance(value, (bool, int, str)):
        yield f"{at} holds {value!r}: a frame holds ints, words, frames, actions and tuples"


def hidden_ids(p: Position) -> Found:
    """Nothing public of the agenda depends on a hidden card: equal logs, equal agendas."""
    if not p.full:
        return
    seen: dict[Any, tuple[Any, Any]] = {}
    for after in p.futures:
        # What players read in private may differ for good reasons; what an onlooker reads may not.
        if not after.logs[None]:
            continue  # a step in the middle of a choice, which its frame may remember
        about = (after.choice.player, repr(after.logs[None]), after.draws)
        agenda = [_public(f) for f in after.s.agenda]
        table = repr(projection.view(p.game, after.s, None))
        other = seen.setdefault(about, (agenda, table))
        if other[1] == table:
            parted = difference(other[0], agenda, "the agenda")
            yield f"a frame tells apart what nobody can see: {parted}" if parted else None


def _public(frame: Frame[Any]) -> Any:
    fields = {n: getattr(frame, n) for n in getattr(frame, "__match_args__", ())}
    if frame.kind == EACH:
        fields.pop("answers", None)
    return (type(frame).__name__, fields)


def clone_independent(p: Position) -> Found:
    """A copy is equal in every slot and shares nothing that can change."""
    s, t = p.s, p.s.clone()
    for name in _slots(s):
        if not hasattr(s, name):
            continue
        if not hasattr(t, name):
            yield f"clone() leaves out {name}"
            continue
        a, b = getattr(s, name), getattr(t, name)
        if name in ("events", "trail"):
            yield f"clone() takes {name} along" if b else None
            continue
        if name in SHARED:
            continue
        if name == "agenda":
            a, b = a[:], b[:]  # the kit's own agenda listens; the copies of both are plain
        if a != b or type(a) is not type(b):
            yield f"clone() changes {name}: {difference(a, b, name) or (a, b)}"
            continue
        shared = next(_shared(a, b, name), None)
        yield f"clone() shares {shared}, which can be changed" if shared else None


def _slots(s: State) -> list[str]:
    names = [n for kind in type(s).__mro__ for n in getattr(kind, "__slots__", ())]
    names += list(getattr(s, "__dict__", ()))
    return [n for n in dict.fromkeys(names) if n not in ("__dict__", "__weakref__")]


def _shared(a: Any, b: Any, at: str) -> Iterator[str]:
    """Names of changeable things that are one object in both."""
    if a is None or isinstance(a, (bool, int, str, bytes, float, frozenset)):
        return
    if isinstance(a, (list, bytearray, array, dict, set)) and a is b:
        yield at
        return
    if isinstance(a, dict):
        for name in a:
            yield from _shared(a[name], b[name], f"{at}.{name}")
    elif isinstance(a, (list, tuple)):
        for i, (x, y) in enumerate(zip(a, b, strict=False)):
            yield from _shared(x, y, f"{at}[{i}]")
    elif isinstance(a, Frame):
        for name in getattr(a, "__match_args__", ()):
            yield from _shared(getattr(a, name), getattr(b, name), f"{at}.{name}")
    elif isinstance(a, (bytearray, array, set)):
        return
    elif a is b and not _frozen(a):
        yield f"{at} ({type(a).__name__})"


def _frozen(value: Any) -> bool:
    params = getattr(type(value), "__dataclass_params__", None)
    return dataclasses.is_dataclass(value) and params is not None and bool(params.frozen)


def json_exact(p: Position) -> Found:
    """`to_json`, `json.dumps`, `json.loads`, `from_json` give an equal position, slot by slot."""
    s = p.s
    data = s.to_json()
    text = json.dumps(data)
    again = json.loads(text)
    yield _or_none("to_json() cannot be read back by json", difference(_lists(data), again))
    t = p.game.from_json(p.table.players, p.table.options, again)
    yield _or_none("from_json(to_json()) parts", difference(again, t.to_json()))
    for name in _slots(s):
        if name in NOT_POSITION or not hasattr(s, name):
            continue
        if not hasattr(t, name):
            yield f"from_json leaves out {name}"
            continue
        a, b = getattr(s, name), getattr(t, name)
        if name == "agenda":
            a, b = list(a), list(b)
        yield _or_none("from_json(to_json()) parts", _typed(a, b, name))
    yield None if s == t else "a position read back is not equal to itself"
    found = difference(awaited(s), awaited(t), "what is asked")
    yield _or_none("from_json(to_json()) asks something else", found)


def _lists(data: Any) -> Any:
    """The data as JSON can hold it; a tuple is written as a list."""
    if isinstance(data, tuple):
        return [_lists(x) for x in data]
    if isinstance(data, list):
        return [_lists(x) for x in data]
    if isinstance(data, dict):
        return {k: _lists(v) for k, v in data.items()}
    return data


def _typed(a: Any, b: Any, at: str) -> str:
    if type(a) is not type(b):
        return f"{at} is {type(a).__name__} {a!r} and comes back as {type(b).__name__} {b!r}"
    if isinstance(a, (list, tuple)) and len(a) == len(b):
        for i, (x, y) in enumerate(zip(a, b, strict=True)):
            found = _typed(x, y, f"{at}[{i}]")
            if found:
                return found
    if isinstance(a, Frame):
        for name in getattr(a, "__match_args__", ()):
            found = _typed(getattr(a, name), getattr(b, name), f"{at}.{name}")
            if found:
                return found
    return "" if a == b else difference(a, b, at) or f"{at} is {a!r} and comes back as {b!r}"


def looking_is_free(p: Position) -> Found:
    """Views, lists, results, prints and evaluations change nothing, and say the same twice."""
    game, s = p.game, p.s
    before, clones = s.to_json(), s.clone()
    notes = (len(s.events), len(s.trail), dict(s.options))
    first = [repr(p.views[v]) for v in p.watchers]
    yield _same(p, before, notes, "looking")
    for viewer, shown in zip(p.watchers, first, strict=True):
        again = repr(p.look(s, viewer)) if p.full else shown
        yield None if again == shown else f"two looks of {viewer} at one position differ"
    if not p.full:
        return
    looks: list[tuple[str, Any]] = [
        ("result()", lambda: game.result(s)),
        ("sheet()", lambda: game.sheet(s)),
        ("tallies()", lambda: game.tallies(s)),
        ("progress()", lambda: game.progress(s)),
        ("repr()", lambda: (repr(s), str(s))),
        ("optional()", lambda: optional(s)),
        ("window()", lambda: [f.window(s) for f in s.agenda[-1:]]),
    ]
    looks += [(f"evaluate({v})", lambda v=v: game.evaluate(s, v)) for v in range(p.table.players)]
    looks += [(f"pools({v})", lambda v=v: game.pools(s, v, p.rng)) for v in p.viewers]
    for name, look in looks:
        look()
        yield _same(p, before, notes, name)
    yield None if clones.to_json() == before else "looking at a position changes its copies"


def _same(p: Position, before: Any, notes: Any, name: str) -> str | None:
    s = p.s
    found = difference(before, s.to_json())
    if found:
        return f"{name} changes the position: {found}"
    if (len(s.events), len(s.trail), dict(s.options)) != notes:
        return f"{name} leaves an event, a move or an option behind"
    return None


def same_again(p: Position) -> Found:
    """The same choice with the same outcomes leads to the same position, events and moves."""
    if p.choice is None:
        return
    try:
        one, two = p.after(p.s, p.choice), p.after(p.s, p.choice)
    except IllegalAction:
        return  # reported as an offer that is refused
    found = (
        difference(one.s.to_json(), two.s.to_json())
        or difference(one.s.events, two.s.events, "events")
        or difference(one.s.trail, two.s.trail, "moves")
    )
    yield _or_none(f"{p.game.notation(p.choice.action)!r} does not lead to the same twice", found)


def _or_none(says: str, found: str) -> str | None:
    return f"{says}: {found}" if found else None


EARLY = (
    Point("frames", frames_immutable, grave=True),
    Point("clone", clone_independent, grave=True),
    Point("json", json_exact, grave=True),
)
POINTS = (
    Point("looking", looking_is_free, grave=True),
    Point("replay", same_again, grave=True),
)
LATER = (Point("frames", hidden_ids),)
