"""The Chromium that is installed here, if there is one."""

from __future__ import annotations

import shutil

from playwright.async_api import Browser, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
PATH = next((found for name in NAMES if (found := shutil.which(name))), None)
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


async def launch(playwright: Playwright) -> Browser:
    """Start it; tests share one and part by contexts."""
    return await playwright.chromium.launch(executable_path=PATH, args=FLAGS)
