"""What a client must know of a game before it can draw it: names, options, faces, skin."""

from __future__ import annotations

import tomllib
from typing import Any

from takujo.arena.assets import Assets, pieces_file
from takujo.arena.identity import Lang
from takujo.arena.problem import not_found
from takujo.arena.showing import value_label
from takujo.arena.speech import Speech
from takujo.bots import BOTS
from takujo.core.game import Game, Option, games
from takujo.text import words

HIDDEN = ("back", "hidden")  # faces that nobody has


def all_games(lang: Lang, assets: Assets) -> list[dict[str, Any]]:
    """The installed games, for the lobby."""
    return [_card(game, lang, assets) for _, game in sorted(games().items())]


def one_game(id: str, lang: Lang, assets: Assets) -> dict[str, Any]:
    """A game with its faces; raises Problem `not_found`."""
    game = games().get(id)
    if game is None:
        raise not_found()
    speech = Speech(lang, game)
    faces = _faces(game, speech)
    things = {name: said for name, said in _named("face", speech).items() if name not in faces}
    more = {"faces": faces, "things": things, "places": _named("place", speech)}
    return {**_card(game, lang, assets), **more}


def _card(game: Game[Any], lang: Lang, assets: Assets) -> dict[str, Any]:
    speech = Speech(lang, game)
    least, most = game.minutes
    return {
        "id": game.id,
        "name": speech.word("game.name") or game.id,
        "tagline": speech.word("game.tagline"),
        "minutes": f"{least}–{most}" if least != most else str(least),
        "players": list(game.players),
        "version": game.rules_version,
        "options": [_option(option, game, speech) for option in game.options],
        "bots": list(BOTS),
        "skin": _skin(game.id, assets),
    }


def _option(option: Option, game: Game[Any], speech: Speech) -> dict[str, Any]:
    return {
        "name": option.name,
        "label": speech.word(f"option.{option.name}") or option.name,
        "help": speech.word(f"option.{option.name}.help"),
        "values": [
            {
                "value": value,
                "label": value_label(option, value, speech),
                "help": speech.word(f"option.{option.name}.{str(value).lower()}.help"),
            }
            for value in option.values
        ],
        "default": option.default,
        "defaults": {str(n): option.default_for(n) for n in game.players},
        "needs": dict(option.needs),
        "at": {pace: list(values) for pace, values in option.at.items()},
    }


def _skin(id: str, assets: Assets) -> dict[str, str]:
    named = {"css": "layout.css", "sheet": "sheet.svg", "board": "board.svg", "cover": "cover.svg"}
    urls = {
        part: f"/skins/{id}/{assets.version}/{file}" if assets.has_skin(id, file) else ""
        for part, file in named.items()
    }
    return {"prefix": assets.prefix(id), **urls}


def _faces(game: Game[Any], speech: Speech) -> dict[str, Any]:
    """The faces that `pieces.toml` lists as `[[cards]]`; else those with a text, if any has one."""
    cards = tomllib.loads(pieces_file(game.package)).get("cards")
    if not isinstance(cards, list):
        named = _named("face", speech)
        told = [name for name in named if speech.word(f"face.{name}.text")]
        cards = [{"id": name} for name in told or named]
    return {
        card["id"]: {
            "name": speech.word(f"face.{card['id']}") or card.get(speech.lang, card["id"]),
            "line": speech.word(f"face.{card['id']}.line"),
            "text": speech.word(f"face.{card['id']}.text"),
            "kind": card.get("kind", ""),
            "glyphs": card.get("glyphs", []),
            "once": card.get("once", False),
        }
        for card in cards
    }


def _named(kind: str, speech: Speech) -> dict[str, str]:
    """What the catalogue calls the faces, or the places of a drawn board."""
    keys = (key.split(".") for key in words(speech.lang, speech.game).messages)
    names = (key[1] for key in keys if key[0] == kind and len(key) == 2)
    return {name: speech.word(f"{kind}.{name}") for name in names if name not in HIDDEN}
