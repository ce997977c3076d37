"""The conformance kit: what every game must keep, checked by playing it.

`check(game)` plays random matches at every player count and with every value of every option, and
holds each position against the points below. There is no list of exemptions.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from takujo.core.actions import IllegalAction
from takujo.core.chance import SplitMix
from takujo.core.frames import awaited
from takujo.core.game import Game, Option, Value, games, option_words
from takujo.core.game import game as game_named
from takujo.core.projection import log_line
from takujo.core.texts import Text
from takujo.testing import choices, counting, folder, knowledge, positions
from takujo.testing.books import Broken
from takujo.testing.points import Found, Point, Position
from takujo.testing.records import Companion, refused_undo_changes_nothing
from takujo.testing.report import Fault, Report, Where
from takujo.testing.table import Choice, Table

Progress = Callable[[str], None]

SAYS = {
    "frames": "frames are immutable and hold no id of a hidden card",
    "clone": "a clone is equal and independent in every slot",
    "json": "to_json and from_json are exact, also through json.dumps",
    "dead ends": "until it is over somebody is asked and has a choice",
    "zones": "every card is in exactly one zone, and only the verbs move it",
    "tallies": "the declared sums never change",
    "offers": "offers are unique, ordered, parse back and are accepted",
    "looking": "looking changes nothing",
    "replay": "a record replays to the same bytes: positions, views, log",
    "brief": "brief lists are parts of their lists",
    "refusals": "everything else is refused and changes nothing",
    "open asks": "an open ask has one list in all imagined positions",
    "forgetting": "what `seen` says is certain in every possible world",
    "events": "events show no more than was seen",
    "view": "the view is identical under resampling",
    "sampler": "the sampler is a function of what the viewer knows",
    "same log": "two choices of others that tell a viewer the same leave him the same view",
    "swaps": "hidden places that look alike sometimes trade their cards",
    "play on": "play goes on from imagined positions",
    "onlooker": "the onlooker sees no more than the least informed player",
    "answers": "an answer in a simultaneous choice is private and can be taken back",
    "panels": "panels are functions of the position and equal a recount",
    "sheets": "score sheets sum to the result, and results are whole",
    "undo": "undo returns to the identical position and never crosses information",
    "hold": "a held choice is seen by nobody else and can be taken back",
    "ends": "random play ends within the horizon, or is truncated and scored as it stands",
    "options": "every player count and every value of every option is played",
    "reached": "every frame class and every verb is reached",
    "texts": "every text exists in both languages and lacks no argument",
    "figures": "every figure in pieces.toml says where it comes from",
    "skin": "every face has its symbol in sheet.svg",
    "help": "rules and aid exist in both languages",
}

# A point is judged only while those that it rests on hold: they are the tools that look at it.
_TOOLS = ("zones", "frames", "clone", "json")
_PLAY = ("dead ends", "tallies", "offers", "looking", "replay")
RESTS: dict[str, tuple[str, ...]] = {
    "frames": ("zones",),
    "clone": ("zones", "frames"),
    "json": ("zones", "frames", "clone"),
    "tallies": ("zones",),
    "dead ends": _TOOLS,
    "offers": (*_TOOLS, "dead ends"),
    "play on": (*_TOOLS, "dead ends", "offers"),
    "looking": (*_TOOLS, "dead ends", "offers", "play on"),
    "replay": (*_TOOLS, "looking"),
    "events": (*_PLAY, "view", "play on"),
    "sampler": _PLAY,
    "same log": (*_PLAY, "view", "events"),
    "swaps": (*_PLAY, "view", "sampler"),
    "onlooker": (*_PLAY, "view"),
    "open asks": (*_PLAY, "sampler"),
    "undo": (*_PLAY, "view", "events", "same log"),
    "hold": (*_PLAY, "view", "undo"),
    "ends": (*_PLAY, "forgetting"),
    "options": (),
    "reached": (*_PLAY, "forgetting", "ends", "options"),
    "texts": _PLAY,
}
for _name in SAYS:
    if _name not in ("zones", "figures", "skin", "help"):
        RESTS.setdefault(_name, _PLAY)

EARLY: tuple[Point[Position], ...] = (*counting.EARLY, *positions.EARLY, *choices.EARLY)
# What every position is held against, also those that are not looked at.
ALWAYS = tuple(point for point in EARLY if point.name in ("zones", "dead ends"))
POINTS: tuple[Point[Position], ...] = (
    *choices.CHOSEN,
    *positions.POINTS,
    *choices.POINTS,
    *knowledge.POINTS,
    *counting.POINTS,
    *positions.LATER,
)
FOLDER: tuple[Point[Game[Any]], ...] = (
    Point("texts", folder.declared_texts),
    Point("figures", folder.figures_have_provenance),
    Point("skin", folder.faces_are_drawn),
    Point("help", folder.help_in_both_languages),
)

FULL = 20  # positions of a match that are examined in full, about
FULL_BY_OPTION = 8  # and of one that shows another value of an option
LOOKED = 300  # positions of a long match that are looked at at all, about
CUT = 800  # choices played of a match that random play does not bring to its end
LONG = 5  # so many times as much in the long form
RARE = 6  # positions examined in full of a match that is played again for something rare
REACH = 400  # plain matches played, at most, to reach what is rare
GIVE_UP = 3  # matches broken off until the check stops playing


class Setting(NamedTuple):
    """A table to play at: so many players, these options."""

    players: int
    options: tuple[tuple[str, Value], ...] = ()

    def __str__(self) -> str:
        said = "-".join(f"{name}={_word(value)}" for name, value in self.options)
        return f"{self.players}-players" + (f"-{said}" if said else "")


def _word(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class Played(NamedTuple):
    """What a plain match was like, and after how many choices each frame and verb came first."""

    choices: int
    ended: bool  # within the horizon
    first: dict[str, int]


def settings(game: Game[Any]) -> list[Setting]:
    """Every player count with its defaults, then every other value of every option."""
    found = [Setting(n) for n in game.players]
    turn = 0
    for option in game.options:
        for value in option.values:
            for i in range(len(game.players)):
                players = game.players[(turn + i) % len(game.players)]
                if value == option.default_for(players):
                    continue
                setting = Setting(players, _needed(game, option, value))
                try:
                    game.checked_options(players, dict(setting.options))
                except ValueError:
                    continue
                found.append(setting)
                turn += 1
                break
    return found


def _needed(game: Game[Any], option: Option, value: Value) -> tuple[tuple[str, Value], ...]:
    """The value, with what it needs of other options."""
    chosen = {option.name: value}
    todo = [option]
    while todo:
        for name, wanted in todo.pop().needs.items():
            if name not in chosen:
                chosen[name] = wanted
                todo += [o for o in game.options if o.name == name]
    return tuple(chosen.items())


def check(
    game: Game[Any] | str,
    *,
    seed: int = 1,
    matches: int = 1,
    long: bool = False,
    parts: Iterable[str] | None = None,
    progress: Progress | None = None,
) -> Report:
    """Hold a game against every point; `Report.ok` says whether all of them hold.

    `matches` are played in full at each setting, five times as many in the `long` form. `parts`
    picks settings by name, `folder` and `reach` (see `part_names`); all by default.
    """
    if isinstance(game, str):
        game = game_named(game)
    run = Check(game, seed, matches * (LONG if long else 1), progress or _silent)
    wanted = set(part_names(game) if parts is None else parts)
    unknown = wanted - set(part_names(game))
    if unknown:
        names = ", ".join(part_names(game))
        raise ValueError(f"no part {', '.join(sorted(unknown))} of this check; its parts: {names}")
    if "folder" in wanted:
        run.folder()
    for i, setting in enumerate(settings(game)):
        if str(setting) in wanted:
            run.setting(setting, i)
    if "reach" in wanted:
        run.reach()
    return run.report


def _silent(said: str) -> None:
    """Tell nobody."""


def part_names(game: Game[Any]) -> tuple[str, ...]:
    """What a check consists of: the folder, each setting, and the search for what is rare."""
    return ("folder", *map(str, settings(game)), "reach")


def pytest_points(chosen: Iterable[Game[Any]] | None = None) -> list[tuple[Game[Any], str]]:
    """Pairs (game, part) to parametrise a test that runs `check(game, parts=[part])`."""
    return [(g, part) for g in chosen or games().values() for part in part_names(g)]


@dataclass
class Check:
    """A check in progress: `report` grows with every part and match."""

    game: Game[Any]
    seed: int
    matches: int
    progress: Progress = _silent
    report: Report = field(init=False)
    broken: int = 0  # matches that could not go on
    examined: set[str] = field(default_factory=set)  # frames and verbs of matches played in full
    played: set[Setting] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.report = Report(self.game.id, SAYS, RESTS)
        self.texts = folder.Texts(self.game)
        self.report.coverage.texts = self.texts.keys

    # --- parts ---------------------------------------------------------------------------------

    def folder(self) -> None:
        """What can be told without playing."""
        self.progress("folder")
        for point in FOLDER:
            self.take(point.name, point.find(self.game), None)

    def setting(self, setting: Setting, number: int) -> None:
        """Matches at one setting: a plain one first, which tells how long they are."""
        base = self.seed * 1_000_003 + number * 1_009
        played = self.plain(setting, base)
        cut = None if played.ended else CUT
        length = played.choices if cut is None else min(played.choices, cut)
        fully = length / (FULL_BY_OPTION if setting.options else FULL)
        for i in range(self.matches):
            if self.broken >= GIVE_UP:
                return
            self.progress(f"{setting}, match {i + 1} of {self.matches}")
            self.full(setting, base + 1 + i, fully, length / LOOKED, most=cut)

    def reach(self) -> None:
        """Plain matches until every frame and verb has occurred; then say what has not.

        A match that has something new is played again and examined, up to that and a bit on.
        """
        tables = settings(self.game)
        waiting = [setting for setting in tables if setting not in self.played]
        c = self.report.coverage
        for i in range(REACH):
            left = self._unreached(self.examined)
            if self.broken >= GIVE_UP or (i >= len(waiting) and not left):
                break
            self.progress(f"looking for {', '.join(left) or 'options'}")
            setting = waiting[i] if i < len(waiting) else tables[i % len(tables)]
            seed = self.seed * 7_919 + 500_000 + i
            first = self.plain(setting, seed, None if left else CUT).first
            new = [at for name, at in first.items() if name not in self.examined]
            if new and self.broken < GIVE_UP:
                length = max(new) + FULL
                self.full(setting, seed, length / RARE, length / LOOKED, most=length)
        names = self._names()
        left = self._unreached({*c.frames, *c.verbs})
        self.report.held["reached"] += len(names) - len(left)
        for name in left:
            self._fault("reached", f"{name} did not occur in {c.matches} matches", None)
        for players in self.game.players:
            self._played(c.players[players], f"no match with {players} players")
        for name, values in option_words(self.game.options).items():
            for value in values:
                self._played(c.options[name, value], f"no match with {name}={value}")
        if not c.ended:
            self._fault("ends", f"none of {c.matches} matches came to its end", None)

    def _played(self, times: int, says: str) -> None:
        if times:
            self.report.held["options"] += 1
        else:
            self._fault("options", says, None)

    def _names(self) -> dict[str, str]:
        """What must occur, by name: frames and verbs."""
        frames = {f.__name__: f"frame {f.__name__}" for f in self.game.frames}
        return frames | {v.name: f"verb {v.name!r}" for v in self.game.verbs}

    def _unreached(self, reached: set[str]) -> list[str]:
        return [says for name, says in self._names().items() if name not in reached]

    # --- matches -------------------------------------------------------------------------------

    def _table(self, setting: Setting, seed: int) -> Table | None:
        c = self.report.coverage
        try:
            table = Table(self.game, setting.players, dict(setting.options), seed)
        except Exception as error:
            where = Where(setting.players, setting.options, seed, 0)
            self.raised("options", f"{setting} cannot be set up: ", error, where)
            self.broken += 1
            return None
        c.matches += 1
        self.played.add(setting)
        c.players[setting.players] += 1
        c.options.update((name, _word(v)) for name, v in table.options.items())
        return table

    def _ran(self, table: Table, choice: Choice | None = None) -> list[str]:
        """Note the frames that ran, and the verb that set them off; gives their names."""
        c = self.report.coverage
        frames = [kind.__name__ for kind in table.watch.ran]
        verbs = [] if choice is None else [choice.action.kind]
        c.frames.update(frames)
        c.verbs.update(verbs)
        return frames + verbs

    def plain(self, setting: Setting, seed: int, most: int | None = None) -> Played:
        """Play a match without looking, to its end or for `most` choices."""
        table = self._table(setting, seed)
        if table is None:
            return Played(1, True, {})
        first = dict.fromkeys(self._ran(table), 0)
        horizon = self.game.horizon(setting.players, table.options)
        horizon = horizon if most is None else min(most, horizon)
        try:
            while len(table.lines) <= horizon:
                if any(not d.actions for d in awaited(table.state)):
                    raise RuntimeError("somebody is asked and has no choice")
                choice = table.choose()
                if choice is None:
                    break
                table.play(choice)
                for name in self._ran(table, choice):
                    first.setdefault(name, len(table.lines))
            self._over(table)
        except Exception as error:
            point = "offers" if isinstance(error, IllegalAction) else "dead ends"
            self.raised(point, "the match breaks off: ", error, table)
            self.broken += 1
        return Played(len(table.lines), len(table.lines) <= horizon, first)

    def _over(self, table: Table) -> None:
        c = self.report.coverage
        c.choices += len(table.lines) - 1
        if table.state.agenda:
            c.truncated += 1
        else:
            c.ended += 1
        result = self.game.result(table.state)
        if len(result.rank) < table.players or len(result.won) != len(result.rank):
            self._fault("ends", f"the match ends without a whole result: {result}", table)
        else:
            self.report.held["ends"] += 1

    def full(
        self,
        setting: Setting,
        seed: int,
        fully: float,
        looked: float = 1,
        *,
        most: int | None = None,
    ) -> None:
        """Play a match, by default to its end, and hold its positions against the points.

        One position in `fully` goes through all of them, one in `looked` through the quick ones.
        """
        table = self._table(setting, seed)
        if table is None:
            return
        self.examined.update(self._ran(table))
        rng = SplitMix(seed ^ 0x5DEECE66D)
        try:
            companion = Companion(table)
        except Exception as error:
            self.raised("replay", "loaded again, the first line ", error, table)
            self.broken += 1
            return
        match = _Match(self, table, companion, rng)
        horizon = self.game.horizon(setting.players, table.options)
        most = horizon if most is None else min(most, horizon)
        taken = None
        while True:
            last = not table.state.agenda or len(table.lines) > most
            full = last or _one_in(rng, fully)
            p = Position(table, rng, None, taken, full, self.report.coverage)
            look = full or looked <= 1 or _one_in(rng, looked)
            if not (match.examine(p) if look else match.pass_by(p)):
                self.broken += 1
                return
            if p.choice is None or len(table.lines) > most:
                break
            try:
                taken = table.play(p.choice)
            except Exception as error:
                key = self.game.notation(p.choice.action)
                self.raised("offers", f"{key!r} is offered and ", error, table)
                self.broken += 1
                return
            self.examined.update(self._ran(table, p.choice))
        try:
            match.close()
            self._over(table)
        except Exception as error:
            self.raised("ends", "the end of a match ", error, table)

    # --- findings ------------------------------------------------------------------------------

    def take(self, point: str, found: Found, table: Table | None) -> bool:
        """Note what a point finds; gives whether it holds. One fault a point and match is told."""
        fine = True
        try:
            for says in found:
                if says is None:
                    self.report.held[point] += 1
                    continue
                fine = False
                self._fault(point, says, table)
                if table is not None:
                    break
        except Exception as error:
            self.raised(point, "", error, table)
            fine = False
        return fine

    def raised(self, point: str, says: str, error: Exception, at: Table | Where | None) -> None:
        """Note an exception that a point met; it may be the sign of another point's fault."""
        if isinstance(error, Broken):
            self._fault(error.point, f"{says}{error.says}", at)
        else:
            self._fault(point, f"{says}{_raised(error)}", at)

    def _fault(self, point: str, says: str, at: Table | Where | None) -> None:
        if isinstance(at, Table):
            self.report.faults.append(Fault(point, says, at.where, at.record))
        else:
            self.report.faults.append(Fault(point, says, at))


@dataclass
class _Match:
    """One match under examination; a point that fails rests for the rest of it."""

    run: Check
    table: Table
    companion: Companion
    rng: SplitMix
    muted: Counter[str] = field(default_factory=Counter)

    def examine(self, p: Position) -> bool:
        """Hold a position against the points, and choose; gives whether the match can go on."""
        if not self._all(EARLY, p):
            return False
        p.choice = self.table.choose()
        self.run.report.coverage.examined += p.full
        if not self._all(POINTS, p):
            return False
        self._journal(self.companion.follow(p))
        if p.full:
            self._journal(refused_undo_changes_nothing(self.companion.match, self.table.players))
        self._take("texts", self._said(p))
        return True

    def pass_by(self, p: Position) -> bool:
        """Choose without a look at the position; gives whether the match can go on."""
        if not self._all(ALWAYS, p):
            return False
        p.choice = self.table.choose()
        self._journal(self.companion.walk(p))
        return True

    def close(self) -> None:
        """The match is over or long enough: replay its journals."""
        self._journal(self.companion.close())

    def _all(self, points: Iterable[Point[Position]], p: Position) -> bool:
        return all(self._take(x.name, x.find(p)) or not x.grave for x in points)

    def _take(self, point: str, found: Found) -> bool:
        if self.muted[point]:
            return True
        fine = self.run.take(point, found, self.table)
        self.muted[point] += not fine
        return fine

    def _journal(self, named: Iterator[tuple[str, str | None]]) -> None:
        try:
            for point, says in named:
                self._take(point, iter([says]))
        except Exception as error:
            self.run.raised("replay", "played through a match, it ", error, self.table)
            self.companion.lost = True

    def _said(self, p: Position) -> Found:
        texts = self.run.texts
        if p.full:
            for viewer in p.viewers:
                yield from texts.of_view(p.views[viewer])
        if p.taken is not None:
            for event in p.taken.events:
                for viewer in p.viewers:
                    line = log_line(event, p.s.layout, viewer, 0)
                    yield from texts.of_text(line.text, viewer)
                    if line.sheet is not None:
                        yield from texts.of_text(line.sheet.title, viewer)
                        for label, _ in line.sheet.rows:
                            yield from texts.of_text(label, viewer)
        said: list[Text] = p.said
        for text in said:
            yield from texts.of_text(text, None)


def _one_in(rng: SplitMix, n: float) -> bool:
    """True once in so many times."""
    return rng.below(1 << 20) * n < 1 << 20


def _raised(error: Exception) -> str:
    last = traceback.extract_tb(error.__traceback__)[-1]
    name = last.filename.rpartition("/")[2]
    return f"raises {type(error).__name__}: {error} ({name}:{last.lineno}, {last.name})"
