"""The events of Epic.

In an event with a `formation`, `unit` is the stand that speaks for it.
"""

from __future__ import annotations

from game.engine.events import UNSET, Event, Passed, ReactionDeclared, Shown, UnsetType, Words
from game.engine.names import Cell, Seat, UnitId, Verb
from game.engine.wording import CM, as_words, length
from game.rules.epic.ground import NEAR
from game.rules.epic.state import FormationId, Role
from game.rules.epic.vocabulary import Verbs

# -- the turn ---------------------------------------------------------------------------------------------------------


class StartDecided(Event, frozen=True):
    """The winner of the strategy roll has chosen who begins (EP-A26)."""

    seat: Seat
    clauses = ("EP-A26",)
    text = "{seat} begins."


class Activated(Event, frozen=True):
    """A formation is activated for an action; `targets`: the formations that it will charge (EP-A27)."""

    unit: UnitId
    formation: FormationId
    action: Verb
    targets: list[FormationId]
    shown = Shown.LINE
    begins = True
    clauses = ("EP-A27",)

    def say(self, words: Words) -> str:
        against = f" {words.units(self.targets)}" if self.targets else ""
        return f"{words.unit(self.formation)} is activated: {as_words(self.action)}{against}."


class TestFailed(Event, frozen=True):
    """The action test fails (EP-A28)."""

    unit: UnitId
    formation: FormationId
    clauses = ("EP-A28",)
    text = "{formation} fails its test and may only hold."


class InitiativeRetained(Event, frozen=True):
    """A side acts again straight away (EP-A27)."""

    seat: Seat
    clauses = ("EP-A27",)
    text = "{seat} retains the initiative."


class OverwatchPlaced(Event, frozen=True):
    """A formation goes on overwatch (EP-A32)."""

    unit: UnitId
    formation: FormationId
    clauses = ("EP-A32",)
    text = "{formation} is on overwatch."


class OverwatchSpent(Event, frozen=True):
    """A formation fires on overwatch, which is its activation (EP-A32)."""

    unit: UnitId
    formation: FormationId
    clauses = ("EP-A32",)
    text = "{formation} spends its overwatch."


class MarchBegun(Event, frozen=True):
    """A formation marches, and gives no supporting fire this turn (EP-A29, EP-A39)."""

    unit: UnitId
    formation: FormationId
    clauses = ("EP-A29",)
    text = "{formation} is on the march."


class Regrouped(Event, frozen=True):
    """A regroup has taken blast markers off (EP-A30)."""

    unit: UnitId
    formation: FormationId
    left: int
    clauses = ("EP-A30",)
    text = "{formation} regroups; {left} blast {left:marker|markers} left."


class Rallied(Event, frozen=True):
    """A formation rallies: half its blast markers come off, and it is no longer broken (EP-A45)."""

    unit: UnitId
    formation: FormationId
    left: int
    clauses = ("EP-A45",)
    text = "{formation} rallies; {left} blast {left:marker|markers} left."


class RallyFailed(Event, frozen=True):
    """A formation does not rally (EP-A45)."""

    unit: UnitId
    formation: FormationId
    clauses = ("EP-A45",)
    text = "{formation} does not rally."


class TurnForgotten(Event, frozen=True):
    """The record of what formations have done in the turn is cleared (EP-A26)."""

    shown = Shown.QUIET
    clauses = ("EP-A26",)
    text = "All formations may act again."


# -- blast markers, breaking, moves after a fight ---------------------------------------------------------------------


class BlastPlaced(Event, frozen=True):
    """A formation gets `count` blast markers and then has `total` (EP-A44)."""

    unit: UnitId
    formation: FormationId
    count: int
    total: int
    clauses = ("EP-A44",)
    text = "{formation} gets {count} blast {count:marker|markers}, {total} in all."


class FormationBroken(Event, frozen=True):
    """A formation breaks (EP-A44)."""

    unit: UnitId
    formation: FormationId
    clauses = ("EP-A44",)
    fate = "{formation} breaks"
    text = "{formation} breaks."


class FormationDestroyed(Event, frozen=True):
    """A formation that was broken already has lost an assault (EP-A42, EP-A11)."""

    unit: UnitId
    formation: FormationId
    clauses = ("EP-A42",)
    fate = "{formation} destroyed"
    text = "{formation} was broken before and is destroyed."


class WithdrawalBegun(Event, frozen=True):
    """A broken formation withdraws (EP-A42)."""

    unit: UnitId
    formation: FormationId
    clauses = ("EP-A42",)
    text = "{formation} withdraws."


class ConsolidationBegun(Event, frozen=True):
    """A winner consolidates (EP-A43)."""

    unit: UnitId
    formation: FormationId
    clauses = ("EP-A43",)
    text = "{formation} consolidates."


class CutOff(Event, frozen=True):
    """A stand has ended its withdrawal near an enemy, `target`, and is lost with all aboard (EP-A42)."""

    unit: UnitId
    target: UnitId
    out: bool = True
    shown = Shown.FALL
    clauses = ("EP-A42",)
    fate = "{units} cut off and lost"
    text = f"{{unit}} is cut off within {length(NEAR, CM)} of {{target}} and lost."


# -- moves ------------------------------------------------------------------------------------------------------------


class Moved(Event, frozen=True):
    """A stand has moved along `path`, which begins with its start; `target`: the enemy it went for ("" for none)."""

    unit: UnitId
    at: Cell
    path: list[Cell]
    target: UnitId
    shown = Shown.MOVE

    def say(self, words: Words) -> str:
        goal = f", towards {words.unit(self.target)}" if self.target else ""
        return f"{words.unit(self.unit)} moves to {words.cell(self.at)}{goal}."


class Carried(Event, frozen=True):
    """A passenger has moved with its transport, `target` (EP-A48)."""

    unit: UnitId
    at: Cell
    target: UnitId
    clauses = ("EP-A48",)
    text = "{unit} rides with {target}."


class Embarked(Event, frozen=True):
    """A stand gets into a transport of its formation, `target` (EP-A48)."""

    unit: UnitId
    aboard: UnitId
    at: Cell
    target: UnitId
    clauses = ("EP-A48",)
    text = "{unit} gets into {target}."


class Disembarked(Event, frozen=True):
    """A passenger gets out of its transport, `target` (EP-A48, EP-05)."""

    unit: UnitId
    aboard: UnitId
    at: Cell
    target: UnitId
    clauses = ("EP-A48",)
    text = "{unit} gets out of {target}."


# -- fire and hits ----------------------------------------------------------------------------------------------------


class Fired(Event, frozen=True):
    """A formation fires at another: its stands `units` at the stands `targets` (EP-A31).

    `silent`: how many more of its stands are silenced.
    """

    unit: UnitId
    formation: FormationId
    target: FormationId
    targets: list[UnitId]
    units: list[UnitId]
    silent: int
    shown = Shown.SHOT
    clauses = ("EP-A31",)
    text = "{formation} fires at {target}."


class Saved(Event, frozen=True):
    """A stand makes its save against a hit (EP-A37)."""

    unit: UnitId
    clauses = ("EP-A37",)
    fate = "{units} saved"
    text = "{unit} is saved."


class StandLost(Event, frozen=True):
    """A stand is lost; `aboard`: set if it was a passenger of a wreck (EP-A37, EP-A48)."""

    unit: UnitId
    out: bool = True
    aboard: UnitId | UnsetType = UNSET
    shown = Shown.FALL
    clauses = ("EP-A37",)
    fate = "{units} lost"
    text = "{unit} is lost."


class BailedOut(Event, frozen=True):
    """A passenger gets out of its destroyed transport (EP-A48)."""

    unit: UnitId
    at: Cell
    aboard: UnitId
    clauses = ("EP-A48",)
    fate = "{units} out of the wreck"
    text = "{unit} gets out of the wreck."


# -- the assault ------------------------------------------------------------------------------------------------------


class AssaultDeclared(Event, frozen=True):
    """A formation engages the formations `targets` (EP-01, EP-A34)."""

    unit: UnitId
    formation: FormationId
    targets: list[FormationId]
    shown = Shown.LINE
    clauses = ("EP-01", "EP-A34")
    text = "{formation} engages {targets}."


class ChargeTaken(Passed, frozen=True):
    """A side that could counter charge does not (EP-09); a pass like any other, with its own class and sentence."""

    type = Passed.type
    text = "{seat} makes no counter charge."


class NobodyMoved(Passed, frozen=True):
    """A side moves none of the stands that it could move (EP-A29, EP-A34, EP-A42, EP-A43); a pass like any other."""

    type = Passed.type
    text = "{seat} moves no stand."


class RoundBegun(Event, frozen=True):
    """A tie has led to another round (EP-A41, EP-25)."""

    round: int
    clauses = ("EP-A41", "EP-25")
    text = "Round {round}: both sides may counter charge, the attackers first."


class DrawnIn(Event, frozen=True):
    """`by` touches the stand `unit`, whose formation joins the assault on a side (EP-12 to EP-14, EP-A18)."""

    unit: UnitId
    formation: FormationId
    by: UnitId
    side: Role
    clauses = ("EP-12", "EP-13", "EP-14")
    text = "{by} touches {unit}: {formation} is drawn in with the {side}."


class AssaultOff(Event, frozen=True):
    """The engage action ends without a fight (EP-A5)."""

    unit: UnitId
    reason: str
    text = "There is no assault: {reason}."


class AssaultBegun(Event, frozen=True):
    """The counter charges are over, and there is a line of fire (EP-22)."""

    unit: UnitId
    clauses = ("EP-22",)
    text = "There is a line of fire: the assault goes ahead."


class NoAttacks(Event, frozen=True):
    """No stand is directly engaged (EP-A20; EP-23 and EP-24 in later rounds)."""

    unit: UnitId
    round: int
    clauses = ("EP-A20",)
    text = "Nobody is near enough and in view: no attacks; the result is worked out{round:| again}."


class NobodyEngaged(Event, frozen=True):
    """The attacks have left neither side with engaged stands (EP-A20)."""

    unit: UnitId
    clauses = ("EP-A20",)
    text = "Neither side has engaged stands left: on to supporting fire and result."


class SwiftOutcome(Event, frozen=True):
    """The attacks have left one side alone with engaged stands (EP-A38)."""

    unit: UnitId
    side: Role
    clauses = ("EP-A38",)
    text = "Only the {side} have engaged stands left."


class ResultReckoned(Event, frozen=True):
    """The results of both sides, dice and modifiers together (EP-A40)."""

    unit: UnitId
    attackers: int
    defenders: int
    clauses = ("EP-A40",)
    fate = "attackers {attackers}, defenders {defenders}"
    text = "The result: attackers {attackers}, defenders {defenders}."


class AssaultTied(Event, frozen=True):
    """Both sides have the same result, so `round` follows (EP-A41)."""

    unit: UnitId
    round: int
    clauses = ("EP-A41",)
    fate = "a tie"
    text = "A tie: round {round} follows."


class AssaultWon(Event, frozen=True):
    """A side wins the assault by `difference`, 0 if it alone has stands left (EP-A40, EP-A38)."""

    unit: UnitId
    side: Role
    difference: int
    fate = "the {side} win by {difference}"
    clauses = ("EP-A40",)

    def say(self, words: Words) -> str:
        return f"The {self.side} win the assault{f' by {self.difference}' if self.difference else ''}."


def reaction_declared(event: ReactionDeclared, words: Words) -> str:
    """The sentence for a declared reaction: overwatch fire, or a stand's part in a counter charge."""
    unit = words.unit(event.unit)
    if event.action == Verbs.OVERWATCH_FIRE:
        return f"{unit} and its formation fire on overwatch."
    if event.action == Verbs.DISEMBARK:
        return f"{unit} is to get out."
    return f"{unit} counter charges {words.unit(event.target)}."
