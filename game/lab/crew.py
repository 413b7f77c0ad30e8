"""Who plays the games: this process, several of this machine, or a Dask cluster. All are given lines and give lines back.

A worker that dies loses nothing but the game it was playing, which is played again; one that ends its worker
twice is left out, and told of when the others are played.
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
    """The games cannot be played, in one sentence."""


class Crew(Protocol):
    """Plays games: from lines as `Game` has them to lines as `Played` has them, in whatever order they are over."""

    def play(self, games: Sequence[bytes]) -> Iterator[bytes]:
        """The results. Raises CrewError; whoever stops asking ends the work."""


def cores() -> int:
    """How many processes this machine runs at once for us."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def played(game: bytes) -> bytes:
    """The result of a game. Raises CrewError where it cannot be played."""
    try:
        return play_line(game)
    except Exception as error:
        raise CrewError(f"A game could not be played: {type(error).__name__}: {error}") from error


class Alone:
    """The process that asks, one game after the other."""

    def play(self, games: Sequence[bytes]) -> Iterator[bytes]:
        """The results, in order. Raises CrewError."""
        return map(played, games)


class _Worker:
    """A process that plays what it is sent."""

    def __init__(self, work: Callable[[Connection, tuple[int, int, int]], None]) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=work, args=(theirs, gc.get_threshold()), daemon=True)
        self.process.start()
        theirs.close()
        self.game = b""

    def give(self, game: bytes) -> None:
        """Send it a game; whether it is gone already is found out where its answer is read."""
        self.game = game
        with contextlib.suppress(OSError):
            self.pipe.send_bytes(game)

    def end(self) -> None:
        self.pipe.close()
        self.process.terminate()
        self.process.join()


def _work(pipe: Connection, thresholds: tuple[int, int, int]) -> None:
    """Play until the pipe is closed. Ctrl-C is the business of the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(*thresholds)
    try:
        while True:
            game = pipe.recv_bytes()
            try:
                pipe.send(played(game))
            except CrewError as error:  # to be raised where it is read
                pipe.send(error)
    except (EOFError, OSError):
        return


class Processes:
    """Several processes of this machine."""

    def __init__(self, count: int) -> None:
        self.count = count

    def play(self, games: Sequence[bytes]) -> Iterator[bytes]:
        """The results, as they come. Raises CrewError for games that ended their processes, once all others are played."""
        left, failed, lost = deque(games), dict[bytes, int](), list[bytes]()
        workers: list[_Worker] = []
        try:
            while left or workers:
                while left and len(workers) < self.count:
                    workers.append(_Worker(_work))
                    workers[-1].give(left.popleft())
                ready = wait([worker.pipe for worker in workers])
                for worker in [worker for worker in workers if worker.pipe in ready]:
                    try:
                        done: bytes | CrewError = worker.pipe.recv()
                    except (EOFError, OSError):
                        workers.remove(worker)
                        worker.end()
                        failed[worker.game] = failed.get(worker.game, 0) + 1
                        (lost if failed[worker.game] >= TRIES else left).append(worker.game)
                        continue
                    if isinstance(done, CrewError):
                        raise done
                    if left:
                        worker.give(left.popleft())
                    else:
                        workers.remove(worker)
                        worker.end()
                    yield done
        finally:
            for worker in workers:
                worker.end()
        if lost:
            which = b", ".join(lost).decode()
            raise CrewError(f"All other games are played, but these have each ended {TRIES} processes: {which}")
