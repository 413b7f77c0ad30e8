"""The house rules that no test of one part can see: who imports whom, sizes, what the repository holds."""

from __future__ import annotations

import ast
import functools
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from game.__main__ import COMMANDS, main

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

RULES = {"engine", "board"}
PARTS = RULES | {"rules", "maps", "sketch", "records", "ai", "demos"}
ARROWS = {
    "board": set(),
    "engine": {"board"},
    "rules": RULES,
    "maps": RULES | {"rules"},
    "sketch": RULES | {"rules", "maps"},
    "records": RULES | {"rules"},
    "ai": RULES | {"rules", "records"},
    "demos": PARTS,
    "session": RULES | {"rules", "records", "ai"},
    "protocol": PARTS - {"ai"},
    "cli": PARTS | {"session", "protocol"},
    "ui": PARTS | {"session"},
    "__main__": set(),
    "paths": set(),
}
"""Part of game/ -> the other parts it may import; everybody may import game.paths and the version."""

PACKAGES = {
    "board": {"msgspec"},
    "engine": {"msgspec", "typing_extensions"},  # the latter for the type checker alone
    "rules": {"msgspec"},
    "sketch": {"msgspec"},
    "ai": {"msgspec"},
    "session": {"msgspec"},
    "protocol": {"msgspec"},
    "maps": {"msgspec", "pytmx", "pygame"},
    "demos": {"msgspec", "PIL"},
    "cli": {"msgspec", "platformdirs"},
    "records": {"msgspec", "platformdirs"},
    "ui": {
        "msgspec",
        "pygame",
        "platformdirs",
        "fontpkg",
        "fontpkg_ibm_plex_serif",
        "fontpkg_atkinson_hyperlegible",
        "fontpkg_barlow_condensed",
    },
}
"""Part of game/ -> the packages from outside it may import."""

UNREPEATABLE = {"random", "secrets", "time", "datetime", "uuid", "pickle", "marshal"}
PURE = ("board", "engine", "rules")


def sources(*folders: str) -> list[str]:
    return [
        path.relative_to(ROOT).as_posix()
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "_data" not in path.parts
    ]


GAME = sources("game")


@functools.cache
def tree(source: str) -> ast.Module:
    return ast.parse((ROOT / source).read_text("utf-8"), source)


def part(source: str) -> str:
    return Path(source).parts[1].removesuffix(".py")


def imports(source: str) -> list[str]:
    """Every module a file imports, anywhere in it, relative imports spelled out."""
    found = []
    package = list(Path(source).parent.parts)
    for node in ast.walk(tree(source)):
        if isinstance(node, ast.Import):
            found += [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *filter(None, [node.module])])
            # `from game import ai` names the part in the second half
            found += [f"{module}.{name.name}" for name in node.names] if module == "game" else [module]
    return found


def named(source: str) -> set[str]:
    """What a file imports, modules and what may be modules of packages."""
    nodes = [node for node in ast.walk(tree(source)) if isinstance(node, ast.ImportFrom)]
    inside = {f"{node.module}.{name.name}" for node in nodes for name in node.names}
    return {*imports(source), *inside}


def rulebooks() -> set[str]:
    return {path.stem for path in (ROOT / "assets/rulebooks").glob("*.toml")}


@pytest.mark.parametrize("source", GAME)
def test_imports_follow_the_arrows(source):
    here = part(source)
    allowed = ARROWS.get(here, set()) | {here, "paths", "__version__"}
    wrong = [name for name in imports(source) if name.startswith("game.") and name.split(".")[1] not in allowed]
    assert not wrong, f"{source}: game.{here} may not import {', '.join(wrong)}"


def test_no_two_modules_of_the_window_need_one_another():
    """Imports for the type checker count, and those inside a function."""
    names = {source.removesuffix(".py").replace("/", "."): source for source in GAME if part(source) == "ui"}
    needs = {name: {other for other in named(source) if other in names} - {name} for name, source in names.items()}
    while free := [name for name, others in needs.items() if not others & needs.keys()]:
        for name in free:
            del needs[name]
    assert not needs, f"these lead back to one another, or to such as do: {', '.join(sorted(needs))}"


@pytest.mark.parametrize("source", GAME)
def test_packages_from_outside_stay_where_they_belong(source):
    allowed = PACKAGES.get(part(source), set()) | sys.stdlib_module_names | {"game"}
    wrong = [name for name in imports(source) if name.split(".")[0] not in allowed]
    assert not wrong, f"{source} may not import {', '.join(wrong)}"


@pytest.mark.parametrize("source", [source for source in GAME if part(source) == "rules"])
def test_rulebooks_never_import_one_another(source):
    book = Path(source).parts[2].removesuffix(".py")
    if book in rulebooks():
        others = rulebooks() - {book}
        wrong = [name for name in imports(source) if others & set(name.split(".")[2:3])]
        assert not wrong, f"{source} imports another rulebook: {', '.join(wrong)}"


@pytest.mark.parametrize("source", [source for source in GAME if part(source) in PURE])
def test_same_choices_give_the_same_game_because_nothing_unrepeatable_is_used(source):
    wrong = [name for name in imports(source) if name.split(".")[0] in UNREPEATABLE]
    wrong += [
        f"{node.func.id}() in line {node.lineno}"
        for node in ast.walk(tree(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"eval", "exec"}
    ]
    assert not wrong, f"{source} uses {', '.join(wrong)}"


@pytest.mark.parametrize("source", sources("game", "tools", "tests"))
def test_every_module_says_what_it_is(source):
    assert ast.get_docstring(tree(source)), f"{source} has no docstring"


@pytest.mark.parametrize("source", sources("game", "tools"))
def test_no_module_is_longer_than_500_lines(source):
    length = len((ROOT / source).read_text("utf-8").splitlines())
    assert length <= 500, f"{source} has {length} lines: what second idea moved in?"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_leads_to_a_function(command):
    module, _, function = COMMANDS[command][0].partition(":")
    assert callable(getattr(import_module(module), function))


def test_an_unknown_command_is_answered_with_the_list_of_commands(capsys):
    assert main(["paly"]) == 2
    message = capsys.readouterr().err
    assert "“paly”" in message
    assert [name for name in COMMANDS if name not in message] == []


def test_commands_without_a_window_never_import_pygame():
    headless = [target.partition(":")[0] for target, _, _ in COMMANDS.values() if ".cli." in target]
    script = f"import sys, {', '.join(headless)}; sys.exit('pygame' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=False).returncode == 0


@functools.cache
def tracked() -> list[Path]:
    """The repository's files, or those of a plain copy of it that are not hidden."""
    if git := shutil.which("git"):
        listed = subprocess.run([git, "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
        if listed.returncode == 0:
            return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]
    parts = [path for path in ROOT.iterdir() if not path.name.startswith(".")]
    return [path for top in parts for path in [top, *top.rglob("*")] if path.is_file()]


def texts() -> list[tuple[str, str]]:
    found = []
    for path in tracked():
        data = path.read_bytes()
        if b"\0" not in data[:4096]:
            found.append((path.relative_to(ROOT).as_posix(), data.decode("utf-8")))
    return found


MACHINE_PATH = re.compile(r"(?<![\w.~/\\$}-])/(?:root|home|Users|opt|work(?:space)?|mnt|srv)/\w|\b[A-Z]:\\Users\\")
PACKAGE_HOST = re.compile(
    r"https?://[\w.-]*(?:pypi|registry|mirror|artifact|nexus|proxy)[\w.-]*|https?://\S+/simple\b|file:/{2}\S+"
)


@pytest.mark.parametrize(
    ("pattern", "what"),
    [(MACHINE_PATH, "a path of one machine"), (PACKAGE_HOST, "the address of a package host")],
    ids=["paths", "hosts"],
)
def test_nothing_in_the_repository_belongs_to_one_machine(pattern, what):
    wrong = [
        f"{name}:{number}: {line.strip()[:100]}"
        for name, text in texts()
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]
    assert not wrong, f"{what}:\n" + "\n".join(wrong)


def test_no_lock_file_is_kept_because_it_writes_down_where_packages_came_from():
    assert not [path.name for path in tracked() if path.name in {"uv.lock", "poetry.lock", "Pipfile.lock"}]


def test_the_package_says_that_it_is_typed():
    assert (ROOT / "game/py.typed").is_file()
    assert "Typing :: Typed" in PROJECT["project"]["classifiers"]


def test_the_commands_of_the_readme_exist():
    named = set(re.findall(r"python3 (tools/\w+\.py)", (ROOT / "README.md").read_text("utf-8")))
    assert {"tools/play.py", "tools/check.py"} <= named
    assert not [name for name in named if not (ROOT / name).is_file()]


def test_the_two_lists_of_development_tools_agree():
    assert PROJECT["project"]["optional-dependencies"]["dev"] == PROJECT["dependency-groups"]["dev"]


def test_uv_is_told_the_same_requirements_as_pip():
    script = (ROOT / "tools/play.py").read_text("utf-8")
    header = re.search(r"^# /// script\n(.*?)^# ///$", script, re.MULTILINE | re.DOTALL)[1]
    inline = tomllib.loads(re.sub(r"^# ?", "", header, flags=re.MULTILINE))
    assert inline["dependencies"] == PROJECT["project"]["dependencies"]
    assert inline["requires-python"] == PROJECT["project"]["requires-python"]
