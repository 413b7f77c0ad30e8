"""Several units of one cell moved with one gesture: gathered, dragged, dropped, and sent as one choice after the other.

Nothing is worked out here: a unit goes where the pending decision lists a move for it, and the first question to
anybody else ends the gesture.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.engine.decisions import DICE

if TYPE_CHECKING:
    from game.ui.battle.hand import Hand


def together(hand: Hand, unit: str) -> list[str]:
    """The units that can do something now and are where `unit` is."""
    cell = hand.cell_of(unit)
    return [name for name in hand.model.able() if hand.cell_of(name) == cell]


def pick(hand: Hand, unit: str) -> None:
    """Take a unit to those in hand, or out of them again; units of another cell are let go."""
    held = hand.picked or [hand.model.selected]
    if unit in held and len(held) > 1:
        hand.picked = [name for name in held if name != unit]
    elif hand.model.can(unit):
        hand.picked = [*(n for n in held if n in together(hand, unit) and n != unit), unit]
    if hand.picked and hand.model.selected not in hand.picked:
        hand.model.selected = hand.picked[-1]


def gather(hand: Hand) -> None:
    """Take all units of the selected one's cell in hand, or let go of them."""
    found = together(hand, hand.model.selected) if hand.model.selected in hand.model.units else []
    hand.picked = [] if len(hand.picked) == len(found) else found


def in_hand(hand: Hand) -> list[str]:
    """The units that a move under the hand is for: the selected one first, then the others in hand that can go there."""
    option, lead = hand.model.option(), hand.model.selected
    if option is None or option.to < 0 or option.point >= 0 or lead not in hand.picked:
        return []
    rest = [n for n in hand.picked if n != lead and hand.model.move_to(option.to, n) is not None]
    return [lead, *rest]


def send(hand: Hand, names: list[str], goal: int) -> None:
    """Move units to a cell one after the other, as long as each may and nobody else is asked anything."""
    seat, pace = hand.session.asked, hand.model.pace
    path = hand.model.path or None
    for place, name in enumerate(names):
        left = names[place:]
        if place:
            path, hand.model.pace = None, pace
        if hand.session.asked != seat:
            hand.picked = left
            hand.notice = f"{_ids(left)} {_stay(left)} for now: {_who(hand)} first."
            return
        option = hand.model.move_to(goal, name)
        if option is None:
            hand.picked = left
            label = hand.map.board.label(goal)
            hand.notice = hand.notice or f"{_ids(left)} {_stay(left)}: no move to {label} is on offer now."
            return
        hand.choose(option.id, path=path)
        if hand.app.top is not hand and place < len(names) - 1:
            hand.picked = names[place + 1 :]
            hand.notice = f"{_ids(hand.picked)} {_stay(hand.picked)} for now: {_who(hand)} first."
            return
    hand.picked = []


def _ids(names: list[str]) -> str:
    return " and ".join(name.upper() for name in names)


def _stay(names: list[str]) -> str:
    return "stays" if len(names) == 1 else "stay"


def _who(hand: Hand) -> str:
    asked = hand.session.asked
    return "the dice are thrown" if asked == DICE else f"{hand.session.match.rules.seat_name(asked)} is asked"
