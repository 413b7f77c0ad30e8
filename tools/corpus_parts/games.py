"""A recorded game as a text file: a head of `name value` lines, an empty line, and a line for every moment.

    about computer players on courtyards
    new {"do":"new","scenario":"courtyards","seed":1}
    seats blue red
    why 5
    odds 0
    differences wh40k2-launchers            (only if it was written again; ids of differences.toml)
    end outcome 1d3a77f0 {"winner":"red"}
    end seen-blue 93b1c2d4

    5a31bb02 1188fe04 9cf0b4d1 7be11c3a 20cc91e4 b1:move:jog:3,4
    5a31bb02 -        9cf0b4d1 -        -        {"option":"pass","until":"turn"}
    17a2c950 66e0a1d9 40b3aa17 -        -

A moment has digests of its parts (see `playing.PARTS`; "-" for a part that is empty or not looked at) and the choice
that is made then: an option's id, or the fields of a `choose` request as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from tools.corpus_parts.engines import ROOT, Json

FOLDER = ROOT / "tests" / "corpus"
NOTHING = "-"

Line = tuple[str, ...]
"""The digests of one moment, in the order of `playing.PARTS`."""


@dataclass
class Game:
    """One recorded game. `new` is the request that begins it; `choices` are fields of `choose` requests.

    The record asks for reasons at every `why`-th moment and for odds at every `odds`-th (0: never), and at the end for
    the sight between `sights` pairs of cells. `lines` and `ends` (name -> digest) hold what was told at its recording.
    """

    name: str
    new: Json
    about: str = ""
    seats: tuple[str, ...] = ()
    why: int = 1
    odds: int = 0
    sights: int = 0
    differences: tuple[str, ...] = ()
    choices: list[Json] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    ends: dict[str, str] = field(default_factory=dict)

    @property
    def ruleset(self) -> str:
        """The rulebook by which it is played; "" for a record that belongs to none."""
        return self.name.rpartition("/")[0]

    def text(self) -> str:
        """The content of the game's file."""
        head = {"about": self.about, "new": compact(self.new)}
        head |= {"seats": " ".join(self.seats)} if self.seats else {}
        head |= {"why": str(self.why), "odds": str(self.odds)}
        head |= {"sights": str(self.sights)} if self.sights else {}
        head |= {"differences": " ".join(self.differences)} if self.differences else {}
        rows = [f"{name} {value}" for name, value in head.items()]
        rows += [f"end {name} {value}" for name, value in self.ends.items()]
        rows.append("")
        said = [_said(choice) for choice in self.choices]
        for number in range(max(len(self.lines), len(said))):
            digests = " ".join(f"{d:<8}" for d in self.lines[number]) if number < len(self.lines) else "?"
            rows.append(f"{digests} {said[number] if number < len(said) else ''}".rstrip())
        return "\n".join(rows) + "\n"

    def write(self) -> None:
        """Write the game's file."""
        path = FOLDER / f"{self.name}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.text(), encoding="utf-8", newline="\n")


def compact(value: object) -> str:
    """A value as JSON on one line; equal values always have the same text."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _said(choice: Json) -> str:
    plain = choice.get("option", "")
    return plain if set(choice) == {"option"} and plain[:1] != "{" and " " not in plain else compact(choice)


def read(name: str, parts: int) -> Game:
    """The recorded game of this name, whose moments have `parts` parts. Raises OSError, ValueError."""
    head, _, body = (FOLDER / f"{name}.txt").read_text("utf-8").partition("\n\n")
    game = Game(name, {})
    for row in head.splitlines():
        key, _, value = row.partition(" ")
        match key:
            case "about":
                game.about = value
            case "new":
                game.new = json.loads(value)
            case "seats" | "differences":
                setattr(game, key, tuple(value.split()))
            case "why" | "odds" | "sights":
                setattr(game, key, int(value))
            case "end":
                what, _, digest = value.partition(" ")
                game.ends[what] = digest
            case _:
                raise ValueError(f'{name}: nothing in a head is called "{key}".')
    for row in body.splitlines():
        *digests, said = [*row.split(None, parts), ""][: parts + 1]
        game.lines.append(tuple(digests))
        if said:
            game.choices.append(json.loads(said) if said.startswith("{") else {"option": said})
    return game


def names() -> list[str]:
    """The names of all recorded games, sorted."""
    return sorted(path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.rglob("*.txt"))


def fits(name: str, patterns: Sequence[str] = (), rulesets: Sequence[str] = ()) -> bool:
    """Whether a game fits one of the patterns, if there are any, and is of one of the rulebooks, if any are given."""
    return (not patterns or any(fnmatchcase(name, pattern) for pattern in patterns)) and (
        not rulesets or name.rpartition("/")[0] in rulesets
    )
