"""A seat as a bot gets it stays as it was, whatever happens in the match."""

from __future__ import annotations

import gc
from typing import Any

import pytest

from core.play import play, toy, wild
from takujo.core.chance import SplitMix
from takujo.core.match import Match, Refused
from toys import TOYS


def reachable(root: object) -> list[Any]:
    """Everything that can be reached from an object, without types and modules."""
    found: dict[int, Any] = {}
    left = [root]
    while left:
        each = left.pop()
        if id(each) in found or isinstance(each, type) or callable(each):
            continue
        found[id(each)] = each
        left += gc.get_referents(each)
    return list(found.values())


@pytest.mark.parametrize("name", sorted(TOYS))
def test_a_seat_does_not_lead_to_the_match_nor_to_its_position(name: str) -> None:
    match = wild(toy(name), SplitMix(5), 6)
    seat = match.seat(match.awaited[0])
    found = reachable(seat)
    assert any(each is match.state.layout for each in found)  # it looks far enough
    assert not any(isinstance(each, Match) for each in found)
    assert not any(each is match.state or each is match.lines for each in found)


@pytest.mark.parametrize("name", sorted(TOYS))
def test_a_bot_may_think_while_the_match_goes_on(name: str) -> None:
    match = wild(toy(name), SplitMix(5), 6)
    player = match.awaited[0]
    seat = match.seat(player)
    view, offers, decision = seat.view(), seat.offers(), seat.decision()
    world = seat.sample(SplitMix(1))
    for _ in range(4):
        asked = match.awaited[0]
        play(match, asked, match.seat(asked).offers()[0])
        if match.over:
            break
    assert match.view(player) != view
    assert (seat.view(), seat.offers(), seat.decision()) == (view, offers, decision)
    assert seat.sample(SplitMix(1)) == world


def test_there_is_no_seat_but_those_of_the_match() -> None:
    match = toy("ambush")
    for player in (-1, match.players):
        with pytest.raises(Refused):
            match.seat(player)
