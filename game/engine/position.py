"""Turns a match's present position into a setup from which a new match can start, for sharing it."""

from __future__ import annotations

from msgspec.structs import replace

from game.engine.match import Match
from game.engine.names import Deployment, Face
from game.engine.setup import MARKERS, Setup, SiteSpec, UnitSpec
from game.engine.state import State, Unit
from game.engine.viewers import REFEREE, Viewer, may_know


def position(match: Match, viewer: Viewer = REFEREE) -> Setup:
    """The setup of the present turn and phase, with units, their markers, and sites with their holders.

    Face-down markers that `viewer` may not know are left out. Units in reserve are kept; units that have left the game
    are not. Wounds, points, an action under way, and markers that only a plug-in knows are lost, because a setup has no
    place for them.
    """
    state, setup = match.front, match.setup
    units = [unit for unit in state.units.values() if not unit.gone]
    return replace(
        setup,
        units=tuple(_spec(match, state, unit, viewer) for unit in units),
        sites=tuple(SiteSpec(site.kind, site.at, site.seat, site.name) for site in match.rules.sites(state)),
        turn=state.turn,
        phase=state.phase,
        seat=state.seat if state.phase else "",
        deployment=Deployment.FIXED if state.phase else setup.deployment,
        first=state.first or setup.first,
        rulings=dict(match.rules.rulings),
        source="",
    )


def _spec(match: Match, state: State, unit: Unit, viewer: Viewer) -> UnitSpec:
    markers, facts = match.rules.set_down(state, unit)
    profile = match.rules.army.profiles[unit.profile]
    figures = profile.stats.get("figures", 1)
    visible: dict[str, Face] = {
        kind: face
        for kind, face in markers.items()
        if kind in MARKERS and (face != "down" or may_know(viewer, unit.seat))
    }
    return UnitSpec(
        unit.id,
        unit.seat,
        unit.profile,
        unit.at,
        visible,
        {name: value for name, value in unit.stats.items() if profile.stats.get(name) != value},
        unit.weapons[0] if unit.weapons and unit.weapons[0] != profile.weapon else "",
        unit.figures if unit.figures != figures else 0,
        unit.name if unit.name != profile.name else "",
        unit.group,
        dict(facts),
        unit.aboard,
    )
