"""The five built-in rulebooks, one package each, and those that plug-ins add. None imports another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from game.engine.plugins import Found, PlugIn, PlugInError, found, problem, tried

if TYPE_CHECKING:
    from game.engine.ruleset import Ruleset


class Rulesets(Mapping[str, tuple[str, str]]):
    """Ruleset id -> module and class, of the rulebooks that can be used; a built-in one is imported when it is played.

    Plug-ins are imported and examined when their ids are asked for.
    """

    BUILT_IN: Mapping[str, tuple[str, str]] = {
        "skirmishcorps": ("game.rules.skirmishcorps", "SkirmishCorps"),
        "wh40k2": ("game.rules.wh40k2", "WH40K2"),
        "stargrunt2": ("game.rules.stargrunt2", "Stargrunt2"),
        "epic": ("game.rules.epic", "Epic"),
        "viktory2": ("game.rules.viktory2", "Viktory2"),
    }

    def __getitem__(self, ruleset: str) -> tuple[str, str]:
        return self.BUILT_IN.get(ruleset) or examined().plug_ins[ruleset][:2]

    def __iter__(self) -> Iterator[str]:
        return iter({**self.BUILT_IN, **examined().plug_ins})

    def __len__(self) -> int:
        return len({**self.BUILT_IN, **examined().plug_ins})


RULESETS = Rulesets()


@cache
def examined() -> Found:
    """The plug-ins that can be used, and the sentences for those that cannot."""
    usable, problems = dict[str, PlugIn](), dict(found().problems)
    for ruleset, plug_in in found().plug_ins.items():
        try:
            _examine(ruleset, plug_in)
            usable[ruleset] = plug_in
        except PlugInError as error:
            problems[ruleset] = problem(ruleset, plug_in.package, str(error))
    return Found(usable, problems)


def _examine(ruleset: str, plug_in: PlugIn) -> None:
    """Raise PlugInError if the class of a plug-in cannot be made, or lacks what its games need from the first."""
    from game.engine.phases import Phase
    from game.engine.presentation import Presentation
    from game.engine.ruleset import Ruleset

    if ruleset in Rulesets.BUILT_IN:
        raise PlugInError("it is the id of a rulebook of the game")

    def examine() -> None:
        module = import_module(plug_in.module)
        if not hasattr(module, plug_in.name):
            raise PlugInError(f"its module has no '{plug_in.name}'")
        kind = getattr(module, plug_in.name)
        if not (isinstance(kind, type) and issubclass(kind, Ruleset)):
            raise PlugInError(f"'{plug_in.name}' is no class of rulebooks")
        if kind.id != ruleset:
            raise PlugInError(f"its class has the id {str(kind.id)[:32]!r}")
        rules = kind()
        if not (rules.phases and all(isinstance(phase, Phase) for phase in rules.phases)):
            raise PlugInError("it has no phases")
        if not (isinstance(rules.questions, Mapping) and rules.questions):
            raise PlugInError("it has no questions")
        if not isinstance(rules.presentation, Presentation):
            raise PlugInError("its presentation is none")

    tried(examine)


def build(ruleset: str, rulings: Mapping[str, str] | None = None) -> Ruleset:
    """The ruleset with that id, under these rulings. Raises SetupError for an unknown ruleset, ruling or choice."""
    if ruleset not in RULESETS:
        from game.engine.unfit import SetupError

        unknown = f'There is no ruleset "{ruleset}"; there are {", ".join(RULESETS)}.'
        raise SetupError(examined().problems.get(ruleset, unknown))
    module, name = RULESETS[ruleset]
    rules: Ruleset = getattr(import_module(module), name)(rulings)
    return rules
