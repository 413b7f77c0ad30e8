"""Forces kept by name beside the saves, and what a command line means by one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game.cli.lab import forces_of
from game.cli.text.play import begun
from game.engine.forces import read_force
from game.engine.unfit import SetupError
from game.lab.batch import Batch, BatchError, Fielded, table_under
from game.lab.players import read_players
from game.maps.scenarios import load_scenario
from game.records.folders import SaveError
from game.records.forces import forces_folder, forces_for, forget_force, keep_force, kept_forces, read_kept
from game.ui.launch import parse_play


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where forces are kept in a test."""
    monkeypatch.setenv("SNOWBALL_DATA", str(tmp_path))
    return tmp_path / "forces"


def test_a_force_is_kept_found_again_and_forgotten(folder: Path) -> None:
    force = keep_force(read_force("skirmishcorps", "trooper*3+veteran"), " Wolves ")
    assert (force.name, (folder / "Wolves.json").is_file()) == ("Wolves", True)
    keep_force(read_force("epic", "line*6"), "Sixth")
    assert kept_forces("skirmishcorps").forces == (force,)
    assert keep_force(read_force("skirmishcorps", "scout*2"), "Wolves").written == "scout*2"
    forget_force(force)
    assert kept_forces("skirmishcorps") == ((), ())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "bad.json: this is not JSON"),
        ("[]", "bad.json: "),
        ('{"ruleset": "skirmishcorps", "parts": []}', "bad.json: "),
        (
            '{"ruleset": "skirmishcorps", "parts": [{"profile": "dragon", "count": 1}]}',
            "bad.json: No force of skirmishcorps",
        ),
        ('{"ruleset": "skirmishcorps", "parts": [{"profile": "scout", "count": 1, "x": 2}]}', "bad.json: "),
        ('{"ruleset": "chess", "parts": [{"profile": "pawn", "count": 8}]}', "bad.json: There is no ruleset"),
        ('{"ruleset": "skirmishcorps", "parts": [' + '{"profile": "scout", "count": 1},' * 9000 + "]}", "bytes long"),
    ],
)  # fmt: skip
def test_a_bad_file_is_reported_in_one_sentence_and_the_others_are_listed(text: str, said: str) -> None:
    (forces_folder() / "bad.json").write_text(text)
    good = keep_force(read_force("skirmishcorps", "scout*2"), "Good")
    kept = kept_forces("skirmishcorps")
    assert kept.forces == (good,)
    assert len(kept.problems) == 1
    assert re.search(re.escape(said), kept.problems[0])
    assert kept.problems[0].endswith(".")
    with pytest.raises(SaveError):
        read_kept(forces_folder() / "bad.json")


def test_a_name_that_no_file_can_have_is_refused() -> None:
    for name in ("", "...", "CON"):
        with pytest.raises(SaveError):
            keep_force(read_force("skirmishcorps", "scout"), name)


def test_a_command_line_names_points_a_kept_force_or_units() -> None:
    setup = load_scenario("market_street").setup
    wolves = keep_force(read_force("skirmishcorps", "trooper*3+veteran"), "Wolves")
    found = forces_for(setup, ["60", "blue=Wolves"], 5)
    assert found["blue"] == wolves
    assert 40 < found["red"].cost <= 60
    assert forces_for(setup, ["60"], 5)["red"] == found["red"]
    assert forces_for(setup, ["red=scout*4"], 5) == {"red": read_force("skirmishcorps", "scout*4")}
    with pytest.raises(
        SetupError, match=r"There is no force 'Foxes', and as units: .* The forces that are kept: Wolves\."
    ):
        forces_for(setup, ["Foxes"], 5)
    with pytest.raises(SetupError, match="no seat 'gold'"):
        forces_for(setup, ["gold=60"], 5)


def test_play_text_and_lab_take_forces() -> None:
    assert callable(parse_play(["market_street", "--force", "red=60", "--deploy", "free"]))
    assert callable(parse_play(["epic:7:short", "--force", "blue=line*6+command"]))
    assert "B7" in str(parse_play(["the_way_home", "--force", "60"]))
    assert "no force" in str(parse_play(["market_street", "--force", "red=nobody"]))
    timeline = begun("market_street", forces=["red=scout*2"])
    assert [unit.profile for unit in timeline.match.setup.units if unit.seat == "red"] == ["scout", "scout"]
    forces = forces_of(["market_street"], ["red=scout*2"], 1)
    assert forces == (Fielded("red", "scout*2"),)
    pairing = read_players("recruit,recruit")
    batch = Batch(("market_street",), (pairing,), 1, forces=forces)
    (game,) = batch.all()
    setup, _ = table_under(game)
    assert [unit.profile for unit in setup.units if unit.seat == "red"] == ["scout", "scout"]
    assert batch.id != Batch(("market_street",), (pairing,), 1).id
    with pytest.raises(BatchError, match="one rulebook"):
        forces_of(["market_street", "crossroads"], ["60"], 1)


def test_the_lab_plays_a_battlefield_by_seed() -> None:
    batch = Batch(("viktory2:7:short", "epic:7:short"), (read_players("recruit,recruit"),), 1)
    batch.check()
    assert [table_under(game)[0].title for game in batch.all()] == ["Battlefield 7"] * 2


def test_too_many_units_of_one_kind_are_refused_with_the_number_that_is_allowed() -> None:
    with pytest.raises(SetupError, match=r"has more than 40 units of one kind, trooper; write 40 at most\."):
        read_force("skirmishcorps", "trooper*41")
    with pytest.raises(SetupError, match="more than 40 units of one kind"):
        read_force("skirmishcorps", "trooper*30+trooper*30")
