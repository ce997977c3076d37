"""`takujo import`: plays again what other places have recorded, and keeps it as records."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from takujo.core.foreign import Difference, Imported
from takujo.core.state import Json
from takujo.core.texts import say
from takujo.text import Words


def imported(importer: Callable[[str, str], Imported], path: Path) -> Imported:
    """What comes of a file; one that cannot be read is a difference too."""
    try:
        return importer(path.read_text("utf-8"), str(path))
    except FileNotFoundError:
        reason = say("cli.import.missing")
    except IsADirectoryError:
        reason = say("cli.import.folder")
    except OSError:
        reason = say("cli.import.unreadable")
    except UnicodeDecodeError:
        reason = say("cli.import.encoding")
    return Imported(str(path), differing=[Difference(0, 0, reason)])


def write_records(done: Sequence[Imported], folder: Path) -> list[list[Path]]:
    """Write every match as JSON lines, `<name of the file>.jsonl`; gives the paths per file.

    The header of each says in `source` which file it came from. Raises OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    taken: set[Path] = set()
    written = []
    for file in done:
        written.append([_write(record, file, folder, taken) for record in file.matches])
    return written


def _write(record: Sequence[Json], file: Imported, folder: Path, taken: set[Path]) -> Path:
    name = Path(file.file)
    path, number = folder / f"{name.stem}.jsonl", 1
    while path in taken:
        number += 1
        path = folder / f"{name.stem}-{number}.jsonl"
    taken.add(path)
    lines = [{**record[0], "source": name.name}, *record[1:]]
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    path.write_text(text, "utf-8")
    return path


def as_json(done: Sequence[Imported], written: Sequence[Sequence[Path]], said: Words) -> Json:
    """What `takujo import --json` prints; `said` has the words of the game."""
    files: list[dict[str, Any]] = []
    for file, paths in zip(done, written, strict=True):
        entry = file.to_json(said.plain)
        del entry["differing"]
        files.append(entry | ({"records": [str(p) for p in paths]} if paths else {}))
    return {
        "rounds": sum(file.rounds for file in done),
        "exact": sum(file.exact for file in done),
        "differing": [
            {"file": file.file, **difference}
            for file in done
            for difference in file.to_json(said.plain)["differing"]
        ],
        "files": files,
    }


def as_text(
    done: Sequence[Imported], written: Sequence[Sequence[Path]], said: Words
) -> Iterator[str]:
    """What a person reads: a line for each file, its differences below, the sum at the end."""
    for file in done:
        how = "cli.import.exact" if file.ok else "cli.import.some"
        if not file.rounds:
            how = "cli.import.nothing"
        yield said.word(how, file=file.file, n=file.rounds, exact=file.exact)
        for difference in file.differing:
            where = "round" if difference.round else "line" if difference.line else "file"
            yield "    " + said.word(
                f"cli.import.in_{where}",
                round=str(difference.round),
                line=str(difference.line),
                reason=difference.reason,
            )
    rounds, exact = sum(f.rounds for f in done), sum(f.exact for f in done)
    total = {"n": rounds, "files": len(done), "exact": exact, "differing": rounds - exact}
    yield said.word("cli.import.total", **total)
    paths = [path for some in written for path in some]
    if paths:
        command = f"takujo replay {paths[0]}"
        yield said.word("cli.import.written", n=len(paths), command=command)
