"""What a fight changed for good, line by line, each with a tick: what is to go to the sheets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHeaderView, QTreeWidgetItem, QWidget

from desktop.forms.changes_dialog import Ui_ChangesDialogForm
from desktop.languages import Language
from desktop.library.write_back import Outstanding, Value
from desktop.rules.contract import Change
from desktop.rules.fields import Field, field_at
from desktop.rules.in_words import fact_in_words, value_in_words
from desktop.window.widgets.basics import as_tip
from desktop.window.widgets.language import tr

Chosen = dict[tuple[str, int], list[Value]]
"""What is to be written, by combatant and character."""


class ChangesDialog(QDialog, Ui_ChangesDialogForm):
    """A tree of characters and their values. What stays ticked is given to ``chosen``.

    A value that was changed on its sheet since the fight began is not ticked by itself. The list
    stands beside the window, which goes on working and keeps the keys when it opens.
    """

    undo_asked = Signal()

    def __init__(
        self,
        parent: QWidget,
        outstanding: Sequence[Outstanding],
        chosen: Callable[[Chosen], object],
        fields: Sequence[Field],
        *,
        terms: Language,
    ) -> None:
        """``fields`` are those of a sheet, whose words the values are said in."""
        super().__init__(parent)
        self.setupUi(self)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        undo = QShortcut(QKeySequence.StandardKey.Undo, self)
        undo.activated.connect(self.undo_asked)
        self._chosen = chosen
        self.lines: list[tuple[QTreeWidgetItem, Outstanding, Value]] = []
        """Every value that can be written."""
        for character in outstanding:
            if character.values:
                self._add(character, fields, terms)
        self.tree.expandAll()
        self.unexpected.setVisible(not all(value.as_expected for _, _, value in self.lines))
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
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
                said = f"{said}: {field.called(terms)}"
            before, after = (shown(field, v, terms) for v in (change.before, change.after))
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
            wanted = value.as_expected and character.role != "adversary"
            line.setCheckState(0, Qt.CheckState.Checked if wanted else Qt.CheckState.Unchecked)
            self.lines.append((line, character, value))

    def ticked(self) -> Chosen:
        """What is to be written."""
        chosen: Chosen = {}
        for line, of, value in self.lines:
            if line.checkState(0) == Qt.CheckState.Checked:
                chosen.setdefault((of.combatant, of.character), []).append(value)
        return chosen

    def accept(self) -> None:
        """Closes the dialog and has what is ticked written."""
        super().accept()
        self._chosen(self.ticked())


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
    for part in field.fields:
        label = part.called(terms)
        facts.append(fact_in_words(part, record.get(part.id), label, terms))
    return " · ".join(filter(None, facts)) or "–"
