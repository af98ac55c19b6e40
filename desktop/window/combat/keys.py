"""What the keys of the combat panel are, and the line that says what they do."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from desktop.encounter.fight import Fight
from desktop.encounter.play_table import DiceWanted
from desktop.forms.combat_panel import Ui_CombatPanelForm
from desktop.window.widgets.language import chosen, tr

NEXT = {".": 1, ",": -1}
"""Keys that look at the next combatant that can act, or the one before: plain on all keyboards."""

MODIFIERS = (
    Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta,
)  # fmt: skip
"""Keys that come before the one they go with."""

NONE = Qt.KeyboardModifier.NoModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
_OTHER_MODIFIERS = CONTROL | ALT | Qt.KeyboardModifier.MetaModifier


def is_modified(event: QKeyEvent) -> bool:
    """Whether a key is held with others, but for AltGr that types a letter, as ł: Windows calls
    that Ctrl and Alt."""
    held = event.modifiers() & _OTHER_MODIFIERS
    return bool(held) and not (held == CONTROL | ALT and event.text().isalpha())


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
