"""Text in three families, rendered large and reduced smoothly, so that spacing is even at every size and scale."""

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
"""Which end of a line, or its middle, stands at a place."""
PATH = 24
"""A word of more letters is broken where it has no room, as the path of a file is; others are cut."""
_FINE = 4
_KEPT = 3000

_LACKING = str.maketrans({"″": '"', "′": "'", "→": "–"})
"""What the face of sentences cannot write, and what it writes instead."""
_PRINTED = str.maketrans({"'": "’"})
"""What is typed with one key, and printed with a sign of its own."""
_PLACE = re.compile(r"(?<![A-Za-z])([a-z]?)l(?=[0-9]|$)")
"""The l of a column, as in l16 and al16; in the face of labels it would look like an I or a 1."""

_surfaces: OrderedDict[tuple[str, str, int, Colour], pygame.Surface] = OrderedDict()


@cache
def _font(face: str, size: int) -> pygame.font.Font:
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(str(_file(face)), size)


@cache
def _file(face: str) -> Path:
    """The file of a face: beside its package, whose name says the family; else asked of fontpkg, which takes its time."""
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
    """The text in letters that the face has and that can be told from one another."""
    text = text.translate(_PRINTED)
    if face.startswith("label"):
        return _PLACE.sub(r"\1ℓ", text)
    return text.translate(_LACKING) if face in ("body", "bold", "italic") else text


def render(text: str, face: str, size: int, colour: Colour = INK) -> pygame.Surface:
    """The text as a surface with alpha. `size` in pixels; the surface is cached, do not draw on it."""
    key = (text, face, size, colour)
    found = _surfaces.get(key)
    if found is not None:
        _surfaces.move_to_end(key)
        return found
    large = _font(face, size * _FINE).render(written(text, face) or " ", True, colour)
    made = pygame.transform.smoothscale(
        large, (max(1, large.get_width() // _FINE), max(1, large.get_height() // _FINE))
    )
    _surfaces[key] = made
    if len(_surfaces) > _KEPT:
        _surfaces.popitem(last=False)
    return made


@cache
def width(text: str, face: str, size: int) -> int:
    """Width in pixels."""
    return _font(face, size * _FINE).size(written(text, face))[0] // _FINE


@lru_cache(maxsize=8192)
def widest(rows: tuple[str, ...], face: str, size: int) -> int:
    """Width in pixels of the widest of some lines."""
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
    """The text in lines of at most `room` pixels, broken at spaces; and within a word that is as long as a path."""
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
    """How many letters of a word that is too long have room, up to the last slash among them if there is one."""
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
    """Draw text at (x, y); `align` left, right or centre of x; `middle`: y is the middle. Returns the width."""
    made = render(text, face, size, colour)
    x, y = position
    if align == "right":
        x -= made.get_width()
    elif align == "centre":
        x -= made.get_width() / 2
    if middle:
        y -= made.get_height() / 2
    surface.blit(made, (round(x), round(y)))
    return made.get_width()
