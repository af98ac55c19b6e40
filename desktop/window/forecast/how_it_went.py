"""How a fight went against its odds, person by person, and where it turned."""

from __future__ import annotations

from PySide6 import QtWidgets
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter

from desktop.encounter.fight import Fight
from desktop.encounter.simulate.course import script_at
from desktop.encounter.simulate.forecast import Forecast
from desktop.encounter.simulate.opening import opening
from desktop.encounter.statistics import Statistics, Tally
from desktop.forms.from_here import Ui_FromHereForm
from desktop.forms.how_it_went import Ui_HowItWentForm
from desktop.rules.state import side_in_words
from desktop.rules.text import Text, as_percent
from desktop.window.forecast.course import CourseView
from desktop.window.forecast.player import ForecastDialog, Player, without_waves
from desktop.window.widgets import basics, paint, theme
from desktop.window.widgets.language import chosen, decimal, in_words, tr
from desktop.window.widgets.paint import tints

TALLY = Qt.ItemDataRole.UserRole + 1
"""Of a cell with a bar: how much there was, how much was expected, and the most of the column."""
TINT = Qt.ItemDataRole.UserRole + 2
"""The number of the colour of the side."""

BAR = 6.0
WIDEST = 320
"""Pixels of a column; names have up to a hundred letters."""


class HowItWentDialog(ForecastDialog):
    """A row for everybody who attacked or suffered anything; below it the course of the chance."""

    def __init__(self, parent: QtWidgets.QWidget | None, fight: Fight) -> None:
        super().__init__(parent)
        self.ui = Ui_HowItWentForm(self)
        self.statistics: Statistics | None = None
        self._damage = in_words(fight.rules.marks["damage"])
        outcome, over = fight.outcome, tr("The fight is not over.")
        self.ui.outcome.setText(in_words(outcome.text) if outcome else over)
        self.ui.table.setItemDelegate(TallyDelegate(self.ui.table))
        header = self.ui.table.horizontalHeader()
        for sections in (header, self.ui.table.verticalHeader()):
            sections.setSectionResizeMode(QtWidgets.QHeaderView.ResizeMode.ResizeToContents)
        header.setMaximumSectionSize(theme.px(WIDEST))
        header.setSectionResizeMode(header.count() - 1, QtWidgets.QHeaderView.ResizeMode.Stretch)
        self.course: CourseView = self.ui.course
        self.course.open(fight, self.player)

    def show_progress(self, done: int, of: int) -> None:
        """How many of the steps are looked at."""
        self.ui.progress.setRange(0, of)
        self.ui.progress.setValue(done)

    def show_statistics(self, statistics: Statistics) -> None:
        """Shows everybody, once all odds are worked out."""
        self.statistics = statistics
        self.ui.progress.hide()
        fill(self.ui.table, statistics)
        said = [
            tr("In brackets, and as a line on the bar: what was to be expected by the odds before "
               "each roll. Luck: better than this share of all fights with these attacks."),
            tr("An action is one attack, however many shots it has; blows and shots while somebody "
               "else acts count only as taken. Dealt and taken: {what}.", what=self._damage),
        ]  # fmt: skip
        if not statistics.active:
            said = [tr("Nobody has attacked yet.")]
        if statistics.estimated:
            said.append(tr("{count} step is estimated.", "{count} steps are estimated.",
                           count=statistics.estimated))  # fmt: skip
        if statistics.unknown:
            said.append(tr("{count} step is left out: its odds cannot be worked out.",
                           "{count} steps are left out: their odds cannot be worked out.",
                           count=statistics.unknown))  # fmt: skip
        self.ui.note.setText(" ".join(said))


class Cell(QtWidgets.QTableWidgetItem):
    """A cell that is sorted by its number, whatever its words are."""

    def __init__(self, words: str, number: float) -> None:
        super().__init__(words)
        self.number = number

    def __lt__(self, other: QtWidgets.QTableWidgetItem) -> bool:
        return self.number < other.number if isinstance(other, Cell) else super().__lt__(other)


def fill(table: QtWidgets.QTableWidget, statistics: Statistics) -> None:
    """Fills the table with those who attacked or suffered anything."""
    people = statistics.active
    numbers = tints(person.side for person in statistics.people)
    most = {
        name: max(
            (max(t.reached, t.expected) for t in (getattr(p, name) for p in people)), default=0
        )
        for name in ("outs", "dealt", "taken")
    }
    table.setSortingEnabled(False)
    table.setRowCount(len(people))
    for row, person in enumerate(people):
        luck, dice = person.luck, person.dice_in_words(chosen())
        cells: list[QtWidgets.QTableWidgetItem] = [
            QtWidgets.QTableWidgetItem(person.name),
            Cell(str(person.attacks), person.attacks),
            _tally(person.hits, person.attacks),
            Cell(
                "" if luck is None else tr("better than {p}", p=as_percent(min(luck, 0.99))),
                -1 if luck is None else luck,
            ),
            _tally(person.outs, most["outs"]),
            _tally(person.dealt, most["dealt"]),
            _tally(person.taken, most["taken"]),
            QtWidgets.QTableWidgetItem(", ".join(dice)),
        ]
        for column, cell in enumerate(cells):
            cell.setData(TINT, numbers[person.side])
            table.setItem(row, column, cell)
        cells[0].setToolTip(basics.as_tip(f"{person.name}, {in_words(side_in_words(person.side))}"))
        cells[-1].setToolTip(basics.as_tip("\n".join(dice)))
    # In the order of the fight, until a heading is clicked.
    table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.DescendingOrder)
    table.setSortingEnabled(True)


def _tally(tally: Tally, most: float) -> Cell:
    cell = Cell(f"{tally.reached} ({decimal(tally.expected, 1)})", tally.reached)
    cell.setTextAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
    cell.setData(TALLY, (tally.reached, float(tally.expected), most))
    return cell


class TallyDelegate(QtWidgets.QStyledItemDelegate):
    """Paints a bar under a number, and on it a line where it was expected to end."""

    def sizeHint(self, option: QtWidgets.QStyleOptionViewItem, index: paint.Index) -> QSize:
        size = super().sizeHint(option, index)
        high = QFontMetrics(option.font).height() + theme.px(BAR + 10)
        return QSize(size.width() + 12, max(size.height(), high))

    def paint(
        self, painter: QPainter, option: QtWidgets.QStyleOptionViewItem, index: paint.Index
    ) -> None:
        tally = index.data(TALLY)
        super().paint(painter, option, index)
        if tally is None:
            return
        reached, expected, most = tally
        colours = theme.current_colours()
        with paint.row(painter, option) as (area, _):
            track = QRectF(5, area.bottom() - BAR - 4, area.width() - 10, BAR)
            paint.box(painter, track, colours.well, radius=BAR / 2)
            if most > 0:
                bar = QRectF(track.x(), track.y(), track.width() * min(reached / most, 1), BAR)
                if bar.width() >= 1:
                    paint.box(painter, bar, colours.tint(index.data(TINT)), radius=BAR / 2)
                at = track.x() + track.width() * min(expected / most, 1)
                painter.fillRect(QRectF(at - 1, track.y() - 2, 2, BAR + 4), colours.ink)


FIGHTS = 600
"""Fights from here on."""


class FromHereDialog(ForecastDialog):
    """First the forecast from here; then, step by step, the chance as it was."""

    def __init__(self, parent: QtWidgets.QWidget | None, fight: Fight) -> None:
        super().__init__(parent)
        self.ui = Ui_FromHereForm(self)
        self._left_out = without_waves(wave.name for wave in fight.waves_to_come())
        self.course: CourseView = self.ui.course
        self.course.open(fight, Player(self))
        self.course.setVisible(fight.begun)
        self.player.grew.connect(self._show)
        self.player.finished.connect(self.course.start_beside)
        self.player.failed.connect(self.ui.note.setText)
        if fight.begun and fight.outcome:
            ui = self.ui
            for picture in (ui.bar, ui.survival_title, ui.survival, ui.rounds_title, ui.rounds):
                picture.hide()
            ui.note.setText(in_words(Text("The fight is over: {text}", text=fight.outcome.text)))
            self.course.start()
        else:
            self.player.play(opening(script_at(fight, fight.cursor), check=False), FIGHTS)

    def _show(self, forecast: Forecast) -> None:
        for picture in (self.ui.bar, self.ui.survival, self.ui.rounds):
            picture.show_forecast(forecast)
        played = tr("{count} fight", "{count} fights", count=forecast.fights)
        self.ui.note.setText(" · ".join(filter(None, (played, self._left_out))))
