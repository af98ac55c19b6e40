"""The versions of a sheet: what changed between any two of them, in words, and the way back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QDateTime, QLocale, Qt
from PySide6.QtWidgets import QComboBox, QDialog, QTreeWidgetItem, QWidget

from desktop.forms.versions_dialog import Ui_VersionsDialogForm
from desktop.library.records import SheetVersion
from desktop.rules.contract import Rules
from desktop.rules.differences import Difference, differences
from desktop.rules.fields import fields_of
from desktop.window.widgets.language import tr


def changed_between(
    rules: Rules[Any], before: SheetVersion, after: SheetVersion, english: bool
) -> list[Difference]:
    """All that differs between two versions, the portrait too."""
    changes = differences(
        fields_of(rules.sheet),
        before.sheet,
        after.sheet,
        lambda native, in_english: in_english if english else native,
    )
    if before.portrait != after.portrait:
        was = tr("a picture") if before.portrait else ""
        now = (tr("another picture") if was else tr("a picture")) if after.portrait else ""
        changes.append(Difference((tr("Portrait"),), was, now))
    return changes


class VersionsDialog(QDialog, Ui_VersionsDialogForm):
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
        self.setupUi(self)  # type: ignore[no-untyped-call]
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._rules, self._standing, self._go_to = rules, standing, go_to
        self._english = english
        self._versions = {version.revision: version for version in versions}
        for box in (self.before, self.after):
            for version in reversed(versions):
                box.addItem(self._said(version), version.revision)
            box.currentIndexChanged.connect(self._compare)
        self.back.clicked.connect(self._go_back)
        self.close_button.clicked.connect(self.reject)
        now = self._versions[standing]
        self._choose(self.before, standing if now.parent is None else now.parent)
        self._choose(self.after, standing)
        self._compare()

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
        changes = changed_between(self._rules, before, after, self._english)
        self.tree.clear()
        for change in changes:
            words = [" · ".join(change.place), change.before or "–", change.after or "–"]
            line = QTreeWidgetItem(self.tree, words)
            line.setData(0, Qt.ItemDataRole.AccessibleTextRole, " ".join(words))
        for column in range(2):
            self.tree.resizeColumnToContents(column)
            self.tree.setColumnWidth(column, min(self.tree.columnWidth(column) + 12, 300))
        self.same.setVisible(not changes)
        self.back.setEnabled(before.revision != self._standing)

    def _go_back(self) -> None:
        self.accept()
        self._go_to(self.before.currentData())
