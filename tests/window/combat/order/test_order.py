"""The order list: only what changed is painted again, also with five hundred combatants."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetrics, QPainter, QPixmap
from PySide6.QtWidgets import QStyleOptionViewItem

from desktop.encounter.fight import start
from desktop.rules.display import Standing, Vital, badge
from desktop.window.combat.order.model import Key, OrderModel, Row
from desktop.window.combat.order.row import OrderDelegate, PaintedRow
from desktop.window.widgets import paint
from tests.window.combat.conftest import Desk
from tests.window.combat.skirmish import crowd
from tests.window.conftest import Painted


class Counting(OrderDelegate):
    """Counts which rows are painted."""

    painted: list[str]

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Any) -> None:
        self.painted.append(index.data())
        super().paint(painter, option, index)


def with_a_crowd(desk: Desk, count: int = 500) -> None:
    fight = start(crowd(count))
    fight.perform({"do": "begin"}, lambda sides: random.Random(1).randint(1, sides))
    desk.open(fight)


def test_only_rows_that_changed_are_told_to_the_view(desk: Desk) -> None:
    with_a_crowd(desk)
    desk.panel.look_at("c0")
    desk.panel.main()
    rows = desk.panel.ui.order.rows
    for number in range(rows.rowCount()):
        rows.row(number)
    told: list[str] = []
    rows.dataChanged.connect(
        lambda first, last: told.extend(
            rows.row(n).key.ids[0] for n in range(first.row(), last.row() + 1)
        )
    )
    desk.panel.ui.options.press("C")
    assert told == ["c0"]


def test_only_rows_that_changed_are_painted_again(desk: Desk) -> None:
    with_a_crowd(desk)
    desk.panel.look_at("c0")
    desk.panel.main()
    order = desk.panel.ui.order
    delegate = Counting(order)
    delegate.painted = []
    order.setItemDelegate(delegate)
    desk.odds()
    assert len(delegate.painted) > 5
    while delegate.painted:  # until all that opening the panel set off has come to rest
        delegate.painted.clear()
        desk.odds()
    desk.panel.ui.options.press("C")
    desk.odds()
    assert set(delegate.painted) == {"Combatant 0"}


def test_a_step_makes_only_rows_that_are_shown_or_changed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_a_crowd(desk)
    rows = desk.panel.ui.order.rows
    for number in range(rows.rowCount()):
        rows.row(number)
    made: list[Key] = []
    plainly = OrderModel._make_row

    def counting(model: OrderModel, key: Key) -> Row:
        made.append(key)
        return plainly(model, key)

    monkeypatch.setattr(OrderModel, "_make_row", counting)
    shown = desk.panel.ui.order._shown()
    assert 5 < len(shown) < 30
    desk.session.perform({"do": "edit", "combatant": "c400", "set": {"hp": 1}})
    desk.panel.undo()
    assert {key.ids[0] for key in made} - {rows._keys[n].ids[0] for n in shown} == {"c400"}
    assert len(made) <= 3 * (len(shown) + 1)


def test_a_row_out_of_sight_is_right_when_it_comes_into_sight(desk: Desk) -> None:
    with_a_crowd(desk)
    rows = desk.panel.ui.order.rows
    active = desk.panel._view.ready()
    one = next(id for id in sorted(active) if rows.find(id) > 40)
    assert rows.row(rows.find(one)).ready
    desk.session.perform({"do": "activate", "actor": next(iter(active - {one}))})
    assert not rows.row(rows.find(one)).ready
    desk.session.perform({"do": "edit", "combatant": one, "set": {"hp": 0}})
    assert rows.row(rows.find(one)).standing == "out"


def test_rows_nobody_has_seen_are_not_reckoned(desk: Desk) -> None:
    with_a_crowd(desk)
    desk.odds()
    assert 0 < len(desk.panel.ui.order.rows._rows) < 30


def test_one_who_is_out_is_greyed_and_the_group_counts(desk: Desk) -> None:
    desk.panel.preferences.typed = False
    desk.panel.main()
    desk.session.perform_by_hand({"do": "edit", "combatant": "guard3", "set": {"hp": 0}})
    rows = desk.panel.ui.order.rows
    group = rows.row(rows.find("guard3"))
    assert [standing for _, standing in group.members] == ["ready", "ready", "out"]
    desk.session.perform_by_hand({"do": "edit", "combatant": "platon", "set": {"hp": 0}})
    assert rows.row(rows.find("platon")).standing == "out"


def test_a_folded_group_shows_the_effect_that_all_who_are_up_share(desk: Desk) -> None:
    desk.panel.preferences.typed = False
    desk.panel.main()
    rows = desk.panel.ui.order.rows

    def worn() -> list[str]:
        return [str(badge.text) for badge in rows.row(rows.find("guard3")).vitals]

    for id in ("guard1", "guard2"):
        smoke = {"do": "effect", "combatants": [id], "name": "Smoke", "until": "by_hand"}
        desk.session.perform_by_hand(smoke)
        assert worn() == []
    desk.session.perform_by_hand({"do": "edit", "combatant": "guard3", "set": {"hp": 0}})
    assert worn() == ["Smoke"]


def test_every_row_is_as_high_as_any_other(desk: Desk) -> None:
    with_a_crowd(desk, 40)
    order = desk.panel.ui.order
    assert order.uniformItemSizes()
    delegate = order.itemDelegate()
    heights = {
        delegate.sizeHint(QStyleOptionViewItem(), order.rows.index(n)).height() for n in range(40)
    }
    assert len(heights) == 1


def spied(monkeypatch: pytest.MonkeyPatch, name: str) -> list[tuple[Any, Any]]:
    """What that function paints from here on: its place, and its words or values."""
    painted: list[tuple[Any, Any]] = []
    plainly = getattr(paint, name)

    def spying(painter: QPainter, place: Any, what: Any, *rest: Any) -> float:
        painted.append((place, what))
        width: float = plainly(painter, place, what, *rest)
        return width

    monkeypatch.setattr(paint, name, spying)
    return painted


def test_a_long_word_for_wounds_leaves_the_name_its_room(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted = spied(monkeypatch, "text")
    said = "critical head, light dominant arm, heavy right leg"
    wounds = Vital("boxes", "wounds", "Wounds", values=(3, 1), maximum=2, text=said)
    row = Row(Key(("olek",)), "Olek Brzask", 0, "out", (wounds,))
    canvas = QPixmap(270, 60)
    painter = QPainter(canvas)
    font = desk.panel.font()
    PaintedRow(painter, row, QRectF(0, 0, 270, 60), font, selected=False, hover=False).all()
    painter.end()
    words = [text for _, text in painted]
    room = painted[words.index("Olek Brzask")][0].width()
    assert room >= QFontMetrics(paint.bold(font)).horizontalAdvance("Olek Brzask")
    assert words.count(said) == 1, "said beside the name, and not once more beside the boxes"


def test_what_has_no_room_among_pips_and_bars_is_said_in_words(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted = spied(monkeypatch, "pill")
    acts = [Vital("pips", act, act, 1, 1) for act in ("action", "quick", "reaction")]
    circles = [Vital("pips", f"circle-{n}", f"circle {n}", 5 - n, 5 - n) for n in (1, 2, 3)]
    bars = [Vital("bar", name, name, 3, 4) for name in ("health", "calm", "wits", "luck")]
    row = Row(Key(("ina",)), "Ina", 0, "ready", (*bars, *acts, *circles))
    canvas = QPixmap(300, 60)
    painter = QPainter(canvas)
    area = QRectF(0, 0, 300, 60)
    PaintedRow(painter, row, area, desk.panel.font(), selected=False, hover=False).all()
    painter.end()
    assert [words for _, words in painted] == ["luck 3/4", "circle 2 3/3", "circle 3 2/2"]


def test_all_boxes_are_painted_where_there_is_room_for_them(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted, said = spied(monkeypatch, "boxes"), spied(monkeypatch, "text")
    health = Vital("boxes", "health", "Health", 2, values=(1, 1, *[0] * 6), maximum=8)
    moves = Vital("pips", "actions", "Actions", value=5, maximum=5)
    row = Row(Key(("masha",)), "Маша", 0, "ready", (health, moves))
    for wide in (270, 190, 100):
        canvas = QPixmap(wide, 60)
        painter = QPainter(canvas)
        area = QRectF(0, 0, wide, 60)
        PaintedRow(painter, row, area, desk.panel.font(), selected=False, hover=False).all()
        painter.end()
    roomy, narrower, narrowest = (len(values) for _, values in painted)
    assert roomy == 8
    assert narrowest <= narrower < 8
    told = [words for _, words in said if words == "2/8"]
    assert told, "where boxes are missing it is said how many are marked"


def test_all_boxes_are_painted_beside_a_long_name_and_the_word_for_the_wounds(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted, said = spied(monkeypatch, "boxes"), spied(monkeypatch, "text")
    for word in ("", "Калека −5"):
        health = Vital(
            "boxes", "health", "Health", 6, values=(*[2] * 6, 0, 0), maximum=8, text=word
        )
        row = Row(Key(("thug",)), "Уличный грабитель 2", 0, "ready", (health,))
        painter = QPainter(canvas := QPixmap(205, 60))
        area = QRectF(canvas.rect())
        PaintedRow(painter, row, area, desk.panel.font(), selected=False, hover=False).all()
        painter.end()
    assert [len(values) for _, values in painted] == [8, 8]
    assert any(words == "Калека −5" for _, words in said)


WORN = (
    Vital("number", "initiative", "Инициатива", 16),
    Vital("badge", "guards", "dodge", text="dodge", native="уклонение"),
)


def said_on(row: Row, monkeypatch: pytest.MonkeyPatch, width: float) -> list[str]:
    """The words of the pills of a row that is so wide."""
    said: list[str] = []

    def pill(painter: QPainter, at: Any, words: str, *_: Any) -> float:
        said.append(words)
        return 20.0

    monkeypatch.setattr(paint, "pill", pill)
    page = QPixmap(int(width), 60)
    painter = QPainter(page)
    PaintedRow(
        painter, row, QRectF(0, 0, width, 60), painter.font(), selected=False, hover=False
    ).all()
    painter.end()
    return said


def test_where_room_is_short_a_number_goes_without_its_name(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = Row(Key(("a",)), "Олег", 0, "ready", WORN)
    assert said_on(row, monkeypatch, 190) == ["16", "dodge"]
    assert said_on(row, monkeypatch, 600) == ["Инициатива 16", "dodge"]


def test_where_room_is_short_an_effect_goes_by_its_name_before_a_number_goes_without(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    poison = replace(badge("effect-Jed", "Jed: −1 za kolo, končí ověřením štěstí"), label="Jed")
    row = Row(Key(("alena",)), "Alena", 0, "ready", (*WORN[:1], poison))
    assert said_on(row, monkeypatch, 260) == ["Инициатива 16", "Jed"]
    assert said_on(row, monkeypatch, 120) == ["16", "Jed"]
    assert said_on(row, monkeypatch, 600) == ["Инициатива 16", poison.text]


def test_a_badge_that_the_word_beside_the_name_says_is_not_said_twice(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    acted = Vital("badge", "acted", "действовал", text="действовал")
    row = Row(Key(("a",)), "Олег", 0, "done", (acted,))
    assert said_on(row, monkeypatch, 300) == ["acted"]
    assert said_on(replace(row, standing="ready"), monkeypatch, 300) == ["действовал"]


def test_a_folded_group_tells_how_the_one_on_turn_is(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    kneels = Vital("badge", "posture", "klęczy", text="klęczy")
    row = Row(
        Key(("a", "b"), "pirates"), "Pirat ×2", 0, "active", (kneels,),
        members=((None, "active"), (None, "ready")),
    )  # fmt: skip
    assert said_on(row, monkeypatch, 300) == ["klęczy"]
    assert said_on(replace(row, unfolded=True), monkeypatch, 300) == []


def test_what_a_narrow_group_tells_of_badges_stands_before_its_pips(
    desk: Desk, words_painted: list[Painted]
) -> None:
    segments = Vital("pips", "segments", "Segmenty", 2, 3)
    worn = tuple(Vital("badge", said, said, text=said) for said in ("leży", "przyciśnięty"))
    members: Any = ((None, "active"), (None, "out"))
    row = Row(Key(("a", "b"), "pirates"), "×2", 0, "active", (segments, *worn), members)
    page = QPixmap(180, 60)
    painter = QPainter(page)
    area, font = QRectF(page.rect()), desk.panel.font()
    words_painted.clear()
    PaintedRow(painter, row, area, font, selected=False, hover=False).all()
    painter.end()
    more = next(each for each in words_painted if each.words == "+2")
    assert more.area.x() + paint.width_of("+2", paint.smaller(font, 1.5)) <= 169 - 3 * 13


def test_badges_without_room_are_counted(desk: Desk, words_painted: list[Painted]) -> None:
    words = ("уклоняется: 30", "укрытие 5 рядом", "Адреналин", "в захвате")
    worn = tuple(Vital("badge", said, said, text=said) for said in words)
    row = Row(Key(("a",)), "Вера", 0, "ready", worn)
    page = QPixmap(900, 60)
    painter = QPainter(page)
    words_painted.clear()
    for width in (270, 900):
        area = QRectF(0, 0, width, 60)
        PaintedRow(painter, row, area, desk.panel.font(), selected=False, hover=False).all()
    painter.end()
    said = [each.words for each in words_painted]
    narrow, wide = said[: said.index("Вера", 1)], said[said.index("Вера", 1) :]
    shown = [one for one in narrow if one in words]
    assert narrow[-1] == f"+{len(words) - len(shown)}"
    assert wide[-len(words) :] == list(words)


def test_a_members_bar_is_empty_only_when_it_is_out(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    shares: list[float] = []
    monkeypatch.setattr(paint, "bar", lambda _p, _a, value, most, *_: shares.append(value / most))
    wounds = Vital("boxes", "wounds", "Wounds", value=1, values=(1,), tone="warn", share=0.8)
    health = Vital("boxes", "health", "Health", value=2, values=(1, 1, 0, 0), maximum=4)
    seen: list[tuple[Vital | None, Standing]] = [
        (wounds, "ready"),
        (health, "ready"),
        (Vital("bar", "hp", "HP", 3, 4), "ready"),
        (None, "ready"),
        (wounds, "out"),
    ]
    row = Row(Key(("a", "b", "c", "d", "e"), "pirates"), "×5", 0, "ready", (), tuple(seen))
    canvas = QPixmap(270, 60)
    painter = QPainter(canvas)
    area, font = QRectF(0, 0, 270, 60), desk.panel.font()
    PaintedRow(painter, row, area, font, selected=False, hover=False).all()
    painter.end()
    assert shares == [0.8, 0.5, 0.75, 1, 0]


def test_wounds_without_a_limit_are_said_as_they_are_counted() -> None:
    wounds = Vital("boxes", "wounds", "Wounds", value=2, values=(3, 1), share=0.4)
    health = Vital("boxes", "health", "Health", value=1, values=(2, 0, 0), maximum=3)
    assert paint.spoken([wounds, health]) == "Wounds 2, Health 1 / 3"
    named = replace(wounds, text="critical: head, light: left arm")
    assert paint.spoken([named]) == "Wounds 2: critical: head, light: left arm"


def test_a_number_that_would_be_a_bare_nought_is_left_out(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted = spied(monkeypatch, "pill")
    ready = badge("prepared", "připraveno: až se pavouk přiblíží")
    for momentum in (0, 3):
        left = Vital("number", "momentum", "Hybnost", momentum)
        row = Row(Key(("borek",)), "Bořek", 0, "ready", (left, ready))
        painter = QPainter(canvas := QPixmap(205, 60))
        area = QRectF(canvas.rect())
        PaintedRow(painter, row, area, desk.panel.font(), selected=False, hover=False).all()
        painter.end()
    assert [words for _, words in painted] == [ready.text, "3", ready.text]


def test_what_holds_now_leaves_the_dice_of_a_pool_in_sight(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted, said = spied(monkeypatch, "pill"), spied(monkeypatch, "text")
    hp = Vital("bar", "hp", "HP", 7, 7)
    pool = Vital("dice", "pool", "pool", values=(2, 5, 4, 5, 1, 3, 3))
    badges = [Vital("badge", said, said) for said in ("kryje się", "w kontakcie")]
    row = Row(Key(("zenek",)), "Zenek", 0, "ready", (hp, pool, *badges))
    painter = QPainter(canvas := QPixmap(205, 60))
    area = QRectF(canvas.rect())
    PaintedRow(painter, row, area, desk.panel.font(), selected=False, hover=False).all()
    painter.end()
    assert [words for _, words in painted] == ["kryje się", "w kontakcie"]
    assert "2 5 4 5 1 3 3" in [words for _, words in said]
