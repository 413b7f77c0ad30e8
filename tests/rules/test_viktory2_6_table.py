"""VIKTORY II: what the table shows: prompts, refusals, chances, dice over hexes, seats, sites, steps, positions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.cli.text.say import table_lines
from game.engine.dice import Reader, spread
from game.engine.match import Match
from game.engine.odds import SiteChange, UnitChange, explore
from game.engine.position import position
from game.engine.unfit import SetupError
from game.engine.viewers import REFEREE
from game.engine.wire import odds_json
from game.rules import build
from game.rules.viktory2.chances import fight_at
from game.rules.viktory2.ground import enemies_on, lined_up, on
from game.rules.viktory2.throws import COUNT, SCORE
from game.rules.viktory2.words import counted
from game.sketch import read_sketch, write_sketch
from tests.hexes import Hexes
from tests.setups import decisions, random_match
from tests.viewed import viewed


def test_the_prompt_of_several_guns_names_their_dice():
    scene = Hexes("a7 a8+a1 b1+b2 b4").attacks(1, 0, "b1", "b2")
    scene.asks(
        "A decides: which guns fire at the attackers?",
        "B brings B1 and B2 into 0201; no die has rolled. A7 two dice, A8 two dice; once a turn.",
    )


def test_a_unit_that_can_do_nothing_more_is_told_why():
    scene = Hexes("b1 ~ ~ a1 b4").refused("b1", "VK-A27", "no hex to go to")
    refused = {no.unit: no.reason for no in scene.match.pending.refused}
    assert refused == {"b1": "no hex to go to"}
    Hexes("~ b9(b1)@~ ~ a1 b4").refused("b1", "VK-A32", "aboard B9, and no shore to land at")


def test_every_unit_is_told_why_it_has_no_overwatch():
    scene = Hexes("a7+a8 . b1+b2 b4", "a9(a5)@~ . . .", a8="reserve").chooses("b1:move:1,0").asked("a", "react")
    scene.refused("a8", "VK-A10", "in the reserve").refused("a9", "VK-A23").refused("a5", "VK-04")
    assert [(no.unit, no.clause) for no in scene.match.pending.refused] == []  # A7 may fire, A8 is not on the map


@pytest.mark.parametrize(
    ("row", "option", "chance"),
    [
        ("a7 . . b1 b4", "a7:overwatch:b1", "1/2"),
        ("a7 . . b1 b4", "pass", None),
        ("a7 a1 b1 b4", "a7:overwatch:1,0", "11/12"),
        ("a7 a1 b1 b4", "pass", "2/3"),
    ],
)
def test_an_overwatch_shot_is_forecast_by_its_chance_to_hit_and_in_a_battle_to_hold_the_hex(row, option, chance):
    scene = Hexes(row)
    if row.split()[1] == "a1":
        scene.attacks(1, 0, "b1")
    else:
        scene.chooses("b1:move:1,0")
    total = scene.forecast(option)
    assert (str(total.p_hit) if total else None) == chance
    assert total is None or total.effect == ("held" if row.split()[1] == "a1" else "out")


def test_bombarding_and_battles_tell_their_chances():
    scene = Hexes("a1+a5 b7+b1 b4").promises("b7:bombard:0,0", "3/4")
    total = scene.forecast("b7:bombard:0,0")
    assert (total.dice, total.need, total.distance, total.note) == ("2D6 at ≤3", 3, 1, "25% to lose two")
    scene = Hexes(".:Ta b1 b4 a7").chooses("b1:move:0,0").promises("battle:0,0", "1/2")
    scene = Hexes(".:Ta b1 b4", "a7 . .").chooses("b1:move:0,0")
    assert scene.forecast("battle:0,0").note == "before one gun of overwatch"


def test_the_results_of_a_shot_name_the_suggested_victims_and_add_up_to_one():
    scene = Hexes("a7 a1 b1+b4+b5 b6").attacks(1, 0, "b1", "b4", "b5")
    total = scene.forecast("a7:overwatch:1,0")
    rows = [("no hit", "1/4", "VK-A6"), ("one hit: B5", "1/2", "VK-03"), ("two hits: B5 and B4", "1/4", "VK-03")]
    assert [(words, str(chance), clause) for words, chance, clause in total.results] == rows
    assert [sides for _, sides in total.rolled] == [6, 6]
    scene.chooses("a7:overwatch:1,0").rolls("overwatch", 1, 6).asked("a", "victim")
    assert scene.match.pending.default == "remove:b5"


def test_the_results_of_a_frigates_shot_name_no_victims_because_their_owner_picks():
    scene = Hexes("a1+a2 b9@~ b1")
    option = next(o for o in scene.match.pending.options if o.action == "bombard")
    assert scene.match.forecast(option).results == ()


def test_before_another_round_the_chance_of_fighting_on_is_told():
    scene = Hexes("a1 b1 b4").attacks(0, 0, "b1").rolls("attack", 6).rolls("defence", 6).promises("stay", "1/3")
    assert scene.forecast("retreat") is None


@pytest.mark.parametrize(
    ("rows", "group"),
    [
        (["a1 b1 b4"], ["b1"]),
        (["a1+a5:Ta b1+b5 b4", "b2 . ."], ["b1", "b5", "b2"]),
        (["a1+a7@m b7+b1 b4"], ["b1", "b7"]),
        (["a9+a0 b9 b4@.", "b0@~ . ."], ["b9", "b0"]),
        (["a7:Ca b7+b1+b5 b4", "a9@~ ~ ."], ["b7", "b1", "b5"]),
    ],
)
def test_the_chance_of_a_battle_is_what_all_its_possible_rolls_come_to(rows, group):
    scene = Hexes(*rows).chooses(*(f"{unit}:move:0,0" for unit in group))
    match, option = scene.match, scene.match.pending.option("battle:0,0")
    ends = explore(match.rules, match.state, [*match.answers, option], assume=True)  # who is asked passes
    taken = sum((chance for chance, state in ends if on(state, 0) and not enemies_on(state, "b", 0)), Fraction(0))
    assert sum(chance for chance, _ in ends) == 1
    assert taken == fight_at(scene.match.front, 0, lined_up(scene.match.front, "b")[0]).taken() > 0


def test_odds_say_which_seat_gets_the_town():
    scene = Hexes(".:Ta b1 b4 a1").chooses("b1:move:0,0")
    taken, lost = SiteChange("town", scene.cell(0, 0), "b"), UnitChange("b1", out=True)
    rows = scene.match.odds("battle:0,0")
    assert {changes: str(chance) for chance, changes in rows} == {(taken,): "1/2", (lost,): "1/2"}
    assert [row["changes"] for row in odds_json(scene.match, "battle:0,0", REFEREE)] == [
        [{"site": "town", "at": [0, 0], "seat": "b"}] if changes == (taken,) else [{"unit": "b1", "out": True}]
        for _, changes in rows
    ]


@pytest.mark.parametrize("read", [COUNT(3, 2), COUNT(4, 9), SCORE(3, 2, 1), SCORE(4, 1, 0)])
@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_the_chances_of_rolls_are_those_of_every_face(read, dice):
    plain = Reader(read.reader.read)  # without a distribution of its own every face is counted

    def table(reading):
        return {o: p for o, p, _ in spread((6,) * dice, reading).outcomes}

    assert table(read) == table(plain(*read.numbers))


def test_watched_hexes_show_the_dice_that_entering_them_draws():
    scene = Hexes("a7 a1 . b1 b4", ". . . . .")
    assert viewed(scene.match)["overlay"]["watched"] == {"0,0": 2, "1,0": 2, "0,1": 1}
    scene.chooses("end").asked("a", "act")
    assert viewed(scene.match)["overlay"]["watched"] == {}  # A's own guns do not watch A


def test_watched_hexes_are_listed_by_the_seat_whose_guns_watch_them():
    scene = Hexes("a7 . . c7 . b1", ". . . . . b2")
    watchers = viewed(scene.match)["overlay"]["watchers"]
    assert {seat: [cell for cell in cells if cell[1] == 0] for seat, cells in watchers.items()} == {
        "a": [[0, 0], [1, 0]],
        "c": [[2, 0], [3, 0], [4, 0]],
    }
    scene.chooses("b1:move:4,0").asked("c", "react")
    assert list(viewed(scene.match)["overlay"]["watchers"]) == ["c"]


def test_declared_battles_are_shown_before_they_begin():
    scene = Hexes("a1 b1+b5 b4").chooses("b1:move:0,0", "b5:move:0,0")
    assert viewed(scene.match)["overlay"]["battles"] == [{"at": [0, 0], "units": ["b1", "b5"]}]
    assert [unit["lined_up"] for unit in viewed(scene.match)["units"]] == [False, True, True, False]


def test_seats_sites_and_roads_are_shown():
    scene = Hexes("a7+a8 .:Ka b1 b4 .:T", ". . . . .", roads=[[[0, 0], [1, 0]]]).chooses("b1:move:2,1")
    view = viewed(scene.match)
    assert [(seat["seat"], seat["note"]) for seat in view["seats"]] == [
        ("b", "1 of 2 moved"),
        ("c", "no guns"),
        ("a", "guns 2 of 2 ready"),
    ]
    assert [(site["kind"], site["seat"], site["at"]) for site in view["sites"]] == [
        ("capital", "a", [1, 0]),
        ("town", "", [4, 0]),
    ]
    assert view["roads"] == [[[0, 0], [1, 0]]]
    assert [unit.get("shots") for unit in view["units"]] == [1, 1, None, None]


def test_a_capital_that_has_fallen_is_a_city():
    scene = Hexes(".:Ka b1 b4 c1").attacks(0, 0, "b1").rolls("defence", 6, 6)
    assert viewed(scene.match)["sites"][0]["kind"] == "city"


def test_the_steps_of_a_turn_are_shown_with_the_one_that_runs():
    scene = Hexes("a7 b1+b7 b4", "b2@f:Kb . .", b2="reserve")

    def now():
        return next(step["title"] for step in viewed(scene.match)["steps"] if step["status"] == "now")

    found = [now()]
    for choice in ("b1:move:0,0", "b7:move:0,0", "battle:0,0", "pass"):
        scene.chooses(choice)
        found.append(now())
    scene.rolls("pre-battle fire", 6, 6).rolls("pre-battle fire", 6, 6)
    found.append(now())
    assert found == [
        "Bombard",
        "Move, declare battle",
        "Move, declare battle",
        "Overwatch",
        "Pre-battle fire",
        "Battle rounds",
    ]


def test_the_ladder_shows_what_each_gun_did():
    scene = Hexes("a7+a8 b1+b2 b4").attacks(0, 0, "b1", "b2").chooses("a8:overwatch:0,0").rolls("overwatch", 6, 6)
    scene.ladder("a8 overwatch resolved")
    assert viewed(scene.match)["queue"]["reactions"][0]["note"] == "no hits with two dice"


def test_a_position_of_any_moment_keeps_its_sites_and_reserves():
    compared = 0
    for match in decisions(random_match("viktory2", 4), 4):
        if match.front.queues or match.pending.kind != "act":
            continue
        shared = position(match)
        again = Match(read_sketch(write_sketch(shared)), build("viktory2"))
        assert [(u.id, u.at, u.out, u.aboard) for u in again.front.units.values()] == [
            (u.id, u.at, u.out, u.aboard) for u in match.front.units.values() if not u.out or u.reserve
        ]
        assert [site["seat"] for site in viewed(again)["sites"]] == [site["seat"] for site in viewed(match)["sites"]]
        compared += 1
    assert compared > 20


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (["a1@~ b1"], "Unit a1 cannot stand in the water at 0101; move it."),
        (["a9@. b1"], "Unit a9 cannot stand in a land hex at 0101; move it."),
        (["a1+b1 ."], "Unit b1 begins in a hex of a at 0101; move one of them."),
        (["a1:Tb b1"], "Unit a1 begins in a hex of b at 0101; move one of them."),
        (["a1(a2) b1"], "Unit a2 cannot be aboard a1; a frigate carries land units."),
        (["a9(a1+a2+a3+a4) b1"], "Frigate a9 carries too much; its hold is 3."),
        (["~:Ta b1 a1"], "The town at 0101 lies in the water; move it to a land hex."),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_a_sentence(rows, words):
    with pytest.raises(SetupError) as refused:
        Hexes(*rows)
    assert str(refused.value) == words


def test_a_road_names_every_hex_and_the_board_is_of_hexes():
    with pytest.raises(SetupError, match="A road jumps from 0101 to 0301; name every hex of it"):
        Hexes("a1 . . b1", roads=[[[0, 0], [2, 0]]])
    square = {"ruleset": "viktory2", "board": ["..", ".."], "units": [], "seats": ["a", "b"]}
    with pytest.raises(SetupError, match="VIKTORY II is played on hexes"):
        Match(read_sketch(square), build("viktory2"))


def test_the_table_in_sentences_has_towns_cargo_and_the_reserve():
    scene = Hexes("a1+a2:Ka b9(b1)@~ b4 .:T", a2="reserve")
    lines = list(table_lines(scene.match, "a"))
    assert {
        "A2, A Infantry: in the reserve.",
        "B1, B Infantry, at 0201, aboard B9.",
        "Without a name, a capital at 0101, held by A.",
        "Without a name, a town at 0401, held by nobody.",
    } <= set(lines)


def test_small_numbers_are_written_as_words():
    assert [counted(n, "hit") for n in (0, 1, 2, 11)] == ["no hits", "one hit", "two hits", "11 hits"]
