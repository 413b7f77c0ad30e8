"""Good maps become setups; what is read of them and what is not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hut_map import MAP, on_hexes, with_rider, write_map

from game.engine.setup import SiteSpec
from game.maps import LoadedMap, MapError, UnknownScenarioError, load_map
from game.maps.scenarios import list_scenarios, load_scenario, read_heads
from game.sketch import read_sketch, write_sketch


@pytest.fixture
def hut(tmp_path: Path) -> LoadedMap:
    return load_map(write_map(tmp_path))


def test_a_map_becomes_the_setup_it_draws(hut):
    setup = hut.setup
    assert (setup.ruleset, setup.title, setup.seats, setup.turns) == (
        "skirmishcorps",
        "The hut",
        ("blue", "red"),
        6,
    )
    assert (setup.first, setup.note, setup.source) == ("red", "A short fight.", "hut.tmx")
    assert setup.board.rows() == ["...##.", ".#....", "..T...", ".....~", "......"]


def test_a_tile_object_covers_the_cells_under_its_images_upper_left(hut):
    board = hut.setup.board
    assert {board.xy(cell): name for cell, name in board.names.items()} == {
        (3, 0): "hut",
        (4, 0): "hut",
        (1, 1): "wall",
    }


@pytest.mark.parametrize(
    ("attributes", "cells"),
    [
        ('gid="7" x="96" y="48" width="80" height="48"', {(3, 0), (4, 0)}),
        # mirrored, the 64 pixels lie at the right end of the 80
        ('gid="2147483655" x="80" y="48" width="80" height="48"', {(3, 0), (4, 0)}),
        # turned a quarter clockwise about the lower left: the image's top is now its right side
        ('gid="7" x="80" y="32" width="80" height="48" rotation="90"', {(3, 1), (3, 2)}),
        ('gid="7" x="160" y="16" width="80" height="48" rotation="180"', {(3, 1), (4, 1)}),
    ],
)
def test_flips_and_quarter_turns_carry_the_footprint_along(tmp_path, attributes, cells):
    path = write_map(tmp_path)
    path.write_text(MAP.replace('gid="7" x="96" y="48" width="80" height="48"', attributes))
    board = load_map(path).setup.board
    assert {board.xy(cell) for cell, name in board.names.items() if name == "hut"} == cells


def test_units_stand_where_their_points_and_rectangles_are(hut):
    blue, red = hut.setup.units
    board = hut.setup.board
    assert (blue.id, blue.seat, blue.profile, board.xy(blue.at)) == ("b1", "blue", "trooper", (0, 4))
    assert (blue.stats, blue.markers) == ({"RE": 9}, {"overwatch": "down"})
    assert (red.id, red.weapon, red.name, board.xy(red.at)) == ("r1", "pistol", "Ida", (5, 4))


def test_zones_objectives_and_heights_take_the_cells_whose_centres_they_hold(hut):
    setup, board = hut.setup, hut.setup.board
    assert [board.xy(cell) for cell in setup.zones["blue"]] == [(0, 3), (1, 3), (0, 4), (1, 4)]
    (well,) = setup.objectives
    assert (well.id, well.name, well.points) == ("well", "The well", 2)
    assert [board.xy(cell) for cell in well.cells] == [(2, 3), (3, 3)]
    assert [board.heights[board.cell(0, y)] for y in range(5)] == [2, 2, 2, 0, 0]


def test_sites_and_roads_stand_in_the_setup(hut):
    cell = hut.setup.board.cell
    assert hut.setup.sites == (SiteSpec("town", cell(0, 1), "blue", "The mill"), SiteSpec("city", cell(5, 2)))
    assert hut.setup.roads == ((cell(0, 1), cell(1, 2), cell(2, 3), cell(3, 3)),)


def test_a_cell_has_the_size_that_the_map_says(hut, tmp_path):
    assert hut.setup.options["scale"] == "25"
    path = write_map(tmp_path)
    path.write_text(MAP.replace('<property name="scale" type="int" value="25"/>', ""))
    assert "scale" not in load_map(path).setup.options


def test_a_map_says_which_seats_are_allies(tmp_path):
    path = write_map(tmp_path)
    path.write_text(MAP.replace('name="note"', 'name="sides" value="red/blue"/><property name="note"'))
    assert load_map(path).setup.options["sides"] == "red/blue"


def test_a_passenger_has_the_cell_of_its_carrier(tmp_path):
    path = write_map(tmp_path)
    path.write_text(with_rider())
    b1, _, b2 = load_map(path).setup.units
    assert (b2.aboard, b2.at) == ("b1", b1.at)


def test_the_picture_shows_tile_layers_and_things_but_no_units(hut):
    assert hut.layers == ("ground", "things", "sites")
    assert (hut.cell_width, hut.cell_height) == (32, 32)


def test_classes_as_tiled_1_9_writes_them_are_read(tmp_path):
    path = write_map(tmp_path)
    path.write_text(MAP.replace('type="Unit"', 'class="Unit"'))
    assert len(load_map(path).setup.units) == 2


def test_a_map_has_the_same_fingerprint_in_any_folder(tmp_path):
    here, there = (load_map(write_map(tmp_path / name)).setup for name in ("here", "there"))
    assert here.fingerprint() == there.fingerprint()


def test_a_sketch_of_a_map_draws_the_same_table(hut):
    again = read_sketch(write_sketch(hut.setup))
    assert again.to_json() == {**hut.setup.to_json(), "source": ""}


def test_hexes_take_the_units_whose_points_they_hold(tmp_path):
    path = write_map(tmp_path)
    text = MAP.replace(
        'orientation="orthogonal"',
        'orientation="hexagonal" hexsidelength="16" staggeraxis="y" staggerindex="odd"',
    )
    # rows lie (32 + 16) / 2 = 24 pixels apart, odd ones 16 pixels to the right
    text = text.replace('x="16" y="144"', 'x="49" y="86"').replace('x="160" y="128" width', 'x="80" y="32" width')
    path.write_text(text.replace('y="96" width="64" height="64"', 'y="72" width="64" height="48"'))
    on_hexes(tmp_path)
    setup = load_map(path).setup
    assert setup.board.grid == "hex"
    assert [setup.board.xy(unit.at) for unit in setup.units] == [(1, 3), (2, 1)]


def test_scenarios_are_listed_by_their_headers_and_broken_ones_named(tmp_path):
    write_map(tmp_path)
    (tmp_path / "torn.tmx").write_text(MAP[:300])
    (scenario,) = list_scenarios(tmp_path)
    assert (scenario.id, scenario.title, scenario.ruleset, scenario.seats) == (
        "hut",
        "The hut",
        "skirmishcorps",
        ("blue", "red"),
    )
    assert (scenario.width, scenario.height, scenario.turns) == (6, 5, 6)
    (broken,) = read_heads(tmp_path)[1]
    assert broken.file == "torn.tmx"


def test_a_scenario_is_loaded_by_id_or_by_path(tmp_path):
    path = write_map(tmp_path)
    assert load_scenario("hut", tmp_path).setup == load_scenario(str(path)).setup
    with pytest.raises(UnknownScenarioError, match="no scenario 'barn'; the scenarios are: hut"):
        load_scenario("barn", tmp_path)


def test_headless_loading_imports_neither_pygame_nor_pytmx(tmp_path):
    path = write_map(tmp_path)
    code = (
        "import sys; from game.maps import load_map; from game.maps.scenarios import list_scenarios\n"
        "from game.sketch import write_sketch; from pathlib import Path\n"
        f"write_sketch(load_map({str(path)!r}).setup); list_scenarios(Path({str(tmp_path)!r}))\n"
        "print(sorted({'pygame', 'pytmx'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_folder_is_no_map_whatever_its_name(tmp_path):
    with pytest.raises(MapError, match="it is a folder"):
        load_map(tmp_path)
