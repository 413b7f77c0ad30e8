"""The summary of games: which player is ahead of which, at tables of two, three and four."""

from __future__ import annotations

import pytest
from fields import batch
from msgspec.structs import replace

from game.lab.play import play
from game.lab.summary import mark, summary_of


@pytest.fixture(scope="module")
def at_three():
    """A game of Three Shores: random as Blue, against two recruits."""
    (game, *_) = batch("three_shores", "random,recruit", games=1).all()
    return play(game).result


@pytest.mark.parametrize(
    ("winners", "worth"),
    [
        (("blue",), 1.0),
        (("red",), 0.25),
        (("gold",), 0.25),
        (("red", "gold"), 0.0),
        (("blue", "gold"), 0.75),
        ((), 0.5),
    ],
)
def test_the_winner_is_ahead_of_every_player_and_the_losers_are_even(at_three, winners, worth):
    assert mark(replace(at_three, winners=winners)) == worth


def test_players_who_each_win_a_third_at_a_table_of_three_have_a_share_of_half(at_three):
    row = summary_of([replace(at_three, winners=(side,)) for side in ("blue", "red", "gold")])
    assert (row.won, row.drawn, row.lost) == (1, 0, 2)
    assert row.score.value == 0.5
    assert [round(share.value, 3) for share in row.sides.values()] == [0.333, 0.333, 0.333]


def test_each_of_the_two_seats_of_a_player_is_compared_with_the_other_player(at_three):
    blue, red, gold = at_three.seats
    two = replace(at_three, seats=(blue, replace(red, player=0), replace(gold, player=1)))
    assert mark(replace(two, winners=("red",))) == 0.75
    assert mark(replace(two, winners=("gold",))) == 0.0


def test_the_score_is_told_with_and_without_forfeits(at_three):
    won = replace(at_three, winners=("blue",))
    lost = replace(at_three, winners=("red", "gold"), status="forfeit", at="blue", fault="The bot has ended.")
    row = summary_of([won, won, won, lost])
    assert (row.score.value, row.unforfeited.value, row.forfeits) == (0.75, 1.0, 1)
    assert row.unforfeited_words.endswith(" of 3")
    assert summary_of([won]).unforfeited_words == ""
    assert summary_of([lost]).unforfeited_words == "0 games"


def test_a_draw_is_half_a_game(at_three):
    row = summary_of([replace(at_three, winners=winners) for winners in ((), ("blue",))])
    assert (row.won, row.drawn, row.lost, row.score.value) == (1, 1, 0, 0.75)
