"""The fight session: what it says of each change, and several views of one fight."""

from __future__ import annotations

from desktop.encounter.fight import start
from desktop.encounter.play_table import DiceWanted
from desktop.rules.state import PLAYERS
from desktop.window.combat.log.model import PORTION
from desktop.window.combat.order.model import NOWHERE
from desktop.window.combat.panel import CombatPanel
from desktop.window.combat.session.fight_session import Change
from tests.window.combat.conftest import Desk
from tests.window.combat.skirmish import skirmish


def changes_of(desk: Desk) -> list[Change]:
    heard: list[Change] = []
    desk.session.changed.connect(heard.append)
    return heard


def test_a_step_says_whose_values_it_changed(desk: Desk) -> None:
    desk.panel.main()
    heard = changes_of(desk)
    desk.session.perform({"do": "edit", "combatant": "halina", "set": {"hp": 2}})
    assert heard == [Change(True, by_hand=True, combatants=frozenset({"halina"}))]
    desk.panel.undo()
    assert heard[-1].combatants == {"halina"}


def test_a_question_changes_nobody(desk: Desk) -> None:
    desk.panel.preferences.typed = True
    heard = changes_of(desk)
    desk.panel.main()
    assert desk.fight.pending
    assert heard == [Change()]


def test_a_refused_step_changes_nothing(desk: Desk) -> None:
    heard = changes_of(desk)
    refused: list[tuple[str, str]] = []
    desk.session.refused.connect(lambda message, field: refused.append((message, field)))
    assert not desk.session.perform({"do": "edit", "combatant": "nobody", "set": {}})
    assert heard == []
    assert len(refused) == 1


def test_two_panels_show_one_fight_and_each_looks_at_somebody_else(desk: Desk) -> None:
    desk.panel.main()
    second = CombatPanel(preferences=desk.panel.preferences)
    desk.qtbot.addWidget(second)
    second.show_session(desk.session)
    second.look_at("bogdan")
    desk.panel.look_at("halina")
    assert second.ui.order.current() == "bogdan"
    desk.session.perform({"do": "edit", "combatant": "halina", "set": {"hp": 2}})
    for panel in (desk.panel, second):
        order = panel.ui.order.rows
        assert order.row(order.find("halina")).vitals[0].value == 2
        assert panel.ui.log.lines.rowCount() > 1
    second.undo()
    assert desk.fight.journal[-1] == {"do": "undo"}


def test_a_panel_that_shows_another_fight_hears_nothing_of_the_first(desk: Desk) -> None:
    first = desk.session
    desk.open(start(skirmish()))
    first.perform({"do": "begin"})
    assert not desk.fight.begun
    assert desk.panel.ui.begin.isVisible()


def test_a_step_puts_its_lines_on_top_and_leaves_the_others(desk: Desk) -> None:
    desk.panel.main()
    log = desk.panel.ui.log.lines
    before = [log.index(row).data() for row in range(log.rowCount())]
    resets, inserted = [], []
    log.modelReset.connect(lambda: resets.append(True))
    log.rowsInserted.connect(lambda _, first, last: inserted.append((first, last)))
    desk.session.perform({"do": "edit", "combatant": "halina", "set": {"hp": 2}})
    after = [log.index(row).data() for row in range(log.rowCount())]
    assert resets == []
    assert inserted == [(1, 1)]
    assert after == [before[0], after[1], *before[1:]]
    desk.panel.undo()
    assert [log.index(row).data() for row in range(log.rowCount())] == before
    desk.session.redo()
    assert [log.index(row).data() for row in range(log.rowCount())] == after


def test_a_refusal_that_has_no_place_on_the_panel_is_a_notice(desk: Desk) -> None:
    desk.panel.main()
    said: list[str] = []
    desk.panel.notice.connect(said.append)
    assert not desk.session.perform({"do": "objective", "objective": 99, "met": True})
    assert len(said) == 1
    desk.panel.edit_by_hand("halina")
    desk.edit_form.box("hp").editor.put(-100)
    desk.enter()
    assert len(said) == 1
    assert "at least -99" in desk.edit_form.box("hp").refusal.text()


def test_the_log_lays_out_no_more_rows_as_a_fight_goes_on(desk: Desk) -> None:
    desk.panel.main()
    log = desk.panel.ui.log.lines
    for value in range(2 * PORTION):
        desk.session.perform({"do": "edit", "combatant": "halina", "set": {"hp": value % 4}})
    assert log.rowCount() == PORTION
    while log.canFetchMore(NOWHERE):
        log.fetchMore(NOWHERE)
    said = [log.index(row).data() for row in range(log.rowCount())]
    assert len(said) > 2 * PORTION
    desk.open(desk.fight)  # laid out from the beginning
    while log.canFetchMore(NOWHERE):
        log.fetchMore(NOWHERE)
    assert [log.index(row).data() for row in range(log.rowCount())] == said


def test_the_dice_of_the_players_side_are_typed_and_those_of_foes_rolled(desk: Desk) -> None:
    preferences = desk.panel.preferences
    preferences.dice = 2
    desk.panel.main()  # initiative: everybody throws
    thrown = 0
    while desk.fight.pending:
        question = desk.fight.pending.question
        assert isinstance(question, DiceWanted)
        assert desk.fight.state[question.by].side == PLAYERS
        assert desk.session.answer([1] * question.count)
        thrown += 1
    assert thrown == sum(c.side == PLAYERS for c in desk.fight.state.combatants.values())


def test_who_is_ticked_types_and_the_program_rolls_for_all_others(desk: Desk) -> None:
    preferences, people = desk.panel.preferences, desk.fight.state.combatants
    preferences.dice = 0
    ticked = people["halina"]
    preferences.tick(ticked, people.values())
    assert preferences.dice == 3
    assert [one for one in people.values() if preferences.types(one)] == [ticked]
    desk.panel.main()  # initiative: everybody throws
    asked = []
    while desk.fight.pending:
        question = desk.fight.pending.question
        assert isinstance(question, DiceWanted)
        asked.append(question.by)
        assert desk.session.answer([1] * question.count)
    assert asked == [ticked.id]
    preferences.tick(ticked, people.values())
    assert not any(map(preferences.types, people.values()))


def test_another_way_with_dice_takes_effect_in_the_middle_of_a_throw(desk: Desk) -> None:
    preferences = desk.panel.preferences
    preferences.dice = 1
    desk.panel.main()
    assert desk.fight.pending
    desk.panel.toggle_dice()
    assert preferences.dice == 2
    desk.panel.toggle_dice()
    assert preferences.dice == 3
    desk.panel.toggle_dice()
    assert preferences.dice == 0
    assert not desk.fight.pending
    assert desk.fight.begun


def test_dice_typed_in_part_are_not_lost_when_another_way_is_chosen(desk: Desk) -> None:
    desk.panel.preferences.dice = 1
    desk.panel.main()
    typed = desk.panel.ui.prompt.typed
    assert typed is not None
    typed.begun = "1"
    desk.panel.preferences.dice = 0
    assert desk.fight.pending


def test_a_throw_typed_in_part_comes_back_when_all_that_was_undone_is_redone(desk: Desk) -> None:
    desk.panel.main()
    desk.panel.preferences.typed = True
    shot = {"do": "act", "actor": "zenon", "action": "attack", "target": "guard1"}
    assert desk.session.perform(shot)
    desk.key("4")
    waited = desk.fight.pending
    assert waited
    desk.session.perform_by_hand({"do": "objective", "objective": 0})
    assert desk.session.typed.strip() == "4"
    for act in (desk.panel.undo, desk.panel.undo, desk.panel.redo, desk.panel.redo):
        act()
    assert desk.fight.pending == waited
    assert desk.session.typed.strip() == "4"
    typed = desk.panel.ui.prompt.typed
    assert typed is not None
    assert typed.names() == ["4"]
