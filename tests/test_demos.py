"""The demonstrations: each plays to its end as written, and a broken file is refused in one sentence."""

from __future__ import annotations

import json

import pytest

from game.cli.demo import main
from game.demos import DemoError, DemoPlayer, failures, list_demos, load_demo
from game.demos.files import FOLDER
from game.engine.rulebook import load_rulebook
from game.engine.wire import line_json

IDS = sorted(path.stem for path in FOLDER.glob("*.toml"))

SMALL = """
id = "small"
order = 1
title = "Small"
about = "B1 crosses, R1 fires."
dice = [["to hit", 6, 6]]

[sketch]
ruleset = "skirmishcorps"
seats = ["blue", "red"]
phase = "act"
seat = "blue"
board = ["............", "............"]
units = [
    { id = "b1", seat = "blue", profile = "trooper", at = [0, 0], marker = "move" },
    { id = "r1", seat = "red", profile = "trooper", at = [9, 0], marker = "overwatch" },
]

[[steps]]
seat = "blue"
choose = "b1:move:jog:3,0"
path = [[1, 1], [2, 1], [3, 0]]
caption = "B1 announces a jog (SC-12)."

[[steps]]
seat = "red"
choose = "r1:ranged_attack:b1"
caption = "R1 answers (SC-03)."
options = ["r1:ranged_attack:b1"]
missing = ["r1:cut_off:b1"]
refused = { b1 = "SC-01" }
log = ["R1 reacts to B1: a shot at B1."]
units = { r1 = { markers = { overwatch = "up" } } }

[[steps]]
seat = "red"
choose = "r1:wait"
caption = "R1 waits."

[[steps]]
seat = "red"
choose = "r1:ranged_attack:b1"
caption = "R1 fires and misses."

[end.units]
b1 = { at = [0, 0], out = false }
"""


@pytest.fixture
def write(tmp_path):
    """Write a demonstration file with one place of the small one altered; gives its path."""

    def written(old="", new="", name="small.toml"):
        assert old in SMALL, "the test alters nothing"
        path = tmp_path / name
        path.write_text(SMALL.replace(old, new, 1) if old else SMALL, encoding="utf-8")
        return path

    return written


# -- the demonstrations of the game --


@pytest.mark.parametrize("name", IDS)
def test_a_demonstration_shows_what_it_says_with_its_dice_used_up(name):
    assert failures(load_demo(name)) == []


def test_dice_for_another_roll_are_refused_with_one_mend(write):
    player = DemoPlayer(load_demo(write('"to hit"', '"damage"')))
    with pytest.raises(DemoError) as refused:
        player.goto(4)
    assert str(refused.value) == (
        'small.toml, step 4: The dice script has "damage" next, but the roll is "to hit"; mend the dice.'
    )


@pytest.mark.parametrize("name", IDS)
def test_captions_are_short_and_name_clauses(name):
    demo = load_demo(name)
    captions = DemoPlayer(demo).told()
    assert [caption for caption in captions if len(caption) > 220 or "{" in caption] == []
    assert demo.clauses


@pytest.mark.parametrize("name", IDS)
def test_going_back_forward_and_anywhere_gives_the_same_table_every_time(name):
    player = DemoPlayer(load_demo(name))
    seen = [(player.match.hash(), player.caption, tuple(player.last_events))]
    while not player.done:
        player.forward()
        seen.append((player.match.hash(), player.caption, tuple(player.last_events)))
    last = len(player.steps)
    for number in [last - 1, 0, last, 1, last // 2, 0, last // 2, last]:
        player.goto(number)
        assert player.at == number
        assert (player.match.hash(), player.caption, tuple(player.last_events)) == seen[number]
    while player.at:
        player.back()
        assert (player.match.hash(), player.caption, tuple(player.last_events)) == seen[player.at]


@pytest.mark.parametrize("name", IDS)
def test_the_id_of_every_demonstrated_unit_begins_with_the_letter_of_its_seat(name):
    assert [unit.id for unit in load_demo(name).setup.units if not unit.id.startswith(unit.seat[0])] == []


@pytest.mark.parametrize("name", IDS)
def test_a_demonstration_played_again_from_a_fresh_match_is_the_same(name):
    demo = load_demo(name)
    first, second = DemoPlayer(demo), DemoPlayer(demo)
    first.goto(len(demo.steps))
    second.goto(len(demo.steps))
    second.goto(0)
    second.goto(len(demo.steps))
    assert first.match.hash() == second.match.hash()
    assert first.match.choices == second.match.choices


def test_skirmishcorps_has_ten_demonstrations_and_no_two_have_the_same_place_in_the_order():
    demos = [demo for demo in list_demos() if demo.ruleset == "skirmishcorps"]
    assert {
        "sc-plain-reaction",
        "sc-snowball",
        "sc-covering-fire-fails",
        "sc-covering-fire-passes",
        "sc-contact",
        "sc-three-against-one",
        "sc-snowball-of-four",
        "sc-tie",
        "sc-forced-hand",
        "sc-intercept",
        "sc-cut-off",
        "sc-by-word",
        "sc-freeze",
        "sc-second-thoughts",
    } <= {demo.id for demo in demos}
    assert len({demo.order for demo in demos}) == len(demos)
    assert len({demo.title for demo in demos}) == len(demos)


@pytest.mark.parametrize("ruleset", ["epic", "viktory2"])
def test_no_two_demonstrations_of_a_rulebook_have_the_same_place_in_the_order_or_title(ruleset):
    demos = [demo for demo in list_demos() if demo.ruleset == ruleset]
    assert len(demos) > 9
    assert len({demo.order for demo in demos}) == len({demo.title for demo in demos}) == len(demos)


@pytest.mark.parametrize("ruleset", ["skirmishcorps", "epic", "viktory2"])
def test_every_testable_clause_is_named_by_a_caption(ruleset):
    shown = {clause for demo in list_demos() for step in demo.steps for clause in step.clauses}
    testable = {clause.id for clause in load_rulebook(ruleset).clauses.values() if clause.testable}
    assert testable - shown == set()


# -- the player --


def test_the_player_starts_with_what_the_demonstration_is_about(write):
    player = DemoPlayer(load_demo(write()))
    assert (player.at, player.done, player.step, player.clauses) == (0, False, None, ())
    assert player.caption == "B1 crosses, R1 fires."
    assert player.coming is player.steps[0]


def test_a_step_tells_its_events_and_clauses(write):
    player = DemoPlayer(load_demo(write()))
    events = player.forward()
    assert [event.type for event in events] == ["activated", "action_announced"]
    assert list(player.last_events) == list(events)
    assert player.clauses == ("SC-12",)
    announced = line_json(player.match.line(events[1]), player.match.setup.board.width)
    assert announced["path"] == [[0, 0], [1, 1], [2, 1], [3, 0]]


def test_nothing_happens_before_the_start_and_after_the_end(write):
    player = DemoPlayer(load_demo(write()))
    player.back()
    assert player.at == 0
    player.goto(99)
    assert player.done
    assert player.forward() == []
    assert player.coming is None
    player.goto(-5)
    assert player.at == 0


# -- files that cannot be used --

NOWHERE = f"SC-{99}"  # in one piece it would count as a citation

BROKEN = {
    "not TOML": ("[sketch]", "[sketch"),
    "another id": ('id = "small"', 'id = "large"'),
    "no title": ('title = "Small"', 'title = ""'),
    "no order": ("order = 1", 'order = "first"'),
    "an unknown field": ("order = 1", "order = 1\nlevel = 3"),
    "dice without a label": ('["to hit", 6, 6]', "6, 6"),
    "dice that are no dice": ('["to hit", 6, 6]', '"6"'),
    "an unknown ruleset": ('"skirmishcorps"', '"chess"'),
    "an unknown glyph": ('"............", "', '"...........?", "'),
    "an unknown profile": ('profile = "trooper"', 'profile = "wizard"'),
    "an unknown phase": ('phase = "act"', 'phase = "dawn"'),
    "a seat that does not play": ('seat = "red"\nchoose', 'seat = "green"\nchoose'),
    "an unknown field in a step": ("options = ", "option = "),
    "no caption": ('caption = "R1 waits."', ""),
    "a caption that goes on and on": ("R1 waits.", "R1 waits. " * 40),
    "a clause that does not exist": ("(SC-12)", f"({NOWHERE})"),
    "a refusal that does not exist": ('b1 = "SC-01"', f'b1 = "{NOWHERE}"'),
    "a refused unit that does not exist": ("refused = { b1 =", "refused = { a9 ="),
    "a path off the board": ("[2, 1], ", "[2, 7], "),
    "a path that is none": ("[2, 1], ", "21, "),
    "facts about nobody": ("b1 = { at = [0, 0], out = false }", "a7 = { out = false }"),
    "a fact of the wrong kind": ("out = false", 'out = "no"'),
    "an unknown fact": ("out = false", "asleep = false"),
    "an option nobody may choose": ('choose = "r1:wait"', 'choose = "r1:run_away"'),
    "a step of the wrong seat": ('seat = "red"\nchoose = "r1:wait"', 'seat = "blue"\nchoose = "r1:wait"'),
    "a path that cannot be walked": ("[[1, 1], [2, 1], [3, 0]]", "[[1, 1], [3, 1], [3, 0]]"),
    "a wrong label on a roll": ('["to hit", 6, 6]', '["damage", 6]'),
    "a die that does not exist": ('["to hit", 6, 6]', '["to hit", 6, 7]'),
    "too many dice in a roll": ('["to hit", 6, 6]', '["to hit", 6, 6, 6]'),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_file_is_refused_in_one_sentence_with_its_name(write, fault):
    with pytest.raises(DemoError) as caught:
        DemoPlayer(load_demo(write(*BROKEN[fault]))).goto(99)
    sentence = str(caught.value)
    assert sentence.startswith("small.toml")
    assert "\n" not in sentence
    assert sentence.endswith(".")
    assert ";" in sentence, "a mend follows the fault"


@pytest.mark.parametrize(
    ("fault", "place"),
    [
        ("an unknown profile", "sketch units[0].profile"),
        ("a clause that does not exist", "step 1"),
        ("an option nobody may choose", "step 3"),
        ("a wrong label on a roll", "step 4"),
        ("an unknown fact", "end.units.b1"),
    ],
)
def test_the_refusal_of_a_broken_demonstration_names_the_place(write, fault, place):
    with pytest.raises(DemoError) as caught:
        DemoPlayer(load_demo(write(*BROKEN[fault]))).goto(99)
    assert caught.value.place == place
    assert place in str(caught.value)


def test_a_step_that_cannot_be_made_changes_nothing(write):
    player = DemoPlayer(load_demo(write(*BROKEN["a wrong label on a roll"])))
    player.goto(3)
    before = player.match.hash()
    with pytest.raises(DemoError):
        player.forward()
    assert (player.at, player.match.hash()) == (3, before)


def test_a_choice_that_is_none_is_refused_with_the_answers_most_like_it(write):
    with pytest.raises(DemoError, match=r"step 1: .*; choose one of b1:stand, "):
        DemoPlayer(load_demo(write("b1:move:jog:3,0", "stand"))).forward()


def test_a_step_for_the_wrong_seat_is_refused_with_what_the_right_one_may_choose(write):
    player = DemoPlayer(load_demo(write('seat = "red"\nchoose = "r1:r', 'seat = "blue"\nchoose = "r1:r')))
    player.forward()
    with pytest.raises(DemoError, match=r"waits for red .*; let it choose one of r1:ranged_attack:b1, .*pass"):
        player.forward()


def test_a_demonstration_that_does_not_exist_is_named():
    with pytest.raises(DemoError, match="no-such-thing: there is no such demonstration"):
        load_demo("no-such-thing")


WRONG = {
    "r1:ranged_attack:b1 is offered, though": ('missing = ["r1:cut_off:b1"]', 'missing = ["r1:ranged_attack:b1"]'),
    "pass is offered, though": ('missing = ["r1:cut_off:b1"]', 'missing = ["pass"]'),
    "r1:intercept:b1 is not offered": ('options = ["r1:ranged', 'options = ["r1:intercept:b1", "r1:ranged'),
    "b1 is refused by SC-01": ('b1 = "SC-01"', 'b1 = "SC-02"'),
    "r1 is not refused": ('b1 = "SC-01"', 'r1 = "SC-01"'),
    'about: it writes the number "9"': ("B1 crosses, R1 fires.", "B1 crosses, R1 fires at 9 inches."),
    'the caption writes the number "6" itself': ("R1 waits.", "R1 waits with its RE of 6."),
    'the caption writes the number "nine" itself': ("R1 waits.", "R1 waits, nine inches off."),
    'the caption writes the number "D8" itself': ("R1 waits.", "R1 waits for a D8."),
    "the caption names SC-54, which no event, option or refusal": ("R1 waits.", "R1 waits (SC-54)."),
    '"moved" is to show SC-54': ('"R1 waits."', '"R1 waits (SC-54)."\nshows = { SC-54 = "moved" }'),
    "the log does not say": ("R1 reacts to B1: a shot", "R1 reacts to B1: a song"),
    "markers of r1 is {'overwatch': 'up'}": ('overwatch = "up"', 'overwatch = "down"'),
    "at of b1 is [0, 0]": ("at = [0, 0], out", "at = [5, 0], out"),
    "1 of the rolls in the dice is never made": ('["to hit", 6, 6]', '["to hit", 6, 6], ["damage", 1]'),
    'the roll "to hit" waits for dice': ('["to hit", 6, 6]', ""),
}


@pytest.mark.parametrize("sentence", WRONG)
def test_a_demonstration_that_differs_from_its_expectation_is_reported(write, sentence):
    assert failures(load_demo(write())) == []
    found = failures(load_demo(write(*WRONG[sentence])))
    assert [text for text in found if sentence in text] == found != []


def test_an_expected_fact_that_the_rulebook_does_not_have_is_refused(tmp_path):
    head, _, _ = (FOLDER / "ep-too-far-apart.toml").read_text("utf-8").partition("[end")
    path = tmp_path / "ep-too-far-apart.toml"
    path.write_text(f"{head}[end.units]\nr1 = {{ spent = true }}\n", "utf-8")
    assert failures(load_demo(path)) == ["ep-too-far-apart.toml, end: r1 has no spent under this rulebook."]


def test_a_caption_gets_its_numbers_from_rolls_events_options_units_and_clauses_of_its_step(write):
    template = "{to hit.MK} {to hit.overwatch} = {to hit.need}, {to hit.faces} = {to hit.sum}; {shot.need}, {r1 to b1}"
    player = DemoPlayer(load_demo(write("R1 fires and misses.", f"{template}, {{r1.RE}}, {{SC-58:1}} (SC-58).")))
    player.goto(4)
    assert player.caption == "7 −1 = 6, 6 + 6 = 12; 6, 9, 6, 1 (SC-58)."
    assert player.told()[-1] == player.caption


@pytest.mark.parametrize(
    ("named", "known"),
    [
        ("{damage.sum}", "but the step has shot, to hit"),
        ("{to hit.luck}", "but to hit has need, overwatch, MK"),
        ("{r1 to r9}", "but the units are b1, r1"),
        ("{SC-58:4}", "but SC-58 says"),
    ],
)
def test_a_number_that_a_step_does_not_have_is_refused_with_those_it_has(write, named, known):
    player = DemoPlayer(load_demo(write("R1 fires and misses.", f"R1 fires: {named} (SC-58).")))
    player.goto(3)
    with pytest.raises(DemoError, match="the caption names") as refused:
        player.forward()
    assert str(refused.value).startswith("small.toml, step 4: ")
    assert known in str(refused.value)
    assert player.at == 3


def test_what_shows_a_clause_must_belong_to_a_clause_of_the_caption(write):
    with pytest.raises(DemoError, match="the caption does not name SC-54"):
        load_demo(write('"R1 waits."', '"R1 waits."\nshows = { SC-54 = "pass" }'))


# -- as text --


@pytest.mark.parametrize("name", IDS)
def test_every_demonstration_prints_its_captions_choices_and_clauses(name, capsys):
    assert main([name]) == 0
    text = capsys.readouterr().out
    flat = " ".join(text.split())
    demo = load_demo(name)
    assert [caption for caption in DemoPlayer(demo).told() if caption not in flat] == []
    assert [
        step.choice.option for step in demo.steps if f"> {step.seat.capitalize()}: {step.choice.option}" not in text
    ] == []
    assert max(map(len, text.splitlines())) <= 160


def test_the_board_is_drawn_with_units_and_the_roll_with_its_sum(write, capsys):
    assert main([str(write())]) == 0
    text = capsys.readouterr().out
    assert "  1 b1 .  .  .  .  .  .  .  .  r1 .  .\n" in text
    assert "  MK 7, overwatch −1 (SC-58), = 6\n" in text


@pytest.mark.parametrize(
    ("name", "roll"),
    [
        ("wh-still", "to hit 3+, short range +1 (WH-A28), becomes 2+"),
        ("sg-nerve", "range die D6, soft cover +1 (SG-A36), opportunity fire +1 (SG-10), becomes D10"),
    ],
)
def test_a_roll_is_printed_with_the_dice_of_its_own_rulebook(name, roll, capsys):
    assert main([name]) == 0
    text = capsys.readouterr().out
    assert f"       {roll}\n" in text
    assert "2D6" not in text


def test_the_list_names_every_demonstration_once(capsys):
    assert main([]) == 0
    assert sorted(line.split()[0] for line in capsys.readouterr().out.splitlines()) == IDS


def test_json_holds_the_sketch_and_every_step_with_its_events(capsys):
    assert main(["sc-snowball", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    demo = load_demo("sc-snowball")
    assert [step["caption"] for step in data["steps"]] == DemoPlayer(demo).told()
    assert data["sketch"]["ruleset"] == "skirmishcorps"
    assert "hand_forced" in [event["type"] for step in data["steps"] for event in step["events"]]
    assert main(["--json"]) == 0
    assert [row["id"] for row in json.loads(capsys.readouterr().out)] == [demo.id for demo in list_demos()]


def test_the_check_says_what_is_wrong_and_where(write, capsys):
    assert main(["--check", str(write())]) == 0
    assert main(["--check", str(write(*WRONG["at of b1 is [0, 0]"]))]) == 1
    assert "small.toml, end: at of b1 is [0, 0], not [5, 0]." in capsys.readouterr().out


def test_the_command_refuses_a_broken_file_with_status_2(write, capsys):
    assert main([str(write(*BROKEN["an unknown profile"]))]) == 2
    assert capsys.readouterr().err.startswith("small.toml, sketch units[0].profile: ")
