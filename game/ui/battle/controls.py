"""Keys and mouse on the battle screen."""

from __future__ import annotations

import math

import pygame

from game.ui.battle import moving
from game.ui.battle.planner import Planner
from game.ui.screen import Screen, key_name

HOLD = 6  # logical pixels a token is moved before it counts as carried


class Controls(Planner):
    """What each key and each button of the mouse does there."""

    click_focuses = False

    def handle(self, event: pygame.event.Event) -> bool:
        """Enter goes to the cell that was just pointed at before it does what is under the hand."""
        if (
            event.type == pygame.KEYDOWN
            and key_name(event) == "Enter"
            and self.pointed
            and not self.focus
            and not self.playback.running
            and (self._useful(self.cursor) or self.model.drafting)
        ):
            self.enter_cell(self.cursor)
            return True
        return super().handle(event)

    def move_focus(self, step: int) -> None:
        """Tab goes from unit to unit; the focus ring is moved with F6."""
        self.next_unit(step)

    def key(self, name: str, event: pygame.event.Event) -> bool:
        """Keys of the screen."""
        arrows = {"Up": (0, -1), "Down": (0, 1), "Left": (-1, 0), "Right": (1, 0)}
        if name in arrows:
            dx, dy = arrows[name]
            if event.mod & pygame.KMOD_SHIFT:
                self.map.pan(dx * 60, dy * 60)
            else:
                self._move_cursor(dx, dy, other=bool(event.mod & pygame.KMOD_CTRL))
        elif name == "Enter":
            self.do_it()
        elif name in (",", "."):
            self.step_rows(1 if name == "." else -1)
        elif name == "F2":
            self.open_clause("")
        elif name == "Back":
            self.take_face_back()
            self.start_again()
        elif name in ("X", "delete"):
            self.take_out(self.model.selected)
        elif name == "F":
            self.select_whole()
        elif name == "D" and self.cursor >= 0:
            self.click_cell(self.cursor, right=True)
        elif name == "Space":
            self._centre(self.model.selected)
        elif name in ("+", "=", "KP+"):
            self.map.zoom_by(1)
        elif name in ("-", "KP-"):
            self.map.zoom_by(-1)
        elif name == "Z":
            self.undo()
        elif name == "G":
            moving.gather(self)
        elif name == "L":
            self.toggle_sight()
        elif name == "T":
            self.toggle_threat()
        elif name == "F6":
            Screen.move_focus(self, -1 if event.mod & pygame.KMOD_SHIFT else 1)
        elif name in ("PgUp", "PgDn"):
            by = 1 if name == "PgUp" else -1
            if event.mod & pygame.KMOD_SHIFT:
                self.scroll_log(3 * by)
            elif event.mod & pygame.KMOD_CTRL:
                self.scroll_ladder(by)
                self.formations.scroll(by)
            else:
                self.rows.scroll(5 * by)
                self.plan_rows.scroll(5 * by)
        elif name == "F1":
            self.open_rules()
        elif name == "H":
            self.look_back()
        elif name == "C" and event.mod & pygame.KMOD_CTRL:
            self.copy_position()
        elif name == "S" and event.mod & pygame.KMOD_CTRL:
            self.save_game()
        elif name == "Esc":
            self.open_menu()
        else:
            return False
        return True

    def toggle_sight(self) -> None:
        """Show what the selected unit sees, if seeing means anything."""
        if not self.model.sighted:
            self.notice = "Sight means nothing in this rulebook."
            return
        self.sight, self.threat = not self.sight, False

    def toggle_threat(self) -> None:
        """Show which cells enemies see, or what fire they would draw."""
        self.sight, self.threat = False, not self.threat

    def _centre(self, unit: str) -> None:
        if unit in self.model.units:
            self.map.centre_on(self.cell_of(unit))

    def _move_cursor(self, dx: int, dy: int, *, other: bool = False) -> None:
        """One cell on. On hexes Up and Down keep to the column, `other` takes the other one of the two hexes there."""
        board = self.map.board
        start = self.cursor
        if start < 0:
            start = self.cell_of(self.model.selected) if self.model.selected in self.model.units else 0
        x, y = board.xy(start)
        if other and dy and board.grid == "hex":
            dx = 1 if y % 2 else -1
        if board.inside(x + dx, y + dy):
            self.cursor = board.cell(x + dx, y + dy)
            self.hover = -1
            self.pointed, self.focus = True, ""
            if not self.map.in_sight(self.cursor):
                self.map.centre_on(self.cursor)

    def mouse(self, event: pygame.event.Event) -> bool:
        """Hover, click, drag, wheel on the map."""
        if event.type == pygame.MOUSEMOTION:
            return self._pointer_moved(event)
        if event.type == pygame.MOUSEBUTTONUP:
            self.drag = None
            dropped = self.release_cell(self.map.cell_at(event.pos)) if event.button == 1 else False
            return self._drop(event) or dropped
        if not self.map.area.collidepoint(getattr(event, "pos", self.app.mouse)):
            return False
        if event.type == pygame.MOUSEWHEEL:
            self.map.zoom_by(1 if event.y > 0 else -1, self.app.mouse)
            return True
        if event.type == pygame.MOUSEBUTTONDOWN:
            if self.playback.skip():
                return True
            token = self._token_at(event.pos)
            cell = self.cell_of(token) if token else self.map.cell_at(event.pos)
            self.cursor = -1
            if event.button == 1 and not self.model.drafting and self._take_hold(event.pos):
                return True
            if event.button == 2 or (event.button == 1 and not self._useful(cell)):
                self.drag = event.pos
            elif event.button == 1 and self.model.drafting:
                self.press_cell(cell)
            elif event.button in (1, 3):
                self.click_cell(cell, right=event.button == 3, token=token)
            return True
        return False

    def _pointer_moved(self, event: pygame.event.Event) -> bool:
        if self.drag is not None and event.buttons[0] + event.buttons[1] > 0:
            self.map.pan(self.drag[0] - event.pos[0], self.drag[1] - event.pos[1])
            self.drag = event.pos
            return True
        before = self.hover
        self.hover = self.map.cell_at(event.pos)
        self.carry()
        if self.held is not None and event.buttons[0]:
            self.carried = self.carried or math.dist(self.held, event.pos) > HOLD * self.map.scale
        return self.hover != before

    def _take_hold(self, position: tuple[int, int]) -> bool:
        """Hold of a token that can go somewhere: the click selects it, or with Shift takes it to those in hand."""
        token = self.stacks.hit(position)
        if self.model.drafting or not self.model.can(token) or not any(self.model.moves(token)):
            return False
        if pygame.key.get_mods() & pygame.KMOD_SHIFT:
            moving.pick(self, token)
            return True
        if any(o.target == token for o in self.model.listed()):
            return False
        self.held, self.carried = position, False
        if token != self.model.selected:
            self.select(token)
        return True

    def _token_at(self, position: tuple[int, int]) -> str:
        """The token that was hit, where several may share a cell."""
        return self.stacks.hit(position) if self.map.board.grid == "hex" else ""

    def _drop(self, event: pygame.event.Event) -> bool:
        """Let go of what was carried: it moves there, if that is among its moves."""
        held, carried = self.held, self.carried
        self.held, self.carried = None, False
        if held is None or event.button != 1:
            return False
        cell = self.map.cell_at(event.pos)
        lead = self.model.selected
        if not carried:
            self.picked = []
            self.select(lead)
        if not carried or cell < 0 or not self.model.can(lead) or cell == self.cell_of(lead):
            return True
        names = [lead, *(name for name in self.picked if name != lead)]
        if self.model.move_to(cell, lead) is None:
            self.notice = f"{lead.upper()} has no move to {self.map.board.label(cell)}."
        else:
            moving.send(self, names, cell)
        return True

    def _useful(self, cell: int) -> bool:
        return cell >= 0 and (
            bool(self.stand_at(cell)) or self.model.move_to(cell) is not None or cell in self.model.choices.cells
        )
