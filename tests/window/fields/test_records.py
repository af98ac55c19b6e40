"""Records of a sheet, each on one line."""

from desktop.languages import Language
from desktop.rules import systems
from desktop.rules.fields import fields_of
from desktop.window.fields.editor import Surroundings
from desktop.window.fields.factory import make_editor
from desktop.window.fields.records import summary

CZECH = Surroundings(
    make_editor, terms=Language(names={"Krótkowidz": "Krátkozrakost", "Hoření": "Burning"})
)


def test_a_record_and_what_is_in_it_are_called_as_in_the_form_below_it() -> None:
    rules = systems()
    trait = fields_of(rules["teohiphip"].catalogue["trait"])
    assert summary(trait, {"name": "Krótkowidz"}, CZECH)[0] == "Krátkozrakost"
    spell = fields_of(rules["konflikt"].catalogue["spell"])
    said = summary(spell, {"name": "Ohnivý šíp", "effect": {"name": "Hoření"}}, CZECH)
    assert said == ("Ohnivý šíp", "Effect: Burning")
