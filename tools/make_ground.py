"""Draw the tilesets of the maps: `python tools/make_ground.py` (needs pillow)."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from xml.sax.saxutils import quoteattr

from ground_art import catalogue, hex_lines, hex_places, hexes, roofs, surfaces, things, walls
from ground_art.blob import BLOBS, FULL
from ground_art.catalogue import COLUMNS, Picture
from PIL import Image

FOLDER = Path(__file__).resolve().parent.parent / "maps" / "tilesets"
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'


def properties(values: dict[str, str | int], indent: str) -> str:
    """A <properties> block, or "" without values."""
    if not values:
        return ""
    lines = []
    for name, value in values.items():
        kind = ' type="int"' if isinstance(value, int) else ""
        if name == "terrain":
            kind = ' propertytype="Terrain"'
        lines.append(f"{indent} <property name={quoteattr(name)}{kind} value={quoteattr(str(value))}/>\n")
    return f"{indent}<properties>\n{''.join(lines)}{indent}</properties>\n"


def tile(number: int, values: dict[str, str | int], inside: str = "") -> str:
    """A <tile> element, or "" if it would be empty."""
    body = properties(values, "  ") + inside
    return f' <tile id="{number}">\n{body} </tile>\n' if body else ""


def sheet(name: str, images: Sequence[Image.Image], described: Iterable[str], wangs: str = "") -> None:
    """Write images of one size as one sheet of tiles, and its tileset."""
    rows = -(-len(images) // COLUMNS)
    wide, tall = images[0].size
    whole = Image.new("RGBA", (COLUMNS * wide, rows * tall), (0, 0, 0, 0))
    for number, image in enumerate(images):
        whole.paste(image, (number % COLUMNS * wide, number // COLUMNS * tall))
    save(whole, FOLDER / f"{name}.png")
    text = (
        f'{_HEAD}<tileset version="1.10" tiledversion="1.10.2" name="{name}" tilewidth="{wide}" tileheight="{tall}"'
        f' tilecount="{rows * COLUMNS}" columns="{COLUMNS}">\n'
        f' <image source="{name}.png" width="{whole.width}" height="{whole.height}"/>\n'
        f"{''.join(described)}{wangs}</tileset>\n"
    )
    (FOLDER / f"{name}.tsx").write_text(text, "utf-8", newline="\n")


def collection(name: str, pictures: Sequence[Picture], images: Iterable[Image.Image]) -> None:
    """Write a folder of images, and their tileset. The upper left of an image is that of its footprint."""
    (FOLDER / name).mkdir(parents=True, exist_ok=True)
    entries = []
    for number, (picture, image) in enumerate(zip(pictures, images, strict=True)):
        save(image, FOLDER / name / f"{picture.name}.png")
        values: dict[str, str | int] = {**picture.properties}
        if picture.wide:
            values |= {"cells_w": picture.wide, "cells_h": picture.tall}
        source = f'  <image width="{image.width}" height="{image.height}" source="{name}/{picture.name}.png"/>\n'
        entries.append(tile(number, values, source))
    width, height = max(each.width for each in pictures), max(each.height for each in pictures)
    text = (
        f'{_HEAD}<tileset version="1.10" tiledversion="1.10.2" name="{name}" tilewidth="{width}"'
        f' tileheight="{height}" tilecount="{len(pictures)}" columns="0">\n'
        f' <grid orientation="orthogonal" width="1" height="1"/>\n{"".join(entries)}</tileset>\n'
    )
    (FOLDER / f"{name}.tsx").write_text(text, "utf-8", newline="\n")


def save(image: Image.Image, path: Path) -> None:
    """Write a PNG with at most 255 colours, which is enough for flat drawings."""
    image.quantize(255, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(path, optimize=True)


def wang(name: str, kind: str, ink: str, tiles: Iterable[tuple[int, Sequence[int]]]) -> str:
    """A terrain brush for Tiled, which says which tile fits which edges and corners."""
    entries = "".join(f'   <wangtile tileid="{n}" wangid="{",".join(map(str, sides))}"/>\n' for n, sides in tiles)
    return (
        f'  <wangset name="{name}" type="{kind}" tile="-1">\n'
        f'   <wangcolor name="{name}" color="{ink}" tile="-1" probability="1"/>\n{entries}  </wangset>\n'
    )


def surfaces_sheet() -> None:
    """Write the sheet of surfaces: bare ground in the first row, then five rows for each surface."""
    images = [surfaces.ground(variant) for variant in range(surfaces.GROUNDS)]
    images += [surfaces.ground(0)] * (COLUMNS - len(images))
    described = [tile(number, {"terrain": "open"}) for number in range(COLUMNS)]
    brushes = []
    for surface in surfaces.SURFACES:
        first = len(images)
        cases = [(bits, number) for number, bits in enumerate(BLOBS)]
        cases += [(FULL, variant) for variant in range(1, surfaces.VARIANTS)]
        images += [surfaces.patch(surface, bits, variant) for bits, variant in cases]
        described += [tile(first + number, {"terrain": surface.terrain}) for number in range(len(cases))]
        fits = [(first + number, [bits >> side & 1 for side in range(8)]) for number, (bits, _) in enumerate(cases)]
        brushes.append(wang(surface.name, "mixed", surface.fill, fits))
    sheet("surfaces", images, described, f" <wangsets>\n{''.join(brushes)} </wangsets>\n")


def contours_sheet() -> None:
    """Write the sheet of the rims of hills. They are only decoration: rectangles of the class Height set heights."""
    fits = [(number, [bits >> side & 1 for side in range(8)]) for number, bits in enumerate(BLOBS)]
    brush = f" <wangsets>\n{wang('hill', 'mixed', '#8A7A58', fits)} </wangsets>\n"
    sheet("contours", [surfaces.contour(bits) for bits in BLOBS], [], brush)


def walls_sheet() -> None:
    """Write the sheet of walls: sixteen tiles each, then decks of bridges, crossed east to west or north to south."""
    images: list[Image.Image] = []
    described: list[str] = []
    brushes = []
    for kind in walls.WALLS:
        first = len(images)
        images += [walls.wall(kind, bits) for bits in range(16)]
        described += [tile(first + bits, {"terrain": kind.terrain, "name": kind.title}) for bits in range(16)]
        fits = [(first + bits, [v for side in range(4) for v in (bits >> side & 1, 0)]) for bits in range(1, 16)]
        brushes.append(wang(kind.name, "edge", "#8A7A58", fits))
    for across in (True, False):
        first = len(images)
        images += [walls.deck(bits, across=across) for bits in range(16)]
        described += [tile(first + bits, {"terrain": "road", "name": "bridge"}) for bits in range(16)]
    sheet("walls", images, described, f" <wangsets>\n{''.join(brushes)} </wangsets>\n")


def hex_sheets() -> None:
    """Write the sheets of hexagonal maps: terrains, and the coasts, roads and ferries that are laid over them."""
    variants = [(kind, variant) for kind in hexes.GROUNDS for variant in range(catalogue.HEX_KINDS)]
    sheet(
        "hexes",
        [hexes.ground(kind, variant) for kind, variant in variants],
        [tile(number, {"terrain": kind.terrain}) for number, (kind, _) in enumerate(variants)],
    )
    lines = [hex_lines.coast(bits, water=water) for water in (False, True) for bits in range(hex_lines.SETS)]
    lines += [way(bits) for way in (hex_lines.road, hex_lines.ferry) for bits in range(hex_lines.SETS)]
    sheet("hex_lines", lines, [])


def main() -> None:
    """Draw and write all tilesets."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    steps: tuple[Callable[[], None], ...] = (surfaces_sheet, contours_sheet, walls_sheet, hex_sheets)
    for step in steps:
        step()
    collection("things", catalogue.THINGS, (things.thing(kind) for kind in things.LIST))
    collection("hex_places", catalogue.PLACES, (hex_places.place(kind) for kind in hex_places.LIST))
    collection("roofs", catalogue.ROOFS, (roofs.roof(kind) for kind in roofs.LIST))


if __name__ == "__main__":
    main()
