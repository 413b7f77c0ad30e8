"""WH40K 2nd edition: a pass that holds, in saves, in text, and from a bot; and the computer player at overwatch."""

from __future__ import annotations

import json
import sys

import pytest

from game.ai.bot import BotSeat
from game.ai.levels import ComputerPlayer
from game.ai.players import RandomPlayer, battle
from game.cli.text.table import TextTable
from game.engine.answers import Choice
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.standing import Lasting, When
from game.records import playback, record
from game.records.timeline import Timeline
from game.rules import build
from tests.picking import pick
from tests.squads import Squads
from tests.talking import said
from tools.bench_parts.fields import SEATS, generated

WAITING = """
import json
input()
print(json.dumps({"option": "pass", "until": "within 8"}))
"""


def far_off(**how):
    return Squads("a1 .*19 b1", b1="elite watch", **how)


def test_a_record_with_a_standing_answer_is_read_and_plays_the_same_game():
    scene = far_off(dice=DiceSource(seed=1)).chooses("pass", until="within 16").chooses("a1:move:3,0")
    data = json.loads(json.dumps(record.save(scene.match)))
    assert playback.load(data, build).hash() == scene.match.hash()


def test_in_text_a_pass_names_what_it_waits_for():
    table = TextTable(Timeline(far_off(dice=DiceSource(seed=1)).match))
    said(table, "pass within 16")
    (answer,) = table.session.standings.answers
    assert (answer.seat, answer.stand.standing.rest, answer.stand.lasts) == ("b", When(within=16), Lasting.TURN)
    assert table.timeline.match.choices == [Choice("pass")], "for everybody else it has passed like any other"


def test_a_bot_may_let_a_pass_wait_as_the_rulebook_allows(tmp_path):
    path = tmp_path / "bot.py"
    path.write_text(WAITING, "utf-8")
    bot = BotSeat(f'{sys.executable} -S "{path}"', "b")
    got = bot.decide(far_off().match)
    bot.close()
    assert (got.option, got.until) == ("pass", "within 8")


def test_the_computer_fires_at_the_target_that_loses_most():
    scene = Squads(".*6 b1", "a1 .*6", ".*6 b2", b1="line", b2="elite", phase="shooting")
    assert pick(scene.offers("a1:ranged_attack:b2")).id == "a1:ranged_attack:b1"


def test_the_computer_fires_at_the_best_point_of_a_run():
    rows = ["a1@T .*6 n n", *[".*9"] * 9, ".*5 b1"]
    scene = Squads(*rows, a1="raider", b1="elite watch").passes("b").chooses("a1:run:7,0")
    assert pick(scene).id in {f"b1:ranged_attack:a1:p{point}" for point in range(1, 7)}


def test_the_computer_fires_as_the_phase_closes_and_at_a_squad_that_charges_it():
    scene = Squads("a1 .*13 b1", b1="elite watch")
    assert pick(scene).id == "b1:ranged_attack:a1"  # it stands in the open, and whether it comes nearer is not sure
    scene.passes("b").chooses("a1:move:1,0").passes("b")
    assert pick(scene).id == "b1:ranged_attack:a1"
    scene = Squads("a1 .*7 b1", b1="elite watch", phase="charge").chooses("a1:charge:b1").passes("b")
    assert pick(scene).id.startswith("b1:ranged_attack:a1:p")


def test_the_computer_goes_on_overwatch_where_it_has_no_target_and_fires_where_it_has_one():
    scene = Squads("a1@n .*9 b1", a1="raider").chooses("a1:hide", "end").asked("b", "overwatch")
    assert pick(scene).id == "b1:overwatch"
    assert pick(Squads("a1 .*9 b1", phase="start")).id == "done"


def test_the_computer_charges_weak_squads_with_strong_ones_and_not_the_other_way_round():
    assert pick(Squads("a1 .*5 b1", a1="character", b1="line figures=2", phase="charge")).id == "a1:charge:b1"
    assert pick(Squads("a1 .*5 b1", a1="line", b1="character", phase="charge")).id == "done"


@pytest.mark.fuzz
@pytest.mark.parametrize("even", [False, True])
def test_the_computer_beats_random_play_of_wh40k2_in_eight_games_of_ten(even):
    fields = [(generated(seed, 18, 14, 4, "wh40k2", turns=4), seed) for seed in range(50, 60)]
    won = 0
    for field, seed in fields:
        seats = {seat: RandomPlayer(seed, even=even) for seat in SEATS}
        seats[SEATS[seed % 2]] = ComputerPlayer()
        won += battle(Match(field, build("wh40k2"), DiceSource(seed=seed)), seats).winner == SEATS[seed % 2]
    assert won >= 8
