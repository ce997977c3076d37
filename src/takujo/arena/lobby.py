"""The lobby: whose turn it is, tables to join, matches to watch."""

from __future__ import annotations

import msgspec

from takujo.arena.identity import Lang
from takujo.arena.live import Live
from takujo.arena.matches import Matches
from takujo.arena.problem import Problem
from takujo.arena.showing import Shown, show
from takujo.arena.store import Store, Table

OPEN = 40
WATCHED = 12


class Mine(msgspec.Struct, frozen=True):
    """A table at which the guest sits; `turn`: the match waits for him."""

    table: Shown
    turn: bool = False
    prompt: str = ""


class Watched(msgspec.Struct, frozen=True):
    """A match to watch: main counters by seat, and how far it is."""

    table: Shown
    panels: list[tuple[int, int]]
    progress: str = ""


class Lobby(msgspec.Struct, frozen=True):
    """What a guest finds when he comes in."""

    mine: list[Mine]
    open: list[Shown]
    running: list[Watched]


class Reception:
    """Puts lobbies together; what all guests share is looked up once for all of them."""

    def __init__(self, store: Store, live: Live, matches: Matches) -> None:
        self._store = store
        self._live = live
        self._matches = matches
        self._seen = -1
        self._open: list[Table] = []
        self._running: list[Table] = []

    async def lobby(self, guest: str, lang: Lang) -> Lobby:
        """The lobby as one guest sees it."""
        if self._seen != self._live.tables_changed:
            seen = self._live.tables_changed
            self._open = await self._store.tables("open", public=True, most=OPEN)
            self._running = await self._store.tables("running", public=True, most=WATCHED)
            self._seen = seen
        mine = await self._store.tables_of(guest)
        own = {table.id for table in mine}
        return Lobby(
            mine=[await self._mine(t, guest, lang) for t in mine if t.state != "over"],
            open=[
                show(t, guest, lang, self._live)
                for t in self._open
                if t.id not in own and any(c.kind == "open" for c in t.chairs)
            ],
            running=[
                watched
                for t in self._running
                if t.id not in own and (watched := await self._watched(t, guest, lang))
            ],
        )

    async def _mine(self, table: Table, guest: str, lang: Lang) -> Mine:
        shown = show(table, guest, lang, self._live)
        if table.state != "running":
            return Mine(shown)
        try:
            running = await self._matches.glance(table.id)
        except Problem:
            return Mine(shown)
        seat = running.owners.get(guest)
        turn = seat in running.match.awaited and seat not in running.by_bot
        prompt = running.speech(lang, seat).plain(running.match.view(seat).prompt.title)
        return Mine(shown, turn, prompt)

    async def _watched(self, table: Table, guest: str, lang: Lang) -> Watched | None:
        try:
            running = await self._matches.glance(table.id)
        except Problem:
            return None
        glimpse = running.glimpses.get(lang)
        if glimpse is None or glimpse[0] != running.told:
            view = running.match.view(None)
            panels = [(p.player, p.main.value) for p in view.panels if p.main is not None]
            label = view.progress.label if view.progress else None
            glimpse = (running.told, panels, running.speech(lang, None).plain(label))
            running.glimpses[lang] = glimpse
        return Watched(show(table, guest, lang, self._live), glimpse[1], glimpse[2])
