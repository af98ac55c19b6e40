"""The map of a running fight: who stands where and how they are, and what the hand does there.

A click, Enter, or a drag to where it can go performs the system's own move of who is on turn; any
other drag puts combatants elsewhere by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import product
from math import cos, pi, sin
from typing import Any, TypeVar

from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtGui import QPainterPath
from PySide6.QtWidgets import QMenu, QPushButton, QToolButton

from desktop.encounter.answers import Step
from desktop.encounter.play_table import DiceWanted
from desktop.encounter.players_view import players_view
from desktop.rules import SystemFailed, battlefield, display, table
from desktop.rules.contract import WithinReach
from desktop.rules.geometry import NEARLY, Point, distance, squares_wide, straight_on, tenths
from desktop.rules.state import FogKind, State
from desktop.rules.text import Term, Text
from desktop.window.combat.session.fight_session import FightSession
from desktop.window.combat.session.viewpoint import Combatants, Viewpoint
from desktop.window.map import fog, overlay, tools
from desktop.window.map.pane import MapPane
from desktop.window.map.plane import Newcomer, Plane, arrange, where_it_began
from desktop.window.map.token import UNIT, Token, on_scene
from desktop.window.widgets import paint
from desktop.window.widgets.language import in_words, of_model, tr
from desktop.window.widgets.menu import add

T = TypeVar("T")

RAYS = 180
"""In how many directions it is looked how far difficult ground lets somebody go."""


class FightMap(QObject):
    """Fills a pane with the map of a fight, and turns what the hand decides into steps."""

    step_wanted = Signal(object)
    """A command of the system's."""
    by_hand_wanted = Signal(object)
    """A step of the game master's."""
    actor_wanted = Signal(str)
    """Somebody else who may act now is dragged."""
    failed = Signal(object)
    """An added system failed when it was asked; the map goes on without its answer."""

    def __init__(
        self, pane: MapPane, open_command_to: Callable[[str, Point], Step | None], parent: QObject
    ) -> None:
        """``open_command_to`` is what the open form does at a place; None: it asks for none."""
        super().__init__(parent)
        self.pane = pane
        self._open_command_to = open_command_to
        self.place_button: QPushButton = pane.ui.place_button
        self._actor: str | None = None
        """The combatant that would go where a click is made; None where none can now."""
        self._aiming = False
        self._reach: WithinReach | None = None
        self.fog = fog.Fog(before=0.2, never=0.4)
        """What the players do not see, where the game master wants to know that."""
        pane.map.addItem(self.fog)
        self._doors = tools.DoorTool(pane.map, self)
        self._area, self._how = tools.DrawTool(pane.map, self, "rectangle"), "reveal"
        self._add_tools()
        choose = pane.choose
        choose.looked_at.connect(lambda id: self._tell(id) if id else self.show_focus())
        choose.tried.connect(self._on_tried)
        choose.placed.connect(self._on_placed)
        choose.clicked.connect(self._on_ground)
        choose.hovered.connect(self._on_hovered)
        pane.measure.between = self._between
        self.place_button.clicked.connect(
            lambda: self._place(self._arranged(self._fight.state, self._waiting()))
        )

    def _add_tools(self) -> None:
        """Doors, and what the players see: those of the game master's own map."""
        ui, pane = self.pane.ui, self.pane
        pane.add_tool(ui.door_button, self._doors)
        pane.add_tool(ui.fog_button, self._area)
        menu = QMenu(ui.fog_button)
        hows: Mapping[FogKind, str] = {
            "reveal": tr("Show to the players"),
            "hide": tr("Hide from the players"),
            "sight": tr("As their characters see it"),
        }
        for how, words in hows.items():
            inner = menu.addMenu(words)
            add(inner, tr("A rectangle"), partial(self._draw, how, "rectangle"))
            add(inner, tr("An outline"), partial(self._draw, how, "outline"))
            whole = {"do": "fog", "how": how}
            add(inner, tr("The whole map"), partial(self.by_hand_wanted.emit, whole))
        ui.fog_button.setMenu(menu)
        ui.fog_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        ui.seen_button.toggled.connect(lambda _: self._show_fog())
        self._area.drawn.connect(self._on_area)
        self._doors.switched.connect(self._switch_door)

    def darken(self, percent: int) -> None:
        """How dark it is where the players never saw; half as dark where they saw before."""
        self.fog.darken(before=percent / 200, never=percent / 100)

    def _draw(self, how: FogKind, form: tools.Form) -> None:
        self._how, self._area.form = how, form
        self.pane.take(self._area)

    def _on_area(self, outline: Sequence[Point]) -> None:
        step = {"do": "fog", "how": self._how, "outline": [list(at) for at in outline]}
        self.by_hand_wanted.emit(step)

    def _switch_door(self, number: int) -> None:
        field = self._fight.state.battlefield
        if field is not None:
            opened = field.ground[number].open
            self.by_hand_wanted.emit({"do": "door", "door": number, "open": not opened})

    def _show_fog(self) -> None:
        """What the players do not see lies under a light fog, while that is wanted."""
        wanted = self.there and self.pane.ui.seen_button.isChecked()
        seen = self._ask(lambda _: players_view(self._fight).map) if wanted else None
        self.fog.show_map(seen, self.pane.map.ground_rect)

    def open(self, session: FightSession, view: Viewpoint, combatants: Combatants) -> None:
        """Shows another fight from now on."""
        self._session, self._fight = session, session.fight
        self._view, self._combatants = view, combatants
        self.pane.map.show_tokens({})
        field = session.fight.state.battlefield
        if field is not None:
            self.pane.map.show_plane(Plane.of(field, session.fight.rules))
            self.pane.map.show_picture(session.map_picture)
            self.pane.take(self.pane.choose)
            self.pane.view.fit()

    @property
    def there(self) -> bool:
        """Whether the fight has a map."""
        return self._fight.state.battlefield is not None

    def _ask(self, question: Callable[..., T | None], *words: Any) -> T | None:
        """What the rules say of this state; None where they fail."""
        try:
            return question(self._fight.state, *words)
        except SystemFailed as failure:
            self.failed.emit(failure)
            return None

    # ---- who stands where

    def show_people(self, changed: Collection[str]) -> None:
        """Shows the state of the fight; ``changed`` are those whose values are others."""
        if not self.there:
            return
        self.pane.choose.put_back()
        field, ui = self._fight.state.battlefield, self.pane.ui
        ground = field.ground if field else ()
        self.pane.map.show_ground(ground)
        ui.door_button.setVisible(any(shape.kind == "door" for shape in ground))
        for button in (ui.fog_button, ui.seen_button):
            button.setVisible(self._fight.begun)
        self._show_fog()
        positions, ready = self._fight.state.positions, self._view.ready()
        known = {id: item.token for id, item in self.pane.map.tokens.items() if id not in changed}
        everybody = (id for id in self._fight.state.combatants if id in positions)
        tokens = {id: self._token(id, known.get(id), id in ready) for id in everybody}
        self.pane.map.show_tokens(tokens)
        waiting = len(self._waiting())
        self.place_button.setText(
            tr("Place {count} who stands nowhere", "Place {count} who stand nowhere", count=waiting)
        )
        self.place_button.setAccessibleName(self.place_button.text())
        self.place_button.setVisible(waiting > 0)

    def _token(self, id: str, known: Token | None, ready: bool) -> Token:
        """The token of a combatant as it is now; what is slow to find out comes from ``known``."""
        people, rules, state = self._combatants, self._fight.rules, self._fight.state
        middle = rules.centre(state, id)
        assert middle is not None
        combatant, standing = state[id], people.standing(id)
        if known is None:
            vitals = people.at_a_glance(id)
            share, tone = display.left(vitals)
            spoken, size = paint.spoken(vitals), rules.size(state, id)
        else:
            share, tone, spoken, size = known.share, known.tone, known.spoken, known.size
        return Token(
            combatant.name, middle, size, people.tint_of(id), combatant.group,
            share, tone, standing, ready and standing == "ready", spoken, people.face_of(id),
        )  # fmt: skip

    def _shown(self, id: str) -> Token:
        """The token of a combatant as it is on the map."""
        return self.pane.map.tokens[id].token

    def _waiting(self) -> list[str]:
        """Those who are in the fight and stand nowhere."""
        state = self._fight.state
        return [fighter.id for fighter in state.standing() if fighter.id not in state.positions]

    def with_places(self, step: Step) -> Step:
        """The step of newcomers, with a place on the map for each who has none."""
        if not self.there:
            return step
        try:
            then = self._fight.preview(step).state
        except (table.Refusal, SystemFailed):  # it is said when the step is done
            return step
        new = then.combatants.keys() - self._fight.state.combatants.keys() - then.positions.keys()
        places = self._arranged(then, [id for id in then.combatants if id in new])
        return {**step, "places": {id: list(at) for id, at in places.items()}} if new else step

    def _arranged(self, state: State[Any], ids: Iterable[str]) -> dict[str, Point]:
        """A place for each of these, near where its side began."""
        rules, plane = self._fight.rules, self.pane.map.plane
        began: dict[str, list[Point]] = {}
        for recruit in self._fight.script.combatants:
            if recruit.at is not None:
                began.setdefault(recruit.side, []).append(plane.middle(recruit.at, 1))
        numbers = paint.tints(combatant.side for combatant in state.combatants.values())
        waiting = []
        for id in ids:
            side = state[id].side
            near = where_it_began(began.get(side, ()))
            waiting.append(Newcomer(id, rules.size(state, id), numbers[side], near))
        taken = [middle for id in state.positions if (middle := rules.centre(state, id))]
        return arrange(plane, waiting, taken, battlefield.obstacles_of(state.battlefield))

    # ---- who acts, and on whom

    def show_focus(self) -> None:
        """Marks the combatant looked at, and shades where it can go."""
        if not self.there:
            return
        focus = self._view.focus()
        scene = self.pane.map
        scene.choose([focus] if focus in scene.tokens else [])
        self._actor = focus if focus in scene.tokens and self._can_act(focus) else None
        self._reach = None
        if self._actor is not None and not self.pane.isHidden():
            self._reach = self._ask(self._fight.rules.within_reach, self._actor)
        scene.reach.show_areas(self._shaded())
        scene.label.say("", None)
        self._tell(focus or "")

    def show_aims(self, ids: Collection[str], only_somebody: bool) -> None:
        """Marks those that the open command is aimed at.

        ``only_somebody``: only combatants can be picked, so a click beside them goes nowhere.
        """
        self.pane.map.aim_at(ids)
        if only_somebody != self._aiming:
            self._aiming = only_somebody
            self.show_focus()

    def _can_act(self, id: str | None) -> bool:
        """Whether a click could move this combatant now."""
        fight, session = self._fight, self._session
        asks = fight.pending is not None or self._aiming
        live = fight.begun and not asks and fight.outcome is None
        return live and (id == fight.state.turn or id in session.acting)

    def _shaded(self) -> list[tuple[QPainterPath, float]]:
        """Where the actor can go: each price one shade, the cheapest the strongest."""
        reach, actor = self._reach, self._actor
        if reach is None or actor is None:
            return []
        if self.pane.map.plane.squares:
            return _squares(reach.squares, squares_wide(self._shown(actor).size))
        obstacles = battlefield.obstacles_of(self._fight.state.battlefield)
        slow = list(obstacles.of("difficult")) if reach.slow > 1 else []
        walls, here = obstacles.of("wall"), self._shown(actor).at
        discs = [(_disc(here, far, slow, reach.slow), far) for far, _ in reach.radii]
        return _rings(discs, here, self.pane.map.ground_rect, walls)

    # ---- what a way costs

    def _on_hovered(self, at: Point | None) -> None:
        """Says the price of going where the mouse is; over a combatant, its state and distance."""
        scene = self.pane.map
        over = scene.token_at(at) if at is not None else None
        if over is not None:
            scene.label.say("", None)
            self._tell(over.id)
        elif self._actor is None or at is None:
            scene.label.say("", None)
        else:
            self._say(*self._price(self._actor, at), at)

    def _on_tried(self, id: str, middle: Point | None, way: tools.Way) -> None:
        alone = self.pane.map.chosen == (id,) and self._shown(id).group is None
        if alone and way != "by_hand" and id != self._actor and self._can_act(id):
            self.actor_wanted.emit(id)
        if middle is None:
            self.pane.map.label.say("", None)
        elif price := self._by_rules(id, middle, way):
            self._say(*price, middle)
        else:
            plane = self.pane.map.plane
            far = plane.said(plane.far(self._shown(id).at, middle))
            self._say(tr("by hand, {distance}", distance=far), False, middle)

    def _say(self, words: str, refused: bool, beside: Point) -> None:
        self.pane.map.label.say(words, beside, refused)
        self.pane.say(words)

    def _price(self, id: str, middle: Point) -> tuple[str, bool]:
        """What it costs to go there, and whether it cannot be; no words where it is not known."""
        reach, plane, token = self._reach, self.pane.map.plane, self._shown(id)
        place = plane.place(middle, token.size)
        if reach is None or plane.middle(place, token.size) == token.at:
            return "", False
        to, far, said = (float(place[0]), float(place[1])), "", tr("out of reach")
        if plane.squares:
            price = reach.squares.get(to)
        else:
            length = distance(token.at, to)
            far = plane.said(tenths(length))
            price = next((cost for radius, cost in reach.radii if length <= radius + NEARLY), None)
            if price is not None or not reach.radii:
                price, said = self._price_of_going(id, to)
        if price is None:
            return " · ".join(filter(None, (far, said))), True
        unit = reach.unit or self._fight.rules.unit
        cost = Text("{price} {unit}", price=price, unit=unit) if price and unit else None
        words = in_words(cost) if cost else tr("free", context="price")
        pace = "" if plane.squares else said
        return " · ".join(filter(None, (far, pace, words))), False

    def _price_of_going(self, id: str, to: Point) -> tuple[int | None, str]:
        """What going there costs over free ground, and what that is called; or why it cannot be:
        there may be walls and mire within the radii."""
        fight, rules = self._fight, self._fight.rules
        try:
            step = self._step_to(id, to)
            if step is None:
                return 0, ""
            asked = fight.preview(step).question
            filled = rules.filled_in(fight.state, rules.read(step))
            action = rules.action_of(filled)
            price = rules.price(fight.state, fight.state[id], action, filled)
            throw = asked.label if isinstance(asked, DiceWanted) else ""
            said = [of_model(Term(action.label, action.native)), in_words(throw)]
            return price, " · ".join(filter(None, said))
        except table.Refusal as refusal:
            return None, in_words(refusal.message)
        except SystemFailed as failure:
            self.failed.emit(failure)
            return None, ""

    # ---- what the hand decides

    def _on_ground(self, at: Point) -> None:
        if self._actor is not None:
            self._go(self._actor, at)

    def _on_placed(self, middles: Mapping[str, Point], way: tools.Way) -> None:
        ids = list(middles)
        if len(ids) == 1 and self._by_rules(ids[0], middles[ids[0]], way):
            self._go(ids[0], middles[ids[0]])
            return
        plane = self.pane.map.plane
        self._place({id: plane.place(at, self._shown(id).size) for id, at in middles.items()})

    def _by_rules(self, id: str, middle: Point, way: tools.Way) -> tuple[str, bool] | None:
        """The price of going there by the rules; None where it is put there by hand. The actor goes
        by the rules where it is dragged to a place to which they let it."""
        if id != self._actor or way == "by_hand" or (way == "drag" and self._reach is None):
            return None
        price = self._price(id, middle)
        return None if way == "drag" and price[1] else price

    def _go(self, id: str, middle: Point) -> None:
        """What the open form does there, else the system's own move; by hand without either."""
        place = self.pane.map.plane.place(middle, self._shown(id).size)
        to = float(place[0]), float(place[1])
        step = self._ask(lambda _: self._step_to(id, to))
        if step is None:
            self._place({id: to})
        else:
            self.step_wanted.emit(step)

    def _step_to(self, id: str, to: Point) -> Step | None:
        """The step by which somebody goes there: as the open form says, which decides over what the
        system's own move takes by itself."""
        command = self._fight.rules.go_to(self._fight.state, id, to)
        asked = self._open_command_to(id, to)
        usual = command.as_step() if command is not None else {}
        if asked and any(usual.get(key) != asked.get(key) for key in ("do", "action")):
            return asked
        return {**usual, **(asked or {})} or None

    def _place(self, places: Mapping[str, Point]) -> None:
        step = {"do": "place", "places": {id: list(at) for id, at in places.items()}}
        self.by_hand_wanted.emit(step)

    # ---- words

    def _between(self, here: str, there: str) -> float | None:
        return self._ask(self._fight.rules.distance, here, there)

    def _tell(self, id: str) -> None:
        """Says the combatant's name, state, and distance from the one that acts."""
        if id not in self.pane.map.tokens:
            self.pane.say("")
            return
        # What follows from where others stand, as a threat does, may be otherwise by now.
        token = self._token(id, None, id in self._view.ready())
        self.pane.map.tokens[id].show_token(token)
        words = [token.name, token.spoken]
        if self._actor is not None and self._actor != id:
            far = self._between(self._actor, id)
            if far is not None:
                words.insert(1, self.pane.map.plane.said(far))
        self.pane.say(" · ".join(filter(None, words)))


def _squares(prices: Mapping[Point, int], wide: int) -> list[tuple[QPainterPath, float]]:
    """One area for each price; a token that is some squares wide covers all it can stand on."""
    least: dict[tuple[int, int], int] = {}
    for (x, y), price in prices.items():
        for square in product(range(int(x), int(x) + wide), range(int(y), int(y) + wide)):
            least[square] = min(price, least.get(square, price))
    steps = sorted(set(least.values()))
    of_a_price = ([square for square in least if least[square] == step] for step in steps)
    return [
        (overlay.squares_path(squares), 1 - number / len(steps))
        for number, squares in enumerate(of_a_price)
    ]


def _disc(
    middle: Point, radius: float, difficult: Sequence[Sequence[Point]], slow: int
) -> QPainterPath:
    """All to which so much of a straight way leads; over difficult ground it is not as far."""
    disc = QPainterPath()
    if not difficult:
        disc.addEllipse(on_scene(middle), radius * UNIT, radius * UNIT)
        return disc
    x, y = middle
    turns = (2 * pi * ray / RAYS for ray in range(RAYS))
    ends = ((x + radius * cos(turn), y + radius * sin(turn)) for turn in turns)
    disc.addPolygon([on_scene(straight_on(middle, end, difficult, slow)) for end in ends])
    disc.closeSubpath()
    return disc


def _rings(
    discs: Sequence[tuple[QPainterPath, float]],
    middle: Point,
    ground: QRectF,
    walls: Iterable[Sequence[Point]],
) -> list[tuple[QPainterPath, float]]:
    """One ring for each price, as far as the map goes and nothing stands in the way."""
    rings, inner = [], QPainterPath()
    whole = QPainterPath()
    whole.addRect(ground)
    whole -= overlay.shadow(walls, middle, max((radius for _, radius in discs), default=0))
    for n, (disc, _) in enumerate(discs):
        rings.append((disc.subtracted(inner) & whole, 1 - n / len(discs)))
        inner = disc
    return rings
