"""Project a position for one viewer: the view starts empty and only adds what he may know."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from sys import intern
from typing import Any, TypeVar

from takujo.core.actions import Action, Decision
from takujo.core.chance import Simulated, SplitMix
from takujo.core.events import Event, Step
from takujo.core.frames import EACH, answers_of, awaited, do, interrupt, optional
from takujo.core.game import Game, waiting
from takujo.core.state import State
from takujo.core.texts import Arg, CardName, Named, Player, Several, Text, Who, say
from takujo.core.views import Forecast, LogLine, Offer, Prompt, Result, View
from takujo.core.zones import PIECE, PLACE, Layout

S = TypeVar("S", bound=State)


def asked(decision: Decision, keys: Iterable[str], chosen: int) -> str:
    """The name of a decision: a digest of seat, prompt, offered keys and how often he chose.

    It stays the same while others interrupt, and changes when the offers change.
    """
    # The prompt's arguments stay out: they may name a card that he who is asked does not know.
    text = repr((decision.player, chosen, decision.prompt.key, list(keys)))
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


def view(
    game: Game[S],
    s: S,
    viewer: Player | None,
    *,
    chosen: int = 0,
    final: bool = True,
    ended: Result | None = None,
) -> View:
    """Everything the viewer may see of a position; log, moves and undo are the match's part.

    `chosen` counts the choices that the viewer has made. With `final`, offers that cannot be taken
    back are marked. `ended` is the result of a match that was over before its position was.
    """
    decisions = awaited(s) if ended is None else ()
    waited = tuple(d.player for d in decisions)
    # How far somebody is in a simultaneous choice is his secret: others see that he chooses.
    each = bool(s.agenda) and s.agenda[-1].kind == EACH
    everybody = say("waiting.everybody")
    texts = {d.player: everybody if each else _named(waiting(d), s, viewer) for d in decisions}
    panels = tuple(
        replace(panel, waiting=texts[panel.player]) if panel.player in texts else panel
        for panel in game.panels(s, viewer)
    )
    mine = [d for d in decisions if d.player == viewer and viewer is not None]
    extra = [d for d in optional(s) if d.player == viewer] if viewer is not None else []
    if not decisions:
        extra = []
    offers: list[Offer] = []
    for decision in (*mine, *extra):
        offers += _offers(game, s, decision, final)
        offers += _explained(game, s, decision)
    return View(
        game=game.id,
        viewer=viewer,
        scene=game.scene(s, viewer),
        panels=panels,
        prompt=_prompt(game, s, viewer, decisions, mine, extra, waited, chosen),
        offers=tuple(offers),
        result=None if decisions else _shown(game, s, viewer, ended or game.result(s)),
        scores=game.scores(s),
        progress=game.progress(s),
    )


def _shown(game: Game[S], s: S, viewer: Player | None, result: Result) -> Result:
    return replace(
        result, reason=_named(result.reason, s, viewer), sheet=result.sheet or game.sheet(s)
    )


def _prompt(
    game: Game[S],
    s: S,
    viewer: Player | None,
    decisions: tuple[Decision, ...],
    mine: Sequence[Decision],
    extra: Sequence[Decision],
    waited: tuple[Player, ...],
    chosen: int,
) -> Prompt:
    top: Any = s.agenda[-1] if s.agenda else None
    each = top is not None and top.kind == EACH
    done: tuple[Player, ...] = ()
    if each:
        parts = range(len(answers_of(top)))
        done = tuple(p for p in parts if p not in waited and answers_of(top)[p])
    if not decisions:
        return Prompt()
    if mine:
        decision = mine[0]
        keys = game.keys(decision)
        guide = game.guide(s, decision)
        return Prompt(
            title=_named(decision.prompt, s, viewer),
            subtitle=_named(guide or _hint(decision.prompt), s, viewer),
            asked=asked(decision, keys, chosen),
            awaited=waited,
            chosen=done,
            open=not each and bool(getattr(top, "open", False)),
            guided=guide is not None,
            draft=game.draft(s, decision.player),
        )
    title = say("prompt.everybody") if each else _named(waiting(decisions[0]), s, viewer)
    named = asked(extra[0], game.keys(extra[0]), chosen) if extra else ""
    return Prompt(title=title, asked=named, awaited=waited, chosen=done)


def _hint(prompt: Text) -> Text:
    return Text(prompt.key + ".hint", prompt.args)


def _offers(game: Game[S], s: S, decision: Decision, final: bool) -> list[Offer]:
    made = []
    viewer = decision.player
    answer = s.agenda[-1].kind == EACH and not decision.optional
    for action in decision.actions:
        offer = game.offer(s, decision, action)
        made.append(
            replace(
                offer,
                label=_named(offer.label, s, viewer),
                note=_named(offer.note, s, viewer) if offer.note is not None else None,
                interrupt=decision.optional,
                final=final and not answer and _is_final(game, s, decision, action),
                forecast=_forecast(game, s, decision, action, offer),
            )
        )
    return made


def _forecast(
    game: Game[S], s: S, decision: Decision, action: Action, offer: Offer
) -> Forecast | None:
    forecast = offer.forecast or game.forecast(s, decision, action)
    if forecast is None or forecast.words is None:
        return forecast
    return replace(forecast, words=_named(forecast.words, s, decision.player))


def _explained(game: Game[S], s: S, decision: Decision) -> list[Offer]:
    """What looks playable and is not, with the rule that forbids it."""
    viewer = decision.player
    return [
        replace(
            offer,
            label=_named(offer.label, s, viewer),
            why_not=_named(offer.why_not, s, viewer) if offer.why_not is not None else None,
        )
        for offer in game.explained(s, decision)
    ]


def _is_final(game: Game[S], s: S, decision: Decision, action: Action) -> bool:
    """Would somebody learn something, so that this choice could not be taken back?

    The mark is public to its player; it tells nothing as long as a rule whose outcome depends on a
    hidden card commits, whatever the card is, as undo demands anyway.
    """
    said = game.final(s, decision, action)
    if said is not None:
        return said
    t = s.clone()
    nature = Simulated(SplitMix(0))
    (interrupt if decision.optional else do)(t, decision.player, action, nature)
    return t.epoch != s.epoch


# --- cards in texts ---------------------------------------------------------------------------


def _named(text: Text, s: State, viewer: Player | None) -> Text:
    """Put names on the cards of a text, as far as the viewer knows them now."""
    if not any(type(a) in (CardName, Text, Several) for _, a in text.args):
        return text
    return Text(text.key, tuple((name, _name_arg(a, s, viewer)) for name, a in text.args))


def _name_arg(arg: Arg, s: State, viewer: Player | None) -> Arg:
    if isinstance(arg, CardName):
        face = s.layout.faces[arg.card] if s.knows(viewer, arg.card) else ""
        return Named(face, s.layout.seats[arg.card], s.piece_id(arg.card, viewer))
    if isinstance(arg, Text):
        return _named(arg, s, viewer)
    if isinstance(arg, Several):
        return Several(tuple(_name_arg(a, s, viewer) for a in arg.items))
    return arg


def log_line(event: Event, layout: Layout, viewer: Player | None, seq: int) -> LogLine:
    """One event as this viewer reads it: a card is named if he knew it at that moment."""
    masks = iter(zip(event.seen, event.stamps, strict=True))
    bit = layout.bit(viewer)
    args = event.args
    if event.seen:
        args = tuple((name, _read_arg(arg, masks, layout, bit)) for name, arg in args)
    who = next((a.player for _, a in event.args if isinstance(a, Who)), None)
    # A log is long and its sentences are few: its lines share the names of these.
    text = Text(intern(f"log.{event.kind}"), args)
    return LogLine(seq, text, who, event.heading, sheet=event.sheet)


def _read_arg(arg: Arg, masks: Iterator[tuple[int, int]], layout: Layout, bit: int) -> Arg:
    if isinstance(arg, CardName):
        seen, stamp = next(masks)
        seat = layout.seats[arg.card]
        if seen & bit:
            return Named(layout.faces[arg.card], seat, f"c{arg.card}")
        return Named("", seat, f"k{stamp}" if stamp else "")
    if isinstance(arg, Text):
        inner = ((name, _read_arg(a, masks, layout, bit)) for name, a in arg.args)
        return Text(arg.key, tuple(inner))
    if isinstance(arg, Several):
        return Several(tuple(_read_arg(a, masks, layout, bit) for a in arg.items))
    return arg


def moves(
    trail: Iterable[Step], layout: Layout, viewer: Player | None
) -> tuple[tuple[str, str], ...]:
    """Which piece became which, as far as the viewer could follow it."""
    bit = layout.bit(viewer)
    found: list[tuple[str, str]] = []
    for step in trail:
        zone, place, stamp, seen = step.before
        # Whoever has forgotten the card could not see which one of those he knew has left.
        old = _called(step.card, (zone, place, stamp, seen & step.after[3]), layout, bit)
        new = _called(step.card, step.after, layout, bit)
        if old != new:
            found.append((old, new))
    return tuple(found)


def _called(card: int, spot: tuple[int, int, int, int], layout: Layout, bit: int) -> str:
    zone, place, stamp, seen = spot
    spec = layout.specs[zone]
    if seen & bit:
        return f"c{card}"
    if spec.follow == PIECE:
        return f"k{stamp}"
    if spec.follow == PLACE:
        return f"{spec.name}.{place}"
    return f"@{spec.name}"
