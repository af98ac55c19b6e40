"""Sentences for people: a template and its values, so that they can be said in any language.

The rules say what happened in English templates with named values. A sentence is made only when it
is read, and the template can be looked up in another language first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from itertools import islice
from string import Formatter
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from desktop.languages import ENGLISH, Language, ProperName

if TYPE_CHECKING:
    from fractions import Fraction


class Text:
    """What is said: ``Text("{target} takes {count} level", "{target} takes {count} levels", …)``.

    The template is a literal in the source. Values are names and numbers as they stand, other
    texts, a :class:`Term`, or a sequence of these, said with commas between them. ``{what!l}`` says
    a value in small letters, ``{name!r}`` between quotation marks. ``context`` tells a short word
    from the same word with another meaning, as gettext's ``msgctxt``. A text without values is said
    to the letter, braces and all. Two texts are equal when they say the same in English, and so is
    a text and that English sentence.
    """

    __slots__ = ("context", "plural", "template", "values")

    def __init__(
        self, template: str, plural: str = "", /, *, context: Any = "", **values: Any
    ) -> None:
        self.template = template
        self.plural = plural
        self.context = context
        self.values: Mapping[str, Any] = values

    def said(self, language: Language) -> str:
        """The sentence in a language. Raises KeyError for a template with a value not given."""
        count = self.values.get("count", 1)
        template = language.text(self.template, self.plural, count, self.context)
        if not self.values:
            return template
        values = {name: _said(value, language) for name, value in self.values.items()}
        try:
            return _Filled(language).vformat(template, (), values)
        except KeyError as error:
            raise KeyError(f"the text {template!r} is given no {error}") from None

    def counted(self, count: int) -> Text:
        """The same of so many: ``level`` of 1, ``levels`` of 2."""
        values = {**self.values, "count": count}
        return Text(self.template, self.plural, context=self.context, **values)

    def __str__(self) -> str:
        return self.said(ENGLISH)

    def __repr__(self) -> str:
        return f"Text({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if isinstance(other, Text | str) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))

    def __bool__(self) -> bool:
        return bool(self.template)

    def __contains__(self, part: str) -> bool:
        return part in str(self)


class Reason(Text):
    """Why something cannot be, with the rule that says so: ``needs sharp teeth (mir_tmy-31)``."""

    __slots__ = ("rule",)

    def __init__(
        self, template: str, plural: str = "", /, *, rule: str, context: Any = "", **values: Any
    ) -> None:
        super().__init__(template, plural, context=context, **values)
        self.rule = rule

    @classmethod
    def of(cls, sentence: Words, rule: str) -> Reason:
        """A sentence, now with its rule."""
        text = as_text(sentence)
        return cls(text.template, text.plural, rule=rule, context=text.context, **text.values)

    def said(self, language: Language) -> str:
        return f"{super().said(language)} ({self.rule})"


class UsedUp(Reason):
    """Why something cannot be for the rest of the fight: there is none left of it."""

    __slots__ = ()


class Term(NamedTuple):
    """A word of a system: in English, and in the system's own language where it has one."""

    label: Words
    native: str = ""

    def said(self, language: Language) -> str:
        """The system's own word where that leads in a language, else the translated label."""
        if isinstance(self.label, str):
            return language.term(self.label, self.native)
        return self.native if language.own_terms and self.native else self.label.said(language)

    def counted(self, count: int) -> Term:
        """The word for so many of what it names."""
        label = self.label
        return self if isinstance(label, str) else self._replace(label=label.counted(count))


class Sayable(Protocol):
    """What can be said in a language without being a sentence: a term, dice."""

    def said(self, language: Language) -> str: ...


Terms = tuple[tuple[str, str], ...]
"""Ids, which are English words, each with the system's own word for it."""


def terms(words: Terms) -> tuple[tuple[str, Term], ...]:
    """The labels of choices: each id with its word, in both languages."""
    return tuple((id, Term(id.replace("_", " "), native)) for id, native in words)


class Written(str):
    """A number, a chance or dice as they are written, ``−0.5``, ``50 %``, ``1d4−1``: said as a
    language writes them."""

    __slots__ = ()


def in_terms(label: Text, native: str) -> Text:
    """Words that are said in the system's own where these lead."""
    return Text("{word}", word=Term(label, native))


Words = Text | str
"""What is shown: a :class:`Text` where the words are ours and can be said in another language, a
plain string where they stand as they are: a name, a number, the system's own term."""

NOTHING = Text("")


def as_text(words: Words) -> Text:
    """A sentence; a literal without values may be given as a plain string."""
    return words if isinstance(words, Text) else Text(words)


MOST_NAMED = 20
"""How many names a message lists at most when something is missing."""


def none_such(name: object, known: Iterable[object]) -> Text:
    """What is said where something is not there: ``there is no 'chess'; there is: boj, walka``."""
    there_is = list(islice(known, MOST_NAMED)) or Text("nothing")
    return Text("there is no {name!r}; there is: {there_is}", name=name, there_is=there_is)


class TextError(Exception):
    """An error meant for the person at the screen: its words can be said in any language."""

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.words = as_text(words)


def placed(place: str, problem: Words) -> Text:
    """What is wrong, with the place before it where one is known: ``hp: needs a number``."""
    text = as_text(problem)
    return Text("{place}: {problem}", place=place, problem=text) if place else text


def joined(parts: Sequence[Words | Sayable], separator: str = ", ") -> Text:
    """Several texts as one, ``"a, b, c"``."""
    return Text("{parts}", parts=_Joined(parts, separator))


MOST_TOLD = 6
"""How many names of a crowd a sentence lists."""


def few(parts: Sequence[Words | Term], separator: str = ", ") -> Text:
    """The first of many, and how many more there are: ``"a, b, c and 27 more"``."""
    rest = len(parts) - MOST_TOLD
    if rest < 2:
        return joined(parts, separator)
    first = joined(parts[:MOST_TOLD], separator)
    return Few("{first} and {rest} more", first=first, rest=rest, all=joined(parts, separator))


class Few(Text):
    """The first of many; its value ``all`` is all of them."""

    __slots__ = ()


def in_full(words: Any) -> Any:
    """The same with all the names where a sentence lists a few, for paper."""
    if isinstance(words, Few):
        return words.values["all"]
    if not isinstance(words, Text):
        return words
    said = copy(words)
    said.values = {name: in_full(value) for name, value in words.values.items()}
    return said


def as_percent(p: Fraction | float) -> Written:
    """A chance in whole per cent; what is not certain is never 0 or 100.

    A half goes to the even number: so a chance and its opposite come to 100 together.
    """
    percent = p * 100  # the fraction 1/100 is less than the float 0.01
    if 0 < percent < 1:
        return Written("<1 %")
    if 99 < percent < 100:
        return Written(">99 %")
    return Written(f"{round(percent)} %")


class _Joined:
    __slots__ = ("parts", "separator")

    def __init__(self, parts: Sequence[Words | Sayable], separator: str) -> None:
        self.parts, self.separator = parts, separator


def as_json(words: Any) -> Any:
    """Words as they are kept in a file; :func:`from_json` makes them again."""
    match words:
        case Text():
            values = {name: as_json(value) for name, value in words.values.items()}
            kept = {"text": words.template, "plural": words.plural, "context": words.context}
            return {**{key: part for key, part in kept.items() if part}, "values": values}
        case Term(label=label, native=native):
            return {"term": as_json(label), "native": native}
        case _Joined(parts=parts, separator=separator):
            return {"joined": [as_json(part) for part in parts], "by": separator}
        case list() | tuple():
            return [as_json(part) for part in words]
        case ProperName():
            return {"name": str(words)}
        case str() | int() | float() | None:
            return words
    return str(words)


_PLACE = re.compile(r"\{\w+(![lr])?(:\+?\.?\d?[dfg%]?)?\}")
"""What stands in braces in our own templates. A file may hold any others."""


def from_json(kept: Any) -> Any:
    """The words that :func:`as_json` kept. What cannot be said is shown to the letter."""
    match kept:
        case {"text": str(template), "values": dict(values)}:
            made = {str(name): from_json(value) for name, value in values.items()}
            plural, context = str(kept.get("plural", "")), str(kept.get("context", ""))
            if any(set("{}") & set(_PLACE.sub("", form)) for form in (template, plural)):
                return template
            text = Text(template, plural, context=context, **made)
            try:
                str(text)
            except (KeyError, TypeError, ValueError):
                return template
            return text
        case {"term": label, "native": str(native)}:
            return Term(from_json(label), native)
        case {"joined": list(parts), "by": str(separator)}:
            return _Joined([from_json(part) for part in parts], separator)
        case {"name": str(name)}:
            return ProperName(name)
        case list():
            return [from_json(part) for part in kept]
        case str() | int() | float() | None:
            return kept
    return str(kept)


def _said(value: Any, language: Language) -> Any:
    match value:
        case object(said=said):  # a text, a term, dice
            return said(language)
        case Written():
            return language.written(value)
        case _Joined(parts=parts, separator=separator):
            return separator.join(_in_list(part, language) for part in parts)
        case list() | tuple():
            return ", ".join(_in_list(part, language) for part in value)
        case str():
            return language.named(value)
        case _:
            return value


def _in_list(part: Any, language: Language) -> str:
    said = _said(part, language)
    other = isinstance(said, int | float) and language.code != "en"
    return language.decimal(str(said)) if other else str(said)


class _Filled(Formatter):
    """Fills values in: names in the quotation marks, numbers with the comma of a language."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def convert_field(self, value: Any, conversion: str | None) -> Any:
        if conversion == "l":
            return str(value).lower()
        if conversion == "r" and isinstance(value, str) and self.language.code != "en":
            return self.language.quoted(value)
        return super().convert_field(value, conversion)

    def format_field(self, value: Any, format_spec: str) -> Any:
        written = super().format_field(value, format_spec)
        other = isinstance(value, int | float) and self.language.code != "en"
        return self.language.decimal(written) if other else written
