"""A bot that walks to the ground that counts, then stays there on overwatch."""

from __future__ import annotations

from seat import Option, Question, play


def marker(asked: Question) -> Option:
    """The marker for the unit of the question: overwatch if it is on the ground that counts, else a move."""
    own = [option for option in asked.options if option.get("unit") == asked.pending.get("unit")]
    for option in own:
        if option.get("marker") == ("overwatch" if asked.on_ground(option, within=3) else "move"):
            return option
    return asked.default


def choose(asked: Question) -> Option:
    """Overwatch for units on the ground that counts, a step towards it for the others."""
    if asked.drafting:
        return asked.planned(asked.ground())
    if asked.kind == "assign":
        return marker(asked)
    watching = [option for option in asked.doing("overwatch") if asked.on_ground(option, within=3)]
    if watching and not asked.answering:
        return watching[0]
    if found := asked.attack(0.05) or asked.nearest(asked.walks(), asked.ground()):
        return found
    going = [option for option in asked.doing("double", "advance", "activate") if not asked.on_ground(option)]
    still = asked.doing("activate", "remove_suppression", "stand")
    return (going or still or [asked.default])[0]


if __name__ == "__main__":
    play(choose)
