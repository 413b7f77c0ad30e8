"""Playback shows one thing at a time: an action, its rolls, their results, then the log and the new state.

The clock is the test's own: `tick` is given the seconds.
"""

from __future__ import annotations

from functools import cache

import pygame
import pytest
from msgspec import convert

from game.ai.levels import ComputerPlayer
from game.ai.players import RandomPlayer
from game.ai.seatview import SeatView
from game.engine.answers import Choice
from game.engine.dice import DiceSource
from game.engine.events import Shown, Words
from game.engine.exchange import RollRow, exchange_of
from game.engine.log import LogLine
from game.engine.match import Frame, Match
from game.engine.names import spoken
from game.engine.throws import Rolled
from game.maps.generated import battle_named
from game.maps.scenarios import load_scenario
from game.records.levels import Level, Strength
from game.records.tables import TableKind
from game.records.timeline import Timeline
from game.rules import build
from game.rules.epic.events import StandLost
from game.rules.epic.throws import CloseCombat, Firefight, Save
from game.session.intent import Intent
from game.session.seats import ComputerSeat
from game.session.session import Session
from game.session.turns import TurnStory, turn_of
from game.sketch import read_sketch
from game.ui.battle.bottom import last_roll, log_rows
from game.ui.battle.playback import Playback
from game.ui.battle.script import Beat, BeatKind, script, shot_of
from game.ui.battle.seats import count_of
from game.ui.battle.viewed import Motive
from game.ui.screens.battle import BattleScreen
from game.ui.screens.curtain import CurtainScreen
from game.ui.screens.replay import replay_screen
from tests.scene import Scene
from tests.sketches import LANE
from tests.ui.desk import Desk
from tests.ui.ledger import drawn, words_on
from tools.corpus_parts.games import read
from tools.corpus_parts.playing import PARTS

BOOKS = ("skirmishcorps", "wh40k2", "stargrunt2", "epic", "viktory2")
LATER = {"skirmishcorps": 2, "wh40k2": 2, "epic": 3}
"""Rulebook -> the recorded game that is used where the first one has no loss."""
SKIRMISH = "stargrunt2:2:short"
"""The recorded games of Stargrunt II end before a whole squad falls: here two recruits play on until one does."""
LONG, SHORT = 3.0, 1.0
ENOUGH = 12
"""How many instants just before a loss are examined."""


def table(name: str, seed: int = 1) -> Match:
    """A match on a map at its first question."""
    setup = load_scenario(name).setup
    return Match(setup, build(setup.ruleset, {}), DiceSource(seed=seed))


def recorded(book: str) -> tuple[Match, list[Choice]]:
    """A game between computer players, if possible from the corpus, with a loss: its table, and its choices."""
    if book == "stargrunt2":
        return skirmish()
    game = read(f"{book}/computer-{LATER.get(book, 1)}", len(PARTS))
    match = table(str(game.new["scenario"]), int(str(game.new["seed"])))
    cell = match.setup.board.cell
    paths = [{"path": [cell(x, y) for x, y in choice["path"]]} if "path" in choice else {} for choice in game.choices]
    return match, convert([{**choice, **path} for choice, path in zip(game.choices, paths, strict=True)], list[Choice])


def skirmish() -> tuple[Match, list[Choice]]:
    """A small battle of Stargrunt II up to the first squad that falls."""
    setup, recruit = battle_named(SKIRMISH), ComputerPlayer(Strength(Level.RECRUIT))
    assert setup is not None
    begun, match = (Match(setup, build(setup.ruleset, {}), DiceSource(seed=1)) for _ in range(2))
    while match.pending is not None and not any(unit.out for unit in match.front.units.values()):
        option = recruit.choose(SeatView(match, match.pending.seat), match.pending)
        match.choose(Choice.of(option))
    return begun, [choice for choice in match.choices if choice.faces is None]


@cache
def played(book: str):
    """The match, and the film of each choice of that game with the lines it tells."""
    match, choices = recorded(book)
    films = []
    for choice in choices:
        since = len(match.events)
        with match.filming() as film:
            match.choose(choice)
        films.append((film, match.log_for(None, since)))
    return match, films


def scripted(match: Match, film: list[Frame], lines: list[LogLine]) -> list[Beat]:
    """The beats in which playback shows what a choice led to."""
    grouped = {name for group in match.rules.groups(match.front) for name in group.units}
    return script(film, lines, grouped)[1]


@pytest.fixture(scope="module", params=BOOKS)
def films(request: pytest.FixtureRequest):
    """A whole game of each rulebook: each choice with its film, lines and beats."""
    match, told = played(request.param)
    return match, [(film, lines, scripted(match, film, lines)) for film, lines in told]


def shoots(match: Match) -> bool:
    """Whether any event of the match is shown as a shot."""
    return any(entry.event.shown is Shown.SHOT for entry in match.events)


# -- on the clock -----------------------------------------------------------------------------------------------------


def exchanges(beats: list[Beat]) -> list[list[Beat]]:
    """From each shot to the card that tells what it came to."""
    found: list[list[Beat]] = []
    for place, beat in enumerate(beats):
        if beat.kind is BeatKind.SHOT and any(later.result for later in beats[place:] if later.shot is beat.events[0]):
            found.append([later for later in beats[place:] if later is beat or later.shot is beat.events[0]])
    return found


def test_a_shot_with_its_result_takes_between_one_and_three_seconds(films) -> None:
    match, told = films
    took = [sum(beat.seconds for beat in shot) for _, _, beats in told for shot in exchanges(beats)]
    assert bool(took) == shoots(match)
    assert all(SHORT <= seconds <= LONG for seconds in took)


def test_covering_fire_is_drawn_to_its_target_which_is_then_shown_with_its_marker() -> None:
    scene = Scene(".*4 b2 .*3", "a1 .*7", "a2 .*6 b1", ".*8", a2="idle")
    since = len(scene.match.events)
    with scene.match.filming() as film:
        scene.chooses("a1:covering_fire:b1:a2").passes("b")
    beats = scripted(scene.match, film, scene.match.log_for(None, since))
    fire = next(beat for beat in beats if beat.events[0].type == "covering_fire_given")
    assert fire.kind is BeatKind.SHOT
    assert shot_of(fire.events[0]) == (("a1",), ("b1",))
    assert [beat.events[0].unit for beat in beats if beat.events[0].type == "suppressed"] == ["b1"]


def test_dice_with_their_result_take_three_seconds_at_most(films) -> None:
    _, told = films
    cards = []
    for _, _, beats in told:
        run: list[Beat] = []
        for beat in beats:
            run = [*run, beat] if beat.kind in (BeatKind.ROLL, BeatKind.FALL, BeatKind.RESULT) else []
            if beat.kind is BeatKind.RESULT:
                cards.append(run)
                run = []
    assert cards
    assert all(sum(beat.seconds for beat in some) <= LONG for some in cards)


def test_the_table_after_each_beat_holds_what_was_told_so_far_and_nothing_that_comes_later(films) -> None:
    _, told = films
    for film, _, beats in told:
        shown = film[0].events
        for place, beat in enumerate(beats):
            if beat.then is None:
                continue
            assert beat.then.events >= shown
            shown = beat.then.events
            assert beat.lines[-1].n < shown
            for later in beats[place + 1 :]:
                assert later.kind is BeatKind.RESULT or later.lines[0].n >= shown
        assert not beats or shown == film[-1].events


def row(n: int, event) -> LogLine:
    """The line of the log for an event."""
    return LogLine(n, event.type, (), -1, event.say(WORDS), event)


WORDS = Words(table("three_farms").front, {})


def rout() -> list[LogLine]:
    """Fire, thirteen saves, thirteen stands that fall."""
    events: list = [Rolled(Firefight("b1", ["b1"] * 13, 4, "attackers"), (5,) * 13, 13)]
    for n in range(1, 14):
        events += [Rolled(Save(f"r{n}", 5), (2,), 0), StandLost(f"r{n}")]
    return [row(n, event) for n, event in enumerate(events)]


def test_a_rout_of_27_entries_is_shown_in_groups() -> None:
    match, lines = table("three_farms"), rout()
    assert len(lines) == 27
    film = [Frame(n, match.front) for n in range(len(lines) + 1)]
    beats = script(film, lines, set())[1]
    assert [(beat.kind, len(beat.events)) for beat in beats] == [
        (BeatKind.ROLL, 1),
        (BeatKind.ROLL, 26),
        (BeatKind.RESULT, 14),
    ]
    assert SHORT <= sum(beat.seconds for beat in beats) <= LONG
    assert [beat.then for beat in beats] == [film[1], None, film[27]]


# -- the card of a roll -----------------------------------------------------------------------------------------------


def test_the_card_adds_up_throws_of_a_kind_and_tells_the_losses_once() -> None:
    card = exchange_of(rout())
    assert card is not None
    assert card.rolls == (RollRow("firefight", "13 dice, 4+", "13 hits"), RollRow("save", "13 dice, 5+", "0 saved"))
    assert card.fates == ("R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, R11, R12 and R13 lost",)


def test_throws_that_need_another_number_have_a_row_of_their_own() -> None:
    one = Rolled(CloseCombat("b1", ["b1", "b2"], 4, "attackers"), (5, 1), 1)
    other = Rolled(CloseCombat("b3", ["b3"], 6, "attackers"), (6,), 1)
    card = exchange_of([row(0, one), row(1, other)])
    assert card is not None
    assert card.rolls == (RollRow("close combat", "2 dice, 4+", "1 hit"), RollRow("close combat", "1 die, 6+", "1 hit"))


def test_a_single_die_without_effect_needs_no_card() -> None:
    assert exchange_of([row(0, Rolled(Save("r1", 5), (2,), 0))]) is None


def test_every_rulebook_has_cards_and_each_says_what_its_dice_came_to(films) -> None:
    match, told = films
    cards = [beat.result for _, _, beats in told for beat in beats if beat.result is not None]
    assert cards, match.rules.id
    assert any(card.fates for card in cards)
    for card in cards:
        assert all(roll.result for roll in card.rolls)
        assert not any("{" in words for words in card.fates)
    fallen = [(line.seen.unit.upper(), beats) for _, lines, beats in told for line in lines if line.seen.out]
    assert fallen
    for unit, beats in fallen:
        said = " ".join(words for beat in beats if beat.result for words in beat.result.fates)
        rolled = any(beat.kind is BeatKind.ROLL for beat in beats)
        assert unit in said or not rolled


# -- in the window: nothing is known before it has been shown ---------------------------------------------------------


def sit(name: str, seed: int = 1) -> tuple[Desk, BattleScreen]:
    """A battle on an open table, with motion."""
    desk = Desk()
    setup = load_scenario(name).setup
    screen = BattleScreen(desk.app, Session(setup, dice=DiceSource(seed=seed), table=TableKind.OPEN))
    desk.open(screen)
    desk.settle()
    screen.playback.reduced = False
    return desk, screen


def watched(screen: BattleScreen, choices: int, seed: int = 1):
    """Every instant of a game at random, a tenth of a second each, after each choice."""
    player = RandomPlayer(seed, even=True)
    for _ in range(choices):
        asked = screen.session.match.pending
        if asked is None:
            return
        option = player.choose(SeatView(screen.session.match, asked.seat), asked)
        screen.game.choose(Intent.of(option))
        while screen.playback.running:
            yield screen.playback.beat
            screen.tick(0.1)


def shown_again(book: str, size: tuple[int, int] = (1280, 800)) -> tuple[Desk, BattleScreen, Timeline]:
    """The recorded game in the window, at its beginning."""
    desk = Desk(size)
    match, choices = recorded(book)
    for choice in choices:
        match.choose(choice)
    timeline = Timeline(match)
    timeline.go(0)
    screen = replay_screen(desk.app, timeline, None)
    desk.open(screen)
    screen.playback.reduced = False
    return desk, screen, timeline


def stepped(screen: BattleScreen, timeline: Timeline, seconds: float = 0.2):
    """Every instant of the recorded game, a fifth of a second each or so many `seconds`."""
    while not timeline.at_end:
        screen.game.forward()
        while screen.playback.running:
            yield screen.playback.beat
            screen.tick(seconds)


@pytest.mark.parametrize("book", BOOKS)
def test_no_loss_stands_in_log_roster_or_score_before_the_piece_is_gone(book: str) -> None:
    _, screen, timeline = shown_again(book)
    model, early = screen.model, 0
    for _ in stepped(screen, timeline):
        truth = timeline.shown.front
        ahead = {unit for unit, one in truth.units.items() if one.out and not model.units[unit].out}
        early += bool(ahead)
        told: dict[str, bool] = {}
        for line in model.log:
            if line.seen.out or (line.seen.unit and line.seen.at >= 0):
                told[line.seen.unit] = line.seen.out
        assert not [unit for unit, out in told.items() if out and not model.units[unit].out]
        for seat in screen.session.setup.seats:
            standing = sum(1 for one in model.units.values() if one.seat == seat and not one.out)
            assert count_of(model, seat).startswith(f"{standing} standing")
        assert model.decision is None
        assert model.log[-1].n < model.moment.events
        if early > ENOUGH:
            break
    assert early, "no piece ever fell while one was watching"


@pytest.mark.parametrize("book", BOOKS)
def test_no_roll_is_told_and_nobody_falls_before_its_shot_is_drawn_and_its_dice_are_at_rest(book: str) -> None:
    """Before, a piece was already faint while the dice that decided its fall still tumbled."""
    desk, screen, timeline = shown_again(book)
    shots, tumbles, falls = 0, 0, 0
    for beat in stepped(screen, timeline, 0.1):
        rolled = [line for line in beat.lines if line.rolled is not None]
        falling = [unit for unit in screen.model.units if screen.playback.falling(unit)]
        if beat.kind is BeatKind.SHOT:
            shots += 1
            assert not screen.playback.rolls, "the tray is empty while the shot is drawn"
        if beat.kind is BeatKind.ROLL and screen.playback.tumbling:
            tumbles += 1
            falls += any(event.out for event in beat.events)
            assert not falling
            assert tumbles > ENOUGH or {line.text for line in rolled}.isdisjoint(words_on(desk))
        if falls > ENOUGH:
            break
    assert shots or not shoots(screen.session.match)
    assert tumbles


def test_during_playback_nothing_is_asked_and_a_key_goes_on_to_the_question_without_choosing() -> None:
    desk, screen = sit("crossroads")
    for _ in watched(screen, 40):
        made = len(screen.session.match.history)
        desk.app.draw()
        assert screen.model.decision is None
        assert "do" not in desk.zones("do")
        event = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="")
        desk.app.dispatch(event)
        desk.let_go("return")
        assert not screen.playback.running
        assert screen.model.decision is screen.session.decision
        assert len(screen.session.match.history) == made
        return
    pytest.fail("nothing was shown")


def test_the_head_says_whose_action_it_is_while_others_answer_in_it() -> None:
    desk, screen = sit("crossroads", 2)
    heads, last = set(), None
    for _ in watched(screen, 60, 2):
        model = screen.model
        line, seat = model.caption, model.acting
        doer = model.units.get(line.seen.unit) if line is not None else None
        now = None if line is None else (line.n, seat)
        if doer is not None and seat and model.view.action is not None and now != last:
            last = now  # the head is the same for as long as a line is told
            desk.app.draw()
            told = [line.words.replace("\u200a", "") for line in drawn(desk).lines]
            own = {f"{spoken(seat)} acts".upper(), f"{spoken(seat)}’s action".upper()}
            (head,) = {*own, f"{spoken(doer.seat)} reacts".upper()} & set(told)
            heads.add((doer.seat == seat, head.rpartition(" ")[2]))
            if line is not None and (line.type == "reaction_declared" or line.event.shown is Shown.SHOT):
                assert head == f"{spoken(doer.seat)} {'acts' if doer.seat == seat else 'reacts'}".upper()
    assert {(True, "ACTS"), (False, "REACTS")} <= heads <= {(True, "ACTS"), (False, "REACTS"), (False, "ACTION")}


def test_a_reason_is_told_under_the_events_of_its_own_choice_alone() -> None:
    """Every other choice has a reason; before, it stayed under what the next one brought about."""
    _, screen = sit("crossroads")
    model, told = screen.model, set()
    for _ in watched(screen, 60):
        model.hand = ""
        starts = [point.events for point in model.session.match.history]
        model.reasons = {start: Motive("red", f"number {place}") for place, start in enumerate(starts) if place % 2}
        why, line = model.reason(), model.caption
        if why is not None and line is not None:
            made = sum(start <= line.n for start in starts)
            assert why.words == f"number {made - 1}"
            told.add(why.words)
    assert len(told) > 5


def skipped() -> tuple[Desk, BattleScreen]:
    """A move is being shown and has been drawn; a key has just put an end to that, and nothing has been drawn since."""
    desk, screen = sit("crossroads")
    next(beat for beat in watched(screen, 40) if beat.kind is BeatKind.MOVE)
    desk.app.draw()
    desk.app.dispatch(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_LSHIFT, mod=0, unicode=""))
    assert not screen.playback.running
    return desk, screen


def test_a_click_before_the_next_picture_answers_the_question_asked_by_then() -> None:
    desk, screen = skipped()
    desk.settle()
    row = next(zone for zone in desk.top.zones if zone.id.startswith("option:"))
    desk, screen = skipped()
    assert not desk.zones("option:"), "while something is shown there is no row yet"
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        desk.app.dispatch(pygame.event.Event(kind, pos=row.rect.center, button=1))
    assert screen.model.chosen == row.id.removeprefix("option:")


def until_shown(screen: BattleScreen, kind: BeatKind) -> Beat:
    """Play at random until playback shows a beat of that kind."""
    beat = next((beat for beat in watched(screen, 200) if beat.kind is kind), None)
    assert beat is not None
    return beat


def test_j_sets_the_pace_during_playback_and_the_settings_keep_it() -> None:
    desk, screen = sit("crossroads")
    beat = until_shown(screen, BeatKind.MOVE)
    screen.playback.clock = 0.0
    for mod in (0, 0, 0, pygame.KMOD_LSHIFT):
        desk.app.dispatch(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_j, mod=mod, unicode=""))
        desk.let_go("j")
    assert desk.app.settings.pace == screen.playback.pace == 200
    assert screen.playback.beat is beat
    screen.playback.tick(0.1)
    assert screen.playback.clock == pytest.approx(0.2)
    for _ in range(9):
        desk.app.dispatch(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_j, mod=pygame.KMOD_LSHIFT, unicode=""))
        desk.let_go("j")
    assert screen.playback.pace == 50


def test_y_shows_the_last_action_again_from_how_the_table_stood_before_it() -> None:
    desk, screen = sit("crossroads")
    until_shown(screen, BeatKind.MOVE)
    unit = screen.playback.now.unit
    start = screen.model.units[unit].at
    screen.skip()
    assert screen.model.units[unit].at != start
    asked, made = screen.model.decision, len(screen.session.match.history)
    desk.app.dispatch(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_y, mod=0, unicode=""))
    assert screen.playback.running
    assert screen.model.units[unit].at == start
    desk.let_go("y")
    desk.settle()
    assert screen.model.decision is asked
    assert len(screen.session.match.history) == made


def test_y_shows_only_the_last_action_though_a_turn_has_ended_since() -> None:
    desk, screen = sit("crossroads")
    player, playback = RandomPlayer(6, even=True), screen.playback
    since: list[str] = []
    while "turn_ended" not in since:
        playback.skip()
        asked = screen.session.match.pending
        assert asked is not None
        screen.game.choose(player.choose(SeatView(screen.session.match, asked.seat), asked).id)
        since = [line.type for line in screen.session.log(playback.last[-1].events)] if playback.last else []
    assert not playback.running
    desk.app.dispatch(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_y, mod=0, unicode=""))
    assert playback.running
    assert max(line.n for beat in playback.waiting for line in beat.lines) < playback.last[-1].events
    assert BeatKind.TURN not in {beat.kind for beat in playback.waiting}


def test_the_last_roll_leaves_the_tray_when_the_next_action_begins() -> None:
    _, screen = sit("crossroads")
    until_shown(screen, BeatKind.RESULT)
    screen.skip()
    gone = False
    for _ in watched(screen, 60):
        begun = max((line.n for line in screen.model.log if line.event.begins), default=-1)
        rolled = max((line.n for line in screen.model.log if line.rolled is not None), default=-1)
        assert (last_roll(screen.model) is not None) == (rolled > begun)
        gone = gone or begun > rolled >= 0
    assert gone


# -- the end of a turn ------------------------------------------------------------------------------------------------


def turns_of(book: str) -> list[TurnStory | None]:
    """The card of every turn of a game, None where there is none."""
    match, films = played(book)
    found = []
    for film, lines in films:
        ends = [line.n for line in lines if line.type == "turn_ended"]
        found += [turn_of(match, n, next(frame.state for frame in film if frame.events > n)) for n in ends]
    return found


def test_a_turn_in_which_nothing_was_lost_or_gained_has_no_card() -> None:
    cards = turns_of("wh40k2")
    assert None in cards
    assert any(cards)


@pytest.mark.parametrize("book", BOOKS)
def test_the_card_tells_losses_holdings_and_luck_of_every_side(book: str) -> None:
    cards = [card for card in turns_of(book) if card is not None]
    assert any(side.lines[0].startswith("Lost: ") for card in cards for side in card.sides)
    for card in cards:
        assert "ends" in card.title
        for side in card.sides:
            assert side.lines[0].startswith(("Lost: ", "No losses."))
            assert side.lines[1].startswith("Holds ")
            assert all(line.startswith("Successes against expectation: ") for line in side.lines[2:])


def cards_shown(screen: BattleScreen, timeline: Timeline) -> list[str]:
    """The titles of the cards of the first two turns."""
    seen: list[Beat] = []
    for beat in stepped(screen, timeline):
        if timeline.shown.front.turn > 2:
            break
        if beat.kind is BeatKind.TURN and (not seen or seen[-1] is not beat):
            seen.append(beat)
    return [beat.turn.title for beat in seen if beat.turn is not None]


def test_one_card_at_the_end_of_each_turn_that_settings_can_leave_out() -> None:
    wanted = [card.title for card in turns_of("skirmishcorps") if card is not None]
    _, screen, timeline = shown_again("skirmishcorps")
    shown = cards_shown(screen, timeline)
    assert shown and shown == wanted[: len(shown)]
    desk, screen, timeline = shown_again("skirmishcorps")
    desk.app.settings.turn_cards = False
    screen.entered()
    assert cards_shown(screen, timeline) == []


def test_a_key_goes_to_the_card_of_a_turn_and_the_next_puts_it_away() -> None:
    desk, screen, timeline = shown_again("skirmishcorps")
    screen.game.by = "activation"
    for _ in stepped(screen, timeline):
        if any(beat.kind is BeatKind.TURN for beat in screen.playback.waiting[1:]):
            assert screen.skip()
            assert screen.playback.beat.kind is BeatKind.TURN
            desk.app.draw()
            assert screen.skip()
            assert not screen.playback.running
            return
    pytest.fail("no turn ended")


def test_the_replay_shows_the_same_beats_and_cards_as_the_game_did() -> None:
    _, screen, _ = shown_again("wh40k2")
    match, films = played("wh40k2")
    for film, lines in films[:60]:
        screen.game.forward()
        told = [(beat.kind, [line.n for line in beat.lines], beat.result) for beat in scripted(match, film, lines)]
        again = screen.playback.waiting
        assert [(b.kind, [line.n for line in b.lines], b.result) for b in again if b.kind is not BeatKind.TURN] == told
        while screen.skip():
            pass


# -- the camera -------------------------------------------------------------------------------------------------------


def test_the_map_stays_still_after_the_players_own_move() -> None:
    desk, screen = sit("crossroads")
    screen.game.choose(screen.model.decision.default)
    desk.settle()
    while screen.model.decision.kind not in screen.model.words.free:
        screen.game.choose(screen.model.decision.default)
        desk.settle()
    unit = next(iter(screen.model.able()))
    screen.picking.select(unit)
    option = next(screen.model.moves())
    screen.map.pan(40, 0)
    desk.app.draw()
    before = screen.map.origin
    screen.game.choose(option.id)
    desk.settle()
    assert screen.map.origin == before


# -- behind a curtain --------------------------------------------------------------------------------------------------


def test_a_lifted_curtain_first_shows_what_happened_since_that_seat_last_looked() -> None:
    desk = Desk()
    setup = load_scenario("market_street").setup
    screen = BattleScreen(desk.app, Session(setup, dice=DiceSource(seed=1), table=TableKind.CURTAINS))
    desk.open(screen)
    player, shown = RandomPlayer(1, even=True), []
    for _ in range(120):
        if isinstance(desk.top, CurtainScreen):
            assert not screen.playback.running
            screen.playback.reduced = False
            desk.app.dispatch(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" "))
            desk.let_go("space")
            if screen.playback.running:
                viewer = screen.session.viewer
                shown.append((viewer, [line.n for beat in screen.playback.waiting for line in beat.lines]))
                assert screen.model.decision is None
                assert all(marker.kind == "hidden" for unit in screen.model.units.values() for marker in unit.markers
                           if marker.face == "down" and unit.seat != viewer)  # fmt: skip
        while screen.skip():
            pass
        asked = screen.session.match.pending
        option = player.choose(SeatView(screen.session.match, asked.seat), asked)
        screen.game.choose(Intent.of(option))
        if shown and len({viewer for viewer, _ in shown}) > 1:
            break
        desk.app.draw()
    assert {viewer for viewer, _ in shown} == {"blue", "red"}
    for seat in ("blue", "red"):
        seen = [n for viewer, lines in shown if viewer == seat for n in lines]
        assert seen == sorted(set(seen)), "nobody is shown the same twice"


# -- why the computer did it ------------------------------------------------------------------------------------------


def test_where_nothing_is_secret_no_event_is_shown_twice() -> None:
    """Before, each player had to sit through what the others had done before his eyes."""
    _, screen = sit("two_batteries")
    player, shown = RandomPlayer(1, even=True), list[int]()
    for _ in range(16):
        asked = screen.session.match.pending
        assert asked is not None
        screen.game.choose(Intent.of(player.choose(SeatView(screen.session.match, asked.seat), asked)))
        shown += [line.n for beat in screen.playback.waiting for line in beat.lines]
        while screen.skip():
            pass
    assert len(shown) == 9, "eight moves of both sides and the end of a turn"
    assert sorted(set(shown)) == shown


def test_the_stakes_are_told_as_they_stand_at_the_moment_that_is_shown() -> None:
    """Before, the column told the holdings after events that were still being shown."""
    desk, screen = sit("three_shores")
    screen.game.choose("b2:move:6,6")
    assert screen.playback.running
    before, after = "9 points at the end, held by Blue", "10 points at the end, held by Blue"
    assert set(words_on(desk)) & {before, after} == {before}
    while screen.skip():
        pass
    assert set(words_on(desk)) & {before, after} == {after}


def test_the_computer_says_why_in_the_log_before_what_it_did() -> None:
    desk = Desk()
    session = Session(read_sketch(LANE), dice=DiceSource(seed=5), table=TableKind.OPEN)
    screen = BattleScreen(desk.app, session)
    desk.open(screen)
    session.players = {"red": ComputerSeat(), "blue": ComputerSeat()}
    session.people = []
    for _ in range(60):
        if screen.model.reasons or session.match.pending is None:
            break
        screen.tick(1.0)
    assert screen.model.reasons
    first, remark = next(iter(screen.model.reasons.items()))
    desk.settle()
    rows = log_rows(screen.model)
    place = rows.index(remark)
    before, after = ([line.n for line in part if isinstance(line, LogLine)] for part in (rows[:place], rows[place:]))
    assert all(number < first for number in before)
    assert min(after) >= first
    assert ": " in remark.words


def test_a_long_reason_is_told_whole_and_the_log_is_full_at_both_its_ends() -> None:
    desk, screen = sit("crossroads")
    for _ in watched(screen, 20):
        screen.skip()
    desk.settle()
    long = (
        "R1 stays and fires, it has a good shot and more before it for its next action, "
        "though it passes its test in 67% only"
    )
    newest = log_rows(screen.model)[-1].n
    screen.model.reasons[newest] = Motive("red", long)
    desk.app.draw()
    assert long in " ".join(words_on(desk))
    first = log_rows(screen.model)[0].text
    screen.log.scroll(1000)
    desk.app.draw()
    shown = words_on(desk)
    assert first in shown
    assert f"5 of {len(log_rows(screen.model))}" in shown


def test_a_playback_without_events_does_nothing() -> None:
    _, screen = sit("crossroads")
    playback = Playback(screen.model)
    assert not playback.skip()
    assert not playback.tick(1.0)
    assert not playback.again()


def test_a_change_of_zoom_glides_from_picture_to_picture() -> None:
    desk, screen = sit("market_street")
    screen.map.reduced = False
    desk.app.draw()
    pictures = [pygame.image.tobytes(desk.app.window.subsurface(screen.map.area), "RGB")]
    desk.app.dispatch(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_EQUALS, mod=0, unicode="="))
    for _ in range(4):
        desk.app.draw()
        pictures.append(pygame.image.tobytes(desk.app.window.subsurface(screen.map.area), "RGB"))
        screen.tick(0.1)
    assert len(set(pictures[1:])) == 4, "each frame is nearer than the one before"
    screen.map.reduced = True
    desk.app.draw()
    assert pygame.image.tobytes(desk.app.window.subsurface(screen.map.area), "RGB") == pictures[-1]
