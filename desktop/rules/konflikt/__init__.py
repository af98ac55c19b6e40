"""«Pravidla pro konflikt»: sides take turns, an action and momentum each, a d20 against Obrana.

Chapters of the document, and the modules with their rules:

* Struktura kola (konflikt-1 to 4): ``rounds``
* Struktura tahu, Akce and Hybnost (5 to 9, 14): ``turn``
* Útok podrobně (10, 11) and Ostatní bojové situace (18 to 21): ``attacks``; the check, its bonuses
  and luck (12, 16, 22): ``checks``; hit points and effects (2, 11, 21): ``harm``
* Ohrožení and Krytí (13 to 17): ``on_map``

What they work on: ``sheet`` (what is filled in), ``state`` (what a conflict changes, weapons at
hand), ``commands`` (what can be said), ``actions`` (the list of actions and what is on offer for
them), ``policies`` (behaviours).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import Any, ClassVar, Literal

from desktop.languages import ProperName
from desktop.rules.adversaries import adversary_of
from desktop.rules.cast import combatant_choices, enlist, unknown
from desktop.rules.checks import Parameters
from desktop.rules.contract import Action, Begin, Command, Join, Known, Option, WrittenBack
from desktop.rules.display import Caution, Outcome, Standing, Tone, Vital, badge, bar
from desktop.rules.fields import Choice, Field, Record
from desktop.rules.figures import FigureGroup
from desktop.rules.geometry import Point, squares_wide
from desktop.rules.konflikt import actions, on_map, rounds, turn
from desktop.rules.konflikt import sheet as sheets
from desktop.rules.konflikt.checks import BONUS
from desktop.rules.konflikt.commands import BeginConflict, Move, prepared_in_words
from desktop.rules.konflikt.figures import figures
from desktop.rules.konflikt.harm import ARMOUR, DAMAGE, faint
from desktop.rules.konflikt.policies import POLICIES
from desktop.rules.konflikt.sheet import Armor, Attack, Calling, HouseRules, Power, Race, Sheet
from desktop.rules.konflikt.sheet_checks import CHECKS
from desktop.rules.konflikt.state import FALLEN, NUMBER, Conflict, Fighter, is_threatened
from desktop.rules.registry import SHIPPED_BY_ID
from desktop.rules.squares import OnSquares, Way
from desktop.rules.state import PLAYERS, Roster, side_in_words
from desktop.rules.table import Refusal, Table
from desktop.rules.text import Reason, Term, Text, Words, joined
from desktop.rules.values import badges

A_WHOLE_ACTION = Text("{action}", action=Term("action", "akce"))
GIVING_UP: Mapping[str, Any] = {
    "label": Text("Give up what was prepared"),
    "native": "Vzdát připravenou akci",
    "group": "reactions",
    "main": False,
    "key": "",
}
"""konflikt-7: what the end of a turn is for one who waits."""


def _hit_points(fighter: Fighter) -> dict[str, int | None]:
    """The hit points as the sheet counts them, which leaves them out for all of them."""
    untouched = fighter.sheet.hp is None and fighter.hp == fighter.sheet.max_hp
    return {"hp": None if untouched else fighter.hp}


class Konflikt(OnSquares[Conflict]):
    """«Pravidla pro konflikt» as one of the systems of the program."""

    id: ClassVar[str] = "konflikt"
    title: ClassVar[str] = "Pravidla pro konflikt"
    language: ClassVar[str] = "cs"
    unit: ClassVar = Term("mom.", "hyb.")
    round_term: ClassVar = Term("Round", "Kolo")
    move: ClassVar[type[Command] | None] = Move
    out_rule: ClassVar[str] = "konflikt-21"
    sheet = Sheet
    house_rules = HouseRules
    begin_command: ClassVar = BeginConflict
    fighter = Fighter
    catalogue: ClassVar = {
        "attack": Attack,
        "armor": Armor,
        "item": Power,
        "spell": Power,
        "ability": Power,
        "race": Race,
        "calling": Calling,
        "creature": adversary_of(Sheet),
    }
    kind_terms: ClassVar = SHIPPED_BY_ID["konflikt"].kinds
    decisions: ClassVar = {"deadly_blow": Text('what a deadly blow does: "kill" or "subdue"')}
    policies: ClassVar = POLICIES
    marks: ClassVar = {
        "damage": Text("hit points lost"),
        "success": Text("a check succeeds"),
        "effect": Text("an effect is brought"),
        "helping_effect": Text("an effect is brought that helps"),
    }
    besides: ClassVar = (turn.TWICE,)
    seen_by_all: ClassVar = ("threatened", "prone", "fallen", "surprised", "effect")
    actions = actions.ACTIONS
    checks = CHECKS
    narrowed_by: ClassVar = ("with",)
    effect_units = (BONUS, NUMBER, DAMAGE, ARMOUR, turn.MOMENTUM)
    written_back = (
        WrittenBack(Text("Hit points"), _hit_points, "Životy", "konflikt-11"),
        WrittenBack(Text("Uses left"), lambda f: _uses(f, "power"), "Použití", "konflikt-6"),
        WrittenBack(Text("Shots left"), lambda f: _uses(f, "shots"), "Střely", "konflikt-10"),
        WrittenBack(  # what was thrown is picked up after the fight
            Text("Thrown, not picked up"), lambda f: _uses(f, "thrown"), "Hozeno, nesebráno",
            "konflikt-10", wanted=False,
        ),
        WrittenBack(Text("Broken"), lambda f: _kept(f, ".broken"), "Rozbité", "konflikt-19"),
    )  # fmt: skip

    # ---- a fight

    def muster(self, roster: Roster, house: HouseRules) -> Conflict:
        state = Conflict(house=house)
        for recruit in roster:
            hp = recruit.sheet.max_hp if recruit.sheet.hp is None else recruit.sheet.hp
            fallen = None if hp else "subdued"
            state.combatants[recruit.id] = enlist(
                Fighter,
                recruit,
                hp=hp,
                momentum=recruit.sheet.momentum,
                fallen=fallen,
                weapons=recruit.sheet.weapons,
                powers={
                    craft.shelf: sheets.with_own_names(getattr(recruit.sheet, craft.shelf))
                    for craft in turn.CRAFTS.values()
                },
            )
        return state

    def begin(self, state: Conflict, command: Begin, table: Table) -> None:
        """konflikt-1 and 4: the players' side first, then the others as they are listed."""
        rounds.place_sides(state)
        for id in command.surprised:
            fighter = state.take(id)
            fighter.surprised = True
            table.note("konflikt-4", fighter, "{name}: surprised, no turn in this round")
        rounds.start_round(state, table)

    def enter(self, state: Conflict, newcomers: Sequence[str], command: Join, table: Table) -> None:
        """konflikt-1: a new side comes after the others. Who acts only from the next round on has
        had the turn of this one."""
        rounds.place_sides(state)
        for id in newcomers:
            if command.this_round:
                rounds.take_part(state, id, table)
            else:
                fighter = state.take(id)
                fighter.turn_in, fighter.acted, fighter.momentum = state.round, True, 0
        rounds.settle(state, table)

    def leave(self, state: Conflict, id: str, table: Table) -> None:
        """konflikt-7: who has left waits for nothing any more."""
        turn.give_up(state, state.take(id), table)
        super().leave(state, id, table)

    def change_side(self, state: Conflict, id: str, side: str, table: Table) -> None:
        super().change_side(state, id, side, table)
        on_map.find_reach(state, [id])
        if state.round:  # which may be the one on turn (konflikt-3)
            rounds.place_sides(state)
            rounds.take_part(state, id, table)
            rounds.settle(state, table)

    def on_turn(self, state: Conflict) -> Sequence[str]:
        """konflikt-3: a whole side has its turn."""
        return [fighter.id for fighter in state.members(state.side)]

    def to_act(self, state: Conflict) -> Sequence[str]:
        return rounds.to_act(state)

    def is_to_act(self, state: Conflict, id: str) -> bool:
        return rounds.is_to_act(state, state[id])

    def why_not(
        self, state: Conflict, actor: str, action: Action[Any, Any], command: Command | None = None
    ) -> Refusal | None:
        """As always; one who waits has only what it prepared, even just felled (konflikt-7)."""
        if actor and turn.waits(state, actor) and action.whose == "to_act":
            if action in (actions.TRIGGER, actions.PASS):
                reason = action.why_not(state, state[actor])
                return Refusal(reason, "do") if reason else None
            return Refusal(
                "only what was prepared, in the opponents' turn", "do", rule="konflikt-7"
            )
        if action is actions.TRIGGER and not state[actor].out:
            return Refusal(turn.why_not_now(state, state[actor]), "do")
        return super().why_not(state, actor, action, command)

    def not_their_turn(self, state: Conflict, fighter: Fighter) -> Refusal:
        if fighter.side != state.side:
            whose = Text("the turn belongs to: {side}", side=side_in_words(state.side))
            return Refusal(whose, "actor", rule="konflikt-3")
        if fighter.surprised:
            surprised = Text("{name}: surprised in this round", name=fighter.name)
            return Refusal(surprised, "actor", rule="konflikt-4")
        spent = Text("{name} has nothing left in this turn", name=fighter.name)
        return Refusal(spent, "actor", rule="konflikt-5")

    def funds(self, state: Conflict, fighter: Fighter) -> int:
        return fighter.momentum

    def price(
        self,
        state: Conflict,
        fighter: Fighter,
        action: Action[Any, Any],
        command: Command | None = None,
    ) -> int:
        if isinstance(command, Move) and command.cost is None:
            return turn.price_of_move(fighter, command.metres, command.difficult)
        if command is None and action.command is Move:
            return turn.price_of_move(fighter, metres=1, difficult=0)
        return super().price(state, fighter, action, command)

    def too_dear(
        self,
        state: Conflict,
        fighter: Fighter,
        action: Action[Any, Any],
        command: Command | None = None,
    ) -> Text | None:
        """konflikt-5: one action in a turn, and momentum for the rest."""
        if action.uses and fighter.acted:
            return Reason("has acted", rule="konflikt-5")
        return super().too_dear(state, fighter, action, command)

    def perform(self, state: Conflict, command: Command, table: Table) -> None:
        action = self.action_of(command)
        if action.whose == "nobody":
            action.perform(state, None, command, table)
        else:
            id = self.actor_of(state, command)
            in_turn = action.whose == "to_act" and state[id].side == state.side
            if in_turn:
                turn.before_act(state, id)
            fighter = state.take(id)
            fighter.begun = fighter.begun or in_turn
            price = self.price(state, fighter, action, command)
            fighter.momentum = max(fighter.momentum - price, 0)
            fighter.acted = fighter.acted or bool(action.uses)
            action.perform(state, fighter, command, table)
        rounds.settle(state, table)

    def outcome(self, state: Conflict) -> Outcome | None:
        """As always, but who was felled while it waited may still answer (konflikt-7); or by talk
        or flight (konflikt-1), where of two sides the one that stays has won."""
        decided = super().outcome(state) if rounds.is_decided(state) else None
        if decided or not state.ended:
            return decided
        foes = [side for side in state.sides if side != PLAYERS]
        winner = foes[0] if state.ended == "players_flee" and len(foes) == 1 else None
        if state.ended == "enemies_flee":
            winner = PLAYERS
        return Outcome(winner, rounds.ENDED[state.ended], "konflikt-1")

    # ---- on the map

    def to_go(self, state: Conflict, fighter: Fighter) -> float:
        return fighter.momentum

    def ways(self, state: Conflict, id: str) -> Way | None:
        return on_map.way(state, state[id])

    def placed(self, state: Conflict, ids: Sequence[str]) -> None:
        on_map.find_reach(state, ids)

    def blast(self, state: Conflict, step: Mapping[str, Any]) -> tuple[Point, float] | None:
        """konflikt-16: the area of a power around its target."""
        actor = str(step.get("actor") or state.turn)
        target = str(step.get("target") or actor)
        if actor not in state.combatants or target not in state.combatants:
            return None
        power, middle = turn.power_of(state[actor], step), self.centre(state, target)
        if middle is None or power is None or not power.area:
            return None
        return middle, power.area + squares_wide(self.size(state, target)) / 2

    def by_map(self, state: Conflict, actor: str, step: Mapping[str, Any]) -> Mapping[str, Known]:
        if actor not in state.positions:
            return {}
        if step.get("action") == "move":
            return on_map.known_of_move(state, actor, step) if step.get("to") else {}
        answers = step.get("do") == actions.TRIGGER.do
        prepared = actions.prepared_by(state[actor]) if answers else None
        if answers and not prepared:  # asked of a state in which it was given up
            return {}
        states = on_map.moments(state) if prepared else [state]
        ranges = turn.ranges_of_answer(state[actor], step) if prepared else (inf, inf)
        if prepared:
            step = {**step, "action": prepared.id}
        if not step.get("target"):
            return turn.known_area(state, actor, step)
        known = on_map.known_of_targets(states, actor, step, ranges)
        known |= turn.known_area(state, actor, step)
        fields = (prepared or self._actions["act", step["action"]]).command.model_fields
        return {path: fact for path, fact in known.items() if path.split(".")[0] in fields}

    # ---- by hand

    def editable(self, state: Conflict, id: str) -> Sequence[Field]:
        """As always; who brought an effect is picked by name."""
        fields = {field.id: field for field in super().editable(state, id)}
        people = (Choice("", Text("nobody")), *combatant_choices(state.combatants.values()))
        parts = {part.id: part for part in fields["effects"].fields}
        parts["by"] = replace(parts["by"], kind="combatant", choices=people)
        fields["effects"] = replace(fields["effects"], fields=tuple(parts.values()))
        return list(fields.values())

    def edit(self, state: Conflict, id: str, values: Mapping[str, Any]) -> None:
        """As always; who is given hit points stands again, who falls has none (konflikt-21)."""
        super().edit(state, id, values)
        fighter = state.take(id)
        if fighter.hp > fighter.sheet.max_hp:
            raise Refusal(Text("can be at most {most}", most=fighter.sheet.max_hp), "set.hp")
        for other in fighter.reached_by:
            if other not in state.combatants:
                raise unknown(other, "set.reached_by")
        if fighter.fallen and "fallen" in values:
            fighter.hp = 0
        elif fighter.hp:
            fighter.fallen = None

    def after_edit(self, state: Conflict, id: str, values: Mapping[str, Any], table: Table) -> None:
        if not state[id].hp and not state[id].fallen:
            faint(state.take(id), table)
        if state.round:
            rounds.settle(state, table)

    def cautions(self, sheet: Record) -> Sequence[Caution]:
        """konflikt-19: what one is not fit for is improvised in one's hands."""
        assert isinstance(sheet, Sheet)
        return [
            Caution(
                Text(
                    "{weapon} needs: {skill} {needed}; {name} has: {has}", weapon=weapon.name,
                    skill=sheets.skill_term(skill), needed=needed, name=ProperName(sheet.name),
                    has=sheet.skills.get(skill, 0),
                ),
                "konflikt-19",
            )
            for weapon in sheet.attacks
            for skill, needed in sheet.unmet_needs(weapon)
        ]  # fmt: skip

    def mark_in_words(
        self, mark: str, before: Conflict, after: Conflict, id: str, times: int = 1
    ) -> Words:
        """konflikt-21: whether somebody is dead, or only beaten."""
        fallen = after[id].fallen
        if mark != "out" or not fallen:
            return super().mark_in_words(mark, before, after, id, times)
        return joined([FALLEN[fallen]])

    # ---- what is on offer

    def turn_options(self, state: Conflict) -> Sequence[Option]:
        """Those who wait have what they prepared, and what anybody can do at any time. Where only
        they are left, the turn of the side is ended for them."""

        def stands(option: Option) -> bool:
            if not option.actor or not turn.waits(state, option.actor):
                return option.do != actions.TRIGGER.do
            return option.do in (actions.TRIGGER.do, actions.PASS.do) or option.group == "others"

        options = list(filter(stands, super().turn_options(state)))
        if any(option.main for option in options):
            return options
        return [replace(option, main=option.do == actions.END_TURN.do) for option in options]

    def option(
        self, state: Conflict, fighter: Any | None, action: Action[Any, Any], **changes: Any
    ) -> Option:
        # Of one who waits it ends no turn.
        if fighter and action is actions.PASS and turn.waits(state, fighter.id):
            changes = {**GIVING_UP, **changes}
        option = super().option(state, fighter, action, **changes)
        return replace(option, cost=A_WHOLE_ACTION) if action.uses else option

    def offered(
        self, state: Conflict, fighter: Fighter, option: Option, field: Field
    ) -> Field | None:
        return actions.offered(state, fighter, option, field)

    def narrowed(
        self, state: Conflict, fighter: Fighter, option: Option, field: Field, chosen: Parameters
    ) -> Field:
        first = chosen.get("with", "")
        return actions.narrowed(state, fighter, option, field, first) if first else field

    # ---- how it is shown

    def harm(self, before: Conflict, after: Conflict, id: str) -> Sequence[Words]:
        """As always; and which effects are new, and which are over (konflikt-2); and that what was
        prepared lapsed with the round (7)."""
        if id not in before.combatants:
            return []
        was, now = ([e.name for e in state[id].effects] for state in (before, after))
        new = [Text("new effect: {effect}", effect=name) for name in now if name not in was]
        over = [Text("{effect} ends", effect=name) for name in was if name not in now]
        if before[id].prepared and not after[id].prepared and after.round > before.round:
            over.append(Text("the prepared action lapses"))
        return [*super().harm(before, after, id), *new, *over]

    def figures(self, state: Conflict, id: str) -> Sequence[FigureGroup]:
        return tuple(figures(state, state[id]))

    def vitals(self, state: Conflict, id: str) -> Sequence[Vital]:
        fighter = state[id]
        most = fighter.sheet.momentum
        vitals = [bar("hp", Text("HP"), fighter.hp, fighter.sheet.max_hp, "konflikt-11", "Životy")]
        if fighter.side == state.side and not fighter.out and not fighter.surprised:
            action = int(not fighter.acted)
            left, label = fighter.momentum, Text("Momentum")
            vitals += [
                bar("action", Text("Action"), action, 1, "konflikt-5", "Akce", "pips"),
                bar("momentum", label, left, most, "konflikt-8", "Hybnost", "number"),
            ]
        if not fighter.out and is_threatened(state.combatants, fighter):
            vitals.append(
                badge("threatened", Text("threatened"), "konflikt-13", "warn", "v ohrožení")
            )
        if fighter.prepared:
            waiting = Term("prepared", "připraveno"), prepared_in_words(fighter.prepared)
            vitals.append(badge("prepared", joined(waiting, ": "), "konflikt-7"))
        # Before effects: who is dead is so first of all. A sheet without hit points says not how.
        vitals += [worn for worn in badges(fighter) if state.round or worn.id != "fallen"]
        for effect in fighter.effects:
            tone: Tone = "bad" if effect.negative else "good"
            what, native = sheets.effect_term(effect)
            shown = badge(f"effect-{effect.name}", what, "konflikt-2", tone, native)
            vitals.append(replace(shown, label=effect.name))
        return vitals

    def headline(self, state: Conflict) -> Sequence[Words]:
        headline: list[Words] = [self.round_named(state.round)]
        if state.side:
            headline.append(Text("Turn: {side}", side=side_in_words(state.side)))
        return headline

    def standing(self, state: Conflict, id: str) -> Standing:
        """Of the side on turn all who have something left are active at once (konflikt-3)."""
        fighter = state[id]
        if fighter.out:
            return "out"
        if rounds.is_to_act(state, fighter):
            return "active"
        late = fighter.turn_in == state.round and fighter.spent
        # The side on turn and those that had theirs in this round.
        so_far = state.sides[: state.sides.index(state.side) + 1] if state.side else ()
        over = fighter.surprised or late or fighter.side in so_far
        return "done" if over else "ready"


def _uses(fighter: Fighter, of: Literal["power", "shots", "thrown"]) -> dict[str, Any]:
    """What is left of what is used up: of powers, of what it shoots, or of what it throws."""
    attacks = {
        f"attacks[{place}].uses": "thrown" if weapon.thrown else "shots"
        for place, weapon in enumerate(fighter.sheet.attacks)
    }
    left = _kept(fighter, ".uses").items()
    return {path: uses for path, uses in left if attacks.get(path, "power") == of}


def _kept(fighter: Fighter, what: str) -> dict[str, Any]:
    """What the fight changed for good, of one kind."""
    return {path: value for path, value in fighter.changed.items() if path.endswith(what)}
