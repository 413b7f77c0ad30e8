"""Faults found when a whole turn of each rulebook was played by hand, and mended."""

from __future__ import annotations

import pytest

from game.ai.players import RandomPlayer
from game.ai.seatview import SeatView
from game.demos import list_demos
from game.engine.dice import DiceSource
from game.engine.names import Deployment
from game.engine.rulebook import title_of
from game.maps.scenarios import load_scenario
from game.records.tables import TableKind
from game.session.session import Session
from game.ui.battle.conditions import words_of_unit
from game.ui.launch import start
from game.ui.screens.battle import BattleScreen
from game.ui.screens.curtain import CurtainScreen
from game.ui.screens.demo import DemoBooks, DemoList, open_demo
from game.ui.screens.title import TitleScreen
from tests.firefight import Firefight
from tests.ui.desk import Desk, middle
from tests.ui.hextable import at_island
from tests.ui.ledger import drawn, words_on


def table(desk: Desk, name: str, deployment: Deployment = Deployment.FIXED) -> BattleScreen:
    """A battle at a shared table; the curtain before the first seat is not lifted."""
    desk.app.settings.table = TableKind.SHARED
    screen = start(desk.app, load_scenario(name).deployed(deployment), {}, {}, DiceSource("seeded", 3))
    assert isinstance(screen, BattleScreen)
    desk.app.push(screen)
    desk.settle()
    return screen


# -- demonstrations ---------------------------------------------------------------------------------------------------


def test_a_demonstration_is_found_under_its_rulebook() -> None:
    desk = Desk()
    desk.app.push(TitleScreen(desk.app))
    desk.settle()
    desk.press("d")
    assert isinstance(desk.top, DemoBooks)
    epic = sum(demo.ruleset == "epic" for demo in list_demos())
    entry = next(entry for entry in desk.top.entries() if entry.words == title_of("epic"))
    assert entry.right == f"{epic} to watch"
    desk.press(entry.key)
    assert isinstance(desk.top, DemoList)
    assert desk.top.title == title_of("epic")
    assert {demo.ruleset for demo in desk.top.demos} == {"epic"}


def test_any_demonstration_is_three_keys_from_the_title_and_four_at_most() -> None:
    books = DemoBooks(Desk().app, list_demos())
    pages = {name: -(-len(demos) // DemoList.PAGE) for name, demos in books.books.items()}
    assert max(pages.values()) == 2
    keys = [3 + place // DemoList.PAGE for demos in books.books.values() for place in range(len(demos))]
    assert sum(keys) / len(keys) < 3.3


def test_the_list_tells_how_many_demonstrations_have_been_seen() -> None:
    desk = Desk()
    demos = [demo for demo in list_demos() if demo.ruleset == "wh40k2"]
    desk.app.settings.seen = [demos[0].id, demos[3].id]
    assert DemoBooks(desk.app, demos).entries()[0].right == f"2 of {len(demos)} seen"


def test_a_demonstration_on_the_title_says_of_which_rulebook_it_is() -> None:
    desk = Desk()
    screen = TitleScreen(desk.app)
    desk.app.push(screen)
    desk.settle()
    first = screen.demos[0]
    assert f"{title_of(first.ruleset)}, {len(first.steps)} steps" in words_on(desk)


def test_a_demonstration_that_is_over_is_closed_with_enter_or_begins_again() -> None:
    desk = Desk()
    desk.app.push(TitleScreen(desk.app))
    open_demo(desk.app, "wh-divided-fire")
    desk.settle()
    strip = desk.top.strip
    assert desk.zones("demo:") == ["demo:next", "demo:back"]
    desk.press("end")
    assert desk.zones("demo:") == ["demo:close", "demo:again", "demo:back"]
    desk.click("demo:again")
    assert strip.player.at == 0
    desk.press("end", "return")
    assert isinstance(desk.top, TitleScreen)


@pytest.mark.parametrize("name", ["sc-covering-action", "sc-tie", "sc-snowball", "wh-divided-fire", "sg-missile"])
def test_a_demonstration_shows_every_row_and_every_clause_of_its_captions(name: str) -> None:
    """Before, the keys lay over the lowest row of the board, and of six clauses four had a chip."""
    desk = Desk()
    screen = desk.demo(name)
    player, board = screen.strip.player, screen.session.setup.board
    while not player.done:
        desk.press("right")
        if screen.playback.running:
            desk.press("right")
        desk.app.draw()
        chips = {zone.about.clause for zone in screen.zones if ":caption:" in zone.id and zone.about}
        assert chips == set(player.clauses)
        lowest = middle(screen, (board.height - 1) * board.width)[1] + screen.map.size / 2
        assert lowest <= screen.map.area.bottom
        assert "next unit" not in words_on(desk), "the keys would lie over the lowest row"


def test_a_notice_that_a_demonstration_goes_another_way_is_gone_with_the_next_step() -> None:
    desk = Desk()
    screen = desk.demo("sc-tie", 1)
    screen.game.choose("pass")
    assert "another way" in screen.model.notice
    desk.press("right")
    assert screen.model.notice == ""


def test_the_roster_of_a_demonstration_is_that_of_the_side_that_is_asked() -> None:
    desk = Desk()
    open_demo(desk.app, "sg-missile")
    desk.settle()
    desk.press("right", "right", "right", "right")
    assert desk.top.model.decision.prompt == "Blue decides: what does B1 do first?"
    assert any("\u200a".join("BLUE, 2 OF 2") in words for words in words_on(desk))


def test_a_row_that_speaks_of_a_units_charge_names_the_unit_once() -> None:
    desk = Desk()
    open_demo(desk.app, "wh-divided-fire")
    desk.settle()
    desk.press("right", "right", "right", "right")
    said = words_on(desk)
    assert "Move B2’s charge to j4, in contact with R1" in said
    assert not any(words.startswith("B2: Move B2") for words in said)


@pytest.mark.parametrize("size", [(1280, 720), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("scale", [100, 200])
def test_the_scenarios_of_the_title_fill_their_room(size: tuple[int, int], scale: int) -> None:
    desk = Desk(size)
    desk.app.settings.scale = scale
    desk.app.push(TitleScreen(desk.app))
    desk.settle()
    lowest = max(zone.rect.bottom for zone in desk.top.zones if zone.id.startswith("scenario:"))
    head = next(line for line in drawn(desk).lines if line.words == "\u200a".join("DEMONSTRATIONS"))
    assert 10 < (head.rect.top - lowest) / desk.app.scale < 40


# -- set-up -----------------------------------------------------------------------------------------------------------


def test_no_unit_can_act_during_the_set_up_and_the_curtain_names_the_set_up() -> None:
    desk = Desk((1280, 720))
    screen = table(desk, "first_battle", Deployment.FREE)
    assert isinstance(desk.top, CurtainScreen)
    assert "\u200a".join("FIRST BATTLE   /   TURN 1 OF 3   /   SET-UP") in words_on(desk)
    desk.press("space")
    assert screen.model.deploying
    assert {words_of_unit(screen.model, unit) for unit in screen.model.units.values()} == {""}
    assert "Click a unit, then a cell; or drag it there." in words_on(desk)


# -- answers ----------------------------------------------------------------------------------------------------------


def test_a_step_names_a_weapon_where_it_is_not_the_units_first_and_no_row_is_cut() -> None:
    desk = Desk((1280, 720))
    scene = Firefight("a1 .*12 b1 .*4", "a2 .*12 b2 .*4", b1="fire_squad").acts("a1", "a1:move:3,0")
    session = Session(scene.setup, match=scene.match, table=TableKind.OPEN)
    session.hand_over()
    screen = BattleScreen(desk.app, session)
    desk.open(screen)
    screen.picking.pick("b1:opportunity_fire:a1:p2:saw")
    desk.app.draw()
    rows = [line for line in drawn(desk).lines if line.words.startswith("c1")]
    assert [(row.words, row.cut) for row in rows] == [("c1", False), ("c1, saw", False)]


# -- lists of units ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "units"), [("crossroads", 6), ("prepared_position", 9)])
def test_the_states_of_units_listed_as_answers_end_at_one_edge(name: str, units: int) -> None:
    desk = Desk((1280, 720))
    screen = table(desk, name)
    assert len(screen.column.rows.of_units) == units
    ends = {
        line.rect.right for line in drawn(desk).lines if line.words.endswith((" models", " fit")) and line.rect.x > 1100
    }
    assert len(ends) == 1


def played_to(kind: str) -> BattleScreen:
    """An island on which two sides play at random until such a question; a frigate far off is in hand."""
    for seed in range(20):
        _, screen = at_island(seats="br", table=TableKind.OPEN)
        player, match = RandomPlayer(seed, even=True), screen.session.match
        while (asked := match.pending) is not None and asked.kind != kind:
            screen.model.selected = "r7" if asked.seat == "red" else "b6"
            screen.game.choose(player.choose(SeatView(match, asked.seat), asked).id)
            while screen.skip():
                pass
        if asked is not None:
            return screen
    raise AssertionError(kind)


def test_a_seat_that_picks_its_loss_has_no_other_unit_in_hand() -> None:
    screen = played_to("victim")
    assert screen.model.selected == ""
    chosen = screen.model.option()
    assert chosen is not None
    assert chosen.target in screen.model.units


# -- taking back ------------------------------------------------------------------------------------------------------


def test_one_press_takes_back_all_the_choices_of_one_gesture() -> None:
    """Before, a formation went back stand by stand, and the rest of the markers one by one."""
    desk = Desk()
    screen = table(desk, "three_farms", Deployment.FREE)
    desk.press("space")
    model, made = screen.model, screen.session.match.history
    stood = {unit.id: unit.at for unit in model.units.values()}
    formation = model.members(model.formation)
    goal = next(cell for cell in range(len(model.session.setup.board.terrain)) if len(model.set_up_at(cell)) > 4)
    desk.click_at(middle(screen, goal))
    assert len(made) > 4
    assert {name for name, cell in stood.items() if model.units[name].at != cell} <= set(formation)
    desk.press("z")
    assert not made
    assert {unit.id: unit.at for unit in model.units.values()} == stood

    screen = table(desk, "first_battle")
    desk.press("space")
    desk.click("give:overwatch")
    desk.press("v")
    assert len(screen.session.match.history) == 4
    desk.click("unit:b2")
    desk.click("give:move")
    for left in (4, 1, 0):
        desk.press("z")
        assert len(screen.session.match.history) == left


def test_a_seat_that_is_asked_has_no_unit_of_the_other_side_in_hand() -> None:
    """Before, a seat with nothing left to move began with the unit that got the other seat's last marker."""
    desk = Desk()
    desk.app.settings.table = TableKind.CURTAINS
    screen = start(desk.app, "first_battle", {}, {}, DiceSource("seeded", 3))
    assert isinstance(screen, BattleScreen)
    desk.app.push(screen)
    for _ in screen.session.setup.seats:
        desk.settle()
        desk.press("space", "v", "return")
    while desk.top is not screen:
        desk.press("space" if isinstance(desk.top, CurtainScreen) else "return")
    asked = screen.model.decision
    assert asked is not None
    assert [option.id for option in asked.options] == ["end"]
    held = screen.model.units.get(screen.model.selected)
    assert held is None
