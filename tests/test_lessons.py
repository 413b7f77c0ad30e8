"""Lessons: every step can be done, nothing else changes anything, back and skip work, and the lesson ends in a win."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.engine.answers import Choice
from game.engine.decisions import DICE
from game.engine.state import Verdict
from game.lessons import LessonError, LessonPlayer, failures, load_lesson
from game.lessons.player import NotAsked
from game.paths import LESSONS

NAMES = sorted(path.stem for path in LESSONS.glob("*.toml"))
FIRST = (LESSONS / "first_battle.toml").read_text("utf-8")


def player(name: str = "first_battle") -> LessonPlayer:
    return LessonPlayer(load_lesson(name))


def table(lesson: LessonPlayer) -> str:
    return lesson.session.match.hash()


def test_the_lesson_of_the_first_battle_exists() -> None:
    assert "first_battle" in NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_can_be_done_and_ends_in_a_win(name: str) -> None:
    assert failures(load_lesson(name)) == []


def test_the_first_battle_is_three_turns_with_four_units_a_side_in_sight_of_each_other() -> None:
    lesson = player()
    setup = lesson.session.setup
    sides = {seat: [unit for unit in setup.units if unit.seat == seat] for seat in setup.seats}
    assert [len(units) for units in sides.values()] == [4, 4]
    for unit in setup.units:
        foes = [other for other in setup.units if other.seat != unit.seat]
        assert any(setup.board.visible(unit.at, foe.at) for foe in foes), f"{unit.id} sees nobody"
    lesson.goto(len(lesson.lesson.steps))
    assert lesson.session.match.front.turn == setup.turns == 3
    assert lesson.session.match.view().score == {"blue": 4, "red": 0}
    assert lesson.session.match.outcome == Verdict("blue", "only one side is left", ("SC-A55",))


def test_the_first_battle_teaches_markers_being_shot_at_answering_and_forcing_a_hand() -> None:
    lesson = player()
    lesson.goto(len(lesson.lesson.steps))
    match = lesson.session.match
    log = [match.line(entry).text for entry in match.events]
    wanted = [
        "B1 gets an overwatch marker.",
        "B2 announces a jog, e6 to i6. B2 is the instigator.",
        "R1 reacts to B2: a shot at B2.",
        "R1 rolls 5, 4 = 9, needs ≤ 7: miss.",
        "B1 reacts to R2: a shot at R2.",
        "R2 is out of action.",
        "B1 forces the hand of R4, which resolves its action now.",
        "R4 is out of action.",
        "R3 is out of action.",
        "Blue wins: only one side is left.",
    ]
    places = [log.index(line) for line in wanted]
    assert places == sorted(places)


def test_every_step_offers_what_it_asks_for_and_names_its_place() -> None:
    lesson = player()
    while not lesson.done:
        lesson.settle()
        asked = lesson.session.match.pending
        assert asked is not None
        assert asked.seat == "blue"
        assert lesson.wanted, lesson.step.order
        option = lesson.wanted[0]
        assert lesson.step.at or option.to >= 0 or option.target or option.unit, f"{option.id} has no place to point at"
        lesson.skip()


def test_a_wrong_choice_changes_nothing_at_any_step() -> None:
    lesson = player()
    tried = 0
    while not lesson.done:
        lesson.settle()
        asked = lesson.session.match.pending
        assert asked is not None
        wanted = {option.id for option in lesson.wanted}
        wrong = [option.id for option in asked.options if option.id not in wanted]
        before = table(lesson), lesson.at, lesson.chosen
        for option in [*wrong[:3], *wrong[-3:], "nonsense", ""]:
            with pytest.raises(NotAsked, match="Not now"):
                lesson.choose(Choice(option))
            tried += 1
        assert (table(lesson), lesson.at, lesson.chosen) == before
        lesson.skip()
    assert tried >= 100
    with pytest.raises(NotAsked, match="The lesson is over"):
        lesson.choose(Choice("pass"))


def test_nothing_can_be_chosen_while_the_other_side_acts() -> None:
    lesson = player()
    lesson.goto(3)
    lesson.choose(Choice("b4:overwatch"))
    lesson.choose(Choice("confirm"))
    assert lesson.session.waits_for_player
    with pytest.raises(NotAsked, match="The other side has not finished yet"):
        lesson.choose(Choice("r1:overwatch"))


def test_the_choices_of_a_step_may_be_made_in_any_order() -> None:
    lesson = player()
    lesson.goto(13)
    assert set(lesson.step.choose) == {"b1:overwatch", "b2:overwatch", "b3:overwatch", "b4:overwatch", "confirm"}
    with pytest.raises(NotAsked):
        lesson.choose(Choice("confirm"))
    for unit in ("b3", "b1", "b4", "b2"):
        lesson.choose(Choice(f"{unit}:overwatch"))
    assert lesson.at == 13
    lesson.choose(Choice("confirm"))
    assert lesson.at == 14


def test_back_leads_to_the_beginning_of_the_step_and_then_to_the_one_before() -> None:
    lesson = player()
    tables = []
    while not lesson.done:
        lesson.settle()
        tables.append(table(lesson))
        lesson.skip()
    for place in reversed(range(len(tables))):
        lesson.back()
        assert (lesson.at, table(lesson)) == (place, tables[place])
    lesson.back()
    assert lesson.at == 0
    lesson.goto(19)
    assert (lesson.at, table(lesson)) == (19, tables[19])
    lesson.choose(Choice("b2:move"))
    assert lesson.chosen == ("b2:move",)
    lesson.back()
    assert (lesson.at, lesson.chosen, table(lesson)) == (19, (), tables[19])


def test_skip_makes_the_remaining_choices_of_a_step() -> None:
    lesson = player()
    lesson.goto(13)
    lesson.choose(Choice("b2:overwatch"))
    lesson.skip()
    assert (lesson.at, lesson.chosen) == (14, ())
    given = {unit.id: dict(unit.markers) for unit in lesson.session.match.front.units.values() if unit.seat == "blue"}
    assert given == {name: {"overwatch": "down"} for name in ("b1", "b2", "b3", "b4")}


def test_a_resumed_lesson_is_at_the_step_where_it_was_left() -> None:
    left, again = player(), player()
    left.goto(9)
    again.goto(9)
    assert table(left) == table(again)
    assert [option.id for option in again.wanted] == ["pass"]
    assert again.session.asked not in (DICE, "red")


# -- broken files -----------------------------------------------------------------------------------------------------


def broken(folder: Path, old: str, new: str) -> str:
    """What is said about the first battle with one thing changed."""
    assert old in FIRST
    path = folder / "first_battle.toml"
    path.write_text(FIRST.replace(old, new, 1), "utf-8")
    try:
        return " ".join(failures(load_lesson(path)))
    except LessonError as error:
        return str(error)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('seat = "blue"', 'seat = "green"', ', seat: the seat "green" does not play; use one of blue, red.'),
        ('map = "first_battle"', 'map = "nowhere"', ", map: There is no scenario 'nowhere'"),
        ('id = "first_battle"', 'id = "other"', ', id: it is "other"; name it "first_battle" like the file.'),
        (
            "SC-A54", "SC-Z9",
            ", win.clause: SC-Z9 is no clause or ruling of SkirmishCorps; see `snowball rules`.",
        ),
        ("stage = 1", "stage = 7", ", step 1.stage: there is no stage 7; the last one is 6."),
        (
            'at = "r1"', 'at = "x9"',
            ', step 6.at: there is no unit "x9"; use one of b1, b2, b3, b4, r1, r2, r3, r4.',
        ),
        (
            '["b1:overwatch"]', '["b9:overwatch"]',
            ", step 1.choose: b9:overwatch is not offered; choose what is.",
        ),
        ('["b1:overwatch"]', "[]", ", step 1.choose: "),
        ('["start", 5, 2]', '["start", 5]', ", step 4.then: "),
        ('["start", 5, 2]', "5, 2", ', dice: a roll has no label; write each roll like ["to hit", 3, 4].'),
        ('then = ["r1:overwatch"', 'then = ["r1:sleep"', ', step 4.then: "r1:sleep" is no answer'),
        ('["damage", 5],', "", ", end: the battle is not over."),
        ("[win]", "[win", ": this is not TOML"),
        ('order = "Give B1 overwatch."', 'order = ""', ", step 1.order: "),
    ],
)  # fmt: skip
def test_a_broken_lesson_is_refused_in_one_sentence_with_file_place_and_mend(
    old: str, new: str, said: str, tmp_path: Path
) -> None:
    found = broken(tmp_path, old, new)
    assert found.startswith(f"first_battle.toml{said}")
    assert "\n" not in found


def test_an_unknown_lesson_is_refused_with_the_list_of_lessons() -> None:
    with pytest.raises(LessonError, match=r"nothing: there is no such lesson; the lessons are: first_battle\."):
        load_lesson("nothing")
