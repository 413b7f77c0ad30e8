"""The bench: every rulebook has a battle to be measured on."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from game.rules import RULESETS

TOOLS = Path(__file__).resolve().parent.parent / "tools"


@pytest.fixture
def play(monkeypatch):
    """The bench's games, imported as `tools/bench.py` does."""
    monkeypatch.syspath_prepend(str(TOOLS))
    from bench_parts import play

    yield play
    for name in ("bench_parts", *(f"bench_parts.{part}" for part in ("play", "rows", "fields", "opponent"))):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("even", [False, True])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_random_play_is_measured_with_every_rulebook(play, ruleset, even):
    once = play.random_play(ruleset, even=even)
    assert [once() for _ in range(3)] == [1, 1, 1]


def test_the_computer_player_is_timed_with_every_rulebook(play):
    rows = list(play.computer(0.01))
    assert [row.what.split(",")[0] for row in rows[::2]] == list(RULESETS)
    assert all(row.value > 0 for row in rows)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_random_play_that_reads_every_option_is_measured_with_every_rulebook(play, ruleset):
    once = play.random_play(ruleset, read=True)
    assert [once() for _ in range(3)] == [1, 1, 1]


def test_in_the_snowball_of_the_bench_every_unit_declares(play):
    from bench_parts import queues

    assert queues.snowball(queues.blocks(8)) > 0


@pytest.mark.parametrize("chain", [False, True])
def test_the_queue_alone_is_timed_until_every_reaction_is_resolved(play, chain):
    from bench_parts import queues

    assert queues.queue(20, chain=chain) > 0


@pytest.mark.parametrize("scene", ["charge", "guns", "assign", "react"])
def test_every_state_of_a_battle_whose_frames_are_measured_is_reached(scene, monkeypatch, tmp_path):
    monkeypatch.setenv("SNOWBALL_DATA", str(tmp_path))
    monkeypatch.syspath_prepend(str(TOOLS))
    import screenshots

    from game.ui.screens.battle import BattleScreen
    from game.ui.screens.title import TitleScreen
    from tests.ui.desk import Desk

    desk = Desk()
    desk.open(TitleScreen(desk.app))
    screenshots.SCENES[scene](desk.app)
    desk.app.draw()
    assert isinstance(desk.top, BattleScreen)
    assert desk.top.model.mine


def test_the_levels_are_timed_and_wesnoth_is_skipped_with_a_reason_where_it_is_not_installed(play, monkeypatch):
    from bench_parts import opponent

    monkeypatch.setattr(opponent, "PROGRAMS", ("no-such-program",))
    monkeypatch.setattr(opponent, "RULESETS", ("viktory2",))
    rows = list(opponent.opponent(0.05))
    assert [row.what.partition(", one decision")[0] for row in rows[:6:2]] == [
        "viktory2, recruit",
        "viktory2, regular",
        "viktory2, veteran",
    ]
    assert [row.skipped for row in rows if row.skipped] == ["not installed (Debian: wesnoth-1.16-core)"]
    assert all(row.value > 0 for row in rows if not row.skipped)


def test_the_questions_and_hand_overs_of_a_turn_are_counted_on_each_kind_of_table(play):
    from bench_parts import flow

    counted = flow.battle("first_battle", 1, (1,))
    before, shared, curtains = (counted[kind][0][1] for kind in flow.Kind)
    assert before["with one answer"] > 0
    assert (shared["with one answer"], shared["only declining"]) == (0, 0)
    assert shared["curtains"] <= 2
    assert curtains["curtains"] < before["curtains"]
    assert shared["keys"] < 0.6 * before["keys"]
    assert {kind.value for kind in flow.Kind} == {"before", "shared", "curtains"}
