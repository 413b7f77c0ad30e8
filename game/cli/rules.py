"""`snowball rules`: print the rulebooks, and where code, tests and demonstrations cite their clauses."""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from collections.abc import Iterator, Sequence

from game.engine.rulebook import Clause, DataError, Ruling, rulesets
from game.protocol.coverage import Coverage, coverage
from game.rules import examined

_SHOWN = 6
"""With --coverage, how many places of each kind are listed for a clause; the rest are counted."""

_EPILOG = """\
--json prints one array with an object for each rulebook:
  ruleset, title, about, sections
  sources    [{title, address}]
  clauses    [{id, title, text, section, source, testable, code, tests, demos}]
  rulings    [{id, title, question, reading, default, choices: [{id, text}], reason, clauses, base,
               code, tests, demos}]; base marks choices about the game around the source's rules
  missing    {clause id: ["code", "test"]}: testable clauses that lack one or both
  tests_known  false where the tests are not installed
code is a list of "file:line", tests of "file::function" (or "file:line" outside of one), demos of ids.

Exit status: 0; 1 with --coverage if a testable clause lacks code or test; 2 for wrong arguments.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, or those of the process if None. Returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="snowball rules",
        description="Print every clause and ruling of the rulebooks.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--ruleset", metavar="ID", help="only this rulebook: " + ", ".join(rulesets()))
    parser.add_argument(
        "--coverage", action="store_true", help="show what cites each clause, and flag clauses without code or test"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")
    args = parser.parse_args(argv)
    problems = examined().problems
    for ruleset, sentence in problems.items():
        if args.ruleset in (None, ruleset):
            print(sentence, file=sys.stderr)
    if args.ruleset in problems:
        return 2
    plug_ins = () if args.coverage else examined().plug_ins  # what cites their clauses is not searched
    try:
        reports = [coverage(name) for name in ([args.ruleset] if args.ruleset else [*rulesets(), *plug_ins])]
    except DataError as error:
        print(error, file=sys.stderr)
        return 2
    if args.json:
        print(json.dumps([report.to_json() for report in reports], indent=1))
    else:
        print("\n\n".join("\n".join(book_lines(report, with_coverage=args.coverage)) for report in reports))
    return int(args.coverage and any(report.missing for report in reports))


def book_lines(report: Coverage, *, with_coverage: bool) -> Iterator[str]:
    """The text of one rulebook: its clauses and rulings in full, or with coverage the places that cite each."""
    book = report.book
    yield book.title
    yield "=" * len(book.title)
    yield from _wrap(book.about, 0)
    for section in book.sections:
        yield from ("", section)
        for clause in book.clauses.values():
            if clause.section == section:
                yield from _cover(report, clause.id, clause.title) if with_coverage else _clause(clause)
    for heading, base in (("Readings of unclear places", False), ("The base game, our own choices", True)):
        yield from ("", heading)
        for ruling in book.rulings.values():
            if ruling.base is base:
                yield from _cover(report, ruling.id, ruling.title) if with_coverage else _ruling(ruling)
    yield ""
    if with_coverage:
        yield from _summary(report)
    else:
        yield "Sources (for the ideas; the words here are ours)"
        yield from (f"  {source.title}: {source.address}" for source in book.sources)


def _clause(clause: Clause) -> Iterator[str]:
    yield f"  {clause.id:<7} {clause.title}" + ("" if clause.testable else "  (no test)")
    yield from _wrap(clause.text, 10)
    yield from _wrap(f"From: {clause.source}.", 10)


def _ruling(ruling: Ruling) -> Iterator[str]:
    yield f"  {ruling.id:<7} {ruling.title}"
    yield from _wrap(ruling.question, 10)
    yield from _wrap(f"Ruling: {ruling.reading}", 10)
    yield from _wrap(f"Why: {ruling.reason}", 10)
    if len(ruling.choices) > 1:
        for choice in ruling.choices:
            mark = " (default)" if choice.id == ruling.default else ""
            yield from _wrap(f"{choice.id}{mark}: {choice.text}", 12)


def _cover(report: Coverage, name: str, title: str) -> Iterator[str]:
    lacks = report.lacks(name)
    clause = report.book.clauses.get(name)
    flag = ""
    if lacks:
        flag = f"  <-- no {' and no '.join(lacks)}"
    elif clause is not None and not clause.testable:
        flag = "  (no test)"
    yield f"  {name:<7} {title}{flag}"
    cover = report.covers[name]
    for label, places in (("code", cover.code), ("tests", cover.tests), ("demos", cover.demos)):
        more = f" and {len(places) - _SHOWN} more" if len(places) > _SHOWN else ""
        if places:
            yield f"          {label:<6}" + ", ".join(places[:_SHOWN]) + more


def _summary(report: Coverage) -> Iterator[str]:
    testable = [report.covers[clause.id] for clause in report.book.clauses.values() if clause.testable]
    coded = sum(bool(cover.code) for cover in testable)
    tested = sum(bool(cover.tests) for cover in testable)
    demonstrated = sum(bool(cover.demos) for cover in testable)
    tests = f"{tested} have a test" if report.tests_known else "tests not known"
    yield (
        f"{len(report.book.clauses)} clauses, {len(testable)} testable: {coded} have code, {tests}, "
        f"{demonstrated} are shown by a demonstration. {len(report.book.rulings)} rulings."
    )
    if not report.tests_known:
        yield "The tests are not installed with the game; run this in a checkout to see which name a clause."
    if report.missing:
        lacking = "; ".join(f"{name} no {' and no '.join(lacks)}" for name, lacks in report.missing.items())
        yield from _wrap(f"Missing: {lacking}.", 0)
    else:
        yield "Nothing is missing."


def _wrap(text: str, indent: int) -> list[str]:
    return textwrap.wrap(text, 100, initial_indent=" " * indent, subsequent_indent=" " * indent)
