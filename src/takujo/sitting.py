"""One person at the terminal against bots: the match, what is read, what is written."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn, TypeAlias

from takujo import booklet
from takujo.bots import bot
from takujo.core.chance import SplitMix, commitment, match_key, new_key
from takujo.core.game import Game
from takujo.core.match import Match, Refused
from takujo.core.state import Json
from takujo.core.texts import Player
from takujo.core.views import Offer, View
from takujo.terminal import Page, playable
from takujo.text import Words, words

COMMANDS = {
    "?": "help", "help": "help", "h": "help", "ヘルプ": "help",
    "undo": "undo", "u": "undo", "戻す": "undo",
    "restart": "restart", "最初に戻す": "restart",
    "log": "log", "ログ": "log",
    "list": "list", "一覧": "list",
    "look": "look", "見る": "look",
    "rules": "rules", "遊び方": "rules",
    "aid": "aid", "早見表": "aid",
    "quit": "quit", "q": "quit", "exit": "quit", "終了": "quit",
}  # fmt: skip


# An interrupt as a question: its key, and the table to which it would be the answer.
Question: TypeAlias = "tuple[str, ...]"


class Quit(Exception):
    """The person leaves the table."""


def server_key(seed: int | None) -> bytes:
    """The key from which a match draws: fresh without a seed, else always the same for it."""
    if seed is None:
        return new_key()
    return hashlib.blake2b(f"takujo terminal {seed}".encode(), digest_size=32).digest()


class Sitting:
    """A match between one person and bots.

    `bots` are for the other seats, in order. `read` takes a prompt and gives a line, like `input`
    (the default), `write` takes lines. Raises ValueError for options, counts or bots that
    there are not.
    """

    def __init__(
        self,
        game: Game[Any],
        players: int,
        *,
        bots: Sequence[str],
        options: Mapping[str, Any] | None = None,
        seat: Player = 0,
        lang: str = "en",
        seed: int | None = None,
        read: Callable[[str], str] | None = None,
        write: Callable[[str], object] = print,
    ) -> None:
        checked = game.checked_options(players, options)
        if not 0 <= seat < players:
            raise ValueError(f"there are seats 1 to {players}, no seat {seat + 1}")
        if len(bots) != players - 1:
            raise ValueError(f"{players - 1} bots are needed beside you, not {len(bots)}")
        self.game = game
        self.seat = seat
        self.words: Words = words(lang, game)
        self._lang = lang
        self._read, self._write = read or input, write
        others = iter(bots)
        self.by = ["human" if p == seat else next(others) for p in range(players)]
        self._bots = {p: bot(name) for p, name in enumerate(self.by) if p != seat}
        self._key = server_key(seed)
        self.match = Match.start(
            game,
            players,
            checked,
            seats=["human" if p == seat else f"bot:{name}" for p, name in enumerate(self.by)],
            key=match_key(self._key, [b""] * players),
            commitment=commitment(self._key),
        )
        self._rng = SplitMix(int.from_bytes(self._key[:8], "little"))
        self.names = self._named(checked)
        self._told = 0  # lines of the log that have been written
        self._polled = -1  # the moment at which everybody has been asked for interrupts
        self._last = seat  # who acted last
        self._let_go: set[Question] = set()  # interrupts that the person has been shown

    def _named(self, options: Mapping[str, Any]) -> dict[Player, str]:
        names = {
            p: self.words.word("terminal.bot", bot=f"bot.{name}", number=p + 1)
            for p, name in enumerate(self.by)
        }
        names[self.seat] = self.words.word("terminal.you")
        for text in self.game.house(self.match.players, options):
            names[len(names)] = self.words.plain(text)
        return names

    def play(self) -> bool:
        """Play to the end (True) or until the person leaves (False)."""
        self._write(self.words.word("terminal.welcome"))
        try:
            while not self.match.over:
                self._tell()
                if self._interrupted():
                    continue
                if self.seat in self.match.awaited:
                    self._ask()
                else:
                    player = self.match.awaited[0]
                    self._carry_out(player, self._bots[player].choose(*self._at(player)))
        except (EOFError, KeyboardInterrupt, Quit):
            self._write("\n" + self.words.word("terminal.goodbye"))
            return False
        self._tell()
        self._write("\n" + self._page(self.match.view(self.seat)).text())
        return True

    def record(self) -> list[Json]:
        """The record so far, with the proof of the shuffles."""
        return self.match.record(server_key=self._key, nonces=[b""] * self.match.players)

    # --- bots ----------------------------------------------------------------------------------

    def _at(self, player: Player) -> tuple[Any, SplitMix]:
        return self.match.seat(player), self._rng.split()

    def _interrupted(self) -> bool:
        """Ask once, in seat order after the last to act, who wants to interrupt; did anybody?"""
        match = self.match
        if self._polled == match.seq:
            return False
        self._polled = match.seq
        for i in range(1, match.players + 1):
            player = (self._last + i) % match.players
            if player in match.awaited:
                continue
            try:
                match.decision(player)
            except Refused:
                continue
            if player == self.seat:
                key = self._ask_interrupt() if self._news(match.view(player)) else ""
            else:
                key = self._bots[player].choose(*self._at(player))
            if key:
                self._carry_out(player, key)
                return True
        return False

    def _news(self, view: View) -> bool:
        """Is there an interrupt that the person has not been shown?

        A button is shown again when his own pieces have changed, what is done with pieces when
        those on the table have, or the question to the others.
        """
        pieces = {piece.id for zone in view.scene for piece in zone.pieces}
        own = [p.id for zone in view.scene if zone.private for p in zone.pieces]
        open_ones = [p.id for zone in view.scene for p in zone.pieces if p.face != "back"]
        asked = view.prompt.title.key if view.prompt.title is not None else ""
        shown: set[Question] = {
            (offer.key, asked, *open_ones) if pieces.intersection(offer.path) else (offer.key, *own)
            for offer in playable(view)
            if offer.interrupt
        }
        new = not shown <= self._let_go
        self._let_go |= shown
        return new

    def _carry_out(self, player: Player, key: str) -> None:
        self.match.play(player, key, self.match.asked(player))
        self._last = player

    # --- the person ----------------------------------------------------------------------------

    def _page(self, view: View) -> Page:
        return Page(view, self._lang, self.game, self.names)

    def _tell(self) -> None:
        """Write what has happened since the last time."""
        lines = self.match.log(self.seat)
        new = [line for line in lines[self._told :] if not line.undone]
        self._told = len(lines)
        if any(line.heading for line in new):
            self._let_go.clear()
        if new:
            self._write(self._page(self.match.view(self.seat)).log(new))

    def _ask(self) -> None:
        """Let the person choose, take back or look, until something has changed."""
        view = self.match.view(self.seat)
        self._news(view)
        self._write("\n" + self._page(view).text())
        offers = [o for o in playable(view) if not o.interrupt]
        while True:
            key = self._key_from(self._line(view), view)
            if key is None:
                if self.match.seq != view.seq:
                    return
                continue
            if not key:
                if len(offers) != 1:
                    self._write(self.words.word("terminal.choose"))
                    continue
                key = offers[0].key
            if self._sure(view, key) and self._tried(key, view):
                return

    def _ask_interrupt(self) -> str:
        """Let the person interrupt; `""`: he lets it go."""
        view = self.match.view(self.seat)
        self._write("\n" + self._page(view).text())
        self._write(self.words.word("terminal.may_interrupt"))
        while True:
            key = self._key_from(self._line(view), view)
            if key is not None and (not key or any(o.key == key for o in playable(view))):
                return key
            if key is not None:
                self._write(self.words.word("refused.not_offered"))

    def _line(self, view: View) -> str:
        line = unicodedata.normalize("NFKC", self._read("> "))
        return " ".join(line.split())

    def _key_from(self, line: str, view: View) -> str | None:
        """The key that a line means; `None` when it was a command, which is carried out."""
        command = COMMANDS.get(line.lower())
        if command is not None:
            self._do(command, view)
            return None
        offers = playable(view)
        if line.isdecimal():
            if 1 <= int(line) <= len(offers):
                return offers[int(line) - 1].key
            self._write(self.words.word("terminal.no_number", n=len(offers)))
            return None
        folded: dict[str, str] = {o.key.lower(): o.key for o in offers}
        typed = line.lower()
        return folded.get(typed) or _set_of(typed, offers) or line

    def _tried(self, key: str, view: View) -> bool:
        """Play the key; when it is refused, say why."""
        try:
            self.match.play(self.seat, key, view.prompt.asked)
        except Refused as refused:
            self._write(self._page(view).say(refused.reason))
            return False
        self._last = self.seat
        return True

    def _sure(self, view: View, key: str) -> bool:
        offer: Offer | None = next((o for o in playable(view) if o.key == key), None)
        if offer is None or not offer.careful:
            return True
        self._write(self.words.word("terminal.careful"))
        return self._line(view).lower() in ("y", "yes", "はい", "1")

    def _do(self, command: str, view: View) -> None:
        if command == "help":
            self._write(self.words.word("terminal.help"))
        elif command == "log":
            self._write(self._page(view).log(self.match.log(self.seat)))
        elif command == "list":
            self._write(self._page(view).every_key())
        elif command == "look":
            self._write(self._page(self.match.view(self.seat)).text())
        elif command == "rules":
            self._write(self._text("rules"))
        elif command == "aid":
            self._write(self._text("aid"))
        elif command == "quit":
            self._quit()
        else:
            try:
                self.match.undo(self.seat, "turn" if command == "restart" else "ask")
            except Refused as refused:
                self._write(self._page(view).say(refused.reason))
            else:
                self._write(self.words.word("terminal.taken_back"))

    def _quit(self) -> NoReturn:
        raise Quit

    def _text(self, leaf: booklet.Leaf) -> str:
        text = booklet.read(self.game.package, leaf, self._lang)
        return booklet.plain(text, self.words) if text else self.words.word("terminal.no_rules")


def _set_of(typed: str, offers: Sequence[Offer]) -> str:
    """The key of a set whose words are typed in any order, with or without its verb, else `""`."""
    words = sorted(typed.split())
    for offer in offers:
        if offer.toggle:
            verb, *rest = offer.key.lower().split()
            if words in (sorted(rest), sorted([verb, *rest])):
                return offer.key
    return ""
