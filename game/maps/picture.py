"""The picture of a map for the window: images and their places. The only module that imports pytmx.

pytmx imports pygame, so it is imported only when a picture is loaded. It reads only maps that have passed the
preflight. Three of its habits are worked around here: it lists layers by kind instead of in file order (so they are
taken by name), it leaves single-image tiles unflipped (so all flips are done here), and it refuses properties called
`name` (so duplicate names are allowed).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from game.maps import LoadedMap, drawn_layers
from game.maps.files import MapError
from game.maps.grid import PixelGrid
from game.maps.preflight import DRAWN, FLIP_DIAGONAL, FLIP_X, FLIP_Y, NUMBER, CheckedMap, check

if TYPE_CHECKING:
    import pygame

Image = Callable[[], "pygame.Surface"]
Images = dict[int, Image]


SQUARE = 1024
"""The side, in map pixels, of the squares by which sprites are looked up."""
SHEETS = 128
"""How many image files are cached, the latest used. All maps of the game together have fewer."""

MAPS = 32
"""For how many maps it is cached where their images are, the latest used."""


class Sprite(NamedTuple):
    """An image that is already flipped, scaled and rotated, with its upper left in map pixels.

    `object_id` is the Tiled id of a tile object, 0 for a tile of a layer; `name` is the name of the thing.
    """

    image: pygame.Surface
    x: int
    y: int
    object_id: int = 0
    name: str = ""


@dataclass(frozen=True)
class PictureLayer:
    """The sprites of one layer in drawing order. `opacity` is from 0 to 1."""

    name: str
    opacity: float
    sprites: tuple[Sprite, ...]

    @cached_property
    def _squares(self) -> Mapping[tuple[int, int], list[int]]:
        """Square of `SQUARE` map pixels -> the indexes in `sprites` of those whose upper left is in it."""
        squares: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for place, sprite in enumerate(self.sprites):
            squares[sprite.x // SQUARE, sprite.y // SQUARE].append(place)
        return squares

    @cached_property
    def _largest(self) -> tuple[int, int]:
        """The greatest width and the greatest height of a sprite, in pixels."""
        sizes = {image.get_size() for image in {id(sprite.image): sprite.image for sprite in self.sprites}.values()}
        return max((width for width, _ in sizes), default=0), max((height for _, height in sizes), default=0)

    def within(self, area: pygame.Rect) -> list[Sprite]:
        """The sprites that may touch an area in map pixels, in drawing order; some may lie just outside it."""
        left, top = area.left - self._largest[0], area.top - self._largest[1]
        places: list[int] = []
        for row in range(top // SQUARE, (area.bottom - 1) // SQUARE + 1):
            for column in range(left // SQUARE, (area.right - 1) // SQUARE + 1):
                places += self._squares.get((column, row), ())
        sprites = (self.sprites[place] for place in sorted(places))
        return [sprite for sprite in sprites if left < sprite.x < area.right and top < sprite.y < area.bottom]


@dataclass(frozen=True)
class Picture:
    """The layers of a map, lowest first. All sizes are in map pixels."""

    width: int
    height: int
    cell_width: int
    cell_height: int
    layers: tuple[PictureLayer, ...]
    _small: dict[tuple[int, int], pygame.Surface] = field(default_factory=dict, compare=False, repr=False)

    def without(self, names: Collection[str]) -> Picture:
        """The same picture without the layers of these names."""
        return replace(self, layers=tuple(layer for layer in self.layers if layer.name not in names))

    def paint(self, area: pygame.Rect | None = None, shrink: int = 1) -> pygame.Surface:
        """The map, or an area of it in map pixels, on a new transparent surface that is `shrink` times smaller."""
        import pygame

        everything = area is None
        area = pygame.Rect(0, 0, self.width, self.height) if area is None else area
        size = max(1, round(area.width / shrink)), max(1, round(area.height / shrink))
        surface = pygame.Surface(size, pygame.SRCALPHA)
        for layer in self.layers:
            target = surface if layer.opacity == 1 else pygame.Surface(size, pygame.SRCALPHA)
            sprites = layer.sprites if everything else layer.within(area)
            images = {id(sprite.image): sprite.image for sprite in sprites}
            images = {key: self._shrunk(image, shrink) for key, image in images.items()}
            x, y = area.topleft
            target.blits(
                [
                    (images[id(sprite.image)], ((sprite.x - x) // shrink, (sprite.y - y) // shrink))
                    for sprite in sprites
                ],
                doreturn=False,
            )
            if target is not surface:
                target.set_alpha(round(layer.opacity * 255))
                surface.blit(target, (0, 0))
        return surface

    def shrink_to(self, longest: int) -> int:
        """The least power of 2 by which the map has to shrink so that neither side is longer than `longest` pixels."""
        shrink = 1
        while max(self.width, self.height) > longest * shrink:
            shrink *= 2
        return shrink

    def _shrunk(self, image: pygame.Surface, shrink: int) -> pygame.Surface:
        if shrink == 1:
            return image
        import pygame

        key = id(image), shrink  # the id stays unique, because the sprites keep their images alive
        if key not in self._small:
            width, height = image.get_size()
            size = max(1, round(width / shrink)), max(1, round(height / shrink))
            self._small[key] = pygame.transform.smoothscale(image, size)
        return self._small[key]


def load_picture(source: str | Path | LoadedMap) -> Picture:
    """The picture of a loaded map, or of the map at a path, which is checked first.

    It needs pygame, but no display, and reads only the images that the map shows. Raises MapError as `load_map`.
    """
    file = source.path if isinstance(source, LoadedMap) else Path(source)
    checked = source.checked if isinstance(source, LoadedMap) else check(file)
    grid = checked.grid
    try:
        images = _images_of(file, checked)
        layers = [
            PictureLayer(
                name,
                _opacity(checked, name),
                _things(checked, name, images) if name in DRAWN else _tiles(checked, name, grid, images),
            )
            for name in drawn_layers(checked)
        ]
    except Exception as error:  # pytmx raises bare Exceptions, and a file can make it fail anywhere
        raise MapError(
            file.name, "", "its images cannot be loaded", "open and save map and tilesets in Tiled"
        ) from error
    shift = grid.cell_width // 2 if grid.kind == "hex" and grid.height > 1 else 0
    height = round((grid.height - 1) * grid.row_step) + grid.cell_height
    return Picture(grid.width * grid.cell_width + shift, height, grid.cell_width, grid.cell_height, tuple(layers))


def _images_of(path: Path, checked: CheckedMap) -> Images:
    """Tile number without flip bits -> a function that gives its image, and reads the file only when it is called."""
    import pygame

    screen = pygame.display.get_init() and pygame.display.get_surface() is not None
    tilesets = (path.parent / element.get("source", "") for element in checked.tag.element.findall("tileset"))
    stats = (file.stat() for file in (path, *tilesets))
    return _images(path.resolve(), tuple((stat.st_mtime_ns, stat.st_size) for stat in stats), screen=screen)


@lru_cache(maxsize=MAPS)
def _images(path: Path, _changed: tuple[tuple[int, int], ...], *, screen: bool) -> Images:
    """The images of a map and its tilesets. `_changed` is only a part of the cache's key: the state of these files."""
    import pytmx

    def loader(file: str, _colorkey: str | None, **_: object) -> Callable[..., Image]:
        def cut(rect: tuple[int, int, int, int] | None = None, _flags: object = None) -> Image:
            def image() -> pygame.Surface:
                sheet = _sheet(file, Path(file).stat().st_mtime_ns, screen=screen)
                return sheet if rect is None else sheet.subsurface(rect)

            return image

        return cut

    tmx = pytmx.TiledMap(str(path), image_loader=loader, allow_duplicate_names=True)
    return {
        number: tmx.images[index]
        for index, number in tmx.tiledgidmap.items()
        if index < len(tmx.images) and tmx.images[index] is not None
    }


@lru_cache(maxsize=SHEETS)
def _sheet(file: str, _changed: int, *, screen: bool) -> pygame.Surface:
    """An image, in the format of the screen if there is one. `_changed`, when it was written, is only for the cache."""
    import pygame

    loaded = pygame.image.load(file)
    return loaded.convert_alpha() if screen else loaded


def _opacity(checked: CheckedMap, name: str) -> float:
    for element in checked.tag.element:
        if element.get("name") == name and element.tag in ("layer", "objectgroup"):
            return min(1.0, max(0.0, float(element.get("opacity", "1"))))
    return 1.0


def _flipped(number: int, images: Images) -> pygame.Surface:
    import pygame

    image = images[number & NUMBER]()
    if number & FLIP_DIAGONAL:
        image = pygame.transform.flip(pygame.transform.rotate(image, 270), True, False)
    if number & (FLIP_X | FLIP_Y):
        image = pygame.transform.flip(image, bool(number & FLIP_X), bool(number & FLIP_Y))
    return image


def _tiles(checked: CheckedMap, name: str, grid: PixelGrid, images: Images) -> tuple[Sprite, ...]:
    """The sprites of a tile layer, row by row. A tile larger than its cell extends upwards and right, as in Tiled."""
    numbers = next(layer.numbers for layer in checked.layers if layer.name == name)
    painted = {number: _flipped(number, images) for number in set(numbers) if number & NUMBER in images}
    lefts = [[round(grid.corner(x, y)[0]) for x in range(grid.width)] for y in (0, 1)]
    sprites: list[Sprite] = []
    for y in range(grid.height):
        foot = round(grid.corner(0, y)[1]) + grid.cell_height
        row = numbers[y * grid.width : (y + 1) * grid.width]
        for left, number in zip(lefts[y % 2], row, strict=True):
            image = painted.get(number)
            if image is not None:
                sprites.append(Sprite(image, left, foot - image.get_height()))
    return tuple(sprites)


def _things(checked: CheckedMap, layer: str, images: Images) -> tuple[Sprite, ...]:
    """The sprites of the tile objects of a layer, from top to bottom unless the layer has a manual order."""
    import pygame

    group = next(item for item in checked.tag.element if item.get("name") == layer)
    objects = list(checked.objects[layer])
    if group.get("draworder", "topdown") == "topdown":
        objects.sort(key=lambda item: item.y)
    sprites: list[Sprite] = []
    for item in objects:
        if item.number & NUMBER not in images:
            continue
        image = _flipped(item.number, images)
        size = max(1, round(item.width)), max(1, round(item.height))
        if image.get_size() != size:
            image = pygame.transform.smoothscale(image, size)
        left, top = item.x, item.y - item.height
        if item.rotation % 360:
            # Tiled rotates clockwise around the lower left; pygame rotates counter-clockwise around the centre.
            middle = pygame.Vector2(item.width / 2, -item.height / 2).rotate(item.rotation)
            image = pygame.transform.rotate(image, -item.rotation)
            left = item.x + middle.x - image.get_width() / 2
            top = item.y + middle.y - image.get_height() / 2
        name = checked.tile(item.number).name or item.name
        sprites.append(Sprite(image, round(left), round(top), item.id, name))
    return tuple(sprites)
