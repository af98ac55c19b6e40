"""Writes the pages of the guide that the program itself knows best: the rule systems.

    python docs/pages.py [FOLDER]

Run it after a rule, an action, a house rule or a translation has changed; a release does it
by itself. The English pages lie in that folder, those of another language in a folder in it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from desktop.languages import LANGUAGES, Language
from desktop.library.languages import catalogue
from desktop.library.resources import rulebook
from desktop.library.samples import samples
from desktop.rules import systems
from desktop.rules.contract import BY_HAND, Rules
from desktop.rules.fields import Field, fields_of
from desktop.rules.text import Text, Words
from desktop.window.widgets import language
from desktop.window.widgets.language import in_words, of_model, tr
from tests.playouts import by_policies, sample_scripts

FOLDER = Path(__file__).resolve().parent / "guide"

MOVES = 40
"""Steps played by the systems' own behaviours while what is on offer is collected."""


def write(folder: Path) -> None:
    """Writes ``systems.md`` and ``system-ID.md`` of every system, in all languages."""
    before = language.chosen()
    language.use_own_terms(False)
    for code in LANGUAGES:
        language.use(Language(code, catalogue(code)))
        into = folder if code == "en" else folder / code
        into.mkdir(exist_ok=True)
        pages = {
            "systems.md": overview(),
            **{f"system-{rules.id}.md": system(rules) for rules in systems().values()},
        }
        for name, text in pages.items():
            (into / name).write_text(text, encoding="utf-8", newline="\n")
            print((into / name).relative_to(folder))
    language.use_own_terms(True)
    language.use_system("")
    language.use(before)


def overview() -> str:
    """The list of the systems."""
    lines = [
        f"# {tr('Rule systems')}",
        "",
        tr(
            "Each system has its own page: its actions, its house rules, and the rules with our "
            "reading of them. In the program the rules pane at the right (F10) shows the same "
            "rules."
        ),
        "",
        *head(tr("System"), tr("Its own words"), tr("Rules"), tr("Sample")),
    ]
    for rules in systems().values():
        lines.append(
            row(
                f"[{rules.title}](system-{rules.id}.md)",
                LANGUAGES.get(rules.language, rules.language),
                str(len(rules_of(rules))),
                sample_of(rules),
            )
        )
    return ended(lines)


def system(rules: Rules[Any]) -> str:
    """The page of one system."""
    language.use_system(rules.language)
    lines = [f"# {rules.title}", ""]
    if title := sample_of(rules):
        lines += [
            tr("The sample campaign “{title}” shows it.", title=title),
            "",
            f"![{tr('An attack: {system}', system=rules.title)}](pictures/fight-{rules.id}.png)",
            "",
            f"![{tr('A sheet: {system}', system=rules.title)}](pictures/sheet-{rules.id}.png)",
            "",
            f"## {tr('What can be done in a fight')}",
            "",
            *head(tr("Action"), *own_words(), tr("Cost"), tr("Rule")),
            *actions(rules),
            "",
        ]
    lines += [
        f"## {tr('House rules')}",
        "",
        tr("For the campaign under **House rules** (Ctrl+4), for one encounter on its page."),
        "",
        *head(tr("House rule"), *own_words(), tr("Can be"), tr("Rule")),
        *(house_rule(field) for field in fields_of(rules.house_rules)),
        "",
        f"## {tr('The rules')}",
        "",
    ]
    for number, rule in rules_of(rules).items():
        told = rule.said(language.chosen())
        reading = f" *{tr('Reading:')}* {told.reading}" if told.reading else ""
        lines += [f"**{number}. {told.title}.** {told.text}{reading}", ""]
    return ended(lines)


def own_words() -> list[str]:
    """The head of the column with a system's own words, where these are of another language."""
    return [] if language.chosen().only_own else [tr("In its own words")]


def term(label: Words, native: str) -> tuple[str, ...]:
    """A word of a system, and its own word where that is of another language."""
    if language.chosen().only_own:
        return (native or in_words(label),)
    return in_words(label), native


def rules_of(rules: Rules[Any]) -> dict[str, Any]:
    return {number: told for number, told in rulebook(rules.id).items() if number != BY_HAND}


def house_rule(field: Field) -> str:
    """A line of the table: the default stands first."""
    match field.kind:
        case "flag":
            on, off = tr("on", context="house rule"), tr("off", context="house rule")
            can_be = [on, off] if field.default else [off, on]
        case _ if field.choices:
            first = [choice for choice in field.choices if choice.value == field.default]
            others = [choice for choice in field.choices if choice.value != field.default]
            can_be = [of_model(f"{one.label or one.value}") for one in (*first, *others)]
        case _:
            empty = tr("empty", context="house rule")
            unit = of_model(field.unit)
            can_be = [empty if field.default is None else f"{field.default} {unit}".strip()]
            if field.minimum is not None and field.maximum is not None:
                can_be.append(tr("{least:g} to {most:g}", least=field.minimum, most=field.maximum))
    told = f" ({of_model(field.help)})" if field.help else ""
    return row(*term(of_model(field.label), field.native), ", ".join(can_be) + told, field.rule)


def actions(rules: Rules[Any]) -> Iterator[str]:
    """A line for everything that can be done, with its cost as the fights of a sample offer it."""
    known = {(do, one.id): one for one in rules.actions for do in (one.do, *one.also)}
    costs: dict[tuple[str, str], Words] = {}
    for script in sample_scripts(rules.id):
        for fight in by_policies(script, MOVES):
            for option in fight.options():
                action = known[option.do, option.action]
                costs.setdefault((action.do, action.id), option.cost)
    for action in rules.actions:
        usual: Words = ""
        if action.price:
            usual = Text("{price} {unit}", price=action.price, unit=rules.unit)
        cost = in_words(costs.get((action.do, action.id), usual))
        rule = "" if action.rule == BY_HAND else action.rule
        yield row(*term(action.label, action.native), cost, rule)


def sample_of(rules: Rules[Any]) -> str:
    """What the sample campaign of a system is called in the chosen language; empty without one."""
    return next((s.title for s in samples(language.chosen()) if s.system == rules.id), "")


def head(*cells: str) -> list[str]:
    """The head of a table."""
    return [row(*cells), "|" + "---|" * len(cells)]


def row(*cells: object) -> str:
    return "| " + " | ".join(re.sub(r"([|\\])", r"\\\1", f"{cell}") for cell in cells) + " |"


def ended(lines: Iterable[str]) -> str:
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    texts = FOLDER.parents[1] / "packaging" / "texts.py"
    subprocess.run([sys.executable, texts, "compile"], check=True)  # else old words are written
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
