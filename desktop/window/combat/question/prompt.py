"""The question that waits: dice, or a decision. It is part of the panel, not a dialog."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from desktop.encounter.play_table import DiceWanted, LogLine
from desktop.forms.prompt_card import Ui_PromptCardForm
from desktop.rules import fields, table
from desktop.rules.text import Text
from desktop.window.combat.question.dice import TypedDice, dice_in_words
from desktop.window.fields.editor import Editor, Surroundings, to_json
from desktop.window.widgets import basics, theme
from desktop.window.widgets.buttons import ActionButton
from desktop.window.widgets.language import in_words, tr

FREE = ("integer", "number", "text", "reason", "numbers", "pairs", "texts", "scores", "choices")
"""Kinds of answers that can be other than the choices on offer."""

NUMBER = re.compile(r"\d+")

MOST_LINES = 4
"""The newest lines that are shown where more of them tell of no dice."""

MORE = "0"
"""The key that shows the answers which are folded away."""


class PromptCard(QFrame, Ui_PromptCardForm):
    """The question that is waited for. Dice: boxes to type into. A decision: numbered buttons."""

    answered = Signal(object)
    roll_wanted = Signal()
    typed_on = Signal(str)
    """The keys of the dice that are typed by now, after one more or less."""
    back_wanted = Signal()
    rule_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setupUi(self)
        self.choices.flow.setSpacing(theme.px(7))
        self.ready.show_label(tr("Answer", context="button"), "Enter")
        self.typed: TypedDice | None = None
        self.decision: table.Decision | None = None
        self.editor: Editor | None = None
        """The line for another answer, while it is shown."""
        self._other_editor: Editor | None = None
        self._link: QPushButton | None = None
        """Opens that line, where answers are on offer."""
        self._default: Any = None
        self._fallen: tuple[int, ...] = ()
        self.buttons: list[ActionButton] = []
        self._folded: list[ActionButton] = []
        self.hide()

    # ---- what is asked

    def ask_dice(
        self, wanted: DiceWanted, who: str, lines: Sequence[LogLine], typed: TypedDice | None = None
    ) -> None:
        """Shows boxes for the dice of a throw; ``typed`` are those that were typed already.

        ``lines`` are what the command has logged so far.
        """
        self._clear()
        self.typed = typed or TypedDice(wanted.missing)
        dice = dice_in_words(wanted.missing)
        heads = [who, in_words(wanted.label)] if wanted.label else [who]
        self.question.setText(tr("{who}: {dice}", who=" · ".join(heads), dice=dice))
        self.rule.show_rule(wanted.rule)
        self.log_lines.show_lines(_news(lines))
        self._fallen = wanted.fallen
        self.boxes.show_dice(self.typed, wanted.fallen)
        self.boxes.show()
        roll = ActionButton(label=_roll(self.typed), key="Enter", primary=True)
        roll.clicked.connect(self.enter)
        back = ActionButton(label=tr("Back", context="button"), key="Esc")
        back.clicked.connect(self.back_wanted)
        for button in (roll, back):
            self.choices.add(button)
        self.buttons = [roll]
        self.show()

    def ask_decision(
        self,
        decision: table.Decision,
        default: Any,
        lines: Sequence[LogLine],
        around: Surroundings,
        folded: int = 0,
        entry: Any = None,
    ) -> None:
        """Shows the choices as numbered buttons, and a line for any other answer.

        The last ``folded`` of the choices stand behind a button of their own, and its key.
        ``entry`` is what was entered as another answer already.
        """
        self._clear()
        self.decision, self._default = decision, default
        self.question.setText(in_words(decision.text))
        self.rule.show_rule(decision.rule)
        self.log_lines.show_lines(_news(lines))
        field = decision.field
        single = field.kind not in ("choices", "combatants")
        choices = field.choices
        if field.kind in ("flag", "reason") and not choices:
            default = bool(default)
            choices = fields.Choice(True, tr("Yes")), fields.Choice(False, tr("No"))
        for number, choice in enumerate(choices if single else ()):
            key = str(number + 1) if number < 9 else ""
            button = ActionButton(primary=choice.value == default)
            note = in_words(choice.why_not or choice.note)
            button.show_label(in_words(choice.label), key, note, "")
            button.setEnabled(choice.why_not is None)
            button.clicked.connect(lambda _=False, value=choice.value: self.answered.emit(value))
            self.choices.add(button)
            self.buttons.append(button)
        self._folded = self.buttons[len(self.buttons) - folded :] if folded else []
        if self._folded:
            self._fold()
        if not single or not choices or (field.choices and field.kind in FREE):
            self._free_entry(field, default, around, entry)
        self.choices.setVisible(bool(self.buttons))
        self.show()

    def _fold(self) -> None:
        """Hides what another answer beats in every way, behind a button that shows it."""
        for button in self._folded:
            button.hide()
        count = len(self._folded)
        words = tr("{count} more…", "{count} more…", count=count)
        self.more = ActionButton(label=words, key=MORE)
        self.more.setToolTip(basics.as_tip(tr("Answers that another one beats in every way")))
        self.more.clicked.connect(self.unfold)
        self.choices.add(self.more)

    def unfold(self) -> None:
        """Shows every answer."""
        if self._folded:
            self.more.hide()
            for button in self._folded:
                button.show()
            self._folded[0].setFocus()
            self._folded = []

    def _free_entry(
        self, field: fields.Field, default: Any, around: Surroundings, entry: Any = None
    ) -> None:
        """Any other value the field allows; behind a link where choices are on offer."""
        editor = self._other_editor = around.editor(field)
        editor.show_value(to_json(default) if entry is None else entry)
        self.other_name.setText(editor.label)
        self.other_row.insertWidget(1, editor, 1)
        self.ready.primary = not self.buttons
        if not self.buttons:
            self.editor = editor
            self.other.show()
            return
        self._link = link = basics.button(tr("another answer…"), "link")
        link.setFocusPolicy(Qt.FocusPolicy.TabFocus)

        def unfold() -> None:
            link.hide()
            self.editor = editor
            self.other.show()
            editor.enter()

        link.clicked.connect(unfold)
        self.choices.add(link)
        if entry is not None:
            unfold()

    def fold_other(self) -> bool:
        """Puts the line for another answer away; False where it is not open behind its link."""
        if self.editor is None or self._link is None:
            return False
        self.editor = None
        self.other.hide()
        self._link.show()
        return True

    def _clear(self) -> None:
        self.typed = self.decision = self.editor = self._link = None
        self.buttons, self._folded = [], []
        self.choices.clear()
        self.choices.show()
        if self._other_editor is not None:
            self.other_row.removeWidget(self._other_editor)
            self._other_editor.hide()
            self._other_editor.deleteLater()
            self._other_editor = None
        self.other.hide()
        self.boxes.hide()
        self.refuse("")

    # ---- answers

    def refuse(self, message: str) -> None:
        """Says what is wrong with the answer; an empty message takes it back."""
        self.refusal.say(message)

    def type(self, key: str) -> None:
        """A digit or separator for the dice, or the number of a choice."""
        if self.typed is not None:
            self._take_typed(self.typed, self.typed.type(key))
        elif key == MORE:
            self.unfold()
        elif key.isdecimal() and 0 < int(key) <= len(self.buttons):
            button = self.buttons[int(key) - 1]
            if button in self._folded:
                self.unfold()
            elif button.isEnabled():
                button.click()
            else:
                self.refuse(button.note)

    @property
    def offered(self) -> set[str]:
        """The answers on the buttons that can be given now, as far as they are words."""
        shown = zip(
            self.decision.field.choices if self.decision else (), self.buttons, strict=False
        )
        can_be_given = (choice.value for choice, button in shown if button.isEnabled())
        return {value for value in can_be_given if isinstance(value, str)}

    def press(self, answer: str) -> bool:
        """Gives an answer for which there is a button; False where there is none."""
        if answer not in self.offered:
            return False
        self.answered.emit(answer)
        return True

    def backspace(self) -> bool:
        """Takes back a digit; False when there is none to take back."""
        if self.typed is None or not self.typed.backspace():
            return False
        self._take_typed(self.typed, "")
        return True

    def _take_typed(self, typed: TypedDice, refused: str) -> None:
        """Shows what is typed now, and why the last key is none of it."""
        self.refuse(refused)
        self.boxes.show_dice(typed, self._fallen)
        self.buttons[0].show_label(_roll(typed), "Enter")
        self.typed_on.emit(typed.keys)

    def enter(self) -> None:
        """Enter: the dice as typed, or the program's; the default answer, or the one typed in."""
        if self.typed is not None:
            if self.typed.empty and self.refusal.text():
                self.refuse("")  # who mistyped a die does not want it rolled
            elif self.typed.empty:
                self.roll_wanted.emit()
            elif self.typed.full:
                self.answered.emit(self.typed.dice())
            else:
                self.refuse(tr("still to type: {left}", left=self.typed.left))
        elif self.editor is not None:
            self.take_entry()
        elif self.decision is not None:
            self.answered.emit(self._default)

    def take_entry(self) -> None:
        """Answers with what stands in the line for other answers."""
        if self.editor is not None:
            self.answered.emit(self.editor.value())

    def show_chance(self, number: int, words: str, *, of_hits: bool = False) -> None:
        """Adds how likely it is to the note of a choice, unless that says a sure number itself:
        the choice, or of hits the note, too."""
        if self.decision is None or number >= len(self.buttons):
            return
        choice = self.decision.field.choices[number]
        numbers = NUMBER.findall(words)
        said = map(in_words, (choice.label, choice.note) if of_hits else (choice.label,))
        if numbers and "%" not in words and numbers in map(NUMBER.findall, said):
            words = ""
        note = in_words(choice.why_not or "") or " · ".join(
            filter(None, (in_words(choice.note), words))
        )
        button = self.buttons[number]
        button.show_label(button.label, button.key, note, words if note.endswith(words) else "")


def _news(lines: Sequence[LogLine]) -> Sequence[LogLine]:
    """The lines that are shown: what is done to whom, and the newest ones, back to the dice before,
    or two questions could look the same. Dots stand for several that are left out."""
    since = next((n for n, line in enumerate(reversed(lines), 1) if line.dice), 0)
    shown = min(max(since, MOST_LINES), 2 * MOST_LINES)
    if len(lines) <= shown + 2:
        return lines
    return [lines[0], LogLine(lines[0].round, "", Text("…")), *lines[-shown:]]


def _roll(typed: TypedDice) -> str:
    """What the button says that takes the dice or has the program throw them: ``Roll 2d6 + 1d10``,
    ``Draw card``."""
    if not typed.empty:
        return tr("Take {dice}", dice=" ".join(typed.names()))
    each = typed.each
    dice = dice_in_words(replace(kind, count=each.count(kind)) for kind in dict.fromkeys(each))
    if any(dice.names for dice in each):
        return tr("Draw {dice}", dice=dice)
    return tr("Roll {dice}", dice=dice)
