"""Plans of Epic in the window: how many inputs a charge takes, where its dots are, which questions are left out."""

from __future__ import annotations

import pytest

from game.engine.dice import DiceSource
from game.rules.epic.ground import touching
from game.session import beforehand
from game.session.hints import Hint
from game.session.session import Session
from game.ui.battle import ladder
from game.ui.screens.battle import BattleScreen
from tests.assault import Assault
from tests.ui.desk import Desk
from tests.ui.ledger import drawn

TEN = "a horde " + " ".join(f"h{n}@{8 + 3 * ((n - 1) % 5)},{20 + 2 * ((n - 1) // 5)}" for n in range(1, 11))
LINE = "b line " + " ".join(f"l{n}@{5 + 3 * n},8" for n in range(1, 6))


class Hands:
    """A person at the window who counts what he does: clicks, drags and keys are one input each."""

    def __init__(self, scene, *, dice=3, size=(1280, 800), scale=100):
        self.desk = Desk(size)
        self.desk.app.settings.scale = scale
        match = scene.match
        match.dice = DiceSource(seed=dice)
        session = Session(match.setup, match=match)
        session.hand_over()
        self.screen = BattleScreen(self.desk.app, session)
        self.desk.open(self.screen)
        self.inputs = 0

    @property
    def asked(self):
        """The pending question."""
        return self.screen.session.match.pending

    def cell(self, x, y):
        """Where a cell is in the window."""
        return tuple(round(v) for v in self.screen.map.at(self.screen.map.board.cell(x, y)))

    def at(self, unit):
        """The column and row of a unit."""
        return self.screen.map.board.xy(self.screen.model.units[unit].at)

    def clicks(self, x, y):
        """A click on a cell."""
        self.inputs += 1
        self.desk.click_at(self.cell(x, y))
        return self

    def presses(self, *keys):
        """Keys, one after the other."""
        self.inputs += len(keys)
        self.desk.press(*keys)
        return self

    def said(self):
        """Every line on the screen."""
        return [line.words for line in drawn(self.desk).lines]

    def planned(self):
        """The plan: unit to column and row."""
        board = self.screen.map.board
        return {row.unit: board.xy(row.to) for row in self.screen.model.plan}


def charging(**more):
    """Ten stands that may charge a line of five, at the window."""
    return Hands(Assault(horde=TEN, line=LINE, **more))


def test_a_charge_of_ten_stands_takes_no_more_than_twenty_inputs():
    hands = charging()
    hands.clicks(*hands.at("h1"))
    hands.clicks(*hands.at("l1")).presses("return")
    while hands.asked.seat == "dice":
        hands.presses("return")
    assert hands.asked.kind == "charge"
    for enemy in ("l1", "l2", "l3", "l4", "l5", "l1", "l2", "l3", "l4", "l5"):
        hands.clicks(*hands.at(enemy))
    front = hands.screen.session.match.front
    cells = [hands.screen.map.board.cell(x, y) for x, y in hands.planned().values()]
    line = [unit.at for unit in front.units.values() if unit.seat == "b"]
    assert len(cells) == 10
    assert all(any(touching(front, cell, foe) for foe in line) for cell in cells)
    hands.presses("return")
    assert hands.asked.kind not in ("charge", "activate"), "the plan of ten counts"
    assert hands.inputs == 14


def test_ep_a33_a_click_on_an_enemy_that_may_not_be_charged_says_why_and_the_stand_stays_in_hand():
    hands = charging().clicks(*Hands.at(charging(), "h1"))
    hands.clicks(*hands.at("l1")).presses("return")
    hands.clicks(*hands.at("l3"))
    assert (
        hands.screen.model.notice
        == "H1: L1 is nearer, and a stand that enters its zone goes for L1, not for L3 (EP-A33)."
    )
    assert hands.screen.model.selected == "h1"


def test_ep_a34_a_refused_plan_says_why_in_a_sentence():
    scene = Assault(size=(40, 8), line="b line l1@32,3", horde="a brutes h1@2,3")
    hands = Hands(scene.chooses("horde:engage:line").plans("h1:move:15,3"))
    told = " ".join(line.words for line in drawn(hands.desk).lines)
    assert "Nobody ends within 15 cm of the target; H1 is 16 cm off." in told


def test_a_counter_charge_that_is_made_is_told_on_the_ladder_as_it_was_planned():
    scene = Assault(size=(30, 24), line="b line l1@10,10 l2@11,10", horde="a horde h1@10,14 h2@14,14")
    match = scene.engages("horde", "line").plans("l1:move:10,13").match
    with match.filming() as film:
        match.choose("confirm")
    queues = [match.view(frame=frame).queue for frame in film]
    made = {ladder.state_of(one) for queue in queues if queue for one in queue.reactions if one.status == "resolved"}
    assert made == {"L1 goes for H1, 3 cm off, into contact"}


def test_a_counter_charge_of_a_whole_formation_takes_two_keys():
    hands = Hands(Assault(horde=TEN, line=LINE).engages("horde", "line"))
    assert hands.asked.kind == "counter_charge"
    can = sorted({option.unit for option in hands.asked.options if option.action == "move"})
    assert len(can) == 5
    assert "Best move for all 5 that can" in [line.words for line in drawn(hands.desk).lines]
    hands.presses("f")
    assert sorted(hands.planned()) == can
    assert all(option.unit for option in hands.asked.options if option.action == "unplan")
    assert not hands.desk.zones("rest"), "nobody is left"
    hands.presses("return")
    assert hands.inputs == 2
    assert hands.asked.kind != "counter_charge"


def test_a_stand_that_would_break_the_plan_stays_and_the_notice_says_so():
    scene = Assault(size=(60, 30), line="b horde l1@10,8 l2@13,8 l3@14,8", horde="a line h1@2,8 h2@23,8 h3@4,8")
    hands = Hands(scene.engages("horde", "line"))
    hands.presses("f")
    assert set(hands.planned()) == {"l1", "l2"}
    assert hands.screen.model.notice == "L3 stays: the plan could not be confirmed."
    assert hands.asked.option("confirm") is not None


def test_f_plans_the_stands_that_can_go_together_where_not_all_can():
    """Before, F took one stand after the other out of the plan of all five until none was left."""
    line = "b horde l1@10,12 l2@15,10 l3@19,9 l4@22,10 l5@28,12"
    scene = Assault(size=(60, 30), line=line, horde="a line h1@25,4 h2@31,15 h3@13,17 h4@31,16")
    hands = Hands(scene.engages("horde", "line"))
    before = estimate(hands)
    hands.presses("f")
    assert set(hands.planned()) == {"l4", "l5"}
    assert hands.screen.model.notice == "L1, L2 and L3 stay: the plan could not be confirmed."
    assert (before, estimate(hands)) == ("Assault won about 54%", "Assault won about 66%")


def test_one_stand_is_planned_by_hand_and_the_others_with_one_key():
    hands = Hands(Assault(horde=TEN, line=LINE).engages("horde", "line"))
    first = hands.screen.model.selected
    hands.presses("1")
    assert list(hands.planned()) == [first]
    assert "Best move for the other 4" in [line.words for line in drawn(hands.desk).lines]
    hands.presses("f")
    assert len(hands.planned()) == 5
    assert next(iter(hands.planned())) == first


def between_two(line="horde", horde="line"):
    """L2 is as far from H4 as from H5, and may go for either; `line` and `horde` are the profiles."""
    scene = Assault(
        size=(60, 30),
        line=f"b {line} l1@14,9 l2@10,10 l3@24,8 l4@14,7",
        horde=f"a {horde} h1@13,14 h2@14,13 h3@25,13 h4@8,14 h5@12,14",
    )
    hands = Hands(scene.engages("horde", "line"))
    return hands, [option.id for option in hands.asked.options if option.unit == "l2"]


def estimate(hands):
    """The chance of the assault as the window tells it."""
    return next(line for line in hands.said() if line.startswith("Assault won")).partition(",")[0]


def test_stands_that_would_make_the_plan_worse_stay_and_the_notice_says_so():
    """A unit that shoots better than it fights does not run; before, the key took all four, which won less often."""
    hands, _ = between_two("line", "horde")
    assert estimate(hands) == "Assault won about 46%"
    hands.presses("f")
    assert not hands.planned()
    assert estimate(hands) == "Assault won about 46%"
    assert hands.screen.model.notice == "L1, L2, L3 and L4 stay: the plan is better so."


def test_f_takes_the_move_of_a_stand_that_makes_the_assault_likelier_to_be_won():
    """Before, F took the first one."""
    told = []
    for choice in (0, 1):
        hands, ways = between_two()
        hands.screen.game.choose(ways[choice])
        hands.desk.settle()
        hands.presses("f")
        assert len(hands.planned()) == 4
        told.append(estimate(hands))
    assert told == ["Assault won about 64%", "Assault won about 68%"]
    hands, _ = between_two()
    hands.presses("f")
    assert len(hands.planned()) == 4
    assert estimate(hands) == told[1]


def test_dots_are_only_where_the_stand_in_hand_can_go():
    hands = charging()
    hands.clicks(*hands.at("h1")).clicks(*hands.at("l1")).presses("return")
    model, picture = hands.screen.model, hands.screen.picture.planned
    for name in ("h1", "h5", "h9"):
        hands.screen.picking.select(name)
        dots = set(picture._slots(hands.screen.plan.overlay()))
        open_to = {option.to for option in model.choices.moves[name]}
        assert dots
        assert dots <= open_to
    board = hands.screen.map.board
    assert any("place left in contact" in line.words for line in drawn(hands.desk).lines)
    hands.screen.picking.select("h1")
    shown = set(picture._slots(hands.screen.plan.overlay()))
    assert not shown & set(board.neighbours(model.units["l5"].at)), "the far end of the line is out of its reach"


@pytest.mark.parametrize(("x", "answer"), [(40, "confirm"), (28, None)])
def test_ep_a42_a_formation_far_from_all_enemies_is_not_asked_to_withdraw(x, answer):
    horde = f"a horde h1@{x},5 h2@{x},7 h3@{x},9 blast=2"
    scene = Assault(seat="b", size=(60, 12), line="b line l1@2,5 l2@2,7", horde=horde)
    scene.acts("line", "sustained_fire", 6).chooses("line:shoot:horde").rolls("to hit", 1, 1)
    scene.asked("a", "withdraw")
    assert Session(scene.match.setup, match=scene.match).foregone() == answer


def test_ep_a31_stands_that_fire_and_those_they_may_hit_are_marked_before_enter():
    scene = Assault(seat="b", size=(60, 12), line="b line l1@2,5 l2@2,7 blast=1", horde="a horde h1@20,5 h2@55,5")
    hands = Hands(scene.acts("line", "sustained_fire", 6))
    model = hands.screen.model
    found = beforehand.involved(model.session, model.option())
    assert (model.chosen, found.by, found.to) == ("line:shoot:horde", ("l1",), ("h1",))
    marked, spot = hands.desk.app.window.copy(), hands.cell(20, 5)
    model.chosen = "line:hold_fire"
    hands.desk.settle()
    reach = round(hands.screen.map.grain * 0.8)
    ring = [(spot[0] + dx, spot[1]) for dx in range(-reach, reach)]
    assert any(marked.get_at(place) != hands.desk.app.window.get_at(place) for place in ring)


def test_every_click_in_a_plan_plans_selects_or_says_why_it_does_not():
    hands = charging()
    screen, board = hands.screen, hands.screen.map.board
    hands.clicks(*hands.at("h1")).clicks(*hands.at("l1")).presses("return")
    said = planned = 0
    for cell in range(0, board.width * board.height, 23):
        place = hands.cell(*board.xy(cell))
        covered = any(zone.action and zone.rect.collidepoint(place) for zone in screen.zones)
        if covered or not screen.map.area.inflate(-40, -120).collidepoint(place):
            continue
        screen.picking.select("h1")
        hands.clicks(*board.xy(cell))
        if hands.planned():
            planned += 1
            hands.presses("r")
        elif screen.model.selected == "h1" and cell != screen.model.cell_of("h1"):
            said += 1
            assert screen.model.notice.endswith(")."), (board.label(cell), screen.model.notice)
    assert planned > 3
    assert said > 3


def test_a_long_reason_on_the_map_goes_on_in_a_second_line_and_is_not_cut():
    scene = Assault(horde=TEN, line=LINE).acts("horde", "engage:line")
    scene.plans(*(f"h{n}:move:{8 + 3 * (n - 1)},15" for n in range(1, 6)))
    hands = Hands(scene)
    reason = hands.screen.model.plan_refusal().reason
    lines = drawn(hands.desk).lines
    plates = hands.screen.picture.planned.called_out
    told = [" ".join(line.words for line in lines if plate.contains(line.rect)) for plate in plates]
    assert len(reason) > 80
    assert any(words.startswith(reason) for words in told)
    assert not any(line.cut for line in lines)


def test_the_buttons_of_a_plan_are_whole_in_a_small_window_with_large_letters_and_a_hint():
    scene = Assault(line="b line l1@14,8 l2@18,8 l3@16,10 l4@20,10", horde="a horde h1@10,14 h2@26,14")
    hands = Hands(scene.engages("horde", "line"), size=(960, 600), scale=150)
    model, match = hands.screen.model, hands.screen.session.match
    hands.presses("1")
    assert (model.selected, len(model.choices.of_unit("l2"))) == ("l2", 4), "the next one is in hand"
    model.hint = Hint(
        len(match.history), "b", model.choices.confirm,
        "L2 goes for H1, 9.1 cm off, and stops 4.1 cm short of it; H2 is as "
        "near: it wins the assault in 50%, should cost them more stands than us, and it holds the road.",
        "L3 goes for H2, 11 cm off, is to be expected (90%).", ("Confirm: 4.5 figures worse, it stands more in fire.",),
    )  # fmt: skip
    hands.desk.app.draw()
    high = {zone.id: zone.rect.height / hands.desk.app.scale for zone in hands.desk.top.zones}
    assert (round(high["confirm"]), round(high["reset"]), round(high["rest"])) == (36, 36, 30)


def test_stands_are_planned_one_after_the_other_with_the_number_of_their_move_alone():
    hands = Hands(Assault(horde=TEN, line=LINE).engages("horde", "line"))
    hands.presses("1", "1", "1", "1", "1")
    assert list(hands.planned()) == ["l1", "l2", "l3", "l4", "l5"]
