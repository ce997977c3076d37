"""The command line with the toys installed."""

from __future__ import annotations

import sys

from takujo.cli import main
from toys import install

if __name__ == "__main__":
    install()
    sys.exit(main())
