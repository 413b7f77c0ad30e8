"""Exact odds: every outcome of every roll is played, equal states are merged, nothing is sampled."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from game.engine.chains import arrivals
from game.engine.decisions import DICE, Decision
from game.engine.dice import Roll
from game.engine.names import Cell, QuestionKind, Seat, UnitId, spoken
from game.engine.options import Option
from game.engine.ruleset import Ruleset
from game.engine.state import Marks, State, Unit
from game.engine.table import Answer, Pause, Table, run_to_question
from game.engine.turn import phase_ends
from game.engine.view import GroupView, SiteView
from game.engine.viewers import Viewer, may_know
from game.engine.wording import as_words

Key = tuple[object, ...]

WORK, EACH, FOR_A_UNIT = 10_000_000, 60, 2
"""How much work exact odds may take; of that a run of a step costs `EACH`, and `FOR_A_UNIT` more for each unit that is copied.
The whole is three or four seconds, and more than any odds of the recorded games need (8.7 million).

Counted and not timed, so that every machine refuses the same.
"""


class OddsTooLarge(ValueError):  # noqa: N818
    """More branches, or more steps, than the limit allows; the sentence says which."""


class UnitChange(Struct, frozen=True, omit_defaults=True):
    """What becomes of a unit: a field is None or empty where it is as before.

    `markers` are the kinds that it has then and had not, `lost` those that it had, both sorted; `counts` are the kinds
    of which it has another number then, and more than one at first or in the end, each with that number.
    """

    unit: UnitId
    out: bool | None = None
    figures: int | None = None
    wounds: int | None = None
    markers: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    counts: tuple[tuple[str, int], ...] = ()

    @property
    def who(self) -> str:
        """Of whom it is told."""
        return self.unit.upper()

    @property
    def words(self) -> str:
        """What becomes of it, as "wounds 1, now pinned"."""
        if self.out:
            return "put out"
        counts = (("figures", self.figures), ("wounds", self.wounds))
        told = [f"{name} {count}" for name, count in counts if count is not None]
        many = dict(self.counts)
        got = [kind for kind in self.markers if kind not in many]
        got += [f"{as_words(kind)} ({count})" for kind, count in self.counts]
        return ", ".join([*told, *_marker_words(got, self.lost)])


class SiteChange(Struct, frozen=True):
    """A town or the like, by its name or kind, that changes hands: `seat` holds it then, "" for nobody."""

    site: str
    at: Cell
    seat: Seat

    @property
    def who(self) -> str:
        """Of what it is told."""
        return self.site

    @property
    def words(self) -> str:
        """Who gets it."""
        return f"goes to {spoken(self.seat) if self.seat else 'nobody'}"


class GroupChange(Struct, frozen=True, omit_defaults=True):
    """The markers that a formation has then and had not, and those it had, as "broken" or "blast 2", both sorted."""

    group: str
    markers: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

    @property
    def who(self) -> str:
        """Of whom it is told."""
        return self.group.upper()

    @property
    def words(self) -> str:
        """What becomes of it, as "now broken, no longer blast 1"."""
        return ", ".join(_marker_words(self.markers, self.lost))


Change = UnitChange | SiteChange | GroupChange
Likely = tuple[Fraction, tuple[Change, ...]]
"""A chance, and what changes then."""


def _marker_words(got: Sequence[str], lost: Sequence[str]) -> Iterator[str]:
    for verb, kinds in (("now", got), ("no longer", lost)):
        if kinds:
            yield f"{verb} {' and '.join(map(as_words, kinds))}"


class _UpToQuestions(Table):
    """A table that does not list what may be answered to a question that ends the look ahead."""

    def unanswered(self, seat: Seat, kind: QuestionKind, *, secret: bool) -> None:
        """It is asked, unless its single answer may have to be taken unasked."""
        if secret:
            raise Pause(Decision(seat, kind, ""))


def explore(
    rules: Ruleset,
    state: State,
    answers: list[Answer],
    *,
    assume: bool = False,
    limit: int = 20_000,
) -> list[tuple[Fraction, State]]:
    """Every end state with its chance, from (state, answers) up to the next player decision.

    With `assume`, player decisions are answered by their default until the queue in hand is gone, and nothing is
    counted that comes after the phase. Branches that come back to where they were are no more than one. Raises
    OddsTooLarge beyond `limit` branches, or where they have too many steps on too many units.
    """
    depth = max(1, len(state.queues))
    start: Key = ()
    todo = {start: (state, list(answers))}
    edges: dict[Key, list[tuple[Key, Fraction]]] = {}
    ends: dict[Key, State] = {}
    left, marks = WORK, Marks()
    while todo:
        key = next(iter(todo))
        before, given = todo.pop(key)
        if len(edges) + len(todo) >= limit:  # those that wait are branches as well
            raise OddsTooLarge(f"More than {limit} branches: too many dice to count every one.")
        before, given, state, pause, runs = run_to_question(
            before,
            rules,
            given,
            over=_phase_over if assume else None,
            table=Table if assume else _UpToQuestions,  # only with `assume` is one of the options answered
        )
        left -= runs * (EACH + FOR_A_UNIT * len(state.units))
        if left < 0 and todo:
            raise OddsTooLarge(
                "More steps than can be looked at: too many dice among too many units to count every one."
            )
        if pause is None or (pause.seat != DICE and not (assume and len(state.queues) >= depth)):
            end = ("end", marks.of(state))
            ends.setdefault(end, state)
            edges[key] = [(end, Fraction(1))]
            continue
        mark = marks.of(before)
        edges[key] = []
        for answer, p in _branches(pause):
            told = [*given, answer]
            name = (mark, *(_short(a) for a in told))
            edges[key].append((name, p))
            if name not in edges and name not in todo:
                todo[name] = before, told
    return [(chance, ends[end]) for end, chance in arrivals(start, edges).items()]


def _phase_over(state: State) -> bool:
    """Whether the phase ends next."""
    return state.agenda[-1].run is phase_ends


def _branches(asked: Decision) -> list[tuple[Answer, Fraction]]:
    """Each outcome of a roll with its chance; of any other question its default, for sure."""
    if asked.seat == DICE:
        return [(Roll(faces, outcome), p) for outcome, p, faces in asked.outcomes]
    option = asked.option(asked.default)
    if option is None:
        raise KeyError(asked.default)
    return [(option, Fraction(1))]


def _short(answer: Answer) -> str:
    return answer.id if isinstance(answer, Option) else f"={answer.outcome}"


def told_apart(rules: Ruleset, before: State, ends: list[tuple[Fraction, State]], viewer: Viewer) -> list[Likely]:
    """The ends by what `viewer` sees change, with the chances of those that look alike summed up; most likely first."""
    chances: dict[tuple[Change, ...], Fraction] = {}
    sites, groups = rules.sites(before), rules.groups(before)
    for chance, state in ends:
        what: tuple[Change, ...] = (
            *units_changed(before, state, viewer),
            *sites_taken(sites, rules.sites(state)),
            *groups_marked(groups, rules.groups(state)),
        )
        chances[what] = chances.get(what, Fraction(0)) + chance
    return sorted(((chance, what) for what, chance in chances.items()), key=lambda row: -row[0])


def units_changed(before: State, after: State, viewer: Viewer) -> Iterator[UnitChange]:
    """What differs for units between two states, in unit order: the small function that odds are summed over.

    A marker that lay face-down before `viewer` is "hidden", whatever becomes of it.
    """
    for name, old in before.units.items():
        new = after.units[name]
        hidden = set() if may_know(viewer, old.seat) else {kind for kind, face in old.markers.items() if face == "down"}
        found = UnitChange(
            name,
            new.out if new.out != old.out else None,
            new.figures if new.figures != old.figures else None,
            new.wounds if new.wounds != old.wounds else None,
            _named(new.markers.keys() - old.markers.keys(), hidden),
            _named(old.markers.keys() - new.markers.keys(), hidden),
            _counted(old, new),
        )
        if found != UnitChange(name):
            yield found


def _counted(old: Unit, new: Unit) -> tuple[tuple[str, int], ...]:
    """The kinds of markers of which a unit has another number, and one that says more than that it has any."""
    told = []
    for kind in sorted(new.markers):
        then, now = old.count(kind), new.count(kind)
        if then != now and max(then, now) > 1:
            told.append((kind, now))
    return tuple(told)


def sites_taken(before: Sequence[SiteView], after: Sequence[SiteView]) -> Iterator[SiteChange]:
    """The towns and the like that another seat holds in the end; both lists as `Ruleset.sites` gives them."""
    for old, new in zip(before, after, strict=True):
        if old.seat != new.seat:
            yield SiteChange(new.name or new.kind, new.at, new.seat)


def groups_marked(before: Sequence[GroupView], after: Sequence[GroupView]) -> Iterator[GroupChange]:
    """The formations that stand in the end with other markers; both lists as `Ruleset.groups` gives them."""
    old = {group.id: _marked(group) for group in before}
    for group in after:
        now, then = _marked(group), old.get(group.id, frozenset())
        if now != then:
            yield GroupChange(group.id, tuple(sorted(now - then)), tuple(sorted(then - now)))


def _marked(group: GroupView) -> frozenset[str]:
    return frozenset(f"{one.kind} {one.count}" if one.count else one.kind for one in group.markers)


def _named(kinds: Collection[str], hidden: Collection[str]) -> tuple[str, ...]:
    return tuple(sorted("hidden" if kind in hidden else kind for kind in kinds))
