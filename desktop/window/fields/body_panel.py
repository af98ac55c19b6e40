"""Armour, prostheses and wounds on a figure of the body.

Armour and prosthesis of the chosen part are edited beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from desktop.forms.body_panel import Ui_BodyPanelForm
from desktop.rules.fields import Field
from desktop.window.fields.box import FieldBox, SheetBox
from desktop.window.fields.dot_slider import DotsEditor
from desktop.window.fields.form import Onlooker, SheetForm
from desktop.window.widgets.basics import clear
from desktop.window.widgets.body_figure import SPOTS, Part, Spot
from desktop.window.widgets.language import capitalised, in_words, tr

RIGHT_HANDED: Mapping[str, Spot] = {"dominant_arm": "right_arm", "other_arm": "left_arm"}
LEFT_HANDED: Mapping[str, Spot] = {"dominant_arm": "left_arm", "other_arm": "right_arm"}


class BodyPanel(Onlooker, Ui_BodyPanelForm):
    """Shows fields on a figure, and changes two of them in their own editors.

    Properties name the fields: ``armour`` a list of records with the mapping ``levels`` of
    locations to numbers, ``artificial`` a list of locations, ``hand`` a choice of right or left,
    ``wounds`` a list of records with ``level`` and ``location``, ``useless`` a list of locations;
    ``native`` and ``label`` are the words for a single prosthesis. Locations are the names of the
    figure's spots, or ``dominant_arm`` and ``other_arm``. The best piece counts in each location.
    """

    def bound(self, form: SheetForm) -> None:
        self._form = form
        self._armour, self._artificial, self._hand, self._wounds, self._useless = (
            form.boxes[(str(self.property(name)),)]
            for name in ("armour", "artificial", "hand", "wounds", "useless")
        )
        self._artificial.hide()
        self._levels = next(
            part for part in self._armour.field.fields if part.id == self.property("levels")
        )
        self._chosen = "torso"
        self.setupUi(self)
        self.figure.chosen.connect(self._choose)
        for link, field in (
            (self.rule, self._levels),
            (self.artificial_rule, self._artificial.field),
        ):
            link.show_rule(field.rule)
            link.asked.connect(self._form.around.open_rule)
        self.editors: list[DotsEditor] = []
        """One for each piece of armour: how much it takes off at the chosen part."""
        self._build_for: list[str] = []
        self.wear.clicked.connect(self._put_on)
        self.toggle.clicked.connect(self._replace)
        form.changed.connect(self._refresh)
        form.shown.connect(self._refresh)
        self._refresh()

    # ---- the fields

    @property
    def _worn(self) -> list[dict[str, Any]]:
        return [dict(piece) for piece in _listed(self._armour)]

    @property
    def _replaced(self) -> list[str]:
        return _listed(self._artificial)

    def _wounds_at(self, location: str) -> Counter[str]:
        """How many wounds of each level are there, by the word for it, the worst first."""
        levels = next(part for part in self._wounds.field.fields if part.id == "level").choices
        there = [w.get("level") for w in _listed(self._wounds) if w.get("location") == location]
        return +Counter({in_words(c.label): there.count(c.value) for c in reversed(levels)})

    def _level(self, piece: Mapping[str, Any], location: str) -> Any:
        levels = piece.get(self._levels.id)
        return levels.get(location, 0) if isinstance(levels, Mapping) else 0

    def _best(self, location: str) -> int:
        levels = [self._level(piece, location) for piece in self._worn]
        return max((n for n in levels if isinstance(n, int)), default=0)

    def _spots(self) -> dict[Spot, str]:
        """Which location lies at which spot: the arms change places for the left-handed."""
        hands = LEFT_HANDED if self._hand.editor.value() == "left" else RIGHT_HANDED
        spots = {hands.get(str(c.value), c.value): str(c.value) for c in self._levels.choices}
        return {spot: spots[spot] for spot in SPOTS if spot in spots}

    # ---- showing

    def _word(self, location: str) -> str:
        word = next(
            (in_words(c.label) for c in self._levels.choices if c.value == location), location
        )
        return capitalised(word)

    def _prosthesis(self) -> str:
        return self._form.around.terms.term(self.property("label"), self.property("native"))

    def _part(self, location: str) -> Part:
        best, artificial = self._best(location), location in self._replaced
        reduction = self._form.around.words(self._levels)[0]
        says = [self._word(location), f"{reduction}: {best}"]
        if artificial:
            says.append(self._prosthesis())
        wounds = self._wounds_at(location)
        says += [word if count == 1 else f"{word} ×{count}" for word, count in wounds.items()]
        marks = [f"{n if n > 1 else ''}{word[:1].upper()}" for word, n in wounds.items()]
        useless = location in _listed(self._useless)
        return Part(", ".join(says), best, artificial, tuple(marks), useless)

    def _refresh(self) -> None:
        spots = self._spots()
        self.figure.show_parts({spot: self._part(location) for spot, location in spots.items()})
        here = next((spot for spot, location in spots.items() if location == self._chosen), None)
        if here and not self.figure.parts[here].isChecked():
            self.figure.parts[here].setChecked(True)
        reduction = self._form.around.words(self._levels)[0]
        self.location.setText(self._word(self._chosen))
        self.reduction.setText(f"{reduction}: {self._best(self._chosen)}")
        self._show_pieces()
        self.wear.setText(self._form.around.words(self._armour.field)[0])
        self.wear.setAccessibleName(tr("Add: {text}", text=self.wear.text()))
        self.wear.setVisible(not self._worn)
        self.toggle.setText(self._prosthesis())
        self.toggle.setAccessibleName(f"{self._word(self._chosen)}: {self._prosthesis()}")
        self.toggle.setChecked(self._chosen in self._replaced)

    def _show_pieces(self) -> None:
        worn = self._worn
        names = [str(piece.get("name") or "–") for piece in worn]
        if names != self._build_for:
            clear(self.pieces_column)
            self._build_for = names
            self.editors = [self._piece(index, name) for index, name in enumerate(names)]
        self.pieces.setVisible(bool(names))
        for index, (editor, name) in enumerate(zip(self.editors, names, strict=True)):
            editor.show_value(self._level(worn[index], self._chosen))
            editor.name(f"{self._word(self._chosen)}, {name}")

    def _piece(self, index: int, name: str) -> DotsEditor:
        maximum = self._levels.maximum
        part = Field(id=str(index), kind="integer", label=name, minimum=0, maximum=maximum)
        editor = DotsEditor(part)
        box = SheetBox(part, self._form.around, editor, beside=True)
        editor.changed.connect(lambda: self._protect(index))
        self.pieces_column.addWidget(box)
        return editor

    # ---- changing

    def _choose(self, spot: Spot) -> None:
        self._chosen = self._spots().get(spot, self._chosen)
        self._refresh()

    def _protect(self, index: int) -> None:
        """Writes the number of dots as the protection of a piece at the chosen part."""
        worn = self._worn
        if not 0 <= index < len(worn):
            return
        levels = worn[index].get(self._levels.id)
        worn[index][self._levels.id] = {
            **(levels if isinstance(levels, Mapping) else {}),
            self._chosen: self.editors[index].value(),
        }
        self._armour.editor.put(worn)

    def _put_on(self) -> None:
        """A first piece of armour, named by the word for it, to be filled in."""
        name = self._form.around.words(self._armour.field)[0]
        self._armour.editor.put([*self._worn, {"name": name, self._levels.id: {}}])
        if self.editors:
            self.editors[-1].focus_widget().setFocus()

    def _replace(self, artificial: bool) -> None:
        """Whether the chosen part is a prosthesis."""
        others = [location for location in self._replaced if location != self._chosen]
        self._artificial.editor.put([*others, self._chosen] if artificial else others)


def _listed(box: FieldBox) -> list[Any]:
    """The value of a list, also while it cannot be read."""
    value = box.editor.value()
    return list(value) if isinstance(value, list) else []
