"""Measures a large map in the window; `bench_parts.ground` runs this file in a process of its own.

`large_map.py FOLDER SIDE` writes a map of SIDE x SIDE cells into the folder, shows it, zooms, and prints the numbers as
JSON. If SIDE is 0, it shows the map whose tiles the large one repeats.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent.parent
MODEL = "market_street"
"""The map whose tiles the large one repeats."""

sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(ROOT / "tools"))


def write(folder: Path, side: int) -> Path:
    """Write a map of `side` x `side` cells that repeats the tiles of `MODEL`, with its units where they are there."""

    def repeated(data: re.Match[str]) -> str:
        rows = [row.strip(",").split(",") for row in data[1].split()]
        wide = [(row * (side // len(row) + 1))[:side] for row in rows]
        high = (wide * (side // len(wide) + 1))[:side]
        return '<data encoding="csv">\n' + ",\n".join(map(",".join, high)) + "\n</data>"

    text = (ROOT / "maps" / f"{MODEL}.tmx").read_text("utf-8")
    text = re.sub(r'<data encoding="csv">(.*?)</data>', repeated, text, flags=re.DOTALL)
    text = re.sub(r'width="\d+" height="\d+"(?= tilewidth|>)', f'width="{side}" height="{side}"', text)
    shutil.copytree(ROOT / "maps" / "tilesets", folder / "tilesets")
    path = folder / "large.tmx"
    path.write_text(text, "utf-8")
    return path


def main(folder: Path, side: int) -> None:
    """Show the map, zoom, and print the numbers."""
    path = write(folder, side) if side else ROOT / "maps" / f"{MODEL}.tmx"
    start = time.perf_counter()
    from game.records.tables import TableKind
    from game.ui.app import App
    from game.ui.launch import parse_play

    made = parse_play([str(path), "--seed", "1"])
    if isinstance(made, str):
        raise SystemExit(made)
    app = App((1280, 800))
    app.settings.table = TableKind.OPEN  # without a curtain before the battle
    screen = made(app)
    app.push(screen)
    app.draw()
    numbers = {"first picture": 1000 * (time.perf_counter() - start)}
    from bench_parts.rows import highest_memory

    took = []
    for step in (1, 1, -1, -1, -1, -1, 1, 1):
        start = time.perf_counter()
        screen.map.zoom_by(step)
        app.draw()
        took.append(1000 * (time.perf_counter() - start))
    print(json.dumps(numbers | {"zoom": median(took), "longest zoom": max(took), "memory": highest_memory()}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
