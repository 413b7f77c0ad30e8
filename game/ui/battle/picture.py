"""The whole map: ground, tokens, the question or the playback, and what lies over the map's corners."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

import pygame

from game.ui import ground, kit
from game.ui.battle import cards, field, overlay
from game.ui.battle.action import ActionPicture
from game.ui.battle.draft import HEIGHT as KEY_HEIGHT
from game.ui.battle.draft import PlanPicture
from game.ui.battle.foresight import Outcomes
from game.ui.battle.glide import Point
from game.ui.battle.hints import KEY as HINT
from game.ui.battle.layers import Layer
from game.ui.battle.mapview import MapView
from game.ui.battle.mini import MiniMap
from game.ui.battle.model import Model
from game.ui.battle.pieces import Pieces
from game.ui.battle.plan import Plan
from game.ui.battle.playback import Playback
from game.ui.battle.pointer import Pointer
from game.ui.battle.script import BeatKind, shot_of
from game.ui.canvas import Canvas
from game.ui.kit import Open
from game.ui.palette import INK, INK2, LINE2, PANEL

MOST_NOTICE = 560.0
"""The greatest width of a notice. All lengths here are in logical pixels."""
ABOVE_KEYS = 88.0
"""How far the lower end of a notice is above the foot of the map, clear of the legend and the keys."""
LEGEND_UP, KEYS_UP, KEYS_HEIGHT = 68.0, 36.0, 27.0
"""How far above the foot of the map the legend and the keys begin, and the height of the keys."""
BESIDE_MINI = 190.0
"""How much of the width of the map the legend and the keys leave for the small map."""
MINI_WIDTH, MINI_AIR = 146.0, 14.0
"""The width of the small map, and its distance from the edges of the map."""
KeyHints = tuple[tuple[str, str], ...]
"""Keys and what they do."""


class MapPicture:
    """Draws the whole map, from the ground upwards."""

    def __init__(
        self,
        model: Model,
        view: MapView,
        plan: Plan,
        playback: Playback,
        pointer: Pointer,
        *,
        open_clause: Open,
        hinting: Callable[[], bool] = lambda: False,
        outcomes: Outcomes,
    ) -> None:
        """`hinting`: whether the viewer may have a hint now; `outcomes`: those of which one's way is drawn."""
        self.model, self.view, self.plan, self.playback, self.pointer = model, view, plan, playback, pointer
        self.pieces = Pieces(model, view, plan, playback, pointer)
        self.planned = PlanPicture(model, plan, view, pointer, open_clause)
        self.action = ActionPicture(model, view, pointer, open_clause)
        self.mini, self.outcomes = MiniMap(view), outcomes
        self.watched, self.open_clause, self.hinting = Layer(), open_clause, hinting
        self.strips: list[pygame.Rect] = []
        """What lay over the map in the last drawing (small map, legend, keys, notices), in real pixels."""
        self.flags: list[pygame.Rect] = []
        """The flags of the objectives in the last drawing, in real pixels."""
        self.clear: Sequence[pygame.Rect] = ()
        """What another part draws over the map afterwards, in real pixels: cards keep off it, too."""
        self.with_notes = True
        """Whether keys and notices are drawn on the map; False where something beside it shows them."""
        self.with_keys = True
        """Whether keys are drawn on the map; False where every row of it is to be seen."""

    def draw(self, canvas: Canvas, ruler: pygame.Rect) -> None:
        """Draw the map in the area of the view, and the letters of its columns in `ruler` (in real pixels)."""
        view, model = self.view, self.model
        view.roads, view.sited = model.view.roads, field.sited(model)
        view.draw_ground(canvas.surface)
        still = not self.playback.running
        planning = still and (model.drafting or bool(model.plan))
        self.action.way.stages, self.action.way.now = self.outcomes.way if still else ((), -1)
        watched = model.watched() if still else {}
        with canvas.clipped(view.area):
            self._draw_below(canvas, watched, still=still, planning=planning)
            self.pieces.draw(canvas)
            self.pointer.come_to(self.pieces.hit(canvas.mouse))
            self._draw_above(canvas, watched, still=still, planning=planning)
        view.draw_rulers(canvas, ruler)
        self._draw_corners(canvas)

    def _draw_below(self, canvas: Canvas, watched: Mapping[int, int], *, still: bool, planning: bool) -> None:
        """What lies under the tokens: watched and seen cells, sites, reach, objectives, paths."""
        view, model = self.view, self.model
        if watched:
            field.draw_watched(self.watched, canvas, model, view)
        field.draw_sites(canvas, model, view)
        self._draw_sight(canvas)
        if still:
            field.draw_arcs(canvas, model, view)
            self.action.draw_reach(canvas)
        if planning:
            self.planned.draw_below(canvas)
        self._draw_objectives(canvas)
        if still:
            self.action.draw_paces(canvas, self.flags)
        if still and not planning:
            self.action.draw_interrupted(canvas)
        if still and model.groups:
            self.pieces.draw_collar(canvas)
        if still and not planning:
            self.action.draw_path_and_marks(canvas)

    def _draw_objectives(self, canvas: Canvas) -> None:
        """The objectives. Their flags keep off units, and off the path of the action under way or the chosen move."""
        model = self.model
        occupied = {unit.at for unit in model.units.values() if not (unit.out and unit.extra.lost_leave_map)}
        path = model.view.action.path if model.view.action is not None else self.action.chosen_path()
        self.flags = self.view.plates = overlay.draw_objectives(
            canvas,
            self.view,
            model.view.objectives,
            model.session.match.rules,
            lambda seat: model.colours(seat).fill,
            units=occupied.union(path),
        )

    def _draw_above(self, canvas: Canvas, watched: Mapping[int, int], *, still: bool, planning: bool) -> None:
        """What lies over the tokens: facings, battles, dice, badges, the plan or the chosen option, lines of fire."""
        view, model = self.view, self.model
        if still:
            field.draw_facings(canvas, model, view)
            field.draw_battles(canvas, model, view)
            field.draw_watch_dice(canvas, model, view, self.dice_shown(watched))
        self.pieces.draw_badges(canvas, self.flags)
        if planning:
            self.planned.draw_above(canvas)
        elif still:
            self.action.draw_option(canvas, self.flags)
        self._draw_shot(canvas)
        view.draw_on_the_way(canvas.surface)

    def _draw_corners(self, canvas: Canvas) -> None:
        """What lies over the map: the small map, keys and notices, and off these the cards."""
        self.strips = list(self.clear)
        self._draw_mini(canvas)
        if self.with_notes:
            self._draw_notes(canvas)
        if not (self.playback.running or self.model.drafting or self.model.plan):
            self.action.draw_card(canvas, self.strips)
        self._draw_result(canvas)

    def _draw_result(self, canvas: Canvas) -> None:
        """The card of an exchange or of a turn in playback, off the units that are concerned."""
        beat, model, view = self.playback.beat, self.model, self.view
        if beat is None or (beat.result is None and beat.turn is None):
            return
        shot = beat.shot.units + beat.shot.targets if beat.shot is not None else ()
        concerned = {*shot, *(event.unit for event in beat.events)}
        keep_off = cards.KeepOff(
            [view.rect_of(model.units[name].at) for name in concerned if name in model.units],
            [(a, b) for a, b, _ in self._shots()],
            [view.rect_of(unit.at) for unit in model.units.values() if not unit.out],
        )
        if beat.turn is not None:
            cards.dock(canvas, view.area, cards.turn_card(model, beat.turn), cards.TURN_WIDTH, keep_off)
        elif beat.result is not None:
            cards.dock(canvas, view.area, cards.rolls_card(model, beat.result), cards.WIDTH, keep_off)

    def _draw_sight(self, canvas: Canvas) -> None:
        """The cells that the selected unit sees and its ranges, or the cells that the enemy sees, if they are on."""
        model, view = self.model, self.view
        if model.sight and model.selected in model.units:
            spot, match = model.cell_of(model.selected), model.session.match
            overlay.draw_field(canvas.surface, view, set(view.board.field(spot)))
            overlay.draw_ranges(canvas, view, spot, match.rules.bands(model.selected, match.front), model.length)
        if model.threat and model.sighted:
            overlay.draw_threat(canvas.surface, view, model.enemy_cells())

    def dice_shown(self, watched: Mapping[int, int]) -> Mapping[int, int]:
        """The watched hexes on which dice are drawn: all in a reaction window and under `threat`, else those of a move.

        That is the chosen move, or the move to the cell under the pointer.
        """
        model, pointed = self.model, self.pointer.cell
        if model.view.queue is not None or model.threat:
            return watched
        option = model.option() or (model.move_to(pointed) if pointed >= 0 else None)
        path = model.path_of(option) if option is not None and option.to >= 0 and option.unit in model.units else ()
        return {cell: watched[cell] for cell in path if cell in watched}

    def _draw_shot(self, canvas: Canvas) -> None:
        """The lines of fire of the beat that is played back."""
        beat = self.playback.beat
        share = min(1.0, self.playback.progress() * 2.5) if beat is not None and beat.kind is BeatKind.SHOT else 1.0
        for a, b, seat in self._shots():
            overlay.draw_shot(
                canvas,
                self.view,
                (a, b),
                self.model.colours(seat).edge,
                overlay.shot_style(self.model.side(seat)),
                share=share,
            )

    def _shots(self) -> Iterator[tuple[Point, Point, str]]:
        """The lines of fire of the beat, with their seats: from each unit that fires to its nearest target or cell."""
        beat = self.playback.beat
        if beat is None:
            return
        event = beat.shot or beat.events[0]
        board, view, units = self.view.board, self.view, self.model.units
        shooters, aimed = shot_of(event)
        cells = {name: units[name].at for name in (*shooters, *aimed) if name in units}
        goals = [event.cell] if event.cell >= 0 else [cells[name] for name in aimed if name in cells]
        for name in shooters if goals else ():
            if name in cells:
                a = event.start if event.start >= 0 else cells[name]
                b = min(goals, key=lambda goal: (board.distance(a, goal), goal))
                if a != b:
                    yield view.at(a), view.at(b), units[name].seat

    # -- the corners ----------------------------------------------------------------------------------------------

    def _draw_mini(self, canvas: Canvas) -> None:
        """The small map, in a corner where it hides no unit, if the window shows only a part of the board.

        If it hides one in every corner, it is left out as long as all units are in sight.
        """
        view = self.view
        if not self.mini.wanted:
            return
        extent = ground.extent(view.board, view.size)
        width = canvas.px(MINI_WIDTH)
        height = round(width * extent[1] / extent[0])
        air = canvas.px(MINI_AIR)
        right, foot, top = view.area.right - width - air, view.area.bottom - height - air, view.area.top + air
        corners = ((right, foot), (right, top), (view.area.left + 3 * air, top))
        spots = [pygame.Rect(*corner, width, height) for corner in corners]
        ground_won = [view.rect_of(cell) for objective in self.model.view.objectives for cell in objective.cells]
        off_objectives = [spot for spot in spots if spot.collidelist([*ground_won, *self.flags]) < 0]
        rect = self._free(off_objectives) or self._free(spots)
        standing = [unit for unit in self.model.units.values() if not unit.out]
        if rect is None:
            if all(view.area.collidepoint(view.at(unit.at)) for unit in standing):
                return
            tokens = self.pieces.stacks.rects()
            rect = min(spots, key=lambda spot: (len(spot.collidelistall(tokens)), len(spot.collidelistall(self.flags))))
        self.strips.append(rect)
        self.mini.draw(canvas, rect, {unit.at: self.model.colours(unit.seat).fill for unit in standing})
        canvas.zone("mini", rect, lambda: self.mini.jump(rect, self.pointer.mouse()), focusable=False)

    def _free(self, spots: Sequence[pygame.Rect]) -> pygame.Rect | None:
        """The first of some places over the map that hides nothing of `_taken`, None if each does."""
        taken = self._taken()
        return next((spot for spot in spots if spot.collidelist(taken) < 0), None)

    def _freest(self, spots: Sequence[pygame.Rect]) -> pygame.Rect:
        """The first of some places over the map that hides least of `_taken` and of the chosen path."""
        model, option, view = self.model, self.model.option(), self.view
        goes = option is not None and option.unit in model.units and option.to >= 0 and not model.deploying
        path = model.path_of(option) if option is not None and goes else ()
        taken = [*self._taken(), *map(view.rect_of, path)]
        return min(spots, key=lambda spot: len(spot.collidelistall(taken)))

    def _taken(self) -> list[pygame.Rect]:
        """What nothing over the map should hide: tokens, flags, goals of moves, and what lies over the map already.

        During the set-up that includes the cells where the selected unit may be placed.
        """
        goals = {*self._goals(), *((move.to for move in self.model.moves()) if self.model.deploying else ())}
        return [*self.pieces.stacks.rects(), *self.flags, *map(self.view.rect_of, goals), *self.strips]

    def _aside(self, spots: Sequence[pygame.Rect]) -> pygame.Rect | None:
        """Of some places that are free, the first that is best off towns, then off the selected unit's reach."""
        reach = set[int]().union(*self.model.reach().values()) if self.model.mine and not self.playback.running else ()
        taken = self._taken()
        free = [spot for spot in spots if spot.collidelist(taken) < 0]
        off_towns = [spot for spot in free if not self._over(spot, self.view.sited)] or free
        return next((spot for spot in off_towns if not self._over(spot, reach)), next(iter(off_towns), None))

    def _over(self, spot: pygame.Rect, cells: Collection[int]) -> bool:
        """Whether a place over the map hides more than a narrow edge of any of these cells."""
        if not cells:
            return False
        step = max(1, round(self.view.grain / 2))
        across, down = (*range(spot.left, spot.right, step), spot.right), (spot.top, spot.centery, spot.bottom)
        return any(self.view.cell_at((x, y)) in cells for x in across for y in down)

    def _goals(self) -> Iterator[int]:
        """The goals of moves that are planned, chosen or pointed at."""
        option = self.model.option()
        cells = [row.to for row in self.plan.rows()] + ([option.to] if option is not None else [])
        return (cell for cell in cells if cell >= 0)

    def _draw_notes(self, canvas: Canvas) -> None:
        """The formation that is selected as a whole, the notice, the legends of hexes and of a plan, and the keys."""
        model, view = self.model, self.view
        held = bool(model.drafting and model.formation) and not self.playback.running and self._draw_whole(canvas)
        self._draw_notice(canvas)
        width = field.legend_width(canvas, model, view)
        corner = self._strip(canvas, width, field.LEGEND_HEIGHT, (LEGEND_UP,))
        if corner is not None:
            field.draw_legend(canvas, model, view, corner, width)
        if model.drafting and not self.playback.running:
            width = self.planned.key_width(canvas)
            corner = self._strip(canvas, width, KEY_HEIGHT, (LEGEND_UP,))
            if corner is not None:
                self.planned.draw_key(canvas, *corner, width)
        if self.with_keys:
            self._draw_keys(canvas, self._keys(held=held))

    def _draw_keys(self, canvas: Canvas, hints: KeyHints) -> None:
        """The strip of keys, if there is room for it."""
        widths = [canvas.width(words, "label", 13.5) + 24 for _, words in hints]
        caps = [max(20, canvas.width(key, "label_semi", 12.5) + 10) for key, _ in hints]
        width = sum(widths) + sum(caps) + 4
        corner = self._strip(canvas, width, KEYS_HEIGHT, (KEYS_UP, KEYS_UP - 7))
        if corner is None:
            return
        left, y = corner[0], corner[1] + 14
        canvas.box(left, y - 14, width, KEYS_HEIGHT, PANEL, LINE2, 6)
        left += 10
        for key, words in hints:
            left += canvas.key_cap(key, left, y - 0.5) + 6
            left += canvas.write(words, left, y - 0.5, "label", 13.5, INK2, middle=True) + 18

    def _strip(self, canvas: Canvas, width: float, height: float, above: Sequence[float]) -> Point | None:
        """Find a place for a strip, and keep it clear of other strips. Returns its upper left corner in logical pixels.

        The strip begins `above` the foot of the map by one of these lengths, or at the upper edge. None if there is no
        room for it, or the pointer is on its place.
        """
        area, scale = self.view.area, canvas.scale
        left, room = area.x / scale + 20, area.width / scale - BESIDE_MINI
        if not 0 < width <= room:
            return None
        tops = (*(area.bottom / scale - up for up in above), area.top / scale + 8, area.top / scale + 42)
        lefts = (left, left + (room - width) / 2, left + room - width)
        spot = self._aside([canvas.rect(x, y, width, height) for y in tops for x in lefts])
        if spot is None or spot.collidepoint(canvas.mouse):
            return None
        self.strips.append(spot)
        return spot.x / scale, spot.y / scale

    def _draw_whole(self, canvas: Canvas) -> bool:
        """Draw the card of the formation that is selected as a whole. Returns False if it has no free place."""
        area, scale = self.view.area, canvas.scale
        card, top = self.planned.whole_card(), area.top / scale
        size, lefts, foot = self._room(canvas, card, area.width / scale - 16)
        spot = self._aside([canvas.rect(x, y, *size) for y in (top + 8, top + 42, foot) for x in lefts])
        if spot is not None:
            self._put(canvas, card, spot, size)
        return spot is not None

    def _draw_notice(self, canvas: Canvas) -> None:
        """Draw what the player has just been told; the clause of a refusal can be opened."""
        model, area, scale = self.model, self.view.area, canvas.scale
        if not model.notice:
            return
        refusal = model.noticed
        words = model.notice if refusal is None else f"{refusal.said}."
        line = kit.Row(
            kit.Text(words, "body", 13.5, PANEL),
            *([kit.Chip(refusal.clause, self.open_clause, "no")] if refusal else []),
        )
        card = kit.Card(line, look="bare", fill=INK, pad=(12, 6), radius=6)
        size, lefts, foot = self._room(canvas, card, min(area.width / scale - 40, MOST_NOTICE))
        top, bottom = area.top / scale + 8, area.bottom / scale - 8 - size.h
        tops = (foot, top, (foot + top) / 2, bottom)
        self._put(canvas, card, self._freest([canvas.rect(x, y, *size) for x in lefts for y in tops]), size)

    def _room(self, canvas: Canvas, card: kit.Card, limit: float) -> tuple[kit.Size, tuple[float, ...], float]:
        """Where a card may lie over the map: its size, its left edges (the best first), and its top above the keys.

        All in logical pixels; it is at most `limit` wide.
        """
        area, scale = self.view.area, canvas.scale
        width = min(card.measure(canvas).w, limit)
        height = card.measure(canvas, width).h
        lefts = area.centerx / scale - width / 2, area.left / scale + 8, area.right / scale - 8 - width
        return kit.Size(width, height), lefts, area.bottom / scale - ABOVE_KEYS - height

    def _put(self, canvas: Canvas, card: kit.Card, spot: pygame.Rect, size: kit.Size) -> None:
        """Draw a card of that size over the map, and keep its place clear of anything else."""
        self.strips.append(spot)
        card.draw(canvas, kit.Spot(spot.x / canvas.scale, spot.y / canvas.scale, *size))

    def _keys(self, *, held: bool) -> KeyHints:
        """The keys that mean something on the map now; `held`: a card says the key for single stands already."""
        if self.playback.running:
            return (("J", "faster, Shift slower"), ("Y", "once more"), ("any key", "on to the question"))
        tail: KeyHints = (("Space", "centre"), ("+ −", "zoom"))
        if self.model.whole_formations:
            formation_keys = (("Esc", "single stands"),) if self.model.formation else (("F", "whole formation"),)
            hint = ((HINT, "hint"),) if self.hinting() else ()
            return (*hint, ("Tab", "next stand"), *(() if held else formation_keys), ("Z", "back"), *tail)
        hints: KeyHints = (("T", "threat"), ("Tab", "next unit"), *tail)
        if self.model.sighted:
            hints = (("L", "sight"), *hints)
        if self.hinting():
            hints = ((HINT, "hint"), *hints)
        if self.outcomes.closed:
            hints = (("]", "outcomes"), *hints)
        return (*hints, ("G", "whole hex")) if self.view.board.grid == "hex" else hints
