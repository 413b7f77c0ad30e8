"""The five built-in rulebooks, one package each, and those that plug-ins add. None imports another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from game.engine.plugins import plug_ins

if TYPE_CHECKING:
    from game.engine.ruleset import Ruleset


class Rulesets(Mapping[str, tuple[str, str]]):
    """Ruleset id -> module and class; a rulebook is imported only when it is played."""

    BUILT_IN: Mapping[str, tuple[str, str]] = {
        "skirmishcorps": ("game.rules.skirmishcorps", "SkirmishCorps"),
        "wh40k2": ("game.rules.wh40k2", "WH40K2"),
        "stargrunt2": ("game.rules.stargrunt2", "Stargrunt2"),
        "epic": ("game.rules.epic", "Epic"),
        "viktory2": ("game.rules.viktory2", "Viktory2"),
    }

    def __getitem__(self, ruleset: str) -> tuple[str, str]:
        return self.BUILT_IN.get(ruleset) or plug_ins()[ruleset][:2]

    def __iter__(self) -> Iterator[str]:
        return iter({**self.BUILT_IN, **plug_ins()})

    def __len__(self) -> int:
        return len({**self.BUILT_IN, **plug_ins()})


RULESETS = Rulesets()


def build(ruleset: str, rulings: Mapping[str, str] | None = None) -> Ruleset:
    """The ruleset with that id, under these rulings. Raises SetupError for an unknown ruleset, ruling or choice."""
    if ruleset not in RULESETS:
        from game.engine.unfit import SetupError

        raise SetupError(f'There is no ruleset "{ruleset}"; there are {", ".join(RULESETS)}.')
    module, name = RULESETS[ruleset]
    rules: Ruleset = getattr(import_module(module), name)(rulings)
    return rules
