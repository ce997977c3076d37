from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fork import FORK, GRAB, TAKE, Choose, Fork, Grabbing, Purse, ask

from takujo.core.game import games
from takujo.core.match import Match
from takujo.core.proof import verify
from takujo.core.state import Options
from takujo.sitting import Sitting
from takujo.text import words
from toys import TOYS

AMBUSH = TOYS["ambush"]
TICHU = games()["tichu"]
ONE_ROUND = {"rounds": 1}


class Table:
    """A sitting whose lines are written beforehand; the last one is repeated for ever."""

    def __init__(self, game: Any, players: int, *lines: str, end: bool = True, **how: Any) -> None:
        self.written: list[str] = []
        self._lines = self._given(lines, end)
        how.setdefault("bots", ["random"] * (players - 1))
        how.setdefault("seed", 1)
        self.sitting = Sitting(
            game, players, read=lambda prompt: next(self._lines), write=self._write, **how
        )
        self.finished = self.sitting.play()

    def _write(self, text: str) -> None:
        self.written.append(text)

    @staticmethod
    def _given(lines: tuple[str, ...], end: bool) -> Iterator[str]:
        yield from lines
        while not end:
            yield lines[-1]
        raise EOFError

    @property
    def text(self) -> str:
        return "\n".join(self.written)


def test_a_match_is_played_to_its_end_by_numbers() -> None:
    table = Table(AMBUSH, 3, "1", end=False)
    assert table.finished
    assert table.sitting.match.over
    assert "★" in table.written[-1]


def test_notation_is_understood_in_any_case_and_spacing() -> None:
    table = Table(FORK, 2, "  TAKE   2 ", "take 1")
    assert table.sitting.match.state.coins[0] == 3  # type: ignore[attr-defined]


def test_full_width_figures_count_as_figures() -> None:
    table = Table(FORK, 2, "３", "２", lang="ja")
    assert table.sitting.match.state.coins[0] == 3  # type: ignore[attr-defined]


def test_the_end_of_the_input_ends_the_match_politely() -> None:
    table = Table(AMBUSH, 3)
    assert not table.finished
    assert table.written[-1].strip() == "The match ends here. Thank you for playing."


def test_an_interrupt_from_the_keyboard_ends_the_match_politely() -> None:
    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    written: list[str] = []
    sitting = Sitting(FORK, 2, bots=["random"], seed=1, read=interrupted, write=written.append)
    assert not sitting.play()
    assert "Thank you" in written[-1]


@pytest.mark.parametrize("word", ["quit", "q", "EXIT", "終了"])
def test_one_may_leave_at_any_time(word: str) -> None:
    table = Table(AMBUSH, 3, word, "1", "1")
    assert not table.finished
    assert "Thank you" in table.written[-1]


def test_help_lists_the_commands_in_both_languages() -> None:
    assert "undo" in Table(FORK, 2, "?").text
    assert "遊び方" in Table(FORK, 2, "？", lang="ja").text


@pytest.mark.parametrize(("lang", "command"), [("en", "aid"), ("ja", "早見表")])
def test_rules_and_aid_are_read_with_their_cards_by_name(lang: str, command: str) -> None:
    scout = words(lang, AMBUSH).face("scout")
    assert f"- [{scout}] " in Table(AMBUSH, 3, command, lang=lang).text
    assert "##" in Table(AMBUSH, 3, "rules", lang=lang).text


def test_a_number_beyond_the_list_is_refused_with_the_range() -> None:
    table = Table(FORK, 2, "9", "0")
    assert table.text.count("There are choices 1 to 3.") == 2
    assert table.sitting.match.seq == 1


def test_what_is_not_offered_is_refused_with_a_reason() -> None:
    table = Table(FORK, 2, "take 9", "dance")
    assert table.text.count("That is not one of the choices you have.") == 2


def test_enter_alone_plays_the_only_offer_and_no_other() -> None:
    class One(Fork):
        def setup(self, players: int, options: Options) -> Purse:
            return ask(Choose(0, (TAKE(4),)), Choose(0, (TAKE(1), TAKE(2))))

    table = Table(One(), 2, "", "")
    assert table.sitting.match.state.coins == (4, 0)  # type: ignore[attr-defined]
    assert "Type the number of one of the choices." in table.text


def test_a_choice_can_be_taken_back_while_nobody_else_was_asked() -> None:
    class Twice(Fork):
        def setup(self, players: int, options: Options) -> Purse:
            asks = [Choose(0, (TAKE(1), TAKE(2)))] * 3
            return ask(*asks)

    table = Table(Twice(), 2, "undo", "2", "2", "undo", "1", "restart", "1", "1", "1")
    assert table.finished
    assert "There is nothing that you could take back" in table.text
    assert table.text.count("Taken back.") == 2
    assert table.sitting.match.state.coins == (3, 0)  # type: ignore[attr-defined]


def test_the_log_and_the_table_are_shown_on_demand() -> None:
    table = Table(AMBUSH, 3, "1", "log", "look")
    assert len(table.written) > 4
    assert table.written[-2].startswith("Ambush")


def test_the_rules_are_shown_or_that_there_are_none() -> None:
    assert "#" in Table(AMBUSH, 3, "rules").text


def test_a_careful_offer_is_asked_for_twice() -> None:
    from dataclasses import replace

    class Careful(Fork):
        def offer(self, s: Any, decision: Any, action: Any) -> Any:
            return replace(super().offer(s, decision, action), careful=True)

    table = Table(Careful(), 2, "3", "n", "3", "y")
    assert table.text.count("Are you sure?") == 2
    assert table.sitting.match.state.coins[0] == 2  # type: ignore[attr-defined]


class Grabs(Fork):
    def setup(self, players: int, options: Options) -> Purse:
        return ask(Grabbing(1, GRAB(3)))


def test_the_person_may_act_out_of_turn_or_let_it_go() -> None:
    grabbed = Table(Grabs(), 2, "5", "dance", "1", bots=["greedy"])
    assert grabbed.finished
    assert grabbed.sitting.match.state.coins == (3, 2)  # type: ignore[attr-defined]
    assert "You may act out of turn. Enter lets it go." in grabbed.text
    left = Table(Grabs(), 2, "", bots=["greedy"])
    assert left.sitting.match.state.coins == (0, 2)  # type: ignore[attr-defined]


def asked_out_of_turn(table: Table) -> int:
    return table.text.count("You may act out of turn")


def test_a_button_out_of_turn_is_shown_once_and_then_at_the_own_turns_alone() -> None:
    """A call of Tichu may be made at any moment; nobody wants to be asked at every one."""
    table = Table(TICHU, 4, "no_grand", "1", "1", "1", "y", "", options=ONE_ROUND, seed=4)
    # Asked once, when the first other player leads; then the line ends at the own turn.
    assert asked_out_of_turn(table) == 1
    assert table.sitting.seat in table.sitting.match.awaited
    assert "tichu" in table.sitting.match.seat(0).offers()


def test_what_is_done_with_pieces_is_asked_for_again_when_the_table_has_changed() -> None:
    bomb = "S5 P5 J5 T5"
    hands = {0: f"{bomb} S2", 1: "P2 P3 P9", 2: "J2 J3 J9", 3: "T2 T3 T9"}
    sitting = Sitting(
        TICHU, 4, bots=["random"] * 3, options=ONE_ROUND, read=lambda _: "", write=lambda _: None
    )
    match = sitting.match
    match.state = TICHU.position(4, match.options, hands=hands, trick=["3 T8"], follow=1)
    asked = []
    for player, key in ((1, "pass"), (2, "play J9"), (3, "pass")):
        view = match.view(0)
        assert f"play {bomb}" in {o.key for o in view.offers}
        asked.append((sitting._news(view), sitting._news(match.view(0))))
        match.play(player, key, match.asked(player))
    assert asked == [(True, False), (False, False), (True, False)]


def test_before_a_trick_is_taken_a_bomb_is_asked_for_once_more() -> None:
    hands = {0: "S5 P5 J5 T5 S2", 1: "P2 P3", 2: "J2 J3", 3: "T2 T3"}
    sitting = Sitting(
        TICHU, 4, bots=["random"] * 3, options=ONE_ROUND, read=lambda _: "", write=lambda _: None
    )
    match = sitting.match
    match.state = TICHU.position(4, match.options, hands=hands, trick=["3 T8"], follow=2)
    assert sitting._news(match.view(0))
    match.state = TICHU.position(4, match.options, hands=hands, trick=["3 T8"], collect=True)
    assert sitting._news(match.view(0))


@pytest.mark.parametrize("typed", ["play S7 P7", "s7 p7", "p7  S7", "PLAY p7 s7", "Ｐ７ Ｓ７"])
def test_cards_are_typed_in_any_order_and_without_the_verb(typed: str) -> None:
    hands = {0: "S7 P7 S2", 1: "P2 P3", 2: "J2 J3", 3: "T2 T3"}
    lines = iter([typed])
    sitting = Sitting(
        TICHU, 4, bots=["random"] * 3, options=ONE_ROUND,
        read=lambda _: next(lines), write=lambda _: None,
    )  # fmt: skip
    sitting.match.state = TICHU.position(4, sitting.match.options, hands=hands, lead=0)
    sitting._ask()
    assert sitting.match.lines[-1]["key"] == "play S7 P7"


def test_a_long_list_is_written_out_on_demand() -> None:
    assert "take 2" in Table(FORK, 2, "list").written[-2]
    assert "take 2" in Table(FORK, 2, "一覧", lang="ja").written[-2]


def test_bots_may_act_out_of_turn_too() -> None:
    table = Table(Grabs(), 2, "1", bots=["greedy"], seat=1)
    assert table.sitting.match.state.coins == (3, 2)  # type: ignore[attr-defined]


def test_any_seat_may_be_taken() -> None:
    table = Table(AMBUSH, 3, "1", end=False, seat=2)
    assert table.sitting.match.header["seats"] == ["bot:random", "bot:random", "human"]
    assert table.sitting.names[2] == "You"


def test_the_same_seed_gives_the_same_match_and_none_a_new_one() -> None:
    first, again = (Table(AMBUSH, 3, "1", end=False, seed=7) for _ in range(2))
    assert first.sitting.record() == again.sitting.record()
    fresh = [Table(AMBUSH, 3, "1", end=False, seed=None).sitting for _ in range(2)]
    assert fresh[0].match.header["commitment"] != fresh[1].match.header["commitment"]


def test_the_record_replays_and_its_shuffles_can_be_verified() -> None:
    table = Table(AMBUSH, 3, "1", end=False)
    record = table.sitting.record()
    assert verify(record, game=AMBUSH) == []
    again = Match.load(record[0], record[1:], game=AMBUSH)
    assert again.digest() == table.sitting.match.digest()


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"bots": ["greedy"]}, "2 bots are needed beside you, not 1"),
        ({"seat": 3}, "there are seats 1 to 3, no seat 4"),
        ({"bots": ["clever", "greedy"]}, "no bot 'clever'"),
        ({"options": {"colour": "red"}}, "no option 'colour'"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_a_sentence(how: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Table(AMBUSH, 3, "1", **how)


def test_in_japanese_everything_is_japanese() -> None:
    table = Table(AMBUSH, 3, "1", end=False, lang="ja")
    assert "あなた" in table.text
    assert "気まま2" in table.text
