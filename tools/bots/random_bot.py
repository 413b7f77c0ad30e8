"""Plays any option, but each kind of action as likely as another, and brings every plan to an end."""

from __future__ import annotations

from seat import Option, Question, lots, play

LOTS = lots()


def choose(asked: Question) -> Option:
    """Any action, then any option of it."""
    if asked.drafting and LOTS.random() < 0.3:
        return (asked.doing("confirm") or asked.doing("reset") or asked.options)[0]
    action = LOTS.choice(sorted({option["action"] for option in asked.options}))
    return LOTS.choice(asked.doing(action))


if __name__ == "__main__":
    play(choose)
