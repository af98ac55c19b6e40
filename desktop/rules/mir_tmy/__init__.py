"""«Боевая система Мира Тьмы»: pools of d10, declared upward and acted downward.

The chapters of the document, and where their rules are:

==  ==========================================  =====================  ===================
1   Инициатива                                  mir_tmy-3, 4, 6, 8     ``initiative``
1   Инициатива: заявки                          mir_tmy-5, 7           ``turns``
2   Реакция                                     mir_tmy-9              ``initiative``
3   Нападение                                   mir_tmy-10, 11, 18     ``attacks``
4   Повреждения                                 mir_tmy-12 to 15       ``wounds``
5   Поглощение                                  mir_tmy-16             ``wounds``
6   Ранения                                     mir_tmy-17             ``wounds``
7   Модификаторы: засада                        mir_tmy-19             ``actions``
7   … вслепую, с фланга, дистанция, укрытие     mir_tmy-20 to 24, 29   ``pools``
7   … шок, оглушение, нокдаун                   mir_tmy-25 to 28       ``wounds``
8   Боевые маневры ближнего боя                 mir_tmy-10, 30 to 35   ``close_combat``
9   Боевые маневры дальнего боя                 mir_tmy-36 to 42       ``shooting``
10  Защитные маневры                            mir_tmy-22, 43 to 48   ``defence``
11  Множественные действия                      mir_tmy-49             ``actions``
12  Дополнительные действия                     mir_tmy-50             ``turns``
13  Автоматические действия в бою               mir_tmy-51 to 54       ``automatic_actions``
14  Оружие и броня                                                     ``sheet``
==  ==========================================  =====================  ===================

How dice are read (mir_tmy-1, 2) is in ``pools``. Ability, difficulty and weapon of each attack are
the table ``ATTACKS`` of ``attacks``; ability and rule of each defence the table ``DEFENCES`` of
``commands``. Beside the chapters stand ``sheet`` (what is filled in),
``commands`` (what can be said), ``state`` (what a fight changes), ``on_map`` (what a map says),
``options`` (what is offered), ``display`` and ``figures`` (what is shown), ``policies``
(behaviours).
A module imports only those before it in this order: ``sheet``, ``commands``, ``state``, ``pools``,
``wounds``, ``initiative``, ``defence``, ``attacks``, ``close_combat`` and ``shooting``,
``automatic_actions``, ``on_map``, ``actions``, ``turns``.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from desktop.languages import ProperName
from desktop.rules import cast, contract
from desktop.rules.display import Caution, Outcome
from desktop.rules.fields import Record
from desktop.rules.foreign import ForeignReader
from desktop.rules.geometry import Point
from desktop.rules.mir_tmy import actions, attacks, initiative, on_map, turns, wounds
from desktop.rules.mir_tmy.automatic_actions import farthest
from desktop.rules.mir_tmy.close_combat import LOSES
from desktop.rules.mir_tmy.commands import Act, BeginScene, Move, Run
from desktop.rules.mir_tmy.display import Display
from desktop.rules.mir_tmy.options import Offers
from desktop.rules.mir_tmy.policies import POLICIES
from desktop.rules.mir_tmy.pools import DICE, DIFFICULTY
from desktop.rules.mir_tmy.sheet import ATTRIBUTES, FORM_CHANGES, Armor, HouseRules, Sheet, Weapon
from desktop.rules.mir_tmy.sheet_checks import CHECKS, TEST
from desktop.rules.mir_tmy.state import Edits, Fighter, Scene, fighter_of, in_new_form, rounds_kept
from desktop.rules.positions import straight_way
from desktop.rules.registry import SHIPPED_BY_ID
from desktop.rules.state import Roster
from desktop.rules.table import BY_HAND, Refusal, Table
from desktop.rules.text import Term, Text, few, none_such

_ATTRIBUTES = frozenset(name for name, _ in ATTRIBUTES)


class MirTmy(Display, Offers):
    """The system as the encounter and the window know it."""

    id: ClassVar[str] = "mir_tmy"
    title: ClassVar[str] = "Боевая система Мира Тьмы"
    language: ClassVar[str] = "ru"
    round_term: ClassVar = Term("Turn", "Ход")
    out_rule: ClassVar[str] = "mir_tmy-17"
    sheet = Sheet
    house_rules = HouseRules
    fighter: ClassVar = Fighter
    edits = Edits
    catalogue: ClassVar = {"weapon": Weapon, "armor": Armor}
    kind_terms: ClassVar = SHIPPED_BY_ID["mir_tmy"].kinds
    actions: ClassVar = (*actions.ACTIONS, *turns.STEPS, TEST)
    acts_once: ClassVar[bool] = True
    checks: ClassVar = CHECKS
    effect_units: ClassVar = (DICE, DIFFICULTY, wounds.DAMAGE, wounds.SOAK, initiative.INITIATIVE)
    begin_command: ClassVar = BeginScene
    written_back: ClassVar = (
        contract.WrittenBack(
            Text("Damage marked"),
            lambda fighter: {f"damage.{type}": count for type, count in fighter.damage},
            "Повреждения",
            "mir_tmy-17",
        ),
        contract.WrittenBack(
            Text("Crippled limbs"),
            contract.kept("crippled_limbs"),
            "Повреждённые конечности",
            "mir_tmy-32",
        ),
        contract.WrittenBack(Text("Rounds loaded"), rounds_kept, "Заряжено", "mir_tmy-38"),
    )
    decisions: ClassVar = {
        "defence": Text(
            'how somebody defends against an attack: "none", "dodge", "parry", "block"'
        ),
        "cover": Text(
            'whether somebody covers a friend against an attack: "none", "dodge", "parry", "block"'
        ),
        "share": Text("how the successes are shared among targets: a list of numbers"),
        "shares": Text("how the dice of several actions are shared out anew: a list of numbers"),
    }
    policies: ClassVar = POLICIES
    marks: ClassVar = {
        "hit": Text("the target is hit"),
        "damage": Text("levels of damage to the target"),
        "hit_back": Text("the attacker is hit in return"),
        "damage_back": Text("levels of damage to the attacker"),
        "hit_instead": Text("somebody who covers the target is hit"),
        "damage_instead": Text("levels of damage to somebody who covers the target"),
        "down": Text("somebody falls"),
        "shock": Text("somebody is in shock"),
        "crippled": Text("a limb is crippled"),
        "disarmed": Text("somebody loses a weapon"),
        "grappled": Text("somebody is held"),
    }
    outcomes: ClassVar = (attacks.BOTCHED, LOSES)
    besides: ClassVar = (wounds.LETS_GO,)
    marks_for_players: ClassVar = {
        "hit_back": Text("is hit in return", context="what a throw came to"),
        "hit_instead": Text("hit in the place of another", context="what a throw came to"),
        "down": Text("falls", context="what a throw came to"),
        "shock": Text("in shock", context="what a throw came to"),
        "crippled": Text("a limb is crippled", context="what a throw came to"),
        "disarmed": Text("loses a weapon", context="what a throw came to"),
        "grappled": Text("held", context="what a throw came to"),
    }
    seen_by_all: ClassVar = (
        "shock", "stunned", "broken_neck", "down", "grappled_by", "suppressing",
    )  # fmt: skip

    # ---- a fight

    def muster(self, roster: Roster, house: HouseRules) -> Scene:
        """Sheets become fighters, as hurt and as loaded as they say."""
        return Scene(
            house=house, combatants={recruit.id: fighter_of(recruit) for recruit in roster}
        )

    def begin(self, state: Scene, command: BeginScene, table: Table) -> None:
        """Who is there rolls initiative, and the first turn begins (mir_tmy-3, 4)."""
        for index, id in enumerate(command.later):
            if id not in state.combatants:
                raise cast.unknown(id, f"later[{index}]")
            state.take(id).absent = True
        if command.later and all(c.absent for c in state.combatants.values()):
            raise Refusal("somebody has to be there from the start", "later")
        state.surprised = tuple(command.surprised)
        if command.surprised:
            names = [state[id].name for id in command.surprised]
            table.log("mir_tmy-19", Text("Surprised: {names}", names=few(names)))
        for fighter in state.take_all():  # each in the order of the roster; a group shares a die
            if not fighter.absent:
                initiative.roll_in(state, fighter, table)
        turns.start_round(state, table)
        turns.go_on(state, table)

    def resume(self, state: Scene, table: Table) -> None:
        """mir_tmy-3: a new turn begins where nobody was left to act."""
        if state.queue:
            turns.go_on(state, table)
        else:
            turns.start_round(state, table)

    def enter(
        self, state: Scene, newcomers: Sequence[str], command: contract.Join, table: Table
    ) -> None:
        """mir_tmy-3; who comes while others declare still declares, later they just act (5)."""
        fighters = [state.take(id) for id in newcomers]
        turns.come_in(state, fighters, table)
        if not command.this_round:
            for fighter in fighters:
                fighter.acted, fighter.extras_spent = True, fighter.extra_actions
        turns.go_on(state, table)

    def on_turn(self, state: Scene) -> Sequence[str]:
        """The fighter who acts; declaring is no turn (mir_tmy-5)."""
        return () if state.declaring else super().on_turn(state)

    def read(self, step: Mapping[str, Any]) -> contract.Command:
        """A command. Without an action, ``act`` is what was declared; others have to be known."""
        do, action = step.get("do", "act"), step.get("action", "")
        at_once = do == "act" and action == TEST.id
        known = at_once or (isinstance(action, str) and action in actions.BY_ID)
        if not known and (do == "declare" or (do == "act" and action != "")):
            values = {"system": self.id, "action": action, "there_is": list(actions.BY_ID)}
            said = Text("{system} has no action {action!r}; there is: {there_is}", **values)
            raise Refusal(said, "action")
        return super().read(step)

    def outcome(self, state: Scene) -> Outcome | None:
        """mir_tmy-17: one side is left on its feet, or nobody."""
        if cast.two_sides_stand(state):
            return None
        if next(state.standing(), None) is None:
            return Outcome(None, cast.left_standing(None), self.out_rule)
        return cast.one_side_left(state, self.out_rule)

    # ---- on the map

    def by_map(
        self, state: Scene, actor: str, step: Mapping[str, Any]
    ) -> Mapping[str, contract.Known]:
        """What the map knows of a command: distances, cover, metres of a way."""
        model = self.commands.get((step.get("do", "act"), step.get("action", "")))
        if model is None or not issubclass(model, Act):
            return {}
        return on_map.known(state, actor, model, step)

    def blast(self, state: Scene, step: Mapping[str, Any]) -> tuple[Point, float] | None:
        """mir_tmy-39: what a strafe covers; other fire hits one at a time."""
        actor = state.combatants.get(str(step.get("actor") or state.turn))
        if actor is None or step.get("do", "act") != "act":
            return None
        plan = actor.plan(state.wave)
        if plan and not step.get("action"):  # what was declared is done now
            step = plan.command.model_dump(by_alias=True)
        parts = [step] if step.get("action") == "strafe" else step.get("parts") or ()
        ids = [id for part in parts if part.get("action") == "strafe" for id in part["targets"]]
        places = [state.positions[id] for id in ids if id in state.positions]
        if not places:
            return None
        across, down = zip(*places, strict=True)
        middle = ((min(across) + max(across)) / 2, (min(down) + max(down)) / 2)
        return middle, on_map.STRAFED / 2

    def check_reach(self, state: Scene, step: Mapping[str, Any]) -> None:
        """mir_tmy-5: who declares a blow may still come near; from here it does not land."""
        command = super().filled_in(state, self.read(step))
        fighter = state[self.actor_of(state, command)]
        assert isinstance(command, Act)
        for _, refusal in on_map.refused_targets(state, fighter, command, as_told=True):
            raise refusal

    def filled_in(self, state: Scene, command: contract.Command) -> contract.Command:
        """As always; what is only declared is filled in when it is done."""
        return command if command.do == "declare" else super().filled_in(state, command)

    def go_to(self, state: Scene, id: str, to: Point) -> contract.Command | None:
        """mir_tmy-52: a move where it leads there, else a run; declared while others declare."""
        way = straight_way(state, id, to)
        if way is None:
            return None
        model = Move if way.length <= farthest(state[id], running=False) else Run
        return model(do="declare" if state.declaring else "act", actor=id, to=to)

    def within_reach(self, state: Scene, id: str) -> contract.WithinReach | None:
        """How far a move and a run go that can be made now, in metres (mir_tmy-52)."""
        if id not in state.positions:
            return None
        do = "declare" if state.declaring else "act"
        reaches = dict.fromkeys(
            float(farthest(state[id], running=action == "run"))
            for action in ("move", "run")
            if not self.why_not(state, id, self._actions[do, action])
        )
        unit = Term("act.", "действ.")
        return contract.WithinReach(radii=[(reach, 0) for reach in reaches], unit=unit)

    def price(
        self,
        state: Scene,
        fighter: Fighter,
        action: contract.Action[Scene, Fighter],
        command: contract.Command | None = None,
    ) -> int:
        """An action, but for what is done beside all else (mir_tmy-52, 54); never declared so."""
        if command is not None and command.cost is not None:
            return command.cost
        declared = command is not None and command.do == "declare"
        return int(declared or not turns.costs_nothing(state, fighter, action.id, command))

    # ---- by hand

    def edit(self, state: Scene, id: str, values: Mapping[str, Any]) -> None:
        """Sets values by hand. Raises :class:`Refusal` that names the field."""
        flat = dict(values)
        attributes = flat.pop("attributes", {})
        if not isinstance(attributes, Mapping):
            raise Refusal("needs an object", "set.attributes")
        said = {**attributes, **flat}
        fighter = state.take(id)
        form, body = fighter.form, fighter.attributes
        super().edit(state, id, said)
        _check_values(state, fighter, said.keys())
        if fighter.kind == "werewolf" and state.house.form_attributes:
            by_hand = {name: self.value_of(fighter, name) for name in said.keys() & _ATTRIBUTES}
            changed = in_new_form(body, form, fighter.form)
            fighter.attributes = body.model_copy(update=changed | by_hand)

    def set_value(self, fighter: Fighter, name: str, value: Any) -> None:
        """Sets an attribute, or a value of the fighter; rounds of the guns that are named."""
        if name in _ATTRIBUTES:
            fighter.attributes = fighter.attributes.model_copy(update={name: value})
        else:
            setattr(fighter, name, fighter.loaded | value if name == "loaded" else value)

    def value_of(self, fighter: Fighter, name: str) -> Any:
        """An attribute, or a value of the fighter."""
        return getattr(fighter.attributes if name in _ATTRIBUTES else fighter, name)

    def after_edit(self, state: Scene, id: str, values: Mapping[str, Any], table: Table) -> None:
        """What follows from values set by hand; the turn goes on where they end it."""
        fighter = state.take(id)
        if "form" in values and fighter.kind == "werewolf":
            body = {name: getattr(fighter.attributes, name) for name in FORM_CHANGES["crinos"]}
            line = Text(
                "{fighter}: strength {strength}, dexterity {dexterity}, stamina {stamina}, "
                "manipulation {manipulation}",
                fighter=fighter.name,
                **body,
            )
            table.log(BY_HAND, line, by=id)
        _follow(state, fighter, values, table)
        if "initiative" in values:
            state.order.sort(key=lambda id: state[id].initiative, reverse=True)
            if id in state.queue:
                state.queue.remove(id)
                initiative.take_place(state, id)
        if state.turn is not None or state.phase == "end":
            turns.go_on(state, table)

    # ---- how it is shown

    def is_there(self, state: Scene, id: str) -> bool:
        """mir_tmy-3: not before somebody who comes later has come."""
        return super().is_there(state, id) and not state[id].absent

    def cautions(self, sheet: Record) -> Sequence[Caution]:
        """Weapons that are too heavy for a sheet (mir_tmy-12)."""
        assert isinstance(sheet, Sheet)
        strength, name, cautions = sheet.attributes.strength, ProperName(sheet.name), []
        for weapon in sheet.weapons:
            if (needed := weapon.strength) > strength:
                said = {"weapon": weapon.name, "needed": needed, "name": name, "strength": strength}
                line = Text("{weapon}: needs strength {needed}; {name} has {strength}", **said)
                cautions.append(Caution(line, "mir_tmy-12"))
        return cautions

    @property
    def foreign(self) -> Sequence[ForeignReader]:
        """Actors of Foundry VTT, see :mod:`desktop.rules.mir_tmy.foundry`."""
        from desktop.rules.mir_tmy import foundry  # few people bring any

        return (foundry.READER,)


def _check_values(state: Scene, fighter: Fighter, names: Collection[str]) -> None:
    """Whether this fighter can have the values of these ``names``, which are set.

    Raises :class:`Refusal` that names the field.
    """
    if "grappled_by" in names and fighter.grappled_by is not None:
        cast.another(state, fighter, fighter.grappled_by, "set.grappled_by")
    if "must_rise" in names and fighter.must_rise and "down" in names and not fighter.down:
        raise Refusal("only who is down has to rise", "set.must_rise", rule="mir_tmy-27")
    if fighter.marked > (most := len(fighter.levels) + 1):
        raise Refusal(Text("levels to mark: {count}", count=most), "set.damage")
    clips = {w.name: w.clip + w.chamber for w in fighter.sheet.weapons if w.clip is not None}
    for name, rounds in fighter.loaded.items():
        if name not in clips:
            raise Refusal(none_such(name, clips), f"set.loaded.{name}")
        if rounds > clips[name]:
            said = Text("loaded can be at most the clip ({clip})", clip=clips[name])
            raise Refusal(said, f"set.loaded.{name}")
    weapons = [weapon.name for weapon in fighter.sheet.weapons]
    for name in fighter.unready:
        if name not in weapons:
            raise Refusal(none_such(name, weapons), "set.unready")


def _follow(state: Scene, fighter: Fighter, values: Mapping[str, Any], table: Table) -> None:
    """What follows from these values: the fallen, held and shocked stop guarding, and
    somebody who stands does not have to rise (mir_tmy-27, 30, 42, 46).

    Dice of aiming count for any target and gun (36). A fighter who has an action again, or is back
    in the fight, is still to declare or to act (4, 5).
    """
    if values.get("down") or values.get("must_rise"):
        wounds.fall(state, fighter, table)
    elif "down" in values:
        fighter.must_rise = False
    if "aiming" in values:
        fighter.aimed_at, fighter.aimed_with = None, ""
    if values.get("grappled_by") or values.get("shock"):
        wounds.stop_countering(fighter, table)
    if values.get("shock") or values.get("shock_next"):
        wounds.stop_suppressing(fighter, table)
    if fighter.out:
        wounds.fall_out(state, fighter, table)
    elif state.round:
        declared = state.declaring and fighter.plan(state.wave) is not None
        if not (declared or fighter.id in state.queue or fighter.spent(state.wave)):
            initiative.take_place(state, fighter.id)
