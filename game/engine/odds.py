"""Exact odds: every outcome of every roll is played out and equal states are merged. Nothing is sampled."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from typing import NamedTuple

from msgspec import Struct

from game.engine.chains import arrivals
from game.engine.decisions import DICE, Decision
from game.engine.dice import Roll
from game.engine.names import Cell, QuestionKind, Seat, UnitId, spoken
from game.engine.options import Option
from game.engine.ruleset import Ruleset
from game.engine.state import Marks, State, Unit
from game.engine.table import Answer, Pause, Table, run_to_question
from game.engine.turn import phase_over
from game.engine.view import GroupView, SiteView
from game.engine.viewers import Viewer, may_know
from game.engine.wording import as_words, capitalised

Key = tuple[object, ...]

WORK, EACH, FOR_A_UNIT = 800_000, 60, 1
"""The limit on the work for one distribution. A run of a step costs `EACH`, and `FOR_A_UNIT` for each unit; so does a
branch.

Work is counted and not timed, so that every machine leaves out the same branches. The limit is less than half a second
of work: what is told while a player decides may not keep that player waiting.
"""


BRANCHES = 20_000
"""The limit on branches."""


class OddsTooLarge(ValueError):  # noqa: N818
    """The odds have more branches, or more steps, than the limits allow; the sentence says so."""


class UnitChange(Struct, frozen=True, omit_defaults=True):
    """What changes for a unit. A field that does not change is None or empty.

    `markers` are the kinds of markers that it gains and `lost` those that it loses, both sorted. `counts` are the kinds
    whose number changes to or from more than one, each with its new number. `conditions` are others that it comes to,
    as "activated" or "shaken"; if it comes to none, `ended` are those that it had.
    """

    unit: UnitId
    out: bool | None = None
    figures: int | None = None
    wounds: int | None = None
    markers: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    counts: tuple[tuple[str, int], ...] = ()
    conditions: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()

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
        return ", ".join([*changes, *_marker_words([*gained, *self.conditions], [*self.lost, *self.ended])])


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


class TrialTaken(Struct, frozen=True):
    """The test that an attempt begins with, such as the reaction test before a shot: of a unit, `test` by its name."""

    unit: UnitId
    test: str
    passed: bool

    @property
    def who(self) -> str:
        """The unit, as sentences name it."""
        return self.unit.upper()

    @property
    def words(self) -> str:
        """The result in words: "fails its test (opportunity)"."""
        return f"{'passes' if self.passed else 'fails'} its test ({self.test})"


class LeftOut(Struct, frozen=True):
    """Not a change: the branches that were left out because there are too many to count, `left_out` says which."""

    left_out: str

    @property
    def who(self) -> str:
        """What is left out, as sentences name it."""
        return "not counted,"

    @property
    def words(self) -> str:
        """Why."""
        return self.left_out


Change = UnitChange | SiteChange | GroupChange | TrialTaken | LeftOut
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


class End(NamedTuple):
    """A state that can be come to, with its chance; `test` is the test that the way there began with, if named."""

    chance: Fraction
    state: State
    test: TrialTaken | None = None


class Counted(NamedTuple):
    """The ends that were counted, and what was left out of the count: its chance, and why in words."""

    ends: list[End]
    left_out: Fraction = Fraction(0)
    why: str = ""


def explore(
    rules: Ruleset, state: State, answers: list[Answer], *, assume: bool = False, limit: int = BRANCHES
) -> list[tuple[Fraction, State]]:
    """Every end state with its chance, as `count` finds them. Raises OddsTooLarge if it has to leave any out."""
    found = count(rules, state, answers, assume=assume, limit=limit)
    if found.left_out:
        raise OddsTooLarge(f"{capitalised(found.why)}.")
    return [(end.chance, end.state) for end in found.ends]


def count(
    rules: Ruleset,
    state: State,
    answers: list[Answer],
    *,
    assume: bool = False,
    limit: int = BRANCHES,
    name_test: bool = False,
) -> Counted:
    """The end states with their chances, from `state` with `answers` given up to the next decision of a player.

    With `assume`, players' decisions take their default until the present queue is done, and the search stops at the
    end of the phase. Branches that arrive at an equal state are merged; with `name_test`, apart for either result of a
    test that comes first. The likeliest branches are followed first, and those beyond `limit` branches, or beyond the
    limit on `WORK`, are left out.
    """
    depth = max(1, len(state.queues))
    start: Key = ()
    todo: dict[Key, tuple[State, list[Answer], float, TrialTaken | None]] = {start: (state, list(answers), 1.0, None)}
    # branch -> state before its running step, the answers to that step, its chance as far as known, its first test
    waiting, order = [(-1.0, 0, start)], 0
    edges: dict[Key, list[tuple[Key, Fraction]]] = {}
    ends: dict[Key, tuple[State, TrialTaken | None]] = {}
    work_left, why, marks = WORK, "", Marks()
    while waiting and not why:
        key = heappop(waiting)[-1]
        if key not in todo:
            continue  # it was pushed again when it got likelier
        before, given, share, test = todo.pop(key)
        before, given, front, decision, runs = run_to_question(
            before,
            rules,
            given,
            over=phase_over if assume else None,
            table=Table if assume else _UpToQuestions,  # options are needed only if one of them is assumed
        )
        cost = EACH + FOR_A_UNIT * len(front.units)
        work_left -= cost * runs
        if decision is None or (decision.seat != DICE and not (assume and len(front.queues) >= depth)):
            end = ("end", test, marks.of(front))
            ends.setdefault(end, (front, test))
            edges[key] = [(end, Fraction(1))]
            continue
        mark = marks.of(before)
        edges[key] = []
        work_left -= cost * len(decision.outcomes)
        first = name_test and key is start
        for answer, chance in branches(decision):
            extended = [*given, answer]
            taken = _trial_taken(decision, answer) if first else test
            branch = (taken, mark, *map(answer_key, extended))
            edges[key].append((branch, chance))
            if branch not in edges:
                known = todo[branch][2] if branch in todo else 0.0
                todo[branch] = before, extended, known + share * float(chance), taken
                order += 1
                heappush(waiting, (-todo[branch][2], order, branch))
        if todo and len(edges) + len(todo) >= limit:  # branches that wait count, too
            why = f"more than {limit} branches: too many dice to count every one"
        elif todo and work_left < 0:
            why = "more steps than can be looked at: too many dice among too many units to count every one"
    chances = arrivals(start, edges)
    return Counted(
        [End(chance, *ends[end]) for end, chance in chances.items() if end in ends],
        sum((chance for end, chance in chances.items() if end not in ends), Fraction(0)),
        why,
    )


def _trial_taken(decision: Decision, answer: Answer) -> TrialTaken | None:
    """The result of a test that a unit takes before it acts; None for any other question."""
    throw = decision.throw
    if throw is None or not throw.tested_first or not isinstance(answer, Roll):
        return None
    return TrialTaken(getattr(throw, throw.lucky), throw.why, bool(answer.outcome))


def branches(decision: Decision, answer: str = "") -> list[tuple[Answer, Fraction]]:
    """Each outcome of a roll with its chance; for any other question with chance 1 an answer, by default its default.

    `answer` is the id of an option. Raises KeyError if the question has none of that id.
    """
    if decision.seat == DICE:
        return [(Roll(faces, outcome), p) for outcome, p, faces in decision.outcomes]
    name = answer or decision.default
    option = decision.option(name)
    if option is None:
        raise KeyError(name)
    return [(option, Fraction(1))]


def answer_key(answer: Answer) -> str:
    """What tells an answer from the others to its question."""
    return answer.id if isinstance(answer, Option) else f"={answer.outcome}"


def visible_changes(rules: Ruleset, before: State, counted: Counted, viewer: Viewer) -> list[Likely]:
    """What `viewer` sees change and how likely, most likely first. End states that look alike are summed.

    What was left out of the count comes last, so that the chances add up to 1.
    """
    chances: dict[tuple[Change, ...], Fraction] = {}
    sites, groups = rules.sites(before), rules.groups(before)
    for chance, state, test in counted.ends:
        changes: tuple[Change, ...] = (
            *((test,) if test else ()),
            *units_changed(rules, before, state, viewer),
            *sites_taken(sites, rules.sites(state)),
            *groups_marked(groups, rules.groups(state)),
        )
        chances[changes] = chances.get(changes, Fraction(0)) + chance
    rows: list[Likely] = sorted(((chance, changes) for changes, chance in chances.items()), key=lambda row: -row[0])
    return [*rows, (counted.left_out, (LeftOut(counted.why),))] if counted.left_out else rows


def units_changed(rules: Ruleset, before: State, after: State, viewer: Viewer) -> Iterator[UnitChange]:
    """What differs for units between two states, in the order of the units.

    A marker that `viewer` saw face-down stays "hidden", whatever becomes of it.
    """
    for name, old in before.units.items():
        new = after.units[name]
        if new == old:
            continue
        was, now = _outcomes(rules, before, old, viewer), _outcomes(rules, after, new, viewer)
        reached = tuple(sorted(now - was))
        hidden = set() if may_know(viewer, old.seat) else {kind for kind, face in old.markers.items() if face == "down"}
        change = UnitChange(
            name,
            new.out if new.out != old.out else None,
            new.figures if new.figures != old.figures else None,
            new.wounds if new.wounds != old.wounds else None,
            _kind_names(new.markers.keys() - old.markers.keys(), hidden),
            _kind_names(old.markers.keys() - new.markers.keys(), hidden),
            _changed_counts(old, new),
            reached,
            () if reached else tuple(sorted(was - now)),
        )
        if change != UnitChange(name):
            yield change


def _outcomes(rules: Ruleset, state: State, unit: Unit, viewer: Viewer) -> set[str]:
    """The conditions of a unit that odds name; a unit that is out has none."""
    present = () if unit.out else rules.conditions(state, unit, viewer)
    return {condition.outcome for condition in present if condition.outcome}


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
