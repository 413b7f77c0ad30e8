"""What the battle screen knows at one moment: view, decision, selection. Everything in it comes from the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from game.engine.decisions import DICE, Answerers, Decision, Involved, Refusal, Remark
from game.engine.deployment import DEPLOY
from game.engine.forecast import Forecast
from game.engine.match import Drafted, Frame
from game.engine.names import NO_PACE, MarkerKind, Pace, UnitId
from game.engine.options import REACT, Option
from game.engine.presentation import SIGHTLESS
from game.engine.queue import OVER
from game.engine.wording import cited
from game.session.beforehand import foretold, involved, missing, remarks, suggested, towards
from game.session.formations import open_to, shifted, wholes
from game.session.hints import Hint
from game.session.laying import laid_before
from game.session.turns import choices_told
from game.ui.battle.choices import PLAN_BUTTONS, Choices
from game.ui.battle.viewed import Viewed, remembered

AS_ONE = Pace("formation")
"""How a formation goes that is moved in one gesture."""
FEW = 6
"""A piece with so few ways to go in a draft has them as rows, too."""


@dataclass
class Model(Viewed):
    """The session as shown, with what the player has picked so far: what all parts of the battle screen talk through.

    `chosen` is the id of the chosen option; `whole` the formation that is moved in one gesture, "" while single
    stands are; `typed` the faces of own dice so far; `notice` what has just been said to the player, with `refusal` where it is
    why something that was pointed at is no answer; `sight` and
    `threat` whether what the selected unit sees, or what the enemy does, is laid over the map.
    """

    selected: str = ""
    whole: str = ""
    chosen: str = ""
    holding: str = ""
    """How long the pass is to hold that is chosen, in a game that is only shown."""
    begun: Option | None = None
    """The chosen answer with the one whom it is to attack, where that is asked about only later."""
    pace: Pace = NO_PACE
    path: tuple[int, ...] = ()
    bends: list[int] = field(default_factory=list)
    typed: list[int] = field(default_factory=list)
    notice: str = ""
    refusal: Refusal | None = None
    sight: bool = False
    threat: bool = False
    hint: Hint | None = None
    """What the computer would do here, while its question stands."""
    better: tuple[int, int] = (-1, -1)
    """The cell of what would have been better than what was chosen after so many choices, in a game that is only shown."""
    choices: Choices = field(default_factory=Choices)
    changes: int = 0
    """Goes up whenever anything else of it is set: while it stands still, a picture of the model need not be drawn again."""
    _sorted: Decision | None = None
    _draft: tuple[str, int] | None = None
    """The plan that is being drawn up: of what kind, and how much had happened before it. To plan tells nothing."""

    def __setattr__(self, name: str, value: object) -> None:
        """Set it and count the change; what it remembers for itself counts for none."""
        object.__setattr__(self, name, value)
        if not name.startswith("_"):
            self.__dict__["changes"] = self.__dict__.get("changes", 0) + 1

    def refresh(self) -> None:
        """Read the session again, after a choice, an undo or a change of hands."""
        self.read()
        self.take()
        self.pace = NO_PACE
        self.path, self.bends, self.typed, self.refusal = (), [], [], None
        if self.hint is not None and (self.hint.made != len(self.session.match.history) or self.moment is not None):
            self.hint = None
        asked = self.decision
        if asked is not self._sorted:
            self._sorted = asked
            self.choices = Choices(
                asked.options if asked is not None and self.mine else (), self.groups, self.words.passes
            )
        self.selected = self._taken_up()
        if self.whole not in self.wholes or self.group_of(self.selected) != self.whole:
            self.whole = ""
        if asked is not None and asked.options and self.mine and not self.drafting:
            self.chosen = suggested(self.session) if asked.kind not in self.words.free else ""
        self._begin_draft()

    def _taken_up(self) -> str:
        """The unit that a new question begins with: the one asked, else one that has an answer or whose action it answers."""
        asked, units = self.decision, self.choices.units
        if asked is None:
            return self.selected
        if asked.unit:
            return asked.unit
        if not self.can(self.selected):
            if asked.kind == REACT and self.view.action is not None:
                return self.view.action.unit or self.selected
            if asked.kind != REACT and self.mine:
                unit = self.units.get(self.selected)
                own = unit is not None and unit.seat in self.session.speakers and not self.choices.victims
                return next(iter(self.able()), self.selected if own else "")
        return next(iter(units)) if self.mine and len(units) == 1 and self.at_once() else self.selected

    def _begin_draft(self) -> None:
        """A plan begins with the whole formation in hand where most of them are made so, held by a stand that can move."""
        asked, before = self.decision, self._draft
        self._draft = (asked.kind, len(self.log)) if asked is not None and self.mine and self.drafting else None
        group = self.group_of(self.selected) if self.deploying else next(iter(self.choices.whole), "")
        as_one = group in self.wholes and asked is not None and (self.deploying or asked.kind in self.words.as_one)
        if not as_one or self._draft in (None, before):
            return
        if self.plan or self.moment is not None:
            return
        if self.group_of(self.selected) != group or self.refusal_of(self.selected) is not None:
            self.selected = self.led_by(group)
        self.whole = group

    def show(self, moment: Frame | None) -> None:
        """The table as it stood in a frame of what has just happened, or as it stands now."""
        self.moment = moment
        self.refresh()

    def pick(self, unit: str) -> None:
        """Select a unit; what was chosen for another is let go."""
        self.selected = unit
        self.take()
        self.pace, self.whole = NO_PACE, ""
        self.path, self.bends = (), []

    def take(self, option: str = "", *, until: str = "", begun: Option | None = None) -> None:
        """An answer is chosen, "" for none; what was said with the one before is let go.

        `until`: how long it holds, if it is a pass; `begun`: the same answer with whom it is to attack.
        """
        self.chosen, self.holding, self.begun = option, until, begun

    def fix_pace(self, pace: Pace) -> None:
        """Fix the pace, or let it go again."""
        self.pace = NO_PACE if self.pace == pace else pace
        self.chosen, self.path = "", ()

    def refuse(self, no: Refusal | None) -> None:
        """Say why what has just been pointed at is no answer, with the clause; None takes it back."""
        self.refusal = no
        self.notice = _refused(no) if no is not None else ""

    @property
    def noticed(self) -> Refusal | None:
        """The refusal that the notice tells; None where it tells something else by now."""
        no = self.refusal
        return no if no is not None and self.notice == _refused(no) else None

    def toggle_sight(self) -> None:
        """Show what the selected unit sees, if seeing means anything."""
        if not self.sighted:
            self.notice = SIGHTLESS
            return
        self.sight, self.threat = not self.sight, False

    def toggle_threat(self) -> None:
        """Show which cells enemies see, or what fire they would draw."""
        self.sight, self.threat = False, not self.threat

    # -- options --------------------------------------------------------------------------------------------------

    def options(self) -> tuple[Option, ...]:
        """The options of the decision on the screen."""
        return self.decision.options.all() if self.decision is not None and self.mine else ()

    def option(self) -> Option | None:
        """The chosen option, with the one whom it is to attack if that was said."""
        if self.begun is not None and self.begun.id == self.chosen and self.mine:
            return self.begun
        if self.mine:
            return self.choices.by_id.get(self.chosen)
        return self.decision.option(self.chosen) if self.decision is not None else None

    def subject(self) -> str:
        """The unit that the question is about: the one asked, that the chosen answer names, selected, or that acts."""
        asked, option = self.decision, self.option()
        if asked is None or asked.kind in self.words.free:
            return self.selected
        acting = self.view.action.unit if self.view.action is not None else ""
        own = self.selected if self.selected in self.units and self.units[self.selected].seat == asked.seat else ""
        named = (asked.unit, *((option.unit, option.target) if option is not None else ()), own, acting)
        return next((name for name in named if name in self.units), self.selected)

    def listed(self) -> list[Option]:
        """The options that are shown as rows: all but moves to cells; of the selected unit, if it has any."""
        return self._rows_of(self.selected, self.whole)

    @remembered
    def _rows_of(self, unit: str, whole: str) -> list[Option]:
        """The rows while a unit is selected, and perhaps a whole formation in hand."""
        asked, choices = self.decision, self.choices
        if asked is None:
            return choices.rows
        if self.drafting:
            return self._plan_rows(unit, whole)
        rows = [o for o in choices.rows if o is not choices.passing]  # its button stands there all the time
        if choices.formations:
            own = [o for o in rows if o.unit == unit or self._of_formation(o, unit)]
            return [*own, *(o for o in rows if not o.unit and not o.formation)]
        if asked.kind not in (*self.words.free, *self.words.by_unit):
            ways = choices.of_unit(asked.unit)
            return [*ways, *rows] if len(ways) == len(choices.by_id) <= FEW else rows
        own = [o for o in rows if o.unit == unit]
        alone = (own and choices.moves) or unit in choices.moves
        return [*own, *(o for o in rows if not o.unit)] if alone else rows

    def _plan_rows(self, unit: str, whole: str) -> list[Option]:
        """What stands in rows while a plan is drawn up: the few ways of the piece in hand, then what it may do besides."""
        rows = [o for o in self.choices.rows if o.action not in PLAN_BUTTONS]
        few = [] if whole else self.choices.of_unit(unit)
        own = [o for o in rows if (o.unit == unit and not whole) or self._of_formation(o, unit)]
        return [*(few if len(few) <= FEW else ()), *own, *(o for o in rows if not o.unit and not o.formation)]

    def _of_formation(self, option: Option, unit: str) -> bool:
        """Whether an answer is one of the formation that a unit stands in."""
        group = self.group_of(unit)
        return bool(group) and option.formation == group

    def able(self) -> list[str]:
        """Units that have an option now, in view order; a stand for each formation that acts as one."""
        names = self.choices.units
        acting = self.choices.formations - {self.group_of(name) for name in names}
        heads = {self.head_of(group) for group in acting}
        return [name for name in self.units if name in names or name in heads]

    def can(self, name: str) -> bool:
        """Whether the unit, or the formation it stands in, has an option now."""
        return name in self.choices.units or self.group_of(name) in self.choices.formations

    def moves(self, unit: str = "") -> Iterator[Option]:
        """Options of a unit, or of the selected one, that lead to a cell."""
        return iter(self.choices.of_unit(unit or self.selected))

    def aimed_at(self, unit: str) -> Option | None:
        """The listed option against a unit or its formation, of the selected unit first, that takes in the fewest.

        It is the next one after what is chosen.
        """
        group = self.group_of(unit)
        found = [o for o in self.listed() if unit and (unit in (o.target, *o.targets) or (group and o.target == group))]
        found.sort(key=lambda o: (o.unit != self.selected, len(o.targets)))
        return next((o for o in found if o.id != self.chosen), None)

    def paces(self) -> list[Pace]:
        """The paces of the selected unit's moves, in the rulebook's order."""
        return list(dict.fromkeys(o.how for o in self.moves()))

    def move_to(self, cell: int, unit: str = "") -> Option | None:
        """The move of a unit, or of what is selected, to a cell.

        At the chosen pace, else the first pace but the slowest that reaches it.
        """
        if self.whole and not unit and self.deploying:
            return next(iter(self.choices.to(self.selected, cell)), None) if self.set_up_at(cell) else None
        if self.whole and not unit:
            return self._whole_to(self._shifted(cell, 1))
        found = self.choices.to(unit or self.selected, cell)
        if self.pace:
            found = [o for o in found if o.how == self.pace]
        return self.words.calmest(found) if found else None

    def reach(self) -> dict[Pace, set[int]]:
        """Where what is selected can go, by pace: for a formation, where the selected stand comes to stand."""
        return self._bands(self.selected, self.whole)

    @remembered
    def _bands(self, unit: str, whole: str) -> dict[Pace, set[int]]:
        """The cells by pace while a unit is selected, by which a whole formation may be in hand."""
        if whole and self.deploying:
            return {AS_ONE: set(self._open_to(whole)[unit])}
        if whole:
            return {AS_ONE: {self._shifted(cell, -1) for cell in self.choices.whole[whole]} - {-1}}
        bands: dict[Pace, set[int]] = {}
        for option in self.moves(unit):
            bands.setdefault(option.how, set()).add(option.to)
        return bands

    def _whole_to(self, cell: int) -> Option | None:
        """The formation's move to a cell, or to one beside it where a stand of its own is in the way."""
        ways = self.choices.whole[self.whole]
        if cell in ways or cell < 0:
            return ways.get(cell)
        own = {self.units[n].at for n in self.standing(self.whole)}
        near = self.session.setup.board.neighbours(cell) if cell in own else ()
        return next((ways[beside] for beside in near if beside in ways), None)

    def pointing(self, cell: int) -> tuple[str, int]:
        """Who would go where by pointing at a cell: what is selected, or the formation in hand by its first stand."""
        if not self.whole or self.deploying:
            return self.selected, cell
        shifted = self._shifted(cell, 1)
        return (self.whole, shifted) if shifted >= 0 else (self.selected, cell)

    def _shifted(self, cell: int, sign: int) -> int:
        """The formation is held by the selected stand: from that stand's cell to the formation's, or back with -1."""
        board = self.session.setup.board
        if cell < 0 or board.grid != "square":
            return cell
        anchor, grip = board.xy(self.units[self.led_by(self.whole)].at), board.xy(self.units[self.selected].at)
        x, y = (place + sign * (a - g) for place, a, g in zip(board.xy(cell), anchor, grip, strict=True))
        return board.cell(x, y) if board.inside(x, y) else -1

    def missing(self) -> Sequence[Refusal]:
        """What one may look for among the answers of the selected unit and does not find, with reasons."""
        return self._missing(self.selected)

    @remembered
    def _missing(self, unit: str) -> Sequence[Refusal]:
        return missing(self.session, unit)

    @remembered
    def why(self, unit: str) -> list[Option] | Refusal | None:
        """What an own unit may do in the window that is open, or why nothing; None where there is no window."""
        return self.session.why(unit)

    # -- drafts -----------------------------------------------------------------------------------------------------

    @property
    def drafting(self) -> bool:
        """Whether the one who looks is drawing up a plan that is confirmed as a whole."""
        asked = self.decision
        if asked is None or not self.mine or asked.seat == DICE or asked.kind == self.words.order_kind:
            return False
        return self.choices.confirm is not None or self.choices.reset is not None or bool(self.plan)

    @property
    def deploying(self) -> bool:
        """Whether units are set up before the first turn."""
        return self.decision is not None and self.decision.kind == DEPLOY

    @property
    def wholes(self) -> Collection[str]:
        """The formations that are moved as one: where the rulebook has it so, and at a set-up those of several stands."""
        return self._set_up_as_one if self.deploying else self.choices.whole

    @property
    @remembered
    def _set_up_as_one(self) -> Mapping[str, list[str]]:
        """The formations that are set up as one, with their stands."""
        return wholes(self.session.match, self.decision)

    @remembered
    def _open_to(self, whole: str) -> dict[str, set[int]]:
        """The cells on which each stand of a formation could be set up: its own, and where nobody else is."""
        names = self._set_up_as_one.get(whole, ())
        return open_to(self.units.values(), {name: [way.to for way in self.choices.of_unit(name)] for name in names})

    def set_up_at(self, cell: int) -> dict[str, int]:
        """Where the stands of the formation in hand come to stand if the selected one is set up on a cell; nothing if it cannot."""
        free = self._open_to(self.whole)
        at = {name: self.units[name].at for name in free}
        return shifted(self.session.setup.board, at, free, self.selected, cell) if self.selected in at else {}

    def rest(self) -> list[str]:
        """Units that have no place in the plan and few ways to get one, those nearest to their targets first.

        None where formations are moved as a whole: then that is the one gesture for all.
        """
        if not self.drafting or self.wholes or self.deploying:
            return []
        board, planned = self.session.setup.board, {row.unit for row in self.plan}
        ways = {
            name: found[0] for name, found in self.choices.moves.items() if len(found) <= FEW and name not in planned
        }
        goals = {name: self.units[way.target].at if way.target in self.units else way.to for name, way in ways.items()}
        return sorted(goals, key=lambda name: board.distance(self.units[name].at, goals[name]))

    def stood_on(self) -> tuple[set[int], set[int]]:
        """The cells on which units stand: all of them, and those of the person who is asked or looks."""
        session = self.session
        asked = session.asked if session.asked in session.people else session.viewer
        standing = [unit for unit in session.match.front.units.values() if not unit.out]
        return {unit.at for unit in standing}, {unit.at for unit in standing if unit.seat == asked}

    def plan_refusal(self) -> Refusal | None:
        """Why the plan cannot be confirmed as it is."""
        asked = self.decision
        return asked.refused[0] if asked is not None and self.choices.confirm is None and asked.refused else None

    @remembered
    def remarks(self) -> tuple[Remark, ...]:
        """What follows from the plan as it stands."""
        return remarks(self.session)

    def refusal_of(self, unit: str) -> Refusal | None:
        """Why a stand may not move in this draft."""
        asked = self.decision
        if asked is None or not self.drafting:
            return None
        rest = asked.refused if self.choices.confirm is not None else asked.refused[1:]
        return next((no for no in rest if no.unit == unit), None)

    @remembered
    def drafted(self, option: Option) -> Drafted:
        """The plan with this option in it."""
        return self.session.match.drafted(option)

    @remembered
    def forecast(self, option: Option) -> Forecast | None:
        """The engine's sum and chances for an option."""
        return self.session.forecast(option)

    @remembered
    def foretold(self, option: Option) -> tuple[Remark, ...]:
        """What an answer leads to."""
        return foretold(self.session, option)

    def dangers(self, option: Option, path: tuple[int, ...]) -> dict[int, int]:
        """For each step of an option's path, how many enemies see it, of those that could answer where that is told."""
        told = [remark for remark in self.foretold(option) if isinstance(remark, Answerers)]
        could = None
        if told and path == self.path_of(option):  # what is told is told of the shortest way
            could = {name for remark in told for name in remark.units}
        return self.guns_on(path, self.units[option.unit].seat, could)

    def dangers_under_way(self) -> dict[int, int]:
        """For each step of the action under way, how many enemies see it; nobody answers any more once it is over.

        Who is asked to answer it sees how many of his own can do so at that step.
        """
        action, asked = self.view.action, self.decision
        if action is None or action.status in OVER:
            return {}
        if asked is not None and self.mine and any(option.point >= 0 for option in asked.options):
            return dict(Counter(point for _, point in {(o.unit, o.point) for o in asked.options if o.point >= 0}))
        return self.guns_on(action.path, self.units[action.unit].seat)

    def towards(self, unit: str, cell: int) -> Option | None:
        """The answer with which a unit begins an attack on whoever stands at a cell, where that is asked about only later."""
        foes = [name for name in self.units_at(cell) if self.units[name].seat not in self.session.speakers]
        if not self.mine or unit not in self.units or self.drafting:
            return None
        return next((found for foe in foes if (found := towards(self.session, unit, foe)) is not None), None)

    @remembered
    def attacks(self, unit: str) -> bool:
        """Whether there is an enemy on whom a unit could begin an attack."""
        return any(self.towards(unit, cell) for cell in self.foes())

    def foes(self) -> set[int]:
        """The cells on which enemies of whoever looks stand."""
        return {unit.at for unit in self.units.values() if unit.seat not in self.session.speakers and not unit.out}

    @remembered
    def laid_before(self) -> Mapping[UnitId, MarkerKind]:
        """The marker that each own unit was given in the last turn."""
        return laid_before(self.session)

    @remembered
    def choices_told(self) -> int:
        """How many choices everybody knows of."""
        return choices_told(self.session.match)

    @remembered
    def involved(self, option: Option) -> Involved:
        """Who has a part in an answer: who carries it out, and whom it is done to, as by the end of a move."""
        return involved(self.session, option)

    @remembered
    def path_of(self, option: Option) -> tuple[int, ...]:
        """The cells a move option leads through, the start first."""
        match = self.session.match
        full = match.rules.complete(match.front, option)
        return (match.front.units[option.unit].at, *full.path)


def _refused(no: Refusal) -> str:
    """A refusal as a sentence, with its clause."""
    return f"{cited(no.said, no.clause)}."
