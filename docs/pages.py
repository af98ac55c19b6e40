"""Writes the pages of the guide that the program itself knows best: keys, and the rule systems.

    python docs/pages.py [FOLDER]

Run it after a rule, an action, a house rule or a key has changed; a release does it by itself.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from desktop.library.documents import read_json
from desktop.library.rulebook import rulebook
from desktop.library.samples import samples
from desktop.rules import systems
from desktop.rules.contract import BY_HAND, Rules
from desktop.rules.fields import Field, fields_of
from desktop.rules.text import Words
from desktop.window.shell.dialogs import keys_text
from tests.playouts import by_policies, sample_scripts

FOLDER = Path(__file__).resolve().parent / "guide"

LANGUAGES = {"pl": "Polish", "cs": "Czech", "ru": "Russian", "en": "English"}

MOVES = 40
"""Steps played by the systems' own behaviours while what is on offer is collected."""


def write(folder: Path) -> None:
    """Writes ``keys.md``, ``systems.md`` and ``system-ID.md`` for every system there is."""
    pages = {
        "keys.md": keys(),
        "systems.md": overview(),
        **{f"system-{rules.id}.md": system(rules) for rules in systems().values()},
    }
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
        print(name)


def keys() -> str:
    """The list under Help → Keys, as tables."""
    lines = [
        "# Keys",
        "",
        "Everything can be done without a mouse. Help → Keys shows the same list.",
    ]
    for line in keys_text().splitlines():
        key, tab, does = line.partition("\t")
        if tab:
            lines.append(row(key, does))
        elif line:
            lines += ["", f"## {line}", "", "| Key | What it does |", "|---|---|"]
    return ended(lines)


def overview() -> str:
    lines = [
        "# Rule systems",
        "",
        "Each system has its own page: its actions, its house rules, and the rules with our",
        "reading of them. In the program the rules pane at the right (F10) shows the same rules.",
        "",
        "| System | Its own words | Rules | Sample |",
        "|---|---|---|---|",
    ]
    for rules in systems().values():
        sample = sample_of(rules)
        lines.append(
            row(
                f"[{rules.title}](system-{rules.id}.md)",
                LANGUAGES.get(rules.language, rules.language),
                str(len(rules_of(rules))),
                sample["title"] if sample else "",
            )
        )
    return ended(lines)


def system(rules: Rules[Any]) -> str:
    """The page of one system."""
    lines = [f"# {rules.title}", ""]
    if sample := sample_of(rules):
        lines += [
            f"The sample campaign “{sample['title']}” shows it. A fight of it:",
            "",
            f"![An attack in {rules.title}](pictures/fight-{rules.id}.png)",
            "",
            "A sheet:",
            "",
            f"![A sheet of {rules.title}](pictures/sheet-{rules.id}.png)",
            "",
            "## What can be done in a fight",
            "",
            "| Action | In its own words | Cost | Rule |",
            "|---|---|---|---|",
            *actions(rules),
            "",
        ]
    lines += [
        "## House rules",
        "",
        "For the campaign under **House rules** (Ctrl+4), for one encounter on its page.",
        "",
        "| House rule | In its own words | Can be | Rule |",
        "|---|---|---|---|",
        *(house_rule(field) for field in fields_of(rules.house_rules)),
        "",
        "## The rules",
        "",
    ]
    for number, told in rules_of(rules).items():
        reading = f" *Reading:* {told.reading}" if told.reading else ""
        lines += [f"**{number}. {told.title}.** {told.text}{reading}", ""]
    return ended(lines)


def rules_of(rules: Rules[Any]) -> dict[str, Any]:
    return {number: told for number, told in rulebook(rules.id).items() if number != BY_HAND}


def house_rule(field: Field) -> str:
    """A line of the table: the default stands first."""
    match field.kind:
        case "flag":
            can_be = ["on", "off"] if field.default else ["off", "on"]
        case _ if field.choices:
            first = [choice for choice in field.choices if choice.value == field.default]
            others = [choice for choice in field.choices if choice.value != field.default]
            can_be = [f"{choice.label or choice.value}" for choice in (*first, *others)]
        case _:
            can_be = ["empty" if field.default is None else f"{field.default} {field.unit}".strip()]
            if field.minimum is not None and field.maximum is not None:
                can_be.append(f"{field.minimum:g} to {field.maximum:g}")
    told = f" ({field.help})" if field.help else ""
    return row(field.label, field.native, ", ".join(can_be) + told, field.rule)


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
        usual = f"{action.price} {rules.unit}" if action.price else ""
        cost = costs.get((action.do, action.id), usual)
        yield row(action.label, action.native, cost, action.rule)


def sample_of(rules: Rules[Any]) -> dict[str, Any] | None:
    """The sample campaign of a system, as a document; None where it has none."""
    for sample in samples():
        if sample.system == rules.id:
            document = read_json(sample.path)
            assert isinstance(document, dict)
            return document
    return None


def row(*cells: object) -> str:
    return "| " + " | ".join(re.sub(r"([|\\])", r"\\\1", f"{cell}") for cell in cells) + " |"


def ended(lines: Iterable[str]) -> str:
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
