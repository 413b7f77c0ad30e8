"""Parts of the right column: the prompt, the cards of markers to be given, the units of a side."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from game.engine.decisions import DICE, Decision
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

HIGH = 74.0
UNSEEN = "Nobody else sees what."
"""Instead of a question that whoever looks may not know; who decides stands over it."""


def prompt(model: Model, open_clause: kit.Open) -> kit.Widget:
    """Who decides what, and why it is asked; how it ended when nothing more is asked."""
    if model.decision is not None:
        return _asked(model, model.decision, open_clause)
    return _ended(model) if model.moment is None else _going_on(model, open_clause)


def _going_on(model: Model, open_clause: kit.Open) -> kit.Widget:
    """What is being shown: whose action it is, and the line that tells it."""
    line, acting, why = (
        model.told or next((line for line in reversed(model.log) if line.rolled is None and not line.event.fate), None),
        model.acting,
        model.reason(),
    )
    doer = model.units.get(line.seen.unit) if line is not None else None
    others = doer is not None and doer.seat != acting and model.view.action is not None
    head = f"{spoken(acting)}{'’s action' if others else ' acts'}" if acting else "What happens"
    colours = model.colours(acting or model.session.setup.seats[0])
    clause = kit.Chip(line.clauses[0] if line is not None and line.clauses else "", open_clause, "prompt")
    told = kit.Column(
        kit.Row(
            spaced(head, colours.edge),
            kit.Space(grow=1),
            clause,
        ),
        QuestionText(line.text if line is not None else ""),
        kit.Text(why.words if why is not None else "Any key goes on to the question.", "body", 12.5, INK2, lines=4),
        gap=2,
        grow=1,
    )
    body = kit.Card(told, look="bare", fill=SUNK2, side=colours.fill if acting else None, pad=(12, 6), radius=0, h=HIGH)
    return kit.Column(body, kit.Rule(), gap=0)


def _ended(model: Model) -> kit.Widget:
    outcome = model.view.outcome
    words, winner = (capitalised(outcome.reason), outcome.winner) if outcome is not None else ("", "")
    told = kit.Column(kit.Text(wins(winner), "serif", 20), kit.Text(words, "body", 13, INK2))
    return kit.Card(
        told, look="bare", fill=model.colours(winner).tint if winner else SUNK2, pad=(18, 10), radius=0, h=HIGH
    )


def _asked(model: Model, asked: Decision, open_clause: kit.Open) -> kit.Widget:
    dice, call = asked.seat == DICE, calls.on(model)
    seats = call.asked if call is not None else (asked.seat,)
    if dice:
        seats = (model.session.viewer or model.session.setup.seats[0],)
    colours = model.colours(seats[0])
    head, question = "Roll" if dice else asked.asks, asked.question or asked.prompt
    if not asked.question and not dice:
        question = "The computer is thinking." if asked.seat in model.session.players else UNSEEN
    clause = kit.Chip(asked.clauses[0] if asked.clauses else "", open_clause, "prompt")
    told = kit.Column(
        kit.Row(
            spaced(head, colours.edge) if call is None else spaced(WHOLE_TABLE, INK2),
            kit.Space(grow=1),
            clause,
        ),
        QuestionText(capitalised(question)),
        kit.Text(asked.note, "body", 12.5, INK2),
        gap=2,
        grow=1,
    )
    sign = _sign(model, asked, of_action=call is not None)
    token = [kit.Column(kit.Space(h=4), sign, kit.Space(34))] if sign is not None else []
    body = kit.Card(
        kit.Row(*token, told, gap=14, top=True),
        look="bare",
        fill=SUNK2 if dice or call is not None else colours.tint,
        sides=[model.colours(seat).fill for seat in seats],
        pad=(12, 6),
        radius=0,
        h=HIGH,
    )
    return kit.Column(body, kit.Rule(), gap=0)


def _sign(model: Model, asked: Decision, *, of_action: bool) -> kit.Widget | None:
    """Beside the question the unit that it is put about, else the mark of whoever is asked; nothing beside other dice.

    `of_action`: the whole table is asked, about what a unit does.
    """
    action = model.view.action
    unit = model.units.get((action.unit if action is not None else "") if of_action else model.subject())
    if unit is not None and not unit.out and (of_action or asked.seat in (DICE, unit.seat)):
        return token_of(model, unit, 34, marks=marks_of(model, unit))
    return seat_of(model, asked.seat, 24) if asked.seat != DICE and not of_action else None


class QuestionText(kit.Text):
    """The question in the face of titles, a little smaller where it would need a third line."""

    def __init__(self, words: str) -> None:
        super().__init__(words, "serif", 17.0)

    def _measure(self, canvas: Canvas, room: float) -> kit.Size:
        self.size = 17.0 if canvas.width(self.words, "serif", 17) <= room * 1.9 else 15.0
        return super()._measure(canvas, room)


# -- markers to be given ----------------------------------------------------------------------------------------------


def assign_cards(model: Model, give: Callable[[MarkerKind], None], open_clause: kit.Open) -> kit.Widget:
    """A card for each order that the selected unit can be given."""
    unit = model.units.get(model.selected)
    if unit is None:
        return kit.Space()
    board = model.session.setup.board
    foes = [u for u in model.units.values() if u.seat != unit.seat and not u.out]
    seen = sum(board.visible(unit.at, foe.at) for foe in foes)
    has, under = {marker.kind for marker in unit.markers}, model.option()
    clause = model.decision.clauses[0] if model.decision is not None and model.decision.clauses else ""

    def card(order: OrderCard) -> kit.Widget:
        values = (
            (words, value.format(in_sight=seen, foes=len(foes), watched=len(board.field(unit.at))))
            for words, value in order.lines
        )
        told = kit.Column(
            kit.Row(
                kit.KeyCap(order.key),
                marker_of(order.marker, 22),
                kit.Text(order.title, "serif", 17, grow=1),
                *([kit.KeyCap("Enter", dark=True)] if under is not None and under.marker == order.marker else []),
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
        look: kit.Look = "chosen" if order.marker in has else "card"
        return kit.Card(
            told, name=name, action=partial(give, order.marker), key=order.key, look=look, pad=(12, 7), radius=6, h=92
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
    told: Collection[str] = (),
) -> kit.Widget:
    """The side's units: what each has been given, or what state it is in and whether it can do something now.

    Where everybody looks it is the side that is asked.

    Those that are `told` elsewhere are counted, and have no row.
    """
    asked = model.decision.seat if model.decision is not None else DICE
    seat = model.session.viewer or (asked if asked != DICE else model.view.seat)
    own = [u for u in model.units.values() if u.seat == seat and (not u.out or not assigning)]
    shown = [u for u in own if u.id not in told]
    if not shown:
        return kit.Space()
    given = sum(1 for u in own if u.markers)
    words = (
        f"{given} of {len(own)} assigned" if assigning else f"{sum(1 for u in own if not u.out)} of {len(own)} standing"
    )
    alike = Alike()
    rows = [_unit(model, unit, select, alike, assigning=assigning, h=25 if low else 33) for unit in shown]
    watch = next((place for place, unit in enumerate(shown) if unit.id == model.selected), -1)
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
    """The card of one unit; `alike` those of the others, which say it in the same way."""
    line = unit_row(model, unit, alike, assigning=assigning, token=min(24, h - 6))
    look: kit.Look = "chosen" if unit.id == model.selected else "card"
    name, colour = f"unit:{unit.id}", model.colours(unit.seat).fill
    return kit.Card(line, name=name, action=partial(select, unit.id), look=look, side=colour, pad=(8, 1), h=h)


def told(model: Model, seat: str, words: str, ink: Colour = INK) -> kit.Widget:
    """A side's mark and name, and words at the right."""
    return kit.Row(
        seat_of(model, seat, 10),
        kit.Label(spoken(seat), "label_semi", 14.5, ink, grow=1),
        kit.Label(words, "label", 14, INK2, align="right"),
    )
