"""A table as one guest sees it: the protocol's `Table`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from takujo.arena import seating
from takujo.arena.identity import Lang
from takujo.arena.live import Live
from takujo.arena.speech import Speech
from takujo.arena.store import Chair, Table
from takujo.core.game import Game, Option, Pace, Value, games
from takujo.core.texts import say

BOT_NAMES = 8  # in the catalogues


class Seat(msgspec.Struct, frozen=True):
    """A chair at the table."""

    seat: int
    kind: str
    name: str | None
    bot: str | None
    present: bool
    away_since: int | None
    you: bool
    conceded: bool
    by_bot: bool


class Labelled(msgspec.Struct, frozen=True):
    """An option and its value in words."""

    label: str
    value: str


class Team(msgspec.Struct, frozen=True):
    """Seats that play together."""

    name: str
    seats: list[int]


class Can(msgspec.Struct, frozen=True, rename={"give_back": "return"}):
    """What this guest may do with the table now."""

    start: bool
    why_not: str
    join: bool
    leave: bool
    kick: bool
    move: bool
    swap: bool
    give_back: bool
    concede: bool
    rematch: bool
    bot: list[int]


class Votes(msgspec.Struct, frozen=True):
    """Who wants what, by seat."""

    bot: dict[str, list[int]]
    rematch: list[int]
    draw: list[int]


class Shown(msgspec.Struct, frozen=True):
    """The table."""

    id: str
    game: str
    name: str
    number: int
    players: int
    options: dict[str, Any]
    option_labels: list[Labelled]
    public: bool
    state: str
    host: int | None
    seats: list[Seat]
    teams: list[Team]
    you: int | None
    invite: str | None
    commitment: str
    next_commitment: str
    watchers: int
    can: Can
    votes: Votes
    next: str | None
    created: int
    turns: str


def show(table: Table, guest: str | None, lang: Lang, live: Live) -> Shown:
    """The table as a guest sees it."""
    game = games().get(table.game)
    speech = Speech(lang, game)
    mine = table.chair_of(guest)
    people = {c.person for c in table.chairs if c.person}
    host = table.chair_of(table.host)
    return Shown(
        id=table.id,
        game=table.game,
        name=game_name(table.game, lang),
        number=table.number,
        players=table.players,
        options=table.options,
        option_labels=option_labels(game, table.players, table.options, table.turns, speech),
        public=table.public,
        state=table.state,
        host=host.seat if host else None,
        seats=[_seat(table, chair, guest, speech, live) for chair in table.chairs],
        teams=teams(seating.teams(table, game), speech),
        you=mine.seat if mine else None,
        invite=f"/table/{table.id}?invite={table.invite}" if mine else None,
        commitment=table.commitment,
        next_commitment=table.next_commitment,
        watchers=len(live.guests_at(table.id) - people),
        can=_can(table, guest, mine, speech, live),
        votes=Votes(
            bot={
                str(c.seat): voters
                for c in table.chairs
                if (voters := hand_over_votes(table, c, live))
            },
            rematch=[c.seat for c in table.chairs if table.marked("rematch", c.person)],
            draw=[c.seat for c in table.chairs if table.marked("draw", c.person)],
        ),
        next=table.next,
        created=table.created,
        turns=table.turns,
    )


def _seat(table: Table, chair: Chair, guest: str | None, speech: Speech, live: Live) -> Seat:
    name, present, away = chair.name, True, None
    if chair.person is not None:
        away = live.away_since(table.id, chair.person)
        present = away is None
    elif chair.bot is not None:
        name = bot_name(chair.seat, speech)
    return Seat(
        seat=chair.seat,
        kind=chair.kind,
        name=name if chair.kind != "open" else None,
        bot=chair.bot,
        present=present and chair.kind != "open",
        away_since=away,
        you=guest is not None and chair.person == guest,
        conceded=chair.conceded,
        by_bot=chair.by_bot,
    )


def _can(table: Table, guest: str | None, mine: Chair | None, speech: Speech, live: Live) -> Can:
    open_, running = table.state == "open", table.state == "running"
    is_host = guest is not None and table.host == guest
    free = [c for c in table.chairs if c.kind == "open"]
    ready = open_ and is_host and not free
    why_not = None
    if open_ and free:
        why_not = say("arena.seats_open", n=len(free))
    elif open_ and not is_host:
        why_not = say("arena.host_starts")
    elif table.state == "closed" and table.reason:
        why_not = say(table.reason)
    playing = running and mine is not None and not mine.conceded
    return Can(
        start=ready,
        why_not=speech.plain(why_not),
        join=open_ and mine is None and bool(free) and not table.marked("barred", guest),
        leave=open_ and mine is not None,
        kick=open_ and is_host,
        move=open_ and mine is not None and bool(free),
        swap=open_ and is_host,
        give_back=bool(playing and mine and mine.by_bot),
        concede=playing,
        rematch=table.state == "over" and mine is not None,
        bot=[c.seat for c in table.chairs if may_hand_over(table, c, guest, live)],
    )


def may_hand_over(table: Table, chair: Chair, guest: str | None, live: Live) -> bool:
    """May this guest ask that a bot takes this seat over?"""
    mine = table.chair_of(guest)
    if table.state != "running" or mine is None or mine is chair or mine.conceded:
        return False
    if chair.person is None or chair.by_bot or chair.conceded:
        return False
    return live.gone(table.id, chair.person, table.turns)


def hand_over_votes(table: Table, chair: Chair, live: Live) -> list[int]:
    """Seats of the people who want it, as long as they and the absence last."""
    if chair.person is None or table.state != "running" or chair.by_bot:
        return []
    since = live.away_since(table.id, chair.person)
    if since is None:
        return []
    voters = [
        table.chair_of(mark.person)
        for mark in table.marks
        if mark.kind == "bot" and mark.seat == chair.seat and mark.time >= since
    ]
    return [
        c.seat for c in voters if c is not None and c.person and live.present(table.id, c.person)
    ]


def bot_name(seat: int, speech: Speech) -> str:
    """What a bot at this seat is called."""
    return speech.plain(say(f"arena.bot_name.{seat % BOT_NAMES}"))


def teams(sides: Sequence[Sequence[int]], speech: Speech) -> list[Team]:
    """Who plays together, with what the sides are called."""
    return [Team(team_name(n, speech), list(seats)) for n, seats in enumerate(sides)]


def team_name(n: int, speech: Speech) -> str:
    """What the n-th side is called: by the game, or by its number."""
    return speech.word(f"side.{n}") or speech.plain(say("arena.team", n=n + 1))


# Games


def game_name(id: str, lang: Lang) -> str:
    """The name of a game; its id when it is not installed any more."""
    game = games().get(id)
    return (Speech(lang, game).word("game.name") if game else "") or id


def option_labels(
    game: Game[Any] | None, players: int, options: Mapping[str, Any], turns: Pace, speech: Speech
) -> list[Labelled]:
    """The options that differ from what is usual, in words."""
    if game is None:
        return []
    return [
        Labelled(speech.word(f"option.{o.name}") or o.name, value_label(o, options[o.name], speech))
        for o in game.options
        if o.name in options and options[o.name] != o.default_for(players, turns)
    ]


def value_label(option: Option, value: Value, speech: Speech) -> str:
    """The word for an option's value: its own, or one for yes and no, or the value itself."""
    word = _word(value)
    return (
        speech.word(f"option.{option.name}.{word}") or speech.word(f"option.value.{word}") or word
    )


def _word(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
