"""The map of an encounter being prepared: its size, what stands on the ground, who stands where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QListWidgetItem, QToolButton, QWidget

from desktop.encounter.roster import Place
from desktop.forms.map_editor import Ui_MapEditorForm
from desktop.rules import contract, geometry, table
from desktop.rules.battlefield import LARGEST, MOST_SHAPES, Battlefield, Kind
from desktop.window.fields import editor, editors
from desktop.window.map.ground import name_of
from desktop.window.map.plane import Plane
from desktop.window.map.token import Token
from desktop.window.map.tools import DrawTool, Form
from desktop.window.widgets import paint, pictures, theme
from desktop.window.widgets.file_dialogs import picture_to_read
from desktop.window.widgets.language import decimal, in_words, of_model, tr
from desktop.window.widgets.paint import tints
from desktop.window.widgets.theme import current_colours, px

ID = Qt.ItemDataRole.UserRole

KINDS: Sequence[Kind] = ("wall", "door", "full", "partial", "difficult")


class MapEditor(QWidget):
    """Shows the map of a plan, and says what is to be changed of it; it changes nothing itself."""

    changed = Signal(object)
    """The map as it is to be, a :class:`Battlefield`; None: there is to be none."""
    placed = Signal(object)
    """New places by id; None takes the token off the map."""
    all_wanted = Signal()
    """Everybody who stands nowhere is to be placed."""
    picture_chosen = Signal(Path)
    """The picture in this file is to lie behind the map."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.ui = Ui_MapEditorForm(self)
        self.pane = self.ui.pane
        self.map, self.choose = self.pane.map, self.pane.choose
        self.choose.shapes = True
        tools = self.pane.ui
        self.kind: editors.QuietComboBox = tools.kind
        self.draws: dict[Form, DrawTool] = {}
        self.buttons: dict[Form, QToolButton] = {
            "line": tools.line_button,
            "rectangle": tools.rectangle_button,
            "outline": tools.outline_button,
        }
        """What draws each form."""
        self._battlefield = Battlefield(width=1, height=1)
        self._people: Mapping[str, Place] = {}
        self._sides: Mapping[str, int] = {}
        self._sizes: Mapping[str, float] = {}
        self._portraits = pictures.Portraits()
        self._add_tools()
        self._connect()

    def _add_tools(self) -> None:
        for form, button in self.buttons.items():
            draw = self.draws[form] = DrawTool(self.map, self, form)
            draw.drawn.connect(self._draw)
            self.pane.add_tool(button, draw)
            button.show()
        for kind in KINDS:
            self.kind.addItem(name_of(kind), kind)
        self.kind.show()

    def _connect(self) -> None:
        ui = self.ui
        for edge, side in ((ui.width, "width"), (ui.height, "height")):
            edge.setRange(1, LARGEST)
            edge.lineEdit().setTextMargins(px(6), 0, 0, 0)
            editor.leave_undo(edge.lineEdit())
            edge.valueChanged.connect(lambda length, side=side: self._change(**{side: length}))
        self.kind.currentIndexChanged.connect(lambda _: self._offer_forms())
        ui.people.currentItemChanged.connect(lambda now, _: self._choose_person(now))
        ui.people.itemActivated.connect(self._place_person)
        ui.place_button.clicked.connect(self.all_wanted)
        ui.take_button.clicked.connect(self._take_away)
        ui.picture_button.clicked.connect(self._choose_picture)
        ui.no_picture_button.clicked.connect(lambda: self._change(picture=""))
        ui.remove_button.clicked.connect(lambda: self.changed.emit(None))
        self.choose.chosen.connect(self._on_chosen)
        self.choose.looked_at.connect(self._on_chosen)
        self.choose.placed.connect(lambda middles, _: self._place(middles))
        self.choose.clicked.connect(self._on_ground)
        self.choose.shape_moved.connect(self._move_shape)
        self.choose.removed.connect(self._take_away)
        theme.notifier().changed.connect(self._show_people)

    # ---- showing

    def show_map(
        self,
        battlefield: Battlefield,
        rules: contract.Rules[Any],
        people: Sequence[tuple[Place, str]],
        sizes: Mapping[str, float],
        portraits: pictures.Portraits,
    ) -> None:
        """Shows a map; ``people`` are all in the plan with their sides, ``sizes`` by their ids."""
        self._portraits = portraits
        self.choose.put_back()
        self._battlefield = battlefield
        self._people = {place.id: place for place, _ in people}
        numbers = tints(side for _, side in people)
        self._sides = {place.id: numbers[side] for place, side in people}
        self._sizes = sizes
        with QSignalBlocker(self.ui.width), QSignalBlocker(self.ui.height):
            self.ui.width.setValue(round(battlefield.width))
            self.ui.height.setValue(round(battlefield.height))
        plane = Plane.of(battlefield, rules)
        unit = of_model(plane.unit) if plane.square == 1 else f"× {plane.said(1)}"
        self.ui.unit.setText(unit)
        for number, kind in enumerate(KINDS):
            called = rules.ground_words.get(kind)
            self.kind.setItemText(number, in_words(called) if called else name_of(kind))
        other = plane != self.map.plane
        self.map.show_plane(plane)
        self.map.show_ground(battlefield.ground)
        self.map.show_tokens(self._tokens())
        if other:
            self.pane.view.fit()
        self._show_people()
        self._offer()

    def _tokens(self) -> dict[str, Token]:
        tokens = {}
        for id, place in self._people.items():
            if place.at is not None:
                size, face = self._size(id), self._portraits.face_of(place.name)
                at, side = self.map.plane.middle(place.at, size), self._sides[id]
                tokens[id] = Token(place.name, at, size, side, place.group, face=face)
        return tokens

    def _size(self, id: str) -> float:
        return self._sizes.get(id, 1.0)

    def _show_people(self) -> None:
        """The list of everybody: a full disc for who is on the map, an empty one for who is not."""
        people, now = self.ui.people, self._current()
        with QSignalBlocker(people):
            people.clear()
            for id, place in self._people.items():
                item = QListWidgetItem(
                    _disc(self._sides[id], full=place.at is not None), place.name
                )
                item.setData(ID, id)
                if place.at is None:
                    item.setForeground(current_colours().muted)
                    said = tr("{name}, not on the map", name=place.name)
                    item.setData(Qt.ItemDataRole.AccessibleTextRole, said)
                people.addItem(item)
        self._show_current(now)

    def _show_current(self, id: str | None) -> None:
        people = self.ui.people
        rows = (row for row in range(people.count()) if people.item(row).data(ID) == id)
        with QSignalBlocker(people):
            people.setCurrentRow(next(rows, -1))

    def _current(self) -> str | None:
        item = self.ui.people.currentItem()
        return str(item.data(ID)) if item is not None else None

    def _offer(self) -> None:
        """Lets only those buttons be pressed that do something now."""
        self.ui.place_button.setEnabled(any(place.at is None for place in self._people.values()))
        there = bool(self.map.chosen) or self.map.chosen_shape is not None
        self.ui.take_button.setEnabled(there)
        self.ui.no_picture_button.setEnabled(bool(self._battlefield.picture))
        self._offer_forms()

    def _offer_forms(self) -> None:
        """Difficult ground is an area; a map that is full takes no more."""
        area = self.kind.currentData() == "difficult"
        room = len(self._battlefield.ground) < MOST_SHAPES
        for form, button in self.buttons.items():
            button.setEnabled(room and not (area and form == "line"))
        if area and self.pane.view.tool is self.draws["line"]:
            self.pane.take(self.draws["outline"])

    # ---- the size and the ground

    def _draw(self, points: Sequence[geometry.Point]) -> None:
        self._change_ground([*self._drawn(), {"kind": self.kind.currentData(), "points": points}])

    def _drawn(self) -> list[dict[str, Any]]:
        """The shapes of the ground, to be changed."""
        return [shape.model_dump() for shape in self._battlefield.ground]

    def _move_shape(self, number: int, by: geometry.Point) -> None:
        ground = self._drawn()
        moved = [(x + by[0], y + by[1]) for x, y in ground[number]["points"]]
        if all(self.map.plane.holds(at) for at in moved):
            ground[number]["points"] = moved
        self._change_ground(ground)

    def _change_ground(self, ground: Sequence[Mapping[str, Any]]) -> None:
        self._change(ground=[{**shape, "points": list(shape["points"])} for shape in ground])

    def _change(self, **values: object) -> None:
        """Says what the map is to be, or why it cannot be so."""
        try:
            wanted = contract.checked(Battlefield, {**self._battlefield.model_dump(), **values})
        except table.Refusal as refusal:
            self.pane.say(in_words(refusal.message))
            return
        self.changed.emit(wanted)

    # ---- the picture

    def _choose_picture(self) -> None:
        path = picture_to_read(self, tr("Choose a picture of the ground"))
        if path:
            self.picture_chosen.emit(path)

    def put_picture(self, id: str, width: int, height: int) -> None:
        """Lays a picture behind the map, which gets its proportions; its pixels are given."""
        edge = min(max(round(self._battlefield.width * height / width), 1), LARGEST)
        self._change(picture=id, height=edge)

    # ---- who stands where

    def _place(self, middles: Mapping[str, geometry.Point]) -> None:
        alone = next(iter(middles)) if len(middles) == 1 else None
        self._show_current(alone)
        plane = self.map.plane
        self.placed.emit({id: plane.place(at, self._size(id)) for id, at in middles.items()})
        if alone:
            self._tell(alone)

    def _place_person(self, item: QListWidgetItem) -> None:
        """Enter or a double click on a name: on the map, where the arrows move it then."""
        id = str(item.data(ID))
        if self._people[id].at is None:
            plane = self.map.plane
            self._place({id: (plane.width / 2, plane.height / 2)})
        self.pane.take(self.choose)
        self.map.choose([id])
        self._on_chosen(id)

    def _choose_person(self, item: QListWidgetItem | None) -> None:
        id = str(item.data(ID)) if item is not None else ""
        there = id in self.map.tokens
        self.map.choose([id] if there else [])
        if there:
            self.pane.view.show_place(self.map.tokens[id].sceneBoundingRect())
        if id and not there:
            self.pane.say(tr("{name}: click on the map", name=self._people[id].name))
        else:
            self._tell(id)
        self._offer()

    def _on_chosen(self, id: str) -> None:
        self._show_current(id or None)
        self._tell(id)
        self._offer()

    def _on_ground(self, at: geometry.Point) -> None:
        """A click on free ground: a chosen combatant without a place stands there now."""
        id = self._current()
        if id is not None and self._people[id].at is None:
            self._place({id: at})
            self.map.choose([id])
        else:
            self.map.choose([])
            self.map.choose_shape(None)
            self._show_current(None)
        self._tell("")
        self._offer()

    def _tell(self, id: str) -> None:
        """Says what is chosen and where it is."""
        shape = self.map.chosen_shape
        if shape is not None:
            kind = self.map.shapes[shape].shape_shown.kind
            self.pane.say(self.kind.itemText(self.kind.findData(kind)))
            return
        place = self._people.get(id)
        if place is None or place.at is None:
            self.pane.say("")
            return
        across, down = place.at
        self.pane.say(f"{place.name} · {decimal(across)}; {decimal(down)}")

    def _take_away(self) -> None:
        """Takes the chosen shape away, or the chosen tokens off the map."""
        shape = self.map.chosen_shape
        if self.ui.take_button.hasFocus():  # beside it stands what takes the whole map away
            self.pane.view.setFocus()
        if shape is not None:
            ground = self._drawn()
            del ground[shape]
            self.map.choose_shape(None)
            self._change_ground(ground)
        elif self.map.chosen:
            self.placed.emit(dict.fromkeys(self.map.chosen))


def _disc(side: int, *, full: bool) -> QIcon:
    """A disc in the colour and shape of a side, empty for a combatant that is not on the map."""
    drawn = QPixmap(32, 32)
    drawn.fill(Qt.GlobalColor.transparent)
    colour: QColor = current_colours().tint(side)
    painter = QPainter(drawn)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, 4))
    if full:
        painter.setBrush(colour)
    painter.drawPath(paint.shape(QRectF(5, 5, 22, 22), side))
    painter.end()
    made = QIcon(drawn)
    made.addPixmap(drawn, QIcon.Mode.Selected)
    return made
