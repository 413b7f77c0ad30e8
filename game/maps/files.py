"""Opens the files that a map names: only inside its folder tree, of bounded size, as plain XML or PNG.

The folder tree is MAPS for the maps of the game, for any other map the folder that holds its Tiled project, or its own
folder if it has none. Links are followed before
paths are compared, so a link that leaves the tree is refused like a path that does.
"""

from __future__ import annotations

import os
import re
import struct
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element
from xml.parsers.expat import ExpatError, ParserCreate, XMLParserType

from msgspec import Struct, field

from game.engine.foreign import file_bytes
from game.engine.unfit import Unfit, shown
from game.paths import MAPS

XML_LIMIT = 5_000_000
PNG_LIMIT = 10_000_000
IMAGE_SIDE = 8192
DEPTH_LIMIT = 12
TAG_LIMIT = 100_000

NO_MAPS = {
    ".world": ("a Tiled world, a list of maps", "name one of its maps, a .tmx file"),
    ".tiled-project": ("a Tiled project and no map", "name a map, a .tmx file"),
    ".tiled-session": ("what Tiled remembers of a session and no map", "name a map, a .tmx file"),
    ".tmj": ("a map in Tiled's JSON format", "use Export As in Tiled and choose .tmx"),
    ".tsj": ("a tileset in Tiled's JSON format", "use Export As in Tiled and choose .tsx"),
}
"""Ending -> what such a file of Tiled is, and the mend."""

_DECLARED = re.compile(r"""^<\?xml[^>]*encoding=["']([A-Za-z0-9._-]+)["']""")
_PNG_HEAD = b"\x89PNG\r\n\x1a\n"
_PNG_END = b"IEND\xaeB`\x82"


PROJECT_LEVELS = 4
"""How many folders above a map its Tiled project may lie at most."""


def project_file(path: Path) -> Path | None:
    """The Tiled project in the nearest folder at or above that of a map, never in the root; of several the first."""
    try:
        folders = path.resolve().parents[: PROJECT_LEVELS + 1]
        for folder in folders:
            found = sorted(folder.glob("*.tiled-project")) if folder.parent != folder else []
            if found:
                return found[0]
    except (OSError, ValueError, RuntimeError):
        pass
    return None


class MapError(Unfit):
    """A map that is refused, in one sentence with file, place (layer, object or tag in words), fault and mend."""


class Faults:
    """Collects the faults of a map, so that all are told at once: `with faults:` notes a MapError and goes on."""

    MOST = 20

    def __init__(self) -> None:
        self.found: list[MapError] = []

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if isinstance(error, MapError):
            self.found.append(error)
            return True
        return False

    def error(self) -> MapError:
        """The fault that was found, or one error with a line for each of the first 20. There has to be one."""
        return self.found[0] if len(self.found) == 1 else SeveralFaultsError(self.found)

    def tell(self) -> None:
        """Raise the faults that were found, if there are any."""
        if self.found:
            raise self.error()


class SeveralFaultsError(MapError):
    """Several faults of a map: a line for each, at most `Faults.MOST`. The fields are those of the first."""

    def __init__(self, found: Sequence[MapError]) -> None:
        first = found[0]
        super().__init__(first.file, first.place, first.fault, first.mend)
        lines = list(dict.fromkeys(map(str, found)))
        more = len(lines) - Faults.MOST
        tail = [f"{first.file}: there are {more} more faults; mend these first."] if more > 0 else []
        self.args = ("\n".join([*lines[: Faults.MOST], *tail]),)


class UnknownScenarioError(LookupError):
    """There is no map of that id; the sentence lists the ids."""


class Fence(Struct, frozen=True):
    """The folder tree that a map may read from. `file` is the map's name in errors."""

    root: Path
    file: str
    _folders: dict[str, str] = field(default_factory=dict)

    @classmethod
    def around(cls, path: Path) -> Fence:
        """The tree of the map at `path`. Raises MapError for an invalid path."""
        try:
            full, maps = path.resolve(), MAPS.resolve()
        except (OSError, ValueError, RuntimeError) as error:
            raise MapError(shown(str(path)), "", "this is not a path", "check the path") from error
        if full.is_relative_to(maps):
            return cls(maps, path.name)
        project = project_file(full)
        return cls(project.parent if project else full.parent, path.name)

    def name(self, path: Path) -> str:
        """The name of a file in errors: its path in the tree."""
        full = Path(self._real(str(path)))
        return full.relative_to(self.root).as_posix() if full.is_relative_to(self.root) else full.name

    def _real(self, path: str) -> str:
        """The path with all links followed; each folder is resolved only once. Raises OSError or ValueError."""
        folder, name = os.path.split(path)
        real = self._folders.get(folder)
        if real is None:
            real = self._folders[folder] = os.path.realpath(folder)
        full = os.path.join(real, name)  # noqa: PTH118 (for hundreds of images, a Path for each costs too much time)
        return os.path.realpath(full) if name in ("", ".", "..") or os.path.islink(full) else full  # noqa: PTH114

    def follow(self, base: Path, source: str, file: str, place: str) -> Path:
        """The file that `source` names, relative to the folder `base`. Raises MapError, also outside the tree."""
        odd = not source or "\\" in source or ":" in source or not source.isprintable() or len(source) > 200
        if odd or source.startswith(("/", "~")):
            raise MapError(file, place, f"{shown(source)} is no path the game follows", "use a relative path with '/'")
        try:
            full = Path(self._real(os.path.join(base, source)))  # noqa: PTH118
        except (OSError, ValueError, RuntimeError) as error:
            raise MapError(file, place, f"{shown(source)} cannot be followed", "use a plain file") from error
        if not full.is_relative_to(self.root):
            raise MapError(file, place, f"{shown(source)} leaves the map's folder", "keep the file beside the map")
        if not _is_file(full):
            raise MapError(file, place, f"{shown(source)} is missing", "put the file there or mend the path")
        return full


class _Tree(ET.TreeBuilder):
    """Builds the tree of elements. Raises MapError as soon as it is absurdly deep or large."""

    def __init__(self, file: str) -> None:
        super().__init__()
        self._file = file
        self._depth = 0
        self._count = 0

    def start(self, tag: str, attrs: dict[str, str], /) -> Element:
        self._depth += 1
        self._count += 1
        if self._depth > DEPTH_LIMIT or self._count > TAG_LIMIT:
            raise MapError(self._file, "", "there are too many tags or they nest too deeply", "save it again in Tiled")
        return super().start(tag, attrs)

    def end(self, tag: str, /) -> Element:
        self._depth -= 1
        return super().end(tag)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def read_bytes(path: Path, file: str, limit: int) -> bytes:
    """The content of a regular file of at most `limit` bytes. Raises MapError."""
    try:
        return file_bytes(path, limit)
    except FileNotFoundError as error:
        raise MapError(file, "", "there is no such file", "check the path") from error
    except OSError as error:
        raise MapError(file, "", f"it cannot be read ({error.strerror})", "name another file") from error


def read_xml(path: Path, file: str) -> Element:
    """The root of a UTF-8 XML file without DOCTYPE or entities, so that none is ever expanded. Raises MapError."""
    text = _xml_text(path, file)
    try:
        # The parser is given decoded text, so no declared encoding can hide an entity from the search for them.
        return ET.fromstring(text, ET.XMLParser(target=_Tree(file)))  # noqa: S314 (no DOCTYPE gets here)
    except ET.ParseError as error:
        raise _malformed(file, *error.position) from error
    except MapError:
        raise
    except ValueError as error:
        raise _no_xml(file) from error


def read_xml_head(path: Path, file: str) -> Element:
    """The root with only its own <properties>; the rest is only checked to be well-formed XML. Raises MapError."""
    text = _xml_text(path, file)
    tree, parser = _Tree(file), ParserCreate()
    _keep_head(tree, parser)
    try:
        parser.Parse(text, True)
    except ExpatError as error:
        raise _malformed(file, error.lineno, error.offset) from error
    except MapError:
        raise
    except ValueError as error:
        raise _no_xml(file) from error
    return tree.close()


def _keep_head(tree: _Tree, parser: XMLParserType) -> None:
    """Let the parser build the root and its own <properties>, and nothing after them."""
    depth = 0
    begun: list[int] = []  # the depth of the <properties>, once they have begun

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth == 2 and tag == "properties":
            begun.append(depth)
        if depth == 1 or begun:
            tree.start(tag, attributes)

    def end(tag: str) -> None:
        nonlocal depth
        if depth == 1 or begun:
            tree.end(tag)
        if begun and depth == begun[0]:
            parser.StartElementHandler = parser.CharacterDataHandler = None
            parser.EndElementHandler = None
            tree.end("map")
        depth -= 1

    def words(data: str) -> None:
        if begun:
            tree.data(data)

    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, words


def _xml_text(path: Path, file: str) -> str:
    kind = NO_MAPS.get(path.suffix.lower())
    if kind:
        raise MapError(file, "", f"this is {kind[0]}", kind[1])
    data = read_bytes(path, file, XML_LIMIT)
    if not data.strip():
        raise MapError(file, "", "the file is empty", "save it again in Tiled")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise MapError(file, "", "the file is not UTF-8 text", "save it again in Tiled") from error
    declared = _DECLARED.match(text)
    if declared and declared[1].lower() not in ("utf-8", "utf8", "us-ascii"):
        raise MapError(file, "", f"the encoding {shown(declared[1])} is not read", "save it as UTF-8")
    if text.lstrip()[:1] == "{":
        raise MapError(file, "", "this is JSON and no XML", "use Export As in Tiled and choose .tmx")
    if "<!doctype html" in text[:1000].lower():
        raise MapError(file, "", "this is a web page (<!DOCTYPE html>)", "download the map file itself")
    for word, what in (("<!DOCTYPE", "a document type"), ("<!ENTITY", "an entity")):
        if word in text:
            fault = f"it declares {what} ({word}), which is not allowed"
            raise MapError(file, "", fault, "save it again in Tiled 1.10 or newer, or remove it")
    return text


def _malformed(file: str, line: int, column: int) -> MapError:
    place = f"line {line}, column {column + 1}"
    return MapError(file, place, "this is not well-formed XML", "save it again in Tiled")


def _no_xml(file: str) -> MapError:
    return MapError(file, "", "this is not XML", "save it again in Tiled")


def png_size(path: Path, file: str) -> tuple[int, int]:
    """Width and height in pixels that a PNG declares in its header. Raises MapError."""
    data = read_bytes(path, file, PNG_LIMIT)
    if not data.startswith(_PNG_HEAD) or data[12:16] != b"IHDR" or len(data) < 33:
        raise MapError(file, "", "this is not a PNG image", "export it as PNG")
    if not data.rstrip(b"\0").endswith(_PNG_END):
        raise MapError(file, "", "the image is cut short", "export it again")
    width, height = struct.unpack(">II", data[16:24])
    if not (0 < width <= IMAGE_SIDE and 0 < height <= IMAGE_SIDE):
        raise MapError(file, "", f"the image claims {width} x {height} pixels", f"keep each side up to {IMAGE_SIDE}")
    return width, height
