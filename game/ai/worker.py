"""A process of one's own for long work, with a pipe to it."""

from __future__ import annotations

import gc
import signal
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


class Worker:
    """A process that runs `work` with one end of a pipe. It ends together with the process that started it."""

    def __init__(self, work: Callable[[Connection], None]) -> None:
        """Raises OSError where no process can be started."""
        import multiprocessing  # slow to import, so only when a process is needed

        context = multiprocessing.get_context("spawn")
        self.line, child_line = context.Pipe()
        self.process = context.Process(target=_begin, args=(work, child_line, gc.get_threshold()), daemon=True)
        self.process.start()
        child_line.close()

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self.line.close()
        self.process.terminate()
        self.process.join()


def _begin(work: Callable[[Connection], None], line: Connection, thresholds: tuple[int, int, int]) -> None:
    """Run `work` until it ends or the pipe is closed.

    Our thresholds of the garbage collector are set, since Python's own would interrupt it too often. Only the process
    that started this one reacts to Ctrl-C.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(*thresholds)
    try:
        work(line)
    except (EOFError, OSError):
        return
