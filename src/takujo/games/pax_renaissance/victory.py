"""The four victories, supremacy, and the Patron ending."""

from __future__ import annotations

from takujo.core.texts import Player
from takujo.games.pax_renaissance.pieces import (
    CITY_EMPIRE,
    DISCOVERY,
    DISK,
    ENDS,
    GLOBALIZATION,
    HOLY,
    IMPERIAL,
    ISLAMIC,
    LAW,
    PATRON,
    REFORMIST,
    SQUARE_COUNT,
    WITH_ABILITY,
    religion_of,
)
from takujo.games.pax_renaissance.state import NOBODY, Board

COSTS_TWO = {
    IMPERIAL: "imperial_costs_two",
    GLOBALIZATION: "globalization_costs_two",
    HOLY: "holy_costs_two",
}


def cost(s: Board, victory: int) -> int:
    """Actions that a declaration takes; red text makes it two, and does not add up (rule 81)."""
    red = COSTS_TWO.get(victory)
    return 2 if red and s.abilities(red) else 1


def can_declare(s: Board, player: Player, victory: int) -> bool:
    """Is the square active, and do its conditions hold now (rule 90)?"""
    return bool(s.active >> victory & 1) and CONDITIONS[victory](s, player)


def leads(counts: list[int], player: Player, by: int) -> bool:
    """Has the player at least so many more than each other?"""
    return all(counts[player] - n >= by for p, n in enumerate(counts) if p != player)


# --- Imperial -----------------------------------------------------------------------------------


def kingdoms(s: Board) -> list[int]:
    """Per player the squares with their King up, vassals too (rule 91); by option all (D6)."""
    every = s.figures.republics_are_imperial
    count = [0] * s.players
    for square in range(SQUARE_COUNT):
        owner = s.owner(square)
        if owner != NOBODY and (every or not s.republic[square]):
            count[owner] += 1
    return count


def imperial(s: Board, player: Player) -> bool:
    """At least 2 kings more than each opponent; 3 with two players."""
    return leads(kingdoms(s), player, s.figures.imperial_lead)


# --- Renaissance --------------------------------------------------------------------------------


def republics(s: Board) -> list[int]:
    """Per player the republics, and the cards that count as one."""
    count = [s.abilities("counts_as_republic", p) for p in range(s.players)]
    for square in range(SQUARE_COUNT):
        if s.republic[square] and s.owner(square) != NOBODY:
            count[s.owner(square)] += 1
    return count


def laws(s: Board) -> list[int]:
    """Per player the Law prestige; Patron may count as Law, once for each copy (D21)."""
    count = []
    for p in range(s.players):
        shown, copies = s.prestige(p), s.abilities("patron_as_law", p)
        if s.figures.patron_as_law_once:
            copies = min(copies, 1)
        count.append(shown[LAW] + copies * shown[PATRON])
    return count


def renaissance(s: Board, player: Player) -> bool:
    """More republics than each opponent, and at least 2 more Law."""
    return leads(republics(s), player, s.figures.renaissance_lead) and leads(
        laws(s), player, s.figures.law_lead
    )


# --- Globalization ------------------------------------------------------------------------------


def concessions(s: Board) -> list[int]:
    """Per player the pawns on borders; Patron may count as concessions."""
    return [
        s.pawn.count(p + 1) + s.abilities("patron_as_concession", p) * s.prestige(p)[PATRON]
        if s.abilities("patron_as_concession", p)
        else s.pawn.count(p + 1)
        for p in range(s.players)
    ]


def discoveries(s: Board) -> list[int]:
    """Per player the Discovery prestige."""
    return [s.prestige(p)[DISCOVERY] for p in range(s.players)]


def globalization(s: Board, player: Player) -> bool:
    """At least 2 concessions more than each opponent, and more Discovery."""
    return leads(concessions(s), player, s.figures.globalization_lead) and leads(
        discoveries(s), player, s.figures.discovery_lead
    )


# --- Holy ---------------------------------------------------------------------------------------


def bishops(s: Board) -> list[int]:
    """Bishops in tableaux and thrones by religion, with those that abilities add (92, 93)."""
    count = [s.bishop.count(r + 1) for r in range(3)]
    for card in WITH_ABILITY["patron_as_green_bishop"]:
        owner = s.owner(card)
        if owner != NOBODY and not s.silenced(card):
            count[ISLAMIC] += s.prestige(owner)[PATRON]
    if s.abilities("green_pirates_count_as_reformist"):
        count[REFORMIST] += s.pirate.count(ISLAMIC + 1)
    return count


def believers(s: Board) -> list[int]:
    """Knights, rooks and bordering pirates in theocracies of their own religion (92, 93)."""
    count = [0, 0, 0]
    faith = s.faith
    for city, token in enumerate(s.city):
        if 0 < token < DISK and faith[CITY_EMPIRE[city]] == religion_of(token) + 1:
            count[religion_of(token)] += 1
    both = s.abilities("green_pirates_count_as_reformist") > 0
    for border, pirate in enumerate(s.pirate):
        if pirate:
            for empire in ENDS[border]:
                if faith[empire] == pirate:
                    count[pirate - 1] += 1
                elif both and pirate == ISLAMIC + 1 and faith[empire] == REFORMIST + 1:
                    count[REFORMIST] += 1
    return count


def supreme_religion(s: Board) -> int:
    """The religion with more bishops, and more believers, than the two others together; or -1."""
    clergy, faithful = bishops(s), believers(s)
    for r in range(3):
        if 2 * clergy[r] > sum(clergy) and 2 * faithful[r] > sum(faithful):
            return r
    return -1


def holy(s: Board, player: Player) -> bool:
    """More prestige of the supreme religion than each opponent."""
    religion = supreme_religion(s)
    if religion < 0:
        return False
    return leads([s.prestige(p)[religion] for p in range(s.players)], player, s.figures.holy_lead)


CONDITIONS = (imperial, renaissance, globalization, holy)


# --- Patron -------------------------------------------------------------------------------------


def patronage(s: Board) -> list[int]:
    """Per player the Patron prestige, old maids included (rule 94)."""
    return [s.prestige(p)[PATRON] for p in range(s.players)]
