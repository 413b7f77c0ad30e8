"""The sentences of events and throws."""

from __future__ import annotations

import gc
from fractions import Fraction

import pytest

from game.demos import DemoPlayer, load_demo
from game.engine.dice import REACHES, TOTAL
from game.engine.events import Event, PhaseStarted, Words
from game.engine.names import PhaseId, Seat, UnitId
from game.engine.throws import Rolled, Throw


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("Orders", "Orders begin."),
        ("Movement phase", "Movement phase begins."),
        ("Declaring charges", "Declaring charges begins."),
        ("Press", "Press begins."),
    ],
)
def test_a_phase_with_a_plural_name_begins_in_the_plural(title, told):
    match = DemoPlayer(load_demo("sc-tie")).match
    words = Words(match.front, {})
    assert words.sentence(PhaseStarted(PhaseId("act"), title, Seat(""))) == told


class Counted(Event, frozen=True):
    """Some hits have been counted on units."""

    units: list[UnitId]
    seat: Seat
    hits: int
    good: bool
    text = "{seat} {seat:hits|hit} {units:the unit|units} {units}: {hits} {hits:hit|hits}{good:| for nothing}."


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Counted(["r1"], "red", 1, good=True), "Red hits the unit R1: 1 hit."),
        (Counted(["r1", "r2"], "red+gold", 0, good=False), "Red and Gold hit units R1 and R2: 0 hits for nothing."),
    ],
)
def test_a_sentence_chooses_between_words_by_a_field(event, told):
    match = DemoPlayer(load_demo("sc-tie")).match
    assert Words(match.front, {}).sentence(event) == told


@pytest.fixture
def _refused_classes_gone():
    """Collect the classes that could not be made, so that other tests do not meet them among the subclasses."""
    yield
    gc.collect()


@pytest.mark.usefixtures("_refused_classes_gone")
def test_a_sentence_that_names_an_unknown_field_is_refused_with_its_class():
    with pytest.raises(TypeError, match="The sentence of Misnamed names target: no such field"):

        class Misnamed(Event, frozen=True):
            """A unit is named that it does not have."""

            unit: UnitId
            text = "{unit} aims at {target}."


class Climb(Throw, frozen=True):
    """A test with a number from one field and another from the class."""

    unit: UnitId
    plus: int
    why = "climb"
    dice = (6, 6)
    read = REACHES("plus", 9)
    prompt = "{unit} climbs on {dice} + {plus}"
    text = "{unit} climbs: {faces} = {total}, {passed:up|down}."


def test_a_throw_reads_its_dice_and_writes_its_sentences_from_its_fields():
    throw = Climb("b1", 2)
    assert (throw.read.of((3, 4)), throw.read.of((3, 3))) == (1, 0)
    assert throw.chance() == Fraction(21, 36)
    assert throw.prompt_text == "B1 climbs on 2D6 + 2"
    match = DemoPlayer(load_demo("sc-tie")).match
    words = Words(match.front, {})
    assert words.sentence(Rolled(throw, (3, 4), 1)) == "B1 climbs: 3, 4 = 7, up."
    assert words.sentence(Rolled(throw, (3, 3), 0)) == "B1 climbs: 3, 3 = 6, down."


@pytest.mark.usefixtures("_refused_classes_gone")
@pytest.mark.parametrize(("prompt", "text"), [("{unit} at {target}", "{unit}."), ("{unit}", "{unit} at {target}.")])
def test_a_throw_whose_words_name_an_unknown_field_is_refused_with_its_class(prompt, text):
    body = {"__annotations__": {"unit": UnitId}, "why": "x", "dice": (6,), "read": TOTAL()}
    with pytest.raises(TypeError, match=r"of Slip names target: no such field"):
        type(Throw)("Slip", (Throw,), {**body, "prompt": prompt, "text": text}, frozen=True)
