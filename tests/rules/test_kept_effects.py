"""Every system's catalogue keeps effects of the game master's own, in its units."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar

import pytest
from pydantic import ValidationError

from desktop.encounter.fight import start
from desktop.encounter.playout import thrower
from desktop.rules import systems
from desktop.rules.contract import Rules
from desktop.rules.effects import EFFECT, EffectUnit, kept_effect
from desktop.rules.fields import Record, fields_of
from desktop.rules.text import Text
from tests.playouts import sample_scripts


@pytest.mark.parametrize("system", list(systems()))
def test_a_kept_effect_can_change_every_unit_of_its_system(system: str) -> None:
    rules = systems()[system]
    assert EFFECT in systems().kinds(system)
    model = rules.catalogue[EFFECT]
    changes = {unit.id: -1 for unit in rules.effect_units}
    kept = model.model_validate({"name": "Smoke", "changes": changes})
    assert kept.model_dump(mode="json")["changes"] == changes
    fields = next(field.fields for field in fields_of(model) if field.id == "changes")
    assert [field.label for field in fields] == [str(unit.label) for unit in rules.effect_units]


@pytest.mark.parametrize("system", list(systems()))
def test_what_is_kept_is_what_the_step_takes(system: str) -> None:
    fight = start(sample_scripts(system)[0])
    rules, one = fight.rules, next(iter(fight.state.combatants))
    kept = rules.catalogue[EFFECT].model_validate({"name": "Smoke", "until": "rounds", "rounds": 2})
    fight.perform({"do": "begin"}, thrower(Random(1)), rules.decide)
    step = kept.model_dump(mode="json")
    fight.perform({"do": "effect", "combatants": [one], **step})
    (effect,) = fight.state[one].effects_by_hand
    assert (effect.name, effect.until, effect.rounds) == ("Smoke", "rounds", 2)


@pytest.mark.parametrize(
    "wrong", [{"name": ""}, {"changes": {"mood": 1}}, {"until": "dawn"}, {"rounds": 0}]
)
def test_what_a_system_does_not_know_cannot_be_kept(wrong: dict[str, object]) -> None:
    model = kept_effect((EffectUnit("dice", Text("Dice")),))
    model.model_validate({"name": "Smoke", "changes": {"dice": 99}})
    with pytest.raises(ValidationError):
        model.model_validate({"name": "Smoke", **wrong})


@pytest.mark.parametrize(
    ("unit", "said"), [("″", "SPD +2″"), ("%", "SPD +2 %"), ("hp", "SPD +2 hp"), ("", "SPD +2")]
)
def test_a_change_stands_apart_from_its_unit_as_any_number_does(unit: str, said: str) -> None:
    assert str(EffectUnit("speed", Text("SPD"), unit=unit).change(2)) == said


def test_a_system_derived_from_another_keeps_effects_in_its_own_units() -> None:
    class First(Rules):  # type: ignore[type-arg]
        catalogue: ClassVar = {"weapon": Record}

    class Second(First):
        effect_units: ClassVar[Sequence[EffectUnit]] = (EffectUnit("dice", Text("Dice")),)

    assert list(First.catalogue) == list(Second.catalogue) == ["weapon", EFFECT]
    first, second = (
        next(field for field in fields_of(system.catalogue[EFFECT]) if field.id == "changes")
        for system in (First, Second)
    )
    assert not first.fields
    assert [field.id for field in second.fields] == ["dice"]


def test_a_system_with_a_kind_of_its_own_by_that_name_is_refused() -> None:
    with pytest.raises(TypeError, match="'effect' cannot be a kind of its catalogue"):
        type("Mine", (Rules,), {"catalogue": {EFFECT: Record}})
