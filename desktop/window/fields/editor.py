"""What every editor of a field is and does, and the values of a form as raw JSON."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from pydantic import BaseModel
from PySide6.QtCore import QEvent, QKeyCombination, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QValidator
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from desktop.languages import OWN_TERMS, Language
from desktop.rules.fields import Choice, Field
from desktop.window.widgets import theme
from desktop.window.widgets.basics import tight

Path = tuple[str, ...]

Problem = tuple[Path, str]
"""What was refused: the path below this place, and a sentence."""

Problems = Sequence[Problem]

Found = Sequence[tuple[str, str, Mapping[str, Any]]]
"""Catalogue entries: name, note, data."""

Finder = Callable[[str, str, Callable[[Found], None]], None]
"""``find(kind, search, answer)``: looks in the catalogue and calls ``answer`` when it is found."""

Look = Literal["sheet", "panel"]
"""How editors look: with room, on a sheet; or narrow and quick to click, in the combat panel."""


class Editor(QWidget):
    """Shows and reads one field. ``changed`` says that the person changed it.

    The value is raw JSON: what was typed, turned into a number where it is one. A word in a
    number's field stays a word, so that the model can refuse it and nothing typed is lost.
    """

    changed = Signal()
    foot: QHBoxLayout | None = None
    """The line below its own fields, where it has them: with room for the rule."""

    def __init__(self, field: Field) -> None:
        super().__init__()
        self.field = field
        self.label = field.label
        """What the field is called now."""
        self._quiet = False
        self._control: QWidget = self

    def offer(self, field: Field) -> bool:
        """Takes its field with another default; False where more of it is new."""
        if dataclasses.replace(self.field, default=field.default) != field:
            return False
        self.field = field
        return True

    def show_value(self, value: Any) -> None:
        """Shows a value without saying that anything changed."""
        if self.value() == value and type(self.value()) is type(value):
            return
        self._quiet = True
        try:
            self._show(value)
        finally:
            self._quiet = False

    def put(self, value: Any) -> None:
        """Shows a value and says so, as if the person had typed it."""
        self.show_value(value)
        self.changed.emit()

    def _show(self, value: Any) -> None:
        raise NotImplementedError

    def value(self) -> Any:
        """What the person sees, as raw JSON."""
        raise NotImplementedError

    def focus_widget(self) -> QWidget:
        """The control that gets the focus first."""
        return self._control

    def enter(self) -> None:
        """Moves the focus to the first control."""
        self.focus_widget().setFocus(Qt.FocusReason.TabFocusReason)

    def name(self, text: str) -> None:
        """Sets what the field is called, on the screen and for a screen reader."""
        self.label = text
        self.focus_widget().setAccessibleName(text)

    def refuse(self, problems: Problems) -> list[str]:
        """Marks what is refused inside; returns the sentences to be shown beside the editor."""
        theme.dress(self.focus_widget(), *(["refused"] if problems else []))
        return [sentence for _, sentence in problems]

    def shown_record(self) -> int | None:
        """The place of the record whose fields are shown, where it is an editor of several."""
        return None

    def lock(self, locked: bool) -> None:
        """Sets whether the value can only be read."""
        if isinstance(self._control, QLineEdit | QPlainTextEdit):
            self._control.setReadOnly(locked)
        else:
            self.setEnabled(not locked)

    def use_terms(self) -> None:
        """Says the labels inside in the terms that lead now."""

    def _emit_changed(self) -> None:
        if not self._quiet:
            self.changed.emit()

    def _fill_with(self, control: QWidget) -> None:
        """Makes a control the whole of this editor."""
        tight(QVBoxLayout(self)).addWidget(control)
        self._control = control


@dataclasses.dataclass(eq=False)
class Surroundings:
    """What the editors of a form share: their look, the language, rules, catalogue, colours."""

    make_editor: Callable[[Field, Surroundings], Editor]
    """Makes the usual editor of a field (see ``factory``)."""
    _: dataclasses.KW_ONLY
    look: Look = "sheet"
    terms: Language = OWN_TERMS
    open_rule: Callable[[str], None] = lambda _: None
    kind_in: Callable[[Field], str] = lambda _: ""
    """The kind of catalogue entry that a list of records takes; empty where there is none."""
    find: Finder | None = None
    tint: Callable[[Any], int | None] = lambda _: None
    """The colour number of a choice's value, if it is a combatant."""
    own_texts: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """Texts of the catalogue in the system's own language, by the English ones."""
    offered: Callable[[str], Iterable[Choice]] = lambda _: ()
    """What is in a list that a choice of a sheet offers (see ``Shown.offers``)."""
    thrown_with: Callable[[Sequence[str | int]], bool] = lambda _: False
    """Whether a throw is made with the number at this place of the sheet."""
    throw: Callable[[Sequence[str | int]], object] = lambda _: None
    """Opens the pane of throws with that number."""

    def said(self, text: str) -> str:
        """A text of the catalogue in the language that is chosen; any other as it is."""
        return self.own_texts.get(text, text) if self.terms.own_terms else text

    def words(self, field: Field) -> tuple[str, str]:
        """The label a person reads first, and the other one where it says something else."""
        return self.terms.both(field.label, field.native, field.context)

    def editor(self, field: Field) -> Editor:
        """The usual editor of a field, with its name."""
        editor = self.make_editor(field, self)
        editor.name(self.words(field)[0])
        return editor


_NEW_ENCOUNTER = QKeyCombination(Qt.KeyboardModifier.ControlModifier, Qt.Key.Key_E)


class UndoToWindow(QObject):
    """Leaves Ctrl+Z and Ctrl+Y to the window: its undo takes back changes of whole documents.

    And Ctrl+E, a new encounter: under X11 that is the end of a line, too.

    With ``empty_only`` a line keeps them as long as there is something in it.
    """

    def __init__(self, watched: QWidget, empty_only: bool) -> None:
        super().__init__(watched)
        self._empty_only = empty_only

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            standard = QKeySequence.StandardKey
            own = self._empty_only and isinstance(watched, QLineEdit) and bool(watched.text())
            undo = event.matches(standard.Undo) or event.matches(standard.Redo)
            if (undo and not own) or event.keyCombination() == _NEW_ENCOUNTER:
                event.ignore()
                return True
        return super().eventFilter(watched, event)


def leave_undo(widget: QWidget, *, empty_only: bool = False) -> None:
    """Leaves Ctrl+Z and Ctrl+Y in this widget to the window; in a search ``empty_only``, while
    nothing is searched."""
    widget.installEventFilter(UndoToWindow(widget, empty_only))


_BREAKS = "\n\r\u2028\u2029"
_CONTROL = re.compile(f"\\r\\n|[\x00-\x1f\x7f-\x9f{_BREAKS}]")


class OneLine(QValidator):
    """Accepts any text. Line breaks and tabs that are pasted into it become blanks.

    ``between`` stands there in their place: commas in a list, when a column of a table is pasted.
    """

    def __init__(self, parent: QObject, between: str = " ") -> None:
        super().__init__(parent)
        self._between = between

    def validate(self, text: str, at: int) -> object:
        if _CONTROL.search(text):
            encoded = text.encode("utf-16-le", "surrogatepass")  # as Qt counts places
            before = encoded[: 2 * at].decode("utf-16-le", "surrogatepass")
            text = self._joined(text.rstrip(_BREAKS))
            at = min(units(self._joined(before)), units(text))
        return QValidator.State.Acceptable, text, at

    def _joined(self, text: str) -> str:
        return _CONTROL.sub(self._between, text)


def units(text: str) -> int:
    """How many letters a text has as Qt counts: twice those beyond the first 65,536."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def keep_to_one_line(line: QLineEdit, between: str = " ") -> None:
    """Whatever is pasted into it stays one line: a campaign keeps no other names."""
    line.setValidator(OneLine(line, between))


def text_in(edit: QPlainTextEdit) -> str:
    """The text of an edit, letter by letter: Qt's own way makes usual blanks of those that bind."""
    return edit.document().toRawText().replace("\u2029", "\n").replace("\u2028", "\n")


def show_text(edit: QPlainTextEdit, text: str) -> None:
    """Shows another text; the cursor stays at the same place, as far as there is one."""
    at = edit.textCursor().position()
    scrolled = edit.verticalScrollBar().value()
    edit.setPlainText(text)
    if edit.hasFocus():
        cursor = edit.textCursor()
        cursor.setPosition(min(at, edit.document().characterCount() - 1))
        edit.setTextCursor(cursor)
        edit.verticalScrollBar().setValue(scrolled)


def to_json(value: Any) -> Any:
    """A default as JSON."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True)
    if isinstance(value, list | tuple):
        return [to_json(item) for item in value]
    return value


def as_document(record: BaseModel) -> dict[str, Any]:
    """A record as it is stored: without values that equal their defaults."""
    return record.model_dump(mode="json", by_alias=True, exclude_defaults=True)


def first_value(field: Field) -> Any:
    """The default; a number without one begins with the lowest that is not negative."""
    value = to_json(field.default)
    if value is None and field.kind in ("integer", "number") and not field.optional:
        return max(int(field.minimum or 0), 0)
    return value


def value_at(document: Mapping[str, Any], path: Path, default: Any) -> Any:
    """The value at a path of a document; ``default`` where there is none."""
    level: Any = document
    for part in path:
        if not isinstance(level, Mapping) or part not in level:
            return default
        level = level[part]
    return level


def put_at(document: dict[str, Any], path: Path, value: Any) -> None:
    """Writes a value at a path of a document, and the records on the way there."""
    for part in path[:-1]:
        document = document.setdefault(part, {})
    document[path[-1]] = value


def flattened(fields: Sequence[Field], above: Path = ()) -> Iterator[tuple[Path, Field]]:
    """The fields with the parts of records in place of the records, each with its path.

    Parts are seldom used where their record is, and have its defaults.
    """
    for field in fields:
        path = (*above, field.id)
        if field.kind != "record":
            yield path, field
            continue
        yield from flattened([_as_part(part, field) for part in field.fields], path)


def _as_part(part: Field, record: Field) -> Field:
    """A part of a record as it stands among other fields; a number of an absent one is empty."""
    defaults = to_json(record.default) or {}
    empty = record.optional and not defaults and part.kind in ("integer", "number")
    return dataclasses.replace(
        part,
        default=None if empty else defaults.get(part.id, part.default),
        optional=part.optional or empty,
        seldom=part.seldom or record.seldom,
    )
