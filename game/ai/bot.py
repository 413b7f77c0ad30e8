"""A seat played by another program, which is shown what its seat may know and names an option within a time budget.

Each message is one JSON object on one line. To `{"do":"decide","seat":S,"state":{...},"pending":{...},...}`
(`game.ai.briefing` has the rest) the bot answers `{"option":"ID"}`, with `"until"` if that is a standing pass. Before
that it may send any number of `sight`, `odds` and `why` requests of the protocol, one a line. `{"do":"quit"}` ends it.
Nothing a bot does touches the match: invalid lines, too many lines, silence and death each raise one BotError, and the
program is ended.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Sequence

from game.ai.briefing import Briefing
from game.ai.errors import BotError
from game.engine.answers import Choice
from game.engine.decisions import Decision
from game.engine.foreign import ascii_json
from game.engine.match import Match
from game.engine.names import Seat, spoken
from game.engine.options import PASS
from game.engine.unfit import shown
from game.engine.view import View
from game.engine.wire import Json, pending_json, view_json

BUDGET = 10.0
"""Seconds that an answer may take unless the table says otherwise: long for a program, short for people who wait."""
SEED = "SNOWBALL_SEED"
"""The environment variable that holds a bot's random seed in games that must be repeatable."""
LINE_LIMIT = 1_000_000
LINES_LIMIT = 1000
"""The most bytes in a line, and the most unread lines: a program that writes more is broken."""
ANSWERS_LIMIT = 1000
"""The most answers that a bot may give on end to the same kind of question in a turn, such as markers that it turns.

Larger than any question needs: a sketch has 400 units at most, and each may be answered for twice.
"""
QUIT_GRACE, CLOSE_GRACE = 1.0, 0.2
"""Seconds that a bot may take to end when told to, and that the threads which read and write to it may take."""


class BotSeat:
    """One program on one seat. Make it, `choose` or `decide` with it, and `close` it."""

    def __init__(
        self, command: str, seat: Seat, budget: float = BUDGET, *, seed: int | None = None, folder: str = ""
    ) -> None:
        """Start `command`, a command line, in `folder` ("": the current one), with `budget` seconds for a decision.

        A `seed` is passed in the environment variable `SEED`. Raises BotError if the program does not start.
        """
        self.command = command
        self.seat = seat
        self.budget = budget
        self._failed = ""
        self._question: tuple[str, int, str] = ("", 0, "")
        self._answered = -1
        self._answers = 0
        """How many answers in a row it has given to `_question`, the last when `_answered` choices had been made."""
        self._lines: queue.Queue[bytes | None] = queue.Queue(LINES_LIMIT)
        self._overflow = ""
        if not command.strip():
            raise BotError('A bot has no command; write one, like bot:"python3 my_bot.py".')
        try:
            self._process = subprocess.Popen(
                shlex.split(command, posix=os.name == "posix"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                cwd=folder or None,
                env=None if seed is None else {**os.environ, SEED: str(seed)},
            )
        except (OSError, ValueError) as error:
            raise BotError(f"The bot {shown(command, 80)} cannot be started: {error}.") from error
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    # -- deciding -----------------------------------------------------------------------------------------------------

    def choose(self, view: View, decision: Decision) -> str:
        """The id of an option of the decision. Raises BotError."""
        return self._ask({"state": view_json(view), "pending": decision.to_json(view.board.width)}).option

    def decide(self, match: Match, asked: Decision | None = None) -> Choice:
        """The bot's answer to this seat's pending decision; its moves are listed with their paths. Raises BotError.

        `asked`: that decision without the options that may not be chosen, where there are any.
        """
        self._count(match)
        briefing = Briefing(match, self.seat)
        view, pending = view_json(match.view(self.seat)), pending_json(match, self.seat, asked) or {}
        given = {"state": view, "pending": pending, **briefing.told()}
        return self._ask(given, tuple(match.rules.pass_until), briefing)

    def _count(self, match: Match) -> None:
        """Note one more answer to a question. Raises BotError if the bot does not come to its end."""
        kind, made = match.pending.kind if match.pending is not None else "", len(match.history)
        question = (kind, match.front.turn, match.front.phase)
        goes_on = question == self._question and made == self._answered + 1
        self._question, self._answered, self._answers = question, made, self._answers + 1 if goes_on else 0
        if self._answers >= ANSWERS_LIMIT:
            raise self._out(f"gave {ANSWERS_LIMIT} answers to one question without ending it")

    def _ask(self, fields: Json, holds: Sequence[str] = ("action", "turn"), briefing: Briefing | None = None) -> Choice:
        if self._failed:
            raise BotError(self._failed)
        until = time.monotonic() + self.budget
        self._drain()
        message: Json = {"do": "decide", "seat": self.seat, **fields}
        while True:
            self._write(ascii_json(message) + b"\n", until)
            answer = self._heard(until)
            if briefing is None or not isinstance(answer, dict) or "do" not in answer:
                return self._understood(answer, fields["pending"], holds)
            message = briefing.answer(answer)

    def _heard(self, until: float) -> object:
        """The bot's next line, parsed."""
        try:
            line = self._lines.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            raise self._out(f"gave no answer within {self.budget:g} seconds") from None
        if line is None:
            raise self._out(self._overflow or "has ended")
        try:
            answer: object = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise self._out(f"wrote {shown(line.decode('utf-8', 'replace'))}, which is not JSON") from error
        return answer

    def _understood(self, answer: object, pending: object, holds: Sequence[str]) -> Choice:
        name = answer.get("option") if isinstance(answer, dict) else None
        options = pending.get("options") if isinstance(pending, dict) else None
        legal = {option["id"]: option for option in options} if isinstance(options, list) else {}
        if not isinstance(name, str) or name not in legal:
            raise self._out(f"chose {shown(name)}, which is no option of the decision")
        until = answer.get("until", "") if isinstance(answer, dict) else ""
        if until not in ("", *holds) or (until and legal[name]["action"] != PASS.action):
            raise self._out(f"wants {shown(name)} to hold until {shown(until)}")
        return Choice(name, until=until)

    # -- the pipe -----------------------------------------------------------------------------------------------------

    def _write(self, data: bytes, until: float) -> None:
        """Write within the time budget even if the program does not read."""
        broken: list[OSError] = []

        def write() -> None:
            stream = self._process.stdin
            try:
                if stream is not None:
                    stream.write(data)
                    stream.flush()
            except (OSError, ValueError) as error:
                broken.append(error if isinstance(error, OSError) else OSError(str(error)))

        writer = threading.Thread(target=write, daemon=True)
        writer.start()
        writer.join(max(0.0, until - time.monotonic()))
        if writer.is_alive():
            raise self._out(f"did not read the question within {self.budget:g} seconds")
        if broken:
            raise self._out(self._overflow or "has ended")

    def _read(self) -> None:
        """Read the bot's lines until it ends; a line that is too long, or too many unread lines, end it.

        Only this thread closes the bot's output. A child of the bot may keep that open long after the bot is gone; then
        this thread waits and nothing else does.
        """
        stream = self._process.stdout
        if stream is None:
            return
        while True:
            line = stream.readline(LINE_LIMIT + 1)
            if not line:
                break
            if len(line) > LINE_LIMIT:
                self._overflow = f"wrote a line of over {LINE_LIMIT} bytes"
                break
            try:
                self._lines.put_nowait(line)
            except queue.Full:
                self._overflow = f"wrote over {LINES_LIMIT} lines that nobody asked for"
                self._drain()
                break
        with contextlib.suppress(queue.Full):
            self._lines.put_nowait(None)
        with contextlib.suppress(OSError):
            stream.close()

    def _drain(self) -> None:
        """Forget the lines that were not asked for, but not the end of the output."""
        ended = False
        with contextlib.suppress(queue.Empty):
            while True:
                ended = self._lines.get_nowait() is None or ended
        if ended:
            self._lines.put_nowait(None)

    def _out(self, what: str) -> BotError:
        """End the program and say why."""
        self._failed = f"The bot {shown(self.command, 80)} of {spoken(self.seat)} {what}."
        self._kill()
        return BotError(self._failed)

    def _kill(self) -> None:
        with contextlib.suppress(OSError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(QUIT_GRACE)

    def close(self) -> None:
        """Tell the program to quit, wait a moment, then kill it; children that keep its pipes are not waited for."""
        if not self._failed:
            with contextlib.suppress(BotError):
                self._write(b'{"do":"quit"}\n', time.monotonic() + QUIT_GRACE)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(QUIT_GRACE)
        self._kill()
        closing = threading.Thread(target=self._close_input, daemon=True)
        closing.start()
        for thread in (closing, self._reader):
            thread.join(CLOSE_GRACE)

    def _close_input(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            if self._process.stdin is not None:
                self._process.stdin.close()
