"""House rules of the repository as a whole: imports between packages, sizes of modules, contents of the repository."""

from __future__ import annotations

import ast
import functools
import inspect
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from game.__main__ import COMMANDS, main
from game.engine.events import Event
from game.engine.rulebook import load_army, load_rulebook
from tests.setups import random_match

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
    "lessons": RULES | {"maps", "session"},
    "lab": RULES | {"rules", "maps", "sketch", "ai", "records"},
    "protocol": PARTS - {"ai"},
    "cli": PARTS | {"session", "protocol", "lab"},
    "ui": PARTS | {"session", "lessons"},
    "__main__": {"engine"},  # to name the plug-in that has ended a command
    "paths": set(),
}
"""Part of game/ -> the other parts it may import; everybody may import game.paths and the version."""

BY_NAME = {
    "__main__": {"cli", "ui"},
    "cli": {"ui"},  # `snowball replay` opens the window, where neither --text nor --verify is asked for
}
"""Part of game/ -> the other parts that it loads only when they are asked for, by a module's name in a text."""

PACKAGES = {
    "board": {"msgspec"},
    "engine": {"msgspec", "tomli", "typing_extensions"},  # tomli, if it is there; the last for the type checker alone
    "rules": {"msgspec"},
    "sketch": {"msgspec"},
    "ai": {"msgspec"},
    "session": {"msgspec"},
    "protocol": {"msgspec"},
    "maps": {"msgspec", "pytmx", "pygame"},
    "demos": {"msgspec", "PIL"},
    "lessons": {"msgspec"},
    "lab": {"msgspec", "matplotlib", "pyarrow", "distributed"},
    "cli": {"msgspec", "platformdirs", "rich"},
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


def module_name(source: str) -> str:
    return ".".join(Path(source).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module_name(source): source for source in GAME}


@functools.cache
def imported(source: str) -> tuple[str, ...]:
    """Return every module that a file imports, anywhere in it, with relative imports made absolute.

    `from a import b` gives a.b if that is a module of the game, else a.
    """
    found = []
    package = list(Path(source).parent.parts)
    for node in ast.walk(tree(source)):
        if isinstance(node, ast.Import):
            found += [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *filter(None, [node.module])])
            for name in node.names:
                whole = f"{module}.{name.name}"
                found.append(whole if whole in MODULES or module == "game" else module)
    return tuple(found)


@functools.cache
def named(source: str) -> tuple[str, ...]:
    """Return the modules of the game named in a file's strings, alone or as "module:function": it may load them."""
    return tuple(
        name
        for node in ast.walk(tree(source))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and (name := node.value.partition(":")[0]) in MODULES
        and "." in name
    )


def imports(source: str) -> list[str]:
    """Return every module that a file imports or names."""
    return [*imported(source), *named(source)]


def rulebooks() -> set[str]:
    return {path.stem for path in (ROOT / "assets/rulebooks").glob("*.toml")}


def book_of(source: str) -> str:
    """The rulebook whose package a file of game/rules is in; "" for what they share."""
    name = Path(source).parts[2]
    return name if name in rulebooks() else ""


def against_the_arrows(source):
    here = part(source)
    allowed = ARROWS.get(here, set()) | {here, "paths", "__version__"}
    wrong = [name for name in imported(source) if name.startswith("game.") and name.split(".")[1] not in allowed]
    allowed |= BY_NAME.get(here, set())
    wrong += [f"{name} by name" for name in named(source) if name.split(".")[1] not in allowed]
    return [f"{source}: game.{here} may not import {name}" for name in wrong]


def test_imports_follow_the_arrows_of_the_design():
    assert [wrong for source in GAME for wrong in against_the_arrows(source)] == []


def test_modules_that_are_loaded_by_name_count_as_imports():
    assert "game.rules.skirmishcorps" in imports("game/rules/__init__.py")
    assert "game.ai.epic.tactics" in imports("game/ai/rulebooks.py")
    assert "game.cli.text" in imports("game/__main__.py")
    assert "game.ui.commands" in imports("game/cli/replay.py")


def around(start: str, links: dict[str, set[str]]) -> list[str]:
    """The shortest way from a module back to itself; empty if there is none."""
    ways = [[start]]
    seen = set()
    for way in ways:
        for name in sorted(links[way[-1]] - seen):
            if name == start:
                return [*way, start]
            seen.add(name)
            ways.append([*way, name])
    return []


def test_no_modules_import_one_another_in_a_circle():
    links = {
        name: {other for other in imports(source) if other in MODULES and other != name}
        for name, source in MODULES.items()
    }
    circles = {" -> ".join(way) for name in MODULES if (way := around(name, links))}
    assert not circles, "\n".join(sorted(circles))


def kinds(base: type) -> list[type]:
    return [kind for child in base.__subclasses__() for kind in (child, *kinds(child))]


def texts_of(source: str) -> set[str]:
    """Return the strings of a module, docstrings left out."""
    told = {
        id(node.body[0].value)
        for node in ast.walk(tree(source))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None
    }
    return {
        node.value
        for node in ast.walk(tree(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told
    }


def words_of(book: str) -> set[str]:
    """A rulebook's own words: events, units and weapons, and the names of questions and options in random play."""
    army = load_army(book)
    words = {*army.profiles, *army.weapons}
    for seed in range(3):
        random, match = Random(seed), random_match(book, seed)
        for _ in range(60):
            if match.pending is None:
                break
            words.add(match.pending.kind)
            for option in match.pending.options:
                words |= {option.action, option.pace, option.marker}
            match.choose(random.choice(match.pending.options).id)
    module = f"game.rules.{book}"
    return words | {event.type for event in kinds(Event) if event.__module__.startswith(module)}


def test_no_screen_contains_a_word_of_a_rulebook():
    words = {book: words_of(book) for book in sorted(rulebooks())}
    assert {"marker_flipped", "sneak", "covering_fire", "assign"} <= words["skirmishcorps"]
    books = Counter(word for own in words.values() for word in own)
    # The engine's words and the fields of its views are common to all; so are the names of figures, which are drawings.
    common = {text for source in GAME if part(source) in RULES for text in texts_of(source)}
    common |= {node.target.id for node in ast.walk(tree("game/engine/view.py")) if isinstance(node, ast.AnnAssign)}
    common |= {profile.figure for book in words for profile in load_army(book).profiles.values()}
    own = {word for word, count in books.items() if count == 1} - common
    screens = [source for source in GAME if part(source) in ("ui", "cli", "session", "lessons")]
    wrong = [f"{source}: {sorted(known)}" for source in screens if (known := texts_of(source) & own)]
    assert not wrong, "words of a single rulebook on a screen:\n" + "\n".join(wrong)


PARSED = ("startswith", "endswith", "partition", "rpartition", "split", "rsplit", "removeprefix", "removesuffix")


def ids_taken_apart(code: ast.Module) -> list[str]:
    """Return the places that parse an id: zone.id.partition(":"), words[1].id.split("+")."""
    return [
        f"line {node.lineno}: .id.{node.func.attr}()"
        for node in ast.walk(code)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in PARSED
        if isinstance(node.func.value, ast.Attribute) and node.func.value.attr == "id"
    ]


def test_the_window_never_parses_an_id():
    assert ids_taken_apart(ast.parse('zone.id.partition("option:")[2]')) == ["line 1: .id.partition()"]
    found = {source: ids_taken_apart(tree(source)) for source in GAME if part(source) in ("ui", "session")}
    assert not {source: lines for source, lines in found.items() if lines}


def strings(code: ast.Module) -> list[str]:
    """Return the places with a string instead of a type: facts["x"], t.then("x"), t.change(unit, "x"), step tables."""
    found = []
    for node in ast.walk(code):
        match node:
            case ast.Subscript(value=ast.Attribute(attr="facts" | "tags") | ast.Name(id="facts" | "tags")):
                found.append(f"line {node.lineno}: facts or tags by key")
            case ast.Call(
                func=ast.Attribute(value=ast.Attribute(attr="facts" | "tags"), attr="get" | "pop" | "setdefault"),
                args=[ast.Constant(), *_],
            ):
                found.append(f"line {node.lineno}: facts or tags by key")
            case ast.AnnAssign(
                target=ast.Name(id="facts" | "tags"), annotation=ast.Subscript(value=ast.Name(id="dict"))
            ):
                found.append(f"line {node.lineno}: facts or tags by key")
            case ast.Call(func=ast.Attribute(attr="then"), args=[ast.Constant(value=str()) | ast.JoinedStr(), *_]):
                found.append(f"line {node.lineno}: a step by its name")
            case ast.Call(
                func=ast.Attribute(attr="then_from" | "change"),
                args=[_, ast.Constant(value=str()) | ast.JoinedStr(), *_],
            ):
                found.append(f"line {node.lineno}: a step or an event by its name")
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=ast.Dict())
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.Dict())
            ) if name.endswith("STEPS") and any(isinstance(key, ast.Constant | None) for key in node.value.keys):
                found.append(f"line {node.lineno}: a table of steps by their names")
    return found


def test_rules_name_state_and_steps_by_types_and_not_by_strings():
    assert [source for source in GAME if part(source) in {"rules", "engine"} and strings(tree(source))] == []


@pytest.mark.parametrize(
    "line",
    [
        'state.facts["held"] = 1',
        'x = unit.tags["kind"]',
        'unit.facts.get("held")',
        "facts: dict[str, int] = {}",
        't.then("flip", 1)',
        't.then(f"q_{x}")',
        't.then_from(4, "flip")',
        't.change(unit, "moved")',
        'STEPS = {"flip": flip}',
        "MORE_STEPS: dict[str, Step] = {**STEPS}",
    ],
)
def test_a_line_that_names_state_or_steps_by_a_string_is_found(line):
    assert strings(ast.parse(line))


CLASSES = ("Verbs", "Paces", "Questions", "MarkerKinds", "Phases", "Effects")
"""The classes of a vocabulary that declare the words crossing the engine."""


def declared_words(source: str) -> set[str]:
    """Return the words that a vocabulary declares, as code writes them: "Verbs.MOVE"."""
    return {
        f"{group.name}.{line.targets[0].id}"
        for group in tree(source).body
        if isinstance(group, ast.ClassDef) and group.name in CLASSES
        for line in group.body
        if isinstance(line, ast.Assign)
    }


def said_words(source: str) -> set[str]:
    """Return the words of a vocabulary that a file uses."""
    return {
        f"{node.value.id}.{node.attr}"
        for node in ast.walk(tree(source))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in CLASSES
    }


@pytest.mark.parametrize("book", ["", *sorted(rulebooks())])
def test_every_declared_word_of_a_vocabulary_is_used(book):
    """Those of the engine by the engine or at least two rulebooks: what only one of them says is its own."""
    if book:
        saying = [source for source in GAME if Path(source).parts[1] in ("rules", "ai") and book in Path(source).parts]
        declared = set().union(*(declared_words(source) for source in saying if Path(source).parts[1] == "rules"))
        assert declared
        assert declared <= set().union(*map(said_words, saying))
        return
    by_book = [
        set().union(*(said_words(source) for source in GAME if part(source) in ("rules", "ai") and one in source))
        for one in rulebooks()
    ]
    common = set().union(
        *(said_words(source) for source in GAME if part(source) == "engine" or not Path(source).parts[3:])
    )
    said = Counter(word for words in [*by_book, common, common] for word in words)
    assert {word for word in declared_words("game/engine/vocabulary.py") if said[word] < 2} == set()


def ruling_choices(code: ast.AST) -> list[tuple[str, str]]:
    """Return the rulings that a file compares, with the choice: rules.ruling("SC-A1") == "at_close" gives both."""
    return [
        (side.args[0].value, text.value)
        for node in ast.walk(code)
        if isinstance(node, ast.Compare)
        for side in (node.left, *node.comparators)
        if isinstance(side, ast.Call) and isinstance(side.func, ast.Attribute) and side.func.attr == "ruling"
        for text in (node.left, *node.comparators)
        if isinstance(text, ast.Constant)
    ]


@pytest.mark.parametrize("book", sorted(rulebooks()))
def test_a_ruling_is_compared_with_a_choice_that_it_has(book):
    known = {ruling.id: {choice.id for choice in ruling.choices} for ruling in load_rulebook(book).rulings.values()}
    asked = [pair for source in GAME if book in Path(source).parts for pair in ruling_choices(tree(source))]
    assert [(name, choice) for name, choice in asked if choice not in known[name]] == []


def test_a_comparison_with_the_choice_of_a_ruling_is_found():
    assert ruling_choices(ast.parse('rules.ruling("SC-A1") == "at_close"')) == [("SC-A1", "at_close")]


SIGN = re.compile(r"″|\"|(?: cm| inch(?:es)?| hex(?:es)?)\b")
"""What may follow a number, and says its unit of length."""


def lengths_by_hand(code: ast.Module) -> list[str]:
    """Return the sentences that write a unit behind a number: f"{reach}″", f'{far}" away', "within 15 cm"."""
    found = []
    for node in ast.walk(code):
        if not isinstance(node, ast.JoinedStr):
            continue
        quoted = False
        for before, piece in zip([None, *node.values], node.values, strict=False):
            words = piece.value if isinstance(piece, ast.Constant) else ""
            sign = SIGN.match(words) if isinstance(before, ast.FormattedValue) else None
            if sign is not None and not (quoted and sign[0] == '"'):
                found.append(f"line {node.lineno}: {sign[0]}")
            quoted ^= words.count('"') % 2 == 1
    spoken = {id(node.value) for node in ast.walk(code) if isinstance(node, ast.Expr)}
    for node in ast.walk(code):
        text = node.value if isinstance(node, ast.Constant) and id(node) not in spoken else ""
        if isinstance(text, str) and re.search(r"\d(?:″|\" | cm\b)", text):
            found.append(f"line {node.lineno}: {text}")
    return found


def test_a_length_is_written_with_its_unit_by_one_function():
    assert lengths_by_hand(ast.parse("f'{far}\" away'"))
    assert lengths_by_hand(ast.parse('f"within {reach}″"'))
    assert lengths_by_hand(ast.parse('say("within 15 cm")'))
    assert not lengths_by_hand(ast.parse("f'there is no \"{name}\"'"))
    telling = [source for source in GAME if part(source) in ("rules", "ai", "session", "ui")]
    found = {source: lengths_by_hand(tree(source)) for source in [*telling, *sources("tools/template")]}
    assert not {source: lines for source, lines in found.items() if lines}


PLAIN = {0.0, 0.5, 1.0, -1.0, 2.0}
"""Nothing, all, a half: what a sum is written with."""


def nameless(code: ast.Module) -> list[str]:
    """Return the numbers inside the sums of a judgement, where nothing gives their reason."""
    sums = [node for node in ast.walk(code) if isinstance(node, ast.FunctionDef)]
    inner = {id(item): item for node in sums for line in node.body for item in ast.walk(line)}
    return [
        f"line {item.lineno}: {item.value}"
        for item in inner.values()
        if isinstance(item, ast.Constant) and isinstance(item.value, float) and item.value not in PLAIN
    ]


def unexplained(source: str) -> list[str]:
    """Return the named fractions without an explanation: a comment on or before the line, or a docstring below."""
    lines, body, found = (ROOT / source).read_text("utf-8").splitlines(), tree(source).body, []
    said = False
    for node in reversed(body):
        if not isinstance(node, ast.Assign):
            said = isinstance(node, ast.Expr)
            continue
        commented = "#" in lines[(node.end_lineno or 0) - 1] or lines[node.lineno - 2].startswith("#")
        if not said and not commented and any(isinstance(getattr(n, "value", None), float) for n in ast.walk(node)):
            found.append(f"{source}:{node.lineno}")
    return found


def test_every_number_that_a_computer_player_judges_by_has_a_name_and_a_reason():
    judging = [source for source in sources("game/ai") if len(Path(source).parts) > 3 or "tactics" in source]
    assert {source: found for source in judging if (found := nameless(tree(source)))} == {}
    assert [place for source in sources("game/ai") for place in unexplained(source)] == []


def test_a_number_without_a_name_is_found():
    assert nameless(ast.parse("def worth(unit):\n    return 0.65 * unit.figures")) == ["line 2: 0.65"]


def foreign(source):
    """Return the packages a module imports that do not belong in its part of the game."""
    allowed = PACKAGES.get(part(source), set()) | sys.stdlib_module_names | {"game"}
    return [name for name in imports(source) if name.split(".")[0] not in allowed]


def test_packages_from_outside_stay_where_they_belong():
    assert [f"{source} may not import {name}" for source in GAME for name in foreign(source)] == []


def other_rulebooks(source):
    """Return what a module of one rulebook imports from another."""
    others = rulebooks() - {book_of(source)}
    return [name for name in imports(source) if others & set(name.split(".")[2:3])]


def test_rulebooks_never_import_one_another():
    own = [source for source in GAME if part(source) == "rules" and book_of(source)]
    assert [f"{source} imports {name}" for source in own for name in other_rulebooks(source)] == []


def unrepeatable(source):
    """Return what a module uses that may give another result the next time."""
    called = [
        f"{node.func.id}() in line {node.lineno}"
        for node in ast.walk(tree(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"eval", "exec"}
    ]
    return [name for name in imports(source) if name.split(".")[0] in UNREPEATABLE] + called


def test_same_choices_give_the_same_game_because_nothing_unrepeatable_is_used():
    pure = [source for source in GAME if part(source) in PURE]
    assert [f"{source} uses {what}" for source in pure for what in unrepeatable(source)] == []


def test_every_module_says_what_it_is():
    assert [source for source in sources("game", "tools", "tests") if not ast.get_docstring(tree(source))] == []


def undocumented(kind: type) -> list[str]:
    """Return the public methods of a class that say nothing, or only repeat what those they override say."""
    found = []
    for name, member in vars(kind).items():
        method = getattr(member, "fget", None) or getattr(member, "func", None) or inspect.unwrap(member)
        if not inspect.isfunction(method) or any(
            n.startswith(("_", "<")) for n in (name, kind.__name__, method.__name__)
        ):
            continue
        above = [doc for base in kind.__mro__[1:] if (doc := getattr(vars(base).get(name), "__doc__", None))]
        if method.__doc__ in above or not (method.__doc__ or above):
            found.append(f"{kind.__module__}.{kind.__qualname__}.{name}")
    return found


def test_every_method_says_what_it_does_unless_it_overrides_one_that_does():
    modules = [import_module(name) for name in MODULES if not name.endswith("__main__")]
    classes = {kind for module in modules for kind in vars(module).values() if inspect.isclass(kind)}
    own = [kind for kind in classes if kind.__module__ in MODULES]
    assert sorted(name for kind in own for name in undocumented(kind)) == []


class Told:
    """A class with a documented method."""

    def tell(self):
        """What it is."""


class Retold(Told):
    """A class that overrides it, with methods of its own."""

    def tell(self): ...

    @property
    def title(self): ...

    @classmethod
    def made(cls):
        """How it is made."""


class Repeated(Retold):
    """A class that repeats what was said."""

    def tell(self):
        """What it is."""


def test_a_method_without_docstring_and_a_repeated_docstring_are_found():
    assert undocumented(Retold) == [f"{__name__}.Retold.title"]
    assert undocumented(Repeated) == [f"{__name__}.Repeated.tell"]


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
    """Return the files of the repository, or the files of a plain copy of it that are not hidden."""
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


def test_the_readme_lists_every_command_and_no_other():
    rows = re.findall(r"^\| `snowball ?(\w*)", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    assert rows == list(dict.fromkeys(rows))
    assert set(rows) == set(COMMANDS)


PAPERS = [path for path in tracked() if path.suffix == ".md"]
LIVING = [path for path in PAPERS if path.name not in {"CHANGELOG.md", "EXPERIMENTS.md", "lab_table.md"}]
"""The pages that tell how things are now, and not how they were."""


def anchors(paper: Path) -> set[str]:
    """Return the anchors of a Markdown file: its headings, as addresses write them."""
    headings = re.findall(r"^#+ (.+)$", paper.read_text("utf-8"), re.MULTILINE)
    return {"", *(re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in headings)}


def test_every_link_of_the_papers_leads_to_a_file_and_a_heading():
    assert {ROOT / "README.md", ROOT / "game/DESIGN.md", ROOT / "game/docs/maps.md"} <= set(PAPERS)
    wrong = []
    for paper in PAPERS:
        for link in re.findall(r"\]\((?!https?:)([^)\s]+)\)", paper.read_text("utf-8")):
            name, _, heading = link.partition("#")
            leads = paper.parent / name if name else paper
            if not leads.exists() or (leads.suffix == ".md" and heading not in anchors(leads)):
                wrong.append(f"{paper.relative_to(ROOT)}: {link}")
    assert not wrong, "\n".join(wrong)


def test_every_page_is_found_from_the_readme():
    text = (ROOT / "README.md").read_text("utf-8")
    pages = [page.relative_to(ROOT).as_posix() for page in PAPERS if page.parent == ROOT / "game/docs"]
    assert not [page for page in pages if f"]({page})" not in text]


def test_every_file_that_the_papers_name_is_there():
    named = re.compile(r"`((?:game|tests|tools|assets|maps)/[a-z0-9_./]*)`")
    wrong = [
        f"{paper.relative_to(ROOT)}: {name}"
        for paper in LIVING
        for name in named.findall(paper.read_text("utf-8"))
        if not (ROOT / name).exists()
    ]
    assert not wrong, "\n".join(wrong)


def test_the_two_lists_of_development_tools_agree():
    assert PROJECT["project"]["optional-dependencies"]["dev"] == PROJECT["dependency-groups"]["dev"]


def test_uv_is_told_the_same_requirements_as_pip():
    script = (ROOT / "tools/play.py").read_text("utf-8")
    header = re.search(r"^# /// script\n(.*?)^# ///$", script, re.MULTILINE | re.DOTALL)[1]
    inline = tomllib.loads(re.sub(r"^# ?", "", header, flags=re.MULTILINE))
    assert inline["dependencies"] == PROJECT["project"]["dependencies"]
    assert inline["requires-python"] == PROJECT["project"]["requires-python"]


READS = {"read_bytes", "read_text"}


def opens_to_read(node: ast.AST) -> bool:
    """Whether a piece of code opens a file and may read it."""
    if not isinstance(node, ast.Call):
        return False
    given = [part for argument in (*node.args, *node.keywords) for part in ast.walk(argument)]
    words = [part.value for part in given if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    to_write = any(word[:1] in "wxa" for word in words)
    match node.func:
        case ast.Name("open"):
            return not to_write
        case ast.Attribute(ast.Name("os"), "read"):
            return True
        case ast.Attribute(ast.Name("os"), "open"):
            return False  # which reads nothing yet
        case ast.Attribute(ast.Name("os"), "fdopen"):
            return not to_write
        case ast.Attribute(ast.Name(owner), "open") if owner == "self" or owner[:1].isupper():
            return False  # a method of ours
        case ast.Attribute(_, "open"):
            return not to_write
        case ast.Attribute(_, name):
            return name in READS
    return False


def test_files_are_opened_to_be_read_in_one_place():
    """`foreign.file_bytes` refuses pipes, devices and folders, and reads no more than a limit."""
    found = [
        f"{source}:{node.lineno}"
        for source in GAME
        if source != "game/engine/foreign.py"
        for node in ast.walk(tree(source))
        if opens_to_read(node)
    ]
    assert found == []
