"""What a batch plays: sides swapped with the same dice, seeds of its own for each game, rulings in turn."""

from __future__ import annotations

import pytest
from fields import batch, field

from game.lab.batch import Batch, BatchError, ChosenRuling, player_numbers
from game.lab.players import PlayerError, read_players


def test_each_round_is_played_from_both_sides_with_the_same_dice(tmp_path):
    games = list(batch(field(tmp_path), games=4).all())
    assert [(game.round, game.turned) for game in games] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert games[0].seed == games[1].seed != games[2].seed == games[3].seed


def test_identical_players_do_not_swap_sides(tmp_path):
    games = list(batch(field(tmp_path), "regular,regular", games=3).all())
    assert {game.turned for game in games} == {0}
    assert len({game.seed for game in games}) == 3


def test_a_seed_depends_on_batch_seed_scenario_pairing_and_number_alone(tmp_path):
    scenario = field(tmp_path)
    few, many = batch(scenario, games=2), batch(scenario, games=6)
    assert list(many.all())[:2] == list(few.all())
    both = Batch((scenario, "old_quay"), (read_players("random,random"), read_players("regular,random")), 2)
    assert [game for game in both.all() if game.scenario == scenario and len(set(game.pairing)) == 2] == list(few.all())
    others = [batch(scenario, seed=2), batch(scenario, "random,regular"), batch("market_street")]
    assert len({next(iter(one.all())).seed for one in (few, *others)}) == 4


def test_the_same_file_in_another_folder_is_played_with_the_same_dice(tmp_path):
    seeds = []
    for name in ("mine", "yours"):
        folder = tmp_path / name
        folder.mkdir()
        seeds.append([game.seed for game in batch(field(folder)).all()])
    assert seeds[0] == seeds[1]


def test_at_a_table_of_three_one_player_takes_each_seat_in_turn_and_the_other_the_rest():
    pairing, sides = read_players("regular,random"), [["blue"], ["red"], ["gold"]]
    assert [player_numbers(pairing, sides, turned) for turned in range(3)] == [
        {"blue": 0, "red": 1, "gold": 1},
        {"blue": 1, "red": 0, "gold": 1},
        {"blue": 1, "red": 1, "gold": 0},
    ]


def test_one_player_plays_all_seats_of_a_side():
    assert player_numbers(read_players("regular,random"), [["blue", "gold"], ["red"]], 1) == {
        "blue": 1,
        "gold": 1,
        "red": 0,
    }


def test_a_ruling_given_twice_is_played_both_ways_in_the_rulebook_that_has_it():
    rulings = (
        ChosenRuling("WH-A29", "free_on_overwatch"),
        ChosenRuling("WH-A29", "nearest_or_easiest"),
        ChosenRuling("SC-A1", "at_close"),
    )
    known = Batch(("old_quay", "market_street"), (read_players("random,random"),), 1, rulings=rulings)
    found = [(game.scenario, [ruling.choice for ruling in game.rulings]) for game in known.all()]
    assert found == [
        ("old_quay", ["free_on_overwatch"]),
        ("old_quay", ["nearest_or_easiest"]),
        ("market_street", ["at_close"]),
    ]


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"games": 0}, BatchError),
        ({"players": "regular,random,regular"}, BatchError),
        ({"players": "regular-flying,random"}, PlayerError),
        ({"rulings": (ChosenRuling("XX-1", "yes"),)}, BatchError),
    ],
)
def test_what_cannot_be_played_is_refused_before_the_first_game(tmp_path, wrong, error):
    with pytest.raises(error, match=r"\.$"):
        batch(field(tmp_path), **wrong).check()


def test_a_level_that_would_play_like_another_is_refused():
    with pytest.raises(
        PlayerError, match=r"^VIKTORY II artillery overwatch has no veteran, which would play like a regular there"
    ):
        Batch(("two_batteries",), (read_players("veteran,regular"),), 2, 1).check()
