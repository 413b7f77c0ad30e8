"""Whether a suppressed unit acts at all: its owner decides before Courage is tested (SC-41, SC-A8)."""

from __future__ import annotations

from game.engine.options import Option
from game.engine.steps import step
from game.rules.skirmishcorps.contact import interception_of, must_come
from game.rules.skirmishcorps.covering import courage
from game.rules.skirmishcorps.events import ReactionLetGo, ReactionSpent
from game.rules.skirmishcorps.state import CorpsTable, Trooper
from game.rules.skirmishcorps.vocabulary import Questions, Verbs


def acts_at_all(t: CorpsTable, unit: Trooper) -> bool:
    """Ask the owner whether the unit acts. Doing nothing costs no test (SC-A6)."""
    name = unit.id
    choice = t.ask(
        unit.seat,
        Questions.COURAGE,
        [
            Option(f"{name}:test", Verbs.TEST, name, clauses=("SC-41",), text="Test Courage, then act"),
            Option(f"{name}:nothing", Verbs.NOTHING, name, clauses=("SC-A6",), text="Do nothing"),
        ],
        question=f"does {name.upper()} do anything?",
        note=f"{name.upper()} is suppressed. It tests Courage before it does anything; doing nothing needs no test.",
        clauses=("SC-41", "SC-A8"),
        default=f"{name}:test",
        unit=name,
    )
    return choice.action == Verbs.TEST


@step
def wish(t: CorpsTable, reaction_id: int) -> None:
    """A suppressed unit is about to carry out its reaction; its owner may drop it, unless it must be made (SC-A3)."""
    reaction = t.reaction(reaction_id)
    unit = t.state.units[reaction.unit]
    if not unit.must_test:
        return
    interception = interception_of(t.queue, unit.id)
    bound = interception is not None and not interception.path and must_come(t.state, t.queue, unit.id)
    if bound or acts_at_all(t, unit):
        t.then(courage, unit.id)
        return
    reaction.action = Verbs.NOTHING
    t.change(unit, ReactionSpent(unit.id)).acted = True
    t.emit(ReactionLetGo(unit.id))
