"""Epic: a counter charge uses its whole allowance (EP-10, EP-A2), compared with direct_way.py on random positions."""

from __future__ import annotations

from random import Random

import pytest

from tests.assault import Assault
from tests.budget import POSITIONS
from tests.direct_way import Floor, ends

SCALES = (10, 15, 25, 36)
EVERY_DAY = 25


def position(chance):
    """A table with a formation that has been charged, and its floor; None where no charge could be made."""
    mm = chance.choice(SCALES)
    width, height = chance.randint(14, 26), chance.randint(10, 20)
    closed = chance.choice((0, 0, 0.04, 0.12))
    cells = [(x, y) for y in range(height) for x in range(width)]
    walls = {cell for cell in cells if chance.random() < closed}
    free = [cell for cell in cells if cell not in walls]
    near = chance.choice(free)
    free.sort(key=lambda cell: (cell[0] - near[0]) ** 2 + (cell[1] - near[1]) ** 2)
    free = free[: chance.choice((20, 60, 200))]
    chance.shuffle(free)
    line = [f"l{n}@{x},{y}:{chance.choice(('line', 'bikes'))}" for n, (x, y) in enumerate(free[: chance.randint(1, 8)])]
    rest = free[len(line) :]
    horde = [f"h{n}@{x},{y}" for n, (x, y) in enumerate(rest[: chance.randint(1, 6)])]
    rows = ["".join("#" if (x, y) in walls else "." for x in range(width)) for y in range(height)]
    forms = {"line": f"b line {' '.join(line)}", "horde": f"a horde {' '.join(horde)}"}
    if len(rest) > len(horde) + 3 and chance.random() < 0.4:
        forms["other"] = f"a horde {' '.join(f'o{n}@{x},{y}' for n, (x, y) in enumerate(rest[-2:]))}"
    scene = Assault(*rows, size=(width, height), scale=str(mm), **forms)
    if not any(option.id == "horde:engage:line" for option in scene.match.pending.options):
        return None
    scene.acts("horde", "engage:line")
    if scene.match.pending.why == "action test":
        scene.rolls("action test", 6)
    for _ in range(40):
        asked = scene.match.pending
        if asked is None or asked.kind != "charge":
            break
        ids = [option.id for option in asked.options if option.unit and option.action == "move"]
        if asked.option("confirm") and (not ids or chance.random() < 0.4):
            scene.match.choose("confirm")
        elif ids:
            scene.match.choose(chance.choice(ids))
        else:
            return None
    if scene.match.pending is None or scene.match.pending.kind != "counter_charge":
        return None
    return scene, walls, mm


def compared(scene, walls, mm):
    """How many stands were compared; each may end where the clauses say."""
    board, state = scene.setup.board, scene.match.front
    where = {name: board.xy(unit.at) for name, unit in state.units.items() if not unit.out}
    enemies = {name: cell for name, cell in where.items() if state.units[name].seat == "a"}
    fighting = [cell for name, cell in enemies.items() if state.units[name].group == "horde"]
    own = {name: cell for name, cell in where.items() if state.units[name].seat == "b"}
    floor = Floor(board.width, board.height, mm, frozenset(walls), enemies)
    for name, cell in own.items():
        floor.friends = set(own.values()) - {cell}
        expected = set()
        if not any(enemy in floor.around(cell) for enemy in fighting):
            expected = ends(floor, cell, 10 if state.units[name].stats["SPEED"] >= 30 else 5)
        offered = {
            board.xy(option.to)
            for option in scene.match.pending.options
            if option.unit == name and option.action == "move"
        }
        assert offered == expected, scene.dump(f"{name} may end on {offered}, by the clauses on {expected}")
    return len(own)


def searched(seed, positions):
    """How many positions were compared, and how many stands."""
    chance, tables, stands = Random(seed), 0, 0
    while tables < positions:
        found = position(chance)
        if found is not None:
            tables += 1
            stands += compared(*found)
    return tables, stands


def test_ep_10_a2_on_random_positions_a_counter_charge_ends_where_the_clauses_say():
    assert searched(1, EVERY_DAY)[1] > EVERY_DAY


@pytest.mark.fuzz
def test_ep_10_a2_on_many_positions_a_counter_charge_ends_where_the_clauses_say():
    tables, stands = searched(2, POSITIONS)
    print(f"{tables} positions, {stands} stands: every counter charge ends where the clauses say.")  # noqa: T201 (what it is run for)
    assert stands > tables
