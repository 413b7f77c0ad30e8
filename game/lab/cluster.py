"""The same games on an existing Dask cluster: `--scheduler tcp://HOST:PORT`, with the extra `cluster`.

The scheduler plays the games of a lost worker again on another. Every game is a pure function of its line, and the
journal takes it only once, so nothing is lost and nothing is counted twice. Workers need one thread each, and an
environment in which this very version of the program is installed.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from threading import Lock
from zlib import crc32

from game.lab.crew import CrewError
from game.lab.journal import program
from game.lab.play import play_line

NEEDS = "A cluster needs the extra `cluster`: pip install 'snowball-tactics[cluster]'."
WAIT = "30s"

_one_at_a_time = Lock()


def play_there(line: bytes, version: str) -> bytes:
    """Play a game on a worker, one at a time whatever its threads. Raises CrewError if it has another version."""
    if program() != version:
        raise CrewError(
            f"The worker has another version of the program ({program()}, not {version}): install this one there."
        )
    with _one_at_a_time:
        return play_line(line)


class Cluster:
    """The workers of a Dask scheduler."""

    def __init__(self, address: str) -> None:
        """`address` as Dask writes it, "tcp://127.0.0.1:8786". Raises CrewError without the extra."""
        self.address = address
        try:
            import distributed  # noqa: F401
        except ImportError as error:
            raise CrewError(NEEDS) from error

    def play(self, games: Sequence[bytes]) -> Iterator[bytes]:
        """The results as they come. Raises CrewError if there is no scheduler there or a game cannot be played."""
        from distributed import Client, as_completed

        try:
            client = Client(self.address, timeout=WAIT)
        except (OSError, TimeoutError, ValueError) as error:
            raise CrewError(
                f"There is no Dask scheduler at {self.address}: start one with `dask scheduler`."
            ) from error
        with client:
            futures = [
                client.submit(play_there, game, program(), key=f"snowball-{place}-{crc32(game):08x}", pure=False)
                for place, game in enumerate(games)
            ]
            try:
                for future in as_completed(futures):
                    if future.status != "finished":
                        raise CrewError(f"A game could not be played on the cluster: {future.exception()}")
                    yield future.result()
                    future.release()
            finally:
                with contextlib.suppress(OSError, TimeoutError):
                    client.cancel(futures)
