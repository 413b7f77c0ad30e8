"""What goes wrong around the window costs one sentence on the screen; nothing is lost and nothing stops."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from game.ai.errors import BotError
from game.engine import rulebook
from game.engine.dice import DiceSource
from game.maps.scenarios import list_scenarios
from game.paths import ASSETS, MAPS
from game.records.saves import list_saves
from game.records.tables import TableKind
from game.session.seats import players_for
from game.session.session import Session
from game.sketch import read_sketch
from game.ui.commands import main_play, main_replay
from game.ui.keep import keep
from game.ui.launch import USAGE, parse_play, start
from game.ui.screens.battle import BattleScreen
from game.ui.screens.battlefield import BOOKS, BattlefieldScreen
from game.ui.screens.offer import read_books
from game.ui.screens.saves import SavesScreen
from game.ui.screens.setup import SetupScreen
from game.ui.screens.sheets import MessageScreen
from game.ui.screens.title import TitleScreen
from game.ui.settings import Settings, load_settings, save_settings
from tests.ui.desk import Desk
from tests.ui.ledger import words_on
from tests.ui.street import STREET, street
from tests.ui.test_window import ROOT


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of the test, which does not exist yet."""
    folder = tmp_path / "data"
    monkeypatch.setenv("SNOWBALL_DATA", str(folder))
    return folder


@pytest.fixture
def no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The place of the data is taken by a file, so nothing can ever be written there."""
    file = tmp_path / "taken"
    file.write_text("a file of somebody's")
    monkeypatch.setenv("SNOWBALL_DATA", str(file))
    return file


def program(tmp_path: Path, lines: str) -> str:
    """Write a bot in Python; returns the words that seat it."""
    path = tmp_path / "bot.py"
    path.write_text(lines)
    return f"bot:{sys.executable} {path}"


BOTS = {
    "ends": "import sys\nsys.stdin.readline()\n",
    "babbles": "import sys\nfor line in sys.stdin: print('hello', flush=True)\n",
    "cheats": 'import sys\nfor line in sys.stdin: print(\'{"option": "win"}\', flush=True)\n',
    "ends later": (
        "import json, sys\n"
        "for made, line in enumerate(sys.stdin):\n"
        "    if made == 2: break\n"
        "    print(json.dumps({'option': json.loads(line)['pending']['options'][0]['id']}), flush=True)\n"
    ),
}


@pytest.mark.parametrize("kind", BOTS)
def test_a_bot_that_breaks_says_so_and_its_seat_goes_to_a_person(kind: str, tmp_path: Path) -> None:
    desk = Desk()
    players = players_for({"red": program(tmp_path, BOTS[kind])})
    session = Session(read_sketch(STREET), dice=DiceSource(seed=5), players=players, table=TableKind.OPEN)
    screen = BattleScreen(desk.app, session)
    assert keep(session) == ""
    desk.open(screen)
    for _ in range(20):
        desk.settle()
        if screen.model.notice:
            break
    assert screen.model.notice.startswith("The bot")
    assert "A person plays Red from here." in screen.model.notice
    assert session.people == ["red", "blue"]
    assert screen.model.mine
    made = len(session.match.history)
    desk.press("o" if session.match.pending.kind == "assign" and session.match.pending.unit else "return")
    assert len(session.match.history) == made + 1


def test_when_a_bot_breaks_beside_a_person_the_curtain_falls_before_its_markers_are_shown(tmp_path: Path) -> None:
    desk = Desk()
    players = players_for({"blue": program(tmp_path, BOTS["ends"])})
    session = Session(read_sketch(STREET), dice=DiceSource(seed=5), players=players)
    screen = BattleScreen(desk.app, session)
    desk.open(screen)
    desk.press("o", "m", "return")
    for _ in range(20):
        desk.settle()
    assert desk.top is not screen
    assert session.viewer == "red", "the table is Blue's only once the curtain has been lifted"
    desk.press("space")
    assert session.viewer == "blue"
    assert "A person plays Blue from here." in screen.model.notice


def test_leaving_the_battle_ends_its_bots(tmp_path: Path) -> None:
    desk = Desk()
    players = players_for({"blue": program(tmp_path, "import sys\nfor line in sys.stdin: pass\n")})
    desk.open(TitleScreen(desk.app))
    desk.open(BattleScreen(desk.app, Session(read_sketch(STREET), players=players)))
    desk.press("escape", "t")
    assert isinstance(desk.top, TitleScreen)
    assert players["blue"].bot._process.poll() is not None


def test_an_unknown_seat_seed_or_bot_is_refused_in_one_sentence_before_the_window_opens() -> None:
    refused = parse_play(["park_gate", "--seat", "green=computer"])
    assert refused == 'There is no seat "green" on this map; it has blue, red.'
    for seed in ("²", "9" * 19):
        refused = parse_play(["park_gate", "--seed", seed])
        assert refused == f"A seed cannot be '{seed}': give a whole number of at most 18 digits."
    with pytest.raises(BotError, match="cannot be started"):
        start(Desk().app, "park_gate", {"red": "bot:no-such-program-anywhere"}, {}, DiceSource(seed=1))
    done = subprocess.run(
        [sys.executable, "-m", "game", "play", "park_gate", "--seat", "red=bot:no-such-program-anywhere"],
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 2
    assert "cannot be started" in done.stderr
    assert "Traceback" not in done.stderr


def test_without_a_sound_card_the_window_opens_and_plays() -> None:
    words = (
        "from tests.ui.desk import Desk\nfrom game.ui.screens.title import TitleScreen\n"
        "desk = Desk(); desk.open(TitleScreen(desk.app)); desk.press('n', 'return', 'space', 'o', 'm')\n"
        "print(type(desk.top).__name__)"
    )
    done = subprocess.run(
        [sys.executable, "-c", words], capture_output=True, text=True, check=False, cwd=ROOT,
        env={**os.environ, "SDL_AUDIODRIVER": "there-is-none"},
    )  # fmt: skip
    assert done.stdout.split()[-1:] == ["BattleScreen"], done.stderr


def test_a_data_folder_that_cannot_be_made_costs_sentences_and_no_game(no_folder: Path) -> None:
    settings = load_settings()
    assert "Nothing can be kept" in settings.complaint
    save_settings(settings)
    desk = Desk()
    desk.app.settings.complaint = settings.complaint
    desk.open(TitleScreen(desk.app))
    desk.click("complaint")
    assert isinstance(desk.top, MessageScreen)
    assert settings.complaint in desk.top.words
    desk.press("escape", "b")
    assert isinstance(desk.top, SavesScreen)
    assert "cannot be made" in desk.top.problem
    desk.press("return", "r", "d", "escape")
    screen = start(desk.app, "park_gate", {}, {}, DiceSource(seed=3))
    assert isinstance(screen, BattleScreen)
    assert screen.model.notice.startswith("This game is not being kept")
    desk.open(screen)
    desk.press("o", "m")
    assert len(screen.session.match.history) == 2
    desk.press("escape", "v")
    assert "not saved" in screen.model.notice
    desk.press("f12")
    assert isinstance(desk.top, MessageScreen)
    desk.press("escape")
    assert desk.top is screen
    desk.press("z", "escape")
    assert "this game is not being kept" in words_on(desk)
    desk.press("t")
    assert isinstance(desk.top, TitleScreen)
    assert no_folder.read_text() == "a file of somebody's"


def test_the_title_drops_its_complaint_once_the_data_folder_can_be_made(no_folder: Path) -> None:
    desk = Desk()
    title = TitleScreen(desk.app)
    desk.open(title)
    assert "cannot be made" in desk.app.message
    no_folder.unlink()
    title.entered()
    assert desk.app.message == ""


@pytest.mark.parametrize("words", ["{", "[]", '{"scale": 17}', '{"window": ["a"]}', "\udcff", "[" * 100_000])
def test_broken_settings_are_set_aside_with_one_sentence(words: str, own_folder: Path) -> None:
    own_folder.mkdir()
    kept = words.encode("utf-8", "surrogateescape")
    (own_folder / "settings.json").write_bytes(kept)
    settings = load_settings()
    assert settings.complaint.startswith("settings.json: ")
    assert settings.palette == Settings().palette
    assert (own_folder / "settings.bad.json").read_bytes() == kept
    desk = Desk()
    desk.app.settings = settings
    desk.open(TitleScreen(desk.app))
    assert desk.zones("complaint")


def foreign(own_folder: Path, name: str, data: bytes) -> Path:
    """Write a file among the saves; returns its path."""
    folder = own_folder / "saves"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.snowball"
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"not json",
        b"[]",
        b"{}",
        b'{"format": "other"}',
        json.dumps({"format": "snowball", "version": 99}).encode(),
    ],
)
def test_a_save_from_elsewhere_is_listed_with_its_sentence_and_nothing_of_it_is_lost(
    data: bytes, own_folder: Path
) -> None:
    foreign(own_folder, "strange", data)
    desk = Desk()
    saves = SavesScreen(desk.app)
    desk.open(TitleScreen(desk.app))
    desk.open(saves)
    assert saves.infos[0].problem
    for key in ("return", "r"):
        desk.press(key)
        if desk.top is not saves:
            assert isinstance(desk.top, MessageScreen)
            assert desk.top.words
            desk.press("escape")
    kept = [path.read_bytes() for path in own_folder.rglob("*strange*")]
    assert kept == [data]


def test_a_broken_picture_of_a_save_spoils_only_the_picture(own_folder: Path) -> None:
    desk = Desk()
    street(desk, TableKind.OPEN)
    desk.press("o", "escape", "v")
    (info,) = list_saves()
    assert info.picture is not None
    info.picture.write_bytes(b"no picture")
    desk.open(SavesScreen(desk.app))
    desk.press("return", "space")
    assert isinstance(desk.top, BattleScreen)


def test_a_broken_map_is_named_on_the_title_and_the_others_are_offered(tmp_path: Path) -> None:
    folder = tmp_path / "maps"
    shutil.copytree(MAPS, folder)
    whole = (folder / "park_gate.tmx").read_text("utf-8")
    (folder / "cut.tmx").write_text(whole[: len(whole) // 2], "utf-8")
    (folder / "chess.tmx").write_text(whole.replace("skirmishcorps", "chess"), "utf-8")
    (folder / "hollow.tmx").write_text(whole.replace("tilesets/", "nowhere/"), "utf-8")
    desk = Desk()
    title = TitleScreen(desk.app, folder)
    desk.open(title)
    told = " ".join(title.problems)
    assert "cut.tmx" in told
    assert "chess.tmx" in told
    assert {s.id for s in title.scenarios} == {s.id for s in list_scenarios()} | {"hollow"}
    for _ in title.scenarios:
        desk.press("right")
    title.set_up(next(i for i, s in enumerate(title.scenarios) if s.id == "hollow"))
    assert isinstance(desk.top, SetupScreen)
    desk.app.draw()
    desk.press("return")
    assert isinstance(desk.top, MessageScreen)
    assert "hollow.tmx" in desk.top.words
    desk.press("escape", "escape")
    assert desk.top is title


def test_a_broken_demonstration_is_named_on_the_title_and_the_others_are_offered(tmp_path: Path) -> None:
    folder = tmp_path / "demos"
    shutil.copytree(ASSETS / "demos", folder)
    (folder / "broken.toml").write_text('id = "broken"\ntitle = 7\n', "utf-8")
    (folder / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    desk = Desk()
    title = TitleScreen(desk.app, demos=folder)
    desk.open(title)
    assert [words.partition(":")[0].partition(",")[0] for words in title.problems] == ["broken.toml", "bytes.toml"]
    assert {demo.id for demo in title.demos} == {demo.id for demo in TitleScreen(desk.app).demos}


def test_a_display_without_full_screen_gets_one_sentence() -> None:
    desk = Desk()
    desk.open(TitleScreen(desk.app))
    desk.press("f11")
    assert isinstance(desk.top, MessageScreen)
    assert desk.top.words.startswith("This display has no full screen: ")
    assert desk.top.words.endswith(".")
    desk.press("escape")
    assert isinstance(desk.top, TitleScreen)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("", 'ruleset: it is missing; add it, like "skirmishcorps".'), ("hello", "this is not TOML (")],
)
def test_a_clipboard_without_a_position_gets_one_sentence(text: str, sentence: str) -> None:
    desk = Desk()
    desk.open(TitleScreen(desk.app))
    pygame.scrap.put_text(text)
    desk.press("v", mod=pygame.KMOD_LCTRL)
    pygame.scrap.put_text("")
    assert isinstance(desk.top, MessageScreen)
    assert desk.top.words.startswith(sentence)
    assert desk.top.words.endswith(".")


@pytest.mark.parametrize("key", ["=", "-", "left", "space", "up", "l", "tab"])
def test_a_key_before_the_first_picture_of_a_battle_does_nothing(key: str) -> None:
    desk = Desk()
    desk.app.settings.table = TableKind.OPEN
    screen = start(desk.app, "park_gate", {}, {}, DiceSource(seed=9))
    assert isinstance(screen, BattleScreen)
    desk.app.push(screen)
    before = screen.model.changes
    for mod in (pygame.KMOD_NONE, pygame.KMOD_SHIFT):
        event = pygame.event.Event(pygame.KEYDOWN, key=pygame.key.key_code(key), mod=mod, unicode="")
        desk.app.dispatch(event)
    desk.app.draw()
    assert screen.model.changes == before
    assert isinstance(desk.top, BattleScreen) and desk.zones()


def test_play_opens_a_sketch_by_its_file_and_names_the_place_of_a_fault(tmp_path: Path) -> None:
    units = [{"id": f"{seat[0]}1", "seat": seat, "profile": "trooper", "at": [0, 0]} for seat in ("blue", "red")]
    units[1]["at"] = [3, 0]
    path = tmp_path / "yard.json"
    path.write_text(json.dumps({"ruleset": "skirmishcorps", "board": ["...."], "units": units}), "utf-8")
    desk = Desk()
    opened = parse_play([str(path)])
    assert not isinstance(opened, str)
    desk.open(opened(desk.app))
    assert isinstance(desk.top, BattleScreen)
    assert set(desk.top.session.match.state.units) == {"b1", "r1"}
    path.write_text(path.read_text("utf-8").replace("trooper", "troper", 1), "utf-8")
    assert str(parse_play([str(path)])).startswith("yard.json, units[0].profile: 'troper' is unknown; use one of ")


def test_the_help_of_play_needs_no_window(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "no such driver")
    assert main_play(["--help"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("usage: snowball play MAP")
    assert re.findall(r"--\w+", told) == re.findall(r"--\w+", USAGE)


def test_a_missing_map_or_record_is_named_in_a_sentence_also_where_no_window_can_be_opened(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Before, an unknown map was a traceback, and of a record it was only said that there is no display."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "no such driver")
    assert main_play(["barn"]) == 2
    told = "barn: there is neither such a file nor such a scenario; the scenarios are: canal_bridge, "
    assert capsys.readouterr().err.startswith(told)
    assert main_play(["epic:barn"]) == 2
    assert "epic:barn: there is no such file, and no such battlefield by seed" in capsys.readouterr().err
    missing = str(tmp_path / "gone.snowball")
    assert main_replay([missing]) == 1
    assert capsys.readouterr().err == f"{missing}: it cannot be read: No such file or directory.\n"


def test_a_rulebook_that_cannot_be_read_costs_a_sentence_and_its_battles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, the window closed with a traceback as soon as the title had counted its clauses."""
    for name in ("rulebooks", "armies"):
        shutil.copytree(ASSETS / name, tmp_path / name)
    with (tmp_path / "rulebooks" / "epic.toml").open("a") as file:
        file.write("nonsense = [\n")
    monkeypatch.setattr(rulebook, "ASSETS", tmp_path)
    for kept in (rulebook.load_rulebook, rulebook.title_of, read_books):
        kept.cache_clear()
    try:
        desk = Desk()
        title = TitleScreen(desk.app)
        desk.open(title)
        desk.settle()
        assert any(words.startswith("epic.toml: ") for words in title.problems)
        desk.press("r")
        assert "Epic counter charge" not in words_on(desk)
        desk.press("escape")
        title.set_up(next(n for n, one in enumerate(title.scenarios) if one.ruleset == "epic"))
        assert isinstance(desk.top, MessageScreen)
        desk.press("escape", "g")
        field = desk.top
        assert isinstance(field, BattlefieldScreen)
        met = {field.setup.ruleset}
        for _ in range(6):
            desk.press("b")
            if isinstance(desk.top, MessageScreen):
                desk.press("escape")
            met.add(field.setup.ruleset)
        assert met == set(BOOKS) - {"epic"}
    finally:
        for kept in (rulebook.load_rulebook, rulebook.title_of, read_books):
            kept.cache_clear()
