"""Answers the requests of one client that begin a match, play it or ask about it.

The matches are kept on a `shelf`; `engine.wire` writes what is said of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from game.engine import wire
from game.engine.answers import Choice, IllegalChoice, NoDecision
from game.engine.decisions import DICE
from game.engine.dice import DiceError, DiceSource, script_dice
from game.engine.events import LogEntry, Passed
from game.engine.match import Match
from game.engine.options import TooManyOptions
from game.engine.rulebook import DataError, load_rulebook
from game.engine.setup import Setup
from game.engine.unfit import SetupError, shown
from game.engine.viewers import PUBLIC, PUBLIC_NAME, REFEREE, REFEREE_NAME, Viewer, may_know, viewer_name, viewer_named
from game.protocol import requests as ask
from game.protocol.requests import Fault, Json, Request
from game.protocol.shelf import MOST_CHOICES, OpenMatch, Shelf
from game.records import playback, record
from game.records.timeline import undo_needs_consent
from game.rules import RULESETS, build

MOST_DICE = 100_000
MOST_OPTIONS = 100_000


class Matches:
    """Answers requests about matches."""

    def __init__(self) -> None:
        self.shelf = Shelf()

    def answer(self, request: Request) -> Json:
        """The fields of the answer. Raises Fault, and DataError for a rulebook that cannot be used."""
        match request:
            case ask.New():
                return self._new(request)
            case ask.Load(save=save):
                return self._load(save, request.as_)
            case ask.Close(match=name):
                self.shelf.close(name)
            case ask.OfMatch(match=name):
                if isinstance(request, ask.Clone):
                    self.shelf.check_room()
                return self._about(self.shelf.get(name), request)
        return {}

    def _about(self, opened: OpenMatch, request: ask.OfMatch) -> Json:  # noqa: PLR0911 (one for each request)
        match opened.match, request:
            case match, ask.Choose():
                return self._choose(opened, request)
            case match, ask.Odds(option=option, to=to):
                return _odds(opened, option, to_end=to == "end")
            case match, ask.State(as_=name):
                return {"state": wire.view_json(match.view(_viewer_asked_for(opened, name)))}
            case match, ask.Why(as_=name):
                return {"why": wire.why_json(match, _viewer_asked_for(opened, name))}
            case match, ask.Sight(from_=start, to=end):
                return wire.sight_json(match, _cell(match.setup, start, "from"), _cell(match.setup, end, "to"))
            case match, ask.Undo():
                return self._undo(opened)
            case match, ask.Clone():
                return {"match": self._add_clone(opened)}
            case match, ask.Save():
                _only_referee(opened, "the whole record")
                return {"save": record.save(match)}
            case match, _:
                _only_referee(opened, "the hash of the whole state")
                return {"hash": match.hash()}

    # -- beginning ----------------------------------------------------------------------------------------------------

    def _new(self, request: ask.New) -> Json:
        self.shelf.check_room()
        setup = _setup(request)
        viewer = _viewer(request.as_, setup.seats)
        dice = _dice(request)
        if request.rulings:
            for sentence in load_rulebook(setup.ruleset).check(request.rulings) if setup.ruleset in RULESETS else ():
                raise Fault("bad_request", sentence)
            setup = setup.with_rulings(request.rulings)
        try:
            match = Match(setup, build(setup.ruleset, setup.rulings), dice, most_options=MOST_OPTIONS)
        except TooManyOptions as error:
            raise _too_many_options() from error
        except SetupError as error:
            raise Fault("bad_map" if request.sketch is UNSET else "bad_sketch", str(error)) from error
        except DiceError as error:
            raise Fault("bad_request", str(error)) from error
        return self._add_match(match, viewer)

    def _load(self, save: Json, name: str) -> Json:
        self.shelf.check_room()
        try:
            match = playback.load(save, build)
        except record.RecordError as error:
            raise Fault("bad_save", str(error)) from error
        return self._add_match(match, _viewer(name, match.setup.seats))

    def _add_match(self, match: Match, viewer: Viewer) -> Json:
        if match.pending is not None and len(match.pending.options) > MOST_OPTIONS:
            raise _too_many_options()
        opened = OpenMatch(match, viewer)
        return {"match": self.shelf.add(opened), **_answer_with(opened, match.events)}

    # -- playing ------------------------------------------------------------------------------------------------------

    def _choose(self, opened: OpenMatch, request: ask.Choose) -> Json:
        match, decision = opened.match, opened.match.pending
        if decision is None:
            raise Fault("no_decision", "The match is over; nothing is being asked.")
        if len(match.history) >= MOST_CHOICES:
            raise Fault("too_large", f"The match has {MOST_CHOICES} choices; it cannot have more.")
        if opened.trial and decision.seat != DICE and not may_know(opened.viewer, decision.seat):
            raise _illegal(opened, f"In its clone of a match, {viewer_name(opened.viewer)} can answer only for itself.")
        choice = _roll(request, decision.why) if decision.seat == DICE else _answer(request, opened)
        events = _make_choice(opened, choice)
        self.shelf.grown(1)
        return _answer_with(opened, events)

    def _add_clone(self, opened: OpenMatch) -> str:
        """Add a clone, and return its id. In a seat's clone the dice differ, and only that seat can be answered for."""
        if opened.viewer is REFEREE:
            return self.shelf.add(OpenMatch(opened.match.clone(), REFEREE))
        dice = opened.match.dice.apart(opened.match.dice_used, "a clone")
        return self.shelf.add(OpenMatch(opened.match.clone(dice), opened.viewer, trial=True))

    def _undo(self, opened: OpenMatch) -> Json:
        if opened.viewer is not REFEREE and opened.match.history:
            if not _client_chose_alone(opened):
                raise _not_allowed(opened, "a choice of another seat is not taken back")
            if reason := undo_needs_consent(opened.match):
                raise _not_allowed(opened, f"nothing is taken back without consent once {reason}")
        try:
            cut = opened.match.undo()
        except NoDecision as error:
            raise Fault("no_decision", str(error)) from error
        self.shelf.grown(-1)
        return {"cut": cut, **_answer_with(opened, ())}


# -- the fields of requests -------------------------------------------------------------------------------------------


def _setup(request: ask.New) -> Setup:
    """The setup of a new match. Raises Fault."""
    from game.maps import MapError, UnknownScenarioError, load_map
    from game.maps.scenarios import load_scenario
    from game.sketch import SketchError, read_sketch

    if [request.scenario, request.map, request.sketch].count(UNSET) != 2:
        raise Fault("bad_request", "new needs exactly one of `scenario`, `map`, `sketch`.")
    try:
        if isinstance(request.sketch, dict):
            return read_sketch(request.sketch)
        if isinstance(request.map, str):
            return load_map(request.map).setup
        name = str(request.scenario)
        if name.endswith(".tmx"):
            raise Fault("unknown_scenario", f"{shown(name)} is no scenario id; give a path as `map`.")
        return load_scenario(name).setup
    except SketchError as error:
        raise Fault("bad_sketch", str(error), place=error.place) from error
    except UnknownScenarioError as error:
        raise Fault("unknown_scenario", str(error)) from error
    except (MapError, DataError, OSError, ValueError) as error:
        raise Fault("bad_map" if request.sketch is UNSET else "bad_sketch", str(error)[:500]) from error


def _too_many_options() -> Fault:
    return Fault("too_large", f"Its first decision has over {MOST_OPTIONS} options: play on a smaller table.")


def _viewer(name: str, seats: Sequence[str]) -> Viewer:
    """The viewer of that name. Raises Fault."""
    try:
        return viewer_named(name, seats)
    except KeyError:
        names = ", ".join((*seats, REFEREE_NAME, PUBLIC_NAME))
        raise Fault("bad_request", f"There is no seat {shown(name)}; there are {names}.", field="as") from None


def _viewer_asked_for(opened: OpenMatch, name: str | UnsetType) -> Viewer:
    """The viewer that a request names, or the client itself. Raises Fault if the client may not know that much."""
    if isinstance(name, UnsetType):
        return opened.viewer
    viewer = _viewer(name, opened.match.setup.seats)
    if opened.viewer is not REFEREE and viewer not in (opened.viewer, PUBLIC):
        raise _not_allowed(opened, f"what {viewer_name(viewer)} knows is not told")
    return viewer


def _client_chose_alone(opened: OpenMatch) -> bool:
    """Whether the last choice was the client's, and led to no pass of another seat that was made without asking."""
    match = opened.match
    decision = match.at(len(match.history) - 1).pending
    if decision is None or not may_know(opened.viewer, decision.seat):
        return False
    events = (entry.event for entry in match.events[match.history[-1].events :])
    return all(may_know(opened.viewer, event.seat) for event in events if isinstance(event, Passed))


def _only_referee(opened: OpenMatch, subject: str) -> None:
    """Raises Fault unless the client is the referee."""
    if opened.viewer is not REFEREE:
        raise _not_allowed(opened, f"{subject} is not told")


def _not_allowed(opened: OpenMatch, refusal: str) -> Fault:
    """The fault for a request about what the client may not know or do."""
    return Fault("bad_request", f"In a match opened as {viewer_name(opened.viewer)}, {refusal}.", field="match")


def _dice(request: ask.New) -> DiceSource:
    """The dice of a new match. Raises Fault."""
    dice = request.dice
    if not isinstance(dice, list):
        return DiceSource(dice, request.seed)
    if len(dice) > MOST_DICE:
        raise Fault("too_large", f"The dice list has over {MOST_DICE} entries.")
    try:
        return DiceSource("script", request.seed, script_dice(dice).script)
    except DiceError as error:
        raise Fault("bad_request", str(error), field="dice") from error


def _cell(setup: Setup, pair: tuple[int, int], name: str) -> int:
    """The cell [column, row] from the field `name`. Raises Fault."""
    if not setup.board.inside(*pair):
        raise Fault(
            "bad_request",
            f"`{name}` is off the board: columns run from 0 to {setup.board.width - 1}, "
            f"rows from 0 to {setup.board.height - 1}.",
            field=name,
        )
    return setup.board.cell(*pair)


def _roll(request: ask.Choose, why: str) -> Choice:
    """The choice of faces that answers a roll. Raises Fault."""
    if [request.option, request.path, request.until].count(UNSET) != 3:
        text = f"The roll {shown(why)} is pending; answer it with `value` or `values`."
        raise Fault("illegal_choice", text, legal=[])
    match request.value, request.values:
        case int() as face, UnsetType():
            return Choice(faces=(face,))
        case UnsetType(), list() as faces:
            return Choice(faces=tuple(faces))
    raise Fault("bad_request", f"The roll {shown(why)} is answered with `value` or `values`.", field="value")


def _answer(request: ask.Choose, opened: OpenMatch) -> Choice:
    """The choice of an option that answers a decision. Raises Fault."""
    if request.value is not UNSET or request.values is not UNSET:
        raise _illegal(opened, "No roll is pending; answer with `option`.")
    if isinstance(request.option, UnsetType):
        raise Fault("bad_request", "choose needs `option`.", field="option")
    cells = request.path
    path = None if isinstance(cells, UnsetType) else tuple(_cell(opened.match.setup, pair, "path") for pair in cells)
    return Choice(request.option, path=path, until="" if isinstance(request.until, UnsetType) else request.until)


def _illegal(opened: OpenMatch, message: str) -> Fault:
    """The fault for an illegal answer. It lists the legal ones, as far as the client may see them."""
    return Fault("illegal_choice", message, legal=wire.legal_ids(opened.match, opened.viewer))


# -- answers that change nothing --------------------------------------------------------------------------------------


def _odds(opened: OpenMatch, name: str | UnsetType, *, to_end: bool) -> Json:
    match, decision = opened.match, opened.match.pending
    if decision is None:
        raise Fault("no_decision", "The match is over; nothing is being asked.")
    out: Json = {}
    if decision.seat == DICE:
        if name is not UNSET:
            raise _illegal(opened, f"The roll {shown(decision.why)} has no options: ask for its odds without one.")
        name = ""
    elif isinstance(name, UnsetType):
        raise Fault("bad_request", "odds needs `option`.", field="option")
    else:
        option = decision.option(name) if may_know(opened.viewer, decision.seat) else None
        if option is None:
            raise _illegal(opened, f"{shown(name)} is not a legal answer.")
        forecast = match.forecast(option)
        if forecast is not None:
            out["forecast"] = forecast.to_json()
    rows = wire.odds_json(match, str(name), opened.viewer, to_end=to_end)
    if to_end:
        out["defaults"] = wire.defaults_json(match, str(name), opened.viewer)
    return {"odds": rows, **out}


# -- playing a choice -------------------------------------------------------------------------------------------------


def _make_choice(opened: OpenMatch, choice: Choice) -> list[LogEntry]:
    decision = opened.match.pending
    try:
        return opened.match.choose(choice)
    except IllegalChoice as error:
        may_see = decision is None or decision.seat == DICE or may_know(opened.viewer, decision.seat)
        if may_see and error.legal:
            raise Fault("illegal_choice", str(error), legal=list(error.legal)) from error
        raise _illegal(opened, str(error) if may_see else "That is not a legal answer.") from error
    except NoDecision as error:
        raise Fault("no_decision", str(error)) from error
    except DiceError as error:
        if decision is not None and decision.seat == DICE:
            raise Fault("illegal_choice", str(error), legal=[]) from error
        raise Fault("bad_request", str(error), field="dice") from error


def _answer_with(opened: OpenMatch, events: Sequence[LogEntry]) -> Json:
    """The events, the pending decision and the outcome, as the client may know them."""
    match, viewer = opened.match, opened.viewer
    return {
        "events": wire.events_json(match, events, viewer),
        "pending": wire.pending_json(match, viewer),
        "outcome": wire.outcome_json(match),
    }
