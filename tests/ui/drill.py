"""A made-up rulebook of formations, for what the screens do with drafts: it drills, marches and counter charges.

DR-01 a stand moves up to its PACE (squares, diagonals as one), not into a square next to an enemy.
DR-02 every stand of a formation is within 3 squares of another, all linked.
DR-03 stands of a formation that is engaged may go 3 squares towards the nearest enemy, unless two touch that already.
DR-04 a stand that touches an enemy stays. DR-05 passengers get out next to their carrier. DR-06 the higher die wins.
"""

from __future__ import annotations

from game.board.board import Board
from game.engine.conditions import SPENT, Condition, counted
from game.engine.decisions import Refusal
from game.engine.dice import HIGHER, DiceSource
from game.engine.events import Event, Shown
from game.engine.match import Match
from game.engine.names import Cell, UnitId
from game.engine.options import Option
from game.engine.phases import Phase
from game.engine.policies import Policy
from game.engine.presentation import Presentation
from game.engine.queue import Action
from game.engine.reactions import declared, q_end, window
from game.engine.rulebook import Army, Clause, Profile, Rulebook
from game.engine.ruleset import Ruleset
from game.engine.setup import Setup, UnitSpec
from game.engine.state import State, Verdict
from game.engine.steps import step
from game.engine.throws import Throw
from game.engine.view import GroupView, MarkerView, Overlay, PassedRow, PlanOverlay, step_rows
from game.engine.wording import LengthUnit

LINK = 3
PROFILES = {
    "line": Profile("line", "Line infantry", "rifleman", {"PACE": 3, "CC": 5, "FF": 5}),
    "horde": Profile("horde", "Horde infantry", "raider", {"PACE": 3, "CC": 4, "FF": 6}),
    "carrier": Profile("carrier", "Carrier", "truck", {"PACE": 3, "CC": 6, "FF": 6}),
    "riders": Profile("riders", "Riders", "cavalry", {"PACE": 14, "CC": 3, "FF": 4}),
}
CLAUSES = {
    f"DR-0{i}": Clause(f"DR-0{i}", title, f"{title}.", "Drill", "", testable=True)
    for i, title in enumerate(("Moving", "Coherency", "Counter charges", "Touched", "Passengers", "The result"), 1)
}


class Drafting(Action):
    """Whose move or charge is drawn up."""

    drafting: str = ""


class Ground(State):
    """`done`: the formations that have acted."""

    done: tuple[str, ...] = ()


class Activated(Event, frozen=True):
    """A formation acts."""

    unit: UnitId
    clauses = ("DR-01",)
    text = "{unit} activated."


class Moved(Event, frozen=True):
    """A stand has gone where it was planned."""

    unit: UnitId
    at: Cell
    aboard: str
    path: list[Cell]
    shown = Shown.MOVE
    clauses = ("DR-01",)
    text = "{unit} moved."


class Result(Throw, frozen=True):
    """The higher die wins."""

    why = "result"
    clauses = ("DR-06",)
    dice = (6, 6)
    read = HIGHER()
    text = " rolled."


class Drill(Ruleset):
    """A few lines for each thing a screen has to show."""

    id = "drill"
    state_type = Ground
    react_clauses = ("DR-03",)
    order_clauses = ("DR-03",)
    close_clauses = ("DR-03",)
    presentation = Presentation(lengths=LengthUnit(" pace", " paces"))

    def __init__(self):
        self.book = Rulebook("drill", "Drill", "", (), ("Drill",), CLAUSES, {})
        self.army = Army("drill", PROFILES, {})
        self.rulings = {}
        self.policies = self.make_policies()

    @property
    def phases(self):
        return (Phase("drill", "Drill", (orders,), "", ("DR-01",)),)

    def make_policies(self):
        return {"*": Policy("others", "draft")}

    def ready(self, state, unit):
        return None

    # -- what may be planned --------------------------------------------------------------------------------------

    def may_react(self, state, queue, trigger, unit):
        piece = state.units[unit]
        if piece.group != queue.action.drafting:
            return Refusal("DR-03", "its formation is not asked", unit)
        at = laid(state, queue, but=unit)
        if piece.aboard and piece.aboard not in at:
            return Refusal("DR-05", "its carrier is gone", unit)
        if piece.aboard:
            near = state.board.neighbours(at[piece.aboard])
            return [self._to(state, unit, "disembark", cell, ("DR-05",)) for cell in free(state, at, near)]
        if queue.kind == "counter_charge":
            return self._charges(state, at, piece)
        cells = free(state, at, square(state.board, piece.at, piece.stats["PACE"]))
        barred = {cell for foe in foes(state, piece.seat) for cell in (*state.board.neighbours(foe.at), foe.at)}
        found = [self._to(state, unit, "move", cell) for cell in cells if cell not in barred]
        if unit == lead(state, piece.group).id:
            found += [
                o.but(id=f"{piece.group}:{o.id}", unit="", formation=piece.group, text="All of it") for o in found
            ]
        return found

    def _charges(self, state, at, piece):
        touching = [foe for foe in foes(state, piece.seat) if foe.at in state.board.neighbours(piece.at)]
        if touching:
            return Refusal("DR-04", f"{touching[0].id.upper()} touches it already", piece.id)
        passed = ""
        for foe in sorted(foes(state, piece.seat), key=lambda foe: (gap(state, piece.at, foe.at), foe.id)):
            name = foe.id.upper()
            if len(touchers(state, at, foe, piece.seat)) > 1:
                passed = passed or f": {name} is full"
                continue
            cells = [c for c in free(state, at, square(state.board, piece.at, 3)) if c != piece.at]
            end = min(cells, key=lambda c: (gap(state, c, foe.at), gap(state, c, piece.at), c))
            text = f"{piece.id.upper()} towards {name}, {gap(state, piece.at, foe.at)} paces{passed}"
            return [self._to(state, piece.id, "move", end, ("DR-03",), text, foe.id)]
        return Refusal("DR-03", "there is no enemy left", piece.id)

    def _to(self, state, unit, action, cell, clauses=("DR-01",), text="", target=""):
        x, y = state.board.xy(cell)
        return Option(f"{unit}:{action}:{x},{y}", action, unit, target, to=cell, clauses=clauses, text=text)

    def react_question(self, state, queue, seat):
        if queue.kind == "move":
            return f"where does {queue.action.drafting.upper()} go?", "It advances as a formation."
        return "who counter charges?", f"{queue.action.unit.upper()}’s formation has charged."

    def react_refusals(self, state, queue, seat):
        own = [u for u in state.units.values() if u.group == queue.action.drafting and not u.out]
        found = [self.may_react(state, queue, queue.triggers[-1], unit.id) for unit in own]
        return [no for no in found if isinstance(no, Refusal)]

    # -- the plan -------------------------------------------------------------------------------------------------

    def planned(self, state, queue, option):
        if not option.formation:
            return [option.but(path=(option.to,))]
        board = state.board
        first = lead(state, option.formation)
        dx, dy = (b - a for a, b in zip(board.xy(first.at), board.xy(option.to), strict=True))
        parts = []
        ahead = lambda u: -(board.xy(u.at)[0] * dx + board.xy(u.at)[1] * dy)  # noqa: E731
        for unit in sorted(members(state, option.formation), key=ahead):
            if not unit.aboard:
                x, y = board.xy(unit.at)
                to = board.cell(x + dx, y + dy) if board.inside(x + dx, y + dy) else unit.at
                parts.append(Option("", "move", unit.id, to=to, path=(to,), clauses=("DR-01",)))
        return parts

    def plan_refused(self, state, queue, seat):
        if not queue.plan(seat):
            return None
        at = {u.id: u.at for u in state.standing() if not u.aboard}
        for row in queue.plan(seat):
            there = next((name for name, cell in at.items() if cell == row.to and name != row.unit), "")
            if there:
                return Refusal("DR-01", f"{there.upper()} still stands where {row.unit.upper()} is to go", row.unit)
            at[row.unit] = row.to
        lost = apart(state, laid(state, queue), queue.action.drafting)
        if not lost:
            return None
        name = min(lost)
        return Refusal("DR-02", f"{name.upper()} out of coherency: more than {LINK} paces from the others", name)

    def overlay(self, state, seat):
        queue = state.queues[-1] if state.queues else None
        if queue is None or not queue.action.drafting:
            return Overlay()
        at = laid(state, queue)
        group = queue.action.drafting
        own = [u.id for u in members(state, group) if u.id in at]
        zones = {}
        for unit in state.standing():
            if not unit.aboard:
                cells = zones.setdefault(unit.seat, [])
                cells += (*state.board.neighbours(unit.at), unit.at)
        passed = []
        if queue.kind == "counter_charge":
            for name in own:
                rest = laid(state, queue, but=name)
                unit = state.units[name]
                near = min(foes(state, unit.seat), key=lambda foe: (gap(state, unit.at, foe.at), foe.id))
                if len(touchers(state, rest, near, unit.seat)) > 1 and not touches_any(state, unit):
                    passed.append(PassedRow(name, near.id, "DR-03", "two touch it already"))
        return Overlay(
            PlanOverlay(
                words={"slots": "place beside a foe", "zones": "one pace from a foe"},
                zones={seat: tuple(cells) for seat, cells in zones.items()},
                links=tuple((a, b) for a in own for b in own if a < b and gap(state, at[a], at[b]) <= LINK),
                apart=tuple(apart(state, at, group)),
                slots=tuple(slots(state, at, lead(state, group).seat)),
                passed=tuple(passed),
            )
        )

    # -- carrying out ---------------------------------------------------------------------------------------------

    def declare(self, t, queue, reaction):
        declared(t, queue, reaction, ("DR-03",))

    def still_may(self, state, queue, reaction):
        return None

    def carry_out(self, t, queue, reaction):
        unit = t.unit(reaction.unit)
        path = [unit.at, *reaction.path]
        t.change(unit, Moved(unit.id, reaction.to, "", path))
        unit.at, unit.aboard = reaction.to, ""

    def go_on(self, t, queue):
        queue.action.status = "done"

    def rank(self, state, queue, reaction):
        return ""

    # -- what is told ---------------------------------------------------------------------------------------------

    def groups(self, state):
        out = []
        for name in dict.fromkeys(u.group for u in state.units.values()):
            own = [u for u in state.units.values() if u.group == name]
            markers = [MarkerView("blast", "up", 2)] if name == "h" else []
            markers += [MarkerView("overwatch", "up")] if name == "m" else []
            told = [counted("blast marker", mark.count, "blast") for mark in markers if mark.kind == "blast"]
            told += [Condition("overwatch", "overwatch", drawn="order")] if name == "m" else []
            told += [SPENT] if name in state.done else []
            out.append(
                GroupView(
                    name, own[0].seat, tuple(u.id for u in own), tuple(markers), name=NAMES.get(name, name.upper()),
                    coherent=True, activated=name in state.done, drawn_in=False,
                    conditions=tuple(told),
                )
            )  # fmt: skip
        return out

    def procedure(self, state):
        titles = ("Target", "Charge", "Counter charges", "Combat attacks", "Supporting fire", "Result", "Withdrawal",
                  "Consolidation")  # fmt: skip
        return step_rows([(f"A{i} {t}", "DR-03") for i, t in enumerate(titles, 1)], 2)

    def verdict(self, state):
        return Verdict("", "the drill is over", ("DR-06",))


NAMES = {"l": "Second line company", "m": "Motor company", "h": "Red horde", "x": "Outriders"}


# -- the table --------------------------------------------------------------------------------------------------------


def members(state, group):
    """The stands of a formation that are not out."""
    return [u for u in state.units.values() if u.group == group and not u.out]


def lead(state, group):
    """The stand that leads a formation: the first one not aboard."""
    return next(u for u in members(state, group) if not u.aboard)


def foes(state, seat):
    """The enemies of a seat that are not aboard."""
    return [u for u in state.standing() if u.seat != seat and not u.aboard]


def laid(state, queue, but=""):
    """Where every stand will be by the plan: id to cell; without the stand `but`."""
    at = {u.id: u.at for u in state.standing() if not u.aboard}
    at |= {r.unit: r.to for r in queue.plan() if r.to >= 0}
    at.pop(but, None)
    return at


def gap(state, a, b):
    """The distance of two cells in squares, diagonals as one."""
    (ax, ay), (bx, by) = state.board.xy(a), state.board.xy(b)
    return max(abs(ax - bx), abs(ay - by))


def square(board, cell, most):
    """The cells within so many squares of a cell, itself included."""
    x, y = board.xy(cell)
    return [
        board.cell(cx, cy)
        for cy in range(y - most, y + most + 1)
        for cx in range(x - most, x + most + 1)
        if board.inside(cx, cy)
    ]


def free(state, at, cells):
    """Those of the cells on which nobody is to stand."""
    taken = set(at.values())
    return [cell for cell in cells if cell not in taken]


def touchers(state, at, foe, seat):
    """The stands of a seat that are next to an enemy, by the cells of `at`."""
    near = state.board.neighbours(foe.at)
    return [name for name, cell in at.items() if cell in near and state.units[name].seat == seat]


def touches_any(state, unit):
    """Whether a stand is next to an enemy."""
    return any(foe.at in state.board.neighbours(unit.at) for foe in foes(state, unit.seat))


def slots(state, at, seat):
    """The free cells next to an enemy that fewer than two stands touch, in order."""
    cells = {c for foe in foes(state, seat) if len(touchers(state, at, foe, seat)) < 2
             for c in state.board.neighbours(foe.at)}  # fmt: skip
    return sorted(cells - set(at.values()))


def apart(state, at, group):
    """The stands of a formation that its larger part has no link to."""
    own = [u.id for u in members(state, group) if u.id in at]
    linked, todo = {own[0]}, [own[0]]
    while todo:
        here = todo.pop()
        near = [n for n in own if n not in linked and gap(state, at[n], at[here]) <= LINK]
        linked.update(near)
        todo += near
    lost = [n for n in own if n not in linked]
    return lost if len(lost) <= len(linked) else sorted(linked)


# -- steps ------------------------------------------------------------------------------------------------------------


@step
def orders(t):
    """Ask the seat which formation acts and how; again until all have acted."""
    state = t.state
    seat = state.seat or state.seats[0]
    names = [g for g in dict.fromkeys(u.group for u in state.standing(seat)) if g not in state.done]
    if not names:
        return

    def listed():
        for name in names:
            first = lead(state, name)
            yield Option(f"{name}:advance", "advance", first.id, formation=name, text=f"{name.upper()} advances")
            yield Option(f"{name}:hold", "hold", first.id, formation=name, text=f"{name.upper()} holds")
            for foe in dict.fromkeys(u.group for u in foes(state, seat)):
                yield Option(
                    f"{name}:engage:{foe}", "engage", first.id, lead(state, foe).id,
                    tuple(u.id for u in members(state, foe)), formation=name,
                    text=f"{name.upper()} engages {foe.upper()}",
                )  # fmt: skip

    choice = t.ask(
        seat, "activate", listed, question="which formation acts, and how?",
        note="One formation after the other.", clauses=("DR-01",), default=f"{names[0]}:hold",
    )  # fmt: skip
    name = choice.formation
    first = lead(state, name)
    state.done += (name,)
    t.emit(Activated(first.id))
    state.seat = seat
    if choice.action != "hold":
        kind = "move" if choice.action == "advance" else "counter_charge"
        asked = name if kind == "move" else state.units[choice.target].group
        t.begin(Drafting(choice.action, first.id, drafting=asked), kind)
        window(t, [lead(state, asked).seat], kind, first.id, cell=first.at)
        if kind != "move":
            t.then(result)
        t.then(q_end)
    t.then(orders)


@step
def result(t):
    """Roll the result of a charge."""
    t.roll(Result())


# -- positions --------------------------------------------------------------------------------------------------------


def setup(rows, seat="blue", pace=0):
    """A table drawn in rows: `.` ground, `l3` a stand of formation l; `t1` is a carrier of l with p1 and p2 aboard."""
    units, width = [], max(len(row.split()) for row in rows)
    for y, row in enumerate(rows):
        for x, word in enumerate(row.split()):
            if word != ".":
                units.append((word, y * width + x))
    specs = []
    for name, cell in sorted(units):
        group = "l" if name[0] in "lt" else name[0]
        side = "red" if group in "hx" else "blue"
        kind = "carrier" if name[0] == "t" else "horde" if side == "red" else "line"
        stats = {"PACE": pace} if pace else {}
        specs.append(UnitSpec(name, side, kind, cell, group=group, stats=stats))
        if kind == "carrier":
            specs += [UnitSpec(f"p{i}", side, "line", cell, group=group, aboard=name, stats=stats) for i in (1, 2)]
    board = Board.from_rows(["." * width for _ in rows])
    return Setup("drill", "Drill ground", board, ("blue", "red"), tuple(specs), turns=2, seat=seat)


def match(rows, seat="blue", pace=0, faces=()):
    """A match on it; the dice fall as given, then by seed."""
    return Match(
        setup(rows, seat, pace), Drill(), DiceSource("script", script=tuple(faces)) if faces else DiceSource(seed=3)
    )


CHARGED = [
    ". . . . . . . . . . . . . . . . . . . . . . . . . .",
    ". . . . . . . . . . . . . . . . . . . . . . . . . .",
    ". . . . . . . . . . . . . . . . . . . . . . . . . .",
    ". . . . . h4 . . h5 . . . . . . . . . x1 . . . . . . .",
    ". . . . . . . . . h6 . . . . . . . . x2 . . . . . . .",
    ". . . . . . h2 . h1 . . h3 . . . . . . x3 . . . . . . .",
    ". . . . . . . l1 . . . . . . . . . . . . . . . . . .",
    ". . . . . . . . . . l3 . . . . . . . . . . . . . . .",
    ". . . . . . . . l2 . . . . . . . . . . . . . . . . .",
    ". . . . . . . . . . . l4 . . t1 . . . . . . . . . . .",
    ". . . . . . . . . . l5 . l6 . . . . . . . . . . . . .",
    ". . . . . . . . . . . . . . . . . . m1 . m2 . . . . .",
    ". . . . . . . . . . . l7 . l8 . . . . m3 . m4 . . . . .",
    ". . . . . . . . . . . . . . . . . . . . . . . . . .",
    ". . . . . . . . . . . . . . . . . . . . . . . . . .",
]
"""Red’s horde has come to L1; Blue’s second line may counter charge, its Motor company stands apart."""
