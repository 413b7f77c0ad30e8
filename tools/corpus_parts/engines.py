"""The engines that answer requests of the protocol: this tree, in this process, or another revision over a pipe.

`inside` is the only place where the corpus replays games with the game's own code.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]

Json = dict[str, Any]
Ask = Callable[[Json], Json]
"""Takes a request as a dict and returns its answer as a dict; a refusal is {"ok": False, "error": {...}}."""


def inside() -> Ask:
    """The engine of this tree, in this process."""
    from game.protocol.session import ProtocolSession

    session = ProtocolSession()

    def ask(request: Json) -> Json:
        answer: Json = json.loads(session.answer(json.dumps(request).encode()))
        return answer

    return ask


@contextmanager
def outside(tree: Path) -> Iterator[Ask]:
    """The engine of the tree at this path, in a process of its own (`python -m game engine`)."""
    process = subprocess.Popen(
        [sys.executable, "-m", "game", "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree)},
    )
    source, sink = process.stdout, process.stdin
    assert source
    assert sink

    def ask(request: Json) -> Json:
        sink.write(json.dumps(request).encode() + b"\n")
        sink.flush()
        line = source.readline()
        if not line:
            raise RuntimeError(f"The engine in {tree} has ended with status {process.wait()}.")
        answer: Json = json.loads(line)
        return answer

    try:
        yield ask
    finally:
        sink.close()
        process.wait(10)
        source.close()


@contextmanager
def revision(name: str) -> Iterator[Path]:
    """The files of a revision of this repository, in a temporary folder for as long as the context lasts.

    Raises CalledProcessError if git does not know the revision.
    """
    packed = subprocess.run(["git", "archive", name], cwd=ROOT, check=True, capture_output=True).stdout
    with tempfile.TemporaryDirectory(prefix="snowball-") as folder:
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(folder, filter="data")
        yield Path(folder)
