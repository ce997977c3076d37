"""What one viewer may see: plain data, no part of which says more than the viewer may know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from takujo.core.texts import Player, Text

ZONE_KINDS = (
    "row", "grid", "stack", "hand", "fan", "track", "pool", "counter", "board", "text", "trick",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Tally:
    """How a player stands to what a piece is about."""

    player: Player
    text: Text
    done: bool = False  # nothing is lacking


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing on the table.

    `id` follows the id grammar (`docs/protocol.md`): `c17` a card the viewer knows, `k5` a hidden
    piece followed by eye, `deck.0` a public position, `hand.1.back.3` one of a counted number.
    """

    id: str
    face: str  # drawn as the skin's symbol of this name; "back" when the viewer does not know it
    seat: Player | None = None  # whose colours it wears
    at: str = ""  # place inside its zone: a cell "5,6", a stack "3", a named place
    on: str = ""  # id of the piece it lies on
    n: int = 1  # how many equal things it stands for
    down: bool = False  # lies face down on the table (the viewer may know its face all the same)
    tokens: int = 0  # counters lying on it
    turn: int = 0  # quarter turns
    marks: tuple[str, ...] = ()
    text: Text | None = None
    last: bool = False  # touched by the last move
    pointer: bool = False  # the game's pointer stands here
    tallies: tuple[Tally, ...] = ()  # on a grid or a track: how each player stands to it


@dataclass(frozen=True, slots=True)
class Shape:
    """How a zone is laid out; only the fields that its kind uses are set."""

    gaps: bool = False  # a row whose gaps are places `#zone:gap0` ... `#zone:gapN`
    rows: int = 0
    cols: int = 0
    origin: tuple[int, int] = (0, 0)  # row and column of the first cell, for grids that grow
    slots: int = 0  # a row with this many places, some empty
    zoom: bool = False  # may be panned and zoomed on small screens
    ends: tuple[Text, ...] = ()  # names of the two ends of a row
    names: tuple[Text, ...] = ()  # of the places of a track
    folded: bool = False  # only the label is shown; a click opens it


@dataclass(frozen=True, slots=True)
class Zone:
    """A group of pieces that the client draws by `kind` at the layout sheet's `place`."""

    id: str
    kind: str  # one of ZONE_KINDS
    pieces: tuple[Piece, ...] = ()
    label: Text | None = None
    place: str = ""  # named area of the skin's layout sheet; default: the zone's id
    owner: Player | None = None
    private: bool = False  # only its owner sees these
    shape: Shape = field(default_factory=Shape)
    marks: tuple[tuple[str, tuple[str, ...]], ...] = ()  # marks of places: (place, marks)
    count: int = 0  # for kinds "counter" and "trick": the figure shown
    # Ways to sort a hand: a name, and the places of its pieces in that order; -1 is a gap.
    orders: tuple[tuple[Text, tuple[int, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow of a preview, from one id to another, with the face of what travels along it."""

    start: str
    end: str
    what: str = ""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What an offer will do, as far as its player may know it."""

    deltas: tuple[tuple[Player, int], ...] = ()  # changes of main counters
    tokens: tuple[tuple[str, int], ...] = ()  # (piece id, change of the tokens on it)
    arrows: tuple[Arrow, ...] = ()
    ghosts: tuple[Piece, ...] = ()  # pieces as they will lie
    marks: tuple[tuple[str, str], ...] = ()  # (piece id, "for", "against" or "falls"): a battle
    words: Text | None = None  # what the action is, in a sentence


@dataclass(frozen=True, slots=True)
class Offer:
    """One legal action and the way it is clicked.

    `path` is a sequence of at most three ids, or with `toggle` a set of ids in any order.
    `why_not` marks what looks playable and is not: such an entry has no key and is only explained.
    """

    key: str  # the action in notation; this is sent back
    label: Text
    path: tuple[str, ...]
    note: Text | None = None  # the small line under the label
    toggle: bool = False
    careful: bool = False  # declared: asks for a second click
    final: bool = False  # derived: cannot be taken back once sent
    interrupt: bool = False
    forecast: Forecast | None = None
    why_not: Text | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """Answers that a player may gather in any order, and change, before any of them is sent.

    The questions come one after another, each with the same offers of a single click less what is
    given; their answers lie at these places, in this order.
    """

    places: tuple[str, ...]
    label: Text  # of the button that sends them all


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is asked, of whom; `asked` names the decision that a command answers."""

    title: Text | None = None
    subtitle: Text | None = None
    asked: str = ""  # "" when nothing is asked of this viewer
    awaited: tuple[Player, ...] = ()
    chosen: tuple[Player, ...] = ()  # in a simultaneous choice: who has done with it
    open: bool = False  # a single offer may be played for the player, it tells nothing
    guided: bool = False  # the subtitle explains the choice to a newcomer
    draft: Draft | None = None


@dataclass(frozen=True, slots=True)
class Counter:
    """A public number of a player: `icon` is a symbol of the client or of the game's sheet.

    Counters of one name have one icon in all panels.
    """

    name: str  # key `counter.<name>`
    value: int
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """The public face of one player or automated rival."""

    player: Player
    side: int
    house: bool = False
    main: Counter | None = None
    counters: tuple[Counter, ...] = ()
    tags: tuple[str, ...] = ()  # keys `tag.<name>`
    waiting: Text | None = None
    done: bool = False  # out, or finished: he decides nothing of his own any more
    zones: tuple[str, ...] = ()  # ids of zones to open from here

    @property
    def figures(self) -> tuple[Counter, ...]:
        """All counters: the main one, if there is one, and the others."""
        return (self.main, *self.counters) if self.main is not None else self.counters


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet: a row per source of points, a column per player."""

    title: Text
    columns: tuple[Player, ...]
    rows: tuple[tuple[Text, tuple[int | None, ...]], ...]
    notes: tuple[tuple[Text | None, ...], ...] = ()  # beside the figures: as many rows, columns


@dataclass(frozen=True, slots=True)
class Result:
    """How a match stands or ended.

    `criteria` are compared in order, each with one figure per player; `deciding` is the index of
    the one that parted the winners from the next.
    """

    rank: tuple[int, ...]  # per player, 1 is first; equal ranks are ties
    won: tuple[bool, ...]
    reason: Text
    score: tuple[int, ...] | None = None
    criteria: tuple[tuple[Text, tuple[int, ...]], ...] = ()
    deciding: int | None = None
    series: tuple[tuple[int, ...], ...] = ()  # at the start and per round, a figure per player
    sheet: Sheet | None = None
    revealed: tuple[str, ...] = ()  # ids of zones that were hidden and are shown now


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the match is: round `done` + 1 of `of`, and the name of the phase."""

    label: Text
    done: int
    of: int
    phase: Text | None = None


@dataclass(frozen=True, slots=True)
class LogLine:
    """One event as this viewer reads it."""

    seq: int  # grows with what happened; lines of one choice have the same
    text: Text
    who: Player | None = None
    heading: bool = False
    undone: bool = False
    sheet: Sheet | None = None


@dataclass(frozen=True, slots=True)
class View:
    """Everything one viewer is shown at one moment; `viewer` None is an onlooker."""

    game: str
    viewer: Player | None
    scene: tuple[Zone, ...]
    panels: tuple[Panel, ...]
    prompt: Prompt
    offers: tuple[Offer, ...] = ()
    seq: int = 0
    moves: tuple[tuple[str, str], ...] = ()  # (id before, id after), made by the last step
    log: tuple[LogLine, ...] = ()
    report: Sheet | None = None
    scores: Sheet | None = None  # how the match has gone so far
    result: Result | None = None
    progress: Progress | None = None
    undo: bool = False
    restart: bool = False  # more than one choice can be taken back at once
    held: bool = False  # this viewer's last choice waits for his confirmation


Names = Mapping[Player, str]
