from __future__ import annotations

import sys
from pathlib import Path

# The toy games lie beside this folder.
sys.path.insert(0, str(Path(__file__).parent.parent))
