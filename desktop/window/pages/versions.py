"""The versions of a sheet: what changed between any two of them, in words, and the way back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QDateTime, QLocale, Qt
from PySide6.QtWidgets import QComboBox, QDialog, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from desktop.library.records import SheetVersion
from desktop.rules.contract import Rules
from desktop.rules.differences import Difference, differences
from desktop.rules.fields import fields_of
from desktop.window.widgets.basics import button, label, row
from desktop.window.widgets.language import tr


def changed_between(
    rules: Rules[Any], before: SheetVersion, after: SheetVersion, english: bool
) -> list[Difference]:
    """All that differs between two versions, the portrait too."""
    found = differences(
        fields_of(rules.sheet),
        before.sheet,
        after.sheet,
        lambda native, in_english: in_english if english else native,
    )
    if before.portrait != after.portrait:
        was = tr("a picture") if before.portrait else ""
        now = (tr("another picture") if was else tr("a picture")) if after.portrait else ""
        found.append(Difference((tr("Portrait"),), was, now))
    return found


class VersionsDialog(QDialog):
    """Two versions to compare, the one that stands and the one before it at first."""

    def __init__(
        self,
        parent: QWidget,
        rules: Rules[Any],
        versions: Sequence[SheetVersion],
        standing: int,
        go_to: Callable[[int], object],
        *,
        english: bool = False,
    ) -> None:
        """``go_to`` is given the revision to go back to."""
        super().__init__(parent)
        self.setWindowTitle(tr("Versions"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._rules, self._standing, self._go_to = rules, standing, go_to
        self._english = english
        self._versions = {version.revision: version for version in versions}
        self.before, self.after = QComboBox(), QComboBox()
        for box, name in ((self.before, tr("From")), (self.after, tr("To"))):
            box.setAccessibleName(name)
            box.setSizePolicy(box.sizePolicy().Policy.Expanding, box.sizePolicy().Policy.Fixed)
            for version in reversed(versions):
                box.addItem(self._said(version), version.revision)
            box.currentIndexChanged.connect(self._compare)
        self.tree = QTreeWidget()
        self.tree.setAccessibleName(tr("What is different"))
        self.tree.setHeaderLabels([tr("Value"), tr("Before"), tr("After")])
        self.tree.setRootIsDecorated(False)
        self.tree.setWordWrap(True)
        self.same = label(tr("Nothing is different."), "muted")
        self.back = button(tr("Go back to the first of them"))
        self.back.clicked.connect(self._go_back)
        close = button(tr("Close"))
        close.clicked.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(
            row(label(tr("From"), "muted"), self.before, label(tr("to"), "muted"), self.after)
        )
        column.addWidget(self.tree, 1)
        column.addWidget(self.same)
        column.addLayout(row(self.back, None, close))
        now = self._versions[standing]
        self._choose(self.before, standing if now.parent is None else now.parent)
        self._choose(self.after, standing)
        self._compare()
        self.resize(820, 520)

    def _said(self, version: SheetVersion) -> str:
        when = QDateTime.fromSecsSinceEpoch(int(version.changed.timestamp()))
        at = QLocale().toString(when, "d MMM yyyy, hh:mm:ss")
        if version.revision == self._standing:
            return tr("{number} · {at} · as it is now", number=version.revision, at=at)
        return tr("{number} · {at}", number=version.revision, at=at)

    @staticmethod
    def _choose(box: QComboBox, revision: int) -> None:
        box.setCurrentIndex(box.findData(revision))

    def _compare(self) -> None:
        before, after = (self._versions[box.currentData()] for box in (self.before, self.after))
        found = changed_between(self._rules, before, after, self._english)
        self.tree.clear()
        for one in found:
            words = [" · ".join(one.place), one.before or "–", one.after or "–"]
            line = QTreeWidgetItem(self.tree, words)
            line.setData(0, Qt.ItemDataRole.AccessibleTextRole, " ".join(words))
        for column in range(2):
            self.tree.resizeColumnToContents(column)
            self.tree.setColumnWidth(column, min(self.tree.columnWidth(column) + 12, 300))
        self.same.setVisible(not found)
        self.back.setEnabled(before.revision != self._standing)

    def _go_back(self) -> None:
        self.accept()
        self._go_to(self.before.currentData())
