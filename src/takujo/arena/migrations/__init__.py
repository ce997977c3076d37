"""Brings a database to the newest layout, from any older one or from nothing."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine


def config(connection: Connection) -> Config:
    """Alembic's settings for this package's scripts and an open connection."""
    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent))
    made.set_main_option("path_separator", "os")
    made.attributes["connection"] = connection
    return made


def upgrade(engine: Engine, to: str = "head") -> None:
    """Run what is missing up to a revision, all of it or nothing."""
    with engine.begin() as connection:
        command.upgrade(config(connection), to)
