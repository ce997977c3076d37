"""Battles: civil and religious wars and campaigns; attackers and defenders kill one for one."""

from __future__ import annotations

from typing import ClassVar

from takujo.core.actions import Action, Decision
from takujo.core.frames import Ask, Frame, Step, frame
from takujo.core.texts import WHO, Card, Player
from takujo.games.pax_renaissance.aftermath import unstage, won
from takujo.games.pax_renaissance.agents import PlaceAgents, agent_token
from takujo.games.pax_renaissance.names import border_word, city_word, empire_word, token_word
from takujo.games.pax_renaissance.pieces import (
    ADJACENT,
    BISHOP,
    BORDERS_OF,
    CAMPAIGN_WAR,
    CONSPIRACY,
    CRUSADE,
    DISK,
    EAST,
    FRANCE,
    HELD,
    HOLY_WARS,
    KNIGHT,
    MAMLUK,
    OWN_PAWN,
    PAWN,
    PAWNS,
    PIRATE,
    PORTUGAL,
    REGION_OF,
    ROOK,
    SHOTS,
    religion_of,
    token_of,
)
from takujo.games.pax_renaissance.regime import YesOrNo
from takujo.games.pax_renaissance.state import NOBODY, Board
from takujo.games.pax_renaissance.tokens import Obtain
from takujo.games.pax_renaissance.verbs import (
    ATTACK,
    FIGHTERS,
    HELD_BY_MAMLUK,
    HELD_HERE,
    LOSE,
    PAWN_AT,
    PIRATE_AT,
    STAGED,
    STAGED_AS,
    prompt,
    prompt_card,
)


def war_word(war: int) -> str:
    """The key of a battle's name."""
    return "op.campaign" if war == CAMPAIGN_WAR else f"shot.{SHOTS[war]}"


# --- Choosing the empire ------------------------------------------------------------------------


def heretics(s: Board, empire: int, religion: int) -> list[int]:
    """Knights, rooks and bordering pirates of the other religions, as values of `PIECE` (62)."""
    found = [
        c for c in s.cities(empire) if 0 < s.city[c] < DISK and religion_of(s.city[c]) != religion
    ]
    found += [
        PIRATE_AT + b for b in BORDERS_OF[empire] if s.pirate[b] and s.pirate[b] != religion + 1
    ]
    return found


def targets(s: Board, war: int, location: int) -> list[int]:
    """The empires of a location that this war can be waged against (rules 10, 64)."""
    empires = [e for e in range(10) if location >> e & 1]
    if war in HOLY_WARS:
        return [e for e in empires if heretics(s, e, war - CRUSADE)]
    return empires


@frame
class War(Step[Board]):
    """A one-shot that is a battle, with the agents of its card; none for a crowned queen's."""

    player: Player
    card: Card
    war: int
    location: int
    agents: tuple[int, ...]

    def run(self, s: Board) -> None:
        found = targets(s, self.war, self.location)
        if len(found) == 1:
            s.then(Stage(self.player, self.card, self.war, found[0], self.location, self.agents))
        else:
            s.then(Target(self.player, self.card, self.war, self.location, self.agents))


@frame
class Target(Ask[Board]):
    """Choose the empire of a region that is attacked."""

    player: Player
    card: Card
    war: int
    location: int
    agents: tuple[int, ...]
    open: ClassVar[bool] = True

    def decision(self, s: Board) -> Decision:
        actions = tuple(ATTACK(e) for e in targets(s, self.war, self.location))
        return Decision(self.player, prompt_card("target", self.player, self.card), actions)

    def choose(self, s: Board, action: Action) -> None:
        empire = action.args[0]
        s.then(Stage(self.player, self.card, self.war, empire, self.location, self.agents))


# --- Staging ------------------------------------------------------------------------------------


@frame
class Stage(Step[Board]):
    """The fighting agents are put on the empire's name; the others wait till the end (12, 61)."""

    player: Player
    card: Card
    war: int
    empire: int
    location: int
    agents: tuple[int, ...]

    def run(self, s: Board) -> None:
        player, holy = self.player, self.war in HOLY_WARS
        s.emit("war", who=WHO[player], war=war_word(self.war), empire=empire_word(self.empire))
        fight = [a for a in self.agents if a < BISHOP and not (holy and a == OWN_PAWN)]
        peaceful = tuple(a for a in self.agents if a not in fight)
        steps: list[Frame[Board]] = []
        for token in (agent_token(player, a) for a in fight):
            if s.figures.stage_tokens:
                steps.append(Obtain(player, token))
            steps.append(StageToken(token))
        battle = Battle(player, self.war, self.empire)
        last = PlaceAgents(player, self.card, self.location, peaceful, True)
        s.then(*steps, battle, last)


@frame
class StageToken(Step[Board]):
    """A token stands on the empire's name and is about to fight."""

    token: int

    def run(self, s: Board) -> None:
        s.staged = (*s.staged, self.token)


# --- The sides ----------------------------------------------------------------------------------


def held_units(s: Board, square: Card, low: int, high: int, at: int) -> list[int]:
    """The repressed tokens of a square whose kinds lie in a range, one entry for each token."""
    return [
        at + held for held in range(low, high) for _ in range(s.repressed[HELD * square + held])
    ]


def garrison(s: Board, empire: int) -> list[int]:
    """The cities of an empire in which a knight or a rook stands."""
    return [c for c in s.cities(empire) if 0 < s.city[c] < DISK]


def knights(s: Board, empire: int) -> list[int]:
    """The cities of an empire in which a knight stands."""
    return [c for c in s.cities(empire) if KNIGHT <= s.city[c] < ROOK]


def are_adjacent(s: Board, empire: int, other: int) -> bool:
    """Do these empires touch, corners included? A queen of Navarre may part two of them."""
    if other not in ADJACENT[empire]:
        return False
    if {empire, other} == {PORTUGAL, FRANCE}:
        return not s.abilities("portugal_france_not_adjacent")
    return True


def attackers(s: Board, player: Player, war: int, empire: int, rooks: bool) -> list[int]:
    """All that must attack an empire, as values of `PIECE` (rule 62)."""
    units = [STAGED_AS[token] for token in s.staged]
    if war in HOLY_WARS:
        return units + faithful(s, war - CRUSADE, empire, rooks)
    units += [PIRATE_AT + b for b in BORDERS_OF[empire] if s.pirate[b]]
    if war == CONSPIRACY:
        return units + held_units(s, empire, 0, PAWNS, HELD_HERE)
    mine = [PAWN_AT + b for b in BORDERS_OF[empire] if s.pawn[b] == player + 1]
    return units + mine + held_units(s, empire, PAWNS, HELD, HELD_HERE)


def faithful(s: Board, religion: int, empire: int, rooks: bool) -> list[int]:
    """Those on the map who fight a religious war for their religion."""
    faith = religion + 1
    units = [c for c in garrison(s, empire) if religion_of(s.city[c]) == religion]
    units += [PIRATE_AT + b for b in BORDERS_OF[empire] if s.pirate[b] == faith]
    for other in (e for e in ADJACENT[empire] if are_adjacent(s, empire, e)):
        join = garrison(s, other) if rooks else knights(s, other)
        units += [c for c in join if religion_of(s.city[c]) == religion]
    return units


def campaigners(s: Board, player: Player, king: Card, target: int) -> list[int]:
    """The knights of the attacking empire, and by an ability all repressed on Mamluk (83)."""
    units = knights(s, king)
    if REGION_OF[target] == EAST and s.abilities("mamluk_repressed_fight_in_east", player):
        units += held_units(s, MAMLUK, 0, HELD, HELD_BY_MAMLUK)
    return units


def defenders(s: Board, war: int, empire: int) -> list[int]:
    """All that defend an empire."""
    if war in HOLY_WARS:
        return heretics(s, empire, war - CRUSADE)
    return garrison(s, empire)


# --- The battle ---------------------------------------------------------------------------------


@frame
class Battle(Step[Board]):
    """Rooks of neighbours may join a crusade (D28)."""

    player: Player
    war: int
    empire: int

    def run(self, s: Board) -> None:
        player, war, empire = self.player, self.war, self.empire
        join = war == CRUSADE and s.abilities("crusade_adjacent_rooks_fight", player) > 0
        more = join and attackers(s, player, war, empire, True) != attackers(
            s, player, war, empire, False
        )
        if more and s.figures.rooks_of_rhodes_may:
            both = [(Fight(player, war, empire, rooks),) for rooks in (True, False)]
            s.then(YesOrNo(player, "rooks", empire, *both))
        else:
            s.then(Fight(player, war, empire, more))


@frame
class Fight(Step[Board]):
    """Both sides are counted and fall one for one (rules 60, 61)."""

    player: Player
    war: int
    empire: int
    rooks: bool

    def run(self, s: Board) -> None:
        units = attackers(s, self.player, self.war, self.empire, self.rooks)
        fight(s, self.player, self.war, self.empire, units)


def fight(
    s: Board, player: Player, war: int, empire: int, attack: list[int], king: Card = NOBODY
) -> None:
    """Attackers and defenders kill one for one; more attackers than defenders win (rule 60)."""
    defence = defenders(s, war, empire)
    a, d = len(attack), len(defence)
    s.emit("battle", empire=empire_word(empire), attackers=a, defenders=d)
    if a > d:
        for unit in defence:
            fall(s, unit, empire)
        s.then(Casualties(player, war, empire, king, tuple(sorted(attack)), d, True))
    else:
        for unit in attack:
            fall(s, unit, empire)
        s.then(Casualties(player, war, empire, king, tuple(sorted(defence)), a, False))


def fall(s: Board, unit: int, empire: int) -> None:
    """One fighter dies."""
    if unit >= HELD_BY_MAMLUK:
        held = unit - HELD_BY_MAMLUK
        s.repressed[HELD * MAMLUK + held] -= 1
        s.emit("fallen_repressed", token=token_word(token_of(held)), empire=empire_word(MAMLUK))
    elif unit >= HELD_HERE:
        held = unit - HELD_HERE
        s.repressed[HELD * empire + held] -= 1
        s.emit("fallen_repressed", token=token_word(token_of(held)), empire=empire_word(empire))
    elif unit >= STAGED:
        unstage(s, FIGHTERS[unit - STAGED])
        s.emit("fallen", token=token_word(FIGHTERS[unit - STAGED]))
    elif unit >= PIRATE_AT:
        border = unit - PIRATE_AT
        token = token_word(PIRATE + s.pirate[border] - 1)
        s.pirate[border] = 0
        s.emit("fallen_border", token=token, border=border_word(border))
    elif unit >= PAWN_AT:
        border = unit - PAWN_AT
        token = token_word(PAWN + s.pawn[border] - 1)
        s.pawn[border] = 0
        s.emit("fallen_border", token=token, border=border_word(border))
    else:
        token = token_word(s.city[unit])
        s.city[unit] = 0
        s.emit("fallen_city", token=token, city=city_word(unit))


@frame
class Casualties(Step[Board]):
    """The side with survivors loses as many as the other (rule 60); then the war is decided."""

    player: Player
    war: int
    empire: int
    king: Card
    units: tuple[int, ...]
    losses: int
    won: bool

    def run(self, s: Board) -> None:
        units = self.units
        if self.losses == len(units) or (self.losses and len(set(units)) == 1):
            for unit in units[: self.losses]:
                fall(s, unit, self.empire)
            units = units[self.losses :]
        elif self.losses:
            s.then(
                Casualty(
                    self.player, self.war, self.empire, self.king, units, self.losses, self.won
                )
            )
            return
        if self.won:
            won(s, self.player, self.war, self.empire, self.king, units)
        else:
            s.emit("war_lost", who=WHO[self.player], empire=empire_word(self.empire))


@frame
class Casualty(Ask[Board]):
    """The active player chooses who falls, also among the defenders (rule 60)."""

    player: Player
    war: int
    empire: int
    king: Card
    units: tuple[int, ...]
    losses: int
    won: bool
    open: ClassVar[bool] = True

    def decision(self, s: Board) -> Decision:
        actions = tuple(LOSE(unit) for unit in dict.fromkeys(self.units))
        return Decision(
            self.player, prompt("casualty" if self.won else "killed", self.player), actions
        )

    def choose(self, s: Board, action: Action) -> None:
        unit = action.args[0]
        fall(s, unit, self.empire)
        units = list(self.units)
        units.remove(unit)
        s.then(
            Casualties(
                self.player, self.war, self.empire, self.king, tuple(units), self.losses - 1,
                self.won,
            )
        )  # fmt: skip
