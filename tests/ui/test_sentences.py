"""What is said in the window can be read to its end."""

from __future__ import annotations

import pytest
from msgspec import structs

from game.demos import DemoPlayer, load_demo
from game.engine.dice import DiceSource
from game.records.tables import TableKind
from game.ui import kit
from game.ui.battle.bottom import Sentence
from game.ui.launch import start
from game.ui.screens.battle import BattleScreen
from game.ui.screens.demo import demo_screen
from tests.ui.desk import Desk
from tests.ui.ledger import Ledger, drawn

LONG = (
    "B1 jogs to m13 and into contact with R1, R2 and R3, of whom the second and the third were in contact with B4 "
    "before, and is answered by R4, R5 and R6, who see the whole of its way."
)


def told(demo: str, size: tuple[int, int] = (1280, 800)) -> tuple[Desk, BattleScreen]:
    """A demonstration at its end."""
    desk = Desk(size)
    player = DemoPlayer(load_demo(demo))
    screen = demo_screen(desk.app, player)
    desk.open(screen)
    while not player.done:
        desk.press("right")
    return desk, screen


@pytest.mark.parametrize("wide", [200, 404, 584, 900])
def test_no_event_of_the_log_loses_its_end(wide: int) -> None:
    desk, screen = told("ep-overwatch-too")
    line = screen.model.log[-1]
    for words in (LONG, *(one.text for one in screen.model.log)):
        ledger = Ledger(desk)
        row = screen.log._line(structs.replace(line, text=words), newest=True)
        high = row.measure(ledger, wide).h
        row.draw(ledger, kit.Spot(0, 0, wide, high))
        assert not [cut for cut in ledger.lines if cut.cut], words
        said = "".join(one.words for one in ledger.lines if one.words not in line.clauses)
        assert said.replace(" ", "") == words.replace(" ", "")
        assert all(one.rect.bottom <= high + 2 for one in ledger.lines)


def test_a_line_breaks_between_words_and_never_between_a_unit_and_its_full_stop() -> None:
    desk, screen = told("ep-overwatch-too")
    ledger = Ledger(desk)
    words = "It is B1’s turn, then that of B2."
    whole = Sentence(screen.model, words).measure(ledger).w
    for wide in range(90, int(whole), 7):
        rows = Sentence(screen.model, words).rows(ledger, wide)
        said = ["".join(piece[0] for piece in row) for row in rows]
        assert len(said) > 1
        assert " ".join(said) == words


@pytest.mark.parametrize("size", [(1024, 640), (1280, 800), (1920, 1080)])
def test_every_objective_has_its_line_where_there_is_room_for_it(size: tuple[int, int]) -> None:
    desk = Desk(size)
    desk.app.settings.table = TableKind.OPEN
    screen = start(desk.app, "canal_bridge", {}, {}, DiceSource(seed=3))
    assert isinstance(screen, BattleScreen)
    desk.open(screen)
    ledger = drawn(desk)
    said = [line.words for line in ledger.lines]
    assert len(screen.session.match.setup.objectives) == 7
    assert sum("held by nobody" in words for words in said) == 7
    assert not [words for words in said if "more" in words]
