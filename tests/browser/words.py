"""What a page says, and whether it says it in one language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

from playwright.async_api import Page

import takujo.web

STATIC = Path(takujo.web.__file__).parent / "static"
# The client's own words.
CLIENT = {
    lang: json.loads((STATIC / "words" / f"{lang}.json").read_text("utf-8"))
    for lang in ("en", "ja")
}
WORDS = CLIENT["en"]
# A text that was never put into words shows as its key.
KEY = re.compile(
    r"\b(?:aid|arena|bot|check|common|create|error|keys|kind|lobby|log|name|note|offer|option|panel|phase|piece|progress|"
    r"prompt|refused|replay|result|room|rules|settings|sheet|stage|tag|tally|table|waiting|zone)"
    r"\.[a-z_]+\b|\{\w+\}|\bundefined\b|\bNaN\b|\[object "
)
JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]+")
HEX = re.compile(r"[0-9a-f …]+")  # a seal, for the eye alone
LATIN = re.compile(r"[A-Za-zÀ-ÿ]{2,}")
# The same in both languages: the house, the names of the languages, what is printed on keys.
SHARED = {
    "Takujo", "TAKUJO", "卓上", "English", "日本語", "BLAKE2b", "BLAKE", "Ctrl", "Esc", "Enter",
    "Tab", "http", "https", "table", "invite", "Fisher", "Yates",
}  # fmt: skip
SAID = """() => {
  const out = [document.title];
  const told = ["aria-label", "title", "placeholder", "alt", "aria-valuetext"];
  const kinds = NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT;
  const walk = document.createTreeWalker(document.body, kinds);
  const other = "[lang]:not(html)";
  for (let node = walk.currentNode; node; node = walk.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) {
      const unread = node.parentElement.closest(`script, style, noscript, code, ${other}`);
      if (!unread) out.push(node.data);
    } else for (const name of told) {
      if (node.hasAttribute(name) && !node.matches(other)) out.push(node.getAttribute(name));
    }
  }
  return out.map((text) => text.trim()).filter(Boolean);
}"""


async def said(page: Page) -> list[str]:
    """Every text of the page, shown or read aloud."""
    found: list[str] = await page.evaluate(SAID)
    return found


def foreign(texts: Iterable[str], lang: str, names: Iterable[str] = ()) -> list[str]:
    """The texts that are not in this language, or were never put into words; names may be."""
    wrong = []
    alien = JAPANESE if lang == "en" else LATIN
    for text in texts:
        if HEX.fullmatch(text):
            continue
        bare = text
        for name in sorted({*names, *SHARED}, key=len, reverse=True):
            bare = bare.replace(name, "")
        if KEY.search(text) or alien.search(bare):
            wrong.append(text)
    return wrong
