"""«Бой»: a d100 against skills, cards for the order, Lethality for what kills at once.

Rooms: ``sheet`` (what is filled in), ``state`` (what a fight changes), ``commands`` and ``actions``
(what can be done), ``cards`` and ``turns`` (who acts when), ``checks`` (tests of skill),
``attacks``, ``defence`` and ``damage`` (an attack from the roll to the wound), ``other_actions``,
``policies`` (behaviours), ``on_map`` (what a map says of all that).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar

from desktop.rules.boj import on_map
from desktop.rules.boj.actions import ACTIONS
from desktop.rules.boj.card_lines import card_lines
from desktop.rules.boj.cards import RED, card_name
from desktop.rules.boj.checks import CHANCE, chance_of
from desktop.rules.boj.commands import BeginScene, Move, Step
from desktop.rules.boj.damage import ARMOUR, DAMAGE, fall
from desktop.rules.boj.defence import RULES as DEFENDED_BY
from desktop.rules.boj.policies import POLICIES
from desktop.rules.boj.sheet import SKILLS, Armor, HouseRules, Sheet, Weapon, skill_id
from desktop.rules.boj.state import Fighter, Scene, hold, let_go
from desktop.rules.boj.turns import come_in, leave_turn, pass_turn, start_round
from desktop.rules.cast import combatant_choices, enlist, gone, targets
from desktop.rules.contract import (
    Begin,
    Command,
    Join,
    Known,
    Option,
    Policy,
    Rules,
    WithinReach,
    WrittenBack,
)
from desktop.rules.display import CardLine, Caution, Measure, Say, Standing, Tone, Vital, badge, bar
from desktop.rules.fields import Choice, Field, Record
from desktop.rules.geometry import Point
from desktop.rules.positions import behind_wall, straight_way
from desktop.rules.state import Roster
from desktop.rules.table import Refusal, Table
from desktop.rules.text import Term, Text, Words, few
from desktop.rules.values import badges

MEASURES: Mapping[str, Measure] = {
    "disarm": Measure("disarmed", words=("keeps it", "drops it")),
    "grapple": Measure("held", words=("not held", "held")),
    "escape": Measure("free", words=("held", "free")),
    "dodge": Measure("success", words=("fails", "succeeds")),
    "resist": Measure("success", words=("fails", "succeeds")),
    "move": Measure("success", words=("fails", "succeeds")),
}


def _hit_points_left(fighter: Fighter) -> dict[str, int | None]:
    """The hit points as the sheet counts them, which may leave them out for all of them."""
    most = fighter.sheet.most
    untouched = fighter.sheet.hp is None and fighter.hp == most
    return {"hp": None if untouched else min(fighter.hp, most)}


class Boj(Rules[Scene]):
    id: ClassVar[str] = "boj"
    title: ClassVar[str] = "Бой"
    language: ClassVar[str] = "ru"
    unit: ClassVar[str] = "действ."
    out_rule: ClassVar[str] = "boj-18"
    sheet = Sheet
    house_rules = HouseRules
    begin_command: ClassVar = BeginScene
    fighter: ClassVar = Fighter
    catalogue: ClassVar = {"weapon": Weapon, "armor": Armor}
    kind_terms: ClassVar = {"weapon": Term("Weapon", "Оружие"), "armor": Term("Armour", "Броня")}
    decisions: ClassVar = {
        "defence": Text(
            'how somebody defends against a blow: "none", "dodge", "block", "strike_back"'
        )
    }
    marks: ClassVar = {
        "hit": Text("somebody is hit"),
        "damage": Text("hit points lost"),
        "out": Text("somebody is out of the fight"),
        "success": Text("a test succeeds"),
        "held": Text("somebody is held"),
        "free": Text("somebody breaks free"),
        "disarmed": Text("somebody loses a weapon"),
    }
    actions: ClassVar = ACTIONS
    effect_units: ClassVar = (CHANCE, DAMAGE, ARMOUR)
    written_back: ClassVar = (WrittenBack(Text("Hit points"), _hit_points_left, "ОЗ", "boj-18"),)

    # ---- a fight

    def muster(self, roster: Roster, house: HouseRules) -> Scene:
        state = Scene(house=house)
        for recruit in roster:
            sheet: Sheet = recruit.sheet
            covers = [piece.rating for piece in sheet.armor if piece.kind == "cover"]
            first = (weapon.name for weapon in sheet.weapons[:1] if not weapon.bare)
            state.combatants[recruit.id] = enlist(
                Fighter,
                recruit,
                hp=sheet.most if sheet.hp is None else sheet.hp,
                max_hp=sheet.most,
                skills={skill_id(name): score for name, score in sheet.skills},
                cover_near=max(covers, default=0),
                in_hand=next(first, ""),
            )
        return state

    def begin(self, state: Scene, command: Begin, table: Table) -> None:
        state.phase = "turn"
        for id in command.surprised:
            state.take(id).unaware = True
            told = Text("{name} does not know of the danger yet", name=state[id].name)
            table.log("boj-17", told, by=id)
        start_round(state, table)

    def enter(self, state: Scene, newcomers: Sequence[str], command: Join, table: Table) -> None:
        come_in(state, newcomers, command.this_round, table)

    def funds(self, state: Scene, fighter: Fighter) -> int:
        """boj-1: one action a turn."""
        return 0 if fighter.acted else 1

    def too_dear(
        self, state: Scene, fighter: Fighter, action: Any, command: Command | None = None
    ) -> Text | None:
        if self.price(state, fighter, action, command) and fighter.acted:
            return Text("this turn's action is spent")
        return None

    def perform(self, state: Scene, command: Command, table: Table) -> None:
        action, actor = self.action_of(command), self.actor_of(state, command)
        fighter = state.take(actor)
        paid = self.price(state, fighter, action, command)
        if paid:  # boj-7: what the roll of an earlier attack stood for ends
            fighter.guard = None
        action.perform(state, fighter, command, table)
        if paid:
            state.take(actor).acted = True
        if state.turn is not None and state[state.turn].out:
            leave_turn(state, state.take(state.turn), table)

    def offered(self, state: Scene, fighter: Fighter, option: Option, field: Field) -> Field | None:
        weapons = fighter.weapons
        match field.id:
            case "with" if option.action == "pick_up":
                return field.offering(
                    [Choice(name, name) for name in dict.fromkeys(fighter.disarmed)]
                )
            case "with":
                usual = weapons[0]
                if option.action == "resist":
                    weapons = [weapon for weapon in weapons if weapon.close]
                    usual = fighter.resists_with
                chosen = [Choice(w.name, w.name, _in_short(fighter, w)) for w in weapons]
                return field.offering(chosen, default=usual.name)
            case "mode" if not any(w.damage and w.lethality for w in weapons):
                return None
            case "targets" if not any(w.area for w in weapons):
                return None
            case "radius" if not any(w.radius_from for w in weapons):
                return None
            case "lethality" if all(w.damage or w.lethality for w in weapons):
                return None
            case "target":
                unfit = UNFIT.get(option.action, gone)
                near, hindered = self.near(state, fighter), behind_wall(state, fighter.id)
                return field.offering(targets(state, fighter, unfit, near=near, hindered=hindered))
            case "targets":
                everybody = targets(state, fighter, gone, near=self.near(state, fighter))
                return field.offering([*everybody, *combatant_choices([fighter])])
            case "after":
                waiting = [state[id] for id in state.order if id != fighter.id]
                return field.offering(combatant_choices(waiting, _has_been))
            case "behind" | "cover_near" if option.action in ("move", "step"):
                return field.offering((), default=getattr(fighter, field.id))
            case _:
                return super().offered(state, fighter, option, field)

    def near(self, state: Scene, fighter: Fighter) -> Collection[str]:
        """boj-13: whom it holds, and who holds it."""
        return [id for id in (fighter.grappling, fighter.grappled_by) if id]

    # ---- on the map

    def by_map(self, state: Scene, actor: str, step: Mapping[str, Any]) -> Mapping[str, Known]:
        if actor not in state.positions:
            return {}
        found = dict(super().by_map(state, actor, step))
        match step.get("action"):
            case "attack" | "called_shot":
                found |= on_map.known_of_attack(state, state[actor], step)
            case "move" if step.get("to"):
                to = (step["to"][0], step["to"][1])
                if on_map.on_difficult_ground(state, actor, to):
                    difficult = Text("the straight way leads over difficult ground")
                    found["difficult"] = Known(True, difficult)
        return found

    def go_to(self, state: Scene, id: str, to: Point) -> Command | None:
        """boj-16: a few steps where they lead there, else the slowest pace that does."""
        way = straight_way(state, id, to)
        if way is None:
            return None
        if way.length <= on_map.STEP and not state[id].moved:
            return Step(actor=id, to=to)
        paces = (pace for pace, metres in on_map.PACES.items() if way.length <= metres)
        return Move(actor=id, to=to, pace=next(paces, "sprint"))

    def within_reach(self, state: Scene, id: str) -> WithinReach | None:
        fighter = state[id]
        if id not in state.positions or fighter.moved:
            return None
        paces = () if fighter.acted else ((float(far), 1) for far in on_map.PACES.values())
        return WithinReach(radii=[(float(on_map.STEP), 0), *paces])

    def cautions(self, sheet: Record) -> Sequence[Caution]:
        """boj-5: a weapon nobody has taught; boj-23: armour that counts for nothing."""
        assert isinstance(sheet, Sheet)
        known = {skill_id(id): value for id, value in sheet.skills.model_dump().items()}
        labels = dict(SKILLS)
        found = [
            Caution(
                Text(
                    "{weapon} needs {skill}, {name} has 0 %",
                    weapon=weapon.name,
                    skill=labels.get(skill_id(weapon.skill), weapon.skill),
                    name=sheet.name,
                ),
                "boj-5",
            )
            for weapon in sheet.weapons
            if not known.get(skill_id(weapon.skill), 0)
        ]
        worn = [one for one in sheet.armor if one.kind == "body" and not one.additive]
        if len(worn) > 1:
            best = max(worn, key=lambda one: one.rating)
            rest = few([one.name for one in worn if one is not best])
            told = Text(
                "of armour that does not add up only {best} counts, not {rest}",
                best=best.name,
                rest=rest,
            )
            found.append(Caution(told, "boj-23"))
        return found

    # ---- by hand

    def edit(self, state: Scene, id: str, values: Mapping[str, Any]) -> None:
        """As always; boj-18: hp fit under max_hp; boj-13: who is held and who holds go together.

        Raises :class:`Refusal` where somebody who is out would hold, or be held.
        """
        fighter = state.take(id)
        before, was_down = fighter.grappled_by, fighter.hp == 0
        super().edit(state, id, values)
        if was_down and fighter.hp:  # boj-18: what was so at 0 hit points is no more
            fighter.condition = ""
        if fighter.hp > fighter.max_hp:
            if "hp" in values:
                raise Refusal(Text("can be at most {most}", most=fighter.max_hp), "set.hp")
            fighter.hp = fighter.max_hp
        if "in_hand" in values and all(w.name != fighter.in_hand for w in fighter.weapons):
            # boj-10: what is put into somebody's hand does not lie on the ground.
            fighter.disarmed = [name for name in fighter.disarmed if name != fighter.in_hand]
        holder = fighter.grappled_by
        if holder == before:
            return
        fighter.grappled_by = before
        if before in state.combatants:
            let_go(state, state.take(before))
        if holder is None:
            return
        if holder not in state.combatants or holder == id:
            raise Refusal(
                Text("there is no other combatant {id}", id=repr(holder)), "set.grappled_by"
            )
        for one in (fighter, state[holder]):
            if one.out:
                raise Refusal(Text("{name} is out of the fight", name=one.name), "set.grappled_by")
        hold(state, state.take(holder), fighter)

    def editable(self, state: Scene, id: str) -> Sequence[Field]:
        people = targets(state, state[id], gone)
        return [
            field.offering(people) if field.kind == "combatant" else field
            for field in super().editable(state, id)
        ]

    def after_edit(self, state: Scene, id: str, values: Mapping[str, Any], table: Table) -> None:
        """boj-18: whoever was set to 0 hit points, or has left, is out; nobody waits for them.

        boj-2: who stands again draws a card if there is none yet.
        """
        if not state[id].out:
            if state.round and id not in state.order:
                come_in(state, [id], True, table)
            elif state.round and state.turn is None:
                pass_turn(state, table)
            return
        fell = "hp" in values and not state[id].has_left
        if fell or ("has_left" in values and state[id].hp):
            fall(state, state.take(id), table)
        if state.turn == id:
            leave_turn(state, state.take(id), table)

    # ---- how it is shown

    def card(self, state: Scene, id: str, say: Say) -> Sequence[CardLine]:
        return tuple(card_lines(state[id], say))

    def vitals(self, state: Scene, id: str) -> Sequence[Vital]:
        fighter = state[id]
        found = [bar("hp", "ОЗ", fighter.hp, fighter.max_hp, "boj-18")]
        if fighter.card:
            name = card_name(fighter.card)
            tone: Tone = "bad" if name[0] in RED else "plain"
            found.append(
                Vital(
                    "card",
                    "card",
                    Text("card"),
                    text=name,
                    tone=tone,
                    rule="boj-2",
                    native="карта",
                )
            )
        if fighter.grappled_by:
            name = state[fighter.grappled_by].name
            held = Text("held by {name}", name=name)
            found.append(badge("hold", held, "boj-13", "warn", f"в захвате у: {name}"))
        if fighter.grappling:
            name = state[fighter.grappling].name
            holds = Text("holds {name}", name=name)
            found.append(badge("hold", holds, "boj-13", "warn", f"держит: {name}"))
        if fighter.guard:
            kind, roll = fighter.guard.kind, fighter.guard.roll.roll
            text, native = GUARDS[kind](roll), f"{GUARDS_NATIVE[kind]} {roll}"
            rule = "boj-7" if kind == "attack" else DEFENDED_BY[kind]
            found.append(badge("guard", text, rule, native=native))
        return found + badges(fighter)

    def standing(self, state: Scene, id: str) -> Standing:
        fighter = state[id]
        if fighter.out or state.turn == id:
            return "out" if fighter.out else "active"
        return "done" if fighter.over else "ready"

    def headline(self, state: Scene) -> Sequence[Words]:
        whose = [state[state.turn].name] if state.turn else []
        return [Text("Ход {round}", round=state.round), *whose]

    def measure(self, state: Scene, step: Mapping[str, Any]) -> Measure | None:
        return MEASURES.get(str(step.get("action", "")))

    @property
    def policies(self) -> Mapping[str, Policy]:
        return POLICIES


GUARDS = {
    "dodge": lambda roll: Text("dodges with {roll}", roll=roll),
    "block": lambda roll: Text("blocks with {roll}", roll=roll),
    "strike_back": lambda roll: Text("counterattacks with {roll}", roll=roll),
    "attack": lambda roll: Text("blocks with its attack's {roll}", roll=roll),
}
GUARDS_NATIVE = {
    "dodge": "уклоняется:",
    "block": "блокирует:",
    "strike_back": "контратакует:",
    "attack": "отбивается:",
}


def _in_short(fighter: Fighter, weapon: Weapon) -> Text:
    """``40 % · 1d10 · Lethality 10 %``."""
    parts: list[Words] = [Text("{skill} %", skill=chance_of(fighter, fighter.skill(weapon.skill)))]
    if weapon.damage:
        parts.append(weapon.damage)
    if weapon.lethality:
        parts.append(Text("Lethality {rating} %", rating=weapon.lethality))
    return Text("{parts}", parts=parts)


def _unarmed(fighter: Fighter) -> Words | None:
    return gone(fighter) or (None if fighter.in_hand else Text("holds nothing"))


def _held(fighter: Fighter) -> Words | None:
    return gone(fighter) or (Text("is held already") if fighter.grappled_by else None)


UNFIT: Mapping[str, Callable[[Fighter], Words | None]] = {"disarm": _unarmed, "grapple": _held}
"""Why somebody cannot be disarmed, or held (boj-10, 13)."""


def _has_been(fighter: Fighter) -> Words | None:
    return gone(fighter) or (Text("has acted") if fighter.over else None)
