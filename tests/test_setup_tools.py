"""play.py and check.py on machines of many kinds, each a folder with its own Python and package source.

The packages are tiny stand-ins, made here as wheels, so that the real pip installs them without a network.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

import pytest

from tools.sizes import counted

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
NEEDED = PROJECT["dependencies"]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the machines are made of POSIX paths")

elsewhere = pytest.mark.fuzz
"""A machine on which the real pip is at work for seconds: not every day."""

VENV_WITHOUT_ENSUREPIP = """
import runpy, sys
if "--without-pip" not in sys.argv:
    sys.exit("ensurepip is not available")
sys.path = [path for path in sys.path if "odd-python" not in path]
sys.modules.pop("venv")
runpy.run_module("venv", run_name="__main__")
"""
VENV_WITH_A_BORROWED_PIP = """
import pathlib, runpy, sys
import pip
sys.path = [path for path in sys.path if "odd-python" not in path]
sys.modules.pop("venv")
folder = pathlib.Path(sys.argv[-1])
sys.argv.insert(1, "--without-pip")
try:
    runpy.run_module("venv", run_name="__main__")
finally:
    site = next((folder / "lib").glob("python3*")) / "site-packages"
    (site / "pip").symlink_to(pathlib.Path(pip.__file__).parent)
"""
"""For tests that are not about where pip comes from: to install one takes longer than everything else."""
NO_VENV = "import sys; sys.exit('ensurepip is not available')"


def oldest(requirement: str) -> tuple[str, str]:
    name, _, bounds = requirement.partition(">=")
    return name, bounds.split(",")[0]


def wheel(folder: Path, name: str, version: str, files: dict[str, str]) -> None:
    stem = f"{name.replace('-', '_')}-{version}"
    about = {
        f"{stem}.dist-info/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{stem}.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{path},,\n" for path in [*files, *about])
    with zipfile.ZipFile(folder / f"{stem}-py3-none-any.whl", "w") as archive:
        for path, text in {**files, **about, f"{stem}.dist-info/RECORD": record}.items():
            archive.writestr(path, text)


@dataclass
class Machine:
    """A checkout, a home and a Python that knows no packages but those in `shelf`."""

    folder: Path
    python: Path
    shelf: Path
    extra: dict[str, str] = field(default_factory=dict)

    @property
    def checkout(self) -> Path:
        return self.folder / "my checkout"

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def odd_python(self, module: str, main: str) -> None:
        """Put `python -m module` of this machine's Python out of order."""
        package = self.folder / "odd-python" / module
        package.mkdir(parents=True)
        (package / "__init__.py").touch()
        (package / "__main__.py").write_text(main)
        self.extra["PYTHONPATH"] = str(package.parent)

    def without_pip(self) -> None:
        self.odd_python("pip", "import sys; sys.exit('No module named pip')")

    def run(self, tool: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "XDG_DATA_HOME": str(self.data),
            "PIP_CONFIG_FILE": os.devnull,
            "PIP_NO_INDEX": "1",
            "PIP_NO_COMPILE": "1",
            "PIP_FIND_LINKS": self.shelf.as_uri(),
            **self.extra,
        }
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir(exist_ok=True)
        command = [self.python, self.checkout / "tools" / tool, *arguments]
        return subprocess.run(command, cwd=elsewhere, env=environment, capture_output=True, text=True, check=False)

    def plays(self) -> str:
        """What the set-up said on the way to a game that runs."""
        done = self.run("play.py", "--version")
        assert (done.returncode, done.stdout[:9]) == (0, "snowball "), done.stderr
        return done.stderr

    def refuses(self, *words: str) -> None:
        """The tool stops with one sentence that has these words."""
        done = self.run("play.py", "--version")
        *_, sentence = done.stderr.strip().splitlines()
        assert done.returncode == 1, done.stdout
        assert "Traceback" not in done.stderr
        assert [word for word in words if word not in sentence] == [], sentence


def new_python(folder: Path, *options: str) -> Path:
    subprocess.run([sys.executable, "-m", "venv", *options, folder], check=True)
    return folder / "bin" / "python"


def packages(environment: Path) -> Path:
    return next((environment / "lib").glob("python3*")) / "site-packages"


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shelf")
    for requirement in NEEDED:
        wheel(folder, *oldest(requirement), {})
    name, version = oldest(NEEDED[0])
    wheel(folder, name, version, {"pygame/__init__.py": "IS_CE = 1\n"})
    return folder


@pytest.fixture(scope="module")
def python_with_pip(tmp_path_factory):
    """With the pip of the Python that runs the tests; with one of its own where that has none."""
    folder, pip = tmp_path_factory.mktemp("machine") / "python", find_spec("pip")
    if pip is None:
        pytest.importorskip("ensurepip")
        return new_python(folder)
    python = new_python(folder, "--without-pip")
    (packages(folder) / "pip").symlink_to(Path(pip.origin).parent)
    return python


@pytest.fixture
def machine(tmp_path, python_with_pip, shelf):
    made = Machine(tmp_path, python_with_pip, shelf)
    (made.checkout / "game").mkdir(parents=True)
    shutil.copytree(ROOT / "tools", made.checkout / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "game/__init__.py", "game/__main__.py"):
        shutil.copy(ROOT / name, made.checkout / name)
    return made


def test_the_first_start_sets_up_beside_the_checkout_and_the_second_says_nothing(machine):
    assert "Setting up" in machine.plays()
    assert (machine.checkout / ".venv/pyvenv.cfg").is_file()
    assert machine.plays() == ""


def test_a_python_without_ensurepip_uses_its_own_pip(machine):
    machine.odd_python("venv", VENV_WITHOUT_ENSUREPIP)
    machine.plays()
    assert not list((machine.checkout / ".venv").rglob("site-packages/pip"))


def test_a_python_that_can_make_no_environment_is_told_what_to_install(machine):
    machine.odd_python("venv", NO_VENV)
    machine.refuses("sudo apt install python3-venv")


@elsewhere
def test_a_python_with_neither_ensurepip_nor_pip_is_told_what_to_install_and_then_works(machine):
    machine.odd_python("venv", VENV_WITHOUT_ENSUREPIP)
    machine.without_pip()
    machine.refuses("sudo apt install python3-venv")
    machine.extra.clear()
    machine.plays()


@elsewhere
def test_without_a_network_one_sentence_says_that_packages_cannot_be_fetched(machine):
    machine.odd_python("venv", VENV_WITHOUT_ENSUREPIP)
    machine.extra |= {"PIP_NO_INDEX": "0", "PIP_FIND_LINKS": "", "PIP_INDEX_URL": "http://127.0.0.1:9/"}
    machine.refuses("could not be fetched", "online")


@elsewhere
def test_the_messages_of_pip_are_passed_on(machine, tmp_path):
    machine.odd_python("venv", VENV_WITHOUT_ENSUREPIP)
    machine.extra["PIP_FIND_LINKS"] = (tmp_path / "empty").as_uri()
    machine.refuses("pip could not install", "pygame-ce")


@elsewhere
def test_where_the_checkout_cannot_be_written_the_environment_goes_to_the_users_data(machine):
    machine.odd_python("venv", VENV_WITH_A_BORROWED_PIP)
    (machine.checkout / ".venv").touch()
    assert str(machine.data) in machine.plays()
    assert machine.plays() == ""
    assert (machine.checkout / ".venv").is_file()


def test_where_nothing_can_be_written_one_sentence_names_both_places(machine):
    (machine.checkout / ".venv").touch()
    machine.data.touch()
    machine.refuses(str(machine.checkout / ".venv"), str(machine.data), "writable")


@elsewhere
def test_a_folder_that_is_not_an_environment_is_left_alone(machine):
    machine.odd_python("venv", VENV_WITH_A_BORROWED_PIP)
    mine = machine.checkout / ".venv" / "notes.txt"
    mine.parent.mkdir()
    mine.write_text("mine")
    assert str(machine.data) in machine.plays()
    assert mine.read_text() == "mine"


@elsewhere
def test_an_environment_whose_python_has_gone_is_made_again(machine):
    machine.odd_python("venv", VENV_WITH_A_BORROWED_PIP)
    python = new_python(machine.checkout / ".venv", "--without-pip")
    python.unlink()
    python.symlink_to("gone")
    assert "Setting up" in machine.plays()


@pytest.fixture
def rich(machine):
    """The machine with a Python of its own that has every package already."""
    machine.python = (
        shutil.copytree(machine.python.parent.parent, machine.folder / "rich", symlinks=True) / "bin/python"
    )
    library = packages(machine.folder / "rich")
    for path in machine.shelf.glob("*.whl"):
        zipfile.ZipFile(path).extractall(library)
    return machine, library


def test_a_python_that_has_everything_is_used_as_it_is(rich):
    machine, _ = rich
    assert machine.plays() == ""
    assert not (machine.checkout / ".venv").exists()


@elsewhere
def test_classic_pygame_in_the_place_of_pygame_ce_is_noticed(rich):
    machine, library = rich
    machine.odd_python("venv", VENV_WITH_A_BORROWED_PIP)
    (library / "pygame/__init__.py").write_text("# the classic one has no IS_CE\n")
    assert "classic pygame" in machine.run("_environment.py").stderr
    assert "Setting up" in machine.plays()


def test_a_package_that_is_too_old_or_too_new_is_noticed(rich):
    machine, library = rich
    about = next(library.glob("pygame_ce-*.dist-info"))
    for version in ("2.5.4", "2.10", "3", "3.0.1", "1.9.9"):
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: pygame-ce\nVersion: {version}\n")
        lacks = machine.run("_environment.py").stderr
        assert ("pygame-ce" in lacks) == (version != "2.10"), version


def test_check_asks_for_the_development_tools_too(rich):
    machine, _ = rich
    lacks = machine.run("_environment.py", "dev").stderr
    assert [name for name in ("pytest", "hypothesis", "ruff", "mypy", "pillow") if name not in lacks] == []


def test_the_tools_can_be_read_by_pythons_too_old_to_run_them():
    for name in ("_environment", "play", "check"):
        ast.parse((ROOT / "tools" / f"{name}.py").read_text("utf-8"), feature_version=(3, 6))


@pytest.mark.parametrize("name", ["play", "check", "bench"])
def test_a_tool_that_sets_itself_up_starts_with_only_the_standard_library(name):
    """The Python that starts it has no packages yet: `-S` is one without any."""
    begins = f"import sys; sys.path.insert(0, {str(ROOT / 'tools')!r}); import {name}"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", begins], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_python_that_is_too_old_is_refused_in_one_sentence():
    old = next(filter(None, map(shutil.which, ("python3.10", "python3.9", "python3.8", "python3.7"))), None)
    if not old or subprocess.run([old, "--version"], capture_output=True, check=False).returncode:
        pytest.skip("no Python older than 3.11 here")
    done = subprocess.run([old, ROOT / "tools/play.py"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("Snowball needs Python 3.11 or newer")


def test_one_stage_of_the_gate_can_be_run_and_its_failure_is_the_status(machine):
    """The format stage alone, in a checkout with one untidy file."""
    machine.python = Path(sys.executable)
    (machine.checkout / "untidy.py").write_text("x   =  1\n")
    done = machine.run("check.py", "--only", "format")
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "Failed: format."
    assert "untidy.py" in done.stdout
    (machine.checkout / "untidy.py").unlink()
    assert machine.run("check.py", "--only", "format").returncode == 0


def test_further_arguments_of_the_check_go_to_pytest(machine):
    machine.python = Path(sys.executable)
    tests = machine.checkout / "tests"
    tests.mkdir()
    (tests / "test_two.py").write_text("def test_snow(): pass\ndef test_rain(): assert False\n")
    good = machine.run("check.py", "--only", "tests", "-k", "snow", "-n", "0")
    assert (good.returncode, "1 passed, 1 deselected" in good.stdout.splitlines()[-1]) == (0, True)
    assert machine.run("check.py", "--only", "tests", "-n", "0").returncode == 1


def test_the_table_of_sizes_sums_every_package_up() -> None:
    text = "class A:\n    def f(self): ...\n"
    sizes = counted(iter([("game/ai/a.py", text), ("game/ai/b.py", "x = 1\n"), ("tests/c.py", text)]))
    assert sizes["game/ai"] == sizes["GAME"] == {"lines": 3, "definitions": 2, "modules": 2}
    assert sizes["TESTS"] == {"lines": 2, "definitions": 2, "modules": 1}
