"""What a sheet can become: another version of it, or what the catalogue has now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QTreeWidgetItem, QWidget

from desktop.forms.take_over_dialog import Ui_TakeOverDialogForm
from desktop.forms.versions_dialog import Ui_VersionsDialogForm
from desktop.languages import OWN_TERMS, Language
from desktop.library.copies import Outdated
from desktop.library.records import SheetVersion
from desktop.rules.contract import Rules
from desktop.rules.differences import Difference, differences
from desktop.rules.fields import fields_of
from desktop.window.widgets.language import date_and_time, tr


def changed_between(
    rules: Rules[Any], before: SheetVersion, after: SheetVersion, terms: Language
) -> list[Difference]:
    """All that differs between two versions, the portrait too."""
    changes = differences(
        fields_of(rules.sheet),
        before.sheet,
        after.sheet,
        terms,
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
        terms: Language = OWN_TERMS,
    ) -> None:
        """``go_to`` is given the revision to go back to."""
        super().__init__(parent)
        self.setupUi(self)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._rules, self._standing, self._go_to = rules, standing, go_to
        self._terms = terms
        self._versions = {version.revision: version for version in versions}
        for box in (self.before, self.after):
            for version in reversed(versions):
                box.addItem(self._said(version), version.revision)
            box.currentIndexChanged.connect(self._compare)
        self.back.clicked.connect(self._go_back)
        now = self._versions[standing]
        self._choose(self.before, standing if now.parent is None else now.parent)
        self._choose(self.after, standing)
        self._compare()

    def _said(self, version: SheetVersion) -> str:
        at = date_and_time(version.changed, seconds=True)
        if version.revision == self._standing:
            return tr("{number} · {at} · as it is now", number=version.revision, at=at)
        return tr("{number} · {at}", number=version.revision, at=at)

    @staticmethod
    def _choose(box: QComboBox, revision: int) -> None:
        box.setCurrentIndex(box.findData(revision))

    def _compare(self) -> None:
        before, after = (self._versions[box.currentData()] for box in (self.before, self.after))
        changes = changed_between(self._rules, before, after, self._terms)
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


class TakeOverDialog(QDialog, Ui_TakeOverDialogForm):
    """A tree of copies, each with what differs. Nothing is ticked: the change may be one's own."""

    def __init__(
        self,
        parent: QWidget,
        offered: Sequence[Outdated],
        chosen: Callable[[list[Outdated]], object],
    ) -> None:
        super().__init__(parent)
        self.setupUi(self)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._chosen = chosen
        self.lines: list[tuple[QTreeWidgetItem, Outdated]] = []
        for copy in offered:
            top = QTreeWidgetItem(self.tree, [copy.entry.name])
            top.setFlags(top.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            top.setCheckState(0, Qt.CheckState.Unchecked)
            for part in copy.differences:
                words = [" · ".join(part.place), part.before or "–", part.after or "–"]
                QTreeWidgetItem(top, words)
            self.lines.append((top, copy))
        self.tree.expandAll()
        for column in range(3):
            self.tree.resizeColumnToContents(column)
        self.take = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.take.setText(tr("Take over what is ticked"))
        self.take.setEnabled(False)
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setText(tr("Cancel"))
        self.tree.itemChanged.connect(lambda *_: self.take.setEnabled(bool(self.ticked())))
        self.nothing.setVisible(not offered)

    def ticked(self) -> list[Outdated]:
        """What is to be taken over."""
        return [copy for line, copy in self.lines if line.checkState(0) == Qt.CheckState.Checked]

    def accept(self) -> None:
        """Closes the dialog and takes over what is ticked."""
        super().accept()
        self._chosen(self.ticked())
