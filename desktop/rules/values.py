"""The values of a fight, each declared once, where the combatant keeps it.

::

    aiming: int = tracked(0, "Aiming", "Прицел", "boj-3", EDITABLE, Badge(), ge=0, le=2)

gives the field with its limits, what the game master can set by hand, what ``fraydesk run`` prints
and the badge beside the name. So does
``Annotated[int, Limits(ge=0, le=2), Shown("Aiming", rule="boj-3"), EDITABLE, Badge()] = 0``.
"""

import re
from copy import copy
from dataclasses import dataclass, field, fields
from functools import cache, partial
from typing import Annotated, Any, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

from pydantic import Field as Limits
from pydantic import create_model

from desktop.rules.display import Tone, Vital, badge, bar
from desktop.rules.fields import Record, Shown, limits_among
from desktop.rules.state import Combatant
from desktop.rules.text import Term, Text


@dataclass(frozen=True, slots=True)
class ByHand:
    """Marks a value that the game master can set during the fight."""


EDITABLE = ByHand()


@dataclass(frozen=True, slots=True)
class Badge:
    """Shows a value beside the name as long as it is not empty: its label, or these words.

    ``text`` is a template that may name the ``{value}``. ``native`` says the same in the system's
    own words; if it is empty, the native label is taken, in small letters, with the value behind it
    where ``text`` names that.
    """

    text: str = ""
    tone: Tone = "plain"
    native: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """Shows a value as a bar or pips of its most, or as a number.

    ``most`` is a number, or what the sheet or else the fighter calls it: ``Bar("health")``.
    """

    most: str | int = 0
    kind: Literal["bar", "pips", "number"] = "bar"


T = TypeVar("T")


def tracked(default: T, label: str, *given: str | ByHand | Badge | Bar, **more: Any) -> T:
    """A value of a combatant with its whole declaration: of what is ``given``, words are its native
    term and its rule; ``more`` as of ``fields.shown``.

    A list or a mapping as the ``default`` is copied for each combatant.
    """
    limits = Limits(**limits_among(more))
    words = (word for word in given if isinstance(word, str))
    shown: dict[str, Any] = {**dict(zip(("native", "rule"), words, strict=False)), **more}
    marks = (mark for mark in given if not isinstance(mark, str))
    metadata = {"marks": (limits, Shown(label, **shown), *marks)}
    if isinstance(default, list | dict):
        return cast("T", field(default_factory=partial(copy, default), metadata=metadata))
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True)
class Value:
    """One declared value: its name on the combatant, how it is shown, and what was asked of it."""

    name: str
    annotation: Any
    shown: Shown
    by_hand: bool
    badge: Badge | None
    bar: Bar | None


@cache
def values_of(kind: Any) -> tuple[Value, ...]:
    """The values a kind of combatant declares: its dataclass fields that carry a ``Shown``."""
    hints = get_type_hints(kind, include_extras=True)
    declared = []
    for each in fields(kind):
        annotation = hints[each.name]
        if each.metadata:
            annotation = Annotated[(annotation, *each.metadata["marks"])]
        marks = get_args(annotation)[1:] if get_origin(annotation) is Annotated else ()
        shown = next((mark for mark in marks if isinstance(mark, Shown)), None)
        if shown:
            by_hand = any(isinstance(mark, ByHand) for mark in marks)
            worn = next((mark for mark in marks if isinstance(mark, Badge)), None)
            shape = next((mark for mark in marks if isinstance(mark, Bar)), None)
            declared.append(Value(each.name, annotation, shown, by_hand, worn, shape))
    return tuple(declared)


@cache
def edits_of(kind: Any) -> type[Record]:
    """The model of what can be set by hand on this kind of combatant."""
    # Nothing has to be given, so the default says only that; it is never read.
    given: dict[str, Any] = {
        value.name: (value.annotation, None) for value in values_of(kind) if value.by_hand
    }
    return create_model(f"{kind.__name__}Edits", __base__=Record, **given)


def _kind(combatant: Combatant) -> Any:
    # Any, because mypy takes the class of an unhashable thing for unhashable too.
    return type(combatant)


def described(combatant: Combatant) -> dict[str, Any]:
    """Name, side, every declared value, and whether the combatant is out, as JSON."""
    values = {
        value.name: plain(getattr(combatant, value.name)) for value in values_of(_kind(combatant))
    }
    return {"name": combatant.name, "side": combatant.side, **values, "out": combatant.out}


def bars(combatant: Combatant) -> list[Vital]:
    """The bars, pips and numbers of the declared values."""
    drawn = []
    for value in values_of(_kind(combatant)):
        if value.bar:
            shown, most = value.shown, value.bar.most
            if isinstance(most, str):
                owner = combatant.sheet if hasattr(combatant.sheet, most) else combatant
                most = getattr(owner, most)
            now = getattr(combatant, value.name)
            label, kind = Text(shown.label), value.bar.kind
            drawn.append(bar(value.name, label, now, most, shown.rule, shown.native, kind))
    return drawn


def badges(combatant: Combatant) -> list[Vital]:
    """The badges of the declared values that are not empty now."""
    worn = []
    for value in values_of(_kind(combatant)):
        content = getattr(combatant, value.name)
        if value.badge and content:
            text, native = _in_words(value.badge, value.shown, content)
            worn.append(badge(value.name, text, value.shown.rule, value.badge.tone, native))
    return worn


def _in_words(worn: Badge, shown: Shown, content: Any) -> tuple[Text, str]:
    if worn.text == "{value}":  # one of the words that it is shown by
        word = dict(shown.labels).get(content, content)
        return Text("{value}", value=word), word.native if isinstance(word, Term) else ""
    own = shown.native.lower()
    if own and not worn.native and "{value" in worn.text:
        native = f"{own} {content}"
    else:
        native = worn.native.format(value=content) or own
    return Text(worn.text or shown.label, value=content), re.sub(r"(?<!\w)-(?=\d)", "−", native)


def plain(value: Any) -> Any:
    """A value as JSON has it: records, lists, mappings and sets within it too."""
    if isinstance(value, Record):
        return value.model_dump(mode="json")
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, set | frozenset):
        return sorted(value)
    return value
