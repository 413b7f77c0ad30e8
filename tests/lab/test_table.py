"""The table of the lab: its rows can be played, and one command makes it and continues where it stopped."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fields import field

from game.ai.estimate import Estimate, wilson
from game.ai.rulebooks import VETERANS
from game.engine.foreign import fit, toml_file
from game.lab.players import read_players
from game.lab.stats import ratio
from game.rules import RULESETS, build
from tools import lab_table

ROOT = Path(__file__).resolve().parent.parent.parent
ROWS = fit(toml_file(lab_table.ROWS), lab_table.Rows).row
SMALL = """
[[row]]
title = "regular beats random"
players = "regular,random"
books = ["skirmishcorps"]
measure = "score"
least = 0.5

[[row]]
title = "reactions a turn"
players = "random,random"
books = ["skirmishcorps"]
measure = "reactions"
most = 9

[[row]]
title = "sides are even"
players = "random,random"
books = ["skirmishcorps"]
measure = "sides"
most = 0.5
"""


@pytest.mark.parametrize("row", ROWS, ids=[f"{row.title}, {row.measure}" for row in ROWS])
def test_each_row_of_the_table_names_existing_players_and_measures(row):
    assert row.least is not None or row.most is not None
    for spec in read_players(row.players):
        assert not spec.command or (ROOT / spec.command.split()[-1]).is_file()
    for book in row.books or RULESETS:
        own = {measure.id for measure in build(book).measures}
        assert row.measure in own | {"score", "early", "sides"}


def test_a_veteran_is_measured_where_it_is_offered():
    assert [set(row.books) for row in ROWS if row.players.startswith("veteran")] == [set(VETERANS)]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--rows", "gone.toml"], "gone.toml: it cannot be read (No such file or directory); name another file."),
        (["--rows", "odd.toml"], "odd.toml, row[0].title: it is missing; add a text."),
        (["--only", "regular", "--only", "flying"], "no row of lab_rows.toml has 'flying' in its title"),
        (["--games", "0"], "a row needs one game at least"),
        (["--minutes", "0"], "--minutes needs a number above 0"),
    ],
)
def test_a_bad_table_file_is_refused_in_a_sentence(tmp_path, monkeypatch, capsys, arguments, sentence):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "odd.toml").write_text('[[row]]\nplayers = "random,random"\nmeasure = "score"\n', "utf-8")
    with pytest.raises(SystemExit) as left:
        lab_table.main(arguments)
    assert left.value.code == 2
    assert capsys.readouterr().err.endswith(f"error: {sentence}\n")


def test_one_command_makes_the_table_and_makes_it_again_from_the_played_games(tmp_path, monkeypatch, capsys):
    rows = tmp_path / "rows.toml"
    rows.write_text(SMALL, "utf-8")
    monkeypatch.setattr(lab_table, "scenarios_of", lambda _: (field(tmp_path),))
    command = ["--games", "4", "--jobs", "1", "--rows", str(rows), "--out", str(tmp_path / "kept")]
    assert lab_table.main([*command, "--write", str(tmp_path / "table.md")]) == 0
    table = (tmp_path / "table.md").read_text("utf-8")
    kept = {path: path.stat().st_size for path in (tmp_path / "kept").glob("*/games.journal")}
    assert len(kept) == 2
    lines = [
        line.split(" | ")
        for line in table.splitlines()
        if line.startswith(("| regular beats", "| reactions", "| sides"))
    ]
    assert [(line[0], line[2], line[4]) for line in lines] == [
        ("| regular beats random", "at least 50 %", "4"),
        ("| reactions a turn", "at most 9", "4"),
        ("| sides are even", "0 to 100 %", "4"),
    ]
    assert all(re.search(r"\(\d.* to \d.*\)", line[3]) for line in lines)
    assert lab_table.main(command) == 0
    assert {path: path.stat().st_size for path in kept} == kept
    assert capsys.readouterr().out.count("regular beats random") == 2
    assert lab_table.main([*command, "--only", "sides are", "--only", "reactions"]) == 0
    told = capsys.readouterr().out
    assert [word in told for word in ("| sides are even", "| reactions a turn", "| regular beats")] == [
        True,
        True,
        False,
    ]


def test_with_a_time_limit_every_row_plays_as_many_whole_rounds_and_the_table_names_its_commit(
    tmp_path, monkeypatch, capsys
):
    rows = tmp_path / "rows.toml"
    rows.write_text(SMALL, "utf-8")
    monkeypatch.setattr(lab_table, "scenarios_of", lambda _: (field(tmp_path),))
    command = ["--games", "8", "--minutes", "1e-9", "--jobs", "1", "--rows", str(rows), "--out", str(tmp_path / "kept")]
    assert lab_table.main(command) == 0
    told = capsys.readouterr().out
    counts = [line.split(" | ")[4] for line in told.splitlines() if re.match(r"\| (regular|reactions|sides)", line)]
    assert counts[:3] == ["2", "1", "1"]  # one round: from both sides, and once where both players are the same
    assert re.search(r"at commit `([0-9a-f]{8}(-dirty)?|unknown)` \(program `[0-9a-f]{16}`\)", told)


@pytest.mark.parametrize(
    ("found", "verdict"),
    [
        (Estimate(0.7, 0.6, 0.8, 100), "yes"),
        (Estimate(0.55, 0.45, 0.65, 100), "open"),
        (Estimate(0.5, 0.4, 0.58, 100), "no"),
        (Estimate(0.0, 0.0, 1.0, 0), "-"),
    ],
)
def test_a_row_is_reached_by_its_value_and_lost_only_where_the_interval_says_so(found, verdict):
    assert lab_table._verdict(found, 0.6, None) == verdict


@pytest.mark.parametrize(
    ("won", "games", "low", "high"), [(8, 10, 0.490, 0.943), (0, 10, 0.0, 0.278), (50, 100, 0.404, 0.596)]
)
def test_the_interval_of_a_share_is_wilsons(won, games, low, high):
    found = wilson(won, games)
    assert (found.value, found.of) == (won / games, games)
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.001)


def test_a_rate_is_a_ratio_of_sums_with_an_interval_over_games():
    assert ratio([(2, 4), (2, 4), (2, 4)]) == (0.5, 0.5, 0.5, 12)
    wide = ratio([(0, 4), (4, 4), (2, 4)])
    assert wide.value == 0.5
    assert wide.high - wide.value == pytest.approx(1.96 * (8 * 3 / 2) ** 0.5 / 12, abs=0.001)
