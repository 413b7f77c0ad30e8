"""The beat of a shared table: nobody answers, one seat says "wait!", or somebody's answer is picked at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.engine.options import Option
from game.engine.view import UnitView
from game.engine.wording import percent
from game.session.shared import Beat
from game.ui import kit
from game.ui.battle.conditions import marks_of
from game.ui.battle.game import Game
from game.ui.battle.model import Model
from game.ui.battle.options import PERCENT, sum_line, words_of
from game.ui.battle.parts import seat_of, token_of
from game.ui.battle.picking import Picking
from game.ui.canvas import Action, Canvas
from game.ui.palette import INK2
from game.ui.scroll import KEYED, Position, Scroll
from game.ui.tokens import Marks

TRIED = 6
"""So many of a unit's answers are looked at for the one its card shows."""


def on(model: Model) -> Beat | None:
    """The beat that is put to the whole table now."""
    session = model.session
    return session.beat if model.moment is None and not session.answering else None


def buttons(model: Model, game: Game, picking: Picking, beat: Beat) -> kit.Widget:
    """What is picked, or that nobody answers; and one button for each seat that may say "wait!"."""
    option = model.option()
    row: list[kit.Widget] = []
    if option is not None and option.unit:
        words = f"{option.unit.upper()}: {words_of(option)}"
        row.append(kit.Button("do", "Enter", words, picking.do_it, primary=True, h=40, grow=2))
        row.append(kit.Button("pass", "N", "Nobody answers", partial(game.choose, "pass"), h=40, grow=1))
    else:
        row.append(
            kit.Button("do", "Enter", "Nobody answers", partial(game.choose, "pass"), primary=True, h=44, grow=1)
        )
    keys = wait_keys(model)
    seats = [_seat(model, game, beat, seat, keys.get(seat, "")) for seat in model.session.setup.seats]
    return kit.Column(kit.Row(*row, gap=6), kit.Row(*seats, gap=6), gap=6)


def wait_keys(model: Model) -> dict[str, str]:
    """The key of each seat's "wait!": its first letter that no other seat has."""
    taken: dict[str, str] = {}
    for seat in model.session.setup.seats:
        letter = next((c for c in seat.upper() if c.isalpha() and c not in (*taken.values(), "N", "P")), "")
        taken[seat] = letter
    return taken


def _seat(model: Model, game: Game, beat: Beat, seat: str, key: str) -> kit.Widget:
    name, colours = model.seat_name(seat), model.colours(seat)
    if seat not in beat.could:
        line = kit.Row(seat_of(model, seat, 11), kit.Text(f"{name}: nothing to answer", "italic", 12.5, INK2, lines=1))
        return kit.Card(line, look="lapsed", pad=(9, 6), h=34, grow=1)
    line = kit.Row(kit.KeyCap(key, size=18), seat_of(model, seat, 13), kit.Label(f"{name}: wait!", "label_bold", 15))
    return kit.Card(
        line, name=f"wait:{seat}", action=partial(game.wait_for, seat), key=key, edge=colours.fill, pad=(9, 6), h=34, grow=1
    )  # fmt: skip


def cards(
    model: Model, beat: Beat, pick: Callable[[str], None], open_clause: kit.Open, position: Position
) -> kit.Widget:
    """One card for each unit that could answer, best first, then who cannot and why; all by public facts."""
    listed = ranked(model)
    made: list[kit.Widget] = [
        _card(model, option, str(place) if place <= KEYED else "", more, pick)
        for place, (option, more) in enumerate(listed, 1)
    ]
    could = {option.unit for option, _ in listed}
    refused = [no for put in beat.could.values() for no in put.decision.refused if no.unit and no.unit not in could]
    for no in refused:
        chip = kit.Chip(no.clause, open_clause, f"beat{no.unit}")
        token = token_of(model, model.units[no.unit], 18, faint=True) if no.unit in model.units else kit.Space(18)
        made.append(
            kit.Card(
                kit.Row(token, kit.refusal(f"{no.unit.upper()}  {no.reason}", chip)), look="bare", pad=(8, 0), h=24
            )
        )
    head = kit.Section("Who could answer", "by what everybody can see")
    return kit.Column(head, Scroll(kit.Column(*made, gap=4), position, "beat", step=44, grow=0), gap=4)


def ranked(model: Model) -> list[tuple[Option, int]]:
    """The best answer of each unit and how many more it has; the likeliest first, equal ones by RE."""
    by_unit: dict[str, list[Option]] = {}
    for option in model.choices.rows:
        if option.unit:
            by_unit.setdefault(option.unit, []).append(option)
    best = [(max(options[:TRIED], key=partial(_chance, model)), len(options) - 1) for options in by_unit.values()]
    return sorted(best, key=lambda one: (-_chance(model, one[0]), -_re(model, one[0].unit), one[0].unit))


def _chance(model: Model, option: Option) -> float:
    total = model.forecast(option)
    return float(total.p_out) if total is not None else -1.0


def _re(model: Model, unit: str) -> int:
    return model.units[unit].stats.get("RE", 0)


def _card(model: Model, option: Option, key: str, more: int, pick: Callable[[str], None]) -> kit.Widget:
    unit: UnitView = model.units[option.unit]
    total, chosen = model.forecast(option), option.id == model.chosen
    head = f"{unit.id.upper()} {unit.name}"
    others = f", or {more} other{'' if more == 1 else 's'}" if more else ""
    said = [words_of(option).removeprefix(unit.id.upper()).lstrip(" :") + others]
    if total is not None:
        said.append(", ".join(part for part in (model.length(total.distance), total.cover or "in the open") if part))
    told = kit.Column(
        kit.Row(kit.Label(head, "label_bold", 14), kit.Label(said[-1] if total is not None else "", "label", 13, INK2)),
        kit.Text(said[0], "body", 12.5, INK2, lines=2),
        gap=0,
        grow=1,
    )
    bar: list[kit.Widget] = []
    if total is not None:
        chance = kit.Label(percent(total.chance), "label_bold", 15, w=PERCENT, align="right")
        bar = [kit.Odds(float(total.p_out), float(total.p_hit), 60), chance]
    cap = kit.KeyCap(key, size=18) if key else kit.Space(18)
    line: kit.Widget = kit.Row(
        cap, token_of(model, unit, 24, marks=Marks(marks_of(model, unit).order)), told, *bar, gap=8
    )
    if chosen and total is not None and total.dice:
        line = kit.Column(line, sum_line(total), gap=1)
    return kit.Card(
        line, name=f"option:{option.id}", action=partial(pick, option.id), key=key, side=model.colours(unit.seat).fill,
        look="chosen" if chosen else "card", pad=(7, 3), h=40,
    )  # fmt: skip


def peek_strip(peek: Action) -> kit.Widget:
    """One quiet line: a seat may look at its own markers while the others look away."""
    line = kit.Row(
        kit.KeyCap("P", size=18),
        kit.Label("peek at your own markers", "label_semi", 13, grow=1),
        kit.Text("the others look away", "italic", 12.5, INK2),
    )
    return kit.Card(line, name="peek", action=peek, key="P", look="done", pad=(8, 4), h=28)


def split_bar(model: Model, beat: Beat) -> kit.Widget:
    """The bar of the prompt, in the colours of all the seats that are asked."""
    colours = [model.colours(seat).fill for seat in beat.asked]

    def paint(canvas: Canvas, spot: kit.Spot) -> None:
        high = spot.h / len(colours)
        for place, colour in enumerate(colours):
            pygame.draw.rect(canvas.surface, colour, canvas.rect(spot.x, spot.y + place * high, spot.w, high))

    return kit.Drawing(6, 60, paint)
