"""The newest position of each match, and why a table was closed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A table for positions, a column for reasons."""
    op.create_table(
        "positions",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("position", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("match", name="pk_positions"),
    )
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("reason", sa.String()))
