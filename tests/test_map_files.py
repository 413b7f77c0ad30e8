"""The maps that ship: they load, start, end, open in Tiled, and are what their plans draw."""

from __future__ import annotations

import itertools
import json
import math
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pygame
import pytest

from game.board.terrain import TABLE
from game.engine.dice import DiceSource, seeded_die
from game.engine.match import Match
from game.engine.rulebook import load_army, rulesets
from game.engine.setup import Setup, UnitSpec
from game.maps import load_map
from game.maps.picture import load_picture
from game.maps.preflight import check
from game.paths import MAPS
from game.rules import build
from tests.budget import alternate

ROOT = Path(__file__).resolve().parent.parent
FILES = sorted(MAPS.glob("*.tmx"))
NAMES = [path.stem for path in FILES]
SETUPS = {path.stem: load_map(path).setup for path in FILES}
ON_SQUARES = [name for name in NAMES if SETUPS[name].board.grid == "square"]
ON_HEXES = [name for name in NAMES if SETUPS[name].board.grid == "hex"]
LESSONS = {"first_battle"}
"""Maps that a lesson is played on: smaller, and whole in the window at 150 %."""
FORMATIONS = [name for name in NAMES if SETUPS[name].ruleset == "epic"]
UNPAINTED = ("units", "zones", "objectives", "heights", "roads")
PUBLISHED = {"nac", "esu", "nsl", "fse", "ork", "orks", "eldar", "imperial", "astartes", "tyranid", "necron", "chaos"}
"""Names of forces in published games."""
ROAD = (228, 221, 207)
tiled = pytest.mark.skipif(
    not shutil.which("tiled") or not shutil.which("tmxrasterizer"), reason="Tiled is not installed"
)


def run_tiled(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": str(folder)}
    return subprocess.run(words, env=env, capture_output=True, text=True, timeout=60, check=False)


def sites(name: str) -> list[dict[str, object]]:
    board = SETUPS[name].board
    return [{"kind": s.kind, "seat": s.seat, "at": list(board.xy(s.at)), "name": s.name} for s in SETUPS[name].sites]


def roads(name: str) -> list[list[list[int]]]:
    return [[list(SETUPS[name].board.xy(cell)) for cell in road] for road in SETUPS[name].roads]


def formations(setup: Setup) -> dict[tuple[str, str], list[UnitSpec]]:
    """The stands on the table by seat and formation."""
    found: dict[tuple[str, str], list[UnitSpec]] = {}
    for unit in setup.units:
        if not unit.aboard:
            found.setdefault((unit.seat, unit.group), []).append(unit)
    return found


def gap(name: str, one: UnitSpec, other: UnitSpec) -> float:
    """Centimetres between two stands, each as large as its cell."""
    setup = SETUPS[name]
    between = math.dist(setup.board.xy(one.at), setup.board.xy(other.at)) - 1
    return between * int(setup.options["scale"]) / 10


def test_every_rulebook_has_its_scenarios() -> None:
    counts = dict.fromkeys(rulesets(), 0)
    for setup in SETUPS.values():
        counts[setup.ruleset] += 1
    assert counts["skirmishcorps"] >= 4
    assert counts["viktory2"] >= 4
    assert all(count >= 3 for count in counts.values())


@pytest.mark.parametrize("name", NAMES)
def test_the_ids_of_units_begin_with_the_letter_of_their_seat_and_names_are_not_trademarks(name: str) -> None:
    units = SETUPS[name].units
    assert [unit.id for unit in units if not unit.id.startswith(unit.seat[0])] == []
    words = {word.lower() for unit in units for word in re.findall(r"[A-Za-z]+", f"{unit.name} {unit.group}")}
    assert words & PUBLISHED == set()


@pytest.mark.parametrize("name", ON_SQUARES)
def test_a_map_of_squares_has_a_fair_size_objectives_and_equal_rights(name: str) -> None:
    setup = SETUPS[name]
    if name in LESSONS:
        assert (setup.board.width, setup.board.height) == (18, 12), "the whole of it fits beside a lesson's words"
    else:
        assert 24 <= setup.board.width <= 48
        assert 18 <= setup.board.height <= 36
    assert setup.objectives
    assert setup.note.endswith(".")
    assert set(setup.zones) >= set(setup.seats)
    assert {unit.seat for unit in setup.units} == set(setup.seats)


@pytest.mark.parametrize("name", [name for name in NAMES if SETUPS[name].ruleset == "skirmishcorps"])
def test_a_battle_of_markers_begins_in_contact_on_both_sides(name: str) -> None:
    """Whoever acts first is likely seen: three units a side stand where an enemy may shoot at them."""
    setup, board = SETUPS[name], SETUPS[name].board
    army = load_army("skirmishcorps")
    reach = {unit.id: army.weapons[unit.weapon or army.profiles[unit.profile].weapon].range for unit in setup.units}
    seen = {
        seat: sum(
            any(
                board.visible(foe.at, unit.at) and board.distance(foe.at, unit.at) <= reach[foe.id]
                for foe in setup.units
                if foe.seat != seat
            )
            for unit in setup.units
            if unit.seat == seat
        )
        for seat in setup.seats
    }
    assert min(seen.values()) >= 3, seen


@pytest.mark.parametrize("name", ON_HEXES)
def test_a_map_of_hexes_has_a_sea_around_and_a_capital_for_each_seat(name: str) -> None:
    setup, board = SETUPS[name], SETUPS[name].board
    edge = [cell for cell in range(len(board.terrain)) if len(board.neighbours(cell)) < 6]
    assert {board.terrain[cell] for cell in edge} == {"water"}
    capitals = [site["seat"] for site in sites(name) if site["kind"] == "capital"]
    assert sorted(capitals) == sorted(setup.seats)
    assert {unit.seat for unit in setup.units} == set(setup.seats)
    assert setup.note.endswith(("?", "."))


MORE = {
    "four_banks": {"blue": ["cavalry"], "red": ["cavalry"]},
    "narrow_water": {"red": ["infantry", "infantry"]},
    "three_shores": {"gold": ["infantry"]},
}
"""Units that seats have beside those that all have, so that none is favoured by its place or by its turn."""
CITIES = {"four_banks": ["gold", "plum"]}
"""Seats with a city more, as the note says."""


@pytest.mark.parametrize("name", sorted({*ON_HEXES} - {"gun_on_the_hill"}))
def test_all_seats_on_hexes_have_the_same_units_except_to_balance_their_places(name: str) -> None:
    setup, more, cities = SETUPS[name], MORE.get(name, {}), CITIES.get(name, [])
    each = {seat: Counter(unit.profile for unit in setup.units if unit.seat == seat) for seat in setup.seats}
    same = [own - Counter(more.get(seat, [])) for seat, own in each.items()]
    assert same == same[:1] * len(same)
    towns = [Counter(str(site["kind"]) for site in sites(name) if site["seat"] == seat) for seat in setup.seats]
    common = [own - Counter(["city"] * (seat in cities)) for seat, own in zip(setup.seats, towns, strict=True)]
    assert 6 <= same[0].total() <= 9
    assert same[0]["artillery"]
    assert common == common[:1] * len(common)
    assert common[0]["town"] >= 3


@pytest.mark.parametrize("name", sorted({*ON_HEXES} - {"gun_on_the_hill"}))
def test_a_road_goes_from_town_to_town_two_or_three_hexes_on(name: str) -> None:
    places = [site["at"] for site in sites(name)]
    for road in roads(name):
        stops = [place for place, cell in enumerate(road) if cell in places]
        end = len(road) - 1
        assert (stops[0], stops[-1]) == (0, end)
        assert any(stop in (2, 3) for stop in stops)
        assert any(end - stop in (2, 3) for stop in stops)


@pytest.mark.parametrize("name", [name for name in ON_HEXES if SETUPS[name].roads])
def test_a_road_is_painted_where_it_runs(name: str) -> None:
    board, grid = SETUPS[name].board, check(MAPS / f"{name}.tmx").grid
    painted = load_picture(MAPS / f"{name}.tmx").paint()
    crossed = 0
    for here, there in (step for road in roads(name) for step in itertools.pairwise(road)):
        if "water" in (board.terrain[board.cell(*here)], board.terrain[board.cell(*there)]):
            continue
        between = [round(sum(pair) / 2) for pair in zip(grid.centre(*here), grid.centre(*there), strict=True)]
        colour = painted.get_at(between)[:3]
        assert max(abs(a - b) for a, b in zip(colour, ROAD, strict=True)) < 6, f"no road from {here} to {there}"
        crossed += 1
    assert crossed > 10


@pytest.mark.parametrize("name", FORMATIONS)
def test_every_formation_begins_in_coherency(name: str) -> None:
    for stands in formations(SETUPS[name]).values():
        linked, rest = [stands[0]], stands[1:]
        for one in linked:
            near = [other for other in rest if gap(name, one, other) <= 5]
            linked += near
            rest = [other for other in rest if other not in near]
        assert not rest


@pytest.mark.parametrize("name", FORMATIONS)
def test_every_formation_can_fight_another_in_the_second_turn(name: str) -> None:
    """One double and a charge that ends within 15 cm."""
    setup, speeds = SETUPS[name], load_army("epic").profiles
    groups = formations(setup)
    for (seat, _), stands in groups.items():
        enemies = [stand for (other, _), those in groups.items() if other != seat for stand in those]
        assert any(
            gap(name, stand, enemy) <= 3 * speeds[stand.profile].stats["SPEED"] + 15
            for stand in stands
            for enemy in enemies
        )


@pytest.mark.parametrize("name", alternate(NAMES, 2))
def test_a_game_on_the_map_begins_and_ends(name: str) -> None:
    setup = SETUPS[name]
    match = Match(setup, build(setup.ruleset, setup.rulings), DiceSource(seed=1))
    made = 0
    while match.pending is not None:
        made += 1
        # Any kind of action first, then any option of that kind: a plan of many moves is confirmed at some time.
        kinds = sorted({option.action for option in match.pending.options})
        kind = kinds[seeded_die(2, made, len(kinds)) - 1]
        ids = [option.id for option in match.pending.options if option.action == kind]
        match.choose(ids[seeded_die(3, made, len(ids)) - 1])
    assert match.outcome is not None


@pytest.mark.parametrize("name", ON_SQUARES)
def test_every_objective_can_be_reached_by_both_sides(name: str) -> None:
    setup = SETUPS[name]
    for seat in setup.seats:
        starts = [unit.at for unit in setup.units if unit.seat == seat]
        reach = setup.board.reach(starts[0], 100_000)
        for objective in setup.objectives:
            assert any(cell in reach.costs for cell in objective.cells), f"{seat} cannot reach {objective.name}"


def test_the_files_are_what_their_plans_draw(tmp_path: Path) -> None:
    before = {path.name: path.read_bytes() for path in [*FILES, MAPS / "snowball.tiled-project"]}
    script = (
        "import sys; sys.path.insert(0, 'tools'); import make_maps; from pathlib import Path; "
        f"make_maps.MAPS = Path({str(tmp_path)!r}); make_maps.main()"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    if "No module named 'PIL'" in done.stderr:
        pytest.skip("Pillow is not installed")
    assert done.returncode == 0, done.stderr
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_the_tiled_project_offers_what_the_game_knows() -> None:
    project = json.loads((MAPS / "snowball.tiled-project").read_text("utf-8"))
    offered = {kind["name"]: kind.get("values") for kind in project["propertyTypes"]}
    assert offered["Terrain"] == [terrain.kind for terrain in TABLE]
    assert set(offered["Profile"]) == {name for book in rulesets() for name in load_army(book).profiles}
    assert set(offered["Weapon"]) == {name for book in rulesets() for name in load_army(book).weapons}
    assert {"Unit", "Zone", "Objective", "Height", "Site", "Road"} <= set(offered)


@tiled
@pytest.mark.parametrize(
    "path",
    alternate(FILES, 13),
    ids=NAMES,
)
def test_tiled_opens_the_map_without_a_warning_and_paints_what_the_game_paints(path: Path, tmp_path: Path) -> None:
    exported = run_tiled("tiled", "--export-map", "json", str(path), str(tmp_path / "map.json"), folder=tmp_path)
    assert exported.returncode == 0
    said = [
        line
        for line in exported.stderr.splitlines()
        if "propagateSizeHints" not in line and "XDG_RUNTIME_DIR" not in line
    ]
    assert not said
    picture = tmp_path / "map.png"
    hidden = [part for layer in UNPAINTED for part in ("--hide-layer", layer)]
    assert (
        run_tiled("tmxrasterizer", "--no-smoothing", *hidden, str(path), str(picture), folder=tmp_path).returncode == 0
    )
    pygame.display.init()
    theirs, ours = pygame.image.load(picture), load_picture(path).paint()
    assert theirs.get_size() == ours.get_size()
    ground = [pygame.Surface(ours.get_size()) for _ in range(2)]
    for surface, layer in zip(ground, (theirs, ours), strict=True):
        surface.blit(layer, (0, 0))
    pixels = [pygame.image.tobytes(surface, "RGB")[::7] for surface in ground]
    furthest = max(abs(a - b) for a, b in zip(*pixels, strict=True))
    assert furthest <= 4, "no more than rounding where shadows are half transparent"
