"""The table in sentences: what a reader who cannot see the map is told. No drawing, one fact a line, cells by name."""

from __future__ import annotations

from collections.abc import Iterator

from game.board.board import Board
from game.cli import text_draft as draft
from game.engine.decisions import DICE, UNPLAN, Decision, Option, Refusal
from game.engine.match import Match
from game.engine.state import Unit
from game.engine.view import GroupView, MarkerView
from game.engine.viewing import markers_seen

MOST_LISTED = 40


def cell_named(board: Board, text: str) -> int:
    """The cell of a name like "c4", or of "column,row" counted from 0. Raises ValueError with a sentence."""
    word = text.strip().lower()
    column, comma, row = word.partition(",")
    if comma and column.isdecimal() and row.isdecimal() and len(word) < 10 and board.inside(int(column), int(row)):
        return board.cell(int(column), int(row))
    for cell in range(board.width * board.height):
        if board.label(cell).lower() == word:
            return cell
    last = board.label(board.width * board.height - 1)
    raise ValueError(f"There is no cell “{text[:20]}”; cells go from {board.label(0)} to {last}.")


def unit_line(match: Match, unit: Unit, seat: str | None) -> str:
    """Name, side, place, condition and markers of a unit."""
    if unit.out:
        where = "out of action" if unit.gone else "in the reserve"
        return f"{unit.id.upper()}, {match.rules.seat_name(unit.seat)} {unit.name}: {where}."
    parts = [
        f"{unit.id.upper()}, {match.rules.seat_name(unit.seat)} {unit.name}, at {match.setup.board.label(unit.at)}"
    ]
    if unit.aboard:
        parts.append(f"aboard {unit.aboard.upper()}")
    if unit.figures > 1:
        parts.append(f"{unit.figures} figures")
    if unit.wounds:
        parts.append(f"{unit.wounds} wounds")
    if unit.prone:
        parts.append("prone")
    parts += [f"carries {', '.join(cargo)}"] if (cargo := _cargo(match, unit)) else []
    for marker in markers_seen(unit, seat):
        face = "a hidden marker" if marker == MarkerView("hidden", "down") else f"{marker.kind} face-{marker.face}"
        parts.append(face.replace("_", " "))
    return ", ".join(parts) + "."


def _cargo(match: Match, carrier: Unit) -> list[str]:
    return [unit.id.upper() for unit in match.front.units.values() if unit.aboard == carrier.id and not unit.out]


def table_lines(match: Match, seat: str | None) -> Iterator[str]:
    """The whole table: turn, phase, units side by side, objectives, the action under way."""
    state, rules, board = match.front, match.rules, match.setup.board
    phase = rules.phase(state.phase).title if state.phase else "before the first phase"
    yield f"{match.setup.title}. Turn {state.turn} of {state.turns}, {phase}."
    yield f"The board has {board.width} columns and {board.height} rows, {board.label(0)} to {board.label(board.width * board.height - 1)}."
    for side in match.setup.seats:
        own = [unit for unit in state.units.values() if unit.seat == side]
        left = sum(not unit.out for unit in own)
        yield f"{rules.seat_name(side)} has {left} of {len(own)} units, score {rules.score(state).get(side, 0)}."
        told: set[str] = set()
        for group in rules.groups(state):
            if group.seat == side:
                told.update(group.units)
                yield from formation_lines(match, group, seat)
        yield from (unit_line(match, unit, seat) for unit in own if unit.id not in told)
    for objective in match.setup.objectives:
        held = state.holders.get(objective.id, objective.seat)
        who = f"held by {rules.seat_name(held)}" if held else "held by nobody"
        yield f"{objective.name}, from {board.label(objective.cells[0])}, {who}, worth {objective.points}."
    for site in rules.sites(state):
        held = f"held by {rules.seat_name(site.seat)}" if site.seat else "held by nobody"
        yield f"{site.name or 'Without a name'}, a {site.kind} at {board.label(site.at)}, {held}."
    yield from queue_lines(match, seat)


def formation_lines(match: Match, group: GroupView, seat: str | None) -> Iterator[str]:
    """A formation and its units."""
    yield draft.group_line(match, group)
    for name in group.units:
        yield f"  {unit_line(match, match.front.units[name], seat)}"


def queue_lines(match: Match, seat: str | None) -> Iterator[str]:
    """The action under way and the reactions to it, in the order they come."""
    queue = match.view(seat).queue
    while queue is not None:
        yield f"{str(queue.instigator).upper()} acts; reactions {queue.order or 'in order of declaration'}:"
        for place, row in enumerate(queue.reactions, 1):
            target = f" against {row.target.upper()}" if row.target else ""
            why = f", {row.why}" if row.why else ""
            yield f"  {place}. {row.unit.upper()}: {row.action.replace('_', ' ')}{target}, {row.status}{why}."
        if not queue.reactions:
            yield "  none yet."
        queue = queue.outer


def cell_lines(match: Match, cell: int, seat: str | None) -> Iterator[str]:
    """What is on a cell and within three cells of it."""
    board, state = match.setup.board, match.front
    unit = state.at(cell)
    height = f", level {board.heights[cell]}" if board.heights[cell] else ""
    name = f", {board.names[cell]}" if cell in board.names else ""
    yield f"{board.label(cell)}: {board.terrain[cell]}{name}{height}."
    if unit is not None:
        yield unit_line(match, unit, seat)
    for other in state.standing():
        gap = board.distance(cell, other.at)
        if 0 < gap <= 3:
            yield f"{gap} away: {unit_line(match, other, seat)}"


def seen_lines(match: Match, cell: int) -> Iterator[str]:
    """Every unit that sees a cell, with cover and distance."""
    board = match.setup.board
    found = False
    for unit in match.front.standing():
        sight = board.sight(unit.at, cell)
        if sight.visible:
            found = True
            cover = f", {sight.cover} cover" if sight.cover else ""
            yield f"{unit.id.upper()} of {match.rules.seat_name(unit.seat)} sees it from {sight.distance}{cover}."
    if not found:
        yield f"Nobody sees {board.label(cell)}."


def sight_line(match: Match, start: int, end: int) -> str:
    """What one cell sees of another."""
    board = match.setup.board
    sight = board.sight(start, end)
    ends = f"{board.label(start)} to {board.label(end)}: {sight.distance} away"
    if not sight.visible:
        return f"{ends}, no sight: {board.describe(sight.blocked_by)} is in the way."
    return f"{ends}, in sight, {sight.cover or 'no'} cover."


def option_text(match: Match, option: Option) -> str:
    """What an option does, in words."""
    if option.text:
        return option.text
    words = [option.unit.upper(), option.action.replace("_", " ")]
    if option.to >= 0:
        words.append(f"to {match.setup.board.label(option.to)}")
    if option.pace and option.pace != option.action:
        words.append(f"at a {option.pace}")
    if option.target:
        words.append(f"at {option.target.upper()}")
    return " ".join(word for word in words if word)


def listed(decision: Decision) -> tuple[Option, ...]:
    """The options that have numbers: all, or where many cells can be gone to, all but those and what undoes them."""
    if len(decision.options) <= MOST_LISTED:
        return decision.options.all()
    rows = (option for option in decision.options if option.to < 0 and option.action != UNPLAN)
    return tuple(rows)[: 10 * MOST_LISTED]


def question_lines(match: Match, decision: Decision) -> Iterator[str]:
    """The question, its numbered answers, and how moves are named where they are many."""
    yield decision.prompt
    if decision.seat == DICE:
        dice = " and ".join(f"a D{sides}" for sides in decision.dice)
        yield f"Roll {dice} and type what they show, like {' '.join('3' for _ in decision.dice)}."
        return
    if decision.note:
        yield decision.note
    yield from draft.draft_lines(match, decision, decision.seat)
    options = listed(decision)
    told = [
        (number, option, option_text(match, option) + (" (default)" if option.id == decision.default else ""))
        for number, option in enumerate(options, 1)
    ]
    yield from draft.numbered(told, {group.id for group in match.rules.groups(match.front)})
    if len(options) < len(decision.options):
        yield from draft.go_lines([option for option in decision.options if option.to >= 0])
        if any(option.action == UNPLAN for option in decision.options):
            yield "Type drop UNIT to take a unit out of the plan."


def refusal_line(refusal: Refusal, unit: str) -> str:
    """Why a unit may not do anything here."""
    clause = f" ({refusal.clause})" if refusal.clause else ""
    return f"{unit.upper()} may not: {refusal.reason}{clause}."
