from __future__ import annotations

import pytest

from takujo.core.game import games
from takujo.core.match import Match
from takujo.core.texts import say
from takujo.core.views import (
    Counter,
    LogLine,
    Offer,
    Panel,
    Piece,
    Prompt,
    Result,
    Shape,
    Sheet,
    View,
    Zone,
)
from takujo.terminal import Page, pad, playable, show, width
from takujo.testing.scenario import Line
from toys import TOYS

AMBUSH = TOYS["ambush"]


def view(*zones: Zone, **parts: object) -> View:
    return View("ambush", 0, zones, (), Prompt(), **parts)  # type: ignore[arg-type]


def shown(*zones: Zone, lang: str = "en", **parts: object) -> str:
    return show(view(*zones, **parts), lang, game=AMBUSH, names={0: "Aoi", 1: "Kenji"})


def test_a_row_shows_stacks_with_the_top_card_first_and_what_lies_face_down() -> None:
    row = Zone(
        "line",
        "row",
        (
            Piece("k1", "back", 1, at="1", down=True, tokens=2),
            Piece("c4", "herald", 0, at="2", down=True),
            Piece("c5", "spy", 0, at="2", on="c4", tokens=1, pointer=True),
        ),
        label=say("here"),
        shape=Shape(ends=(say("first"), say("last"))),
    )
    said = shown(row)
    assert "here: first →  1 [Kenji: (?) ●2]  ▸2 [Aoi: spy ●1 / (herald)]  ← last" in said.replace(
        "face.", ""
    )


def test_an_owned_row_is_a_plain_list_and_an_empty_zone_a_dash() -> None:
    own = Zone("own", "row", (Piece("c1", "x", 0, at="1"),), label=say("mine"), owner=0)
    said = shown(own, Zone("pool", "pool", label=say("pool")))
    assert "mine: face.x\n" in said
    assert "pool: —" in said


def test_a_private_zone_says_so() -> None:
    hand = Zone("hand", "hand", (Piece("c1", "x"),), label=say("Hand"), private=True)
    assert "Hand (only you see this): face.x" in shown(hand)
    assert "Hand（あなただけに見えます）: face.x" in shown(hand, lang="ja")


def test_a_grid_has_a_line_for_each_row_and_marks_of_places() -> None:
    grid = Zone(
        "b",
        "grid",
        (
            Piece("p1", "a", at="5,6", n=3),
            Piece("p2", "b", at="5,7", turn=1),
            Piece("p3", "a", at="6,6", marks=("held",)),
        ),
        label=say("Board"),
        marks=(("5,5", ("wall",)),),
    )
    assert shown(grid).endswith(
        "Board:\n    5| 6 face.a ×3  7 face.b ↻90\n    6| 6 face.a [held]\n    5,5 [wall]"
    )


def test_a_counter_shows_its_figure() -> None:
    assert "Coins: 7" in shown(Zone("c", "counter", label=say("Coins"), count=7))


def test_the_line_of_a_player_says_who_is_awaited_and_who_has_chosen() -> None:
    panels = (
        Panel(0, 0, main=Counter("points", 3), counters=(Counter("cards", 2),), tags=("start",)),
        Panel(1, 1, done=True),
    )
    shown_view = View("ambush", 0, (), panels, Prompt(title=say("ask"), awaited=(0,)))
    said = show(shown_view, "en", game=AMBUSH, names={0: "Aoi", 1: "Kenji"})
    assert "▶ Aoi    " in said
    assert "✓ Kenji" in said
    assert " 3 · " in said


def test_offers_are_numbered_and_what_is_not_possible_is_explained() -> None:
    offers = (
        Offer("play 1", say("First"), ("c1",), note=say("costs 2")),
        Offer("", say("Second"), ("c2",), why_not=say("too dear")),
        Offer("pass", say("Third"), ("!pass",), interrupt=True),
    )
    said = shown(offers=offers)
    assert "   1  First — costs 2      play 1" in said
    assert "   2  Third (at any time)  pass" in said
    assert "   –  Second: too dear" in said
    assert [o.key for o in playable(view(offers=offers))] == ["play 1", "pass"]


def test_a_long_list_is_shown_in_columns_of_keys() -> None:
    offers = tuple(Offer(f"go {i}", say(f"Go {i}"), (f"#{i}",)) for i in range(200))
    said = shown(offers=offers)
    assert "Go 7" not in said
    lines = [line for line in said.splitlines() if "go " in line]
    assert len(lines) < 40
    assert "   1  go 0 " in lines[0]
    assert sum(line.count("go ") for line in lines) == 200


def test_sets_that_make_the_same_of_as_many_pieces_share_a_line_of_a_long_list() -> None:
    pairs = [("a", "b"), ("a", "c"), ("b", "c")]
    offers = [Offer(f"lay {x} {y}", say("Pair"), (f"c{x}", f"c{y}"), toggle=True) for x, y in pairs]
    offers.append(Offer("lay a b c", say("Pair"), ("ca", "cb", "cc"), toggle=True))
    offers += [Offer(f"lay {i}", say(f"Single {i}"), (f"c{i}",), toggle=True) for i in range(70)]
    offers.append(Offer("pass", say("Pass"), ("!pass",)))
    said = shown(offers=tuple(offers))
    assert "   1  Pair       lay a b  and 2 more\n   4  Pair       lay a b c\n" in said
    assert "lay a c" not in said
    assert "   5  Single 0   lay 0\n" in said
    assert "  75  Pass       pass\n" in said
    assert "`list` shows all 75 of them; cards may be typed in any order: lay a b" in said
    every = Page(view(offers=tuple(offers)), "en", AMBUSH, {}).every_key()
    assert "   2  lay a c" in every
    assert every.count("lay ") == 74


def test_backs_are_counted_and_pieces_of_one_place_stand_in_brackets() -> None:
    backs = tuple(Piece(f"hand.1.back.{i}", "back", down=True) for i in range(12))
    hand = Zone("hand.1", "fan", (Piece("c1", "x"), *backs), label=say("Hand"))
    plays = tuple(Piece(f"c{i}", "y", at="1" if i < 4 else "2") for i in range(2, 5))
    trick = Zone("trick", "fan", plays, label=say("Trick"))
    said = shown(hand, trick).replace("face.", "")
    assert "Hand: x, (?) ×12" in said
    assert "Trick: 1 [y, y], 2 y" in said


@pytest.mark.parametrize(
    ("lang", "hand"), [("en", "S5 Sword 5, DR Dragon"), ("ja", "S5 剣の5、DR 龍")]
)
def test_own_cards_stand_beside_the_words_by_which_they_are_written(lang: str, hand: str) -> None:
    tichu = games()["tichu"]
    facts = {"hands": {0: "S5 DR", 1: "P5", 2: "J5", 3: "T5"}, "lead": 0}
    line = Line(tichu, 4, {}, **facts)
    assert f": {hand}\n" in show(line.view(0), lang, game=tichu)
    assert hand not in show(line.view(1), lang, game=tichu)


def test_a_place_with_a_mark_is_called_as_in_its_zone() -> None:
    zone = Zone("gifts", "row", label=say("Gifts"), marks=(("#gifts:2", ("next",)),))
    assert "Gifts: 2 [next]" in shown(zone).replace("mark.", "")


def test_the_result_is_ranked_with_its_reason_and_its_sheet() -> None:
    sheet = Sheet(say("Score"), (0, 1), ((say("Cards"), (3, None)), (say("Sum"), (3, 12))))
    result = Result((2, 1), (False, True), say("Kenji has most."), score=(3, 12), sheet=sheet)
    said = shown(result=result)
    assert "★ 1  Kenji  12\n  2  Aoi     3" in said
    assert "Kenji has most." in said
    assert "Score  Aoi  Kenji\nCards    3\nSum      3     12" in said


def test_a_report_is_shown_on_the_table_and_under_its_line_of_the_log() -> None:
    sheet = Sheet(say("Round"), (0,), ((say("Cards"), (3,)),))
    assert "Round  Aoi\nCards    3" in shown(report=sheet)
    page = Page(view(), "en", AMBUSH, {0: "Aoi"})
    line = LogLine(1, say("Scored."), sheet=sheet)
    assert page.line(line) == "  Scored.\nRound  Aoi\nCards    3"


def test_headings_and_what_was_taken_back_are_marked_in_the_log() -> None:
    page = Page(view(), "en", AMBUSH, {})
    lines = (LogLine(1, say("Round 1"), heading=True), LogLine(2, say("Hm."), undone=True))
    assert page.log(lines) == "— Round 1 —\n  (taken back) Hm."


def test_wide_characters_take_two_columns() -> None:
    assert width("卓上ab") == 6
    assert pad("卓上", 6) == "卓上  "


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("name", TOYS)
def test_every_moment_of_a_match_can_be_shown_to_everybody(name: str, lang: str) -> None:
    game = TOYS[name]
    match = Match.start(game, game.players[0], key=b"shown")
    step = 0
    while not match.over:
        for viewer in (*range(match.players), None):
            said = show(match.view(viewer), lang, game=game)
            assert "prompt." not in said
            assert "Text(" not in said
            for offer in match.view(viewer).offers:
                assert offer.key in said
        player = match.awaited[0]
        keys = match.seat(player).offers()
        match.play(player, keys[step % len(keys)], match.asked(player))
        step += 1
    assert "★" in show(match.view(0), lang, game=game)
