"""What a bot is told besides the view of its seat: the ground, who sees whom, and what its attacks promise.

Before it answers it may also ask what a person can look up, as requests of the engine protocol: `sight`, `odds`, `why`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from msgspec import Struct

from game.engine.answers import IllegalChoice, NoDecision
from game.engine.foreign import Seed, fit
from game.engine.match import Match
from game.engine.names import Seat
from game.engine.unfit import Unfit, shown
from game.engine.viewing import known_to
from game.engine.wire import Json, odds_json, sight_json, why_json


class Sight(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="sight", rename={"from_": "from"}):
    """How one cell sees another; cells as [x, y]."""

    from_: tuple[Seed, Seed]
    to: tuple[Seed, Seed]


class Odds(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="odds"):
    """What an option of the question leads to."""

    option: str


class Why(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="why"):
    """What each own unit may do, or why not."""


QUESTIONS: dict[str, type[Sight | Odds | Why]] = {"sight": Sight, "odds": Odds, "why": Why}


@dataclass(frozen=True, slots=True)
class Briefing:
    """What one seat may look up in a match."""

    match: Match
    seat: Seat

    def told(self) -> Json:
        """What is sent with every question.

        `ground`: the board in the glyphs of a sketch, row by row, with its heights and names if it has any; `sight`:
        own unit -> enemy -> whether and how it is seen; `forecasts`: option -> sum and chances, for options that shoot
        or fight.
        """
        match, state = self.match, self.match.front
        foes = [unit for one in state.enemies(self.seat) for unit in state.standing(one)]
        known = known_to(match.rules, state, self.seat)
        asked = match.decision_for(self.seat)
        aimed = [o for o in (asked.options if asked else ()) if o.to < 0 or o.target or o.targets]
        forecasts = {o.id: match.rules.forecast(known, o) for o in aimed}
        return {
            "ground": match.setup.board.to_json(),
            "sight": {
                own.id: {foe.id: sight_json(match, own.at, foe.at) for foe in foes} for own in state.standing(self.seat)
            },
            "forecasts": {name: forecast.to_json() for name, forecast in forecasts.items() if forecast is not None},
        }

    def answer(self, question: Mapping[str, object]) -> Json:
        """The answer to a request of the bot; to an invalid one, an error with its code and message."""
        do = question.get("do")
        kind = QUESTIONS.get(do) if isinstance(do, str) else None
        if kind is None:
            return _refused("bad_request", f"Ask for one of {', '.join(QUESTIONS)}, or name an option.")
        try:
            return {"ok": True, **self._looked_up(fit(question, kind))}
        except Unfit as error:
            return _refused("bad_request", f"{error.place or 'the question'}: {error.reason}.")
        except IllegalChoice as error:
            return _refused("illegal_choice", str(error))
        except NoDecision as error:
            return _refused("no_decision", str(error))

    def _looked_up(self, question: Sight | Odds | Why) -> Json:
        board = self.match.setup.board
        match question:
            case Sight(from_=start, to=end):
                for name, pair in (("from", start), ("to", end)):
                    if not board.inside(*pair):
                        raise Unfit("", name, f"{shown(list(pair))} is off the board", "name a cell on it")
                return sight_json(self.match, board.cell(*start), board.cell(*end))
            case Odds(option=option):
                return {"odds": odds_json(self.match, option, self.seat)}
            case Why():
                return {"why": why_json(self.match, self.seat)}


def _refused(code: str, message: str) -> Json:
    return {"ok": False, "error": {"code": code, "message": message}}
