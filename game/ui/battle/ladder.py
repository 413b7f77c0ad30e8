"""The snowball ladder: the reaction queue as cards, first to be carried out on top, the instigator at the foot."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.engine.view import ActionView, QueueView, ReactionView, TieView
from game.ui.battle.model import Model
from game.ui.battle.panels import small_token
from game.ui.canvas import Canvas
from game.ui.dice import die
from game.ui.palette import CARD, INK, INK2, INK3, LINE, LINE2, PANEL, SAFFRON_EDGE, SAFFRON_TINT, SUNK2
from game.ui.shapes import dashed_box
from game.ui.signs import icon

HIGH = 36


def reaction_words(model: Model, reaction: ReactionView) -> str:
    """What a reaction is called on its card."""
    names = " and ".join(target.upper() for target in reaction.targets)
    words = model.words.verbs.get(reaction.action, reaction.action.replace("_", " "))
    return words.format(target=reaction.target.upper(), targets=names or reaction.target.upper())


def state_of(reaction: ReactionView) -> str:
    """The second line of a card."""
    if reaction.status == "lapsed":
        return f"lapsed: {reaction.why}"
    if reaction.status == "failed":
        return reaction.why
    if reaction.status == "resolved":
        name, note = f"{reaction.unit.upper()} ", reaction.note
        if note.startswith(name):  # what was planned, in a whole sentence
            return note.removeprefix(name)
        return f"resolved: {note}" if note else "resolved"
    if reaction.status == "now":
        return "forces the hand, then resolves" if reaction.forces else "resolves now"
    return f"answers {reaction.answers.upper()}"


def draw_ladder(
    canvas: Canvas,
    model: Model,
    x: float,
    y: float,
    w: float,
    room: float,
    first: int,
    open_clause: Callable[[str], None],
) -> None:
    """The ladder in `room`; `first` is how many cards are scrolled away."""
    queue = model.view.queue
    if queue is None:
        return
    clause = queue.order_clause
    canvas.section(queue.title, x, y + 8, w - (canvas.width(clause, "label_semi", 11.5) + 18), queue.order)
    canvas.chip(clause, x + w, y + 8, open_clause, right=True, tag="order")
    reactions = queue.reactions
    forced = any(r.forces for r in reactions)
    wide = w - (18 if forced else 0)
    top = y + 22
    foot = y + room - (HIGH + 8) - (24 if queue.frozen_note else 0)
    fits = max(1, int((foot - top) // (HIGH + 4)))
    now = next((i for i, r in enumerate(reactions) if r.now), None)
    start = min(first, max(0, len(reactions) - fits))
    if not first and now is not None and not start <= now < start + fits:
        start = max(0, min(now, len(reactions) - fits))
    spots: dict[str, float] = {}
    at = top
    if not reactions:
        canvas.write("Nobody has reacted yet.", x + 4, at + 14, "italic", 13, INK3, middle=True)
        at += 30
    for reaction in reactions[start : start + fits]:
        _card(canvas, model, reaction, x, at, wide, queue, open_clause)
        spots[reaction.unit] = at + HIGH / 2
        at += HIGH + 4
    if queue.instigator in model.units:
        draw_foot(canvas, model, x, at, wide, open_clause)
        if forced:
            forcer = next((r.unit for r in reactions if r.forces), "")
            if forcer in spots:
                _forced_arrow(canvas, x + w - 6, at + 8 + HIGH / 2, spots[forcer])
        at += HIGH + 12
    if queue.frozen_note:
        own = ", ".join(name.upper() for name in queue.frozen)
        words = f"{own}, and {queue.frozen_note}" if own else queue.frozen_note
        canvas.surface.blit(icon("frozen", canvas.px(15)), (canvas.px(x), canvas.px(at + 3)))
        used = canvas.write("Frozen: ", x + 22, at + 11, "label_bold", 13, INK, middle=True)
        canvas.write(words, x + 22 + used, at + 11, "label", 13, INK2, middle=True, room=w - 80 - used)
        canvas.chip(queue.frozen_clause, x + w, at + 11, open_clause, right=True, tag="frozen")


def _card(
    canvas: Canvas,
    model: Model,
    reaction: ReactionView,
    x: float,
    y: float,
    w: float,
    queue: QueueView,
    open_clause: Callable[[str], None],
) -> None:
    status = reaction.status
    unit = model.units[reaction.unit]
    fill = {"now": SAFFRON_TINT, "resolved": SUNK2, "lapsed": PANEL}.get(status, CARD)
    rect = canvas.box(x, y, w, HIGH, fill, None if status == "lapsed" else SAFFRON_EDGE if status == "now" else LINE, 5)
    if status == "lapsed":
        dashed_box(canvas.surface, rect, LINE2, canvas.px(4))
    canvas.box(x, y, 5, HIGH, LINE2 if status == "lapsed" else model.colours(unit.seat).fill, None, 2)
    ink = INK3 if status == "lapsed" else INK
    tie = _tie_of(reaction, queue)
    canvas.write(reaction.rank, x + 22, y + (13 if tie else HIGH / 2), "serif", 18, ink, align="centre", middle=True)
    if tie:
        canvas.write("tie", x + 22, y + 27, "serif_italic", 11.5, INK2, align="centre", middle=True)
    small_token(canvas, model, unit, x + 52, y + HIGH / 2, 24, state="out" if status == "lapsed" else "ready")
    head = f"{unit.id.upper()} {unit.name}"
    used = canvas.write(head, x + 72, y + 11, "label_bold", 14, ink, middle=True)
    right = 66.0 if tie or status in ("now", "lapsed", "resolved") else 12.0
    canvas.write(
        reaction_words(model, reaction),
        x + 80 + used,
        y + 11,
        "label",
        14,
        ink,
        middle=True,
        room=w - 86 - used - right,
    )
    note = state_of(reaction)
    if tie and status in ("declared", "now"):
        won = tie.winner == reaction.unit
        note = ("won, hesitates" if tie.hesitated else "won, goes first") if won else "lost the roll-off"
    canvas.write(note, x + 72, y + 26, "body", 12, INK2, middle=True, room=w - 78 - right)
    if status == "now":
        canvas.box(x + w - 44, y + 17, 36, 15, INK, None, 3)
        canvas.write("NOW", x + w - 26, y + 24.5, "label_bold", 11.5, (227, 167, 47), align="centre", middle=True)
    elif status == "resolved":
        canvas.surface.blit(icon("yes", canvas.px(15)), (canvas.px(x + w - 26), canvas.px(y + 10)))
    elif status == "lapsed":
        canvas.chip(reaction.clause, x + w - 8, y + HIGH / 2, open_clause, right=True, tag=reaction.unit)
    elif tie:
        edge = model.colours(unit.seat).fill
        faces = [next((own.face for own in roll if own.unit == reaction.unit), 0) for roll in tie.rolls]
        for i, face in enumerate(faces[-2:]):
            last = i == len(faces[-2:]) - 1
            made = die(face, 6, canvas.px(17), edge, "rolled" if last else "superseded")
            canvas.surface.blit(made, (canvas.px(x + w - 24 - 21 * (len(faces[-2:]) - 1 - i)), canvas.px(y + 9)))


def _tie_of(reaction: ReactionView, queue: QueueView) -> TieView | None:
    return queue.ties[reaction.tie] if 0 <= reaction.tie < len(queue.ties) else None


def draw_foot(canvas: Canvas, model: Model, x: float, y: float, w: float, open_clause: Callable[[str], None]) -> None:
    """The interrupted action below a strong rule: what it waits for, and why it comes last."""
    a, b = (canvas.px(x), canvas.px(y + 3)), (canvas.px(x + w), canvas.px(y + 3))
    pygame.draw.line(canvas.surface, INK, a, b, max(1, canvas.px(2)))
    y += 8
    action, queue = model.view.action, model.view.queue
    if action is None or queue is None or queue.instigator is None:
        return
    unit = model.units[queue.instigator]
    lost = action.status == "lost"
    canvas.box(x, y, w, HIGH, SUNK2 if action.status == "done" else CARD, LINE, 5)
    canvas.box(x, y, 5, HIGH, model.colours(unit.seat).fill, None, 2)
    title = queue.last_title
    size = 13.5 if len(title) < 5 else 10.5
    canvas.write(title, x + 22, y + HIGH / 2, "serif_italic", size, INK2, align="centre", middle=True)
    small_token(canvas, model, unit, x + 52, y + HIGH / 2, 24)
    used = canvas.write(f"{unit.id.upper()} {unit.name}", x + 72, y + 11, "label_bold", 14, INK, middle=True)
    canvas.write(action_words(model, action), x + 80 + used, y + 11, "label", 14, INK, middle=True, room=w - 140 - used)
    state = {
        "done": "has acted", "lost": "its action is lost", "stopped": "stopped on the way", "under_way": "under way",
    }.get(action.status, "forced: acts now" if action.forced else queue.last_note)  # fmt: skip
    canvas.write(state, x + 72, y + 26, "body", 12, INK3 if lost else INK2, middle=True, room=w - 130)
    if queue.last_clause:
        canvas.chip(queue.last_clause, x + w - 8, y + HIGH / 2, open_clause, right=True, tag="foot")


def action_words(model: Model, action: ActionView) -> str:
    """The interrupted action in a few words."""
    board = model.session.setup.board
    kind = (action.pace or action.kind).replace("_", " ")
    if len(action.path) > 1:
        return f"{kind} {board.label(action.path[0])} to {board.label(action.path[-1])}"
    return kind


def _forced_arrow(canvas: Canvas, x: float, low: float, high: float) -> None:
    thick = max(2, canvas.px(2.2))
    line = [(x - 10, low), (x, low), (x, high), (x - 10, high)]
    points = [(canvas.px(px), canvas.px(py)) for px, py in line]
    pygame.draw.lines(canvas.surface, INK, False, points, thick)
    tip = points[-1]
    pygame.draw.polygon(
        canvas.surface,
        INK,
        [tip, (tip[0] + canvas.px(8), tip[1] - canvas.px(5)), (tip[0] + canvas.px(8), tip[1] + canvas.px(5))],
    )
