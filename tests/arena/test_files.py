"""Pages, scripts, skins, rules, and what is let through of drawings."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

import pytest
from arena_guests import Running

from takujo.arena.assets import Assets
from takujo.arena.reading import rendered
from takujo.arena.svg import ATTRIBUTES, ELEMENTS, NotADrawing, sanitize
from takujo.core.game import games
from takujo.text import words

HEAD = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def drawn(inside: str, head: str = "") -> str:
    return sanitize(f"<svg {HEAD} {head}>{inside}</svg>".encode()).decode()


@pytest.mark.parametrize(
    "evil",
    [
        "<script>alert(1)</script>",
        "<style>*{background:url(//e)}</style>",
        "<foreignObject><body xmlns='http://www.w3.org/1999/xhtml'/></foreignObject>",
        "<text>Lord</text>",
        "<image href='//evil/x.png'/>",
        "<a href='javascript:alert(1)'><path d='M0 0'/></a>",
        "<animate attributeName='href' to='javascript:alert(1)'/>",
        "<g onload='alert(1)'/>",
        "<g style='fill:red'/>",
        "<use href='//evil/x.svg#a'/>",
        "<use xlink:href='data:image/svg+xml,x#a'/>",
        "<use href='javascript:alert(1)'/>",
        "<path fill='url(//evil/x#a)'/>",
        "<path fill='URL( \"http://evil\" )'/>",
        "<x:script xmlns:x='http://www.w3.org/2000/svg'>alert(1)</x:script>",
        "<x:g xmlns:x='http://www.w3.org/1999/xhtml'><script>1</script></x:g>",
        "<!-- a comment --><?xml-stylesheet href='//evil'?>",
        "<g><![CDATA[<script>alert(1)</script>]]></g>",
    ],
)
def test_nothing_but_shapes_passes(evil: str) -> None:
    text = drawn(evil + "<circle r='3' cx='1' cy='2'/>", "onload='alert(2)'")
    for word in ("alert", "evil", "script", "style", "data:", "Lord", "onload", "//e", "comment"):
        assert word not in text
    root = ElementTree.fromstring(text)
    for element in root.iter():
        assert element.tag.removeprefix("{http://www.w3.org/2000/svg}") in ELEMENTS
        assert set(element.attrib) <= ATTRIBUTES | {"href"}
    assert "circle" in text


def test_what_a_skin_needs_passes() -> None:
    kept = drawn(
        "<symbol id='o-lord' viewBox='0 0 2 3'><use xlink:href='#frame' class='seat'/></symbol>"
        "<g data-place='queue' transform='translate(1 2)'><path d='M0 0' fill='url(#sky)'/></g>",
        "viewBox='0 0 9 9' preserveAspectRatio='none'",
    )
    for part in ("o-lord", 'href="#frame"', 'data-place="queue"', "translate(1 2)", "url(#sky)"):
        assert part in kept


@pytest.mark.parametrize(
    "bad",
    [
        b"",
        b"no svg at all",
        b"<svg/>",
        b"<html xmlns='http://www.w3.org/1999/xhtml'/>",
        b"<svg xmlns='http://www.w3.org/2000/svg'><g></svg>",
        b"<!DOCTYPE svg [<!ENTITY a 'aaaa'>]><svg xmlns='http://www.w3.org/2000/svg'>&a;</svg>",
        b"<!DOCTYPE svg SYSTEM 'file:///etc/passwd'><svg xmlns='http://www.w3.org/2000/svg'/>",
    ],
)
def test_what_is_no_drawing_is_refused_with_a_sentence(bad: bytes) -> None:
    with pytest.raises(NotADrawing, match="expected"):
        sanitize(bad)


def test_every_drawing_of_every_game_passes_unharmed() -> None:
    seen = 0
    for game in games().values():
        for path in Path(str(files(game.package))).joinpath("skin").glob("*.svg"):
            source = path.read_bytes()
            before, after = ElementTree.fromstring(source), ElementTree.fromstring(sanitize(source))
            count = [sum(1 for _ in root.iter()) for root in (before, after)]
            assert count[0] == count[1], f"{path.name}: an element does not pass"
            for one, two in zip(before.iter(), after.iter(), strict=True):
                lost = {k.rpartition("}")[2] for k in one.attrib} - set(two.attrib)
                assert not lost, f"{path.name}: <{one.tag}> loses {lost}"
            seen += 1
    assert seen >= 2


async def test_every_file_that_a_page_names_is_there(house: Running) -> None:
    guest = await house.guest("Aoi")
    table = await guest.table("bot:random", "bot:random")
    id = table["id"]
    pages = ["/", f"/table/{id}", f"/replay/{id}", f"/check/{id}", "/rules/oriflamme"]
    pages += ["/rules/oriflamme/aid", "/nothing"]
    named: set[str] = set()
    for page in pages:
        text = (await guest.get(page)).text
        assert "{{" not in text, page
        assert not re.search(r"<script(?![^>]*src=)|<style|\sstyle=|\son\w+=", text), page
        named |= set(re.findall(r'(?:href|src)="(/static/[^"]+)"', text))
    skin = (await guest.get("/api/games/oriflamme")).json()["skin"]
    named |= {url for name, url in skin.items() if name != "prefix" and url}
    assert len(named) > 8
    for url in named:
        answer = await guest.get(url)
        assert answer.status_code == 200, url
        assert "immutable" in answer.headers["cache-control"]
        assert "set-cookie" not in answer.headers


async def test_an_old_address_is_answered_but_not_kept(house: Running) -> None:
    guest = await house.guest()
    answer = await guest.get("/static/0ld/css/base.css")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].startswith("text/css")


@pytest.mark.parametrize(
    "path",
    [
        "/static/v/../pages/lobby.html",
        "/static/v/%2e%2e/pages/lobby.html",
        "/static/v/..%2fpages/lobby.html",
        "/static/v/js/..%5c..%5cpages/lobby.html",
        "/static/v/%2Fetc/passwd",
        "/static/v/js",
        "/static/v/js/none.js",
        "/skins/oriflamme/v/../rules.py",
        "/skins/oriflamme/v/..%2fpieces.toml",
        "/skins/oriflamme/v/layout.py",
        "/skins/nothing/v/sheet.svg",
        "/rules/nothing",
        "/rules/nothing/aid",
        "/rules/oriflamme/help",
        "/rules/%2e%2e",
    ],
)
async def test_nothing_outside_is_served(house: Running, path: str) -> None:
    guest = await house.guest()
    answer = await guest.http.get(house.origin + path)
    assert answer.status_code == 404, answer.text


def test_the_version_changes_with_the_files(tmp_path: Path) -> None:
    assets = Assets()
    first = assets._look()
    assert first == assets._look()
    static = tmp_path / "static"
    static.mkdir()
    assets._web = tmp_path
    empty = assets._look()
    (static / "a.js").write_text("1")
    assert len({first, empty, assets._look()}) == 3


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    assets = Assets()
    assets._web = tmp_path
    static = tmp_path / "static"
    static.mkdir()
    file = static / "a.js"
    file.write_text("one" * 400)
    old = assets.static("a.js")
    assert old is not None
    assert old.packed is not None
    assert len(old.packed) < len(old.body)
    file.write_text("two")
    import os

    os.utime(file, ns=(1, 1))
    new = assets.static("a.js")
    assert new is not None
    assert new.body == b"two"
    assert new.packed is None


def test_places_of_a_page_are_escaped(tmp_path: Path) -> None:
    assets = Assets()
    assets._web = tmp_path
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "head.html").write_text("<head {{title}}>")
    (tmp_path / "pages" / "p.html").write_text(
        '{{head}}\n<a title="{{title}}">{{content}}{{none}}</a>'
    )
    places = {"title": '"><script>{{content}}', "content": "<b>{{title}}</b>"}
    made = assets.page("p", places)
    title = "&quot;&gt;&lt;script&gt;{{content}}"
    assert made == f'<head {title}><a title="{title}"><b>{{{{title}}}}</b></a>'


def test_rules_are_rendered_without_letting_html_through() -> None:
    made = rendered(
        "# Rules\n\n<script>alert(1)</script>\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n## Two",
        words("en"),
    )
    assert "<script>" not in made
    assert '<h1 id="s1">Rules</h1>' in made
    assert '<h2 id="s2">Two</h2>' in made
    assert "<td>1</td>" in made
    assert 'href="javascript' not in rendered("[x](javascript:alert(1))", words("en"))


def test_drawn_cards_are_named_for_those_who_see_no_drawing() -> None:
    said = words("en", games()["oriflamme"])
    made = rendered("```cards\nlord@2 back : a **Lord** & a card\n```\n\n```\nlord\n```", said)
    assert 'aria-label="Lord (Player 2), face-down card"' in made
    assert '<span data-face="lord" data-seat="1">Lord </span>' in made
    assert '<span data-face="back">face-down card </span>' in made
    assert "<figcaption>a <strong>Lord</strong> &amp; a card</figcaption>" in made
    assert "<pre><code>lord" in made


def test_drawn_cards_let_no_html_through() -> None:
    made = rendered('```cards\n"><script>x</script> : <b onclick=x>\n```', words("en"))
    assert "<script" not in made
    assert "<b" not in made
    assert 'data-face="&quot;&gt;&lt;script' in made


def test_in_japanese_the_end_of_a_line_is_no_space() -> None:
    assert "<p>列に並ぶ<strong>カード</strong>です</p>" in rendered(
        "列に並ぶ\n**カード**\nです", words("ja")
    )
    assert "<p>a\nb <strong>c</strong>\nd</p>" in rendered("a\nb **c**\nd", words("en"))


@pytest.mark.parametrize("path", ["/rules/oriflamme", "/rules/oriflamme/aid"])
async def test_rules_and_aid_come_in_both_languages(house: Running, path: str) -> None:
    guest = await house.guest()
    texts = [(await guest.get(path, lang=lang)).text for lang in ("en", "ja")]
    assert "<h1" in texts[0]
    assert texts[0] != texts[1]
    assert any(ord(c) > 0x3000 for c in texts[1])
