"""The model of the battle screen: view, decision and selection. Everything else in it is asked of the engine."""

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
from game.session.formations import offered_formations, open_to, shifted
from game.session.hints import Hint
from game.session.laying import last_markers
from game.session.turns import known_choices
from game.ui.battle.choices import PLAN_BUTTONS, Choices
from game.ui.battle.viewed import Viewed, remembered

AS_ONE = Pace("formation")
"""The pace of a formation that is moved in one gesture."""
FEW = 6
"""The most moves of a stand in a plan that are listed as rows, too."""


@dataclass
class Model(Viewed):
    """The session as it is shown, and what the player has picked. All parts of the battle screen talk through it."""

    selected: str = ""
    """The id of the selected unit."""
    formation: str = ""
    """The id of the formation that is selected as a whole, "" while single stands are."""
    chosen: str = ""
    """The id of the chosen option."""
    holding: str = ""
    """How long the chosen pass lasts (`until`), in a game that is only shown."""
    supposing: tuple[int, int] = (-1, 0)
    """The reply of the next decider that figures assume, by its number, and how many choices had been made then."""
    opening: Option | None = None
    """The chosen option with its target, where the target is asked about only later."""
    pace: Pace = NO_PACE
    path: tuple[int, ...] = ()
    """The path of the chosen move once it has been bent."""
    bends: list[int] = field(default_factory=list)
    typed: list[int] = field(default_factory=list)
    """The faces of the player's own dice that have been typed so far."""
    notice: str = ""
    """What the player has just been told."""
    refusal: Refusal | None = None
    """Why a click was no answer, if that is what the notice says."""
    sight: bool = False
    """Whether the cells that the selected unit sees are shown."""
    threat: bool = False
    """Whether the cells that the enemy sees are shown."""
    hint: Hint | None = None
    """What the computer would do here, until the question is answered."""
    better: tuple[int, int] = (-1, -1)
    """In a game that is only shown: a number of choices, and the cell of a better choice than the next one."""
    choices: Choices = field(default_factory=Choices)
    changes: int = 0
    """Goes up whenever a field is set; while it stays the same, nothing that shows the model need be drawn again."""
    _sorted: Decision | None = None
    """The decision that `choices` is the index of."""
    _draft: tuple[str, int] | None = None
    """The plan that is being drawn up: the kind of question, and the number of events before it."""

    def __setattr__(self, name: str, value: object) -> None:
        """Set a field and count the change, unless the field is private."""
        object.__setattr__(self, name, value)
        if not name.startswith("_"):
            self.__dict__["changes"] = self.__dict__.get("changes", 0) + 1

    def refresh(self) -> None:
        """Read the session again, after a choice, an undo or a change of viewer."""
        self.read()
        self.take()
        self.pace = NO_PACE
        self.path, self.bends, self.typed, self.refusal = (), [], [], None
        if self.hint is not None and (self.hint.made != len(self.session.match.history) or self.moment is not None):
            self.hint = None
        decision = self.decision
        if decision is not self._sorted:
            self._sorted = decision
            self.choices = Choices(
                decision.options if decision is not None and self.mine else (), self.groups, self.words.passes
            )
        self.selected = self._unit_to_select()
        if self.formation not in self.whole_formations or self.group_of(self.selected) != self.formation:
            self.formation = ""
        if decision is not None and decision.options and self.mine and not self.drafting:
            self.chosen = suggested(self.session) if decision.kind not in self.words.free else ""
        self._begin_draft()

    def _unit_to_select(self) -> str:
        """The unit that is selected for a new question.

        That is the unit asked; in a reaction window the unit that acts, unless the selected one may answer; else one
        that may answer.
        """
        decision, units = self.decision, self.choices.units
        if decision is None:
            return self.selected
        if decision.unit:
            return decision.unit
        if not self.can(self.selected):
            if decision.kind == REACT and self.view.action is not None:
                return self.view.action.unit or self.selected
            if decision.kind != REACT and self.mine:
                unit = self.units.get(self.selected)
                own = unit is not None and unit.seat in self.session.sight.answers and not self.choices.victims
                return next(iter(self.able()), self.selected if own else "")
        return next(iter(units)) if self.mine and len(units) == 1 and self.at_once() else self.selected

    def _begin_draft(self) -> None:
        """Select the whole formation at the beginning of a plan, where that is usual, by a stand that can move."""
        decision, before = self.decision, self._draft
        self._draft = (decision.kind, len(self.log)) if decision is not None and self.mine and self.drafting else None
        group = self.group_of(self.selected) if self.deploying else next(iter(self.choices.formation_moves), "")
        usual = self.deploying or (decision is not None and decision.kind in self.words.as_one)
        if group not in self.whole_formations or not usual or self._draft in (None, before):
            return
        if self.plan or self.moment is not None:
            return
        if self.group_of(self.selected) != group or self.refusal_of(self.selected) is not None:
            self.selected = self.led_by(group)
        self.formation = group

    def show(self, moment: Frame | None) -> None:
        """Show the table of a frame, or with None the table as it stands now."""
        self.moment = moment
        self.refresh()

    def pick(self, unit: str) -> None:
        """Select a unit, and forget what was chosen for another."""
        self.selected = unit
        self.take()
        self.pace, self.formation = NO_PACE, ""
        self.path, self.bends = (), []

    def take(self, option: str = "", *, until: str = "", opening: Option | None = None) -> None:
        """Choose the option of that id ("" for none), and forget the details of the one before.

        `until`: how long it lasts, if it is a pass. `opening`: the same option with the target, asked about later.
        """
        self.chosen, self.holding, self.opening = option, until, opening

    def fix_pace(self, pace: Pace) -> None:
        """Fix the pace of moves, or if it is fixed already leave it open again."""
        self.pace = NO_PACE if self.pace == pace else pace
        self.chosen, self.path = "", ()

    def refuse(self, refusal: Refusal | None) -> None:
        """Put into the notice why a click was no answer, with the clause; None clears the notice."""
        self.refusal = refusal
        self.notice = _refused(refusal) if refusal is not None else ""

    @property
    def noticed(self) -> Refusal | None:
        """The refusal that the notice is about; None if it says something else by now."""
        refusal = self.refusal
        return refusal if refusal is not None and self.notice == _refused(refusal) else None

    def toggle_sight(self) -> None:
        """Show or hide the cells that the selected unit sees; say so if the rulebook has no lines of sight."""
        if not self.sighted:
            self.notice = SIGHTLESS
            return
        self.sight, self.threat = not self.sight, False

    def toggle_threat(self) -> None:
        """Show or hide the cells that enemies see, or the fire that these cells would draw."""
        self.sight, self.threat = False, not self.threat

    # -- options --------------------------------------------------------------------------------------------------

    def options(self) -> tuple[Option, ...]:
        """The options of the decision, none if the viewer is not asked."""
        return self.decision.options.all() if self.decision is not None and self.mine else ()

    def option(self) -> Option | None:
        """The chosen option, with its target if that was picked before it is asked about."""
        if self.opening is not None and self.opening.id == self.chosen and self.mine:
            return self.opening
        if self.mine:
            return self.choices.by_id.get(self.chosen)
        return self.decision.option(self.chosen) if self.decision is not None else None

    def subject(self) -> str:
        """The unit that the question is about: asked, in the chosen option, selected or acting, in this order."""
        decision, option = self.decision, self.option()
        if decision is None or decision.kind in self.words.free:
            return self.selected
        acting = self.view.action.unit if self.view.action is not None else ""
        own = self.selected if self.selected in self.units and self.units[self.selected].seat == decision.seat else ""
        named = (decision.unit, *((option.unit, option.target) if option is not None else ()), own, acting)
        return next((name for name in named if name in self.units), self.selected)

    def listed(self) -> list[Option]:
        """The options shown as rows: all but moves to cells, and only the selected unit's if it has any."""
        return self._rows_of(self.selected, self.formation)

    @remembered
    def _rows_of(self, unit: str, formation: str) -> list[Option]:
        """The rows for a selected unit, and for a formation if one is selected as a whole."""
        decision, choices = self.decision, self.choices
        if decision is None:
            return choices.rows
        if self.drafting:
            return self._plan_rows(unit, formation)
        rows = [o for o in choices.rows if o is not choices.passing]  # the pass has a button of its own
        if choices.formations:
            own = [o for o in rows if o.unit == unit or self._of_formation(o, unit)]
            return [*own, *(o for o in rows if not o.unit and not o.formation)]
        if decision.kind not in (*self.words.free, *self.words.by_unit):
            moves = choices.of_unit(decision.unit)
            return [*moves, *rows] if len(moves) == len(choices.by_id) <= FEW else rows
        own = [o for o in rows if o.unit == unit]
        alone = (own and choices.moves) or unit in choices.moves
        return [*own, *(o for o in rows if not o.unit)] if alone else rows

    def _plan_rows(self, unit: str, formation: str) -> list[Option]:
        """The rows of a plan: the moves of the selected stand if they are few, then its other options."""
        rows = [o for o in self.choices.rows if o.action not in PLAN_BUTTONS]
        moves = [] if formation else self.choices.of_unit(unit)
        own = [o for o in rows if (o.unit == unit and not formation) or self._of_formation(o, unit)]
        return [*(moves if len(moves) <= FEW else ()), *own, *(o for o in rows if not o.unit and not o.formation)]

    def _of_formation(self, option: Option, unit: str) -> bool:
        """Whether an option is for the formation of a unit."""
        group = self.group_of(unit)
        return bool(group) and option.formation == group

    def able(self) -> list[str]:
        """The units that have an option now, in the order of the view; of a formation that acts as one, its head."""
        units = self.choices.units
        acting = self.choices.formations - {self.group_of(name) for name in units}
        heads = {self.head_of(group) for group in acting}
        return [name for name in self.units if name in units or name in heads]

    def can(self, name: str) -> bool:
        """Whether a unit or its formation has an option now."""
        return name in self.choices.units or self.group_of(name) in self.choices.formations

    def moves(self, unit: str = "") -> Iterator[Option]:
        """The moves of a unit, or of the selected one, in the order of the decision."""
        return iter(self.choices.of_unit(unit or self.selected))

    def aimed_at(self, unit: str) -> Option | None:
        """The listed option against a unit or its formation; None if there is none but the chosen one.

        Those of the selected unit come first, then those with the fewest targets.
        """
        group = self.group_of(unit)
        options = [
            o for o in self.listed() if unit and (unit in (o.target, *o.targets) or (group and o.target == group))
        ]
        options.sort(key=lambda o: (o.unit != self.selected, len(o.targets)))
        return next((o for o in options if o.id != self.chosen), None)

    def paces(self) -> list[Pace]:
        """The paces of the selected unit's moves, in the rulebook's order."""
        return list(dict.fromkeys(o.how for o in self.moves()))

    def move_to(self, cell: int, unit: str = "") -> Option | None:
        """The move of a unit, or of the selected unit or formation, to a cell; None if it cannot go there.

        It is at the fixed pace, else at the calmest pace that reaches the cell.
        """
        if self.formation and not unit and self.deploying:
            return next(iter(self.choices.to(self.selected, cell)), None) if self.set_up_at(cell) else None
        if self.formation and not unit:
            return self._whole_to(self._shifted(cell, 1))
        moves = self.choices.to(unit or self.selected, cell)
        if self.pace:
            moves = [o for o in moves if o.how == self.pace]
        return self.words.calmest(moves) if moves else None

    def reach(self) -> dict[Pace, set[int]]:
        """The cells that the selected unit can go to, by pace; of a whole formation, those of its selected stand."""
        return self._bands(self.selected, self.formation)

    @remembered
    def _bands(self, unit: str, formation: str) -> dict[Pace, set[int]]:
        """The cells by pace for a selected unit, and for its formation if that is selected as a whole."""
        if formation and self.deploying:
            return {AS_ONE: set(self._open_to(formation)[unit])}
        if formation:
            return {AS_ONE: {self._shifted(cell, -1) for cell in self.choices.formation_moves[formation]} - {-1}}
        bands: dict[Pace, set[int]] = {}
        for option in self.moves(unit):
            bands.setdefault(option.how, set()).add(option.to)
        return bands

    def _whole_to(self, cell: int) -> Option | None:
        """The formation's move to a cell, or if one of its own stands is there, to a cell beside it."""
        moves = self.choices.formation_moves[self.formation]
        if cell in moves or cell < 0:
            return moves.get(cell)
        own = {self.units[name].at for name in self.standing(self.formation)}
        near = self.session.setup.board.neighbours(cell) if cell in own else ()
        return next((moves[beside] for beside in near if beside in moves), None)

    def pointing(self, cell: int) -> tuple[str, int]:
        """The unit or formation that a click on a cell moves, and its goal (of a formation that of its leader)."""
        if not self.formation or self.deploying:
            return self.selected, cell
        shifted = self._shifted(cell, 1)
        return (self.formation, shifted) if shifted >= 0 else (self.selected, cell)

    def _shifted(self, cell: int, sign: int) -> int:
        """The goal of the formation's leading stand if its selected one goes to a cell; the reverse with `sign` -1.

        It is -1 off the board. On hexes formations do not move as a whole, so there the cell is returned as it is.
        """
        board = self.session.setup.board
        if cell < 0 or board.grid != "square":
            return cell
        lead = board.xy(self.units[self.led_by(self.formation)].at)
        held = board.xy(self.units[self.selected].at)
        x, y = (place + sign * (a - b) for place, a, b in zip(board.xy(cell), lead, held, strict=True))
        return board.cell(x, y) if board.inside(x, y) else -1

    def missing(self) -> Sequence[Refusal]:
        """Why answers that one might expect of the selected unit are not on offer."""
        return self._missing(self.selected)

    @remembered
    def _missing(self, unit: str) -> Sequence[Refusal]:
        return missing(self.session, unit)

    @remembered
    def why(self, unit: str) -> list[Option] | Refusal | None:
        """What a unit of the viewer may do in the open reaction window, or why it may not; None without a window."""
        return self.session.why(unit)

    # -- drafts ---------------------------------------------------------------------------------------------------

    @property
    def drafting(self) -> bool:
        """Whether the viewer is drawing up a plan that is confirmed as a whole."""
        decision = self.decision
        if decision is None or not self.mine or decision.seat == DICE or decision.kind == self.words.order_kind:
            return False
        return self.choices.confirm is not None or self.choices.reset is not None or bool(self.plan)

    @property
    def deploying(self) -> bool:
        """Whether units are set up before the first turn."""
        return self.decision is not None and self.decision.kind == DEPLOY

    @property
    def whole_formations(self) -> Collection[str]:
        """The formations that can be moved as a whole; at the set-up those of several stands."""
        return self._set_up_as_one if self.deploying else self.choices.formation_moves

    @property
    @remembered
    def _set_up_as_one(self) -> Mapping[str, list[str]]:
        """The formations that can be set up as a whole, with their stands."""
        return offered_formations(self.session.match, self.decision)

    @remembered
    def _open_to(self, formation: str) -> dict[str, set[int]]:
        """The cells on which each stand of a formation could be set up: its own, and those without other units."""
        stands = self._set_up_as_one.get(formation, ())
        return open_to(self.units.values(), {name: [move.to for move in self.choices.of_unit(name)] for name in stands})

    def set_up_at(self, cell: int) -> dict[str, int]:
        """The cells of the formation's stands if the selected one is set up on a cell; empty if it cannot be."""
        free = self._open_to(self.formation)
        cells = {name: self.units[name].at for name in free}
        return shifted(self.session.setup.board, cells, free, self.selected, cell) if self.selected in cells else {}

    def rest(self) -> list[str]:
        """The units that have no place in the plan and only a few moves, those nearest to their targets first.

        Empty where formations are moved as a whole: that is one gesture already.
        """
        if not self.drafting or self.whole_formations or self.deploying:
            return []
        board, planned = self.session.setup.board, {row.unit for row in self.plan}
        goals: dict[str, int] = {}
        for name, moves in self.choices.moves.items():
            if len(moves) <= FEW and name not in planned:
                first = moves[0]
                goals[name] = self.units[first.target].at if first.target in self.units else first.to
        return sorted(goals, key=lambda name: board.distance(self.units[name].at, goals[name]))

    def stood_on(self) -> tuple[set[int], set[int]]:
        """The cells of all standing units, and those of the person who is asked, else of the viewer."""
        session = self.session
        own_seat = session.asked if session.asked in session.people else session.viewer
        standing = [unit for unit in session.match.front.units.values() if not unit.out]
        return {unit.at for unit in standing}, {unit.at for unit in standing if unit.seat == own_seat}

    def plan_refusal(self) -> Refusal | None:
        """Why the plan cannot be confirmed as it is; None if it can."""
        decision = self.decision
        return (
            decision.refused[0] if decision is not None and self.choices.confirm is None and decision.refused else None
        )

    @remembered
    def remarks(self) -> tuple[Remark, ...]:
        """What follows from the plan as it stands."""
        return remarks(self.session)

    def refusal_of(self, unit: str) -> Refusal | None:
        """Why a stand may not move in this plan; None if it may."""
        decision = self.decision
        if decision is None or not self.drafting:
            return None
        rest = decision.refused if self.choices.confirm is not None else decision.refused[1:]
        return next((no for no in rest if no.unit == unit), None)

    @remembered
    def drafted(self, option: Option) -> Drafted:
        """The plan with this option in it."""
        return self.session.match.drafted(option)

    @remembered
    def forecast(self, option: Option) -> Forecast | None:
        """The engine's sum and chances for an option; None if it has none."""
        return self.session.forecast(option)

    @remembered
    def foretold(self, option: Option) -> tuple[Remark, ...]:
        """What an answer leads to."""
        return foretold(self.session, option)

    def dangers(self, option: Option, path: tuple[int, ...]) -> dict[int, int]:
        """The number of enemies that see each step of an option's path.

        Where the rulebook names the units that could answer the move, only those count.
        """
        answerers = [remark for remark in self.foretold(option) if isinstance(remark, Answerers)]
        could = None
        if answerers and path == self.path_of(option):  # the rulebook tells it of the shortest path
            could = {name for remark in answerers for name in remark.units}
        return self.guns_on(path, self.units[option.unit].seat, could)

    def dangers_under_way(self) -> dict[int, int]:
        """The number of enemies that see each step of the action under way; none once it is over.

        A viewer who is asked to answer the action sees how many of its own units can do so at each step.
        """
        action, decision = self.view.action, self.decision
        if action is None or action.status in OVER:
            return {}
        if decision is not None and self.mine and any(option.point >= 0 for option in decision.options):
            return dict(Counter(point for _, point in {(o.unit, o.point) for o in decision.options if o.point >= 0}))
        return self.guns_on(action.path, self.units[action.unit].seat)

    def towards(self, unit: str, cell: int) -> Option | None:
        """The option that begins an attack on an enemy at a cell, where the target is asked about only later."""
        if not self.mine or unit not in self.units or self.drafting:
            return None
        enemies = (name for name in self.units_at(cell) if self.units[name].seat not in self.session.sight.answers)
        openings = (towards(self.session, unit, enemy) for enemy in enemies)
        return next((option for option in openings if option is not None), None)

    @remembered
    def attacks(self, unit: str) -> bool:
        """Whether there is an enemy on which a unit could begin an attack."""
        return any(self.towards(unit, cell) for cell in set(self.enemy_cells()))

    @remembered
    def laid_before(self) -> Mapping[UnitId, MarkerKind]:
        """The marker that each unit of the seat was given in the last turn."""
        return last_markers(self.session)

    @remembered
    def choices_told(self) -> int:
        """How many choices everybody may know of."""
        return known_choices(self.session.match)

    @remembered
    def involved(self, option: Option) -> Involved:
        """The units that carry an option out, and those it is done to, even if that is at the end of a move."""
        return involved(self.session, option)

    @remembered
    def path_of(self, option: Option) -> tuple[int, ...]:
        """The cells of a move from the first to the last."""
        match = self.session.match
        full = match.rules.complete(match.front, option)
        return (match.front.units[option.unit].at, *full.path)


def _refused(refusal: Refusal) -> str:
    """A refusal as a sentence that cites its clause."""
    return f"{cited(refusal.said, refusal.clause)}."
