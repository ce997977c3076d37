"""The scripts beside the package, as modules to test."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

FOLDER = Path(__file__).parent.parent / "benchmarks"


def script(name: str) -> ModuleType:
    """A benchmark as a module."""
    spec = importlib.util.spec_from_file_location(f"{name}_benchmark", FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
