"""Setup, the table as it is seen and clicked, refusals, what is known, conservation."""

from __future__ import annotations

from importlib.resources import files

import pytest

from takujo.core.chance import Simulated, SplitMix
from takujo.core.frames import advance, apply, awaited
from takujo.core.knowledge import resample
from takujo.games.pax_renaissance import GAME
from takujo.games.pax_renaissance.pieces import CARD_NAMES, COMETS, PIECES, REGION
from takujo.games.pax_renaissance.state import BURIED, DECK_LOW, DECK_TOP
from takujo.testing.scenario import Line
from takujo.text import words

# --- Setup --------------------------------------------------------------------------------------


def fresh(players, options=None, seed=3):
    """A match at its first decision."""
    s = GAME.new(players, options)
    advance(s, Simulated(SplitMix(seed)))
    return Line(GAME, s, seed=seed)


@pytest.mark.parametrize(("players", "size"), [(2, 22), (3, 26), (4, 30)])
def test_a_match_begins_with_a_full_market_and_florins_in_turn_order(players, size):
    at = fresh(players)
    first = at.s.first
    assert [at.s.florins[p] for p in at.s.clockwise(first)] == [3, 4, 5, 6][:players]
    assert [at.s.deck_size(r) for r in (0, 1)] == [size - 6] * 2
    for region in (0, 1):
        low = at.s.zones[DECK_LOW + region]
        assert len(low) == 14
        assert sum(c in COMETS for c in low) == 2
        assert not any(c in COMETS for c in at.s.zones[DECK_TOP + region])
    assert sum(1 for p in at.s.pawn if p) == players


def test_the_first_bank_in_play_begins(pax):
    """D17."""
    for seed in range(12):
        at = fresh(2, seed=seed)
        assert at.s.banks[at.s.first] == min(at.s.banks)
        border = PIECES["banks"][PIECES["banks"]["order"][at.s.banks[0]]]["border"]
        index = [*PIECES["borders"]["sea"], *PIECES["borders"]["land"]].index(border)
        assert at.s.pawn[index] == 1


def test_by_option_somebody_is_drawn_where_fugger_is_missing():
    """D17."""
    firsts = set()
    for seed in range(30):
        s = fresh(2, {"first_player": "drawn_without_fugger"}, seed).s
        if 0 in s.banks:
            assert s.banks[s.first] == 0
        else:
            firsts.add(s.banks[s.first] == min(s.banks))
    assert firsts == {True, False}


def test_banks_may_sit_in_their_printed_order():
    assert fresh(3, {"banks": "fixed"}).s.banks == (0, 1, 2)


def test_on_the_map_of_1550_the_fourth_bank_plays_only_with_four(pax):
    for seed in range(12):
        assert 3 not in fresh(2, {"map_1550": True}, seed).s.banks
    assert 3 in fresh(4, {"map_1550": True}).s.banks
    assert any(3 in fresh(2, seed=seed).s.banks for seed in range(12))


def test_the_start_tokens_and_disks_lie_where_they_are_printed(pax):
    at = pax()
    assert at.city("london") == "catholic_rook"
    assert [at.city(f"constantinople_{i}") for i in (1, 2, 3)] == [
        "islamic_rook", "islamic_knight", "islamic_knight",
    ]  # fmt: skip
    disks = {c for c in ("timbuktu", "novgorod", "spice_islands", "red_sea", "tana", "trebizond")
             if at.city(c) == "disk"}  # fmt: skip
    assert disks == {"timbuktu", "novgorod", "spice_islands", "red_sea"}
    assert (at.state("papal_states"), at.state("mamluk")) == ("catholic", "islamic")


def test_sums_of_the_box_are_those_of_the_print():
    cards = [c for c in PIECES["cards"].values() if isinstance(c, dict)]
    assert len(cards) == 164
    assert sum(c["region"] == "east" for c in cards) == 72
    shots = [c["one_shot"].split()[0] for c in cards if "one_shot" in c]
    counted = {s: shots.count(s) for s in set(shots)}
    assert counted == {
        "apostasy": 15, "conspiracy": 33, "coronation": 17, "crusade": 7, "jihad": 7,
        "peasant_revolt": 24, "reformation": 11, "trade_shift": 16,
    }  # fmt: skip
    assert sum("suitors" in c for c in cards) == 17


# --- Conservation and length --------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_play_ends_by_itself_and_loses_nothing(players):
    for seed in range(3):
        s = GAME.new(players)
        nature = Simulated(SplitMix(seed))
        advance(s, nature)
        rng, before, n = SplitMix(seed + 99), GAME.tallies(s), 0
        while awaited(s):
            (decision,) = awaited(s)
            apply(s, decision.player, decision.actions[rng.below(len(decision.actions))], nature)
            assert GAME.tallies(s) == before
            n += 1
            assert n < 1500
        assert s.ending


# --- What is known ------------------------------------------------------------------------------


def test_comets_are_imagined_in_the_lower_decks_alone():
    s = fresh(2).s
    for seed in range(20):
        t = resample(GAME, s, 0, SplitMix(seed))
        for region in (0, 1):
            comets = [c for c in t.zones[DECK_LOW + region] if c in COMETS]
            assert sorted(comets) == [c for c in COMETS if REGION[c] == region]


def test_a_card_sold_face_down_may_be_any_that_lay_in_the_hand(pax):
    """D29."""
    at = pax(2, {"sold_hand_card": "face_down"}, hands={0: "luther cromwell"}, left=3)
    for card in at.s.hand(0):
        at.s.reveal(card)
    at.play("sell luther")
    sold = {CARD_NAMES[resample(GAME, at.s, 1, SplitMix(i)).zones[BURIED][0]]
            for i in range(20)}  # fmt: skip
    assert sold == {"luther", "cromwell"}
    own = resample(GAME, at.s, 0, SplitMix(1))
    assert CARD_NAMES[own.zones[BURIED][0]] == "luther"


def imagined(at, viewer):
    """The cards that a viewer may imagine in the places of those sold face down, in order."""
    worlds = [resample(GAME, at.s, viewer, SplitMix(i)).zones[BURIED] for i in range(40)]
    return {tuple(CARD_NAMES[card] for card in world) for world in worlds}


FACE_DOWN = {"sold_hand_card": "face_down"}


def test_of_two_cards_sold_face_down_either_may_have_been_the_first(pax):
    at = pax(2, FACE_DOWN, hands={0: "luther cromwell"}).play("sell luther", "sell cromwell")
    assert imagined(at, 1) == {("luther", "cromwell"), ("cromwell", "luther")}


def test_a_card_sold_face_down_shows_its_back(pax):
    at = pax(2, FACE_DOWN, hands={0: "luther cromwell safavids"}).play("sell luther")
    assert imagined(at, 1) == {("luther",), ("cromwell",)}


def test_what_was_bought_later_was_not_sold_before(pax):
    at = pax(
        2, FACE_DOWN, hands={0: "luther cromwell"}, left=3, florins={0: 1},
        market={"west1": "jesuits"},
    ).play("sell luther", "buy west1", "sell jesuits")  # fmt: skip
    assert {first for first, _ in imagined(at, 1)} == {"luther", "cromwell"}
    assert {second for _, second in imagined(at, 1)} == {"luther", "cromwell", "jesuits"}


def test_only_cards_of_the_hand_are_sold_face_down_and_none_whose_one_shot_may_follow(pax):
    """D29."""
    tableau = pax(2, FACE_DOWN, west={0: "luther"}).play("sell luther")
    assert tableau.where("luther") == "discard"
    seen = pax(2, FACE_DOWN, hands={0: "mons_meg"}, west={0: "machiavellianism"})
    seen.play("sell mons_meg")
    assert seen.where("mons_meg") == "discard"
    assert seen.asked == "0 OneShot"


def test_the_first_fair_cards_are_hidden_and_the_later_ones_known():
    at = fresh(2)
    hidden = at.s.zones[4][0]
    assert not at.s.knows(0, hidden)
    at.play("fair east")
    while at.asked.split()[1] != "Turn":
        at.play(at.offers[0])
    at.play("end")
    assert at.s.knows(1, at.s.zones[4][0])


# --- Refusals -----------------------------------------------------------------------------------

REFUSED = [
    ("buy west0", {}, "face-down"),
    ("buy west1", {"market": {"west1": ""}}, "No card"),
    ("buy west4", {"florins": {0: 3}}, "beforehand"),
    ("buy west1", {"hands": {0: "luther cromwell"}, "florins": {0: 3}}, "two cards"),
    ("buy west1", {"used": "bought bought", "florins": {0: 3}}, "No more than two"),
    ("play luther", {}, "not in your hand"),
    ("play luther", {"hands": {0: "luther"}, "used": "played played"}, "No more than two"),
    (
        "declare imperial",
        {"active": "imperial", "west": {0: "england france hre podesta_of_venice"}, "left": 0},
        "two actions",
    ),
    (
        "act oratory_of_divine_love catholic_islamic",
        {"left": 0, "west": {0: "podesta_of_venice"}},
        "two actions",
    ),
    ("sell hungary", {}, "can be sold"),
    ("sell mary_the_rich", {"west": {0: "hre+mary_the_rich"}}, "only together"),
    ("ops west", {}, "would change"),
    ("ops west", {"used": "west_ops", "west": {0: "mons_meg"}}, "once in a turn"),
    ("ops both", {"west": {0: "mons_meg"}}, "neither side"),
    ("fair east", {"used": "east_fair"}, "once in a turn"),
    ("declare imperial", {}, "asleep"),
    ("declare imperial", {"active": "imperial"}, "conditions"),
    ("end", {}, "compulsory"),
    ("ops both", {"east": {0: "transylvanian_plot"}, "cities": {"buda": ""}}, "would change"),
    ("fair east", {"market": {"east0": ""}}, "No card"),
    ("fair east", {"left": 0, "west": {0: "mining_engineer mons_meg"}}, "two actions"),
    ("buy west1", {"left": 0, "west": {0: "mining_engineer mons_meg"}}, "two actions"),
    ("act oratory_of_divine_love catholic_islamic", {}, "apostasy"),
    ("act elizabeth_bathory revolt", {"old_maids": {0: "elizabeth_bathory"}}, "crowned"),
]


@pytest.mark.parametrize(("key", "facts", "says"), REFUSED)
def test_a_refusal_of_an_action_says_which_rule_forbids_it(pax, key, facts, says):
    at = pax(**facts)
    assert says in at.refused(key, by=0)
    assert at.refused(key, by=0, lang="ja").endswith("。")


def test_red_text_is_named_when_a_declaration_lacks_an_action(pax):
    at = pax(west={0: "hre england france", 1: "kappeler_milchsuppe"}, active="imperial", left=1)
    assert "both actions" in at.refused("declare imperial", by=0)


IN_PLAY = [
    ({"west": {0: "mons_meg papal_elephant"}}, ("ops west",), "done", "At least one op"),
    ({"west": {0: "mons_meg the_bold"}}, ("ops west", "op mons_meg 1", "kill london"),
     "op mons_meg 1", "one op in a turn"),
    ({"west": {0: "mons_meg the_bold"}, "bishops": {"the_bold": "islamic"}}, ("ops west",),
     "op the_bold 2", "silences"),
    ({"west": {0: "mons_meg cornish_tin"}}, ("ops west",), "op cornish_tin 1", "A vote needs"),
    ({"west": {0: "mons_meg"}, "east": {0: "greek_klephts"}}, ("ops west",), "op greek_klephts 2",
     "side that is activated"),
    ({"west": {0: "mons_meg"}}, ("ops west", "op mons_meg 1"), "kill paris", "location"),
    ({"west": {0: "mons_meg"}}, ("ops west", "op mons_meg 1"), "kill bordeaux", "No such token"),
    ({"west": {0: "kingmaker"}, "cities": {"bordeaux": "catholic_knight"}},
     ("ops west", "op kingmaker 1"), "repress bordeaux", "kind of token"),
    ({"west": {0: "france aragon"}, "florins": {0: 2}}, ("ops west", "op france 1"),
     "attack aragon", "own tableau"),
    ({"west": {0: "france"}, "florins": {0: 2}}, ("ops west", "op france 1"), "attack mamluk",
     "adjacent"),
    ({"west": {0: "cornish_tin", 1: "england hre"}, "pawns": {"england-france": 0}},
     ("ops west", "op cornish_tin 1"), "vote hre", "majority"),
    ({"west": {0: "cornish_tin", 1: "england"}, "pawns": {"england-france": 0}},
     ("ops west", "op cornish_tin 1"), "vote hungary", "other region"),
    ({"west": {0: "cornish_tin", 1: "england"}, "pawns": {"england-france": 0}},
     ("ops west", "op cornish_tin 1"), "vote france", "in a tableau"),
    ({"east": {0: "the_grim", 1: "ottoman"}}, ("ops east", "op the_grim 1"), "behead the_grim",
     "itself"),
    ({"east": {0: "the_grim", 1: "ottoman hungary"}}, ("ops east", "op the_grim 1"),
     "behead hungary", "location"),
    ({"west": {0: "the_last_knight"}, "pawns": {"france-hre": 0}},
     ("ops west", "op the_last_knight 1"), "tax hre-hungary", "No pawn"),
    ({"west": {0: "genoese_fleet"}, "pirates": {"portugal-aragon": "catholic"}},
     ("ops west", "op genoese_fleet 2"), "sail portugal-aragon ottoman-mamluk", "reaches"),
    ({"hands": {0: "gutenberg"}, "pawns": {"france-hre": 1}}, ("play gutenberg",),
     "place pawn_0 france-hre", "florin"),
    ({"hands": {0: "gutenberg"}}, ("play gutenberg",), "place pawn_0 england-france", "location"),
    ({"hands": {0: "genoese_fleet"}}, ("play genoese_fleet",),
     "place catholic_pirate france-aragon", "sea borders"),
    ({"hands": {0: "spanish_tercio"}}, ("play spanish_tercio",),
     "place catholic_knight timbuktu", "disk"),
    ({"hands": {0: "soninke_wangara"}}, ("play soninke_wangara", "yes"), "skip", "must be placed"),
    ({"hands": {0: "mary_the_rich"}, "west": {1: "england"}}, ("play mary_the_rich", "yes"),
     "marry england", "another player"),
    ({"hands": {0: "mary_the_rich"}}, ("play mary_the_rich", "yes"), "marry aragon", "list"),
    ({"hands": {0: "jesuits"}, "pirates": {"portugal-aragon": "islamic"}},
     ("play jesuits", "no"), "onto england", "location"),
    ({"hands": {0: "reformed_theology"}, "cities": {"bordeaux": "islamic_rook"}},
     ("play reformed_theology", "yes"), "attack hungary", "location"),
    ({"west": {0: "mons_meg england"}}, ("ops west",), "op england 1", "A campaign needs"),
    ({"west": {0: "mons_meg venetian_navy"}}, ("ops west",), "op venetian_navy 1", "No pirate"),
    ({"west": {0: "mons_meg venetian_navy"}}, ("ops west",), "op venetian_navy 2", "No bishop"),
    ({"west": {0: "mons_meg hanseatic_league"}}, ("ops west",), "op hanseatic_league 1",
     "No token of a kind"),
    ({"west": {0: "mons_meg hanseatic_league"}}, ("ops west",), "op hanseatic_league 3",
     "No card of this row"),
    ({"west": {0: "mons_meg the_bold"}}, ("ops west",), "op the_bold 1", "No pawn stands"),
    ({"west": {0: "the_bold star_chamber"}}, ("ops west",), "op star_chamber 1", "No other card"),
    ({"east": {0: "zupy_krakowskie_company"}, "pots": {"east0": 1, "east1": 1},
      "market": {"east0": ""}}, ("ops east", "op zupy_krakowskie_company 3"), "take east0",
     "next fair card"),
    ({"east": {0: "zupy_krakowskie_company"}, "pots": {"east1": 1, "west1": 1}},
     ("ops east", "op zupy_krakowskie_company 3"), "take west1", "other region"),
    ({"east": {0: "zupy_krakowskie_company"}, "pots": {"east1": 1}},
     ("ops east", "op zupy_krakowskie_company 3"), "take east2", "No florin"),
    ({"west": {0: "papal_elephant", 1: "jesuits"}, "bishops": {"jesuits": "catholic",
      "france": "reformist"}}, ("ops west", "op papal_elephant 2"), "bishop france",
     "No such token"),
    ({"hands": {0: "spanish_tercio"}}, ("play spanish_tercio",), "place islamic_rook lyon",
     "no such agent"),
    ({"hands": {0: "gutenberg"}}, ("play gutenberg",), "place pawn_0 lubeck", "go into cities"),
    ({"hands": {0: "gonfalonier"}, "florins": {0: 2}, "states": {"papal_states": "islamic"}},
     ("play gonfalonier",), "place catholic_knight venice_2", "no second slot"),
    ({"hands": {0: "jesuits cromwell"}, "pirates": {"portugal-aragon": "islamic"}},
     ("play jesuits", "no"), "onto cromwell", "tableaus and thrones"),
    ({"west": {0: "hre"}, "florins": {0: 3}, "repressed": {"france": "catholic_knight"},
      "cities": {"vienna": "catholic_knight", "paris": ""}},
     ("ops west", "op hre 1", "attack france"), "place catholic_knight london", "in question"),
    ({"hands": {0: "house_of_borgia"}, "repressed": {"aragon": "catholic_knight"},
      "pirates": {"aragon-papal_states": "islamic"}},
     ("play house_of_borgia", "yes", "attack aragon"), "lose london", "this battle"),
    ({"west": {0: "the_bold"}, "cities": {"bruges": "catholic_rook", "lyon": "catholic_rook"},
      "pawns": {"england-france": 1, "portugal-aragon": 1}}, ("ops west", "op the_bold 2"),
     "kill pawn.england-france", "kind of token"),
    ({"west": {0: "the_last_knight"}, "pawns": {"france-hre": 0, "portugal-aragon": 1}},
     ("ops west", "op the_last_knight 1"), "tax portugal-aragon", "location"),
    ({"west": {0: "papal_elephant"}, "pawns": {"england-france": 0, "aragon-papal_states": 0},
      "cities": {"algiers": "catholic_rook"}}, ("ops west", "op papal_elephant 1"),
     "tax aragon-papal_states", "no empty city"),
    ({"east": {0: "the_grim", 1: "ottoman"}}, ("ops east", "op the_grim 1"), "behead hungary",
     "in tableaus"),
    ({"east": {0: "grand_mufti", 1: "ottoman hungary"}, "bishops": {"hungary": "islamic"}},
     ("ops east", "op grand_mufti 1"), "behead ottoman", "right colour"),
    ({"west": {0: "genoese_fleet"}, "pirates": {"portugal-aragon": "catholic"}},
     ("ops west", "op genoese_fleet 2"), "sail england-france france-hre", "No such token"),
    ({"west": {0: "genoese_fleet"}, "pirates": {"portugal-aragon": "catholic",
      "england-france": "catholic"}}, ("ops west", "op genoese_fleet 2"),
     "sail england-france france-hre", "location"),
    ({"west": {0: "genoese_fleet"}, "pirates": {"portugal-aragon": "catholic",
      "aragon-papal_states": "catholic"}}, ("ops west", "op genoese_fleet 2"),
     "sail portugal-aragon aragon-papal_states", "same colour"),
    ({"west": {0: "cornish_tin", 1: "england"}, "pawns": {"england-france": 0},
      "repressed": {"france": "pawn_1"}, "florins": {0: 0}},
     ("ops west", "op cornish_tin 1"), "vote portugal", "in a tableau"),
    ({"west": {0: "cornish_tin", 1: "england france"}, "pawns": {"england-france": 0},
      "repressed": {"france": "pawn_1"}}, ("ops west", "op cornish_tin 1"), "vote france",
     "for each token"),
    ({"hands": {0: "gutenberg"}, "pirates": {"france-hre": "catholic"}}, ("play gutenberg",),
     "place pawn_0 france-hre", "with a pirate"),
    ({"hands": {0: "spanish_tercio"}}, ("play spanish_tercio",), "place catholic_knight buda",
     "location"),
    ({"hands": {0: "spanish_tercio"}}, ("play spanish_tercio",), "place catholic_knight paris",
     "costs a florin"),
    ({"hands": {0: "the_bold"}, "florins": {0: 9}},
     ("play the_bold", "no", "place catholic_knight lyon"), "place catholic_knight lyon",
     "just filled"),
    ({"hands": {0: "gutenberg"}}, ("play gutenberg",), "onto hre", "no such agent"),
    ({"hands": {0: "mary_the_rich"}, "west": {1: "england"}, "republics": "england"},
     ("play mary_the_rich", "yes"), "marry england", "no king"),
    ({"hands": {0: "mary_the_rich"}, "thrones": {"england": "anne_of_brittany"}},
     ("play mary_the_rich", "yes"), "marry england", "married"),
    ({"west": {0: "cornish_tin", 1: "england"}, "pawns": {"england-portugal": 0},
      "pirates": {"england-france": "islamic"}, "florins": {0: 1}},
     ("ops west", "op cornish_tin 1", "vote england"), "concede england-france", "with a pirate"),
    ({"west": {0: "cornish_tin", 1: "england"}, "pawns": {"england-portugal": 0}},
     ("ops west", "op cornish_tin 1", "vote england"), "concede hre-hungary", "location"),
    ({"hands": {0: "inquisition_pope"}, "cities": {"bordeaux": "islamic_rook",
      "lyon": "islamic_rook"}}, ("play inquisition_pope", "yes"), "attack hre", "heretic"),
    ({"west": {0: "hre"}, "florins": {0: 3}, "repressed": {"france": "pawn_1"},
      "cities": {"vienna": "catholic_knight", "paris": ""}},
     ("ops west", "op hre 1", "attack france"), "place pawn_1 hre-hungary", "in question"),
    ({"west": {0: "hre"}, "florins": {0: 3}, "repressed": {"france": "pawn_1"},
      "pawns": {"england-france": 0},
      "cities": {"vienna": "catholic_knight", "paris": ""}},
     ("ops west", "op hre 1", "attack france"), "place pawn_1 england-france", "empty places"),
    ({"hands": {0: "humanism"}, "bishops": dict.fromkeys(
        ("england", "france", "hre", "aragon", "portugal"), "catholic")},
     ("play humanism", "onto humanism"), "bishop hungary", "No such token"),
    ({"west": {0: "cryptography", 1: "grand_inquisitor portugal"}}, ("sell cryptography",),
     "op grand_inquisitor 3", "political"),
    ({"west": {0: "cryptography", 1: "grand_inquisitor portugal"}}, ("sell cryptography",),
     "op grand_inquisitor 2", "No pawn stands"),
    ({"florins": {0: 5}, "market": {"east1": "comet_of_copernicus"}, "active": "holy"},
     ("buy east1",), "flip holy", "awake already"),
]  # fmt: skip


@pytest.mark.parametrize(("facts", "keys", "key", "says"), IN_PLAY)
def test_a_refusal_within_an_action_says_which_rule_forbids_it(pax, facts, keys, key, says):
    at = pax(**facts).play(*keys)
    assert says in at.refused(key, by=0)
    assert at.refused(key, by=0, lang="ja")


def test_every_refusal_that_exists_is_said_by_a_rule():
    folder = files("takujo.games.pax_renaissance")
    source = "".join(
        (folder / name).read_text("utf-8") for name in ("refusals.py", "refusals_within.py")
    )
    own = words("en", GAME).messages.keys() - words("en").messages.keys()
    for key in own:
        if key.startswith("refused."):
            assert f'"{key.removeprefix("refused.")}"' in source


# --- The view -----------------------------------------------------------------------------------


def test_what_a_purchase_costs_is_shown_before_it_is_made(pax):
    at = pax(florins={0: 3}, pots={"west3": 2})
    offer = next(o for o in at.view(0).offers if o.key == "buy west3")
    assert offer.forecast.deltas == ((0, -1),)
    assert [n for _, n in offer.forecast.tokens] == [1, 1, 1]
    assert at.says(offer.note) == "takes 2 florins lying on it"


def test_barred_cards_are_explained(pax):
    at = pax(florins={0: 5}).play("buy west2")
    why = [at.says(o.why_not) for o in at.view(0).offers if o.why_not is not None]
    assert any("placed on this card" in w for w in why)


def test_the_chart_shows_tokens_thrones_states_and_where_the_fairs_start(pax):
    at = pax(pawns={"england-france": 1}, pirates={"france-hre": "islamic"})
    chart = next(z for z in at.view(0).scene if z.id == "map")
    ids = {p.id: p for p in chart.pieces}
    assert ids["city.london"].face == "catholic_rook"
    assert ids["pawn.england-france"].seat == 1
    assert ids["pirate.france-hre"].face == "islamic_pirate"
    assert ids["city.timbuktu"].face == "black_disk"
    assert ("#mamluk", ("islamic",)) in chart.marks
    assert ("#tana", ("fair_east",)) in chart.marks


def test_queens_vassals_bishops_and_repressed_tokens_lie_on_their_squares(pax):
    at = pax(
        west={0: "hre+mary_the_rich>france"}, bishops={"mary_the_rich": "catholic"},
        repressed={"france": "pawn_1"},
    )  # fmt: skip
    row = {p.id: p for p in next(z for z in at.view(0).scene if z.id == "west.0").pieces}
    hre, queen, france = (f"c{n}" for n in (2, at.s.zones[at.s.layout.zone("west.0")][1], 1))
    assert row[queen].on == hre
    assert row[france].on == hre
    assert "silenced" in row[hre].marks
    assert "vassal" in row[france].marks
    assert row[f"bishop.{queen}"].on == queen
    assert row["held.france.pawn_1"].on == france


def test_the_cards_out_of_play_can_be_looked_through_the_newest_first(pax):
    at = pax(florins={0: 3}, hands={0: "luther"}, discard="jesuits").play("sell luther")
    pile = next(z for z in at.view(1).scene if z.id == "discard")
    assert [p.face for p in pile.pieces] == ["luther", "jesuits"]
    assert pile.shape.folded
    assert at.says(pile.label) == "Out of play: 2"


def test_the_decks_and_the_comets_that_have_passed_are_counted(pax):
    at = pax(decks={"east": 3, "west": 2}, market={"west2": "comet_of_halley"}, florins={0: 2})
    assert at.says(at.view(0).progress.phase) == "Decks: East 3, West 2 · 3 comets passed"
    at.play("buy west2")
    assert at.says(at.view(0).progress.phase) == "Decks: East 3, West 2 · 4 comets passed"


def test_panels_are_computed_from_the_position(pax):
    """Faults P12."""
    at = pax(west={0: "hre gutenberg"}, hands={0: "luther"}, pawns={"england-france": 0})
    panel = at.view(1).panels[0]
    shown = {c.name: c.value for c in panel.counters}
    assert shown == {"hand": 1, "kings": 1, "concessions": 1, "law": 1}


def test_the_log_tells_a_line_in_both_languages(pax):
    at = pax(florins={0: 3}, pots={"west3": 2}).play("buy west3")
    assert at.log("en", viewer=0) == ["You buy Antipope for 3 and take 2."]
    assert at.log("ja") == ["プレイヤー1は対立教皇を3金で購入し、2金を得た。"]


def test_a_position_prints_in_a_few_lines(pax):
    text = str(pax(west={0: "hre+mary_the_rich>france"}, repressed={"france": "pawn_1"}).s)
    assert "hre +mary_the_rich >france[1 pawn_1]" in text
    assert len(text) < 3000


@pytest.mark.parametrize(
    "facts",
    [
        {"west": {0: "luther luther"}}, {"west": {0: "nobody"}}, {"florins": {7: 1}},
        {"cities": {"paris": "catholic_pirate"}}, {"west": {0: "luther+mary_the_rich"}},
        {"market": {"west9": "luther"}}, {"active": "everything"}, {"used": "everything"},
        {"repressed": {"france": "reformist_knight " * 8}},
    ],
)  # fmt: skip
def test_what_cannot_be_is_no_position(pax, facts):
    with pytest.raises(ValueError, match=r"twice|no card|players|city|queen|none of|so many"):
        pax(**facts)


# --- Bots ---------------------------------------------------------------------------------------


def test_kingdoms_florins_and_victories_in_reach_are_worth_more(pax):
    poor = pax()
    assert GAME.evaluate(pax(florins={0: 5}).s, 0) > GAME.evaluate(poor.s, 0)
    assert GAME.evaluate(pax(west={0: "hre"}).s, 0) > GAME.evaluate(poor.s, 0)
    assert GAME.evaluate(pax(west={1: "hre"}).s, 0) < GAME.evaluate(poor.s, 0)
    ready = pax(west={0: "hre france england"}, active="imperial")
    asleep = pax(west={0: "hre france england"})
    assert GAME.evaluate(ready.s, 0) > GAME.evaluate(asleep.s, 0) + 50
    won = ready.play("declare imperial")
    assert GAME.evaluate(won.s, 0) == -GAME.evaluate(won.s, 1) == 1000
