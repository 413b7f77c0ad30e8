"""Tiled maps: checked, turned into setups, listed as scenarios.

`load_map` and `list_scenarios` need neither pytmx nor pygame. The picture of a map is loaded by
`game.maps.picture.load_picture`, the only place that imports pytmx, and with it pygame.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from game.maps.files import Faults, MapError, UnknownScenarioError
from game.paths import MAPS

if TYPE_CHECKING:
    from game.engine.names import Deployment
    from game.engine.setup import Setup
    from game.maps.preflight import CheckedMap

__all__ = ["LoadedMap", "MapError", "UnknownScenarioError", "load_map"]


class LoadedMap(Struct, frozen=True):
    """A map ready to play. `layers` are those that a picture shows, lowest first; a cell's size is in pixels."""

    setup: Setup
    path: Path
    layers: tuple[str, ...]
    cell_width: int
    cell_height: int
    checked: CheckedMap

    def deployed(self, deployment: Deployment) -> LoadedMap:
        """The same map with another way of deployment."""
        return replace(self, setup=self.setup.deployed(deployment))


def load_map(path: str | Path) -> LoadedMap:
    """The checked map at `path`, a .tmx file, with its setup. Raises MapError for all its faults."""
    from game.maps.preflight import check
    from game.maps.tiled import build

    file, faults = Path(path), Faults()
    checked = check(file, faults)
    return LoadedMap(
        build(checked, _source(file), faults),
        file,
        drawn_layers(checked),
        checked.grid.cell_width,
        checked.grid.cell_height,
        checked,
    )


def drawn_layers(checked: CheckedMap) -> tuple[str, ...]:
    """The layers of the picture in file order: every tile layer, and the object layers "things" and "sites"."""
    from game.maps.preflight import DRAWN

    hidden = set(checked.objects) - set(DRAWN)
    return tuple(name for name in checked.order if name not in hidden)


def _source(path: Path) -> str:
    """The map's name in the setup: its path relative to MAPS, or the file name alone if it is elsewhere.

    It is never an absolute path, so the same map gives the same setup on every machine.
    """
    full, maps = path.resolve(), MAPS.resolve()
    return full.relative_to(maps).as_posix() if full.is_relative_to(maps) else full.name
