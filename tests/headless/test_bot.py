"""Programs that play a seat: good ones, and all the ways in which one can break without harming the match."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
import time

import pytest
from engine_client import ROOT
from tables import BOOKS, DUEL, begun, field

from game.ai.bot import ANSWERS_LIMIT, BotSeat
from game.ai.errors import BotError
from game.engine.answers import Choice
from game.engine.wire import odds_json, sight_json
from tests.budget import alternate

PYTHON = f'"{sys.executable}"'
PATIENT = 20.0


def program(tmp_path, text):
    """Write a bot in Python that runs these lines; returns the command that starts it."""
    path = tmp_path / "bot.py"
    path.write_text(f"import sys, json, time\n{text}\n", "utf-8")
    return f'{PYTHON} -S "{path}"'


def fails(command, budget=PATIENT, decisions=1):
    """The sentence a bot fails with; the match must be as it was."""
    match = begun(field("skirmishcorps", 1))
    before = match.hash()
    bot = BotSeat(command, match.pending.seat, budget)
    with pytest.raises(BotError) as caught:
        for _ in range(decisions):
            bot.decide(match)
    assert match.hash() == before
    with pytest.raises(BotError, match="bot"):
        bot.decide(match)
    bot.close()
    assert bot._process.poll() is not None
    return str(caught.value)


@pytest.mark.parametrize(
    ("script", "book"),
    [
        *(("example_bot.py", book) for book in BOOKS),
        *alternate([("example_bot.js", book) for book in BOOKS], len(BOOKS)),
    ],
)
def test_the_example_bots_play_whole_games(book, script):
    interpreter = PYTHON if script.endswith("py") else shutil.which("node")
    if not interpreter:
        pytest.skip("Node.js is not installed")
    match = begun(field(book, 2), 2)
    bots = {seat: BotSeat(f'{interpreter} "{ROOT}/tools/bots/{script}"', seat, PATIENT) for seat in match.setup.seats}
    while match.pending:
        answer = bots[match.pending.seat].decide(match)
        match.choose(answer)
    assert match.outcome.reason
    for bot in bots.values():
        bot.close()
        assert bot._process.returncode == 0


@pytest.mark.parametrize("script", ["example_bot.py", "example_bot.js"])
def test_the_example_bots_have_forty_lines_at_most(script):
    assert len((ROOT / "tools/bots" / script).read_text("utf-8").splitlines()) <= 40


def test_a_bot_is_given_the_view_of_its_seat_and_nothing_else(tmp_path):
    command = program(
        tmp_path,
        "request = json.loads(sys.stdin.readline())\n"
        "seen = [m for u in request['state']['units'] if u['seat'] != request['seat'] for m in u['markers']]\n"
        "own = request['state']['as'] == request['seat']\n"
        "ok = own and all(m['face'] == 'up' or m['kind'] == 'hidden' for m in seen)\n"
        "print(json.dumps({'option': request['pending']['default'] if ok and seen else 'leak'}), flush=True)\n"
        "time.sleep(60)",
    )
    match = begun(field("skirmishcorps", 1))
    first = match.pending.seat
    while match.pending.seat == first:
        match.choose(match.pending.default)
    bot = BotSeat(command, match.pending.seat, PATIENT)
    assert bot.choose(match.view(match.pending.seat), match.pending) == match.pending.default
    bot.close()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("print('hello there', flush=True)\ntime.sleep(60)", "not JSON"),
        ("print('{}', flush=True)\ntime.sleep(60)", "no option"),
        ("print('[' * 100000, flush=True)\ntime.sleep(60)", "not JSON"),
        ("""print('{"option":"win"}', flush=True)\ntime.sleep(60)""", "no option"),
        ("""print('{"option":7}', flush=True)\ntime.sleep(60)""", "no option"),
        ("sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush(); time.sleep(60)", "not JSON"),
        ("sys.exit(3)", "has ended"),
        ("sys.stdout.write('x' * 3000000); sys.stdout.flush(); time.sleep(60)", "line of over"),
    ],
)
def test_a_bot_that_answers_rubbish_or_dies_is_out_with_one_sentence(tmp_path, text, sentence):
    wait = "sys.stdin.readline()\n"
    said = fails(program(tmp_path, wait + text))
    assert sentence in said
    assert "\n" not in said
    assert said.endswith(".")


def test_a_bot_that_is_silent_is_out_when_its_time_is_over(tmp_path):
    start = time.monotonic()
    assert "no answer within 0.3 seconds" in fails(program(tmp_path, "sys.stdin.readline()\ntime.sleep(60)"), 0.3)
    assert time.monotonic() - start < 10


def test_a_bot_that_does_not_read_is_out_when_its_time_is_over(tmp_path):
    match = begun({**field("skirmishcorps", 1, units=6), "phase": "act", "seat": "blue"})
    for unit in match.front.units.values():
        unit.markers["move"] = "down"
    command = program(tmp_path, "time.sleep(60)")
    bot = BotSeat(command, "blue", 0.3)
    with pytest.raises(BotError, match=r"0\.3 seconds"):
        bot._ask({"much": "x" * 1_000_000, "pending": {}})
    bot.close()


def test_a_bot_that_floods_is_out(tmp_path):
    """Either the first line after its question is read, or it has written too many lines before."""
    said = fails(program(tmp_path, "while True: print('{}' * 50)"), decisions=1)
    assert "not JSON" in said or "over 1000 lines" in said


def test_a_command_that_does_not_exist_is_refused_at_once():
    with pytest.raises(BotError, match="cannot be started"):
        BotSeat("no-such-program-here", "red")
    with pytest.raises(BotError, match="cannot be started"):
        BotSeat('"unfinished', "red")


def test_a_bot_is_told_the_ground_who_sees_whom_and_what_its_shots_promise(tmp_path):
    command = program(
        tmp_path,
        "request = json.loads(sys.stdin.readline())\n"
        "open(sys.argv[0] + '.heard', 'w').write(json.dumps(request))\n"
        "print(json.dumps({'option': request['pending']['default']}), flush=True)\n"
        "sys.stdin.readline()",
    )
    match = begun(DUEL, 1)
    match.choose("r1:move:jog:4,2")
    bot = BotSeat(command, "blue", PATIENT)
    bot.decide(match)
    bot.close()
    heard = json.loads((tmp_path / "bot.py.heard").read_text("utf-8"))
    assert heard["ground"] == {"grid": "square", "rows": DUEL["board"]}
    assert heard["sight"] == {"b1": {"r1": sight_json(match, 29, 20)}}
    shot = match.forecast(match.pending.option("b1:ranged_attack:r1"))
    assert heard["forecasts"]["b1:ranged_attack:r1"] == shot.to_json()
    assert not any(option.startswith("pass") for option in heard["forecasts"])


def test_a_bot_may_look_things_up_as_over_the_protocol_before_it_answers(tmp_path):
    command = program(
        tmp_path,
        "def ask(**q):\n"
        "    print(json.dumps(q), flush=True)\n"
        "    return json.loads(sys.stdin.readline())\n"
        "request = json.loads(sys.stdin.readline())\n"
        "found = [ask(do='sight', **{'from': [9, 2], 'to': [0, 2]}), ask(do='odds', option='b1:ranged_attack:r1'),\n"
        "         ask(do='why'), ask(do='odds', option='nothing'),\n"
        "         ask(do='sight', **{'from': [99, 0], 'to': [0, 0]}),\n"
        "         ask(do='hash'), ask(do='state')]\n"
        "open(sys.argv[0] + '.heard', 'w').write(json.dumps(found))\n"
        "print(json.dumps({'option': 'pass', 'until': 'turn'}), flush=True)\n"
        "sys.stdin.readline()",
    )
    match = begun(DUEL, 1)
    match.choose("r1:move:jog:4,2")
    bot = BotSeat(command, "blue", PATIENT)
    assert bot.decide(match) == Choice("pass", until="turn")
    bot.close()
    sight, odds, why, *refused = json.loads((tmp_path / "bot.py.heard").read_text("utf-8"))
    assert sight == {"ok": True, **sight_json(match, 29, 20)}
    assert odds == {"ok": True, "odds": odds_json(match, "b1:ranged_attack:r1", "blue")}
    assert set(why["why"]) == {"b1"}
    codes = [answer["error"]["code"] for answer in refused]
    assert codes == ["illegal_choice", "bad_request", "bad_request", "bad_request"]
    assert all(answer["error"]["message"].endswith(".") for answer in refused)


@pytest.mark.skipif(os.name != "posix", reason="a child leaves the bot's group in another way there")
@pytest.mark.parametrize("reads", [True, False], ids=["a bot that obeys", "a bot that hangs"])
def test_closing_a_bot_does_not_wait_for_a_child_that_outlives_it(tmp_path, reads):
    command = program(
        tmp_path,
        "import subprocess\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(20)'], start_new_session=True)\n"
        "open(sys.argv[0] + '.child', 'w').write(str(child.pid))\n"
        "request = json.loads(sys.stdin.readline())\n"
        "print(json.dumps({'option': request['pending']['default']}), flush=True)\n"
        + ("sys.stdin.readline()" if reads else "time.sleep(60)"),
    )
    match = begun(field("skirmishcorps", 1))
    bot = BotSeat(command, match.pending.seat, PATIENT)
    bot.decide(match)
    start = time.monotonic()
    bot.close()
    assert time.monotonic() - start < 10
    assert bot._process.poll() is not None
    os.kill(int((tmp_path / "bot.py.child").read_text()), signal.SIGKILL)


def test_a_bot_that_never_ends_a_question_is_out_after_a_stated_number_of_answers(tmp_path):
    """It takes the first option each time: one marker, laid again and again."""
    first = """for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "quit":
        break
    print(json.dumps({"option": asked["pending"]["options"][0]["id"]}), flush=True)"""
    match = begun(field("skirmishcorps", 1))
    bot = BotSeat(program(tmp_path, first), match.pending.seat, PATIENT)
    with pytest.raises(BotError, match="gave 1000 answers to one question without ending it"):
        for _ in range(2 * ANSWERS_LIMIT):
            match.choose(bot.decide(match))
    assert len(match.history) == ANSWERS_LIMIT
    bot.close()
