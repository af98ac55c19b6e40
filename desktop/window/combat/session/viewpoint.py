"""Whose options a view of a fight shows, and how it names and colours the combatants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtGui import QPixmap

from desktop.rules import contract, display
from desktop.rules.cast import combatant_choices
from desktop.rules.contract import Option
from desktop.rules.fields import Field
from desktop.rules.state import State
from desktop.window.combat.session.fight_session import FightSession
from desktop.window.combat.session.preferences import Preferences
from desktop.window.widgets.paint import tints


class Viewpoint:
    """What the panel looks at. Two views of a fight can look at different combatants."""

    def __init__(self, session: FightSession) -> None:
        self._session = session
        self.looked_at: str | None = None
        """A combatant that the game master looks at; None follows the fight."""
        self.last_actor: str | None = None
        """Who did something last in this view."""

    def ready(self) -> frozenset[str]:
        """The ids of those that may be chosen to act, without the combatant on turn."""
        return frozenset(self._session.acting) - {"", self._session.fight.state.turn}

    def focus(self) -> str | None:
        """Whose options are shown; None while an actor is to be chosen."""
        turn = self._session.fight.state.turn
        if self.looked_at is not None:
            return self.looked_at
        if turn is not None:
            return turn
        acting = self._session.acting
        if len(acting) == len(set(acting)) > 1:  # several can do only this: be chosen to act
            return None
        ready = self.ready()
        offered = [o for o in self._session.turn_options if o.actor in ready]
        # Somebody who can only step in waits: the fight goes on with the others.
        actors = [o.actor for o in offered if o.group in ("actions", "turn")]
        if self.last_actor in actors:
            return self.last_actor
        attackers = [o.actor for o in offered if o.section == "attack" and not o.why_not]
        able = [actor for actor in actors if actor in attackers]  # before who can only move
        return next(iter(able or actors or [o.actor for o in offered]), None)

    def actor(self) -> str | None:
        """For whom a behaviour would act: the combatant looked at if it may, else that on turn."""
        turn = self._session.fight.state.turn
        if turn is not None:
            return self.looked_at if self.looked_at in self.ready() else turn
        actors = (o.actor for o in self._session.turn_options if o.actor and not o.out_of_turn)
        return self.focus() or next(actors, None)

    def main_option(self) -> Option | None:
        """The option that moves the fight on: that of the combatant looked at, else the first."""
        mains = [o for o in self._session.turn_options if o.main and not o.why_not]
        focus = self.focus()
        mine = [o for o in mains if o.actor == focus]
        return next(iter(mine or mains), None)

    def declared(self) -> Option | None:
        """The option that does what the one on turn has declared; None where nothing was."""
        main = self.main_option()
        return main if main is not None and main.group == "actions" else None

    def shown(self, overruling: bool, why: str) -> list[Option]:
        """The options on the buttons; when overruling, also those that the rules do not offer.

        ``why`` is the reason that these show.
        """
        focus = self.focus()
        if focus is None:
            return [o for o in self._session.turn_options if not o.out_of_turn]
        options = [*self._session.options_of(focus), *self._session.options_of("")]
        if overruling:
            options += self.unoffered(focus, options, why)
        main = self.main_option()
        # What was declared is done by the main button, and can be changed by its own; what has a
        # letter of its own, as to activate somebody, keeps it.
        return [o for o in options if o is not main or o.group == "actions" or o.key != "Space"]

    def unoffered(self, id: str, offered: Sequence[Option], why: str) -> list[Option]:
        """What the rules do not offer a combatant now, for a game master who overrules them."""
        fight, known = self._session.fight, {option.action for option in offered}
        return [
            fight.rules.option(fight.state, fight.state[id], action, why_not=why, key="")
            for action in fight.rules.actions
            if action.id and action.id not in known
        ]

    def next_to_act(self, by: int) -> str | None:
        """Who comes ``by`` places after the focus, of all who can do something now."""
        acting = self.ready() | {self._session.fight.state.turn}
        actors = (o.actor for o in self._session.turn_options)
        waiting = list(dict.fromkeys(actor for actor in actors if actor in acting))
        if not waiting:
            return None
        focus = self.focus()
        if focus not in waiting:
            return waiting[0 if by > 0 else -1]
        return waiting[(waiting.index(focus) + by) % len(waiting)]

    def follow(self) -> None:
        """Looks away from a combatant that has nothing left to do."""
        if self.looked_at not in self.ready():
            self.looked_at = None

    def others(self) -> list[str]:
        """The ids of those whose options can be looked at instead; empty without a choice.

        The last of several who share a turn still stands there: what is below keeps its place.
        """
        turn, focus = self._session.fight.state.turn, self.focus()
        acting = dict.fromkeys(actor for actor in self._session.acting if actor)
        if focus is None or (turn and set(acting) <= {focus} and focus in (turn, *acting)):
            return []
        return list(dict.fromkeys(id for id in (turn, *acting, focus) if id))


class Combatants:
    """Who is in a fight, and how they are shown. The sides of its beginning keep their colours when
    others come."""

    def __init__(self, session: FightSession, preferences: Preferences) -> None:
        self._fight, self._portraits = session.fight, session.portraits
        self._preferences = preferences
        self._tints_of: tuple[State[Any] | None, Mapping[str, int]] = (None, {})
        """The state asked about last, and its colours: a form asks for each of its chips."""

    @property
    def _tints(self) -> Mapping[str, int]:
        state, first = self._fight.state, self._fight.first
        if self._tints_of[0] is not state:
            everybody = [*first.combatants.values(), *state.combatants.values()]
            self._tints_of = (state, tints(combatant.side for combatant in everybody))
        return self._tints_of[1]

    def tint(self, value: Any) -> int | None:
        """The colour number of a combatant's side; None for any other value."""
        if not isinstance(value, str):
            return None
        combatant = self._fight.state.combatants.get(value)
        return self._tints.get(combatant.side, 1) if combatant else None

    def name_of(self, id: str) -> str:
        """The name of a combatant; an unknown id stays as it is."""
        combatant = self._fight.state.combatants.get(id)
        return combatant.name if combatant else id

    def tint_of(self, id: str) -> int:
        """The colour number of a combatant's side."""
        return self._tints.get(self._fight.state[id].side, 1)

    def face_of(self, id: str) -> QPixmap | None:
        """The portrait of a combatant, where there is one."""
        return self._portraits.face_of(self._fight.state[id].name)

    def standing(self, id: str) -> display.Standing:
        """Whether a combatant is out, has acted, or may act; before the beginning all may."""
        if self._fight.begun:
            return self._fight.rules.standing(self._fight.state, id)
        return "out" if self._fight.state[id].out else "ready"

    def at_a_glance(self, id: str) -> tuple[display.Vital, ...]:
        """The vitals of a combatant in the terms that lead. Raises SystemFailed."""
        vitals = contract.at_a_glance(self._fight.rules, self._fight.state, id)
        return display.in_terms(vitals, self._preferences.terms)

    def names(self) -> dict[str, str]:
        """The names of all combatants, by id."""
        return {id: combatant.name for id, combatant in self._fight.state.combatants.items()}

    def offer(self, field: Field) -> Field:
        """A field for combatants that brings no choices offers everybody."""
        if field.kind not in ("combatant", "combatants") or field.choices:
            return field
        everybody: Sequence[Any] = list(self._fight.state.combatants.values())
        return replace(field, choices=combatant_choices(everybody))
