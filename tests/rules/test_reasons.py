"""A refusal and a reason name the rule that says no."""

import pickle

from desktop.languages import Language
from desktop.rules.table import Refusal
from desktop.rules.text import Reason, Text
from tests.planted import Planted


def test_the_rule_of_a_refusal_is_a_field_of_it_and_stands_behind_its_sentence() -> None:
    refusal = Refusal(Text("{name} is held", name="Ada"), "action", rule="mir_tmy-30")
    assert refusal.rule == "mir_tmy-30"
    assert str(refusal.message) == "Ada is held (mir_tmy-30)"
    assert str(refusal) == "action: Ada is held (mir_tmy-30)"


def test_a_refusal_of_a_reason_has_the_rule_of_that_reason() -> None:
    assert Refusal(Reason("needs sharp teeth", rule="mir_tmy-31")).rule == "mir_tmy-31"


def test_a_refusal_without_a_rule_says_its_sentence_only() -> None:
    refusal = Refusal("needs a text", "do")
    assert (refusal.rule, str(refusal)) == ("", "do: needs a text")


def test_a_reason_is_said_in_another_language_with_its_rule() -> None:
    reason = Reason("{name} is held", rule="mir_tmy-30", name="Ada")
    polish = Language("pl", Planted({"{name} is held": "{name}: unieruchomienie"}))
    assert reason.said(polish) == "Ada: unieruchomienie (mir_tmy-30)"


def test_a_reason_goes_to_another_process_with_its_rule() -> None:
    reason = pickle.loads(pickle.dumps(Reason("is down", rule="mir_tmy-51")))
    assert (reason.rule, str(reason)) == ("mir_tmy-51", "is down (mir_tmy-51)")
