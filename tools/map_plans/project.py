"""The Tiled project: custom classes and enums, made from the game's own data so that the drop-downs always match it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from game.board.terrain import TABLE  # noqa: E402
from game.engine.rulebook import DataError, read_army  # noqa: E402
from game.engine.setup import MARKERS, Scored  # noqa: E402
from game.maps.tiled import SITES  # noqa: E402

SEATS = ("blue", "red", "gold", "plum")
_USE = ["property", "map", "layer", "object", "tile", "tileset", "wangcolor", "wangset", "project"]


def armies() -> tuple[list[str], list[str], list[str]]:
    """Rulesets, profiles and weapons of every army file, each name once. A file that is no army ends the program."""
    rulesets, profiles, weapons = [], dict[str, None](), dict[str, None]()
    for path in sorted((ROOT / "assets" / "armies").glob("*.toml")):
        try:
            army = read_army(path)
        except DataError as error:
            sys.exit(str(error))
        rulesets.append(path.stem)
        profiles.update(dict.fromkeys(army.profiles))
        weapons.update(dict.fromkeys(army.weapons))
    return rulesets, list(profiles), list(weapons)


def types() -> list[dict[str, object]]:
    """The property types, in Tiled's format."""
    rulesets, profiles, weapons = armies()
    enums = {
        "Ruleset": rulesets,
        "Seat": list(SEATS),
        "Profile": profiles,
        "Weapon": weapons,
        "Marker": sorted(MARKERS),
        "Terrain": [terrain.kind for terrain in TABLE],
        "Place": list(SITES),
        "Scored": [scored.value for scored in Scored],
    }
    made: list[dict[str, object]] = [
        {"id": n, "name": name, "type": "enum", "storageType": "string", "values": values, "valuesAsFlags": False}
        for n, (name, values) in enumerate(enums.items(), 1)
    ]

    def member(name: str, kind: str, value: str | int) -> dict[str, object]:
        if kind in enums:
            return {"name": name, "type": "string", "propertyType": kind, "value": value}
        return {"name": name, "type": kind, "value": value}

    classes = {
        "Unit": [member("seat", "Seat", "blue"), member("profile", "Profile", profiles[0])],
        "Zone": [member("seat", "Seat", "blue"), member("use", "string", "deploy")],
        "Objective": [
            member("name", "string", ""),
            member("points", "int", 1),
            member("scored", "Scored", Scored.EACH_TURN.value),
            member("only", "string", ""),
            member("by", "string", ""),
        ],
        "Height": [member("level", "int", 1)],
        "Site": [member("kind", "Place", "town"), member("seat", "string", ""), member("name", "string", "")],
        "Road": [],
    }
    colours = {"Unit": "#ff2c5f8d", "Zone": "#ff6a4478", "Objective": "#ffe3a72f", "Height": "#ff55693f"}
    colours |= {"Site": "#ff3b342b", "Road": "#ffb7a98c"}
    for name, members in classes.items():
        made.append(
            {
                "id": len(made) + 1,
                "name": name,
                "type": "class",
                "color": colours[name],
                "drawFill": True,
                "members": members,
                "useAs": _USE,
            }
        )
    return made


def project() -> str:
    """The text of snowball.tiled-project."""
    whole = {
        "automappingRulesFile": "",
        "commands": [],
        "compatibilityVersion": 1100,
        "extensionsPath": "extensions",
        "folders": ["."],
        "properties": [],
        "propertyTypes": types(),
    }
    return json.dumps(whole, indent=4) + "\n"
