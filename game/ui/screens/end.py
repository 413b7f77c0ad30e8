"""The end of a battle: who won and why, how it went turn by turn, and the moments that turned it, each with a key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate, pairwise

import pygame

from game.ai import findings
from game.ai.apart import Thinker
from game.ai.estimate import wilson
from game.ai.findings import Costly, place_of
from game.engine.dice import DiceSource
from game.engine.events import GameEnded
from game.engine.names import members_of, spoken
from game.engine.wording import agreeing, number_of, percent, together
from game.records.record import Extras, result_of
from game.records.saves import name_of
from game.records.timeline import Timeline, fresh_seed
from game.session.seats import players_for
from game.session.session import Session
from game.session.story import MOMENTS, Moment, Story, luck_words, story_of
from game.ui import kit
from game.ui.battle.parts import Fitting, Wordings
from game.ui.canvas import Canvas
from game.ui.cloth import draw_drapes, draw_pelmet
from game.ui.ground import Backdrop
from game.ui.keep import keep
from game.ui.palette import INK, INK2, INK3, LINE, PAPER, Colour, SeatColours, seat_colours, seat_index
from game.ui.screen import Screen, Stage
from game.ui.screens import chances
from game.ui.screens.battle import BattleScreen
from game.ui.screens.cards import ClauseCard
from game.ui.screens.chances import Findings
from game.ui.screens.replay import Costliest, replay_screen
from game.ui.screens.sheets import figure_of
from game.ui.screens.table_views import Part, TableViews
from game.ui.shapes import arrow_head
from game.ui.tokens import SPREAD, token

LOOKED = 1.0
"""Seconds for which the screen stands before a key or click counts: a second quick tap was for the playback, too."""
LEFT, RIGHT, GAP = 72.0, 1208.0, 16.0
"""The edges of the page in a window `RIGHT + LEFT` wide, and the gap between its panels."""
CROP = 116.0
"""The side of a moment's picture."""
HEIGHT = CROP + 28
"""The height of a card with a title of two lines, a note of two, and its button."""
LEAST_SCALE = 0.4
"""At a smaller scale letters do not get smaller any more, so some words are left out."""
CHART = 70.0
"""The height of the chart of points or chances; it is drawn lower, or not at all, if there is no room."""
LEAST_LINES = 36.0
"""The least height of the chart."""
MARK, NAME, START, TOTAL, BETWEEN = 14.0, 44.0, 30.0, 38.0, 4.0
"""The widths of the columns for a side's mark, name, initial points and total, and the gap between columns."""


class EndScreen(Screen):
    """The screen of a finished battle.

    Keys and clicks from before it has been looked at for a second were meant for the playback.
    """

    early_events = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN)

    def __init__(self, app: Stage, session: Session, backdrop: Backdrop) -> None:
        super().__init__(app)
        self.session, self.backdrop = session, backdrop
        self.match = session.match
        self.story: Story = story_of(session.match)
        self.kept_words = ""
        if session.kept_at is not None:
            app.portray(session, backdrop, session.kept_at)
            self.kept_words = f"Kept among the finished battles as “{name_of(session.kept_at)}”."
        self.views = TableViews(session.match, backdrop, app.settings.palette)
        self.findings = Findings(
            session.match, [findings.Moment.of(self.match, one.made, one.about) for one in self.story.moments]
        )
        self._stood = 0.0
        """Seconds for which it has been in sight, up to `LOOKED`."""
        self._turned = False
        """Whether the player wants to see the choices that cost most instead of the moments."""

    # -- what is worked out while the screen is shown -----------------------------------------------------------------

    def tick(self, seconds: float) -> bool:
        """Collect the news of the analysis. Returns whether there was any, or the screen is still to be looked at."""
        looking = self._stood < LOOKED
        self._stood += seconds if looking else 0.0
        return self.findings.tick(seconds) or looking

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event, but no key or click that comes too early."""
        return not (event.type in self.early_events and self._stood < LOOKED) and super().handle(event)

    def gone(self) -> None:
        self.findings.close()

    @property
    def choices(self) -> Sequence[Costly]:
        """The choices that cost most, if they are shown at the foot: on request, or if there are no moments."""
        return (self.findings.costly or ()) if self._turned or not self.story.moments else ()

    def turn_over(self) -> None:
        """Switch between the moments and the choices that cost most."""
        self._turned = not self._turned and bool(self.findings.costly)

    # -- what it says ---------------------------------------------------------------------------------------------

    @property
    def winner(self) -> str:
        """The first seat of the side that has won, "" for a draw."""
        return members_of(self.match.front.winner)[0]

    def headline(self) -> str:
        """Which side has won, by how much and why, without a full stop."""
        return result_of(self.match)

    def luck(self) -> str:
        """The luck of each side in one sentence, "" if there is nothing to say."""
        luck = self.story.luck
        phrases = [f"{spoken(seat)} {words}" for seat, seat_luck in luck.items() if (words := luck_words(seat_luck))]
        return "Successes against expectation: " + ", ".join(phrases) if phrases else ""

    def _colours(self, seat: str) -> SeatColours:
        return seat_colours(self._side(seat), self.app.settings.palette)

    def _side(self, seat: str) -> int:
        """The number of a seat's colours and shape; for a side of several seats, those of the first."""
        return seat_index(members_of(seat)[0], self.session.setup.seats)

    # -- drawing --------------------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        canvas.surface.fill(PAPER)
        width, height = canvas.logical
        self._pelmet(canvas)
        left = max(24.0, (width - (RIGHT - LEFT)) / 2)
        w = min(RIGHT - LEFT, width - 48)
        foot = height - 84
        top = 96.0
        top += self._head(canvas, left, top, w) + 10
        cards_height = HEIGHT + 36 if self.story.moments or self.findings.costly else 0.0
        panel_height = max(150.0, foot - cards_height - top - (14 if cards_height else 0))
        board = kit.Spot(left, top, (w - GAP) * 0.43, panel_height)
        kit.Card(self._board(), look="panel", pad=(12, 10), radius=8).draw(canvas, board)
        course = kit.Spot(board.right + GAP, top, w - board.w - GAP, panel_height)
        courses = list(self._courses())
        fits = (way for way in courses if way.measure(canvas, course.w).h - CHART <= course.h)
        next(fits, courses[-1]).draw(canvas, course)
        if cards_height:
            self._below(canvas, kit.Spot(left, top + panel_height + 8, w, 26))
            cards = [self._choice(place, costly) for place, costly in enumerate(self.choices, 1)]
            cards = cards or [self._moment(place, moment) for place, moment in enumerate(self.story.moments, 1)]
            _even(canvas, cards, kit.Spot(left, top + panel_height + 36, w, HEIGHT), 12, MOMENTS)
        _even(canvas, self._buttons(), kit.Spot(left, foot + 8, w, 40), 8)
        words = self.kept_words or "This battle is over."
        kit.Text(words, "body", 13, INK2, align="centre").draw(canvas, kit.Spot(left, foot + 54, w, 18))

    def _below(self, canvas: Canvas, spot: kit.Spot) -> None:
        """Draw the heading of the cards at the foot, and the button that switches to the others."""
        side = spoken(self.story.side)
        head, right = "The moments that turned it", f"what most changed how {side} stood"
        if self.choices:
            head, right = "The choices that cost most", "as their seat could see it then"
        row: list[kit.Widget] = [kit.Column(kit.Space(h=5), kit.Section(head, right), gap=0, grow=1)]
        if self.findings.costly and self.story.moments:
            words = "Moments" if self.choices else "Choices that cost most"
            row.append(kit.Button("choices", "C", words, self.turn_over, h=26))
        kit.Row(*row, gap=12).draw(canvas, spot)

    def _choice(self, place: int, costly: Costly) -> kit.Widget:
        """The card of a costly choice: what it was, what would have been better, and a button to watch it."""
        choices_made = place_of(self.match, costly.choice)
        watch = kit.Button(f"watch:{place}", str(place), "Watch", partial(self.watch, choices_made, place - 1), h=28)
        better = [""] if self._tight else [f"Better: {words}" for words in (costly.note, *costly.briefer)]
        column = kit.Column(
            kit.Label(f"TURN {costly.turn}, {spoken(costly.seat).upper()}", "label_bold", 12, INK2),
            kit.Text(costly.title, "serif", 15.5, lines=1 if self._tight else 2),
            Wordings(*better, face="body", size=12, colour=INK2, lines=2),
            kit.Space(grow=1),
            kit.Row(kit.Space(grow=1), watch, gap=8),
            gap=2,
            grow=1,
        )
        crop = kit.Drawing(CROP, CROP, partial(self.views.draw_part, Part(choices_made, costly.units), place))
        return kit.Card(kit.Row(crop, column, gap=10), look="card", pad=(7, 7), h=HEIGHT, grow=1)

    def _pelmet(self, canvas: Canvas) -> None:
        colours, front = self._colours(self.winner) if self.winner else None, self.match.front
        if (canvas.logical[0] - (RIGHT - LEFT)) / 2 >= LEFT:
            draw_drapes(canvas, colours)
        words = f"{self.session.setup.title}   /   turn {front.turn} of {front.turns}   /   The end"
        draw_pelmet(canvas, words, colours)

    def _head(self, canvas: Canvas, x: float, y: float, w: float) -> float:
        rules, palette = self.match.rules, self.app.settings.palette
        side = self._side(self.winner) if self.winner else 0
        outcome = [entry for entry in self.match.events if isinstance(entry.event, GameEnded)]
        clauses = outcome[-1].clauses[:2] if outcome else ()
        lines = kit.Column(
            kit.Label(
                f"{rules.book.title}, {number_of(len(self.match.history), 'choice')}".upper(), "label_bold", 12.5, INK2
            ),
            kit.Text(self.headline(), "serif", 29, lines=2),
            kit.Row(*(kit.Chip(clause, self._open, "end") for clause in clauses), kit.Space(grow=1), gap=6),
            gap=2,
            grow=1,
        )
        picture = figure_of("leader", side, palette, 66, "ready" if self.winner else "out")
        row = kit.Row(picture, lines, gap=14)
        h = row.measure(canvas, w).h
        row.draw(canvas, kit.Spot(x, y, w, h))
        return h

    def _open(self, clause: str) -> None:
        self.app.push(ClauseCard(self.app, self.match.rules.book, clause))

    # -- the board ------------------------------------------------------------------------------------------------

    def _board(self) -> kit.Widget:
        standing = [
            f"{sum(not u.out for u in self.match.front.units.values() if u.seat == seat)} {spoken(seat)}"
            for seat in self.session.setup.seats
        ]
        return kit.Column(
            kit.Section("The board at the end", f"{', '.join(standing)} standing"),
            kit.Drawing(0, 60, self.views.draw_whole, grow=1),
        )

    # -- the course -----------------------------------------------------------------------------------------------

    def _courses(self) -> Iterator[kit.Widget]:
        """The course of the battle, in full, then with less and less detail."""
        for losses, luck in ((True, True), (True, False), (False, False)):
            yield kit.Card(self._course(losses=losses, luck=luck), look="panel", pad=(16, 10), radius=8)

    def _course(self, *, losses: bool, luck: bool) -> kit.Widget:
        """The course: points or chances as lines, points as numbers, losses, luck."""
        turns = self._turn_count
        games = min((chance.games for chance in self.findings.chances.values()), default=0)
        names = ((seat, kit.Label(spoken(seat), "label", 12.5, INK2)) for seat in self.session.setup.seats)
        legend = [kit.Row(self._mark(seat), name, gap=2) for seat, name in names]
        title = f"Chance of winning, from {games} playouts a turn" if self.findings.chances else "Points, turn by turn"
        parts: list[kit.Widget] = [
            kit.Row(kit.Column(kit.Section(title), grow=1), *legend, gap=12),
            kit.Drawing(0, CHART, self._draw_chances if self.findings.chances else self._draw_lines, grow=1),
            self._turns(turns),
            *(self._points_row(seat, turns) for seat in self.session.setup.seats),
        ]
        if losses:
            parts += [kit.Section("Losses", "and the turn they fell in"), kit.Drawing(0, 44, self._draw_losses)]
        if luck and self.luck():
            parts += [kit.Rule(h=5), kit.Text(self.luck(), "label", 13.5, INK2, lines=2)]
        return kit.Column(*parts, gap=4)

    def _mark(self, seat: str) -> kit.Widget:
        colours = self._colours(seat)
        return kit.Drawing(14, 16, lambda canvas, spot: canvas.seat_mark(colours, spot.centerx, spot.centery, 10))

    def _totals(self, seat: str) -> list[int]:
        """The initial points of a seat, then its points at the end of each turn."""
        return [*accumulate(self.story.points[seat], initial=self.story.start[seat])]

    def _draw_chances(self, canvas: Canvas, spot: kit.Spot) -> None:
        """Draw the chance of each side, or nothing if there is no room."""
        if spot.h >= LEAST_LINES:
            colours = {seat: self._colours(seat) for seat in self.session.setup.seats}
            lines = chances.rows(self.match, self.findings.chances)
            chances.draw(canvas, self._over_turns(spot), self._turn_count, lines, colours)

    @property
    def _turn_count(self) -> int:
        """The number of turns with a column: those in which points were counted, and the one in which it ended."""
        return max(self.match.front.turn, 1, *(len(gained) for gained in self.story.points.values()))

    def _over_turns(self, spot: kit.Spot) -> kit.Spot:
        """The part of a chart above the columns of the turns, so that each turn ends where its column ends."""
        start_width = START + BETWEEN if any(self.story.start.values()) else 0
        left = MARK + BETWEEN + NAME + BETWEEN + start_width
        return kit.Spot(spot.x + left, spot.y, spot.w - left - TOTAL - BETWEEN, spot.h)

    def _draw_lines(self, canvas: Canvas, spot: kit.Spot) -> None:
        """Draw the points at the end of each turn; the first seat's line is solid, the others are dashed.

        Without room nothing is drawn; the numbers below the chart say the same.
        """
        if spot.h < LEAST_LINES:
            return
        highest = max((max(self._totals(seat)) for seat in self.session.setup.seats), default=0)
        lowest = min((min(self._totals(seat)) for seat in self.session.setup.seats), default=0)
        span = max(1, highest - lowest)
        turns, (x0, _, w, _) = self._turn_count, self._over_turns(spot)
        for level in sorted({lowest, highest, *([lowest + span // 2] if spot.h >= chances.MIDDLE else ())}):
            y = spot.bottom - 8 - (level - lowest) / span * (spot.h - 18)
            canvas.rule(x0, y, w, LINE)
            canvas.write(str(level), x0 - 8, y, "label", 12, INK3, align="right", middle=True)
        for place, seat in enumerate(self.session.setup.seats):
            colours = self._colours(seat)
            points = [
                (x0 + turn / turns * w, spot.bottom - 8 - (total - lowest) / span * (spot.h - 18) + place * 1.5)
                for turn, total in enumerate(self._totals(seat))
            ]
            for start, end in pairwise(points):
                chances.line(canvas, start, end, colours, dashed=place > 0)
            canvas.seat_mark(colours, points[-1][0] + 8, points[-1][1], 10)

    def _start(self, words: str, face: str, size: float, colour: Colour) -> list[kit.Widget]:
        """The cell of the column of initial points, which exists only if any side had some."""
        return [kit.Label(words, face, size, colour, align="centre", w=START)] if any(self.story.start.values()) else []

    def _turns(self, turns: int) -> kit.Widget:
        """The row of the numbers of the turns."""
        numbers = [
            kit.Label(str(turn), "label", 12, INK3, align="centre", w=20, grow=1) for turn in range(1, turns + 1)
        ]
        return kit.Row(
            kit.Space(MARK),
            kit.Label("turn", "label", 12, INK3, w=NAME),
            *self._start("start", "label", 12, INK3),
            *numbers,
            kit.Label("points", "label", 12, INK3, w=TOTAL, align="right"),
            gap=BETWEEN,
        )

    def _points_row(self, seat: str, turns: int) -> kit.Widget:
        """The row of a seat: its initial points, its gain in each turn, and its total."""
        cells = [
            kit.Label(_number(gained), "label_semi", 13, INK if gained else INK3, align="centre", w=20, grow=1)
            for gained in self.story.points[seat]
        ]
        cells += [kit.Label("", w=20, grow=1) for _ in range(turns - len(cells))]
        initial = self.story.start[seat]
        start = self._start(_number(initial), "label_semi", 13, INK if initial else INK3)
        total = kit.Label(str(self._totals(seat)[-1]), "serif", 17, w=TOTAL, align="right")
        name = kit.Label(spoken(seat), "label_semi", 14, w=NAME)
        return kit.Row(self._mark(seat), name, *start, *cells, total, gap=BETWEEN)

    def _draw_losses(self, canvas: Canvas, spot: kit.Spot) -> None:
        """Draw a crossed token for each loss in order, with its name and turn below it.

        If these have no room, only the turns of the first and the last loss are written.
        """
        losses = self.story.losses
        if not losses:
            canvas.write("Nobody fell.", spot.x + 4, spot.y + 14, "italic", 13, INK3, middle=True)
            return
        units, profiles = self.match.front.units, self.match.rules.army.profiles
        step = min(44.0, spot.w / len(losses))
        labels = [f"{loss.unit.upper()} t{loss.turn}" for loss in losses]
        fit = max(canvas.width(words, "label_semi", 11.5) for words in labels) + 2 <= step
        for place, loss in enumerate(losses):
            x, points = spot.x + step * (place + 0.5), canvas.px(min(22.0, step * 0.9))
            figure, side = profiles[units[loss.unit].profile].figure, seat_index(loss.seat, self.session.setup.seats)
            picture = token(figure, side, points, palette=self.app.settings.palette, state="out")
            half = points * SPREAD / 2
            canvas.surface.blit(picture, (x * canvas.scale - half, (spot.y + 13) * canvas.scale - half))
            if fit or place in (0, len(losses) - 1):
                colour = self._colours(loss.seat).fill
                words = labels[place] if fit else f"t{loss.turn}"
                canvas.write(words, x, spot.y + 34, "label_semi", 11.5, colour, align="centre", middle=True)

    @property
    def _tight(self) -> bool:
        """Whether the scale is so small that readable letters take more room than the layout allows."""
        return self.app.scale < LEAST_SCALE

    # -- the moments ------------------------------------------------------------------------------------------------

    def _moment(self, place: int, moment: Moment) -> kit.Widget:
        others = [name.upper() for name in moment.lost if name != moment.fallen]
        named = [*others[:4], *([f"{len(others) - 4} more"] if len(others) > 4 else [])]
        casualties = f"{together(named)} {agreeing(len(others), 'falls', 'fall')}" if others else ""
        note = ". ".join(filter(None, (casualties, moment.note)))
        found = self.findings.swings.get(self.match.history[moment.made].choices)
        likely = f", {percent(found.chance)} LIKELY" if found is not None and found.chance is not None else ""
        watch = kit.Button(f"watch:{place}", str(place), "Watch", partial(self.watch, moment.made), h=28)
        bare: list[kit.Widget] = [kit.Space(grow=1), watch]
        odds = Fitting(kit.Row(*self._swing(found), *bare, gap=6), kit.Row(*bare, gap=6))
        column = kit.Column(
            kit.Label(f"TURN {moment.turn}{likely}", "label_bold", 12, INK2),
            kit.Text(moment.title, "serif", 15.5, lines=1 if self._tight else 2),
            kit.Text("" if self._tight else note, "body", 12, INK2, lines=2),
            kit.Space(grow=1),
            odds,
            gap=2,
            grow=1,
        )
        crop = kit.Drawing(
            CROP, CROP, partial(self.views.draw_part, Part(moment.made, moment.units, moment.deed), place)
        )
        return kit.Card(kit.Row(crop, column, gap=10), look="card", pad=(7, 7), h=HEIGHT, grow=1)

    def _swing(self, found: findings.Swing | None) -> list[kit.Widget]:
        """The chance of winning of the story's side before, an arrow, after; nothing if not yet known.

        Where the playouts before and after do not differ by more than luck, only what it was near.
        """
        if found is None:
            return []
        side = self.match.front.side(self.story.side)
        before, after = (wilson(won[side], found.games) for won in (found.before, found.after))
        was, becomes = percent(before.value), percent(after.value)
        if was == becomes or before.low <= after.value <= before.high:  # so many playouts cannot tell them apart
            return [kit.Label("near", "label", 12.5, INK2), kit.Label(becomes, "serif", 19)]
        return [kit.Label(was, "serif", 19, INK3), kit.Drawing(18, 20, _arrow), kit.Label(becomes, "serif", 19)]

    # -- what next ----------------------------------------------------------------------------------------------------

    def _buttons(self) -> list[kit.Widget]:
        return [
            kit.Button("again", "Enter", "Again", self.again, primary=True, h=40, grow=1),
            kit.Button("swap", "W", "Swap sides", partial(self.again, swap=True), h=40, grow=1),
            kit.Button(
                "watch", "V", "Watch" if self._tight else "Watch from the start", partial(self.watch, 0), h=40, grow=1
            ),
            kit.Button("save", "S", "Save a copy", self.save, h=40, grow=1),
            kit.Button("title", "Esc", "Title", self.app.home, h=40, grow=1),
        ]

    def again(self, *, swap: bool = False) -> None:
        """Play the same battle again with new dice; with `swap` every player moves to the next seat."""
        kinds = self.session.seating.seats
        if swap:
            seats = list(kinds)
            kinds = {seat: kinds[seats[place - 1]] for place, seat in enumerate(seats)}
        dice = DiceSource("ask" if self.match.dice.kind == "ask" else "seeded", fresh_seed())
        try:
            players = players_for(kinds, Thinker())
            session = Session(self.session.setup, dice=dice, players=players, table=self.session.table)
        except ValueError as error:  # a bot that no longer starts
            self.app.tell("This battle cannot be played again", str(error))
            return
        screen = BattleScreen(self.app, session, self.backdrop)
        screen.model.notice = keep(session)
        self.app.home()
        self.app.push(screen)

    def watch(self, made: int, costly: int = -1) -> None:
        """Open the replay after `made` choices; `costly` is the number of the costly choice to comment on, or -1."""
        timeline = Timeline(self.match.clone(), Extras(seatings=[self.session.seating]))
        timeline.go(made)
        title, choices = self.session.setup.title, self.findings.costly
        costliest = Costliest(choices, costly) if choices is not None else None
        self.app.push(replay_screen(self.app, timeline, self.backdrop, title=title, costliest=costliest))

    def save(self) -> None:
        """Save a copy of the game."""
        front = self.match.front
        self.kept_words = self.app.save(self.session, f"{self.match.setup.title}, turn {front.turn}", self.backdrop)

    def key(self, name: str, event: pygame.event.Event) -> bool:
        if name == "Esc":
            self.app.home()
        return name == "Esc"


def _arrow(canvas: Canvas, spot: kit.Spot) -> None:
    """An arrow to the right, in ink."""
    start, end = ((x * canvas.scale, (spot.centery + 1) * canvas.scale) for x in (spot.x, spot.right))
    pygame.draw.line(canvas.surface, INK2, start, end, max(1, canvas.px(1.6)))
    arrow_head(canvas.surface, start, end, INK2, canvas.px(7))


def _number(points: int) -> str:
    """Points for a cell of the table; 0 is a dash."""
    return str(points).replace("-", "−") if points else "–"


def _even(canvas: Canvas, widgets: Sequence[kit.Widget], spot: kit.Spot, gap: float, count: int = 0) -> None:
    """Draw widgets side by side, all equally wide; with `count`, as wide as if there were at least so many."""
    count = max(count, len(widgets))
    w = (spot.w - gap * (count - 1)) / count
    for place, widget in enumerate(widgets):
        widget.draw(canvas, kit.Spot(spot.x + place * (w + gap), spot.y, w, spot.h))
