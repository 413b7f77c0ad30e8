"""The question and its answers on the map: reach, the interrupted action, the chosen option, the hover card."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.engine.names import Pace
from game.engine.options import Option
from game.engine.view import UnitView
from game.engine.wording import as_words, percent
from game.ui.battle import foresight, overlay
from game.ui.battle.choices import is_aimed
from game.ui.battle.glide import Point
from game.ui.battle.hover import HoverCard
from game.ui.battle.layers import Layer
from game.ui.battle.mapview import MapView
from game.ui.battle.marks import draw_involved
from game.ui.battle.model import Model
from game.ui.battle.pointer import Pointer
from game.ui.battle.reactors import reason_of
from game.ui.battle.way import WayPicture, draw_stops
from game.ui.canvas import Canvas
from game.ui.kit import Open
from game.ui.palette import INK, Colour

STYLES: tuple[overlay.BorderStyle, ...] = ("solid", "dashed", "dotted", "dotted")
"""The outline of each pace's reach, the shortest first; any further pace has the last style."""
REACH_ALPHA, FADE = 46, 9
"""How opaque (of 255) the tint of the shortest reach is, and by how much less each longer one is."""


class ActionPicture:
    """Draws the interrupted action, and the option that is chosen or pointed at."""

    def __init__(self, model: Model, view: MapView, pointer: Pointer, open_clause: Open) -> None:
        self.model, self.view, self.pointer, self.open_clause = model, view, pointer, open_clause
        self.hover = HoverCard(model, view, open_clause)
        self.layer = Layer()
        self.flags: Sequence[pygame.Rect] = ()
        self.way = WayPicture(model, view)
        """The way that is drawn over the map, if there is one: it has the declared and the chosen shots in it."""
        self.plates: list[pygame.Rect] = []
        """The plates of the action under way, in real pixels."""

    def draw_reach(self, canvas: Canvas) -> None:
        """The cells that the selected unit can reach, a band for each pace."""
        model = self.model
        bands = self._bands()
        if not bands:
            return
        colours = model.colours(model.units[model.selected].seat)
        unit = model.session.match.front.units[model.selected]
        start = set() if unit.out else {unit.at}

        watched = frozenset(model.watched())  # these keep a tint of their own, and only the outline shows the reach

        def paint(layer: pygame.Surface) -> pygame.Rect:
            inner: set[int] = set()
            outlines = []
            for place, (_, cells) in enumerate(bands):
                band = min(place, len(STYLES) - 1)
                tint = (*colours.fill, REACH_ALPHA - FADE * band)
                overlay.fill_cells(layer, self.view, cells - inner - watched, tint)
                inner |= cells
                outlines.append(overlay.outline_cells(layer, self.view, cells | start, colours.edge, STYLES[band]))
            return overlay.around(outlines)

        self.layer.draw(canvas.surface, self.view, (colours, start, bands, watched), paint)

    def _bands(self) -> list[tuple[Pace, set[int]]]:
        """The cells that the selected unit can go to at each pace that is shown, the shortest reach first."""
        model = self.model
        if not model.mine or model.decision is None or model.selected not in model.units:
            return []
        bands = model.reach()
        if not (model.drafting or model.decision.kind in (*model.words.free, *model.words.reach)):
            return []
        visible = {model.pace: bands[model.pace]} if model.pace in bands else bands
        return sorted(visible.items(), key=lambda band: len(band[1]))

    def draw_paces(self, canvas: Canvas, flags: Sequence[pygame.Rect]) -> None:
        """The name of each pace, on cells that no shorter pace reaches, else outside, next to them.

        It stands away from units, and lies under no flag, if there is room elsewhere, and never on or between units: if
        there is no other place, it is left out. Where every cell of a pace is occupied, it stands beside one.
        """
        model, bands = self.model, self._bands()
        if not bands or (model.drafting and len(bands) == 1):
            return
        edge = model.colours(model.units[model.selected].seat).edge
        standing = self._standing()
        around = {near for cell in standing for near in self.view.board.neighbours(cell)}
        taken, reached = standing.union(self.chosen_path()), set[int]().union(*(cells for _, cells in bands))
        for pace, cells in bands:
            words = model.words.plates.get(pace, as_words(pace).upper())
            outside = {near for cell in cells for near in self.view.board.neighbours(cell)} - reached
            regions = (cells - taken - around, cells - taken, outside - around, outside)
            place = overlay.plate_place(canvas, self.view, words, regions, flags, standing=standing)
            if cells and cells <= standing:
                place = overlay.plate_beside(canvas, self.view, words, min(cells), standing=standing)
            taken |= cells
            if place is not None:
                overlay.label_plate(canvas, *place, words, edge)

    def chosen_path(self) -> tuple[int, ...]:
        """The cells of the chosen move from the first to the last; empty if no move is chosen."""
        option = self.model.option()
        if option is None or option.to < 0 or option.point >= 0 or option.unit not in self.model.units:
            return ()
        return self.model.path or self.model.path_of(option)

    def draw_interrupted(self, canvas: Canvas) -> None:
        """The interrupted action: its path with step discs, its target, and the shots declared so far."""
        model, view = self.model, self.view
        action = model.view.action
        self.plates = []
        if action is None or not action.unit:
            self.way.draw_shots(canvas)
            return
        path = action.path
        colours = model.colours(model.units[action.unit].seat)
        if len(path) > 1:
            overlay.draw_path(canvas, view, path, colours.edge)
        self.way.draw_shots(canvas)
        if len(path) > 1:
            decision = model.decision
            closed: set[int] = set()
            now = -1
            if decision is not None and model.mine and any(o.point >= 0 for o in decision.options):
                able = {o.unit for o in decision.options if o.point >= 0}
                open_points = {
                    o.point for o in decision.options if model.selected not in able or o.unit == model.selected
                }
                closed = set(range(len(path))) - open_points
                option = self._shown_option()
                now = option.point if option is not None else -1
            overlay.draw_discs(canvas, view, path, colours.edge, closed=closed, now=now)
            whole = foresight.known(model)
            chances = whole is not None and whole.stops  # they say more than the number of guns
            if not chances and not self.way.stages:
                overlay.draw_pips(canvas, view, path, model.dangers_under_way(), self._standing())
        if not self.way.stages:
            self._declared(canvas)
        if len(path) > 1 and action.status == "waiting":
            words = as_words(action.how).upper()
            place = overlay.plate_beside(canvas, view, words, path[0], standing=self._standing(), path=path)
            if place is not None:
                self.plates.append(overlay.label_plate(canvas, *place, words, INK))

    def _declared(self, canvas: Canvas) -> None:
        """The shots that are declared and not yet carried out."""
        model, view = self.model, self.view
        for reaction in model.reactions():
            aimed = reaction.status == "now" and model.option() is not None
            if reaction.status in ("declared", "now") and reaction.target in model.units and not aimed:
                unit, target = model.units[reaction.unit], model.units[reaction.target]
                side = model.side(unit.seat)
                a, b = view.at(unit.at), view.at(target.at)
                overlay.draw_shot(canvas, view, (a, b), model.colours(unit.seat).edge, overlay.shot_style(side))

    def draw_path_and_marks(self, canvas: Canvas) -> None:
        """The path of a move, and marks round the units that an answer involves.

        They lie under the tokens, so that ids and markers stay readable.
        """
        model, option = self.model, self._shown_option()
        if self.pointer.carried:
            return
        move = self._move()
        if move is not None:
            colours = model.colours(model.units[move.unit].seat)
            overlay.draw_path(canvas, self.view, self._path_of(move), colours.edge)
        if option is None or self.pointer.barred() or not model.mine or self.way.stages:
            return
        if option.point < 0 and option.action not in model.words.passes:
            draw_involved(canvas, self.view, model, option)

    def _move(self) -> Option | None:
        """The chosen move, else the move to the cell under the pointer."""
        model, option, cell = self.model, self._shown_option(), self.pointer.cell
        if option is None or option.to < 0 or option.point >= 0:
            return model.move_to(cell) if cell >= 0 and model.decision and model.mine else None
        return option if option.unit in model.units and not is_aimed(option) else None

    def _path_of(self, move: Option) -> tuple[int, ...]:
        """The cells of a move from the first to the last; the chosen move has its bends."""
        model = self.model
        bent = model.path if move is model.option() else ()
        return (model.units[move.unit].at, *bent) if bent else model.path_of(move)

    def draw_option(self, canvas: Canvas, flags: Sequence[pygame.Rect]) -> None:
        """The chosen option, else what the pointer is on: a possible move, a line of sight, a unit.

        Call-outs keep off the `flags` of objectives (in real pixels) if they can.
        """
        self.flags = flags
        if self.pointer.carried:
            self._carried(canvas)
            return
        cell = self.pointer.cell
        if self.pointer.cursor >= 0 and self.pointer.hover < 0:
            overlay.draw_cursor(canvas, self.view, self.pointer.cursor)
        self._foreseen(canvas)
        option = self._shown_option()
        if option is not None and option is self._move():
            self._planned(canvas, option)
        barred = self.pointer.barred()
        if option is not None and not barred and not self.way.stages:
            self._aimed(canvas, option)
        self._barred(canvas, barred)
        self._sight_to_pointer(canvas, cell)

    def _foreseen(self, canvas: Canvas) -> None:
        """The way to the outcome that is shown, and the chances if the move that is answered stops on its way."""
        whole, way = foresight.known(self.model), self.way
        way.draw_ghosts(canvas)
        if whole is not None and whole.stops:
            falls = next((stage.cell for stage in way.stages if whole.unit in stage.fallen), -1)
            self.plates += draw_stops(canvas, self.view, whole, falls)
        way.draw_marks(canvas, self.plates)

    def _shown_option(self) -> Option | None:
        """The option whose row or card the mouse is on, else the chosen option."""
        return self.model.choices.by_id.get(self.pointer.row()) or self.model.option()

    def _barred(self, canvas: Canvas, name: str) -> None:
        """The line of sight from a unit that may not answer to what it would answer: blocked, or how far it is."""
        model, unit = self.model, self.model.units.get(name)
        refusal = reason_of(model, name) if unit is not None else None
        if unit is None or refusal is None or not model.sighted:
            return
        cell = refusal.cell if refusal.cell >= 0 else model.trigger_cell()
        if cell >= 0 and cell != unit.at:
            overlay.draw_sight(canvas, self.view, unit.at, cell, model.length, units=self._standing())

    def _aimed(self, canvas: Canvas, option: Option) -> None:
        """The line of fire of the chosen option: at a cell, at a point of a path, or at a unit."""
        model, view = self.model, self.view
        if is_aimed(option):
            overlay.frame_cell(canvas, view, option.to)
        unit = model.units.get(option.unit)
        if unit is None:
            return
        start, edge = self._at(unit), model.colours(unit.seat).edge
        style = overlay.shot_style(model.side(unit.seat))
        if is_aimed(option):
            overlay.draw_shot(canvas, view, (start, view.at(option.to)), edge, style)
        elif option.point >= 0 and option.to >= 0 and not model.acts(option.unit):
            overlay.draw_shot(canvas, view, (start, view.at(option.to)), INK, "dotted")
        elif option.to < 0 and option.target in model.units:
            self._at_unit(canvas, option, start, edge, style)

    def _at_unit(self, canvas: Canvas, option: Option, start: Point, edge: Colour, style: overlay.ShotStyle) -> None:
        """The line of fire at a unit, with range, cover and chance on a plate."""
        model, view = self.model, self.view
        total = model.forecast(option)
        if total is None or total.spot < 0:
            if not model.view.action:
                overlay.draw_shot(canvas, view, (start, self._at(model.units[option.target])), edge, style)
            return
        goal, board = view.at(total.spot), view.board
        overlay.draw_shot(canvas, view, (start, goal), edge, style)
        instead = total.instead
        alternative = instead if instead is not None and instead.spot not in (-1, total.spot) else None
        if alternative is not None:
            overlay.draw_shot(canvas, view, (start, view.at(alternative.spot)), edge, style)
        sight = board.sight(model.units[option.unit].at, total.spot)
        if sight.cover:
            overlay.frame_cell(canvas, view, sight.cover_cell)
        where = f"{total.cover} cover" if total.cover else "in the open"
        words = ", ".join(filter(None, (model.length(total.distance), where, total.only, total.said)))
        taken = self._standing().union(model.view.action.path if model.view.action is not None else ())
        about = (model.units[option.unit].at, total.spot)
        plate = overlay.call_out(canvas, view, words, _half_way(start, goal), taken, about=about, flags=self.flags)
        if alternative is not None:
            words = f"{alternative.words} {percent(alternative.chance)}"
            middle = _half_way(start, view.at(alternative.spot))
            overlay.call_out(canvas, view, words, middle, taken, others=[plate], flags=self.flags)

    def _sight_to_pointer(self, canvas: Canvas, cell: int) -> None:
        """The line of sight from the selected unit to the pointer."""
        model, hovered = self.model, self.pointer.unit
        selected = model.units.get(model.selected)
        looks = selected is not None and not selected.out and hovered != model.selected and (model.sight or hovered)
        if selected is not None and looks and model.sighted and cell >= 0:
            overlay.draw_sight(
                canvas, self.view, selected.at, cell, model.length, in_words=not hovered, units=self._standing()
            )

    def draw_card(self, canvas: Canvas, taken: Sequence[pygame.Rect]) -> None:
        """The card of the unit that the pointer rests on, off the rectangles `taken` by keys and legends."""
        hovered, pointer = self.pointer.unit, self.pointer
        if hovered not in self.model.units or not pointer.rests or pointer.carried:
            return
        if hovered != self.model.selected or (pointer.hover >= 0 and self.hover.adds(hovered)):
            self.hover.draw(canvas, hovered, self._kept_clear(pointer.cell), taken)

    def _standing(self) -> set[int]:
        """The cells that units stand on."""
        return {unit.at for unit in self.model.units.values() if not unit.out}

    def _kept_clear(self, cell: int) -> list[int]:
        """The cells that no card may hide: those of the question, the chosen option and the action under way."""
        model, decision, option, action = self.model, self.model.decision, self.model.option(), self.model.view.action
        units = [model.selected, decision.unit if decision is not None else ""]
        cells = [cell]
        if action is not None:
            units += [action.unit, action.target, *action.targets]
            cells += action.path
        if option is not None:
            units += [option.unit, option.target, *option.targets]
            cells += [option.to, *model.path]
        move = option or (model.move_to(cell) if cell >= 0 and model.mine else None)
        if move is not None and move.to >= 0 and move.unit in model.units:
            cells += model.path_of(move)
        return [*(c for c in cells if c >= 0), *(model.cell_of(name) for name in units if name in model.units)]

    def _carried(self, canvas: Canvas) -> None:
        """The dragged units under the pointer, and a frame round the cell if they may go there."""
        model, view = self.model, self.view
        units = [model.selected, *(name for name in self.pointer.picked if name != model.selected)]
        if self.pointer.hover >= 0 and model.move_to(self.pointer.hover) is not None:
            overlay.draw_cursor(canvas, view, self.pointer.hover)
        x, y = canvas.mouse
        for place, name in reversed(list(enumerate(units))):
            unit, offset = model.units[name], place * view.token_size * 0.3
            view.draw_token(
                canvas.surface,
                (x + offset, y - offset),
                unit.figure,
                model.side(unit.seat),
                palette=model.palette,
                state="planned",
                plate=name.upper(),
            )

    def _at(self, unit: UnitView) -> Point:
        return self.view.at(unit.at)

    def _planned(self, canvas: Canvas, option: Option) -> None:
        """A move that is chosen or pointed at: step discs with danger pips, and a ghost at its end."""
        model, view, path = self.model, self.view, self._path_of(option)
        unit = model.units[option.unit]
        overlay.draw_discs(canvas, view, path[:-1], model.colours(unit.seat).edge)
        end, side = view.at(path[-1]), model.side(unit.seat)
        view.draw_token(canvas.surface, end, unit.figure, side, palette=model.palette, state="planned")
        overlay.draw_pips(canvas, view, path, model.dangers(option, path), self._standing() | {path[-1]})


def _half_way(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
