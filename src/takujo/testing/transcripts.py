"""Golden transcripts: whole matches as text, kept beside the tests and reviewed as a diff.

`python -m takujo.testing.transcripts FOLDER [GAME ...] [--update]` compares, or writes, the files
`FOLDER/<game>/<setting>-seed<n>.txt`.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from takujo.core import projection
from takujo.core.frames import awaited
from takujo.core.game import Game, games
from takujo.core.game import game as game_named
from takujo.terminal import show
from takujo.testing.conform import Setting, settings
from takujo.testing.table import Choice, Table
from takujo.text import words

LONGEST = 150  # choices told of a match
LONGEST_BY_OPTION = 20  # and of one that shows another value of an option
OFFERS = 24  # offers told of a list; a longer one is told by its ends and a hash of the whole


def transcript(game: Game[Any], setting: Setting, seed: int) -> str:
    """One random match in words: positions at the headings, and every choice with its offers.

    Choices and outcomes of nature are told in full, the log as an onlooker reads it. Of a long
    match the beginning is told.
    """
    return "\n".join(_lines(game, setting, seed)) + "\n"


def _lines(game: Game[Any], setting: Setting, seed: int) -> Iterator[str]:
    table = Table(game, setting.players, dict(setting.options), seed)
    options = ", ".join(f"{n} {v}" for n, v in table.options.items()) or "no options"
    yield f"{game.id}, rules {game.rules_version}, seed {seed}"
    yield f"{setting.players} players, {options}"
    yield from _told(table, 0)
    yield from _position(table)
    longest = LONGEST_BY_OPTION if setting.options else LONGEST
    for _ in range(min(longest, game.horizon(setting.players, table.options))):
        choice = table.choose()
        if choice is None:
            break
        line = len(table.lines)
        yield ""
        yield from _asked(table, choice)
        table.play(choice)
        yield from _told(table, line)
        if any(event.heading for seq, event in table.log if seq == line):
            yield from _position(table)
    yield from _position(table)


def _asked(table: Table, choice: Choice) -> Iterator[str]:
    decision, said = choice.decision, words("en", table.game)
    prompt = projection.view(table.game, table.state, choice.player).prompt.title
    if decision.optional or prompt is None or len(awaited(table.state)) > 1:
        asked = decision.prompt.key
    else:
        asked = said.plain(prompt, viewer=choice.player)
    yield f"{len(table.lines)}. Player {choice.player + 1}: {asked}"
    keys = list(table.game.keys(decision))
    yield f"   offers: {_offers(keys)}"
    yield f"   plays:  {table.game.notation(choice.action)}"


def _offers(keys: Sequence[str]) -> str:
    if len(keys) <= OFFERS:
        return " | ".join(keys)
    whole = hashlib.blake2b(" | ".join(keys).encode(), digest_size=4).hexdigest()
    some = OFFERS // 4
    parts = [*keys[:some], f"... {len(keys)} in all, {whole} ...", *keys[-some:]]
    return " | ".join(parts)


def _told(table: Table, line: int) -> Iterator[str]:
    for n, outcome in table.lines[line].get("chance", ()):
        yield f"   nature: {' '.join(map(str, outcome))} (of {n})"
    said, layout = words("en", table.game), table.state.layout
    for seq, event in table.log:
        if seq == line:
            text = said.plain(projection.log_line(event, layout, None, seq).text)
            yield f"== {text}" if event.heading else f"   - {text}"


def _position(table: Table) -> Iterator[str]:
    yield ""
    view = projection.view(table.game, table.state, None)
    for text in show(view, "en", game=table.game).splitlines():
        yield f"   | {text}".rstrip()


def path_of(folder: Path, game: Game[Any], setting: Setting, seed: int) -> Path:
    """Where the transcript of a setting is kept."""
    return folder / game.id / f"{setting}-seed{seed}.txt"


def compare(
    folder: Path, game: Game[Any], setting: Setting, seed: int, *, update: bool = False
) -> str:
    """The difference to the kept transcript as a diff, `""` if there is none.

    With `update` the file is written anew, and the difference told all the same.
    """
    path = path_of(folder, game, setting, seed)
    new = transcript(game, setting, seed)
    old = path.read_text("utf-8") if path.is_file() else ""
    if update and old != new:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(new, encoding="utf-8")
    return "".join(
        difflib.unified_diff(
            old.splitlines(keepends=True), new.splitlines(keepends=True), str(path), "played now"
        )
    )


def kept(game: Game[Any]) -> list[tuple[Setting, int]]:
    """The settings that have a transcript, each with a seed of its own."""
    return [(setting, seed) for seed, setting in enumerate(settings(game), start=1)]


def main(given: Sequence[str] | None = None) -> int:
    """Compare or update the transcripts of some games; gives the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m takujo.testing.transcripts",
        description="Compare golden transcripts with what the rules play now.",
    )
    parser.add_argument("folder", type=Path, help="where they are kept: tests/transcripts")
    parser.add_argument("games", nargs="*", help="ids of games; all installed ones by default")
    parser.add_argument("--update", action="store_true", help="write them anew")
    args = parser.parse_args(given)
    differ = 0
    for name in args.games or games():
        for setting, seed in kept(game_named(name)):
            diff = compare(args.folder, game_named(name), setting, seed, update=args.update)
            differ += bool(diff)
            print(diff, end="")
    if args.update:
        print(f"{differ} transcripts written")
        return 0
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
