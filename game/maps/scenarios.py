"""The maps as scenarios for a menu, from their heads (size and properties), without reading their layers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from game.board.terrain import CALLED, GridKind
from game.engine.names import Deployment
from game.engine.unfit import shown
from game.maps import LoadedMap, load_map
from game.maps.files import MapError, UnknownScenarioError, read_xml_head
from game.maps.tags import Tag, Value, comma_separated
from game.paths import MAPS


class Scenario(Struct, frozen=True):
    """One line of the menu. `id` is the file name without its ending; width and height are in cells."""

    id: str
    title: str
    ruleset: str
    seats: tuple[str, ...]
    note: str
    width: int
    height: int
    difficulty: str
    turns: int
    path: Path = Path()
    grid: GridKind = "square"
    deployment: Deployment = Deployment.FIXED

    @property
    def extent(self) -> str:
        """The size in words: "24 × 18 cells"."""
        return f"{self.width} × {self.height} {CALLED[self.grid][1]}"


def list_scenarios(folder: Path = MAPS) -> tuple[Scenario, ...]:
    """The scenarios of a folder, sorted by id, without the maps that cannot be read."""
    return read_heads(folder)[0]


def read_heads(folder: Path = MAPS) -> tuple[tuple[Scenario, ...], tuple[MapError, ...]]:
    """The scenarios of a folder, sorted by id, and the errors of the maps that cannot be read."""
    scenarios: list[Scenario] = []
    errors: list[MapError] = []
    for path in sorted(folder.glob("*.tmx")):
        try:
            scenarios.append(read_head(path))
        except MapError as error:
            errors.append(error)
    return tuple(scenarios), tuple(errors)


def load_scenario(name: str, folder: Path = MAPS) -> LoadedMap:
    """The map of a scenario id, or of a path ending in .tmx. Raises MapError, or UnknownScenarioError with the ids."""
    if name.endswith(".tmx"):
        return load_map(name)
    for path in sorted(folder.glob("*.tmx")):
        if path.stem == name:
            return load_map(path)
    ids = ", ".join(path.stem for path in sorted(folder.glob("*.tmx"))) or "none"
    raise UnknownScenarioError(f"There is no scenario {shown(name)}; the scenarios are: {ids}.")


def read_head(path: Path) -> Scenario:
    """The scenario from the size and the properties of one map. Raises MapError."""
    root = Tag(read_xml_head(path, path.name), path.name, "")
    if root.element.tag != "map":
        root.fail(f"the root is <{root.element.tag[:40]}>", "open a map saved by Tiled")
    values = root.properties()
    ruleset = _text(values, "ruleset")
    if not ruleset:
        root.fail("the map names no ruleset", "add the map property 'ruleset'")
    turns = values.get("turns")
    return Scenario(
        id=path.stem,
        title=_text(values, "title") or path.stem,
        ruleset=ruleset,
        seats=comma_separated(_text(values, "seats")),
        note=_text(values, "note"),
        width=root.integer("width", 1, 10**6),
        height=root.integer("height", 1, 10**6),
        difficulty=_text(values, "difficulty"),
        turns=turns if isinstance(turns, int) else 8,
        path=path,
        deployment=Deployment.FREE if _text(values, "deployment") == Deployment.FREE.value else Deployment.FIXED,
        grid="hex" if root.text("orientation") == "hexagonal" else "square",
    )


def _text(values: Mapping[str, Value], name: str) -> str:
    return str(values.get(name, "")).strip()
