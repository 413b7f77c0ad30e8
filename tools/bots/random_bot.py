"""A bot that chooses at random, each kind of action with the same chance, and brings every plan to an end."""

from __future__ import annotations

from seat import Option, Question, lots, play

LOTS = lots()


def choose(asked: Question) -> Option:
    """A random action, then a random option with it."""
    if asked.drafting and LOTS.random() < 0.3:
        return (asked.doing("confirm") or asked.doing("reset") or asked.options)[0]
    action = LOTS.choice(sorted({option["action"] for option in asked.options}))
    return LOTS.choice(asked.doing(action))


if __name__ == "__main__":
    play(choose)
