"""Lessons: a guided game as data, which a person plays step by step; the other side and the dice are scripted."""

from __future__ import annotations

from game.lessons.check import failures
from game.lessons.files import Lesson, LessonError, LessonStep, load_lesson
from game.lessons.player import LessonPlayer

__all__ = ["Lesson", "LessonError", "LessonPlayer", "LessonStep", "failures", "load_lesson"]
