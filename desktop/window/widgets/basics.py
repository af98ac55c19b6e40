"""What all rooms use: labels and buttons of plain text, places in forms, layouts, wheel, drag."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import fill

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import QMargins, QMimeData, QSize, Signal

from desktop.window.widgets import theme
from desktop.window.widgets.language import rule_mark, tr

PLAIN_TEXT = 0
"""``Qt.TextFormat.PlainText`` as a number: Qt makes all of its names for Python when the first of
them is asked for, which is a tenth of the time to the first paint.
"""


TIP_WIDTH = 80
"""Letters in a line of a tooltip."""

MARKUP = re.compile("[<&]")
WORD_JOINER = "\u2060"
"""Is not drawn; after a ``<`` it makes sure that Qt sees no tag."""

KEYS = re.compile(r"(?:(?:Ctrl|Alt|Shift)\+)+(?:\w+|[^\s,)])|^Space$")


def native_keys(text: str) -> str:
    """A text with its keys named as this desktop names them: Ctrl+Z is ⌘Z on macOS."""
    native = QtGui.QKeySequence.SequenceFormat.NativeText
    # What is no key to Qt stands as it is: a list in Polish says "Alt+lewo".
    return KEYS.sub(lambda keys: QtGui.QKeySequence(keys[0]).toString(native) or keys[0], text)


def plain(label: QtWidgets.QLabel) -> None:
    """Never reads the label's text as markup."""
    label.setProperty("textFormat", PLAIN_TEXT)


def label(text: str = "", *classes: str, wrap: bool = False, name: str = "") -> QtWidgets.QLabel:
    """A label that never reads its text as markup."""
    made = QtWidgets.QLabel()
    plain(made)
    made.setText(text)
    made.setWordWrap(wrap)
    if classes:
        theme.dress_new(made, *classes)
    if name:
        made.setObjectName(name)
    return made


def tip(widget: QtWidgets.QWidget, text: str) -> None:
    """A tooltip that shows its text as it is."""
    widget.setToolTip(as_tip(text))


def announce(widget: QtWidgets.QWidget, words: str) -> None:
    """A screen reader says this now, wherever the focus is."""
    QtGui.QAccessible.updateAccessibility(QtGui.QAccessibleAnnouncementEvent(widget, words))


def as_tip(text: str) -> str:
    """The text for a tooltip: in lines that are not too long, and never taken for markup.

    It has no markup of its own, since a screen reader reads tooltips aloud as they are.
    """
    lines = (
        fill(line, TIP_WIDTH, break_on_hyphens=False) for line in native_keys(text).split("\n")
    )
    return MARKUP.sub(f"\\g<0>{WORD_JOINER}", "\n".join(lines))


def button(text: str, *classes: str, name: str = "", about: str = "") -> QtWidgets.QPushButton:
    """A button; ``about`` is what a screen reader says where the text alone is too little."""
    made = QtWidgets.QPushButton(text.replace("&", "&&"))
    made.setAutoDefault(False)
    if classes:
        theme.dress_new(made, *classes)
    if name:
        made.setObjectName(name)
    made.setAccessibleName(about or text)
    return made


class RuleLink(QtWidgets.QPushButton):
    """A rule's number that opens the rule's text; ``§18`` where ``walka-18`` has no room."""

    asked = Signal(str)

    def __init__(
        self, parent: QtWidgets.QWidget | None = None, number: str = "", *, bare: bool = True
    ) -> None:
        """``bare``: where there is no room for ``§18`` it is ``18``."""
        super().__init__(parent)
        self._bare = bare
        self._say(number)
        self.setAutoDefault(False)
        self.setCursor(QtCore.Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QtWidgets.QSizePolicy.Policy.Maximum, QtWidgets.QSizePolicy.Policy.Fixed)
        theme.dress_new(self, "rule")
        self.clicked.connect(lambda: self.asked.emit(self.number))

    def show_rule(self, number: str) -> None:
        """Shows another rule number."""
        self._say(number)
        self.setVisible(bool(number))
        self.updateGeometry()

    def _say(self, number: str) -> None:
        self.number, self._said = number, rule_mark(number)
        self.setText(self._said)
        self.setAccessibleName(tr("Rule {number}", number=self._said))

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        """Enter opens it, as in every list."""
        if event.key() in (QtCore.Qt.Key.Key_Return, QtCore.Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        return self._size_of(self._said)

    def minimumSizeHint(self) -> QSize:
        return self._size_of(self._written[-1])

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        fits = (text for text in self._written if self.width() >= self._size_of(text).width())
        self.setText(next(fits, self._written[-1]))

    @property
    def _written(self) -> tuple[str, ...]:
        """How it can be written, the longest first."""
        short = self._said.rpartition("-")[2]
        return self._said, f"§{short}", *([short] if self._bare else ())

    def _size_of(self, text: str) -> QSize:
        """The size with this text in the place of the one that is shown."""
        metrics, hint = self.fontMetrics(), super().sizeHint()
        more = metrics.horizontalAdvance(text) - metrics.horizontalAdvance(self.text())
        return QSize(hint.width() + more, hint.height())


class PressedByEnter(QtWidgets.QDialog):
    """A dialog in which Enter presses the button that has the keys, and no other: it may be meant
    for what was there before."""

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        """See the class."""
        if event.key() not in (QtCore.Qt.Key.Key_Return, QtCore.Qt.Key.Key_Enter):
            super().keyPressEvent(event)
        elif isinstance(button := self.focusWidget(), QtWidgets.QPushButton):
            button.click()


def row(
    *widgets: QtWidgets.QWidget | None,
    spacing: int = 8,
    grows: QtWidgets.QWidget | None = None,
    top: bool = False,
) -> QtWidgets.QHBoxLayout:
    """Widgets side by side; None is a stretch. One of them ``grows`` into what room is left; with
    ``top`` the others stand beside its first line."""
    made = QtWidgets.QHBoxLayout()
    made.setSpacing(theme.px(spacing))
    made.setContentsMargins(0, 0, 0, 0)
    for widget in widgets:
        if widget is None:
            made.addStretch(1)
        elif top and widget is not grows:
            made.addWidget(widget, 0, QtCore.Qt.AlignmentFlag.AlignTop)
        else:
            made.addWidget(widget, int(widget is grows))
    return made


def clear(layout: QtWidgets.QLayout) -> None:
    """Removes and deletes everything in a layout."""
    while (item := layout.takeAt(0)) is not None:
        widget, inner = item.widget(), item.layout()
        if widget is not None:
            widget.hide()
            widget.setParent(None)
            widget.deleteLater()
        elif inner is not None:
            clear(inner)


def items_of(list: QtWidgets.QListWidget) -> Iterator[QtWidgets.QListWidgetItem]:
    """What stands in a list, from its top."""
    return map(list.item, range(list.count()))


def tight(layout: QtWidgets.QBoxLayout, spacing: int = 0) -> QtWidgets.QBoxLayout:
    """The same layout without margins."""
    layout.setContentsMargins(QMargins())
    layout.setSpacing(theme.px(spacing))
    return layout


def say(label: QtWidgets.QLabel, text: str) -> None:
    """Shows a text; an empty one hides the label."""
    label.setText(text)
    label.setVisible(bool(text))


class Sentence(QtWidgets.QLabel):
    """Says something, and is hidden while there is nothing to be said."""

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.hide()

    say = say


class RefusalLabel(Sentence):
    """Says what is refused."""


class FormPlace(QtWidgets.QWidget):
    """Where a card wants the form of what is chosen."""

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = tight(QtWidgets.QVBoxLayout(self))

    def put(self, form: QtWidgets.QWidget) -> None:
        """Shows a form here, below those that are here."""
        # Its least height is that of lines that wrap at the least width: what is left is below.
        self._column.addWidget(form, alignment=QtCore.Qt.AlignmentFlag.AlignTop)

    def drop(self, form: QtWidgets.QWidget) -> None:
        """Takes a form away for good."""
        self._column.removeWidget(form)
        form.hide()
        form.deleteLater()


NOTCH = 120
"""What Qt tells of one notch, in eighths of a degree."""


class Notches:
    """Counts notches up and down. A touchpad sends them in small parts, and sideways turns too."""

    def __init__(self) -> None:
        self._part = 0

    def turned(self, event: QtGui.QWheelEvent) -> int:
        """How many whole notches the wheel has been turned up by now; less than 0 is down."""
        self._part += event.angleDelta().y()
        whole = int(self._part / NOTCH)
        self._part -= whole * NOTCH
        return whole


MIME = "application/x-fraydesk-item"


def dragged(kind: str, id: int) -> QMimeData:
    """What is dragged: something of the campaign."""
    import json  # not before the first paint

    data = QMimeData()
    data.setData(MIME, json.dumps([kind, id]).encode())
    return data


def dragged_from(data: QMimeData) -> tuple[str, int]:
    """The kind and the id of what is dragged; an empty kind where it is nothing of ours."""
    if not data.hasFormat(MIME):
        return "", 0
    import json

    kind, id = json.loads(bytes(data.data(MIME).data()) or b'["", 0]')
    return str(kind), int(id)
