"""Three small games that use all that the house offers; they are played by tests alone.

`python -m toys ARGUMENTS` runs the command line with all of them installed.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import TYPE_CHECKING, Any

from takujo.core.game import Game, games
from toys import ambush, atlas, bombs

if TYPE_CHECKING:
    import pytest

TOYS: dict[str, Game[Any]] = {"ambush": ambush.GAME, "atlas": atlas.GAME, "bombs": bombs.GAME}


def install(table: MutableMapping[str, Game[Any]] | None = None) -> None:
    """Add the toys to the installed games for the rest of this process."""
    (games() if table is None else table).update(TOYS)


def register(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the toys to the installed games until the test ends."""
    for name, toy in TOYS.items():
        monkeypatch.setitem(games(), name, toy)
