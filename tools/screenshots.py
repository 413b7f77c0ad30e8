"""Save pictures of every screen in typical states, without a display: `python3 tools/screenshots.py DIR [SCENE...]`.

`python3 tools/screenshots.py --readme` makes the picture of the README, assets/readme.png.

The real App draws the real screens, after choices that a player could make.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ.setdefault("SNOWBALL_DATA", tempfile.mkdtemp(prefix="snowball-"))
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import pygame  # noqa: E402

from game.engine.dice import DiceSource  # noqa: E402
from game.engine.standing import When  # noqa: E402
from game.records.tables import TableKind  # noqa: E402
from game.session.intent import Intent  # noqa: E402
from game.session.seats import ComputerSeat  # noqa: E402
from game.session.standing import SENSIBLE  # noqa: E402
from game.ui.app import App  # noqa: E402
from game.ui.battle.script import Beat, BeatKind  # noqa: E402
from game.ui.launch import start  # noqa: E402
from game.ui.screens.battle import BattleScreen  # noqa: E402
from game.ui.screens.curtain import CurtainScreen  # noqa: E402
from game.ui.screens.demo import DemoGame, open_demo  # noqa: E402
from game.ui.screens.lesson import open_lesson  # noqa: E402
from game.ui.screens.menu import HelpScreen, SettingsScreen  # noqa: E402
from game.ui.screens.standing import StandingScreen  # noqa: E402
from game.ui.screens.title import TitleScreen  # noqa: E402

SIZES = {"": (1280, 800), "-1600": (1600, 1000), "-1920": (1920, 1080), "-960": (960, 600)}
Scene = Callable[[App], None]


def battle(app: App, name: str, seed: int = 3, *, dice: str = "seeded") -> BattleScreen:
    """Start a battle on a map."""
    app.settings.table = TableKind.CURTAINS  # so that each seat sees its own markers
    screen = start(app, name, {}, {}, DiceSource(dice, seed))
    if not isinstance(screen, BattleScreen):
        raise TypeError(name)
    app.push(screen)
    app.draw()
    settle(app, screen)
    return screen


def settle(app: App, screen: BattleScreen) -> None:
    """Skip animations and lift curtains."""
    screen.skip()
    while app.top is not screen:
        app.draw()
        press(app, pygame.K_SPACE)
    screen.skip()
    app.draw()


def assigned(app: App, screen: BattleScreen, movers: int = 2) -> None:
    """Give every side markers: the first units move, the others are on overwatch."""
    for _ in screen.session.setup.seats:
        for _ in range(movers):
            asked = screen.session.match.pending
            if asked is not None:
                screen.game.choose(f"{asked.unit}:move")
        screen.game.give_rest("overwatch")
        screen.game.choose("confirm")
        settle(app, screen)


def announce(app: App, screen: BattleScreen) -> None:
    """Choose the unit and the move that most enemies can see."""
    board = screen.map.board
    middle = board.cell(board.width // 2, board.height // 2)
    best: tuple[int, str, int] | None = None
    for unit in screen.model.able():
        screen.picking.select(unit)
        for option in screen.model.moves():
            worth = 100 * sum(screen.model.guns_on((option.to,), screen.session.viewer or "").values())
            worth -= board.distance(option.to, middle)
            if option.pace in ("run", "move", "combat_move") and (best is None or worth > best[0]):
                best = (worth, unit, option.to)
    if best is not None:
        screen.picking.select(best[1])
        if "run" in screen.model.paces():
            screen.model.fix_pace("run")
        screen.input.click_cell(best[2])
        app.draw()


def title(app: App) -> None:
    """The title screen."""


def setup(app: App) -> None:
    """The set-up screen."""
    top = app.top
    if isinstance(top, TitleScreen):
        top.set_up(0)


def assign(app: App) -> None:
    """The Assign phase, half done."""
    screen = battle(app, "market_street")
    for _ in range(2):
        asked = screen.session.match.pending
        screen.game.choose(f"{asked.unit}:overwatch" if asked else "")


def deploy(app: App) -> None:
    """Free deployment; one unit has been moved."""
    from game.engine.names import Deployment
    from game.maps.scenarios import load_scenario

    app.settings.table = TableKind.SHARED
    loaded = load_scenario("market_street").deployed(Deployment.FREE)
    screen = start(app, loaded, {}, {}, DiceSource("seeded", 3))
    if not isinstance(screen, BattleScreen):
        raise TypeError(loaded.path.name)
    app.push(screen)
    app.draw()
    settle(app, screen)
    screen.picking.select("b2")
    screen.input.click_cell(screen.map.board.cell(20, 21))
    app.draw()


def plan(app: App) -> None:
    """A planned run across the street."""
    screen = battle(app, "market_street")
    assigned(app, screen)
    announce(app, screen)


def react(app: App) -> None:
    """The question who reacts to that run."""
    plan(app)
    screen = app.top
    if isinstance(screen, BattleScreen):
        screen.picking.do_it()
        settle(app, screen)


def reactors(app: App) -> None:
    """A reaction for which two units of a side may be chosen, after play by computers; the second card is chosen."""
    screen = battle(app, "market_street", 5)
    match, player = screen.session.match, ComputerSeat()
    while (asked := match.pending) is not None:
        if asked.kind == "react" and len({option.unit for option in asked.options if option.unit}) > 1:
            break
        screen.session.choose(player.choose(match, asked.seat).id)
    person_looks(screen)
    app.draw()
    screen.picking.by_card(0, 1)


def curtain(app: App) -> None:
    """The curtain between two people."""
    screen = battle(app, "market_street")
    screen.game.give_rest("overwatch")
    screen.game.choose("confirm")


def since(app: App) -> None:
    """The list of what has happened since a seat last looked."""
    screen = battle(app, "market_street")
    assigned(app, screen)
    announce(app, screen)
    screen.picking.do_it()
    app.draw()
    if isinstance(app.top, CurtainScreen):
        app.top.lift()
    app.top.tick(0.2)


def standing(app: App) -> None:
    """The sheet for when a seat is asked to react, with two units that differ from the others."""
    screen = battle(app, "market_street")
    assigned(app, screen)
    screen.game.say_when()
    sheet = app.top
    if isinstance(sheet, StandingScreen):
        sheet.standing = SENSIBLE.but([sheet.units[1].id], None).but([sheet.units[3].id], When(within=12, odds=50))
        sheet.picked = sheet.units[3].id


def demo_at(name: str, step: int) -> Scene:
    """The scene of a demonstration after so many steps."""

    def scene(app: App) -> None:
        open_demo(app, name)
        app.draw()
        screen = app.top
        if isinstance(screen, BattleScreen) and isinstance(screen.game, DemoGame):
            for _ in range(step):
                screen.game.forward()
                screen.skip()

    return scene


def clause(app: App) -> None:
    """A clause over the table."""
    demo_at("sc-snowball", 9)(app)
    if isinstance(app.top, BattleScreen):
        app.draw()
        app.top.open_clause("SC-19")


def rules(app: App) -> None:
    """The rulebook."""
    demo_at("sc-snowball", 2)(app)
    if isinstance(app.top, BattleScreen):
        app.top.open_rules()


def sight(app: App) -> None:
    """The cells that one unit sees."""
    plan(app)
    if isinstance(app.top, BattleScreen):
        app.top.model.toggle_sight()


def own_dice(app: App) -> None:
    """Dice rolled on a real table."""
    screen = battle(app, "market_street", dice="ask")
    assigned(app, screen)


def menu(app: App) -> None:
    """The pause menu."""
    plan(app)
    if isinstance(app.top, BattleScreen):
        app.top.open_menu()


def settings(app: App) -> None:
    """The settings."""
    app.push(SettingsScreen(app))


def keys(app: App) -> None:
    """The list of keys."""
    app.push(HelpScreen(app))


def person_looks(screen: BattleScreen) -> None:
    """After play by computers: show the table to the seat that is asked now, without a curtain."""
    screen.session.table = TableKind.OPEN
    screen.session.hand_over()
    screen.model.refresh()
    screen.game.look_at_action()


def played_to_fire(app: App, name: str) -> None:
    """Let computers play until a seat may fire at a point of a move, and choose the best shot."""
    screen = battle(app, name)
    match, player = screen.session.match, ComputerSeat()
    while (asked := match.pending) is not None:
        if asked.kind == "react" and sum(option.point >= 0 for option in asked.options) > 3:
            break
        watches = asked.kind == "overwatch" and asked.seat == match.setup.seats[1]
        screen.session.choose(asked.options[0].id if watches else player.choose(match, asked.seat).id)
    person_looks(screen)
    if match.pending is None:
        return
    best = max(screen.model.options(), key=lambda o: total.p_out if (total := screen.model.forecast(o)) else 0)
    screen.picking.pick(best.id)
    app.draw()


def squads(app: App) -> None:
    """WH40K 2nd: overwatch against a move."""
    played_to_fire(app, "crossroads")


def opportunity(app: App) -> None:
    """Stargrunt II: opportunity fire at a point of a move."""
    played_to_fire(app, "prepared_position")


def firefight(app: App) -> None:
    """Stargrunt II: the choice of an action."""
    screen = battle(app, "prepared_position")
    step_to(app, screen, "action")
    announce(app, screen)


def hexes(app: App) -> None:
    """Four seats on hexes; the first is to move."""
    battle(app, "four_banks")


def stack(app: App) -> None:
    """All units of a hex selected, with a move to another hex."""
    screen = battle(app, "four_banks")
    model = screen.model
    at = [model.units[name].at for name in model.able()]
    screen.picking.select(max(model.able(), key=lambda name: at.count(model.units[name].at)))
    screen.picking.gather()
    screen.input.click_cell(next(model.moves()).to)


def played_until(app: App, name: str, kind: str) -> BattleScreen:
    """Let computers play until a decision of this kind, then show it."""
    screen = battle(app, name)
    match, player = screen.session.match, ComputerSeat()
    while (asked := match.pending) is not None and asked.kind != kind:
        screen.session.choose(player.choose(match, asked.seat).id)
    person_looks(screen)
    return screen


def guns(app: App) -> None:
    """VIKTORY II: a gun on overwatch may fire at a unit that comes near."""
    played_until(app, "gun_on_the_hill", "react").picking.step_rows(1)


def charge(app: App) -> None:
    """Epic: a formation charges, planned as a whole."""
    screen = played_until(app, "three_farms", "charge")
    screen.game.choose(next(option.id for option in screen.model.options() if option.formation))


def counter_charge(app: App) -> None:
    """Epic: stands that may counter charge."""
    played_until(app, "past_the_guns", "counter_charge")


def hint_at(name: str, kind: str) -> Scene:
    """The scene of a hint at the first question of this kind."""

    def scene(app: App) -> None:
        screen = played_until(app, name, kind)
        screen.game.give_hint()
        while screen.model.hint is None:
            screen.tick(0.1)

    return scene


def shown(name: str, kind: BeatKind, *, falls: bool = False) -> Scene:
    """The scene of the first beat of this kind in play by computers; with `falls`, one in which a unit is put out."""

    def wanted(beat: Beat) -> bool:
        return beat.kind is kind and (not falls or any(event.out for event in beat.events))

    def scene(app: App) -> None:
        screen = battle(app, name)
        play_on(screen, lambda: any(map(wanted, screen.playback.waiting)))
        while screen.playback.running and not wanted(screen.playback.waiting[0]):
            screen.tick(0.01)

    return scene


def play_on(screen: BattleScreen, stop: Callable[[], bool] = lambda: False) -> None:
    """Let computers play on an open table, without animations, until `stop` or the end of the battle."""
    person_looks(screen)
    match, player = screen.session.match, ComputerSeat()
    while (decision := match.pending) is not None:
        screen.game.choose(Intent.of(player.choose(match, decision.seat)))
        if stop():
            return
        while screen.skip():
            pass


def end(app: App) -> None:
    """The end of a battle, before its chances of winning have been analysed."""
    screen = battle(app, "crossroads")
    play_on(screen)
    while app.top is screen:
        screen.tick(0.1)


def replay(app: App) -> None:
    """The replay of a battle, at the first of the moments that turned it."""
    end(app)
    app.draw()
    press(app, pygame.K_1)


def saves(app: App) -> None:
    """The list of saves, with a battle that is over."""
    end(app)
    app.draw()
    press(app, pygame.K_ESCAPE)
    press(app, pygame.K_b)


def lesson(app: App) -> None:
    """The first step of the first lesson."""
    open_lesson(app, "first_battle")


def press(app: App, key: int) -> None:
    """Press and release a key, and draw what it leads to."""
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        app.dispatch(pygame.event.Event(kind, key=key, mod=0, unicode=""))
    app.draw()


def step_to(app: App, screen: BattleScreen, kind: str) -> None:
    """Answer with the default until a decision of this kind; the second seat's first squad goes on overwatch."""
    while (asked := screen.session.match.pending) is not None and asked.kind != kind:
        watch = asked.kind == "overwatch" and asked.seat == screen.session.setup.seats[1]
        screen.game.choose(asked.options[0].id if watch else asked.default)
        settle(app, screen)


_OWN = (
    *(title, setup, assign, deploy, plan, react, reactors, curtain, since, standing),
    *(clause, rules, sight, own_dice, menu, settings, keys),
    *(squads, firefight, opportunity, hexes, stack, guns, charge, counter_charge),
    *(end, replay, saves, lesson),
)
"""The scenes that are named like their functions."""
SCENES: dict[str, Scene] = {scene.__name__: scene for scene in _OWN} | {
    "demo_snowball": demo_at("sc-snowball", 9),
    "demo_tie": demo_at("sc-tie", 9),
    "demo_covering": demo_at("sc-covering-fire-fails", 5),
    "demo_contact": demo_at("sc-contact", 5),
    "hint_formation": hint_at("three_farms", "activate"),
    "hint_charge": hint_at("three_farms", "charge"),
    "hint_hexes": hint_at("gun_on_the_hill", "act"),
    "result": shown("market_street", BeatKind.RESULT, falls=True),
    "result_squads": shown("crossroads", BeatKind.RESULT, falls=True),
    "result_fire": shown("prepared_position", BeatKind.RESULT),
    "result_assault": shown("three_farms", BeatKind.RESULT, falls=True),
    "result_bombard": shown("four_banks", BeatKind.RESULT, falls=True),
    "turn_end": shown("market_street", BeatKind.TURN),
}


README = ROOT / "assets" / "readme.png", "demo_snowball"
"""The picture of the README, and its scene."""


def render(name: str, size: tuple[int, int], path: Path) -> None:
    """Draw a scene in a new window of this size, and save it."""
    app = App(size)
    app.settings.reduced_motion = True
    app.push(TitleScreen(app))
    app.draw()
    while app.top.tick(0.1):
        app.draw()
    SCENES[name](app)
    app.draw()
    app.draw()
    app.screenshot(path)


def main(arguments: list[str]) -> int:
    """Write the pictures. Returns the exit status."""
    if arguments == ["--readme"]:
        path, name = README
        render(name, SIZES[""], path)
        return 0
    if not arguments or arguments[0].startswith("-") or not SCENES.keys() >= set(arguments[1:]):
        sys.stderr.write(f"Say where: tools/screenshots.py DIR [SCENE...], or --readme. Scenes: {', '.join(SCENES)}.\n")
        return 2
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    for name in arguments[1:] or SCENES:
        for suffix, size in SIZES.items():
            if not suffix or name in ("title", "react", "assign", "hexes", "guns", "charge"):
                render(name, size, folder / f"{name}{suffix}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
