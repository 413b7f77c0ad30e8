"""Exact odds: every outcome of every roll is played out and equal states are merged. Nothing is sampled."""

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
"""The limit on the work for one exact distribution. A run of a step costs `EACH`, and `FOR_A_UNIT` for each unit.

The limit is three or four seconds of work; the largest distribution in the recorded games takes 8.7 million. Work is
counted and not timed, so that every machine refuses the same questions.
"""


class OddsTooLarge(ValueError):  # noqa: N818
    """The odds have more branches, or more steps, than the limits allow; the sentence says which."""


class UnitChange(Struct, frozen=True, omit_defaults=True):
    """What changes for a unit. A field that does not change is None or empty.

    `markers` are the kinds of markers that it gains and `lost` those that it loses, both sorted. `counts` are the kinds
    whose number changes to or from more than one, each with its new number.
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
        """The unit, as sentences name it."""
        return self.unit.upper()

    @property
    def words(self) -> str:
        """The change in words: "wounds 1, now pinned"."""
        if self.out:
            return "put out"
        counts = (("figures", self.figures), ("wounds", self.wounds))
        changes = [f"{name} {count}" for name, count in counts if count is not None]
        counted = dict(self.counts)
        gained = [kind for kind in self.markers if kind not in counted]
        gained += [f"{as_words(kind)} ({count})" for kind, count in self.counts]
        return ", ".join([*changes, *_marker_words(gained, self.lost)])


class SiteChange(Struct, frozen=True):
    """A site, by its name or kind, that changes hands. `seat` is the new holder, "" for nobody."""

    site: str
    at: Cell
    seat: Seat

    @property
    def who(self) -> str:
        """The site, as sentences name it."""
        return self.site

    @property
    def words(self) -> str:
        """The change in words: "goes to Red"."""
        return f"goes to {spoken(self.seat) if self.seat else 'nobody'}"


class GroupChange(Struct, frozen=True, omit_defaults=True):
    """The markers that a formation gains, and those that it loses, as "broken" or "blast 2", both sorted."""

    group: str
    markers: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

    @property
    def who(self) -> str:
        """The formation, as sentences name it."""
        return self.group.upper()

    @property
    def words(self) -> str:
        """The change in words: "now broken, no longer blast 1"."""
        return ", ".join(_marker_words(self.markers, self.lost))


Change = UnitChange | SiteChange | GroupChange
Likely = tuple[Fraction, tuple[Change, ...]]
"""A chance, and the changes that have it."""


def _marker_words(gained: Sequence[str], lost: Sequence[str]) -> Iterator[str]:
    for prefix, kinds in (("now", gained), ("no longer", lost)):
        if kinds:
            yield f"{prefix} {' and '.join(map(as_words, kinds))}"


class _UpToQuestions(Table):
    """A table that stops at a question without listing its options, since nobody is going to answer it."""

    def before_options(self, seat: Seat, kind: QuestionKind, *, secret: bool) -> None:
        """Stop here, unless the options have to be known because a single one would be taken without asking."""
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
    """Every end state with its chance, from `state` with `answers` given up to the next decision of a player.

    With `assume`, players' decisions take their default until the present queue is done, and the search stops at the
    end of the phase. Branches that arrive at an equal state are merged. Raises OddsTooLarge beyond `limit` branches, or
    if they have too many steps with too many units.
    """
    depth = max(1, len(state.queues))
    start: Key = ()
    todo = {start: (state, list(answers))}  # branch -> state before its running step, and the answers to that step
    edges: dict[Key, list[tuple[Key, Fraction]]] = {}
    ends: dict[Key, State] = {}
    work_left, marks = WORK, Marks()
    while todo:
        key = next(iter(todo))
        before, given = todo.pop(key)
        if len(edges) + len(todo) >= limit:  # branches that wait count, too
            raise OddsTooLarge(f"More than {limit} branches: too many dice to count every one.")
        before, given, front, decision, runs = run_to_question(
            before,
            rules,
            given,
            over=_phase_over if assume else None,
            table=Table if assume else _UpToQuestions,  # options are needed only if one of them is assumed
        )
        work_left -= runs * (EACH + FOR_A_UNIT * len(front.units))
        if work_left < 0 and todo:
            raise OddsTooLarge(
                "More steps than can be looked at: too many dice among too many units to count every one."
            )
        if decision is None or (decision.seat != DICE and not (assume and len(front.queues) >= depth)):
            end = ("end", marks.of(front))
            ends.setdefault(end, front)
            edges[key] = [(end, Fraction(1))]
            continue
        mark = marks.of(before)
        edges[key] = []
        for answer, chance in _branches(decision):
            extended = [*given, answer]
            branch = (mark, *map(_answer_key, extended))
            edges[key].append((branch, chance))
            if branch not in edges and branch not in todo:
                todo[branch] = before, extended
    return [(chance, ends[end]) for end, chance in arrivals(start, edges).items()]


def _phase_over(state: State) -> bool:
    """Whether the next step ends the phase."""
    return state.agenda[-1].run is phase_ends


def _branches(decision: Decision) -> list[tuple[Answer, Fraction]]:
    """Each outcome of a roll with its chance; for any other question, its default with chance 1."""
    if decision.seat == DICE:
        return [(Roll(faces, outcome), p) for outcome, p, faces in decision.outcomes]
    option = decision.option(decision.default)
    if option is None:
        raise KeyError(decision.default)
    return [(option, Fraction(1))]


def _answer_key(answer: Answer) -> str:
    return answer.id if isinstance(answer, Option) else f"={answer.outcome}"


def visible_changes(rules: Ruleset, before: State, ends: list[tuple[Fraction, State]], viewer: Viewer) -> list[Likely]:
    """What `viewer` sees change and how likely, most likely first. End states that look alike are summed."""
    chances: dict[tuple[Change, ...], Fraction] = {}
    sites, groups = rules.sites(before), rules.groups(before)
    for chance, state in ends:
        changes: tuple[Change, ...] = (
            *units_changed(before, state, viewer),
            *sites_taken(sites, rules.sites(state)),
            *groups_marked(groups, rules.groups(state)),
        )
        chances[changes] = chances.get(changes, Fraction(0)) + chance
    return sorted(((chance, changes) for changes, chance in chances.items()), key=lambda row: -row[0])


def units_changed(before: State, after: State, viewer: Viewer) -> Iterator[UnitChange]:
    """What differs for units between two states, in the order of the units.

    A marker that `viewer` saw face-down stays "hidden", whatever becomes of it.
    """
    for name, old in before.units.items():
        new = after.units[name]
        hidden = set() if may_know(viewer, old.seat) else {kind for kind, face in old.markers.items() if face == "down"}
        change = UnitChange(
            name,
            new.out if new.out != old.out else None,
            new.figures if new.figures != old.figures else None,
            new.wounds if new.wounds != old.wounds else None,
            _kind_names(new.markers.keys() - old.markers.keys(), hidden),
            _kind_names(old.markers.keys() - new.markers.keys(), hidden),
            _changed_counts(old, new),
        )
        if change != UnitChange(name):
            yield change


def _changed_counts(old: Unit, new: Unit) -> tuple[tuple[str, int], ...]:
    """The kinds of markers whose number changes to or from more than one, each with its new number."""
    counts = []
    for kind in sorted(new.markers):
        old_count, new_count = old.count(kind), new.count(kind)
        if old_count != new_count and max(old_count, new_count) > 1:
            counts.append((kind, new_count))
    return tuple(counts)


def sites_taken(before: Sequence[SiteView], after: Sequence[SiteView]) -> Iterator[SiteChange]:
    """The sites that have another holder afterwards; both lists are as `Ruleset.sites` gives them."""
    for old, new in zip(before, after, strict=True):
        if old.seat != new.seat:
            yield SiteChange(new.name or new.kind, new.at, new.seat)


def groups_marked(before: Sequence[GroupView], after: Sequence[GroupView]) -> Iterator[GroupChange]:
    """The formations that have other markers afterwards; both lists are as `Ruleset.groups` gives them."""
    old_groups = {group.id: _marker_texts(group) for group in before}
    for group in after:
        markers, old_markers = _marker_texts(group), old_groups.get(group.id, frozenset())
        if markers != old_markers:
            yield GroupChange(group.id, tuple(sorted(markers - old_markers)), tuple(sorted(old_markers - markers)))


def _marker_texts(group: GroupView) -> frozenset[str]:
    return frozenset(f"{marker.kind} {marker.count}" if marker.count else marker.kind for marker in group.markers)


def _kind_names(kinds: Collection[str], hidden: Collection[str]) -> tuple[str, ...]:
    return tuple(sorted("hidden" if kind in hidden else kind for kind in kinds))
