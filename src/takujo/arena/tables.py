"""The life of a table: opened, filled, started, played out, played again, forgotten."""

from __future__ import annotations

import secrets
from typing import Any, Literal

import msgspec

from takujo.arena import seating
from takujo.arena.identity import Lang, same_name
from takujo.arena.journal import now
from takujo.arena.live import Live
from takujo.arena.logging import log
from takujo.arena.matches import Matches
from takujo.arena.problem import not_found, problem
from takujo.arena.running import USUAL
from takujo.arena.settings import Settings
from takujo.arena.showing import Shown, hand_over_votes, may_hand_over, show
from takujo.arena.store import Chair, Mark, Person, Store, Table
from takujo.bots import BOTS
from takujo.core.chance import commitment, match_key, new_key
from takujo.core.game import Game, Pace, games
from takujo.core.match import Match

NONCE = (16, 64)  # bytes


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The order for a table: exactly one of `seats` is "me", the others "open" or "bot:<name>".

    The host's share of the shuffles is not in it: he gives it when he starts the match, since the
    seal is published with the table.
    """

    game: str
    players: int
    seats: list[str]
    options: dict[str, Any] = {}
    public: bool = True
    turns: Pace = "live"


class Share(msgspec.Struct, frozen=True):
    """A seat's share of the shuffles, given by a browser that has seen the seal it names."""

    nonce: str
    seal: str


class Tables:
    """Everything that people do with tables; what they do in a match is `Matches`' part."""

    def __init__(self, settings: Settings, store: Store, live: Live) -> None:
        self._settings = settings
        self._store = store
        self._live = live
        self.matches: Matches  # they need each other

    # Looking

    async def visible(self, id: str, guest: str, invite: str | None = None) -> Table:
        """The table, for those who may know of it; raises Problem `not_found` for all others."""
        table = await self._store.table(id)
        if table is None:
            raise not_found()
        if table.public or table.chair_of(guest) is not None:
            return table
        if table.marked("barred", guest):
            raise not_found()
        if table.marked("admitted", guest):
            return table
        if invite is None or not secrets.compare_digest(invite.encode(), table.invite.encode()):
            raise not_found()
        await self._store.mark(id, Mark("admitted", guest))
        return table

    async def at_match(self, id: str, guest: str) -> None:
        """May this guest know of the match? Its players are known without asking the store."""
        running = self.matches.loaded(id)
        if running is None or guest not in running.owners:
            await self.visible(id, guest)

    async def shown(self, id: str, guest: str, lang: Lang, invite: str | None = None) -> Shown:
        """The table as a guest sees it."""
        return show(await self.visible(id, guest, invite), guest, lang, self._live)

    # Gathering

    async def create(self, person: Person, order: NewTable) -> str:
        """Open a table; gives its id."""
        _must_have_name(person)
        game = _game(order.game)
        try:
            options = dict(game.checked_options(order.players, order.options, order.turns))
        except (TypeError, ValueError) as fault:
            raise problem("bad_input", "error.options") from fault
        if len(order.seats) != order.players or order.seats.count("me") != 1:
            raise problem("bad_input", "error.seats", n=order.players)
        table = _table(game.id, order.players, options, order.public, order.turns, person.id)
        for seat, kind in enumerate(order.seats):
            chair = Chair(seat)
            if kind == "me":
                chair.person = person.id
            else:
                _take_bot(chair, kind)
            table.chairs.append(chair)
        await self._store.new_table(table)
        log.info("table opened", table=table.id, game=game.id, players=order.players)
        self._tell(table.id)
        return table.id

    async def join(
        self, id: str, person: Person, share: Share, invite: str | None, seat: int | None
    ) -> None:
        """Take an open seat: the one asked for, or the first."""
        _must_have_name(person)
        await self.visible(id, person.id, invite)
        async with self._store.change(id) as found:
            table = _found(found)
            _must_be(table, "open")
            if table.chair_of(person.id) is not None:
                raise problem("not_now", "error.seated")
            if table.marked("barred", person.id):
                raise problem("not_yours", "error.barred")
            free = [c for c in table.chairs if c.kind == "open" and seat in (None, c.seat)]
            if not free:
                raise problem("full", "error.full" if seat is None else "error.seat_taken")
            if any(same_name(c.name, person.name) for c in table.chairs):
                raise problem("name", "error.name_taken")
            free[0].person, free[0].nonce = person.id, _nonce(share, table.commitment)
        self._tell(id)

    async def leave(self, id: str, guest: str) -> None:
        """Get up before the start; an empty table is closed, a host's place passes on."""
        await self.visible(id, guest)
        async with self._store.change(id) as found:
            table = _found(found)
            _must_be(table, "open", "error.leave_running")
            self._free(table, _own(table, guest))
        self._tell(id)

    async def kick(self, id: str, guest: str, seat: int) -> None:
        """Send somebody away before the start; he cannot come back to this table."""
        await self.visible(id, guest)
        async with self._store.change(id) as found:
            table = _found(found)
            _must_be(table, "open")
            _must_host(table, guest)
            chair = _chair(table, seat)
            if chair.person is None or chair.person == guest:
                raise problem("not_now", "error.nobody_to_kick")
            table.marks.append(Mark("barred", chair.person))
            table.marks = [
                m for m in table.marks if (m.kind, m.person) != ("admitted", chair.person)
            ]
            self._free(table, chair)
        self._tell(id)

    async def set_seat(self, id: str, guest: str, seat: int, kind: str) -> None:
        """Open a seat or put a bot there, before the start."""
        await self.visible(id, guest)
        async with self._store.change(id) as found:
            table = _found(found)
            _must_be(table, "open")
            _must_host(table, guest)
            chair = _chair(table, seat)
            if chair.person is not None:
                raise problem("not_now", "error.seat_taken")
            _take_bot(chair, kind)
        self._tell(id)

    async def move(self, id: str, guest: str, seat: int) -> None:
        """Take another seat that is free, before the start."""
        await self.visible(id, guest)
        async with self._store.change(id) as found:
            table = _found(found)
            _must_be(table, "open")
            seating.move(table, _own(table, guest), _chair(table, seat).seat)
        self._tell(id)

    async def swap(self, id: str, guest: str, seats: list[int] | None) -> None:
        """Two seats change places, or all are drawn anew; before the start, the host decides."""
        await self.visible(id, guest)
        async with self._store.change(id) as found:
            table = _found(found)
            _must_be(table, "open")
            _must_host(table, guest)
            if seats is None:
                seating.draw(table)
            elif len(seats) != 2:
                raise problem("bad_input", "error.two_seats")
            else:
                one, other = (_chair(table, seat).seat for seat in seats)
                seating.swap(table, one, other)
        self._tell(id)

    async def start(self, id: str, guest: str, share: Share) -> None:
        """Begin the match with the host's share; he may when no seat is open."""
        await self.visible(id, guest)
        async with self._store.change(id) as found:
            table = _found(found)
            _must_be(table, "open")
            _must_host(table, guest)
            free = sum(c.kind == "open" for c in table.chairs)
            if free:
                raise problem("not_now", "arena.seats_open", n=free)
            _own(table, guest).nonce = _nonce(share, table.commitment)
            _begin(table)
        await self._begun(id)

    async def _begun(self, id: str) -> None:
        log.info("match begins", table=id)
        await self.matches.get(id)
        self._tell(id)
        self._live.publish("match", id)

    # During a match

    async def hand_over(self, id: str, guest: str, seat: int) -> None:
        """Want that a bot plays an absent seat; the host's wish is enough, or a majority's."""
        await self.visible(id, guest)
        async with self._store.change(id) as found:
            table = _found(found)
            _must_be(table, "running")
            mine = _own(table, guest)
            chair = _chair(table, seat)
            if chair.person and self._live.present(id, chair.person):
                raise problem("not_now", "error.present")
            if not may_hand_over(table, chair, guest, self._live):
                raise problem("not_now", "error.no_hand_over")
            table.marks = [
                m for m in table.marks if (m.kind, m.person, m.seat) != ("bot", guest, seat)
            ]
            table.marks.append(Mark("bot", guest, seat))
            votes = {*hand_over_votes(table, chair, self._live), mine.seat}
            present = {mine.seat} | {
                c.seat
                for c in table.chairs
                if c.person and not c.conceded and self._live.present(id, c.person)
            }
            agreed = table.host == guest or 2 * len(votes & present) > len(present)
        if agreed:
            await self.matches.command(id, lambda match: match.reseat(seat, f"bot:{USUAL}"))
            await self._copy_seats(id)
        self._tell(id)

    async def give_back(self, id: str, guest: str) -> None:
        """Take the own seat back from the bot."""
        await self.visible(id, guest)
        table = _found(await self._store.table(id))
        _must_be(table, "running")
        chair = _own(table, guest)
        if not chair.by_bot or chair.conceded:
            raise problem("not_now", "error.no_bot_here")
        await self.matches.command(id, lambda match: match.reseat(chair.seat, "human"))
        await self._copy_seats(id)
        self._tell(id)

    async def concede(self, id: str, guest: str) -> None:
        """Give the match up; a bot plays the seat from now on."""
        await self.visible(id, guest)
        table = _found(await self._store.table(id))
        _must_be(table, "running")
        seat = _own(table, guest).seat
        await self.matches.command(id, lambda match: match.concede(seat))
        await self._copy_seats(id)
        self._tell(id)

    async def _copy_seats(self, id: str) -> None:
        """Bring the table's seats in line with the journal, which is what counts."""
        running = await self.matches.glance(id)
        async with self._store.change(id) as found:
            for chair in _found(found).chairs:
                chair.conceded = chair.seat in running.match.conceded
                by = running.match.by[chair.seat]
                chair.by_bot = chair.person is not None and by.startswith("bot:")

    async def ended(self, id: str) -> None:
        """The match is over: say so in the table's row."""
        async with self._store.change(id) as found:
            table = _found(found)
            if table.state != "running":
                return
            table.state, table.ended = "over", now()
        log.info("match over", table=id)
        self._tell(id)

    # Afterwards

    async def rematch(self, id: str, person: Person, share: Share, draw: bool = False) -> str:
        """Want to play again, perhaps with partners drawn anew.

        Gives the new table's id once all who are present want it.
        """
        await self.visible(id, person.id)
        async with self._store.change(id) as found:
            table = _found(found)
            _must_be(table, "over", "error.not_over")
            _own(table, person.id)
            following = table.next
            if following is None:
                table.marks = [
                    m
                    for m in table.marks
                    if m.kind not in ("rematch", "draw") or m.person != person.id
                ]
                nonce = _nonce(share, table.next_commitment)
                table.marks.append(Mark("rematch", person.id, nonce=nonce))
                if draw:
                    table.marks.append(Mark("draw", person.id))
        if following is not None:
            late = await self._store.table(following)
            if late is not None and late.chair_of(person.id) is None and late.state == "open":
                await self.join(following, person, share, late.invite, None)
            return following
        made = await self.try_rematch(id)
        self._tell(id)
        return made or id

    async def lost(self, id: str) -> None:
        """The match cannot go on under today's rules: its table is closed, and says why."""
        await self._close(id, "running", "arena.closed_by_rules")

    async def try_rematch(self, id: str) -> str | None:
        """Open the next table if everybody who is present has asked for it."""
        async with self._store.change(id) as table:
            if table is None or table.state != "over" or table.next is not None:
                return None
            wanted = {m.person: m.nonce for m in table.marks if m.kind == "rematch"}
            people = [c.person for c in table.chairs if c.person]
            present = {p for p in people if self._live.present(id, p)}
            if not wanted or not present <= wanted.keys():
                return None
            fresh = _rotated(table, wanted)
            drawn = sum(table.marked("draw", person) for person in wanted)
            if seating.teams(table) and 2 * drawn > len(wanted):
                seating.draw(fresh)
            if all(c.kind != "open" for c in fresh.chairs):
                _begin(fresh)
            # Both at once: whoever reads where to go on finds the table there.
            table.next, table.rematch = fresh.id, fresh
        if fresh.state == "running":
            await self._begun(fresh.id)
        self._tell(id)
        self._tell(fresh.id)
        return fresh.id

    async def sweep(self) -> None:
        """Close open tables that everybody has left, and matches that nobody plays.

        People come to a turn-based table over days, also before it has begun.
        """
        stamp = now()
        late = stamp - int(self._settings.stale_running * 1000)
        for id in await self._store.stale("open", stamp - int(self._settings.stale_open * 1000)):
            table = await self._store.table(id)
            if table is None or (table.turns != "live" and table.touched > late):
                continue
            people = [c.person for c in table.chairs if c.person]
            since = stamp - int(self._settings.stale_open * 1000)
            if all((self._live.away_since(id, p) or stamp) <= since for p in people):
                await self._close(id, "open")
        await self._pass_on(stamp - int(self._settings.host_away * 1000))
        for id in await self._store.stale("running", late):
            await self._close(id, "running")
        self.matches.rest()

    async def _pass_on(self, before: int) -> None:
        """Open tables whose host went away before then: somebody who is present is host now."""
        for id, host in await self._store.hosts():
            since = self._live.away_since(id, host)
            if since is None or since > before:
                continue
            async with self._store.change(id) as table:
                if table is None or (table.state, table.host) != ("open", host):
                    continue
                people = [c.person for c in table.chairs if c.person]
                present = [p for p in people if self._live.present(id, p)]
                if not present:
                    continue
                table.host = present[0]
            self._tell(id)

    async def _close(
        self, id: str, state: Literal["open", "running"], reason: str | None = None
    ) -> None:
        async with self._store.change(id) as table:
            if table is None or table.state != state:
                return
            table.state, table.ended, table.reason = "closed", now(), reason
        self.matches.close(id)
        log.info("table closed", table=id)
        self._tell(id)

    def _free(self, table: Table, chair: Chair) -> None:
        """Empty a seat, and see who is host now."""
        gone = chair.person
        chair.person = chair.nonce = chair.name = None
        left = [c.person for c in table.chairs if c.person]
        if not left:
            table.state, table.ended = "closed", now()
        elif table.host == gone:
            table.host = left[0]

    def _tell(self, id: str) -> None:
        self._live.publish("table", id)


def _table(
    game: str,
    players: int,
    options: dict[str, Any],
    public: bool,
    turns: Pace,
    host: str | None,
) -> Table:
    key, following = new_key(), new_key()
    return Table(
        id=secrets.token_urlsafe(8).replace("-", "x").replace("_", "y"),
        game=game,
        players=players,
        options=options,
        public=public,
        turns=turns,
        state="open",
        host=host,
        invite=secrets.token_urlsafe(12),
        server_key=key.hex(),
        commitment=commitment(key),
        next_key=following.hex(),
        next_commitment=commitment(following),
        created=now(),
        touched=now(),
    )


def _rotated(table: Table, wanted: dict[str, str | None]) -> Table:
    """The table of a rematch: everybody some seats on, under the key sealed with this table."""
    host = table.host if table.host in wanted else next(iter(wanted))
    fresh = _table(table.game, table.players, table.options, table.public, table.turns, host)
    fresh.server_key, fresh.commitment = table.next_key, table.next_commitment
    by = seating.shift(table)
    for seat in range(table.players):
        old = table.chairs[(seat + by) % table.players]
        chair = Chair(seat, bot=old.bot)
        if old.person in wanted:
            chair.person, chair.nonce = old.person, wanted[old.person]
        fresh.chairs.append(chair)
    if not table.public:
        known = {m.person for m in table.marks if m.kind == "admitted"}
        known |= {c.person for c in table.chairs if c.person}
        fresh.marks = [Mark("admitted", person) for person in sorted(known)]
    return fresh


def _begin(table: Table) -> None:
    """Deal: the table's row, its header and its first journal lines change together."""
    nonces = [bytes.fromhex(c.nonce or "") for c in table.chairs]
    match = Match.start(
        _game(table.game),
        table.players,
        table.options,
        seats=["human" if c.person else f"bot:{c.bot}" for c in table.chairs],
        key=match_key(bytes.fromhex(table.server_key), nonces),
        commitment=table.commitment,
    )
    table.header, table.begun, table.position = match.header, match.lines, match.state.to_json()
    table.state, table.started = "running", now()


def _game(id: str) -> Game[Any]:
    game = games().get(id)
    if game is None:
        raise problem("bad_input", "error.game")
    return game


def _take_bot(chair: Chair, kind: str) -> None:
    if kind == "open":
        chair.bot = None
        return
    name = kind.removeprefix("bot:")
    if not kind.startswith("bot:") or name not in BOTS:
        raise problem("bad_input", "error.seat_kind")
    chair.bot = name


def _nonce(share: Share, seal: str) -> str:
    """A seat's share of the match's key, as hex; raises Problem when it is none.

    Nor is it one when it answers another seal: whoever shares must have seen what this arena is
    bound to.
    """
    if share.seal != seal:
        raise problem("stale", "error.seal")
    try:
        raw = bytes.fromhex(share.nonce)
    except ValueError:
        raw = b""
    if not NONCE[0] <= len(raw) <= NONCE[1]:
        raise problem("bad_input", "error.nonce", least=NONCE[0], most=NONCE[1])
    return raw.hex()


def _must_have_name(person: Person) -> None:
    if not person.name:
        raise problem("auth", "error.name_first")


def _found(table: Table | None) -> Table:
    if table is None:
        raise not_found()
    return table


def _must_be(table: Table, state: str, key: str | None = None) -> None:
    if table.state != state:
        raise problem("not_now", key or f"error.state_{table.state}")


def _must_host(table: Table, guest: str) -> None:
    if table.host != guest:
        raise problem("not_yours", "error.host_only")


def _own(table: Table, guest: str) -> Chair:
    chair = table.chair_of(guest)
    if chair is None:
        raise problem("not_yours", "error.no_seat")
    return chair


def _chair(table: Table, seat: int) -> Chair:
    if not 0 <= seat < len(table.chairs):
        raise problem("bad_input", "error.no_such_seat", n=table.players)
    return table.chairs[seat]
