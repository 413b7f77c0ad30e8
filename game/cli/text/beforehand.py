"""Reads `when`: whether a seat is asked to react, as in `when always` or `when b1 b2 if danger odds 40 within 12`."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from game.engine.match import Match
from game.engine.names import spoken
from game.engine.standing import ALWAYS, ASK, NEVER, Danger, Standing, When
from game.session.session import Session
from game.session.standing import SENSIBLE, words_of

USAGE = (
    "when [UNIT ...] always, never or sensible; or when [UNIT ...] if danger odds 40 within 12 target trooper, "
    "with any of these conditions (itself instead of danger: only danger to the unit itself)"
)
PLAIN = {"always": ALWAYS, "never": NEVER, "sensible": SENSIBLE.rest}
"""What a single word after `when` means."""


def read_standing(session: Session, seat: str, words: list[str]) -> Standing:
    """The standing answer of a seat after the change that these words make. Raises ValueError with how to type it."""
    answer = session.standings.of(seat)
    standing = answer.stand.standing if answer is not None else ASK
    state = session.match.front
    units = {unit.id.lower(): unit.id for unit in state.standing(seat)}
    named = []
    while words and words[0] in units:
        named.append(units[words.pop(0)])
    if words == ["sensible"] and not named:
        return SENSIBLE
    when = _when(words, {unit.profile for unit in state.standing() if unit.seat in state.enemies(seat)})
    return standing.but(named, when) if named else Standing(when, openly=standing.openly)


def _when(words: list[str], kinds: Collection[str]) -> When | None:
    if len(words) == 1 and words[0] in PLAIN:
        return PLAIN[words[0]]
    if words[:1] != ["if"] or len(words) < 2:
        raise ValueError(USAGE)
    danger, odds, within, targets = Danger.NOBODY, 0, 0, []
    rest = iter(words[1:])
    for word in rest:
        if word in ("danger", "itself"):
            danger = Danger.ANYBODY if word == "danger" else Danger.ITSELF
        elif word in ("odds", "within"):
            number = next(rest, "").rstrip("%")
            if not number.isdecimal() or not 0 < int(number) <= (100 if word == "odds" else 9999):
                raise ValueError(USAGE)
            odds, within = (int(number), within) if word == "odds" else (odds, int(number))
        elif word == "target":
            kind = next(rest, "")
            if kind not in kinds:
                raise ValueError(f"when if target KIND, where KIND is {' or '.join(sorted(kinds))}")
            targets.append(kind)
        else:
            raise ValueError(USAGE)
    return When(within, tuple(targets), danger, odds)


def lines(session: Session, seat: str) -> Iterator[str]:
    """The standing answer of a seat in sentences, with a line for each unit that has its own."""
    answer, match = session.standings.of(seat), session.match
    name = spoken(seat)
    if answer is not None and answer.rests:
        yield f"Since a step back {name} is asked about everything, until it uses when again."
    standing = answer.stand.standing if answer is not None else ASK
    yield f"{name} is {_words(match, standing.rest)}."
    for unit, when in standing.units.items():
        yield f"{unit.upper()}: {_words(match, when)}."


def _words(match: Match, when: When | None) -> str:
    if when is None:
        return "never asked to react"
    if when.always:
        return "always asked to react"
    profiles = match.rules.army.profiles
    conditions = words_of(
        when, lambda cells: match.rules.measured(match.front, cells), lambda kind: profiles[kind].name.lower()
    )
    return f"asked to react if {conditions}"
