"""A bot that never moves: all its units are on overwatch all the time, and shoot at any target they can."""

from __future__ import annotations

from seat import Option, Question, play


def choose(asked: Question) -> Option:
    """The best shot, else overwatch, else nothing."""
    if asked.drafting or asked.kind == "assign":
        return (asked.doing("confirm") or asked.ordered("overwatch") or asked.doing("reset") or [asked.default])[0]
    if asked.answering and (found := asked.attack(0.05)):
        return found
    if not asked.answering and (found := asked.ordered("overwatch")):
        return found[0]
    if found := asked.attack(0.05):
        return found
    still = asked.doing("activate", "remove_suppression")
    return still[0] if still else asked.default


if __name__ == "__main__":
    play(choose)
