"""A refusal and a reason name the rule that says no."""

import pickle

from desktop.rules.table import Refusal
from desktop.rules.text import Reason, Speech, Term, Text


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
    assert reason.said(Speech(lambda *_: "{name} jest trzymana")) == (
        "Ada jest trzymana (mir_tmy-30)"
    )


def test_a_reason_goes_to_another_process_with_its_rule() -> None:
    reason = pickle.loads(pickle.dumps(Reason("is down", rule="mir_tmy-51")))
    assert (reason.rule, str(reason)) == ("mir_tmy-51", "is down (mir_tmy-51)")


ROUND = Term("round", "kolo")


def test_a_term_in_a_text_is_said_in_the_terms_that_are_chosen() -> None:
    text = Text("{name}: next {round}", name="Ada", round=ROUND)
    assert str(text) == "Ada: next round"
    assert text.said(Speech(own_terms=True)) == "Ada: next kolo"


def test_a_term_without_an_own_word_is_translated() -> None:
    polish = {"{name}: next {round}": "{name}: następna {round}", "round": "runda"}
    speech = Speech(lambda template, *_: polish[template], own_terms=True)
    assert Text("{name}: next {round}", name="Ada", round=Term("round")).said(speech) == (
        "Ada: następna runda"
    )


def test_the_context_of_a_short_word_is_given_to_its_translation() -> None:
    speech = Speech(lambda template, plural, count, context: f"{template} ({context})")
    assert Text("small", context="size").said(speech) == "small (size)"
