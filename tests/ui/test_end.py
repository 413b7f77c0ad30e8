"""A battle is over: the screen of its end, and what can be done from there."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pygame
import pytest

from game.ai.findings import Chance, Costly, Swing
from game.ai.judging import GAMES
from game.engine.dice import DiceSource
from game.maps.scenarios import load_scenario
from game.session.seats import ComputerSeat
from game.session.session import Session
from game.session.story import Loss, story_of
from game.sketch import read_sketch
from game.ui import kit
from game.ui.canvas import Canvas
from game.ui.ground import Backdrop, centre, extent
from game.ui.palette import seat_colours, seat_index
from game.ui.screens import chances
from game.ui.screens.battle import BattleScreen
from game.ui.screens.chances import rows
from game.ui.screens.end import EndScreen
from game.ui.screens.replay import ReplayStrip
from game.ui.screens.table_views import Part, TableViews
from tests.sketches import DUEL
from tests.ui.desk import Desk
from tests.ui.ledger import Ledger, Line, drawn, words_on
from tests.ui.street import fought_out


def fought(size: tuple[int, int] = (1280, 800), **changes: object) -> tuple[Desk, BattleScreen]:
    """The computer's duel with itself, just over; `changes` to its sketch."""
    desk = Desk(size)
    setup = read_sketch({**DUEL, **changes})
    session = Session(setup, dice=DiceSource(seed=3), players={seat: ComputerSeat() for seat in setup.seats})
    return desk, fought_out(desk, session)


def begun(desk: Desk) -> Session:
    """The session of the battle that was begun last; the computer may have ended it already."""
    return next(screen.session for screen in reversed(desk.app.screens) if isinstance(screen, BattleScreen))


def test_the_end_has_its_own_screen_after_the_last_events_are_shown() -> None:
    desk, screen = fought()
    assert isinstance(desk.top, EndScreen)
    assert {zone.id for zone in desk.top.zones} >= {"again", "swap", "watch", "save", "title"}
    assert screen.session.match.outcome.reason in desk.top.headline()
    assert desk.top.headline().count(":") == 1


def test_a_moment_is_one_key_away_in_the_replay_and_esc_leads_back() -> None:
    desk, _ = fought()
    end = desk.top
    assert isinstance(end, EndScreen)
    moments = end.story.moments
    assert moments
    desk.press("1")
    assert isinstance(desk.top, BattleScreen)
    assert isinstance(desk.top.strip, ReplayStrip)
    assert desk.top.strip.game.timeline.place.made == moments[0].made
    desk.press("end", "right")  # at its end a replay stays what it is
    assert isinstance(desk.top, BattleScreen)
    desk.press("escape")
    assert desk.top is end


def test_enter_that_ends_the_playback_does_not_begin_another_battle() -> None:
    """Only a key that goes down after the end has been looked at for a second presses a button there."""
    desk, screen = fought()
    desk.app.pop()
    pressed = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="")
    desk.app.show_end(screen.session, screen.game.view.backdrop)
    end = desk.app.top
    pygame.event.post(pressed)  # while the end is drawn for the first time, which takes a while
    desk.app.draw()
    desk.app.take([*pygame.event.get(), pressed])
    assert desk.top is end, "it went down before the end was seen, and is still held"
    desk.let_go("return")
    end.tick(0.3)
    tap = [pygame.event.Event(kind, key=pygame.K_RETURN, mod=0, unicode="") for kind in (pygame.KEYDOWN, pygame.KEYUP)]
    desk.app.take(tap)
    assert desk.app.top is end, "a second quick tap was meant for the playback, too"
    end.tick(0.8)
    desk.app.take(tap)
    assert begun(desk) is not screen.session


def test_again_plays_the_same_battle_with_new_dice_and_the_same_seats() -> None:
    desk, screen = fought()
    desk.press("return")
    again = begun(desk)
    assert again is not screen.session
    assert again.setup is screen.session.setup
    assert sorted(again.players) == ["blue", "red"]
    assert again.match.dice.seed != screen.session.match.dice.seed


def test_w_plays_the_battle_again_with_the_sides_swapped() -> None:
    desk, screen = fought()
    del screen.session.players["red"]
    desk.press("w")
    assert sorted(begun(desk).players) == ["red"]


def test_s_saves_a_copy_and_says_so() -> None:
    desk, _ = fought()
    end = desk.top
    assert isinstance(end, EndScreen)
    desk.press("s")
    assert "turn 1" in end.kept_words


def test_the_points_of_a_head_start_stand_in_a_column_of_their_own_and_in_the_sum() -> None:
    desk, _ = fought(head_start={"red": 5})
    lines = drawn(desk).lines
    (head,) = [line.rect for line in lines if line.words == "start"]
    fives = [line.rect.centerx for line in lines if line.words == "5" and line.rect.top > head.bottom]
    (total,) = [line.rect for line in lines if line.words == "points"]
    assert min(fives) == pytest.approx(head.centerx, abs=2), "it is not gained in turn 1"
    assert max(fives) > total.left, "it counts in the end"


def test_the_lines_of_the_points_are_marked_with_whole_points() -> None:
    desk, _ = fought(head_start={"red": 11})
    words = words_on(desk)
    assert "5" in words and "5.5" not in words


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
def test_the_end_screen_fits_every_size_of_window(size: tuple[int, int]) -> None:
    desk, _ = fought(size)
    window = desk.app.window.get_rect()
    assert all(window.contains(zone.rect) for zone in desk.top.zones)


def test_chances_and_costly_choices_are_worked_out_while_the_end_is_shown() -> None:
    desk, screen = fought()
    end = desk.top
    assert isinstance(end, EndScreen)
    desk.press("c")
    assert not end.choices  # nothing has been found yet
    end.tick(1.0)
    findings = end.findings
    assert findings.reviewer is not None
    while findings.reviewer.busy:
        findings.take_in(findings.reviewer.news(60.0))
    chance = findings.chances[1]
    assert chance.games == GAMES
    assert sum(chance.won.values()) == pytest.approx(GAMES)
    told = rows(end.match, findings.chances)
    assert sum(row[-1][1].value for row in told.values()) == 1.0
    assert all(one.low <= one.value <= one.high for row in told.values() for _, one in row)
    assert findings.costly is not None
    desk.app.draw()
    desk.press("c")
    assert end.choices == findings.costly
    assert screen.session.match is end.match
    desk.press("escape")
    assert findings.reviewer.busy is False


def test_in_the_replay_c_leads_from_one_costly_choice_to_the_next() -> None:
    desk, _ = fought()
    desk.press("v")
    screen = desk.top
    assert isinstance(screen, BattleScreen)
    assert isinstance(screen.strip, ReplayStrip)
    game = screen.strip.game
    desk.press("c")
    assert screen.model.notice == "The computer is analysing the battle."
    match, findings = game.timeline.match, game._findings
    assert findings is not None
    findings.costly = tuple(
        Costly(match.history[made].choices, 1, "red", "R1 holds", "R1 stands: worth 0.4 figures more", 0.4, ("r1",))
        for made in (1, 2)
    )
    screen.tick(0.1)
    assert game.timeline.place.made == 1
    assert screen.model.notice == "1 of 2, Red: R1 holds. Better: R1 stands: worth 0.4 figures more."
    desk.press("c")
    assert game.timeline.place.made == 2
    desk.press("escape")
    assert findings.reviewer is not None
    assert not findings.reviewer.busy


def test_the_foot_of_a_battle_that_no_moment_turned_has_the_choices_that_cost_most_or_nothing() -> None:
    desk, _ = fought()
    end = desk.top
    assert isinstance(end, EndScreen)
    end.story = end.story._replace(moments=[])
    end.findings.costly = ()
    desk.press("c")
    assert "The choices that cost most".upper() not in [
        line.words.replace("\u200a", "").upper() for line in drawn(desk).lines
    ]
    number = end.match.history[2].choices
    end.findings.costly = (Costly(number, 1, "red", "R1 holds", "R1 stands: worth 0.4 figures more", 0.4, ("r1",)),)
    desk.app.draw()
    assert desk.zones("watch:1") and not desk.zones("choices")


@pytest.mark.parametrize("high", [36.0, 47.0, 48.0, 70.0])
def test_the_numbers_beside_a_low_chart_never_overlap(high: float) -> None:
    """Before, those of a chart in large letters, with three seats below it, did."""
    desk, _ = fought((960, 600), head_start={"red": 9})
    end = desk.top
    assert isinstance(end, EndScreen)
    spot, told = kit.Spot(0, 0, 480, high), rows(end.match, {1: Chance(1, {"red": 20.0, "blue": 10.0}, 30)})
    for draw in (
        lambda canvas: end._draw_lines(canvas, spot),
        lambda canvas: chances.draw(canvas, spot, 3, told, {seat: end._colours(seat) for seat in told}),
    ):
        canvas = Ledger(desk)
        draw(canvas)
        places = [line.rect.inflate(0, -2) for line in canvas.lines]
        assert len(places) >= 2
        assert [place for place in places if len(place.collidelistall(places)) > 1] == []


@pytest.mark.parametrize("begun", [{}, {"red": 9}])
@pytest.mark.parametrize("counted", [{}, {1: Chance(1, {"red": 20.0, "blue": 10.0}, 30)}])
def test_a_chart_stands_over_the_columns_of_its_turns(begun: dict[str, int], counted: dict[int, Chance]) -> None:
    """Before, its ends lay beside those of the table below: what happened in a turn was seen under another one."""
    desk, _ = fought(head_start=begun)
    end = desk.top
    assert isinstance(end, EndScreen)
    end.findings.chances = counted
    lines = drawn(desk).lines
    numbers = {
        line.words: line.rect for line in lines if line.rect.y == next(o.rect.y for o in lines if o.words == "turn")
    }
    foot = min(line.rect.right for line in lines if line.words == ("0%" if counted else "0"))
    first, right = foot + 8, numbers["points"].right - 42
    turns = [int(words) for words in numbers if words.isdigit()]
    assert turns == list(range(1, end.match.front.turn + 1))
    for turn in turns:
        middle = first + (turn - 0.5) / len(turns) * (right - first)
        assert abs(numbers[str(turn)].centerx - middle) <= 3, (turn, numbers, first, right)


def test_a_choice_that_cost_is_one_key_away_in_the_replay() -> None:
    desk, _ = fought()
    end = desk.top
    assert isinstance(end, EndScreen)
    number = end.match.history[2].choices
    end.findings.costly = (Costly(number, 1, "red", "R1 holds", "R1 stands: worth 0.4 figures more", 0.4, ("r1",)),)
    end.turn_over()
    desk.app.draw()
    desk.press("1")
    replay = desk.top
    assert isinstance(replay, BattleScreen)
    assert isinstance(replay.strip, ReplayStrip)
    assert replay.strip.game.timeline.place.made == 2
    told = "1 of 1, Red: R1 holds. Better: R1 stands: worth 0.4 figures more."
    assert replay.model.notice == told, "before, nothing was said there of what would have been better"
    desk.press("right", "c")
    assert replay.model.notice == told, "before, the computer had to look at the battle again"
    assert replay.strip.game.timeline.place.made == 2


def test_a_better_choice_is_told_with_the_reasons_that_have_room_and_none_is_cut_off() -> None:
    """Before, the last of them ended in the middle of a word."""
    desk, _ = fought()
    end = desk.top
    assert isinstance(end, EndScreen)
    number, worth = end.match.history[2].choices, "B1: move to 0505: worth 4.5 figures more"
    brief = f"{worth}, it takes the town at 0505"
    whole = f"{brief}, comes nearer to the capital at 0203"
    title = "B1 attacks 0404, lining up beside it"
    one = Costly(number, 1, "red", title, whole, 4.5, ("r1",), 3, (brief, worth))
    end.findings.costly = (one, one, one)
    end.turn_over()
    desk.app.draw()
    lines = drawn(desk).lines
    assert not [line.words for line in lines if line.cut]
    told = " ".join(line.words for line in lines)
    assert f"Better: {brief}" in told
    assert "comes nearer" not in told


def test_a_better_choice_is_ringed_on_the_map_until_the_replay_steps_on() -> None:
    """Before, it was only said."""
    desk, _ = fought()
    end = desk.top
    assert isinstance(end, EndScreen)
    number, cell = end.match.history[2].choices, 3
    one = Costly(number, 1, "red", "R1 holds", "R1 jogs to d1: worth 0.4 figures more", 0.4, ("r1",), cell)
    end.findings.costly = (one,)
    end.turn_over()
    desk.app.draw()
    desk.press("1")
    replay = desk.top
    assert isinstance(replay, BattleScreen)
    (told,) = [line.rect for line in drawn(desk).lines if line.words == "BETTER"]
    ringed = replay.map.rect_of(cell)
    assert abs(told.centerx - ringed.centerx) <= 2
    assert told.top > ringed.bottom
    assert told.top - ringed.bottom < ringed.height
    desk.press("right")
    assert "BETTER" not in words_on(desk)
    desk.press("c")
    assert "BETTER" in words_on(desk)


@pytest.mark.parametrize("size", [(1024, 640), (1280, 800)])
def test_a_moment_with_two_lines_of_each_kind_keeps_its_button_whole(size: tuple[int, int]) -> None:
    """Before, the button and the chance were cut in half by the foot of the card."""
    desk, _ = fought(size)
    end = desk.top
    assert isinstance(end, EndScreen)
    title, note = (
        "The fire of R8 has no effect on B3 of Blue",
        "R8 fires: range die first, 2, 1, 2: 0 beat it, nothing at all",
    )
    moment = end.story.moments[0]._replace(title=title, note=note, lost=())
    end.story = end.story._replace(moments=[moment] * 3)
    number = end.match.history[moment.made].choices
    end.findings.swings = {number: Swing(number, Fraction(1, 8), {"red": 12, "blue": 18}, {"red": 3, "blue": 27}, 30)}
    lines = drawn(desk).lines
    assert title not in [line.words for line in lines], "it has two lines"
    assert [line.words for line in lines if line.cut] == []
    desk.app.draw()
    buttons = [zone for zone in desk.top.zones if zone.id.startswith("watch:")]
    assert len(buttons) == 3
    assert all(zone.rect == zone.full for zone in buttons)


def test_lost_points_have_a_minus_and_the_head_counts_the_choices() -> None:
    desk, screen = fought()
    end = desk.top
    assert isinstance(end, EndScreen)
    end.story = end.story._replace(points={"blue": [9, -3], "red": [9, 0]})
    words = words_on(desk)
    assert "−3" in words
    assert f"{screen.session.match.rules.book.title}, {len(end.match.history)} choices".upper() in words


def words_over_others(lines: list[Line]) -> list[tuple[str, str]]:
    """Words whose letters lie on one another."""
    return [
        (one.words, other.words)
        for one, other in itertools.combinations(lines, 2)
        if one.rect.inflate(-2, -one.rect.h // 3).colliderect(other.rect.inflate(-2, -other.rect.h // 3))
    ]


@pytest.mark.parametrize("size", [(320, 200), (640, 400), (1280, 800)])
def test_no_words_of_the_end_screen_overlap_however_small_the_window(size: tuple[int, int]) -> None:
    desk, _ = fought(size)
    lines = [line for line in drawn(desk).lines if line.words.strip()]
    assert lines
    assert words_over_others(lines) == []


@pytest.mark.parametrize(
    ("size", "fell", "told"),
    [
        ((320, 200), 3, ["t1", "t3"]),
        ((320, 200), 16, ["t1", "t16"]),
        ((1280, 800), 3, ["B1 t1", "B1 t2", "B1 t3"]),
        ((1280, 800), 30, ["t1", "t30"]),
    ],
)
def test_fallen_units_are_named_where_their_names_have_room(size: tuple[int, int], fell: int, told: list[str]) -> None:
    desk, _ = fought(size)
    end, canvas = desk.top, Ledger(desk)
    assert isinstance(end, EndScreen)
    end.story = end.story._replace(losses=[Loss("b1", "blue", turn) for turn in range(1, fell + 1)])
    end._draw_losses(canvas, kit.Spot(0, 0, 480, 44))
    assert [line.words for line in canvas.lines] == told
    assert words_over_others(canvas.lines) == []


@pytest.mark.parametrize(
    ("title", "lost", "fallen", "told"),
    [
        ("B1 is lost", ("b1",), "b1", ""),
        ("B1 is lost", ("b1", "b10"), "b1", "B10 falls"),
        ("B10 fires at R1", ("b1",), "", "B1 falls"),
        ("R1 fires at B1", ("b1", "b10"), "", "B1 and B10 fall"),
    ],
)
def test_a_moment_names_the_fallen_units_that_its_title_does_not_name(
    title: str, lost: tuple[str, ...], fallen: str, told: str
) -> None:
    desk, _ = fought()
    end = desk.top
    assert isinstance(end, EndScreen)
    moment = end.story.moments[0]._replace(title=title, note="", lost=lost, fallen=fallen)
    end.story = end.story._replace(moments=[moment])
    lines = words_on(desk)
    assert title in lines
    assert [words for words in lines if words.endswith((" falls", " fall"))] == ([told] if told else [])


def test_a_moment_shows_its_whole_chance_and_what_it_did_to_the_chance_of_winning() -> None:
    """Before, it was the chance of the last die alone."""
    desk, _ = fought((1920, 1080))
    end = desk.top
    assert isinstance(end, EndScreen)
    (moment,) = end.story.moments[:1]
    end.story = end.story._replace(moments=[moment], side="red")
    assert f"TURN {moment.turn}" in words_on(desk)
    won = {"red": 21.0, "blue": 9.0}, {"red": 3.0, "blue": 27.0}
    end.findings.take_in([Swing(end.match.history[moment.made].choices, Fraction(1, 4), *won, 30)])
    lines = words_on(desk)
    assert f"TURN {moment.turn}, 25% LIKELY" in lines
    assert lines[lines.index("70%") + 1] == "10%"
    end.findings.take_in([Swing(end.match.history[moment.made].choices, None, won[0], {"red": 22.0, "blue": 8.0}, 30)])
    lines = words_on(desk)
    assert lines[lines.index("near") + 1] == "73%", "thirty playouts do not tell it from 70"
    assert "70%" not in lines


def test_the_legend_of_the_course_shows_the_marks_of_the_sides() -> None:
    desk, _ = fought()
    lines = {line.words: line.rect for line in drawn(desk).lines}
    assert "Red Blue" not in lines
    assert {"Red", "Blue"} <= set(lines)


def test_the_board_at_the_end_shows_the_towns_that_were_fought_for_with_their_last_flags() -> None:
    """VK-A45: points are towns and cities."""
    setup, desk = load_scenario("gun_on_the_hill").setup, Desk()
    session = Session(setup, dice=DiceSource(seed=3))
    match = session.match
    while match.pending is not None:
        match.choose(match.pending.default)
    end = EndScreen(desk.app, session, Backdrop(setup.board))
    desk.open(end)
    canvas = Ledger(desk)
    end.views.draw_whole(canvas, kit.Spot(0, 0, 460, 300))
    (wide, high), *_ = (ground.get_size() for ground in end.views._grounds.values() if ground.get_height() == 300)
    size = wide / extent(setup.board, 1000)[0] * 1000
    taken = {unit.at for unit in match.front.units.values()}
    bare = [each for each in match.rules.sites(match.front) if each.at not in taken]
    assert bare
    for each in bare:
        x, y = centre(setup.board, each.at, size)
        place = pygame.Rect(0, 0, 12, 12)
        place.center = round(x + (460 - wide) / 2), round(y + (300 - high) / 2)
        drawn = desk.app.window.subsurface(place)
        ground = end.views.ground(wide, high).subsurface(place.move(-round((460 - wide) / 2), 0))
        assert pygame.image.tobytes(drawn, "RGB") != pygame.image.tobytes(ground, "RGB"), each.name


def crop(views: TableViews, part: Part) -> pygame.Surface:
    """The picture of a moment."""
    canvas = Canvas(pygame.Surface((140, 140)), 1.0, "", (-1, -1))
    views.draw_part(part, 1, canvas, kit.Spot(12, 12, 116, 116))
    return canvas.surface


def test_the_picture_of_a_moment_shows_the_shooter_the_target_and_the_shot() -> None:
    """Before, a unit twelve cells away was left out, and nothing showed the shot."""
    units = [
        {"id": "r1", "seat": "red", "profile": "trooper", "at": [1, 4], "marker": "move"},
        {"id": "b1", "seat": "blue", "profile": "trooper", "at": [14, 4], "marker": "move"},
    ]
    sketch = DUEL | {"board": ["." * 30] * 9, "units": units}
    session = Session(read_sketch(sketch), dice=DiceSource("script", script=[3, 3, 6]))
    for option in ("r1:stand", "pass", "r1:ranged_attack:b1"):
        if session.match.pending.option(option):
            session.match.choose(option)
    (moment,) = story_of(session.match).moments
    views = TableViews(session.match, Backdrop(session.setup.board), "default")
    part = Part(moment.made, moment.units, moment.deed)
    shown, plain = crop(views, part), crop(views, part._replace(deed=None))
    red, blue = (seat_colours(seat_index(seat)) for seat in ("red", "blue"))
    seen = {tuple(shown.get_at((x, y))[:3]) for x in range(140) for y in range(140)}
    assert {red.fill, blue.fill} <= seen
    changed = [(x, y) for x in range(140) for y in range(140) if shown.get_at((x, y)) != plain.get_at((x, y))]
    assert max(x for x, _ in changed) - min(x for x, _ in changed) > 40, "a line between the two"
    assert red.edge in {tuple(shown.get_at(spot)[:3]) for spot in changed}


def test_the_curtain_at_the_end_has_the_colours_of_the_winner() -> None:
    desk, _ = fought()
    end = desk.top
    assert isinstance(end, EndScreen)
    surface = drawn(desk).surface
    assert end.winner
    edge = seat_colours(seat_index(end.winner)).edge
    assert surface.get_at((4, 20))[:3] == edge, "the pelmet"
    assert surface.get_at((4, 472))[:3] == edge, "what ties the drapes"
    assert surface.get_at((1275, 472))[:3] == edge
