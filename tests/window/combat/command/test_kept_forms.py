"""A form that is kept and filled again says what one made anew would say."""

from collections.abc import Mapping
from typing import Any

import pytest
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from desktop.encounter.fight import Fight
from desktop.languages import ENGLISH
from desktop.rules import systems
from desktop.rules.contract import Option
from desktop.rules.fields import fields_of
from desktop.window.combat.command.card import CommandCard
from desktop.window.fields.chips import ChipsEditor
from desktop.window.fields.editor import Path, Surroundings
from desktop.window.fields.factory import make_editor
from desktop.window.fields.panel_form import PanelForm
from tests.playouts import by_policies, sample_scripts

AROUND = Surroundings(make_editor, look="panel", terms=ENGLISH)


def opened(card: CommandCard, fight: Fight, option: Option) -> PanelForm:
    model = fields_of(fight.rules.commands[option.do, option.action])
    card.open_option(option, fight.parameters(option), {}, AROUND, model=model)
    assert card.form is not None
    return card.form


def shown(form: PanelForm) -> Mapping[Path, Any]:
    """What a person sees of a form, by field."""
    return {
        name: (
            box.editor.value(),
            box.editor.isHidden(),
            [chip.label for chip in box.editor.chips().values()]
            if isinstance(box.editor, ChipsEditor)
            else None,
        )
        for name, box in form.boxes.items()
    }


@pytest.mark.parametrize("system", systems())
def test_a_kept_form_is_as_one_made_anew(system: str, qtbot: QtBot) -> None:
    kept, filled_again = CommandCard(), 0
    qtbot.addWidget(kept)
    before: dict[tuple[str, str], PanelForm] = {}
    for fight in by_policies(sample_scripts(system)[0], moves=3):
        for option in fight.options():
            if option.out_of_turn or option.why_not:
                continue
            fresh = CommandCard()
            form, anew = opened(kept, fight, option), opened(fresh, fight, option)
            assert shown(form) == shown(anew)
            assert form.values() == anew.values()
            assert kept.step() == fresh.step()
            filled_again += before.get((option.do, option.action)) is form
            before[option.do, option.action] = form
            for box in form.boxes.values():  # what was typed is not there the next time
                box.editor.show_value(None)
            delete(fresh)
    assert filled_again


def test_another_language_makes_forms_anew(qtbot: QtBot) -> None:
    fight = next(by_policies(sample_scripts("konflikt")[0], moves=1))
    option = next(one for one in fight.options() if one.action == "attack")
    card = CommandCard()
    qtbot.addWidget(card)
    first = opened(card, fight, option)
    card.close_option()
    assert opened(card, fight, option) is first
    card.forget_forms()
    assert opened(card, fight, option) is not first
