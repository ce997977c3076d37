"""A game of loose frames: tests lay an agenda and look at what was noted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Self

from takujo.core.actions import Action, Decision, Domain, Verb
from takujo.core.chance import Draw, Outcome, Simulated, SplitMix
from takujo.core.frames import Ask, AskEach, Chance, Frame, Step, advance, frame
from takujo.core.game import Game, Option
from takujo.core.state import Options, State
from takujo.core.texts import CardName, Player, Text, Who, say
from takujo.core.views import Panel, Result, Sheet, Zone
from takujo.core.zones import Layout, layout

NUMBER = Domain("number", tuple(str(i) for i in range(10)))
PICK = Verb("pick", NUMBER)
ANSWER = Verb("answer", NUMBER)
SHOUT = Verb("shout")
FACES = tuple("abcdefgh")


class Notes(State):
    """A position whose only field is what has been noted."""

    __slots__ = ("marks", "notes")
    own = ("marks", "notes")
    card_fields = ("marks",)

    marks: bytearray
    notes: tuple[Any, ...]

    def __init__(self, cards: Layout, options: Options) -> None:
        super().__init__(cards, options)
        self.marks = bytearray(len(cards.faces))
        self.notes = ()

    def copy_own(self, t: Self) -> None:
        t.marks = self.marks[:]
        t.notes = self.notes

    def note(self, *what: Any) -> None:
        """Note it, and tell everybody."""
        self.notes = (*self.notes, what if len(what) > 1 else what[0])
        self.emit("noted", n=len(self.notes))


@frame
class Note(Step[Notes]):
    """Note a word."""

    word: str

    def run(self, s: Notes) -> None:
        s.note(self.word)


@frame
class Push(Step[Notes]):
    """Push further frames."""

    frames: tuple[Frame[Any], ...]

    def run(self, s: Notes) -> None:
        s.note("push")
        s.then(*self.frames)


@frame
class Cut(Step[Notes]):
    """Drop everything above the next Floor."""

    def run(self, s: Notes) -> None:
        s.cut(Floor)


@frame
class Floor(Step[Notes]):
    """Where a cut ends."""

    def run(self, s: Notes) -> None:
        s.note("floor")


@frame
class Move(Step[Notes]):
    """Move a card."""

    card: int
    zone: int

    def run(self, s: Notes) -> None:
        s.move(self.card, self.zone)


@frame
class Show(Step[Notes]):
    """Everybody learns a card."""

    card: int

    def run(self, s: Notes) -> None:
        s.reveal(self.card)


@frame
class Commit(Step[Notes]):
    """A declaration that stands."""

    def run(self, s: Notes) -> None:
        s.commit()


@frame
class Toss(Chance[Notes]):
    """Draw and note the outcome, or keep it secret in the order of a zone."""

    n: int
    k: int = 1

    def draw(self, s: Notes) -> Draw:
        return Draw(self.n, self.k)

    def happen(self, s: Notes, outcome: Outcome) -> None:
        s.note("toss", *outcome)


@frame
class Shuffle(Chance[Notes]):
    """Shuffle a zone that nobody sees."""

    zone: int

    def draw(self, s: Notes) -> Draw:
        n = len(s.zones[self.zone])
        return Draw(n, n)

    def happen(self, s: Notes, outcome: Outcome) -> None:
        cards = sorted(s.zones[self.zone])
        s.arrange(self.zone, [cards[i] for i in outcome])


@frame
class Pick(Ask[Notes]):
    """Pick a number, then go on; some may shout meanwhile."""

    player: Player
    choices: int = 2
    after: tuple[Frame[Any], ...] = ()
    shouts: tuple[Player, ...] = ()
    then_shout: tuple[Frame[Any], ...] = ()

    def decision(self, s: Notes) -> Decision:
        actions = tuple(PICK(i) for i in range(self.choices))
        return Decision(self.player, say("prompt.pick", who=Who(self.player)), actions)

    def choose(self, s: Notes, action: Action) -> None:
        s.note(self.player, action.args[0])
        s.then(*self.after)

    def interrupts(self, s: Notes) -> tuple[Decision, ...]:
        return shouting(self.shouts)

    def interrupt(self, s: Notes, player: Player, action: Action) -> None:
        s.note("shout", player)
        s.then(*self.then_shout)

    def window(self, s: Notes) -> bool:
        return bool(self.shouts)


def shouting(players: Sequence[Player]) -> tuple[Decision, ...]:
    """One optional decision for each of these players."""
    prompt = say("prompt.shout")
    return tuple(Decision(p, prompt, (SHOUT(),), optional=True) for p in players)


@frame
class OpenPick(Pick):
    """The same, but everybody knows the list."""

    open: ClassVar[bool] = True


@frame
class Each(AskEach[Notes]):
    """Everybody answers `lengths[player]` times."""

    answers: tuple[tuple[Action, ...], ...]
    lengths: tuple[int, ...]
    shouts: tuple[Player, ...] = ()
    then_shout: tuple[Frame[Any], ...] = ()

    def ask(self, s: Notes, player: Player, given: tuple[Action, ...]) -> Decision | None:
        if len(given) >= self.lengths[player]:
            return None
        rest = tuple(ANSWER(i) for i in range(5) if ANSWER(i) not in given)
        return Decision(player, say("prompt.answer", who=Who(player)), rest)

    def resolve(self, s: Notes, answers: tuple[tuple[Action, ...], ...]) -> None:
        s.note("resolved", *(tuple(a.args[0] for a in chain) for chain in answers))

    def interrupts(self, s: Notes) -> tuple[Decision, ...]:
        return shouting(self.shouts)

    def interrupt(self, s: Notes, player: Player, action: Action) -> None:
        s.note("shout", player)
        s.then(*self.then_shout)


def each(
    *lengths: int, shouts: Sequence[Player] = (), then_shout: Sequence[Frame[Any]] = ()
) -> Each:
    """An unanswered `Each`."""
    return Each(((),) * len(lengths), lengths, tuple(shouts), tuple(then_shout))


FRAMES: tuple[type[Frame[Any]], ...] = (
    Note, Push, Cut, Floor, Move, Show, Commit, Toss, Shuffle, Pick, OpenPick, Each,
)  # fmt: skip


class Small(Game[Notes]):
    """Plays the frames it is made of."""

    id = "small"
    players = (1, 2, 3, 4)
    verbs: ClassVar[tuple[Verb, ...]] = (PICK, ANSWER, SHOUT)
    frames = FRAMES
    package = "core"
    options: ClassVar[tuple[Option, ...]] = (Option("level", (1, 2, 3), 1),)

    def __init__(
        self,
        *agenda: Frame[Any],
        cards: Layout | None = None,
        lay: Mapping[int, Sequence[int]] | None = None,
        prepare: Callable[[Notes], None] | None = None,
        rank: tuple[int, ...] | None = None,
        version: int = 1,
    ) -> None:
        self.agenda = agenda
        self.cards = cards
        self.lay = lay or {}
        self.prepare = prepare
        self.rank = rank
        self.rules_version = version  # type: ignore[misc]

    def setup(self, players: int, options: Options) -> Notes:
        s = Notes(self.cards or layout(players, []), options)
        for zone, some in self.lay.items():
            s.lay(zone, some)
        if self.prepare is not None:
            self.prepare(s)
        s.then(*self.agenda)
        return s

    def scene(self, s: Notes, viewer: Player | None) -> tuple[Zone, ...]:
        return tuple(
            Zone(spec.name, "row", s.pieces(z, viewer)) for z, spec in enumerate(s.layout.specs)
        )

    def panels(self, s: Notes, viewer: Player | None) -> tuple[Panel, ...]:
        return tuple(Panel(p, p) for p in range(s.players))

    def result(self, s: Notes) -> Result:
        n = s.players
        rank = self.rank or (1,) * n
        reason = say("result.cards", card=CardName(0)) if s.layout.faces else say("result.none")
        return Result(rank, tuple(r == 1 for r in rank), reason, score=tuple(0 for _ in rank))

    def sheet(self, s: Notes) -> Sheet:
        return Sheet(say("sheet.title"), tuple(range(s.players)), ())


def run(*agenda: Frame[Any], **given: Any) -> Notes:
    """The position of a small game with two players after everything that acts by itself."""
    s = Small(*agenda, **given).new(2)
    advance(s, simulated())
    return s


def simulated(seed: int = 1) -> Simulated:
    """Nature for tests."""
    return Simulated(SplitMix(seed))


def sentence(text: Text | None) -> str:
    """The key of a text, `""` for none."""
    return "" if text is None else text.key
