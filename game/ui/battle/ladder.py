"""The snowball ladder: the reaction queue as cards, the first to be carried out on top, the instigator at the foot."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.engine.names import QuestionKind, Verb
from game.engine.queue import OVER, ActionStatus
from game.engine.view import ActionView, QueueView, ReactionView, TieView, UnitView
from game.engine.viewers import REFEREE
from game.engine.wording import as_words, written_ids
from game.ui import kit
from game.ui.battle.model import Model
from game.ui.battle.parts import Fitting, Plate, die_of, icon_of, rule, token_of
from game.ui.canvas import Canvas
from game.ui.palette import INK, INK2, INK3, LINE, LINE2, SUNK2, Colour
from game.ui.scroll import Position, Scroll

HEIGHT, LOW, GAP, GUTTER = 36.0, 25.0, 4.0, 18.0
"""Logical pixels of a card, of one of a single line, of the gap below it, and of the strip for the arrow."""
RANK = 30.0
"""Logical pixels of the column at the left of a card, which says when it is carried out."""


def reaction_words(model: Model, reaction: ReactionView) -> str:
    """The name of a reaction with its targets."""
    return action_name(model, reaction.action, reaction.target, reaction.targets)


def action_name(model: Model, action: Verb, target: str, targets: Sequence[str]) -> str:
    """The name of an action with its target or targets, such as "shot at B2"."""
    several = written_ids(targets)
    words = model.words.verbs.get(action, as_words(action))
    return words.format(target=target.upper(), targets=several or target.upper())


def state_of(reaction: ReactionView) -> str:
    """The second line of a card: what has become of the reaction, or what it answers."""
    if reaction.status == "resolved":
        if reaction.drafted and reaction.note:
            return reaction.note
        return f"resolved: {reaction.note}" if reaction.note else "resolved"
    if reaction.status == "lapsed":
        return f"lapsed: {reaction.why}"
    if reaction.status == "failed":
        return reaction.why
    if reaction.status == "now":
        return "forces the hand, then resolves" if reaction.forces else "resolves now"
    return f"answers {reaction.answers.upper()}"


def action_words(model: Model, action: ActionView) -> str:
    """The interrupted action in a few words."""
    board = model.session.setup.board
    kind = as_words(action.how)
    if len(action.path) > 1:
        return f"{kind} {board.label(action.path[0])} to {board.label(action.path[-1])}"
    return kind


class Narrowed(kit.Widget):
    """A widget with empty room of `gutter` logical pixels at its right."""

    def __init__(self, child: kit.Widget, gutter: float) -> None:
        super().__init__()
        self.child, self.gutter, self.gives = child, gutter, child.gives

    def _measure(self, canvas: Canvas, room: float) -> kit.Size:
        return self.child.measure(canvas, room - self.gutter)

    def least(self, canvas: Canvas, room: float) -> float:
        return self.child.least(canvas, room - self.gutter)

    def draw(self, canvas: Canvas, spot: kit.Spot) -> None:
        self.child.draw(canvas, kit.Spot(spot.x, spot.y, spot.w - self.gutter, spot.h))


class Ladder(kit.Column):
    """A head, cards that scroll, the instigator, and the frozen units. An arrow shows which card forces the action."""

    def __init__(
        self, model: Model, queue: QueueView, position: Position, open_clause: kit.Open, *, low: bool = False
    ) -> None:
        """If `low`, there is little room, and each card is a single line."""
        self.position, self.height = position, LOW if low else HEIGHT
        self.forcer = next((i for i, reaction in enumerate(queue.reactions) if reaction.forces), -1)
        gutter = GUTTER if self.forcer >= 0 else 0.0
        now = next((i for i, reaction in enumerate(queue.reactions) if reaction.now), -1)
        gap = 1.0 if low else GAP
        rows = (_card(model, reaction, queue, open_clause, low=low) for reaction in queue.reactions)
        self.scroll = Scroll(kit.Column(*rows, gap=gap), position, "ladder", watch=now, step=self.height + gap, grow=0)
        nobody = kit.Card(
            kit.Text("Nobody has reacted yet.", "italic", 13, INK3, align="centre"), look="lapsed", pad=(4, 6)
        )
        self.foot = foot(model, open_clause, low=low)
        title = kit.Section(queue.title, queue.order)
        title.grow = 1
        super().__init__(
            kit.Row(title, kit.Chip(queue.order_clause, open_clause, "order")),
            Narrowed(self.scroll if queue.reactions else nobody, gutter),
            Narrowed(self.foot, gutter),
            frozen(model, queue, open_clause),
            grow=1,
        )

    def draw(self, canvas: Canvas, spot: kit.Spot) -> None:
        """The column, and in its gutter an arrow from the forced action up to the card that forces it."""
        super().draw(canvas, spot)
        if self.forcer < 0:
            return
        spans = list(self.spans(canvas, spot.w, spot.h))
        if len(spans) < 3:
            return
        cards, below = spans[1], spans[2]
        top, bottom = self.scroll.child.span(canvas, spot.w - GUTTER, self.forcer)
        aim = min(max((top + bottom) / 2 - self.position.at, 0.0), cards[2])
        _forced_arrow(canvas, spot.right - 6, spot.y + below[1] + below[2] - self.height / 2, spot.y + cards[1] + aim)


def _card(
    model: Model, reaction: ReactionView, queue: QueueView, open_clause: kit.Open, *, low: bool = False
) -> kit.Widget:
    status, unit = reaction.status, model.units[reaction.unit]
    tie = queue.ties[reaction.tie] if 0 <= reaction.tie < len(queue.ties) else None
    lapsed = reaction.status == "lapsed"
    ink = INK3 if lapsed else INK
    note = state_of(reaction)
    if tie and status in ("declared", "now"):
        note = "lost the roll-off"
        if tie.winner == reaction.unit:
            note = "won, hesitates" if tie.hesitated else "won, goes first"
    headed, told = _headed(unit, reaction_words(model, reaction), ink), kit.Text(note, "body", 12, INK2, lines=3)
    text: kit.Widget = kit.Column(headed, told, gap=0)
    if low:  # what a unit answers, or that it acts now, is told beside it already
        plain = tie is None and status in ("declared", "now")
        text = headed if plain else Fitting(kit.Row(headed, kit.Label(note, "body", 12, INK2)), headed)
    rank = kit.Column(
        kit.Text(reaction.rank, "serif", 16 if low else 18, ink, w=RANK, align="centre"),
        kit.Text("tie" if tie and not low else "", "serif_italic", 11.5, INK2, w=RANK, align="centre"),
        gap=-4,
    )
    token = token_of(model, unit, 17 if low else 24, state="out" if lapsed else "ready")
    line = kit.Row(rank, token, text, kit.Space(grow=1), *_result(model, reaction, tie, open_clause), gap=7)
    looks: dict[str, kit.Look] = {"now": "chosen", "resolved": "done", "lapsed": "lapsed"}
    side = LINE2 if lapsed else model.colours(unit.seat).fill
    look = looks.get(status, "card")
    edge = LINE if look == "card" else None
    return kit.Card(line, look=look, edge=edge, side=side, pad=(3, 1), h=LOW if low else HEIGHT)


def _headed(unit: UnitView, words: str, ink: Colour) -> kit.Widget:
    """The unit and what it does; where there is no room for both, the unit has its id alone."""
    name = kit.Label(f"{unit.id.upper()} {unit.name}", "label_bold", 14, ink)
    return Fitting(
        kit.Row(name, kit.Label(words, "label", 14, ink)),
        kit.Row(kit.Label(unit.id.upper(), "label_bold", 14, ink), kit.Label(words, "label", 14, ink)),
    )


def _result(model: Model, reaction: ReactionView, tie: TieView | None, open_clause: kit.Open) -> tuple[kit.Widget, ...]:
    """The right end of a card: NOW, a tick, the clause by which it lapsed, or the dice of a roll-off."""
    if reaction.status == "now":
        return (Plate("NOW"), kit.Space(1))
    if reaction.status == "resolved":
        return (icon_of("yes"), kit.Space(2))
    if reaction.status == "lapsed":
        return (kit.Chip(reaction.clause, open_clause, reaction.unit), kit.Space(1))
    if tie is None:
        return ()
    edge = model.colours(model.units[reaction.unit].seat).fill
    faces = [next((own.face for own in roll if own.unit == reaction.unit), 0) for roll in tie.rolls][-2:]
    last = len(faces) - 1
    dice = (die_of(face, 6, 17, edge, "rolled" if i == last else "superseded") for i, face in enumerate(faces))
    return (kit.Row(*dice, gap=4), kit.Space(1))


def foot(model: Model, open_clause: kit.Open, *, low: bool = False) -> kit.Widget:
    """The card of the interrupted action, below a strong line: what it waits for, and the clause why it comes last.

    If `low`, the card is a single line.
    """
    action, queue = model.view.action, model.view.queue
    if action is None or queue is None or queue.instigator not in model.units:
        return kit.Space()
    unit = model.units[queue.instigator]
    headed, ink = _headed(unit, action_words(model, action), INK), INK3 if action.status == "lost" else INK2
    note = _foot_note(model, action, queue, unit)
    text: kit.Widget = kit.Column(headed, kit.Text(note, "body", 12, ink), gap=0)
    if low:
        text = Fitting(kit.Row(headed, kit.Label(note, "body", 12, ink)), headed)
    words = action.status if action.status in OVER else queue.last_title
    title = kit.Text(words, "serif_italic", 13.5 if len(words) < 5 else 10.5, INK2, w=RANK, align="centre")
    chip = kit.Chip(queue.last_clause, open_clause, "foot")
    token = token_of(model, unit, 17 if low else 24)
    line = kit.Row(title, token, text, kit.Space(grow=1), chip, kit.Space(1), gap=7)
    fill = SUNK2 if action.status == "done" else None
    card = kit.Card(
        line, fill=fill, edge=LINE, side=model.colours(unit.seat).fill, pad=(3, 1), h=LOW if low else HEIGHT
    )
    return kit.Column(rule(), card, gap=2)


STATUS_WORDS: dict[ActionStatus, str] = {
    "done": "has acted",
    "lost": "its action is lost",
    "stopped": "stopped on the way",
    "under_way": "under way",
}


def _foot_note(model: Model, action: ActionView, queue: QueueView, unit: UnitView) -> str:
    """The second line of the interrupted action's card: what has become of the action, or what it waits for."""
    if action.status in STATUS_WORDS:
        return STATUS_WORDS[action.status]
    if unit.out:
        return "out of action"
    if action.forced:
        return "forced: acts now"
    return "is asked now" if _is_asked(model, queue, unit) else queue.last_note


def _is_asked(model: Model, queue: QueueView, unit: UnitView) -> bool:
    """Whether the interrupted unit itself is asked what it does, or its seat for a plan."""
    decision = model.decision
    if decision is None or decision.seat != unit.seat:
        return False
    return decision.unit == unit.id or (queue.trigger is not None and decision.kind == QuestionKind(queue.trigger.kind))


def frozen(model: Model, queue: QueueView, open_clause: kit.Open) -> kit.Widget:
    """The units that may no longer declare reactions: the viewer's own by id, others in the rulebook's words.

    To a referee all of them are known by id.
    """
    own = written_ids(queue.frozen)
    if model.session.sight.knows is REFEREE:
        words = own
    elif not queue.frozen_note:
        return kit.Space()
    else:
        words = f"{own}, and {queue.frozen_note}" if own else queue.frozen_note
    if not words:
        return kit.Space()
    return kit.Row(
        icon_of("frozen"),
        kit.Label("Frozen:", "label_bold", 13),
        kit.Text(words, "label", 13, INK2, lines=3, grow=1),
        kit.Chip(queue.frozen_clause, open_clause, "frozen"),
        gap=6,
    )


def _forced_arrow(canvas: Canvas, x: float, low: float, high: float) -> None:
    """An arrow from height `low` up to height `high`, bent at its right end `x`. In logical pixels."""
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
