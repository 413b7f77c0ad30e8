"""Foresight: what comes of each answer to a question of a running chain, to the end of the action, exactly.

Everybody who decides later answers by the default of the question, except for one reply of the next decider that the
viewer may suppose instead. The figures are the engine's own count of all outcomes of all rolls, as in `odds`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from game.engine.chains import Endless, arrivals
from game.engine.decisions import DICE, Decision
from game.engine.match import Match
from game.engine.names import Cell, QuestionKind, Seat, UnitId, spoken
from game.engine.odds import answer_key, branches
from game.engine.offers import drafting
from game.engine.options import Option
from game.engine.queue import Reaction
from game.engine.ruleset import Ruleset
from game.engine.state import Marks, State, Unit
from game.engine.table import Answer, Table, run_to_question
from game.engine.throws import Throw, dice_words
from game.engine.turn import phase_over
from game.engine.viewers import PUBLIC, Viewer, may_know
from game.engine.viewing import known_to
from game.engine.wording import as_words, percent, together, uncapitalised

Key = tuple[object, ...]
Fallen = tuple[UnitId, ...]
"""The units that an outcome costs, in the order of the units."""

WORK, EACH, FOR_A_UNIT = 700_000, 60, 2
"""The limit on the work for the answers. A run of a step costs `EACH`, and `FOR_A_UNIT` for each unit.

Work is counted and not timed, so that every machine shows the same figures. The limit is about 0.3 seconds of work.
"""
WORK_ON_REPLIES = 450_000
"""The limit on further work, for the replies of the next decider."""
BRANCHES = 20_000
"""The most branches that are counted."""
OTHERS = 3
"""The number of the class of outcomes in which only other units fall."""
MOST_REPLIES, MOST_TRIED, MOST_OUTCOMES = 3, 40, 12
"""How many replies are shown, how many are tried, and how many outcomes have a way of their own."""


class Tried(NamedTuple):
    """A reply that was tried: its option, what comes of it, and which of the questions in a row it answers, from 0."""

    reply: Reply
    option: Option
    outlook: Outlook
    place: int


class Question(NamedTuple):
    """What a reply answers: the question of this kind, to this seat, about this unit ("" for none)."""

    seat: Seat
    kind: QuestionKind
    unit: UnitId


class Reply(Struct, frozen=True):
    """An answer of the next decider: the `question`, the `option`, and its words for a row ("goes on to l6").

    The default has no `option`. `others` are the ids of replies with equal figures, whose words it has taken in.
    """

    question: Question
    option: str
    words: str
    others: tuple[str, ...] = ()


class Stage(Struct, frozen=True):
    """A part of a way: what one unit does or rolls, as `words` and a `note` of the throws, and its chance.

    `chance` is None where nothing is rolled. `sort` is "choice" for a choice by default, "lapse" for a reaction that
    lapses, "tie" for a roll-off, and "throw". `fallen` are the units it costs, `target` is the unit it is aimed at and
    `cell` the place (-1 for none).
    """

    unit: UnitId
    seat: Seat
    sort: str
    words: str
    note: str = ""
    chance: Fraction | None = None
    fallen: Fallen = ()
    target: UnitId = ""
    cell: Cell = -1


class Outcome(Struct, frozen=True):
    """An outcome with its chance, and its likeliest way with the chance of that."""

    chance: Fraction
    fallen: Fallen
    way: tuple[Stage, ...]
    way_chance: Fraction


class Outlook(Struct, frozen=True):
    """What comes of one answer: the chance of each unit to fall, and the shares of the classes, in their order.

    `nobody` is the chance that nobody falls, `uncounted` that of the branches that were left out: chances are then at
    least what they say.
    """

    option: Option
    chances: Mapping[UnitId, Fraction]
    parts: tuple[Fraction, ...]
    nobody: Fraction
    uncounted: Fraction
    worth: Fraction
    """Enemies lost less own units lost, as numbers of units: by this the answers are ordered."""

    def of(self, unit: UnitId) -> Fraction:
        """The chance that a unit falls."""
        return self.chances.get(unit, Fraction(0))


class Foresight(Struct, frozen=True):
    """The whole of a running chain, answer by answer, the best first.

    `falls` is what counts as falling: "out" or "hit". `unit` is the one whose chance the answers are told apart by;
    `classes` are the words of the parts of each outlook. `replies` are those of `next` (a unit's or seat's name; ""
    if nobody else decides before the next roll); they are asked after the answer `after`, and `replied` has what comes
    of every answer with each. `depth` is the number of rolls to which all branches were followed, None if all were
    counted.
    """

    seat: Seat
    falls: str
    unit: UnitId
    classes: tuple[str, ...]
    outlooks: tuple[Outlook, ...]
    next: str = ""
    after: str = ""
    replies: tuple[Reply, ...] = ()
    replied: tuple[tuple[Outlook, ...], ...] = ()
    stops: Mapping[Cell, Fraction] = {}
    """Where the next decider may stop -> the chance that `unit` falls then."""
    verdict: tuple[str, ...] = ()
    depth: int | None = None

    def outlook(self, option: str, reply: int = 0) -> Outlook | None:
        """What comes of an answer with a reply, None if that was not counted."""
        outlooks = self.replied[reply] if reply < len(self.replied) else self.outlooks
        return next((outlook for outlook in outlooks if outlook.option.id == option), None)

    def figure(self, option: str, reply: int = 0) -> str:
        """The chance by which answers are told apart, of one answer: "B1 out 74%"; "" if that was not counted."""
        outlook = self.outlook(option, reply)
        if outlook is None or not self.unit:
            return ""
        return f"{self.unit.upper()} {self.falls} {self.least}{percent(outlook.of(self.unit))}"

    @property
    def least(self) -> str:
        """What stands before a chance that is at least as much, because branches were left out."""
        return "" if self.depth is None else "≥ "

    @property
    def head(self) -> str:
        """How the figures come about: "exact, all do the default"."""
        if self.depth is None:
            return "exact, all do the default"
        return f"more than {BRANCHES:,} branches: to depth {self.depth}"


class _Node:
    """A question on the way: `state` and `answers` as `run_step` takes them, `front` the state at the question.

    `asked` is None at an end. `reached` are the nodes after its answers.
    """

    __slots__ = ("answers", "asked", "front", "key", "reached", "state")

    def __init__(self, key: Key, state: State, answers: list[Answer], front: State, asked: Decision | None) -> None:
        self.key, self.state, self.answers, self.front, self.asked = key, state, answers, front, asked
        self.reached: dict[str, _Node] = {}


class _Walk(NamedTuple):
    """What was walked from a node: the edges, the chances of the last nodes, and how deep all branches were followed.

    `depth` is None if every branch was followed to its end.
    """

    edges: dict[Key, list[tuple[Key, Fraction]]]
    ends: dict[Key, Fraction]
    depth: int | None


class Tree:
    """The questions that can come after the pending one, found as they are asked for and then kept."""

    def __init__(self, rules: Ruleset, state: State, answers: Sequence[Answer], front: State, asked: Decision) -> None:
        """Begin at the question `asked`, which the running step asks from `state` with these answers.

        `state` and `front` must be as the viewer may know them.
        """
        self.rules, self.deep, self.work = rules, max(1, len(state.queues)), WORK
        self._marks = Marks()
        self.root = _Node((), state, list(answers), front, asked)
        self.nodes: dict[Key, _Node] = {(): self.root}

    def after(self, node: _Node, answer: Answer) -> _Node:
        """The next question after an answer, or the end."""
        name = answer_key(answer)
        if name not in node.reached:
            state, given, front, asked, runs = run_to_question(
                node.state, self.rules, [*node.answers, answer], over=phase_over, table=Table
            )
            self.work -= runs * (EACH + FOR_A_UNIT * len(front.units))
            if asked is None or (asked.seat != DICE and len(front.queues) < self.deep):
                key: Key = ("end", self._marks.of(front))
                asked = None
            else:
                key = (self._marks.of(state), *map(answer_key, given))
            node.reached[name] = self.nodes.setdefault(key, _Node(key, state, given, front, asked))
        return node.reached[name]

    def walk(self, start: _Node, reply: Reply | None = None) -> Iterator[None]:
        """Follow all branches from a node; it pauses after each node. Returns the `_Walk`, as `yield from` gives it."""
        edges: dict[Key, list[tuple[Key, Fraction]]] = {}
        todo: deque[tuple[_Node, int]] = deque([(start, 0)])
        seen = {start.key}
        depth: int | None = None
        while todo:
            node, rolls = todo.popleft()
            if node.asked is None:
                continue
            if self.work < 0 or len(edges) + len(todo) >= BRANCHES:
                depth = rolls if depth is None else min(depth, rolls)
                continue
            edges[node.key] = []
            given = "" if node.asked.seat == DICE else _answer_to(node.asked, reply).id
            for answer, chance in branches(node.asked, given):
                reached = self.after(node, answer)
                edges[node.key].append((reached.key, chance))
                if reached.key not in seen:
                    seen.add(reached.key)
                    todo.append((reached, rolls + (node.asked.seat == DICE)))
            yield
        return _Walk(edges, arrivals(start.key, edges), depth)  # type: ignore[return-value]


def _question(asked: Decision) -> Question:
    return Question(asked.seat, asked.kind, asked.unit)


def _answer_to(asked: Decision, reply: Reply | None) -> Option:
    if reply is not None and reply.option and reply.question == _question(asked):
        option = asked.option(reply.option)
        if option is not None:
            return option
    default = asked.option(asked.default)
    if default is None:
        raise KeyError(asked.default)
    return default


def defaults_on_the_way(match: Match, option_id: str, viewer: Viewer) -> list[Decision]:
    """Every question that is answered by its default after an answer ("": after the roll), in the order of meeting it.

    Questions of one kind about one unit with the same default are named once. As far as the branches are followed.
    """
    asked = match.pending
    if asked is None:
        return []
    state, front = known_to(match.rules, match.state, viewer), known_to(match.rules, match.front, viewer)
    tree = Tree(match.rules, state, match.answers, front, asked)
    option = asked.option(option_id) if option_id else None
    walk: _Walk = _finished(tree.walk(tree.root if option is None else tree.after(tree.root, option)))
    met = [tree.nodes[key].asked for key in walk.edges]
    found: dict[tuple[Question, str], Decision] = {}
    for question in met:
        if question is not None and question.seat != DICE:
            found.setdefault((_question(question), question.default), question)
    return [*found.values()]


def _finished(work: Iterator[Any]) -> Any:
    """Run a generator to its end and give what it returns."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            return done.value


# -- the whole --------------------------------------------------------------------------------------------------------


class Looking:
    """Works out a Foresight in small pieces: each step of `pieces` takes some milliseconds at most."""

    def __init__(self, tree: Tree, options: Sequence[Option]) -> None:
        self.tree, self.options = tree, list(options)
        self.found: Foresight | None = None
        self.over = False
        self._walks: dict[tuple[str, str], _Walk] = {}
        self._outcomes: dict[tuple[str, str], tuple[Outcome, ...]] = {}
        self._pieces = self._look()

    def go_on(self) -> bool:
        """Do one piece of the work. Returns whether there is more to do."""
        if not self.over:
            self.over = next(self._pieces, self) is self
        return not self.over

    def all(self) -> Foresight | None:
        """The whole, with all the work that is left done now; None if no dice are ahead."""
        while self.go_on():
            pass
        return self.found

    def by_default(self) -> Foresight | None:
        """What comes of the answers if all do the default, without a look at other replies; None without dice ahead."""
        while self.found is None and self.go_on():
            pass
        return self.found

    # -- counting -------------------------------------------------------------------------------------------------

    def _look(self) -> Iterator[None]:
        root = self.tree.root
        assert root.asked is not None
        first = NO_REPLY
        for option in self.options:
            yield from self._walked(option, first)
        if not self._dice_ahead():
            return
        falls = "out" if self._any_out() else "hit"
        bare = Foresight(root.asked.seat, falls, "", (), ())
        unit = self._decisive(bare)
        classes = self._classes(unit, falls)
        bare = Foresight(root.asked.seat, falls, unit, classes, ())
        outlooks = self._outlooks(bare, first)
        depths = [walk.depth for walk in self._walks.values() if walk.depth is not None]
        found = Foresight(bare.seat, falls, unit, classes, outlooks, depth=min(depths, default=None))
        self.found = replace(found, verdict=_alone(found, ours=self._ours(unit)))
        yield
        if unit:
            yield from self._look_at_replies(self.found)

    def _walked(self, option: Option, reply: Reply) -> Iterator[None]:
        """Count what comes of an answer with a reply; nothing does if the reply only takes others back for ever."""
        if (option.id, reply.option) not in self._walks:
            start = self.tree.after(self.tree.root, option)
            yield
            try:
                walk: Any = yield from self.tree.walk(start, reply)  # type: ignore[func-returns-value]
            except Endless:
                return
            self._walks[option.id, reply.option] = walk

    def _dice_ahead(self) -> bool:
        """Whether any branch rolls."""
        nodes = (self.tree.nodes[key] for walk in self._walks.values() for key in walk.edges)
        return any(node.asked is not None and node.asked.seat == DICE for node in nodes)

    def _any_out(self) -> bool:
        """Whether a unit can be put out of action."""
        before = self.tree.root.front.units
        return any(
            unit.out and not before[name].out
            for walk in self._walks.values()
            for key in walk.ends
            for name, unit in self.tree.nodes[key].front.units.items()
        )

    def fallen(self, node: _Node, falls: str) -> Fallen:
        """The units that have fallen between the question and a node."""
        before = self.tree.root.front.units
        return tuple(
            name
            for name, unit in node.front.units.items()
            if unit is not before[name] and _fell(before[name], unit, falls)
        )

    def _shares(self, option: str, reply: Reply, falls: str) -> dict[Fallen, Fraction]:
        shares: dict[Fallen, Fraction] = {}
        for key, chance in self._walks[option, reply.option].ends.items():
            fallen = self.fallen(self.tree.nodes[key], falls)
            shares[fallen] = shares.get(fallen, Fraction(0)) + chance
        return shares

    def _decisive(self, bare: Foresight) -> UnitId:
        """The unit whose chances differ most between the answers; of equal ones the likeliest to fall; "" for none."""
        spread: dict[UnitId, tuple[Fraction, Fraction]] = {}
        tables = [_by_unit(self._shares(option.id, NO_REPLY, bare.falls)) for option in self.options]
        for name in self.tree.root.front.units:
            chances = [table.get(name, Fraction(0)) for table in tables]
            if max(chances, default=0):
                spread[name] = max(chances) - min(chances), max(chances)
        return max(spread, key=lambda name: spread[name], default="")

    def _classes(self, unit: UnitId, falls: str) -> tuple[str, ...]:
        """The words of the classes: the unit falls alone or with its friends, with others, nobody, only others."""
        if not unit:
            return ()
        units, state = self.tree.root.front.units, self.tree.root.front
        others = {u.seat for u in units.values() if state.side(u.seat) != state.side(units[unit].seat)}
        foe = f"a {spoken(next(iter(others)))}" if len(others) == 1 else "another"
        rest = {
            units[name].seat
            for option in self.options
            for fallen in self._shares(option.id, NO_REPLY, falls)
            if self.class_of(unit, fallen) == OTHERS
            for name in fallen
        }
        only = f"only {spoken(next(iter(rest)))}s" if rest == others and len(rest) == 1 else "others"
        return f"{unit.upper()} falls", f"{unit.upper()} and {foe}", "nobody", only

    def _parts(self, unit: UnitId, shares: Mapping[Fallen, Fraction]) -> tuple[Fraction, ...]:
        parts = [Fraction(0)] * 4
        for fallen, chance in shares.items():
            parts[self.class_of(unit, fallen)] += chance
        return tuple(parts)

    def class_of(self, unit: UnitId, fallen: Fallen) -> int:
        """The number of the class of an outcome, an index into `Foresight.classes`."""
        state = self.tree.root.front
        if unit in fallen:
            side = state.side(state.units[unit].seat)
            return int(any(state.side(state.units[name].seat) != side for name in fallen))
        return OTHERS if fallen else 2

    def _outlooks(self, bare: Foresight, reply: Reply) -> tuple[Outlook, ...]:
        """What comes of each answer, the best first."""
        rows = []
        for option in self.options:
            if (option.id, reply.option) not in self._walks:
                continue
            shares, walk = self._shares(option.id, reply, bare.falls), self._walks[option.id, reply.option]
            chances = _by_unit(shares)
            rows.append(
                Outlook(
                    option,
                    chances,
                    self._parts(bare.unit, shares) if bare.unit else (),
                    shares.get((), Fraction(0)),
                    sum((p for key, p in walk.ends.items() if self.tree.nodes[key].asked is not None), Fraction(0)),
                    self._worth(chances, bare.seat),
                )
            )
        return tuple(sorted(rows, key=lambda row: -row.worth))

    def _worth(self, chances: Mapping[UnitId, Fraction], seat: Seat) -> Fraction:
        """The enemies that a seat may expect to be lost, less those of its own side."""
        state = self.tree.root.front
        side = state.side(seat)
        worth = Fraction(0)
        for name, chance in chances.items():
            worth += -chance if state.side(state.units[name].seat) == side else chance
        return worth

    def _ours(self, unit: UnitId) -> bool:
        """Whether a unit is of the side that is asked."""
        state, asked = self.tree.root.front, self.tree.root.asked
        return bool(unit) and asked is not None and state.side(state.units[unit].seat) == state.side(asked.seat)

    # -- the next decider -----------------------------------------------------------------------------------------

    def _look_at_replies(self, found: Foresight) -> Iterator[None]:
        """Try what the next decider may answer instead, and show the replies that matter."""
        asked = next(filter(None, (self._asked_after(o.option, found.seat) for o in found.outlooks)), None)
        if asked is None:
            return
        after, chain = asked
        default = Reply(_question(chain[0]), "", _phrases(chain))
        plain = found.outlook(after.id)
        tried: list[Tried] = []
        self.tree.work += WORK_ON_REPLIES
        for place, question in enumerate(chain):
            yield from self._try(found, after, (*chain[:place], question), tried)
        stops = {o.to: row.of(found.unit) for _, o, row, place in tried if place == 0 and o.to >= 0}
        goal = _answer_to(chain[0], None).to
        if stops and goal >= 0 and plain is not None:
            stops[goal] = plain.of(found.unit)
        replies, who = self._chosen(found, default, plain, tried), chain[0].unit.upper() or spoken(chain[0].seat)
        for reply in replies[1:]:
            self.tree.work = max(self.tree.work, WORK_ON_REPLIES // 4)
            for option in self.options:
                yield from self._walked(option, reply)
        replied = (found.outlooks, *(self._outlooks(found, reply) for reply in replies[1:]))
        self.found = Foresight(
            found.seat, found.falls, found.unit, found.classes, found.outlooks, who, after.id, replies, replied,
            stops, _verdict(found, chain, who, replies, replied, ours=self._ours(found.unit)), found.depth,
        )  # fmt: skip
        yield

    def _try(self, found: Foresight, after: Option, chain: Sequence[Decision], tried: list[Tried]) -> Iterator[None]:
        """Count what comes of each answer to the last of these questions but its default, while there is work left."""
        question = chain[-1]
        for option in list(question.options)[:MOST_TRIED]:
            if option.id == question.default or self.tree.work < 0:
                continue
            reply = Reply(_question(question), option.id, _phrases(chain, option))
            yield from self._walked(after, reply)
            row = self._outlook(found, after, reply)
            if row is not None and (self._walks[after.id, option.id].depth is None or found.depth is not None):
                tried.append(Tried(reply, option, row, len(chain) - 1))

    def _outlook(self, found: Foresight, option: Option, reply: Reply) -> Outlook | None:
        rows = self._outlooks(found, reply)
        return next((row for row in rows if row.option.id == option.id), None)

    def _asked_after(self, option: Option, seat: Seat) -> tuple[Option, tuple[Decision, ...]] | None:
        """The questions to another side that follow an answer before any roll; None if none does."""
        state = self.tree.root.front
        node = self.tree.after(self.tree.root, option)
        chain: list[Decision] = []
        for _ in range(MOST_TRIED):
            asked = node.asked
            if asked is None or asked.seat == DICE or (chain and asked.seat != chain[0].seat):
                break
            if state.side(asked.seat) != state.side(seat):
                chain.append(asked)
            node = self.tree.after(node, _answer_to(asked, None))
        return (option, tuple(chain)) if chain else None

    def _chosen(
        self, found: Foresight, default: Reply, plain: Outlook | None, tried: Sequence[Tried]
    ) -> tuple[Reply, ...]:
        """The default, the reply that is best for who gives it, and the one that changes most for the others."""
        if plain is None or not tried:
            return ()
        shown = [default]
        best = min(tried, key=lambda row: row.outlook.worth)
        if best.outlook.worth < plain.worth:
            shown.append(_joined(best, tried))
        unit = found.unit
        for row in sorted(tried, key=lambda row: -abs(row.outlook.of(unit) - plain.of(unit))):
            if len(shown) == MOST_REPLIES or row.outlook.of(unit) == plain.of(unit):
                break
            joined = _joined(row, tried)
            if not any({row.reply.option, *joined.others} & {reply.option, *reply.others} for reply in shown):
                shown.append(joined)
                break
        return tuple(shown) if len(shown) > 1 else ()

    # -- ways -----------------------------------------------------------------------------------------------------

    def outcomes(self, option: str, reply: int = 0) -> tuple[Outcome, ...]:
        """The outcomes of an answer, the likeliest first, each with its likeliest way; empty before it is counted."""
        found = self.found
        if found is None:
            return ()
        chosen = found.replies[reply] if 0 < reply < len(found.replies) else NO_REPLY
        if (option, chosen.option) not in self._walks:
            return ()
        if (option, chosen.option) not in self._outcomes:
            self._outcomes[option, chosen.option] = tuple(self._ways(option, chosen, found.falls))
        return self._outcomes[option, chosen.option]

    def _ways(self, option_id: str, reply: Reply, falls: str) -> Iterator[Outcome]:
        option = next(option for option in self.options if option.id == option_id)
        shares = self._shares(option_id, reply, falls)
        wanted = dict(sorted(shares.items(), key=lambda row: -row[1])[:MOST_OUTCOMES])
        start = self.tree.after(self.tree.root, option)
        ways = self._likeliest(start, self._walks[option_id, reply.option].edges, reply, set(wanted), falls)
        for fallen, chance in wanted.items():
            if fallen in ways:
                way, p = ways[fallen]
                yield Outcome(chance, fallen, tuple(self._stages(way, reply, falls)), p)

    def _likeliest(
        self,
        start: _Node,
        edges: Mapping[Key, Sequence[tuple[Key, Fraction]]],
        reply: Reply,
        wanted: set[Fallen],
        falls: str,
    ) -> dict[Fallen, tuple[list[tuple[Key, Key, Fraction]], Fraction]]:
        """The likeliest way to each outcome, as legs from the first node of one actor to that of the next.

        A leg sums all branches between its two nodes, so that "no harm" is one leg, whether it was a miss or not.
        """
        order, best = 0, {start.key: Fraction(1)}
        came: dict[Key, tuple[Key, Fraction]] = {}
        heap: list[tuple[Fraction, int, Key]] = [(Fraction(-1), 0, start.key)]
        done: set[Key] = set()
        ways: dict[Fallen, tuple[list[tuple[Key, Key, Fraction]], Fraction]] = {}
        while heap and wanted - ways.keys():
            share, _, key = heappop(heap)
            if key in done:
                continue
            done.add(key)
            if not edges.get(key):
                fallen = self.fallen(self.tree.nodes[key], falls)
                if fallen in wanted and fallen not in ways:
                    ways[fallen] = _back(came, key), -share
                continue
            for to, chance in self._legs(key, edges).items():
                if to not in done and -share * chance > best.get(to, 0):
                    best[to], came[to] = -share * chance, (key, chance)
                    order += 1
                    heappush(heap, (share * chance, order, to))
        return ways

    def _legs(self, key: Key, edges: Mapping[Key, Sequence[tuple[Key, Fraction]]]) -> dict[Key, Fraction]:
        """The nodes at which another unit than at this node acts, or at which all is over, with their chances."""
        actor = _actor(self.tree.nodes[key])
        inside: dict[Key, list[tuple[Key, Fraction]]] = {}
        todo = [key]
        while todo:
            at = todo.pop()
            if at in inside:
                continue
            inside[at] = [(to, chance) for to, chance in edges.get(at, ()) if to != key or at != key]
            todo += [
                to
                for to, _ in inside[at]
                if edges.get(to) and to not in inside and _actor(self.tree.nodes[to]) == actor
            ]
        return {to: chance for to, chance in arrivals(key, inside).items() if to not in inside}

    def _stages(self, way: Sequence[tuple[Key, Key, Fraction]], reply: Reply, falls: str) -> Iterator[Stage]:
        before = ""
        for start, end, chance in way:
            first, last = self.tree.nodes[start], self.tree.nodes[end]
            stage = self._stage(first, last, chance, reply, falls)
            if stage is not None and stage.sort == "choice" and not stage.unit:  # which of several a roll-off is for
                before += f"{stage.words}, "
            elif stage is not None:
                yield replace(stage, words=before + stage.words)
                before = ""
            yield from self._lapsed(first, last)

    def _stage(self, first: _Node, last: _Node, chance: Fraction, reply: Reply, falls: str) -> Stage | None:
        """What one actor does between two nodes; None if it neither rolls nor has anything to say."""
        options, throws = self._asked_between(first, last, reply)
        unit, seat = _actor(first)
        before = self.fallen(first, falls)
        fallen = tuple(name for name in self.fallen(last, falls) if name not in before)
        aimed = next((option for option in reversed(options) if option.target or option.targets), None)
        target: UnitId = next((getattr(throw, "target", "") for throw in throws), "") or ""
        if not target and aimed is not None:
            target = aimed.target or aimed.targets[0]
        cell = next((option.to for option in reversed(options) if option.to >= 0), -1)
        place = f" at {self.tree.root.front.board.label(cell)}" if cell >= 0 else ""
        if not throws:
            words = ", ".join(map(_said, options))
            return Stage(unit, seat, "choice", words, "by default", None, fallen, target, cell) if words else None
        note = ", then ".join(dict.fromkeys(_needs(throw) for throw in throws))
        if seat == DICE:
            return Stage(unit, seat, "tie", throws[0].why, note, chance, fallen, target, cell)
        said = f"{together(name.upper() for name in fallen)} {falls}" if fallen else ""
        words = f"{said}{place}" if said else f"no harm to {target.upper()}{place}" if target else throws[0].why
        return Stage(unit, seat, "throw", words, note, chance, fallen, target, cell)

    def _asked_between(self, first: _Node, last: _Node, reply: Reply) -> tuple[list[Option], list[Throw]]:
        """What is chosen and what is rolled between two nodes, on the way with the most rolls."""
        actor = _actor(first)
        best: tuple[list[Option], list[Throw]] = [], []
        todo: list[tuple[_Node, list[Option], list[Throw], frozenset[Key]]] = [(first, [], [], frozenset())]
        while todo:
            node, options, throws, seen = todo.pop()
            if node is last or node.asked is None or _actor(node) != actor or node.key in seen:
                if len(throws) >= len(best[1]):
                    best = options, throws
                continue
            seen |= {node.key}
            if node.asked.seat != DICE:
                option = _answer_to(node.asked, reply)
                if option.id in node.reached:
                    todo.append((node.reached[option.id], [*options, option], throws, seen))
            elif node.asked.throw is not None:
                rolled = [*throws, node.asked.throw]
                todo += [(to, options, rolled, seen) for to in {n.key: n for n in node.reached.values()}.values()]
        return best

    def _lapsed(self, first: _Node, last: _Node) -> Iterator[Stage]:
        """The reactions that lapse between two nodes."""
        old = {reaction.id: reaction.status for reaction in _reactions(first.front)}
        for reaction in _reactions(last.front):
            if reaction.status == "lapsed" and old.get(reaction.id, "lapsed") != "lapsed":
                yield Stage(reaction.unit, reaction.seat, "lapse", f"lapses: {reaction.why}", target=reaction.target)


NO_REPLY = Reply(Question("", QuestionKind(""), ""), "", "")


def _by_unit(shares: Mapping[Fallen, Fraction]) -> dict[UnitId, Fraction]:
    chances: dict[UnitId, Fraction] = {}
    for fallen, chance in shares.items():
        for name in fallen:
            chances[name] = chances.get(name, Fraction(0)) + chance
    return chances


def _fell(before: Unit, after: Unit, falls: str) -> bool:
    """Whether a unit has fallen: it is out, or, if that is what counts, it has lost figures or has gained a marker."""
    if after.out or falls == "out":
        return after.out and not before.out
    worse = (after.figures or 0) < (before.figures or 0) or (after.wounds or 0) > (before.wounds or 0)
    return worse or any(after.count(kind) > before.count(kind) for kind in after.markers)


def _actor(node: _Node) -> tuple[UnitId, Seat]:
    """The unit that decides or rolls at a node, with its seat; ("", "") at an end."""
    asked, units = node.asked, node.front.units
    if asked is None:
        return "", ""
    unit = asked.unit
    if asked.seat == DICE and asked.throw is not None:
        opposed = len(asked.throw.hands) > 1  # by one unit against another, or a roll-off, which is nobody's
        unit = getattr(asked.throw, "unit", "") if opposed else asked.throw.rollers[0].unit
        if opposed and not unit:
            return "", DICE
    running = next((r.unit for r in _reactions(node.front) if r.status == "now"), "")
    if not unit and asked.seat in (DICE, *(units[name].seat for name in (running,) if name)):
        unit = running or (node.front.queues[-1].instigator if node.front.queues else "")
    return unit, units[unit].seat if unit in units else asked.seat


def _reactions(state: State) -> Sequence[Reaction]:
    return list(state.queues[-1].reactions) if state.queues else []


def _back(came: Mapping[Key, tuple[Key, Fraction]], key: Key) -> list[tuple[Key, Key, Fraction]]:
    legs: list[tuple[Key, Key, Fraction]] = []
    while key in came:
        before, chance = came[key]
        legs.append((before, key, chance))
        key = before
    return legs[::-1]


def _needs(throw: Throw) -> str:
    """The dice of a throw with what they must show, as its prompt ends: "2D6 ≤ 5"."""
    _, comma, last = throw.prompt_text.rpartition(", ")
    return last if comma and len(throw.hands) == 1 else dice_words(throw.dice)


# -- words ------------------------------------------------------------------------------------------------------------


def _phrases(chain: Sequence[Decision], last: Option | None = None) -> str:
    """The answers to questions that follow one another, by default but for the last: "go on to l6, fire at R1"."""
    options = [_answer_to(asked, None) for asked in chain]
    if last is not None:
        options[-1] = last
    return ", ".join(map(_said, options))


def _said(option: Option) -> str:
    """The words of an answer within a sentence: "go on to l6", "R2 goes first"."""
    words = option.text or as_words(option.action)
    return words if words[:3].strip().isupper() else uncapitalised(words)


def _joined(row: Tried, tried: Sequence[Tried]) -> Reply:
    """A reply with those of the same question that begin alike and have the same figures: "go on to e6, f6 or g6"."""
    reply, _, outlook, place = row
    head = reply.words.rpartition(" ")[0]
    alike = [
        other
        for other, _, figures, at in tried
        if at == place and other.words.rpartition(" ")[0] == head and figures.chances == outlook.chances
    ]
    if len(alike) < 2 or not head:
        return reply
    lasts = [other.words.rpartition(" ")[2] for other in alike]
    words = f"{head} {', '.join(lasts[:-1])} or {lasts[-1]}"
    return Reply(reply.question, reply.option, words, tuple(o.option for o in alike if o.option != reply.option))


def _number(chance: Fraction) -> str:
    return percent(chance).removesuffix("%")


def _figures(found: Foresight, ours: bool, first: Outlook, second: Outlook) -> tuple[str, str] | None:
    """The figures that show the first answer to be the better: those of the unit, if they do, else the worths.

    `ours` tells whether the unit is of the side that is asked. None if they are equal, as far as two decimals tell.
    """
    if first.worth == second.worth:
        return None
    a, b = first.of(found.unit), second.of(found.unit)
    if (a < b if ours else a > b) and _number(a) != _number(b):
        return _number(a), _number(b)
    x, y = f"{float(first.worth):.2f}", f"{float(second.worth):.2f}"
    return (x, f"{y} in enemies less own units {found.falls}") if x != y else None


def _alone(found: Foresight, *, ours: bool) -> tuple[str, ...]:
    """The verdict by the default alone: the best answer and its figure against that of the next one that is worse."""
    if len(found.outlooks) < 2 or not found.unit:
        return ()
    first, *rest = found.outlooks
    if all(outlook.chances == first.chances for outlook in rest):
        return (f"It makes no difference: {_number(first.of(found.unit))} either way.",)
    worse = next((outlook for outlook in rest if outlook.worth < first.worth), None)
    if worse is None:
        return ("It makes no difference in how many fall, only in who does.",)
    figures = _figures(found, ours, first, worse)
    if figures is None:
        return ("It makes hardly a difference in how many fall.",)
    return (f"{_short(first.option, worse.option)}: {' against '.join(figures)}.",)


def _short(option: Option, other: Option) -> str:
    """An answer in a word if that tells it from the other: "Force"; else its words."""
    word = as_words(option.action)
    if option.action != other.action and option.text.lower().startswith(f"{word} "):
        return word.capitalize()
    return option.text or as_words(option.action).capitalize()


def _verdict(
    found: Foresight,
    chain: Sequence[Decision],
    who: str,
    replies: Sequence[Reply],
    replied: Sequence[Sequence[Outlook]],
    *,
    ours: bool,
) -> tuple[str, ...]:
    """Two sentences if a reply turns the order of the first two answers round; else one."""
    alone = _alone(found, ours=ours)
    if len(found.outlooks) < 2:
        return alone
    first, second = found.outlooks[:2]
    for reply, outlooks in reversed([*zip(replies[1:], replied[1:], strict=True)]):
        by_id = {outlook.option.id: outlook for outlook in outlooks}
        a, b = by_id.get(first.option.id), by_id.get(second.option.id)
        if a is None or b is None or a.worth >= b.worth:
            continue
        before, after = _figures(found, ours, first, second), _figures(found, ours, b, a)
        if after is None:
            continue
        asked = next(question for question in chain if _question(question) == reply.question)
        default = f"if {who} is to {_said(_answer_to(asked, None))}"
        instead = reply.words.removeprefix(_phrases(chain[: list(chain).index(asked)])).removeprefix(", ")
        if before is None:
            opening = f"It makes hardly a difference in how many fall {default}."
        else:
            opening = f"{_short(first.option, second.option)} {default}: {' against '.join(before)}."
        only = before is not None and not ours and before[1] == after[0] == _number(second.of(found.unit))
        then = f"then only {after[1]}" if only else f"then {' against '.join(after)}"
        return opening, f"{_short(second.option, first.option)} if {who} is to {instead}: {then}."
    return alone


def looking(match: Match, viewer: Viewer, options: Sequence[Option] = ()) -> Looking | None:
    """The foresight of the pending question for a viewer, still to be worked out; None where there is none.

    There is one for a question of a running chain. It rests on the state as `viewer` knows it. For everybody there is
    one only where the question itself rests on public facts, and so not while a plan is drawn up that may be kept
    secret. `options` are the answers to look at, by default all.
    """
    asked = match.pending
    if asked is None or asked.seat == DICE or not match.front.queues:
        return None
    if viewer is PUBLIC:
        secret = match.rules.supposing(match.state, asked.seat, asked.kind) is not match.state
        if secret or drafting(match.rules, match.front):
            return None
    elif not may_know(viewer, asked.seat):
        return None
    state, front = known_to(match.rules, match.state, viewer), known_to(match.rules, match.front, viewer)
    return Looking(Tree(match.rules, state, match.answers, front, asked), options or list(asked.options))
