"""Exact odds: every outcome of every roll is played, equal states are merged, nothing is sampled."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from game.engine.chains import arrivals
from game.engine.decisions import DICE, Decision
from game.engine.dice import Rolled
from game.engine.options import Option
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.engine.table import Answer, run_step
from game.engine.view import GroupView, SiteView
from game.engine.viewers import REFEREE, Viewer, may_know

Key = tuple[object, ...]


class OddsTooLarge(ValueError):  # noqa: N818
    """More branches than the limit allows; the sentence says how many."""


class _Node(Struct):
    state: State
    answers: list[Answer]


def explore(
    rules: Ruleset,
    state: State,
    answers: list[Answer],
    *,
    assume: bool = False,
    limit: int = 20_000,
) -> list[tuple[Fraction, State]]:
    """Every end state with its chance, from (state, answers) up to the next player decision.

    With `assume`, player decisions are answered by their default until the queue in hand is gone. Branches that come
    back to where they were are no more than one. Raises OddsTooLarge beyond `limit` branches.
    """
    depth = max(1, len(state.queues))
    start: Key = ()
    todo: dict[Key, _Node] = {start: _Node(state, list(answers))}
    edges: dict[Key, list[tuple[Key, Fraction]]] = {}
    ends: dict[Key, State] = {}
    while todo:
        key = next(iter(todo))
        node = todo.pop(key)
        if len(edges) >= limit:
            raise OddsTooLarge(f"More than {limit} branches: too many dice to count every one.")
        state, pause = _run(rules, node)
        if pause is None or (pause.seat != DICE and not (assume and len(state.queues) >= depth)):
            end = ("end", state.mark())
            ends.setdefault(end, state)
            edges[key] = [(end, Fraction(1))]
            continue
        if pause.seat == DICE:
            branches: list[tuple[Answer, Fraction]] = [
                (Rolled(faces, outcome), p) for outcome, p, faces in pause.outcomes
            ]
        else:
            option = pause.option(pause.default)
            if option is None:
                raise KeyError(pause.default)
            branches = [(option, Fraction(1))]
        mark = node.state.mark()
        edges[key] = []
        for answer, p in branches:
            given = [*node.answers, answer]
            name = (mark, *(_short(a) for a in given))
            edges[key].append((name, p))
            if name not in edges and name not in todo:
                todo[name] = _Node(node.state, given)
    return [(chance, ends[end]) for end, chance in arrivals(start, edges).items()]


def _short(answer: Answer) -> str:
    return answer.id if isinstance(answer, Option) else f"={answer.outcome}"


def _run(rules: Ruleset, node: _Node) -> tuple[State, Decision | None]:
    """Run steps from the node until something is asked; leaves the node at the step that asks."""
    while node.state.agenda and not node.state.outcome:
        t, asked = run_step(node.state, rules, node.answers, silent=True)
        if asked is not None:
            return t.state, asked
        node.state, node.answers = t.state, []
    return node.state, None


def told_apart(
    rules: Ruleset, before: State, ends: list[tuple[Fraction, State]], viewer: Viewer = REFEREE
) -> list[tuple[Fraction, list[dict[str, object]]]]:
    """The ends by what `viewer` sees change, with the chances of those that look alike summed up; most likely first."""
    rows: dict[str, tuple[Fraction, list[dict[str, object]]]] = {}
    sites, groups = rules.sites(before), rules.groups(before)
    for chance, state in ends:
        what = changes(before, state, viewer)
        what += sites_taken(before, sites, rules.sites(state))
        what += groups_marked(groups, rules.groups(state))
        key = repr(what)
        rows[key] = (chance + (rows[key][0] if key in rows else 0), what)
    return sorted(rows.values(), key=lambda row: -row[0])


def changes(before: State, after: State, viewer: Viewer = REFEREE) -> list[dict[str, object]]:
    """What differs for units between two states, in unit order: the small function that odds are summed over.

    A marker that lay face-down before `viewer` is "hidden", whatever becomes of it.
    """
    rows: list[dict[str, object]] = []
    for name, old in before.units.items():
        new = after.units[name]
        hidden = set() if may_know(viewer, old.seat) else {kind for kind, face in old.markers.items() if face == "down"}
        got, lost = _conditions(new) - _conditions(old), _conditions(old) - _conditions(new)
        row = {
            key: value
            for key, value in (
                ("out", new.out),
                ("figures", new.figures),
                ("wounds", new.wounds),
                ("markers", _named(got, hidden)),
                ("lost", _named(lost, hidden)),
            )
            if value != (getattr(old, key) if key in ("out", "figures", "wounds") else [])
        }
        if row:
            rows.append({"unit": name, **row})
    return rows


def sites_taken(state: State, before: Sequence[SiteView], after: Sequence[SiteView]) -> list[dict[str, object]]:
    """The towns and the like that another seat holds in the end; both lists as `Ruleset.sites` gives them."""
    return [
        {"site": new.name or new.kind, "at": list(state.board.xy(new.at)), "seat": new.seat}
        for old, new in zip(before, after, strict=True)
        if old.seat != new.seat
    ]


def groups_marked(before: Sequence[GroupView], after: Sequence[GroupView]) -> list[dict[str, object]]:
    """The formations that stand in the end with other markers, as "broken" or "blast 2"; lists as of `Ruleset.groups`."""
    old = {group.id: _marked(group) for group in before}
    rows: list[dict[str, object]] = []
    for group in after:
        now, then = _marked(group), old.get(group.id, frozenset())
        got = (("markers", sorted(now - then)), ("lost", sorted(then - now)))
        row: dict[str, object] = {key: value for key, value in got if value}
        if row:
            rows.append({"group": group.id, **row})
    return rows


def _marked(group: GroupView) -> frozenset[str]:
    return frozenset(f"{one.kind} {one.count}" if one.count else one.kind for one in group.markers)


def _conditions(unit: Unit) -> set[str]:
    return set(unit.markers)


def _named(kinds: set[str], hidden: set[str]) -> list[str]:
    return sorted("hidden" if kind in hidden else kind for kind in kinds)
