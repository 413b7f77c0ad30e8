"""Who may answer what has just happened, and who may not and why: as the engine says it, unit by unit."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from game.engine.decisions import Refusal
from game.engine.view import ReactionView
from game.ui.battle import ladder
from game.ui.battle.ladder import reaction_words
from game.ui.battle.model import Model
from game.ui.battle.panels import small_token
from game.ui.canvas import Canvas
from game.ui.palette import CARD, INK, INK2, INK3, LINE, LINE2, PANEL, SAFFRON, SAFFRON_EDGE, SAFFRON_TINT, SUNK2
from game.ui.shapes import dashed_box
from game.ui.signs import icon

HIGH, ROW, LINE_HIGH = 40.0, 24.0, 17.0


class Answer(NamedTuple):
    """One card: units of one seat, what they may do or why not, the clause. state: done, now, next, no."""

    units: tuple[str, ...]
    words: str
    clause: str
    state: str
    note: str = ""


def answers(model: Model) -> list[Answer]:
    """What has been answered, who may answer now, who is asked after that, and who may not; equal reasons together."""
    return model.once("answers", lambda: _answers(model))


def _answers(model: Model) -> list[Answer]:
    queue = model.view.queue
    if queue is None:
        return []
    found = [_done(model, reaction) for reaction in queue.reactions]
    told = {name for answer in found for name in answer.units}
    match = model.session.match
    asked = sorted(queue.trigger.to if queue.trigger is not None else (), key=lambda seat: seat != model.session.asked)
    refused: dict[tuple[str, str, str], list[str]] = {}
    may: list[Answer] = []
    for seat in asked:
        if match.rules.hidden_markers and seat != model.session.viewer:
            continue
        why = match.why(seat)
        for name in match.rules.reactors(match.front, seat):
            got = why[name]
            if isinstance(got, Refusal):
                if name not in told:
                    refused.setdefault((seat, got.reason, got.clause), []).append(name)
            elif got:
                state = "now" if seat == model.session.asked else "next"
                clause = got[0].clauses[0] if got[0].clauses else ""
                may.append(Answer((name,), _offer(got[0].text, name, len(got)), clause, state))
    no = [Answer(tuple(names), reason, clause, "no") for (_, reason, clause), names in refused.items()]
    return [*found, *may, *no]


def _done(model: Model, reaction: ReactionView) -> Answer:
    note = reaction.why if reaction.status in ("lapsed", "failed") else reaction.note
    state = "now" if reaction.status == "now" else "done"
    return Answer((reaction.unit,), reaction_words(model, reaction), reaction.clause, state, note)


def _offer(words: str, unit: str, count: int) -> str:
    """What is on offer without the unit's own name, which stands before it."""
    words = words.removeprefix(unit.upper()).lstrip(" :") or "may answer"
    return words if count == 1 else f"{words}, or {count - 1} more"


def trigger_words(model: Model) -> str:
    """What is being answered: "battle at 0505", "R1: enter at 0505"."""
    queue, action = model.view.queue, model.view.action
    trigger = queue.trigger if queue is not None else None
    if trigger is None:
        return ""
    words = trigger.kind.replace("_", " ")
    group = action is not None and len(action.targets) > 1
    if trigger.unit and not group:
        words = f"{trigger.unit.upper()}: {words}"
    return f"{words} at {model.session.setup.board.label(trigger.cell)}" if trigger.cell >= 0 else words


def height(canvas: Canvas, model: Model, w: float) -> float:
    """How high the whole list is."""
    rows = sum(_high(canvas, answer, w) + 4 for answer in answers(model))
    return 22 + (rows or 26) + ladder.HIGH + 16


def _high(canvas: Canvas, answer: Answer, w: float) -> float:
    """A card, or a row for a refusal; a second line for a long reason."""
    if answer.state != "no":
        return HIGH
    return ROW + (0 if canvas.width(answer.words, "italic", 12.5) <= _room(canvas, answer, w)[1] else LINE_HIGH)


def _room(canvas: Canvas, answer: Answer, w: float) -> tuple[float, float]:
    """What the names and the reason of a refusal may take."""
    room = w - 26 - 20 - (canvas.width(answer.clause, "label_semi", 11.5) + 10 if answer.clause else 0)
    names = min(room * 0.45, canvas.width(_names(answer), "label_bold", 13.5))
    return names + 1, room - names - 8


def _names(answer: Answer) -> str:
    return ", ".join(name.upper() for name in answer.units)


def draw(
    canvas: Canvas,
    model: Model,
    x: float,
    y: float,
    w: float,
    room: float,
    first: int,
    open_clause: Callable[[str], None],
) -> None:
    """The list in `room`; `first` is how many of its cards are scrolled away."""
    rows, asked = answers(model), model.trigger_cell() >= 0
    if rows or asked:
        canvas.section("Who may answer", x, y + 8, w, f"trigger: {trigger_words(model)}")
    at, foot = y + 22, y + room
    queue = model.view.queue
    waiting = queue is not None and queue.instigator in model.units
    if waiting and room >= height(canvas, model, w):
        foot -= ladder.HIGH + 12
    else:
        waiting = False
    if asked and not rows:
        canvas.write("Nobody may.", x + 4, at + 12, "italic", 13, INK3, middle=True)
        at += 26
    first = min(first, max(0, len(rows) - 1))
    for place, answer in enumerate(rows[first:], first):
        high = _high(canvas, answer, w)
        last = place == len(rows) - 1
        if at + high + (0 if last else 18) > foot:
            canvas.note(f"{len(rows) - place} more: wheel, or Ctrl with PgDn", x + 4, at + 9)
            break
        if answer.state == "no":
            _refused(canvas, model, answer, x, at, w, high, open_clause)
        else:
            _card(canvas, model, answer, x, at, w, open_clause)
        at += high + 4
    if waiting:
        ladder.draw_foot(canvas, model, x, min(at + 2, foot), w, open_clause)


def _refused(
    canvas: Canvas,
    model: Model,
    answer: Answer,
    x: float,
    y: float,
    w: float,
    high: float,
    open_clause: Callable[[str], None],
) -> None:
    """Units that may not, and why."""
    seat = model.units[answer.units[0]].seat
    rect = canvas.box(x, y, w, high, PANEL, None, 5)
    dashed_box(canvas.surface, rect, LINE2, canvas.px(4))
    canvas.seat_mark(model.colours(seat), x + 13, y + ROW / 2, 10)
    canvas.chip(answer.clause, x + w - 8, y + ROW / 2, open_clause, right=True, tag=f"no{answer.units[0]}")
    names, room = _room(canvas, answer, w)
    canvas.write(_names(answer), x + 26, y + ROW / 2, "label_bold", 13.5, INK3, middle=True, room=names)
    canvas.paragraph(answer.words, x + 34 + names, y + 4, room, "italic", 12.5, INK3, lines=2)


def _card(
    canvas: Canvas, model: Model, answer: Answer, x: float, y: float, w: float, open_clause: Callable[[str], None]
) -> None:
    """A unit that may answer, or has."""
    unit = model.units[answer.units[0]]
    now, done = answer.state == "now", answer.state == "done"
    canvas.box(x, y, w, HIGH, SAFFRON_TINT if now else SUNK2 if done else CARD, SAFFRON_EDGE if now else LINE, 5)
    canvas.box(x, y, 5, HIGH, model.colours(unit.seat).fill, None, 2)
    small_token(canvas, model, unit, x + 26, y + HIGH / 2, 24)
    canvas.write(f"{unit.id.upper()} {unit.name}", x + 46, y + 12, "label_bold", 14, INK, middle=True)
    right = x + w - 8
    if now:
        canvas.box(right - 36, y + 5, 36, 15, INK, None, 3)
        canvas.write("NOW", right - 18, y + 12.5, "label_bold", 11.5, SAFFRON, align="centre", middle=True)
        right -= 44
    elif done:
        canvas.surface.blit(icon("yes", canvas.px(14)), (canvas.px(right - 14), canvas.px(y + 6)))
        right -= 22
    else:
        used = canvas.write("asked next", right, y + 12, "label", 12.5, INK2, align="right", middle=True)
        right -= used + 8
    canvas.chip(answer.clause, right, y + 12.5, open_clause, right=True, tag=f"may{unit.id}")
    words = f"{answer.words}: {answer.note}" if answer.note else answer.words
    canvas.write(words, x + 46, y + 28, "body", 12.5, INK2, middle=True, room=w - 56)
