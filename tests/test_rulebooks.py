"""The rulebook and army files: complete, consistent, and cited only where they exist.

No id of a clause is spelt out here, or this file would count as the test of that clause.
"""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.cli import check, engine, rules
from game.cli.text import main as play_text
from game.engine import rulebook
from game.engine.rulebook import (
    DataError,
    load_army,
    load_rulebook,
    read_army,
    read_rulebook,
    rulesets,
    title_of,
)
from game.paths import ASSETS, MAPS
from game.protocol.coverage import Tree, cited_ids, coverage, dead_citations, named_ids
from game.protocol.session import ProtocolSession

# prefix, last clause, last reading of the source, last ruling of all
EXTENT = {
    "skirmishcorps": ("SC", 65, 32, 55),
    "wh40k2": ("WH", 37, 21, 38),
    "stargrunt2": ("SG", 50, 31, 47),
    "epic": ("EP", 26, 22, 50),
    "viktory2": ("VK", 28, 24, 45),
}
LETTERED = {"skirmishcorps": {27: "bc"}}
"""Readings that go on with one before them: SC-A27b after SC-A27."""
LAST = EXTENT["skirmishcorps"][1]
NO_TEST = {
    "skirmishcorps": {62, 64},
    "wh40k2": {2, 23, 34, 37},
    "stargrunt2": {2, 23, 50},
    "epic": {26},
    "viktory2": set(),
}
FIGURES = {path.stem for path in (ASSETS / "signs/figures").glob("*.svg")}
BOOK = """
id = "tiny"
title = "Tiny"
about = "A book."
sections = ["One"]
sources = [{ title = "Here", address = "http://example.org/" }]
[[clause]]
id = "ZZ-01"
title = "First"
text = "Something."
section = "One"
source = "page 1"
testable = true
[[ruling]]
id = "ZZ-A1"
title = "Read"
question = "Which?"
reading = "This."
default = "this"
choices = [{ id = "this", text = "This." }, { id = "that", text = "That." }]
reason = "So."
clauses = ["ZZ-01"]
"""
CLAUSE = BOOK[BOOK.index("[[clause]]") : BOOK.index("[[ruling]]")]
ARMY = """
[profiles.man]
name = "Man"
figure = "rifleman"
stats = { SP = 5 }
weapon = "stick"
weapons = ["stick"]
note = "A man."
[weapons.stick]
name = "Stick"
range = 1
thrown = true
kind = "wood"
"""


def of(prefix: str, number: int) -> str:
    return f"{prefix}-{number:02}"


# ---------------------------------------------------------------- the books


@pytest.mark.parametrize("ruleset", EXTENT)
def test_every_clause_and_ruling_is_there_once(ruleset: str) -> None:
    prefix, clauses, _, rulings = EXTENT[ruleset]
    book = load_rulebook(ruleset)
    assert sorted(book.clauses) == [of(prefix, number) for number in range(1, clauses + 1)]
    letters = LETTERED.get(ruleset, {})
    assert list(book.rulings) == [
        f"{prefix}-A{number}{letter}" for number in range(1, rulings + 1) for letter in ("", *letters.get(number, ""))
    ]
    scenery = {name for name, clause in book.clauses.items() if not clause.testable}
    assert scenery == {of(prefix, number) for number in NO_TEST[ruleset]}


@pytest.mark.parametrize("ruleset", rulesets())
def test_the_title_read_alone_is_that_of_the_whole_book(ruleset: str) -> None:
    assert title_of(ruleset) == load_rulebook(ruleset).title


def test_every_rulebook_has_an_army_of_its_own() -> None:
    assert set(EXTENT) <= set(rulesets())
    for ruleset in rulesets():
        assert load_army(ruleset).ruleset == load_rulebook(ruleset).id == ruleset


@pytest.mark.parametrize("ruleset", EXTENT)
def test_readings_name_their_clauses_and_come_before_the_base_game(ruleset: str) -> None:
    _, _, readings, last = EXTENT[ruleset]
    rulings = list(load_rulebook(ruleset).rulings.values())
    last += sum(map(len, LETTERED.get(ruleset, {}).values()))
    readings += sum(map(len, LETTERED.get(ruleset, {}).values()))
    assert [ruling.base for ruling in rulings] == [False] * readings + [True] * (last - readings)
    assert [ruling.id for ruling in rulings[:readings] if not ruling.clauses] == []


@pytest.mark.parametrize("ruleset", EXTENT)
def test_texts_are_short_whole_sentences_and_no_two_clauses_are_alike(ruleset: str) -> None:
    book = load_rulebook(ruleset)
    texts = [clause.text for clause in book.clauses.values()]
    for clause in book.clauses.values():
        assert len(re.findall(r"[.!?](?:\s|$)", clause.text)) <= 2, clause.id
        assert len(clause.text) <= 300, clause.id
    assert len(set(texts)) == len(texts)
    for ruling in book.rulings.values():
        assert ruling.question.endswith("?"), ruling.id
        texts += [ruling.reading, ruling.reason, *(choice.text for choice in ruling.choices)]
    assert [text for text in texts if not text.endswith(".")] == []


@pytest.mark.parametrize("ruleset", EXTENT)
def test_the_default_rulings_can_be_played(ruleset: str) -> None:
    book = load_rulebook(ruleset)
    assert book.check({name: ruling.default for name, ruling in book.rulings.items()}) == ()


def test_a_match_with_an_unknown_ruling_or_choice_is_refused_in_a_sentence_each() -> None:
    book = load_rulebook("skirmishcorps")
    first = next(iter(book.rulings))
    assert book.check({first: "whenever", "ZZ-A1": "this"}) == (
        f"{first} cannot be 'whenever': choose at_slot or at_close.",
        "ZZ-A1 is no ruling of SkirmishCorps.",
    )
    assert book.default(first) == "at_slot"
    assert book.check({first: "at_close"}) == ()


def test_loading_twice_gives_the_same_frozen_book() -> None:
    book = load_rulebook("skirmishcorps")
    assert load_rulebook("skirmishcorps") is book
    with pytest.raises(TypeError):
        book.clauses["ZZ-01"] = next(iter(book.clauses.values()))  # type: ignore[index]


# ---------------------------------------------------------------- the armies


@pytest.mark.parametrize("ruleset", EXTENT)
def test_every_profile_can_be_drawn_and_has_the_stats_of_its_game(ruleset: str) -> None:
    profiles = load_army(ruleset).profiles.values()
    stats = Counter(tuple(profile.stats) for profile in profiles).most_common(1)[0][0]
    assert {profile.id: tuple(profile.stats) for profile in profiles} == {profile.id: stats for profile in profiles}
    assert {profile.id: profile.figure for profile in profiles if profile.figure not in FIGURES} == {}


@pytest.mark.parametrize(
    ("profile", "stats"),
    [
        ("trooper", (5, 7, 6, 3, 7, 6, 7)),
        ("veteran", (5, 8, 7, 3, 7, 8, 9)),
        ("scout", (6, 7, 6, 3, 6, 9, 7)),
        ("brute", (4, 5, 8, 5, 8, 4, 8)),
    ],
)
def test_the_base_profiles_of_skirmishcorps_keep_their_numbers(profile: str, stats: tuple[int, ...]) -> None:
    names = ("SP", "MK", "CC", "ST", "DF", "RE", "CO", "W")
    assert load_army("skirmishcorps").profiles[profile].stats == dict(zip(names, (*stats, 1), strict=True))


@pytest.mark.parametrize(
    ("weapon", "reach", "power", "targets", "thrown"),
    [
        ("pistol", 8, 3, 1, False),
        ("rifle", 20, 4, 1, False),
        ("support_gun", 24, 5, 2, False),
        ("grenade", 5, 5, 1, True),
        ("unarmed", 0, 0, 1, False),
    ],
)
def test_the_base_weapons_of_skirmishcorps_keep_their_numbers(
    weapon: str, reach: int, power: int, targets: int, thrown: bool
) -> None:
    found = load_army("skirmishcorps").weapons[weapon]
    assert (found.range, found.thrown) == (reach, thrown)
    assert (found.numbers["power"], found.numbers["targets"]) == (power, targets)


def test_skirmishcorps_has_enough_to_choose_from() -> None:
    army = load_army("skirmishcorps")
    assert len(army.profiles) >= 7
    assert len(army.weapons) >= 9


# ---------------------------------------------------------------- broken files


def refusal(folder: Path, text: str, *, army: bool = False) -> str:
    path = folder / "tiny.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as error:
        _ = read_army(path) if army else read_rulebook(path)
    return str(error.value)


def test_the_tiny_files_that_the_next_tests_break_are_sound(tmp_path: Path) -> None:
    path = tmp_path / "tiny.toml"
    path.write_text(BOOK, encoding="utf-8")
    assert read_rulebook(path).prefix == "ZZ"
    path.write_text(ARMY, encoding="utf-8")
    stick = read_army(path).weapons["stick"]
    assert (stick.numbers, stick.tags, stick.thrown) == ({"range": 1, "thrown": 1}, {"kind": "wood"}, True)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('text = "Something."\n', "", "clause ZZ-01, text: it is missing; add a text."),
        ('text = "Something."', "text = 3", "clause ZZ-01, text: this is not a text; write it in quotes."),
        ('text = "Something."', 'text = " "', "clause ZZ-01, text: it is empty; write a text."),
        (
            "testable = true",
            "testable = 1",
            "clause ZZ-01, testable: this is neither true nor false; write one of them.",
        ),
        ("testable", "testabel", "clause ZZ-01: the field 'testabel' is unknown; write 'testable'."),
        (
            "source =",
            "extra = 1\nsource =",
            "clause ZZ-01: the field 'extra' is unknown; use one of cited, id, section, source, testable, text, title.",
        ),
        ('section = "One"', 'section = "Two"', "clause ZZ-01: section 'Two' is not listed under `sections`."),
        (
            'id = "ZZ-01"',
            'id = "ZZ-1"',
            "clause ZZ-1, id: 'ZZ-1' is no clause id; write two capitals, a dash and two digits.",
        ),
        (
            'id = "ZZ-A1"',
            'id = "ZZ-B1"',
            "ruling ZZ-B1, id: 'ZZ-B1' is no ruling id; write two capitals, -A and a number.",
        ),
        ('id = "ZZ-A1"', 'id = "ZY-A1"', "top: ZY-A1 does not begin with ZZ like the other ids."),
        ('clauses = ["ZZ-01"]', 'clauses = ["ZZ-02"]', "ruling ZZ-A1: ZZ-02 is no clause of this book."),
        (
            'default = "this"',
            'default = "other"',
            "ruling ZZ-A1: the default 'other' is not among the choices this, that.",
        ),
        ('{ id = "that"', '{ id = "this"', "ruling ZZ-A1: two choices have the same id."),
        ('id = "tiny"', 'id = "big"', "top: the id 'big' does not fit the file name; call it 'tiny'."),
        ("[[ruling]]", f"{CLAUSE}[[ruling]]", "clause ZZ-01: ZZ-01 appears twice."),
        ('sections = ["One"]', "sections = [1]", "sections number 1: this is not a text; write it in quotes."),
    ],
)
def test_a_broken_rulebook_is_refused_with_the_file_and_the_place(
    tmp_path: Path, old: str, new: str, sentence: str
) -> None:
    assert refusal(tmp_path, BOOK.replace(old, new, 1)) == f"tiny.toml, {sentence}"


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('weapon = "stick"', 'weapon = "bow"', "profiles.man: there is no weapon 'bow'; add [weapons.bow]."),
        ('["stick"]', "[]", "profiles.man: 'stick' in hand is not among its `weapons`."),
        ("SP = 5", "SP = true", "profiles.man.stats.SP: this is not a whole number; give a whole number."),
        ('note = "A man."', "", "profiles.man.note: it is missing; add a text."),
        (
            'kind = "wood"',
            "kind = 1.5",
            "weapons.stick.kind: this is not a whole number, text, true or false; write one of these.",
        ),
    ],
)
def test_a_broken_army_is_refused_with_the_file_and_the_place(
    tmp_path: Path, old: str, new: str, sentence: str
) -> None:
    assert refusal(tmp_path, ARMY.replace(old, new, 1), army=True) == f"tiny.toml, {sentence}"


def test_a_file_that_is_no_toml_or_not_there_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path, "id =").startswith("tiny.toml: this is not TOML (")
    (tmp_path / "latin.toml").write_bytes(b'id = "\xe9"')
    with pytest.raises(DataError, match=r"^latin\.toml: this is not UTF-8 text; save it as UTF-8\.$"):
        read_rulebook(tmp_path / "latin.toml")
    with pytest.raises(
        DataError, match=r"^none\.toml: it cannot be read \(No such file or directory\); name another file\.$"
    ):
        read_rulebook(tmp_path / "none.toml")


@pytest.mark.parametrize("ruleset", ["chess", "../rulebooks/wh40k2", ""])
def test_an_unknown_ruleset_is_refused_with_those_that_exist(ruleset: str) -> None:
    with pytest.raises(DataError, match=r"^There is no ruleset .* under rulebooks; known are .*wh40k2"):
        load_rulebook(ruleset)


@pytest.fixture
def broken_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The assets with a clause of SkirmishCorps misspelt; gives the sentence about it."""
    shutil.copytree(rulebook.ASSETS / "rulebooks", tmp_path / "rulebooks")
    shutil.copytree(rulebook.ASSETS / "armies", tmp_path / "armies")
    path = tmp_path / "rulebooks" / "skirmishcorps.toml"
    path.write_text(path.read_text("utf-8").replace("\ntestable = ", "\ntestabel = ", 1), "utf-8")
    monkeypatch.setattr(rulebook, "ASSETS", tmp_path)
    loaders = (load_rulebook, load_army)
    for loader in loaders:
        loader.cache_clear()
    first = of("SC", 1)
    yield f"skirmishcorps.toml, clause {first}: the field 'testabel' is unknown; write 'testable'."
    for loader in loaders:
        loader.cache_clear()


def test_every_command_reports_a_broken_rulebook_in_its_sentence(
    broken_book: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sketch = tmp_path / "ground.json"
    sketch.write_text(json.dumps({"ruleset": "skirmishcorps", "board": ["..", ".."]}), "utf-8")
    assert check.main([str(sketch), str(MAPS / "market_street.tmx")]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.endswith(broken_book) for line in lines] == [True, True]
    assert engine.main(["--schema"]) == 1
    assert capsys.readouterr().err == f"{broken_book}\n"
    assert json.loads(ProtocolSession().answer(b'{"do":"hello"}'))["error"]["message"] == broken_book
    assert play_text([str(sketch)]) == 1
    assert capsys.readouterr().err == f"{broken_book}\n"


# ---------------------------------------------------------------- citations


def test_nothing_in_the_game_cites_a_clause_or_ruling_that_does_not_exist() -> None:
    assert dead_citations() == ()


@pytest.mark.parametrize(
    ("line", "ids"),
    [
        ("see ZZ-21.", ["ZZ-21"]),
        ('("ZZ-21", "ZZ-A3b")', ["ZZ-21", "ZZ-A3b"]),
        ("# ZZ-22 .. ZZ-25", ["ZZ-22", "ZZ-23", "ZZ-24", "ZZ-25"]),
        ("ZZ-22..ZZ-23 and ZZ-35 to 37", ["ZZ-22", "ZZ-23", "ZZ-35", "ZZ-36", "ZZ-37"]),
        ("ZZ-09/10", ["ZZ-09", "ZZ-10"]),
        ("ZZ-A9 .. ZZ-A11", ["ZZ-A9", "ZZ-A10", "ZZ-A11"]),
        ("ZZ-22, YY-25 and ZZ-2026 XZZ-11", ["ZZ-22", "YY-25"]),
    ],
)
def test_citations_are_found_in_a_line_and_runs_are_spelt_out(line: str, ids: list[str]) -> None:
    assert list(cited_ids(line)) == ids


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("test_zz_21_the_quick_go_first", ["ZZ-21"]),
        ("test_zz_22_to_25_a_tie_of_3", ["ZZ-22", "ZZ-23", "ZZ-24", "ZZ-25"]),
        ("test_zz_09_10_waiting", ["ZZ-09", "ZZ-10"]),
        ("test_zz_09_and_zz_a1_waiting", ["ZZ-09", "ZZ-A1"]),
        ("test_zz_09_and_10_waiting", ["ZZ-09", "ZZ-10"]),
        ("test_zz_26_a3_both_tests", ["ZZ-26", "ZZ-A3"]),
        ("test_zz_a3_a27b_and_26_three", ["ZZ-A3", "ZZ-A27b", "ZZ-26"]),
        ("test_zz_21_2_units_of_one_side", ["ZZ-21"]),
        ("test_the_rifle_has_20_inches", []),
    ],
)
def test_the_name_of_a_test_cites_clauses(name: str, ids: list[str]) -> None:
    assert list(named_ids(name)) == ids


def tree_with(folder: Path, code: str, tests: str | None = "", demo: str = "") -> Tree:
    for name, text in (("game/rules/a.py", code), ("tests/test_a.py", tests), ("demos/show.toml", demo)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text or "", encoding="utf-8")
    return Tree(folder / "game", None if tests is None else folder / "tests", folder / "demos")


def up_to(last: int) -> str:
    return f"# {of('SC', 1)} .. {of('SC', last)}\n"


def test_coverage_joins_code_tests_and_demonstrations(tmp_path: Path) -> None:
    one, two, three = (of("SC", number) for number in (1, 2, 3))
    tests = (
        f"# {three} at the top\n\n\n"
        f"def test_sc_01_named():\n    pass\n\n\n"
        f"# {two} above\ndef test_plain():\n    assert '{one}'\n    assert '{one}'\n"
    )
    tree = tree_with(tmp_path, f"x = 1\ny = ('{one}', '{two}')  # {two}\n", tests, f'clauses = ["{two}"]\n')
    covers = coverage("skirmishcorps", tree).covers
    assert covers[one].code == ("game/rules/a.py:2",)
    assert covers[one].tests == ("tests/test_a.py::test_sc_01_named", "tests/test_a.py::test_plain")
    assert covers[two].tests == ("tests/test_a.py::test_plain",)
    assert covers[two].demos == ("show",)
    assert covers[three].tests == ("tests/test_a.py:1",)
    assert covers[three].code == covers[three].demos == ()


def test_a_testable_clause_without_code_or_test_is_missing_and_scenery_is_not(tmp_path: Path) -> None:
    clauses = load_rulebook("skirmishcorps").clauses
    nothing = coverage("skirmishcorps", tree_with(tmp_path, ""))
    assert set(nothing.missing) == {name for name, clause in clauses.items() if clause.testable}
    assert set(nothing.missing.values()) == {("code", "test")}
    untested = coverage("skirmishcorps", tree_with(tmp_path, up_to(LAST)))
    assert set(untested.missing.values()) == {("test",)}
    assert coverage("skirmishcorps", tree_with(tmp_path, up_to(LAST), up_to(LAST))).missing == {}


def test_without_tests_at_hand_only_code_can_be_missing_and_the_text_says_so(tmp_path: Path) -> None:
    found = coverage("skirmishcorps", tree_with(tmp_path, up_to(LAST), None))
    assert found.missing == {}
    lines = list(rules.book_lines(found, with_coverage=True))
    assert lines[-2].startswith("The tests are not installed with the game; ")


def test_a_dead_citation_is_reported_with_its_place(tmp_path: Path) -> None:
    dead = of("SC", 99)
    found = tree_with(tmp_path, f"# {dead} and ZZ-01\n").citations()
    assert found.dead_sentences([load_rulebook("skirmishcorps")]) == (
        f"game/rules/a.py:1 cites {dead}, which is no clause or ruling.",
    )


# ---------------------------------------------------------------- the command


@pytest.mark.parametrize("options", [[], ["--coverage"]])
@pytest.mark.parametrize("ruleset", EXTENT)
def test_the_command_prints_every_clause_and_ruling(
    ruleset: str, options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    status = rules.main(["--ruleset", ruleset, *options])
    assert status == int(bool(options and coverage(ruleset).missing))
    lines = capsys.readouterr().out.splitlines()
    shown = [line.split()[0] for line in lines if re.match(r"  [A-Z]{2}-A?\d+[a-z]? ", line)]
    book = load_rulebook(ruleset)
    assert sorted(shown) == sorted([*book.clauses, *book.rulings])


def test_coverage_flags_what_is_missing_and_sums_up(tmp_path: Path) -> None:
    last = of("SC", LAST)
    found = coverage("skirmishcorps", tree_with(tmp_path, up_to(LAST - 1), up_to(LAST - 1)))
    lines = list(rules.book_lines(found, with_coverage=True))
    title = load_rulebook("skirmishcorps").clauses[last].title
    assert f"  {last}   {title}  <-- no code and no test" in lines
    assert lines[-1] == f"Missing: {last} no code and no test."
    testable = LAST - len(NO_TEST["skirmishcorps"])
    covered = f"{testable - 1} have code, {testable - 1} have a test"
    assert f"{LAST} clauses, {testable} testable: {covered}" in lines[-2]
    found = coverage("skirmishcorps", tree_with(tmp_path, up_to(LAST), up_to(LAST)))
    assert list(rules.book_lines(found, with_coverage=True))[-1] == "Nothing is missing."


def test_the_json_form_has_every_field_of_the_book(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules.main(["--ruleset", "stargrunt2", "--json"]) == 0
    (book,) = json.loads(capsys.readouterr().out)
    assert book == coverage("stargrunt2").to_json()
    assert (len(book["clauses"]), len(book["rulings"])) == (50, 47)
    assert {"id", "text", "section", "testable", "code", "tests", "demos"} <= set(book["clauses"][0])
    assert {"question", "reading", "default", "choices", "reason", "base"} <= set(book["rulings"][0])


def test_the_command_refuses_an_unknown_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules.main(["--ruleset", "chess"]) == 2
    assert "There is no ruleset 'chess'" in capsys.readouterr().err
