"""Playing the games in this process, in several of this machine, or on a Dask cluster: lines go in, lines come out.

If a worker dies, only the game that it was playing is lost, and it is played again. A game that has ended its worker
twice is left out and reported once all others are played.
"""

from __future__ import annotations

import contextlib
import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from typing import Protocol

from game.ai.worker import Worker
from game.lab.play import play_line

TRIES = 2


class CrewError(RuntimeError):
    """The games cannot be played; the message is one sentence."""


class Crew(Protocol):
    """Plays games: takes lines of `Game` and returns lines of `Played`, in the order in which games end."""

    def play(self, games: Sequence[bytes]) -> Iterator[bytes]:
        """The results. Raises CrewError. Closing the iterator ends the work."""


def cores() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def result_of(game: bytes) -> bytes:
    """The result of a game. Raises CrewError if it cannot be played."""
    try:
        return play_line(game)
    except Exception as error:
        raise CrewError(f"A game could not be played: {type(error).__name__}: {error}") from error


class Alone:
    """Plays in the calling process, one game after another."""

    def play(self, games: Sequence[bytes]) -> Iterator[bytes]:
        """The results, in order. Raises CrewError."""
        return map(result_of, games)


def _work(line: Connection) -> None:
    while True:
        game = line.recv_bytes()
        try:
            line.send(result_of(game))
        except CrewError as error:  # raised by the process that reads it
            line.send(error)


class _Player(Worker):
    """A process that plays the games it is sent."""

    def __init__(self, work: Callable[[Connection], None] = _work) -> None:
        super().__init__(work)
        self.game = b""

    def give(self, game: bytes) -> None:
        """Send a game; that the process may be gone already is noticed when its answer is read."""
        self.game = game
        with contextlib.suppress(OSError):
            self.line.send_bytes(game)


class Processes:
    """Plays in several processes of this machine."""

    def __init__(self, count: int) -> None:
        self.count = count

    def play(self, games: Sequence[bytes]) -> Iterator[bytes]:
        """The results as they come. Raises CrewError for games that ended their processes, once the rest is played."""
        waiting, failed, lost = deque(games), dict[bytes, int](), list[bytes]()
        workers: list[_Player] = []
        try:
            while waiting or workers:
                while waiting and len(workers) < self.count:
                    workers.append(_Player())
                    workers[-1].give(waiting.popleft())
                ready = wait([worker.line for worker in workers])
                for worker in [worker for worker in workers if worker.line in ready]:
                    try:
                        result: bytes | CrewError = worker.line.recv()
                    except (EOFError, OSError):
                        workers.remove(worker)
                        worker.close()
                        failed[worker.game] = failed.get(worker.game, 0) + 1
                        (lost if failed[worker.game] >= TRIES else waiting).append(worker.game)
                        continue
                    if isinstance(result, CrewError):
                        raise result
                    if waiting:
                        worker.give(waiting.popleft())
                    else:
                        workers.remove(worker)
                        worker.close()
                    yield result
        finally:
            for worker in workers:
                worker.close()
        if lost:
            games_lost = b", ".join(lost).decode()
            raise CrewError(f"All other games are played, but these have each ended {TRIES} processes: {games_lost}")
