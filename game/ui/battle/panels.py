"""Parts of the right column: the prompt, the cards of markers to be given, the roster of a side."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from game.engine.decisions import DICE, Decision
from game.engine.events import ReactionDeclared, Shown
from game.engine.log import LogLine
from game.engine.names import MarkerKind, spoken, wins
from game.engine.presentation import OrderCard
from game.engine.view import UnitView
from game.engine.wording import capitalised
from game.session.shared import WHOLE_TABLE
from game.ui import kit
from game.ui.battle import calls
from game.ui.battle.conditions import marks_of
from game.ui.battle.model import Model
from game.ui.battle.parts import Alike, marker_of, seat_of, spaced, token_of
from game.ui.battle.unit_row import unit_row
from game.ui.canvas import Canvas
from game.ui.palette import INK, INK2, SUNK2, Colour
from game.ui.scroll import Position, Scroll

HEIGHT = 74.0
UNSEEN = "Nobody else sees what."
"""In place of a question that the viewer may not know; the seat that decides it stands above."""


def prompt(model: Model, open_clause: kit.Open) -> kit.Widget:
    """The question with the seat that is asked, what is being played back, or how the battle ended."""
    if model.decision is not None:
        return _question(model, model.decision, open_clause)
    return _end(model) if model.moment is None else _playback(model, open_clause)


def _playback(model: Model, open_clause: kit.Open) -> kit.Widget:
    """The seat that acts, the log line that is being played back, and why a computer player acts so."""
    captions = (line for line in reversed(model.log) if line.rolled is None and not line.event.fate)
    line, acting, why = model.caption or next(captions, None), model.acting, model.reason()
    unit = model.units.get(line.seen.unit) if line is not None else None
    head = "What happens"
    if acting:
        other = unit is not None and unit.seat != acting and model.view.action is not None
        head = f"{spoken(acting)}’s action" if other else f"{spoken(acting)} acts"
        if other and unit is not None and line is not None and _does(model, line):
            acting = unit.seat
            head = f"{spoken(acting)} reacts"
    colours = model.colours(acting or model.session.setup.seats[0])
    clause = kit.Chip(line.clauses[0] if line is not None and line.clauses else "", open_clause, "prompt")
    text = kit.Column(
        kit.Row(spaced(head, colours.edge), kit.Space(grow=1), clause),
        QuestionText(line.text if line is not None else ""),
        kit.Text(why.words if why is not None else "Any key goes on to the question.", "body", 12.5, INK2, lines=4),
        gap=2,
        grow=1,
    )
    body = kit.Card(
        text, look="bare", fill=SUNK2, side=colours.fill if acting else None, pad=(12, 6), radius=0, h=HEIGHT
    )
    return kit.Column(body, kit.Rule(), gap=0)


def _does(model: Model, line: LogLine) -> bool:
    """Whether a line tells what its unit does: it declares, moves or shoots, and does not only suffer something."""
    return line.event.shown in (Shown.MOVE, Shown.SHOT) or isinstance(line.event, ReactionDeclared)


def _end(model: Model) -> kit.Widget:
    """The winner, and how the battle ended."""
    outcome = model.view.outcome
    words, winner = (capitalised(outcome.reason), outcome.winner) if outcome is not None else ("", "")
    text = kit.Column(kit.Text(wins(winner), "serif", 20), kit.Text(words, "body", 13, INK2))
    return kit.Card(
        text, look="bare", fill=model.colours(winner).tint if winner else SUNK2, pad=(18, 10), radius=0, h=HEIGHT
    )


def _question(model: Model, decision: Decision, open_clause: kit.Open) -> kit.Widget:
    """The question with its note and clause, in the colours of the seats that are asked."""
    dice, call = decision.seat == DICE, calls.on(model)
    seats = call.asked if call is not None else (decision.seat,)
    if dice:
        seats = (model.session.viewer or model.session.setup.seats[0],)
    colours = model.colours(seats[0])
    head, question = "Roll" if dice else decision.asks, decision.question or decision.prompt
    if not decision.question and not dice:
        question = "The computer is thinking." if decision.seat in model.session.players else UNSEEN
    clause = kit.Chip(decision.clauses[0] if decision.clauses else "", open_clause, "prompt")
    title = spaced(head, colours.edge) if call is None else spaced(WHOLE_TABLE, INK2)
    text = kit.Column(
        kit.Row(title, kit.Space(grow=1), clause),
        QuestionText(capitalised(question)),
        kit.Text(decision.note, "body", 12.5, INK2),
        gap=2,
        grow=1,
    )
    sign = _sign(model, decision, of_action=call is not None)
    token = [kit.Column(kit.Space(h=4), sign, kit.Space(34))] if sign is not None else []
    body = kit.Card(
        kit.Row(*token, text, gap=14, top=True),
        look="bare",
        fill=SUNK2 if dice or call is not None else colours.tint,
        sides=[model.colours(seat).fill for seat in seats],
        pad=(12, 6),
        radius=0,
        h=HEIGHT,
    )
    return kit.Column(body, kit.Rule(), gap=0)


def _sign(model: Model, decision: Decision, *, of_action: bool) -> kit.Widget | None:
    """The sign beside the question: the unit that it is about, else the mark of the seat; None beside other rolls.

    `of_action`: the whole table is asked, and the unit is the one that acts.
    """
    name, action = model.subject(), model.view.action
    if of_action:
        name = action.unit if action is not None else ""
    unit = model.units.get(name)
    if unit is not None and not unit.out and (of_action or decision.seat in (DICE, unit.seat)):
        return token_of(model, unit, 34, marks=marks_of(model, unit))
    return seat_of(model, decision.seat, 24) if decision.seat != DICE and not of_action else None


class QuestionText(kit.Text):
    """The question in the face of titles, a little smaller if it would need a third line."""

    def __init__(self, words: str) -> None:
        super().__init__(words, "serif", 17.0)

    def _measure(self, canvas: Canvas, room: float) -> kit.Size:
        self.size = 17.0 if canvas.width(self.words, "serif", 17) <= room * 1.9 else 15.0
        return super()._measure(canvas, room)


# -- markers to be given ----------------------------------------------------------------------------------------------


def assign_cards(model: Model, give: Callable[[MarkerKind], None], open_clause: kit.Open) -> kit.Widget:
    """A card for each order marker that the selected unit can be given."""
    unit = model.units.get(model.selected)
    if unit is None:
        return kit.Space()
    board = model.session.setup.board
    foes = [u for u in model.units.values() if u.seat != unit.seat and not u.out]
    seen = sum(board.visible(unit.at, foe.at) for foe in foes)
    given, chosen = {marker.kind for marker in unit.markers}, model.option()
    clause = model.decision.clauses[0] if model.decision is not None and model.decision.clauses else ""

    def card(order: OrderCard) -> kit.Widget:
        values = (
            (words, value.format(in_sight=seen, foes=len(foes), watched=len(board.field(unit.at))))
            for words, value in order.lines
        )
        text = kit.Column(
            kit.Row(
                kit.KeyCap(order.key),
                marker_of(order.marker, 22),
                kit.Text(order.title, "serif", 17, grow=1),
                *([kit.KeyCap("Enter", dark=True)] if chosen is not None and chosen.marker == order.marker else []),
                kit.Chip(clause, open_clause, order.marker),
                gap=10,
            ),
            kit.Space(h=1),
            *(
                kit.Row(kit.Text(words, "body", 13, INK2, grow=1), kit.Label(value, "label_semi", 14))
                for words, value in values
            ),
            gap=0,
        )
        name = f"give:{order.marker}"
        look: kit.Look = "chosen" if order.marker in given else "card"
        return kit.Card(
            text, name=name, action=partial(give, order.marker), key=order.key, look=look, pad=(12, 7), radius=6, h=92
        )

    return kit.Column(*(card(order) for order in model.words.orders), gap=6)


# -- a side -----------------------------------------------------------------------------------------------------------


def roster(
    model: Model,
    select: Callable[[str], None],
    position: Position,
    *,
    assigning: bool = True,
    low: bool = False,
    listed_above: Collection[str] = (),
) -> kit.Widget:
    """The units of the viewer, or on a screen for everybody those of the seat that is asked.

    Each has its marker if `assigning`, else its state and whether it can act. Units in `listed_above` have no row, but
    are counted.
    """
    asked_seat = model.decision.seat if model.decision is not None else DICE
    seat = model.session.viewer or (asked_seat if asked_seat != DICE else model.view.seat)
    own = [u for u in model.units.values() if u.seat == seat and (not u.out or not assigning)]
    units = [u for u in own if u.id not in listed_above]
    if not units:
        return kit.Space()
    words = f"{sum(1 for u in own if not u.out)} of {len(own)} standing"
    if assigning:
        words = f"{sum(1 for u in own if u.markers)} of {len(own)} assigned"
    alike = Alike()
    rows = [_unit(model, unit, select, alike, assigning=assigning, h=25 if low else 33) for unit in units]
    watch = next((place for place, unit in enumerate(units) if unit.id == model.selected), -1)
    listed = Scroll(kit.Column(*rows), position, "roster", watch=watch, grow=0)
    return kit.Column(kit.Section(f"{spoken(seat)}, {words}"), listed, grow=1)


def _unit(
    model: Model,
    unit: UnitView,
    select: Callable[[str], None],
    alike: Alike,
    *,
    assigning: bool,
    h: float,
) -> kit.Widget:
    """The card of one unit; `alike` makes the cards of all units take the same form."""
    line = unit_row(model, unit, alike, assigning=assigning, token=min(24, h - 6))
    look: kit.Look = "chosen" if unit.id == model.selected else "card"
    name, colour = f"unit:{unit.id}", model.colours(unit.seat).fill
    return kit.Card(line, name=name, action=partial(select, unit.id), look=look, side=colour, pad=(8, 1), h=h)


def seat_line(model: Model, seat: str, words: str, ink: Colour = INK) -> kit.Widget:
    """A line with a seat's mark and name, and words at the right."""
    return kit.Row(
        seat_of(model, seat, 10),
        kit.Label(spoken(seat), "label_semi", 14.5, ink, grow=1),
        kit.Label(words, "label", 14, INK2, align="right"),
    )
