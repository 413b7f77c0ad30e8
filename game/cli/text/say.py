"""The table in sentences, for a reader who cannot see the map: no drawing, one fact per line, cells by name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from game.board.board import Board
from game.cli.text.naming import at_lines
from game.engine.decisions import DICE, Decision, Refusal, Remark
from game.engine.marking import riders
from game.engine.match import Match
from game.engine.names import Cell, Pace, UnitId, held_by, spoken
from game.engine.offers import drafting
from game.engine.options import CONFIRM, UNPLAN, Option
from game.engine.presentation import ABBREVIATED, SIGHTLESS
from game.engine.state import Unit
from game.engine.view import PLANNED, GroupView, SiteView, plan_words
from game.engine.viewers import Viewer
from game.engine.viewing import conditions_of, plan_of
from game.engine.wording import (
    as_words,
    capitalised,
    cited,
    names,
    number_of,
    uncapitalised,
    written_ids,
)
from game.session.formations import leading_stand, offered_formations

MOST_LISTED = 40
"""With more options than this, moves to cells have no numbers and are typed by the name of the cell."""

MOST_CELLS = 12
"""Even then, the options of an action that leads to at most so many cells are numbered."""

MOST_LINES = 12
"""With more options of formations than this, the options of each formation share a line."""

MOST_ALIKE = 3
"""If more units than this may do the same, they share a line."""

MOST_TOLD = 6
"""How many refused units are named with the question; `why` names the others."""

NEAR = 3
"""Units at most so many cells away are listed with a cell."""

LONGEST_CELL = 9
"""Characters of a cell written as "column,row"."""


def cell_named(board: Board, text: str) -> int:
    """The cell with a name like "c4", or at "column,row" counted from 0. Raises ValueError with a sentence."""
    word = text.strip().lower()
    column, comma, row = word.partition(",")
    numbered = comma and column.isdecimal() and row.isdecimal() and len(word) <= LONGEST_CELL
    if numbered and board.inside(int(column), int(row)):
        return board.cell(int(column), int(row))
    for cell in range(board.width * board.height):
        if board.label(cell).lower() == word:
            return cell
    last = board.label(board.width * board.height - 1)
    raise ValueError(f"There is no cell “{text[:20]}”; cells go from {board.label(0)} to {last}.")


def unit_line(match: Match, unit: Unit, viewer: Viewer) -> str:
    """Name, side, place, condition and markers of a unit."""
    name = f"{unit.id.upper()}, {spoken(unit.seat)} {unit.name}"
    if unit.out:
        return f"{name}: {match.rules.out_condition(unit).words}."
    place = match.setup.board.label(match.as_set_up(viewer).units[unit.id].at)
    conditions = conditions_of(match.rules, match.front, unit, viewer, riders(match.front))
    return ", ".join((name, f"at {place}", *(condition.words for condition in conditions))) + "."


def card_line(match: Match, unit: Unit, viewer: Viewer) -> str:
    """The stats and the weapons of a unit, as on its card."""
    words = match.rules.presentation
    view = next(view for view in match.view(viewer).units if view.id == unit.id)
    stats = ", ".join(
        f"{name if len(name) <= ABBREVIATED else name.lower()} {value}" for name, value in words.card_stats(view.stats)
    )
    weapons = [match.rules.weapon(name) for name in view.weapons]
    arms = ", ".join(words.armed(weapon.name, weapon.numbers) for weapon in weapons)
    return capitalised(". ".join(filter(None, (stats, capitalised(arms))))) + "."


def welcome_lines(match: Match, people: Sequence[str]) -> Iterator[str]:
    """The introduction to a battle: title, note, objectives, the seat of a single person, and how to get help."""
    state, rules = match.front, match.rules
    yield f"{match.setup.title}, {rules.book.title}, {number_of(state.turns, 'turn')}."
    if match.setup.note:
        yield match.setup.note
    yield from objective_lines(match)
    if len(people) == 1:
        yield f"You play {spoken(people[0])}."
    yield "Type help for the commands, look for the table, hint for advice."


def table_lines(match: Match, viewer: Viewer) -> Iterator[str]:
    """The whole table: turn, phase, units side by side, objectives, the action under way."""
    state, rules, board = match.front, match.rules, match.setup.board
    phase = match.view(viewer).phase_title or "before the first phase"
    yield f"{match.setup.title}. Turn {state.turn} of {state.turns}, {phase}."
    first, last = board.label(0), board.label(board.width * board.height - 1)
    yield f"The board has {board.width} columns and {board.height} rows, {first} to {last}."
    for seat in match.setup.seats:
        own = [unit for unit in state.units.values() if unit.seat == seat]
        left = sum(not unit.out for unit in own)
        yield f"{spoken(seat)} has {left} of {len(own)} units, score {rules.score(state).get(seat, 0)}."
        grouped: set[str] = set()
        for group in rules.groups(state):
            if group.seat == seat:
                grouped.update(group.units)
                yield from formation_lines(match, group, viewer)
        yield from (unit_line(match, unit, viewer) for unit in own if unit.id not in grouped)
    yield from objective_lines(match)
    yield from (site_line(board, site) for site in rules.sites(state))
    yield from queue_lines(match, viewer)


def site_line(board: Board, site: SiteView) -> str:
    """A site, such as a town: its name, kind, cell and holder."""
    return f"{site.name or 'Without a name'}, a {site.kind} at {board.label(site.at)}, {held_by(site.seat)}."


def objective_lines(match: Match) -> Iterator[str]:
    """A line for each objective: its cells, who holds it, what it is worth."""
    state, board = match.front, match.setup.board
    for objective in match.setup.objectives:
        holder = state.holders.get(objective.id, objective.seat)
        worth = objective.scoring.worth(objective.points) or "no points"
        first, last = (board.label(cell) for cell in (min(objective.cells), max(objective.cells)))
        where = f"at {first}" if first == last else f"from {first} to {last}"
        yield f"{objective.name}, {where}, {held_by(holder)}, worth {worth}."


def formation_lines(match: Match, group: GroupView, viewer: Viewer) -> Iterator[str]:
    """A formation and its units."""
    yield group_line(match, group)
    for name in group.units:
        yield f"  {unit_line(match, match.front.units[name], viewer)}"


def queue_lines(match: Match, viewer: Viewer) -> Iterator[str]:
    """The action under way and the reactions to it, in their order; then any actions that it interrupts."""
    queue = match.view(viewer).queue
    while queue is not None:
        yield f"{str(queue.instigator).upper()} acts; reactions {queue.order or 'in order of declaration'}:"
        for place, row in enumerate(queue.reactions, 1):
            target = f" against {row.target.upper()}" if row.target else ""
            why = f", {row.why}" if row.why else ""
            yield f"  {place}. {row.unit.upper()}: {as_words(row.action)}{target}, {row.status}{why}."
        if not queue.reactions:
            yield "  none yet."
        queue = queue.outer


def cell_lines(match: Match, cell: int, viewer: Viewer) -> Iterator[str]:
    """What is on a cell, with the card of each unit there, and the units within `NEAR` cells of it."""
    board, state = match.setup.board, match.as_set_up(viewer)
    height = f", level {board.heights[cell]}" if board.heights[cell] else ""
    name = f", {board.names[cell]}" if cell in board.names else ""
    goals = "".join(f", in {objective.name}" for objective in match.setup.objectives if cell in objective.cells)
    yield f"{board.label(cell)}: {board.terrain[cell]}{name}{height}{goals}."
    yield from (site_line(board, site) for site in match.rules.sites(state) if site.at == cell)
    there = [unit for unit in state.standing() if unit.at == cell]
    lines = (line for unit in there for line in (unit_line(match, unit, viewer), card_line(match, unit, viewer)))
    yield from dict.fromkeys(lines)  # of units that are alike, the card once
    for neighbour in state.standing():
        gap = board.distance(cell, neighbour.at)
        if 0 < gap <= NEAR and not neighbour.aboard:
            yield f"{match.rules.measured(state, gap)} away: {unit_line(match, neighbour, viewer)}"


def seen_lines(match: Match, cell: int, viewer: Viewer) -> Iterator[str]:
    """Every unit that sees a cell, with cover and distance."""
    if not match.rules.presentation.sight:
        yield SIGHTLESS
        return
    board = match.setup.board
    seen = False
    for unit in match.as_set_up(viewer).standing():
        sight = board.sight(unit.at, cell)
        if unit.at == cell:
            yield f"{unit.id.upper()} of {spoken(unit.seat)} stands on it."
        elif sight.visible:
            seen = True
            cover = f", {sight.cover} cover" if sight.cover else ""
            distance = match.rules.measured(match.front, sight.distance)
            yield f"{unit.id.upper()} of {spoken(unit.seat)} sees it from {distance}{cover}."
    if not seen:
        yield f"Nobody sees {board.label(cell)}."


def sight_line(match: Match, start: int, end: int) -> str:
    """What one cell sees of another."""
    board = match.setup.board
    sight = board.sight(start, end)
    ends = f"{board.label(start)} to {board.label(end)}: {match.rules.measured(match.front, sight.distance)} away"
    return f"{ends}, {board.sight_words(sight)}." if match.rules.presentation.sight else f"{ends}. {SIGHTLESS}"


def option_text(match: Match, option: Option) -> str:
    """What an option does, in words; for the move of a whole formation, also where its leading unit goes."""
    if option.text:
        moves_formation = option.formation and not option.unit and option.to >= 0
        if not moves_formation:
            return option.text
        leader = match.rules.led_by(match.front, option.formation).upper()
        return f"{option.text}, {leader} to {match.setup.board.label(option.to)}"
    words = [option.unit.upper(), as_words(option.action)]
    if option.unit and option.to >= 0 and option.action in PLANNED:
        words[1] = PLANNED[option.action].format(match.setup.board.label(option.to))
    elif option.to >= 0:
        words.append(f"to {match.setup.board.label(option.to)}")
    if option.pace and option.pace != Pace(option.action):
        words.append(f"at a {option.pace}")
    if option.target:
        words.append(f"at {option.target.upper()}")
    return " ".join(word for word in words if word)


def listed(decision: Decision) -> tuple[Option, ...]:
    """The options that have numbers: all, or if there are many, all but moves to cells and the options that undo them.

    An action at few cells, such as a battle or a bombardment, is numbered even then.
    """
    if len(decision.options) <= MOST_LISTED:
        return decision.options.all()
    cells = Counter(option.action for option in decision.options if option.to >= 0)
    options = (option for option in decision.options if option.to < 0 or cells[option.action] <= MOST_CELLS)
    return tuple(option for option in options if option.action != UNPLAN)[: 10 * MOST_LISTED]


def spans(numbers: Collection[int]) -> str:
    """Numbers as words of a sentence, with consecutive ones joined: "1, 3 to 6"."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(first) if first == last else f"{first} to {last}" for first, last in runs) or "none"


def question_lines(
    match: Match,
    decision: Decision,
    viewer: Viewer,
    numbers: Mapping[int, Option],
    *,
    preset: str,
    figures: Mapping[str, str] | None = None,
    follows: Sequence[Remark] = (),
) -> Iterator[str]:
    """The question, its options with their numbers, and how to type moves that have no number.

    `preset`: the id of the option that is marked as the default, "" for none; `figures`: what comes of options in the
    end, by their ids; `follows`: what the plan leads to.
    """
    yield decision.prompt
    if decision.seat == DICE:
        throw = decision.throw
        whose = [who.called for who in throw.rollers] if throw and len(throw.hands) > 1 else [""] * len(decision.dice)
        dice = " and ".join(
            f"a D{sides} for {called}" if called else f"a D{sides}"
            for sides, called in zip(decision.dice, whose, strict=True)
        )
        yield f"Roll {dice} and type what they show, like {' '.join('3' for _ in decision.dice)}."
        return
    if decision.note:
        yield decision.note
    yield from draft_lines(match, decision, viewer, follows)
    label = match.setup.board.label
    answers = [
        ListedAnswer(
            number,
            option,
            _row(match, decision, option),
            _in_brackets("default" if option.id == preset else "", (figures or {}).get(option.id, "")),
            label(option.to) if option.point >= 0 and option.to >= 0 else "",
        )
        for number, option in numbers.items()
    ]
    yield from numbered(answers, {group.id for group in match.rules.groups(match.front)})
    if len(numbers) < len(decision.options):
        listed_already = {option.id for option in numbers.values()}
        unlisted = [option for option in decision.options if option.to >= 0 and option.id not in listed_already]
        yield from go_lines(match, [option for option in unlisted if option.point < 0])
        if formations := [*offered_formations(match, decision)]:
            first, leader = formations[0], leading_stand(match, decision, formations[0]).upper()
            yield (
                f"{written_ids(formations)} can be set up whole: "
                f"type go FORMATION CELL, like go {first} CELL, where {leader} begins."
            )
        yield from at_lines((option for option in unlisted if option.point >= 0), match.setup.board)
        if any(option.action == UNPLAN for option in decision.options):
            yield "Type drop UNIT to take a unit out of the plan."


def _in_brackets(*notes: str) -> str:
    """Notes behind an option, " (default, B1 out 64%)"; "" if there are none."""
    told = ", ".join(filter(None, notes))
    return f" ({told})" if told else ""


class ListedAnswer(NamedTuple):
    """An option as it is listed: its number, its words, and what stands behind them: " (default)" or "".

    `point`: the name of the cell of the path at which it reacts, "" for none.
    """

    number: int
    option: Option
    words: str
    notes: str
    point: str

    @property
    def alone(self) -> str:
        """The option as a line of its own."""
        return f"{self.number}: {self.words}{self.notes}"

    def shared(self, formations: Collection[str]) -> Shared | None:
        """The words that it can share with other options, if any.

        Options may share a line if they are of one formation, differ only in the unit, do the same for one friend
        against different enemies, or react in the same way at different points of a path.
        """
        option, words, name = self.option, self.words, self.option.unit.upper()
        if self.point and names(words, self.point):
            return Shared(re.sub(rf"\b{self.point}\b", "CELL", words, count=1), self.point, 1)
        if option.formation in formations:
            formation = option.formation.upper()
            return Shared(formation, words.removeprefix(f"{formation} "), 0, "; ")
        if option.ally:
            enemies = written_ids(option.targets)
            named = bool(enemies) and enemies in words
            return Shared(words.replace(enemies, "ENEMY", 1), enemies, 1) if named else None
        if not name or not names(words, name) or option.to >= 0 or option.formation or option.targets:
            return None
        return Shared(re.sub(rf"\b{name}\b", "UNIT", words), name, MOST_ALIKE)


class Shared(NamedTuple):
    """The words that options share, and the option's own words, which are listed behind them.

    Up to `apart` such options have lines of their own; more share a line, with `between` as separator.
    """

    words: str
    own: str
    apart: int
    between: str = ", "


def _row(match: Match, decision: Decision, option: Option) -> str:
    """What an option does, with its unit if the question is not about that unit alone."""
    words, name = option_text(match, option), option.unit
    if not name or option.formation or name == decision.unit or names(words, name):
        return words
    return f"{name.upper()}: {uncapitalised(words)}"


# -- plans and formations ---------------------------------------------------------------------------------------------


def group_title(group: GroupView) -> str:
    """The name of a formation and its seat."""
    return f"{group.name or group.id.upper()} of {spoken(group.seat)}"


def group_line(match: Match, group: GroupView) -> str:
    """A formation in one sentence: how many of its units are in play, and its conditions."""
    standing = sum(not match.front.units[unit].out for unit in group.units)
    parts = [f"{group_title(group)}, {standing} standing"]
    parts += [condition.words for condition in group.conditions]
    return ", ".join(parts) + "."


def plan_lines(match: Match, viewer: Viewer) -> Iterator[str]:
    """What is planned and not yet confirmed, a line for each unit."""
    for row in plan_of(match.front.queues[-1], viewer) if match.front.queues else ():
        words = plan_words(row, match.setup.board, match.front.units[row.unit].at)
        yield f"  {cited(words, row.clause)}."


def draft_lines(match: Match, decision: Decision, viewer: Viewer, follows: Sequence[Remark]) -> Iterator[str]:
    """The lines above a question about a plan: the plan, its effects, why it is refused, which units may not move."""
    if not drafting(match.rules, match.front):
        return
    rows = list(plan_lines(match, viewer))
    if rows:
        yield "Planned so far:"
        yield from rows
    yield from (f"{remark.cited}." for remark in follows)
    refused = decision.refused
    if all(option.action != CONFIRM.action for option in decision.options) and refused:
        yield f"It cannot be confirmed: {refused[0].cited}."
        refused = refused[1:]
    for refusal in refused[:MOST_TOLD]:
        if refusal.unit:
            yield f"{refusal.unit.upper()} may not: {refusal.cited}."
    if len(refused) > MOST_TOLD:
        yield f"{len(refused) - MOST_TOLD} more may not; why UNIT tells the reason."


def consent_line(why: str, *, alone: bool) -> str:
    """Why the last choice needs consent to be taken back, and how to do it; `alone`: there is no other person."""
    if alone:
        return f"{capitalised(why)}: type undo agreed to take it back all the same; the record will show it."
    return f"To take this back the other side must agree: {why}. Type undo agreed once it has."


def refused_as(match: Match, decision: Decision) -> str:
    """Why a plan cannot be confirmed, as the end of a sentence, or ""."""
    return f": {decision.refused[0].cited}" if drafting(match.rules, match.front) and decision.refused else ""


def numbered(rows: Sequence[ListedAnswer], formations: Collection[str]) -> Iterator[str]:
    """Options with their numbers, a line each; options that have enough in common (see `Shared`) share a line."""
    crowded = sum(row.option.formation in formations for row in rows) > MOST_LINES
    shares = {row.number: row.shared(formations) for row in rows if crowded or row.option.formation not in formations}
    together: dict[str, list[str]] = {}
    for row in rows:
        if shared := shares.get(row.number):
            together.setdefault(shared.words, []).append(f"{row.number} {shared.own}{row.notes}")

    def line(row: ListedAnswer) -> str:
        shared = shares.get(row.number)
        if shared is None or len(together[shared.words]) <= shared.apart:
            return row.alone
        return f"{shared.words}: {shared.between.join(together[shared.words])}."

    yield from dict.fromkeys(map(line, rows))


def go_lines(match: Match, options: Sequence[Option]) -> Iterator[str]:
    """How moves to many cells are typed; units with the same paces share a line."""
    shared: dict[tuple[str, ...], list[str]] = {}
    for unit in dict.fromkeys(option.unit for option in options if option.unit):
        ways = dict.fromkeys(option.how for option in options if option.unit == unit)
        shared.setdefault(tuple(ways), []).append(unit)
    for paces, units in shared.items():
        how = f", or with how: {', '.join(paces)}" if len(paces) > 1 else ""
        if len(units) < 3:
            for unit in units:
                yield f"{unit.upper()} can go to many cells: type go {unit} CELL{how}."
        else:
            unit_ids = ", ".join(unit.upper() for unit in units)
            yield f"{unit_ids} can go to many cells: type go UNIT CELL, like go {units[0]} CELL{how}."
    for formation in dict.fromkeys(option.formation for option in options if option.formation and not option.unit):
        leader = match.rules.led_by(match.front, formation).upper()
        yield f"All of {formation.upper()} can be moved at once: type go {formation} CELL, where {leader} goes."


def why_not_there(decision: Decision, unit: UnitId, cell: Cell, closed: Refusal | None, there: Unit | None) -> str:
    """Why a unit may not go to a cell as typed, as the end of a sentence with its full stop.

    It tells the paces that are possible, what bars the unit, what is asked instead, or why the cell is `closed` to it.
    `there` is the unit on the cell, if any.
    """
    ways = dict.fromkeys(option.how for option in decision.options if (option.unit, option.to) == (unit, cell))
    if ways:
        return f", only at a {' or a '.join(map(as_words, ways))}."
    if there is not None and there.id == unit:
        return ": it stands there already."
    barred = next((no for no in decision.refused if no.unit == unit), None)
    if barred is None and all(option.to < 0 for option in decision.options):
        return f"; {decision.prompt}"
    refusal = barred or closed
    if refusal is not None and refusal.unit not in ("", unit):  # the refusal is about another unit, which is there
        stands = there is not None and there.id == refusal.unit
        return f": {refusal.unit.upper()} stands there." if stands else f"; {decision.prompt}"
    if refusal is None:
        return f": {there.id.upper()} stands there." if there is not None else "."
    return f": {refusal.cited}."


def nearest(match: Match, decision: Decision, mover: str, cell: int) -> str:
    """A sentence about the nearest cell to which a unit or formation can go; "" if it can go to `cell`, or nowhere."""
    board = match.setup.board
    moves = (option for option in decision.options if option.to >= 0 and option.point < 0)
    ways = [option for option in moves if mover == (option.unit or option.formation)]
    if not ways or any(option.to == cell for option in ways):
        return ""

    def away(end: Cell) -> tuple[int, int]:
        """The distance; among equal ones, the smaller sum of columns and rows wins."""
        return board.distance(end, cell), sum(abs(a - b) for a, b in zip(board.xy(end), board.xy(cell), strict=True))

    end = min((option.to for option in ways), key=away)
    chosen = match.rules.presentation.calmest([option for option in ways if option.to == end])
    how = f", at a {as_words(chosen.how)}" if len({option.how for option in ways}) > 1 else ""
    return f" The nearest it gets is {board.label(end)}{how}."


def at_pace(option: Option, there: Sequence[Option], paces: Collection[str]) -> str:
    """A sentence about the pace that was chosen because none was typed; "" if the unit has only one of `paces`.

    `there`: all options that lead to the cell, so that the other possible paces can be named.
    """
    others = [way for way in dict.fromkeys(move.how for move in there) if way != option.how]
    how = f"it could also {' or '.join(map(as_words, others))}" if others else "nothing else gets there"
    return f"{option.unit.upper()} goes at a {as_words(option.how)}; {how}." if len(paces) > 1 else ""
