"""Armour and prostheses on a figure of the body. Those of the chosen part are edited beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from desktop.rules.fields import Field
from desktop.window.fields.binder import Binder, Onlooker
from desktop.window.fields.box import FieldBox
from desktop.window.fields.dot_slider import DotsEditor
from desktop.window.widgets import icons
from desktop.window.widgets.basics import RuleLink, button, clear, label, row, tight
from desktop.window.widgets.body_figure import SPOTS, BodyFigure, Part, Spot
from desktop.window.widgets.language import in_words, tr

RIGHT_HANDED: Mapping[str, Spot] = {"dominant_arm": "right_arm", "other_arm": "left_arm"}
LEFT_HANDED: Mapping[str, Spot] = {"dominant_arm": "left_arm", "other_arm": "right_arm"}


class BodyPanel(Onlooker):
    """Shows two fields on a figure and changes them in their own editors.

    Properties name the fields: ``armour`` a list of records with the mapping ``levels`` of
    locations to numbers, ``artificial`` a list of locations, ``hand`` a choice of right or left;
    ``native`` and ``label`` are the words for a single prosthesis. Locations are the names of the
    figure's spots, or ``dominant_arm`` and ``other_arm``. The best piece counts in each location.
    """

    def bound(self, binder: Binder) -> None:
        self._binder = binder
        self._armour = binder.boxes[(str(self.property("armour")),)]
        self._artificial = binder.boxes[(str(self.property("artificial")),)]
        self._hand = binder.boxes[(str(self.property("hand")),)]
        self._artificial.hide()
        self._levels = next(
            part for part in self._armour.field.fields if part.id == self.property("levels")
        )
        self._chosen = "torso"
        self._build()
        binder.changed.connect(self._refresh)
        binder.shown.connect(self._refresh)
        self._refresh()

    def _build(self) -> None:
        self.figure = BodyFigure()
        self.figure.chosen.connect(self._choose)
        self._title = label("", "heading")
        rule = RuleLink(number=self._levels.rule)
        rule.asked.connect(self._binder.around.open_rule)
        rule.setVisible(bool(self._levels.rule))
        self._said = label("", "muted", wrap=True)
        self._pieces = QWidget()
        self._column = tight(QVBoxLayout(self._pieces), 4)
        self.editors: list[DotsEditor] = []
        """One for each piece of armour: how much it takes off at the chosen part."""
        self._build_for: list[str] = []
        self.wear = button("", name="wear")
        icons.wear(self.wear, "plus", "muted", 14)
        self.wear.clicked.connect(self._put_on)
        self.toggle = QCheckBox()
        self.toggle.clicked.connect(self._replace)
        self._link = RuleLink(number=self._artificial.field.rule)
        self._link.asked.connect(self._binder.around.open_rule)
        beside = QVBoxLayout()
        beside.setSpacing(8)
        beside.addLayout(row(self._title, None, rule))
        beside.addWidget(self._said)
        beside.addWidget(self._pieces)
        beside.addLayout(row(self.wear, None))
        beside.addSpacing(4)
        beside.addLayout(row(self.toggle, None, self._link))
        beside.addStretch(1)
        across = QHBoxLayout(self)
        across.setContentsMargins(0, 0, 0, 0)
        across.setSpacing(22)
        across.addWidget(self.figure, 0, Qt.AlignmentFlag.AlignTop)
        across.addLayout(beside, 1)

    # ---- the fields

    @property
    def _worn(self) -> list[dict[str, Any]]:
        value = self._armour.editor.value()
        return [dict(piece) for piece in value] if isinstance(value, list) else []

    @property
    def _replaced(self) -> list[str]:
        value = self._artificial.editor.value()
        return list(value) if isinstance(value, list) else []

    def _level(self, piece: Mapping[str, Any], location: str) -> Any:
        levels = piece.get(self._levels.id)
        return levels.get(location, 0) if isinstance(levels, Mapping) else 0

    def _best(self, location: str) -> int:
        levels = [self._level(piece, location) for piece in self._worn]
        return max((n for n in levels if isinstance(n, int)), default=0)

    def _spots(self) -> dict[Spot, str]:
        """Which location lies at which spot: the arms change places for the left-handed."""
        hands = LEFT_HANDED if self._hand.editor.value() == "left" else RIGHT_HANDED
        found: dict[Spot, str] = {}
        for choice in self._levels.choices:
            spot = hands.get(str(choice.value), choice.value)
            found.update({one: str(choice.value) for one in SPOTS if one == spot})
        return found

    # ---- showing

    def _word(self, location: str) -> str:
        word = next(
            (in_words(c.label) for c in self._levels.choices if c.value == location), location
        )
        if self._binder.around.english:
            word = location.replace("_", " ")
        return word[:1].upper() + word[1:]

    def _prosthesis(self) -> str:
        return str(self.property("label" if self._binder.around.english else "native"))

    def _part(self, location: str) -> Part:
        best, artificial = self._best(location), location in self._replaced
        reduction = self._binder.around.words(self._levels)[0]
        says = [self._word(location), f"{reduction}: {best}"]
        if artificial:
            says.append(self._prosthesis())
        return Part(", ".join(says), best, artificial)

    def _refresh(self) -> None:
        spots = self._spots()
        self.figure.show_parts({spot: self._part(location) for spot, location in spots.items()})
        here = next((spot for spot, location in spots.items() if location == self._chosen), None)
        if here and not self.figure.parts[here].isChecked():
            self.figure.parts[here].setChecked(True)
        reduction = self._binder.around.words(self._levels)[0]
        self._title.setText(self._word(self._chosen))
        self._said.setText(f"{reduction}: {self._best(self._chosen)}")
        self._show_pieces()
        self.wear.setText(self._binder.around.words(self._armour.field)[0])
        self.wear.setAccessibleName(tr("Add: {text}", text=self.wear.text()))
        self.wear.setVisible(not self._worn)
        self.toggle.setText(self._prosthesis())
        self.toggle.setAccessibleName(f"{self._word(self._chosen)}: {self._prosthesis()}")
        self.toggle.setChecked(self._chosen in self._replaced)

    def _show_pieces(self) -> None:
        worn = self._worn
        names = [str(piece.get("name") or "–") for piece in worn]
        if names != self._build_for:
            clear(self._column)
            self._build_for = names
            self.editors = [self._piece(index, name) for index, name in enumerate(names)]
        self._pieces.setVisible(bool(names))
        for index, (editor, name) in enumerate(zip(self.editors, names, strict=True)):
            editor.show_value(self._level(worn[index], self._chosen))
            editor.name(f"{self._word(self._chosen)}, {name}")

    def _piece(self, index: int, name: str) -> DotsEditor:
        maximum = self._levels.maximum
        part = Field(id=str(index), kind="integer", label=name, minimum=0, maximum=maximum)
        editor = DotsEditor(part)
        box = FieldBox(part, self._binder.around, editor, beside=True)
        editor.changed.connect(lambda: self._protect(index))
        self._column.addWidget(box)
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
        name = self._binder.around.words(self._armour.field)[0]
        self._armour.editor.put([*self._worn, {"name": name, self._levels.id: {}}])
        if self.editors:
            self.editors[-1].setFocus()

    def _replace(self, artificial: bool) -> None:
        """Whether the chosen part is a prosthesis."""
        others = [location for location in self._replaced if location != self._chosen]
        self._artificial.editor.put([*others, self._chosen] if artificial else others)
