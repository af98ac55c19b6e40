"""What the game master does to a fight beside the rules: steps that undo and replay like any other.

Values set by hand, objectives, who comes and goes and under which name, behaviours, effects.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from pydantic import Field as Limits

from desktop.encounter.answers import Step
from desktop.encounter.expiry import end
from desktop.encounter.script import Script, check_policy, read_roster
from desktop.languages import ProperName
from desktop.rules import contract, effects, geometry, positions, values
from desktop.rules.battlefield import MOST_POINTS, MOST_SHAPES, At, Battlefield
from desktop.rules.fields import Field, Shown
from desktop.rules.names import LONGEST_NAME
from desktop.rules.state import (
    MOST_COMBATANTS,
    Effect,
    FogArea,
    FogKind,
    KnownOf,
    Objective,
    Recruit,
    State,
    side_in_words,
)
from desktop.rules.table import BY_HAND, Refusal, Table
from desktop.rules.text import MOST_NAMED, NOTHING, Term, Text, joined, none_such

Id = Annotated[str, Shown("Combatant", kind="combatant")]
Why = Annotated[str, Limits(max_length=1000), Shown("Why")]


@dataclass(frozen=True, slots=True)
class Desk:
    """Where the game master sits: the rules, the script, a draft of the state, and the table."""

    rules: contract.Rules[Any]
    script: Script
    draft: State[Any]
    table: Table

    def combatant(self, id: str) -> Any:
        """The combatant of that id, to be written to. Raises :class:`Refusal`."""
        known(self.draft, id, "combatant")
        return self.draft.take(id)

    def tell(self, text: Text, why: str = "", by: str | None = None) -> None:
        reason = Text(" ({why})", why=why) if why else NOTHING
        self.table.log(BY_HAND, Text("{what}{reason}", what=text, reason=reason), by=by)


class ByHand(contract.StepRecord):
    """A step of the game master's own. ``do`` says which, and has a default in each."""

    label: ClassVar[Text]
    why: Why = ""

    @abstractmethod
    def perform(self, desk: Desk) -> None:
        """Does it. Raises :class:`Refusal`."""


class Edit(ByHand, do="edit"):
    """Values that are set by hand."""

    label: ClassVar = Text("Values set by hand")
    combatant: Id
    set: dict[str, Any] = {}

    def perform(self, desk: Desk) -> None:
        if not self.set:
            raise Refusal("needs an object with at least one value", "set")
        known(desk.draft, self.combatant, "combatant")
        before = {field.id: field for field in desk.rules.editable(desk.draft, self.combatant)}
        desk.rules.edit(desk.draft, self.combatant, self.set)
        name = desk.draft[self.combatant].name
        changes = [_changed(before.get(id), id, value) for id, value in self.set.items()]
        line = Text("{name}: {changes}", name=name, changes=changes)
        desk.tell(line, self.why, self.combatant)
        desk.rules.after_edit(desk.draft, self.combatant, self.set, desk.table)


class SetObjective(ByHand, do="objective"):
    """An objective is met, or open again."""

    label: ClassVar = Text("An objective is met, or open again; the first is 0")
    objective: Annotated[int, Limits(ge=0), Shown("Objective")]
    met: Annotated[bool, Shown("Met")] = True

    def perform(self, desk: Desk) -> None:
        goals = desk.draft.objectives
        if self.objective >= len(goals):
            last = len(goals) - 1
            raise Refusal(Text("needs a number from 0 to {last}", last=last), "objective")
        text = goals[self.objective].text
        desk.draft.objectives = tuple(
            Objective(goal.text, self.met if i == self.objective else goal.met)
            for i, goal in enumerate(goals)
        )
        line = Text("Objective met: {text}", text=text)
        if not self.met:
            line = Text("Objective open again: {text}", text=text)
        desk.tell(line, self.why)


class Leave(ByHand, do="leave"):
    """Somebody leaves the fight, and keeps what the fight has done to them."""

    label: ClassVar = Text("Somebody leaves the fight")
    combatant: Id

    def perform(self, desk: Desk) -> None:
        combatant = desk.combatant(self.combatant)
        if combatant.has_left:
            raise Refusal(Text("{name} has left already", name=combatant.name), "combatant")
        combatant.has_left = True
        desk.tell(Text("{name} leaves the fight", name=combatant.name), self.why, combatant.id)
        desk.rules.leave(desk.draft, combatant.id, desk.table)


class Rename(ByHand, do="rename"):
    """Somebody has another name from now on; the sheet keeps its own."""

    label: ClassVar = Text("Somebody has another name")
    combatant: Id
    name: effects.Name

    def perform(self, desk: Desk) -> None:
        combatant = desk.combatant(self.combatant)
        before, combatant.name = combatant.name, ProperName(self.name)
        line = Text("{name} is called {new} from now on", name=before, new=combatant.name)
        desk.tell(line, self.why, combatant.id)


class ChangeSide(ByHand, do="change_side"):
    """Somebody fights on another side."""

    label: ClassVar = Text("Somebody fights on another side")
    combatant: Id
    side: Annotated[str, Limits(min_length=1, max_length=100), Shown("Side")]

    def perform(self, desk: Desk) -> None:
        combatant = desk.combatant(self.combatant)
        if combatant.side == self.side:
            raise Refusal(Text("{name} is on this side", name=combatant.name), "side")
        side = side_in_words(self.side)
        line = Text("{name} goes over to {side}", name=combatant.name, side=side)
        desk.tell(line, self.why, combatant.id)
        desk.rules.change_side(desk.draft, combatant.id, self.side, desk.table)


class GivePolicy(ByHand, do="policy"):
    """A behaviour acts for somebody from now on, or none."""

    label: ClassVar = Text("A behaviour acts for somebody, or none")
    combatant: Id
    policy: Annotated[str | None, Shown("Behaviour")] = None

    def perform(self, desk: Desk) -> None:
        combatant = desk.combatant(self.combatant)
        behaviour = check_policy(desk.rules, self.policy)
        combatant.policy = self.policy
        line = Text("{name} is played by hand", name=combatant.name)
        if behaviour:
            line = Text("{name} acts by: {policy}", name=combatant.name, policy=behaviour.label)
        desk.tell(line, self.why, combatant.id)


class WriteNote(ByHand, do="note"):
    """A note on somebody."""

    label: ClassVar = Text("A note on somebody; empty: removes it")
    combatant: Id
    note: Annotated[str, Limits(max_length=1000), Shown("Note", long=True)] = ""

    def perform(self, desk: Desk) -> None:
        combatant = desk.combatant(self.combatant)
        combatant.note = self.note
        line = Text("{name}: {note}", name=combatant.name, note=self.note)
        if not self.note:
            line = Text("{name}: the note is gone", name=combatant.name)
        desk.tell(line, self.why, combatant.id)


class PlaceOnMap(ByHand, do="place"):
    """Tokens are put down on the map, or taken off it."""

    label: ClassVar = Text("Somebody stands elsewhere on the map; null: nowhere")
    places: Annotated[
        dict[str, At | None],
        Limits(min_length=1, max_length=MOST_COMBATANTS),
        Shown("Places", kind="points"),
    ]

    def perform(self, desk: Desk) -> None:
        draft = desk.draft
        for id, at in self.places.items():
            known(draft, id, f"places.{id}")
            if at is None:
                positions.take_off(draft, id)
            else:
                positions.put(draft, id, at, f"places.{id}", squares=desk.rules.map_grid)
        desk.rules.placed(draft, list(self.places))
        names = [draft[id].name for id in self.places]
        line = Text(
            "{names} is put elsewhere on the map",
            "{names} are put elsewhere on the map",
            count=len(names),
            names=names,
        )
        desk.tell(line, self.why, next(iter(self.places)) if len(names) == 1 else None)


MOST_EFFECTS = 200
"""Effects of the game master's own on one combatant."""


class GiveEffect(ByHand, do="effect"):
    """An effect of the game master's own, on one or several."""

    label: ClassVar = Text("An effect of the game master's own")
    combatants: Annotated[
        list[str], Limits(min_length=1, max_length=MOST_COMBATANTS), Shown("On", kind="combatants")
    ]
    name: effects.Name
    changes: Annotated[
        dict[str, Annotated[int, Limits(ge=-99, le=99)]], Shown("Changes", kind="scores")
    ] = {}
    until: effects.Ending = "by_hand"
    rounds: effects.Rounds = 1
    whose: Annotated[
        str, Shown("Whose turn", kind="combatant", only_with=("until", "turn_start", "turn_end"))
    ] = ""
    """Empty: of the one it is on."""
    secret: Annotated[bool, Shown("The players do not see it")] = False
    remind: effects.Remind = "never"
    remind_round: effects.RemindRound = 1

    def perform(self, desk: Desk) -> None:
        units = {unit.id: unit for unit in desk.rules.effect_units}
        for id in self.changes:
            if id not in units:
                raise Refusal(none_such(id, units), f"changes.{id}")
        if self.whose:
            known(desk.draft, self.whose, "whose")
        since = max(desk.draft.round, 1)  # before the fight begins: its first round
        for index, id in enumerate(self.combatants):
            known(desk.draft, id, f"combatants[{index}]")
            effect = Effect(
                self.name, self.changes, self.until, self.rounds, self.whose or id, since,
                self.secret, self.remind, self.remind_round,
            )  # fmt: skip
            combatant = desk.draft.take(id)
            others = [e for e in combatant.effects_by_hand if e.name != self.name]
            if len(others) >= MOST_EFFECTS:
                said = Text(
                    "{name} is under {most} effects already; end one of them first",
                    name=combatant.name,
                    most=MOST_EFFECTS,
                )
                raise Refusal(said, f"combatants[{index}]")
            combatant.effects_by_hand = (*others, effect)
            what = [units[unit].change(amount) for unit, amount in self.changes.items()]
            until = [words for words in [contract.lasting(desk.rules, desk.draft, effect)] if words]
            said = joined([self.name, *what, *until])
            desk.tell(Text("{name}: {effect}", name=combatant.name, effect=said), self.why, id)


class EndEffect(ByHand, do="end_effect"):
    """An effect is over."""

    label: ClassVar = Text("An effect is over")
    combatant: Id
    name: effects.Name

    def perform(self, desk: Desk) -> None:
        combatant = desk.combatant(self.combatant)
        names = [effect.name for effect in combatant.effects_by_hand]
        if self.name not in names:
            raise Refusal(none_such(self.name, names), "name")
        end(combatant, self.name, desk.table)


# ---- what the players know


class LetKnow(ByHand, do="let_know"):
    """What the players know of somebody; what is left out stays."""

    label: ClassVar = Text("What the players know of somebody")
    combatant: Id
    hidden: Annotated[bool | None, Shown("Hidden from the players")] = None
    known_as: Annotated[
        str | None,
        Limits(max_length=LONGEST_NAME),
        Shown("Players know it as", help="empty: by its own name"),
    ] = None
    numbers: Annotated[bool | None, Shown("Its numbers are shown to the players")] = None

    def perform(self, desk: Desk) -> None:
        draft, id = desk.draft, self.combatant
        known(draft, id, "combatant")
        changes = self.model_dump(include={"hidden", "known_as", "numbers"}, exclude_none=True)
        if not changes:
            raise Refusal("needs hidden, known_as or numbers", "hidden")
        now = replace(draft.players_know.of.get(id, KnownOf()), **changes)
        draft.players_know = replace(draft.players_know, of={**draft.players_know.of, id: now})
        said = {
            ("hidden", True): Text("hidden from the players"),
            ("hidden", False): Text("not hidden from the players"),
            ("numbers", True): Text("its numbers are shown to the players"),
            ("numbers", False): Text("its numbers are not shown to the players"),
            ("known_as", ""): Text("the players know the name"),
        }
        what = [
            said.get((field, value)) or Text("known to the players as {name}", name=value)
            for field, value in changes.items()
        ]
        line = Text("{name}: {changes}", name=draft[id].name, changes=what)
        desk.tell(line, self.why, id)


class ShowArea(ByHand, do="fog"):
    """An area of the map is shown to the players, or hidden, or left to what they see."""

    label: ClassVar = Text("What the players see of an area; without an outline of the whole map")
    how: Annotated[
        FogKind,
        Shown(
            "How",
            labels=(
                ("reveal", "shown to the players"),
                ("hide", "hidden from the players"),
                ("sight", "as their characters see it"),
            ),
        ),
    ]
    outline: Annotated[
        list[At],
        Limits(max_length=MOST_POINTS),
        Shown("Outline", kind="points", help="its last point is its first"),
    ] = []

    def perform(self, desk: Desk) -> None:
        refuse_no_map(desk.draft)
        if self.outline and not geometry.is_closed(self.outline):
            raise Refusal("needs an outline whose last point is its first", "outline")
        before = desk.draft.players_know.fog if self.outline else ()
        if len(before) >= MOST_SHAPES:
            raise Refusal(
                Text("can be at most {most}; show or hide the whole map first", most=MOST_SHAPES),
                "outline",
            )
        area = FogArea(self.how, tuple(self.outline))
        kept = () if area == FogArea("sight") else (*before, area)
        desk.draft.players_know = replace(desk.draft.players_know, fog=kept)
        lines: Mapping[FogKind, Text] = {
            "reveal": Text("The players are shown a part of the map"),
            "hide": Text("A part of the map is hidden from the players"),
            "sight": Text("The players see of the map what their characters see"),
        }
        desk.tell(lines[self.how], self.why)


class SwitchDoor(ByHand, do="door"):
    """A door on the map is opened or closed."""

    label: ClassVar = Text("A door is opened or closed; the first shape of the map is 0")
    door: Annotated[int, Limits(ge=0), Shown("Door")]
    open: Annotated[bool, Shown("Open")] = True

    def perform(self, desk: Desk) -> None:
        field = refuse_no_map(desk.draft)
        doors = [n for n, shape in enumerate(field.ground) if shape.kind == "door"]
        if self.door not in doors:
            raise Refusal(none_such(self.door, doors), "door")
        desk.draft.battlefield = field.with_door(self.door, open=self.open)
        desk.rules.placed(desk.draft, list(desk.draft.positions))
        line = Text("A door is opened") if self.open else Text("A door is closed")
        desk.tell(line, self.why)


def refuse_no_map(state: State[Any]) -> Battlefield:
    """The map. Raises :class:`Refusal` where there is none."""
    if state.battlefield is None:
        raise Refusal("there is no map", "do")
    return state.battlefield


class End(ByHand, do="end"):
    """The game master ends the fight, whatever the rules say."""

    label: ClassVar = Text("The fight is ended")

    def perform(self, desk: Desk) -> None:
        outcome = desk.rules.outcome(desk.draft)
        if outcome is not None:
            raise Refusal(Text("the fight is over already: {how}", how=outcome.text), "do")
        desk.draft.ended_by_hand = self.why
        desk.tell(Text("The game master ends the fight"), self.why)


STEPS: Mapping[str, type[ByHand]] = {
    model.model_fields["do"].default: model
    for model in (
        Edit, SetObjective, Leave, Rename, ChangeSide, GivePolicy, WriteNote, PlaceOnMap,
        GiveEffect, EndEffect, LetKnow, ShowArea, SwitchDoor, End,
    )
}  # fmt: skip
"""Every step of the game master's, by its ``do``, but ``join``, which a system may widen."""


def is_by_hand(step: Step) -> bool:
    """Whether a step is the game master's own and none of the rules'."""
    do = step.get("do")
    return isinstance(do, str) and (do == "join" or do in STEPS)


def perform_by_hand(desk: Desk, step: Step) -> None:
    """A step of :data:`STEPS` or ``join``. Raises :class:`Refusal` that names the field."""
    rules, draft = desk.rules, desk.draft
    if step["do"] in ("join", "end") and not draft.round:
        raise Refusal("the fight has not begun", "do")
    decided = draft.round > 0 and rules.outcome(draft) is not None
    if step["do"] == "join":
        join(desk, step)
    else:
        model = STEPS[step["do"]]
        if "combatant" in model.model_fields and not isinstance(step.get("combatant"), str):
            raise Refusal("needs the id of a combatant", "combatant")
        contract.checked(model, step).perform(desk)
    if decided and rules.outcome(draft) is None and not rules.to_act(draft):
        rules.resume(draft, desk.table)


def known(state: State[Any], id: str, place: str) -> None:
    """Raises :class:`Refusal` where nobody has this id."""
    if id not in state.combatants:
        there_is = list(state.combatants)[:MOST_NAMED]
        nobody = Text(
            "there is no combatant {id!r}; there is: {there_is}", id=id, there_is=there_is
        )
        raise Refusal(nobody, place)


# ---- newcomers


def join(desk: Desk, step: Step) -> None:
    """Newcomers, each with its whole sheet, or a wave that the script has ready."""
    command: contract.Join = contract.checked(desk.rules.join_command, step)
    if bool(command.wave) == bool(command.combatants):
        raise Refusal("needs newcomers, or the name of a wave", "combatants")
    place = "combatants" if command.combatants else "wave"
    newcomers = command.combatants or _wave(desk.script, command.wave)
    draft = desk.draft
    if len(draft.combatants) + len(newcomers) > MOST_COMBATANTS:
        raise Refusal(Text("at most {most} can be in a fight", most=MOST_COMBATANTS), place)
    roster = read_roster(desk.rules, newcomers, place, taken=draft.combatants)
    ids = [recruit.id for recruit in roster]
    for id in command.places:
        if id not in ids:
            raise Refusal(none_such(id, ids), f"places.{id}")
    draft.combatants.update(desk.rules.muster(roster, draft.house).combatants)
    for index, recruit in enumerate(roster):
        at, field = recruit.at, f"{place}[{index}].at"
        if at is None:
            at, field = command.places.get(recruit.id), f"places.{recruit.id}"
        if at is not None:
            positions.put(draft, recruit.id, at, field, squares=desk.rules.map_grid)
        combatant = draft.take(recruit.id)
        side = side_in_words(combatant.side)
        line = Text("{name} joins the fight, side {side}", name=combatant.name, side=side)
        desk.tell(line, command.why, combatant.id)
    desk.rules.placed(draft, ids)
    desk.rules.enter(draft, ids, command, desk.table)


def _wave(script: Script, name: str) -> list[Recruit]:
    for wave in script.waves:
        if wave.name == name:
            return wave.combatants
    raise Refusal(none_such(name, [wave.name for wave in script.waves]), "wave")


def _changed(before: Field | None, id: str, value: Any) -> Text:
    """A value and what it was, by its label; a system need not show all that can be set. Of scores
    each that is named; of records those that stay are left out."""
    was = values.plain(before.default) if before else None
    if was is not None and before and before.kind == "records":
        usual = {part.id: values.plain(part.default) for part in before.fields}
        value = [{**usual, **record} for record in value]
        was, value = _without(was, value), _without(value, was)
    label, after = _term(before) if before else id, _shown(value, before)
    if before and before.kind == "records" and was and _names(was) == _names(value) != []:
        each = [_change_in(new, old, before) for new, old in zip(value, was, strict=True)]
        after = joined(each, "; ")
    if before and before.kind in ("combatant", "combatants"):  # names are in the nominative
        known = joined([_shown(was, before), after], " → ") if was else after
        return Text("{label!l}: {names}", label=label, names=known)
    template = "{label} {before} → {after}"
    if before and before.kind == "scores" and was and value:
        each = [
            Text(template, label=_shown(name, before), before=was.get(name, 0), after=score)
            for name, score in value.items()
        ]
        return joined([label, joined(each)], " ")
    return Text(template, label=label, before=_shown(was, before), after=after)


def _names(records: Sequence[Any]) -> list[str]:
    """What records are called; none where one has no name."""
    names = [record.get("name") for record in records]
    return names if all(names) else []


def _change_in(new: Mapping[str, Any], old: Mapping[str, Any], field: Field) -> Text:
    """The name of a record, and what is different in it."""
    parts = [part for part in field.fields if new.get(part.id) != old.get(part.id)]
    said = joined([_part_shown(new.get(part.id), part) for part in parts])
    return Text("{name}: {what}", name=new["name"], what=said)


def _without(records: Sequence[Any], others: Sequence[Any]) -> list[Any]:
    """The records but for others that are alike, one for one."""
    left = list(records)
    for other in others:
        if other in left:
            left.remove(other)
    return left


def _term(field: Field) -> Term:
    return Term(Text(field.label, context=field.context), field.native)


def _shown(value: Any, field: Field | None) -> Any:
    """A value set by hand, as the log tells it: of a record its name, or what is not nought."""
    words = {choice.value: choice.label for choice in field.choices} if field else {}
    if isinstance(value, list):
        in_parts = any(isinstance(part, Mapping) and not part.get("name") for part in value)
        each = [_shown(part, field) for part in value]
        return joined(each, "; ") if in_parts else each or "–"
    if isinstance(value, Mapping):
        if value.get("name"):
            return value["name"]
        parts = {part.id: part for part in field.fields} if field else {}
        usual = {id: values.plain(part.default) for id, part in parts.items()}
        record = {**usual, **value}
        said = [
            _part_shown(part, parts[id]) if id in parts
            else joined((words.get(id, str(id)), _shown(part, None)), " ")
            for id, part in record.items()
            if part and (id not in parts or parts[id].counts(record))
        ]  # fmt: skip
        return joined(said, ", " if parts else " ") if said else 0
    if isinstance(value, bool):
        return "✓" if value else "–"
    return "–" if value in (None, "") else words.get(value, value)


def _part_shown(value: Any, field: Field) -> Any:
    """A part of a record: a choice says by itself what it is, a flag is said by its label."""
    if value is True:
        return _term(field)
    shown = _shown(value, field)
    return shown if field.kind == "choice" else joined((_term(field), shown), " ")
