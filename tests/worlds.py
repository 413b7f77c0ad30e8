"""Two worlds: pairs of matches that differ only in a secret of one side, and everything that other viewers are told.

`games` plays a pair in which one side has laid different markers, where the rulebook has face-down ones, and has a
standing pass in one world only. `drafts` plays a pair of Epic in which one side draws up different plans. Both yield
the pair at every moment at which the two worlds must look alike to other viewers. `told`, `typed`, `at_screen`,
`pointed`, `of_others` and `remarked` return what such a viewer is told then: by the engine, in the text game, at a
screen, where it points at something, and of the reasons of a computer player that gives the same answer in both worlds.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from game.ai.seatview import SeatView
from game.ai.thought import Thought, Weighed
from game.cli.text.table import Refused, TextTable
from game.engine.answers import Choice
from game.engine.decisions import DICE, Refusal
from game.engine.dice import DiceSource
from game.engine.foresight import looking
from game.engine.match import Match
from game.engine.names import Cell, Seat
from game.engine.options import REACT, Option
from game.engine.state import digest
from game.engine.viewers import PUBLIC, Viewer, viewer_name
from game.engine.wire import odds_json, pending_json, view_json, why_json
from game.protocol.session import ProtocolSession
from game.records.levels import COMPUTER
from game.records.tables import TableKind
from game.records.timeline import Timeline
from game.session.beforehand import foretold, forfeits, involved, missing, suggested
from game.session.hints import why_no_hint
from game.session.player import SeatPlayer
from game.session.seats import thought_of
from game.session.session import Session
from game.session.shared import Question
from game.sketch import write_sketch
from tests.setups import any_option, random_match
from tests.talking import said
from tests.viewed import logged

ACTIVATE = "activate"
ORDERS = ("move", "overwatch")
LINES = ("", "look", "log 40", "why", "queue", "plan", "formations", "sketch", "hash", "odds 1", "options")
"""Lines of the text game by which a player may look for the secret."""
FEW = 3
"""How many answers of a unit are looked at before one is given."""
BACK = (
    "back", "look", "sketch", "hash", "log 9", "back start", "look", "why", "forward turn", "options", "forward end",
)  # fmt: skip
"""More such lines, which go back and forth.

They tell the number of choices, which a standing pass makes smaller.
"""


@dataclass
class Pair:
    """Two matches whose difference `seat` must not learn, and the choices made in each."""

    seat: str
    matches: tuple[Match, Match]
    choices: tuple[list[dict[str, object]], list[dict[str, object]]] = field(default_factory=lambda: ([], []))

    @property
    def other(self) -> str:
        return next(one for one in self.matches[0].setup.seats if one != self.seat)

    def choose(self, world: int, option: str, until: str = "") -> None:
        self.matches[world].choose(Choice(option, until=until))
        self.choices[world].append({"option": option} | ({"until": until} if until else {}))

    def roll(self, faces: list[int]) -> None:
        for world in (0, 1):
            self.matches[world].choose(Choice(faces=tuple(faces)))
            self.choices[world].append({"values": faces})

    def alike(self) -> bool:
        """Whether both worlds are at the same question."""
        one, two = (match.pending for match in self.matches)
        return (one and (one.seat, one.kind)) == (two and (two.seat, two.kind))

    @property
    def stood(self) -> bool:
        """Whether a standing pass was given in the second world."""
        return any("until" in choice for choice in self.choices[1])

    def over(self) -> bool:
        return any(match.pending is None for match in self.matches)


# -- playing a pair -----------------------------------------------------------------------------------------------


def games(ruleset: str, seed: int, most: int = 40) -> Iterator[Pair]:
    """Yield a pair at each common moment; with face-down markers, after one side has laid them."""
    random = Random(seed)
    matches = _twins(ruleset, seed, side=random.choice((2, 3, 3, 4)))
    pair = Pair(random.choice(sorted(matches[0].setup.seats)), matches)
    for match in pair.matches if seed % 3 == 0 else ():
        match.dice = DiceSource("ask", seed)
    passes_all = False
    for _ in range(most):
        if pair.over():
            return
        asked = [match.pending for match in pair.matches]
        if asked[0].seat == DICE and pair.alike():
            pair.roll([random.randint(1, sides) for sides in asked[0].dice])
        elif asked[0].seat == pair.seat and asked[0].kind == asked[1].kind:
            option = any_option(pair.matches[0], random)
            pair.choose(0, option)
            pair.choose(1, option)
        elif asked[0].kind == "assign":
            _lay_markers(pair, random)
            passes_all = False
        elif passes_all and asked[0].kind == "react" and asked[0].seat == pair.other and not pair.alike():
            pair.choose(0, "pass")
        else:
            passes_all = _other_chooses(pair, random, passes_all)
        if pair.alike() and not pair.over():  # at the end of the game everything is told
            yield pair


def _lay_markers(pair: Pair, random: Random) -> None:
    """Let the other side lay random markers in each world."""
    for unit in [unit.id for unit in pair.matches[0].front.standing(pair.other)]:
        for world in (0, 1):
            pair.choose(world, f"{unit}:{random.choice(ORDERS)}")
    for world in (0, 1):
        pair.choose(world, "confirm")


def _other_chooses(pair: Pair, random: Random, passes_all: bool) -> bool:
    """Let the other side choose the same in both worlds; return whether it has a standing pass in the second."""
    listed = [{option.id: option for option in match.pending.options} for match in pair.matches]
    common = [name for name in listed[0] if name in listed[1] and listed[0][name] == listed[1][name]]
    acting = [name for name in common if name not in ("pass", "end")]
    option = random.choice(acting) if acting and random.random() < 0.6 else random.choice(common)
    stands = option == "pass" and pair.matches[0].pending.kind == "react" and random.random() < 0.5
    pair.choose(0, option)
    pair.choose(1, option, "turn" if stands else "")
    return passes_all or stands


def drafts(seed: int, most: int = 400) -> Iterator[Pair]:
    """Yield pairs of Epic in which a side draws up two different plans."""
    match, random = random_match("epic", seed), Random(seed)
    for _ in range(most):
        asked = match.pending
        if asked is None:
            return
        if asked.option("confirm") is not None and any(option.action == "move" for option in asked.options):
            other = next(one for one in match.setup.seats if one != asked.seat)
            pair = Pair(other, (match.clone(), match.clone()))
            for _ in range(3):
                for world in (0, 1):
                    planning = [o.id for o in pair.matches[world].pending.options if o.action != "confirm"]
                    if planning:
                        pair.choose(world, random.choice(planning))
                yield pair
        match.choose(any_option(match, random))


def _twins(ruleset: str, seed: int, **how: int) -> tuple[Match, Match]:
    return random_match(ruleset, seed, **how), random_match(ruleset, seed, **how)


# -- what is told -------------------------------------------------------------------------------------------------


def told(match: Match, viewer: Viewer, since: int) -> list[object]:
    """Return all that the engine tells a viewer, with the events from number `since` on."""
    return [
        match.view(viewer),
        pending_json(match, viewer),
        logged(match, viewer, since),
        why_json(match, viewer),
        match.hash(viewer),
        Timeline(match).position(viewer),
    ]


def odds_told(match: Match, viewer: Viewer, option: str) -> object:
    """Return the exact odds of an option as a viewer is told them."""
    return odds_json(match, option, viewer)


def foreseen(match: Match, viewer: Viewer) -> list[object]:
    """Return what comes of each answer by the end of the chain, with all outcomes and ways, as a viewer is told it."""
    ahead = looking(match, viewer)
    whole = ahead.all() if ahead is not None else None
    if ahead is None or whole is None:
        return [ahead is None, None]
    ways = [ahead.outcomes(row.option.id, reply) for reply, rows in enumerate(whole.replied) for row in rows]
    return [False, whole, [ahead.outcomes(row.option.id) for row in whole.outlooks], ways]


class HandedOver(Exception):  # noqa: N818
    """The keyboard is handed to another seat."""


def typed(match: Match, viewer: Viewer, lines: Sequence[str]) -> list[str]:
    """Return what the text game prints to a viewer for these lines."""

    def handed(seat: str) -> None:
        raise HandedOver(seat)

    table = TextTable(Timeline(match.clone()))
    if viewer == PUBLIC:
        table.session.viewer = PUBLIC
    table.curtain = handed
    out = []
    for line in lines:
        try:
            out.append(said(table, line))
        except Refused as error:
            out.append(str(error))
        except HandedOver as over:
            return [*out, f"handed over to {over}"]
    return out


def at_screen(match: Match, viewer: Viewer, kinds: Sequence[TableKind]) -> list[object]:
    """Return what a screen shows a viewer at tables of these kinds."""
    shown: list[object] = []
    for kind in kinds:
        session = Session(match.setup, match=match.clone(), table=kind)
        session.viewer = viewer
        asked = session.decision
        shown += [
            view_json(session.view()),
            asked.to_json(match.setup.board.width) if asked is not None else None,
            [(line.n, line.text) for line in session.log()],
            session.sight.answers,
            session.sight.hand_to,
            session.foregone() if asked is not None and asked.seat != viewer else None,
        ]
        made = len(match.history)
        session.settle()
        shown.append(
            (session.asked, session.match.pending and session.match.pending.kind, len(session.match.history) - made)
        )
    return shown


def pointed(match: Match, viewer: Viewer, kinds: Sequence[TableKind], cells: Iterable[Cell]) -> list[object]:
    """Return what a screen says before anything is answered, at tables of these kinds.

    That is why a cell pointed at with each unit in hand is no answer, what each unit may do and what it lacks, what the
    first answers of each unit lead to and give up, the answer under Enter, and what may be asked for in a menu.
    """
    shown: list[object] = []
    units = ["", *match.front.units]
    cells = list(cells)
    for kind in kinds:
        session = Session(match.setup, match=match.clone(), table=kind)
        session.viewer = viewer
        shown += [(unit, cell, session.refused_at(unit, cell)) for unit in units for cell in cells]
        shown += [(unit, _table(session.sight.question_for(unit))) for unit in units]
        shown += [(unit, session.why(unit), missing(session, unit)) for unit in match.front.units]
        decision, answered = session.decision, Counter[str]()
        for option in decision.options[:200] if decision is not None else ():
            answered[option.unit] += 1
            if answered[option.unit] <= FEW:
                before = (forfeits(session, option), foretold(session, option), involved(session, option))
                shown.append((option.id, *before, session.forecast(option)))
        shown += [
            suggested(session) if decision is not None else None,
            why_no_hint(session),
            session.sight.may_stand,
            session.sight.here,
            session.sight.curtain,
        ]
    return shown


def of_others(match: Match, viewer: Viewer, cells: Iterable[Cell]) -> list[Refusal]:
    """Return what clicks say of the markers of seats that are not asked, which nobody at this screen may know.

    Where the answer depends on markers, a reason given of somebody else's unit would be a guess, if it is no secret.
    """
    session = Session(match.setup, match=match.clone())
    session.viewer = viewer
    asked = session.decision
    if asked is None or asked.kind not in (REACT, ACTIVATE):
        return []
    said_at = (session.refused_at(unit, cell) for unit in ("", *match.front.units) for cell in cells)
    return [no for no in said_at if no is not None and no.unit and match.front.units[no.unit].seat != asked.seat]


def _table(question: Question | None) -> str:
    """Return a digest of the table on which a screen works out what it tells, "" if nothing is asked."""
    return digest(question.front.key()) if question is not None else ""


def remarked(match: Match, viewer: Viewer, answer: str) -> list[object]:
    """Return what a viewer is told when a computer player gives this answer: why, and what is asked next."""
    asked = match.pending
    thought = thought_of(match, asked.seat)
    weighed = {one.option.id: one for one in (*thought.others, thought.chosen)}
    option = asked.option(answer)
    chosen = weighed.pop(answer, Weighed(option, 0.0))
    promise = SeatView(match, asked.seat).forecast(option)
    told = Thought(asked.seat, chosen, tuple(weighed.values()), promise)
    session = Session(match.setup, match=match.clone(), players={asked.seat: Answers(told)})
    session.viewer = viewer
    since = len(match.events)
    session.let_player_choose()
    return [
        session.reason,
        [line.text for line in session.log(since)],
        (session.asked, session.decision and session.decision.kind),
        len(session.match.history) - len(match.history),
    ]


class Answers(SeatPlayer):
    """A player that answers as it has thought."""

    kind = COMPUTER

    def __init__(self, thought: Thought) -> None:
        self.thought = thought

    def choose(self, match: Match, seat: Seat) -> Option:
        """The answer it has thought of."""
        return self.thought.option


def over_the_protocol(pair: Pair, viewer: Viewer) -> tuple[list[object], list[object]]:
    """Return, for each world, what a protocol client opened as that viewer is told while the choices are made again."""
    return (_heard(pair, 0, viewer), _heard(pair, 1, viewer))


def _heard(pair: Pair, world: int, viewer: Viewer) -> list[object]:
    match, client = pair.matches[world], ProtocolSession()

    def ask(do: str, **more: object) -> dict[str, object]:
        answer: dict[str, object] = json.loads(client.answer(json.dumps({"do": do, **more}).encode()))
        return answer

    dice = {"seed": match.dice.seed, "dice": match.dice.kind}
    new = ask("new", sketch=write_sketch(match.setup), **dice, **{"as": viewer_name(viewer)})
    name, events = new["match"], list(new["events"])  # type: ignore[call-overload]
    for choice in pair.choices[world]:
        answer = ask("choose", match=name, **choice)
        events += answer["events"]  # type: ignore[operator]
    heard = [ask(do, match=name) for do in ("state", "why", "hash", "save", "undo")]
    return [events, answer["pending"], answer["outcome"], *heard]
