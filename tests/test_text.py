from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.resources import files

import pytest

from takujo.core.game import games
from takujo.core.texts import Named, Several, Text, Who, say
from takujo.text import LANGUAGES, Words, flat, signed, words


def test_both_languages_have_the_same_keys() -> None:
    assert set(words("en").messages) == set(words("ja").messages)


KANA_OR_KANJI = "[\u3041-\u30ff\u4e00-\u9fff]"
TYPED = {"terminal.help", "cli.examples", "cli.option"}  # what is typed, and columns


def japanese() -> Iterator[tuple[str, str]]:
    """Every Japanese message and page of the house and of the games, and where it stands."""
    for game in (None, *games().values()):
        for key, message in words("ja", game).messages.items():
            for text in [message] if isinstance(message, str) else message.values():
                yield key, text
    client = files("takujo") / "web" / "static" / "words" / "ja.json"
    yield from ((key, str(text)) for key, text in json.loads(client.read_text("utf-8")).items())
    for game in games().values():
        for name in ("ja.md", "ja.aid.md"):
            page = (files(game.package) / "help" / name).read_text("utf-8")
            yield f"{game.id}/{name}", re.sub(r"^ *```.*?^ *```", "", page, flags=re.M | re.S)


def test_japanese_has_wide_punctuation_and_no_blanks_between_its_words() -> None:
    wide, narrow_mark = KANA_OR_KANJI, "[(),:;?!]"
    narrow = re.compile(f"{wide}{narrow_mark}|{narrow_mark}{wide}|{wide} +{wide}")
    said = [(key, text) for key, text in japanese() if key not in TYPED]
    assert len(said) > 1000
    assert [(key, found[0]) for key, text in said if (found := narrow.search(text))] == []


def test_the_viewer_is_addressed_as_you_and_others_by_name() -> None:
    text = say("log.conceded", who=Who(1))
    assert words("en").plain(text, viewer=1, names={1: "Aoi"}) == "You concede."
    assert words("en").plain(text, viewer=0, names={1: "Aoi"}) == "Aoi concedes."
    assert words("en").plain(text, names={1: "Aoi"}) == "Aoi concedes."


def test_a_player_without_a_name_is_numbered_from_one() -> None:
    assert words("ja").plain(say("log.conceded", who=Who(0))) == "プレイヤー1が投了した。"


@pytest.mark.parametrize(("n", "said"), [(1, "One player conceded."), (3, "3 players conceded.")])
def test_the_plural_follows_the_number(n: int, said: str) -> None:
    assert words("en").plain(say("result.conceded", n=n)) == said


def test_the_most_specific_variant_wins() -> None:
    w = Words("en")
    w.messages["log.hit"] = {
        "you|yours": "You hit your own {card}.",
        "you": "You hit {card} of {whose}.",
        "yours": "{who} hits your {card}.",
        "hidden": "{who} hits something of {whose}.",
        "other": "{who} hits {card} of {whose}.",
    }
    w.messages["face.lord"] = "Lord"

    def said(viewer: int | None, who: int, whose: int, face: str) -> str:
        text = say("log.hit", who=Who(who), whose=Who(whose), card=Named(face, whose, "c3"))
        return w.plain(text, viewer=viewer, names={0: "A", 1: "B", 2: "C"})

    assert said(0, 0, 0, "lord") == "You hit your own Lord."
    assert said(0, 0, 1, "lord") == "You hit Lord of B."
    assert said(1, 0, 1, "lord") == "A hits your Lord."
    assert said(2, 0, 1, "lord") == "A hits Lord of B."
    assert said(2, 0, 1, "") == "A hits something of B."


def test_a_rich_text_tells_players_cards_and_numbers_apart() -> None:
    w = Words("en")
    w.messages["log.gain"] = "{who} gains {n:+} from {card}."
    w.messages["face.lord"] = "Lord"
    text = say("log.gain", who=Who(2), n=2, card=Named("lord", 2, "c24"))
    assert w.render(text, names={2: "Ines"}) == [
        {"k": "who", "t": "Ines", "seat": 2},
        " gains ",
        {"k": "n", "t": "+2"},
        " from ",
        {"k": "card", "t": "Lord", "face": "lord", "ref": "c24", "seat": 2},
        ".",
    ]


def test_a_key_without_a_message_is_shown_as_it_stands() -> None:
    assert words("en").plain(Text("no.such.key")) == "no.such.key"


def test_a_message_that_names_a_missing_argument_says_which() -> None:
    w = Words("en")
    w.messages["log.x"] = "{who} does it."
    with pytest.raises(KeyError, match="who"):
        w.plain(say("log.x"))


def test_numbers_carry_a_true_minus() -> None:
    assert [signed(n) for n in (2, 0, -1)] == ["+2", "+0", "−1"]
    assert flat(["a", {"k": "n", "t": "1"}]) == "a1"


def test_an_unknown_language_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match=", ".join(LANGUAGES)):
        Words("fr")


def test_several_things_are_joined_as_the_language_joins_lists() -> None:
    text = say("log.play", cards=Several((Named("lord", 2, "c24"), say("x", n=2), 7)))
    said = {}
    for lang in LANGUAGES:
        w = Words(lang)
        w.messages |= {"log.play": "{cards}!", "log.row": "{cards:unit}!"}
        w.messages |= {"face.lord": "Lord", "x": "{n} more"}
        said[lang] = w.plain(text), w.plain(text._replace(key="log.row"))
        assert w.render(text)[0] == {
            "k": "card",
            "t": "Lord",
            "face": "lord",
            "ref": "c24",
            "seat": 2,
        }
    assert said == {
        "en": ("Lord, 2 more, and 7!", "Lord, 2 more, 7!"),
        "ja": ("Lord、2 more、7!", "Lord 2 more 7!"),
    }


def test_one_thing_alone_is_no_list() -> None:
    w = Words("en")
    w.messages["log.play"] = "{cards}."
    assert w.plain(say("log.play", cards=Several((7,)))) == "7."
