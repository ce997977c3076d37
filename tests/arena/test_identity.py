"""Cookies, tokens, names, languages, rates."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from takujo.arena.identity import (
    Identity,
    accepted,
    clean_name,
    preferences,
    same_name,
)
from takujo.arena.limits import ALLOWED, SHARED, Limits
from takujo.arena.problem import Problem
from takujo.arena.store import Person


def test_the_key_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    first = Identity(tmp_path)
    cookie = first.cookie("guest")
    assert stat.S_IMODE((tmp_path / "secret.key").stat().st_mode) == 0o600
    assert Identity(tmp_path).read(cookie) == "guest"


def test_a_cookie_that_was_changed_or_signed_elsewhere_is_nobody(tmp_path: Path) -> None:
    here, other = tmp_path / "here", tmp_path / "other"
    here.mkdir()
    other.mkdir()
    identity = Identity(here)
    cookie = identity.cookie("guest")
    assert identity.read(None) is None
    assert identity.read("") is None
    assert identity.read("x" + cookie) is None
    assert identity.read(cookie[:-2]) is None
    assert identity.read(Identity(other).cookie("guest")) is None


def test_a_token_belongs_to_one_guest(tmp_path: Path) -> None:
    identity = Identity(tmp_path)
    assert identity.is_token("a", identity.token("a"))
    assert not identity.is_token("b", identity.token("a"))
    assert not identity.is_token("a", "")
    assert not identity.is_token("a", "ü")


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("", "en"),
        ("ja", "ja"),
        ("ja-JP,en;q=0.8", "ja"),
        ("en-GB,ja;q=0.9", "en"),
        ("de,ja;q=0.3,en;q=0.2", "ja"),
        ("fr;q=x,*;q=0", "en"),
    ],
)
def test_the_first_language_that_is_spoken_here_is_taken(header: str, lang: str) -> None:
    assert accepted(header) == lang


def test_a_name_is_one_line_without_invisible_signs() -> None:
    assert clean_name("  Aoi \t\u200b\u202e Sato\n") == "Aoi Sato"
    assert clean_name("山田") == "山田"
    for bad in ("", " \u200b ", "x" * 21):
        with pytest.raises(Problem) as caught:
            clean_name(bad)
        assert caught.value.code == "bad_input"


def test_names_that_look_alike_are_the_same() -> None:
    assert same_name("Aoi", "ＡＯＩ")
    assert same_name("Ken Ji", "kenji")
    assert not same_name("Aoi", "Aoki")
    assert not same_name(None, None)


def test_settings_that_cannot_be_read_any_more_fall_back_to_the_usual() -> None:
    odd = Person("a", None, {"lang": "ja", "theme": "mauve"})
    assert preferences(odd, "ja").theme == "system"
    assert preferences(None, "ja").lang == "ja"


def test_a_bucket_empties_and_fills_again() -> None:
    time = 0.0
    limits = Limits(clock=lambda: time)
    size, pace = ALLOWED["say"]
    for _ in range(int(size)):
        limits.take("say", "guest", "address")
    with pytest.raises(Problem) as caught:
        limits.take("say", "guest", "address")
    assert caught.value.code == "rate"
    assert caught.value.status == 429
    limits.take("say", "other", "address")
    time = 1 / pace
    limits.take("say", "guest", "address")


def test_an_address_has_a_limit_of_its_own() -> None:
    limits = Limits(clock=lambda: 0.0)
    size = int(ALLOWED["say"][0] * SHARED)
    for i in range(size):
        limits.take("say", f"guest {i}", "address")
    with pytest.raises(Problem):
        limits.take("say", "one more guest", "address")
    limits.take("say", "one more guest", "elsewhere")


def test_full_buckets_are_forgotten() -> None:
    time = 0.0
    limits = Limits(clock=lambda: time)
    limits.take("act", "guest", "address")
    limits.forget()
    assert len(limits) == 2
    time = 1e6
    limits.forget()
    assert len(limits) == 0
