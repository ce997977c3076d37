"""The protocol's shapes (`docs/protocol.md`), and views turned into them in a reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from takujo.arena.speech import Speech
from takujo.core import views
from takujo.core.texts import Text, say
from takujo.text import Span

Rich: TypeAlias = list[str | Span]


ORIGIN = (0, 0)  # left out when it is this very object


class Shape(msgspec.Struct, frozen=True, omit_defaults=True):
    gaps: bool = False
    rows: int = 0
    cols: int = 0
    origin: tuple[int, int] = ORIGIN
    slots: int = 0
    zoom: bool = False
    ends: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    folded: bool = False


# Most of a view are pieces, counters, tallies and arrows, so they travel as rows, without the
# names of their fields; the end of a row that says nothing is left out.
Tally: TypeAlias = tuple[int, str] | tuple[int, str, bool]  # player, text, done
Counter: TypeAlias = tuple[str, int]  # its name, which the view's `counters` explain, and value
Arrow: TypeAlias = tuple[str, str] | tuple[str, str, str]  # start, end, what


class More(msgspec.Struct, frozen=True, omit_defaults=True):
    """What there is to say of few pieces."""

    seat: int | None = None
    on: str = ""
    n: int = 1
    down: bool = False
    tokens: int = 0
    turn: int = 0
    marks: tuple[str, ...] = ()
    text: str = ""
    last: bool = False
    pointer: bool = False
    tallies: tuple[Tally, ...] = ()


# id, face, place and what else there is to say
Piece: TypeAlias = tuple[str, str] | tuple[str, str, str] | tuple[str, str, str, More]
NO_MORE = More()


class Zone(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    kind: str
    pieces: tuple[Piece, ...] = ()
    label: str = ""
    place: str = ""
    owner: int | None = None
    private: bool = False
    shape: Shape | None = None
    marks: tuple[tuple[str, tuple[str, ...]], ...] = ()
    count: int = 0
    orders: tuple[tuple[str, tuple[int, ...]], ...] = ()


class Forecast(msgspec.Struct, frozen=True, omit_defaults=True):
    deltas: tuple[tuple[int, int], ...] = ()
    tokens: tuple[tuple[str, int], ...] = ()
    arrows: tuple[Arrow, ...] = ()
    ghosts: tuple[Piece, ...] = ()
    marks: tuple[tuple[str, str], ...] = ()
    words: str = ""


class Offer(msgspec.Struct, frozen=True, omit_defaults=True):
    key: str
    label: str
    path: tuple[str, ...]
    note: str = ""
    toggle: bool = False
    careful: bool = False
    final: bool = False
    interrupt: bool = False
    forecast: Forecast | None = None
    why_not: str = ""


class OfferList(msgspec.Struct, frozen=True):
    list: tuple[Offer, ...]


class OfferTree(msgspec.Struct, frozen=True):
    tree: dict[str, tuple[str, ...]]


class OfferSets(msgspec.Struct, frozen=True, omit_defaults=True, rename={"start": "from"}):
    start: tuple[str, ...]
    sets: tuple[tuple[str, tuple[int, ...]], ...]
    final: bool = False
    list: tuple[Offer, ...] = ()


class Draft(msgspec.Struct, frozen=True):
    places: tuple[str, ...]
    label: str


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True):
    title: Rich = []
    subtitle: Rich = []
    asked: str = ""
    awaited: tuple[int, ...] = ()
    chosen: tuple[int, ...] = ()
    open: bool = False
    guided: bool = False
    draft: Draft | None = None


class Figure(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the counters of one name count."""

    label: str
    icon: str = ""


class Tag(msgspec.Struct, frozen=True):
    id: str
    label: str


class Panel(msgspec.Struct, frozen=True, omit_defaults=True):
    player: int
    side: int
    house: bool = False
    name: str = ""
    main: Counter | None = None
    counters: tuple[Counter, ...] = ()
    tags: tuple[Tag, ...] = ()
    waiting: Rich = []
    done: bool = False
    zones: tuple[str, ...] = ()


class Sheet(msgspec.Struct, frozen=True, omit_defaults=True):
    title: str
    columns: tuple[int, ...]
    rows: tuple[tuple[str, tuple[int | None, ...]], ...]
    notes: tuple[tuple[str, ...], ...] = ()


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    rank: tuple[int, ...]
    won: tuple[bool, ...]
    reason: Rich
    score: tuple[int, ...] | None = None
    criteria: tuple[tuple[str, tuple[int, ...]], ...] = ()
    deciding: int | None = None
    series: tuple[tuple[int, ...], ...] = ()
    sheet: Sheet | None = None
    revealed: tuple[str, ...] = ()


class Progress(msgspec.Struct, frozen=True, omit_defaults=True):
    label: str
    done: int
    of: int
    phase: str = ""


class LogLine(msgspec.Struct, frozen=True, omit_defaults=True):
    seq: int
    text: Rich
    who: int | None = None
    heading: bool = False
    undone: bool = False
    sheet: Sheet | None = None


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    game: str
    # Both mean something when they are null or 0, so they are never left out.
    viewer: int | None
    seq: int
    scene: tuple[Zone, ...]
    panels: tuple[Panel, ...]
    prompt: Prompt
    counters: dict[str, Figure] = {}
    offers: OfferList | OfferTree | OfferSets | None = None
    moves: tuple[tuple[str, str], ...] = ()
    log: tuple[LogLine | msgspec.Raw, ...] = ()
    report: Sheet | None = None
    scores: Sheet | None = None
    result: Result | None = None
    progress: Progress | None = None
    undo: bool = False
    restart: bool = False
    held: bool = False


MANY = 40  # a list of more offers than this may travel as a tree or as sets
MASK_BITS = 52  # a browser's numbers are exact up to here


ROOM = 15_900  # bytes of a view, as far as its log decides
NEWEST = 2  # lines of the log that are sent in any case

Said: TypeAlias = dict[int, bytes]
ENCODER = msgspec.json.Encoder()


def view(
    shown: views.View, speech: Speech, said: Said | None = None, others: Sequence[Said] = ()
) -> View:
    """A view in the reader's words.

    `said` keeps the log lines of one viewer and language from one view to the next: they are most
    of the words in a view, and never change. What `others` keep in the same words is kept once.
    """
    return View(
        game=shown.game,
        viewer=shown.viewer,
        seq=shown.seq,
        scene=tuple(_zone(z, speech) for z in shown.scene),
        panels=tuple(_panel(p, speech) for p in shown.panels),
        prompt=_prompt(shown.prompt, speech),
        counters=_figures(shown.panels, speech),
        offers=offers(shown.offers, speech),
        moves=shown.moves,
        log=_log(shown.log, speech, said, others),
        report=_sheet(shown.report, speech),
        scores=_sheet(shown.scores, speech),
        result=_result(shown.result, speech),
        progress=_progress(shown.progress, speech),
        undo=shown.undo,
        restart=shown.restart,
        held=shown.held,
    )


def packed(sent: View) -> bytes:
    """The view as JSON; where it is long, the oldest lines of its log stay out."""
    made = ENCODER.encode(sent)
    excess, left_out = len(made) - ROOM, 0
    for line in sent.log[: max(0, len(sent.log) - NEWEST)]:
        if excess <= 0:
            break
        excess -= len(ENCODER.encode(line)) + 1
        left_out += 1
    if not left_out:
        return made
    return ENCODER.encode(msgspec.structs.replace(sent, log=sent.log[left_out:]))


def _zone(zone: views.Zone, speech: Speech) -> Zone:
    shape = zone.shape
    made = Shape(
        gaps=shape.gaps,
        rows=shape.rows,
        cols=shape.cols,
        origin=shape.origin if shape.origin != ORIGIN else ORIGIN,
        slots=shape.slots,
        zoom=shape.zoom,
        ends=tuple(speech.plain(end) for end in shape.ends),
        names=tuple(speech.plain(name) for name in shape.names),
        folded=shape.folded,
    )
    return Zone(
        id=zone.id,
        kind=zone.kind,
        pieces=tuple(_piece(p, speech) for p in zone.pieces),
        label=speech.plain(zone.label),
        place=zone.place,
        owner=zone.owner,
        private=zone.private,
        shape=made if made != Shape() else None,
        marks=zone.marks,
        count=zone.count,
        orders=tuple((speech.plain(name), places) for name, places in zone.orders),
    )


def _piece(piece: views.Piece, speech: Speech) -> Piece:
    more = More(
        seat=piece.seat,
        on=piece.on,
        n=piece.n,
        down=piece.down,
        tokens=piece.tokens,
        turn=piece.turn,
        marks=piece.marks,
        text=speech.plain(piece.text),
        last=piece.last,
        pointer=piece.pointer,
        tallies=tuple(_tally(t, speech) for t in piece.tallies),
    )
    if more != NO_MORE:
        return piece.id, piece.face, piece.at, more
    return (piece.id, piece.face, piece.at) if piece.at else (piece.id, piece.face)


def _tally(tally: views.Tally, speech: Speech) -> Tally:
    text = speech.plain(tally.text)
    return (tally.player, text, True) if tally.done else (tally.player, text)


def _panel(panel: views.Panel, speech: Speech) -> Panel:
    return Panel(
        player=panel.player,
        side=panel.side,
        house=panel.house,
        name=speech.names.get(panel.player, "") if panel.house else "",
        main=(panel.main.name, panel.main.value) if panel.main is not None else None,
        counters=tuple((c.name, c.value) for c in panel.counters),
        tags=tuple(Tag(tag, speech.plain(say(f"tag.{tag}"))) for tag in panel.tags),
        waiting=speech.rich(panel.waiting),
        done=panel.done,
        zones=panel.zones,
    )


def _figures(panels: Sequence[views.Panel], speech: Speech) -> dict[str, Figure]:
    counters = {counter.name: counter for panel in panels for counter in panel.figures}
    return {
        name: Figure(speech.plain(say(f"counter.{name}")), counter.icon)
        for name, counter in counters.items()
    }


def _draft(draft: views.Draft, speech: Speech) -> Draft:
    return Draft(draft.places, speech.plain(draft.label))


def _prompt(prompt: views.Prompt, speech: Speech) -> Prompt:
    return Prompt(
        title=speech.rich(prompt.title),
        subtitle=speech.rich(speech.perhaps(prompt.subtitle)),
        asked=prompt.asked,
        awaited=prompt.awaited,
        chosen=prompt.chosen,
        open=prompt.open,
        guided=prompt.guided,
        draft=_draft(prompt.draft, speech) if prompt.draft is not None else None,
    )


def _sheet(sheet: views.Sheet | None, speech: Speech) -> Sheet | None:
    if sheet is None:
        return None
    return Sheet(
        title=speech.plain(sheet.title),
        columns=sheet.columns,
        rows=tuple((speech.plain(label), figures) for label, figures in sheet.rows),
        notes=tuple(tuple(map(speech.plain, notes)) for notes in sheet.notes),
    )


def _result(result: views.Result | None, speech: Speech) -> Result | None:
    if result is None:
        return None
    return Result(
        rank=result.rank,
        won=result.won,
        reason=speech.rich(result.reason),
        score=result.score,
        criteria=tuple((speech.plain(label), figures) for label, figures in result.criteria),
        deciding=result.deciding,
        series=result.series,
        sheet=_sheet(result.sheet, speech),
        revealed=result.revealed,
    )


def _progress(progress: views.Progress | None, speech: Speech) -> Progress | None:
    if progress is None:
        return None
    return Progress(
        label=speech.plain(progress.label),
        done=progress.done,
        of=progress.of,
        phase=speech.plain(progress.phase),
    )


def _log(
    lines: Sequence[views.LogLine], speech: Speech, said: Said | None, others: Sequence[Said]
) -> tuple[LogLine | msgspec.Raw, ...]:
    if said is None:
        return tuple(_log_line(line, speech) for line in lines)
    kept: Said = {}
    after, last = 0, -1
    for line in reversed(lines):
        # The place counted from the end of its journal line stays when older lines drop out.
        after = after + 1 if line.seq == last else 0
        last = line.seq
        key = (line.seq << 12 | after) << 1 | line.undone
        text = said.get(key)
        if text is None:
            text = ENCODER.encode(_log_line(line, speech))
            text = next((same for o in others if (same := o.get(key)) == text), text)
        kept[key] = text
    said.clear()
    said.update(kept)
    return tuple(msgspec.Raw(text) for text in reversed(kept.values()))


def _log_line(line: views.LogLine, speech: Speech) -> LogLine:
    return LogLine(
        seq=line.seq,
        text=speech.rich(line.text),
        who=line.who,
        heading=line.heading,
        undone=line.undone,
        sheet=_sheet(line.sheet, speech),
    )


# Offers


def offers(
    found: Sequence[views.Offer], speech: Speech
) -> OfferList | OfferTree | OfferSets | None:
    """Offers in the shortest form that says everything about them."""
    if not found:
        return None
    packed = masks(found)
    if packed is not None:
        return _sets(packed, [o for o in found if not _is_set(o)], speech)
    tree = None
    if len(found) > MANY and all(_is_plain(o) and not o.final and not o.toggle for o in found):
        tree = _tree(found)
    return tree or OfferList(tuple(_offer(o, speech) for o in found))


def _is_plain(offer: views.Offer) -> bool:
    """Does this offer say no more than its path, its label and whether it is final?"""
    said = (offer.note, offer.forecast, offer.why_not)
    flags = offer.careful or offer.interrupt
    return not flags and all(part is None for part in said) and bool(offer.path)


def _offer(offer: views.Offer, speech: Speech) -> Offer:
    return Offer(
        key=offer.key,
        label=speech.plain(offer.label),
        path=offer.path,
        note=speech.plain(offer.note),
        toggle=offer.toggle,
        careful=offer.careful,
        final=offer.final,
        interrupt=offer.interrupt,
        forecast=_forecast(offer.forecast, speech),
        why_not=speech.plain(offer.why_not),
    )


def _forecast(forecast: views.Forecast | None, speech: Speech) -> Forecast | None:
    if forecast is None:
        return None
    return Forecast(
        deltas=forecast.deltas,
        tokens=forecast.tokens,
        arrows=tuple(
            (a.start, a.end, a.what) if a.what else (a.start, a.end) for a in forecast.arrows
        ),
        ghosts=tuple(_piece(p, speech) for p in forecast.ghosts),
        marks=forecast.marks,
        words=speech.plain(forecast.words),
    )


def _tree(found: Sequence[views.Offer]) -> OfferTree | None:
    paths = [o.path for o in found]
    # A button shows its label, which a tree has not; and two equal paths need theirs.
    buttons = any(id.startswith(("!", "=")) for path in paths for id in path)
    if buttons or len(set(paths)) < len(paths):
        return None
    if any(len(path) == 1 and any(p[0] == path[0] and p != path for p in paths) for path in paths):
        return None
    tree: dict[str, tuple[str, ...]] = {}
    for first, *rest in paths:
        tree[first] = (*tree.get(first, ()), *((" ".join(rest),) if rest else ()))
    return OfferTree(tree)


class Masks(NamedTuple):
    """Offers of sets as bit masks: bit i means place i."""

    places: tuple[str, ...]
    labelled: dict[Text, list[int]]
    keys: dict[int, list[str]]  # by mask, in the order in which the masks are sent
    final: bool


def masks(found: Sequence[views.Offer]) -> Masks | None:
    """The offers of sets as masks; None where all offers travel as a list.

    They are many, say nothing but their label, and are final all or none; offers of other kinds
    may stand beside them.
    """
    sets = [o for o in found if _is_set(o)]
    places = tuple(dict.fromkeys(id for offer in sets for id in offer.path))
    finals = {o.final for o in sets}
    if len(sets) <= MANY or len(finals) > 1 or len(places) > MASK_BITS:
        return None
    if not all(map(_is_plain, sets)):
        return None
    bits = {id: 1 << bit for bit, id in enumerate(places)}
    labelled: dict[Text, list[int]] = {}
    keys: dict[int, list[str]] = {}
    order = {label: i for i, label in enumerate(dict.fromkeys(o.label for o in sets))}
    for offer in sorted(sets, key=lambda o: order[o.label]):
        mask = sum(bits[id] for id in offer.path)
        labelled.setdefault(offer.label, []).append(mask)
        keys.setdefault(mask, []).append(offer.key)
    return Masks(places, labelled, keys, finals.pop())


def _is_set(offer: views.Offer) -> bool:
    return offer.toggle and not offer.interrupt


def _sets(packed: Masks, others: Iterable[views.Offer], speech: Speech) -> OfferSets:
    sets = tuple((speech.plain(label), tuple(some)) for label, some in packed.labelled.items())
    return OfferSets(packed.places, sets, packed.final, tuple(_offer(o, speech) for o in others))


def _of_set(sent: str, found: Sequence[views.Offer]) -> str | None:
    """The key of `set:<mask>`, or of `set:<mask>:<n>` where n others before it have this mask."""
    mask, _, n = sent.removeprefix("set:").partition(":")
    packed = masks(found)
    if packed is None or not mask.isdecimal() or not (n or "0").isdecimal() or len(sent) > 32:
        return None
    keys = packed.keys.get(int(mask), [])
    return keys[int(n or 0)] if int(n or 0) < len(keys) else None


def key_of(sent: str, found: Callable[[], Sequence[views.Offer]]) -> str:
    """The key in notation that a client means by `sent`, in any of the three forms."""
    if sent.startswith("set:"):
        return _of_set(sent, found()) or sent
    first = sent[:1]
    if first in ("#", "@", "~") or " " in sent or "." in sent:
        return next((o.key for o in found() if " ".join(o.path) == sent), sent)
    return sent
