"""The units that may answer what has just happened, and those that may not, with the engine's reasons."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, NamedTuple

from game.engine.decisions import Refusal, by_reason
from game.engine.options import Option
from game.engine.view import ReactionView
from game.engine.wording import as_words, written_ids
from game.ui import kit
from game.ui.battle import ladder
from game.ui.battle.ladder import reaction_words
from game.ui.battle.model import Model
from game.ui.battle.parts import Plate, icon_of, seat_of, token_of
from game.ui.battle.sums import words_of
from game.ui.battle.viewed import remembered
from game.ui.palette import INK2, INK3
from game.ui.scroll import Position, Scroll

HEIGHT, ROW = 40.0, 24.0
"""Logical pixels of the card of a unit that may answer, and of the line of units that may not."""


AnswerState = Literal["done", "now", "next", "no"]
"""Has answered, is asked now, is asked after another seat, may not answer."""


class AnswerCard(NamedTuple):
    """One card: units of one seat, what they may do or why they may not, and the clause."""

    units: tuple[str, ...]
    words: str
    clause: str
    state: AnswerState
    note: str = ""


@remembered
def answers(model: Model) -> list[AnswerCard]:
    """The reactions of the queue, the units asked now, those asked next, and those that may not answer.

    Units that may not answer for the same reason share a card.
    """
    queue = model.view.queue
    if queue is None:
        return []
    answered_cards = [_done(model, reaction) for reaction in queue.reactions]
    if model.moment is not None:  # during playback nobody has been asked yet
        return answered_cards
    answered = {name for answer in answered_cards for name in answer.units}
    match = model.session.match
    seats = sorted(queue.trigger.to if queue.trigger is not None else (), key=lambda seat: seat != model.session.asked)
    may, may_not = list[AnswerCard](), list[AnswerCard]()
    for seat in seats:
        if match.rules.hidden_markers and seat != model.session.viewer:
            continue
        why, refused = match.why(seat), list[Refusal]()
        for name in match.rules.reactors(match.front, seat):
            response = why[name]
            if isinstance(response, Refusal):
                if name not in answered:
                    refused.append(response.but(unit=name))
            elif response:
                state: AnswerState = "now" if seat == model.session.asked else "next"
                clause = response[0].clauses[0] if response[0].clauses else ""
                may.append(AnswerCard((name,), _offer(response[0], len(response)), clause, state))
        may_not += [
            AnswerCard(tuple(no.unit for no in alike), alike[0].reason, alike[0].clause, "no")
            for alike in by_reason(refused)
        ]
    return [*answered_cards, *may, *may_not]


def _done(model: Model, reaction: ReactionView) -> AnswerCard:
    note = reaction.why if reaction.status in ("lapsed", "failed") else reaction.note
    state: AnswerState = "now" if reaction.status == "now" else "done"
    return AnswerCard((reaction.unit,), reaction_words(model, reaction), reaction.clause, state, note)


def _offer(option: Option, count: int) -> str:
    """The first answer of a unit in words, and how many more of its `count` answers there are."""
    return words_of(option) if count == 1 else f"{words_of(option)}, or {count - 1} more"


def trigger_words(model: Model) -> str:
    """What is being answered, such as "battle at 0505" or "R1: enter at 0505"; "" if nothing is."""
    queue, action = model.view.queue, model.view.action
    trigger = queue.trigger if queue is not None else None
    if trigger is None:
        return ""
    words = as_words(trigger.kind)
    group = action is not None and len(action.targets) > 1
    if trigger.unit and not group:
        words = f"{trigger.unit.upper()}: {words}"
    return f"{words} at {model.session.setup.board.label(trigger.cell)}" if trigger.cell >= 0 else words


def panel(model: Model, position: Position, open_clause: kit.Open, listed_above: Collection[str] = ()) -> kit.Widget:
    """The list of cards, which scrolls if it is long, and below it the action that waits.

    Units in `listed_above` have no card here: another list has them already.
    """
    rows = [row for row in answers(model) if row.state == "done" or not all(name in listed_above for name in row.units)]
    shows_trigger = model.trigger_cell() >= 0 and not listed_above
    if not rows and not shows_trigger:
        return ladder.foot(model, open_clause)
    cards = (_refused(model, row, open_clause) if row.state == "no" else _card(model, row, open_clause) for row in rows)
    nobody = kit.Card(kit.Text("Nobody may.", "italic", 13, INK3), look="bare", pad=(4, 3))
    listed = Scroll(kit.Column(*cards), position, "ladder", step=HEIGHT, grow=0)
    head = kit.Section("Who may answer", f"trigger: {trigger_words(model)}")
    return kit.Column(head, listed if rows else nobody, ladder.foot(model, open_clause), grow=1)


def _refused(model: Model, answer: AnswerCard, open_clause: kit.Open) -> kit.Widget:
    """The line of units that may not answer, with the reason."""
    line = kit.Row(
        seat_of(model, model.units[answer.units[0]].seat, 10),
        kit.Text(written_ids(answer.units), "label_bold", 13.5, INK3),
        kit.Text(answer.words, "italic", 12.5, INK3, grow=1),
        kit.Chip(answer.clause, open_clause, f"no{answer.units[0]}"),
    )
    return kit.Card(line, look="lapsed", pad=(8, 2), h=ROW)


def _card(model: Model, answer: AnswerCard, open_clause: kit.Open) -> kit.Widget:
    """The card of a unit that may answer, or has answered."""
    unit = model.units[answer.units[0]]
    chip = kit.Chip(answer.clause, open_clause, f"may{unit.id}")
    state: kit.Widget = kit.Label("asked next", "label", 12.5, INK2)
    if answer.state == "now":
        state = Plate("NOW")
    elif answer.state == "done":
        state = icon_of("yes", 14)
    head = kit.Row(kit.Label(f"{unit.id.upper()} {unit.name}", "label_bold", 14), kit.Space(grow=1), chip, state)
    words = f"{answer.words}: {answer.note}" if answer.note else answer.words
    text = kit.Column(head, kit.Text(words, "body", 12.5, INK2, lines=3), gap=0, grow=1)
    looks: dict[AnswerState, kit.Look] = {"now": "chosen", "done": "done"}
    line = kit.Row(token_of(model, unit, 24), text)
    return kit.Card(
        line, look=looks.get(answer.state, "card"), side=model.colours(unit.seat).fill, pad=(8, 2), h=HEIGHT
    )
