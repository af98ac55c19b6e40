"""What if: the encounter as it is, and with one thing changed each, side by side.

All are played with the same dice, fight for fight, so what does not change falls the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from PySide6.QtWidgets import QLabel, QWidget

from desktop.encounter.behaviours import behaviours
from desktop.encounter.script import ScriptError
from desktop.encounter.simulate.forecast import Forecast
from desktop.encounter.simulate.variation import AS_IT_IS, Variation, armour_of, varied
from desktop.encounter.tactician import TACTICIAN
from desktop.forms.what_if import Ui_WhatIfForm
from desktop.languages import OWN_TERMS, Language
from desktop.rules import contract, names
from desktop.rules.state import PLAYERS, side_in_words
from desktop.window.forecast import pictures, player
from desktop.window.widgets import basics, theme
from desktop.window.widgets.language import in_words, tr

FIGHTS = 400
"""Fights of each variation."""

KINDS = 4
"""The most kinds of combatants of which one more is tried."""

MOST = 14
"""Rows; more would not fit the screen."""


def variations(
    script: Mapping[str, Any], rules: contract.Rules[Any], terms: Language
) -> Iterator[Variation]:
    """What can be changed about an encounter, each named as it is shown."""
    combatants: list[Mapping[str, Any]] = list(script["combatants"])
    sides = list(dict.fromkeys(combatant["side"] for combatant in combatants))
    sides.sort(key=lambda side: side == PLAYERS)
    others = [combatant for combatant in combatants if combatant["side"] != PLAYERS]
    kinds = {_kind(combatant): combatant for combatant in reversed(others)}
    kinds_by_name = Counter(_unnumbered(combatant) for combatant in kinds.values())
    for combatant in [*reversed(kinds.values())][:KINDS]:
        name = str(combatant["sheet"].get("name", combatant["id"]))
        kind = _unnumbered(combatant)
        alone = kind and kinds_by_name[kind] == 1
        more = tr("One more: {name}", name=kind if alone else name)
        yield Variation(name=more, more={combatant["id"]: 1})
        if sum(other["side"] == combatant["side"] for other in combatants) > 1:
            yield Variation(name=tr("Without: {name}", name=name), without=[combatant["id"]])
    worn = armour_of(rules)
    for side in sides:
        if worn and any(
            combatant["sheet"].get(worn) for combatant in combatants if combatant["side"] == side
        ):
            name = tr("{side}: no armour", side=in_words(side_in_words(side)))
            yield Variation(name=name, without_armour=[side])
    for side in sides:
        name = tr("{side}: surprise", side=in_words(side_in_words(side)))
        yield Variation(name=name, surprised=[side])
    for id, policy in behaviours(rules).items():
        # Far slower than a system's own, so it is asked for on the command line.
        if id != TACTICIAN:
            what = contract.option_word(policy, terms)
            name = tr("{side}: {behaviour}", side=in_words(side_in_words(sides[0])), behaviour=what)
            yield Variation(name=name, policies={sides[0]: id})


def _points(change: float) -> str:
    """A change of a chance: ``+12 points``."""
    whole = round(change)
    if not whole:
        return tr("as it is")
    sign = "+" if whole > 0 else "−"
    return tr("{sign}{count} point", "{sign}{count} points", count=abs(whole), sign=sign)


def _kind(combatant: Mapping[str, Any]) -> str:
    """The same for all who have the same sheet but for the number behind the name."""
    return str({**combatant["sheet"], "name": _unnumbered(combatant)})


def _unnumbered(combatant: Mapping[str, Any]) -> str:
    return names.unnumbered(str(combatant["sheet"].get("name", "")))


class WhatIfDialog(player.ForecastDialog):
    """Plays one variation after the other, and shows how each side's chance changes."""

    def __init__(
        self,
        parent: QWidget | None,
        script: Mapping[str, Any],
        rules: contract.Rules[Any],
        terms: Language = OWN_TERMS,
    ) -> None:
        super().__init__(parent)
        self.ui = Ui_WhatIfForm(self)
        self._script = script
        self.rows: list[tuple[Variation, pictures.ChanceBar, QLabel]] = []
        self._base: Forecast | None = None
        for variation in [AS_IT_IS, *variations(script, rules, terms)][:MOST]:
            self._add(variation)
        self._at = -1
        about = tr("All have the same dice. The number is the change for one side: {side}.",
                   side=in_words(side_in_words(self._side)))  # fmt: skip
        self.ui.about.setText(about)
        self.resize(self.width(), 120 + 34 * len(self.rows))
        self.player.grew.connect(self._show)
        self.player.finished.connect(self._finish)
        self.player.failed.connect(self._refuse)
        self._next()

    @property
    def _side(self) -> str:
        sides = [str(combatant["side"]) for combatant in self._script["combatants"]]
        return PLAYERS if PLAYERS in sides else sides[0]

    def _add(self, variation: Variation) -> None:
        name = variation.name or tr("As it is")
        bar = pictures.ChanceBar(height=24)
        change = basics.label("", "strong")
        change.setFixedWidth(theme.px(92))
        row = len(self.rows)
        title = basics.label(name, *(["strong"] if not row else []))
        title.setFixedWidth(theme.px(280))
        for place, widget in enumerate((title, bar, change)):
            self.ui.grid.addWidget(widget, row, place)
        self.rows.append((variation, bar, change))

    def _next(self) -> None:
        self._at += 1
        if self._at == len(self.rows):
            self.ui.note.setText(
                tr("{count} fight each", "{count} fights each", count=FIGHTS) if self._base else ""
            )
            return
        variation, _, _ = self.rows[self._at]
        self.ui.note.setText(tr("playing: {done} of {all}…", done=self._at + 1, all=len(self.rows)))
        try:
            opening = varied(self._script, variation)
        except ScriptError as error:
            self._refuse(in_words(error.words))
            return
        self.player.play(opening, FIGHTS)

    def _show(self, forecast: Forecast) -> None:
        _, bar, _ = self.rows[self._at]
        bar.show_forecast(forecast)

    def _finish(self, forecast: Forecast) -> None:
        _, _, change = self.rows[self._at]
        if self._base is None:
            self._base = forecast
        else:
            change.setText(_points(100 * (self._standing(forecast) - self._standing(self._base))))
        self._next()

    def _standing(self, forecast: Forecast) -> float:
        """The chance of the side to win, or to be ahead where nobody wins."""
        return forecast.wins_of(self._side).p + forecast.ahead_of(self._side).p

    def _refuse(self, why: str) -> None:
        """What cannot be played says why, and the others go on."""
        _, bar, change = self.rows[self._at]
        change.setText("–")
        basics.tip(bar, why)
        bar.setAccessibleName(why)
        self._next()
