"""Playing the games in this process, in several of this machine, or on a Dask cluster: lines go in, lines come out.

If a worker dies, only the game that it was playing is lost, and it is played again. A game that has ended its worker
twice is left out and reported once all others are played.
"""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Protocol

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


class _Worker:
    """A process that plays the games it is sent."""

    def __init__(self, work: Callable[[Connection, tuple[int, int, int]], None]) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, child_pipe = context.Pipe()
        self.process: BaseProcess = context.Process(target=work, args=(child_pipe, gc.get_threshold()), daemon=True)
        self.process.start()
        child_pipe.close()
        self.game = b""

    def give(self, game: bytes) -> None:
        """Send a game; that the process may be gone already is noticed when its answer is read."""
        self.game = game
        with contextlib.suppress(OSError):
            self.pipe.send_bytes(game)

    def end(self) -> None:
        self.pipe.close()
        self.process.terminate()
        self.process.join()


def _work(pipe: Connection, thresholds: tuple[int, int, int]) -> None:
    """Play until the pipe is closed. Only the process that started this one reacts to Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(*thresholds)
    try:
        while True:
            game = pipe.recv_bytes()
            try:
                pipe.send(result_of(game))
            except CrewError as error:  # raised by the process that reads it
                pipe.send(error)
    except (EOFError, OSError):
        return


class Processes:
    """Plays in several processes of this machine."""

    def __init__(self, count: int) -> None:
        self.count = count

    def play(self, games: Sequence[bytes]) -> Iterator[bytes]:
        """The results as they come. Raises CrewError for games that ended their processes, once the rest is played."""
        waiting, failed, lost = deque(games), dict[bytes, int](), list[bytes]()
        workers: list[_Worker] = []
        try:
            while waiting or workers:
                while waiting and len(workers) < self.count:
                    workers.append(_Worker(_work))
                    workers[-1].give(waiting.popleft())
                ready = wait([worker.pipe for worker in workers])
                for worker in [worker for worker in workers if worker.pipe in ready]:
                    try:
                        result: bytes | CrewError = worker.pipe.recv()
                    except (EOFError, OSError):
                        workers.remove(worker)
                        worker.end()
                        failed[worker.game] = failed.get(worker.game, 0) + 1
                        (lost if failed[worker.game] >= TRIES else waiting).append(worker.game)
                        continue
                    if isinstance(result, CrewError):
                        raise result
                    if waiting:
                        worker.give(waiting.popleft())
                    else:
                        workers.remove(worker)
                        worker.end()
                    yield result
        finally:
            for worker in workers:
                worker.end()
        if lost:
            games_lost = b", ".join(lost).decode()
            raise CrewError(f"All other games are played, but these have each ended {TRIES} processes: {games_lost}")
