"""Whether a table is played in one sitting or over days."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A column for the pace; all tables so far were live."""
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("turns", sa.String(), nullable=False, server_default="live"))
