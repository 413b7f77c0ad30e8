"""A bot that runs at the nearest enemy and fights hand to hand. It shoots only if it cannot move, and never watches."""

from __future__ import annotations

from seat import Option, Question, play


def choose(asked: Question) -> Option:
    """An assault, else the longest step towards an enemy, else a shot."""
    if asked.drafting:
        return asked.planned(asked.enemies())
    if found := asked.unwatched:
        return found
    for action in ("engage", "charge", "close_assault", "close_combat", "fight", "battle"):
        if found := asked.doing(action):
            return max(found, key=asked.chance)
    if found := asked.nearest(asked.walks(), asked.enemies()):
        return found
    if found := asked.attack(0.05):
        return found
    going = asked.doing("double", "advance") or asked.doing("activate", "remove_suppression", "stand")
    return going[0] if going else asked.default


if __name__ == "__main__":
    play(choose)
