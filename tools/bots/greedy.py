"""A bot that stands and shoots if it can, else walks to the ground that counts. It never uses overwatch."""

from __future__ import annotations

from seat import Option, Question, play

FIRE = ("stand", "sustained_fire", "advance", "activate")
"""Actions after which a unit may shoot, the best first."""


def choose(asked: Question) -> Option:
    """The best shot, else an action of a unit that sees an enemy, else the longest step towards the ground."""
    if asked.drafting:
        return asked.planned(asked.ground())
    if found := asked.unwatched:
        return found
    if found := asked.attack(0.05):
        return found
    for action in FIRE:
        for option in asked.doing(action):
            if any(asked.sees(unit["id"]) for unit in asked.members(option)):
                return option
    if found := asked.nearest(asked.walks(), asked.ground()):
        return found
    going = asked.doing("double", "advance") or asked.doing("activate", "remove_suppression")
    return going[0] if going else asked.default


if __name__ == "__main__":
    play(choose)
