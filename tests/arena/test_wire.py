"""The wire says what the views say, in the shortest form, and the protocol names all of it."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from litestar.routes import HTTPRoute

from takujo.arena import about, chat, lobby, routes, showing, socket, tables, wire
from takujo.arena.app import create_app
from takujo.arena.identity import Preferences
from takujo.arena.live import Part
from takujo.arena.problem import STATUS
from takujo.arena.settings import Settings
from takujo.arena.speech import Speech
from takujo.core import views
from takujo.core.game import games
from takujo.core.texts import say
from takujo.core.views import Forecast, Offer
from takujo.text import words

PROTOCOL = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
ADDED = {"Panel": {"name"}, "View": {"counters"}}
MIRRORED = [
    "Draft", "Forecast", "LogLine", "Offer", "Panel", "Progress", "Prompt", "Result", "Shape",
    "Sheet", "View", "Zone",
]  # fmt: skip
PACKED = ["Arrow", "Counter", "Piece", "Tally"]  # these travel as rows
SPEECH = Speech("en")


def default(field: Any) -> Any:
    """The default of a field, or that it has none."""
    return None if field.default is msgspec.NODEFAULT else (field.default,)


@pytest.mark.parametrize("name", MIRRORED)
def test_the_wire_has_exactly_the_fields_of_the_view(name: str) -> None:
    ours = {f.name for f in fields(getattr(views, name))} | ADDED.get(name, set())
    assert set(getattr(wire, name).__struct_fields__) == ours


def test_every_part_of_a_view_has_its_mirror() -> None:
    parts = {
        n for n, v in vars(views).items() if isinstance(v, type) and v.__module__ == views.__name__
    }
    assert parts == {*MIRRORED, *PACKED}


def test_a_row_says_all_of_a_piece_and_no_more_than_there_is_to_say() -> None:
    row = ["id", "face", "at"]
    assert {*row, *wire.More.__struct_fields__} == {f.name for f in fields(views.Piece)}

    def row_of(*args: Any, **more: Any) -> Any:
        piece = views.Piece(*args, **more)
        return json.loads(msgspec.json.encode(wire._piece(piece, SPEECH)))

    assert row_of("c1", "lord") == ["c1", "lord"]
    assert row_of("c1", "lord", at="3") == ["c1", "lord", "3"]
    assert row_of("c1", "lord", on="c2", n=2) == ["c1", "lord", "", {"on": "c2", "n": 2}]
    assert row_of("c1", "lord", at="3", seat=0) == ["c1", "lord", "3", {"seat": 0}]


def test_what_a_counter_counts_is_said_once() -> None:
    coins, cards = views.Counter("coins", 3, "@coin"), views.Counter("hand", 0)
    panels = tuple(views.Panel(p, p, main=coins, counters=(cards,)) for p in range(4))
    sent = json.loads(msgspec.json.encode(wire._panel(panels[1], SPEECH)))
    assert (sent["main"], sent["counters"]) == (["coins", 3], [["hand", 0]])
    said = json.loads(msgspec.json.encode(wire._figures(panels, SPEECH)))
    assert said == {"coins": {"label": said["coins"]["label"], "icon": "@coin"},
                    "hand": {"label": said["hand"]["label"]}}  # fmt: skip


def test_what_has_its_usual_value_is_left_out() -> None:
    zone = views.Zone("hand", "hand", (views.Piece("c1", "lord"),))
    sent = json.loads(msgspec.json.encode(wire._zone(zone, SPEECH)))
    assert sent == {"id": "hand", "kind": "hand", "pieces": [["c1", "lord"]]}
    shaped = views.Zone("b", "grid", shape=views.Shape(rows=2, origin=(-1, 3)))
    sent = json.loads(msgspec.json.encode(wire._zone(shaped, SPEECH)))
    assert sent == {"id": "b", "kind": "grid", "shape": {"rows": 2, "origin": [-1, 3]}}


def test_an_onlookers_view_says_that_it_is_one() -> None:
    shown = views.View("oriflamme", None, (), (), views.Prompt())
    sent = json.loads(msgspec.json.encode(wire.view(shown, SPEECH)))
    assert sent["viewer"] is None
    assert sent["seq"] == 0


def offer(key: str, *path: str, **more: Any) -> Offer:
    return Offer(key, say("offer.done"), path, **more)


def sent(found: list[Offer]) -> Any:
    return json.loads(msgspec.json.encode(wire.offers(found, SPEECH)))


def test_few_offers_travel_as_a_list() -> None:
    few = [offer(f"place {i}", "c1", f"#b:{i}") for i in range(3)]
    assert [o["key"] for o in sent(few)["list"]] == ["place 0", "place 1", "place 2"]
    assert wire.offers([], SPEECH) is None


def test_many_plain_paths_travel_as_a_tree_and_come_back_as_keys() -> None:
    many = [offer(f"build {s} {i}", f"stock.{s}", f"#b:{i},0") for s in "ab" for i in range(60)]
    tree = sent(many)["tree"]
    assert set(tree) == {"stock.a", "stock.b"}
    for first, rest in tree.items():
        for second in rest:
            key = wire.key_of(f"{first} {second}", lambda: many)
            assert key in {o.key for o in many}
    keys = {wire.key_of(f"{f} {s}", lambda: many) for f, rest in tree.items() for s in rest}
    assert keys == {o.key for o in many}
    assert len(json.dumps(tree)) < len(json.dumps([{"key": o.key} for o in many]))


def test_many_sets_travel_as_masks_and_come_back_as_keys() -> None:
    cards = [f"c{i}" for i in range(14)]
    many = [
        offer(f"play {a} {b}", cards[a], cards[b], toggle=True)
        for a in range(14) for b in range(a)
    ]  # fmt: skip
    packed = sent(many)
    masks = [mask for _, group in packed["sets"] for mask in group]
    assert {wire.key_of(f"set:{mask}", lambda: many) for mask in masks} == {o.key for o in many}
    for mask in masks:
        ids = {id for bit, id in enumerate(packed["from"]) if mask >> bit & 1}
        (meant,) = [o for o in many if o.key == wire.key_of(f"set:{mask}", lambda: many)]
        assert ids == set(meant.path)


def pairs(**more: Any) -> list[Offer]:
    """A play for each two of fourteen cards."""
    return [
        offer(f"play {a} {b}", f"c{a}", f"c{b}", toggle=True, **more)
        for a in range(14) for b in range(a)
    ]  # fmt: skip


def test_other_offers_stand_beside_sets() -> None:
    bomb = offer("bomb", "c1", "c2", toggle=True, interrupt=True)
    packed = sent([offer("pass", "!pass"), *pairs(final=True), bomb])
    assert packed["final"] is True
    assert [o["key"] for o in packed["list"]] == ["pass", "bomb"]
    assert sum(len(group) for _, group in packed["sets"]) == 14 * 13 // 2


def test_sets_of_the_same_cards_are_told_apart_by_their_order() -> None:
    again = Offer("play 3 1 as 5", say("offer.again"), ("c3", "c1"), toggle=True)
    many = [again, *pairs()]
    packed = sent(many)
    every = [(label, mask) for label, group in packed["sets"] for mask in group]
    twice = 1 << packed["from"].index("c3") | 1 << packed["from"].index("c1")
    assert [mask for _, mask in every].count(twice) == 2
    assert wire.key_of(f"set:{twice}", lambda: many) == "play 3 1 as 5"
    assert wire.key_of(f"set:{twice}:0", lambda: many) == "play 3 1 as 5"
    assert wire.key_of(f"set:{twice}:1", lambda: many) == "play 3 1"
    assert wire.key_of(f"set:{twice}:2", lambda: many) == f"set:{twice}:2"


def test_sets_of_which_only_some_are_final_stay_a_list() -> None:
    assert "list" in sent([*pairs(), offer("all", "c1", "c2", "c3", toggle=True, final=True)])


@pytest.mark.parametrize(
    "more",
    [
        {"note": say("offer.done")},
        {"careful": True},
        {"final": True},
        {"interrupt": True},
        {"forecast": Forecast(deltas=((0, 1),))},
        {"why_not": say("offer.done")},
    ],
)
def test_offers_that_say_more_than_their_path_stay_a_list(more: Any) -> None:
    many = [offer(f"place {i}", "c1", f"#b:{i}") for i in range(60)]
    assert "list" in sent([*many, offer("place x", "c1", "#b:x", **more)])


def test_paths_that_a_tree_cannot_tell_apart_stay_a_list() -> None:
    many = [offer(f"place {i}", "c1", f"#b:{i}") for i in range(60)]
    assert "list" in sent([*many, offer("again", "c1", "#b:3")])
    assert "list" in sent([*many, offer("stop", "c1")])
    assert "list" in sent([*many, offer("pass", "!pass")])


@pytest.mark.parametrize(
    "key", ["", "set:", "set:x", "set:99", "set:1:x", "set:²", "set:" + "9" * 40, "#b:1", "a b"]
)
def test_a_key_that_means_nothing_stays_as_it_is(key: str) -> None:
    assert wire.key_of(key, lambda: [offer("place 1", "c1", "#b:1")]) == key


# The protocol's text


def row(name: str) -> str:
    """The line of the protocol's tables that tells of a part."""
    (found,) = re.findall(rf"^\| {name} \|.*$", PROTOCOL, re.MULTILINE)
    return str(found)


@pytest.mark.parametrize("name", sorted(set(MIRRORED) - {"View", "Shape", "Forecast"}))
def test_the_protocol_names_every_field(name: str) -> None:
    for field in getattr(wire, name).__struct_fields__:
        assert f"`{field}`" in row(name), f"{name}.{field}"


def test_the_protocol_names_the_fields_of_inner_parts() -> None:
    for field in wire.More.__struct_fields__:
        assert f"`{field}`" in row("Piece"), f"Piece.{field}"
    for part, inside in {"Shape": "Zone", "Forecast": "Offer"}.items():
        for field in getattr(wire, part).__struct_fields__:
            assert f"`{field}`" in row(inside), f"{part}.{field}"
    (line,) = re.findall(r"^`View`:[\s\S]*?\n\n", PROTOCOL, re.MULTILINE)
    for field in wire.View.__struct_fields__:
        assert f"`{field}`" in line, f"View.{field}"


@pytest.mark.parametrize(
    "struct",
    [
        showing.Shown, showing.Seat, showing.Team, showing.Can, showing.Votes, showing.Labelled,
        lobby.Lobby, lobby.Mine, lobby.Watched, routes.Me, routes.MeOrder,
        routes.JoinOrder, routes.SeatOrder,
        tables.Share, routes.PlayOrder, routes.UndoOrder, routes.SayOrder, routes.Proof,
        routes.Draw, routes.RematchOrder, routes.SwapOrder, tables.NewTable, Preferences,
        socket.Message,
    ],
)  # fmt: skip
def test_the_protocol_names_what_is_asked_and_answered(struct: Any) -> None:
    for field in struct.__struct_encode_fields__:
        assert re.search(rf'["`]{field}["`?]', PROTOCOL), f"{struct.__name__}.{field}"


def test_the_protocol_names_every_route(tmp_path: Path) -> None:
    app: Any = create_app(Settings(tmp_path, log=False))._app
    for route in app.routes:
        if not isinstance(route, HTTPRoute) or not route.path.startswith("/api/"):
            continue
        if "schema" in route.path:
            continue
        path = re.sub(r"\{(\w+):str\}", r"{\1}", route.path)
        short = path.removeprefix("/api/tables/{id}")
        assert path in PROTOCOL or f"`{short}`" in PROTOCOL, path


def test_the_protocol_names_every_message_and_code() -> None:
    for part in get_args(Part):
        assert f'"t":"{part}"' in PROTOCOL
    for t in (
        "hello",
        "ack",
        "no",
        "beat",
        "gone",
        "play",
        "undo",
        "confirm",
        "say",
        "lang",
        "watch",
    ):
        assert f'"t":"{t}"' in PROTOCOL
    (codes,) = re.findall(r"^codes: .*$", PROTOCOL, re.MULTILINE)
    for code in STATUS:
        assert re.search(rf"\b{code}\b", codes), code


def logged(*texts: str) -> wire.View:
    """A view with these lines in its log."""
    log = tuple(wire.LogLine(seq, [text]) for seq, text in enumerate(texts))
    return wire.View("toy", None, 0, (), (), wire.Prompt(), log=log)


def test_a_long_view_leaves_the_oldest_lines_of_its_log_out() -> None:
    kept = json.loads(wire.packed(logged(*"abc")))["log"]
    assert [line["text"] for line in kept] == [["a"], ["b"], ["c"]]
    made = wire.packed(logged(*("x" * 500 for _ in range(60))))
    kept = [line["seq"] for line in json.loads(made)["log"]]
    assert kept == list(range(60 - len(kept), 60))
    assert wire.ROOM - 600 < len(made) <= wire.ROOM


def test_the_newest_lines_of_the_log_are_sent_however_long_they_are() -> None:
    made = json.loads(wire.packed(logged(*("x" * 9_000 for _ in range(60)))))
    assert [line["seq"] for line in made["log"]] == list(range(60 - wire.NEWEST, 60))


def test_the_protocol_names_what_is_told_of_a_game() -> None:
    from takujo.arena.assets import Assets

    told = about.one_game(next(iter(games())), "en", Assets())
    option = told["options"][0]
    for field in (*told, *told["skin"], *option, *option["values"][0]):
        assert f'"{field}"' in PROTOCOL, field
    for face in told["faces"].values():
        assert all(f'"{field}"' in PROTOCOL for field in face)
    assert chat.LENGTH == 500


def test_every_sentence_of_the_arena_is_in_both_catalogues_and_none_is_idle() -> None:
    source = "".join(
        path.read_text("utf-8") for path in Path(wire.__file__).parent.glob("*.py")
    )  # fmt: skip
    used = set(re.findall(r'"((?:error|arena)\.[a-z_]+)"', source))
    used |= {f"error.state_{state}" for state in ("open", "running", "over", "closed")}
    used |= {f"arena.bot_name.{i}" for i in range(8)}
    for lang in ("en", "ja"):
        kept = words(lang).messages
        assert used <= set(kept), sorted(used - set(kept))
        assert {k for k in kept if k.startswith(("error.", "arena."))} <= used
