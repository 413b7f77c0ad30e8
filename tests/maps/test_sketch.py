"""Sketches become setups and setups sketches."""

from __future__ import annotations

import copy
import json
import time

import pytest

from game.sketch import SketchError, parse_sketch, read_sketch, sketch_text, write_sketch

SKETCH = {
    "ruleset": "skirmishcorps",
    "grid": "square",
    "board": ["..........", "...##..~..", ".........."],
    "units": [
        {"id": "r1", "seat": "red", "profile": "trooper", "at": [0, 2], "marker": "move"},
        {
            "id": "b1",
            "seat": "blue",
            "profile": "veteran",
            "at": [9, 2],
            "marker": "overwatch",
            "stats": {"RE": 8},
        },
    ],
    "phase": "act",
    "seat": "red",
}


def changed(**fields):
    return {**copy.deepcopy(SKETCH), **fields}


def with_unit(**fields):
    sketch = copy.deepcopy(SKETCH)
    sketch["units"][1].update(fields)
    return sketch


def test_the_protocols_example_becomes_a_setup():
    setup = read_sketch(SKETCH)
    assert (setup.ruleset, setup.phase, setup.seat, setup.seats) == (
        "skirmishcorps",
        "act",
        "red",
        ("red", "blue"),
    )
    red, blue = setup.units
    assert (setup.board.xy(red.at), red.markers) == ((0, 2), {"move": "down"})
    assert (setup.board.xy(blue.at), blue.stats) == ((9, 2), {"RE": 8})
    assert setup.board.rows() == SKETCH["board"]


def test_a_sketch_is_the_same_in_json_and_toml():
    toml = """
    ruleset = "skirmishcorps"
    board = ["..........", "...##..~..", ".........."]
    phase = "act"
    seat = "red"
    [[units]]
    id = "r1"
    seat = "red"
    profile = "trooper"
    at = [0, 2]
    marker = "move"
    [[units]]
    id = "b1"
    seat = "blue"
    profile = "veteran"
    at = [9, 2]
    marker = "overwatch"
    stats = {RE = 8}
    """
    assert read_sketch(toml) == read_sketch(json.dumps(SKETCH))


def test_a_full_sketch_survives_reading_and_writing():
    full = changed(
        title="The ford",
        note="A note.",
        turn=2,
        turns=5,
        first="blue",
        seats=["blue", "red", "gold"],
        heights=["0000000000", "0011000000", "0000000009"],
        names={"Corn Hall": [[3, 1], [4, 1]]},
        zones={"blue": [[0, 0, 2, 3]], "exit:red": [[9, 0]]},
        objectives=[{"id": "ford", "name": "The ford", "cells": [[6, 1]], "points": 3, "seat": "red"}],
        sites=[{"kind": "town", "seat": "gold", "at": [5, 0]}],
        roads=[[[0, 0], [1, 0]]],
        options={"weather": "rain"},
    )
    full["units"][0] |= {
        "weapon": "rifle",
        "figures": 2,
        "name": "Ann",
        "group": "f1",
        "facts": {"loaded": 1},
        "markers": ["suppressed", {"kind": "overwatch", "face": "up"}],
        "marker": "move",
    }
    setup = read_sketch(full)
    assert setup.units[0].markers == {"move": "down", "suppressed": "up", "overwatch": "up"}
    assert setup.zones["exit:red"] == (9,)
    again = write_sketch(setup)
    assert read_sketch(again) == setup
    assert read_sketch(sketch_text(setup)) == setup
    assert again["sites"] == full["sites"]
    assert again["heights"] == full["heights"]
    assert write_sketch(read_sketch(again)) == again


def test_markers_of_a_kind_may_be_given_with_a_count():
    for listed in (["blast", "blast"], [{"kind": "blast", "face": "up", "count": 2}], ["blast", {"kind": "blast"}]):
        unit = read_sketch(with_unit(markers=listed)).units[1]
        assert (unit.markers["blast"], unit.facts) == ("up", {"blast": 2})
    assert read_sketch(with_unit(markers=["blast"])).units[1].facts == {}


RIDERS = [
    {"id": "t1", "seat": "a", "profile": "carrier", "at": [3, 1]},
    {"id": "p1", "seat": "a", "profile": "line", "aboard": "t1"},
    {"id": "e1", "seat": "b", "profile": "line", "at": [7, 1]},
]


def test_a_passenger_drawn_without_a_cell_has_that_of_its_carrier():
    setup = read_sketch({"ruleset": "epic", "board": ["." * 9] * 3, "units": RIDERS})
    assert [setup.board.xy(unit.at) for unit in setup.units] == [(3, 1), (3, 1), (7, 1)]


def test_a_carrier_aboard_another_carrier_needs_a_cell():
    nested = [*RIDERS, {"id": "p2", "seat": "a", "profile": "line", "aboard": "p1"}]
    with pytest.raises(SketchError, match="p1 is aboard another unit itself; name the unit that carries both"):
        read_sketch({"ruleset": "epic", "board": ["." * 9] * 3, "units": nested})


def test_seats_of_any_name_are_in_the_order_of_their_first_unit():
    sketch = with_unit(seat="green")
    assert read_sketch(sketch).seats == ("red", "green")


def test_a_sketch_with_one_side_gets_an_opponent():
    assert read_sketch(changed(units=SKETCH["units"][:1])).seats == ("red", "blue")


def test_a_sketch_may_be_ground_alone():
    setup = read_sketch({"ruleset": "skirmishcorps", "board": ["..", ".."]})
    assert (setup.units, setup.seats, setup.phase) == ((), ("blue", "red"), "")


def test_hexes_may_hold_several_units_of_a_seat():
    units = [dict(unit, at=[1, 1]) for unit in SKETCH["units"]]
    setup = read_sketch(changed(grid="hex", board=["gfm~", ".g.."], units=units))
    assert setup.board.grid == "hex"
    assert len({unit.at for unit in setup.units}) == 1


BAD = {
    "no ruleset": ({"board": ["."]}, "ruleset", "add it"),
    "an unknown ruleset": (changed(ruleset="chess"), "ruleset", "'chess'"),
    "a ruleset that is a path": (changed(ruleset="../skirmishcorps"), "ruleset", "unknown"),
    "an unknown field": (changed(bord=[]), "", "'bord'"),
    "an unknown grid": (changed(grid="round"), "grid", "'round'"),
    "no board": (changed(board=[]), "board", "rows"),
    "a board that is a text": (changed(board="..."), "board", "list"),
    "a row that is a number": (changed(board=["..", 3]), "board[1]", "row"),
    "an empty row": (changed(board=[""]), "board[0]", "1 to 200"),
    "rows of two lengths": (changed(board=["...", ".."]), "board[1]", "2 glyphs and the first 3"),
    "an unknown glyph": (changed(board=["...", ".?."]), "board[1], column 1", "'?'"),
    "a glyph of the other grid": (changed(board=["..f"]), "board[0], column 2", "'f'"),
    "a board too wide": (changed(board=["." * 201]), "board[0]", "200"),
    "a board too high": (changed(board=["."] * 201), "board", "200"),
    "heights of another size": (changed(heights=["00"]), "heights", "board"),
    "heights of no digits": (changed(heights=["-" * 10] * 3), "heights[0], column 0", "'-'"),
    "units that are none": (changed(units=["r1"]), "units[0]", "table"),
    "units by the thousand": (changed(units=[{}] * 1000), "units", "400"),
    "a unit without an id": (changed(units=[{"seat": "red"}]), "units[0].id", "id"),
    "an id with a colon": (with_unit(id="b1:pass"), "units[1].id", "'b1:pass'"),
    "an id twice": (with_unit(id="r1"), "units[1].id", "r1"),
    "an unknown unit field": (with_unit(colour="red"), "units[1]", "'colour'"),
    "a seat that does not play": (
        changed(seats=["red", "gold"]),
        "units[1].seat",
        "'blue'",
    ),
    "a seat for the referee": (with_unit(seat="referee"), "units[1].seat", "'referee'"),
    "a seat that is a number": (with_unit(seat=7), "units[1].seat", "'7'"),
    "five seats": (changed(seats=["a", "b", "c", "d", "e"]), "seats", "4"),
    "a seat twice": (changed(seats=["a", "a"]), "seats", "twice"),
    "an unknown profile": (with_unit(profile="wizard"), "units[1].profile", "'wizard'"),
    "an unknown weapon": (with_unit(weapon="wand"), "units[1].weapon", "'wand'"),
    "an unknown marker": (with_unit(marker="asleep"), "units[1].marker", "'asleep'"),
    "a marker of three faces": (
        with_unit(markers=[{"kind": "move", "face": "edge"}]),
        "units[1].markers[0].face",
        "'edge'",
    ),
    "a marker counted to nothing": (
        with_unit(markers=[{"kind": "blast", "count": 0}]),
        "units[1].markers[0].count",
        "1 to 30",
    ),
    "an unknown statistic": (with_unit(stats={"XP": 3}), "units[1].stats", "'XP'"),
    "an absurd statistic": (with_unit(stats={"RE": 10**30}), "units[1].stats.RE", "40"),
    "a statistic that is true": (with_unit(stats={"RE": True}), "units[1].stats.RE", "number"),
    "a cell outside": (with_unit(at=[10, 0]), "units[1].at", "[10, 0]"),
    "a cell below zero": (with_unit(at=[-1, 0]), "units[1].at", "0 to 9"),
    "a cell of one number": (with_unit(at=[1]), "units[1].at", "[column, row]"),
    "a cell of halves": (with_unit(at=[1.5, 0]), "units[1].at", "[column, row]"),
    "no cell": (with_unit(at=None), "units[1].at", "[column, row]"),
    "a unit in a wall": (with_unit(at=[3, 1]), "units[1].at", "d2"),
    "a unit in the water": (with_unit(at=[7, 1]), "units[1].at", "water"),
    "two units on one cell": (with_unit(at=[0, 2]), "units[1].at", "b1 and r1"),
    "a turn before the first": (changed(turn=0), "turn", "1 to 99"),
    "a zone of nobody": (changed(zones={"gold": [[0, 0]]}), "zones", "'gold'"),
    "a zone over the edge": (changed(zones={"red": [[8, 0, 9, 1]]}), "zones.red[0]", "board"),
    "a zone turned inside out": (changed(zones={"red": [[8, 0, -1, 1]]}), "zones.red[0]", "board"),
    "zones that overlap a thousandfold": (
        changed(zones={"red": [[0, 0, 10, 3]] * 2000}),
        "zones.red",
        "overlap",
    ),
    "an objective without cells": (changed(objectives=[{"id": "x"}]), "objectives[0].cells", "cells"),
    "an objective twice": (
        changed(objectives=[{"id": "x", "cells": [[0, 0]]}] * 2),
        "objectives[1].id",
        "'x'",
    ),
    "an objective to leave by that is nobody's": (
        changed(objectives=[{"id": "x", "cells": [[0, 0]], "goal": {"scored": "exit"}}]),
        "objectives[0].goal.seat",
        "does not play",
    ),
    "a fact with an endless name": (with_unit(facts={"x" * 101: 1}), "units[1].facts", "name"),
    "an option with an endless name": (changed(options={"x" * 101: "1"}), "options", "name"),
    "an unknown ruling": (changed(rulings={"SC-A999": "x"}), "rulings", "SC-A999"),
    "a site nowhere": (changed(sites=[{"kind": "town", "at": [99, 0]}]), "sites[0].at", "outside"),
    "a road off the board": (changed(roads=[[[0, 0], [0, 7]]]), "roads[0][1]", "board"),
    "a phase that is a list": (changed(phase=[]), "phase", "text"),
    "a seat to act that no unit belongs to": (changed(seat="gold"), "seat", "'gold'"),
    "a seat to act that does not play": (changed(seats=["red", "blue"], seat="gold"), "seat", "'gold'"),
}


@pytest.mark.parametrize("case", BAD, ids=str)
def test_a_bad_sketch_is_refused_with_its_place(case):
    sketch, place, phrase = BAD[case]
    with pytest.raises(SketchError) as caught:
        read_sketch(sketch)
    assert caught.value.place == place
    assert phrase in str(caught.value)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("", "ruleset"),
        ("{", "not JSON"),
        ("[1", "not TOML"),
        ('{"a":' + "[" * 100_000, "not JSON"),
        ("a = " + "[" * 100_000, "not TOML"),
        ('{"a": ' + "9" * 10_000 + "}", "not JSON"),
        ("a = 1\na = 2", "not TOML"),
        ("x" * 600_000, "500000 letters"),
        ('{"ruleset": NaN}', "not JSON"),
    ],
    ids=[
        "empty",
        "torn JSON",
        "torn TOML",
        "deep JSON",
        "deep TOML",
        "a long number",
        "a key twice",
        "long",
        "NaN",
    ],
)
def test_a_text_that_is_no_sketch_is_refused_quickly(text, phrase):
    began = time.process_time()
    with pytest.raises(SketchError, match=phrase):
        read_sketch(parse_sketch(text))
    assert time.process_time() - began < 2
