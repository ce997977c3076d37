"""Alembic's entry: batch mode, since SQLite cannot alter most things in place."""

from __future__ import annotations

from alembic import context

from takujo.arena.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
