"""Lessons: a guided game as data, played by a person step by step, with the other side and the dice scripted."""

from __future__ import annotations

from game.lessons.check import failures
from game.lessons.files import Lesson, LessonError, LessonStep, load_lesson
from game.lessons.player import LessonPlayer

__all__ = ["Lesson", "LessonError", "LessonPlayer", "LessonStep", "failures", "load_lesson"]
