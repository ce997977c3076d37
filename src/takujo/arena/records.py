"""Records that somebody has opened from a file: read, kept for their links, looked at."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import msgspec

from takujo.arena import seating, showing, steps, wire
from takujo.arena.identity import Lang
from takujo.arena.journal import Line, now
from takujo.arena.logging import fault, log
from takujo.arena.problem import Problem, not_found, problem
from takujo.arena.settings import Settings
from takujo.arena.speech import Speech
from takujo.arena.steps import Steps
from takujo.arena.store import Store
from takujo.core.game import Game, games
from takujo.core.match import FORMAT, Match, RecordError
from takujo.core.proof import check_shuffles
from takujo.core.texts import say

MEGABYTE = 1_000_000
SIZE = 2  # megabytes of a file
LINES = 6000
PATIENCE = 15.0  # seconds that a record may take to be replayed
OPEN = 8  # records kept in memory
SOURCE = 80  # letters shown of what a record names as its source

# What can be said of the shuffles: they follow from the keys, or do not; there are no keys; the
# match was dealt at another place.
Shuffles: TypeAlias = Literal["proved", "wrong", "no_keys", "elsewhere"]


class Player(msgspec.Struct, frozen=True):
    """Who sits where in a record: people have no names there."""

    seat: int
    kind: str
    name: str


class Shown(msgspec.Struct, frozen=True):
    """A record, with what the page of a replay needs to know of its table."""

    id: str
    game: str
    name: str
    players: int
    option_labels: list[showing.Labelled]
    state: str
    seats: list[Player]
    teams: list[showing.Team]
    steps: int
    shuffles: Shuffles
    source: str | None
    differs: int | None


@dataclass(slots=True, eq=False)
class Opened:
    """A record in memory; nothing of its match changes any more."""

    id: str
    match: Match
    shuffles: Shuffles
    used: float = 0.0
    kept: Steps = field(default_factory=dict)

    def speech(self, lang: Lang, viewer: int | None = None) -> Speech:
        """How it is put into words for a viewer."""
        seats = self.match.header["seats"]
        names = {p: _name(p, by, Speech(lang)) for p, by in enumerate(seats)}
        return Speech(lang, self.match.game, viewer, names)

    def shown(self, lang: Lang) -> Shown:
        """What is told of it."""
        match, speech = self.match, self.speech(lang)
        game, players, options = match.game, match.players, match.options
        source = match.header.get("source")
        return Shown(
            id=self.id,
            game=game.id,
            name=showing.game_name(game.id, lang),
            players=players,
            option_labels=showing.option_labels(game, players, options, "live", speech),
            state="over" if match.over else "running",
            seats=[
                Player(p, "bot" if by.startswith("bot:") else "human", speech.names[p])
                for p, by in enumerate(match.header["seats"])
            ],
            teams=showing.teams(seating.together(game, players, options), speech),
            steps=len(match.effective()) - 1,
            shuffles=self.shuffles,
            source=source[:SOURCE] if isinstance(source, str) else None,
            differs=None if match.parted is None else match.parted + 2,
        )


class Records:
    """Opens records, two at a time so that they never hold the matches up."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings = settings
        self._store = store
        self._clock = clock
        self._opened: dict[str, Opened] = {}  # the one used last stands last
        self._few = asyncio.Semaphore(2)

    async def keep(self, body: bytes) -> Opened:
        """Open a file and keep it for its link; raises Problem that says what is wrong with it.

        The same record has the same id, however often it comes.
        """
        async with self._few:
            opened, packed = await asyncio.to_thread(self._read, body)
        await self._store.keep_record(opened.id, packed)
        return self._hold(opened)

    async def get(self, id: str) -> Opened:
        """A record that is kept; raises Problem when there is none."""
        found = self._opened.get(id)
        if found is not None:
            return self._hold(found)
        packed = await self._store.record(id)
        if packed is None:
            raise not_found()
        try:
            async with self._few:
                opened, _ = await asyncio.to_thread(self._read, zlib.decompress(packed))
        except Problem as error:  # the rules have changed since, or the game has gone
            raise problem("not_now", "error.match_unreadable") from error
        return self._hold(opened)

    async def step(self, id: str, step: int | None, side: int | None, lang: Lang) -> bytes:
        """The answer to a replay request, as at a table."""
        opened = await self.get(id)
        async with self._few:
            return await steps.answer(opened.match, step, opened.speech(lang, side), opened.kept)

    async def sweep(self) -> None:
        """Let go of what nobody looks at; drop what nobody has opened in a long time."""
        late = self._clock() - self._settings.idle_match
        for id, opened in list(self._opened.items()):
            if opened.used < late:
                del self._opened[id]
        before = now() - int(self._settings.stale_record * 1000)
        await self._store.drop_records(before, self._settings.records)

    def _hold(self, opened: Opened) -> Opened:
        """Keep it in memory, as the one used last."""
        opened.used = self._clock()
        self._opened.pop(opened.id, None)
        self._opened[opened.id] = opened
        for old in list(self._opened)[:-OPEN]:
            del self._opened[old]
        return opened

    def _read(self, body: bytes) -> tuple[Opened, bytes]:
        """A file's record, and its lines packed; raises Problem."""
        numbers, lines = _parsed(body)
        match = self._replayed(numbers, lines)
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()
        id = hashlib.blake2b(text, digest_size=10).hexdigest()
        return Opened(id, match, _shuffles(match)), zlib.compress(text, 9)

    def _replayed(self, numbers: list[int], lines: list[Line]) -> Match:
        """The match, if its end can be shown to everybody."""
        header = lines[0]
        game = _game(header)
        try:
            match = Match.load(header, self._in_time(lines[1:]))
            speech = Speech("en", match.game)
            for side in (*range(match.players), None):
                wire.ENCODER.encode(wire.view(match.view(side), speech))
        except Problem:
            raise
        except RecordError as error:
            found = re.match(r"line (\d+)", str(error))
            at = int(found[1]) if found else 1
            number = str(numbers[at - 1] if at <= len(numbers) else numbers[-1] + 1)
            key = "error.record_line" if at > 1 else "error.record_options"
            text = say(key, line=number, game=say("game.name"))
            raise Problem("bad_input", text, Speech("en", game)) from error
        except MemoryError:
            raise
        except Exception as error:  # a file comes from anywhere and may hold anything
            log.warning("record cannot be shown", **fault(error))
            raise problem("bad_input", "error.record_odd") from error
        return match

    def _in_time(self, lines: list[Line]) -> Iterator[Line]:
        """The lines, as long as it does not take too long to carry them out."""
        end = self._clock() + PATIENCE
        for line in lines:
            if self._clock() > end:
                raise problem("bad_input", "error.record_slow")
            yield line


def too_large() -> Problem:
    """The refusal of a file that has too many bytes."""
    return problem("too_large", "error.record_large", most=SIZE)


def _parsed(body: bytes) -> tuple[list[int], list[Line]]:
    """The lines of a record and their numbers in the file, counted from 1."""
    if len(body) > SIZE * MEGABYTE:
        raise too_large()
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise problem("bad_input", "error.record_text") from error
    numbers: list[int] = []
    lines: list[Line] = []
    for number, each in enumerate(text.split("\n"), start=1):
        if not each.strip():
            continue
        if len(lines) == LINES:
            raise problem("bad_input", "error.record_long", most=LINES)
        try:
            line: Any = msgspec.json.decode(each)
        except (msgspec.DecodeError, RecursionError):
            line = None
        if not isinstance(line, dict):
            raise problem("bad_input", "error.record_json", line=str(number))
        if "check" in line and lines:
            # It would be taken as it stands, not as the rules lead to it.
            raise problem("bad_input", "error.record_check", line=str(number))
        numbers.append(number)
        lines.append(line)
    if not lines:
        raise problem("bad_input", "error.record_empty")
    return numbers, lines


def _game(header: Line) -> Game[Any]:
    """The game of a record; raises Problem when the line is no header, or the game unknown."""
    name = header.get("game")
    if not isinstance(name, str) or header.get("takujo") != FORMAT:
        raise problem("bad_input", "error.record_head", format=str(FORMAT))
    found = games().get(name)
    if found is None:
        shown = re.sub(r"[^\w-]", "", name)[:SOURCE]  # it must not be the key of a message
        raise problem("bad_input", "error.record_game", game=shown)
    return found


def _shuffles(match: Match) -> Shuffles:
    if "server_key" not in match.header:
        return "elsewhere" if "source" in match.header else "no_keys"
    return "wrong" if check_shuffles(match) else "proved"


def _name(seat: int, by: str, speech: Speech) -> str:
    """Player 1, or what kind of bot it is."""
    number = str(seat + 1)
    if not by.startswith("bot:"):
        return speech.plain(say("player.number", n=number))
    kind = speech.word(f"bot.{by.removeprefix('bot:')}")
    return speech.plain(say("arena.record_bot" if kind else "arena.bot", n=number, bot=kind))
