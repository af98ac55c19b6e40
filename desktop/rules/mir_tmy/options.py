"""What is on offer: the options of a state, and the values of their parameters."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, ClassVar, get_args

from desktop.rules import cast
from desktop.rules.contract import Option
from desktop.rules.fields import Choice, Field
from desktop.rules.mir_tmy import actions, attacks, automatic_actions, initiative, shooting, turns
from desktop.rules.mir_tmy.close_combat import not_bitten
from desktop.rules.mir_tmy.commands import Act, PartAction
from desktop.rules.mir_tmy.on_map import HAND_TO_HAND, can_attack, in_range
from desktop.rules.mir_tmy.pools import trait_pool
from desktop.rules.mir_tmy.sheet import ABILITIES, ATTRIBUTES, Weapon, level_word, word
from desktop.rules.mir_tmy.sheet_checks import TEST
from desktop.rules.mir_tmy.state import Fighter, Scene, fitting, too_few_rounds, weapon_for
from desktop.rules.positions import behind_wall, out_of_touch
from desktop.rules.table import Refusal
from desktop.rules.text import Reason, Text, Words, as_text, in_terms, joined

IN_THE_LAST_TURN = {
    "move": (Text("Still for the last turn: move"), "Ещё за прошлый ход: движение"),
    "speak": (Text("Still for the last turn: speak"), "Ещё за прошлый ход: речь"),
}
"""What cost nothing in the turn that has just ended, and was not done (mir_tmy-52, 54)."""
AT_ONCE = {
    "move": (Text("Move at once"), "Движение сразу"),
    "speak": (Text("Speak at once"), "Говорить сразу"),
}
"""What costs nothing, while the same can be declared as an action too (mir_tmy-52, 54)."""


class Offers(turns.Turns):
    """What is on offer: the options of a state, and the values of their parameters."""

    narrowed_by: ClassVar = ("distance",)

    def turn_options(self, state: Scene) -> list[Option]:
        """What the fighter on turn can declare or do, and what all can do together."""
        if state.turn is None:
            return []
        fighter, declares = state[state.turn], state.declaring
        plan = None if declares else fighter.plan(state.wave)
        options = []
        for action in actions.ACTIONS:
            if action.id in ("ambush", "pass"):
                continue
            due = plan is not None and action.id == plan.command.action
            other = plan is not None and not due and action.id != fighter.forced
            if not other or turns.costs_nothing(state, fighter, action.id):
                to = getattr(plan and plan.command, "to", None)
                usual = {"group": "actions", "main": True, "key": "A", "place": to} if due else {}
                do = "declare" if declares else "act"
                option = self.option(state, fighter, action, do=do, **usual)
                if plan and due and not option.why_not:
                    option = replace(option, why_not=_empty(fighter, plan.command))
                options.append(option)
        nothing = {"label": Text("Declare nothing"), "native": "Без заявки"} if declares else {}
        if not declares and initiative.slower(state):
            options.append(self.option(state, fighter, initiative.WAIT))
        options.append(self.option(state, fighter, turns.END_TURN, **nothing))
        options += self._of_anybody(state, fighter)
        return options + _possible(self.option(state, None, initiative.REROLL_ALL))

    def out_of_turn_options(self, state: Scene, id: str) -> list[Option]:
        """What somebody else can do meanwhile; who comes later can come in though all are out."""
        if state.turn == id or (state.turn is None and not state[id].absent):
            return []
        return self._of_anybody(state, state[id])

    def _of_anybody(self, state: Scene, fighter: Fighter) -> list[Option]:
        """What can be done out of turn, as far as it can be done."""
        if fighter.absent:
            return _possible(self.option(state, fighter, turns.ENTER, out_of_turn=True))
        if fighter.out:
            return []
        reaction = {"out_of_turn": True, "key": "", "group": "reactions"}
        on_turn = fighter.id == state.turn
        options: list[Option] = []
        in_the_last_turn: list[Option] = []
        ambush = actions.BY_ID["ambush"]
        if not ambush.why_not(state, fighter) and any(  # before anything else (mir_tmy-19)
            actions.not_ambushed(state, other) is None for other in cast.enemies(state, fighter)
        ):
            options.append(self.option(state, fighter, ambush, out_of_turn=True, group="reactions"))
        for step in (turns.CHANGE, initiative.REROLL, turns.KNOCKDOWN):
            key = step.key if on_turn else ""
            out_of_turn = step is turns.KNOCKDOWN or not on_turn
            options += _possible(
                self.option(state, fighter, step, out_of_turn=out_of_turn, key=key)
            )
        for id in AT_ONCE:
            beside = turns.costs_nothing(state, fighter, id) and (not on_turn or state.declaring)
            beside = beside and not turns.acts_at_once(state, fighter.id, id)  # once declared
            before = turns.before_this(state, fighter, id)
            if before or beside:
                label, native = (IN_THE_LAST_TURN if before else AT_ONCE)[id]
                option = self.option(
                    state, fighter, actions.BY_ID[id], label=label, native=native, **reaction
                )
                if before:  # both together, and none among the moves of this turn
                    no = actions.in_no_state(before, id)
                    option = replace(option, section="other", why_not=no)
                (in_the_last_turn if before else options).extend(_possible(option))
        options += in_the_last_turn
        options.append(self.option(state, fighter, TEST, **({} if on_turn else reaction)))
        return options

    def parameters(
        self, state: Scene, option: Option, chosen: Mapping[str, Any] | None = None
    ) -> Sequence[Field]:
        """At whom and with what comes first, then what bears on it."""
        fields = super().parameters(state, option, chosen)
        return sorted(fields, key=lambda field: field.kind == "record")

    def offered(self, state: Scene, fighter: Fighter, option: Option, field: Field) -> Field | None:
        """A parameter with what is on offer for it; as declared, where it is declared."""
        if field.id == "concealed" and option.do == "act":
            return None
        if option.do == "act" and (before := turns.before_this(state, fighter, option.action)):
            assert state.ended
            return _offered(state.ended.scene, before, option, field)
        if field.id == "drink" and fighter.kind != "vampire":
            return None
        without = option.action == "ambush" and shooting.no_two_guns(state, fighter)
        if field.id == "off" and without:
            return None
        plan = None  # the declaration that this option carries out
        if option.do == "act" and option.actor in state.combatants:
            plan = state[option.actor].plan(state.wave)
        filled = _offered(state, fighter, option, field)
        if plan is None or plan.command.action != option.action:
            return filled
        value = getattr(plan.command, "with_" if field.id == "with" else field.id, None)
        if field.id in ("target", "with") and value:
            said, others = Reason("not declared", rule="mir_tmy-7"), field.id == "target"
            filled = filled.offering(
                [
                    c if c.value == value or c.why_not else replace(c, why_not=said, aside=others)
                    for c in filled.choices
                ]
            )
        if value not in (None, ""):
            filled = replace(filled, default=_plain(value))
        return filled

    def narrowed(
        self,
        state: Scene,
        fighter: Fighter,
        option: Option,
        field: Field,
        chosen: Mapping[str, Any],
    ) -> Field:
        """mir_tmy-23: the distance that is typed is the one that counts."""
        held = _loaded_in_hand(fighter)
        return cast.told_in_reach(field, chosen, lambda far: any(in_range(w, far) for w in held))


def _loaded_in_hand(fighter: Fighter) -> list[Weapon]:
    """The weapons in hand that can be used now; where all are empty guns, all of them."""
    held = [weapon for weapon in fighter.weapons if fighter.has_ready(weapon)]
    return [weapon for weapon in held if not attacks.is_empty(fighter, weapon)] or held


def _empty(fighter: Fighter, command: Act) -> Text | None:
    """Why a shot that was declared cannot be fired now: its gun is empty (mir_tmy-38)."""
    shot = command.action in (*turns.SHOTS, "suppress")
    name = getattr(command, "with_", "") if shot else None
    guns = (weapon for weapon in fighter.weapons if weapon.name == name)
    return next((attacks.is_empty(fighter, gun) for gun in guns), None)


def _possible(option: Option) -> list[Option]:
    """The option by itself; nothing where it cannot be."""
    return [option] if option.why_not is None else []


def _plain(value: Any) -> Any:
    """A value as the field shows it: records as they are, lists of records as JSON."""
    if isinstance(value, list):
        return [v.model_dump(by_alias=True) if hasattr(v, "model_dump") else v for v in value]
    return value


def _offered(state: Scene, fighter: Fighter, option: Option, field: Field) -> Field:
    """A field with what is on offer for it; others as they are."""
    action = option.action
    match field.id:
        case "target" | "second_target":
            choices = _people(state, fighter, option)
            first = next((c.value for c in choices if c.why_not is None), None)
            return field.offering(choices, default=first if field.required else None)
        case "targets":
            return field.offering(_people(state, fighter, option))
        case "apart":
            people = _people(state, fighter, option)
            inner = (p.offering(people) if p.id == "target" else p for p in field.fields)
            return replace(field, fields=tuple(inner))
        case "until":  # those who are still to act after somebody, the next at first (mir_tmy-8)
            slower = cast.combatant_choices(initiative.slower(state))
            return field.offering(slower, default=slower[0].value if slower else None)
        case "past":
            lets = Text("lets anybody pass")
            others = [other for other in state.downward() if other.id != fighter.id]
            choices = cast.combatant_choices(
                others, lambda c: None if c.countering or c.suppressing else lets
            )
            return field.offering([replace(c, aside=bool(c.why_not)) for c in choices])
        case "modifiers":  # no cover at close quarters, no targeting by automatic fire (24, 37)
            useless: Collection[str] = ("targeting",) if action == "full_auto" else ()
            if action in HAND_TO_HAND:
                useless = ("cover", "own_cover")
            return replace(field, fields=tuple(p for p in field.fields if p.id not in useless))
        case "with" | "off":
            return _arms(fighter, option, field)
        case "by":
            return _actions(field)
        case "ability":
            return field.offering(_abilities(fighter, action), default="")
        case "their_ability":
            theirs = cast.of_others(state, fighter, lambda other: _abilities(other, action))
            return field.offering(theirs, default="")
        case "attribute" if not field.choices:
            return field.offering(
                [Choice("", "–"), *(Choice(id, _named(id)) for id, _ in ATTRIBUTES)]
            )
        case "parts":
            return _parts(state, fighter, option, field)
        case "metres" if action != "multiple":  # of several actions the dice say it (mir_tmy-52)
            return replace(field, maximum=automatic_actions.farthest(fighter, action == "run"))
    return field


def _actions(field: Field) -> Field:
    """Actions to choose from, by the words of their buttons."""
    acts = [actions.BY_ID[choice.value] for choice in field.choices]
    return field.offering(
        [Choice(act.id, in_terms(as_text(act.label), act.native)) for act in acts]
    )


def _arms(fighter: Fighter, option: Option, field: Field) -> Field:
    doing, meant = "two_guns" if field.id == "off" else option.action or option.do, ""
    if field.id == "with" and doing != "multiple":
        with suppress(Refusal):  # nothing that fits is in hand
            meant = weapon_for(fighter, doing, unloaded=True).name
    arms = [Choice("", Text("what is in hand"), meant)]
    for weapon in fitting(fighter, doing):
        held = fighter.has_ready(weapon) or option.action in ("ready_weapon", "multiple")
        why_not = _not_loaded(fighter, weapon, option) if held else Text("not in hand")
        arms.append(Choice(weapon.name, weapon.name, _note(fighter, weapon), why_not))
    return field.offering(arms, default="")


def _not_loaded(fighter: Fighter, weapon: Weapon, option: Option) -> Text | None:
    """mir_tmy-37 to 42: why a gun has too few rounds; one may reload before what is declared."""
    if option.do != "act":
        return None
    shot = option.action in ("attack", "two_guns")
    empty = attacks.is_empty(fighter, weapon) if shot else None
    return empty or too_few_rounds(fighter, weapon, option.action)


def _named(id: str) -> Text:
    return Text("{name}", name=word(id))


def _parts(state: Scene, fighter: Fighter, option: Option, field: Field) -> Field:
    """mir_tmy-49: at first two attacks on the same enemy."""
    foes = cast.enemies(state, fighter)
    inner = tuple(_of_part(state, fighter, option, part) for part in field.fields)
    pool = max(trait_pool(fighter, "dexterity", weapon_for(fighter, "attack").skill).dice, 4)
    attack = {"action": "attack", "dice": pool // 2, "target": foes[0].id if foes else ""}
    return replace(field, fields=inner, default=[{**attack, "dice": pool - pool // 2}, attack])


def _people(state: Scene, fighter: Fighter, option: Option) -> tuple[Choice, ...]:
    friendly = option.do == "change_to_defence" or option.action == "cover_ally"

    def why_not(c: Fighter) -> Text | None:
        if c.dead:
            return Text("{level}", level=level_word(c.level, c.kind))
        if c.absent:
            return Text("not here yet")
        if c.has_left:
            return Text("has left")
        if option.action == "bite" and option.do == "act":
            return not_bitten(fighter, c)
        return actions.not_ambushed(state, c) if option.action == "ambush" else None

    # Who holds it (mir_tmy-30), whom it holds, and whom it aims at (36).
    holds = [c.id for c in state.combatants.values() if c.grappled_by == fighter.id]
    near = [id for id in (fighter.grappled_by, *holds, fighter.aimed_at) if id]
    barred = (out_of_touch if friendly else behind_wall)(state, fighter.id)
    held = _loaded_in_hand(fighter)

    def hindered(c: Fighter) -> Words | None:
        reached = option.action != "attack" or any(can_attack(state, fighter, c, w) for w in held)
        return barred(c) or (None if reached else cast.OUT_OF_REACH)

    return cast.targets(
        state, fighter, why_not, near=near, friends_first=friendly, hindered=hindered
    )


def _note(fighter: Fighter, weapon: Weapon) -> Text:
    parts: list[Words] = [Text("{dice:+d} {type}", dice=weapon.damage, type=word(weapon.type))]
    if weapon.clip is not None:
        parts.append(f"{fighter.loaded.get(weapon.name, 0)}/{weapon.clip}")
    if weapon.range is not None:
        parts.append(Text("{range} m", range=weapon.range))
    return joined(parts)


BY_ABILITY = ("grapple", "break_joint", "neck_twist")
"""The attacks that are made by one of several abilities."""


def _abilities(fighter: Fighter, action: str) -> list[Choice]:
    if action in BY_ABILITY or action == "ambush":
        by = [action] if action in BY_ABILITY else BY_ABILITY
        fits = tuple(dict.fromkeys(name for id in by for name in attacks.ATTACKS[id].abilities))
    else:
        fits = {"break_free": attacks.HOLDING, "speak": automatic_actions.SPEAKING}.get(action, ())
    names = list(fits or dict(ABILITIES))
    if not fits:
        names += [name for name in fighter.ratings if name not in names]
    choices = [Choice(name, _named(name), str(fighter.ability(name))) for name in names]
    return [Choice("", Text("best", context="ability") if fits else "–"), *choices]


def _of_part(state: Scene, fighter: Fighter, option: Option, field: Field) -> Field:
    """A field of one of several actions, for those that have it; what few need is folded away."""
    if field.id == "action":
        return _actions(field)
    often = field.id in ("dice", "target", "with")
    offered = replace(_offered(state, fighter, option, field), seldom=not often)
    if field.id == "dice":
        return offered
    name = "with_" if field.id == "with" else field.id
    ids = get_args(PartAction)
    having = [id for id in ids if name in actions.BY_ID[id].command.model_fields]
    return replace(offered, only_with=("action", *having))
