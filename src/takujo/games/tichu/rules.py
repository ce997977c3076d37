"""Tichu, in the order of the rulebook; rulings are numbered in `RULINGS.md`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import ClassVar

from takujo.core.actions import Action, Decision, Domain, Verb
from takujo.core.chance import Draw, Outcome
from takujo.core.frames import Ask, AskEach, Chance, Frame, Step, frame
from takujo.core.texts import WHO, Card, CardName, Player, Several, Text, say
from takujo.core.views import Sheet
from takujo.games.tichu import plays
from takujo.games.tichu.plays import BOMB, DOG_LED, SINGLE, Combination
from takujo.games.tichu.state import (
    ASIDE,
    ASK,
    CARDS,
    DECK,
    DOG,
    DRAGON,
    GIFT,
    GRACE,
    GRAND_TICHU,
    HAND,
    HIGHEST,
    LABELS,
    LOWEST,
    MAH_JONG,
    NO_CALL,
    OFF,
    PLAYERS,
    TICHU,
    TRICK,
    WON,
    WORDS,
    Round,
    by_player,
    partner_of,
    side_of,
)

ONE_CARD = Domain("card", WORDS, tuple(f"c{c}" for c in range(CARDS)))
# What is played: cards, and last perhaps the rank that the Phoenix stands for.
PLAYED = Domain(
    "card",
    (*WORDS, *(f"as {label}" for label in LABELS)),
    (*(f"c{c}" for c in range(CARDS)), *("" for _ in LABELS)),
)
RANK = Domain("rank", ("none", *LABELS))
PLAYER = Domain(
    "player",
    tuple(str(p) for p in range(PLAYERS)),
    tuple(f"~{p}" for p in range(PLAYERS)),
)

GRAND = Verb("grand")
NO_GRAND = Verb("no_grand")
CALL = Verb("tichu")
GIVE = Verb("give", ONE_CARD)
PLAY = Verb("play", many=PLAYED)
PASS = Verb("pass")
NO_BOMB = Verb("no_bomb")
WISH = Verb("wish", RANK)
COLLECT = Verb("collect")
GIVE_DRAGON = Verb("dragon", PLAYER)

VERBS = (GRAND, NO_GRAND, CALL, GIVE, PLAY, PASS, NO_BOMB, WISH, COLLECT, GIVE_DRAGON)

PASSED, COLLECTED, CALLED, NO_BOMBS = PASS(), COLLECT(), CALL(), NO_BOMB()
GRANDS = (NO_GRAND(), GRAND())
GIVES = tuple(GIVE(c) for c in range(CARDS))
WISHES = tuple(WISH(i) for i in range(len(RANK)))
NOBODY: tuple[tuple[Action, ...], ...] = ((),) * PLAYERS


def _named(cards: Sequence[Card]) -> Several:
    return Several(tuple(map(CardName, cards)))


def combination_text(made: Combination) -> Text:
    """What cards are together: "Straight to Jack"."""
    name = plays.KINDS[made.kind]
    if made.kind == SINGLE:
        half = made.strength & 1
        rank = made.strength // 2
        name = "dragon" if rank > HIGHEST else "phoenix" if half else name
        rank = min(rank, HIGHEST)
        return say(f"combination.{name}", rank=f"rank.{rank}", ranks=f"ranks.{rank}")
    if made.kind == BOMB and made.n > plays.QUAD:
        name = "flush"
    rank = made.strength // 2
    return say(f"combination.{name}", rank=f"rank.{rank}", ranks=f"ranks.{rank}")


# --- A round (1.3) ----------------------------------------------------------------------------


@frame
class NewRound(Step[Round]):
    """Deal, calls, exchange, tricks, scoring."""

    def run(self, s: Round) -> None:
        s.number += 1
        s.headline("round", n=s.number)
        first, hand = s.figures.first_deal, s.figures.hand
        dealt: list[Frame[Round]] = [Deal(hand)]
        if s.figures.grand_tichu:
            order = [(s.first + i) % PLAYERS for i in range(PLAYERS)]
            asked: list[Frame[Round]] = [GrandTichu(NOBODY)]
            if s.figures.in_turn:
                asked = [GrandTichuInTurn(p) for p in order]
            dealt = [Deal(first), *asked, Deal(hand - first)]
        s.then(*dealt, Exchange(NOBODY), FirstLead(), RoundEnd())


@frame
class Deal(Chance[Round]):
    """So many cards for everybody."""

    n: int

    def draw(self, s: Round) -> Draw:
        return Draw(len(s.zones[DECK]), self.n * PLAYERS)

    def happen(self, s: Round, outcome: Outcome) -> None:
        deck = s.zones[DECK]
        for i, place in enumerate(outcome):
            s.move(deck[place], HAND + i // self.n)
        s.emit("dealt", n=self.n)


# --- Calls (3.A) ------------------------------------------------------------------------------


@frame
class GrandTichu(AskEach[Round]):
    """On the first eight cards: everybody decides at once, hidden (A1)."""

    answers: tuple[tuple[Action, ...], ...]

    def ask(self, s: Round, player: Player, given: tuple[Action, ...]) -> Decision | None:
        if given:
            return None
        return Decision(player, say("prompt.grand", who=WHO[player]), GRANDS)

    def resolve(self, s: Round, answers: tuple[tuple[Action, ...], ...]) -> None:
        s.commit()
        for player, (said,) in enumerate(answers):
            call_grand(s, player, said)


@frame
class GrandTichuInTurn(Ask[Round]):
    """The same one after another, each hearing those before him (A1, I3)."""

    player: Player
    open: ClassVar[bool] = True

    def decision(self, s: Round) -> Decision:
        return Decision(self.player, say("prompt.grand", who=WHO[self.player]), GRANDS)

    def choose(self, s: Round, action: Action) -> None:
        s.commit()
        call_grand(s, self.player, action)


def call_grand(s: Round, player: Player, said: Action) -> None:
    """Note a Grand Tichu, or that there is none."""
    if said == GRANDS[1]:
        s.calls[player] = GRAND_TICHU
        s.emit("grand", who=WHO[player], n=s.figures.bonus[GRAND_TICHU])
    else:
        s.emit("no_grand", who=WHO[player])


def may_call(s: Round, player: Player) -> bool:
    """Whoever holds all his cards has played none; one call each and round (A2, A3)."""
    return not s.calls[player] and len(s.hand(player)) == s.figures.hand


def call(s: Round, player: Player) -> None:
    """A Tichu call is public at once and stands (A3, A4)."""
    s.calls[player] = TICHU
    s.commit()
    s.emit("tichu", who=WHO[player], n=s.figures.bonus[TICHU])


def calling(s: Round) -> tuple[Decision, ...]:
    """Who may call Tichu now."""
    return tuple(_offered(p, (CALLED,), ()) for p in range(PLAYERS) if may_call(s, p))


def _offered(player: Player, calls: tuple[Action, ...], bombs: tuple[Action, ...]) -> Decision:
    key = "prompt.call_or_bomb" if calls and bombs else "prompt.bomb" if bombs else "prompt.call"
    return Decision(player, say(key, who=WHO[player]), (*bombs, *calls), optional=True)


# --- The exchange (A6) ------------------------------------------------------------------------


def receiver(player: Player, i: int) -> Player:
    """Who gets the gift number `i`: the next player, the partner, the player before."""
    return (player + 1 + i) % PLAYERS


@frame
class Exchange(AskEach[Round]):
    """A card for each of the others; whoever has not given all three may call Tichu (A2)."""

    answers: tuple[tuple[Action, ...], ...]

    def ask(self, s: Round, player: Player, given: tuple[Action, ...]) -> Decision | None:
        if len(given) == s.figures.gifts:
            return None
        gone = [a.args[0] for a in given]
        prompt = say("prompt.give", who=WHO[player])
        return Decision(player, prompt, tuple([GIVES[c] for c in s.hand(player) if c not in gone]))

    def resolve(self, s: Round, answers: tuple[tuple[Action, ...], ...]) -> None:
        # All gifts are laid down before one is taken up, or half of the givers would forget.
        for player, gifts in enumerate(answers):
            for gift in gifts:
                s.move(gift.args[0], GIFT + player)
        for player, gifts in enumerate(answers):
            for i, gift in enumerate(gifts):
                card, whom = gift.args[0], receiver(player, i)
                s.move(card, HAND + whom)
                s.emit("gave", who=WHO[player], whose=WHO[whom], card=CardName(card))

    def interrupts(self, s: Round) -> tuple[Decision, ...]:
        given = self.answers
        return tuple(d for d in calling(s) if len(given[d.player]) < s.figures.gifts)

    def interrupt(self, s: Round, player: Player, action: Action) -> None:
        call(s, player)


@frame
class FirstLead(Step[Round]):
    """Whoever holds the Mah Jong after the exchange shows it and leads (A7)."""

    def run(self, s: Round) -> None:
        s.reveal(MAH_JONG)
        leader = s.where[MAH_JONG] - HAND
        s.emit("leads", who=WHO[leader], card=CardName(MAH_JONG))
        s.then(Lead(leader))


# --- Bombs out of turn (C7-C10) --------------------------------------------------------------


def could_bomb(s: Round, player: Player) -> bool:
    """May a player have a bomb that beats the trick, judged by the size of his hand? (C10)"""
    least = s.top[1] if s.top and s.top[0] == BOMB else plays.QUAD
    return len(s.hand(player)) >= least


def interrupting(s: Round, asked: Player) -> tuple[Decision, ...]:
    """Calls, and bombs of everybody but the player in turn, who has them among his plays."""
    thrown = s.figures.bombs == GRACE
    found = []
    for p in range(PLAYERS):
        bombs = plays.bombs(s.hand(p), s.top) if thrown and p != asked else ()
        calls = (CALLED,) if may_call(s, p) else ()
        if bombs or calls:
            found.append(_offered(p, calls, bombs))
    return tuple(found)


def interrupted(s: Round, player: Player, action: Action) -> None:
    """A call leaves the question as it is, a bomb takes its place."""
    if action == CALLED:
        call(s, player)
    else:
        s.agenda.pop()
        play(s, player, action.args)


@frame
class BombWindow(AskEach[Round]):
    """Everybody who might have a bomb is asked, all at once and hidden (C10b)."""

    answers: tuple[tuple[Action, ...], ...]
    after: Frame[Round]

    def ask(self, s: Round, player: Player, given: tuple[Action, ...]) -> Decision | None:
        if given or not could_bomb(s, player):
            return None
        bombs = plays.bombs(s.hand(player), s.top)
        return Decision(player, say("prompt.window", who=WHO[player]), (NO_BOMBS, *bombs))

    def resolve(self, s: Round, answers: tuple[tuple[Action, ...], ...]) -> None:
        if any(answers):
            s.commit()
        owner = s.top[3]
        # The nearest seat after the last player comes first, he himself last (C9).
        for i in range(1, PLAYERS + 1):
            player = (owner + i) % PLAYERS
            said = answers[player]
            if said and said[0] != NO_BOMBS:
                play(s, player, said[0].args)
                return
        s.then(self.after)

    def interrupts(self, s: Round) -> tuple[Decision, ...]:
        return calling(s)

    def interrupt(self, s: Round, player: Player, action: Action) -> None:
        call(s, player)


# --- Tricks (3.C) -----------------------------------------------------------------------------


def play(s: Round, player: Player, args: tuple[int, ...]) -> None:
    """Lay a combination on the table, and all that follows from it."""
    made = plays.meant(args, s.top)
    if made is None:
        raise ValueError(f"{args} is no combination that beats {s.top}")
    cards = plays.cards_of(args)
    s.commit()  # what lies on the table stays there, the Mah Jong too, which all knew before
    led = not s.top
    for card in cards:
        s.move(card, ASIDE if card == DOG else TRICK)
    key = "bomb" if made.kind == BOMB else "led" if led else "played"
    if len(cards) == 1:
        s.emit(f"{key}_card", who=WHO[player], card=CardName(cards[0]))
    else:
        s.emit(key, who=WHO[player], what=combination_text(made), cards=_named(cards))
    if s.wish and plays.has_rank(cards, s.wish):
        s.emit("granted", rank=f"rank.{s.wish}")
        s.wish = 0
    if not s.hand(player):
        s.out = (*s.out, player)
        s.emit("out", who=WHO[player], n=len(s.out))
    if made.kind == DOG_LED:
        s.then(AfterDog(player))
        return
    s.top = (*made, player)
    s.plays = (*s.plays, (player, len(cards)))
    wish = (Wish(player),) if MAH_JONG in cards and not s.is_over else ()
    s.then(*wish, AfterPlay(player))


@frame
class Lead(Ask[Round]):
    """Any combination, or the Dog; the wish binds (C1, D6, D8)."""

    player: Player

    def decision(self, s: Round) -> Decision:
        every, few = plays.leads(s.hand(self.player))
        wished = bool(s.wish) and plays.has_rank(s.hand(self.player), s.wish)
        if wished:
            every, few = plays.with_rank(every, s.wish), plays.with_rank(few, s.wish)
        prompt = _asked(s, "lead", self.player, bound=wished)
        return Decision(self.player, prompt, every, brief=few)

    def choose(self, s: Round, action: Action) -> None:
        play(s, self.player, action.args)

    def interrupts(self, s: Round) -> tuple[Decision, ...]:
        return calling(s)

    def interrupt(self, s: Round, player: Player, action: Action) -> None:
        call(s, player)


def _asked(s: Round, key: str, player: Player, *, bound: bool) -> Text:
    """What the player is asked; the key is public, whether the wish binds him is his secret."""
    if not s.wish:
        return say(f"prompt.{key}", who=WHO[player])
    duty = say("duty.bound" if bound else "duty.free", rank=f"rank.{s.wish}")
    return say(f"prompt.{key}_wish", who=WHO[player], duty=duty)


@frame
class AfterPlay(Step[Round]):
    """The round may be over; else everybody is asked for bombs, or the next player follows."""

    player: Player

    def run(self, s: Round) -> None:
        if s.is_over:
            # Its cards lie open until they are taken: no bomb and no call come any more (G2, G3).
            s.then(DragonGift(self.player) if gift_is_due(s) else Collect(self.player))
        elif s.figures.bombs == ASK:
            s.then(BombWindow(NOBODY, Next(self.player)))
        else:
            s.then(Next(self.player))


@frame
class Next(Step[Round]):
    """The next player with cards follows; when it comes round, the trick is closed (C4)."""

    player: Player

    def run(self, s: Round) -> None:
        owner = s.top[3]
        player = (self.player + 1) % PLAYERS
        while player != owner and not s.hand(player):
            player = (player + 1) % PLAYERS
        if player != owner:
            s.then(Follow(player))
        elif s.figures.bombs == ASK:
            s.then(BombWindow(NOBODY, Collect(owner)))
        else:
            s.then(Collect(owner))


@frame
class Follow(Ask[Round]):
    """Beat the trick with as many cards of the same kind or with a bomb, or pass (C2, D3)."""

    player: Player

    def decision(self, s: Round) -> Decision:
        kind, n, strength, _ = s.top
        every, few = plays.follows(s.hand(self.player), kind, n, strength)
        bound = s.wish and plays.has_rank(s.hand(self.player), s.wish)
        wished = frozenset(plays.with_rank(every, s.wish)) if bound else frozenset()
        if not wished:
            prompt = _asked(s, "follow", self.player, bound=False)
            return Decision(self.player, prompt, (PASSED, *every), brief=(PASSED, *few))
        if s.figures.bombs != OFF:
            # Just before his turn he could have thrown the same bomb (D7).
            wished |= frozenset(plays.bombs(s.hand(self.player), s.top))
        return Decision(
            self.player,
            _asked(s, "follow", self.player, bound=True),
            tuple([a for a in every if a in wished]),
            brief=tuple([a for a in few if a in wished]),
        )

    def choose(self, s: Round, action: Action) -> None:
        if action == PASSED:
            s.emit("passed", who=WHO[self.player])
            s.then(Next(self.player))
        else:
            play(s, self.player, action.args)

    def interrupts(self, s: Round) -> tuple[Decision, ...]:
        return interrupting(s, self.player)

    def interrupt(self, s: Round, player: Player, action: Action) -> None:
        interrupted(s, player, action)


@frame
class Collect(Ask[Round]):
    """All others have passed: the owner takes the trick, unless somebody bombs it first (C7)."""

    player: Player
    open: ClassVar[bool] = True

    def decision(self, s: Round) -> Decision:
        return Decision(self.player, say("prompt.collect", who=WHO[self.player]), (COLLECTED,))

    def choose(self, s: Round, action: Action) -> None:
        if gift_is_due(s):
            s.then(DragonGift(self.player))
        else:
            take_trick(s, self.player)

    def interrupts(self, s: Round) -> tuple[Decision, ...]:
        # The owner is asked to collect, not to play: his own bombs are offered beside that.
        return () if s.is_over else interrupting(s, -1)

    def interrupt(self, s: Round, player: Player, action: Action) -> None:
        interrupted(s, player, action)

    def window(self, s: Round) -> bool:
        if s.is_over or s.figures.bombs != GRACE:
            return False
        return any(could_bomb(s, p) for p in range(PLAYERS))


def laid(s: Round) -> tuple[tuple[int, ...], ...]:
    """The plays of a trick: who played, then the cards."""
    rest = iter(s.zones[TRICK])
    return tuple((player, *islice(rest, n)) for player, n in s.plays)


def take_trick(s: Round, taker: Player) -> None:
    """The cards go to the taker's pile; the owner of the trick leads, or the next who can (C6)."""
    owner = s.top[3]
    cards = s.zones[TRICK]
    worth = s.worth(cards)
    s.last = laid(s)
    for card in cards:
        s.move(card, WON + taker)
    s.emit("collected", who=WHO[taker], n=worth)
    s.top, s.plays = (), ()
    if not s.is_over:
        s.then(Lead(s.next_in(owner)))


# --- The Mah Jong (3.D), the Dog (3.E), the Dragon (3.F) --------------------------------------


@frame
class Wish(Ask[Round]):
    """Whoever plays the Mah Jong may name a rank, before anybody acts (D2)."""

    player: Player
    open: ClassVar[bool] = True

    def decision(self, s: Round) -> Decision:
        return Decision(self.player, say("prompt.wish", who=WHO[self.player]), WISHES)

    def choose(self, s: Round, action: Action) -> None:
        s.commit()
        s.wish = action.args[0] + LOWEST - 1 if action.args[0] else 0
        if s.wish:
            s.emit("wished", who=WHO[self.player], rank=f"rank.{s.wish}")
        else:
            s.emit("no_wish", who=WHO[self.player])


@frame
class AfterDog(Step[Round]):
    """The lead passes to the partner, or to the next seat after him that has cards (E1, E3)."""

    player: Player

    def run(self, s: Round) -> None:
        if not s.is_over:
            leader = s.next_in(partner_of(self.player))
            s.emit("dog", who=WHO[leader])
            s.then(Lead(leader))


def gift_is_due(s: Round) -> bool:
    """Has the Dragon won the trick? Not where cards are not counted (F2-F4)."""
    return s.top[0] == SINGLE and s.top[2] == plays.DRAGON_STRENGTH and not s.double_victory


@frame
class DragonGift(Ask[Round]):
    """The trick that the Dragon has won goes to an opponent, in or out (F2)."""

    player: Player
    open: ClassVar[bool] = True

    def decision(self, s: Round) -> Decision:
        gifts = tuple(GIVE_DRAGON((self.player + i) % PLAYERS) for i in (1, 3))
        prompt = say("prompt.dragon", who=WHO[self.player], card=CardName(DRAGON))
        return Decision(self.player, prompt, tuple(sorted(gifts)))

    def choose(self, s: Round, action: Action) -> None:
        s.emit("dragon", who=WHO[self.player], whom=WHO[action.args[0]], card=CardName(DRAGON))
        take_trick(s, action.args[0])

    def interrupts(self, s: Round) -> tuple[Decision, ...]:
        return () if s.is_over else calling(s)

    def interrupt(self, s: Round, player: Player, action: Action) -> None:
        call(s, player)


# --- The end of the round (3.G) ---------------------------------------------------------------


@frame
class RoundEnd(Step[Round]):
    """The tailender's cards change hands, points are counted, calls are settled."""

    def run(self, s: Round) -> None:
        if s.double_victory:
            cards = [0, 0]
            cards[side_of(s.out[0])] = s.figures.double_victory
            s.emit("double_victory", who=WHO[s.out[0]], whom=WHO[s.out[1]])
        else:
            self.settle_tailender(s)
            cards = [sum(s.worth(s.zones[WON + p]) for p in side) for side in ((0, 2), (1, 3))]
        calls = [0, 0]
        for p, said in enumerate(s.calls):
            if said != NO_CALL:
                succeeds = s.out[0] == p
                calls[side_of(p)] += s.figures.bonus[said] * (1 if succeeds else -1)
                s.emit("call_won" if succeeds else "call_lost", who=WHO[p], n=s.figures.bonus[said])
        for side in range(2):
            s.totals[side] += cards[side] + calls[side]
        s.series = (*s.series, by_player(s.totals))
        s.past = (*s.past, (*s.calls, s.out[0], int(s.double_victory)))
        sheet = round_sheet(s, cards, calls)
        s.report("scored", sheet, who=WHO[s.out[0]], n=s.number)
        self.gather(s)
        s.then(MatchEnd())

    def settle_tailender(self, s: Round) -> None:
        """His hand goes to the opponents, his tricks to whoever was out first (G4)."""
        tail = next(p for p in range(PLAYERS) if p not in s.out)
        hand, tricks = s.hand(tail), s.zones[WON + tail]
        for card in hand:
            s.reveal(card)
            s.move(card, WON + (tail + 1) % PLAYERS)
        s.emit("tail_hand", who=WHO[tail], n=s.worth(hand), cards=_named(hand))
        for card in tricks:
            s.move(card, WON + s.out[0])
        s.emit("tail_tricks", who=WHO[tail], whom=WHO[s.out[0]], n=s.worth(tricks))

    def gather(self, s: Round) -> None:
        """All cards go back to the deck, whose order nobody follows."""
        for card in range(CARDS):
            s.move(card, DECK)
        s.arrange(DECK, s.zones[DECK])
        s.first = s.out[0]
        s.calls[:] = bytes(PLAYERS)
        s.out = ()
        s.wish = 0
        s.top, s.plays, s.last = (), (), ()


def round_sheet(s: Round, cards: Iterable[int], calls: Iterable[int]) -> Sheet:
    """Where the points of a round come from, told for each player's team."""
    first = "sheet.double_victory" if s.double_victory else "sheet.cards"
    rows = (
        (say(first), by_player(cards)),
        (say("sheet.calls"), by_player(calls)),
        (say("sheet.total"), by_player(s.totals)),
    )
    return Sheet(say("sheet.round", n=s.number), tuple(range(PLAYERS)), rows)


# --- The end of the match (3.H) ---------------------------------------------------------------


@frame
class MatchEnd(Step[Round]):
    """At the target the higher total wins; a tie there is played on (H1)."""

    def run(self, s: Round) -> None:
        if not is_won(s):
            s.then(NewRound())


def is_won(s: Round) -> bool:
    """Is the match over after this round?"""
    if s.figures.rounds:
        return s.number >= s.figures.rounds
    one, other = s.totals
    return max(one, other) >= s.figures.target and one != other
