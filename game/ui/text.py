"""Text in three font families, rendered large and reduced smoothly, so that spacing is even at every size and scale.

A `face` is a key of `_FAMILIES`; sizes and widths are in pixels.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

import pygame

from game.ui.palette import INK, Colour

_FAMILIES = {
    "serif": ("IBM Plex Serif", 600, "normal", "SemiBold"),
    "serif_italic": ("IBM Plex Serif", 500, "italic", "MediumItalic"),
    "body": ("Atkinson Hyperlegible", 400, "normal", "Regular"),
    "bold": ("Atkinson Hyperlegible", 700, "normal", "Bold"),
    "italic": ("Atkinson Hyperlegible", 400, "italic", "Italic"),
    "label": ("Barlow Condensed", 500, "normal", "Medium"),
    "label_semi": ("Barlow Condensed", 600, "normal", "SemiBold"),
    "label_bold": ("Barlow Condensed", 700, "normal", "Bold"),
}
Align = Literal["left", "centre", "right"]
"""The part of a line that is at a given place: its left end, middle or right end."""
PATH = 24
"""A longer word, such as the path of a file, is broken if it has no room; shorter ones are cut."""
_FINE = 4
"""Text is rendered so many times as large and reduced."""
_KEPT = 3000
"""The most rendered texts in the cache."""

_LACKING = str.maketrans({"″": '"', "′": "'", "→": "–"})
"""Characters that the font of sentences lacks -> what is written instead."""
_PRINTED = str.maketrans({"'": "’"})
"""Typed characters -> their printed form."""
_PLACE = re.compile(r"(?<![A-Za-z])([a-z]?)l(?=[0-9]|$)")
"""The l of a column, as in l16 and al16; in the font of labels it would look like an I or a 1."""

_surfaces: OrderedDict[tuple[str, str, int, Colour], pygame.Surface] = OrderedDict()


@cache
def _font(face: str, size: int) -> pygame.font.Font:
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(str(_file(face)), size)


@cache
def _file(face: str) -> Path:
    """The font file of a face: in the package of its family, or else from fontpkg, which is slow."""
    name, weight, style, cut = _FAMILIES[face]
    spec = find_spec(f"fontpkg_{name.lower().replace(' ', '_')}")
    if spec is not None and spec.origin is not None:
        path = Path(spec.origin).parent / "files" / f"{name.replace(' ', '')}-{cut}.ttf"
        if path.is_file():
            return path
    import fontpkg

    return Path(fontpkg.path(name, weight, style))


@lru_cache(maxsize=8192)
def written(text: str, face: str) -> str:
    """The text with characters that the face lacks, or that look alike in it, replaced."""
    text = text.translate(_PRINTED)
    if face.startswith("label"):
        return _PLACE.sub(r"\1ℓ", text)
    return text.translate(_LACKING) if face in ("body", "bold", "italic") else text


def render(text: str, face: str, size: int, colour: Colour = INK) -> pygame.Surface:
    """The text as a surface with alpha. Cached; do not draw on it."""
    key = (text, face, size, colour)
    cached = _surfaces.get(key)
    if cached is not None:
        _surfaces.move_to_end(key)
        return cached
    large = _font(face, size * _FINE).render(written(text, face) or " ", True, colour)
    surface = pygame.transform.smoothscale(
        large, (max(1, large.get_width() // _FINE), max(1, large.get_height() // _FINE))
    )
    _surfaces[key] = surface
    if len(_surfaces) > _KEPT:
        _surfaces.popitem(last=False)
    return surface


@cache
def width(text: str, face: str, size: int) -> int:
    """The width of the text."""
    return _font(face, size * _FINE).size(written(text, face))[0] // _FINE


@lru_cache(maxsize=8192)
def widest(rows: tuple[str, ...], face: str, size: int) -> int:
    """The width of the widest of these lines."""
    return max(width(row, face, size) for row in rows)


def ellipsis(text: str, face: str, size: int, room: int) -> str:
    """The text cut with "…" so that it fits into `room` pixels."""
    if width(text, face, size) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + "…", face, size) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…"


@cache
def wrap(text: str, face: str, size: int, room: int) -> tuple[str, ...]:
    """The text in lines of at most `room` pixels, broken at spaces, and also within words longer than `PATH`."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and width(longer, face, size) > room:
                lines.append(line)
                line = word
            else:
                line = longer
            while len(line) > PATH and " " not in line and room > PATH * size / 4 and width(line, face, size) > room:
                cut = _fitting(line, face, size, room)
                lines.append(line[:cut])
                line = line[cut:]
        lines.append(line)
    return tuple(lines)


def _fitting(word: str, face: str, size: int, room: int) -> int:
    """How many letters of an overlong word have room; up to the last slash among them, if there is one."""
    count = next(n for n in range(len(word), 0, -1) if n == 1 or width(word[:n], face, size) <= room)
    slash = max(word.rfind("/", 0, count), word.rfind("\\", 0, count))
    return slash + 1 if slash > 0 else count


def draw(
    surface: pygame.Surface,
    text: str,
    position: tuple[float, float],
    face: str,
    size: int,
    colour: Colour = INK,
    *,
    align: Align = "left",
    middle: bool = False,
) -> int:
    """Draw text at (x, y), aligned to x; `middle`: y is the middle of its height, else the top. Returns the width."""
    rendered = render(text, face, size, colour)
    x, y = position
    if align == "right":
        x -= rendered.get_width()
    elif align == "centre":
        x -= rendered.get_width() / 2
    if middle:
        y -= rendered.get_height() / 2
    surface.blit(rendered, (round(x), round(y)))
    return rendered.get_width()
