"""A Dask scheduler and two workers as processes on loopback, one of which is killed in the middle of a batch."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from fields import DEFAULTS, batch, bot, field, lines, results

from game.lab.cluster import Cluster
from game.lab.crew import CrewError
from game.lab.journal import LabJournal
from game.lab.output import result_files

pytest.importorskip("distributed", reason="Dask is not installed: pip install 'snowball-tactics[cluster]'")

ROOT = Path(__file__).resolve().parent.parent.parent
KILLS = """
with open({mark!r}, "a+") as file:
    file.write("x")
    file.seek(0)
    if len(file.read()) == 3:
        os.kill(os.getppid(), 9)
        sys.stdin.read()
"""
"""Kills the worker that has started it as the third game of this bot begins."""


def started(folder, module, *arguments):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests/lab")])}
    command = [sys.executable, "-m", f"distributed.cli.{module}", *arguments]
    return subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


@pytest.fixture
def cluster(tmp_path):
    """The address of a scheduler, and its two workers."""
    scheduler = started(tmp_path, "dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    address = ""
    for line in scheduler.stderr:
        if found := re.search(rb"Scheduler at:\s+(tcp://\S+)", line):
            address = found[1].decode()
            break
    plain = [
        "--host",
        "127.0.0.1",
        "--nthreads",
        "1",
        "--no-nanny",
        "--no-dashboard",
        "--local-directory",
        str(tmp_path),
    ]
    workers = [started(tmp_path, "dask_worker", address, *plain) for _ in range(2)]
    yield address, workers
    for process in (*workers, scheduler):
        process.kill()
        process.communicate()


@pytest.mark.fuzz
def test_a_killed_worker_costs_nothing_but_time(tmp_path, cluster):
    address, workers = cluster
    players = f"{bot(tmp_path, KILLS.format(mark=str(tmp_path / 'mark')) + DEFAULTS)},random"
    known = batch(field(tmp_path), players, games=10, seed=7)
    journal = LabJournal(tmp_path / "out", known)
    taken = [journal.add(line) for line in Cluster(address).play(lines(known))]
    journal.close()
    assert [worker.poll() for worker in workers].count(None) == 1
    assert len([played for played in taken if played]) == 10
    found = [played.result for played in LabJournal(tmp_path / "out", known).played.values()]
    assert result_files(known, found) == result_files(known, results(known))


def test_without_a_scheduler_one_sentence_says_so(monkeypatch):
    monkeypatch.setattr("game.lab.cluster.WAIT", "0.5s")
    with pytest.raises(CrewError, match=r"no Dask scheduler at tcp://127\.0\.0\.1:9:"):
        list(Cluster("tcp://127.0.0.1:9").play([b"{}"]))
