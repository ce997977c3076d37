"""Check a finished record: that it keeps the rules, and that its shuffles follow from its keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from takujo.core.chance import Keyed, commitment, match_key, take
from takujo.core.game import Game
from takujo.core.match import Match, RecordError
from takujo.core.state import Json


def verify(
    record: Sequence[Json], *, game: Game[Any] | None = None, shuffles: bool = True
) -> list[str]:
    """Check a finished record; gives what does not hold, `[]` when everything does.

    Replays it under the rules, checks that the server key fits the seal published at the start,
    and that every outcome follows from the key and the seats' nonces. Without `shuffles` only the
    rules are checked: what was dealt elsewhere follows from no key.
    """
    if not record:
        return ["the record is empty"]
    header = record[0]
    try:
        match = Match.load(header, record[1:], game=game)
    except RecordError as error:
        return [str(error)]
    faults: list[str] = []
    if match.parted is not None:
        faults.append(f"today's rules lead elsewhere from line {match.parted + 2} on")
    return faults + check_shuffles(match) if shuffles else faults


def check_shuffles(match: Match) -> list[str]:
    """What does not hold of a match's shuffles, by the keys in its header; `[]` if all holds."""
    header = match.header
    if "server_key" not in header:
        return ["the record holds no server key: its shuffles cannot be checked"]
    try:
        server_key = bytes.fromhex(header["server_key"])
        nonces = [bytes.fromhex(nonce) for nonce in header["nonces"]]
        key = match_key(server_key, nonces)
    except (KeyError, TypeError, ValueError):
        return ["expected the server key and a nonce per seat, in hexadecimal figures"]
    faults: list[str] = []
    if len(nonces) != match.players:
        faults.append(f"expected {match.players} nonces, not {len(nonces)}")
    if commitment(server_key) != header.get("commitment"):
        faults.append("the server key does not fit the seal that was published at the start")
    for index, draw, outcome in match.draws():
        if take(Keyed(key, index), draw) != outcome:
            faults.append(f"outcome {index} does not follow from the keys: {list(outcome)}")
    return faults
