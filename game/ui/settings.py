"""The player's settings: a small JSON file in the user's folder. A bad value costs one sentence and its default."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from game.records.folders import data_folder
from game.ui.palette import PALETTES

SCALES = (75, 100, 125, 150, 175, 200)


@dataclass
class Settings:
    """What the player has chosen. `scale` in per cent; `window` in pixels."""

    palette: str = "default"
    scale: int = 100
    reduced_motion: bool = False
    curtains: bool = True
    window: tuple[int, int] = (1280, 800)
    seen: tuple[str, ...] = ()
    complaint: str = ""


def user_folder() -> Path:
    """Where settings and screenshots live, beside the saves. Raises OSError where it cannot be made."""
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def load_settings() -> Settings:
    """The settings, with `complaint` set to one sentence where the file could not be used; the file is then set aside."""
    settings = Settings()
    try:
        path = user_folder() / "settings.json"
    except OSError as error:
        settings.complaint = f"Nothing can be kept: the folder {data_folder()} cannot be made ({error.strerror})."
        return settings
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return settings
    except (OSError, ValueError, RecursionError):
        return _set_aside(settings, path, "it cannot be read as JSON")
    if not isinstance(data, dict):
        return _set_aside(settings, path, "it is not an object")
    for field in fields(settings):
        if field.name in data and field.name != "complaint":
            problem = _take(settings, field.name, data[field.name])
            if problem:
                return _set_aside(settings, path, problem)
    return settings


def _take(settings: Settings, name: str, value: object) -> str:
    if name == "palette" and value in PALETTES:
        settings.palette = str(value)
    elif name == "scale" and value in SCALES and isinstance(value, int):
        settings.scale = value
    elif name in ("reduced_motion", "curtains") and isinstance(value, bool):
        setattr(settings, name, value)
    elif (
        name == "window"
        and isinstance(value, list)
        and len(value) == 2
        and all(isinstance(n, int) and 320 <= n <= 16000 for n in value)
    ):
        settings.window = (value[0], value[1])
    elif name == "seen" and isinstance(value, list) and all(isinstance(item, str) for item in value):
        settings.seen = tuple(value)
    else:
        return f'"{name}" cannot be {value!r}'
    return ""


def _set_aside(settings: Settings, path: Path, why: str) -> Settings:
    aside = path.with_suffix(".bad.json")
    try:
        path.replace(aside)
    except OSError:
        aside = path
    fresh = Settings()
    fresh.complaint = f"{path.name}: {why}; it was set aside as {aside.name} and the defaults are used."
    return fresh


def save_settings(settings: Settings) -> None:
    """Write the settings; a folder that cannot be written is no reason to stop."""
    data = asdict(settings)
    del data["complaint"]
    try:
        path = user_folder() / "settings.json"
        fresh = path.with_suffix(".new")
        fresh.write_text(json.dumps(data, indent=1), encoding="utf-8")
        fresh.replace(path)
    except OSError:
        return
