"""One screen, one session and one text game serve every rulebook: what differs comes as data, never by a name."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from game.rules import RULESETS

ROOT = Path(__file__).resolve().parents[2]
SHARED = [
    path.relative_to(ROOT).as_posix()
    for path in (
        *sorted((ROOT / "game/ui").rglob("*.py")),
        ROOT / "game/session/session.py",
        ROOT / "game/session/seats.py",
        *sorted((ROOT / "game/cli").glob("text*.py")),
    )
]


def naming(source: str) -> list[str]:
    """Where a module's code, its words for people left out, has the id of a rulebook in it."""
    tree = ast.parse((ROOT / source).read_text("utf-8"), source)
    words = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    found = []
    for node in ast.walk(tree):
        texts = []
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in words:
            texts.append(node.value)
        elif isinstance(node, ast.Name):
            texts.append(node.id)
        elif isinstance(node, ast.Attribute):
            texts.append(node.attr)
        elif isinstance(node, ast.ImportFrom):
            texts += [node.module or "", *(name.name for name in node.names)]
        elif isinstance(node, ast.Import):
            texts += [name.name for name in node.names]
        found += [f"{source}:{node.lineno}: {text}" for text in texts for book in RULESETS if book in text.lower()]
    return found


@pytest.mark.parametrize("source", SHARED)
def test_no_screen_knows_a_rulebook_by_its_name(source: str) -> None:
    assert naming(source) == []


def test_the_test_would_find_a_branch_on_a_name() -> None:
    assert set(RULESETS) <= {line.split(": ")[1] for line in naming("game/rules/__init__.py")}
