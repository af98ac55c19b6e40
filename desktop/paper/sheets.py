"""Sheets as pages: the values a template may count on, and the plain rows any sheet can be read as.

A sheet is plain JSON and need not be complete or right: people print half-made characters. What is
missing or of another kind than its field becomes the field's default; nothing is refused for its
size.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from desktop.languages import OWN_TERMS, Language
from desktop.library.resources import as_read
from desktop.paper.pages import STANDARD, Pages, Style, pages, picture
from desktop.rules import SystemFailed, contract, repair, systems, table
from desktop.rules.fields import Field, Record, fields_of, that_count
from desktop.rules.figures import Figure, FigureGroup, by_path
from desktop.rules.in_words import APART, choices_in_words, fact_in_words, value_in_words

Sheet = Mapping[str, Any]

NO_HOUSE_RULES: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class CardLine:
    """A line of a card: its ``head``, what is said, and boxes to tick (mark, count, ticked)."""

    head: str
    text: str = ""
    rule: str = ""
    boxes: tuple[tuple[str, int, int], ...] = ()


def blank(system: str | contract.Rules[Any], *, style: Style = STANDARD) -> Pages:
    """An empty sheet of a system to be filled in by hand: the system's own, with room to write.

    A template learns from ``blank`` that values are left out; the figures of a usual character
    say how many boxes there are. A choice that nobody has made has no word.
    """
    rules = systems()[system] if isinstance(system, str) else system
    style = style.of_system(rules)
    fields, terms = fields_of(rules.sheet), style.language
    lists = [field for field in fields if any(part.id == "name" for part in field.fields)]
    known = {f.id: {c.value: 0 for c in f.choices} for f in fields if f.kind == "scores"}
    usual = sheet_figures(rules, {"name": "–", **known}, NO_HOUSE_RULES)
    figures = figures_in_words(usual, terms)
    for group in figures["groups"]:
        group["facts"] = []
        group["figures"] = [{**figure, "number": "", "parts": ""} for figure in group["figures"]]
    empty = {
        "values": filled(fields, {field.id: [{}] * EMPTY_ROWS for field in lists}),
        "sections": sections(fields, [_blank(field, terms) for field in fields], terms),
        "portrait": None,
        **figures,
    }
    data = {**_data(rules, NO_HOUSE_RULES, terms), "heading": "", "sheets": [empty], "blank": True}
    return pages("sheet", rules.id, data, title=rules.title, language=rules.language, style=style)


def _data(
    rules: contract.Rules[Any], house_rules: Mapping[str, Any], terms: Language
) -> dict[str, Any]:
    """What a template of sheets is told of a system; of its house rules those that are not given
    are its own choice."""
    return {
        "system_title": rules.title,
        "words": words(fields_of(rules.sheet), terms),
        "house_rules": {**rules.house_rules().model_dump(mode="json"), **house_rules},
    }


def _blank(field: Field, terms: Language) -> dict[str, Any]:
    """A row of a sheet with room for the value."""
    match field.kind:
        case "flag":
            return _row(field, False, terms)
        case "scores" if field.choices:
            return _row(field, dict.fromkeys(choices_in_words(field, terms)), terms)
        case "record" if all(part.kind == "integer" for part in field.fields):
            return _row(field, dict.fromkeys(part.id for part in field.fields), terms)
        case "record" | "records":
            heads = [part.called(terms) for part in field.fields if not part.seldom]
            return {**_named(field, terms), "table": heads[:MOST_COLUMNS]}
        case "scores":
            return {**_named(field, terms), "table": [field.called(terms), ""]}
        case _:
            return {**_named(field, terms), "long" if field.long else "text": ""}


EMPTY_ROWS = 4
"""Weapons, attacks and the like on an empty sheet."""

MOST_COLUMNS = 7
"""Columns of a list that is filled in by hand."""


def sheets_on(
    kind: Literal["card", "sheet"],
    system: str | contract.Rules[Any],
    sheets: Sequence[Sheet],
    *,
    style: Style = STANDARD,
    title: str = "",
    portraits: Sequence[bytes | None] = (),
    language: str | None = None,
    house_rules: Mapping[str, Any] = NO_HOUSE_RULES,
) -> Pages:
    """Characters as full sheets, each on a page of its own, or as cards for the table, several to
    a page where the system's template does so.

    ``portraits`` go beside the sheets, one for each (fewer will do): pictures that have passed
    ``pictures.plain``.
    ``language`` of headings and hyphenation is the system's unless another is asked for.
    ``house_rules`` are those of the campaign, under which the figures are worked out.
    Raises KeyError for an unknown system, ValueError for an unknown size or too many portraits.
    """
    rules = systems()[system] if isinstance(system, str) else system
    style = style.of_system(rules)
    fields, terms = fields_of(rules.sheet), style.language
    faces = [*portraits, *(None for _ in sheets[len(portraits) :])]
    printed: list[dict[str, Any]] = []
    for document, face in zip(sheets, faces, strict=True):
        values = as_read(rules.id, filled(fields, document), terms)
        printed.append(
            {
                "values": values,
                "sections": sections(fields, [_row(f, values[f.id], terms) for f in fields], terms),
                "portrait": picture(face),
                **figures_in_words(sheet_figures(rules, document, house_rules), terms),
            }
        )
    names = ", ".join(document["values"].get("name") or "?" for document in printed)
    return pages(
        kind,
        rules.id,
        {**_data(rules, house_rules, terms), "heading": title, "sheets": printed},
        title=title or names or rules.title,
        language=language or rules.language,
        style=style,
    )


card, sheet = partial(sheets_on, "card"), partial(sheets_on, "sheet")


def sheet_figures(
    rules: contract.Rules[Any], document: Mapping[str, Any], house_rules: Mapping[str, Any]
) -> Sequence[FigureGroup]:
    """The figures of a sheet under the house rules of its campaign.

    Of a half-made sheet the values that are right count; there are no figures where these are
    not enough.
    """
    record = repair.read(rules.sheet, document, {}).record
    if not isinstance(record, Record):
        return ()
    try:
        return contract.figures_of(rules, record, house_rules)
    except (table.Refusal, SystemFailed):
        return ()


def figures_in_words(groups: Sequence[FigureGroup], terms: Language) -> dict[str, Any]:
    """Figures as a template places them: ``figures`` by path, and ``groups`` in their order.

    A figure has ``term``, ``number`` (the value as it is written), ``value``, ``unit``, ``rule``
    and ``parts`` in words; a group ``id``, ``term``, ``rule``, its ``figures``, ``facts``,
    ``notes`` and ``boxes`` (mark, count, ticked).
    """

    def in_words(figure: Figure) -> dict[str, Any]:
        return {
            "id": figure.id,
            "term": figure.term.said(terms),
            "value": figure.value,
            "number": terms.written(figure.number),
            "unit": figure.unit.said(terms),
            "rule": figure.rule,
            "parts": figure.parts_in_words(terms),
        }

    return {
        "figures": {path: in_words(figure) for path, figure in by_path(groups)},
        "groups": [
            {
                "id": group.id,
                "term": group.term.said(terms),
                "rule": group.rule,
                "figures": [in_words(figure) for figure in group.figures],
                "facts": [fact.said(terms) for fact in group.facts],
                "notes": group.notes,
                "boxes": [
                    (boxes.mark.said(terms), boxes.count, boxes.ticked) for boxes in group.boxes
                ],
            }
            for group in groups
        ],
    }


def card_lines(groups: Sequence[FigureGroup], terms: Language) -> list[CardLine]:
    """Figures as the lines of a card, one for each group. Skills at 0 are left out."""
    return [
        CardLine(
            group.term.said(terms),
            _trained(group).said(terms),
            group.rule,
            tuple((b.mark.said(terms), b.count, b.ticked) for b in group.boxes),
        )
        for group in groups
    ]


def _trained(group: FigureGroup) -> FigureGroup:
    if group.id != "skills":
        return group
    return replace(group, figures=tuple(skill for skill in group.figures if skill.value))


def filled(fields: Sequence[Field], values: Mapping[str, Any]) -> dict[str, Any]:
    """A value for every field, of the field's kind: those given, and defaults for the rest."""
    return {field.id: _filled(field, values.get(field.id)) for field in fields}


def _filled(field: Field, value: Any) -> Any:
    match field.kind:
        case "integer" | "number":
            return value if _number(value) else field.default
        case "flag":
            return value if isinstance(value, bool) else bool(field.default)
        case "reason":
            return value if isinstance(value, bool | str) else bool(field.default)
        case "record":
            given = value if isinstance(value, Mapping) else {}
            named = filled(field.fields, given)
            return named | {k: v for k, v in _free_scores(given).items() if k not in named}
        case "records":
            parts = value if isinstance(value, list | tuple) else [value]
            return [filled(field.fields, part) for part in parts if isinstance(part, Mapping)]
        case "scores":
            return _free_scores(value if isinstance(value, Mapping) else field.default or {})
        case "numbers" | "pairs" | "texts" | "choices" | "combatants":
            return list(value) if isinstance(value, list | tuple) else list(field.default or [])
        case "text":
            return str(field.default or "") if value is None else str(value)
        case _:
            return field.default if value is None else str(value)


def _free_scores(values: Mapping[str, Any]) -> dict[str, Any]:
    """Numbers under names of people's own, among the fields of a record or by themselves."""
    return {str(name): score for name, score in values.items() if _number(score)}


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def sections(
    fields: Sequence[Field], rows: Sequence[dict[str, Any]], terms: Language
) -> list[dict[str, Any]]:
    """The rows of a sheet, one for each field, in titled groups and in the order of its fields.

    A row has ``id``, ``label``, ``rule`` and one of: ``text``, ``long`` (a text that wants room),
    ``flag``, ``scores`` (pairs of name and number), ``items`` (records as :func:`item` has them).
    """
    groups: dict[str, list[dict[str, Any]]] = {}
    for field, row in zip(fields, rows, strict=True):
        group = field.group
        title = terms.text(group) if isinstance(group, str) else group.said(terms)
        groups.setdefault(title, []).append(row)
    return [{"title": title, "rows": rows} for title, rows in groups.items()]


def _named(field: Field, terms: Language) -> dict[str, Any]:
    return {"id": field.id, "label": field.called(terms), "rule": field.rule}


def _row(field: Field, value: Any, terms: Language) -> dict[str, Any]:
    row = _named(field, terms)
    match field.kind:
        case "scores":
            known = choices_in_words(field, terms)
            return {**row, "scores": [[known.get(id, id), score] for id, score in value.items()]}
        case "record" if all(part.kind == "integer" for part in field.fields):
            known = {part.id: part.called(terms) for part in field.fields}
            return {**row, "scores": [[known.get(id, id), score] for id, score in value.items()]}
        case "record":
            return {**row, "items": [item(field.fields, value, terms, "")]}
        case "records":
            return {**row, "items": [item(field.fields, part, terms) for part in value]}
        case "flag":
            return {**row, "flag": value}
        case _:
            return {**row, "long" if field.long else "text": value_in_words(field, value, terms)}


def item(
    fields: Sequence[Field], values: Mapping[str, Any], terms: Language, head: str = "name"
) -> dict[str, Any]:
    """A filled record in short: its ``head``, a few ``facts``, and ``texts`` of some length.

    A flag that is down, an empty field, and a 0 that is the usual one say nothing.
    """
    facts: list[str] = []
    texts: list[str] = []
    for field in that_count(fields, values):
        value = values[field.id]
        if field.id == head or value in (None, "", False, [], {}):
            continue
        if field.kind in ("record", "records"):
            parts = value if isinstance(value, list) else [value]
            inner = [item(field.fields, part, terms) for part in parts]
            texts += [_line(field.called(terms), part) for part in inner]
        elif field.long:
            texts.append(value_in_words(field, value, terms))
        elif fact := _fact(field, value, field.called(terms), terms):
            facts.append(fact)
    return {"head": str(values.get(head) or ""), "facts": facts, "texts": texts}


def _fact(field: Field, value: Any, name: str, terms: Language) -> str:
    """A value in words. A number that is the usual one is said too, where it is one to play by."""
    if _number(value) and value == field.default and value > 0 and not field.seldom:
        return f"{name} {value_in_words(field, value, terms)}"
    return fact_in_words(field, value, name, terms)


def lines_of(
    fields: Sequence[Field], values: Mapping[str, Any], terms: Language = OWN_TERMS
) -> list[CardLine]:
    """A filled sheet as the lines of a card: its figures, its scores, then one for each record."""
    facts: list[str] = []
    scores: list[CardLine] = []
    rest: list[CardLine] = []
    for field in fields:
        value, name = values[field.id], field.called(terms)
        if field.id in ("name", "notes", "known_as") or value in (None, "", False, [], {}):
            continue
        row = _row(field, value, terms)
        if "scores" in row:
            scored = " · ".join(f"{known}{APART}{score}" for known, score in row["scores"])
            scores.append(CardLine(name, scored.replace("-", "−"), field.rule))
        elif "items" in row:
            rest += [
                CardLine(
                    part["head"] or name,
                    ". ".join(filter(None, [" · ".join(part["facts"]), *part["texts"]])),
                    field.rule,
                )
                for part in row["items"]
            ]
        elif "long" in row:
            rest.append(CardLine(name, row["long"], field.rule))
        elif "flag" in row:
            facts.append(name)
        else:
            facts.append(f"{name} {row['text']}")
    return [*([CardLine("", " · ".join(facts))] if facts else []), *scores, *rest]


def _line(name: str, part: Mapping[str, Any]) -> str:
    said = [part["head"], *part["facts"], *part["texts"]]
    return f"{name}: {', '.join(text for text in said if text)}"


def words(fields: Sequence[Field], terms: Language = OWN_TERMS, path: str = "") -> dict[str, str]:
    """What fields and their choices are called, by path: ``skills.pistols``, ``size=small``."""
    labels: dict[str, str] = {}
    for field in fields:
        place = f"{path}.{field.id}" if path else field.id
        labels[place] = field.called(terms)
        said = choices_in_words(field, terms).items()
        labels |= {f"{place}={value}": word for value, word in said}
        labels |= words(field.fields, terms, place)
    return labels
