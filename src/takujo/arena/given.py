"""What every route is given: the arena, who asks, the files."""

from __future__ import annotations

from typing import TypeAlias

from litestar.di import NamedDependency

from takujo.arena.assets import Assets
from takujo.arena.caller import Caller
from takujo.arena.house import Arena

House: TypeAlias = NamedDependency[Arena]
Asker: TypeAlias = NamedDependency[Caller]
Files: TypeAlias = NamedDependency[Assets]
