"""Plans and formations in sentences: what is planned, why it cannot be confirmed, who can go where in few words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from game.engine.decisions import CONFIRM, RESET, Decision, Option, Refusal
from game.engine.match import Match
from game.engine.view import GroupView, plan_words
from game.engine.viewing import plan_of

MOST_LINES = 12
"""With more options of formations than these, those of one formation share a line."""

MOST_TOLD = 6
"""So many refused units are named with the question; `why` tells of the others."""


def group_title(match: Match, group: GroupView) -> str:
    """Its name and whose it is."""
    return f"{group.name or group.id.upper()} of {match.rules.seat_name(group.seat)}"


def group_line(match: Match, group: GroupView) -> str:
    """A formation in one sentence: how many stand, its markers, its state."""
    standing = sum(not match.front.units[unit].out for unit in group.units)
    parts = [f"{group_title(match, group)}, {standing} standing"]
    for marker in group.markers:
        kind = marker.kind.replace("_", " ")
        parts.append(f"{marker.count} {kind} marker{'' if marker.count == 1 else 's'}" if marker.count else kind)
    parts += ["activated"] if group.activated else []
    parts += ["drawn into the assault"] if group.drawn_in else []
    parts += ["out of coherency"] if group.coherent is False else []
    return ", ".join(parts) + "."


def plan_lines(match: Match, seat: str | None) -> Iterator[str]:
    """What is planned and not yet confirmed, unit by unit."""
    for row in plan_of(match.front.queues[-1], seat) if match.front.queues else ():
        words = plan_words(row, match.setup.board, match.front.units[row.unit].at)
        cited = f" ({row.clause})" if row.clause else ""
        yield f"  {words}{cited}."


def draft_lines(match: Match, asked: Decision, seat: str | None) -> Iterator[str]:
    """With the question of a draft: the plan, why it is refused, who may not move."""
    if not is_draft(match, asked):
        return
    rows = list(plan_lines(match, seat))
    if rows:
        yield "Planned so far:"
        yield from rows
    refused = asked.refused
    if all(option.action != CONFIRM.action for option in asked.options) and refused:
        yield f"It cannot be confirmed: {_reason(refused[0])}."
        refused = refused[1:]
    for refusal in refused[:MOST_TOLD]:
        if refusal.unit:
            yield f"{refusal.unit.upper()} may not: {_reason(refusal)}."
    if len(refused) > MOST_TOLD:
        yield f"{len(refused) - MOST_TOLD} more may not; why UNIT tells the reason."


def refused_as(match: Match, asked: Decision) -> str:
    """Why a plan cannot be confirmed, as the end of a sentence, or ""."""
    return f": {_reason(asked.refused[0])}" if is_draft(match, asked) and asked.refused else ""


def is_draft(match: Match, asked: Decision) -> bool:
    """Whether a plan is being drawn up that is confirmed as a whole."""
    queues = match.front.queues
    if asked.kind == "assign" or not queues:
        return False
    return bool(queues[-1].plan()) or any(o.action in (CONFIRM.action, RESET.action) for o in asked.options)


def numbered(told: Sequence[tuple[int, Option, str]], formations: Collection[str]) -> Iterator[str]:
    """Options with their numbers, a line each; many of one formation share a line."""
    shared: dict[str, list[str]] = {}
    for number, option, words in told:
        if option.formation in formations:
            short = words.removeprefix(f"{option.formation.upper()} ")
            shared.setdefault(option.formation, []).append(f"{number} {short}")
    few = sum(len(rows) for rows in shared.values()) <= MOST_LINES
    done: set[str] = set()
    for number, option, words in told:
        if few or option.formation not in shared:
            yield f"{number}: {words}"
        elif option.formation not in done:
            done.add(option.formation)
            yield f"{option.formation.upper()}: {'; '.join(shared[option.formation])}."


def go_lines(options: Sequence[Option]) -> Iterator[str]:
    """How moves to many cells are typed; units with the same ways of going share a line."""
    shared: dict[tuple[str, ...], list[str]] = {}
    for unit in dict.fromkeys(option.unit for option in options if option.unit):
        ways = dict.fromkeys(option.pace or option.action for option in options if option.unit == unit)
        shared.setdefault(tuple(ways), []).append(unit)
    for paces, units in shared.items():
        how = f", or with how: {', '.join(paces)}" if len(paces) > 1 else ""
        if len(units) < 3:
            for unit in units:
                yield f"{unit.upper()} can go to many cells: type go {unit} CELL{how}."
        else:
            names = ", ".join(unit.upper() for unit in units)
            yield f"{names} can go to many cells: type go UNIT CELL, like go {units[0]} CELL{how}."
    for formation in dict.fromkeys(option.formation for option in options if option.formation and not option.unit):
        yield f"All of {formation.upper()} can be moved at once: type go {formation} CELL, where its first unit goes."


def refusal_of(asked: Decision, unit: str) -> str:
    """Why a unit may not move, as the end of a sentence, or ""."""
    return next((f": {_reason(no)}" for no in asked.refused if no.unit == unit), "")


def in_short(texts: Sequence[str], options: Sequence[Option]) -> str:
    """What may be done, cells only counted where there are many."""
    told = [text for text, option in zip(texts, options, strict=True) if option.to < 0 or len(options) <= MOST_TOLD]
    if len(options) > MOST_TOLD:
        cells: dict[str, int] = {}
        for option in options:
            if option.to >= 0:
                kind = (option.pace or option.action).replace("_", " ")
                cells[kind] = cells.get(kind, 0) + 1
        told += [f"{kind} to {count} cells" for kind, count in cells.items()]
    return "; ".join(told)


def _reason(refusal: Refusal) -> str:
    return refusal.reason + (f" ({refusal.clause})" if refusal.clause else "")
