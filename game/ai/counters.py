"""Counter charges of the Epic table as drafts: one after the other while they help, or all at once."""

from __future__ import annotations

from collections.abc import Collection

from game.ai.charges import LEAST, SPOTS, Assault
from game.ai.plans import Draft
from game.engine.decisions import Option
from game.rules.epic.formations import standing
from game.rules.epic.ground import span
from game.rules.epic.moves import layout


def counter_charge(draft: Draft) -> Draft:
    """A3: from nobody on, whichever counter charge helps most is added until none does; then all at once is compared."""
    assault = Assault(draft)
    names = [u.id for f in assault.own for u in standing(draft.state, f)]
    careful = _climb(assault, draft.copy(), names)
    bold = draft.copy()
    for name in names:
        options = [o for o in bold.offers(name) if o.action == "move"]
        if options:
            bold.add(options[0])
    bold = bold if not bold.refused() else draft
    return max((draft, careful, bold), key=lambda made: _as_planned(assault, made))


def _as_planned(assault: Assault, draft: Draft) -> float:
    return assault.value(layout(draft.state, draft.queue).at, [r.unit for r in draft.queue.plan(draft.seat)])


def _climb(assault: Assault, draft: Draft, names: Collection[str]) -> Draft:
    value = _as_planned(assault, draft)
    left = list(names)
    while left:
        at = layout(draft.state, draft.queue).at
        gone = [r.unit for r in draft.queue.plan(draft.seat)]
        gains: list[tuple[float, str, Option]] = []
        for name in left:
            for option in _answers(assault, draft, name):
                gain = assault.value(at | {name: option.to}, [*gone, name]) - value
                if gain > LEAST:
                    gains.append((-gain, option.id, option))
        for gain, _, option in sorted(gains):
            tried = draft.copy().add(option)
            if not tried.refused():
                draft, value = tried, value - gain
                left.remove(option.unit)
                break
        else:
            return draft
    return draft


def _answers(assault: Assault, draft: Draft, name: str) -> list[Option]:
    """Its counter charges; of the many places to get out a few."""
    options = draft.offers(name)
    foes = [foe.at for foe in assault.foes]
    options.sort(key=lambda o: (min((span(draft.state, o.to, foe) for foe in foes), default=0), o.to))
    return options[: 2 * SPOTS]
