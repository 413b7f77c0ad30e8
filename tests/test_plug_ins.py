"""A stale, broken or hostile plug-in is told in one sentence in the list of rulebooks, and everything else works."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from game.rules import Rulesets

ROOT = Path(__file__).resolve().parent.parent
TEMPLATE = ROOT / "tools/template/sentry"
CODE = (TEMPLATE / "__init__.py").read_text("utf-8").replace('id = "sentry"', 'id = "{id}"')
BOOK = (TEMPLATE / "rulebooks/sentry.toml").read_text("utf-8").replace('id = "sentry"', 'id = "{id}"')
ARMY = (TEMPLATE / "armies/sentry.toml").read_text("utf-8")


class Way(NamedTuple):
    """How a plug-in is broken, and the pattern that its sentence fits.

    `code`, `book` and `army` are the contents of its files, None for no file; `{id}` is replaced by its id.
    """

    told: str
    code: str | None = CODE
    book: str | bytes | None = BOOK
    army: str | bytes | None = ARMY
    value: str = "{id}:Sentry"


def cut(start: str, end: str) -> str:
    """The code of the template without the part from `start` to before `end`."""
    return CODE[: CODE.index(start)] + CODE[CODE.index(end, CODE.index(start)) :]


HOSTILE_ERROR = "class Odd(Exception):\n    def __str__(self):\n        raise SystemExit(3)\nraise Odd\n"
WAYS: dict[str, Way] = {
    "no_module": Way("there is no module 'no_module'", code=None),
    "no_parent": Way("ModuleNotFoundError: No module named 'gone'", value="gone.inner:Sentry"),
    "stale": Way("ImportError: cannot import name 'gone' from 'game.engine", "from game.engine.match import gone\n"),
    "stale_module": Way("ModuleNotFoundError: No module named 'game.engine.gone'", "import game.engine.gone\n"),
    "syntax": Way("SyntaxError: ", "def (:\n"),
    "zero_bytes": Way("SyntaxError: ", "\0\0\0"),
    "divides": Way("ZeroDivisionError: division by zero", "1 / 0\n"),
    "exits": Way("SystemExit: 7", "import sys\nsys.exit(7)\n"),
    "interrupts": Way("KeyboardInterrupt", "raise KeyboardInterrupt\n"),
    "recurses": Way("RecursionError: ", "def f(): f()\nf()\n"),
    "endless_error": Way("ValueError: x{160};", "raise ValueError('x' * 10**6)\n"),
    "many_lines": Way(r"ValueError: a\?b\?\[31mc", "raise ValueError('a\\nb\\x1b[31mc')\n"),
    "odd_error": Way("Odd", HOSTILE_ERROR),
    "no_class": Way("its module has no 'Sentry'", "print('{\"ok\":false}')\n"),
    "hidden_class": Way("RuntimeError: not today", "def __getattr__(name):\n    raise RuntimeError('not today')\n"),
    "number": Way("'Sentry' is no class of rulebooks", "Sentry = 5\n"),
    "function": Way("'Sentry' is no class of rulebooks", "def Sentry(rulings): return None\n"),
    "other_class": Way("'Sentry' is no class of rulebooks", "class Sentry: id = 'other_class'\n"),
    "other_id": Way("its class has the id 'sentry'", CODE.replace('id = "{id}"', 'id = "sentry"')),
    "abstract": Way("TypeError: .*still_may", cut("    def still_may(", "    def carry_out(")),
    "bare": Way("it has no phases", cut("    phases = (", "    react_clauses =")),
    "no_phase": Way("it has no phases", CODE.replace("    phases = (\n", "    phases = (5,)\n    unused = (\n")),
    "no_questions": Way("it has no questions", CODE.replace("    questions: ", "    unused: ")),
    "no_presentation": Way(
        "its presentation is none",
        CODE.replace("presentation = Presentation()", "presentation = 5"),
    ),
    "policies": Way(
        "OSError: no policies",
        CODE.replace("return {ANY: Policy(", "raise OSError('no policies')\n        return {ANY: Policy("),
    ),
    "quits": Way("SystemExit", CODE.replace("return {ANY: Policy(", "raise SystemExit\n        return {ANY: Policy(")),
    "no_book": Way(r"no_book\.toml: it cannot be read", book=None),
    "no_army": Way(r"no_army\.toml: it cannot be read", army=None),
    "torn_book": Way(r"torn_book\.toml: .*TOML", book=BOOK[:300] + "[[["),
    "torn_army": Way(r"torn_army\.toml: .*TOML", army="[weapons"),
    "latin": Way(r"latin\.toml: this is not UTF-8 text", book=BOOK.encode() + b"# \xe9\n"),
    "other_book": Way(r"other_book\.toml, top: the id 'sentry' does not fit", book=BOOK.replace("{id}", "sentry")),
    "field": Way(r"field\.toml: the field 'weather' is unknown", book='weather = "rain"\n' + BOOK),
    "empty_army": Way(r"empty_army\.toml", army=""),
    "no_weapon": Way(r"no_weapon\.toml", army=re.sub(r"\[weapons\.\w+\]", "[weapons.other]", ARMY)),
    "endless_book": Way(r"it is over 5,000,000 bytes long", book=BOOK + "#" * 5_000_000),
    "endless_title": Way(
        r"endless_title\.toml", book=re.sub("(?m)^title = .*", f'title = "{"x" * 10**5}"', BOOK, count=1)
    ),
    "escaped_title": Way(r"escaped_title\.toml", book=re.sub("(?m)^title = .*", r'title = "a\\nb"', BOOK, count=1)),
    "no_colon": Way("'no_colon' names no class", value="{id}"),
    "attributes": Way("names no class", value="{id}:Sentry.inner()"),
    "twice": Way(r"'twice(_more)?-1\.dist-info' has this id, too"),
    "epic": Way("it is the id of a rulebook of the game"),
    "../../outside": Way("it cannot be an id", value="divides:Sentry"),
    "x" * 5000: Way("it cannot be an id", value="divides:Sentry"),
}
SKETCH = {
    "ruleset": "skirmishcorps",
    "board": ["..........", ".........."],
    "units": [
        {"id": "r1", "seat": "red", "profile": "trooper", "at": [0, 1]},
        {"id": "b1", "seat": "blue", "profile": "trooper", "at": [9, 1]},
    ],
}


def put(file: Path, content: str | bytes | None, name: str) -> None:
    if content is None:
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content if isinstance(content, bytes) else content.replace("{id}", name).encode())


def install(site: Path, number: int, name: str, way: Way) -> None:
    """Put a package with the rulebook `name` into a folder of packages."""
    folder = name if name.isidentifier() and len(name) < 50 and name != "epic" else f"number_{number}"
    put(site / f"{folder}-1.dist-info/entry_points.txt", f"[snowball.rulebooks]\n{name} = {way.value}\n", folder)
    put(site / folder / "__init__.py", way.code, folder)
    put(site / folder / f"rulebooks/{folder}.toml", way.book, folder)
    put(site / folder / f"armies/{folder}.toml", way.army, folder)


@pytest.fixture(scope="session")
def environment(tmp_path_factory):
    """The environment of a process that has all broken plug-ins installed, and a good one after them."""
    site = tmp_path_factory.mktemp("site")
    for number, (name, way) in enumerate(WAYS.items()):
        install(site, number, name, way)
    install(site, 1000, "twice_more", Way(""))
    put(site / "twice_more-1.dist-info/entry_points.txt", "[snowball.rulebooks]\ntwice = twice:Sentry\n", "")
    install(site, 1001, "zz_good", Way(""))
    for name, content in {
        "binary": b"[snowball.rulebooks]\n\xff\xfe\x00",
        "no_section": b"snowball.rulebooks\n= = =\n",
        "no_value": b"[snowball.rulebooks]\nno_value\n",
        "endless": b"[snowball.rulebooks]\n" + b"#" * 5_000_000,
    }.items():
        put(site / f"{name}-1.dist-info/entry_points.txt", content, "")
    (site / "piped-1.dist-info").mkdir()
    os.mkfifo(site / "piped-1.dist-info/entry_points.txt")
    (site / "folder-1.dist-info/entry_points.txt").mkdir(parents=True)
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, (site, ROOT))),
        "SDL_VIDEODRIVER": "dummy",
        "XDG_DATA_HOME": str(site / "data"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def run(environment, *arguments: str, lines: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], input=lines, env=environment, capture_output=True, text=True, check=False
    )


TITLE = """
import json, sys
from game.ui.app import App
from game.ui.screens.battlefield import BOOKS, BattlefieldScreen
from game.ui.screens.demo import BookList
from game.ui.screens.offer import books
from game.ui.screens.title import TitleScreen

app = App((1280, 800))
title = TitleScreen(app)
app.push(title)
while title.offer.read_on():
    app.draw()
app.draw()
app.push(BattlefieldScreen(app))
for _ in BOOKS:
    app.top.next_book()
    app.draw()
app.home()
app.push(BookList(app, books()))
app.draw()
print(json.dumps([title.problems, [book.id for book in books()], BOOKS]))
"""
BUILT_IN = [*Rulesets.BUILT_IN]


@pytest.fixture(scope="session")
def told(environment):
    """Door -> the sentences that are told there with all the broken plug-ins installed."""
    requests = [{"do": "hello"}, {"do": "new", "sketch": SKETCH}]
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    engine, rules, title = (
        run(environment, "-m", "game", "engine", lines=lines),
        run(environment, "-m", "game", "rules", "--json"),
        run(environment, "-c", TITLE),
    )
    for done in (engine, rules, title):
        assert done.returncode == 0, done.stderr[-3000:]
        assert "Traceback" not in done.stderr
    hello, begun = map(json.loads, engine.stdout.splitlines())
    assert [book["id"] for book in hello["rulesets"]] == [*BUILT_IN, "zz_good"]
    assert begun["pending"]
    assert [book["ruleset"] for book in json.loads(rules.stdout)] == [*sorted(BUILT_IN), "zz_good"]
    problems, books, battlefields = json.loads(title.stdout.splitlines()[-1])
    assert books == [*BUILT_IN, "zz_good"]
    assert battlefields == BUILT_IN
    return {"hello": hello["problems"], "rules": rules.stderr.splitlines(), "title": problems}


@pytest.mark.parametrize("door", ["hello", "rules", "title"])
@pytest.mark.parametrize("name", WAYS, ids=lambda name: name[:20])
def test_a_broken_plug_in_is_told_in_one_sentence_where_rulebooks_are_listed(told, name, door):
    place = f"rulebook '{name if len(name) <= 40 else name[:40] + '...'}'"
    sentences = [line for line in told[door] if place in line]
    assert len(sentences) == 1, told[door]
    (sentence,) = sentences
    assert re.search(WAYS[name].told, sentence)
    assert sentence.endswith("; update or remove that package.")
    assert sentence.isprintable()
    assert len(sentence) < 400
    for broken in ("binary", "no_section", "no_value"):
        assert sum(line.startswith(f"{broken}-1.dist-info, entry_points.txt: ") for line in told[door]) == 1


def test_a_battle_of_a_broken_plug_in_is_refused_with_its_sentence(environment, told):
    done = run(environment, "-m", "game", "rules", "--ruleset", "divides")
    assert (done.returncode, done.stdout) == (2, "")
    sentence = done.stderr.splitlines()[-1]
    assert sentence in told["rules"]
    request = json.dumps({"do": "new", "sketch": {**POST, "ruleset": "divides"}})
    answer = json.loads(run(environment, "-m", "game", "engine", lines=request + "\n").stdout)
    assert not answer["ok"]
    assert answer["error"]["message"] == sentence


# -- hooks that fail in a battle ---------------------------------------------------------------------------------------

WINDOW = """
import asyncio, json, sys
import pygame
from game.session.seats import ComputerSeat
from game.session.session import Session
from game.sketch.named import setup_named
from game.ui.app import App
from game.ui.screens.battle import BattleScreen
from game.ui.screens.sheets import MessageScreen
from game.ui.screens.title import TitleScreen

class Door(TitleScreen):
    def handle(self, event):
        if event.type == pygame.USEREVENT:
            players = {"red": ComputerSeat(), "blue": ComputerSeat()}
            self.app.push(BattleScreen(self.app, Session(setup_named(event.path), players=players)))
        return True

async def watched(app):
    told = []
    app.push(Door(app))
    running = asyncio.create_task(app.main())
    for path in sys.argv[1:]:
        app.take([pygame.event.Event(pygame.USEREVENT, path=path)])
        while not (running.done() or isinstance(app.top, MessageScreen)):
            await asyncio.sleep(0)
        told.append((app.top.words, type(app.screens[-2]).__name__, len(app.screens)))
        app.pop()
    app.running = False
    await running
    return told

told = asyncio.run(watched(App((1280, 800))))
print(json.dumps(told))
"""
HOOKS = {
    "ready": "raise LookupError('no such thing')",
    "may_react": "raise LookupError('no such thing')",
    "forecast": "raise LookupError('no such thing')",
    "unit_extra": "raise SystemExit(9)",
    "carry_out": "return t.no_such_thing",
    "verdict": "return 1 / 0",
}
POST = {
    "board": ["..........", ".........."],
    "units": [
        {"id": "r1", "seat": "red", "profile": "guard", "at": [0, 1]},
        {"id": "b1", "seat": "blue", "profile": "guard", "at": [9, 1]},
    ],
    "seats": ["red", "blue"],
    "turns": 1,
}


@pytest.fixture(scope="session")
def failing(tmp_path_factory):
    """The environment of a process with plug-ins that can be examined, but have a hook that fails in a battle."""
    site = tmp_path_factory.mktemp("failing")
    for number, (hook, body) in enumerate(HOOKS.items()):
        code, found = re.subn(rf"(?ms)^    def {hook}\(.*?:\n(?=        )", rf"\g<0>        {body}\n", CODE)
        assert found == 1
        install(site, number, f"{hook}_fails", Way("", code))
        (site / f"{hook}.json").write_text(json.dumps({**POST, "ruleset": f"{hook}_fails"}), "utf-8")
    return site, {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, (site, ROOT))),
        "SDL_VIDEODRIVER": "dummy",
        "XDG_DATA_HOME": str(site / "data"),
    }


@pytest.mark.parametrize("hook", HOOKS)
def test_a_hook_that_fails_in_a_battle_ends_the_text_game_with_one_sentence(failing, hook):
    site, environment = failing
    lines = "look\nr1:march:4,1\n\nb1:fire:r1\n\nb1:wait\n\n"
    done = run(environment, "-m", "game", "text", str(site / f"{hook}.json"), "--seed", "3", lines=lines)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith(f"{hook}_fails-1.dist-info, rulebook '{hook}_fails': ")
    assert "Traceback" not in done.stderr


def test_a_hook_that_fails_in_a_battle_leads_the_window_back_to_its_title_with_one_sentence(failing):
    site, environment = failing
    done = run(environment, "-c", WINDOW, *(str(site / f"{hook}.json") for hook in HOOKS))
    assert done.returncode == 0, done.stderr[-3000:]
    told = json.loads(done.stdout.splitlines()[-1])
    assert len(told) == len(HOOKS)
    for hook, (sentence, *below) in zip(HOOKS, told, strict=True):
        assert sentence.startswith(f"{hook}_fails-1.dist-info, rulebook '{hook}_fails': ")
        assert below == ["Door", 2]


@pytest.mark.parametrize("hook", HOOKS)
def test_a_hook_that_fails_in_a_battle_is_told_over_the_protocol_which_goes_on(failing, hook):
    _, environment = failing
    chosen = ("r1:march:4,1", "b1:fire:r1", "b1:wait")
    requests = [
        {"do": "new", "sketch": {**POST, "ruleset": f"{hook}_fails"}},
        {"do": "state", "match": "m1"},
        *({"do": do, "match": "m1", "option": option} for option in chosen for do in ("odds", "choose")),
        {"do": "new", "sketch": SKETCH},
    ]
    done = run(environment, "-m", "game", "engine", lines="".join(json.dumps(one) + "\n" for one in requests))
    *answers, last = map(json.loads, done.stdout.splitlines())
    assert last["pending"]
    messages = [answer["error"]["message"] for answer in answers if not answer["ok"]]
    assert messages[0].startswith(f"{hook}_fails-1.dist-info, rulebook '{hook}_fails': ")
    assert "Traceback" not in done.stderr
