"""What may come to a sheet, line by line: what a fight changed for good, another version of the
sheet, what the catalogue has now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHeaderView, QTreeWidgetItem, QWidget

from desktop.forms.changes_dialog import Ui_ChangesDialogForm
from desktop.forms.take_over_dialog import Ui_TakeOverDialogForm
from desktop.forms.versions_dialog import Ui_VersionsDialogForm
from desktop.languages import Language
from desktop.library.copies import Outdated
from desktop.library.records import SheetVersion
from desktop.library.write_back import Outstanding, Value
from desktop.rules.contract import Change, Rules
from desktop.rules.fields import Field, field_at, fields_of, that_count
from desktop.rules.in_words import Difference, differences, fact_in_words, value_in_words
from desktop.window.widgets.basics import PressedByEnter, as_tip
from desktop.window.widgets.boxes import offer
from desktop.window.widgets.language import chosen, date_and_time, tr
from desktop.window.widgets.theme import px

NOT_COUNTED = 14
"""Pixels at the sides of a line with a box, which Qt does not count."""

Chosen = dict[tuple[str, int], list[Value]]
"""What is to be written, by combatant and character."""


class ChangesDialog(PressedByEnter, Ui_ChangesDialogForm):
    """A tree of characters and their values. What stays ticked is to be written.

    A value that was changed on its sheet since the fight began is not ticked by itself. The list
    stands beside the window, which goes on working and keeps the keys when it opens.
    """

    undo_asked = Signal()

    def __init__(
        self,
        parent: QWidget,
        outstanding: Sequence[Outstanding],
        fields: Sequence[Field],
        *,
        terms: Language,
    ) -> None:
        """``fields`` are those of a sheet, whose words the values are said in."""
        super().__init__(parent)
        self.setupUi(self)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        QShortcut(QKeySequence.StandardKey.Undo, self).activated.connect(self.undo_asked)
        self.lines: list[tuple[QTreeWidgetItem, Outstanding, Value]] = []
        """Every value that can be written."""
        for character in outstanding:
            if character.values:
                self._add(character, fields, terms)
        self.tree.expandAll()
        self.unexpected.setVisible(not all(value.as_expected for _, _, value in self.lines))
        header = self.tree.header()
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        names, values = (self.tree.sizeHintForColumn(n) + px(NOT_COUNTED) for n in (0, 2))
        whole = names + header.sectionSizeHint(1) + values + px(40)
        self.resize(max(self.width(), min(whole, parent.width())), self.height())
        self.tree.setColumnWidth(0, min(names, self.width() * 2 // 3))
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText(tr("Write to the sheets"))
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setText(tr("Cancel"))

    def _add(self, character: Outstanding, fields: Sequence[Field], terms: Language) -> None:
        """Adds a character with the values for its sheet, or with why there is no sheet."""
        top = QTreeWidgetItem(self.tree, [character.name])
        if not character.there:
            why = tr("is in the bin") if character.in_bin else tr("is not in the campaign any more")
            top.setText(1, why)
            top.setToolTip(1, as_tip(tr("Nothing can be written to a sheet that is not there.")))
        elif any(not value.gone for value in character.values):
            parts = Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsAutoTristate
            top.setFlags(top.flags() | parts)
        labels = Counter(_label(value.change, terms) for value in character.values)
        for value in character.values:
            change = value.change
            field = field_at(fields, change.path)
            said = _label(change, terms)
            part = labels[said] > 1 or ("." in change.path and not change.of)
            if field is not None and part:
                word = field.called(terms)
                said = word if word.startswith(said) else f"{said}: {word}"
            values = (change.most if v is None else v for v in (change.before, change.after))
            before, after = (shown(field, v, terms) for v in values)
            if value.gone:
                before = tr("is not on the sheet any more") if character.there else "–"
            elif not value.as_expected:
                began = shown(field, value.began, terms)
                before = tr("{now} (at the beginning: {began})", now=before, began=began)
            line = QTreeWidgetItem(top, [said, before, after])
            line.setToolTip(0, as_tip(f"{line.text(0)}\n{change.path}"))
            if value.gone:
                line.setDisabled(True)
                continue
            wanted = change.wanted and value.as_expected and character.role != "adversary"
            line.setCheckState(0, Qt.CheckState.Checked if wanted else Qt.CheckState.Unchecked)
            self.lines.append((line, character, value))

    def ticked(self) -> Chosen:
        """What is to be written."""
        chosen: Chosen = {}
        for line, of, value in self.lines:
            if line.checkState(0) == Qt.CheckState.Checked:
                chosen.setdefault((of.combatant, of.character), []).append(value)
        return chosen


def _label(change: Change, terms: Language) -> str:
    """What has changed: ``Životy``, or ``Krátký luk: Použití`` of a thing among others."""
    label = change.native if terms.own_terms and change.native else change.label.said(terms)
    return f"{change.of}: {label}" if change.of else label


def shown(field: Field | None, value: Any, terms: Language) -> str:
    """A value of a sheet in the words of its field, each record of a list on a line of its own."""
    match value:
        case None:
            return "–"
        case bool():
            return tr("yes") if value else tr("no")
        case list() | tuple() if field and field.kind == "records":
            return "\n".join(_record(field, record, terms) for record in value) or "–"
        case Mapping() if field and field.kind == "record":
            return _record(field, value, terms)
    return (value_in_words(field, value, terms) if field else str(value)) or "–"


def _record(field: Field, record: Mapping[str, Any], terms: Language) -> str:
    facts = []
    for part in that_count(field.fields, record):
        facts.append(fact_in_words(part, record.get(part.id), part.called(terms), terms))
    return " · ".join(filter(None, facts)) or "–"


def changed_between(
    rules: Rules[Any], before: SheetVersion, after: SheetVersion, terms: Language
) -> list[Difference]:
    """All that differs between two versions, the portrait too."""
    changes = list(differences(fields_of(rules.sheet), before.sheet, after.sheet, terms))
    if before.portrait != after.portrait:
        was = tr("a picture") if before.portrait else ""
        now = (tr("another picture") if was else tr("a picture")) if after.portrait else ""
        changes.append(Difference((tr("Portrait"),), was, now))
    return changes


class VersionsDialog(QDialog, Ui_VersionsDialogForm):
    """Two versions to compare, the one that stands and the one before it at first.

    Accepted, it goes back to the one that stands as ``before``.
    """

    def __init__(
        self, parent: QWidget, rules: Rules[Any], versions: Sequence[SheetVersion], standing: int
    ) -> None:
        super().__init__(parent)
        self.setupUi(self)
        self._rules, self._standing = rules, standing
        self._versions = {version.revision: version for version in versions}
        parent_version = self._versions[standing].parent
        before = standing if parent_version is None else parent_version
        said = [(version.revision, self._said(version)) for version in reversed(versions)]
        for box, revision in ((self.before, before), (self.after, standing)):
            offer(box, said, revision)
            box.currentIndexChanged.connect(self._compare)
        self._compare()

    def _said(self, version: SheetVersion) -> str:
        at = date_and_time(version.changed, seconds=True)
        if version.revision == self._standing:
            return tr("{number} · {at} · as it is now", number=version.revision, at=at)
        return tr("{number} · {at}", number=version.revision, at=at)

    def _compare(self) -> None:
        before, after = (self._versions[box.currentData()] for box in (self.before, self.after))
        changes = changed_between(self._rules, before, after, chosen())
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


class TakeOverDialog(QDialog, Ui_TakeOverDialogForm):
    """A tree of copies, each with what differs. Nothing is ticked: the change may be one's own."""

    def __init__(self, parent: QWidget, offered: Sequence[Outdated]) -> None:
        super().__init__(parent)
        self.setupUi(self)
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
        self.tree.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.take = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.take.setText(tr("Take over what is ticked"))
        self.take.setEnabled(False)
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setText(tr("Cancel"))
        self.tree.itemChanged.connect(lambda *_: self.take.setEnabled(bool(self.ticked())))
        self.nothing.setVisible(not offered)

    def ticked(self) -> list[Outdated]:
        """What is to be taken over."""
        return [copy for line, copy in self.lines if line.checkState(0) == Qt.CheckState.Checked]
