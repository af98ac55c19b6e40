"""The chance of a side after each step of a fight, and where the fight turned.

It is worked out on demand, in the background; what is known is kept with the fight.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QWidget

from desktop.encounter.fight import Fight
from desktop.encounter.script import Course
from desktop.encounter.simulate import course
from desktop.encounter.simulate.forecast import WHO_IS_AHEAD, Forecast
from desktop.encounter.simulate.opening import opening
from desktop.forms.course import Ui_CourseForm
from desktop.rules.state import side_in_words
from desktop.rules.text import as_percent
from desktop.window.forecast.player import Player
from desktop.window.widgets.language import in_words, tr

FIGHTS = 60
"""Fights from each step: ± 12 points at most, enough to see where a fight turned."""


class CourseView(QWidget):
    """A line of chances, what happened where it turned, and a button that works it out."""

    kept = Signal(object)
    """The :class:`Course` that is known now, after some of it was worked out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.ui = Ui_CourseForm(self)
        self._at: int | None = None
        self._course: Course | None = None
        self._failure = ""

    def open(self, fight: Fight, player: Player) -> None:
        """Shows the chances of a fight. ``player`` plays nothing else while they are worked out."""
        self._fight, self.player = fight, player
        self._steps = len(fight.journal)
        side = in_words(side_in_words(course.side_of(fight)))
        self.ui.title.setText(tr("The chance step by step: {side}", side=side))
        player.finished.connect(self._take)
        player.failed.connect(self._fail)
        self._show()

    @property
    def working(self) -> bool:
        """Whether chances are being worked out."""
        return self._at is not None

    def start(self) -> None:
        """Works out what is not known yet; the latest steps first, they are asked about most."""
        self._course = None
        self._failure = ""
        self._next()

    def start_beside(self, here: Forecast) -> None:
        """The same, where the chance from here is known already, and from more fights."""
        if self._fight.begun:
            chance = course.chance_of(here, course.side_of(self._fight))
            self.kept.emit(course.keep_chance(self._fight, self._fight.cursor, chance))
        self.start()

    def stop(self) -> None:
        """Leaves the rest; what was worked out is kept."""
        if self.working:
            self.player.stop()
        self._at = None
        self._show()
        if self._course is not None:
            self.kept.emit(self._course)
            self._course = None

    def _next(self) -> None:
        left = course.missing(self._fight) if self._fight.begun else []
        if not left or len(self._fight.journal) != self._steps:
            self.stop()
            return
        self._at = left[-1]
        self._show()
        self.player.play(opening(course.script_at(self._fight, self._at), check=False), FIGHTS)

    def _take(self, forecast: Forecast) -> None:
        if self._at is not None:
            chance = course.chance_of(forecast, course.side_of(self._fight))
            self._course = course.keep_chance(self._fight, self._at, chance)
            self._next()

    def _fail(self, why: str) -> None:
        if self.working:
            self._failure = why
            self.stop()

    def _show(self) -> None:
        known = course.stretches(self._fight)
        left = len(course.missing(self._fight)) if self._fight.begun else 0
        turns = course.turning_points(self._fight, known)
        said = tr("The chance after each step: {chances}",
                  chances=", ".join(as_percent(p) for part in known for _, p in part))  # fmt: skip
        self.ui.line.show_stretches(known, self._fight.cursor, [turn.steps for turn in turns], said)
        self.ui.line.setVisible(bool(known))
        self.ui.turns.say("\n".join(
            tr("{round}: {before} → {after} · {what}",
               round=in_words(self._fight.rules.round_named(turn.round)), what=in_words(turn.what),
               before=as_percent(turn.before), after=as_percent(turn.after))
            for turn in turns
        ))  # fmt: skip
        notes = [self._failure] if self._failure else []
        if known and left and not (self.working or notes):
            notes.append(tr("Steps after which the chance is not known yet: {count}.", count=left))
        if known and (outcome := self._fight.outcome) and outcome.winner is None:
            notes.append(in_words(WHO_IS_AHEAD))
        if known and not notes:
            notes.append(tr("{count} fight from each step: some points more or less mean nothing.",
                            "{count} fights from each step: some points more or less mean nothing.",
                            count=FIGHTS))  # fmt: skip
        self.ui.note.say(" ".join(notes))
        of = len(course.stations(self._fight))
        self.ui.progress.setRange(0, of)
        self.ui.progress.setValue(of - left)
        self.ui.progress.setVisible(self.working)
        self.ui.stop_button.setVisible(self.working)
        self.ui.work_out_button.setVisible(bool(left) and not self.working)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.stop()
