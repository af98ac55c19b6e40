"""What the hand can do on a map: choose and move, measure, draw. Mouse and keys do the same.

A tool changes nothing by itself: it shows what is tried, and says what was decided.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal

from desktop.rules.geometry import Point
from desktop.window.map.scene import MapScene
from desktop.window.widgets.language import decimal, tr

Form = Literal["line", "rectangle", "outline"]
Way = Literal["keys", "drag", "by_hand"]
"""How a token is put somewhere; ``by_hand`` is with Shift, whatever the rules offer."""

_CONTROL = Qt.KeyboardModifier.ControlModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_PLAIN = Qt.KeyboardModifier.NoModifier


class Tool(QObject):
    """A tool that does nothing. Places are in the map's unit."""

    cursor = Qt.CursorShape.ArrowCursor
    space_pans = True
    """Whether the space bar is free to pan with."""
    said = Signal(str)
    """What it has come to, in words."""
    free = False
    """Whether what is drawn may leave the grid: the key for that is held."""

    def __init__(self, scene: MapScene, parent: QObject) -> None:
        super().__init__(parent)
        self.scene = scene

    def hint(self) -> str:
        """What else can be done with it, in a word."""
        return ""

    def press(self, at: Point, modifiers: Qt.KeyboardModifier = _PLAIN) -> None:
        """The button goes down."""

    def drag(self, at: Point) -> None:
        """The mouse moves with the button down."""

    def release(self, at: Point) -> None:
        """The button goes up where it went down, or where the drag has led."""

    def hover(self, at: Point | None) -> None:
        """The mouse moves over the map, or leaves it."""

    def step(self, right: float, down: float) -> bool:
        """An arrow key leads so far; False where it is free to pan."""
        return False

    def enter(self, *, by_hand: bool) -> bool:
        """Enter; False where nothing waits for it. ``by_hand``: with Shift."""
        return False

    def cancel(self) -> bool:
        """Gives up what is tried; False where nothing is."""
        return False

    def delete(self) -> bool:
        """Takes away what is chosen; False where nothing can be."""
        return False

    def choose_next(self, by: int) -> bool:
        """Chooses what comes next; False after the last."""
        return False


class ChooseTool(Tool):
    """Chooses and moves tokens, and shapes where the ground is being drawn.

    A drag over free ground draws a frame, and chooses all who stand in it.
    """

    space_pans = False

    chosen = Signal(str)
    """The token that was clicked, or that Enter has chosen; empty: none."""
    looked_at = Signal(str)
    """The token that Tab has come to, or none; Enter would choose it."""
    tried = Signal(str, object, str)
    """A token would stand with its middle here, put there in this :data:`Way`; the place is None
    when it is given up."""
    placed = Signal(object, str)
    """New middles of tokens by id, and the :data:`Way` in which they were put there."""
    clicked = Signal(object)
    """A place of the map on which nothing lies was clicked."""
    hovered = Signal(object)
    """The place under the mouse, None outside of the map."""
    shape_moved = Signal(int, object)
    """The number of a shape, and by how much it is to be moved."""
    removed = Signal()
    """What is chosen is to be taken away."""

    def __init__(self, scene: MapScene, parent: QObject) -> None:
        super().__init__(scene, parent)
        self.shapes = False
        """Whether the ground can be chosen, moved and taken away too."""
        self._from: Point | None = None
        self._alone = False
        self._moving: dict[str, Point] = {}
        self._grabbed = False
        """Whether the mouse went down on something."""
        self._way: Way = "keys"
        self._shifted: Point = (0, 0)
        """How far a shape has been dragged."""
        self._framed: tuple[str, ...] | None = None
        """Those in the frame that is being drawn; None while there is no frame."""
        self._waits = False
        """Whether Enter would choose the token that Tab has come to."""

    # ---- mouse

    def press(self, at: Point, modifiers: Qt.KeyboardModifier = _PLAIN) -> None:
        self.put_back()
        self._from, self._alone = at, bool(modifiers & _CONTROL)
        self._way = "by_hand" if modifiers & _SHIFT else "drag"
        item = self.scene.token_at(at)
        shape = self.scene.shape_at(at) if self.shapes and item is None else None
        self._grabbed = item is not None or shape is not None
        if item is not None:
            self._press_token(item.id)
        elif shape is not None:
            self.scene.choose_shape(shape)

    def _press_token(self, id: str) -> None:
        chosen = self.scene.chosen
        if self._alone:
            keep = [other for other in chosen if other != id]
            self.scene.choose(keep if id in chosen else [*chosen, id])
        elif id not in chosen:
            self.scene.choose([id])

    def drag(self, at: Point) -> None:
        if self._from is None:
            return
        if not self._grabbed:
            self._frame(self._from, at)
            return
        by = at[0] - self._from[0], at[1] - self._from[1]
        if self.scene.chosen_shape is not None:
            digits = 1 if self.free and not self.scene.plane.squares else 0
            self._shifted = round(by[0], digits), round(by[1], digits)
            self.scene.shift_shape(self._shifted)
            return
        if not self._moving:
            item = self.scene.token_at(self._from)
            if item is None:
                return
            self._take(item.id)
        started = {id: self.scene.tokens[id].token.at for id in self._moving}
        self._try({id: (x + by[0], y + by[1]) for id, (x, y) in started.items()})

    def release(self, at: Point) -> None:
        started, grabbed, shape = self._from, self._grabbed, self.scene.chosen_shape
        shifted = self._shifted
        if started is None:
            return
        if self._moving:
            self._put_down(self._way)
            return
        if self._framed is not None:
            self._choose_framed(self._framed)
            return
        self.put_back()
        if not grabbed:
            if self.scene.plane.holds(at):
                self.clicked.emit(at)
        elif shape is not None:
            if shifted != (0, 0):
                self.shape_moved.emit(shape, shifted)
            self.chosen.emit("")
        elif not self._alone:
            self._click(started)

    def _frame(self, corner: Point, opposite: Point) -> None:
        """Shows the frame between two corners."""
        if self._framed is None:
            self.hovered.emit(None)
        (left, right), (top, bottom) = (sorted(pair) for pair in zip(corner, opposite, strict=True))
        middles = {id: item.token.at for id, item in self.scene.tokens.items()}
        self._framed = tuple(
            id for id, (x, y) in middles.items() if left <= x <= right and top <= y <= bottom
        )
        self.scene.sketch.show_line(_corners(corner, opposite))
        self._say_framed(self._framed)

    def _choose_framed(self, ids: Sequence[str]) -> None:
        """Chooses all in the frame; with Ctrl those that are chosen already as well."""
        everybody = [*self.scene.chosen, *ids] if self._alone else ids
        self.put_back()
        self._waits = False
        self.scene.choose_shape(None)
        self.scene.choose(everybody)
        self.looked_at.emit(next(iter(self.scene.chosen), ""))
        if len(self.scene.chosen) > 1:
            self._say_framed(self.scene.chosen)

    def _say_framed(self, ids: Sequence[str]) -> None:
        self.said.emit(tr("{count} chosen", "{count} chosen", count=len(ids)))

    def _click(self, at: Point) -> None:
        """Chooses a token alone, without moving it."""
        item = self.scene.token_at(at)
        if item is not None:
            self._waits = False
            self.scene.choose([item.id])
            self.chosen.emit(item.id)

    def hover(self, at: Point | None) -> None:
        inside = at is not None and self.scene.plane.holds(at)
        if not self._moving:
            self.hovered.emit(at if inside else None)

    # ---- keys

    def step(self, right: float, down: float) -> bool:
        at = self.scene.chosen_shape
        if at is not None:
            self.shape_moved.emit(at, (right, down))
            return True
        if not self.scene.chosen:
            return False
        if not self._moving:
            self._grabbed, self._way = False, "keys"
            self._hold(self.scene.chosen)
        self._try({id: (x + right, y + down) for id, (x, y) in self._moving.items()})
        return True

    def enter(self, *, by_hand: bool) -> bool:
        if self._moving:
            self._put_down("by_hand" if by_hand else "keys")
            return True
        if self._waits and self.scene.chosen:
            self._waits = False
            self.chosen.emit(self.scene.chosen[0])
            return True
        return False

    def cancel(self) -> bool:
        waited = bool(self._moving) or self._framed is not None
        self.put_back()
        if waited or self.scene.chosen_shape is None:
            return waited
        self.scene.choose_shape(None)
        return True

    def delete(self) -> bool:
        there = bool(self.scene.chosen) or self.scene.chosen_shape is not None
        if there and self.shapes:
            self.put_back()
            self.removed.emit()
        return there and self.shapes

    def choose_group(self) -> bool:
        """Chooses the whole group of the chosen token; False where it has none."""
        tokens, chosen = self.scene.tokens, self.scene.chosen
        group = tokens[chosen[0]].token.group if chosen else None
        if group is None:
            return False
        others = (id for id, item in tokens.items() if item.token.group == group)
        self.scene.choose([chosen[0], *others])
        return True

    def choose_next(self, by: int) -> bool:
        self.put_back()
        tokens = list(self.scene.tokens)
        everything: list[str | int] = [*tokens]
        if self.shapes:
            everything += range(len(self.scene.shapes))
        now: str | int | None = self.scene.chosen_shape
        if now is None and self.scene.chosen:
            now = self.scene.chosen[0]
        first = 0 if by > 0 else len(everything) - 1
        at = everything.index(now) + by if now in everything else first
        if not 0 <= at < len(everything):
            return False
        following = everything[at]
        self._waits = isinstance(following, str)
        if isinstance(following, str):
            self.scene.choose([following])
            self.looked_at.emit(following)
        else:
            self.scene.choose_shape(following)
            self.looked_at.emit("")
        return True

    # ---- moving

    def _take(self, id: str) -> None:
        """Takes a token with the mouse, with those chosen with it and its whole group."""
        tokens = self.scene.tokens
        ids = [id] if self._alone else [*self.scene.chosen] if id in self.scene.chosen else [id]
        groups = {tokens[each].token.group for each in ids} - {None}
        if not self._alone:
            ids += [each for each, item in tokens.items() if item.token.group in groups]
        if id not in self.scene.chosen:
            self.scene.choose([id])
        self._hold([id, *ids])

    def _hold(self, ids: Sequence[str]) -> None:
        """Takes tokens; the place of the first is said while they move."""
        self._moving = {id: self.scene.tokens[id].token.at for id in dict.fromkeys(ids)}

    def _try(self, wanted: Mapping[str, Point]) -> None:
        """Shows the tokens where they would stand, each on the map."""
        plane, tokens = self.scene.plane, self.scene.tokens
        self._moving = {
            id: plane.middle(plane.place(at, tokens[id].token.size), tokens[id].token.size)
            for id, at in wanted.items()
        }
        self.scene.lift(self._moving)
        first = next(iter(self._moving))
        self.tried.emit(first, self._moving[first], self._way)

    def _put_down(self, way: Way) -> None:
        tokens = self.scene.tokens
        moved = {id: at for id, at in self._moving.items() if at != tokens[id].token.at}
        self.put_back()
        if moved:
            self.placed.emit(moved, way)

    def put_back(self) -> None:
        """Shows everything where it is: what was tried is given up, by the mouse too."""
        moving, self._moving = self._moving, {}
        self._from, self._grabbed, self._shifted = None, False, (0, 0)
        self.scene.shift_shape((0, 0))
        if self._framed is not None:
            self._framed = None
            self.scene.sketch.show_line(())
        if moving:
            self.scene.lift({})
            self.tried.emit("", None, "keys")


class PointsTool(Tool):
    """Sets points, with the mouse or with a cursor that the arrows move."""

    cursor = Qt.CursorShape.CrossCursor
    outlined = Signal(object)
    """The points so far, with the one under the mouse."""

    def __init__(self, scene: MapScene, parent: QObject) -> None:
        super().__init__(scene, parent)
        self.points: list[Point] = []
        self._at: Point | None = None
        self._keys = False

    def press(self, at: Point, modifiers: Qt.KeyboardModifier = _PLAIN) -> None:
        self._keys = False
        self._set(self.snapped(at))
        self._pressed = self.snapped(at)

    def drag(self, at: Point) -> None:
        self._move(self.snapped(at))

    def release(self, at: Point) -> None:
        """A drag sets its first point and its last."""
        end = self.snapped(at)
        if self.points and end != self._pressed:
            self._set(end)
            self.dragged()

    def hover(self, at: Point | None) -> None:
        if at is not None:
            self._keys = False
            self._move(self.snapped(at))
        elif not self.points:
            self.scene.label.say("", None)

    def step(self, right: float, down: float) -> bool:
        plane = self.scene.plane
        now = self._at or (self.points[-1] if self.points else (plane.width / 2, plane.height / 2))
        self._keys = True
        self._move(self.snapped((now[0] + right, now[1] + down)))
        return True

    def enter(self, *, by_hand: bool) -> bool:
        if self._at is None:
            return self.step(0, 0)
        self._set(self._at)
        return True

    def cancel(self) -> bool:
        waited = bool(self.points)
        self.points = []
        self._at = None
        self.scene.sketch.show_line(())
        self.scene.label.say("", None)
        self.outlined.emit(())
        return waited

    def snapped(self, at: Point) -> Point:
        """The nearest point that can be set."""
        return self.scene.plane.corner(at, free=self.free)

    def _set(self, at: Point) -> None:
        self.add(at)
        self._move(at)

    def _move(self, at: Point) -> None:
        self._at = at
        outline, words = self.outline(), self.words()
        alone = len(set(outline)) == 1
        self.scene.sketch.show_line(outline, at if self._keys or alone else None)
        self.outlined.emit(tuple(outline))
        self.scene.label.say(words, at)
        self.said.emit(words)

    # ---- what differs

    def add(self, at: Point) -> None:
        """A point was set."""
        raise NotImplementedError

    def dragged(self) -> None:
        """The last two points were set by one drag."""

    def outline(self) -> Sequence[Point]:
        """What is shown of it."""
        return [*self.points, *([self._at] if self._at is not None and self.points else [])]

    def words(self) -> str:
        """What it has come to: how long it is."""
        plane = self.scene.plane
        if self._at is None:
            return ""
        ways = [
            plane.far(*ends) for ends in pairwise([*self.points, self._at]) if ends[0] != ends[1]
        ]
        if not ways:
            return "; ".join(map(decimal, self._at))
        last = plane.said(ways[-1])
        whole = tr("{length}, {whole} in all", length=last, whole=plane.said(sum(ways)))
        return whole if len(ways) > 1 else last


class MeasureTool(PointsTool):
    """Measures from one place to the next."""

    between: Callable[[str, str], float | None] | None = None
    """How far two tokens are apart by the rules of the fight, if there is one."""

    def add(self, at: Point) -> None:
        self.points = [] if len(self.points) > 1 else [*self.points, at]

    def outline(self) -> Sequence[Point]:
        return self.points if len(self.points) > 1 else super().outline()

    def words(self) -> str:
        plane, ends = self.scene.plane, dict.fromkeys(map(self.scene.token_at, self.outline()))
        tokens = [token for token in ends if token]
        if self.between and len(tokens) == 2:
            far = self.between(tokens[0].id, tokens[1].id)
            if far is not None:
                names = " – ".join(token.token.name for token in tokens)
                return tr("{name}: {what}", name=names, what=plane.said(far))
        if len(self.points) > 1:
            return plane.said(plane.far(*self.points))
        return super().words()

    def snapped(self, at: Point) -> Point:
        """Over squares from middle to middle."""
        plane = self.scene.plane
        if plane.squares:
            return plane.middle(plane.place(at, 1), 1)
        return plane.inside(at)


class DoorTool(Tool):
    """Opens and closes doors: the one that is clicked, or that Tab or an arrow has chosen."""

    cursor = Qt.CursorShape.PointingHandCursor
    switched = Signal(int)
    """The number of a door among the shapes of the ground."""

    def __init__(self, scene: MapScene, parent: QObject) -> None:
        super().__init__(scene, parent)
        self._door: int | None = None
        """The door that the keys have come to: a step of the fight chooses others in the scene."""

    def release(self, at: Point) -> None:
        number = self.scene.shape_at(at)
        if number in self._doors():
            self._switch(number)

    def choose_next(self, by: int) -> bool:
        doors, now = self._doors(), self._door
        place = doors.index(now) + by if now in doors else 0 if by > 0 else len(doors) - 1
        if not 0 <= place < len(doors):
            self.cancel()
            return False
        self._door = doors[place]
        self.scene.choose_shape(self._door)
        opened = self.scene.shapes[self._door].shape_shown.open
        self.said.emit(tr("Door, open") if opened else tr("Door, closed"))
        return True

    def step(self, right: float, down: float) -> bool:
        return self.choose_next(1 if right + down > 0 else -1) or True

    def enter(self, *, by_hand: bool) -> bool:
        if self._door in self._doors():
            self._switch(self._door)
        return True

    def cancel(self) -> bool:
        chosen, self._door = self._door is not None, None
        self.scene.choose_shape(None)
        return chosen

    def _switch(self, door: int | None) -> None:
        self.switched.emit(door)
        self._door = door
        self.scene.choose_shape(door)

    def _doors(self) -> list[int]:
        return [n for n, item in enumerate(self.scene.shapes) if item.shape_shown.kind == "door"]


class DrawTool(PointsTool):
    """Draws a line, a rectangle or an outline. A point set twice ends it."""

    drawn = Signal(object)
    """The points of what was drawn; of an area the last is the first."""

    def hint(self) -> str:
        return "" if self.scene.plane.squares else tr("Alt: beside the grid")

    def __init__(self, scene: MapScene, parent: QObject, form: Form) -> None:
        super().__init__(scene, parent)
        self.form = form

    def add(self, at: Point) -> None:
        if self.form == "rectangle":
            self.points.append(at)
            if len(self.points) == 2:
                self._finish()
        elif self.points and at in (self.points[-1], self.points[0]):
            if self.form == "line" and at == self.points[0] and len(self.points) > 2:
                self.points.append(at)
            self._finish()
        else:
            self.points.append(at)

    def dragged(self) -> None:
        """One drag draws a whole line."""
        if self.form == "line" and len(self.points) == 2:
            self._finish()

    def outline(self) -> Sequence[Point]:
        if self.form == "rectangle" and self.points and self._at is not None:
            return _corners(self.points[0], self._at)
        shown = [*super().outline()]
        return [*shown, shown[0]] if self.form == "outline" and len(shown) > 2 else shown

    def _finish(self) -> None:
        points, self.points = self.points, []
        if self.form == "rectangle":
            (x, y), (right, below) = points
            points = _corners(*points) if x != right and y != below else []
        elif self.form == "outline":
            points = [*points, points[0]] if len(points) > 2 else []
        if len(points) > 1:
            self.drawn.emit(tuple(points))

    def words(self) -> str:
        if self.form == "rectangle" and self.points and self._at is not None:
            plane, (x, y) = self.scene.plane, self.points[0]
            wide, high = abs(self._at[0] - x), abs(self._at[1] - y)
            return tr("{wide} × {high}", wide=plane.said(wide), high=plane.said(high))
        return super().words()


def _corners(corner: Point, opposite: Point) -> list[Point]:
    """The outline of the rectangle between two corners."""
    (x, y), (right, below) = corner, opposite
    return [(x, y), (right, y), (right, below), (x, below), (x, y)]
