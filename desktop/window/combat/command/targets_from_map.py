"""Which field of the open command gets the combatant who is clicked on the map."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget

from desktop.window.combat.command.card import CommandCard
from desktop.window.fields.chips import ChipsEditor


class TargetsFromMap(QObject):
    """Fills the field that had the keyboard focus, else the visible fields one after another."""

    def __init__(self, command: CommandCard, parent: QObject) -> None:
        super().__init__(parent)
        self._command = command
        self._entered: ChipsEditor | None = None
        """The field that had the keyboard focus last; a click on the map takes the focus away."""
        self._filled: ChipsEditor | None = None
        """The field that was filled last."""
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus)

    def forget(self) -> None:
        """Begins with the first field again: another command was opened."""
        self._entered = self._filled = None

    def fields(self) -> list[ChipsEditor]:
        """The fields of the open command in which combatants can be picked."""
        form = self._command.form
        if form is None:
            return []
        return [editor for kind in ("combatant", "combatants") for _, editor in form.chips(kind)]

    def take(self, id: str) -> bool:
        """Picks a combatant; False where no field takes it."""
        field, form = self._field_for(id), self._command.form
        if field is None or form is None:
            return False
        if field is self._entered and not field.many:
            self._entered = None
        self._filled = field
        if field.many or field.value() != id:
            field.pick(id)
        else:
            form.confirm(field)
        return True

    def _field_for(self, id: str) -> ChipsEditor | None:
        fields = [field for field in self.fields() if field.offers(id)]
        if self._entered in fields:
            return self._entered
        # Several in one field, or a field that is folded away, are filled only on purpose.
        single = [field for field in fields if not field.many and field.isVisible()] or fields[:1]
        form = self._command.form
        empty = [field for field in single if form is not None and not form.is_given(field)]
        after = single.index(self._filled) + 1 if self._filled in single else 0
        return next(iter([*empty, *single[after:], *single]), None)

    def _on_focus(self, _: QWidget | None, now: QWidget | None) -> None:
        form = self._command.form
        if now is not None and form is not None and form.isAncestorOf(now):
            inside = (field for field in self.fields() if field.isAncestorOf(now))
            self._entered = next(inside, None)
