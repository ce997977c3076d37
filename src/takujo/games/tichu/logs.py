"""Reads the plain-text logs of games that people played elsewhere, and plays them again.

A log is a list of rounds: eight cards, fourteen cards, calls, gifts, plays, a result. Every round
goes through the engine: each action must be offered to its player, and the points of the round
must be those that the log names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from takujo.core.chance import Outcome
from takujo.core.foreign import Difference, Imported
from takujo.core.frames import Chance
from takujo.core.match import Match
from takujo.core.record import Refused
from takujo.core.state import State
from takujo.core.texts import Card, Player, Text, Who, say
from takujo.games.tichu import GAME, plays, rules
from takujo.games.tichu.state import (
    DECK,
    DOG,
    DRAGON,
    FIRST,
    GRACE,
    LABELS,
    LOWEST,
    MAH_JONG,
    PHOENIX,
    PLAYERS,
    RANKS,
    WORDS,
    Round,
)

_SUITS = "RGBS"
_RANKS = {**{str(n): n for n in range(2, 11)}, "B": 11, "D": 12, "K": 13, "A": 14}
_SPECIALS = {"Ma": MAH_JONG, "Hu": DOG, "Ph": PHOENIX, "Dr": DRAGON}

_HEADS = {"Gr.Tichukarten": "eight", "Startkarten": "all", "Rundenverlauf": "play"}
_HEAD = re.compile(r"-{5,}([\w.]+)-{5,}")
_SEATED = re.compile(r"\((\d)\)(\S+)(.*)")
_CALL = re.compile(r"(Grosses Tichu|Tichu): \((\d)\).*")
_GIFTS = re.compile(r"\((\d)\)\S+ gibt: (.*)")
_DRAGON = re.compile(r"Drache an: \((\d)\).*")
_RESULT = re.compile(r"Ergebnis: (-?\d+) - (-?\d+)")
_PLAY = re.compile(r"\((\d)\)[^:]*: (.+)")
_PASS = re.compile(r"\((\d)\)\S+ passt\.")


class LogError(ValueError):
    """A line that is no line of a log, or an action that the rules do not allow."""

    def __init__(self, line: int, reason: Text) -> None:
        super().__init__(f"line {line}: {reason.key}")
        self.line = line
        self.reason = reason


class Line(NamedTuple):
    """One action of a round: `what` is play, pass, wish, tichu or dragon."""

    number: int
    what: str
    player: Player = -1
    cards: tuple[Card, ...] = ()  # as they stand in the log, the Phoenix at its place
    rank: int = 0


@dataclass
class Deal:
    """One round as the log tells it."""

    number: int  # within the file, from 1
    line: int
    eight: dict[Player, list[Card]] = field(default_factory=dict)
    all: dict[Player, list[Card]] = field(default_factory=dict)
    grand: set[Player] = field(default_factory=set)
    early: list[tuple[int, Player]] = field(default_factory=list)  # Tichu before the exchange
    gifts: dict[Player, tuple[int, list[Card]]] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    result: tuple[int, int] | None = None
    end: int = 0  # the line of the result


# --- reading ----------------------------------------------------------------------------------


def card_named(word: str, line: int) -> Card:
    """The card that the log calls `S10` (the ten of its suit S), `BB` or `Ph`."""
    if word in _SPECIALS:
        return _SPECIALS[word]
    if word[:1] in _SUITS and word[1:] in _RANKS:
        return FIRST + 4 * (_RANKS[word[1:]] - LOWEST) + _SUITS.index(word[0])
    raise LogError(line, say("import.card", word=word))


def read(text: str) -> Iterator[Deal | Difference]:
    """The rounds of a log, in order; a damaged round is a `Difference`, and the next is read."""
    begun: list[tuple[int, list[tuple[int, str]]]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        line = line.strip().removeprefix("\ufeff")
        head = _HEAD.fullmatch(line)
        if head is not None and _HEADS.get(head[1]) == "eight":
            begun.append((number, []))
        elif line and not begun:
            yield Difference(0, number, say("import.start", found=line[:40]))
            return
        if begun and line:
            begun[-1][1].append((number, line))
    if not begun:
        yield Difference(0, 1, say("import.empty"))
    for i, (start, lines) in enumerate(begun, start=1):
        try:
            yield _round(i, start, lines)
        except LogError as error:
            yield Difference(i, error.line, error.reason)


def _round(number: int, start: int, lines: Sequence[tuple[int, str]]) -> Deal:
    deal = Deal(number, start)
    part = ""
    for at, line in lines:
        if deal.result is not None:
            raise LogError(at, say("import.after_result", found=line[:40]))
        head = _HEAD.fullmatch(line)
        if head is not None:
            if head[1] not in _HEADS:
                raise LogError(at, say("import.part", parts=", ".join(_HEADS), found=head[1]))
            part = _HEADS[head[1]]
        elif line == "Schupfen:":
            part = "gifts"
        elif part == "play":
            _action(deal, at, line)
        else:
            _before(deal, part, at, line)
    _whole(deal, lines[-1][0])
    return deal


def _before(deal: Deal, part: str, at: int, line: str) -> None:
    """A line before the first trick: cards, calls, gifts."""
    if line.startswith("BOMBE:"):
        return
    called = _CALL.fullmatch(line)
    if called is not None:
        player = _seat(called[2], at)
        if called[1] == "Tichu":
            deal.early.append((at, player))
        else:
            deal.grand.add(player)
        return
    if part == "gifts":
        given = _GIFTS.fullmatch(line)
        if given is None:
            raise LogError(at, say("import.gives", found=line[:40]))
        cards = [card_named(word, at) for word in re.findall(r": (\S+) -", given[2])]
        if len(cards) != 3:
            raise LogError(at, say("import.gifts", n=len(cards)))
        deal.gifts[_seat(given[1], at)] = (at, cards)
        return
    seated = _SEATED.fullmatch(line)
    if seated is None:
        raise LogError(at, say("import.seated", found=line[:40]))
    cards = [card_named(word, at) for word in seated[3].split()]
    wanted, hands = (8, deal.eight) if part == "eight" else (14, deal.all)
    if len(cards) != wanted:
        raise LogError(at, say("import.cards", wanted=wanted, n=len(cards)))
    hands[_seat(seated[1], at)] = cards


def _action(deal: Deal, at: int, line: str) -> None:
    """A line of the tricks."""
    if found := _RESULT.fullmatch(line):
        deal.result = (int(found[1]), int(found[2]))
        deal.end = at
    elif found := _CALL.fullmatch(line):
        deal.lines.append(Line(at, "tichu", _seat(found[2], at)))
    elif found := _DRAGON.fullmatch(line):
        deal.lines.append(Line(at, "dragon", _seat(found[1], at)))
    elif line.startswith("Wunsch:"):
        label = line.removeprefix("Wunsch:").strip()
        if label not in _RANKS:
            raise LogError(at, say("import.rank", found=label))
        deal.lines.append(Line(at, "wish", rank=_RANKS[label]))
    elif found := _PASS.fullmatch(line):
        deal.lines.append(Line(at, "pass", _seat(found[1], at)))
    elif found := _PLAY.fullmatch(line):
        cards = tuple(card_named(word, at) for word in found[2].split())
        deal.lines.append(Line(at, "play", _seat(found[1], at), cards))
    else:
        raise LogError(at, say("import.action", found=line[:40]))


def _seat(digit: str, at: int) -> Player:
    if int(digit) >= PLAYERS:
        raise LogError(at, say("import.seat", n=int(digit)))
    return int(digit)


def _whole(deal: Deal, last: int) -> None:
    """Everything that a round needs is there, and the deck is dealt out once."""
    for what, found in (("all_eight", deal.eight), ("all_hands", deal.all)):
        if len(found) != PLAYERS:
            raise LogError(deal.line, say(f"import.{what}", n=len(found)))
    if len(deal.gifts) != PLAYERS:
        raise LogError(last, say("import.all_gifts", n=len(deal.gifts)))
    dealt = sorted(c for cards in deal.all.values() for c in cards)
    if dealt != list(range(len(WORDS))):
        raise LogError(deal.line, say("import.deck"))
    for p in range(PLAYERS):
        eight = set(deal.eight[p])
        if len(eight) < len(deal.eight[p]) or not eight <= set(deal.all[p]):
            raise LogError(deal.line, say("import.not_in_hand", who=Who(p)))
    if deal.result is None:
        raise LogError(last, say("import.breaks_off"))


# --- playing again ----------------------------------------------------------------------------


class _Dealer:
    """Nature as the log has it: the deals of one round after the other."""

    def __init__(self) -> None:
        self.deal: Deal | None = None

    def __call__(self, s: State, frame: Chance[Any]) -> Outcome:
        deck = s.zones[DECK]
        n = frame.draw(s).k
        if self.deal is None:
            return tuple(range(n))  # the log ends here, and so will the match
        hands = []
        for p in range(PLAYERS):
            eight, every = self.deal.eight[p], self.deal.all[p]
            first = len(deck) == len(WORDS)
            hands += eight if first else [c for c in every if c not in eight]
        return tuple(deck.index(card) for card in hands)


class _Replay:
    """One match of a log in progress."""

    def __init__(self, deal: Deal) -> None:
        self.dealer = _Dealer()
        self.dealer.deal = deal
        # As people played there: bombs come at any moment, and Grand Tichu is decided at once.
        options = {"bombs_out_of_turn": GRACE, "grand_mode": "simultaneous"}
        self.match = Match.start(GAME, PLAYERS, options, nature=self.dealer)

    @property
    def state(self) -> Round:
        state = self.match.state
        assert isinstance(state, Round)
        return state

    @property
    def top(self) -> Any:
        """The frame that asks, None when the match is over."""
        return self.state.agenda[-1] if self.state.agenda else None

    def play(self, at: int, player: Player, key: str) -> None:
        """Play a key, or say which rule forbids it."""
        try:
            self.match.play(player, key, self.match.asked(player))
        except Refused as refused:
            why = GAME.why_not(self.state, player, key) or refused.reason
            raise LogError(at, say("import.refused", who=Who(player), said=key, why=why)) from None

    def round(self, deal: Deal, following: Deal | None) -> None:
        """Play one round to its end; the deal of the following one is at hand for it."""
        before = self.state.totals[:]
        for p in range(PLAYERS):
            self.play(deal.line, p, "grand" if p in deal.grand else "no_grand")
        for at, p in deal.early:
            self.tichu(at, p)
        self.dealer.deal = following
        for p in range(PLAYERS):
            at, cards = deal.gifts[p]
            for card in cards:
                self.play(at, p, f"give {WORDS[card]}")
        number = self.state.number
        for i, line in enumerate(deal.lines):
            self.line(line, deal.lines[i + 1 :])
        self.settle(deal.end)
        if self.match.state.agenda and self.state.number == number:
            raise LogError(deal.end, say("import.not_over"))
        gained = tuple(b - a for a, b in zip(before, self.state.totals, strict=True))
        if gained != deal.result:
            one, other = gained
            wanted, less = deal.result or (0, 0)
            raise LogError(
                deal.end,
                say("import.result", one=one, other=other, wanted=wanted, less=less),
            )

    def line(self, line: Line, rest: Sequence[Line]) -> None:
        """Carry one line out, with the steps that the log takes for granted before it."""
        if line.what == "wish":
            if isinstance(self.top, rules.Wish):
                self.play(line.number, self.top.player, f"wish {LABELS[line.rank - LOWEST]}")
            return  # a wish after the end of the round has no effect (D10)
        if isinstance(self.top, rules.Wish):
            self.play(line.number, self.top.player, "wish none")
        if line.what == "tichu":
            self.tichu(line.number, line.player)
        elif line.what == "dragon":
            self.settle(line.number)
            if not isinstance(self.top, rules.DragonGift):
                raise LogError(line.number, say("import.no_dragon"))
            self.play(line.number, self.top.player, f"dragon {line.player}")
        elif line.what == "pass":
            self.settle(line.number)
            collects = isinstance(self.top, rules.Collect) and self.top.player == line.player
            self.play(line.number, line.player, "collect" if collects else "pass")
        else:
            self.settle(line.number)
            self.play(line.number, line.player, self.key(line, rest))
            if isinstance(self.top, rules.Wish) and not (rest and rest[0].what == "wish"):
                self.play(line.number, line.player, "wish none")

    def tichu(self, at: int, player: Player) -> None:
        """A call; the log may tell it twice."""
        if not self.state.calls[player]:
            self.play(at, player, "tichu")

    def settle(self, at: int) -> None:
        """The table takes tricks whose owner is out, and the last of a round."""
        while isinstance(self.top, rules.Collect):
            owner = self.top.player
            if self.state.hand(owner) and not self.state.is_over:
                return
            self.play(at, owner, "collect")

    def key(self, line: Line, rest: Sequence[Line]) -> str:
        """The key of a play, with the rank of the Phoenix where the log tells the lower one."""
        play = tuple(sorted(line.cards))
        named = " ".join(WORDS[c] for c in play)
        legal = [
            (made, rank)
            for made, rank in plays.readings(play, self.state.top)
            if plays.beats(made, self.state.top)
        ]
        if len(legal) > 1 and _means_lower(line.cards, legal[0][0], rest):
            named += f" as {LABELS[legal[1][1] - LOWEST]}"
        return f"play {named}"


def _means_lower(cards: Sequence[Card], high: plays.Combination, rest: Sequence[Line]) -> bool:
    """Does the log mean the lower of two readings?

    In a straight the Phoenix stands at its place, last for the bottom. In a full house it stands
    beside the triple; in the middle the next play may prove that the lower pair is meant.
    """
    place = cards.index(PHOENIX)
    if high.kind == plays.STRAIGHT:
        return place == len(cards) - 1
    if place != 2:
        ranks = [RANKS[c] for c in cards if c != PHOENIX]
        return (place == 4) == (ranks[0] > ranks[-1])
    for line in rest:
        if line.what == "pass":
            continue
        if line.what != "play":
            return False
        found = plays.readings(sorted(line.cards))
        best = found[0][0] if found else None
        return best is not None and best.kind == high.kind and best.strength <= high.strength
    return False


def import_text(text: str, file: str = "") -> Imported:
    """Play all rounds of a log; a round that differs ends its match, the next begins another."""
    done = Imported(file)
    rounds = list(read(text))
    replay: _Replay | None = None
    for i, deal in enumerate(rounds):
        if isinstance(deal, Difference):
            done.rounds += deal.round > 0
            done.differing.append(deal)
            _close(done, replay)
            replay = None
            continue
        done.rounds += 1
        following = rounds[i + 1] if i + 1 < len(rounds) else None
        if replay is None:
            replay = _Replay(deal)
        try:
            replay.round(deal, following if isinstance(following, Deal) else None)
        except LogError as error:
            done.differing.append(Difference(deal.number, error.line, error.reason))
            _close(done, replay)
            replay = None
        else:
            done.exact += 1
            if not replay.match.state.agenda:
                _close(done, replay)
                replay = None
    _close(done, replay)
    return done


def _close(done: Imported, replay: _Replay | None) -> None:
    if replay is not None:
        if not replay.match.over:
            replay.match.truncate()
        done.matches.append(replay.match.record())
