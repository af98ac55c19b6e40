"""TEOHIPHIP, «Zasady potyczki»: bands of up to three, 2 AP, pools of dice to swap with.

Chapters of the document, and the modules with their rules:

* Podstawy gry, Aktywacja i tura (teohiphip-1 to 5): ``rounds``
* Ruch, Linia wzroku, Teren i osłona, Akcje w turze (6 to 15, 21): ``actions``; active traits (15):
  ``talents``; what a map says: ``on_map``
* Mechanika testów, Walka (16, 17, 20, 22): ``checks``
* Pula inicjatywy (4, 18, 19): ``pool``

What they work on: ``sheet`` (what is filled in, and what traits make of it), ``state`` (what a
fight changes, melee contact), ``policies`` (behaviours).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from desktop.languages import ProperName
from desktop.rules import cast, contract
from desktop.rules.display import Caution, Measure, Outcome, Standing, Vital, badge, bar
from desktop.rules.fields import Choice, Field, Record
from desktop.rules.figures import FigureGroup
from desktop.rules.geometry import Point, whole
from desktop.rules.positions import straight_way
from desktop.rules.registry import SHIPPED_BY_ID
from desktop.rules.state import PLAYERS, Roster, side_in_words
from desktop.rules.table import Refusal, Table
from desktop.rules.teohiphip import actions, checks, on_map, rounds, talents
from desktop.rules.teohiphip.actions import DAMAGE, SPEED
from desktop.rules.teohiphip.checks import ADVANTAGE, AGAIN, ARMOUR, FORCED, REGAINED, eliminate
from desktop.rules.teohiphip.figures import figures
from desktop.rules.teohiphip.policies import POLICIES
from desktop.rules.teohiphip.sheet import MOST_BOUGHT, TAGS, Attack, HouseRules, Sheet, Trait
from desktop.rules.teohiphip.sheet_checks import CHECKS
from desktop.rules.teohiphip.state import AP, Fighter, Skirmish, can_be_activated, engage, part
from desktop.rules.text import NOTHING, Term, Text, Words, in_terms, terms
from desktop.rules.values import plain


def hit_points_left(fighter: Fighter) -> Mapping[str, Any]:
    """The hit points that are left, without temporary ones, and the maximum that was bought.

    A sheet that left the maximum out has to name it once somebody is hurt.
    """
    sheet: Sheet = fighter.sheet
    left = min(max(fighter.hp - fighter.temporary, 0), sheet.most_hit_points)
    if left == sheet.hit_points:
        return {"hp": sheet.hp, "max_hp": sheet.max_hp}
    return {"hp": left, "max_hp": sheet.most}


BADGES = (
    badge("aiming", Text("aiming"), "teohiphip-12", native="celuje"),
    badge("hunkered", Text("hunkered"), "teohiphip-13", native="kryje się"),
    badge("engaged_with", Text("in contact"), "teohiphip-21", native="w kontakcie"),
    badge("temporary", Text("temporary PŻ"), "teohiphip-20", native="tymczasowe PŻ"),
    badge(
        "urged", Text("advantage on the next test"), "teohiphip-17",
        native="przewaga w następnym teście",
    ),
    badge(
        "shaken", Text("disadvantage on the next test"), "teohiphip-17",
        native="utrudnienie w następnym teście",
    ),
    badge("jinxed", Text("pool out of use"), "teohiphip-18", native="pula wyłączona"),
    badge("unsure", Text("must swap a 1 or 2"), "teohiphip-18", native="musi zamienić 1 lub 2"),
)  # fmt: skip
"""What somebody's values of these names are shown as, while they are not empty."""

DESCRIBED = ("name", "side", "band", "hp", "max_hp", "spd", "ap", "pool", "activated")
EFFECTS = ("aiming", "hunkered", "urged", "shaken", "jinxed", "unsure", "temporary", "engaged_with")
"""What ``fraydesk run`` prints of a fighter, and what of that only while it is not empty."""

CLIMBED = Measure("success", words=(Text("fails"), Text("gets over")))

AWAY = Text("not in contact: move there first")
"""Why somebody cannot be struck who stands apart."""


class Teohiphip(contract.Rules[Skirmish]):
    """TEOHIPHIP as one of the systems of the program."""

    id: ClassVar[str] = "teohiphip"
    title: ClassVar[str] = "TEOHIPHIP"
    language: ClassVar[str] = "pl"
    unit: ClassVar = Term("AP", "AP")
    round_term: ClassVar = Term("Round", "Runda")
    besides: ClassVar = (FORCED, actions.SLOWED)
    regained: ClassVar = (REGAINED,)
    rules_of_dice: ClassVar = ("teohiphip-4", "teohiphip-18", AGAIN.template)
    map_unit: ClassVar[str] = "″"
    ground_words: ClassVar = {"full": Text("Low solid terrain"), "partial": Text("Something soft")}
    sheet = Sheet
    house_rules = HouseRules
    fighter = Fighter
    narrowed_by: ClassVar = ("distance", "trait")
    catalogue: ClassVar = {"attack": Attack, "trait": Trait}
    kind_terms: ClassVar = SHIPPED_BY_ID["teohiphip"].kinds
    decisions: ClassVar = {
        "swap": Text(
            "which dice of the pool are swapped into a test: a list of pairs, the die of the test "
            "and the die of the pool, from 0; [] for none"
        ),
        "defend": Text(
            "whether a friend takes part of the damage: a die of the pool, from 0, or null"
        ),
        "superstition": Text("which dice the superstitious throw again: a list of dice, from 0"),
        "lucky": Text("whether the lucky throw a 1 again: the die, from 0, or null"),
        "gambler": Text("whether the gambler throws the whole pool again: true or null"),
        "provident": Text("which die the provident keep: the die, from 0, or null"),
        "strategist": Text("which die the strategist throws again: the die, from 0, or null"),
        "mystic": Text("which die the mystic turns by one: [die from 0, face], or null"),
        "fate_smith": Text("which die is set to which face: [die from 0, face], or null"),
        "tactician": Text(
            "which die the tactician turns over for advantage: the die, from 0, or null"
        ),
        "fools_luck": Text("whether somebody's dice are thrown again: true or false"),
        "trickster": Text("which die the trickster turns over: the die, from 0"),
        "leader": Text("which dice the leader swaps with a friend: [own, the friend's], from 0"),
    }
    policies: ClassVar = POLICIES
    marks: ClassVar = {"damage": Text("hit points lost"), "cost": Text("dice or hit points paid")}
    marks_of_misses: ClassVar = ("cost",)
    seen_by_all: ClassVar = ("aiming", "hunkered", "engaged_with")
    actions = (actions.ACTIVATE, *actions.ACTIONS)
    checks = CHECKS
    effect_units = (ADVANTAGE, DAMAGE, ARMOUR, SPEED, rounds.ACTION_POINTS)
    written_back = (
        contract.WrittenBack(Text("Hit points"), hit_points_left, native="PŻ", rule="teohiphip-20"),
    )

    # ---- a fight

    def muster(self, roster: Roster, house: HouseRules) -> Skirmish:
        state = Skirmish(house=house)
        for recruit in roster:
            sheet: Sheet = recruit.sheet
            temporary = sheet.temporary_hit_points
            state.combatants[recruit.id] = cast.enlist(
                Fighter,
                recruit,
                band=sheet.band or recruit.side,
                traits=sheet.known_traits,
                max_hp=sheet.most_hit_points,
                hp=sheet.hit_points + temporary,
                temporary=temporary,
                spd=sheet.speed,
            )
        return state

    def begin(self, state: Skirmish, command: contract.Begin, table: Table) -> None:
        if command.surprised:
            raise Refusal(Text("there is no surprise in this system"), "surprised")
        for fighter in state.take_all():
            rounds.name_band(state, fighter)
        rounds.tell_builds(state, state.combatants, table)
        rounds.start_round(state, table)

    def enter(
        self, state: Skirmish, newcomers: Sequence[str], command: contract.Join, table: Table
    ) -> None:
        if state.phase == "end":
            raise Refusal(Text("the last round is over"), "do")
        rounds.come_in(state, newcomers, command.this_round, table)

    def leave(self, state: Skirmish, id: str, table: Table) -> None:
        fighter = state.take(id)
        part(state, fighter)
        fighter.pool, fighter.ap = [], 0
        rounds.pass_over_the_fallen(state, table)

    def change_side(self, state: Skirmish, id: str, side: str, table: Table) -> None:
        rounds.change_band(state, state.take(id), side)
        if id in state.positions:
            on_map.find_contact(state, [id])
        rounds.pass_over_the_fallen(state, table)

    def to_act(self, state: Skirmish) -> Sequence[str]:
        """teohiphip-3: the one on turn; and those who may be activated without ending a turn first:
        those of the band that is to choose, or of the next band once no AP are left."""
        active = () if state.turn is None else (state.turn,)
        return [*active, *(fighter.id for fighter in state.ready(_band_to_choose(state)))]

    def is_to_act(self, state: Skirmish, id: str) -> bool:
        if id == state.turn:
            return True
        return can_be_activated(state[id]) and state[id].band == _band_to_choose(state)

    def why_not(
        self,
        state: Skirmish,
        actor: str,
        action: contract.Action[Skirmish, Any],
        command: contract.Command | None = None,
    ) -> Refusal | None:
        begins = action is actions.ACTIVATE
        if (
            state.phase == "end"
            or (begins and not can_be_activated(state[actor]))
            or (action is actions.END and actor != state.turn)
        ):
            return self.not_their_turn(state, state[actor])
        return super().why_not(state, actor, action, command)

    def acting(
        self, state: Skirmish, actor: str, action: contract.Action[Skirmish, Any]
    ) -> Fighter:
        """An act of somebody who may be activated activates them first (teohiphip-3, 5)."""
        fighter = state[actor]
        if actor == state.turn or action is actions.ACTIVATE or action.whose == "anybody":
            return fighter
        return rounds.fresh(fighter.copy())

    def price(
        self,
        state: Skirmish,
        fighter: Fighter,
        action: contract.Action[Skirmish, Any],
        command: contract.Command | None = None,
    ) -> int:
        """As the game master says, as the command or its trait, else as the list; without a command
        the least that it can cost. An activation costs nothing."""
        if action.group == "turn":
            return 0
        if command is not None and command.cost is not None:
            return command.cost
        match command:
            case actions.Interact(ap=ap) | actions.Other(ap=ap):
                return ap
            case actions.Climb(hard=False):
                return 0
            case actions.UseTrait(trait=name):
                return talents.price_of(actions.active_trait(fighter, name))
            case None if action.command is actions.UseTrait:
                active = talents.active_traits(fighter)
                usable = [trait for trait in active if not talents.not_now(state, fighter, trait)]
                prices = map(talents.price_of, usable or active)
                return min(prices, default=action.price)
            case None if action.command is actions.Climb:
                return 0
        return action.price

    def price_in_words(
        self, state: Skirmish, fighter: Fighter, action: contract.Action[Skirmish, Any]
    ) -> Words:
        """teohiphip-8: of a climb what an easy obstacle costs and a hard one."""
        if action.command is actions.Climb:
            return Text("{price} {unit}", price=f"0–{action.price}", unit=self.unit)
        return super().price_in_words(state, fighter, action)

    def funds(self, state: Skirmish, fighter: Fighter) -> int | None:
        return fighter.ap

    def turn_options(self, state: Skirmish) -> Sequence[contract.Option]:
        if state.phase == "end":
            return ()
        if state.turn is not None:
            return [self.option(state, state[state.turn], action) for action in actions.ACTIONS]
        return [
            self.option(
                state,
                fighter,
                actions.ACTIVATE,
                label=Text("Activate: {name}", name=fighter.name),
                native=f"Aktywuj: {fighter.name}",
            )
            for fighter in state.ready(state.band)
        ]

    def out_of_turn_options(self, state: Skirmish, id: str) -> Sequence[contract.Option]:
        fighter = state[id]
        if state.phase == "end" or id == state.turn or fighter.out or fighter.sheet.object:
            return ()
        return [
            self.option(state, fighter, action, key="", group="reactions", out_of_turn=True)
            for action in actions.ACTIONS
            if action.whose == "anybody"
        ]

    def offered(
        self, state: Skirmish, fighter: Fighter, option: contract.Option, field: Field
    ) -> Field | None:
        match field.id:
            case "target" if field.optional:
                allies = [c for c in cast.others(state, fighter) if c.side == fighter.side]
                traits = [t.name for t in talents.active_traits(fighter) if talents.helps_others(t)]
                field = replace(field, only_with=("trait", *traits))
                return field.offering(cast.combatant_choices(allies, cast.gone))
            case "target" if option.action == "attack":
                beyond = actions.beyond_blows(fighter)
                in_reach = cast.needed(lambda c: c.id not in beyond, AWAY)
                near, hindered = self.near(state, fighter), partial(_hindered, state, fighter)
                people = cast.targets(state, fighter, in_reach, near=near, hindered=hindered)
                return field.offering(people)
            case "with":
                return _weapons(state, fighter, field)
            case "trait":
                return field.offering([*self._traits(state, fighter)])
            case "tags":
                return field.offering(
                    [Choice(tag, Text("{term}", term=term), tag) for tag, term in terms(TAGS)]
                )
            case _:
                return super().offered(state, fighter, option, field)

    def narrowed(
        self,
        state: Skirmish,
        fighter: Fighter,
        option: contract.Option,
        field: Field,
        chosen: Mapping[str, Any],
    ) -> Field:
        """teohiphip-11: the distance that is typed is the one that counts; 15: some traits help
        only in contact."""
        if option.action == "use_trait" and field.id == "target":
            active, name = talents.active_traits(fighter), chosen.get("trait")
            trait = next((trait for trait in active if trait.name == name), None)
            far = partial(talents.too_far, state, fighter, trait)
            choices = [replace(c, why_not=c.why_not or far(c.value)) for c in field.choices]
            return field.offering(choices)
        weapons = actions.usable_weapons(fighter)
        return cast.told_in_reach(
            field, chosen, lambda far: any(on_map.reaches(weapon, far) for weapon in weapons)
        )

    def _traits(self, state: Skirmish, fighter: Fighter) -> Iterator[Choice]:
        for trait in talents.active_traits(fighter):
            command = actions.UseTrait(actor=fighter.id, trait=trait.name)
            dear = self.too_dear(state, fighter, self.action_of(command), command)
            price = Text("{price} AP", price=talents.price_of(trait))
            why_not = talents.not_now(state, fighter, trait) or dear
            yield Choice(trait.name, trait.name, price, why_not)

    def cautions(self, sheet: Record) -> Sequence[Caution]:
        """teohiphip-4: with more hit points than a band's character can be made with."""
        assert isinstance(sheet, Sheet)
        if sheet.object or sheet.most <= MOST_BOUGHT:
            return []
        caution = Text(
            "{name}: {count} hit point; a character of a band is made with at most {most}",
            "{name}: {count} hit points; a character of a band is made with at most {most}",
            most=MOST_BOUGHT,
            name=ProperName(sheet.name),
            count=sheet.most,
        )
        return [Caution(caution, "teohiphip-4")]

    def near(self, state: Skirmish, fighter: Fighter) -> Collection[str]:
        """teohiphip-21: those in contact."""
        return fighter.engaged_with

    def perform(self, state: Skirmish, command: contract.Command, table: Table) -> None:
        action, actor = self.action_of(command), self.actor_of(state, command)
        begins = action.whose == "to_act" and action.group != "turn"
        if begins and actor != state.turn and self.is_to_act(state, actor):
            rounds.activate(state, actor, table)
        fighter = state.take(actor)
        left = fighter.ap - self.price(state, fighter, action, command)
        if left < 0 and action.whose == "to_act" and not command.overrule:
            raise Refusal(self.too_dear(state, fighter, action, command) or NOTHING, "action")
        fighter.ap = max(left, 0)
        action.perform(state, fighter, command, table)
        rounds.pass_over_the_fallen(state, table)

    # ---- on the map

    def distance(self, state: Skirmish, id: str, other: str) -> float | None:
        return on_map.inches(state, id, other)

    def placed(self, state: Skirmish, ids: Sequence[str]) -> None:
        on_map.find_contact(state, ids)

    def by_map(
        self, state: Skirmish, actor: str, step: Mapping[str, Any]
    ) -> Mapping[str, contract.Known]:
        match step.get("action"):
            case "attack" if step.get("target"):
                known = on_map.known_of_attack(state, actor, step["target"])
                return {**super().by_map(state, actor, step), **known}
            case "move" | "full_move" if step.get("to"):
                return on_map.known_of_move(state, actor, step)
        return {}

    def go_to(self, state: Skirmish, id: str, to: Point) -> contract.Command | None:
        """A move where that is far enough, else a full move."""
        way = straight_way(state, id, to)
        if way is None:
            return None
        used = whole(way.length) + whole(way.difficult)
        model = actions.Move if used <= actions.speed_now(state[id]) else actions.FullMove
        return model(actor=id, to=to)

    def within_reach(self, state: Skirmish, id: str) -> contract.WithinReach | None:
        if id not in state.positions:
            return None
        fighter = state[id]
        left = fighter.ap if id == state.turn else rounds.action_points(fighter)
        speed = actions.speed_now(fighter)
        radii = [(float(speed * ap), ap) for ap in (1, 2) if ap <= left]
        return contract.WithinReach(radii=radii, slow=2)

    # ---- by hand

    def edit(self, state: Skirmish, id: str, values: Mapping[str, Any]) -> None:
        """As always; contact is mutual (teohiphip-21), and no hit point so set is temporary.

        Who is raised on a map is in contact again with those who stand there.
        """
        fighter = state.take(id)
        before, was_out = list(fighter.engaged_with), fighter.out
        super().edit(state, id, values)
        if "hp" in values:
            fighter.temporary = 0
        if "engaged_with" in values:
            wanted, fighter.engaged_with = fighter.engaged_with, before
            part(state, fighter)
            for other in wanted:
                if other not in state.combatants or other == id:
                    raise Refusal(
                        Text("there is no other combatant {id!r}", id=other), "set.engaged_with"
                    )
                engage(fighter, state.take(other))
        elif was_out and id in state.positions:
            on_map.find_contact(state, [id])

    def after_edit(self, state: Skirmish, id: str, values: Mapping[str, Any], table: Table) -> None:
        """teohiphip-22: one whose hit points were set to 0 or below is eliminated."""
        if "hp" in values and state[id].hp <= 0:
            eliminate(state, state.take(id), table)
        if state.round:
            rounds.join_order(state, state.take(id))
            rounds.pass_over_the_fallen(state, table)

    def outcome(self, state: Skirmish) -> Outcome | None:
        """teohiphip-22: one side is left; teohiphip-1: the last round is over.

        As long as the players have objectives to reach, the last enemy's fall ends nothing; when
        all are met at the end of the last round, they have won.
        """
        if state.phase != "end" and cast.two_sides_stand(
            state, lambda fighter: not fighter.sheet.object
        ):
            return None
        people = [c for c in state.combatants.values() if not c.sheet.object]
        standing = {c.side for c in people if not c.out}
        sides = {c.side for c in people}
        met, of = sum(goal.met for goal in state.objectives), len(state.objectives)

        def with_objectives(end: Text) -> Text:
            if not of:
                return end
            return Text("{end}; objectives met: {met} of {of}", end=end, met=met, of=of)

        alone = len(sides) > 1 and len(standing) == 1
        if people and (not standing or (alone and (met == of or PLAYERS not in standing))):
            winner = next(iter(standing), None)
            return Outcome(winner, with_objectives(cast.left_standing(winner)), "teohiphip-22")
        if state.phase == "end":
            text = with_objectives(Text("the last round is over"))
            return Outcome(PLAYERS if of and met == of else None, text, "teohiphip-1")
        return None

    # ---- how it is shown

    def figures(self, state: Skirmish, id: str) -> Sequence[FigureGroup]:
        return tuple(figures(state, state[id]))

    def vitals(self, state: Skirmish, id: str) -> Sequence[Vital]:
        fighter = state[id]
        most = max(fighter.max_hp, fighter.hp)  # one may be temporary
        vitals = [bar("hp", Text("HP"), fighter.hp, most, "teohiphip-20", "PŻ")]
        if state.turn == id:
            vitals.append(bar("ap", Text("AP"), fighter.ap, AP, "teohiphip-5", "AP", "pips"))
        if fighter.pool:
            dice = tuple(fighter.pool)
            vitals.append(
                Vital("dice", "pool", Text("pool"), values=dice, rule="teohiphip-4", native="pula")
            )
        vitals += [shown for shown in BADGES if getattr(fighter, shown.id)]
        return vitals

    def measure(self, state: Skirmish, step: Mapping[str, Any]) -> Measure | None:
        """teohiphip-8: of a climb it counts only whether it succeeds."""
        return CLIMBED if step.get("action") == "climb" else None

    def harm(self, before: Skirmish, after: Skirmish, id: str) -> Sequence[Words]:
        """teohiphip-22: it names the trait, too, by which the last hit point stayed."""
        was, now = before.combatants.get(id), after[id]
        if was and (stays := checks.resisted(now) - checks.resisted(was)):
            return [checks.changed(was.hp, now.hp, stays)]
        return super().harm(before, after, id)

    def describe(self, state: Skirmish, id: str) -> dict[str, Any]:
        fighter = state[id]
        values = {name: plain(getattr(fighter, name)) for name in DESCRIBED}
        effects = {name: plain(value) for name in EFFECTS if (value := getattr(fighter, name))}
        return {**values, "effects": effects, "out": fighter.out}

    def last_round(self, state: Skirmish) -> int:
        """teohiphip-1."""
        return state.house.round_limit

    def headline(self, state: Skirmish) -> Sequence[Words]:
        limit = state.house.round_limit
        where: list[Words] = [
            Text("{named} {round} / {limit}", named=self.round_term, round=state.round, limit=limit)
        ]
        if state.band:
            where.append(side_in_words(state.band))
        if state.turn:
            where.append(state[state.turn].name)
        return where

    def standing(self, state: Skirmish, id: str) -> Standing:
        usual = super().standing(state, id)
        return "done" if usual == "ready" and state[id].activated else usual


def _band_to_choose(state: Skirmish) -> str | None:
    """teohiphip-3: the band of which anybody may be activated now."""
    if state.phase == "activate":
        return state.band
    if state.phase == "act" and state.turn is not None and not state[state.turn].ap:
        return state.next_band()
    return None


def _hindered(state: Skirmish, fighter: Fighter, target: Fighter) -> Text | None:
    """teohiphip-9 and 11: what stands between the two, or that nothing reaches so far."""
    far, weapons = on_map.inches(state, fighter.id, target.id), actions.usable_weapons(fighter)
    near = far is None or any(on_map.reaches(weapon, far) for weapon in weapons)
    reached = near or target.id in fighter.engaged_with
    beyond = None if reached else cast.OUT_OF_REACH
    return on_map.in_the_way(state, fighter.id, target.id) or beyond


def _weapons(state: Skirmish, fighter: Fighter, field: Field) -> Field:
    """The attacks on the sheet, each name once, greyed when all of that name are used up.

    The first one is meant where nothing is said; on a map the first that reaches an enemy.
    """
    usable = actions.usable_weapons(fighter)
    names = dict.fromkeys(weapon.name for weapon in usable)
    weapons = {w.name: w for w in actions.weapons_of(fighter)}
    used_up = Text("no use is left")
    choices = [
        Choice(name, name, _reach(w), None if name in names else used_up)
        for name, w in weapons.items()
    ]
    distances = [
        on_map.inches(state, fighter.id, enemy.id) for enemy in cast.enemies(state, fighter)
    ]
    nearest = min((far for far in distances if far is not None), default=0.0)
    reaching = [weapon.name for weapon in usable if on_map.reaches(weapon, nearest)]
    return field.offering(choices, default=next(iter([*reaching, *names]), None))


def _reach(weapon: Attack) -> Words:
    if weapon.kind == "melee":
        return in_terms(Text("melee"), "wręcz")
    return Text("any range") if weapon.range is None else f"{weapon.range}″"
