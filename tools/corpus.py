"""The transcript corpus: digests of what maps, demonstrations and recorded games told, so that every change is found.

    python3 tools/corpus.py check [GAME ...]              replay, and name the first moment of each game that differs
    python3 tools/corpus.py diff [GAME ...]               replay on an older revision, too, and show what differs
    python3 tools/corpus.py accept [GAME ...] --reason S  record new games, write those that differ, list the reason
    python3 tools/corpus.py record [GAME ...]             play games anew and write them

GAME is a name or a pattern ("epic/*", "*/demo-*"); without one, all games. tests/corpus/ holds a file for each game
with its digests (see corpus_parts/games.py); tests/corpus/differences.toml lists the reasons for games that were
written again.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from game.engine.rulebook import rulesets
from game.protocol.coverage import coverage
from tools.corpus_parts.chance import play_on
from tools.corpus_parts.changes import Change, Differing, compare
from tools.corpus_parts.engines import inside, outside, revision
from tools.corpus_parts.games import FOLDER, compact, fits, names, read
from tools.corpus_parts.playing import PARTS, Play, RefusedError, digested, end_digests

BEFORE = "7d75994"
"""The revision from which the corpus was made."""
DIFFERENCES = FOLDER / "differences.toml"
MOST_SHOWN = 12
"""How many changed fields of a moment `diff` prints."""

T = TypeVar("T")


def listed() -> dict[str, dict[str, object]]:
    """The listed differences by id, each with its `reason` and the `games` (patterns) that it may change."""
    found = tomllib.loads(DIFFERENCES.read_text("utf-8")).get("difference", [])
    return {entry["id"]: entry for entry in found}


def checked(name: str) -> str:
    """Replay a recorded game. Returns where it first differs from its record, or "". Raises OSError, ValueError."""
    game = read(name, len(PARTS))
    play = Play(inside(), game)
    number = 0
    try:
        for number, (moment, old) in enumerate(zip(play.moments(), game.lines, strict=True)):
            changed = [part for part, new, was in zip(PARTS, moment.digests(), old, strict=True) if new != was]
            if changed:
                after = f" after {compact(game.choices[number - 1])}" if number else ""
                return f"moment {number} of {len(game.choices)}{after}: {', '.join(changed)}"
    except RefusedError as error:
        return str(error)
    ends = end_digests(play)
    changed = sorted(end for end in game.ends.keys() | ends.keys() if game.ends.get(end) != ends.get(end))
    return f"the end: {', '.join(changed)}" if changed else ""


def check(given: argparse.Namespace, games: list[str]) -> int:
    """Print the first difference of every game that has one. Returns the exit status: 1 if any has."""
    wrong = 0
    for name, said in each(checked, games, given.jobs):
        if said:
            wrong += 1
            print(f"{name}: {said}", flush=True)
    print(f"{len(games)} games, {wrong} of them differ from their records.")
    if wrong:
        print("`python3 tools/corpus.py diff GAME` shows how.")
    return int(wrong > 0)


def compared(name: str, tree: Path, *, why: int, whole: bool) -> list[Differing]:
    """What the engine of another tree tells differently in a game, at the first such moment, or with `whole` at all."""
    game = read(name, len(PARTS))
    game.why = why or game.why
    found: list[Differing] = []
    with outside(tree) as old:
        for differing in compare(old, inside(), game):
            if not whole and found and found[0].moment != differing.moment:
                break
            found.append(differing)
    return found


def diff(given: argparse.Namespace, games: list[str]) -> int:
    """Print what this tree tells differently from the older revision. Returns the exit status: 1 if anything."""
    total: dict[tuple[str, str], list[tuple[Differing, Change]]] = {}
    wrong = 0
    with revision(given.against) as tree:
        work = partial(compared, tree=tree, why=given.why, whole=given.all)
        for _, found in each(work, games, given.jobs):
            wrong += bool(found)
            for differing in found:
                if given.all:
                    for change in differing.changes:
                        total.setdefault((differing.part, change.kind), []).append((differing, change))
                    continue
                print(f"{differing}", flush=True)
                for change in differing.changes[:MOST_SHOWN]:
                    print(f"    {change}")
                if len(differing.changes) > MOST_SHOWN:
                    print(f"    and {len(differing.changes) - MOST_SHOWN} more fields")
    for (part, kind), places in sorted(total.items(), key=lambda item: -len(item[1])):
        where = {differing.game for differing, _ in places}
        print(f"{part} {kind}: {len(places)} times in {len(where)} games; first in {places[0][0]}\n    {places[0][1]}")
    print(f"{len(games)} games, {wrong} of them differ from {given.against}.")
    return int(wrong > 0)


def written(name: str, *, because: str) -> str:
    """Digest a recorded game again, and write it with the id of the difference if it differs.

    Returns a sentence about that, or "" if it does not differ. If a choice is no longer legal, the game goes on at
    random from there.
    """
    game = read(name, len(PARTS))
    before = game.text()
    note = ""
    try:
        lines, ends = digested(Play(inside(), game))
    except RefusedError as error:
        note = f"; {error}, so it goes on at random from there"
        play_on(game, error.number)
        lines, ends = digested(Play(inside(), game))
    counts = Counter(
        part
        for new, old in zip(lines, game.lines, strict=False)
        for part, a, b in zip(PARTS, new, old, strict=False)
        if a != b
    )
    game.lines, game.ends = lines, ends
    if game.text() == before:
        return ""
    game.differences = tuple(sorted({*game.differences, because}))
    game.write()
    places = ", ".join(f"{part} at {number} moments" for part, number in counts.items())
    return f"written ({places or 'its end'}){note}"


def accept(given: argparse.Namespace, games: list[str]) -> int:
    """Record new games, write those that differ and list the reason, and name the clauses without code or test.

    Returns the exit status: 1 if a clause lacks one of them.
    """
    from tools.corpus_parts.recording import every_game

    if not given.reason.endswith("."):
        print("The reason is a sentence for those who review the change: end it with a full stop.")
        return 2
    new = [name for name, _ in every_game() if fits(name, given.games, given.ruleset) and name not in games]
    for name, said in each(recorded, new, given.jobs):
        print(f"{name}: recorded, {said}", flush=True)
    id = given.id or "-".join(re.findall(r"[a-z0-9]+", given.reason.lower())[:7])
    changed = []
    for name, said in each(partial(written, because=id), games, given.jobs):
        if said:
            changed.append(name)
            print(f"{name}: {said}", flush=True)
    named = [name for name in names() if id in read(name, len(PARTS)).differences]  # also by a run that was broken off
    if named:
        entries = listed()
        covered = {*patterns(named), *(entries[id]["games"] if id in entries else ())}
        entries[id] = {"id": id, "reason": given.reason, "games": sorted(covered)}
        list_again(entries.values())
    print(f"{len(new)} games recorded, {len(changed)} written again as “{id}”.")
    missing = [
        f"{name}: no {' or '.join(lacks)}" for book in rulesets() for name, lacks in coverage(book).missing.items()
    ]
    print("\n".join(missing) or "Nothing is missing: every clause has code and a test.")
    return int(bool(missing))


def patterns(games: Iterable[str]) -> Iterator[str]:
    """The shortest patterns for these games: of a whole rulebook, of all its random games and so on, or of one game."""
    left = set(games)
    wholes = [name.rpartition("/")[0] + "/*" for name in names() if "/" in name]
    kinds = [re.sub(r"-\d+$", "-*", name) for name in names()]
    for pattern in dict.fromkeys([*wholes, *kinds]):
        fitting = {name for name in names() if fnmatchcase(name, pattern)}
        if fitting <= left:
            left -= fitting
            yield pattern
    yield from left


def list_again(entries: Iterable[dict[str, object]]) -> None:
    """Write the listed differences."""
    head = DIFFERENCES.read_text("utf-8").partition("\n\n")[0]
    rows = [
        "[[difference]]\n"
        + "\n".join(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in entry.items())
        for entry in entries
    ]
    DIFFERENCES.write_text("\n\n".join([head, *rows]) + "\n", encoding="utf-8", newline="\n")


def recorded(name: str) -> str:
    """Play a new game of that name, and write it with its digests."""
    from tools.corpus_parts.recording import every_game

    game = dict(every_game())[name]()
    game.lines, game.ends = digested(Play(inside(), game))
    game.write()
    return f"{len(game.choices)} choices"


def record(given: argparse.Namespace, _: list[str]) -> int:
    """Play and write games anew, whether they exist already or not."""
    from tools.corpus_parts.recording import every_game

    wanted = [name for name, _ in every_game() if fits(name, given.games, given.ruleset)]
    for name, said in each(recorded, wanted, given.jobs):
        print(f"{name}: {said}", flush=True)
    return 0


def each(work: Callable[[str], T], games: Iterable[str], jobs: int) -> Iterator[tuple[str, T]]:
    """Each game with the result of `work` on it, in order, using `jobs` processes."""
    listed = list(games)
    if jobs < 2:
        yield from ((name, work(name)) for name in listed)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from zip(listed, pool.map(work, listed), strict=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a task. Returns the exit status."""
    parser = argparse.ArgumentParser(
        description="The transcript corpus.", epilog=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    tasks = parser.add_subparsers(dest="task", required=True)
    for task, what in TASKS.items():
        one = tasks.add_parser(task, help=(what.__doc__ or "").partition("\n")[0])
        one.add_argument("games", nargs="*", metavar="GAME", help='a name or a pattern such as "epic/*"')
        one.add_argument("--ruleset", action="append", default=[], help="only games of this rulebook; may be repeated")
        one.add_argument("--jobs", type=int, default=1, help="number of processes")
        if task == "diff":
            one.add_argument("--against", default=BEFORE, metavar="REVISION", help=f"the other revision ({BEFORE})")
            one.add_argument("--all", action="store_true", help="compare every moment, and sum the changes up by field")
            one.add_argument("--why", type=int, default=0, metavar="N", help="compare reasons at every N-th moment")
        if task == "accept":
            one.add_argument("--reason", required=True, metavar="SENTENCE", help="what is told otherwise, and why")
            one.add_argument("--id", default="", help="its id in differences.toml (the reason's first words)")
    given = parser.parse_args(arguments)
    games = [name for name in names() if fits(name, given.games, given.ruleset)]
    if not games and given.task not in ("record", "accept"):
        print("No recorded game has such a name.")
        return 2
    return TASKS[given.task](given, games)


TASKS = {"check": check, "diff": diff, "accept": accept, "record": record}

if __name__ == "__main__":
    sys.exit(main())
