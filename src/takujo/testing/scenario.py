"""Any position in one call, and a line of play from it: the driver of all rule tests.

    line = Line(GAME, 3, queue="A:(Soldier,2), B:Heir", resolve=1)
    line.play("reveal", "hit 2")
    assert line.asked == "1 KeepOrReveal"
    assert line.log("en")[-1] == "Player 1 eliminates ..."

The facts are those of the game's `position`; its docstring tells them. Nothing is drawn behind
your back: what nature draws is scripted with `will_draw`, or comes from a `seed` that you name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

from takujo.core import projection
from takujo.core.actions import Decision
from takujo.core.chance import Outcome, SplitMix, take
from takujo.core.events import Event
from takujo.core.frames import apply, awaited, optional
from takujo.core.game import Game
from takujo.core.game import game as game_named
from takujo.core.state import State
from takujo.core.texts import Player, Text
from takujo.core.views import Result, View
from takujo.text import NOBODY, Names, words


class NotOffered(AssertionError):
    """A line plays a key that nobody is offered; the message names the offers."""


class NotScripted(AssertionError):
    """Nature draws something that the line does not script, or scripts otherwise."""


class Line:
    """A position and what is played from it; keys, log lines and questions are plain strings."""

    def __init__(
        self,
        game: Game[Any] | str,
        players: int | State,
        options: Mapping[str, Any] | None = None,
        /,
        *,
        seed: int | None = None,
        draws: Iterable[Sequence[int]] = (),
        **facts: Any,
    ) -> None:
        """Set up `game.position(players, options, **facts)`, or go on from a State as it is."""
        self.game = game_named(game) if isinstance(game, str) else game
        self._rng = None if seed is None else SplitMix(seed)
        self._draws = [tuple(d) for d in draws]
        self.events: list[Event] = []
        if isinstance(players, State):
            if facts or options:
                raise TypeError("a State is a whole position: facts and options go with a count")
            self.s: Any = players.clone()
        else:
            checked = self.game.checked_options(players, options)
            self.s = self.game.position(players, checked, **facts)
            self._collect()

    # --- nature --------------------------------------------------------------------------------

    def will_draw(self, *draws: Sequence[int]) -> Self:
        """Script the next outcomes of nature, in order: the numbers drawn, one sequence a draw."""
        self._draws += [tuple(d) for d in draws]
        return self

    def _nature(self, s: State, frame: Any) -> Outcome:
        draw = frame.draw(s)
        if self._draws:
            outcome = self._draws.pop(0)
            numbers = all(0 <= x < draw.n for x in outcome)
            if len(outcome) != draw.k or len(set(outcome)) != draw.k or not numbers:
                raise NotScripted(
                    f"{frame!r} draws {draw.k} of the numbers 0 to {draw.n - 1}; "
                    f"the line scripts {list(outcome)}"
                )
            return outcome
        if self._rng is None:
            raise NotScripted(
                f"{frame!r} draws {draw.k} of the numbers 0 to {draw.n - 1}: say what comes with "
                "will_draw(...), or give the line a seed"
            )
        return take(self._rng, draw)

    # --- playing -------------------------------------------------------------------------------

    def play(self, *keys: str, by: Player | None = None) -> Self:
        """Play keys in order, each by the player who is offered it.

        `by` is needed where several players are offered the same. Raises `NotOffered`.
        """
        for key in keys:
            found = [
                (d, self.game.keys(d)[key])
                for d in self._decisions
                if key in self.game.keys(d) and by in (None, d.player)
            ]
            if not found:
                whom = "" if by is None else f" to player {by}"
                raise NotOffered(f"{key!r} is not offered{whom}; {self._offered()}")
            if len({d.player for d, _ in found}) > 1:
                players = ", ".join(str(d.player) for d, _ in found)
                raise NotOffered(f"{key!r} is offered to players {players}: say which with by=")
            decision, action = found[0]
            apply(self.s, decision.player, action, self._nature)
            self._collect()
        return self

    def _collect(self) -> None:
        self.events += self.s.events
        self.s.events.clear()
        self.s.trail.clear()

    @property
    def _decisions(self) -> tuple[Decision, ...]:
        return (*awaited(self.s), *optional(self.s))

    def _offered(self) -> str:
        if not self._decisions:
            return "it is over"
        return "; ".join(
            f"player {d.player} is {'free to' if d.optional else 'asked'} "
            f"{d.prompt.key.removeprefix('prompt.')}: {', '.join(self.game.keys(d))}"
            for d in self._decisions
        )

    # --- asking --------------------------------------------------------------------------------

    @property
    def asked(self) -> str:
        """Who is asked, and by which frame: `1 KeepOrReveal`, `0 Bids, 2 Bids`, `over`."""
        if not self.s.agenda:
            return "over"
        name = type(self.s.agenda[-1]).__name__
        return ", ".join(f"{d.player} {name}" for d in awaited(self.s))

    @property
    def offers(self) -> tuple[str, ...]:
        """The keys of all that may be played now, in order, interrupts last."""
        return tuple(dict.fromkeys(k for d in self._decisions for k in self.game.keys(d)))

    def offers_of(self, player: Player) -> tuple[str, ...]:
        """The keys that one player is offered."""
        mine = (d for d in self._decisions if d.player == player)
        return tuple(k for d in mine for k in self.game.keys(d))

    def refused(self, key: str, by: Player, lang: str = "en") -> str:
        """Why a key is not offered to a player, in words; raises AssertionError when it is."""
        if key in self.offers_of(by):
            raise AssertionError(f"{key!r} is offered to player {by}")
        reason = self.game.why_not(self.s, by, key)
        return "" if reason is None else words(lang, self.game).plain(reason, viewer=by)

    def log(
        self, lang: str = "en", *, viewer: Player | None = None, names: Names = NOBODY
    ) -> list[str]:
        """All that happened on this line, as a viewer (None: the onlooker) reads it."""
        catalogue = words(lang, self.game)
        lines = (projection.log_line(e, self.s.layout, viewer, 0) for e in self.events)
        return [catalogue.plain(line.text, viewer=viewer, names=names) for line in lines]

    def view(self, viewer: Player | None = None) -> View:
        """What a viewer sees now."""
        return projection.view(self.game, self.s, viewer)

    def says(self, text: Text, lang: str = "en", *, viewer: Player | None = None) -> str:
        """A text of the game in words."""
        return words(lang, self.game).plain(text, viewer=viewer)

    @property
    def result(self) -> Result:
        """How it stands."""
        return self.game.result(self.s)

    def __str__(self) -> str:
        return f"{self.s}\n{self._offered()}"
