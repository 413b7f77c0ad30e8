"""Finds the rulebooks of other installed packages.

Such a package declares an entry point, `sentry = "sentry:Sentry"` in `[project.entry-points."snowball.rulebooks"]`, and
has `rulebooks/sentry.toml` and `armies/sentry.toml` beside the module.

A package can be out of date or broken, and its code can raise anything. Whatever runs it for the first time does so
in `tried`. That is no fence against malice: whoever installs a package lets its code do all that he may do himself.
"""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple, TypeVar

from game.engine.foreign import file_bytes, text_of
from game.engine.unfit import Unfit, clean, shown

T = TypeVar("T")
GROUP = "snowball.rulebooks"
ID = re.compile(r"[a-z][a-z0-9_]{0,31}")
VALUE = re.compile(r"([\w.]+)\s*:\s*(\w+)")


class PlugInError(ValueError):
    """A plug-in that cannot be used; the message is the fault, without a full stop."""


class PlugIn(NamedTuple):
    """A rulebook of another package: its module and class, the folder of its data, and the package's `*-info`."""

    module: str
    name: str
    folder: Path
    package: str = ""

    def files(self, ruleset: str) -> list[Path]:
        """All files that its games depend on: the code of its package, or its single module, and its data."""
        spec = find_spec(self.module.partition(".")[0])
        code: list[Path] = []
        if spec is not None and spec.origin is not None:
            origin = Path(spec.origin)
            code = [*origin.parent.rglob("*.py")] if origin.stem == "__init__" else [origin]
        return [*code, *self.folder.glob(f"rulebooks/{ruleset}.toml"), *self.folder.glob(f"armies/{ruleset}.toml")]


class Found(NamedTuple):
    """The plug-ins by the ids of their rulebooks, and a sentence for each id (or package) that cannot be used."""

    plug_ins: Mapping[str, PlugIn]
    problems: Mapping[str, str]


class _Point(NamedTuple):
    """An entry point: the id of a rulebook and where its class is, as the package has written them."""

    package: str
    ruleset: str
    value: str


def plug_ins() -> Mapping[str, PlugIn]:
    """Ruleset id -> plug-in. Whether its code and data can be used shows only when it is tried (`rules.examined`)."""
    return found().plug_ins


@cache
def found() -> Found:
    """What the installed packages declare."""
    by_id: dict[str, PlugIn] = {}
    problems: dict[str, str] = {}
    points = list(_points(problems))
    for point in points:
        try:
            by_id[point.ruleset] = _located(point, points)
        except PlugInError as error:
            problems[point.ruleset] = problem(point.ruleset, point.package, str(error))
    return Found(by_id, problems)


def problem(ruleset: str, package: str, fault: str) -> str:
    """The sentence for a plug-in that cannot be used."""
    return str(Unfit(clean(package, 60), f"rulebook {shown(ruleset)}", fault, "update or remove that package"))


def _points(problems: dict[str, str]) -> Iterator[_Point]:
    """The entry points of all packages on the path; of a package that is there twice, those of the first."""
    # importlib.metadata is not used: it takes 50 ms to import, and stops at the first file that is no text or a pipe.
    seen = set()
    for folder in sys.path:
        for file in sorted(Path(folder).glob("*-info/entry_points.txt")):
            package = file.parent.name
            project = package.partition("-")[0]
            if project in seen:
                continue
            seen.add(project)
            try:
                content = file_bytes(file)
                if GROUP.encode() in content:
                    yield from (_Point(package, *entry) for entry in _section(text_of(content)))
            except OSError:  # which says nothing of rulebooks
                continue
            except Unfit as error:
                problems[package] = f"{clean(package, 60)}, entry_points.txt: {error.reason}."


def _section(text: str) -> list[tuple[str, str]]:
    """The entry points of the group in the text of a file. Raises Unfit."""
    import configparser  # only if a plug-in is installed

    parser = configparser.ConfigParser(delimiters=("=",), interpolation=None, strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # ids are as they are written
    try:
        parser.read_string(text)
        return parser.items(GROUP) if parser.has_section(GROUP) else []
    except configparser.Error as error:
        raise Unfit("", "", "it is not written as entry points are", "install that package again") from error


def _located(point: _Point, points: Sequence[_Point]) -> PlugIn:
    """The plug-in of an entry point among all of them. Raises PlugInError."""
    if rivals := [other for other in points if other.ruleset == point.ruleset and other is not point]:
        raise PlugInError(f"{shown(rivals[0].package)} has this id, too")
    if not ID.fullmatch(point.ruleset):
        raise PlugInError("it cannot be an id: up to 32 small letters, digits and _ can, like sentry")
    value = VALUE.fullmatch(point.value.strip())
    if value is None:
        raise PlugInError(f"{shown(point.value)} names no class, as module:Class does")
    module, name = value.groups()
    spec = tried(lambda: find_spec(module))  # which imports the packages around the module
    if spec is None or spec.origin is None:
        raise PlugInError(f"there is no module {shown(module)}")
    return PlugIn(module, name, Path(spec.origin).parent, point.package)


def tried(act: Callable[[], T]) -> T:
    """What `act` returns, which runs code of a plug-in. Raises PlugInError, whatever that code raises.

    An interrupt is taken for the code's own, too: the two cannot be told apart. What the code prints goes to standard
    error, because standard output may be read by a program.
    """
    try:
        with contextlib.redirect_stdout(sys.stderr):
            return act()
    except PlugInError:
        raise
    except BaseException as error:  # noqa: BLE001 - such as SystemExit
        raise PlugInError(_fault(error)) from None


def _fault(error: BaseException) -> str:
    """What an exception says, in one line."""
    try:
        words = clean(str(error), 160).rstrip(". ")
    except BaseException:  # noqa: BLE001 - its text is code of the plug-in, too
        words = ""
    if isinstance(error, Unfit):
        return words
    return ": ".join(filter(None, (clean(type(error).__name__, 40), words)))


def blamed(error: BaseException) -> str:
    """The sentence for an exception that has passed through the code of a plug-in, "" for any other."""
    packages = {plug_in.module.partition(".")[0]: name for name, plug_in in plug_ins().items()}
    trace = error.__traceback__
    while trace is not None:
        package = str(trace.tb_frame.f_globals.get("__name__", "")).partition(".")[0]
        if package in packages:
            ruleset = packages[package]
            return problem(ruleset, plug_ins()[ruleset].package, _fault(error))
        trace = trace.tb_next
    return ""
