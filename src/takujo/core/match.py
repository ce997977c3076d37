"""A match: an append-only journal (see `record`), and the position that follows from it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from takujo.core import projection
from takujo.core.actions import Action, Decision
from takujo.core.chance import Draw, Live, Nature, Outcome, Recorded
from takujo.core.events import Event, Step
from takujo.core.frames import EACH, advance, answers_of, awaited, do, interrupt, optional, retract
from takujo.core.game import Game
from takujo.core.game import game as game_named
from takujo.core.log import TAIL, Log
from takujo.core.record import (
    FORMAT,
    Moment,
    RecordError,
    Refused,
    WrittenDown,
    checked_header,
)
from takujo.core.seat import Seat
from takujo.core.state import Json, State
from takujo.core.texts import Player, Text, Who, say
from takujo.core.views import LogLine, Result, View

__all__ = ["FORMAT", "Match", "RecordError", "Refused", "Seat"]

DIGEST_EVERY = 10


class Match:
    """One play of a game; see `takujo.core.record` for the journal."""

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
        self._own_nature: Nature | None = None  # in place of the key
        self._choices = [0] * players
        self._outcomes = 0  # of the effective record
        self._past: list[Moment] = []
        self._answers: list[tuple[Player, int]] = []  # seat and line in simultaneous choices
        self._rules: int = header["rules"]  # by which the journal was written
        self._lenient = False  # the position is stored: what the lines lead to need not count
        self._unread: RecordError | None = None  # why lines are kept without being carried out
        self._log = Log()
        self._trail: tuple[int, list[Step]] = (-1, [])
        self._told = self._trail  # before the last line
        # Lines that only their own player may notice: held choices, unfinished answers.
        self._quiet = [0] * players
        self._quiet_now: Player | None = None  # whose the last line is, if it is one of these
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
        simulator passes its own `nature`, for the whole match. Raises ValueError for options,
        player counts and seats that the game does not have.
        """
        checked = game.checked_options(players, options)
        if seats is not None and len(seats) != players:
            raise ValueError(f"{players} seats expected, not {len(seats)}")
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
        match._own_nature = nature
        match._run({"start": True}, match._nature(), advance)
        return match

    @classmethod
    def load(
        cls,
        header: Json,
        lines: Iterable[Json],
        *,
        key: bytes | None = None,
        game: Game[Any] | None = None,
        stored: Json | None = None,
    ) -> Match:
        """The match that a journal describes; with `key` it can go on drawing.

        `game` stands in for the installed game that the header names. Raises `RecordError` with
        the number of the line that does not fit. With `stored`, the position that was kept after
        the last line, only the header can be at fault: where today's rules lead elsewhere,
        `parted` is set, and nothing may be played before `checkpoint(stored)`.
        """
        header = checked_header(header)
        try:
            found = game if game is not None else game_named(header["game"])
            match = cls(found, header["players"], header["options"], header, key)
        except ValueError as error:
            raise RecordError(f"line 1 (header): {error}") from None
        match._lenient = stored is not None
        for number, line in enumerate(lines, start=2):
            match._read(number, line)
        if match._unread is not None and stored is None:
            raise match._unread
        if not match.lines:
            raise RecordError("line 2: a record goes on with a line that has `start`")
        if stored is not None and match.parted is None and match.state.to_json() != stored:
            match.parted = match.seq - 1
        match._lenient = False
        return match

    replay = load

    def _read(self, number: int, line: Json) -> None:
        """Carry a line out; under other rules a line that does not fit waits for a checkpoint."""
        seq = self.seq
        if not isinstance(line, dict):
            raise RecordError(f"line {number}: expected a JSON object, not {line!r}")
        if line.get("seq", seq) != seq:
            raise RecordError(f"line {number}: expected seq {seq}, not {line['seq']!r}")
        if self._unread is None or "check" in line:
            try:
                self._again(line)
            except Exception as error:  # a record comes from anywhere and may hold anything
                said = str(error)
                if not isinstance(error, RecordError):
                    said = f"does not fit the rules, {type(error).__name__}: {error}"
                fault = RecordError(f"line {number}: {said}")
                if self._strict:
                    raise fault from None
                self._unread = self._unread or fault
                self.parted = seq if self.parted is None else self.parted
            else:
                return
        del self.lines[seq:]  # what today's rules made of it
        self._log.cut(seq)
        self._keep(number, line)

    @property
    def _strict(self) -> bool:
        """Is a line that leads elsewhere a fault, and no sign that the rules have changed?"""
        return self._rules == self.game.rules_version and not self._lenient

    def _keep(self, number: int, line: Json) -> None:
        """Append a line that today's rules cannot carry out; seats and undo lines still count."""
        seq = self.seq
        self.lines.append({"seq": seq, **line})
        self._trail, self._quiet_now = (seq, []), None
        try:
            if "undo" in line:
                self._void(line["undo"], seq)
            elif "retract" in line:
                self._log.void((line["retract"],))
            elif "by" in line:
                self.by[line["seat"]] = line["by"]
            elif "concede" in line:
                self.conceded.append(line["concede"])
            elif "truncate" in line:
                self.truncated = True
        except (LookupError, TypeError) as error:
            raise RecordError(f"line {number}: {type(error).__name__}: {error}") from None

    def _again(self, line: Json) -> None:
        """Carry out one line of a journal."""
        nature = Recorded(outcome for _, outcome in line.get("chance", ()))
        body = {k: v for k, v in line.items() if k not in ("seq", "chance", "digest")}
        if "start" in line:
            if self.lines:
                raise RecordError("the match has begun already")
            self._run(body, nature, advance)
        elif not self.lines:
            raise RecordError("the first line has `start`")
        elif self.over and "check" not in line:
            raise RecordError("the match is over already")
        elif "key" in line:
            seat, key = line["seat"], line["key"]
            decision, action = self._find(seat, key)
            self._choose(body, seat, decision, action, nature)
        elif "hold" in line:
            self._hold(body, line["seat"], line["hold"])
        elif "undo" in line:
            self._undo_to(body, line["undo"])
        elif "retract" in line:
            self._retract(body)
        elif "by" in line:
            self._reseat(body)
        elif "concede" in line:
            self._concede(body)
        elif "truncate" in line:
            self._truncate(body)
        elif "check" in line:
            self._check(body)
        else:
            raise RecordError(f"no such kind of line: {sorted(line)}")
        drawn = self.lines[-1].get("chance", [])
        if drawn != [[n, list(outcome)] for n, outcome in line.get("chance", ())]:
            raise RecordError(f"nature drew {drawn} by the rules, {line.get('chance')} by the line")
        if "digest" in line and self.parted is None and line["digest"] != self.digest():
            if self._strict:
                raise RecordError("the position differs from the digest in the record")
            self.parted = self.seq - 1
        if "digest" in line:
            self.lines[-1]["digest"] = line["digest"]

    # --- looking -------------------------------------------------------------------------------

    @property
    def seq(self) -> int:
        """The number that the next line will have; it grows with every change."""
        return len(self.lines)

    def seq_for(self, viewer: Player | None) -> int:
        """The `seq` of this viewer's view: what he may not notice does not count."""
        return self.seq - sum(n for seat, n in enumerate(self._quiet) if seat != viewer)

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
        """What this seat is asked, its own decision first; raises `Refused` when it is not asked.

        Whoever may interrupt may do so while somebody else's choice is held.
        """
        for decision in self._decisions(seat):
            return decision
        raise Refused("not_now", say("refused.not_asked"))

    def _decisions(self, seat: Player) -> tuple[Decision, ...]:
        """What this seat may answer: its own decision, and an interrupt that is open to it."""
        if self.over or self._holding(seat):
            return ()
        every = (*awaited(self.state), *optional(self.state))
        return tuple(decision for decision in every if decision.player == seat)

    def _holding(self, seat: Player | None) -> bool:
        return self.held is not None and self.held[0] == seat

    def asked(self, seat: Player) -> str:
        """The name of the decision that this seat is asked, `""` if none."""
        for decision in self._decisions(seat):
            return projection.asked(decision, self.game.keys(decision), self._choices[seat])
        return ""

    def seat(self, player: Player) -> Seat:
        """The seat as a bot gets it: it stays as it is now, whatever happens in the match.

        Raises `Refused` for a seat that there is not.
        """
        if not 0 <= player < self.players:
            raise Refused("illegal", say("refused.no_such_seat"))
        decisions = self._decisions(player)
        return Seat(self.game, self.state.clone(), decisions, self.view(player), player)

    def digest(self) -> str:
        """A hash of the position."""
        text = json.dumps(self.state.to_json(), separators=(",", ":"), sort_keys=True)
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()

    def result(self) -> Result:
        """How the match stands or ended; a side that has conceded ranks behind all others.

        A side has conceded when all of its players have: partners win and lose together.
        """
        result = self.game.result(self.state)
        if not self.conceded:
            return result
        # Automated players come after the seats; they rank, and cannot concede.
        sides = self.game.sides(self.players, self.options)
        gone = {p for side in sides if all(q in self.conceded for q in side) for p in side}
        keys = [(p in gone, rank) for p, rank in enumerate(result.rank)]
        rank = tuple(1 + sum(other < key for other in keys) for key in keys)
        won = tuple(r == 1 and p not in gone for p, r in enumerate(rank))
        reason = result.reason
        if won != result.won or self._one_side_left():
            reason = say("result.conceded", n=len(self.conceded))
        return replace(result, rank=rank, won=won, reason=reason, deciding=None)

    def view(self, seat: Player | None) -> View:
        """What a seat (`None`: an onlooker) may see now."""
        state, over = self.state, self.over
        told, steps = self._trail
        if seat is not None and seat == self._quiet_now:
            told, steps = self.seq - 1, []
        held = self._holding(seat)
        if held and self._preview is not None:
            state = self._preview
            steps = state.trail
        shown = projection.view(
            self.game,
            state,
            seat,
            chosen=self._choices[seat] if seat is not None else 0,
            ended=self.result() if over else None,
        )
        if held:
            shown = replace(shown, offers=(), prompt=replace(shown.prompt, asked=""))
        return replace(
            shown,
            seq=self.seq_for(seat),
            moves=projection.moves(steps, state.layout, seat),
            log=self.log(seat, TAIL),
            report=self._log.sheet(told),
            undo=self.can_undo(seat),
            restart=self._to_take_back(seat) > 1,
            held=held,
        )

    def why_not(self, seat: Player, ids: Collection[str]) -> Text | None:
        """Which rule forbids to choose this set of ids now; None when none does, or none is told.

        It asks about what the seat is awaited for, and changes nothing.
        """
        for decision in awaited(self.state):
            mine = decision.actions if decision.player == seat else ()
            kinds = dict.fromkeys(action.kind for action in mine)
            for verb in map(self.game.verb, kinds):
                if verb.many is None or verb.args or not set(ids) <= set(verb.many.clicks) - {""}:
                    continue
                chosen = sorted(map(verb.many.clicks.index, ids))
                key = " ".join((verb.name, *(verb.many.words[i] for i in chosen)))
                if key not in self.game.keys(decision):
                    return self.game.why_not(self.state, seat, key)
        return None

    def log(self, viewer: Player | None, last: int | None = None) -> tuple[LogLine, ...]:
        """What happened, as this viewer reads it; what was taken back is marked.

        All of it, or the `last` lines.
        """
        return self._log.lines(self.state.layout, viewer, last)

    def forget(self) -> None:
        """Drop what is kept for viewers only; it is made anew when they look again."""
        self._log.forget()

    def _to_take_back(self, seat: Player | None) -> int:
        """How many choices in a row the seat may take back."""
        if seat is None or not 0 <= seat < self.players or self.over:
            return 0
        if self.held is not None and not self._holding(seat):
            return 0
        top: Any = self.state.agenda[-1]
        if top.kind == EACH:
            return min(len(answers_of(top)[seat]), len(self._answers_of(seat)))
        return sum(m.seat == seat for m in self._past) + self._holding(seat)

    def _answers_of(self, seat: Player) -> list[int]:
        """The lines by which this seat has answered in a simultaneous choice, still standing."""
        return [i for p, i in self._answers if p == seat and i not in self._log.undone]

    def can_undo(self, seat: Player | None) -> bool:
        """May this seat take its last choice back?"""
        return self._to_take_back(seat) > 0

    # --- commands ------------------------------------------------------------------------------

    def play(self, seat: Player, key: str, asked: str, *, hold: str = "never") -> list[Json]:
        """Answer the decision `asked` with `key`; gives the new journal lines.

        `hold` says when a choice that hands over waits for its player's confirmation: "always",
        after "two" choices in a row or more, or "never". Raises `Refused`.
        """
        self._must_run()
        if self._holding(seat):
            raise Refused("not_now", say("refused.held"))
        named = self.asked(seat)
        if not named:
            raise Refused("not_now", say("refused.not_asked"))
        if named != asked:
            raise Refused("stale", say("refused.stale"))
        decision, action = self._find(seat, key)
        nature = self._nature()
        if self._holds(seat, decision, action, hold):
            return self._hold({"seat": seat, "hold": key}, seat, key)
        # An interrupt does not wait until somebody else confirms: his choice was not yet made.
        released = self._unhold() if self.held is not None else []
        return [
            *released,
            *self._choose({"seat": seat, "key": key}, seat, decision, action, nature),
        ]

    def confirm(self, seat: Player) -> list[Json]:
        """Release the choice that this seat held back."""
        self._must_run()
        if self.held is None or self.held[0] != seat:
            raise Refused("not_now", say("refused.nothing_held"))
        _, key = self.held
        decision, action = self._find(seat, key)
        body = {"seat": seat, "key": key}
        return self._choose(body, seat, decision, action, self._nature())

    def undo(self, seat: Player, to: str = "ask") -> list[Json]:
        """Take back the last choice ("ask"), all choices in a row ("turn") or an "answer".

        Gives the new journal lines; raises `Refused`.
        """
        self._must_run()
        if to not in ("ask", "turn", "answer"):
            raise Refused("illegal", say("refused.undo_to"))
        n = self._to_take_back(seat)
        if not n:
            raise Refused("not_now", say("refused.nothing_to_take_back"))
        if self._holding(seat) and (to != "turn" or n == 1):
            return self._unhold()
        top: Any = self.state.agenda[-1]
        if top.kind == EACH:
            lines: list[Json] = []
            for _ in range(n if to == "turn" else 1):
                lines += self._retract({"retract": self._answers_of(seat)[-1], "seat": seat})
            return lines
        moment = self._past[0 if to == "turn" else -1]
        return self._undo_to({"undo": moment.seq}, moment.seq)

    def concede(self, seat: Player) -> list[Json]:
        """Give up: a bot may play on, and a side that has given up altogether ranks last."""
        return self._concede({"concede": seat})

    def reseat(self, seat: Player, by: str) -> list[Json]:
        """Hand a seat to a bot ("bot:<name>") or back to its owner ("human")."""
        return self._reseat({"seat": seat, "by": by})

    def truncate(self) -> list[Json]:
        """End the match here; it is scored as it stands."""
        return self._truncate({"truncate": True})

    def checkpoint(self, state: Json) -> list[Json]:
        """Go on from a stored position, because today's rules read the journal differently.

        Raises ValueError, LookupError or TypeError when the rules cannot read the position.
        """
        return self._check({"check": state, "rules": self.game.rules_version})

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
        try:
            return [header, *Match.load(header, kept, game=self.game).lines]
        except RecordError:
            # Other rules wrote it, and today's cannot carry it out: it has no digests.
            return [header, *({"seq": i, **line} for i, line in enumerate(kept))]

    def effective(self) -> list[Json]:
        """The lines that stand: no undone ones, no undo and hold lines."""
        dropped = ("undo", "retract", "hold")
        return [
            line
            for i, line in enumerate(self.lines)
            if i not in self._log.undone and not any(k in line for k in dropped)
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
        if self._own_nature is not None:
            return self._own_nature
        if self._key is None:
            raise Refused("not_now", say("refused.replay_only"))
        return Live(self._key, self._outcomes)

    def _run(self, body: Json, nature: Nature, act: Any) -> list[Json]:
        """Let nature and the rules act, then write the line with what nature drew."""
        recorder = WrittenDown(nature)
        act(self.state, recorder)
        if recorder.drawn:
            body = {**body, "chance": recorder.chance()}
            self._outcomes += len(recorder.drawn)
        return self._write(body, None)

    def _choose(
        self, body: Json, seat: Player, decision: Decision, action: Action, nature: Nature
    ) -> list[Json]:
        before = self.state.clone()
        seq = self.seq
        moment = Moment(seq, seat, before, tuple(self._choices), self._outcomes)
        answer = self.state.agenda[-1].kind == EACH and not decision.optional
        carry = interrupt if decision.optional else do
        try:
            lines = self._run(body, nature, lambda s, nature: carry(s, seat, action, nature))
        except BaseException:
            self.state = before  # whatever is wrong with the rules: nothing has happened
            raise
        self.held = self._preview = None
        self._choices[seat] += 1
        if answer:
            self._answers.append((seat, seq))
            if self._asks(seat) and len(self.state.agenda) == len(before.agenda):
                self._hush(seat)
            top: Any = self.state.agenda[-1] if self.state.agenda else None
            if top is None or top.kind != EACH or not any(answers_of(top)):
                self._answers.clear()  # all are done: none can be taken back any more
        learned = self.state.epoch != before.epoch
        others = any(d.player != seat for d in awaited(self.state))
        if learned or others or answer or decision.optional:
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
        decision, action = self._find(seat, key)
        if decision.optional or self.held is not None:
            raise RecordError(f"{key!r} cannot be held back")
        preview = self.state.clone()
        do(preview, seat, action, Live(self._key or b"", self._outcomes))
        self.held, self._held_at, self._preview = (seat, key), self.seq, preview
        lines = self._write(body, [])
        self._hush(seat)
        return lines

    def _unhold(self) -> list[Json]:
        """Drop the held choice; it was never carried out."""
        return self._undo_to({"undo": self._held_at}, self._held_at)

    def _undo_to(self, body: Json, seq: int) -> list[Json]:
        if self.held is not None and seq == self._held_at:
            seat = self.held[0]
            self.held = self._preview = None
            lines = self._write(body, [])
            self._hush(seat)
            return lines
        moment = next((m for m in self._past if m.seq == seq), None)
        if moment is None:
            raise RecordError(f"line {seq} cannot be taken back")
        self.held = self._preview = None
        self.state = moment.state.clone()
        self._choices = list(moment.choices)
        self._outcomes = moment.outcomes
        self._past = [m for m in self._past if m.seq < seq]
        self._void(seq, self.seq)
        return self._write(body, [])

    def _void(self, start: int, end: int) -> None:
        """Mark lines as taken back; who sits where is not undone."""
        kept = ("by", "concede")
        self._log.void(i for i in range(start, end) if not any(k in self.lines[i] for k in kept))

    def _retract(self, body: Json) -> list[Json]:
        seat, line = body["seat"], body["retract"]
        if [line] != self._answers_of(seat)[-1:]:
            raise RecordError(f"line {line} is not the last answer of seat {seat}")
        finished = not self._asks(seat)
        retract(self.state, seat)
        self._choices[seat] -= 1
        self._log.void((line,))
        lines = self._write(body, [])
        if not finished:
            self._hush(seat)
        return lines

    def _asks(self, seat: Player) -> bool:
        return any(d.player == seat for d in awaited(self.state))

    def _concede(self, body: Json) -> list[Json]:
        self._must_run()
        seat = body["concede"]
        if not 0 <= seat < self.players:
            raise Refused("illegal", say("refused.no_such_seat"))
        if seat in self.conceded:
            raise Refused("not_now", say("refused.conceded"))
        self._drop_hold(seat)
        self.conceded.append(seat)
        self._past.clear()
        return self._write(body, [Event("conceded", (("who", Who(seat)),))])

    def _reseat(self, body: Json) -> list[Json]:
        self._must_run()
        seat, by = body["seat"], body["by"]
        if not 0 <= seat < self.players:
            raise Refused("illegal", say("refused.no_such_seat"))
        self._drop_hold(seat)
        self.by[seat] = by
        kind = "seat_taken_back" if by == "human" else "seat_to_bot"
        return self._write(body, [Event(kind, (("who", Who(seat)),))])

    def _truncate(self, body: Json) -> list[Json]:
        self._must_run()
        self.held = self._preview = None
        self.truncated = True
        return self._write(body, [Event("truncated")])

    def _check(self, body: Json) -> list[Json]:
        self.state = self.game.from_json(self.players, self.options, body["check"])
        self.held = self._preview = None
        self._past.clear()
        self._answers.clear()
        self.parted = self._unread = None
        self._rules = body["rules"]
        # Lines that were not carried out have not been counted.
        stand = self.effective()
        self._outcomes = sum(len(line.get("chance", ())) for line in stand)
        self._choices = [
            sum("key" in line and line["seat"] == p for line in stand) for p in range(self.players)
        ]
        return self._write(body, [Event("checkpoint")])

    def _drop_hold(self, seat: Player) -> None:
        """A held choice of somebody who goes is dropped; it was never carried out."""
        if self._holding(seat):
            self.held = self._preview = None

    def _hush(self, seat: Player) -> None:
        """The line just written is this player's own affair: nobody else may notice it."""
        self._quiet[seat] += 1
        self._log.hush()
        self._quiet_now = seat
        self._trail = self._told

    def _write(self, body: Json, events: Sequence[Event] | None) -> list[Json]:
        """Append the line; `None` takes the events that the state has collected."""
        seq = self.seq
        self._told, self._quiet_now = self._trail, None
        line = {"seq": seq, **body}
        self.lines.append(line)
        happened = list(self.state.events) if events is None else events
        self._log.add(seq, happened)
        self._trail = (seq, list(self.state.trail))
        self.state.events.clear()
        self.state.trail.clear()
        if seq % DIGEST_EVERY == 0:
            line["digest"] = self.digest()
        return [line]
