"""Stands and shoots where it can, else walks to the ground that counts. It never watches."""

from __future__ import annotations

from seat import Option, Question, play

FIRE = ("stand", "sustained_fire", "advance", "activate")


def choose(asked: Question) -> Option:
    """The best shot, else the unit that sees somebody, else the longest step towards ground."""
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
