"""The map of an encounter: the button that opens it, and what is written of it into the plan."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QSignalBlocker, Signal
from PySide6.QtGui import QImage

from desktop.encounter import roster, script
from desktop.forms.encounter import Ui_EncounterForm
from desktop.library.records import Document
from desktop.rules import SystemFailed, geometry, systems, table
from desktop.rules.battlefield import Battlefield, obstacles_of
from desktop.window.map.plane import Newcomer, Plane, arrange, where_it_began
from desktop.window.widgets import basics, paint, pictures
from desktop.window.widgets.language import error_in_words, tr

if TYPE_CHECKING:  # not before a map is opened
    from desktop.window.map.editor import MapEditor

WIDE, HIGH = 30, 20
"""Units of a new map."""


class EncounterMap(QObject):
    """Shows the map in the place of the cards, and writes to the plan what is changed there."""

    changing = Signal(object)
    """The plan is about to be changed, by this edit. Equal edits in a row are one step of undo."""
    changed = Signal()
    """The plan was written to."""
    picture_chosen = Signal(Path)
    """The picture in this file is to lie behind the map."""
    picture_wanted = Signal(str)
    """The picture of this id is to be shown; empty: none."""

    def __init__(self, ui: Ui_EncounterForm, plan: Callable[[], Document], parent: QObject) -> None:
        """``plan`` gives the plan as it stands, with everything that belongs to it."""
        super().__init__(parent)
        self._ui, self._plan_document = ui, plan
        self._document: Document = {}
        self._portraits = pictures.Portraits()
        self._known: frozenset[str] = frozenset()
        """Who was in the plan when it was last looked at."""
        self._picture = ""
        """The id of the picture that is shown."""
        self.editor: MapEditor | None = None
        """Made when a map is opened for the first time."""
        ui.map_button.toggled.connect(self._toggle)

    def follow(self, document: Document, portraits: pictures.Portraits, *, other: bool) -> None:
        """Writes to this plan from now on; of another plan the cards are shown first."""
        self._document, self._portraits = document, portraits
        self._known = self._people()
        if other or "map" not in document:
            self._open(False)

    def _people(self) -> frozenset[str]:
        """Who is in the plan now; who was known where it is not right."""
        try:
            return frozenset(place.id for place in roster.places(self._plan()))
        except table.Refusal:
            return self._known

    def place_newcomers(self) -> None:
        """Gives a place on the map to those who have come to the plan since it was looked at."""
        if "map" not in self._document:
            return
        before, self._known = self._known, self._people()
        if new := self._known - before:
            plan = self._plan()
            self._write(_arranged(plan, new), plan)

    def refresh(self) -> None:
        """Shows the map as the plan has it now, and whether there can be one."""
        button = self._ui.map_button
        try:
            plan = self._plan()
        except table.Refusal as refusal:
            self._open(False)
            button.setEnabled(False)
            basics.tip(button, tr("First: {problem}", problem=error_in_words(refusal)))
            return
        button.setEnabled(True)
        basics.tip(button, tr("The map of this encounter") if plan.map else tr("Make a map"))
        if button.isChecked() and plan.map and self.editor:
            people = [(place, plan.lines[place.line].side) for place in roster.places(plan)]
            self.editor.show_map(
                plan.map, systems()[plan.system], people, _sizes(plan), self._portraits
            )
            if plan.map.picture != self._picture:
                self._picture = plan.map.picture
                self.picture_wanted.emit(self._picture)

    def show_picture(self, id: str, picture: QImage | None) -> None:
        """Shows the picture that was wanted, unless it is another one by now."""
        if self.editor and id == self._picture:
            self.editor.map.show_picture(picture)

    def _plan(self) -> roster.Plan:
        """Raises :class:`Refusal` where the plan is not right."""
        return roster.read_plan(self._plan_document())

    # ---- opening

    def _toggle(self, on: bool) -> None:
        if on and self.editor is None:
            from desktop.window.map.editor import MapEditor

            self.editor = MapEditor()
            self.editor.changed.connect(self._change)
            self.editor.placed.connect(self._place)
            self.editor.all_wanted.connect(lambda: self._place(_arranged(self._plan())))
            self.editor.picture_chosen.connect(self.picture_chosen)
            self.editor.pane.measure.between = self._between
            self._ui.page_column.addWidget(self.editor, 1)
        if on and "map" not in self._document:
            self._make()
        self._open(on)
        self.refresh()
        if on and self.editor:
            self.editor.pane.view.setFocus()

    def _between(self, here: str, there: str) -> float | None:
        """How far two are apart by the rules; None where no fight can start from the plan yet."""
        try:
            rules, state = roster.everybody(self._plan())
            return rules.distance(state, here, there)
        except (table.Refusal, script.ScriptError, SystemFailed):
            return None

    def _open(self, on: bool) -> None:
        blocked = QSignalBlocker(self._ui.map_button)
        self._ui.map_button.setChecked(on)
        blocked.unblock()
        self._ui.scroll.setVisible(not on)
        if self.editor:
            self.editor.setVisible(on)

    # ---- writing

    def _make(self) -> None:
        """A map with everybody on it."""
        self.changing.emit("make")
        self._document["map"] = {"width": WIDE, "height": HIGH}
        plan = self._plan()
        self._known = self._people()
        self._write(_arranged(plan), plan)
        self.changed.emit()

    def _change(self, battlefield: Battlefield | None) -> None:
        """Takes another map; combatants who would stand outside of it stand at its edge."""
        self.changing.emit(_edit(self._plan().map, battlefield))
        if battlefield is None:
            self._document.pop("map", None)
            for line in self._document.get("lines", []):
                line.pop("at", None)
            self._ui.map_button.setFocus()  # or the keys go out of the page
            self._open(False)
        else:
            plan = self._plan()
            width = _sizes(plan)
            plane = Plane.of(battlefield, systems()[plan.system])
            self._document["map"] = battlefield.model_dump(mode="json", exclude_defaults=True)
            where = {}
            for stand in roster.places(plan):
                if stand.at is not None:
                    size = width.get(stand.id, 1.0)
                    where[stand.id] = plane.place(plane.middle(stand.at, size), size)
            self._write(where, plan)
        self.changed.emit()

    def _place(self, where: Mapping[str, geometry.Point | None]) -> None:
        self.changing.emit(("place", *sorted(where)))
        self._write(where, self._plan())
        self.changed.emit()

    def _write(self, where: Mapping[str, geometry.Point | None], plan: roster.Plan) -> None:
        """Writes into each line where those of it stand."""
        by_line: dict[int, list[roster.Place]] = {}
        for place in roster.places(plan):
            by_line.setdefault(place.line, []).append(place)
        for number, members in by_line.items():
            stands: list[Any] = [where.get(stand.id, stand.at) for stand in members]
            while stands and stands[-1] is None:
                stands.pop()
            line = self._document["lines"][number]
            line["at"] = [None if at is None else list(at) for at in stands]
            if not stands:
                del line["at"]


def _arranged(plan: roster.Plan, ids: Collection[str] | None = None) -> dict[str, geometry.Point]:
    """A place for everybody of the plan, or of ``ids``, who stands nowhere yet."""
    assert plan.map
    plane, width = Plane.of(plan.map, systems()[plan.system]), _sizes(plan)
    numbers = paint.tints(line.side for line in plan.lines)
    taken: dict[str, list[geometry.Point]] = {side: [] for side in numbers}
    waiting = []
    for place in roster.places(plan):
        side, size = plan.lines[place.line].side, width.get(place.id, 1.0)
        if place.at is not None:
            taken[side].append(plane.middle(place.at, size))
        elif ids is None or place.id in ids:
            waiting.append((place.id, size, side))
    newcomers = [
        Newcomer(id, size, numbers[side], where_it_began(taken[side])) for id, size, side in waiting
    ]
    return arrange(plane, newcomers, chain.from_iterable(taken.values()), obstacles_of(plan.map))


def _edit(before: Battlefield | None, after: Battlefield | None) -> object:
    """What is changed of a map; equal for changes of its size, or of the same shape, in a row."""
    if before is None or after is None:
        return object()
    if before.ground == after.ground:
        return "size" if before.picture == after.picture else object()
    if len(before.ground) != len(after.ground):
        return object()
    pairs = zip(before.ground, after.ground, strict=True)
    return ("shape", *(number for number, (old, new) in enumerate(pairs) if old != new))


def _sizes(plan: roster.Plan) -> Mapping[str, float]:
    """How wide everybody is; nobody is known where no fight can start from the plan yet."""
    try:
        rules, state = roster.everybody(plan)
        return {id: rules.size(state, id) for id in state.combatants}
    except (table.Refusal, script.ScriptError, SystemFailed):
        return {}
