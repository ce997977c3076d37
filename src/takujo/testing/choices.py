"""Points about choices: somebody is always asked, what is offered is taken, all else is refused."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from takujo.core.actions import Action, Decision, IllegalAction, Verb
from takujo.core.frames import EACH, LIBRARY_VERBS, apply, awaited, optional
from takujo.core.match import Match, Refused
from takujo.core.state import State
from takujo.core.views import Offer, View
from takujo.testing.points import Found, Point, Position, whom
from takujo.testing.report import difference
from takujo.testing.table import Choice

TRIED = 80  # offers tried at a position, at most
STRAY = 6  # actions tried that are not offered

NONSENSE = ("", " ", "no such thing", "pass 99", "set:1")


def never_a_dead_end(p: Position) -> Found:
    """Until it is over somebody is asked, and whoever is asked has a choice."""
    decisions = awaited(p.s)
    if not p.s.agenda:
        yield None
        return
    if not decisions:
        yield f"nobody is asked and it is not over: next is {p.s.agenda[-1]!r}"
        return
    seats = range(p.table.players)
    for decision in decisions:
        if not decision.actions:
            yield f"player {decision.player} is asked {decision.prompt.key!r} and has no choice"
        elif decision.player not in seats:
            yield f"player {decision.player} is asked, who has no seat"
        elif decision.optional:
            yield f"{decision.prompt.key!r} is optional and yet awaited"
        else:
            yield None
    players = [d.player for d in decisions]
    yield None if len(set(players)) == len(players) else f"a player is asked twice: {players}"
    for decision in optional(p.s):
        if not decision.optional:
            yield f"interrupt {decision.prompt.key!r} is not marked as optional"
        elif decision.player not in seats:
            yield f"player {decision.player}, who has no seat, may interrupt"
        else:
            yield None


def offers_are_listed(p: Position) -> Found:
    """Offers are unique, in a stable order, of declared verbs, and parse back."""
    for decision in p.decisions:
        yield from _listed(p, decision)
    fresh = p.s.clone()
    fresh.listed = None
    yield _or_none("listing twice gives another list", difference(awaited(p.s), awaited(fresh)))


def offers_are_shown(p: Position) -> Found:
    """What is offered is shown, in the same order, and can be clicked."""
    for viewer in p.watchers:
        mine = [d for d in p.decisions if d.player == viewer]
        keys = [key for d in mine for key in p.game.keys(d)]
        shown = p.views[viewer]
        offered = [o.key for o in shown.offers if o.why_not is None]
        if offered != keys:
            yield f"{whom(viewer)} is shown {_differs(offered, keys)}"
            continue
        yield from _clickable(shown)


def offers_are_taken(p: Position) -> Found:
    """What is offered is carried out, and is as final as the game says beforehand."""
    for choice in p.some(TRIED):
        key = p.game.notation(choice.action)
        try:
            after = p.after(p.s, choice)
        except IllegalAction as refused:
            yield f"{key!r} is offered to player {choice.player} and refused: {refused}"
            continue
        said, final = p.game.final(p.s, *choice), after.s.epoch != p.s.epoch
        answer = p.s.agenda[-1].kind == EACH and not choice.decision.optional
        wrong = said is not None and said != final and not answer
        yield f"{key!r}: `final` says {said}, and it is {final}" if wrong else None


def imagined_offers_are_taken(p: Position) -> Found:
    """What a player is offered he may play in every position that he imagines."""
    for player in dict.fromkeys(d.player for d in p.decisions):
        mine = [Choice(d, a) for d in p.decisions if d.player == player for a in d.actions]
        t = p.world(player)
        for choice in mine[:TRIED]:
            try:
                p.after(t, choice)
            except IllegalAction as refused:
                key = p.game.notation(choice.action)
                yield f"in a position imagined by player {player} {key!r} is refused: {refused}"
                break
        else:
            yield None


def _listed(p: Position, decision: Decision) -> Found:
    actions = decision.actions
    named = f"{decision.prompt.key!r}"
    for action in actions:
        strange = _of_verb(p, action)
        if strange:
            yield f"{named}: {strange}"
            return
    keys = [p.game.notation(a) for a in actions]
    if len(set(actions)) != len(actions):
        twice = next(a for i, a in enumerate(actions) if a in actions[:i])
        yield f"{named} offers {p.game.notation(twice)!r} twice"
    elif len(set(keys)) != len(keys):
        twice_key = next(k for i, k in enumerate(keys) if k in keys[:i])
        yield f"two actions of {named} are both written {twice_key!r}"
    else:
        parsed = p.game.keys(decision)
        wrong = next((k for k, a in zip(keys, actions, strict=True) if parsed.get(k) != a), None)
        yield None if wrong is None else f"{wrong!r} of {named} does not parse back to itself"


def _of_verb(p: Position, action: Action) -> str:
    try:
        verb = p.game.verb(action.kind)
    except KeyError:
        return f"the game declares no verb {action.kind!r}"
    try:
        made = verb(*action.args)
    except ValueError as error:
        return str(error)
    return "" if made == action else f"{action!r} is not what its verb makes"


def _clickable(view: View) -> Found:
    """Every id of a path names something that the player can see."""
    pieces = {piece.id for zone in view.scene for piece in zone.pieces}
    zones = {zone.id for zone in view.scene}
    panels = {f"~{panel.player}" for panel in view.panels}
    paths: dict[tuple[str, ...], Offer] = {}
    for offer in view.offers:
        if offer.why_not is not None:
            continue
        if not offer.path:
            yield f"{offer.key!r} cannot be clicked: its path is empty"
            continue
        if len(offer.path) > 3 and not offer.toggle:
            yield f"{offer.key!r} takes {len(offer.path)} clicks, more than three"
            continue
        lost = next((i for i in offer.path if not _there(i, pieces, zones, panels)), None)
        if lost is not None:
            yield f"{offer.key!r} is clicked at {lost!r}, which is not in the view"
            continue
        other = paths.setdefault(offer.path, offer)
        if other is not offer and not offer.toggle:
            yield f"{offer.key!r} and {other.key!r} have the same clicks {offer.path}"
            continue
        yield None
    if view.prompt.draft is not None:
        lost = next(
            (x for x in view.prompt.draft.places if not _there(x, pieces, zones, panels)), None
        )
        yield None if lost is None else f"answers lie at {lost!r}, which is not in the view"
        long = next((x for x in view.offers if not x.interrupt and len(x.path) > 1), None)
        yield None if long is None else f"{long.key!r} of a draft takes more than one click"


def _there(click: str, pieces: set[str], zones: set[str], panels: set[str]) -> bool:
    if click[:1] in ("!", "="):
        return len(click) > 1
    if click[:1] == "~":
        return click in panels
    if click[:1] == "@":
        return click[1:] in zones
    if click[:1] == "#":
        zone, colon, _ = click[1:].partition(":")
        return zone in zones if colon else bool(zone)
    return click.split(":")[0] in pieces


def _differs(offered: list[str], keys: list[str]) -> str:
    for i in range(max(len(offered), len(keys))):
        a = offered[i] if i < len(offered) else "nothing"
        b = keys[i] if i < len(keys) else "nothing"
        if a != b:
            return f"offer {i} as {a!r}, and the decision has {b!r} there"
    return "another list than the decision's"


def brief_is_subset(p: Position) -> Found:
    """A brief list is a part of the list, without doubles, in its order, and not empty."""
    for decision in p.decisions:
        brief = decision.brief
        if brief is None:
            continue
        left = iter(decision.actions)
        if not brief:
            yield f"the brief list of {decision.prompt.key!r} is empty"
        elif not all(action in left for action in brief):
            yield f"the brief list of {decision.prompt.key!r} is no part of its list, in its order"
        else:
            yield None


def refusals_change_nothing(p: Position) -> Found:
    """Whatever is not offered is refused, whoever tries it, and nothing changes."""
    if not p.full or p.choice is None:
        return
    s, before = p.s.clone(), p.s.to_json()
    offered = {(d.player, a) for d in p.decisions for a in d.actions}
    for player in (*range(-1, p.table.players + 1), 99):
        for action in (*_stray(p), *(c.action for c in p.some(STRAY))):
            if (player, action) not in offered:
                yield _refused(p, s, before, player, action)
    yield from _refused_keys(p, before)


def _refused(p: Position, s: State, before: Any, player: int, action: Action) -> str | None:
    key = f"{_written(p, action)!r} of player {player}"
    try:
        apply(s, player, action, p.table.live())
    except IllegalAction:
        found = difference(before, s.to_json())
        if found or s.events or s.trail:
            return f"{key} is refused and yet changes something: {found or 'an event is left'}"
        return None
    return f"{key} is not offered and yet carried out"


def _refused_keys(p: Position, before: Any) -> Found:
    """The same through the door that people use: keys, and the reason for a refusal."""
    table = p.table
    match = Match(p.game, table.players, table.options, table.header, table.key)
    match.state = p.s.clone()
    match.lines = list(table.lines)
    every = list(dict.fromkeys(_written(p, c.action) for c in p.some(STRAY)))
    every += [_written(p, a) for a in _stray(p)] + list(NONSENSE)
    for player in range(table.players):
        mine = {k for d in p.decisions if d.player == player for k in p.game.keys(d)}
        name = match.asked(player) or "nothing"
        for key in every:
            if key in mine:
                continue
            try:
                match.play(player, key, name)
            except Refused as refused:
                p.said.append(refused.reason)
                found = difference(before, match.state.to_json())
                left = (
                    match.state.events or match.state.trail or len(match.lines) != len(table.lines)
                )
                if found or left:
                    said = found or "an event, a move or a line is left"
                    yield f"{key!r} of player {player} is refused and changes something: {said}"
                    return
                yield None
            else:
                yield f"{key!r} of player {player} is not offered and yet played"
                return


def _written(p: Position, action: Action) -> str:
    try:
        return p.game.notation(action)
    except (IndexError, KeyError, ValueError):
        return repr(action)  # no notation has it


def _stray(p: Position) -> list[Action]:
    """Some actions of the game's verbs, whether they are offered or not."""
    verbs: tuple[Verb, ...] = (*p.game.verbs, *LIBRARY_VERBS)
    found = []
    for _ in range(STRAY):
        verb = verbs[p.rng.below(len(verbs))]
        args = [p.rng.below(len(d)) for d in verb.args]
        if verb.many is not None:
            args += sorted({p.rng.below(len(verb.many)) for _ in range(p.rng.below(4))})
        found.append(verb(*args))
    return [*found, Action("no such verb"), Action(verbs[0].name, (99, 99, 99, 99))]


def open_asks_are_open(p: Position) -> Found:
    """An ask declared open has one and the same list in all positions that anybody may imagine."""
    if not p.s.agenda:
        return
    top = p.s.agenda[-1]
    if getattr(top, "open", False):
        keys = _asked_keys(p, awaited(p.s))
        for viewer in p.watchers:
            for _ in range(3 if p.full else 1):
                other = _asked_keys(p, awaited(p.world(viewer)))
                found = difference(keys, other, "its list")
                yield _or_none(
                    f"{type(top).__name__} is declared open, and {whom(viewer)} "
                    "cannot work out what it offers",
                    found,
                )
    window = top.window(p.s)
    for viewer in p.viewers if p.full else ():
        t = p.world(viewer)
        if t.agenda[-1].window(t) != window:
            yield f"the window of {type(top).__name__} depends on what {whom(viewer)} cannot see"
        else:
            yield None


def _asked_keys(p: Position, decisions: Iterable[Decision]) -> list[tuple[int, list[str]]]:
    return [(d.player, list(p.game.keys(d))) for d in decisions]


def _or_none(says: str, found: str) -> str | None:
    return f"{says}: {found}" if found else None


EARLY = (
    Point("dead ends", never_a_dead_end, grave=True),
    Point("offers", offers_are_listed, grave=True),
)
# Views try offers out, so these are tried before anybody looks.
CHOSEN = (
    Point("offers", offers_are_taken, grave=True),
    Point("play on", imagined_offers_are_taken, grave=True),
)
POINTS = (
    Point("offers", offers_are_shown),
    Point("brief", brief_is_subset),
    Point("refusals", refusals_change_nothing),
    Point("open asks", open_asks_are_open),
)
