"""Talk at the tables: what onlookers say never reaches the seats while the match is on."""

from __future__ import annotations

import unicodedata
from typing import Any

from takujo.arena.live import Live
from takujo.arena.problem import problem
from takujo.arena.store import ChatLine, Person, Store, Table

LENGTH = 500
JOINER = "\u200d"  # makes one picture of several


async def say(table: Table, person: Person, text: str, store: Store, live: Live) -> None:
    """Say something at a table, with the voice of the own seat or as an onlooker."""
    if not person.name:
        raise problem("auth", "error.name_first")
    if table.state == "closed":
        raise problem("not_now", "error.state_closed")
    line = clean(text)
    chair = table.chair_of(person.id)
    audience = "onlookers" if chair is None and table.state == "running" else "seats"
    seat = chair.seat if chair else None
    said = await store.say(table.id, person.id, person.name, seat, line, audience)
    live.publish("chat", table.id, said.id)


def clean(text: str) -> str:
    """The text as one line without invisible signs; raises Problem for none or too much of it."""
    text = unicodedata.normalize("NFC", text[: 4 * LENGTH])
    kept = "".join(c if c == JOINER or unicodedata.category(c)[0] != "C" else " " for c in text)
    made = " ".join(kept.split())
    if not made:
        raise problem("bad_input", "error.chat_empty")
    if len(made) > LENGTH:
        raise problem("bad_input", "error.chat_long", most=LENGTH)
    return made


def audible(table: Table, guest: str, lines: list[ChatLine]) -> list[dict[str, Any]]:
    """The lines that this guest may read now, in the protocol's form."""
    playing = table.state == "running" and table.chair_of(guest) is not None
    return [
        {
            "id": line.id,
            "who": line.name,
            "seat": line.seat,
            "text": line.text,
            "audience": line.audience,
            "time": line.time,
        }
        for line in lines
        if not (playing and line.audience == "onlookers")
    ]
