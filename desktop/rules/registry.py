"""The rule systems: those that ship, and those that people add.

A system's module is imported when the system is first used, not when it is listed. An added system
is checked before it is used; a fault in it is named and ends only the call in which it arose.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from traceback import walk_tb
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple

from desktop.languages import Language
from desktop.rules.failures import SystemFailed, failure, place, said, within
from desktop.rules.text import NOTHING, Term, Text

if TYPE_CHECKING:  # a window that has nothing to play yet need not wait for it
    from desktop.rules.contract import Rules

GROUP = "fraydesk.systems"
"""The group of entry points under which a package offers a system; the name is the system's id."""

FOLDER = "fraydesk_systems"
"""The package that stands for the folder of one's own systems."""

ID = re.compile(r"[a-z][a-z0-9_]*")


class Shipped(NamedTuple):
    """A system that ships: what lists show of it, and where its class is."""

    id: str
    title: str
    about: Text
    """What is played with it, in a line."""
    language: str
    place: str
    """``module:Class``."""
    kinds: Mapping[str, Term]
    """The kinds of its catalogue, and what they are called."""


IN_LISTS = {
    "weapon": Text("Weapons"), "armor": Text("Armour", context="catalogue"),
    "species": Text("Species", context="catalogue"), "adversary": Text("Adversaries"),
    "attack": Text("Attacks"), "trait": Text("Traits"), "item": Text("Items"),
    "spell": Text("Spells"), "ability": Text("Abilities"), "race": Text("Races"),
    "calling": Text("Callings"), "creature": Text("Creatures"), "effect": Text("Effects"),
}  # fmt: skip
"""What kinds of entries are called over a list of them. A system's own words have no such form."""

SINGLY = {
    "weapon": Term("Weapon"), "armor": Term("Armour"), "species": Term("Species"),
    "adversary": Term("Adversary"), "attack": Term("Attack"), "trait": Term("Trait"),
    "item": Term("Item"), "spell": Term("Spell"), "ability": Term("Ability"),
    "race": Term("Race"), "calling": Term("Calling"), "creature": Term("Creature"),
    "effect": Term("Effect"),
}  # fmt: skip
"""What one of them is called."""


def _kinds(**native: str) -> dict[str, Term]:
    """The kinds of a system's catalogue by its own words for them; effects have none."""
    native = {**native, "effect": ""}
    return {kind: SINGLY[kind]._replace(native=word) for kind, word in native.items()}


SHIPPED = (
    Shipped(
        "walka", "Walka",
        Text("Science fiction: 3d20, turns of segments, wounds by part of the body"),
        "pl", "desktop.rules.walka:Walka",
        _kinds(weapon="Broń", armor="Pancerz", species="Gatunek", adversary="Przeciwnik"),
    ),
    Shipped(
        "boj", "Бой",
        Text("Our time: percentile dice, cards for initiative, deadly weapons"),
        "ru", "desktop.rules.boj:Boj",
        _kinds(weapon="Оружие", armor="Броня", adversary="Противник"),
    ),
    Shipped(
        "teohiphip", "TEOHIPHIP",
        Text("Skirmishes of small bands on the table: six-sided dice, inches, traits"),
        "pl", "desktop.rules.teohiphip:Teohiphip",
        _kinds(attack="Atak", trait="Cecha", adversary="Przeciwnik"),
    ),
    Shipped(
        "konflikt", "Pravidla pro konflikt",
        Text("Fantasy on squares: d20 against defence, momentum, spells"),
        "cs", "desktop.rules.konflikt:Konflikt",
        _kinds(
            attack="Útok", armor="Zbroj", item="Předmět", spell="Kouzlo", ability="Schopnost",
            race="Rasa", calling="Povolání", creature="Stvoření",
        ),
    ),
    Shipped(
        "mir_tmy", "Боевая система Мира Тьмы",
        Text("Horror of today: pools of d10, declared actions, levels of health"),
        "ru", "desktop.rules.mir_tmy:MirTmy",
        _kinds(weapon="Оружие", armor="Броня", adversary="Противник"),
    ),
)  # fmt: skip
"""One entry for each system that ships, in the order in which they are offered."""
SHIPPED_BY_ID = {entry.id: entry for entry in SHIPPED}


class Systems(Mapping[str, "Rules[Any]"]):
    """Every system by its id: first those that ship, then those that were added.

    Going through the ids loads nothing. Reading a system loads it; raises KeyError where there is
    none of that id, and :class:`SystemFailed` where there is one that cannot be used.
    """

    def __init__(self) -> None:
        self._shipped = SHIPPED_BY_ID
        self._added: dict[str, Callable[[], Any]] = {}
        self._loaded: dict[str, Rules[Any]] = {}
        self.failed: dict[str, SystemFailed] = {}
        """What was refused or could not be loaded so far, by the name it was added under."""

    # ---- a system

    def __getitem__(self, id: str) -> Rules[Any]:
        if id in self._loaded:
            return self._loaded[id]
        if id in self._shipped:
            module, _, kind = self._shipped[id].place.partition(":")
            self._loaded[id] = getattr(import_module(module), kind)()
        elif id not in self._added:
            raise KeyError(id)
        elif id in self.failed:
            raise self.failed[id]
        else:
            try:
                self._loaded[id] = _checked(id, self._added[id])
            except SystemFailed as failure:
                self.failed[id] = failure
                raise
        return self._loaded[id]

    def usable(self, id: str) -> Rules[Any] | None:
        """A system; None where there is none of that id, or it cannot be used."""
        try:
            return self.get(id)
        except SystemFailed:
            return None

    def __contains__(self, id: object) -> bool:
        return id in self._shipped or id in self._added

    def __iter__(self) -> Iterator[str]:
        return iter([*self._shipped, *self._added])

    def __len__(self) -> int:
        return len(self._shipped) + len(self._added)

    # ---- what lists show

    def titles(self) -> dict[str, str]:
        """The title of every system that can be used, by id. Loads none of those that ship."""
        return {id: self.title(id) for id in self if id in self._shipped or self.usable(id)}

    def about(self, id: str) -> Text:
        """What is played with a system, in a line; nothing where that was added."""
        return self._shipped[id].about if id in self._shipped else NOTHING

    def title(self, id: str) -> str:
        """The title of a system; its id where it cannot be used."""
        if id in self._shipped:
            return self._shipped[id].title
        rules = self.usable(id)
        return rules.title if rules else id

    def kinds(self, id: str) -> Mapping[str, Term]:
        """The kinds of a system's catalogue and what they are called; none where it cannot be
        used."""
        if id in self._shipped:
            return self._shipped[id].kinds
        rules = self.usable(id)
        return rules.terms_of_kinds() if rules else {}

    def kinds_in_lists(self, id: str, language: Language) -> dict[str, str]:
        """The kinds of a system's catalogue, as a list of each is called in a language."""
        own = id not in self._shipped or (language.own_terms and not language.only_own)
        return {
            kind: (term if own else IN_LISTS[kind]).said(language)
            for kind, term in self.kinds(id).items()
        }

    def language(self, id: str) -> str:
        """The language of a system's own words, which says it without being loaded if it ships."""
        return self._shipped[id].language if id in self._shipped else self[id].language

    def added_in_use(self) -> list[str]:
        """The ids of the added systems that have been loaded."""
        return [id for id in self._added if id in self._loaded]

    def ships(self, id: str) -> bool:
        """Whether a system is one of those that ship."""
        return id in self._shipped

    def package(self, id: str) -> str:
        """The package with the files of a system; empty where it is a single file."""
        kind = self[id].__class__
        return kind.resources or _package(kind)

    def home(self, id: str) -> str:
        """The package or module that a system lies in."""
        return _home(self[id].__class__)

    # ---- those that are added

    def add(self, id: str, load: Callable[[], Any]) -> None:
        """Adds a system under its id. ``load()`` gives its class; it is called on first use.

        An id that is taken or badly formed is kept in :attr:`failed`, and nothing else happens.
        """
        if not ID.fullmatch(id):
            rule = Text("{id} is no id for a system: small letters, digits and _", id=repr(id))
            self.leave_out(id, rule)
        elif self._added.get(id) == load:
            return
        elif id in self:
            taken = Text("there is a system {id} already; another one was left out", id=repr(id))
            self.leave_out(f"{id} (again)", taken)
        else:
            self._added[id] = load

    def leave_out(self, name: str, why: Text) -> None:
        """Remembers what else of an added system cannot be used: one of its files."""
        self.failed[name] = SystemFailed(name, why)

    def blamed(self, error: BaseException) -> SystemFailed | None:
        """The system in whose own code an error arose, named; None where it is our own.

        For what is not called through :class:`Rules`: models, combatants, throws.
        """
        if isinstance(error, SystemFailed):
            return error
        homes = {_home(r.__class__): r for id, r in self._loaded.items() if id in self._added}
        fault = None
        for frame, _ in walk_tb(error.__traceback__):
            module = str(frame.f_globals.get("__name__"))
            for home, rules in homes.items():
                if within(module, home):
                    fault = failure(rules.id, rules.title, frame.f_code.co_name, error, home)
        return fault


def _home(kind: type) -> str:
    """The package a system lies in; its module where it is a single file."""
    return _package(kind) or kind.__module__


def _package(kind: type) -> str:
    package = sys.modules[kind.__module__].__package__ or ""
    return "" if package == FOLDER else package


@cache
def systems() -> Systems:
    """Every rule system there is, by its id."""
    # Reading what is installed takes as long as all of the above.
    from importlib.metadata import entry_points

    known = Systems()
    for entry in entry_points(group=GROUP):
        known.add(entry.name, entry.load)
    return known


def _is_read_in(frame: FrameType) -> bool:
    """Whether a frame is a file of an added system that is being imported."""
    ours = within(str(frame.f_globals.get("__name__")), "desktop")
    return frame.f_code.co_name == "<module>" and not ours


def _checked(id: str, load: Callable[[], Any]) -> Rules[Any]:
    """A system that was added, made and looked at. Raises :class:`SystemFailed`."""
    from desktop.rules.contract import CONTRACT, Command, Rules
    from desktop.rules.fields import Record, without_kind
    from desktop.rules.guarded import guarded, misfit

    def refused(template: str, **values: Any) -> SystemFailed:
        why = Text(template, **values)
        return SystemFailed(id, Text("{id} cannot be used: {why}", id=id, why=why))

    try:
        kind = load()
    except (Exception, SystemExit) as error:
        where = place(error, _is_read_in)
        raise refused(
            "it cannot be imported: {error}{place}", error=said(error), place=where
        ) from error
    if not (isinstance(kind, type) and issubclass(kind, Rules)):
        raise refused("{what} is no class derived from Rules", what=getattr(kind, "__name__", kind))
    if kind.contract != CONTRACT:
        raise refused(
            "it is made for contract {theirs}, this program has contract {ours}",
            theirs=kind.contract, ours=CONTRACT,
        )  # fmt: skip
    said_by_all = ("id", str), ("title", str), ("sheet", type), ("fighter", type)
    for name, usual in (*said_by_all, ("actions", Sequence)):
        if not isinstance(getattr(kind, name, None), usual):
            raise refused("{kind} says no {name}", kind=kind.__name__, name=name)
    if not hasattr(kind, "commands"):
        raise refused("{kind} says no {name}", kind=kind.__name__, name="actions")
    if kind.id != id:
        raise refused("its id is {own}, it is installed as {id}", own=repr(kind.id), id=repr(id))
    if not issubclass(kind.sheet, Record):
        raise refused("its sheet is no Record")
    if "name" not in kind.sheet.model_fields:
        raise refused("its sheet has no field {name}", name="'name'")
    own = vars(kind.fighter)
    if own.get("__annotations__") and "__dataclass_fields__" not in own:
        raise refused("its fighter {name} is no dataclass", name=kind.fighter.__name__)
    try:
        rules = kind()
        wrong = misfit(rules)
        if wrong is None:
            models = kind.sheet, kind.house_rules, kind.edits, *kind.catalogue.values()
            for model in (*models, *kind.commands.values()):
                if strange := without_kind(model):
                    raise refused("there is no kind of field for {field}", field=strange)
            for check in rules.checks:
                if not issubclass(check.command, Command) or "do" not in check.command.model_fields:
                    raise refused("the model of its check {check} is no command", check=check.id)
            return guarded(rules, _home(kind))
    except SystemFailed:
        raise
    except (Exception, SystemExit) as error:
        raise failure(id, kind.title, "__init__", error, _home(kind)) from error
    raise refused("its {name} is no {kind}", name=wrong[0], kind=wrong[1])
