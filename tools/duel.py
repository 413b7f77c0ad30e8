"""Play the computer player against random play and print a table: who won, how long a decision takes.

python3 tools/duel.py [--games N] [--seed S] [--size WxH] [--side UNITS] [--ruleset ID] [--even] [MAP.tmx ...]

The computer player has each seat of a board in turn, however many there are; random play has all the others.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from game.ai.levels import ComputerPlayer
from game.ai.players import RandomPlayer
from game.ai.seatview import SeatView
from game.board.board import Board
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.rulebook import load_army
from game.engine.setup import Objective, Setup, UnitSpec
from game.rules import build
from tests.setups import TABLES, random_setup

SEATS = ("blue", "red")


def generated(
    seed: int, width: int = 24, height: int = 18, side: int = 5, ruleset: str = "skirmishcorps", turns: int = 6
) -> Setup:
    """A board of woods, walls, low cover and water with two sides at its ends; every other one has objectives."""
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


def duel(
    setup: Setup, seat: str, seed: int, times: Counter[str], worst: dict[str, tuple[float, str]], *, even: bool = False
) -> str:
    """One game; returns "won", "lost" or "drawn" for the computer player at `seat`. Times in seconds by kind."""
    match = Match(setup, build(setup.ruleset, setup.rulings), DiceSource(seed=seed))
    chance, simple = RandomPlayer(seed, even=even), ComputerPlayer()
    while (asked := match.pending) is not None:
        if asked.seat != seat:
            match.choose(chance.choose(SeatView(match, asked.seat), asked).id)
            continue
        since = time.perf_counter()
        option = simple.choose(SeatView(match, seat), asked)
        took = time.perf_counter() - since
        times[asked.kind] += took  # type: ignore[assignment]
        times[f"n:{asked.kind}"] += 1
        worst[asked.kind] = max(
            worst.get(asked.kind, (0.0, "")), (took, f"{setup.title}, {len(asked.options)} options")
        )
        match.choose(option.id, until=option.until)
    winner = (match.outcome or {}).get("winner", "")
    return "won" if winner == seat else "lost" if winner else "drawn"


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(description="The computer player against random play.")
    parser.add_argument("maps", nargs="*")
    parser.add_argument("--games", type=int, default=20, help="games on generated boards, or on each map")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", default="24x18")
    parser.add_argument("--side", type=int, default=5)
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--ruleset", default="skirmishcorps")
    parser.add_argument("--even", action="store_true", help="random play takes each kind of action equally often")
    given = parser.parse_args(arguments)
    width, height = (int(part) for part in given.size.split("x"))
    times: Counter[str] = Counter()
    worst: dict[str, tuple[float, str]] = {}
    total: Counter[str] = Counter()
    boards: list[tuple[str, list[Setup]]] = []
    seeds = range(given.seed, given.seed + given.games)
    if given.maps:
        from game.maps import load_map

        boards = [(name, [load_map(name).setup] * given.games) for name in given.maps]
    elif given.ruleset in TABLES:
        fields = [random_setup(given.ruleset, s, width=width, height=height, turns=given.turns) for s in seeds]
        boards = [(f"generated, {n} seats", [f for f in fields if len(f.seats) == n]) for n in (2, 3, 4)]
    else:
        fields = [generated(s, width, height, given.side, given.ruleset, given.turns) for s in seeds]
        boards = [
            ("generated, no objective", [f for f in fields if not f.objectives]),
            ("generated, objectives", [f for f in fields if f.objectives]),
        ]
    print(f"{'board':<40} {'seat':<6} {'won':>4} {'lost':>5} {'drawn':>6}")
    for name, setups in boards:
        seats = setups[0].seats if setups else ()
        for place, seat in enumerate(seats):
            share = setups[place :: len(seats)] if len(setups) >= len(seats) else setups
            results = Counter(
                duel(setup, seat, given.seed + i, times, worst, even=given.even) for i, setup in enumerate(share)
            )
            total += results
            print(f"{name:<40} {seat:<6} {results['won']:>4} {results['lost']:>5} {results['drawn']:>6}", flush=True)
    games = sum(total.values())
    print(f"all: {total['won']} of {games} won ({100 * total['won'] / max(1, games):.0f} %)")
    print(f"\n{'decision':<14} {'count':>6} {'mean ms':>8} {'max ms':>8}  worst on")
    for kind in sorted(worst):
        mean = 1000 * times[kind] / times[f"n:{kind}"]
        print(f"{kind:<14} {times[f'n:{kind}']:>6} {mean:>8.1f} {1000 * worst[kind][0]:>8.1f}  {worst[kind][1]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
