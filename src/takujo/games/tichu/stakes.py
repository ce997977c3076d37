"""What going out, the lead and the points of a trick are worth in a round, told in points.

The weights are judgements, tuned by matches between bots; no rule depends on them.
"""

from __future__ import annotations

from typing import Final

from takujo.core.texts import Player
from takujo.games.tichu.counting import Sight
from takujo.games.tichu.state import NO_CALL, PLAYERS, partner_of, side_of

FIRST_OUT: Final = 35.0  # what it brings to be out first, beside calls
OWN_CALL: Final = 1.6  # of the bonus: what being out first changes for a caller
STOPPED: Final = 1.0  # of the bonus: what it changes when somebody else has called
DOUBLE: Final = 0.8  # of a double victory, when the partner is out first
SAVED: Final = 0.6  # of a double victory, when it is prevented by going out
THIRD_OUT: Final = 25.0  # not being the tailender

TEMPO: Final = 12.0  # one lead more or less on the way out
TEMPO_PART: Final = 0.14  # and this part of what going out brings
TEMPO_LEAST: Final = 2.0
USUAL_TEMPO: Final = TEMPO + TEMPO_PART * FIRST_OUT  # while nobody is out or has called

# How likely somebody with so many cards who has the lead plays them all.
RUNS_OUT: Final = (0.0, 0.97, 0.6, 0.4, 0.3, 0.25, 0.15, 0.1, 0.06, 0.03, 0.02)


class Stakes:
    """The stakes of a position, per player and in favour of his side."""

    __slots__ = ("going_out", "tempo")

    def __init__(self, sight: Sight) -> None:
        self.going_out = [_going_out(sight, p) for p in range(PLAYERS)]
        self.tempo = [max(TEMPO_LEAST, TEMPO + TEMPO_PART * worth) for worth in self.going_out]


def _going_out(sight: Sight, player: Player) -> float:
    """What it brings a player's side that he is the next to go out."""
    bonus = sight.figures.bonus
    if not sight.out:
        worth = FIRST_OUT
        for p, call in enumerate(sight.calls):
            if call == NO_CALL:
                continue
            if p == player:
                worth += OWN_CALL * bonus[call]
            else:
                worth += STOPPED * bonus[call] * (-1 if p == partner_of(player) else 1)
        return worth
    double = sight.figures.double_victory
    if len(sight.out) == 1:
        return double * (DOUBLE if side_of(sight.out[0]) == side_of(player) else SAVED)
    return THIRD_OUT


def runs_out(size: int) -> float:
    """How likely somebody who has the lead with so many cards goes out at once."""
    return RUNS_OUT[size] if size < len(RUNS_OUT) else 0.0
