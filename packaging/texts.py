"""The texts that people read, for translators: out of the source into ``resources/languages``.

The program's own are in ``pl.po`` and so on. Those of the catalogues and samples, which are in the
language of their system, are in ``content/pl.po``; their context is the system.

    python packaging/texts.py update   collects the texts and merges them into every catalogue
    python packaging/texts.py check    says what is missing, unsure or at odds with the source
    python packaging/texts.py compile  makes the .mo that the program reads

Texts come from the calls that say something in Python (of the guide, ``docs/pages.py``), from the
forms in ``ui``, and from the rule texts and the shipped texts in ``resources``.
"""

import argparse
import ast
import json
import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from string import Formatter
from struct import iter_unpack, pack, unpack_from
from typing import Any, NamedTuple
from xml.etree import ElementTree

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # for what the program knows itself of its texts
LANGUAGES = ("pl", "cs", "ru")
CATALOGUES = (*LANGUAGES, *(f"content/{language}" for language in ("en", *LANGUAGES)))
"""By their place under ``resources/languages``: the program's own, and those of its content."""

# Where a text stands among what a call is given: by place, and by name everywhere.
SAID: dict[str, tuple[int, ...]] = {
    "log": (1,),
    "Refusal": (0,),
    "ValueError": (0,),
    "PlayoutError": (0,),
    "Decision": (2,),
    "ask": (3,),
    "ask_for": (),
    "question": (),
    "share_out": (),
    "Option": (3,),
    "Choice": (1, 2),
    "Vital": (2,),
    "bar": (1,),
    "badge": (1,),
    "Badge": (0,),
    "Bar": (2,),
    "Timeline": (0,),
    "Outcome": (1,),
    "Policy": (1, 3),
    "Action": (2,),
    "Term": (0,),
    "Shown": (0, 3, 4, 5),
    "shown": (1, 4),
    "tracked": (1,),
    "EffectUnit": (3,),
    "WrittenBack": (0,),
    "ScriptError": (1,),
    "LibraryError": (0,),
    "CampaignError": (1,),
    "CampaignInUseError": (1,),
    "CampaignMovedError": (1,),
    "DocumentError": (1,),
    "ResourceError": (2,),
    "CannotPrint": (1,),
    "NoScreen": (0,),
    "placed": (1,),
    "as_text": (0,),
}
NAMED: tuple[str, ...] = (
    "label",
    "text",
    "note",
    "why_not",
    "title",
    "message",
    "words",
    "problem",
)
NAMED += ("unit", "group", "help", "labels")
TEMPLATES = {"Text": 0, "Reason": 0, "UsedUp": 0, "Few": 0, "tr": 0, "note": 2}


class Found(NamedTuple):
    """A text with its plural, its context, its place, and what a translator is told of it."""

    text: str
    plural: str
    context: str
    place: tuple[str, int]
    comment: str = ""


def texts() -> Iterator[Found]:
    """Every text of the program."""
    for file in (*sorted((ROOT / "desktop").rglob("*.py")), ROOT / "docs" / "pages.py"):
        if "forms" not in file.relative_to(ROOT).parts:
            yield from of_python(file)
    for file in sorted((ROOT / "ui").glob("*.ui")):
        yield from of_form(file)
    for file in sorted((ROOT / "resources" / "paper").glob("*.typ")):
        yield from of_template(file)
    for file in sorted((ROOT / "resources").glob("*/*.json")):
        if file.parent.name in ("rules", "own_texts"):
            yield from of_resource(file)


def of_python(file: Path) -> Iterator[Found]:
    """The literals that calls of a module say to people."""
    place = file.relative_to(ROOT).as_posix()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.AnnAssign) and getattr(node.annotation, "id", "") == "Terms":
            for pair in getattr(node.value, "elts", ()):  # the ids of words are English
                yield Found(pair.elts[0].value.replace("_", " "), "", "", (place, pair.lineno))
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        named = {word.arg: word.value for word in node.keywords if word.arg}
        if name in TEMPLATES and (args := node.args[TEMPLATES[name] :]):
            context = "".join(literals(named["context"])) if "context" in named else ""
            plural = "".join(literals(args[1])) if len(args) > 1 else ""
            for text in literals(args[0]):
                yield Found(text, plural, context, (place, node.lineno))
        elif name in SAID:
            given = [node.args[at] for at in SAID[name] if at < len(node.args)]
            context = "".join(literals(named["context"])) if "context" in named else ""
            for argument in given:  # of a label; what else stands there has one meaning
                for text in literals(argument):
                    yield Found(text, "", context, (place, node.lineno))
            for argument in [value for word, value in named.items() if word in NAMED]:
                for text in literals(argument):
                    yield Found(text, "", "", (place, node.lineno))


def literals(node: ast.expr) -> Iterator[str]:
    """The texts an expression can come to; of a pair of value and label, the label."""
    match node:
        case ast.Constant(value=str(text)) if re.search(r"[^\W\d_]", text):
            yield text
        case ast.IfExp(body=first, orelse=second):
            yield from literals(first)
            yield from literals(second)
        case ast.BoolOp(values=parts):
            for part in parts:
                yield from literals(part)
        case ast.Tuple(elts=[ast.Constant(value=str()), ast.Constant(value=str()) as label]):
            yield from literals(label)
        case ast.Tuple(elts=[ast.Constant(), ast.Call() | ast.Name() | ast.Attribute()]):
            return  # a value, and its label
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from literals(part)


def of_form(file: Path) -> Iterator[Found]:
    """The texts of a form; the comment of one is its context."""
    place = file.relative_to(ROOT).as_posix()
    form = ElementTree.parse(file)
    labels = form.findall(".//property[@name='label']/string")  # said by the widget itself
    for string in form.iter("string"):
        said = string.get("notr") != "true" or string in labels
        if said and re.search(r"[^\W\d_]", string.text or ""):
            told = string.get("extracomment", "")
            yield Found(string.text or "", "", string.get("comment", ""), (place, 1), told)


def of_template(file: Path) -> Iterator[Found]:
    """What a template of pages says; its system is the context."""
    from desktop.languages.content import of_template as said

    place, system = file.relative_to(ROOT).as_posix(), file.name.partition(".")[0]
    shared = not (ROOT / "resources" / "rules" / f"{system}.json").exists()
    for text in said(file.read_text("utf-8")):
        yield Found(text, "", "paper" if shared else system, (place, 1))


def of_resource(file: Path) -> Iterator[Found]:
    """The texts of the rules of a system, or of its catalogue."""
    place, content = file.relative_to(ROOT).as_posix(), json.loads(file.read_text("utf-8"))
    for id, rule in content.get("rules", {}).items():
        for part in ("title", "text", "reading", "house_rule"):
            if rule.get(part):
                yield Found(rule[part], "", "", (place, 1), f"{id}: {part}")
    for text in content.get("texts", {}):
        yield Found(text, "", "", (place, 1))


def collected() -> Catalog:
    """What there is to translate. A text that is said with a plural anywhere has one."""
    catalogue = Catalog(project="Fraydesk", charset="utf-8", fuzzy=False)
    found = list(texts())
    plurals = {(one.text, one.context): one.plural for one in found if one.plural}
    for one in found:
        plural = plurals.get((one.text, one.context))
        catalogue.add(
            (one.text, plural) if plural else one.text,
            locations=[one.place],
            auto_comments=[one.comment] if one.comment else [],
            context=one.context or None,
            flags=["python-brace-format"] if slots(one.text) else [],
        )
    return catalogue


# Names that rules look up: of a kind of the catalogue, and others. They stay in the documents as
# they are, and are said in the language where they are shown.
LOOKED_UP = {
    "walka": ("Pięści",),
    "boj": ("Голые руки и ноги",),
    "teohiphip": ("trait", "Bez broni"),
    "konflikt": ("Neozbrojený útok",),
    "mir_tmy": ("Кулаки",),
}
COMPARED = ("tags", "immune", "group")  # keys of a catalogue or sample whose words they compare
SCORED = ("skills", "abilities", "powers")  # keys whose scores may have names of the sheet's own
SIDES = ("players", "foes")  # said by the program itself


def content(language: str) -> Catalog:
    """What there is to translate of the catalogues and samples that are in another language."""
    from desktop.rules.registry import SHIPPED

    catalogue = Catalog(project="Fraydesk", charset="utf-8", fuzzy=False)
    for system in (entry.id for entry in SHIPPED if entry.language != language):
        english = _json("own_texts", system).get("texts", {})
        shipped = _json("catalogues", system)["entries"]
        sample = _json("samples", system)
        kinds = LOOKED_UP[system]
        names = {entry["name"] for entry in shipped if entry["kind"] in kinds}
        names |= {*(name for name in kinds if not name.isascii() or " " in name)}
        names |= {*compared([entry["data"] for entry in shipped]), *compared(sample)}
        documents = {"catalogues": [entry["data"] for entry in shipped]}
        for folder, document in (documents | {"samples": sample}).items():
            place = (f"resources/{folder}/{system}.json", 1)
            for text in read_by_people(document):
                if text not in {*SIDES, *english, *names}:
                    catalogue.add(text, locations=[place], context=system)
        for name in sorted(names):
            catalogue.add(name, locations=[(f"resources/catalogues/{system}.json", 1)],
                          context="name")  # fmt: skip
    return catalogue


def read_by_people(document: Any) -> list[str]:
    """The texts of a document that people read, each once."""
    from desktop.languages.content import in_words

    texts: dict[str, str] = {}
    in_words(document, lambda text: texts.setdefault(text, text))
    return [*texts]


def compared(document: Any) -> Iterator[str]:
    """The words of a document that rules compare."""
    parts = document.items() if isinstance(document, dict) else [("", part) for part in document]
    for key, part in parts:
        if isinstance(part, dict) and key in SCORED:
            yield from (name for name in part if name != name.lower())
        elif isinstance(part, dict | list) and key not in COMPARED:
            yield from compared(part)
        elif key in COMPARED and isinstance(part, str | list):
            yield from filter(None, [part] if isinstance(part, str) else part)


def _json(folder: str, system: str) -> dict[str, Any]:
    file = ROOT / "resources" / folder / f"{system}.json"
    return dict(json.loads(file.read_text("utf-8"))) if file.exists() else {}


def source_of(catalogue: str) -> Catalog:
    """What there is to translate in a catalogue, by its name."""
    return content(catalogue[-2:]) if "/" in catalogue else collected()


def slots(text: str) -> set[str]:
    """The names of the values that a template takes."""
    try:
        return {name for _, name, _, _ in Formatter().parse(text) if name}
    except ValueError:  # braces that stand for themselves
        return set()


def path_of(catalogue: str) -> Path:
    return ROOT / "resources" / "languages" / f"{catalogue}.po"


def read(catalogue: str) -> Catalog:
    file, language = path_of(catalogue), catalogue[-2:]
    if not file.exists():
        return Catalog(
            locale=language,
            header_comment="# Texts of Fraydesk; CONTRIBUTING.md says how to translate them.",
            project="Fraydesk",
            version="-",
            msgid_bugs_address="https://github.com/fraydesk/fraydesk/issues",
            last_translator="-",
            language_team="-",
            charset="utf-8",
            fuzzy=False,
        )
    with file.open("rb") as stream:
        return read_po(stream, locale=language)


def update() -> None:
    """Brings every catalogue up to date with the source; what is only alike is marked fuzzy."""
    for name in CATALOGUES:
        catalogue = read(name)
        new = "/" in name or not len(catalogue)
        catalogue.update(source_of(name), no_fuzzy_matching=new, update_creation_date=False)
        path_of(name).parent.mkdir(exist_ok=True)
        with path_of(name).open("wb") as stream:
            write_po(stream, catalogue, width=100, sort_output=True, include_lineno=False)


def faults(catalogue: Catalog, wanted: Catalog) -> Iterator[tuple[str, Message]]:
    """What is wrong with a catalogue: a word for the fault, and the message."""
    for message in wanted:
        english = _forms(message.id)
        if not english[0]:
            continue
        translated = catalogue.get(english[0], message.context)
        forms = _forms(translated.string) if translated else ("",)
        allowed = slots(" ".join(english))
        needed = slots(english[0]) - {"count"}
        if translated is None or not all(forms):
            yield "missing", message
        elif translated.fuzzy:
            yield "fuzzy", translated
        elif len(forms) != (catalogue.num_plurals if message.pluralizable else 1):
            yield "plurals", translated
        elif any(not needed <= slots(form) <= allowed for form in forms):
            yield "placeholders", translated


def _forms(string: Any) -> tuple[str, ...]:
    return tuple(string) if isinstance(string, tuple | list) else (string,)


def check(strict: bool) -> int:
    """Says what is wrong; 1 for a fault, but what is only missing counts where ``strict``."""
    wrong = 0
    for name in CATALOGUES:
        counts: dict[str, int] = {}
        wanted = source_of(name)
        for fault, message in faults(read(name), wanted):
            counts[fault] = counts.get(fault, 0) + 1
            if fault != "missing":
                print(f"{name}: {fault}: {message.id!r}")
        said = ", ".join(f"{count} {fault}" for fault, count in counts.items()) or "whole"
        print(f"{name}: {said}, of {len(wanted)}")
        wrong += sum(count for fault, count in counts.items() if strict or fault != "missing")
    return min(wrong, 1)


def compile_catalogues(root: Path) -> None:
    """Makes the .mo of every .po; what is fuzzy stays English."""
    for file in sorted((root / "resources" / "languages").rglob("*.po")):
        with file.open("rb") as source:
            file.with_suffix(".mo").write_bytes(compiled(read_po(source, locale=file.stem)))


def compiled(catalogue: Catalog) -> bytes:
    """A catalogue as .mo. Babel leaves contexts out where it sorts the ids; the format does not."""
    made = BytesIO()
    write_mo(made, catalogue)
    content = made.getvalue()
    count, ids, strings = unpack_from("<3I", content, 8)
    tables = [iter_unpack("<2I", content[at : at + 8 * count]) for at in (ids, strings)]
    entries = sorted(
        zip(*tables, strict=True), key=lambda entry: content[entry[0][1] : sum(entry[0])]
    )
    packed = [pack("<2I", *place) for table in zip(*entries, strict=True) for place in table]
    return content[:ids] + b"".join(packed) + content[strings + 8 * count :]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("do", choices=("update", "check", "compile"))
    parser.add_argument("--strict", action="store_true", help="what is missing is a fault, too")
    given = parser.parse_args()
    if given.do == "update":
        update()
    elif given.do == "compile":
        compile_catalogues(ROOT)
    else:
        return check(given.strict)
    return 0


if __name__ == "__main__":
    sys.exit(main())
