"""Nobody learns from any answer what is another seat's alone: pairs of matches that differ in that and in nothing else.

A pair is one game played in two worlds. Whatever the seat that may not know the difference, or the public, is told must
be the same to the last letter: by the engine, in the text game, at the screen, over the protocol.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from random import Random

import pytest

from game.engine.decisions import DICE
from game.engine.options import CONFIRM
from game.engine.viewers import PUBLIC
from game.records.tables import TableKind
from tests import worlds
from tests.budget import POSITIONS
from tests.worlds import Pair, drafts, games

HIDDEN = "skirmishcorps"
"""The rulebook with face-down markers."""
SOME_GAMES, SOME_OTHERS, SOME_DRAFTS = 15, 2, 3
ALL_GAMES, ALL_OTHERS, ALL_DRAFTS = POSITIONS // 2, POSITIONS // 20, POSITIONS // 20
"""In the long run; `SNOWBALL_SEARCH=10000` makes it 5,000 pairs with face-down markers, and 500 of each other kind."""


def same(pair: Pair, how: str, one: object, two: object) -> None:
    if one != two:
        first = next((k for k, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), -1)
        where = (one[first], two[first]) if first >= 0 else (one, two)
        raise AssertionError(
            f"{how}, part {first}, tells {pair.seat} the difference "
            f"between {pair.choices[0]} and {pair.choices[1]}: {where}"
        )


def compared(pair: Pair, seen: Counter[str], random: Random, *, since: int = 0, whole: bool) -> int:
    """Compare the two worlds at this moment; return how many events have been compared."""
    one, two = pair.matches
    # At a shared table nobody passes until later: a session makes plain passes of that.
    kinds = [TableKind.CURTAINS] if pair.stood else list(TableKind)[:2]
    for viewer in (pair.seat, PUBLIC):
        same(pair, f"engine as {viewer!r}", worlds.told(one, viewer, since), worlds.told(two, viewer, since))
    seen["moments"] += 1
    seen["that differ"] += one.hash() != two.hash()
    asked = one.pending
    if asked is not None and asked.seat in (pair.seat, DICE):
        option = random.choice(asked.options).id if asked.options else ""
        for viewer in (pair.seat, PUBLIC) if asked.seat == DICE else (pair.seat,):
            same(pair, f"odds {option}", *(worlds.odds_told(match, viewer, option) for match in pair.matches))
        seen["odds"] += 1
    if asked is not None and one.front.queues and random.random() < 0.5:
        for viewer in (pair.seat, PUBLIC):
            one_told, two_told = (worlds.foreseen(match, viewer) for match in pair.matches)
            same(pair, f"foresight as {viewer!r}", one_told, two_told)
            seen["foreseen"] += one_told[1] is not None
    for viewer in (pair.seat, PUBLIC) if random.random() < 0.3 else ():
        cells = _cells(pair, random, every=whole)
        pointed = (worlds.pointed(match, viewer, kinds, cells) for match in pair.matches)
        same(pair, f"pointing as {viewer!r}", *pointed)
        if pair.matches[0].rules.hidden_markers:
            assert worlds.of_others(one, viewer, cells) == []
        seen["pointed"] += 1
    answers = _answers_in_both(pair) if random.random() < 0.6 else []
    if answers:
        answer = "pass" if "pass" in answers and random.random() < 0.5 else random.choice(answers)
        for viewer in (pair.seat, PUBLIC):
            same(pair, f"remark on {answer}", *(worlds.remarked(match, viewer, answer) for match in pair.matches))
        seen["remarks"] += 1
    if whole:
        viewers = [PUBLIC, *([pair.seat] if asked is not None and asked.seat == pair.seat else [])]
        for viewer in viewers:
            lines = worlds.LINES if pair.stood else worlds.LINES + worlds.BACK
            same(pair, f"text as {viewer!r}", worlds.typed(one, viewer, lines), worlds.typed(two, viewer, lines))
        for viewer in (pair.seat, PUBLIC):
            shown = (worlds.at_screen(match, viewer, kinds) for match in pair.matches)
            same(pair, f"screen as {viewer!r}", *shown)
        seen["screens and texts"] += 1
    return len(one.events)


def _cells(pair: Pair, random: Random, *, every: bool) -> list[int]:
    """Return the cells that are pointed at: those of the units and a few others, or with `every` all of them."""
    board = pair.matches[0].setup.board
    cells = range(board.width * board.height)
    if every:
        return list(cells)
    return sorted({unit.at for unit in pair.matches[0].front.standing()} | set(random.sample(cells, 3)))


def _answers_in_both(pair: Pair) -> list[str]:
    """Return the ids of what the other side may answer in both worlds, where the answer is no secret itself.

    To confirm a plan, or markers, is left out: it makes public what was secret until then.
    """
    one, two = (match.pending for match in pair.matches)
    if one is None or one.seat != pair.other or one.kind in ("assign", "deploy") or pair.matches[0].front.placing:
        return []
    return [option.id for option in one.options if option.id != CONFIRM.id and two.option(option.id) == option]


def game_pair(seed: int, ruleset: str = HIDDEN) -> Counter[str]:
    """One pair of games, compared again and again, and over the protocol at its end."""
    seen, random = Counter(pairs=1), Random(-seed)
    pair, since = None, 0
    for pair in games(ruleset, seed, most=random.randrange(8, 36)):
        if random.random() < 0.4:
            since = compared(pair, seen, random, since=since, whole=random.random() < 0.12)
    if pair is not None and pair.alike() and ruleset == HIDDEN:
        viewer = random.choice((pair.seat, PUBLIC))
        same(pair, f"protocol as {viewer!r}", *worlds.over_the_protocol(pair, viewer))
        seen["protocol"] += 1
    seen["that stood"] += pair is not None and pair.stood
    return seen


def draft_pairs(seed: int, most: int) -> Counter[str]:
    """Pairs of Epic drafts in one game, compared after every change."""
    seen, random = Counter(), Random(-seed)
    last = None
    for pair in drafts(seed):
        if pair is not last:
            if seen["pairs"] == most:
                break
            seen["pairs"] += 1
        last = pair
        compared(pair, seen, random, whole=random.random() < 0.05)
    return seen


@pytest.mark.parametrize("seed", range(SOME_GAMES))
def test_no_answer_reveals_a_face_down_marker_or_a_standing_pass(seed):
    assert game_pair(seed)["pairs"] == 1


@pytest.mark.parametrize("ruleset", ["wh40k2", "stargrunt2"])
@pytest.mark.parametrize("seed", range(SOME_OTHERS))
def test_no_answer_reveals_a_standing_pass(ruleset, seed):
    assert game_pair(seed, ruleset)["pairs"] == 1


@pytest.mark.parametrize("seed", range(SOME_DRAFTS))
def test_no_answer_reveals_an_unconfirmed_plan(seed):
    draft_pairs(seed, 3)


def test_the_compared_pairs_really_differ():
    """The comparison would be empty if both worlds were one."""
    games_seen = sum((game_pair(seed) for seed in range(1000, 1006)), Counter())
    drafts_seen = sum((draft_pairs(seed, 3) for seed in range(1000, 1003)), Counter())
    for seen in (games_seen, drafts_seen):
        assert seen["that differ"] > seen["moments"] / 3 > seen["pairs"] / 3 > 0
        assert seen["pointed"]
    assert games_seen["remarks"]


@pytest.mark.fuzz
@pytest.mark.parametrize("ruleset", [HIDDEN, "wh40k2", "stargrunt2"])
def test_no_answer_in_many_pairs_reveals_a_secret(capsys, ruleset):
    pairs = ALL_GAMES if ruleset == HIDDEN else ALL_OTHERS
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        seen = sum(pool.map(game_pair, range(pairs), [ruleset] * pairs, chunksize=25), Counter())
    assert seen["pairs"] == pairs
    with capsys.disabled():
        sys.stdout.write(f"\n{ruleset}: {dict(seen)}\n")


@pytest.mark.fuzz
def test_no_answer_in_many_drafts_reveals_a_plan(capsys):
    seen: Counter[str] = Counter()
    seed = 0
    while seen["pairs"] < ALL_DRAFTS:
        seen += draft_pairs(seed, 5)
        seed += 1
    with capsys.disabled():
        sys.stdout.write(f"\nEpic: {dict(seen)}\n")
