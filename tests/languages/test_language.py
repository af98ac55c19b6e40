"""What a language makes of a text, a term and a number."""

from dataclasses import replace

import pytest

from desktop.encounter.players_view import Wanted, players_view
from desktop.languages import ENGLISH, OWN_TERMS, Language
from desktop.rules.text import Term, Text, as_json, from_json, joined
from tests.planted import Planted
from tests.rules.steps import do
from tests.rules.teohiphip.bench import fight_of, figure

POLISH = Language(
    "pl",
    Planted(
        {
            "{who} takes {count} wound": (
                "{who}: {count} rana",
                "{who}: {count} rany",
                "{who}: {count} ran",
            ),
            ("size", "small"): "mały",
            "small": "mało",
            "against {defence}": "przeciw: {defence}",
            "Defence": "Obrona",
            "there is no {name!r}": "nie ma {name!r}",
        }
    ),
)
DEFENCE = Term("Defence", "Obrana")


@pytest.mark.parametrize(
    ("count", "said"), [(1, "Iga: 1 rana"), (3, "Iga: 3 rany"), (12, "Iga: 12 ran")]
)
def test_a_plural_takes_the_form_of_the_language(count: int, said: str) -> None:
    text = Text("{who} takes {count} wound", "{who} takes {count} wounds", who="Iga", count=count)
    assert text.said(POLISH) == said


def test_english_has_two_forms() -> None:
    said = [str(Text("{count} wound", "{count} wounds", count=count)) for count in (1, 0)]
    assert said == ["1 wound", "0 wounds"]


def test_a_context_tells_the_meanings_of_a_word() -> None:
    assert Text("small", context="size").said(POLISH) == "mały"
    assert Text("small").said(POLISH) == "mało"
    assert Text("small", context="size").said(ENGLISH) == "small"


def test_a_term_in_a_text_is_said_in_the_words_that_lead() -> None:
    text = Text("against {defence}", defence=DEFENCE)
    assert text.said(POLISH) == "przeciw: Obrona"
    assert text.said(POLISH.of_system("cs", own_terms=True)) == "przeciw: Obrana"
    assert text.said(OWN_TERMS) == "against Obrana"
    assert str(text) == "against Defence"
    assert joined([DEFENCE, Text("small")]).said(POLISH) == "Obrona, mało"


def test_a_word_of_the_language_itself_has_no_other_beside_it() -> None:
    assert POLISH.of_system("pl").both("Defence", "Obrana") == ("Obrana", "")
    assert POLISH.of_system("cs").both("Defence", "Obrana") == ("Obrona", "Obrana")
    assert POLISH.of_system("cs", own_terms=True).both("Defence", "Obrana") == ("Obrana", "Obrona")


def test_a_number_has_the_comma_of_the_language() -> None:
    text = Text("{far} m, {near:.1f} m", far=-2.5, near=1.25)
    assert text.said(POLISH) == "−2,5 m, 1,2 m"
    assert str(text) == "-2.5 m, 1.2 m"


def test_a_name_stands_between_the_marks_of_the_language() -> None:
    assert Text("there is no {name!r}", name="chess").said(POLISH) == "nie ma „chess”"
    assert str(Text("there is no {name!r}", name="chess")) == "there is no 'chess'"


def test_a_text_that_no_catalogue_has_is_english() -> None:
    assert Text("nobody").said(POLISH) == "nobody"


def test_a_name_that_rules_look_up_is_said_in_the_language_where_it_is_shown() -> None:
    language = replace(POLISH, names={"Кулаки": "Pięści"})
    text = Text("{who}: {what}", who="Iga", what=["Кулаки", "Nóż"])
    assert text.said(language) == "Iga: Pięści, Nóż"
    assert Term("Кулаки").said(language) == "Pięści"
    own = language.of_system("ru", own_terms=True)
    assert text.said(own) == "Iga: Кулаки, Nóż"
    assert Term("Кулаки").said(own) == "Кулаки"


def test_somebody_called_like_a_trait_keeps_the_name_in_every_language() -> None:
    """A trait of that name is said in the language, a person of that name is not."""
    fight = fight_of(
        figure("mistyk", "players", 4, "Mistyk"), figure("guard", "foes"), dice=[3] * 4
    )
    czech = Language("cs", Planted({"Mistyk": "Mystik"}), names={"Mistyk": "Mystik"})
    do(fight, {"do": "rename", "combatant": "guard", "name": "Mistyk"})
    name = fight.state["guard"].name
    for words in (Text("{name} hits", name=name), joined([name]), Text(name), Term(name)):
        assert "Mistyk" in words.said(czech)
        assert "Mistyk" in from_json(as_json(words)).said(czech)
    log = " ".join(line.text.said(czech) for line in fight.log)
    assert log.count("Mistyk") == 2
    assert "Mystik" not in log
    trait = fight.state["mistyk"].sheet.traits[0].name
    assert Text("{trait}", trait=trait).said(czech) == "Mystik"


def test_what_the_players_read_has_the_names_of_people_as_they_are() -> None:
    fight = fight_of(figure("zenon"), figure("guard", "foes", known_as="Mistyk"), dice=[3] * 4)
    czech = Language("cs", names={"Mistyk": "Mystik"})
    view = players_view(fight, Wanted())
    assert [Text("{name}", name=one.name).said(czech) for one in view.people] == [
        "Zenon",
        "Mistyk",
    ]
