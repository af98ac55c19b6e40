"""«Бой»: a d100 against skills, cards for the order, Lethality for what kills at once.

The modules, in the order of the document:

=============  =================================================================================
``turn``       «Ход»: cards, the order, rounds (boj-1, 2)
``actions``    «Действия»: aim, disarm, dodge, break free, resist, move, grapple (boj-3, 4, 10–16)
``attacks``    «Атака», «Точное попадание»: targets, chance, the roll (boj-5 to 9, 22)
``defence``    «Уклонение», «Сопротивление», «Уклонение от дальних атак» (boj-7, 11, 14, 15, 17)
``damage``     «Урон», «Смертельность», «Броня» (boj-18 to 21, 23, 24)
=============  =================================================================================

What they stand on: ``checks`` (tests on a d100), ``sheet`` (what is filled in), ``state`` (what a
fight changes), ``on_map`` (what a map says). Beside them stand ``policies`` (behaviours),
``figures`` (the numbers that are shown) and ``foundry`` (sheets of Foundry VTT).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from desktop.languages import ProperName
from desktop.rules import contract
from desktop.rules.boj import actions, on_map, turn
from desktop.rules.boj import figures as played_from
from desktop.rules.boj.actions import HOLDS_ON, STILL_HELD
from desktop.rules.boj.checks import CHANCE, FUMBLED, score_term
from desktop.rules.boj.damage import ARMOUR, DAMAGE, fall
from desktop.rules.boj.defence import IN_TIME, STOPPED, STRIKES_BACK
from desktop.rules.boj.defence import RULES as DEFENDED_BY
from desktop.rules.boj.policies import POLICIES
from desktop.rules.boj.sheet import Armor, HouseRules, Sheet, Weapon, skill_id
from desktop.rules.boj.sheet_checks import CHECKS, TEST
from desktop.rules.boj.state import Fighter, Scene, hold, let_go
from desktop.rules.cast import enlist
from desktop.rules.checks import Parameters
from desktop.rules.contract import Option
from desktop.rules.display import Caution, Measure, Standing, Tone, Vital, badge, bar
from desktop.rules.fields import Field, Record
from desktop.rules.figures import FigureGroup
from desktop.rules.foreign import ForeignReader
from desktop.rules.geometry import Point
from desktop.rules.positions import straight_way
from desktop.rules.registry import SHIPPED_BY_ID
from desktop.rules.state import Roster
from desktop.rules.table import Refusal, Table
from desktop.rules.text import Term, Text, Words, few
from desktop.rules.values import badges

WHETHER = (Text("fails"), Text("succeeds"))
MEASURES: Mapping[str, Measure] = {
    "disarm": Measure("disarmed", words=(Text("keeps it"), Text("drops it"))),
    "grapple": Measure("held", words=(Text("not held"), Text("held", context="odds"))),
    "escape": Measure("free", words=(Text("held", context="odds"), Text("free", context="odds"))),
    **dict.fromkeys(("dodge", "resist", "move"), Measure("success", words=WHETHER)),
}


def _hit_points_left(fighter: Fighter) -> dict[str, int | None]:
    """The hit points as the sheet has them: left out where none are lost."""
    most = fighter.sheet.most
    untouched = fighter.sheet.hp is None and fighter.hp == most
    return {"hp": None if untouched else min(fighter.hp, most)}


class Boj(contract.Rules[Scene]):
    """The rule system «Бой»."""

    id: ClassVar[str] = "boj"
    title: ClassVar[str] = "Бой"
    language: ClassVar[str] = "ru"
    unit: ClassVar = Term("act.", "действ.")
    round_term: ClassVar = Term("Turn", "Ход")
    out_rule: ClassVar[str] = "boj-18"
    sheet = Sheet
    house_rules = HouseRules
    begin_command: ClassVar = turn.BeginScene
    fighter: ClassVar = Fighter
    catalogue: ClassVar = {"weapon": Weapon, "armor": Armor}
    kind_terms: ClassVar = SHIPPED_BY_ID["boj"].kinds
    decisions: ClassVar = {
        "defence": Text(
            'how somebody defends against a blow: "none", "dodge", "block", "strike_back"'
        )
    }
    policies: ClassVar = POLICIES
    outcomes: ClassVar = (STOPPED, STRIKES_BACK, IN_TIME, FUMBLED, HOLDS_ON, STILL_HELD)
    marks: ClassVar = {
        "damage": Text("hit points lost"),
        "degree": Text("how well a test goes: 0 fumble, 1 failure, 2 success, 3 critical success"),
        "held": Text("somebody is held"),
        "free": Text("somebody breaks free"),
        "disarmed": Text("somebody loses a weapon"),
    }
    marks_for_players: ClassVar = {
        "held": Text("held", context="what a throw came to"),
        "free": Text("breaks free", context="what a throw came to"),
        "disarmed": Text("loses a weapon", context="what a throw came to"),
    }
    seen_by_all: ClassVar = ("hold", "disarmed", "condition")
    actions: ClassVar = (*actions.ACTIONS, TEST)
    narrowed_by: ClassVar = ("target", "with")
    checks: ClassVar = CHECKS
    effect_units: ClassVar = (CHANCE, DAMAGE, ARMOUR)
    written_back: ClassVar = (
        contract.WrittenBack(Text("Hit points"), _hit_points_left, "ОЗ", "boj-18", most="max_hp"),
    )

    # ---- a fight

    def muster(self, roster: Roster, house: HouseRules) -> Scene:
        """Sheets become fighters, each with the first weapon in hand."""
        state = Scene(house=house)
        for recruit in roster:
            sheet: Sheet = recruit.sheet
            covers = [piece.rating for piece in sheet.armor if piece.kind == "cover"]
            first = (weapon.name for weapon in sheet.weapons[:1] if not weapon.bare)
            state.combatants[recruit.id] = enlist(
                Fighter, recruit, hp=sheet.most if sheet.hp is None else sheet.hp,
                max_hp=sheet.most, skills={skill_id(name): score for name, score in sheet.skills},
                cover_near=max(covers, default=0), in_hand=next(first, ""),
            )  # fmt: skip
        return state

    def begin(self, state: Scene, command: contract.Begin, table: Table) -> None:
        """Marks who does not know of the danger (boj-17) and begins the first turn (boj-1)."""
        state.phase = "turn"
        for id in command.surprised:
            state.take(id).unaware = True
            table.note("boj-17", state[id], "{name} does not know of the danger yet")
        turn.start_round(state, table)

    def resume(self, state: Scene, table: Table) -> None:
        """boj-1: the turn goes to the next in the order."""
        turn.pass_turn(state, table)

    def enter(
        self, state: Scene, newcomers: Sequence[str], command: contract.Join, table: Table
    ) -> None:
        """Newcomers draw their cards (boj-2)."""
        turn.come_in(state, newcomers, command.this_round, table)

    def funds(self, state: Scene, fighter: Fighter) -> int:
        """boj-1: one action a turn."""
        return 0 if fighter.acted else 1

    def too_dear(
        self, state: Scene, fighter: Fighter, action: Any, command: contract.Command | None = None
    ) -> Text | None:
        """boj-1: why there is no action left for it."""
        if self.price(state, fighter, action, command) and fighter.acted:
            return actions.SPENT
        return None

    def perform(self, state: Scene, command: contract.Command, table: Table) -> None:
        """Does an action: it spends the turn's one (boj-1) and ends an earlier guard (boj-7)."""
        actor = self.actor_of(state, command)
        fighter = state.take(actor)
        paid = self.price(state, fighter, self.action_of(command), command)
        if paid:  # boj-7: what the roll of an earlier attack stood for ends
            fighter.guard = None
        super().perform(state, command, table)
        if paid:
            state.take(actor).acted = True
        if state.turn is not None and state[state.turn].out:
            turn.leave_turn(state, state.take(state.turn), table)

    def offered(self, state: Scene, fighter: Fighter, option: Option, field: Field) -> Field | None:
        return actions.offered(state, fighter, option.action, field)

    def narrowed(
        self, state: Scene, fighter: Fighter, option: Option, field: Field, chosen: Parameters
    ) -> Field:
        """boj-22: those around the target as far as what is chosen reaches them."""
        reached = field.id in ("targets", "radius")
        return actions.around(fighter, option.action, field, chosen) if reached else field

    def near(self, state: Scene, fighter: Fighter) -> Collection[str]:
        """boj-13: whom a fighter holds, or is held by."""
        return fighter.touches

    def where_hit(
        self, before: Scene, after: Scene, id: str, step: Mapping[str, Any]
    ) -> Words | None:
        """boj-8: what a called shot was aimed at."""
        return step.get("part") if id == step.get("target") else None

    # ---- on the map

    def by_map(
        self, state: Scene, actor: str, step: Mapping[str, Any]
    ) -> Mapping[str, contract.Known]:
        """Distance, cover and radius of an attack, and whether a move demands a roll."""
        known = dict(super().by_map(state, actor, step))
        match step.get("action"):
            case "attack" | "called_shot":
                known |= on_map.known_of_attack(state, state[actor], step)
            case "move" | "step" if step.get("to"):
                to = (step["to"][0], step["to"][1])
                known |= on_map.known_of_move(state, state[actor], to, step["action"] == "move")
        return known

    def blast(self, state: Scene, step: Mapping[str, Any]) -> tuple[Point, float] | None:
        """boj-22: the radius of Lethality around the target."""
        actor = state.combatants.get(str(step.get("actor") or state.turn))
        middle = state.positions.get(str(step.get("target")))
        if actor is None or middle is None or step.get("action") not in ("attack", "called_shot"):
            return None
        several = on_map.reaching_several(actor, step)
        return (middle, float(several[1])) if several else None

    def go_to(self, state: Scene, id: str, to: Point) -> contract.Command | None:
        """boj-16: a few steps where they lead there, else the slowest pace that does."""
        way = straight_way(state, id, to)
        if way is None:
            return None
        if way.length <= on_map.STEP and not state[id].moved:
            return actions.Step(actor=id, to=to)
        return actions.Move(actor=id, to=to, pace=on_map.pace_for(way.length))

    def placed(self, state: Scene, ids: Sequence[str]) -> None:
        """boj-13: a hold ends where the two are put apart."""
        for id in ids:
            holder = on_map.torn_apart(state, state[id])
            if holder:
                let_go(state, state.take(holder.id))

    def within_reach(self, state: Scene, id: str) -> contract.WithinReach | None:
        """boj-16: a few steps beside the action, or a dash, a run or a sprint as it."""
        if id not in state.positions or self.why_not(state, id, self._actions["act", "step"]):
            return None
        refused = self.why_not(state, id, self._actions["act", "move"])
        paces = () if refused else ((float(far), 1) for far in on_map.PACES.values())
        return contract.WithinReach(radii=[(float(on_map.STEP), 0), *paces])

    def cautions(self, sheet: Record) -> Sequence[Caution]:
        """Warns of a weapon without its skill (boj-5), of armour that does not count (boj-23)."""
        assert isinstance(sheet, Sheet)
        known = {skill_id(id): value for id, value in sheet.skills.model_dump().items()}
        cautions = [
            Caution(
                Text(
                    "{name}, {weapon}: the skill is at 0 % ({skill})", weapon=weapon.name,
                    skill=score_term(weapon.skill), name=ProperName(sheet.name),
                ),
                "boj-5",
            )
            for weapon in sheet.weapons
            if not known.get(skill_id(weapon.skill), 0)
        ]  # fmt: skip
        worn = [piece for piece in sheet.armor if piece.kind == "body" and not piece.additive]
        if len(worn) > 1:
            best = max(worn, key=lambda piece: piece.rating)
            rest = few([piece.name for piece in worn if piece is not best])
            line = Text(
                "this armour does not add up; counts: {best}; does not count: {rest}",
                best=best.name,
                rest=rest,
            )
            cautions.append(Caution(line, "boj-23"))
        return cautions

    # ---- by hand

    def editable(self, state: Scene, id: str) -> Sequence[Field]:
        """As always; the cover within 3 m as its badge has it, by the map too (boj-17)."""
        near = on_map.cover_near(state, state[id])
        fields = super().editable(state, id)
        return [replace(f, default=near) if f.id == "cover_near" else f for f in fields]

    def edit(self, state: Scene, id: str, values: Mapping[str, Any]) -> None:
        """Sets values by hand; hp stay at most max_hp (boj-18), a hold binds two (boj-13).

        Raises :class:`Refusal` where a fighter who is out would hold, or be held.
        """
        fighter = state.take(id)
        before, hp = fighter.grappled_by, fighter.hp
        super().edit(state, id, values)
        if fighter.hp < hp and "aiming" not in values:  # boj-4
            fighter.aiming = fighter.aimed = False
        if not hp and fighter.hp:  # boj-18: what was so at 0 hit points is no more
            fighter.condition = ""
        if fighter.hp > fighter.max_hp:
            if "hp" in values:
                most = Text("can be at most {most}", most=fighter.max_hp)
                raise Refusal(most, "set.hp", rule="boj-18")
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
            absent = Text("there is no other combatant {id}", id=repr(holder))
            raise Refusal(absent, "set.grappled_by", rule="boj-13")
        for somebody in (fighter, state[holder]):
            if somebody.out:
                line = Text("{name} is out of the fight", name=somebody.name)
                raise Refusal(line, "set.grappled_by", rule="boj-18")
        hold(state, state.take(holder), fighter)

    def after_edit(self, state: Scene, id: str, values: Mapping[str, Any], table: Table) -> None:
        """Takes out of the order a fighter who fell or left (boj-18), and lets one back in.

        A fighter who stands again draws a card if there is none yet (boj-2).
        """
        if not state[id].out:
            if state.round and id not in state.order:
                turn.come_in(state, [id], True, table)
            elif state.round and state.turn is None:
                turn.pass_turn(state, table)
            return
        fell = "hp" in values and not state[id].has_left
        if fell or ("has_left" in values and state[id].hp):
            fall(state, state.take(id), table)
        if state.turn == id:
            turn.leave_turn(state, state.take(id), table)

    # ---- how it is shown

    def figures(self, state: Scene, id: str) -> Sequence[FigureGroup]:
        """See :mod:`desktop.rules.boj.figures`."""
        return tuple(played_from.figures(state[id]))

    def vitals(self, state: Scene, id: str) -> Sequence[Vital]:
        """Hit points, card, hold and the roll that stands against attacks."""
        fighter = state[id]
        vitals = [bar("hp", Text("HP"), fighter.hp, fighter.max_hp, "boj-18", "ОЗ")]
        if fighter.card:
            name = turn.NAMES.shown(fighter.card)
            tone: Tone = "bad" if str(name)[0] in turn.RED else "plain"
            vitals.append(
                Vital(
                    "card", "card", Text("card"), text=name, tone=tone, rule="boj-2", native="карта"
                )
            )
        if fighter.grappled_by:
            name = state[fighter.grappled_by].name
            held = Text("held by: {name}", name=name)
            vitals.append(badge("hold", held, "boj-13", "warn", f"в захвате у: {name}"))
        if fighter.grappling:
            name = state[fighter.grappling].name
            holds = Text("holds: {name}", name=name)
            vitals.append(badge("hold", holds, "boj-13", "warn", f"держит: {name}"))
        if fighter.guard and fighter.guard.roll.success and fighter.may_defend:
            kind, roll = fighter.guard.kind, fighter.guard.roll.roll
            text, native = GUARDS[kind]
            rule = "boj-7" if kind == "attack" else DEFENDED_BY[kind]
            said = Text(text.template, roll=roll)
            vitals.append(badge("guard", said, rule, native=f"{native}: {roll}"))
        return vitals + badges(replace(fighter, cover_near=on_map.cover_near(state, fighter)))

    def standing(self, state: Scene, id: str) -> Standing:
        """Done is a fighter whose turn is over."""
        usual = super().standing(state, id)
        return "done" if usual == "ready" and state[id].over else usual

    def measure(self, state: Scene, step: Mapping[str, Any]) -> Measure | None:
        """Actions that do no damage are measured by whether they succeed."""
        return MEASURES.get(str(step.get("action", "")))

    @property
    def foreign(self) -> Sequence[ForeignReader]:
        """Actors of Foundry VTT, see :mod:`desktop.rules.boj.foundry`."""
        from desktop.rules.boj import foundry  # few people bring any

        return (foundry.READER,)


GUARDS = {
    "dodge": (Text("dodges: {roll}"), "уклоняется"),
    "block": (Text("blocks: {roll}"), "блокирует"),
    "strike_back": (Text("counterattacks: {roll}"), "контратакует"),
    "attack": (Text("blocks by its attack: {roll}"), "отбивается"),
}
