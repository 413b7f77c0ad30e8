"""The presentation that a rulebook gives to screens; and the window contains no word of a rulebook."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import Struct

from game.engine.events import Event, Shown
from game.engine.log import visible_fields
from game.engine.names import Cell, UnitId
from game.engine.throws import Throw
from game.protocol.reference import reference
from game.rules import RULESETS, build

RULES = Path(__file__).parent.parent / "game/rules"
WINDOW = Path(__file__).parent.parent / "game/ui"
ENGINES = frozenset({"confirm", "pass", "reset", "unplan", "react", "rolled"})
"""Words of the engine itself: its answers, its question, the event of a roll."""
WORDS_OF_ITS_OWN = frozenset(
    {"action", "done", "foot", "next", "order", "point", "prone", "start", "stay", "drawn_in", "throw"}
)
"""Keys, states, zones and words of the window, and facts of a view, that are spelled like an action somewhere."""


def made(kind: type) -> Iterator[type]:
    """Every class made of another one."""
    for each in kind.__subclasses__():
        yield each
        yield from made(each)


def test_the_fields_of_an_event_that_screens_read_have_the_expected_types():
    for ruleset in RULESETS:
        build(ruleset, {})
    for kind in [*made(Event), *made(Throw)]:
        visible_fields(kind)  # raises TypeError

    class Scattered(Struct):
        """Somebody is in several places."""

        unit: UnitId
        at: list[Cell]

    with pytest.raises(TypeError, match=r"Scattered\.at is not of the type of Seen\.at"):
        visible_fields(Scattered)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_presentation_names_only_questions_options_and_events_of_its_rulebook(ruleset):
    told, known = build(ruleset, {}).presentation, reference()[ruleset]
    assert {*told.verbs, *told.passes, *told.worded} <= set(known["actions"])
    kinds = {*told.free, *told.by_unit, *told.reach, *told.refusals, told.order_kind} - {""}
    assert kinds <= {*known["decisions"], "activate"}, "activate is what most call it"


FIELDS = {Shown.MOVE: {"unit", "path"}, Shown.FALL: {"unit", "out"}, Shown.FLIP: {"unit"}, Shown.SHOT: {"unit"}}
"""How an event is shown -> the fields from which that is drawn."""


def ill_shown(kind: type[Event]) -> str:
    """Return what is wrong with how a class of events says that it is shown; "" if nothing."""
    fields = set(kind.__struct_fields__)
    if missing := FIELDS.get(kind.shown, set()) - fields:
        return f"is shown as {kind.shown} without {missing}"
    if kind.shown is Shown.SHOT and not {"target", "targets", "cell"} & fields:
        return "is a shot at nothing"
    says = any("shown" in vars(base) for base in kind.__mro__ if base is not Event)
    return "" if says or not {"path", "out", "targets"} & fields else "does not say how it is shown"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_event_says_how_it_is_shown(ruleset):
    """One that leaves its unit's place and state alone is shown by its line, unless it says otherwise."""
    modules = ("game.engine.", "game.rules.shared", type(build(ruleset, {})).__module__)
    kinds = [kind for kind in made(Event) if kind.__module__.startswith(modules)]
    assert {kind.shown for kind in kinds} >= {Shown.LINE, Shown.QUIET, Shown.MOVE, Shown.ROLL, Shown.FALL}
    assert {kind.__qualname__: wrong for kind in kinds if (wrong := ill_shown(kind))} == {}


def test_the_window_names_no_question_answer_or_event_of_a_rulebook():
    words = {
        word for book in reference().values() for kind in ("decisions", "actions", "events") for word in book[kind]
    }
    files = [*(WINDOW / "battle").glob("*.py"), WINDOW / "screens/battle.py"]
    named = {
        node.value
        for file in files
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert named & words - ENGINES - WORDS_OF_ITS_OWN == set()


def test_no_badge_of_a_token_is_a_cut_word():
    """A badge says a whole word: one of its condition, or one of its own that is named here."""
    own = {"apart", "struck", "sent", "stood"}
    for path in sorted(RULES.glob("*/show.py")):
        calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
        for call in calls:
            badge = next((word.value for word in call.keywords if word.arg == "letters"), None)
            if isinstance(badge, ast.Constant) and str(badge.value).isalpha() and call.args:
                texts = [node.value for node in ast.walk(call.args[0]) if isinstance(node, ast.Constant)]
                words = {word for text in texts for word in str(text).split()}
                assert badge.value in own | words, f"{path}: {badge.value} of {texts}"
