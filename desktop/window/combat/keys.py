"""What the keys do in the combat panel, and the line that says so."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent

from desktop.encounter.fight import Fight
from desktop.encounter.play_table import DiceWanted
from desktop.forms.combat_panel import Ui_CombatPanelForm
from desktop.window.combat.session.fight_session import FightSession
from desktop.window.widgets.language import DIGITS, chosen, tr


class Keyed(Protocol):
    """What keys and menus can do to a panel."""

    ui: Ui_CombatPanelForm
    session: FightSession

    def undo(self) -> None: ...
    def redo(self) -> None: ...
    def main(self) -> None: ...
    def back(self) -> None: ...
    def enter(self) -> None: ...
    def toggle_dice(self) -> None: ...
    def toggle_terms(self) -> None: ...
    def toggle_overrule(self) -> None: ...
    def let_it_act(self) -> None: ...
    def let_group_act(self) -> None: ...
    def let_others_act(self) -> None: ...
    def call_wave(self, name: str = "") -> None: ...
    def choose_policy(self, policy: str) -> None: ...
    def ask_tactician(self) -> None: ...
    def edit_focus(self) -> None: ...
    def look_on(self, by: int) -> None: ...
    def type_first(self, digit: str) -> bool: ...
    def enter_map(self) -> None: ...


NEXT = {".": 1, ",": -1}
"""Keys that look at the next combatant that can act, or the one before: plain on all keyboards."""

MODIFIERS = (
    Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta,
)  # fmt: skip
"""Keys that come before the one they go with."""

_NONE = Qt.KeyboardModifier.NoModifier
_CONTROL = Qt.KeyboardModifier.ControlModifier
_ALT = Qt.KeyboardModifier.AltModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_OTHER_MODIFIERS = _CONTROL | _ALT | Qt.KeyboardModifier.MetaModifier

SHORTCUTS: Mapping[QKeyCombination, Callable[[Keyed], None]] = {
    QKeyCombination(_CONTROL, Qt.Key.Key_Z): lambda panel: panel.undo(),
    QKeyCombination(_CONTROL | _SHIFT, Qt.Key.Key_Z): lambda panel: panel.redo(),
    QKeyCombination(_CONTROL, Qt.Key.Key_Y): lambda panel: panel.redo(),
    QKeyCombination(_CONTROL, Qt.Key.Key_D): lambda panel: panel.toggle_dice(),
    QKeyCombination(_CONTROL, Qt.Key.Key_T): lambda panel: panel.toggle_terms(),
    QKeyCombination(_CONTROL, Qt.Key.Key_R): lambda panel: panel.toggle_overrule(),
    QKeyCombination(_CONTROL, Qt.Key.Key_Return): lambda panel: _set_or_let_act(panel),
    QKeyCombination(_CONTROL | _ALT, Qt.Key.Key_Return): lambda panel: panel.let_group_act(),
    QKeyCombination(_CONTROL | _SHIFT, Qt.Key.Key_Return): lambda panel: panel.let_others_act(),
    QKeyCombination(_NONE, Qt.Key.Key_F3): lambda panel: panel.ui.result.walk(1),
    QKeyCombination(_SHIFT, Qt.Key.Key_F3): lambda panel: panel.ui.result.walk(-1),
    QKeyCombination(_NONE, Qt.Key.Key_F4): lambda panel: panel.ui.result.fold.toggle(),
    QKeyCombination(_NONE, Qt.Key.Key_F6): lambda panel: panel.enter_map(),
    QKeyCombination(_NONE, Qt.Key.Key_F7): lambda panel: panel.call_wave(),
    QKeyCombination(_NONE, Qt.Key.Key_F8): lambda panel: panel.ask_tactician(),
}
"""Keys that work wherever in the panel the focus is."""


def _set_or_let_act(panel: Keyed) -> None:
    """Sets the form by hand that is open, where Enter alone may begin a line; else lets it act."""
    if panel.ui.edit.combatant is not None:
        panel.enter()
    else:
        panel.let_it_act()


def is_shortcut(event: QKeyEvent) -> bool:
    """Whether the panel wants a key before the window gets it."""
    return _combination(event) in SHORTCUTS


def press(panel: Keyed, event: QKeyEvent) -> bool:
    """Does what a key means now; False when it means nothing."""
    session, ui = panel.session, panel.ui
    shortcut = SHORTCUTS.get(_combination(event))
    if shortcut is not None:
        shortcut(panel)
        return True
    if event.modifiers() & _OTHER_MODIFIERS and not _is_altgr(event):
        return False
    key, text = event.key(), event.text().translate(DIGITS)
    if key == Qt.Key.Key_Escape:
        panel.back()
    elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
        panel.enter()
    elif ui.edit.combatant is not None:
        return False
    elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
        ui.order.step(1 if key == Qt.Key.Key_Down else -1)
    elif key == Qt.Key.Key_F2:
        panel.edit_focus()
    elif session.fight.pending:
        return _answer(panel, session, key, text)
    elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
        targets = ui.command.targets()
        return targets is not None and targets[1].step(1 if key == Qt.Key.Key_Right else -1)
    elif text in NEXT:
        panel.look_on(NEXT[text])
    elif key == Qt.Key.Key_Space:
        panel.main()
    elif text.isdecimal():
        return panel.type_first(text) or ui.options.press(text)
    elif text.isalnum():
        shifted = bool(event.modifiers() & _SHIFT)
        return ui.options.press(text.upper(), shifted=shifted)
    else:
        return False
    return True


def _is_altgr(event: QKeyEvent) -> bool:
    """Whether a key types a letter with AltGr, as ł: Windows calls that Ctrl and Alt."""
    held = event.modifiers() & _OTHER_MODIFIERS
    return held == _CONTROL | _ALT and event.text().isalpha()


def _answer(panel: Keyed, session: FightSession, key: int, text: str) -> bool:
    """A key while a question waits: part of a die and its separators, or a choice's number."""
    prompt = panel.ui.prompt
    if key == Qt.Key.Key_Backspace:
        if not prompt.backspace() and session.can_go_back:
            session.back()
    elif prompt.typed.takes(text) if prompt.typed is not None else text.isdecimal():
        prompt.type(text)
    else:
        return False
    return True


def hint(ui: Ui_CombatPanelForm, fight: Fight, choice_of_actors: bool, declared: bool) -> str:
    """What the keys do now, in one line, where there is a ``choice_of_actors``, or where the one on
    turn has ``declared`` something."""
    pending = fight.pending
    if ui.edit.combatant is not None:
        key = ui.edit.go.key
        return tr("{key} sets the values · Tab next field · Esc back", key=key)
    if pending is not None and isinstance(pending.question, DiceWanted):
        names = next((dice.names for dice in pending.question.missing if dice.names), None)
        if names is not None:
            shown, typed = names.example(chosen().own_terms)
            return tr(
                "{thing}: {shown} is typed {typed} · Enter draws or takes it · Esc back",
                thing=chosen().text(names.thing),
                shown=shown,
                typed=typed,
            )
        if any(dice.sides == 10 for dice in pending.question.missing):
            return tr("Digits type the dice, 0 a ten · Enter rolls or takes them · Esc back")
        return tr("Digits type the dice · Enter rolls or takes them · Esc back")
    if pending is not None:
        return tr("1–9 choose · Enter takes the marked one · Esc back")
    if ui.map.view.hasFocus() and fight.outcome is None:
        return tr("Tab next token · Arrows move it · Enter goes, or chooses · Esc back")
    if ui.command.option is not None and not ui.command.rolls:
        return tr("Enter does it · Tab next field · Esc back")
    if ui.command.option is not None:
        return tr("Digits type the dice · Enter rolls · Left/Right next target · Esc back")
    if fight.outcome is not None:
        return tr("Ctrl+Z takes the last step back")
    if not fight.begun:
        return tr("Space begins · F2 edits by hand")
    if declared:
        return tr("Space does what was declared, a digit answers at once · Ctrl+Enter asks no foe")
    if choice_of_actors:
        return tr("Letters choose · . and , next who can act · F2 edits · Space moves on")
    return tr("Letters choose · Up/Down look at others · F2 edits · Space moves on")


def _combination(event: QKeyEvent) -> QKeyCombination:
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    enter = event.key() == Qt.Key.Key_Enter
    return QKeyCombination(modifiers, Qt.Key.Key_Return if enter else Qt.Key(event.key()))
