"""Before a battle: who sits where, which rulings hold, where the dice come from."""

from __future__ import annotations

from functools import partial

import pygame

from game.engine.dice import DiceSource
from game.engine.rulebook import Ruling, load_rulebook
from game.maps.scenarios import Scenario
from game.session.seats import KINDS
from game.ui.canvas import Canvas
from game.ui.launch import fresh_seed, start
from game.ui.palette import CARD, INK, INK2, INK3, LINE2, PANEL, PAPER, SUNK2, seat_index
from game.ui.screen import Screen, Window
from game.ui.screens.lists import MessageScreen
from game.ui.screens.offer import thumbnail
from game.ui.tokens import SPREAD, token

DICE = (("seeded", "the game rolls"), ("ask", "we roll our own and type the faces"))


class SetupScreen(Screen):
    """One scenario about to be played."""

    def __init__(self, app: Window, scenario: Scenario) -> None:
        super().__init__(app)
        self.scenario = scenario
        self.book = load_rulebook(scenario.ruleset)
        self.seats = dict.fromkeys(scenario.seats, "human")
        self.open_rulings: list[Ruling] = [r for r in self.book.rulings.values() if len(r.choices) > 1]
        self.rulings = {r.id: r.default for r in self.open_rulings}
        self.dice = 0
        self.seed = fresh_seed()

    def draw(self, canvas: Canvas) -> None:
        """Map and story on the left, choices on the right."""
        canvas.surface.fill(PAPER)
        wide, high = canvas.surface.get_width() / canvas.scale, canvas.surface.get_height() / canvas.scale
        s = self.scenario
        left = wide * 0.5
        spot = canvas.rect(40, 40, left - 60, high - 260)
        canvas.surface.blit(thumbnail(str(s.path), spot.width, spot.height), spot)
        pygame.draw.rect(canvas.surface, INK, spot, max(1, canvas.px(1.4)))
        canvas.write(s.title, 40, high - 204, "serif", 34)
        canvas.write(f"{self.book.title}, {s.extent}, {s.turns} turns", 40, high - 156, "label", 15, INK2)
        canvas.paragraph(s.note, 40, high - 128, left - 80, "body", 15, lines=4)
        x, w = left + 10, wide - left - 50
        canvas.box(x, 40, w, high - 80, PANEL, LINE2, 8)
        canvas.section("Seats", x + 24, 66, w - 48, "click or press the key to change")
        at = 84.0
        for i, (seat, kind) in enumerate(self.seats.items()):
            rect = canvas.rect(x + 24, at, w - 48, 46)
            name = f"seat:{seat}"
            hover = canvas.zone(name, rect, partial(self.next_kind, seat), key=str(i + 1))
            canvas.box(x + 24, at, w - 48, 46, SUNK2 if hover else CARD, LINE2, 6)
            canvas.ring(name, rect)
            canvas.key_cap(str(i + 1), x + 36, at + 23)
            size = canvas.px(28)
            made = token("leader", seat_index(seat, s.seats), size, palette=self.app.settings.palette)
            half = round(size * SPREAD) / 2
            canvas.surface.blit(made, (canvas.px(x + 84) - half, canvas.px(at + 23) - half))
            canvas.write(seat.capitalize(), x + 112, at + 23, "serif", 18, middle=True)
            words = "a person at this screen" if kind == "human" else "the computer"
            canvas.write(words, x + w - 40, at + 23, "label_semi", 15, INK2, align="right", middle=True)
            at += 52
        at += 14
        canvas.section("Dice", x + 24, at, w - 48)
        rect = canvas.rect(x + 24, at + 16, w - 48, 40)
        hover = canvas.zone("dice", rect, self.next_dice, key="D")
        canvas.box(x + 24, at + 16, w - 48, 40, SUNK2 if hover else CARD, LINE2, 6)
        canvas.ring("dice", rect)
        used = canvas.key_cap("D", x + 36, at + 36)
        canvas.write(DICE[self.dice][1], x + 48 + used, at + 36, "label_semi", 15, middle=True)
        if self.dice == 0:
            canvas.write(f"seed {self.seed}", x + w - 40, at + 36, "label", 14, INK2, align="right", middle=True)
        at += 82
        if self.open_rulings:
            canvas.section("Rulings", x + 24, at, w - 48, "unclear places of the rulebook")
            at += 16
        for i, ruling in enumerate(self.open_rulings):
            if at > high - 170:
                break
            rect = canvas.rect(x + 24, at, w - 48, 62)
            name = f"ruling:{ruling.id}"
            hover = canvas.zone(name, rect, partial(self.next_choice, ruling), key="EFG"[i] if i < 3 else "")
            canvas.box(x + 24, at, w - 48, 62, SUNK2 if hover else CARD, LINE2, 6)
            canvas.ring(name, rect)
            canvas.write(f"{ruling.id}  {ruling.title}", x + 38, at + 14, "label_semi", 14.5, middle=True)
            chosen = next(c for c in ruling.choices if c.id == self.rulings[ruling.id])
            canvas.paragraph(chosen.text, x + 38, at + 26, w - 80, "body", 13, INK2, lines=2)
            at += 68
        people = sum(kind == "human" for kind in self.seats.values())
        hot = "Hot seat: the screen is handed over."
        if 1 < people < len(self.seats):
            hot = f"{people} people share the screen; the computer plays the rest."
        words = {0: "Nobody sits here: the computer plays itself.", 1: "You against the computer."}.get(people, hot)
        canvas.write(words, x + 24, high - 112, "body", 13.5, INK3)
        canvas.button("start", x + 24, high - 88, w - 190, 40, "Enter", "Begin", self.begin, primary=True)
        canvas.button("back", x + w - 152, high - 88, 128, 40, "Esc", "Back", self.app.pop)

    def next_kind(self, seat: str) -> None:
        """A person or the computer."""
        self.seats[seat] = KINDS[(KINDS.index(self.seats[seat]) + 1) % len(KINDS)]

    def next_dice(self) -> None:
        """The game's dice or our own."""
        self.dice = 1 - self.dice

    def next_choice(self, ruling: Ruling) -> None:
        """The next choice of a ruling."""
        ids = [c.id for c in ruling.choices]
        self.rulings[ruling.id] = ids[(ids.index(self.rulings[ruling.id]) + 1) % len(ids)]

    def begin(self) -> None:
        """Into the battle, or one sentence why not."""
        try:
            screen = start(
                self.app, str(self.scenario.path), self.seats, self.rulings, DiceSource(DICE[self.dice][0], self.seed)
            )
        except (OSError, ValueError) as error:
            self.app.push(MessageScreen(self.app, "This map cannot be played", str(error)))
            return
        self.app.replace(screen)

    def key(self, name: str, event: pygame.event.Event) -> bool:
        """Enter begins, Esc goes back."""
        if name == "Enter":
            self.begin()
        elif name == "Esc":
            self.app.pop()
        else:
            return False
        return True
