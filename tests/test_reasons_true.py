"""What a reason of the computer names really comes of its choice: the facts are looked up on the table it leads to."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

from game.ai.search import think
from game.ai.seatview import SeatView
from game.ai.thought import compared_with, sentence
from game.ai.ways import walking
from game.engine.decisions import DICE
from game.engine.match import Match
from game.engine.wording import uncapitalised
from game.records.levels import REGULAR
from game.rules import RULESETS
from tests.setups import any_option, random_match

LANE = re.compile(r"(\w+) (gets|comes under the fire of|is out of the fire of|loses) (\w+(?:, \w+)*(?: and \w+)?)")
NEARER = re.compile(r"(\w+) (comes nearer to|goes away from) (.+)")
HOLDS = re.compile(r"it (holds|leaves) (.+)")
FATE = re.compile(r"([A-Z]+\d\w*) is (more|less) likely (to .+)")


def played_out(match: Match, option: str) -> Match:
    """The match after an answer, with every later question of its action answered by its default."""
    after = match.clone()
    after.choose(option)
    depth = len(match.front.queues)
    for _ in range(200):
        if after.pending is None or (len(after.front.queues) < max(1, depth) and after.pending.seat != DICE):
            break
        after.choose(after.pending.default)
    return after


def wrong(match: Match, thought, fact) -> str:
    """What is wrong about a fact, "" for nothing: looked up after the choice, and after the one it is compared with."""
    now, board, option = match.front, match.setup.board, thought.option
    other = compared_with(thought)
    one, two = (played_out(match, name).front for name in (option.id, other.option.id))
    if found := LANE.search(fact.text):
        a, verb = found[1].lower(), found[2]
        for b in re.findall(r"[a-z]+\d\w*", found[3].lower()):
            state = one if verb in ("gets", "comes under the fire of") else two
            still = state.units[b].at == now.units[b].at and not (state.units[a].out or state.units[b].out)
            named = option if state is one else other.option
            arrived = named.to < 0 or named.point >= 0 or state.units[a].at == named.to
            if still and arrived and not board.visible(state.units[a].at, state.units[b].at):
                return "out of sight"
    elif found := NEARER.search(fact.text):
        name, verb, where = found[1].lower(), found[2], found[3]
        goal = next(goal for goal in now.objectives if uncapitalised(goal.name) == where)
        ways, (here, there) = walking(board, goal.cells), (state.units[name].at for state in (one, two))
        arrived = option.to < 0 or here == option.to
        if arrived and other.option.to < 0 and (ways[here] < ways[there]) is not (verb == "comes nearer to"):
            return "not so"
    elif found := HOLDS.search(fact.text):
        goal = next(goal for goal in now.objectives if uncapitalised(goal.name) == found[2])
        if option.to >= 0 and option.point < 0 and one.units[option.unit].at == option.to and other.option.to < 0:
            ours = [any(u.at in goal.cells for u in state.standing(thought.seat)) for state in (one, two)]
            if ours != [found[1] == "holds", found[1] != "holds"] and ours[0] is not (found[1] == "holds"):
                return "not so"
    elif found := FATE.search(fact.text):
        name, chance = found[1].lower(), match.rules.forecast(now, option)
        if now.units[name].out:
            return "it is out of action"
        shot_at = chance is not None and chance.target == name and chance.p_out and not other.option.target
        if shot_at and found[2] == "less" and found[3] == "to fall":
            return "it is shot at"
    return ""


TAKES = re.compile(r"takes (?:the \w+ at )?(\w+)$")
HEX = re.compile(r"comes nearer to the \w+ at (\w+)$")
GOAL = re.compile(r"(?:it|another plan) holds (.+)|holds (.+)")


def wrong_words(match: Match, thought, words: str) -> str:
    """What is wrong about a rulebook's own reason, "" for nothing: looked up on the table that the choice leads to."""
    now, board, option = match.front, match.setup.board, thought.option
    cells = {board.label(cell): cell for cell in range(board.width * board.height)}
    if option.action == "move" and (found := TAKES.search(words)):
        if now.units[option.unit].naval and "land" not in words:
            return "a ship takes no place"
        after, cell = played_out(match, option.id).front, cells[found[1]]
        left = after.units[option.unit]
        if left.at == option.to and after.sites and cell in after.sites and after.sites[cell].seat != thought.seat:
            return "it is not taken"
        return "it is not there" if left.at == option.to != cell and "land" not in words else ""
    if option.action == "move" and (found := HEX.search(words)):
        ways = walking(board, (cells[found[1]],))
        return "it does not" if ways[option.to] > ways[now.units[option.unit].at] else ""
    if match.pending.kind == "move" and (found := GOAL.search(words)):
        goal = next(goal for goal in now.objectives if uncapitalised(goal.name) == (found[1] or found[2]))
        after, formation = match.clone(), now.queues[-1].action.drafting[0]
        while after.pending is not None and after.pending.kind == "move" and after.front.queues[-1].open_triggers():
            asked = after.pending
            after.choose(think(SeatView(after, asked.seat), asked, REGULAR).option.id)
            if asked.option("confirm") and after.events[-1].type == "window_closed":
                break
        stands = [unit for unit in after.front.standing() if unit.formation == formation]
        return "" if any(unit.at in goal.cells for unit in stands) else "nobody is there"
    return ""


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_a_reason_names_comes_of_the_choice_and_not_of_what_it_is_compared_with(ruleset):
    told, random = Counter(), Random(5)
    for seed in range(8):
        match = random_match(ruleset, seed)
        for number in range(80):
            if match.pending is None:
                break
            if match.pending.seat != DICE and len(match.pending.options) > 1 and number % 2:
                thought = think(SeatView(match, match.pending.seat), match.pending, REGULAR)
                line = sentence(thought, match.front)
                told["sentences"] += 1
                told["own"] += bool(thought.chosen.reasons)
                assert not re.search(r"\b(us|them|their|what comes)\b", line), line
                assert not thought.chosen.reasons or "though" not in thought.chosen.reasons[0] or "%" in line, line
                for words in thought.chosen.reasons:
                    assert not (fault := wrong_words(match, thought, words)), f"{line}: {fault}"
                assert not re.search(r"stronger|weaker", line), line
                assert not ("may win the battle" in line and "may lose the battle" in line), line
                texts = [fact.text for fact in thought.facts]
                assert len({FATE.sub(r"\1 \3", text) for text in texts}) == len(texts), line  # no more and less of one
                for fact in thought.facts if match.pending.kind != "deploy" else ():
                    assert not (fault := wrong(match, thought, fact)), f"{line}: {fact.text}: {fault}"
                    told["facts"] += 1
            match.choose(any_option(match, random))
    assert told["sentences"] > 50
    assert told["own" if ruleset in ("epic", "viktory2") else "facts"] > 10  # these two have reasons of their own
