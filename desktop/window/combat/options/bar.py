"""What can be done now: the options of a combatant with their letters, and who else can act."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from string import ascii_uppercase
from typing import Any, get_args
from unicodedata import normalize

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCompleter, QWidget

from desktop.forms.options_bar import Ui_OptionsBarForm
from desktop.rules.contract import Action, Option, Section
from desktop.rules.text import Words
from desktop.window.combat.session.preferences import Preferences
from desktop.window.combat.session.viewpoint import Combatants
from desktop.window.widgets import basics, language
from desktop.window.widgets.boxes import offer
from desktop.window.widgets.buttons import Chip, OptionButton, why_in_words
from desktop.window.widgets.language import in_words, tr
from desktop.window.widgets.theme import px

CELL = 136
"""A column of buttons is at least so wide."""

GAP = 5

MANY_WITH_FORM = 8
"""With more options than this, only the chosen one is shown above its form."""

MANY = 16
"""Of more options than this, those stand behind a link that cannot be when a turn begins and never
could before."""

SECTIONS = get_args(Section)
"""What the options are for, in the order of their groups of buttons."""

Name = tuple[str, str]
"""What is done: ``do`` and ``action``."""


class OptionsBar(QWidget, Ui_OptionsBarForm):
    """Buttons for options; above them, when there is a choice, whose options they are."""

    chosen = Signal(object)
    """The :class:`Option` that was clicked."""
    looked_at = Signal(str)
    """The id of somebody whose options are wanted."""
    overrule_toggled = Signal(bool)
    unfold_toggled = Signal(bool)
    refused = Signal()
    """It is said below the buttons why something cannot be now."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setupUi(self)
        completer = QCompleter(self.finder.model(), self.finder)
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.finder.setCompleter(completer)
        self.finder.activated.connect(self._on_found)
        self.chips: dict[str, Chip] = {}
        """Who can do something now, by id."""
        self.buttons: list[OptionButton] = []
        self.options: list[Option] = []
        self.keys: list[str] = []
        self.letters: Letters = {}
        """The letters of this system's actions."""
        self.words: Mapping[Name, str] = {}
        """What these actions are called."""
        self.else_button = self._quiet_button(self.unfold_finder)
        self.overrule_button = self._quiet_button(self._toggle_overrule)
        self.grey_button = self._quiet_button(self._unfold)
        self.headings = [basics.label("", "section") for _ in (*SECTIONS, "late")]
        """Above each group of buttons, where there are several."""
        for heading in self.headings:
            heading.setParent(self)
            heading.hide()
        self.all_button = self._quiet_button(self._show_all)
        self.overruling = False
        self.all_shown = False
        """Whether all options are shown above a form though there are many."""
        self.unfolded = False
        """Whether those that could not be when the turn began are shown though there are many."""
        self._turn: Hashable = None
        self._folded: set[Name] = set()
        """What stands behind the link through the turn that goes on."""
        self._could: dict[str, set[Name]] = {}
        """By actor what it could do before in this fight: that stays in its place, grey."""
        self._at_first: Callable[[str], Iterable[Option]] = lambda _: ()
        self._hidden: Mapping[str, tuple[str, Words]] = {}
        """By its letter what stands behind the link: what it is called, and why it cannot be."""
        self._late: list[Name] = []
        """What could not be when the turn began, in the order in which it came to be possible."""
        self._shown_people: tuple[object, ...] = ()
        self._columns = 0

    def forget(self, at_first: Callable[[str], Iterable[Option]]) -> None:
        """Another fight is shown; ``at_first``: what was offered to somebody in its first turn."""
        self._could.clear()
        self._at_first, self._turn = at_first, None

    def _quiet_button(self, do: Callable[[], None]) -> OptionButton:
        """One that stands beside the options."""
        button = OptionButton(self)
        button.quiet = True
        button.clicked.connect(do)
        return button

    # ---- what is shown

    def show_options(
        self,
        options: Sequence[Option],
        chosen: Option | None,
        preferences: Preferences,
        turn: Hashable = None,
        most: int | None = None,
    ) -> None:
        """Shows these options, in groups; ``chosen`` is the one whose parameters are filled in.

        Each keeps its place through a ``turn``. Of more than ``most`` only the first are shown.
        """
        self.column.setEnabled(False)  # or each button that shows lays out all of them
        try:
            left_out = len(options) - (most or len(options))
            more = tr(
                "{count} more can be chosen in the order at the left",
                "{count} more can be chosen in the order at the left",
                count=left_out,
            )
            self.left_out.say(more if left_out > 0 else "")
            everything = options[:most]
            options = self._in_their_places(everything, chosen, turn)
            self._hidden = {
                self.letters.get((o.do, o.action), ""): (preferences.word(o), o.why_not)
                for o in everything
                if o not in options and o.why_not is not None
            }
            if chosen is None:
                self.all_shown = False
            words = [preferences.word(option) for option in options]
            self.options = list(options)
            self.keys = shortcuts(options, words, self.letters, self.words)
            many = len(options) > MANY_WITH_FORM or not self.isEnabled()  # for a question waits
            compact = chosen is not None and many and not self.all_shown
            self._show_buttons(words, chosen, only_chosen=compact)
            self.all_button.setVisible(compact)
            self.all_button.show_option(tr("other options…"), "", "", None, False)
            self.else_button.show_option(tr("Somebody else…"), "", "", None, False)
            self.overrule_button.show_option(tr("Overrule"), "", "Ctrl+R", None, self.overruling)
            grey = any(option.why_not is not None for option in options) and not self.overruling
            self.why.setVisible(not compact)
            hint = tr("Greyed actions are not possible now: the letter or a click says why.")
            self.why.setText(hint if grey else "")
            self._arrange()
        finally:
            self.column.setEnabled(True)
            self.column.activate()

    def _in_their_places(
        self, options: Sequence[Option], chosen: Option | None, turn: Hashable
    ) -> Sequence[Option]:
        """By their groups; what comes to be possible for the first time during the turn stands at
        the end."""
        grey = {(o.do, o.action) for o in options if o.why_not is not None}
        actor = options[0].actor if options else ""
        if actor not in self._could:
            self._could[actor] = _possible(self._at_first(actor))
        could = self._could[actor]
        if turn != self._turn:
            self._turn, self._late = turn, []
            self._folded = grey - could if len(options) > MANY else set()
        elif not self.unfolded:
            came = [n for o in options if (n := (o.do, o.action)) in self._folded - grey]
            self._folded.difference_update(came)
            self._late += came
        could |= _possible(options)
        count = len(self._folded)
        link = tr("hide what cannot be") if self.unfolded else tr("not now: {count}…", count=count)
        self.grey_button.show_option(link, "", "", None, False)
        self.grey_button.setVisible(count > 0 and chosen is None and not self.overruling)
        folded = set() if self.unfolded or self.overruling else self._folded
        return sorted((o for o in options if (o.do, o.action) not in folded), key=self._group)

    def _group(self, option: Option) -> int:
        """The number of the group in which an option stands."""
        late = (option.do, option.action) in self._late
        return len(SECTIONS) if late else SECTIONS.index(option.section)

    def _show_buttons(
        self, words: Sequence[str], chosen: Option | None, *, only_chosen: bool
    ) -> None:
        """A button for each option; buttons that are there are used again."""
        while len(self.buttons) < len(self.options):
            button = OptionButton(self)
            number = len(self.buttons)
            button.clicked.connect(
                lambda _=False, number=number: self.chosen.emit(self.options[number])
            )
            button.refused.connect(
                lambda button=button: self._say_why(button.label, button.why_not)
            )
            self.buttons.append(button)
        for button in self.buttons[len(self.options) :]:
            button.hide()
        at = chosen and (chosen.do, chosen.actor, chosen.action)
        for button, option, word, key in zip(
            self.buttons, self.options, words, self.keys, strict=False
        ):
            is_chosen = (option.do, option.actor, option.action) == at
            button.setVisible(is_chosen or not only_chosen)
            why_not = None if option.why_not is None else in_words(option.why_not)
            cost = in_words(option.cost)
            button.show_option(word, cost, key, why_not, is_chosen, may=self.overruling)

    def show_people(
        self, ids: Sequence[str], waiting: Set[str], focus: str | None, combatants: Combatants
    ) -> None:
        """``ids`` are those who can do something now, of whom those ``waiting`` are so called; all
        ``combatants`` are offered behind "Somebody else…"."""
        self._combatants = combatants
        waits = tr("waits", context="combatant")
        people = [
            (id, combatants.name_of(id), waits if id in waiting else "", combatants.tint_of(id))
            for id in ids
        ]
        shown = (people, focus)
        if shown == self._shown_people:
            return
        self._shown_people = shown
        self.people.clear()
        self.chips = {}
        for id, name, note, tint in people:
            chip = self.chips[id] = Chip(name, note, tint=tint)
            chip.setChecked(id == focus)
            chip.clicked.connect(lambda _=False, id=id: self.looked_at.emit(id))
            self.people.add(chip)
        self.people.setVisible(bool(people))

    def unfold_finder(self) -> None:
        """A box in which anybody can be found by name."""
        offer(self.finder, self._combatants.names().items())
        self.finder.setCurrentIndex(-1)
        line = self.finder.lineEdit()
        if line is not None:
            line.setPlaceholderText(tr("name…"))
        self.finder.show()
        self.finder.setFocus()

    def press(self, letter: str, *, shifted: bool = False) -> bool:
        """Chooses the option with this letter; whether there is one."""
        typed = [f"Shift+{letter}", letter] if shifted else [letter]
        keys = [*self.keys, *filter(None, self._hidden)]
        by_place = language.chosen().code == "ru"
        meant = (typed_on(keys, letter, by_place=by_place) for letter in typed)
        key = next((key for key in meant if key in keys), "")
        if not key:
            return False
        if key not in self.keys:
            label, why_not = self._hidden[key]
            self._say_why(label, in_words(why_not))
            return True
        button = self.buttons[self.keys.index(key)]
        if button.isEnabled():
            button.click()
        else:
            self._say_why(button.label, button.why_not)
        return True

    # ---- inside

    def _say_why(self, label: str, why_not: str | None) -> None:
        """Says in full why something cannot be now."""
        self.why.setText(why_in_words(label, why_not))
        self.refused.emit()

    def _show_all(self) -> None:
        self.all_shown = True
        self.unfold_toggled.emit(True)

    def _unfold(self) -> None:
        self.unfolded = not self.unfolded
        self.unfold_toggled.emit(self.unfolded)

    def _toggle_overrule(self) -> None:
        self.overruling = not self.overruling
        self.overrule_toggled.emit(self.overruling)

    def _on_found(self, at: int) -> None:
        if id := self.finder.itemData(at):
            self.finder.hide()
            self.looked_at.emit(id)

    def _arrange(self) -> None:
        """Each group in columns under its heading; a long label takes two. Quiet ones come last."""
        columns = max(min((self.width() + GAP) // (px(CELL) + GAP), 5), 1)
        cell = (self.width() - GAP * (columns - 1)) // columns
        quiet = (self.all_button, self.grey_button, self.else_button, self.overrule_button)
        groups: dict[int, list[OptionButton]] = {}
        for option, button in zip(self.options, self.buttons, strict=False):
            if not button.isHidden():
                groups.setdefault(self._group(option), []).append(button)
        said = (
            tr("Attack", context="group of actions"), tr("Move", context="group of actions"),
            tr("Weapon", context="group of actions"), tr("Other", context="group of actions"),
            tr("Possible now, too", context="group of actions"),
        )  # fmt: skip
        row = 0
        for number, heading in enumerate(self.headings):
            heading.setText(said[number].upper())
            heading.setVisible(number in groups and len(groups) > 1)
            if heading.isVisibleTo(self):
                self.grid.addWidget(heading, row, 0, 1, columns)
                row += 1
            if len(groups) > 1 and number in groups:
                row = self._flow(groups[number], row, columns, cell)
        alone = next(iter(groups.values()), []) if len(groups) == 1 else []
        beside = [button for button in quiet if not button.isHidden()]
        self._flow([*alone, *beside], row, columns, cell)
        for number in range(max(columns, self._columns)):
            self.grid.setColumnStretch(number, int(number < columns))
        self._columns = columns

    def _flow(self, buttons: Sequence[OptionButton], row: int, columns: int, cell: int) -> int:
        """Puts each button into the first gap from this row on; gives the first row below them."""
        taken: list[int] = []
        for button in buttons:
            span = 2 if columns > 1 and button.needed() > cell else 1
            place = next((n for n, used in enumerate(taken) if used + span <= columns), len(taken))
            taken[place:] = taken[place:] or [0]
            self.grid.addWidget(button, row + place, taken[place], 1, span)
            taken[place] += span
        return row + len(taken)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._arrange()


def _possible(options: Iterable[Option]) -> set[Name]:
    return {(option.do, option.action) for option in options if option.why_not is None}


TAKEN = {"Space", "Enter", "Esc"}
"""Keys with a meaning of their own in the panel."""

Letters = Mapping[tuple[str, str], str]
"""The letter of each action, by ``(do, action)``; those without one are left out."""

LOOKS_LIKE = str.maketrans("АВЕЅКМНОРСТУХІЈ", "ABESKMHOPCTYXIJ")
"""Cyrillic capitals nobody can tell from Latin ones on a button."""

_CYRILLIC = re.compile("[Ѐ-ӿ]")

_KEYS = "ЙЦУКЕНГШЩЗФЫВАПРОЛДЯЧСМИТЬЖЭХЪЁЖЭХЪЁ", "QWERTYUIOPASDFGHJKLZXCVBNM;'[]`:\"{}~"
"""Cyrillic letters and what the same keys type in a Latin layout, signs also with Shift. The comma
and the full stop are left out: they have a meaning of their own in the panel."""
_SAME_KEY, _CYRILLIC_KEY = str.maketrans(*_KEYS), str.maketrans(*reversed(_KEYS))


def letters_of(
    actions: Iterable[Action[Any, Any]], word: Callable[[Action[Any, Any]], str]
) -> Letters:
    """The system's own letter where it names one, else one from the label that is still free.

    ``word`` gives the label as it is shown. Where that is Cyrillic so are the letters. The
    commonest actions stand first in a system, so these have plain letters where there are not
    enough; the others have one with Shift.
    """
    keys: dict[tuple[str, str], str] = {}
    used: set[str] = set()
    actions = list(actions)

    def give(action: Action[Any, Any], letters: Iterable[str]) -> None:
        letter = next((k for k in letters if _look(k) not in used), "")
        if letter:
            used.add(_look(letter))
            # An action is the same whether it is declared or done.
            keys.update({(do, action.id): letter for do in (action.do, *action.also)})

    def of_label(action: Action[Any, Any]) -> list[str]:
        plain = _candidates(word(action))
        return [*plain, *(f"Shift+{letter}" for letter in (*plain, *ascii_uppercase))]

    for action in actions:
        if action.key and action.key not in TAKEN:
            cyrillic = _CYRILLIC.search(word(action)) is not None
            give(action, of_label(action) if cyrillic else [action.key.upper()])
    for action in actions:
        if (action.do, action.id) not in keys and action.key not in TAKEN:
            give(action, of_label(action))
    return keys


def shortcuts(
    options: Sequence[Option], words: Sequence[str], letters: Letters, called: Mapping[Name, str]
) -> list[str]:
    """A key for each option: its action's; empty where that has none.

    Where several people can do the same, as when somebody is to be chosen, each has a letter from
    the label instead, from the first name on, the last of them too; so has what is both declared
    and done at once. ``words`` are the labels as shown, ``called`` is how actions are.
    """
    actions = [(option.do, option.action) for option in options]
    shared = {
        action
        for action, word in zip(actions, words, strict=True)
        if actions.count(action) > 1 or word.startswith(f"{called.get(action)}: ")
    }
    keys = ["" if a in shared else letters.get(a, "") for a in actions]
    used = {_look(key) for key in keys}
    labels = [set(_split(w)) for w, a in zip(words, actions, strict=True) if a in shared]
    labels += [set(_split(called[action])) for action in shared if action in called]
    by_all = set.intersection(*labels) if labels else set()
    for number, action in enumerate(actions):
        again = bool(keys[number]) and keys[number] in keys[:number]
        if (action in shared or again) and options[number].why_not is None:
            letters_of_it = _candidates(words[number], by_all if action in shared else None)
            keys[number] = next((k for k in letters_of_it if _look(k) not in used), "")
            used.add(_look(keys[number]))
    return keys


def typed_on(keys: Sequence[str], letter: str, *, by_place: bool = False) -> str:
    """Which of the keys was meant by a letter: itself, one of the same key on the other keyboard,
    or one that looks like it.

    Who types Cyrillic has both on the keyboard; who types Latin has them only ``by_place``, and
    else goes by the looks first.
    """
    alike = [key for key in keys if _look(key) == _look(letter)]
    shift, plain = letter[:-1], letter[-1:]
    same = [shift + plain.translate(_SAME_KEY), shift + plain.translate(_CYRILLIC_KEY)]
    place_first = by_place or _CYRILLIC.match(plain)
    for meant in (letter, *same, *alike) if place_first else (letter, *alike, *same):
        if meant in keys:
            return meant
    return letter


def _look(key: str) -> str:
    return key.translate(LOOKS_LIKE)


def _split(words: str) -> list[str]:
    """The words in capitals, without accents."""
    return "".join(c for c in normalize("NFD", words) if c.isalpha() or c.isspace()).upper().split()


def _candidates(words: str, by_all: Set[str] | None = None) -> list[str]:
    """Initials from the last word to the first, then every other letter; but first those of the
    words that are its own, in their order, where it is one of several labels."""
    split = _split(words)
    own = [] if by_all is None else [word for word in split if word not in by_all]
    order = [*own, *(word for word in reversed(split) if word not in own)]
    return [word[0] for word in order] + [c for word in order for c in word[1:]]
