"""Models of commands that are made in one line."""

import pickle

import pytest

from desktop.encounter.play_table import PlayTable
from desktop.languages import ProperName
from desktop.rules.cast import any_of, needed, unless, when
from desktop.rules.contract import Behaviours, bare, checked
from desktop.rules.mir_tmy import commands
from desktop.rules.mir_tmy.commands import EndTurn
from desktop.rules.state import Combatant, State
from desktop.rules.table import Refusal
from desktop.rules.text import Text


def test_it_has_the_parameters_of_its_base_and_words_of_its_own() -> None:
    command = checked(commands.CutTendon, {"actor": "a", "target": "b", "with": "knife"})
    assert command.as_step() == {
        "do": "act", "actor": "a", "action": "cut_tendon", "target": "b", "with": "knife",
    }  # fmt: skip
    assert commands.CutTendon.__doc__ == "Cuts a tendon with a blade (mir_tmy-32)."
    with pytest.raises(Refusal, match="there is no such field"):
        checked(commands.Dodge, {"actor": "a", "with": "knife"})


def test_it_can_be_said_as_its_base_can() -> None:
    assert commands.Dodge(actor="a", do="declare").do == "declare"
    assert bare("rise")(actor="a").do == "act"
    assert bare(do="end_turn")(actor="a").action == ""


def test_its_commands_go_to_other_processes() -> None:
    command = commands.Grapple(actor="a", target="b")
    assert pickle.loads(pickle.dumps(command)) == command


def test_a_share_of_a_pool_is_no_parameter() -> None:
    command = commands.Dodge(actor="a")
    shared = command.sharing(3)
    assert (command.share, shared.share) == (None, 3)
    assert shared.as_step() == command.as_step()


def test_a_reason_hangs_on_one_value() -> None:
    why = Text("no")
    assert [unless(bool, why)(None, value) for value in (0, 1)] == [why, None]
    assert [when(bool, why)(None, value) for value in (0, 1)] == [None, why]


def test_the_first_of_several_reasons_is_said() -> None:
    first, second = Text("first"), Text("second")
    why_not = any_of(unless(lambda n: n % 2, first), unless(lambda n: n % 3, second))
    assert [why_not(None, value) for value in (1, 2, 3, 6)] == [None, first, second, first]


class Person(Combatant):
    """Somebody who is out once it has left."""

    @property
    def out(self) -> bool:
        return self.has_left


def person(name: str, *, has_left: bool = False) -> Person:
    return Person(
        id=name.lower(), name=ProperName(name), side="foes", sheet=None, has_left=has_left
    )


def test_who_is_out_is_not_chosen_whatever_else_is_needed() -> None:
    why_not = needed(lambda one: one.id == "ann", Text("is not Ann"))
    assert [why_not(person(name)) for name in ("Ann", "Bob")] == [None, Text("is not Ann")]
    assert why_not(person("Ann", has_left=True)) == Text("out of the fight")


def test_a_note_begins_with_a_name() -> None:
    table = PlayTable(State(house=None))
    table.note("x-1", person("Ann"), "{who} draws: {weapon}", weapon="Axe")
    table.note("x-2", person("Bob"), "{who}: {count} die", "{who}: {count} dice", count=2)
    said = [(line.rule, line.by, str(line.text)) for line in table.lines]
    assert said == [("x-1", "ann", "Ann draws: Axe"), ("x-2", "bob", "Bob: 2 dice")]


def test_a_behaviour_goes_by_the_name_of_its_function() -> None:
    policies = Behaviours(lambda wish: lambda state, actor: wish(actor))

    @policies.add(Text("Ends its turn"), "", Text("Never does anything."))
    def idle(actor: str) -> object:
        return EndTurn(actor=actor)

    assert [(id, each.id, each.always_legal) for id, each in policies.items()] == [
        ("idle", "idle", True)
    ]
    assert policies["idle"].choose(None, "a") == EndTurn(actor="a")
