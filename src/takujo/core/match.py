"""A match: an append-only journal, and the position that follows from it.

The journal is a list of JSON objects, one per line, each with its `seq`. Line kinds, by the key
that they carry:

| key        | meaning                                                                     |
|------------|-----------------------------------------------------------------------------|
| `start`    | the first outcomes of nature, up to the first decision                      |
| `key`      | `seat` chose `key`; `chance` holds the outcomes that followed               |
| `hold`     | `seat` chose `hold`, which hands over, and has not confirmed it yet         |
| `undo`     | everything from line `undo` on is taken back                                |
| `retract`  | the answer of line `retract` in a simultaneous choice is taken back         |
| `by`       | `seat` is played by `by` from now on: "human" or "bot:<name>"               |
| `concede`  | the player of seat `concede` gave up; his seat ranks last                   |
| `truncate` | the match ends here and is scored as it stands                              |
| `check`    | the rules have changed since: the stored position goes on from here         |

`chance` is a list of `[n, [outcome]]`. Every tenth line carries `digest`, a hash of the position.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from takujo.core import projection
from takujo.core.actions import Action, Decision, IllegalAction
from takujo.core.chance import (
    BadOutcome,
    Draw,
    Keyed,
    Live,
    Nature,
    Outcome,
    Recorded,
    Rng,
    commitment,
    match_key,
    take,
)
from takujo.core.events import Event, Step
from takujo.core.frames import EACH, advance, answers_of, awaited, do, interrupt, optional, retract
from takujo.core.game import Game
from takujo.core.game import game as game_named
from takujo.core.knowledge import resample
from takujo.core.state import Json, State
from takujo.core.texts import Player, Text, Who, say
from takujo.core.views import LogLine, Offer, Result, View

FORMAT = 1  # version of the record
DIGEST_EVERY = 10
LOG_TAIL = 60


class Refused(Exception):
    """A command that was not carried out; nothing has changed.

    `code` is one of `stale`, `illegal`, `not_yours`, `not_now`; `reason` says what was expected.
    """

    def __init__(self, code: str, reason: Text) -> None:
        super().__init__(f"{code}: {reason.key}")
        self.code = code
        self.reason = reason


class RecordError(ValueError):
    """A record that cannot be read or replayed; the message names the line."""


class Seat:
    """What a bot gets: it sees its player's view and possible worlds, never the match."""

    __slots__ = ("_match", "player")

    def __init__(self, match: Match, player: Player) -> None:
        self._match = match
        self.player = player

    @property
    def game(self) -> Game[Any]:
        """The game that is played."""
        return self._match.game

    def view(self) -> View:
        """The player's view."""
        return self._match.view(self.player)

    def decision(self) -> Decision:
        """What this player is asked now; raises `Refused` when he is not."""
        return self._match.decision(self.player)

    def offers(self) -> tuple[str, ...]:
        """The keys of all legal actions, in a stable order."""
        return tuple(self._match.game.keys(self.decision()))

    def sample(self, rng: Rng) -> State:
        """A random position that this player cannot tell from the true one."""
        world: State = resample(self._match.game, self._match.state, self.player, rng)
        return world


class _Moment(NamedTuple):
    """The position before a line, kept so that the line can be taken back."""

    seq: int
    seat: Player
    state: State
    choices: tuple[int, ...]
    outcomes: int


class Match:
    """One play of a game; see the module's text for the journal."""

    def __init__(
        self,
        game: Game[Any],
        players: int,
        options: Mapping[str, Any],
        header: Json,
        key: bytes | None,
    ) -> None:
        self.game = game
        self.players = players
        self.options = game.checked_options(players, options)
        self.header = header
        self.lines: list[Json] = []
        self.by: list[str] = list(header["seats"])
        self.conceded: list[Player] = []
        self.truncated = False
        self.parted: int | None = None  # line from which the rules differ from the record's
        self.held: tuple[Player, str] | None = None  # a choice that waits for confirmation
        self._held_at = 0  # its journal line
        self.state: State = game.setup(players, self.options)
        self._key = key
        self._choices = [0] * players
        self._outcomes = 0  # of the effective record
        self._past: list[_Moment] = []
        self._log: list[tuple[int, Event]] = []
        self._undone: set[int] = set()
        self._trail: tuple[int, list[Step]] = (-1, [])
        self._preview: State | None = None

    # --- beginning and loading -----------------------------------------------------------------

    @classmethod
    def start(
        cls,
        game: Game[Any],
        players: int,
        options: Mapping[str, Any] | None = None,
        *,
        seats: Sequence[str] | None = None,
        key: bytes = b"",
        commitment: str = "",
        nature: Nature | None = None,
    ) -> Match:
        """Begin a match and run it to the first decision.

        `seats` says who plays: "human" or "bot:<name>" each. Outcomes follow from `key`, unless a
        simulator passes its own `nature`.
        """
        checked = game.checked_options(players, options)
        header = {
            "takujo": FORMAT,
            "game": game.id,
            "rules": game.rules_version,
            "players": players,
            "options": dict(checked),
            "seats": list(seats) if seats is not None else ["human"] * players,
            "commitment": commitment,
        }
        match = cls(game, players, checked, header, key)
        match._run({"start": True}, nature, advance)
        return match

    @classmethod
    def load(
        cls,
        header: Json,
        lines: Iterable[Json],
        *,
        key: bytes | None = None,
        game: Game[Any] | None = None,
    ) -> Match:
        """The match that a journal describes; with `key` it can go on drawing.

        `game` stands in for the installed game that the header names. Raises `RecordError` with
        the number of the line that does not fit.
        """
        if game is None:
            game = _game_of(header)
        try:
            match = cls(game, header["players"], header["options"], header, key)
        except (KeyError, TypeError, ValueError) as error:
            raise RecordError(f"line 1 (header): {error}") from None
        for number, line in enumerate(lines, start=2):
            try:
                match._again(line)
            except RecordError as error:
                raise RecordError(f"line {number}: {error}") from None
            except (BadOutcome, IllegalAction, Refused, KeyError, TypeError, ValueError) as error:
                said = f"{type(error).__name__}: {error}"
                raise RecordError(f"line {number} does not fit the rules: {said}") from None
        if not match.lines:
            raise RecordError("line 2: a record goes on with a line that has `start`")
        return match

    replay = load

    def _again(self, line: Json) -> None:
        """Carry out one line of a journal."""
        if not isinstance(line, dict):
            raise RecordError(f"expected a JSON object, not {line!r}")
        if line.get("seq", self.seq) != self.seq:
            raise RecordError(f"expected seq {self.seq}, not {line.get('seq')}")
        nature = Recorded(outcome for _, outcome in line.get("chance", ()))
        body = {k: v for k, v in line.items() if k not in ("seq", "chance", "digest")}
        if "start" in line:
            if self.lines:
                raise RecordError("the match has begun already")
            self._run(body, nature, advance)
        elif not self.lines:
            raise RecordError("the first line has `start`")
        elif "key" in line:
            seat, key = line["seat"], line["key"]
            decision, action = self._find(seat, key)
            self._choose(body, seat, decision, action, nature)
        elif "hold" in line:
            self._hold(body, line["seat"], line["hold"])
        elif "undo" in line:
            self._undo_to(body, line["undo"])
        elif "retract" in line:
            self._retract(body, line["seat"])
        elif "by" in line:
            self.reseat(line["seat"], line["by"])
        elif "concede" in line:
            self.concede(line["concede"])
        elif "truncate" in line:
            self.truncate()
        elif "check" in line:
            self.state = self.game.from_json(self.players, self.options, line["check"])
            self.parted = None
            self._past.clear()
            self._write(body, [])
        else:
            raise RecordError(f"no such kind of line: {sorted(line)}")
        if nature.left:
            raise RecordError(f"{nature.left} outcomes of nature were not used")
        self._compare(line)

    def _compare(self, line: Json) -> None:
        if "digest" in line and self.parted is None and line["digest"] != self.digest():
            if self.header.get("rules") == self.game.rules_version:
                raise RecordError("the position differs from the digest in the record")
            self.parted = self.seq - 1

    # --- looking -------------------------------------------------------------------------------

    @property
    def seq(self) -> int:
        """The number that the next line will have; it grows with every change."""
        return len(self.lines)

    @property
    def over(self) -> bool:
        """Nothing is awaited any more."""
        return self.truncated or self._one_side_left() or not self.state.agenda

    @property
    def awaited(self) -> tuple[Player, ...]:
        """Whom the match waits for; while a choice is held, its player alone."""
        if self.over:
            return ()
        if self.held is not None:
            return (self.held[0],)
        return tuple(d.player for d in awaited(self.state))

    def decision(self, seat: Player) -> Decision:
        """What this seat is asked; raises `Refused` when it is not asked."""
        if not self.over and self.held is None:
            for decision in (*awaited(self.state), *optional(self.state)):
                if decision.player == seat:
                    return decision
        raise Refused("not_now", say("refused.not_asked"))

    def asked(self, seat: Player) -> str:
        """The name of the decision that this seat is asked, `""` if none."""
        try:
            decision = self.decision(seat)
        except Refused:
            return ""
        return projection.asked(decision, self.game.keys(decision), self._choices[seat])

    def seat(self, player: Player) -> Seat:
        """The seat as a bot gets it."""
        return Seat(self, player)

    def digest(self) -> str:
        """A hash of the position."""
        text = json.dumps(self.state.to_json(), separators=(",", ":"), sort_keys=True)
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()

    def result(self) -> Result:
        """How the match stands or ended; who conceded ranks behind all others."""
        result = self.game.result(self.state)
        if not self.conceded:
            return result
        order = sorted(range(self.players), key=lambda p: (p in self.conceded, result.rank[p]))
        rank = [0] * len(result.rank)
        for i, p in enumerate(order):
            tied = i and _standing(self, result, order[i - 1]) == _standing(self, result, p)
            rank[p] = rank[order[i - 1]] if tied else i + 1
        won = tuple(r == 1 for r in rank)
        reason = result.reason
        if won != result.won or self._one_side_left():
            reason = say("result.conceded", n=len(self.conceded))
        return replace(result, rank=tuple(rank), won=won, reason=reason, deciding=None)

    def view(self, seat: Player | None) -> View:
        """What a seat (`None`: an onlooker) may see now."""
        state = self.state
        held = self.held is not None and self.held[0] == seat
        if held and self._preview is not None:
            state = self._preview
        shown = projection.view(
            self.game, state, seat, chosen=self._choices[seat] if seat is not None else 0
        )
        over = self.over
        prompt = shown.prompt
        offers: tuple[Offer, ...] = shown.offers
        if held or over:
            offers = ()
            prompt = replace(prompt, asked="")
        if over:
            prompt = replace(prompt, title=None, subtitle=None, awaited=())
        steps = self._trail[1] if self._trail[0] == self.seq - 1 else []
        return replace(
            shown,
            seq=self.seq,
            prompt=prompt,
            offers=offers,
            moves=projection.moves(steps, state.layout, seat),
            log=self.log(seat)[-LOG_TAIL:],
            result=self._shown_result(seat) if over else None,
            undo=self.can_undo(seat),
            restart=sum(m.seat == seat for m in self._past) > 1,
            held=held,
        )

    def _shown_result(self, seat: Player | None) -> Result:
        result = self.result()
        return replace(result, sheet=result.sheet or self.game.sheet(self.state))

    def log(self, viewer: Player | None) -> tuple[LogLine, ...]:
        """All that happened, as this viewer reads it; what was taken back is marked."""
        layout = self.state.layout
        return tuple(
            replace(
                projection.log_line(event, layout, viewer, seq),
                undone=seq in self._undone,
            )
            for seq, event in self._log
        )

    def can_undo(self, seat: Player | None) -> bool:
        """May this seat take its last choice back?"""
        if seat is None or self.over:
            return False
        if self.held is not None:
            return self.held[0] == seat
        top: Any = self.state.agenda[-1]
        if top.kind == EACH:
            return bool(answers_of(top)[seat])
        return bool(self._past) and self._past[-1].seat == seat

    # --- commands ------------------------------------------------------------------------------

    def play(self, seat: Player, key: str, asked: str, *, hold: str = "never") -> list[Json]:
        """Answer the decision `asked` with `key`; gives the new journal lines.

        `hold` says when a choice that hands over waits for its player's confirmation: "always",
        after "two" choices in a row or more, or "never". Raises `Refused`.
        """
        self._must_run()
        if self.held is not None:
            raise Refused("not_now", say("refused.held"))
        named = self.asked(seat)
        if not named:
            raise Refused("not_now", say("refused.not_asked"))
        if named != asked:
            raise Refused("stale", say("refused.stale"))
        decision, action = self._find(seat, key)
        if self._holds(seat, decision, action, hold):
            return self._hold({"seat": seat, "hold": key}, seat, key)
        return self._choose({"seat": seat, "key": key}, seat, decision, action, None)

    def confirm(self, seat: Player) -> list[Json]:
        """Release the choice that this seat held back."""
        self._must_run()
        if self.held is None or self.held[0] != seat:
            raise Refused("not_now", say("refused.nothing_held"))
        _, key = self.held
        self.held = self._preview = None
        decision, action = self._find(seat, key)
        return self._choose({"seat": seat, "key": key}, seat, decision, action, None)

    def undo(self, seat: Player, to: str = "ask") -> list[Json]:
        """Take back the last choice ("ask"), all choices in a row ("turn") or an "answer"."""
        self._must_run()
        if to not in ("ask", "turn", "answer"):
            raise Refused("illegal", say("refused.undo_to"))
        if self.held is not None and self.held[0] == seat and to != "turn":
            self.held = self._preview = None
            return self._write({"undo": self._held_at}, [])
        if not self.can_undo(seat):
            raise Refused("not_now", say("refused.nothing_to_take_back"))
        top: Any = self.state.agenda[-1]
        if top.kind == EACH:
            mine = [
                i
                for i, line in enumerate(self.lines)
                if line.get("seat") == seat and "key" in line and i not in self._undone
            ]
            return self._retract({"retract": mine[-1], "seat": seat}, seat)
        moment = self._past[-1]
        if to == "turn":
            moment = next(m for m in self._past if m.seat == seat)
        return self._undo_to({"undo": moment.seq}, moment.seq)

    def concede(self, seat: Player) -> list[Json]:
        """Give up: the seat ranks last; others play on while two sides are left."""
        self._must_run()
        if not 0 <= seat < self.players or seat in self.conceded:
            raise Refused("not_now", say("refused.conceded"))
        self._release(seat)
        self.conceded.append(seat)
        self._past.clear()
        return self._write({"concede": seat}, [Event("conceded", (("who", Who(seat)),))])

    def reseat(self, seat: Player, by: str) -> list[Json]:
        """Hand a seat to a bot ("bot:<name>") or back to its owner ("human")."""
        self._must_run()
        if not 0 <= seat < self.players:
            raise Refused("illegal", say("refused.no_such_seat"))
        self._release(seat)
        self.by[seat] = by
        kind = "seat_taken_back" if by == "human" else "seat_to_bot"
        args = (("who", Who(seat)),)
        return self._write({"seat": seat, "by": by}, [Event(kind, args)])

    def truncate(self) -> list[Json]:
        """End the match here; it is scored as it stands."""
        self._must_run()
        self.held = self._preview = None
        self.truncated = True
        return self._write({"truncate": True}, [Event("truncated")])

    def checkpoint(self, state: Json) -> list[Json]:
        """Go on from a stored position, because today's rules read the journal differently."""
        self.state = self.game.from_json(self.players, self.options, state)
        self.parted = None
        self._past.clear()
        return self._write(
            {"check": state, "rules": self.game.rules_version}, [Event("checkpoint")]
        )

    # --- records -------------------------------------------------------------------------------

    def record(
        self, *, server_key: bytes | None = None, nonces: Sequence[bytes] | None = None
    ) -> list[Json]:
        """The header, then the journal with undone lines dropped; with the proof of the shuffles.

        The lines are numbered anew and can be written as JSON lines.
        """
        header = dict(self.header)
        if server_key is not None and nonces is not None:
            header["server_key"] = server_key.hex()
            header["nonces"] = [n.hex() for n in nonces]
        kept = [
            {k: v for k, v in line.items() if k not in ("seq", "digest")}
            for line in self.effective()
        ]
        return [header, *Match.load(header, kept, game=self.game).lines]

    def effective(self) -> list[Json]:
        """The lines that stand: no undone ones, no undo and hold lines."""
        dropped = ("undo", "retract", "hold")
        return [
            line
            for i, line in enumerate(self.lines)
            if i not in self._undone and not any(k in line for k in dropped)
        ]

    def draws(self) -> list[tuple[int, Draw, Outcome]]:
        """(index, draw, outcome) of everything that nature drew in the effective record."""
        found: list[tuple[int, Draw, Outcome]] = []
        for line in self.effective():
            for n, outcome in line.get("chance", ()):
                found.append((len(found), Draw(n, len(outcome)), tuple(outcome)))
        return found

    # --- inside --------------------------------------------------------------------------------

    def _must_run(self) -> None:
        if self.over:
            raise Refused("not_now", say("refused.over"))

    def _one_side_left(self) -> bool:
        if not self.conceded:
            return False
        sides = self.game.sides(self.players, self.options)
        return sum(any(p not in self.conceded for p in side) for side in sides) < 2

    def _release(self, seat: Player) -> None:
        """A held choice of somebody who goes is dropped; it was never carried out."""
        if self.held is not None and self.held[0] == seat:
            self.held = self._preview = None

    def _find(self, seat: Player, key: str) -> tuple[Decision, Action]:
        asked = False
        for decision in (*awaited(self.state), *optional(self.state)):
            if decision.player == seat:
                asked = True
                action = self.game.keys(decision).get(key)
                if action is not None:
                    return decision, action
        if not asked:
            raise Refused("not_now", say("refused.not_asked"))
        reason = self.game.why_not(self.state, seat, key)
        raise Refused("illegal", reason or say("refused.not_offered"))

    def _nature(self) -> Nature:
        if self._key is None:
            raise Refused("not_now", say("refused.replay_only"))
        return Live(self._key, self._outcomes)

    def _run(self, body: Json, nature: Any, act: Any) -> list[Json]:
        """Let nature and the rules act, then write the line with what nature drew."""
        given = nature if nature is not None else self._nature()
        recorder = _Recorder(given)
        act(self.state, recorder)
        if recorder.drawn:
            body = {**body, "chance": [[d.n, list(o)] for d, o in recorder.drawn]}
            self._outcomes += len(recorder.drawn)
        return self._write(body, None)

    def _choose(
        self, body: Json, seat: Player, decision: Decision, action: Action, nature: Any
    ) -> list[Json]:
        before = self.state.clone()
        choices = tuple(self._choices)
        moment = _Moment(self.seq, seat, before, choices, self._outcomes)
        top: Any = self.state.agenda[-1]
        simultaneous = top.kind == EACH and not decision.optional
        self.held = self._preview = None
        self._choices[seat] += 1
        carry = interrupt if decision.optional else do
        lines = self._run(body, nature, lambda s, nature: carry(s, seat, action, nature))
        learned = self.state.epoch != before.epoch
        others = any(d.player != seat for d in awaited(self.state))
        if learned or others or simultaneous:
            self._past.clear()
        else:
            if self._past and self._past[-1].seat != seat:
                self._past.clear()
            self._past.append(moment)
        return lines

    def _holds(self, seat: Player, decision: Decision, action: Action, hold: str) -> bool:
        """Does this choice hand over, could it still be taken back, and is it to be confirmed?"""
        if hold == "never" or decision.optional or self.state.agenda[-1].kind == EACH:
            return False
        if hold == "two" and not self._past:
            return False
        t = self.state.clone()
        do(t, seat, action, Live(self._key or b"", self._outcomes))
        if t.epoch != self.state.epoch:
            return False
        return any(d.player != seat for d in awaited(t))

    def _hold(self, body: Json, seat: Player, key: str) -> list[Json]:
        _, action = self._find(seat, key)
        preview = self.state.clone()
        do(preview, seat, action, Live(self._key or b"", self._outcomes))
        self.held, self._held_at, self._preview = (seat, key), self.seq, preview
        return self._write(body, [])

    def _undo_to(self, body: Json, seq: int) -> list[Json]:
        if self.held is not None and seq == self._held_at:
            self.held = self._preview = None
            return self._write(body, [])
        moment = next((m for m in self._past if m.seq == seq), None)
        if moment is None:
            raise RecordError(f"line {seq} cannot be taken back")
        self.held = self._preview = None
        self.state = moment.state.clone()
        self._choices = list(moment.choices)
        self._outcomes = moment.outcomes
        self._past = [m for m in self._past if m.seq < seq]
        kept = ("by", "concede")
        self._undone.update(
            i for i in range(seq, self.seq) if not any(k in self.lines[i] for k in kept)
        )
        return self._write(body, [])

    def _retract(self, body: Json, seat: Player) -> list[Json]:
        retract(self.state, seat)
        self._choices[seat] -= 1
        self._undone.add(body["retract"])
        return self._write(body, [])

    def _write(self, body: Json, events: Sequence[Event] | None) -> list[Json]:
        """Append the line; `None` takes the events that the state has collected."""
        seq = self.seq
        line = {"seq": seq, **body}
        self.lines.append(line)
        happened = [*self.state.events, *(events or ())] if events is None else list(events)
        self._log += [(seq, event) for event in happened]
        self._trail = (seq, list(self.state.trail))
        self.state.events.clear()
        self.state.trail.clear()
        if seq % DIGEST_EVERY == 0:
            line["digest"] = self.digest()
        return [line]


class _Recorder:
    """Nature, with everything written down that she drew."""

    __slots__ = ("_nature", "drawn")

    def __init__(self, nature: Nature) -> None:
        self._nature = nature
        self.drawn: list[tuple[Draw, Outcome]] = []

    def __call__(self, s: State, frame: Any) -> Outcome:
        draw = frame.draw(s)
        outcome = self._nature(s, frame)
        self.drawn.append((draw, outcome))
        return outcome


def _standing(match: Match, result: Result, player: Player) -> tuple[bool, int]:
    return (player in match.conceded, result.rank[player])


def _game_of(header: Json) -> Game[Any]:
    if not isinstance(header, dict) or header.get("takujo") != FORMAT:
        raise RecordError(f"line 1: expected the header of a Takujo record, `takujo`: {FORMAT}")
    try:
        return game_named(str(header.get("game")))
    except ValueError as error:
        raise RecordError(f"line 1: {error}") from None


def verify(record: Sequence[Json], *, game: Game[Any] | None = None) -> list[str]:
    """Check a finished record; gives what does not hold, `[]` when everything does.

    Replays it under the rules, checks that the server key fits the seal published at the start,
    and that every outcome follows from the key and the seats' nonces.
    """
    faults: list[str] = []
    try:
        match = Match.load(record[0], record[1:], game=game)
    except RecordError as error:
        return [str(error)]
    header = record[0]
    if "server_key" not in header:
        return ["the record holds no server key: its shuffles cannot be checked"]
    server_key = bytes.fromhex(header["server_key"])
    nonces = [bytes.fromhex(n) for n in header["nonces"]]
    if commitment(server_key) != header["commitment"]:
        faults.append("the server key does not fit the seal that was published at the start")
    key = match_key(server_key, nonces)
    for index, draw, outcome in match.draws():
        if take(Keyed(key, index), draw) != outcome:
            faults.append(f"outcome {index} does not follow from the keys: {list(outcome)}")
    return faults
