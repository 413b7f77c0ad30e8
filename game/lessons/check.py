"""Checking that a lesson can be played from beginning to end, and that the learner wins."""

from __future__ import annotations

from game.engine.wording import agreeing
from game.lessons.files import Lesson, LessonError
from game.lessons.player import LessonPlayer


def failures(lesson: Lesson) -> list[str]:
    """One sentence for everything that is wrong: a step, an answer of the other seats, the dice, the end."""
    try:
        player = LessonPlayer(lesson)
        player.goto(len(lesson.steps))
    except LessonError as error:
        return [str(error)]
    match = player.session.match
    faults: list[str] = []
    outcome = match.outcome
    if outcome is None:
        faults.append(f"{lesson.file}, end: the battle is not over.")
    elif outcome.winner != lesson.seat:
        faults.append(f"{lesson.file}, end: {outcome.winner or 'nobody'} wins, not {lesson.seat}.")
    unused = len(lesson.dice.script) - match.dice_used
    if unused:
        faults.append(f"{lesson.file}, dice: {unused} of the rolls {agreeing(unused, 'is', 'are')} never made.")
    return faults
