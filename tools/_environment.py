"""Finds a Python that has the packages the game needs, or makes a virtual environment with them.

Uses only the standard library; shared by play.py, check.py and bench.py. `python3 tools/_environment.py [EXTRA]`
prints the packages that the Python running it lacks and exits with status 1, or prints nothing and exits with 0.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit(
        f"Snowball needs Python 3.11 or newer and this one is {sys.version_info[0]}.{sys.version_info[1]}:"
        " start it with a newer one, from your system's packages or from python.org."
    )

import hashlib
import os
import re
import subprocess
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from importlib import metadata
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent

NO_PIP = (
    "This Python can neither make a virtual environment with pip nor use a pip of its own: install that part"
    " (Debian and Ubuntu: sudo apt install python3-venv) and start again."
)
OFFLINE = re.compile(
    r"Failed to establish a new connection|name resolution|getaddrinfo|ConnectTimeout|ReadTimeout"
    r"|Connection refused|Network is unreachable|Max retries exceeded|ProxyError"
)


class SetupError(Exception):
    """What prevents the set-up, as one sentence for the user."""


def requirements(extras: Sequence[str] = ()) -> list[str]:
    """The requirements in pyproject.toml, with those of the named extras."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    return project["dependencies"] + [
        requirement for extra in extras for requirement in project["optional-dependencies"][extra]
    ]


def lacking(needed: Sequence[str]) -> list[str]:
    """Those of `needed` that this interpreter lacks, or classic pygame where it has replaced pygame-ce."""
    missing = [requirement for requirement in needed if not _present(requirement)]
    if not missing and not _is_pygame_ce():
        missing.append("pygame-ce (classic pygame has replaced it)")
    return missing


def _present(requirement: str) -> bool:
    name, bounds = re.fullmatch(r"([\w.-]+)((?:(?:>=|<)[\d.]+,?)*)", requirement).groups()
    try:
        have = _numbers(metadata.version(name))
    except metadata.PackageNotFoundError:
        return False
    for operator, bound in re.findall(r"(>=|<)([\d.]+)", bounds):
        if (have < _numbers(bound)) == (operator == ">="):
            return False
    return True


def _numbers(version: str) -> tuple[int, ...]:
    digits = re.match(r"\d+(?:\.\d+)*", version)[0]
    return tuple(int(part) for part in re.sub(r"(\.0+)+$", "", digits).split("."))


def _is_pygame_ce() -> bool:
    # Both packages install a folder "pygame", and the last one installed wins; only an import tells which that was.
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        import pygame
    except ImportError:
        return False
    return bool(getattr(pygame, "IS_CE", False))


def interpreter(extras: Sequence[str] = ()) -> str:
    """The path of a Python that has all requirements: this one, or that of an environment made for them.

    Raises SetupError.
    """
    needed = requirements(extras)
    if not lacking(needed):
        return sys.executable
    for folder in _places():
        python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        if _run(python, __file__, *extras).returncode == 0:
            return str(python)
        if _usable(folder):
            _install(folder, python, needed)
            left = _run(python, __file__, *extras)
            if left.returncode:
                raise SetupError(f"The environment in {folder} still lacks {left.stderr.strip()}: remove it.")
            return str(python)
    here, there = _places()
    raise SetupError(f"Neither {here} nor {there} can hold the game's packages: make one of them writable.")


def _places() -> Iterator[Path]:
    """Folders for the environment: in the checkout, or if that is read-only in the user's data, one per checkout."""
    yield ROOT / ".venv"
    if os.name == "nt":
        data = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local")
    elif sys.platform == "darwin":
        data = Path.home() / "Library/Application Support"
    else:
        data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share")
    yield data / "snowball-tactics" / f"venv-{hashlib.sha256(os.fsencode(ROOT)).hexdigest()[:8]}"


def _usable(folder: Path) -> bool:
    """Whether an environment may be made or repaired in `folder`: it is writable, and holds nothing else."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        return (folder / "pyvenv.cfg").exists() or not any(folder.iterdir())
    except OSError:
        return False


def _install(folder: Path, python: Path, needed: Sequence[str]) -> None:
    print(f"Setting up in {folder}; this takes a minute, and is needed only once.", file=sys.stderr, flush=True)
    pip = _pip_for(python)
    if not pip:
        # Debian without python3-venv refuses the first way; the second needs no ensurepip.
        for options in (["--clear"], ["--clear", "--without-pip"]):
            if _run(sys.executable, "-m", "venv", *options, folder).returncode == 0:
                break
        pip = _pip_for(python)
    if not pip:
        raise SetupError(NO_PIP)
    done = _run(*pip, "install", "--quiet", "--prefer-binary", "--retries", "2", *needed)
    if done.returncode == 0:
        return
    if OFFLINE.search(done.stderr):
        raise SetupError("The game's packages could not be fetched: go online for this first start, or try again.")
    errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR")] or done.stderr.splitlines()
    raise SetupError(f"pip could not install the game's packages: {errors[-1] if errors else 'no reason given'}")


def _pip_for(python: Path) -> list[str | Path]:
    """The command of a pip that installs for `python`: its own or this interpreter's; empty for none."""
    if _run(python, "-c", "import sys; sys.exit(sys.version_info < (3, 11))").returncode:
        return []
    for pip in ([python, "-m", "pip"], [sys.executable, "-m", "pip", "--python", python]):
        if _run(*pip, "--version").returncode == 0:
            return pip
    return []


def _run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    # The user's settings of pip must not install packages elsewhere or ask questions.
    environment = {**os.environ, "PIP_USER": "0", "PIP_NO_INPUT": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    try:
        return subprocess.run(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
    except OSError as error:
        return subprocess.CompletedProcess(command, 1, "", str(error))


def with_checkout_on_path() -> dict[str, str]:
    """The environment of this process with the checkout on PYTHONPATH, so that it works from every folder."""
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def become(*command: str) -> NoReturn:
    """Replace this process by `command`, and exit with its status."""
    sys.stdout.flush()
    if os.name == "nt":  # exec would return to the prompt before the command ends
        sys.exit(subprocess.call(command, env=with_checkout_on_path()))
    os.execve(command[0], command, with_checkout_on_path())


if __name__ == "__main__":
    sys.exit(", ".join(lacking(requirements(sys.argv[1:]))) or None)
