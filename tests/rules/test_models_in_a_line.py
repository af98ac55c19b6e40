"""Models of commands that are made in one line."""

import pickle

import pytest

from desktop.rules.cast import unless, when
from desktop.rules.contract import bare, checked
from desktop.rules.mir_tmy import commands
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
