"""What the players may see of a fight: everything their window shows, and nothing else.

:func:`players_view` leaves out whom they do not know, calls the others as they know them, and gives
of an enemy no number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Any, Literal

from desktop.encounter.fight import Fight, Moment
from desktop.encounter.play_table import DiceWanted, Fallen
from desktop.encounter.players_know import ANYBODY, alias, fog_at, in_sight, is_known, looking
from desktop.languages import ProperName
from desktop.rules import battlefield, contract, display, geometry
from desktop.rules.names import numbered, unnumbered
from desktop.rules.state import PLAYERS, Combatant, FogArea, State
from desktop.rules.text import NOTHING, Term, Text, Words, joined

Outline = tuple[geometry.Point, ...]
"""Its last point is not its first."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the table wants to see."""

    players: Literal["bars", "words", "nothing"] = "bars"
    """How the players' own characters are shown."""
    enemy_throws: bool = False
    """Whether the dice of the others are shown as well."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in the order. Nothing of it is an id: an id tells a name."""

    name: str
    portrait: str
    """The name under which its portrait is known; empty where that would tell who it is."""
    side: int
    """0 is the players', the others count on in the order in which they were met."""
    standing: display.Standing
    condition: Text = NOTHING
    """How it is, in words; nothing where it is shown by bars, or not to be."""
    vitals: tuple[display.Vital, ...] = ()
    badges: tuple[display.Vital, ...] = ()


@dataclass(frozen=True, slots=True)
class Die:
    """A die as it fell."""

    face: Words
    sides: int


def dice_shown(thrown: Iterable[Fallen]) -> tuple[Die, ...]:
    """Every die of these handfuls, as people read it."""
    return tuple(Die(dice.shown(face), dice.sides) for _, dice, faces in thrown for face in faces)


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice that somebody threw together."""

    name: str
    side: int
    dice: tuple[Die, ...]


@dataclass(frozen=True, slots=True)
class Throw:
    """The dice that fell last, and what they came to."""

    rolls: tuple[Roll, ...] = ()
    meaning: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody who has to decide or to throw. What is asked, and the answers, only of a player."""

    name: str
    text: Words = NOTHING
    answers: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayersToken:
    """Somebody on the map: the place in the order, the middle, and the width."""

    person: int
    at: geometry.Point
    size: float


@dataclass(frozen=True, slots=True)
class PlayersMap:
    """The map as far as they have seen it; all else is black."""

    width: float
    height: float
    unit: str
    squares: bool
    ground: tuple[battlefield.Shape, ...]
    tokens: tuple[PlayersToken, ...]
    seen: tuple[Outline, ...]
    """What their characters see now."""
    before: tuple[Outline, ...]
    """What they saw before."""
    fog: tuple[FogArea, ...]
    """What the game master shows or hides by hand; the later one holds."""
    blast: tuple[geometry.Point, float] | None = None
    measured: tuple[geometry.Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Shown:
    """What the game master holds up for the players: a picture, a note, a rule."""

    title: str = ""
    text: str = ""
    picture: bytes = b""
    """As PNG."""


@dataclass(frozen=True, slots=True)
class PlayersView:
    """All that may be seen. Before the fight begins that is the party."""

    round: int = 0
    round_named: Words = ""
    people: tuple[Person, ...] = ()
    then: str = ""
    """Who comes next."""
    throw: Throw = Throw()
    asked: Asked | None = None
    map: PlayersMap | None = None
    over: bool = False


def players_view(
    fight: Fight, wanted: Wanted = Wanted(), measured: Sequence[geometry.Point] = ()
) -> PlayersView:
    """What the players may see of a fight now; ``measured`` is a line that is being measured."""
    return _Eyes(fight, wanted).view(measured)


def party_view(party: Iterable[tuple[str, str]]) -> PlayersView:
    """The party while no fight is open: of each the name, and the one the players know it by."""
    people = (Person(known or name, "" if known else name, 0, "ready") for name, known in party)
    return PlayersView(people=tuple(people))


class _Eyes:
    """One look at a fight, with the eyes of the players."""

    def __init__(self, fight: Fight, wanted: Wanted) -> None:
        self.fight, self.wanted = fight, wanted
        self.rules: contract.Rules[Any] = fight.rules
        self.state: State[Any] = fight.state
        ids = dict.fromkeys([*self.state.order, *self.state.combatants])
        self.there = [id for id in ids if is_known(self.rules, self.state, id)]
        """The ids of all whom they know to be there, in the order of action."""
        met = [*self.state.players_know.met, *self.there]
        sides = dict.fromkeys(self.state[id].side for id in met if id in self.there)
        others = [side for side in sides if side != PLAYERS]
        self.sides = {PLAYERS: 0, **{side: number for number, side in enumerate(others, 1)}}

    def view(self, measured: Sequence[geometry.Point]) -> PlayersView:
        fight, state = self.fight, self.state
        people = tuple(map(self.person, self.there))
        return PlayersView(
            round=state.round,
            round_named=self.rules.round_named(state.round),
            people=people,
            then=self.then(people),
            throw=self.throw(),
            asked=self.asked(),
            map=self.map(measured),
            over=fight.outcome is not None,
        )

    # ---- names

    @cached_property
    def names(self) -> Mapping[str, str]:
        """What they call everybody they know, by id.

        Of several alike the numbers leave no gap: as long as one is not known, or all are known by
        another name, they go by the order in which these were met.
        """
        by_stem: dict[str, list[str]] = {}
        everybody = dict.fromkeys([*self.state.players_know.met, *self.state.combatants])
        for id in everybody:
            combatant = self.state.combatants.get(id)
            if combatant is not None:
                stem = alias(self.state, id) or unnumbered(combatant.name)
                by_stem.setdefault(stem, []).append(id)
        names = {}
        for stem, ids in by_stem.items():
            there = [id for id in ids if id in self.there]
            own = len(there) == len(ids) and not any(alias(self.state, id) for id in ids)
            for number, id in enumerate(there, 1):
                combatant = self.state[id]
                plain = own or (combatant.side == PLAYERS and not alias(self.state, id))
                counted = numbered(stem, number) if len(there) > 1 else stem
                names[id] = combatant.name if plain else ProperName(counted)
        return names

    @cached_property
    def secrets(self) -> Mapping[str, str | None]:
        """Names and ids that are not to be said, and what is said in their place; None: nothing."""
        said: dict[str, str | None] = {}
        for id, combatant in self.state.combatants.items():
            instead = self.names.get(id)
            if instead != combatant.name:
                said[combatant.name.casefold()] = said[id.casefold()] = instead
        for name in self.names.values():
            said.pop(name.casefold(), None)
        return said

    @cached_property
    def _secret(self) -> re.Pattern[str]:
        return _any_of(self.secrets)

    @cached_property
    def _open(self) -> re.Pattern[str]:
        return _any_of(self.names.values())

    def masked(self, words: Any) -> Any:
        """Words with everybody called as they are known. Raises :class:`_Secret` of those who are
        not known at all."""
        match words:
            case Term():
                return words
            case str():
                return type(words)(self._secret.sub(self._instead, words))
            case Text():
                values = {name: self.masked(value) for name, value in words.values.items()}
                return Text(words.template, words.plural, context=words.context, **values)
            case tuple() | list():
                return [self.masked(word) for word in words]
        return words

    def _instead(self, word: re.Match[str]) -> str:
        instead = self.secrets[word[0].casefold()]
        if instead is None:
            raise _Secret
        return instead

    def safe(self, words: Words, *, numbers: bool = False) -> Words | None:
        """Words that they may read, or None; ``numbers`` may stand in them only of a player."""
        try:
            masked: Words = self.masked(words)
        except _Secret:
            return None
        said = str(masked)
        if self._secret.search(said):  # within a value that cannot be masked
            return None
        if not numbers and any(map(str.isdecimal, self._open.sub("", said))):
            return None
        return masked

    # ---- the order

    def person(self, id: str) -> Person:
        combatant, rules, state = self.state[id], self.rules, self.state
        own, known = combatant.side == PLAYERS, state.players_know.of.get(id, ANYBODY)
        all_vitals = rules.vitals(state, id)
        vitals: list[display.Vital] = []
        condition = NOTHING
        if known.numbers or (own and self.wanted.players == "bars"):
            # Wounds that are only counted have no most: words say more than a bar of them.
            bars = (v for v in all_vitals if v.kind in ("bar", "boxes") and v.maximum)
            vitals = [replace(v, text="") for v in bars]
        if not vitals and state.round and not (own and self.wanted.players == "nothing"):
            condition = rules.condition(state, id, all_vitals)
        return Person(
            name=self.names[id],
            portrait="" if alias(state, id) else self.names[id],
            side=self.sides[combatant.side],
            standing=self.standing(id),
            condition=condition,
            vitals=tuple(vitals),
            badges=tuple(self.badges(combatant, all_vitals, numbers=own or known.numbers)),
        )

    def standing(self, id: str) -> display.Standing:
        """As the rules say, but that nobody can tell when it is the turn of one not known."""
        state = self.state
        if not state.round or state[id].out:
            return "out" if state[id].out else "ready"
        return "active" if id in state.players_know.acting else self.rules.standing(state, id)

    def badges(
        self, combatant: Combatant, vitals: Sequence[display.Vital], *, numbers: bool
    ) -> Iterator[display.Vital]:
        """What anybody sees of somebody."""
        rules, state, id = self.rules, self.state, combatant.id
        worn = [v for v in vitals if v.id.partition("-")[0] in rules.seen_by_all]
        worn += rules.own_badges(state, id)
        worn += [
            display.badge("effect", Text("{effect}", effect=effect.name), tone="warn")
            for effect in combatant.effects_by_hand
            if not effect.secret
        ]
        for vital in worn:
            named = vital.label != vital.text  # what it does is the game master's
            text = self.safe(vital.label, numbers=numbers)
            native = self.safe("" if named else vital.native, numbers=numbers)
            if text is not None and native is not None:
                yield display.badge("", text, tone=vital.tone, native=str(native))

    def then(self, people: Sequence[Person]) -> str:
        """The first after the one on turn who can still act; the round goes around."""
        active = next((n for n, person in enumerate(people) if person.standing == "active"), -1)
        if active < 0:
            return ""
        following = [*people[active + 1 :], *people[:active]]
        ready = (combatant for combatant in following if combatant.standing == "ready")
        still = (
            combatant for combatant in following if combatant.standing not in ("out", "active")
        )
        return next((combatant.name for combatant in (*ready, *still)), "")

    # ---- the throw, and what is asked

    def throw(self) -> Throw:
        """The last dice they may see: of the command that waits, or of the last step with dice."""
        waiting = self.fight.pending
        if waiting is not None and (rolls := self.rolls(waiting.fallen)):
            return Throw(rolls)
        for moment in reversed(self.fight.moments[: self.fight.cursor]):
            if moment.fallen:
                throw = Throw(self.rolls(moment.fallen), self.meaning(moment))
                if throw != Throw():
                    return throw
        return Throw()

    def rolls(self, fallen: Sequence[Fallen]) -> tuple[Roll, ...]:
        """Dice by whose they are; those of others only where the table wants to see them."""
        shown = [
            handful
            for handful in fallen
            if handful.by in self.there
            and (self.wanted.enemy_throws or self.state[handful.by].side == PLAYERS)
        ]
        return tuple(
            Roll(self.names[by], self.sides[self.state[by].side], dice_shown(handfuls))
            for by, handfuls in groupby(shown, lambda handful: handful.by)
        )

    def meaning(self, moment: Moment) -> tuple[Text, ...]:
        """What a step came to, one sentence for each whom they know, after who did it where they
        know that; no number is in it."""
        heard = self.rules.for_players(moment.before, moment.state, moment.marks, moment.step)
        said: dict[str, list[Words]] = {
            who: [safe for text in texts if (safe := self.safe(text)) is not None]
            for who, texts in heard.items()
            if who in self.there
        }
        target = moment.step.get("target")
        if not any(moment.marks.values()) and isinstance(target, str) and target in self.there:
            said[target] = [Text("without effect", context="what a throw came to")]
        actor = moment.step.get("actor")
        by = self.names[actor] if isinstance(actor, str) and actor in self.there else ""
        return tuple(
            Text("{actor} → {name}: {what}", actor=by, name=self.names[who], what=joined(parts))
            if by and who != actor
            else Text("{name}: {what}", name=self.names[who], what=joined(parts))
            for who, parts in said.items()
            if parts
        )

    def asked(self) -> Asked | None:
        """Who has to decide or to throw now, and of a player's character what."""
        waiting = self.fight.pending
        if waiting is None or waiting.question.by not in self.there:
            return None
        question, name = waiting.question, self.names[waiting.question.by]
        if self.state[question.by].side != PLAYERS:
            return Asked(name)
        if isinstance(question, DiceWanted):
            return Asked(name, Text("throw {dice}", dice=joined(question.missing, " + ")))
        text = self.safe(question.text)
        answers = (self.safe(choice.label) for choice in question.field.choices)
        return Asked(
            name,
            text if text is not None else self.safe(question.field.label) or NOTHING,
            tuple(answer for answer in answers if answer),
        )

    # ---- the map

    def map(self, measured: Sequence[geometry.Point]) -> PlayersMap | None:
        """The map as they have seen it, with those on it whom they see now."""
        state, field, rules = self.state, self.state.battlefield, self.rules
        if field is None or not state.round:
            return None
        eyes = looking(rules, state)
        places = dict.fromkeys(rules.centre(state, eye) for eye in eyes)
        seen = tuple(battlefield.seen_from(field, at) for at in places if at is not None)
        tokens = tuple(
            PlayersToken(number, at, rules.size(state, id))
            for number, id in enumerate(self.there)
            if (at := rules.centre(state, id)) is not None
            if state[id].side == PLAYERS or in_sight(rules, state, id, eyes)
        )

        def is_seen(at: geometry.Point) -> bool:
            by_hand = fog_at(state.players_know.fog, at)
            if by_hand != "sight":
                return by_hand == "reveal"
            return any(geometry.inside(at, (*outline, outline[0])) for outline in seen)

        blast = self.blast()
        return PlayersMap(
            field.width,
            field.height,
            rules.map_unit,
            rules.map_grid,
            field.ground,
            tokens,
            seen,
            tuple(battlefield.seen_from(then, at) for at, then in state.players_know.seen_from),
            state.players_know.fog,
            blast if blast and is_seen(blast[0]) else None,
            tuple(measured) if measured and all(map(is_seen, measured)) else (),
        )

    def blast(self) -> tuple[geometry.Point, float] | None:
        """What the last step blew up."""
        if not self.fight.cursor:
            return None
        last = self.fight.moments[self.fight.cursor - 1]
        return self.rules.blast(last.before, last.step)


class _Secret(Exception):
    """Somebody is named whom the players do not know."""


def _any_of(names: Iterable[str]) -> re.Pattern[str]:
    """Any of these names as a whole word, the longest first."""
    words = sorted(map(re.escape, names), key=len, reverse=True)
    return re.compile(rf"(?<!\w)({'|'.join(words) or '(?!)'})(?!\w)", re.IGNORECASE)
