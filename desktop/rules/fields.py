"""One vocabulary of fields for everything that is filled in.

Sheets, house rules, the parameters of a command, decisions and edits by hand are pydantic models;
:func:`fields_of` reads them into plain :class:`Field` descriptions, so that one form serves all.
"""

from __future__ import annotations

import re
import types
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import EllipsisType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, cast, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt, MaxLen
from pydantic import BaseModel, BeforeValidator, ConfigDict, Strict, TypeAdapter, ValidationError
from pydantic import Field as Limits
from pydantic.fields import FieldInfo

from desktop.languages import Language
from desktop.rules.names import LONGEST_NAME
from desktop.rules.text import Term, Terms, Text, Words, as_text, none_such, placed, terms

Kind = Literal[
    "integer",  # a whole number
    "number",  # a number with halves and the like
    "text",
    "flag",  # yes or no
    "reason",  # yes or no, or yes with a reason: False, True or a text
    "choice",  # one of `choices`
    "choices",  # several of `choices`, a list
    "combatant",  # the id of a combatant, one of `choices`
    "combatants",
    "numbers",  # a list of whole numbers
    "pairs",  # a list of pairs of whole numbers
    "texts",  # a list of texts
    "scores",  # a mapping of free names to whole numbers
    "record",  # a model of its own: `fields`
    "records",  # a list of such models
    "point",  # a point of the map, [x, y]
    "points",  # several: by the id of a combatant, or in a list
]


class Record(BaseModel):
    """The base of every model that people fill in: strict, finite, closed, and never changed."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        frozen=True,
        allow_inf_nan=False,
        str_max_length=10_000,
        populate_by_name=True,
        validate_default=False,
        # A model is compiled when it is first used, not when the program starts.
        defer_build=True,
    )


def _listed(value: object) -> object:
    return [value] if isinstance(value, dict | Record) else [] if value is None else value


ONE_OR_MORE = BeforeValidator(_listed)
"""In ``Annotated[list[Armor], …]``: one may stand for the list, and null for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _AsDeclared:
    """What a field has as it is declared."""

    group: str | Term = ""
    """The box it stands in."""
    help: str = ""
    long: bool = False
    """Whether it wants room."""
    seldom: bool = False
    """Whether it may be folded away until it is asked for."""
    telling: bool = False
    """Whether a line of facts says it also where it is the usual number."""
    distance_to: str = ""
    """For a distance: the parameter beside it that names who is that far away (``"target"``); the
    map fills such a distance in."""
    only_with: tuple[Any, ...] = ()
    """The choice beside it, and those of its values with which alone this one counts."""
    implies: tuple[str, Mapping[str, Any]] | None = None
    """For a choice: the parameter beside it that a form sets with it, and to what by its values."""
    context: str = ""
    """Which meaning of the label it is, where the same word has several, as gettext's ``msgctxt``.
    """
    offers: str = ""
    """For a choice of things by their names: in which list of the fighter or its sheet they are, or
    "policies", the behaviours of the system."""
    whom: Literal["", "anybody", "friends"] = ""
    """For combatants: anybody, oneself too, with enemies or with friends first; empty: all but
    oneself, enemies first."""


@dataclass(frozen=True, slots=True)
class Shown(_AsDeclared):
    """How a field is shown: put it into ``Annotated[...]`` beside pydantic's own limits.

    ``label`` is English, ``native`` the system's own word; ``kind`` overrules the kind read from
    the type (``"combatant"``).
    """

    label: str
    native: str = ""
    rule: str = ""
    unit: str = ""
    kind: Kind | None = None
    labels: Mapping[str, str | Term | Text] | tuple[tuple[str, str | Term | Text], ...] = ()
    """Labels by value, as a mapping or in pairs: for a choice, where a value without one is its own
    label; for scores, the names that are known; for a text, what is usually written there."""


@dataclass(frozen=True, slots=True)
class Labels:
    """The words for the values of a type, in its ``Annotated[...]``: the labels of each field of
    the type, of lists and scores of it too, that has none of its own."""

    words: Terms


T = TypeVar("T")
_LIMITS = frozenset(["alias", "ge", "le", "min_length", "max_length"])


def shown(
    default: T | EllipsisType,
    label: str,
    native: str = "",
    rule: str = "",
    unit: str = "",
    **more: Any,
) -> T:
    """A field of a model with its whole declaration: its default, its limits, how it is shown.
    The default is ``...`` where a value has to be given.

    ``more`` are limits (``ge``, ``le``, ``min_length``, ``max_length``), an ``alias``, and the rest
    of :class:`Shown`::

        reach: int = shown(1, "Reach", "Dosah", "konflikt-13", "m", ge=0, le=999)
    """
    declared: Any = Limits(default, **limits_among(more))
    declared.metadata.append(Shown(label, native, rule, unit, **more))
    return cast("T", declared)


def limits_among(more: dict[str, Any]) -> dict[str, Any]:
    """Takes out of these values those that are limits of a field."""
    return {name: more.pop(name) for name in _LIMITS & more.keys()}


KnownAs = Annotated[str, Limits(max_length=LONGEST_NAME)]
"""The name by which the players know somebody; empty: its own."""


def known_to_players(native: str) -> Shown:
    """How the sheet of any system shows the name by which the players know somebody."""
    return Shown("Players know it as", native, help="empty: by its own name")


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the values on offer. ``note`` says what it leads to, ``why_not`` why it cannot be."""

    value: Any
    label: Words
    note: Words = ""
    why_not: Words | None = None
    aside: bool = False
    """Whether it may be folded away until it is asked for: seldom what is wanted."""
    worth: tuple[int, ...] = ()
    """How good it is in each of the ways that matter, more is better; empty where nobody says. What
    another choice beats in every way is folded away."""


@dataclass(frozen=True, slots=True)
class Field(_AsDeclared):
    """A value to be filled in: its name, kind, limits, choices, and the rule it comes from."""

    id: str
    kind: Kind
    label: str
    native: str = ""
    default: Any = None
    optional: bool = False
    """Whether None (nothing filled in) is a value."""
    required: bool = False
    minimum: float | None = None
    maximum: float | None = None
    """The limits of a number; of scores and numbers, those of each of them."""
    length: int | None = None
    """The longest text, or the most entries of a list or a mapping."""
    choices: tuple[Choice, ...] = ()
    rule: str = ""
    unit: str = ""
    fields: tuple[Field, ...] = ()
    """The parts of a record, or of each of the records."""

    def counts(self, beside: Mapping[str, Any]) -> bool:
        """Whether it means something beside these values of its record; it does where the one that
        decides is not among them."""
        other, *values = self.only_with or ("",)
        return other not in beside or beside[other] in values

    def called(self, terms: Language) -> str:
        """The word for it that leads: the system's own one, or the translated label."""
        return terms.term(self.label, self.native, self.context)

    def offering(self, choices: Sequence[Choice], default: Any = None) -> Field:
        """The same field with these choices, and a default if one is given."""
        return replace(
            self, choices=tuple(choices), default=self.default if default is None else default
        )

    def accept(self, value: Any) -> Any:
        """The value, when it is of this field's kind and within its limits.

        Raises :class:`ValueError` with a sentence that says what would be right.
        """
        if value is None and self.optional:
            return None
        kind = _VALUES.get(self.kind)
        if kind is not None:
            try:
                _validator(self.kind, self.minimum, self.maximum).validate_python(value)
            except ValidationError as error:
                refused = error.errors(include_url=False)[0]
                limit = refused["type"] in ("greater_than_equal", "less_than_equal")
                raise ValueError(_sentence(refused) if limit else Text(kind.needs)) from None
        picked = value if self.kind in ("choices", "combatants") else [value]
        if self.kind in ("choice", "combatant", "choices", "combatants"):
            problem = next((said for choice in picked if (said := self._chosen(choice))), None)
            if problem:
                raise ValueError(as_text(problem))
        return value

    def _chosen(self, value: Any) -> Words | None:
        for choice in self.choices:
            if choice.value == value and type(choice.value) is type(value):
                return choice.why_not
        there_is = [choice.value for choice in self.choices] or Text("nothing to choose")
        return Text(
            "{value} is not on offer; there is: {there_is}", value=repr(value), there_is=there_is
        )


class _Values(NamedTuple):
    """What the values of a kind of field are for pydantic, and what is said of any other."""

    type: Any
    needs: str
    limited: bool = False
    """Whether the limits of the field are those of the type, or of each entry of its list."""


_VALUES: Mapping[Kind, _Values] = {
    "integer": _Values(int, "needs a whole number", limited=True),
    "number": _Values(float, "needs a number", limited=True),
    "text": _Values(str, "needs a text"),
    "flag": _Values(bool, "needs true or false"),
    "reason": _Values(bool | str, "needs true, false or a reason"),
    "choices": _Values(list[Any], "needs a list"),
    "combatants": _Values(list[Any], "needs a list"),
    "numbers": _Values(int, "needs a list of whole numbers", limited=True),
    "pairs": _Values(
        list[Annotated[tuple[int, int], Strict(False)]], "needs a list of pairs of whole numbers"
    ),
}


@lru_cache(maxsize=512)
def _validator(kind: Kind, minimum: float | None, maximum: float | None) -> TypeAdapter[Any]:
    """What checks the values of a field of this kind and with these limits."""
    values: Any = _VALUES[kind].type
    if _VALUES[kind].limited:
        low = None if minimum is None else values(minimum)
        high = None if maximum is None else values(maximum)
        values = Annotated[values, Limits(ge=low, le=high)]
    if kind == "numbers":
        values = list[values]
    return TypeAdapter(values, config=ConfigDict(strict=True))


@lru_cache(maxsize=512)
def fields_of(model: type[BaseModel]) -> tuple[Field, ...]:
    """The fields of a model, in its order; the id is the alias where there is one."""
    fields = []
    for name, info in model.model_fields.items():
        try:
            fields.append(_field(name, info))
        except (AttributeError, TypeError, ValueError) as error:
            raise type(error)(f"{model.__name__}.{name}: {error}") from error
    return tuple(fields)


def that_count(fields: Iterable[Field], record: Mapping[str, Any]) -> list[Field]:
    """The fields but those that mean nothing beside what a record chooses in another of them."""
    fields = list(fields)
    values = {field.id: record.get(field.id, field.default) for field in fields}
    return [field for field in fields if field.counts(values)]


def without_kind(model: type[BaseModel]) -> str:
    """The first field of a type that no kind of field is for, ``"Sheet.odd: set[str]"``; it would
    be taken for a text. Empty where there is none."""
    for name, info in model.model_fields.items():
        annotation = _bare(_without_none(info.annotation)[0])[0]
        if get_origin(annotation) in (list, tuple) and get_args(annotation):
            annotation = _bare(get_args(annotation)[0])[0]
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            strange = without_kind(annotation)
            if strange:
                return strange
        elif annotation is not str:
            kind = fields_of(model)[list(model.model_fields).index(name)].kind
            declared = any(isinstance(mark, Shown) and mark.kind for mark in info.metadata)
            if kind == "text" and not declared:
                return f"{model.__name__}.{name}: {annotation}"
    return ""


def _field(name: str, info: FieldInfo) -> Field:
    shown = next((m for m in info.metadata if isinstance(m, Shown)), None) or Shown(
        label=name.replace("_", " ").capitalize()
    )
    annotation, optional = _without_none(info.annotation)
    annotation, limits = _bare(annotation)
    if get_origin(annotation) is dict:
        # A mapping of scores has the limits of its values.
        limits += _bare(get_args(annotation)[1])[1]
    kind, values, parts = _kind_of(annotation)
    marks = [*info.metadata, *_marks(info.annotation)]
    words = next((mark.words for mark in marks if isinstance(mark, Labels)), ())
    default = None if info.is_required() else info.get_default(call_default_factory=True)
    return Field(
        id=info.alias or name, kind=shown.kind or ("choice" if shown.offers else kind),
        default=default, optional=optional, required=info.is_required(),
        choices=_choices(kind, values, dict(shown.labels or terms(words))), fields=parts,
        **_limits([*info.metadata, *limits]),
        **{name: getattr(shown, name) for name in _AS_SHOWN},
    )  # fmt: skip


_AS_SHOWN = Shown.__dataclass_fields__.keys() - {"kind", "labels"}
"""What a field takes over from its ``Shown`` as it stands."""


def _limits(metadata: Sequence[Any]) -> dict[str, Any]:
    """The ``minimum``, ``maximum`` and ``length`` among the metadata of a field."""
    limits: dict[str, Any] = {}
    for item in metadata:
        # Pydantic's own limits stand in a ``Field(...)`` of theirs where a type carries them.
        for limit in item.metadata if isinstance(item, FieldInfo) else (item,):
            match limit:
                case Ge(ge=value):
                    limits["minimum"] = float(str(value))
                case Gt(gt=value):
                    limits["minimum"] = float(str(value)) + 1
                case Le(le=value):
                    limits["maximum"] = float(str(value))
                case Lt(lt=value):
                    limits["maximum"] = float(str(value)) - 1
                case MaxLen(max_length=value):
                    limits["length"] = value
    return limits


def _without_none(annotation: Any) -> tuple[Any, bool]:
    if get_origin(annotation) in (Union, types.UnionType):
        rest = [arg for arg in get_args(annotation) if arg is not type(None)]
        if len(rest) < len(get_args(annotation)):
            return (rest[0] if len(rest) == 1 else Union[tuple(rest)]), True  # noqa: UP007
    return annotation, False


def _bare(annotation: Any) -> tuple[Any, tuple[Any, ...]]:
    """A type without the limits that were given to it under a name of its own, and those limits.

    ``Inches = Annotated[int, Limits(ge=0)]`` used in ``Inches | None`` or ``bool | Reason``.
    """
    limits: tuple[Any, ...] = ()
    while get_origin(annotation) is Annotated:
        annotation, *more = get_args(annotation)
        limits += tuple(more)
    if get_origin(annotation) in (Union, types.UnionType):
        parts = [_bare(part) for part in get_args(annotation)]
        limits += tuple(limit for _, inner in parts for limit in inner)
        annotation = Union[tuple(part for part, _ in parts)]  # noqa: UP007
    return annotation, limits


def _marks(annotation: Any) -> Iterator[Any]:
    """What stands in the ``Annotated`` of the parts of a type."""
    for part in get_args(annotation) if get_origin(annotation) is not Literal else ():
        yield from (part, *_marks(part))


_PLAIN: Mapping[Any, Kind] = {bool: "flag", int: "integer", float: "number"}

_SEVERAL: Mapping[Kind, Kind] = {
    "choice": "choices",
    "record": "records",
    "integer": "numbers",
    "numbers": "pairs",
    "texts": "pairs",
}
"""The kind of a list, by the kind of its entries; a list of anything else is one of texts."""


def _kind_of(annotation: Any) -> tuple[Kind, tuple[Any, ...], tuple[Field, ...]]:
    """The kind of a type, the values of a choice, and the fields of a record."""
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return "choice", args, ()
    if origin is dict:
        return "scores", (), ()
    if origin in (Union, types.UnionType) and set(args) == {bool, str}:
        return "reason", (), ()
    if origin in (list, tuple):
        kind, values, parts = _kind_of(_bare(args[0])[0]) if args else ("text", (), ())
        return _SEVERAL.get(kind, "texts"), values, parts
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return "record", (), fields_of(annotation)
    return _PLAIN.get(annotation, "text"), (), ()


def _choices(
    kind: Kind, values: Sequence[Any], said: Mapping[str, str | Term | Text]
) -> tuple[Choice, ...]:
    """The choices of a field: the values of its type with their labels, or the labels alone."""
    labels = {
        value: Text("{term}", term=label) if isinstance(label, Term) else as_text(label)
        for value, label in said.items()
    }
    if values:
        strays = sorted(labels.keys() - set(map(str, values)))
        bare = [value for value in values if str(value) not in labels]
        if strays and bare:  # else labels of more than these values are shared
            raise ValueError(placed("labels", none_such(strays[0], bare)))
        return tuple(
            Choice(v, labels.get(str(v)) or Text(str(v).replace("_", " "))) for v in values
        )
    if kind in ("text", "texts", "scores"):
        return tuple(Choice(value, label) for value, label in labels.items())
    return ()


def distances(
    fields: Sequence[Field], values: Mapping[str, Any], place: str = ""
) -> Iterator[tuple[str, Field, str]]:
    """The distances among fields that say to whom: path, field, and the id that is named there.

    Within a record its own parameter counts: in ``shots[0].distance`` that is ``shots[0].target``.
    """
    for field in fields:
        path, value = place + field.id, values.get(field.id)
        if field.distance_to:
            target = values.get(field.distance_to)
            if isinstance(target, str) and target:
                yield path, field, target
        elif field.kind == "record" and isinstance(value, Mapping):
            yield from distances(field.fields, value, f"{path}.")
        elif field.kind == "records" and isinstance(value, list | tuple):
            for index, part in enumerate(value):
                if isinstance(part, Mapping):
                    yield from distances(field.fields, part, f"{path}[{index}].")


def problems(error: ValidationError, model: type[BaseModel]) -> list[tuple[str, Text]]:
    """What a model refused, as pairs of dotted path and one sentence.

    An unknown field is told which fields there are. What is refused across fields stands at the
    first of them.
    """
    return [(dotted(places_of(item)[0]), _sentence(item, model)) for item in _errors(error)]


def problems_at_fields(
    error: ValidationError, model: type[BaseModel]
) -> list[tuple[tuple[int | str, ...], Text]]:
    """As :func:`problems`, by path, with what is refused across fields at each of them."""
    return [(place, _sentence(item, model)) for item in _errors(error) for place in places_of(item)]


def _errors(error: ValidationError) -> list[dict[str, Any]]:
    """What pydantic says, and of a value that may be true, false or a text one thing only.

    Of such a value it tells for each kind why it is none, behind a place that names the kind. What
    is wrong with it as that kind goes before its being of none.
    """
    by_place: dict[tuple[int | str, ...], dict[str, Any]] = {}
    for item in error.errors(include_url=False):
        place, kind = item["loc"], str(item["type"])
        if place[-1:] == ("constrained-str",):
            place = place[:-1]
        elif place[-1:] == ("bool",) and kind == "bool_type":
            place, kind = place[:-1], "reason_type"
        if place not in by_place or not kind.endswith("_type"):
            by_place[place] = {**item, "loc": place, "type": kind}
    return list(by_place.values())


def places_of(item: Mapping[str, Any]) -> list[tuple[int | str, ...]]:
    """The fields that one of a ValidationError's errors is about.

    A validator of a whole record names them after the text:
    ``raise ValueError(Text("…"), "hp", "max_hp")``.
    """
    place = tuple(item["loc"])
    raised = item.get("ctx", {}).get("error")
    named = raised.args[1:] if isinstance(raised, ValueError) else ()
    return [(*place, str(field)) for field in named] or [place]


def dotted(path: Sequence[int | str]) -> str:
    """``("attacks", 0, "range")`` as ``"attacks[0].range"``."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text


_SENTENCES: Mapping[str, Text] = {
    "missing": Text("is needed"),
    **dict.fromkeys(
        ("int_type", "int_from_float", "int_parsing_size"), Text("needs a whole number")
    ),
    **dict.fromkeys(("float_type", "finite_number"), Text("needs a number")),
    "string_type": Text("needs a text"),
    "reason_type": Text("needs true, false or a reason"),
    "bool_type": Text("needs true or false"),
    **dict.fromkeys(("list_type", "tuple_type"), Text("needs a list")),
    **dict.fromkeys(("dict_type", "model_type", "model_attributes_type"), Text("needs an object")),
    "string_too_long": Text("can have at most {count} letter", "can have at most {count} letters"),
    "string_too_short": Text("needs at least {count} letter", "needs at least {count} letters"),
    "too_long": Text("can have at most {count} entry", "can have at most {count} entries"),
    "too_short": Text("needs at least {count} entry", "needs at least {count} entries"),
}
"""What the errors of pydantic are called that say nothing but what would be right, and how much."""


def _sentence(item: Mapping[str, Any], model: type[BaseModel] | None = None) -> Text:
    """What one of a ValidationError's errors says, in plain words."""
    context = item.get("ctx", {})
    count = context.get("max_length", context.get("min_length", 0))
    match item["type"]:
        case "extra_forbidden":
            there_are = _fields_at(model, item["loc"][:-1])
            if there_are:
                return Text("there is no such field; there are: {fields}", fields=there_are)
            return Text("there is no such field")
        case "greater_than_equal":
            return Text("needs at least {least:g}", least=context["ge"])
        case "less_than_equal":
            return Text("can be at most {most:g}", most=context["le"])
        case "literal_error":
            return Text("is not one of {words}", words=context["expected"])
        case "string_too_short" if count < 2:
            return Text("cannot be empty")
        case "value_error":
            raised = context["error"].args[0]
            return raised if isinstance(raised, Text) else Text(str(raised))
    message: str = item["msg"]
    said = _SENTENCES.get(item["type"]) or Text(message[:1].lower() + message[1:])
    return said.counted(count) if said.plural else said


_PART = re.compile(r"([^.\[\]]+)|\[(\d+)\]")


def path_parts(path: str) -> list[str | int]:
    """The names and numbers of a dotted path: ``"weapons[0].loaded"`` has three."""
    return [int(index) if index else name for name, index in _PART.findall(path)]


def at_path(record: Any, path: str | Sequence[str | int]) -> Any:
    """The value at a path: ``"weapons[0].loaded"``, or its parts. Missing names give None."""
    for part in path_parts(path) if isinstance(path, str) else path:
        if isinstance(part, int):
            record = record[part]
        elif isinstance(record, Mapping):
            record = record.get(part)
        else:
            record = getattr(record, part, None)
    return record


def name_at(sheet: Record, path: str) -> str:
    """The name of the weapon or the like in whose record the value at a path stands, or nothing."""
    record, inside, _ = path.rpartition("].")
    return str(at_path(sheet, f"{record}].name") or "") if inside else ""


def field_at(fields: Sequence[Field], path: str) -> Field | None:
    """The field at a dotted path, ``"weapons[0].loaded"``; None where there is none."""
    here: Field | None = None
    for name in path_parts(path):
        if isinstance(name, int):
            continue
        here = next((field for field in fields if field.id == name), None)
        if here is None:
            return None
        fields = here.fields
    return here


def _fields_at(model: type[BaseModel] | None, path: Sequence[int | str]) -> list[str]:
    """The names of the fields of a model, or of the record within it at this path."""
    fields = fields_of(model) if model else ()
    for part in path:
        if isinstance(part, str):
            fields = next((field.fields for field in fields if field.id == part), ())
    return [field.id for field in fields]


def dominated(choices: Sequence[Choice]) -> dict[int, int]:
    """The places of dominated choices, each with the place of a choice that dominates it.

    That choice can be taken. Of equal choices the first dominates the others. Only choices that
    give their ``worth`` in the same number of ways are compared.
    """
    dominating = {}
    for place, choice in enumerate(choices):
        for other, rival in enumerate(choices):
            if rival.why_not is None and _dominates(rival, other, choice, place):
                dominating[place] = other
                break
    return dominating


def _dominates(rival: Choice, at: int, choice: Choice, place: int) -> bool:
    ours, theirs = choice.worth, rival.worth
    if not ours or len(ours) != len(theirs) or at == place:
        return False
    if any(a > b for a, b in zip(ours, theirs, strict=True)):
        return False
    return ours != theirs or at < place


def without_dominated(choices: Sequence[Choice], default: Any) -> tuple[list[Choice], list[Choice]]:
    """The choices to show, the default among them, and the dominated ones."""
    places = {place for place in dominated(choices) if choices[place].value != default}
    shown = [choice for place, choice in enumerate(choices) if place not in places]
    return shown, [choices[place] for place in sorted(places)]
