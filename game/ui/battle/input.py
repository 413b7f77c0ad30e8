"""Keys and mouse on the battle screen."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial

import pygame

from game.ui.battle.game import Game
from game.ui.battle.picking import Picking
from game.ui.battle.planning import Planning
from game.ui.battle.stacks import Stacks
from game.ui.screen import key_name

HOLD = 6
"""How many logical pixels a token or the map is dragged before that counts as a drag and not as a click."""
KEYED_PAN = 60
"""How many real pixels an arrow key with Shift moves the map."""
ARROWS = {"Up": (0, -1), "Down": (0, 1), "Left": (-1, 0), "Right": (1, 0)}
Scroll = Callable[[int], None]


class Input:
    """Gives every key and mouse button its meaning.

    `stacks` returns the tokens of the last drawing. `scrolls` are the panels that PgUp and PgDn scroll: the rows for
    "", the log for "Shift", the ladder and the units for "Ctrl". `screens` opens other screens, by key.
    """

    def __init__(
        self,
        game: Game,
        picking: Picking,
        planning: Planning,
        *,
        stacks: Callable[[], Stacks],
        scrolls: Mapping[str, tuple[Scroll, ...]],
        screens: Mapping[str, Callable[[], None]],
    ) -> None:
        self.game, self.picking, self.planning = game, picking, planning
        self.app, self.model, self.view, self.playback = game.app, game.model, game.view, game.playback
        self.pointer, self.plan = picking.pointer, planning.plan
        self.stacks, self.scrolls, self.screens = stacks, scrolls, screens

    # -- keys -----------------------------------------------------------------------------------------------------

    def enter(self, event: pygame.event.Event) -> bool:
        """Let Enter click the cell that the cursor has just moved to. Returns False if Enter means something else."""
        pointer = self.pointer
        if (
            event.type != pygame.KEYDOWN
            or key_name(event) != "Enter"
            or not pointer.keyed
            or self.playback.running
            or not (self.useful(pointer.cursor) or self.model.drafting or self.model.mine)
        ):
            return False
        if not (self.model.drafting and self.planning.enter_cell(pointer.cursor)):
            self.click_cell(pointer.cursor)
        return True

    def next_unit(self, step: int) -> None:
        """Select the next unit that can act. In a plan the cursor goes with the stand, to its ghost if it has one."""
        self.picking.next_unit(step)
        if self.model.drafting:
            self.pointer.cursor = self.plan.place_of(self.model.selected)

    def key(self, name: str, event: pygame.event.Event) -> bool:
        """Handle a key that no button on the screen has. Returns whether it was used."""
        shift, ctrl = bool(event.mod & pygame.KMOD_SHIFT), bool(event.mod & pygame.KMOD_CTRL)
        if name in ARROWS:
            dx, dy = ARROWS[name]
            if shift:
                self.view.pan(dx * KEYED_PAN, dy * KEYED_PAN)
            elif ctrl or not self.picking.by_card(dx, dy):
                self._move_cursor(dx, dy, other=ctrl)
        elif name in ("PgUp", "PgDn"):
            held = "Ctrl" if ctrl else ""
            for scroll in self.scrolls["Shift" if shift else held]:
                scroll(1 if name == "PgUp" else -1)
        elif name == "Esc" and self.planning.alone():
            pass
        elif name == "C" and ctrl:
            self.game.copy_position()
        elif name == "S" and ctrl:
            self.game.save_game()
        else:
            action = self._keys().get(name) or self.screens.get(name)
            if action is None:
                return self.picking.refuse_digit(name)
            action()
        return True

    def _keys(self) -> dict[str, Callable[[], None]]:
        """The actions of single keys."""
        larger, smaller = partial(self.view.zoom_by, 1), partial(self.view.zoom_by, -1)
        take_out = partial(self.planning.take_out, self.model.selected)
        return {
            "Enter": self.picking.do_it,
            "N": self.picking.do_pass,
            ",": partial(self.picking.step_rows, -1),
            ".": partial(self.picking.step_rows, 1),
            "Back": self._back,
            "X": take_out,
            "delete": take_out,
            "F": self.planning.select_whole,
            "D": self._bend_at_cursor,
            "Space": self._centre,
            "+": larger,
            "=": larger,
            "KP+": larger,
            "-": smaller,
            "KP-": smaller,
            "Z": self.game.undo,
            "G": self.picking.gather,
            "L": self.model.toggle_sight,
            "T": self.model.toggle_threat,
            "H": self.game.give_hint,
            "S": self.game.look_back,
        }

    def _back(self) -> None:
        """Take the last typed face back, or forget the plan, whichever there is."""
        self.picking.take_face_back()
        self.planning.start_again()

    def _bend_at_cursor(self) -> None:
        if self.pointer.cursor >= 0:
            self.bend(self.pointer.cursor)

    def _centre(self) -> None:
        if self.model.selected in self.model.units:
            self.view.centre_on(self.model.cell_of(self.model.selected))

    def _move_cursor(self, dx: int, dy: int, *, other: bool) -> None:
        """Move the cursor by one cell.

        On hexes Up and Down keep to the column; with `other` they take the other of the two neighbours.
        """
        board, pointer = self.view.board, self.pointer
        start = pointer.cursor
        if start < 0:
            start = self.model.cell_of(self.model.selected) if self.model.selected in self.model.units else 0
        x, y = board.xy(start)
        if other and dy and board.grid == "hex":
            dx = 1 if y % 2 else -1
        if board.inside(x + dx, y + dy):
            pointer.cursor = board.cell(x + dx, y + dy)
            pointer.hover, pointer.keyed = -1, True
            pointer.unfocus()
            if not self.view.in_sight(pointer.cursor):
                self.view.centre_on(pointer.cursor)

    # -- mouse ----------------------------------------------------------------------------------------------------

    def click_cell(self, cell: int, token: str = "") -> None:
        """Click a cell of the map, or the `token` that was hit on it."""
        if self.model.drafting:
            self.planning.click_cell(cell)
        else:
            self.picking.click_cell(cell, token)

    def bend(self, cell: int) -> None:
        """Bend the path of the chosen move through a cell; in a plan this only clears the notice."""
        if self.model.drafting:
            self.pointer.keyed, self.model.notice = False, ""
        else:
            self.picking.bend(cell)

    def mouse(self, event: pygame.event.Event) -> bool:
        """Handle hovering, clicks, drags and the wheel on the map. Returns whether anything changed."""
        if event.type == pygame.MOUSEMOTION:
            return self._pointer_moved(event)
        if event.type == pygame.MOUSEBUTTONUP:
            clicked = self.pointer.pressed if event.button == 1 else -1
            self.pointer.drag, self.pointer.pressed = None, -1
            if clicked >= 0:
                self.click_cell(clicked)
                return True
            dropped = self.planning.release_cell(self.view.cell_at(event.pos)) if event.button == 1 else False
            return self._drop(event) or dropped
        if not self.view.area.collidepoint(getattr(event, "pos", self.app.mouse)):
            return False
        if event.type == pygame.MOUSEWHEEL:
            self.view.zoom_by(1 if event.y > 0 else -1, self.app.mouse)
            return True
        return event.type == pygame.MOUSEBUTTONDOWN and self._pressed(event)

    def _pressed(self, event: pygame.event.Event) -> bool:
        if self.playback.skip():
            return True
        token = self.stacks().hit(event.pos) if self.view.board.grid == "hex" else ""
        cell = self.model.cell_of(token) if token else self.view.cell_at(event.pos)
        self.pointer.cursor = -1
        if event.button == 1 and self._take_hold(event.pos):
            return True
        # In a plan a click on free ground moves the selected stand, while a drag moves the map.
        ground = self.model.drafting and not self.plan.stand_at(cell)
        if event.button == 2 or (event.button == 1 and (ground or not self.useful(cell))):
            self.pointer.drag = event.pos
            self.pointer.pressed = cell if event.button == 1 and self.model.mine else -1
        elif event.button == 1 and self.model.drafting:
            self.planning.press_cell(cell)
        elif event.button == 1:
            self.click_cell(cell, token)
        elif event.button == 3:
            self.bend(cell)
        return True

    def _pointer_moved(self, event: pygame.event.Event) -> bool:
        pointer = self.pointer
        if pointer.drag is not None and event.buttons[0] + event.buttons[1] > 0:
            if pointer.pressed >= 0 and math.dist(pointer.drag, event.pos) <= HOLD * self.view.scale:
                return False
            self.view.pan(pointer.drag[0] - event.pos[0], pointer.drag[1] - event.pos[1])
            pointer.drag, pointer.pressed = event.pos, -1
            return True
        before = pointer.hover
        pointer.hover = self.view.cell_at(event.pos)
        self.planning.carry()
        if pointer.held is not None and event.buttons[0]:
            pointer.carried = pointer.carried or math.dist(pointer.held, event.pos) > HOLD * self.view.scale
        return pointer.hover != before

    def _take_hold(self, position: tuple[int, int]) -> bool:
        """Take hold of a token that can move, and select it, or with Shift add it to those that move together.

        Returns False if the press is no such thing: the unit cannot move, or it is the target of an answer.
        """
        token = self.stacks().hit(position)
        if self.model.drafting or not self.model.can(token) or not any(self.model.moves(token)):
            return False
        if pygame.key.get_mods() & pygame.KMOD_SHIFT:
            self.picking.add(token)
            return True
        if any(o.target == token for o in (*self.model.listed(), *self.model.moves())):
            return False
        self.pointer.held, self.pointer.carried = position, False
        if token != self.model.selected:
            self.picking.select(token)
        return True

    def _drop(self, event: pygame.event.Event) -> bool:
        """Let go of the token that is held: if it was dragged, it moves or attacks where it is dropped, or is refused.

        Returns whether a token was held.
        """
        pointer, model = self.pointer, self.model
        held, carried = pointer.held, pointer.carried
        pointer.held, pointer.carried = None, False
        if held is None or event.button != 1:
            return False
        cell, lead = self.view.cell_at(event.pos), model.selected
        if not carried:
            pointer.picked = []
            self.picking.select(lead)
        if not carried or cell < 0 or not model.can(lead) or cell == model.cell_of(lead):
            return True
        if (attack := model.towards(lead, cell)) is not None:
            self.picking.begin(attack)
            self.picking.do_it()
        elif model.move_to(cell, lead) is None:
            refusal = model.session.refused_at(lead, cell)
            if refusal is None:  # it answers in another way what is asked, as with a shot
                self.picking.click_cell(cell)
            model.refuse(refusal)
        else:
            self.picking.send([lead, *(name for name in pointer.picked if name != lead)], cell)
        return True

    def useful(self, cell: int) -> bool:
        """Whether a click on a cell does anything: a unit is there, or an answer names it."""
        return cell >= 0 and (
            bool(self.plan.stand_at(cell)) or self.model.move_to(cell) is not None or cell in self.model.choices.cells
        )
