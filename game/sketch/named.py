"""Finds the setup for a name that somebody has typed: a file, a scenario of the game, or a battlefield by seed."""

from __future__ import annotations

from pathlib import Path

from game.engine.foreign import file_bytes, text_of
from game.engine.rulebook import DataError
from game.engine.setup import Setup
from game.engine.unfit import Unfit
from game.maps import MapError, UnknownScenarioError, load_map
from game.maps.files import NO_MAPS
from game.maps.generated import battle_named
from game.maps.scenarios import list_scenarios, load_scenario
from game.sketch.reader import SketchError, read_sketch


def setup_named(name: str) -> Setup:
    """The setup for the path of a map or a sketch, a scenario id, or a battlefield by seed ("epic:7:short").

    Raises MapError, SketchError, SetupError or OSError.
    """
    if name.endswith((".json", ".toml")):
        path = Path(name)
        try:
            return read_sketch(text_of(file_bytes(path)))
        except DataError:
            raise
        except Unfit as error:
            raise SketchError(error.place, error.fault, error.mend, path.name) from error
    if name.endswith((".tmx", *NO_MAPS)) or Path(name).is_file():
        return load_map(name).setup
    try:
        return battle_named(name) or load_scenario(name).setup
    except UnknownScenarioError as error:
        raise not_found(name) from error


def not_found(name: str) -> MapError:
    """The error for a name that is no scenario, battlefield by seed or file, with names that could be used."""
    if ":" in name:
        fault = "there is no such file, and no such battlefield by seed"
        return MapError(name, "", fault, "write one as RULEBOOK:SEED or RULEBOOK:SEED:SIZE, like epic:7:short")
    ids = ", ".join(scenario.id for scenario in list_scenarios()) or "none yet"
    fault = "there is neither such a file nor such a scenario"
    return MapError(name, "", fault, f"the scenarios are: {ids}")
