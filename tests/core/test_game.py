"""Games, their options, and the registry."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint
from typing import Any, ClassVar

import pytest

from core.small import ANSWER, PICK, SHOUT, Floor, Notes, Pick, Small
from takujo.core import game as registry
from takujo.core.actions import Action, Decision, Domain, Verb
from takujo.core.chance import SplitMix
from takujo.core.frames import DONE, PART
from takujo.core.game import Game, Option, frames_in, game, games, option_words, waiting
from takujo.core.texts import Who, say
from takujo.core.views import Result
from toys import TOYS, ambush, bombs

SPEED = Option("speed", ("slow", "fast"), "slow")
LIMIT = Option("limit", (10, 20, 30), 20, defaults={4: 30})
SOLO = Option("solo", (False, True), False, needs={"speed": "fast"})


class Optional(Small):
    """A game with three options."""

    options = (SPEED, LIMIT, SOLO)


GAME = Optional(Pick(0))

# --- options ----------------------------------------------------------------------------------


def test_options_that_nobody_chose_have_their_defaults() -> None:
    assert GAME.checked_options(2) == {"speed": "slow", "limit": 20, "solo": False}
    assert GAME.checked_options(2, {}) == GAME.checked_options(2, None)


def test_a_default_may_depend_on_the_number_of_players() -> None:
    assert GAME.checked_options(4)["limit"] == 30
    assert GAME.checked_options(3)["limit"] == 20
    assert (LIMIT.default_for(4), LIMIT.default_for(1)) == (30, 20)


@pytest.mark.parametrize(
    ("given", "name", "value"),
    [
        ({"limit": "10"}, "limit", 10),
        ({"limit": 10}, "limit", 10),
        ({"speed": "fast", "solo": "true"}, "solo", True),
        ({"speed": "fast", "solo": True}, "solo", True),
        ({"solo": "false"}, "solo", False),
    ],
)
def test_options_are_understood_as_words_and_as_values(
    given: dict[str, Any], name: str, value: Any
) -> None:
    chosen = GAME.checked_options(2, given)[name]
    assert chosen == value
    assert type(chosen) is type(value)


@pytest.mark.parametrize(
    ("players", "given", "said"),
    [
        (7, {}, "small is for 1, 2, 3, 4 players, not 7"),
        ("2", {}, "small is for 1, 2, 3, 4 players, not 2"),
        (2, {"colour": 1}, "no option 'colour'; its options are: speed, limit, solo"),
        (2, {"speed": "medium"}, "option speed of small is one of slow, fast, not medium"),
        (2, {"limit": 15}, "option limit of small is one of 10, 20, 30, not 15"),
        (2, {"limit": True}, "option limit of small is one of 10, 20, 30, not true"),
        (2, {"limit": None}, "not None"),
        (2, {"limit": [10]}, "not"),
        (2, {"solo": 1}, "option solo of small is one of false, true, not 1"),
        (2, {"solo": True}, "option solo needs speed to be fast"),
    ],
)
def test_options_that_the_game_lacks_are_refused_with_what_there_is(
    players: Any, given: dict[str, Any], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        GAME.checked_options(players, given)


def test_an_option_that_stands_at_its_default_needs_nothing() -> None:
    assert GAME.checked_options(2, {"solo": False, "speed": "slow"})["solo"] is False


def test_a_game_without_options_says_so() -> None:
    class Plain(Small):
        options = ()

    with pytest.raises(ValueError, match="no option 'x'; its options are: none"):
        Plain().checked_options(2, {"x": 1})


def test_a_table_of_another_pace_has_its_own_values_and_default() -> None:
    hurry = Option("hurry", ("never", "soon", "now"), "now", at={"turn-based": ("soon", "never")})

    class Hurried(Small):
        options = (hurry,)

    game = Hurried()
    assert game.checked_options(2) == {"hurry": "now"}
    assert game.checked_options(2, pace="live") == {"hurry": "now"}
    assert game.checked_options(2, pace="turn-based") == {"hurry": "soon"}
    assert game.checked_options(2, {"hurry": "never"}, "turn-based") == {"hurry": "never"}
    said = "option hurry of small is one of soon, never at a turn-based table, not now"
    with pytest.raises(ValueError, match=said):
        game.checked_options(2, {"hurry": "now"}, "turn-based")
    assert hurry.default_for(2) == "now"


def test_a_value_that_fits_one_pace_alone_is_understood_where_no_pace_is_known() -> None:
    class Slow(Small):
        options = (Option("post", (False, True), False, at={"live": (False,)}),)

    assert Slow().checked_options(2, {"post": True})["post"] is True
    with pytest.raises(ValueError, match="at a live table"):
        Slow().checked_options(2, {"post": True}, "live")


def test_option_words_are_those_of_the_command_line() -> None:
    assert option_words(GAME.options) == {
        "speed": ("slow", "fast"),
        "limit": ("10", "20", "30"),
        "solo": ("false", "true"),
    }


def test_a_new_match_position_has_checked_options() -> None:
    assert GAME.new(4).options["limit"] == 30
    with pytest.raises(ValueError, match="not 9"):
        GAME.new(9)


# --- notation and offers ----------------------------------------------------------------------


def test_every_verb_of_game_and_house_is_found_by_its_name() -> None:
    for verb in (PICK, ANSWER, SHOUT, PART, DONE):
        assert GAME.verb(verb.name) is verb
    with pytest.raises(KeyError):
        GAME.verb("nonsense")


def test_keys_are_parsed_by_looking_them_up() -> None:
    decision = Decision(0, say("prompt.pick"), (PICK(2), PICK(0), SHOUT()))
    assert GAME.keys(decision) == {"pick 2": PICK(2), "pick 0": PICK(0), "shout": SHOUT()}
    assert list(GAME.keys(decision)) == ["pick 2", "pick 0", "shout"]


def test_an_offer_follows_from_the_verb() -> None:
    decision = Decision(0, say("prompt.pick"), (PICK(2), SHOUT()))
    offer = GAME.offer(GAME.new(2), decision, PICK(2))
    assert (offer.key, offer.path, offer.toggle) == ("pick 2", ("=2",), False)
    assert offer.label == say("offer.pick", number="number.2")
    assert GAME.offer(GAME.new(2), decision, SHOUT()).path == ("!shout",)


def test_a_set_is_offered_as_cards_to_toggle() -> None:
    keep = Verb("keep", many=Domain("card", ("a", "b", "c"), ("c0", "c1", "c2")))

    class Keeping(Small):
        verbs = (keep,)

    keeping = Keeping()
    action = keep(0, 2)
    offer = keeping.offer(keeping.new(2), Decision(0, say("prompt.keep"), (action,)), action)
    assert (offer.key, offer.path, offer.toggle) == ("keep a c", ("c0", "c2"), True)


def test_others_read_what_they_wait_for() -> None:
    decision = Decision(2, say("prompt.pick", n=3), ())
    assert waiting(decision) == say("waiting.pick", who=Who(2))


def test_frames_are_found_in_their_module_in_reading_order() -> None:
    found = frames_in(sys.modules["core.small"])
    assert found[0].__name__ == "Note"
    assert Floor in found
    assert all(f.__module__ == "core.small" for f in found)


# --- defaults ---------------------------------------------------------------------------------


def test_by_default_everybody_plays_alone_and_nobody_is_automated() -> None:
    assert GAME.sides(3, {}) == ((0,), (1,), (2,))
    assert GAME.house(3, {}) == ()
    assert GAME.horizon(3, {}) == 10_000
    s = GAME.new(2)
    assert GAME.tallies(s) == {}
    assert GAME.progress(s) is None
    assert GAME.why_not(s, 0, "pick 9") is None
    assert GAME.never_swaps(s, 0, 1, None) is None
    assert GAME.forecast(s, Decision(0, say("p"), ()), Action("pick")) is None


class Ranked(Small):
    """A game with the result that the test wants."""

    given: ClassVar[Result]

    def result(self, s: Notes) -> Result:
        return self.given


def test_a_position_is_valued_by_the_lead_or_by_the_rank() -> None:
    ranked = Ranked(Pick(0))
    s = ranked.new(3)
    Ranked.given = Result((1, 2, 3), (True, False, False), say("r"), score=(9, 7, 2))
    assert [ranked.evaluate(s, p) for p in range(3)] == [2, -2, -7]
    Ranked.given = Result((1, 2, 2), (True, False, False), say("r"))
    assert [ranked.evaluate(s, p) for p in range(3)] == [-1, -2, -2]
    Ranked.given = Result((1,), (True,), say("r"), score=(4,))
    assert ranked.evaluate(s, 0) == 4


@pytest.mark.parametrize(
    "method", [Game.setup, Game.position, Game.scene, Game.panels, Game.result]
)
def test_what_every_game_must_bring_is_not_silently_missing(method: Any) -> None:
    class Nothing(Game[Notes]):
        id = "nothing"

    s = GAME.new(2)
    arguments = {Game.scene: (s, None), Game.panels: (s, None), Game.result: (s,)}
    with pytest.raises(NotImplementedError):
        getattr(Nothing(), method.__name__)(*arguments.get(method, (2, {})))


# --- the registry -----------------------------------------------------------------------------


def test_installed_games_are_found_by_their_id() -> None:
    assert games()["oriflamme"].id == "oriflamme"
    assert game("oriflamme") is games()["oriflamme"]
    assert all(name == found.id for name, found in games().items())


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"no game 'chess'; there are: .*oriflamme"):
        game("chess")


def test_the_toys_are_installed_for_a_test_and_not_longer(toys: None) -> None:
    assert game("ambush") is ambush.GAME
    assert game("bombs") is bombs.GAME
    assert set(TOYS) <= set(registry.games())


def test_a_game_prints_its_id() -> None:
    assert repr(GAME) == "<Game small>"
    assert SplitMix(1).below(2) in (0, 1)


def test_a_package_that_cannot_be_loaded_is_left_out_with_a_warning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broken = EntryPoint("broken", "takujo_no_such_package:GAME", "takujo.games")
    whole = EntryPoint("small", "takujo.core.game:Game", "takujo.games")
    monkeypatch.setattr("takujo.core.game.entry_points", lambda group: (broken, whole))
    with pytest.warns(UserWarning, match="'broken' cannot be loaded: ModuleNotFoundError"):
        found = games.__wrapped__()
    assert list(found) == ["small"]
