"""What stands beside a name is there in the system's own words too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, product
from random import Random
from typing import Annotated, Any

import pytest

from desktop.encounter.fight import start
from desktop.encounter.playout import thrower
from desktop.languages import ENGLISH, OWN_TERMS
from desktop.library.languages import spoken
from desktop.rules import systems
from desktop.rules.boj.state import Fighter as BojFighter
from desktop.rules.contract import at_a_glance
from desktop.rules.display import Vital, badge, bar, in_terms
from desktop.rules.fields import Choice, Field, Shown, fields_of
from desktop.rules.konflikt.state import Fighter as KonfliktFighter
from desktop.rules.mir_tmy.state import Fighter as MirTmyFighter
from desktop.rules.state import Combatant
from desktop.rules.table import Refusal
from desktop.rules.text import Text, as_text
from desktop.rules.values import Badge, badges, values_of
from desktop.rules.walka.state import Fighter as WalkaFighter
from tests.playouts import by_policies, sample_scripts
from tests.rules.walka.bench import fight_of

DECLARED = [
    pytest.param(value, id=f"{kind.__module__}.{value.name}")
    for kind in (BojFighter, KonfliktFighter, MirTmyFighter, WalkaFighter)
    for value in values_of(kind)
    if value.badge
]


@pytest.mark.parametrize("value", DECLARED)
def test_every_badge_of_a_value_has_words_of_its_system(value: Any) -> None:
    native, english = value.badge.native or value.shown.native, value.badge.text
    assert native or (english == "{value}" and value.shown.labels)
    assert ("{value" in native) == ("{value" in english) or english == "{value}"


def test_a_badge_is_said_in_the_words_that_were_asked_for() -> None:
    worn = badge("threatened", "threatened", native="v ohrožení")
    assert [v.text for v in in_terms([worn], terms=ENGLISH)] == ["threatened"]
    (own,) = in_terms([worn], terms=OWN_TERMS)
    assert (own.label, own.text) == ("v ohrožení", "v ohrožení")


def test_only_the_label_of_another_vital_has_other_words() -> None:
    card = Vital("card", "card", "card", text="♠A", native="карта")
    life = bar("hp", "ОЗ", 3, 9)
    assert [(v.label, v.text) for v in in_terms([card, life], terms=OWN_TERMS)] == [
        ("карта", "♠A"),
        ("ОЗ", ""),
    ]


@pytest.mark.parametrize("system", systems())
def test_no_badge_of_a_sample_fight_is_english_among_native_words(system: str) -> None:
    for fight in chain.from_iterable(by_policies(s, 25) for s in sample_scripts(system)):
        for id in fight.state.combatants:
            for vital in at_a_glance(fight.rules, fight.state, id):
                own = as_text(vital.text).said(OWN_TERMS) != str(vital.text)
                assert vital.kind != "badge" or vital.native or own, vital


def _choices(fields: Iterable[Field]) -> Iterator[Choice]:
    for field in fields:
        yield from field.choices
        yield from _choices(field.fields)


@pytest.mark.parametrize("system", systems())
def test_no_choice_of_an_action_is_called_by_its_id(system: str) -> None:
    for fight in chain.from_iterable(by_policies(s, 0) for s in sample_scripts(system)):
        rules, state = fight.rules, fight.state
        language = spoken(rules.language)
        for fighter, action in product(state.combatants.values(), rules.actions):
            fields: Sequence[Field] = ()
            with suppress(Refusal):
                fields = rules.parameters(state, rules.option(state, fighter, action))
            for choice in _choices(fields):
                id, said = str(choice.value), as_text(choice.label).said(language)
                assert said != id.replace("_", " ") or not re.fullmatch("[a-z_]+", id), action


@pytest.mark.parametrize("system", systems())
def test_no_choice_of_a_sheet_or_a_check_has_one_word_for_all_languages(system: str) -> None:
    rules = systems()[system]
    made = [check.command for check in rules.checks] + [action.command for action in rules.actions]
    for model in (rules.sheet, rules.house_rules, *rules.catalogue.values(), *made):
        for choice in _choices(fields_of(model)):
            said = as_text(choice.label).said(ENGLISH)
            assert all(letter.isascii() for letter in said if letter.isalpha()), model


@pytest.mark.parametrize("system", ["boj", "konflikt", "mir_tmy"])
def test_who_is_surprised_is_asked_in_the_systems_own_words(system: str) -> None:
    (field,) = (f for f in fields_of(systems()[system].begin_command) if f.id == "surprised")
    assert field.native
    assert field.rule


@dataclass(slots=True)
class Held(Combatant):
    held: Annotated[int, Shown("Held", "Gelähmt"), Badge("held for {value}")] = 0


def test_a_badge_without_native_words_keeps_its_value_beside_the_native_label() -> None:
    (worn,) = badges(Held("a", "A", "foes", None, held=3))
    assert (worn.text, worn.native) == ("held for 3", "gelähmt 3")


def test_a_bar_has_a_native_label_too() -> None:
    (own,) = in_terms([bar("hp", Text("hit points"), 3, 6, native="TP")], terms=OWN_TERMS)
    assert own.label == "TP"


@pytest.mark.parametrize("system", systems())
def test_a_badge_of_an_own_effect_is_in_the_systems_own_words(system: str) -> None:
    fight = start(sample_scripts(system)[0])
    rules, one = fight.rules, next(iter(fight.state.combatants))
    fight.perform({"do": "begin"}, thrower(Random(1)), rules.decide)
    changes = {unit.id: 2 for unit in rules.effect_units}
    fight.perform({"do": "effect", "combatants": [one], "name": "Dym", "changes": changes})
    for terms in (ENGLISH, OWN_TERMS):
        vitals = in_terms(at_a_glance(rules, fight.state, one), terms)
        (badge,) = (as_text(vital.text).said(terms) for vital in vitals if vital.id == "effect-Dym")
        for unit in rules.effect_units:
            assert unit.native
            said, other = (str(unit.label), unit.native)[:: 1 if terms is ENGLISH else -1]
            assert f"{said} +2" in badge
            assert other == said or f"{other} +2" not in badge


@pytest.mark.parametrize(
    ("until", "lasts"),
    [
        ({"until": "by_hand"}, ""),
        ({"until": "rounds", "rounds": 2}, "until the end: Turn 2"),
        ({"until": "turn_end", "whose": "vera"}, "until the next turn of Vera ends"),
        ({"until": "check"}, "until it has counted once"),
    ],
)
def test_an_own_effect_says_until_when_it_lasts(until: dict[str, Any], lasts: str) -> None:
    fight = fight_of()
    fight.perform({"do": "effect", "combatants": ["pirat"], "name": "Dym", "changes": {}, **until})
    vitals = at_a_glance(fight.rules, fight.state, "pirat")
    assert [str(v.lasts) for v in vitals if v.id == "effect-Dym"] == [lasts]
