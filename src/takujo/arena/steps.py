"""Looking back at a match: what a side saw after a step of it, at a table and of a record."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TypeAlias

from takujo.arena import wire
from takujo.arena.journal import Line
from takujo.arena.problem import problem
from takujo.arena.speech import Speech
from takujo.core.match import Match, RecordError
from takujo.core.views import Prompt

# Answers by step, side and language.
Steps: TypeAlias = dict[tuple[int, int | None, str], bytes]
MOST = 2000  # answers kept of one match


async def answer(match: Match, step: int | None, speech: Speech, kept: Steps | None) -> bytes:
    """What the viewer of `speech` saw after a step, as JSON; the last step when it is None.

    Answers are kept in `kept`, if the match no longer changes. Raises Problem when today's rules
    cannot replay the step.
    """
    lines = match.effective()
    steps = len(lines) - 1
    step = steps if step is None else max(0, min(step, steps))
    side = speech.viewer
    made = kept.get((step, side, speech.lang)) if kept is not None else None
    if made is None:
        try:
            past = await asyncio.to_thread(replayed, match, lines[: step + 1])
        except RecordError as error:  # the rules have changed since
            raise problem("not_now", "error.step_unreadable") from error
        shown = past.view(side)
        if not past.over:
            prompt = Prompt(title=shown.prompt.title, awaited=shown.prompt.awaited)
            shown = replace(shown, prompt=prompt)
        shown = replace(shown, offers=(), undo=False, restart=False, held=False)
        sides = [*range(match.players), None]
        view = wire.view(shown, speech)
        told = {"step": step, "steps": steps, "sides": sides, "view": view}
        made = wire.ENCODER.encode(told)
        if kept is not None and len(kept) < MOST:
            kept[step, side, speech.lang] = made
    return made


def replayed(match: Match, lines: list[Line]) -> Match:
    """The match as it was after these lines of its effective record."""
    fresh = [{k: v for k, v in line.items() if k not in ("seq", "digest")} for line in lines]
    return Match.load(match.header, [{"seq": i, **line} for i, line in enumerate(fresh)])
