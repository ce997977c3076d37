"""The tables of the database; `migrations/` makes them, a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

PEOPLE = Table(
    "people",
    METADATA,
    Column("id", String, primary_key=True),
    Column("name", String),
    Column("settings", JSON, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
)

TABLES = Table(
    "tables",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("id", String, nullable=False),
    Column("game", String, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("state", String, nullable=False),  # open, running, over, closed
    Column("host", String, ForeignKey("people.id")),
    Column("invite", String, nullable=False),
    Column("server_key", String, nullable=False),  # hex; secret until the match is over
    Column("commitment", String, nullable=False),
    # A rematch gathers its nonces before its table exists, so its key is made and its
    # commitment published with this table.
    Column("next_key", String, nullable=False),
    Column("next_commitment", String, nullable=False),
    Column("header", JSON),  # of the match, once it has begun
    Column("created", BigInteger, nullable=False),
    Column("started", BigInteger),
    Column("ended", BigInteger),
    Column("touched", BigInteger, nullable=False),
    Column("next", String),  # id of the rematch's table
    Column("turns", String, nullable=False, server_default="live"),  # or turn-based
    Column("reason", String),  # key of the text that says why it was closed, if it needs saying
    UniqueConstraint("id"),
    Index("ix_tables_state", "state", "touched"),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("table", String, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String, ForeignKey("people.id")),
    Column("bot", String),
    Column("nonce", String),  # hex; secret until the match is over
    Column("conceded", Boolean, nullable=False),
    Column("by_bot", Boolean, nullable=False),
    Index("ix_seats_person", "person"),
)

# kind: "bot" (hand `seat` to a bot), "rematch" (with the voter's nonce), "draw" (with partners
# drawn anew), "admitted" (came by the invite link), "barred" (was sent away by the host).
MARKS = Table(
    "marks",
    METADATA,
    Column("table", String, ForeignKey("tables.id"), primary_key=True),
    Column("kind", String, primary_key=True),
    Column("person", String, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("nonce", String),
    Column("time", BigInteger, nullable=False),
)

CHAT = Table(
    "chat",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("table", String, ForeignKey("tables.id"), nullable=False),
    Column("person", String, nullable=False),
    Column("name", String, nullable=False),
    Column("seat", Integer),
    Column("text", Text, nullable=False),
    Column("audience", String, nullable=False),
    Column("time", BigInteger, nullable=False),
    Index("ix_chat_table", "table", "id"),
)

# Append-only; written by the journal's own thread (`journal.py`).
JOURNAL = Table(
    "journal",
    METADATA,
    Column("match", String, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("line", Text, nullable=False),
    Column("time", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# The newest position of each match, written with its line: the journal says how it came about, and
# this is what counts when the rules have changed since.
POSITIONS = Table(
    "positions",
    METADATA,
    Column("match", String, primary_key=True),
    Column("seq", Integer, nullable=False),  # of the last line that it holds
    Column("position", Text, nullable=False),
)

# Records that somebody has opened from a file, for their links.
RECORDS = Table(
    "records",
    METADATA,
    Column("id", String, primary_key=True),  # a hash of the record
    Column("size", Integer, nullable=False),  # bytes of `lines`
    Column("seen", BigInteger, nullable=False),
    Column("lines", LargeBinary, nullable=False),  # packed
    Index("ix_records_seen", "seen"),
)
