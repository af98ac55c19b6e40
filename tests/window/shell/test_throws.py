"""Throws away from a fight in the window: from a sheet, for all, free dice, and their page."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QStyledItemDelegate, QToolButton

from desktop.encounter import checks
from desktop.library.languages import spoken
from desktop.library.records import KeptThrow, NewCharacter, NewEncounter, NewEntry
from desktop.rules.text import Text, as_json, in_terms
from desktop.window.fields.box import SheetBox
from desktop.window.fields.records import RecordsEditor
from desktop.window.pages import throws
from desktop.window.pages.throw_pane import ThrowPane
from desktop.window.pages.throws import ThrowsPage, what_and_result
from desktop.window.pages.who_has import WhoHasDialog
from desktop.window.printing import on_paper
from desktop.window.widgets import language
from desktop.window.widgets.basics import items_of
from tests.window.conftest import Person

CTRL = Qt.KeyboardModifier.ControlModifier
GUN = {"name": "Наган", "damage": "1d10", "lethality": None}
VERA: dict[str, Any] = {"name": "Vera", "skills": {"dodge": 50}, "weapons": [GUN]}


def add(person: Person, system: str, role: Any, **sheet: Any) -> int:
    new = NewCharacter(system=system, role=role, name=sheet["name"], sheet=sheet)
    return person.do(person.desk.store.save(lambda c: c.add_character(new))).id


@pytest.fixture
def vera(person: Person) -> Person:
    """Vera's sheet is open; Boris plays too, and a cultist is there."""
    person.do(person.desk.campaigns.create(person.folder / "C.fray", lambda _: None))
    id = add(person, "boj", "player", **VERA)
    add(person, "boj", "player", name="Boris", skills={"dodge": 20})
    add(person, "boj", "adversary", name="Cultist")
    person.do(person.desk.navigator.go("character", id))
    return person


def pane(person: Person) -> ThrowPane:
    person.wait(lambda: person.desk.throws.pane.isVisible())
    return person.desk.throws.pane


def chosen(shown: ThrowPane, name: str) -> Any:
    assert shown._form
    return shown._form.box(name).editor.value()


def tick(shown: ThrowPane, words: str) -> None:
    shown.tick.setCurrentIndex(shown.tick.findText(words))
    shown.tick.activated.emit(shown.tick.currentIndex())


def kept(person: Person) -> list[KeptThrow]:
    return person.do(person.desk.store.read(lambda c: c.throws()))


def rows(tree: Any) -> list[list[str]]:
    items = [tree.topLevelItem(row) for row in range(tree.topLevelItemCount())]
    return [[item.text(column) for column in range(tree.columnCount())] for item in items]


def throw(person: Person, *dice: int) -> None:
    pane(person).dice.setText(" ".join(map(str, dice)))
    before = len(kept(person))
    pane(person).throw()
    person.wait()
    assert len(kept(person)) > before


def test_a_number_has_a_die_that_opens_the_pane_with_it_and_its_exact_odds(vera: Person) -> None:
    skills = vera.box("skills")
    (box,) = (b for b in skills.findChildren(SheetBox) if b.place() == ("skills", "dodge"))
    assert box._die is not None
    box._die.click()
    shown = pane(vera)
    assert chosen(shown, "skill") == "dodge"
    vera.wait(lambda: shown.odds.topLevelItemCount() == 4)
    assert rows(shown.odds)[0] == ["критический успех", "5 %", "5 %"]
    assert "1d100" in shown.go.label


def test_what_is_not_thrown_with_has_no_die(vera: Person) -> None:
    assert not [b for b in vera.box("max_hp").findChildren(QToolButton) if "Throw" in b.toolTip()]


def test_the_number_that_has_the_keys_is_thrown_with(vera: Person) -> None:
    boxes = vera.box("characteristics").findChildren(SheetBox)
    (strength,) = (b for b in boxes if b.place() == ("characteristics", "strength"))
    strength.editor.focus_widget().setFocus()
    vera.window.ui.throw_check.trigger()
    assert chosen(pane(vera), "skill") == "strength"


def test_the_damage_of_the_weapon_that_is_shown_has_a_die(vera: Person) -> None:
    (weapons,) = (e for e in vera.sheet.findChildren(RecordsEditor) if e.field.id == "weapons")
    weapons.list.setCurrentRow(0)
    vera.wait(lambda: weapons.detail.isVisible())
    boxes = weapons.detail.findChildren(SheetBox)
    (damage,) = (b for b in boxes if b.place() == ("weapons", 0, "damage"))
    assert damage._die is not None
    damage._die.click()
    throw(vera, 7)
    assert [(t.who, t.result, t.rule) for t in kept(vera)] == [("Vera", "7", "boj-18")]


def test_typed_dice_are_told_in_the_words_of_the_system_and_undo_takes_the_throw_away(
    vera: Person,
) -> None:
    vera.do(vera.desk.throws.throw(("skills", "dodge")))
    throw(vera, 44)
    (one,) = kept(vera)
    assert (one.who, one.result, one.rule, one.secret) == (
        "Vera",
        "критический успех",
        "boj-5",
        False,
    )
    assert rows(pane(vera).results)[0][0] == "Vera"
    assert one.document["script"]["dice"] == [44]
    (top,) = pane(vera).results.findItems("Vera", Qt.MatchFlag.MatchExactly)
    dice = top.child(0)
    assert dice
    assert dice.text(1) == "Dice: 44"
    vera.window.ui.undo.trigger()
    vera.wait()
    assert not kept(vera)
    vera.window.ui.redo.trigger()
    vera.wait()
    assert kept(vera)


def test_dice_that_cannot_be_are_refused_and_nothing_is_kept(vera: Person) -> None:
    vera.do(vera.desk.throws.throw(("skills", "dodge")))
    for written, said in (("101", "d100"), ("1 2", "1 more"), ("ace", "faces")):
        pane(vera).dice.setText(written)
        pane(vera).throw()
        assert said in pane(vera).refusal.text()
    assert not kept(vera)


def test_the_party_throws_at_once_sorted_by_result_with_the_odds_of_all(vera: Person) -> None:
    vera.do(vera.desk.throws.throw(("skills", "dodge")))
    shown = pane(vera)
    tick(shown, "The party")
    vera.wait(lambda: shown.odds.topLevelItemCount() == 5)
    odds = {name: chance for name, chance, _ in rows(shown.odds)}
    assert [odds["Boris"], odds["Vera"]] == ["20 %", "50 %"]
    assert [odds["nobody succeeds"], odds["all succeed"]] == ["40 %", "10 %"]
    shown.secret.setChecked(True)
    told: list[Any] = []
    vera.desk.throws.pane.made.connect(told.append)
    throw(vera, 90, 10)
    assert [row[0] for row in rows(shown.results)[:2]] == ["Boris", "Vera"]
    vera.wait(lambda: told)
    assert [(one.who, one.secret) for one, _ in told[0]] == [("Boris", True), ("Vera", True)]
    vera.window.ui.undo.trigger()  # one act
    vera.wait()
    assert not kept(vera)


def test_a_check_against_somebody_asks_whom(vera: Person) -> None:
    vera.do(vera.desk.throws.throw(("skills", "dodge")))
    shown = pane(vera)
    names = [shown.check.itemText(row) for row in range(shown.check.count())]
    shown.check.setCurrentIndex(names.index("Встречная проверка"))
    shown._show_check({"skill": "dodge", "their_skill": "dodge"})
    assert chosen(shown, "target")
    throw(vera, 30, 99)
    assert kept(vera)[0].result == "wins"


def test_what_a_throw_uses_up_goes_to_the_sheet_and_is_undone_with_it(person: Person) -> None:
    person.do(person.desk.campaigns.create(person.folder / "C.fray", lambda _: None))
    spell = {"name": "Oheň", "uses": 1}
    id = add(person, "konflikt", "player", name="Ama", spells=[spell])
    person.do(person.desk.navigator.go("character", id))
    person.do(person.desk.throws.throw(("spells", 0, "uses")))
    throw(person)
    assert person.stored(id)["spells"][0]["uses"] == 0
    assert not pane(person).go.isEnabled()
    assert "used up (konflikt-6)" in pane(person).refusal.text() + str(
        [box.refusal.text() for box in pane(person)._form.boxes.values()]  # type: ignore[union-attr]
    )
    person.window.ui.undo.trigger()
    person.wait()
    assert person.stored(id)["spells"][0]["uses"] == 1
    assert pane(person).go.isEnabled()
    assert not kept(person)


def test_an_extended_throw_goes_on_from_what_was_gathered(person: Person) -> None:
    person.do(person.desk.campaigns.create(person.folder / "C.fray", lambda _: None))
    id = add(person, "mir_tmy", "player", name="Маша", attributes={"wits": 2})
    person.do(person.desk.navigator.go("character", id))
    person.do(person.desk.throws.throw(("attributes", "wits")))
    shown = pane(person)
    assert shown._form
    shown._form.set_values({**shown.values(), "needed": 5}, typed=True)
    throw(person, 7, 8)
    assert chosen(shown, "gathered") == 2
    throw(person, 7, 1)
    assert chosen(shown, "gathered") == 2


def test_free_dice_are_thrown_from_one_field_with_odds_and_a_history(vera: Person) -> None:
    vera.window.ui.throw_free.trigger()
    vera.wait()
    shown = pane(vera)
    assert shown.people.count()  # what stands above it is of use, too
    assert shown.check.count()
    for written in ("2d6+3", "3k20"):
        shown.free.setText(written)
        assert "on average" in shown.free_odds.text()
        count = len(kept(vera))
        shown.throw_free()
        vera.wait()
        assert len(kept(vera)) > count
    assert [one.name for one in kept(vera)] == ["3k20", "2d6+3"]
    vera.key(shown.free, Qt.Key.Key_Up)
    assert shown.free.text() == "2d6+3"
    vera.key(shown.free, Qt.Key.Key_Down)
    assert shown.free.text() == "3k20"
    shown.free.setText("many dice")
    shown.throw_free()
    assert "needs dice such as" in shown.free_odds.text()
    assert len(kept(vera)) == 2


def test_the_page_of_throws_is_searched_marked_and_printed(vera: Person) -> None:
    vera.do(vera.desk.throws.throw(("skills", "dodge")))
    throw(vera, 1)
    throw(vera, 99)
    vera.window.ui.show_throws.trigger()
    vera.wait(lambda: isinstance(vera.desk.navigator.open_page, ThrowsPage))
    page = vera.desk.navigator.open_page
    assert isinstance(page, ThrowsPage)
    assert [row[3] for row in rows(page.ui.list)] == ["критический провал", "критический успех"]
    last = page.ui.list.topLevelItem(1)
    assert last
    page.ui.list.setCurrentItem(last)
    page.ui.mark_button.click()
    vera.wait(lambda: [one.marked for one in page.kept] == [False, True])
    page.ui.only_marked.setChecked(True)
    vera.wait(lambda: len(page.kept) == 1)
    page.ui.only_marked.setChecked(False)
    page.ui.search.setText("провал")
    page.ui.search.textEdited.emit("провал")
    vera.wait(lambda: [one.result for one in page.kept] == ["критический провал"])
    page.ui.search.setText("nobody")
    page.ui.search.textEdited.emit("nobody")
    vera.wait(lambda: not page.kept)
    assert page.ui.none.text() == "Nothing found"
    page.ui.search.setText("провал")
    page.ui.search.textEdited.emit("провал")
    vera.wait(lambda: len(page.kept) == 1)
    pages = on_paper.pages_of(page, "throws")
    assert pages is not None
    assert "критический провал" in pages.data
    told = [kept.document["lines"] for kept in page.kept]
    assert told[0], "a line with the dice"
    assert len(json.loads(pages.data)["rows"]) == sum(1 + len(lines) for lines in told)
    assert pages.pdf().startswith(b"%PDF")


def test_who_has_what_is_a_table_of_any_numbers(vera: Person) -> None:
    vera.window.ui.who_has.trigger()
    vera.wait(lambda: vera.window.findChild(WhoHasDialog))
    dialog = vera.window.findChild(WhoHasDialog)
    assert isinstance(dialog, WhoHasDialog)
    items = [dialog.numbers.item(row) for row in range(dialog.numbers.count())]
    (dodge,) = (item for item in items if item.text() == "Уклонение")
    dodge.setCheckState(Qt.CheckState.Checked)
    assert rows(dialog.table) == [["Boris", "20"], ["Vera", "50"]]
    dialog.everybody.setChecked(True)
    assert rows(dialog.table)[1] == ["Cultist", "30"]
    delegate = dialog.table.itemDelegate()
    assert isinstance(delegate, QStyledItemDelegate)
    said = [delegate.displayText(value, QLocale("cs")) for value in (-1, 1, "Anne-Marie")]
    assert said == ["−1", "1", "Anne-Marie"]
    dialog.table.itemActivated.emit(dialog.table.topLevelItem(1), 1)
    assert chosen(pane(vera), "skill") == "dodge"
    assert [
        item.text()
        for item in items_of(pane(vera).people)
        if item.checkState() == Qt.CheckState.Checked
    ] == ["Cultist"]
    dialog.close()


def test_the_rows_of_a_throw_are_no_higher_than_their_fields(vera: Person) -> None:
    id = add(vera, "konflikt", "player", name="Carl", skills={"dexterity": 3})
    vera.do(vera.desk.navigator.go("character", id))
    vera.do(vera.desk.throws.throw(("skills", "dexterity")))
    form = pane(vera)._form
    assert form
    for box in form.boxes.values():
        assert box.height() <= box.editor.height() + 4, box.field.id


def test_an_own_effect_counts_in_a_throw(vera: Person) -> None:
    effect = {"name": "Fog", "changes": {"chance": -20}}
    new = NewEntry(system="boj", kind="effect", name="Fog", data=effect)
    vera.do(vera.desk.store.save(lambda c: c.add_entry(new)))
    vera.do(vera.desk.throws.throw(("skills", "dodge")))
    shown = pane(vera)
    shown.effect.setCurrentIndex(1)
    shown._ask()
    throw(vera, 35)
    assert kept(vera)[0].result == "неудача"


def test_the_players_see_a_throw_that_is_not_secret(
    vera: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Any] = []
    monkeypatch.setattr(vera.desk.players, "show_throw", seen.append)
    vera.do(vera.desk.throws.throw(("skills", "dodge")))
    pane(vera).secret.setChecked(True)
    throw(vera, 11)
    assert not seen
    pane(vera).secret.setChecked(False)
    throw(vera, 60)
    assert [(die.face, die.sides) for die in seen[0].rolls[0].dice] == [("60", 100)]
    assert [str(text) for text in seen[0].meaning] == ["Vera: failure"]


def test_a_side_of_the_prepared_encounter_throws_at_once(vera: Person) -> None:
    lines = [
        {"sheet": {"name": "Cultist"}, "side": "foes", "character": 3},
        {"sheet": {"name": "Guard"}, "side": "foes", "count": 2},
        {"sheet": VERA, "side": "players", "character": 1},
    ]
    ids = vera.do(vera.desk.store.read(lambda c: {x.name: x.id for x in c.characters()}))
    lines[0]["character"], lines[2]["character"] = ids["Cultist"], ids["Vera"]
    new = NewEncounter(system="boj", name="Cellar", document={"system": "boj", "lines": lines})
    id = vera.do(vera.desk.store.save(lambda c: c.add_encounter(new))).id
    vera.do(vera.desk.navigator.go("encounter", id))
    vera.do(vera.desk.throws.throw())
    shown = pane(vera)
    (foes,) = (
        i
        for i in range(shown.tick.count())
        if shown.tick.itemText(i).startswith("Cellar: ")
        and str(ids["Cultist"]) in shown.tick.itemData(i)
    )
    tick(shown, shown.tick.itemText(foes))
    assert [shown.someone[id].name for id in shown.ticked()] == ["Cultist", "Guard 1", "Guard 2"]
    throw(vera, 1, 50, 99)
    assert sorted(one.who for one in kept(vera)) == ["Cultist", "Guard 1", "Guard 2"]


def test_the_game_master_decides_in_the_pane(person: Person) -> None:
    person.do(person.desk.campaigns.create(person.folder / "C.fray", lambda _: None))
    sheet = {"attributes": {"senses": 10}, "skills": {"spotting": 4}}
    id = add(person, "walka", "player", name="Ama", **sheet)
    person.do(person.desk.navigator.go("character", id))
    person.do(person.desk.throws.throw(("skills", "spotting")))
    shown = pane(person)
    for ways in ("given up", "decided", "usual"):
        shown.dice.setText("3 12 12")
        shown.usual.setChecked(ways == "usual")
        shown.throw()
        person.wait()
        assert shown.prompt.isVisible() == (ways != "usual")
        if ways == "given up":
            person.key(shown, Qt.Key.Key_Escape)
            assert not kept(person)
        elif ways == "decided":
            shown.prompt.answered.emit([9, 9, 9])
            assert shown.prompt.refusal.text()
            shown.prompt.answered.emit([0, 0, 0])
        person.wait(lambda: not shown.prompt.isVisible())
    person.wait()
    assert [one.result for one in kept(person)] == ["zdany", "niezdany"]


def test_a_kept_throw_is_said_in_the_language_of_today(vera: Person) -> None:
    vera.do(vera.desk.throws.throw(("skills", "dodge")))
    throw(vera, 1)
    (one,) = kept(vera)
    assert what_and_result(one)[1] == "критический успех"
    language.use_own_terms(False)
    assert what_and_result(one) == ("Test · Dodge", "critical success")
    old = replace(one, document={"lines": []})
    assert what_and_result(old)[1] == "критический успех"


def test_a_modifier_that_is_as_always_is_not_in_the_name_of_a_throw(person: Person) -> None:
    sheet = {"name": "Carl", "skills": {"prowess": 2}}
    new = NewCharacter(system="konflikt", role="player", name="Carl", sheet=sheet)
    made = person.do(person.desk.store.save(lambda c: c.add_character(new)))
    person.do(person.desk.navigator.go("character", made.id))
    person.do(person.desk.throws.throw(("skills", "prowess")))
    throw(person, 11)
    assert kept(person)[0].name == "Ověření · Zdatnost"


IGA: dict[str, Any] = {
    "name": "Iga",
    "attributes": {"dexterity": 14, "senses": 13, "build": 11},
    "skills": {"alertness": 4},
}


@pytest.fixture
def iga(person: Person) -> Person:
    """Iga's sheet of walka is open, a foe is there, and an own effect."""
    person.do(person.desk.campaigns.create(person.folder / "C.fray", lambda _: None))
    id = add(person, "walka", "player", **IGA)
    add(person, "walka", "adversary", name="Celnik", attributes={"dexterity": 10})
    smoke = {"name": "Dym", "changes": {"threshold": -2}}
    new = NewEntry(system="walka", kind="effect", name="Dym", data=smoke)
    person.do(person.desk.store.save(lambda c: c.add_entry(new)))
    person.do(person.desk.navigator.go("character", id))
    return person


def choose_check(shown: ThrowPane, native: str, **given: Any) -> None:
    shown.check.setCurrentIndex(shown.check.findText(native))
    shown._show_check(given)


def test_the_attribute_follows_the_skill_that_is_chosen(iga: Person) -> None:
    iga.do(iga.desk.throws.throw(("attributes", "dexterity")))
    shown = pane(iga)
    choose_check(shown, "Przeciwstawny Test")
    assert shown._form
    skill, attribute = shown._form.box("skill").editor, shown._form.box("attribute").editor
    assert attribute.value() == "dexterity"
    for chosen_skill, rests_on in (("alertness", "senses"), ("pain_resistance", "build")):
        skill.put(chosen_skill)
        assert attribute.value() == rests_on
    attribute.put("force")
    skill.put("")
    assert attribute.value() == "force", "what is chosen afterwards stays"
    shown._form.box("their_skill").editor.put("spotting")
    assert (chosen(shown, "their_attribute"), chosen(shown, "attribute")) == ("senses", "force")


def test_an_own_effect_is_on_who_throws_and_stays_in_the_script_of_the_throw(iga: Person) -> None:
    iga.do(iga.desk.throws.throw(("attributes", "dexterity")))
    shown = pane(iga)
    choose_check(shown, "Przeciwstawny Test")
    shown.effect.setCurrentIndex(1)
    shown._ask()
    throw(iga, 6, 5, 6, 12, 17, 7)
    (one,) = kept(iga)
    told = [cells[3] for cells, _ in throws.told(one)]
    assert told[1:3] == ["Iga: 6, 5, 6", "Celnik: 12, 17, 7"]
    assert [line for line in told if "Dym" in line] == ["Iga: Dym −2"]
    again = checks.make(checks.read_check(one.document["script"])).thrown[0]
    assert [str(line.text) for line in again.lines if "Dym" in str(line.text)]
    assert list(again.dice) == [6, 5, 6, 12, 17, 7]


def test_what_counts_by_hand_has_no_number_of_a_rule_but_opens_its_text(iga: Person) -> None:
    iga.do(iga.desk.throws.throw(("attributes", "dexterity")))
    shown = pane(iga)
    shown.effect.setCurrentIndex(1)
    shown._ask()
    throw(iga, 6, 5, 6)
    (top,) = shown.results.findItems("Iga", Qt.MatchFlag.MatchExactly)
    lines = (line for row in range(top.childCount()) if (line := top.child(row)))
    (line,) = (line for line in lines if "Dym" in line.text(1))
    assert line.text(2) == "by hand"
    assert line.data(2, Qt.ItemDataRole.UserRole) == "by-hand"
    shown.results.itemDoubleClicked.emit(line, 2)
    rules = iga.window.rules.ui
    assert (rules.number.text(), bool(rules.title.text())) == ("by hand", True)


def test_the_pane_of_throws_is_never_higher_than_a_small_screen(iga: Person) -> None:
    iga.do(iga.desk.throws.throw(("skills", "alertness")))
    shown = pane(iga)
    shown.dice.setText("3 12 12")
    shown.throw()
    iga.wait(lambda: shown.prompt.isVisible())
    assert shown.minimumSizeHint().height() < 640
    iga.key(shown, Qt.Key.Key_Escape)
    choose_check(shown, "Przeciwstawny Test")
    iga.wait(lambda: shown.room.height() == shown.room.sizeHint().height())
    assert shown.height() <= 668, "a screen of 768 less a title and a task bar"


def test_a_line_of_a_throw_is_as_high_as_its_words(iga: Person) -> None:
    iga.do(iga.desk.throws.throw(("attributes", "dexterity")))
    choose_check(pane(iga), "Przeciwstawny Test")
    throw(iga, 6, 5, 6, 12, 17, 7)
    iga.window.ui.show_throws.trigger()
    iga.wait(lambda: isinstance(iga.desk.navigator.open_page, ThrowsPage))
    page = iga.desk.navigator.open_page
    assert isinstance(page, ThrowsPage)
    page.ui.list.expandAll()
    top = page.ui.list.topLevelItem(0)
    assert top
    page.ui.list.setFixedWidth(600)
    iga.wait(lambda: page.ui.list.visualItemRect(top).height() > 60)
    page.ui.list.setFixedWidth(1600)
    iga.wait(lambda: page.ui.list.visualItemRect(top).height() < 40)


def test_a_kept_throw_is_said_alike_whatever_page_is_open() -> None:
    result = in_terms(Text("{count} success", "{count} successes", count=1), "Sukces: 1")
    kept = KeptThrow(
        id=1,
        marked=False,
        at=datetime(2026, 11, 27, tzinfo=UTC),
        system="teohiphip",
        name="Test",
        who="Kasia",
        result="",
        rule="teohiphip-16",
        document={"name": "Test", "result": as_json(result)},
    )
    said = []
    language.use(spoken("pl"))
    language.use_own_terms(False)
    for shown in (("pl", "teohiphip"), ("", "")):
        language.use_system(*shown)
        said.append(what_and_result(kept))
    assert said[0] == said[1]
