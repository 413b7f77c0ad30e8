"""Everything at the window can be done with the keys alone and with the mouse alone."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pygame
import pytest

from game.engine.answers import Choice
from game.engine.decisions import DICE
from game.engine.dice import DiceSource, seeded_die
from game.records.tables import TableKind
from game.rules import RULESETS
from game.session.intent import Intent
from game.session.session import Session
from game.sketch import read_sketch
from game.ui.battle.ladder import HEIGHT
from game.ui.launch import start
from game.ui.palette import INK
from game.ui.screen import key_name
from game.ui.screens.battle import BattleScreen
from game.ui.screens.cards import ClauseCard, RulesScreen
from game.ui.screens.curtain import CurtainScreen
from game.ui.screens.demo import BookList, DemoBooks, DemoStrip, open_demo
from game.ui.screens.menu import HelpScreen, MenuScreen, SettingsScreen
from game.ui.screens.replay import ReplayStrip
from game.ui.screens.saves import SavesScreen
from game.ui.screens.setup import SetupScreen
from game.ui.screens.sheets import AskScreen, ForfeitScreen, MessageScreen, WordsScreen
from game.ui.screens.title import TitleScreen
from tests.ui.desk import Desk, middle
from tests.ui.street import STREET, acting, street

SHIFT, CTRL = pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL


def battle(desk: Desk) -> BattleScreen:
    """The test street on an open table."""
    return street(desk, TableKind.OPEN)


def until(screen: BattleScreen, wanted: Callable[[BattleScreen], bool], seed: int = 1) -> None:
    """Random choices until the screen stands where the test wants it."""
    match = screen.session.match
    for drawn in range(4000):
        asked = match.pending
        assert asked is not None, "the game ended before that"
        screen.session.hand_over()
        screen.model.refresh()
        if wanted(screen):
            screen.app.draw()
            return
        if asked.seat == DICE:
            screen.game.choose(Intent(faces=tuple(seeded_die(seed, drawn, sides) for sides in asked.dice)))
        else:
            screen.game.choose(asked.options[seeded_die(seed, drawn, len(asked.options)) - 1].id)
        screen.skip()
    pytest.fail("never came there")


# -- keys alone -------------------------------------------------------------------------------------------------------

OTHER_KEYS = {
    "chip:": "F2, then F2 again",
    "icon:": "the letter under the icon",
    "mini": "Shift and the arrows",
    "scrubber": "the arrows, Home and End",
    "clause:": "the arrows",
    "close": "Esc",
}
"""Zones without a key of their own that the focus does not reach, and the keys that do the same."""


def opened(kind: str, desk: Desk) -> None:
    """Open the screen of that name, one of SCREENS."""
    desk.open(TitleScreen(desk.app))
    opening: dict[str, Callable[[], object]] = {
        "title": lambda: None,
        "set-up": lambda: desk.press("n"),
        "assign": lambda: battle(desk),
        "act": lambda: acting(desk),
        "react": lambda: until(battle(desk), lambda s: s.session.match.pending.kind == "react"),
        "curtain": lambda: curtain(desk),
        "menu": lambda: (battle(desk), desk.press("escape")),
        "settings": lambda: desk.press("s"),
        "keys": lambda: desk.press("k"),
        "demos": lambda: desk.press("d"),
        "books": lambda: desk.press("r"),
        "book": lambda: desk.press("r", "1"),
        "demo": lambda: open_demo(desk.app, "sc-snowball"),
        "step back": lambda: (battle(desk), desk.press("o", "m", "s")),
        "note": lambda: (battle(desk), desk.press("o", "s", "w")),
        "saves": lambda: (battle(desk), desk.press("o", "escape", "v"), desk.open(SavesScreen(desk.app))),
        "question": lambda: (
            battle(desk),
            desk.press("o", "escape", "v"),
            desk.open(SavesScreen(desk.app)),
            desk.press("d"),
        ),
        "clause": lambda: (battle(desk), desk.press("f2")),
        "own dice": lambda: own_dice(desk),
    }
    opening[kind]()
    desk.settle()
    desk.app.draw()


SCREENS = {
    "title": TitleScreen, "set-up": SetupScreen, "assign": BattleScreen, "act": BattleScreen, "react": BattleScreen,
    "curtain": CurtainScreen, "menu": MenuScreen, "settings": SettingsScreen, "keys": HelpScreen, "demos": DemoBooks,
    "books": BookList, "book": RulesScreen, "demo": BattleScreen, "step back": BattleScreen, "note": WordsScreen,
    "saves": SavesScreen, "question": AskScreen, "clause": ClauseCard, "own dice": BattleScreen,
}  # fmt: skip
STRIPS = {"demo": DemoStrip, "step back": ReplayStrip}


def curtain(desk: Desk) -> None:
    """The street up to the curtain between Red and Blue."""
    street(desk)
    desk.press("o", "m", "return")


def own_dice(desk: Desk) -> BattleScreen:
    """The street where the players type their own dice, at the first roll."""
    screen = BattleScreen(desk.app, Session(read_sketch({**STREET, "phase": "act"}), dice=DiceSource("ask")))
    desk.open(screen)
    assert screen.session.asked == DICE
    return screen


@pytest.mark.parametrize("kind", SCREENS)
def test_every_zone_of_a_screen_has_a_key_or_can_be_focused(kind: str) -> None:
    desk = Desk()
    opened(kind, desk)
    assert type(desk.top) is SCREENS[kind]
    if isinstance(desk.top, BattleScreen):
        assert type(desk.top.strip) is STRIPS.get(kind, type(None))
    mover = "f6" if isinstance(desk.top, BattleScreen) else "tab"
    reached = set()
    if kind != "note":
        for _ in range(len(desk.top.zones) + 1):
            desk.press(mover)
            if desk.top.focus in reached:  # once round
                break
            reached.add(desk.top.focus)
    without = [
        zone.id
        for zone in desk.top.zones
        if zone.action and not zone.key and zone.id not in reached and not zone.id.startswith(tuple(OTHER_KEYS))
    ]
    if kind == "note":
        without = [name for name in without if not name.startswith("row:")]
    assert without == []


@pytest.mark.parametrize("kind", SCREENS)
def test_the_button_under_enter_is_the_dark_one(kind: str) -> None:
    desk = Desk()
    opened(kind, desk)
    buttons = [zone for zone in desk.top.zones if zone.key == "Enter" and not zone.id.startswith("row:")]
    assert [
        zone.id for zone in buttons if desk.app.window.get_at((zone.rect.left + 5, zone.rect.centery))[:3] != INK
    ] == []
    assert buttons or kind != "set-up"


@pytest.mark.parametrize("kind", [kind for kind in SCREENS if kind not in ("title", "curtain")])
def test_every_screen_is_left_with_esc(kind: str) -> None:
    desk = Desk()
    opened(kind, desk)
    left = desk.top
    desk.press("escape")
    assert desk.top is not left


def test_a_move_is_planned_and_made_with_the_cell_cursor() -> None:
    desk = Desk()
    screen = acting(desk)
    desk.press("tab")
    unit = screen.model.selected
    start_at = screen.session.match.front.units[unit].at
    desk.press("right", "right")
    goal = screen.pointer.cursor
    assert goal != start_at
    made = len(screen.session.match.history)
    desk.press("return")
    assert screen.model.option() is not None
    assert screen.model.option().to == goal
    desk.press("left")
    desk.press("return")
    assert screen.model.option().to == screen.pointer.cursor != goal, "Enter plans anew where the cursor points"
    assert len(screen.session.match.history) == made
    desk.press("return")
    assert len(screen.session.match.history) > made


def test_after_a_click_on_the_map_or_a_row_the_keys_still_do_what_they_say() -> None:
    desk = Desk()
    screen = acting(desk)
    desk.click(f"unit:{screen.model.able()[0]}")
    assert screen.focus == ""
    desk.press("tab", "right", "right", "return")
    assert screen.model.option() is not None


def test_all_rows_of_options_are_reached_by_keys_however_many_there_are() -> None:
    desk = Desk()
    screen = battle(desk)
    until(screen, lambda s: s.session.match.pending.kind == "react" and len(s.model.choices.units) > 1)
    rows = {option.id for option in screen.model.options() if option.unit}
    reached = set()
    for press in range(len(rows) ** 2):
        desk.press("right" if press % len(rows) else ".")
        reached |= {screen.model.chosen}
        shown = [zone.id for zone in screen.zones if zone.id == f"option:{screen.model.chosen}"]
        assert shown, "the chosen row is on the screen"
    assert reached == rows


def test_the_rows_of_points_of_a_path_are_reached_by_keys() -> None:
    desk = Desk()
    screen = battle(desk)
    until(screen, lambda s: sum(o.point >= 0 for o in s.model.listed()) > 1)
    first = screen.model.chosen
    places = set()
    for _ in range(len(screen.model.listed()) + 1):
        desk.press(",")
        option = screen.model.option()
        assert option is not None
        places.add(option.id)
    assert len(places) == len(screen.picking.rows.order())
    assert first in places


def test_the_passes_that_hold_are_reached_by_keys() -> None:
    desk = Desk()
    screen = battle(desk)
    until(screen, lambda s: s.session.match.pending.kind == "react")
    holding = [zone for zone in screen.zones if zone.id.startswith("until:")]
    assert len(holding) == len(screen.session.match.rules.pass_until)
    for _ in range(60):
        desk.press("f6")
        if screen.focus == holding[-1].id:
            break
    made = len(screen.session.match.choices)
    desk.press("return")
    assert screen.session.match.choices[made] == Choice("pass")
    assert screen.session.standings.answers[-1].stand.lasts == holding[-1].id.removeprefix("until:")


def test_f2_goes_through_every_clause_on_the_screen() -> None:
    desk = Desk()
    screen = battle(desk)
    until(screen, lambda s: s.session.match.pending.kind == "react")
    shown = {zone.id.split(":")[1] for zone in screen.zones if zone.id.startswith("chip:")}
    desk.press("f2")
    card = desk.top
    assert isinstance(card, ClauseCard)
    assert card.name == screen.model.decision.clauses[0]
    seen = set()
    for _ in range(len(card.others)):
        seen.add(card.name)
        desk.press("f2")
    assert seen >= shown
    desk.press("left", "right", "f3")
    assert isinstance(desk.top, RulesScreen)


def test_page_keys_scroll_the_log_the_ladder_and_the_rows() -> None:
    desk = Desk()
    screen = battle(desk)
    until(screen, lambda s: len(s.model.reactions()) > 1)
    desk.press("pageup", mod=SHIFT)
    assert screen.log.back == 3
    desk.press("pagedown", mod=SHIFT)
    assert screen.log.back == 0
    queue = screen.model.view.queue
    long = msgspec.structs.replace(queue, reactions=queue.reactions * 12)
    screen.model.view = msgspec.structs.replace(screen.model.view, queue=long)
    desk.app.draw()
    screen.column.ladder.by(-10_000)
    desk.press("pagedown", mod=CTRL)
    assert screen.column.ladder.at == HEIGHT
    desk.press("pageup", mod=CTRL)
    assert screen.column.ladder.at == 0


def test_a_mistyped_face_is_taken_back_by_key_or_click() -> None:
    desk = Desk()
    screen = own_dice(desk)
    desk.press("2", "backspace")
    assert screen.model.typed == []
    desk.press("3")
    desk.click("face:back")
    assert screen.model.typed == []
    desk.press("2", "5")
    assert screen.session.match.choices == [Choice(faces=(2, 5))]


def test_a_face_that_the_die_does_not_have_is_refused_with_those_it_has() -> None:
    """Before, the key did nothing, and no notice said so."""
    desk = Desk()
    screen = own_dice(desk)
    desk.press("9")
    assert (screen.model.typed, screen.model.notice) == ([], "This die has no 9: type a face from 1 to 6.")
    desk.press("2")
    assert (screen.model.typed, screen.model.notice) == ([2], "")


# -- the mouse alone --------------------------------------------------------------------------------------------------

CLOSING = {
    "set-up": "back", "assign": "icon:menu", "act": "icon:menu", "react": "icon:menu", "own dice": "icon:menu",
    "curtain": "lift", "menu": "row:0", "settings": "row:7", "keys": "back", "demos": "row:5",
    "books": f"row:{len(RULESETS)}", "book": "back", "demo": "icon:menu", "step back": "icon:menu", "note": "row:1",
    "saves": "back", "question": "row:1", "clause": "shut",
}  # fmt: skip


@pytest.mark.parametrize("kind", CLOSING)
def test_every_screen_is_left_with_a_click(kind: str) -> None:
    desk = Desk()
    opened(kind, desk)
    left, under = desk.top, desk.app.below(desk.top)
    desk.click(CLOSING[kind])
    if kind in ("assign", "act", "react", "own dice"):
        assert isinstance(desk.top, MenuScreen)
        desk.click("row:8")
    else:
        assert desk.top is under
    assert left not in desk.app.screens or not desk.app.running


def test_a_click_beside_a_clause_card_closes_it() -> None:
    desk = Desk()
    screen = battle(desk)
    desk.click("chip:")
    assert isinstance(desk.top, ClauseCard)
    desk.click_at((5, 5))
    assert desk.top is screen


def test_pass_undo_zoom_and_the_next_unit_need_no_key() -> None:
    desk = Desk()
    screen = acting(desk)
    able = screen.model.able()
    desk.click(f"unit:{able[-1]}")
    assert screen.model.selected == able[-1]
    before = screen.map.zoom
    desk.app.dispatch(pygame.event.Event(pygame.MOUSEMOTION, pos=screen.map.area.center, rel=(0, 0), buttons=(0, 0, 0)))
    desk.app.dispatch(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1, flipped=False))
    assert screen.map.zoom < before
    match = screen.session.match
    until(screen, lambda s: "pass" in usable(s))
    made = len(match.history)
    desk.click("pass")
    assert isinstance(desk.top, ForfeitScreen), "units could still act"
    desk.click("row:0")
    assert len(match.history) == made + 1
    desk.click("icon:undo")
    if isinstance(desk.top, AskScreen):
        desk.click("row:0")
    assert len(match.history) == made


def usable(screen: BattleScreen) -> list[str]:
    """Draw; returns the ids of the zones that can be used."""
    screen.app.draw()
    return [zone.id for zone in screen.zones if zone.action]


USEFUL = (
    "option:",
    "do",
    "confirm",
    "give:",
    "rest:",
    "row:",
    "pass",
    "until:",
    "face:",
    "unit:",
    "lift",
    "on",
    "plan:",
    "reset",
)


PLACES = ("park_gate", "ruined_mill", "hill_farm", "drawn_in", "gun_on_the_hill")


def played_by_hand(place: str, dice: str) -> list[object]:
    """A dozen choices of one game every day; in the long run forty for each rulebook, with both kinds of dice."""
    long = [(one, kind, 40) for one in PLACES for kind in ("seeded", "ask")]
    return [(place, dice, 12), *(pytest.param(*one, marks=pytest.mark.fuzz) for one in long)]


@pytest.mark.parametrize(("place", "dice", "choices"), played_by_hand("drawn_in", "ask"))
def test_clicks_alone_play_every_rulebook_from_its_first_question(place: str, dice: str, choices: int) -> None:
    desk = Desk()
    screen = start(desk.app, place, {}, {}, DiceSource(dice, 4))
    desk.open(screen)
    assert isinstance(screen, BattleScreen)
    drawn = 0
    match = screen.session.match
    while match.pending is not None and len(match.history) < choices and drawn < 2000:
        drawn += 1
        useful = [z for z in desk.top.zones if z.action and z.rect and z.id.startswith(USEFUL)]
        moves = list(screen.model.moves())
        if desk.top is screen and moves and drawn % 3 == 0:
            goal = moves[seeded_die(8, drawn, len(moves)) - 1].to
            screen.map.centre_on(goal)
            desk.app.draw()
            desk.click_at(middle(screen, goal))
        else:
            assert useful, f"nothing to click at “{match.pending.prompt}”: {[z.id for z in desk.top.zones]}"
            desk.click_at(useful[seeded_die(8, drawn, len(useful)) - 1].rect.center)
    assert len(match.history) >= choices or match.pending is None


@pytest.mark.parametrize(("place", "dice", "choices"), played_by_hand("park_gate", "ask"))
def test_keys_alone_play_every_rulebook_from_its_first_question(place: str, dice: str, choices: int) -> None:
    desk = Desk()
    screen = start(desk.app, place, {}, {}, DiceSource(dice, 4))
    desk.open(screen)
    assert isinstance(screen, BattleScreen)
    keys = (
        "return",
        "return",
        "tab",
        "o",
        "m",
        "n",
        "1",
        "2",
        "3",
        "q",
        "w",
        "up",
        "left",
        "down",
        "right",
        "v",
        ".",
        "f6",
    )
    drawn = 0
    match = screen.session.match
    while match.pending is not None and len(match.history) < choices and drawn < 2500:
        drawn += 1
        key = keys[seeded_die(6, drawn, len(keys)) - 1]
        asked = {CurtainScreen: "space", ForfeitScreen: "y"}.get(type(desk.top), "escape")
        desk.press(key if desk.top is screen else asked)
    assert len(match.history) >= choices or match.pending is None


def test_a_message_is_closed_with_a_click() -> None:
    desk = Desk()
    title = TitleScreen(desk.app)
    desk.open(title)
    desk.app.tell("Something", "One sentence.")
    assert isinstance(desk.top, MessageScreen)
    desk.app.draw()
    desk.click("row:0")
    assert desk.top is title


def test_f1_shows_the_keys_from_the_title_a_battle_and_a_sheet() -> None:
    desk = Desk()
    title = TitleScreen(desk.app)
    desk.open(title)
    desk.press("f1")
    assert isinstance(desk.top, HelpScreen)
    desk.press("f1")
    assert desk.top is title
    screen = street(desk)
    desk.press("f1")
    assert isinstance(desk.top, HelpScreen)
    desk.press("escape")
    assert desk.top is screen
    desk.press("escape", "f1")
    assert isinstance(desk.top, HelpScreen)


# -- other keyboards --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "place", "typed", "name"),
    [
        (1092, pygame.KSCAN_A, "ф", "A"),  # Russian
        (945, pygame.KSCAN_A, "α", "A"),  # Greek
        (1511, pygame.KSCAN_E, "ק", "E"),  # Hebrew
        (47, pygame.KSCAN_Q, "/", "Q"),  # Hebrew, where a sign is in the place of a letter
        (pygame.K_a, pygame.KSCAN_Q, "a", "A"),  # French: a Latin letter counts wherever it is
        (pygame.K_w, pygame.KSCAN_Z, "w", "W"),
        (pygame.K_COMMA, pygame.KSCAN_M, ",", ","),  # French
        (pygame.K_SEMICOLON, pygame.KSCAN_COMMA, ".", "."),  # French, with Shift
        (pygame.K_RIGHTBRACKET, pygame.KSCAN_RIGHTBRACKET, "+", "+"),  # German
        (pygame.K_AMPERSAND, pygame.KSCAN_1, "&", "1"),  # French
        (pygame.K_RETURN, pygame.KSCAN_RETURN, "\r", "Enter"),
        (pygame.K_F1, pygame.KSCAN_F1, "", "F1"),
    ],
)
def test_a_key_is_found_on_keyboards_with_other_letters(key: int, place: int, typed: str, name: str) -> None:
    assert key_name(pygame.event.Event(pygame.KEYDOWN, key=key, scancode=place, unicode=typed, mod=0)) == name


def test_a_line_takes_what_the_system_has_put_together_and_not_the_key_that_opened_it() -> None:
    """A dead key and a letter are one text; keys alone write nothing."""
    desk, kept = Desk(), []
    desk.app.push(WordsScreen(desk.app, "Name", "", kept.append))
    desk.app.dispatch(pygame.event.Event(pygame.TEXTINPUT, text="s"))
    desk.settle()
    desk.app.draw()
    for text in ("é", "ф", "\n"):
        desk.app.dispatch(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_e, mod=0, unicode="e"))
        desk.app.dispatch(pygame.event.Event(pygame.KEYUP, key=pygame.K_e, mod=0))
        desk.app.dispatch(pygame.event.Event(pygame.TEXTINPUT, text=text))
    desk.press("return")
    assert kept == ["éф"]
