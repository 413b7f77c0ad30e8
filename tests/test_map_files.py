"""The maps that ship: they load, start, end, open in Tiled, and are what their plans draw."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from game.board.terrain import TABLE
from game.engine.dice import DiceSource, seeded_die
from game.engine.match import Match
from game.engine.rulebook import load_army, rulesets
from game.maps import load_map
from game.maps.picture import load_picture
from game.paths import MAPS
from game.rules import build

ROOT = Path(__file__).resolve().parent.parent
FILES = sorted(MAPS.glob("*.tmx"))
NAMES = [path.stem for path in FILES]
tiled = pytest.mark.skipif(
    not shutil.which("tiled") or not shutil.which("tmxrasterizer"), reason="Tiled is not installed"
)


def run_tiled(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": str(folder)}
    return subprocess.run(words, env=env, capture_output=True, text=True, timeout=60, check=False)


def test_every_rulebook_has_its_scenarios() -> None:
    counts = dict.fromkeys(rulesets(), 0)
    for path in FILES:
        counts[load_map(path).setup.ruleset] += 1
    assert counts["skirmishcorps"] >= 4
    assert counts["wh40k2"] >= 3
    assert counts["stargrunt2"] >= 3


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_a_map_has_a_fair_size_objectives_and_equal_rights(path: Path) -> None:
    setup = load_map(path).setup
    assert 24 <= setup.board.width <= 48
    assert 18 <= setup.board.height <= 36
    assert setup.objectives
    assert setup.note.endswith(".")
    assert set(setup.zones) >= set(setup.seats)
    assert {unit.seat for unit in setup.units} == set(setup.seats)


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_a_game_on_the_map_begins_and_ends(path: Path) -> None:
    setup = load_map(path).setup
    match = Match(setup, build(setup.ruleset, setup.rulings), DiceSource(seed=1))
    made = 0
    while match.pending is not None:
        made += 1
        options = match.pending.options
        match.choose(options[seeded_die(2, made, len(options)) - 1].id)
    assert match.outcome is not None


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_every_objective_can_be_reached_by_both_sides(path: Path) -> None:
    setup = load_map(path).setup
    for seat in setup.seats:
        starts = [unit.at for unit in setup.units if unit.seat == seat]
        reach = setup.board.reach(starts[0], 100_000)
        for objective in setup.objectives:
            assert any(cell in reach.costs for cell in objective.cells), f"{seat} cannot reach {objective.name}"


def test_the_files_are_what_their_plans_draw(tmp_path: Path) -> None:
    before = {path.name: path.read_bytes() for path in [*FILES, MAPS / "snowball.tiled-project"]}
    script = f"import sys; sys.path.insert(0, 'tools'); import make_maps; from pathlib import Path; make_maps.MAPS = Path({str(tmp_path)!r}); make_maps.main()"
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
    assert {"Unit", "Zone", "Objective", "Height"} <= set(offered)


@tiled
@pytest.mark.parametrize("path", FILES, ids=NAMES)
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
    hidden = [part for layer in ("units", "zones", "objectives", "heights") for part in ("--hide-layer", layer)]
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
