"""What a game is to the house: one object per game, found through entry points."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.metadata import entry_points
from types import ModuleType
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from takujo.core.actions import Action, Decision, Verb
from takujo.core.chance import Rng
from takujo.core.foreign import Imported
from takujo.core.frames import LIBRARY, LIBRARY_VERBS, Frame
from takujo.core.knowledge import Pool, pools_by_back
from takujo.core.state import Json, Options, State
from takujo.core.texts import Card, Player, Text, Who, say
from takujo.core.views import Draft, Forecast, Offer, Panel, Progress, Result, Sheet, Zone

S = TypeVar("S", bound=State)

Value: TypeAlias = "str | int | bool"
Pace: TypeAlias = Literal["live", "turn-based"]  # of a table: in one sitting, or over days

PACES: tuple[Pace, ...] = ("live", "turn-based")


class Option(NamedTuple):
    """A choice of the table: its values, and the default, which may depend on the player count."""

    name: str
    values: tuple[Value, ...]
    default: Value
    defaults: Mapping[int, Value] = {}
    needs: Mapping[str, Value] = {}  # only while these other options have these values
    # At tables of this pace only these values, the usual one first.
    at: Mapping[Pace, tuple[Value, ...]] = {}

    def offered(self, pace: Pace | None) -> tuple[Value, ...]:
        """The values that fit a table of this pace; `None`: whatever its pace."""
        return self.values if pace is None else self.at.get(pace, self.values)

    def default_for(self, players: int, pace: Pace | None = None) -> Value:
        """The value that stands when nobody chooses; of a live table unless a pace is given."""
        return self.at.get(pace or "live", (self.defaults.get(players, self.default),))[0]


def frames_in(*modules: ModuleType) -> tuple[type[Frame[Any]], ...]:
    """All frame classes that these modules define, in reading order."""
    return tuple(
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, Frame)
        and value.__module__ == module.__name__
    )


class Game(Generic[S]):
    """The rules, pictures and texts of one game; immutable, without I/O.

    A game's folder defines a subclass and makes one object of it, `GAME`.
    """

    id: ClassVar[str]
    rules_version: ClassVar[int] = 1
    players: ClassVar[tuple[int, ...]]  # how many seats it may have
    minutes: ClassVar[tuple[int, int]] = (30, 60)
    options: ClassVar[tuple[Option, ...]] = ()
    verbs: ClassVar[tuple[Verb, ...]] = ()
    frames: ClassVar[tuple[type[Frame[Any]], ...]] = ()
    package: ClassVar[str]  # import name of the folder: pieces, help, skin and locale lie there

    # --- setup ---------------------------------------------------------------------------------

    def setup(self, players: int, options: Options) -> S:
        """Zones laid out, first frames pushed, nothing drawn."""
        raise NotImplementedError

    def position(self, players: int, options: Options, /, **facts: Any) -> S:
        """Any position of the game, from facts that the game names in its docstring."""
        raise NotImplementedError

    def sides(self, players: int, options: Options) -> tuple[tuple[Player, ...], ...]:
        """Who plays together; by default everybody plays alone."""
        return tuple((p,) for p in range(players))

    def house(self, players: int, options: Options) -> tuple[Text, ...]:
        """Automated players after the seats: they have a panel and a score, but no seat."""
        return ()

    def horizon(self, players: int, options: Options) -> int:
        """Decisions after which simulators truncate a match."""
        return 10_000

    # --- what is seen --------------------------------------------------------------------------

    def scene(self, s: S, viewer: Player | None) -> tuple[Zone, ...]:
        """The table as the viewer sees it, made from `s.pieces` and public fields."""
        raise NotImplementedError

    def panels(self, s: S, viewer: Player | None) -> tuple[Panel, ...]:
        """One panel per player, house players last; all figures are computed from the state."""
        raise NotImplementedError

    def progress(self, s: S) -> Progress | None:
        """How far the match is."""
        return None

    def offer(self, s: S, decision: Decision, action: Action) -> Offer:
        """How an action is clicked and named; by default from the verb's domains."""
        verb = self.verb(action.kind)
        words = {
            domain.name: f"{domain.name}.{domain.words[i]}"
            for domain, i in zip(verb.domains(len(action.args)), action.args, strict=True)
        }
        return Offer(
            key=verb.notation(action),
            label=say(f"offer.{verb.name}", **words),
            path=verb.clicks(action),
            toggle=verb.many is not None,
        )

    def final(self, s: S, decision: Decision, action: Action) -> bool | None:
        """Can the action not be taken back, once it is carried out?

        `None`: the house tries it out, which takes long where hundreds are offered.
        """
        return None

    def guide(self, s: S, decision: Decision) -> Text | None:
        """What a newcomer reads below what is asked, in place of its hint; `None`: the hint."""
        return None

    def draft(self, s: S, player: Player) -> Draft | None:
        """Where the answers of a player lie that he may gather in any order before he sends them.

        `None`: he answers one question after the other.
        """
        return None

    def forecast(self, s: S, decision: Decision, action: Action) -> Forecast | None:
        """What the action will do, as far as the player who is asked may know it."""
        return None

    def why_not(self, s: S, player: Player, key: str) -> Text | None:
        """Which rule forbids this, for a key that is not offered; `None`: no special reason."""
        return None

    def explained(self, s: S, decision: Decision) -> tuple[Offer, ...]:
        """What looks playable here and is not: offers with `why_not` and an empty key."""
        return ()

    # --- knowledge -----------------------------------------------------------------------------

    def pools(self, s: S, viewer: Player | None, rng: Rng) -> list[Pool]:
        """Which unknown cards may lie in which places; filled in this order."""
        return pools_by_back(s, viewer)

    def redraw(self, t: S, viewer: Player | None, rng: Rng) -> None:
        """Make facts that are kept in fields fit a resampled position."""

    def never_swaps(self, s: S, a: Card, b: Card, viewer: Player | None) -> str | None:
        """The rule (a sentence) that forbids these two hidden cards to trade places, if any."""
        return None

    # --- counting ------------------------------------------------------------------------------

    def tallies(self, s: S) -> dict[str, int]:
        """Sums that never change; the kit compares them after every step."""
        return {}

    def result(self, s: S) -> Result:
        """How the match stands or ended; also for an unfinished position, as it stands."""
        raise NotImplementedError

    def scores(self, s: S) -> Sheet | None:
        """What the rounds so far have brought: public, and shown during the whole match."""
        return None

    def sheet(self, s: S) -> Sheet | None:
        """The final scoring line by line; its sums equal the result's score."""
        return None

    def evaluate(self, s: S, player: Player) -> float:
        """How good the position is for a player; bigger is better."""
        result = self.result(s)
        if result.score is None:
            return -float(result.rank[player])
        others = [x for p, x in enumerate(result.score) if p != player]
        return result.score[player] - (max(others) if others else 0)

    strong: Callable[[Any, Rng], str] | None = None  # the game's own strong bot: (seat, rng) -> key

    # Reads what another place has recorded: (text of a file, its name).
    importer: Callable[[str, str], Imported] | None = None

    # --- supplied by the house -----------------------------------------------------------------

    def verb(self, name: str) -> Verb:
        """The verb of this name."""
        return _verbs(self)[name]

    def notation(self, action: Action) -> str:
        """The action as it is written, sent and recorded."""
        return self.verb(action.kind).notation(action)

    def keys(self, decision: Decision) -> dict[str, Action]:
        """The decision's actions by their notation, in order; parsing is looking up here."""
        return {self.notation(a): a for a in decision.actions}

    def checked_options(
        self, players: int, given: Mapping[str, Any] | None = None, pace: Pace | None = None
    ) -> Options:
        """The options of a table: defaults filled in, words and numbers understood.

        Without a `pace` the defaults are those of a live table, and every value will do. Raises
        ValueError with a sentence for a player count, a name or a value the game lacks.
        """
        if players not in self.players:
            counts = ", ".join(map(str, self.players))
            raise ValueError(f"{self.id} is for {counts} players, not {players}")
        known = {o.name: o for o in self.options}
        for name in given or {}:
            if name not in known:
                names = ", ".join(known) or "none"
                raise ValueError(f"{self.id} has no option {name!r}; its options are: {names}")
        chosen: dict[str, Value] = {}
        for option in self.options:
            value = (given or {}).get(option.name, option.default_for(players, pace))
            offered = option.offered(pace)
            matches = [v for v in offered if v is value or _word(v) == _word(value)]
            if not matches:
                values = ", ".join(map(_word, offered))
                where = "" if offered == option.values else f" at a {pace} table"
                raise ValueError(
                    f"option {option.name} of {self.id} is one of {values}{where},"
                    f" not {_word(value)}"
                )
            chosen[option.name] = matches[0]
        for option in self.options:
            if chosen[option.name] == option.default_for(players, pace):
                continue
            for name, needed in option.needs.items():
                if chosen[name] != needed:
                    raise ValueError(f"option {option.name} needs {name} to be {_word(needed)}")
        return chosen

    def new(self, players: int, options: Mapping[str, Any] | None = None) -> S:
        """A fresh match position with checked options, before nature has drawn anything."""
        return self.setup(players, self.checked_options(players, options))

    def from_json(self, players: int, options: Options, data: Json) -> S:
        """The position that `State.to_json` wrote."""
        s = self.setup(players, options)
        s.load(data, _frames(self))
        return s

    def __repr__(self) -> str:
        return f"<Game {self.id}>"


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@cache
def _verbs(game: Game[Any]) -> dict[str, Verb]:
    return {verb.name: verb for verb in (*game.verbs, *LIBRARY_VERBS)}


@cache
def _frames(game: Game[Any]) -> dict[str, type[Frame[Any]]]:
    return {f.__name__: f for f in (*LIBRARY, *game.frames)}


def waiting(decision: Decision) -> Text:
    """What the others read on the panel of a player who is asked: `waiting.<prompt>`."""
    return say(decision.prompt.key.replace("prompt.", "waiting.", 1), who=Who(decision.player))


@cache
def games() -> dict[str, Game[Any]]:
    """All installed games by id; third-party packages add theirs as `takujo.games` entry points.

    A package that cannot be loaded is left out with a warning: it does not stop the others.
    """
    found: dict[str, Game[Any]] = {}
    for entry in sorted(entry_points(group="takujo.games"), key=lambda e: e.name):
        try:
            found[entry.name] = entry.load()
        except Exception as error:
            said = f"the game {entry.name!r} cannot be loaded: {type(error).__name__}: {error}"
            warnings.warn(said, stacklevel=2)
    return found


def game(name: str) -> Game[Any]:
    """The game of this id; raises ValueError with the ids there are."""
    if name not in games():
        raise ValueError(f"no game {name!r}; there are: {', '.join(sorted(games())) or 'none'}")
    return games()[name]


def option_words(options: Sequence[Option]) -> dict[str, tuple[str, ...]]:
    """The values of each option as they are written on the command line."""
    return {o.name: tuple(_word(v) for v in o.values) for o in options}
