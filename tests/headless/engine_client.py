"""A client of the engine protocol over a pipe, as any bot would be one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Engine:
    """One engine process. `ask` sends a request and returns the answer; `refused` wants an error and returns it."""

    def __init__(self, *, hash_seed: str = "random") -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "game", "engine"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
        )

    def line(self, data: bytes) -> dict:
        """Send the bytes of one line; returns the answer."""
        self.process.stdin.write(data + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def send(self, do: str, **fields: object) -> dict:
        """Send a request; returns the answer, be it a refusal."""
        return self.line(json.dumps({"do": do, **fields}).encode())

    def ask(self, do: str, **fields: object) -> dict:
        """Send a request that must be carried out; returns the answer."""
        answer = self.send(do, **fields)
        assert answer["ok"] is True, answer
        return answer

    def refused(self, do: str, **fields: object) -> dict:
        """Send a request that must be refused, in whole sentences; returns the error."""
        answer = self.send(do, **fields)
        assert answer["ok"] is False, answer
        assert set(answer) == {"ok", "error"}
        assert answer["error"]["message"].endswith((".", "?"))
        return answer["error"]

    def close(self) -> int:
        """End the input; returns the exit status of the process."""
        self.process.stdin.close()
        status = self.process.wait(10)
        self.process.stdout.close()
        return status
