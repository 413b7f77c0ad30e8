"""Generated battlefields with ground of every kind and two sides at its ends, for measurements on many boards."""

from __future__ import annotations

import random

from game.board.board import Board
from game.engine.rulebook import load_army
from game.engine.setup import Objective, Setup, UnitSpec

SEATS = ("blue", "red")


def generated(
    seed: int, width: int = 24, height: int = 18, side: int = 5, ruleset: str = "skirmishcorps", turns: int = 6
) -> Setup:
    """A board of woods, walls, low cover and water with `side` units at each end; odd seeds have objectives."""
    rng = random.Random(seed)  # noqa: S311 - boards, not secrets
    rows = [["."] * width for _ in range(height)]
    for _ in range(width * height // 40):
        glyph = rng.choice("##TTnn~,")
        x, y = rng.randrange(1, width - 1), rng.randrange(2, height - 2)
        for _ in range(rng.randrange(2, 6)):
            rows[y][x] = glyph
            x = min(width - 2, max(1, x + rng.choice((-1, 0, 1))))
            y = min(height - 3, max(2, y + rng.choice((-1, 0, 1))))
    board = Board.from_rows(["".join(row) for row in rows])
    profiles = sorted(load_army(ruleset).profiles)
    chosen = [rng.choice(profiles) for _ in range(side)]
    columns = sorted(rng.sample(range(1, width - 1), side))
    units = [
        UnitSpec(f"{seat[0]}{i + 1}", seat, profile, board.cell(x if seat == "blue" else width - 1 - x, y))
        for seat, y in (("blue", 0), ("red", height - 1))
        for i, (profile, x) in enumerate(zip(chosen, columns, strict=True))
    ]
    objectives: list[Objective] = []
    if seed % 2:
        for number in range(rng.randrange(1, 4)):
            x, y = rng.randrange(2, width - 2), height // 2
            cells = tuple(c for c in board.area(board.cell(x, y), 1) if board.passable(c))
            if cells:
                objectives.append(Objective(f"o{number}", f"Place {number + 1}", cells))
    return Setup(
        ruleset, f"Generated {seed}", board, SEATS, tuple(units), objectives=tuple(objectives), turns=turns, first=""
    )
