"""The command line: `takujo serve | play | games | simulate | replay | import | check | fuzz`."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, NoReturn

from takujo.bots import BOTS
from takujo.bots.simulate import Simulation, simulate
from takujo.core.game import Game, games, option_words
from takujo.core.game import game as game_named
from takujo.core.match import Match, RecordError
from takujo.core.proof import verify
from takujo.core.state import Json
from takujo.core.texts import Player
from takujo.importing import as_json, as_text, imported, write_records
from takujo.sitting import Sitting
from takujo.terminal import Page, pad, width
from takujo.text import LANGUAGES, Words, words

FAILED, BAD_ARGUMENTS, INTERRUPTED = 1, 2, 130
PATIENCE = 1.0  # seconds before long work begins to tell how far it is


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; gives the exit status: 0, 1 (it failed) or 2 (bad arguments)."""
    given = list(sys.argv[1:] if argv is None else argv)
    said = words(spoken(given))
    parser = build(said)
    try:
        args = parser.parse_args(given)
        if not hasattr(args, "run"):
            parser.print_help()
            return 0
        status: int = args.run(args)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print("\n" + said.word("cli.interrupted"), file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever reads has read enough; nothing more may be written when Python closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status


def spoken(argv: Sequence[str]) -> str:
    """The language asked for by `--lang`, else the one of the environment, else English."""
    for i, word in enumerate(argv):
        name, _, value = word.partition("=")
        if name == "--lang":
            wanted = value or (argv[i + 1] if i + 1 < len(argv) else "")
            if wanted in LANGUAGES:
                return wanted
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return value[:2] if value[:2] in LANGUAGES else "en"
    return "en"


# --- the arguments ----------------------------------------------------------------------------


class Parser(argparse.ArgumentParser):
    """An argument parser that answers a mistake with one sentence and where to read more."""

    said: Words
    positional: argparse._ArgumentGroup
    optional: argparse._ArgumentGroup

    def error(self, message: str) -> NoReturn:
        hint = self.said.word("cli.see_help", command=f"{self.prog} --help")
        self.exit(BAD_ARGUMENTS, f"{self.prog}: {message}\n{hint}\n")

    def option(self, *names: str, help: str, **how: Any) -> None:
        """An argument with the help text of key `cli.<help>`."""
        group = self.optional if names[0].startswith("-") else self.positional
        group.add_argument(*names, help=self.said.word(f"cli.{help}"), **how)


def build(said: Words) -> Parser:
    """The parser of all commands, with help in one language."""
    parser = Parser(
        prog="takujo",
        description=said.word("cli.about"),
        epilog=said.word("cli.examples"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        add_help=False,
    )
    _common(parser, said)
    parser.option(
        "--version", action="version", version=f"takujo {version('takujo')}", help="version"
    )
    commands = parser.add_subparsers(title=said.word("cli.commands"), metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace], int]) -> Parser:
        about = said.word(f"cli.{name}")
        made: Parser = commands.add_parser(
            name, help=about, description=about, add_help=False, allow_abbrev=False
        )
        _common(made, said)
        made.set_defaults(run=run, parser=made)
        return made

    made = command("serve", serve)
    made.option("--host", default="127.0.0.1", help="serve.host")
    made.option("--port", type=_whole(said, 0, 65535), default=8000, help="serve.port")
    made.option("--data", metavar="DIR", type=Path, help="serve.data")

    made = command("play", play)
    _game(made)
    made.option("--players", metavar="N", type=_whole(said, 1), help="players")
    made.option("--seat", metavar="N", type=_whole(said, 1), default=1, help="play.seat")
    made.option("--bots", type=_bots, default=["greedy"], metavar="BOT[,BOT...]", help="play.bots")
    _options(made)
    made.option("--seed", type=int, help="play.seed")
    made.option("--record", metavar="FILE", type=Path, help="play.record")

    made = command("games", list_games)
    made.option("--json", action="store_true", help="json")

    made = command("simulate", run_simulation)
    _game(made)
    made.option("--matches", metavar="N", type=_whole(said, 1), default=100, help="matches")
    made.option("--players", metavar="N", type=_whole(said, 1), help="players")
    made.option("--bots", type=_bots, metavar="BOT,BOT,...", help="simulate.bots")
    made.option("--rotate", action="store_true", help="rotate")
    _options(made)
    made.option("--seed", type=int, default=0, help="seed")
    made.option("--jobs", metavar="N", type=_whole(said, 1), default=1, help="jobs")
    made.option("--json", action="store_true", help="json")

    made = command("replay", replay)
    made.option("file", metavar="FILE", type=Path, help="file")
    made.option("--verify", action="store_true", help="verify")
    made.option("--seat", metavar="N", type=_whole(said, 1), help="replay.seat")

    made = command("import", import_foreign)
    _game(made)
    made.option("files", metavar="FILE", nargs="+", type=Path, help="import.files")
    made.option("--out", metavar="DIR", type=Path, help="import.out")
    made.option("--json", action="store_true", help="json")

    made = command("check", check)
    _game(made)
    made.option("--seed", type=int, default=1, help="seed")
    made.option("--long", action="store_true", help="long")

    made = command("fuzz", run_fuzz)
    _game(made)
    made.option("--seconds", metavar="S", type=_whole(said, 1), default=60, help="seconds")
    made.option("--seed", type=int, help="fuzz.seed")
    made.option("--out", metavar="DIR", type=Path, default=Path(), help="out")
    return parser


def _common(parser: Parser, said: Words) -> None:
    parser.said = said
    parser.positional = parser.add_argument_group(said.word("cli.arguments"))
    parser.optional = parser.add_argument_group(said.word("cli.options"))
    parser.option("-h", "--help", action="help", help="help")
    parser.option("--lang", choices=LANGUAGES, default=said.lang, help="lang")
    parser.set_defaults(said=said)


def _game(parser: Parser) -> None:
    parser.option("game", metavar="GAME", type=_installed, help="game")


def _options(parser: Parser) -> None:
    parser.option(
        "--option", metavar="NAME=VALUE", action="append", default=[], type=_pair, help="option"
    )


def _installed(name: str) -> Game[Any]:
    try:
        return game_named(name)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise argparse.ArgumentTypeError(f"expected NAME=VALUE, not {text!r}")
    return name, value


def _bots(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in BOTS:
            raise argparse.ArgumentTypeError(f"no bot {name!r}; there are: {', '.join(BOTS)}")
    return names


def _whole(said: Words, least: int, most: int | None = None) -> Callable[[str], int]:
    """A whole number between two others, written 1000 or 1,000."""

    def whole(text: str) -> int:
        if re.fullmatch(r"[0-9]+|[0-9]{1,3}(,[0-9]{3})+", text):
            n = int(text.replace(",", ""))
            if least <= n and (most is None or n <= most):
                return n
        key = "cli.number_from" if most is None else "cli.number_between"
        expected = said.word(key, least=str(least), most=str(most))
        raise argparse.ArgumentTypeError(f"{expected}: {text!r}")

    return whole


def _table(args: argparse.Namespace) -> tuple[Game[Any], int, dict[str, str]]:
    """The game, its number of players and its options, checked."""
    game: Game[Any] = args.game
    players: int = args.players or min((n for n in game.players if n > 1), default=1)
    options = dict(args.option)
    try:
        game.checked_options(players, options)
    except ValueError as error:
        args.parser.error(str(error))
    return game, players, options


# --- playing ----------------------------------------------------------------------------------


def serve(args: argparse.Namespace) -> int:
    """Open the arena to browsers until it is stopped."""
    from takujo.arena.serve import serve as open_arena  # big; loaded only when it is needed

    return open_arena(host=args.host, port=args.port, data=args.data)


def play(args: argparse.Namespace) -> int:
    """Play one match in the terminal."""
    game, players, options = _table(args)
    bots = args.bots * (players - 1) if len(args.bots) == 1 else args.bots
    try:
        sitting = Sitting(
            game,
            players,
            bots=bots,
            options=options,
            seat=args.seat - 1,
            lang=args.lang,
            seed=args.seed,
        )
    except ValueError as error:
        args.parser.error(str(error))
    sitting.play()
    if args.record is not None:
        lines = [json.dumps(line, ensure_ascii=False) + "\n" for line in sitting.record()]
        try:
            args.record.write_text("".join(lines), "utf-8")
        except OSError as error:
            print(f"{args.record}: {error.strerror}", file=sys.stderr)
            return FAILED
        print(args.said.word("cli.recorded", command=f"takujo replay {args.record}"))
    return 0


# --- games ------------------------------------------------------------------------------------


def described(game: Game[Any]) -> dict[str, Any]:
    """A game as `takujo games --json` lists it; `players` counts seats."""
    options = []
    for option in game.options:
        entry: dict[str, Any] = {
            "name": option.name,
            "values": list(option.values),
            "default": option.default,
        }
        if option.defaults:
            entry["defaults"] = {str(n): value for n, value in option.defaults.items()}
        if option.needs:
            entry["needs"] = dict(option.needs)
        options.append(entry)
    return {
        "id": game.id,
        "names": {lang: words(lang, game).word("game.name") for lang in LANGUAGES},
        "players": list(game.players),
        "options": options,
        "bots": list(BOTS),
    }


def list_games(args: argparse.Namespace) -> int:
    """Print the installed games with their options."""
    installed = games()
    if args.json:
        print(json.dumps([described(g) for g in installed.values()], ensure_ascii=False, indent=2))
        return 0
    for game in installed.values():
        said = words(args.lang, game)
        counts = ", ".join(map(str, game.players))
        print(said.word("cli.entry", id=game.id, name="game.name", players=counts))
        values = option_words(game.options)
        for option in game.options:
            print(f"    {option.name}={'|'.join(values[option.name])}")
            print(f"        {said.word(f'option.{option.name}')}")
    return 0


# --- simulate ---------------------------------------------------------------------------------


class Progress:
    """Tells on stderr how far long work is: a line that is rewritten, or one every five seconds."""

    def __init__(self, said: Words) -> None:
        self._said = said
        self._began = time.monotonic()
        self._next = self._began + PATIENCE
        self._live = sys.stderr.isatty()
        self._written = False

    def __call__(self, done: int, of: int) -> None:
        """So many of all matches are done."""
        if done < of:
            left = (time.monotonic() - self._began) * (of - done) / max(1, done)
            numbers = {"done": f"{done:,}", "of": f"{of:,}", "seconds": f"{left:.0f}"}
            self.tell(self._said.word("cli.progress", **numbers))

    def tell(self, text: str) -> None:
        """What is being done; passed over when something was told a moment ago."""
        now = time.monotonic()
        if now >= self._next:
            # To the end of the line, so that nothing is left of a longer text before.
            print(f"\r{text}\x1b[K" if self._live else text, end="" if self._live else "\n",
                  file=sys.stderr, flush=True)  # fmt: skip
            self._next = now + (0.2 if self._live else 5.0)
            self._written = self._live

    def end(self) -> None:
        """Clear the line that was rewritten."""
        if self._written:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def run_simulation(args: argparse.Namespace) -> int:
    """Play many matches and print how the bots did."""
    game, players, options = _table(args)
    if args.bots is not None and len(args.bots) != players:
        args.parser.error(
            f"--bots names one bot for each of the {players} seats, not {len(args.bots)}"
        )
    progress = Progress(args.said)
    done = simulate(
        game,
        args.matches,
        players,
        bots=args.bots,
        rotate=args.rotate,
        options=options,
        seed=args.seed,
        jobs=args.jobs,
        progress=progress,
    )
    progress.end()
    if args.json:
        print(json.dumps(simulation_json(done)))
    else:
        print(_simulation_text(done, game, players, args.said))
    if done.truncated:
        print(args.said.word("cli.truncated", n=done.truncated), file=sys.stderr)
    return 0


def simulation_json(done: Simulation) -> Json:
    """What `takujo simulate --json` prints."""
    return {
        "matches": done.matches,
        "decisions": done.decisions,
        "seconds": round(done.seconds, 6),
        "decisions_per_second": round(done.decisions_per_second, 1),
        "seats": [
            {"bot": r.bot, "mean_score": r.mean_score, "win_share": r.win_share} for r in done.seats
        ],
    }


def _simulation_text(done: Simulation, game: Game[Any], players: int, said: Words) -> str:
    head = words(said.lang, game).word(
        "cli.simulated",
        matches=f"{done.matches:,}",
        game="game.name",
        players=players,
        decisions=f"{done.decisions:,}",
        seconds=f"{done.seconds:.2f}",
        rate=f"{done.decisions_per_second:,.0f}",
    )
    rows = [[said.word(f"cli.column.{c}") for c in ("bot", "score", "share", "interval")]]
    for r in done.seats:
        score = "–" if r.mean_score is None else f"{r.mean_score:.2f}"
        rows.append([r.bot, score, f"{r.win_share:.4f}", f"{r.low:.4f} – {r.high:.4f}"])
    wide = [max(width(row[i]) for row in rows) for i in range(4)]
    table = [
        "  ".join(pad(cell, w) for cell, w in zip(row, wide, strict=True)).rstrip() for row in rows
    ]
    return "\n".join([head, "", *table])


# --- replay -----------------------------------------------------------------------------------


def replay(args: argparse.Namespace) -> int:
    """Show what happened in a recorded match, or verify it."""
    try:
        lines = read_record(args.file)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not a text file"
        args.parser.error(f"{args.file}: {reason}")
    except RecordError as error:
        print(f"{args.file}: {error}", file=sys.stderr)
        return FAILED
    try:
        match = Match.load(lines[0], lines[1:])
    except RecordError as error:
        print(f"{args.file}: {error}", file=sys.stderr)
        return FAILED
    if args.seat is not None and args.seat > match.players:
        args.parser.error(f"the match has seats 1 to {match.players}, no seat {args.seat}")
    if args.verify:
        return _verify(lines, match, args)
    viewer: Player | None = None if args.seat is None else args.seat - 1
    view = match.view(viewer)
    page = Page(view, args.lang, match.game, _seated(match, words(args.lang, match.game)))
    print(page.log(match.log(viewer)))
    print("\n" + page.text())
    return 0


def _seated(match: Match, said: Words) -> dict[Player, str]:
    """What the players of a record are called: bots by their names, people by their numbers."""
    named = {}
    for p, by in enumerate(match.header["seats"]):
        if by.startswith("bot:"):
            name = f"bot.{by.removeprefix('bot:')}"
            named[p] = said.word("terminal.bot", bot=name, number=str(p + 1))
    for i, text in enumerate(match.game.house(match.players, match.options)):
        named[match.players + i] = said.plain(text)
    return named


def _verify(lines: Sequence[Json], match: Match, args: argparse.Namespace) -> int:
    imported = "source" in match.header and "server_key" not in match.header
    faults = verify(lines, shuffles=not imported)
    if not faults:
        how = "cli.verified_import" if imported else "cli.verified"
        source = str(match.header.get("source", ""))
        n = len(match.draws())
        print(args.said.word(how, lines=str(len(lines)), n=n, source=source))
        return 0
    for fault in faults:
        print(f"{args.file}: {fault}", file=sys.stderr)
    return FAILED


def read_record(path: Path) -> list[Json]:
    """The lines of a record; raises OSError, or `RecordError` with the line that is no JSON."""
    lines: list[Json] = []
    for number, text in enumerate(path.read_text("utf-8").splitlines(), start=1):
        if not text.strip():
            continue
        try:
            lines.append(json.loads(text))
        except json.JSONDecodeError as error:
            raise RecordError(f"line {number} is not JSON: {error.msg}") from None
    if not lines:
        raise RecordError("line 1: expected the header of a record, but the file is empty")
    return lines


# --- import -----------------------------------------------------------------------------------


def import_foreign(args: argparse.Namespace) -> int:
    """Play again what other places have recorded; 1 when a round differs or a file fails."""
    game: Game[Any] = args.game
    importer = game.importer
    if importer is None:
        can = ", ".join(g.id for g in games().values() if g.importer is not None) or "–"
        args.parser.error(args.said.word("cli.import.no_importer", game=game.id, games=can))
        return BAD_ARGUMENTS
    if args.out is not None and args.out.exists() and not args.out.is_dir():
        args.parser.error(f"--out {args.out}: not a directory")
    said = words(args.lang, game)
    progress = Progress(args.said)
    done = []
    for i, path in enumerate(args.files):
        progress(i, len(args.files))
        done.append(imported(importer, path))
    progress.end()
    try:
        written = write_records(done, args.out) if args.out is not None else [[] for _ in done]
    except OSError as error:
        print(f"{error.filename or args.out}: {error.strerror}", file=sys.stderr)
        return FAILED
    if args.json:
        print(json.dumps(as_json(done, written, said), ensure_ascii=False))
    else:
        print("\n".join(as_text(done, written, said)))
    return 0 if all(file.ok for file in done) else FAILED


# --- check and fuzz ---------------------------------------------------------------------------


def check(args: argparse.Namespace) -> int:
    """Put a game through the conformance kit."""
    from takujo.testing import conform

    progress = Progress(args.said)
    report = conform.check(args.game, seed=args.seed, long=args.long, progress=progress.tell)
    progress.end()
    print(report)
    return 0 if report.ok else FAILED


def run_fuzz(args: argparse.Namespace) -> int:
    """Play random matches of a game until one breaks or the time is over."""
    from takujo.testing import fuzz

    if args.out.exists() and not args.out.is_dir():
        args.parser.error(f"--out {args.out}: not a directory")
    seed = args.seed if args.seed is not None else time.time_ns() & 0xFFFFFFFF
    begun = args.said.word("cli.fuzzing", seconds=str(args.seconds), seed=str(seed))
    print(begun, file=sys.stderr, flush=True)
    found = fuzz.fuzz(args.game, args.seconds, seed, args.out)
    print(found)
    return 0 if found.ok else FAILED


if __name__ == "__main__":
    sys.exit(main())
