"""Finds the code, tests and demonstrations that cite each clause and ruling.

A citation is an id in a string, comment or data file (`XX-21`, `XX-A1`, `XX-A1b`), a run of ids (`XX-22 .. XX-25`,
`XX-22 to 25`, `XX-09/10`), or the name of a test (`test_xx_21_x`, `test_xx_22_to_25_x`, `test_xx_21_and_a1_x`,
`test_xx_21_a1_x`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from game.engine.foreign import file_bytes, text_of
from game.engine.rulebook import Rulebook, load_rulebook, rulesets
from game.paths import ASSETS

PACKAGE = Path(__file__).resolve().parent.parent

_CITED = re.compile(
    r"\b(?P<book>[A-Z]{2})-(?P<kind>A?)(?P<first>\d{1,2})(?P<letter>(?<=A\d)[a-z]\b|(?<=A\d\d)[a-z]\b)?(?!\d)"
    r"(?:\s*(?:\.\.\.?|to|until)\s*(?:(?P=book)-)?(?P=kind)(?P<last>\d{1,2})\b|(?P<also>(?:/\d\d\b)+))?"
)
_TEST_NAME = re.compile(
    r"(?:^|_)(?P<book>[a-z]{2})_(?P<run>(?:\d\d|a\d{1,2}[a-z]?)(?:_(?:to_|and_)?(?:\d\d|a\d{1,2}[a-z]?))*)(?=_|$)"
)


@dataclass(frozen=True, slots=True, order=True)
class Citation:
    """Where an id is cited: a file relative to the project, a line, and the test that the line belongs to, if any."""

    file: str
    line: int
    test: str = ""

    def __str__(self) -> str:
        return f"{self.file}::{self.test}" if self.test else f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Tree:
    """The folders to search. `tests` is None if the game is installed without them."""

    package: Path
    tests: Path | None
    demos: Path

    def citations(self) -> Citations:
        """Every citation in the tree."""
        code = _collect(_python(self.package), self.package.parent)
        tests = {} if self.tests is None else _collect(_python(self.tests), self.tests.parent, tests=True)
        demos = _collect(sorted(self.demos.glob("*.toml")), self.demos)
        return Citations(code, tests, demos, self.tests is not None)


@dataclass(frozen=True, slots=True)
class Citations:
    """The places that cite each id, for all rulebooks together."""

    code: Mapping[str, tuple[Citation, ...]]
    tests: Mapping[str, tuple[Citation, ...]]
    demos: Mapping[str, tuple[Citation, ...]]
    tests_known: bool

    def dead_sentences(self, books: Iterable[Rulebook]) -> tuple[str, ...]:
        """One sentence for every cited id that its rulebook does not have. Prefixes of no rulebook are ignored."""
        ids_of: dict[str, set[str]] = {book.prefix: {*book.clauses, *book.rulings} for book in books}
        return tuple(
            f"{places[0]} cites {name}, which is no clause or ruling."
            for citations in (self.code, self.tests, self.demos)
            for name, places in sorted(citations.items())
            if name[:2] in ids_of and name not in ids_of[name[:2]]
        )


@dataclass(frozen=True, slots=True)
class CitedBy:
    """The places that cite one clause or ruling. Demonstrations are given by their ids."""

    code: tuple[str, ...]
    tests: tuple[str, ...]
    demos: tuple[str, ...]


@dataclass(frozen=True)
class Coverage:
    """The coverage of one rulebook. `tests_known` is False if no tests are installed."""

    book: Rulebook
    covers: Mapping[str, CitedBy]
    tests_known: bool

    def lacks(self, name: str) -> tuple[str, ...]:
        """Which of "code" and "test" a testable clause lacks; empty for rulings and other clauses."""
        clause = self.book.clauses.get(name)
        if clause is None or not clause.testable:
            return ()
        cover = self.covers[name]
        code = () if cover.code else ("code",)
        return code if cover.tests or not self.tests_known else (*code, "test")

    @property
    def missing(self) -> dict[str, tuple[str, ...]]:
        """The testable clauses that lack code or a test, with what they lack."""
        return {name: lacks for name in self.book.clauses if (lacks := self.lacks(name))}

    def to_json(self) -> dict[str, object]:
        """Every clause and ruling with its coverage, for `snowball rules --json`."""
        book = self.book
        return {
            "ruleset": book.id,
            "title": book.title,
            "about": book.about,
            "sources": [{"title": source.title, "address": source.address} for source in book.sources],
            "sections": list(book.sections),
            "clauses": [
                {
                    "id": clause.id,
                    "title": clause.title,
                    "text": clause.text,
                    "section": clause.section,
                    "source": clause.source,
                    "testable": clause.testable,
                    **self._cover_json(clause.id),
                }
                for clause in book.clauses.values()
            ],
            "rulings": [
                {
                    "id": ruling.id,
                    "title": ruling.title,
                    "question": ruling.question,
                    "reading": ruling.reading,
                    "default": ruling.default,
                    "choices": [{"id": choice.id, "text": choice.text} for choice in ruling.choices],
                    "reason": ruling.reason,
                    "clauses": list(ruling.clauses),
                    "base": ruling.base,
                    **self._cover_json(ruling.id),
                }
                for ruling in book.rulings.values()
            ],
            "missing": {name: list(lacks) for name, lacks in self.missing.items()},
            "tests_known": self.tests_known,
        }

    def _cover_json(self, name: str) -> dict[str, object]:
        cover = self.covers[name]
        return {"code": list(cover.code), "tests": list(cover.tests), "demos": list(cover.demos)}


def coverage(ruleset: str, tree: Tree | None = None) -> Coverage:
    """The coverage of one rulebook, in this installation or in another tree. Raises DataError."""
    book = load_rulebook(ruleset)
    citations = _citations_here() if tree is None else tree.citations()
    covers = {
        name: CitedBy(
            code=tuple(map(str, citations.code.get(name, ()))),
            tests=tuple(dict.fromkeys(map(str, citations.tests.get(name, ())))),
            demos=tuple(dict.fromkeys(Path(place.file).stem for place in citations.demos.get(name, ()))),
        )
        for name in (*book.clauses, *book.rulings)
    }
    return Coverage(book, covers, citations.tests_known)


def dead_citations() -> tuple[str, ...]:
    """One sentence for every id cited in this installation that its rulebook does not have."""
    return _citations_here().dead_sentences(load_rulebook(ruleset) for ruleset in rulesets())


def cited_ids(line: str) -> Iterator[str]:
    """The ids that a line of text cites, with runs expanded."""
    for match in _CITED.finditer(line):
        book, kind, first = match["book"], match["kind"], int(match["first"])
        if match["letter"]:
            yield f"{book}-A{first}{match['letter']}"
            continue
        if match["last"]:
            numbers = list(range(first, int(match["last"]) + 1))
        else:
            numbers = [first, *(int(number) for number in (match["also"] or "").split("/") if number)]
        for number in numbers:
            yield _id(book, kind, number)


def named_ids(test: str) -> Iterator[str]:
    """The ids that the name of a test cites."""
    for match in _TEST_NAME.finditer(test):
        book, last = match["book"].upper(), 0
        words = match["run"].split("_")
        for before, word in zip(["", *words], words, strict=False):
            if word in ("to", "and"):
                continue
            kind = "A" if word.startswith("a") else ""
            if word[-1].islower():
                yield f"{book}-{word[0].upper()}{word[1:]}"
            else:
                number = int(word.lstrip("a"))
                yield from (
                    _id(book, kind, id_number)
                    for id_number in range(last + 1 if before == "to" else number, number + 1)
                )
                last = number


def _id(book: str, kind: str, number: int) -> str:
    return f"{book}-A{number}" if kind else f"{book}-{number:02}"


@cache
def _citations_here() -> Citations:
    # a folder `tests` beside the package is ours only in a checkout; beside an installed package it is not
    tests = PACKAGE.parent / "tests"
    checkout = ASSETS.parent == PACKAGE.parent
    return Tree(PACKAGE, tests if checkout and tests.is_dir() else None, ASSETS / "demos").citations()


def _python(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.py") if "__pycache__" not in path.parts)


def _collect(files: Iterable[Path], root: Path, *, tests: bool = False) -> dict[str, tuple[Citation, ...]]:
    citations: dict[str, list[Citation]] = {}
    for path in files:
        name = path.relative_to(root).as_posix()
        text = text_of(file_bytes(path))
        owners = _test_of_line(text) if tests else {}
        for number, line in enumerate(text.splitlines(), 1):
            for id in dict.fromkeys(cited_ids(line)):
                citations.setdefault(id, []).append(Citation(name, number, owners.get(number, "")))
        for test, number in {test: number for number, test in reversed(owners.items())}.items():
            for id in named_ids(test):
                citations.setdefault(id, []).append(Citation(name, number, test))
    return {id: tuple(sorted(set(places))) for id, places in citations.items()}


def _test_of_line(text: str) -> dict[int, str]:
    """Line number -> its test function, including the function's decorators and the comments right above it."""
    lines = text.splitlines()
    owners: dict[int, str] = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            while first > 1 and lines[first - 2].lstrip().startswith("#"):
                first -= 1
            owners.update(dict.fromkeys(range(first, (node.end_lineno or node.lineno) + 1), node.name))
    return owners
