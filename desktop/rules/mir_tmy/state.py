"""What a fight changes about a character, where the turn stands, and what a manoeuvre is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import create_model

from desktop.rules.cast import enlist
from desktop.rules.contract import Action
from desktop.rules.fields import Shown
from desktop.rules.mir_tmy.commands import Act, Id, Suppress
from desktop.rules.mir_tmy.sheet import (
    ATTRIBUTES,
    AWARENESS,
    FISTS,
    FORM_CHANGES,
    KINDS,
    Armor,
    Attributes,
    Damage,
    Dots,
    Form,
    HouseRules,
    Kind,
    Limbs,
    Rounds,
    Sheet,
    Weapon,
    known_as,
)
from desktop.rules.state import Combatant, Recruit, State
from desktop.rules.table import Refusal, refuse
from desktop.rules.text import Text, terms
from desktop.rules.values import EDITABLE, Badge, edits_of, tracked

SELDOM = ("charisma", "manipulation", "appearance", "intelligence")
"""Attributes that are seldom changed in a fight."""

PENALTIES = {
    "bruised": 0,
    "hurt": -1,
    "injured": -1,
    "wounded": -2,
    "mauled": -2,
    "crippled": -5,
    "incapacitated": -5,
    "dead": -5,
}
"""mir_tmy-17: dice off every pool but damage and soak, and off the initiative."""

HELPLESS = ("incapacitated", "dead")
"""mir_tmy-17: levels on which nobody can act."""

Aware = Literal["full", "threat_and_gist", "threat", "gist", "none"]
"""How much somebody notices of an action without outward sign (mir_tmy-9)."""

Status = Literal["planned", "held", "done", "struck"]


@dataclass(frozen=True, slots=True)
class Declared:
    """An action somebody declared, or took without declaring (mir_tmy-5, 7)."""

    command: Act
    wave: int = 0
    """0 is the ordinary action of the turn, 1 the first extra action (mir_tmy-50)."""
    status: Status = "planned"


@dataclass(frozen=True, slots=True)
class Guard:
    """A defence somebody is ready for (mir_tmy-43 to 48)."""

    kind: str
    wave: int = 0
    dice: int | None = None
    """The share of a split pool (mir_tmy-49)."""
    endless: bool = False
    used: int = 0
    weapon: str = ""
    ally: str = ""
    """Whom it is for (mir_tmy-47); empty: oneself."""


@dataclass(slots=True)
class Fighter(Combatant):
    """A character in a fight. Distances in metres."""

    sheet: Sheet
    attributes: Attributes = field(default_factory=Attributes)
    ratings: Mapping[str, int] = field(default_factory=dict)
    """Abilities and powers by id. Never written to."""
    levels: tuple[str, ...] = ()
    """The health levels that can be marked before the last, ``dead``."""
    able_levels: int = 0
    """How many of them can be marked before the fighter is incapacitated."""
    damage: Annotated[Damage, Shown("Damage", "Повреждения", rule="mir_tmy-17"), EDITABLE] = field(
        default_factory=Damage
    )
    initiative: int = tracked(0, "Initiative", "Инициатива", "", EDITABLE, ge=-20, le=60)
    die: int = tracked(0, "Initiative die", "Кубик инициативы", "mir_tmy-3", EDITABLE, ge=0, le=10)
    """The d10 of the initiative, kept from turn to turn (mir_tmy-3)."""
    roll_off: int = 0
    initiative_next: int = tracked(
        0,
        "Initiative next turn",
        "Инициатива в след. ход",
        "mir_tmy-27",
        EDITABLE,
        Badge("initiative {value:+d} next", "warn", "инициатива {value:+d} в след. ход"),
        ge=-999,
        le=20,
    )
    """What is added to the initiative in the next turn alone."""
    initiative_change: int = 0
    """What is added to it in this turn alone."""
    rerolled: bool = False
    kind: Kind = tracked("human", "Kind", "Существо", "mir_tmy-16", EDITABLE, labels=terms(KINDS))
    form: Form | None = tracked(None, "Form", "Форма", "", EDITABLE)
    armor: list[Armor] = tracked([], "Armour", "Броня", "mir_tmy-16", EDITABLE, max_length=5)
    """What is worn. Replaced, never written to."""

    declared: tuple[Declared, ...] = ()
    acted: bool = tracked(False, "Has acted this turn", "Действие потрачено", "", EDITABLE)
    """Whether the ordinary action of this turn is spent."""
    extra_actions: int = tracked(
        0, "Extra actions", "Доп. действия", "mir_tmy-50", EDITABLE, ge=0, le=10
    )
    extras_spent: int = 0
    split: bool = False
    """Whether the ordinary action of this turn was shared out (mir_tmy-49)."""
    split_ready: bool = False
    """Whether it was shared out when it was declared, and its defences stand ready since then."""
    begun: int | None = None
    """The wave whose action has been made use of before its time: by suppressing fire, by a
    counterattack, by the defence of a shared pool. It is no longer there to be changed (7)."""
    guards: tuple[Guard, ...] = ()
    attackers: tuple[str, ...] = ()
    """Who has attacked the fighter this turn (mir_tmy-22)."""
    moved: int = 0
    """Metres this turn, in whatever way."""
    moved_freely: bool = False
    """Whether the one move a turn that costs no action is made (mir_tmy-52)."""
    spoken: bool = False
    shots: dict[str, int] = field(default_factory=dict)
    """Single shots this turn with each gun. Replaced, never written to."""

    loaded: dict[Id, Rounds] = tracked({}, "Rounds loaded", "Заряжено", "", EDITABLE, max_length=20)
    """Rounds in each weapon that has a clip. Replaced, never written to."""
    unready: list[Id] = tracked(
        [], "Weapons not in hand", "Оружие не в руках", "mir_tmy-53", EDITABLE, max_length=20
    )
    """Weapons that are hidden, sheathed, or knocked away. Replaced, never written to."""

    absent: bool = tracked(
        False, "Not here yet", "Придёт позже", "mir_tmy-3", Badge("not here yet")
    )
    """Whether the fighter is to come to the fight later (mir_tmy-3)."""
    shock: bool = tracked(False, "In shock", "Шок", "mir_tmy-25", EDITABLE, Badge("shock", "bad"))
    shock_next: bool = tracked(
        False,
        "In shock next turn",
        "Шок в след. ход",
        "mir_tmy-25",
        EDITABLE,
        Badge("shock next turn", "bad"),
    )
    stunned: bool = tracked(
        False, "Stunned", "Оглушение", "mir_tmy-26", EDITABLE, Badge("stunned", "bad")
    )
    broken_neck: bool = tracked(
        False, "Neck broken", "Шея сломана", "mir_tmy-33", EDITABLE, Badge("neck broken", "bad")
    )
    down: bool = tracked(False, "Down", "Лежит", "mir_tmy-27", EDITABLE, Badge("down", "warn"))
    must_rise: bool = tracked(False, "Has to rise", "Поднимается", "", EDITABLE)
    grappled_by: str | None = tracked(
        None, "Grappled by", "В захвате у", "mir_tmy-30", EDITABLE, kind="combatant"
    )
    crippled_limbs: Limbs = tracked(
        0,
        "Crippled limbs",
        "Повреждённые конечности",
        "mir_tmy-32",
        EDITABLE,
        Badge("crippled limbs: {value}", "bad", "повреждённые конечности: {value}"),
    )
    aiming: int = tracked(
        0,
        "Dice from aiming",
        "Прицеливание",
        "mir_tmy-36",
        EDITABLE,
        Badge("aiming +{value}", "good", "прицеливание +{value}"),
        ge=0,
        le=15,
    )
    aimed_at: str | None = None
    aimed_with: str = ""
    aimed: bool = False
    """Whether this turn has been spent on aiming (mir_tmy-36)."""
    suppressing: str | None = tracked(
        None, "Suppressing", "Подавляющий огонь", "mir_tmy-42", Badge("suppressing")
    )
    """The weapon that keeps a place under fire (mir_tmy-42)."""
    fire: Suppress | None = None
    """How it does: the distance, and what bears on its shots."""
    countering: str | None = tracked(
        None, "Counterattack", "Контратака", "mir_tmy-46", Badge("counterattack")
    )
    """The weapon with which the fighter strikes at those who pass (mir_tmy-46)."""
    aware: Aware | None = tracked(
        None,
        "Awareness of hidden actions",
        "Неприметное",
        "mir_tmy-9",
        EDITABLE,
        help="empty: as the traits say",
        labels=AWARENESS,
    )
    """The storyteller's last word on what the fighter makes of hidden actions (mir_tmy-9)."""
    from_ambush: int = 0
    """Dice of the one attack that comes from ambush (mir_tmy-19)."""
    unaware: bool = False
    """Whether an attack from ambush finds the fighter without a defence (mir_tmy-19)."""
    fighting: bool = False
    """Whether the fighter has done anything yet or been attacked; then no ambush (mir_tmy-19)."""

    # ---- wounds

    @property
    def marked(self) -> int:
        """How many levels are marked."""
        return self.damage.bashing + self.damage.lethal + self.damage.aggravated

    @property
    def dead(self) -> bool:
        """mir_tmy-17: more than all levels marked (a vampire: torpor)."""
        return self.marked > len(self.levels)

    @property
    def level(self) -> str:
        """The worst marked level, at least unconscious with a broken neck (mir_tmy-33); empty when
        nothing is marked."""
        marked = self.marked
        if self.broken_neck and not self.dead:
            return "incapacitated"
        if not marked:
            return ""
        return self.levels[marked - 1] if marked <= len(self.levels) else "dead"

    @property
    def penalty(self) -> int:
        """mir_tmy-17: the worst level's, 0 or below."""
        return PENALTIES.get(self.level, 0)

    @property
    def out(self) -> bool:
        """mir_tmy-17: stunned, incapacitated or dead, with a broken neck, or not there yet."""
        if self.stunned or self.broken_neck or self.absent or self.has_left:
            return True
        # Forecasts ask this more often than all else, so it asks nothing else in turn.
        damage = self.damage
        return damage.bashing + damage.lethal + damage.aggravated > self.able_levels

    # ---- traits

    def ability(self, name: str) -> int:
        """An ability or a power, by its id; 0 without it."""
        return self.ratings.get(name, 0)

    @property
    def weapons(self) -> list[Weapon]:
        """The weapons of the sheet, and fists."""
        return [*self.sheet.weapons, FISTS]

    def has_ready(self, weapon: Weapon) -> bool:
        """Whether it is in hand, and the fighter strong enough for it."""
        return weapon.name not in self.unready and self.attributes.strength >= weapon.strength

    def ready_weapons(self, kind: str) -> list[Weapon]:
        """The weapons of this kind that are in hand."""
        return [w for w in self.sheet.weapons if w.kind == kind and self.has_ready(w)]

    def load(self, weapon: Weapon, rounds: int) -> None:
        """So many rounds are in a weapon now."""
        self.loaded = {**self.loaded, weapon.name: rounds}

    def has_full_clip(self, weapon: Weapon) -> bool:
        """mir_tmy-37: whether no round of the clip is spent."""
        return weapon.clip is not None and self.loaded.get(weapon.name, 0) >= weapon.clip

    # ---- the turn

    @property
    def next_action(self) -> int | None:
        """The wave of the first action not spent yet (mir_tmy-7); None when all are."""
        if not self.acted and self.begun != 0:
            return 0
        first = self.extras_spent + 1
        if self.begun == first:
            first += 1
        return None if self.split or self.split_ready or first > self.extra_actions else first

    def spent(self, wave: int) -> bool:
        """Whether the action of this wave is spent, or there is none."""
        if wave == 0:
            return self.acted
        return self.split or wave > self.extra_actions or self.extras_spent >= wave

    @property
    def forced(self) -> str | None:
        """What the next action has to be, whatever was declared (mir_tmy-27, 30)."""
        if self.grappled_by:
            return "break_free"
        return "rise" if self.must_rise and self.down else None

    def plan(self, wave: int) -> Declared | None:
        """What is declared for this wave and still to be done."""
        for declared in self.declared:
            if declared.wave == wave and declared.status == "planned":
                return declared
        return None

    def begin(self, *actions: str) -> None:
        """What was declared as one of these has been made use of before its time (mir_tmy-7)."""
        for declared in self.declared:
            if declared.command.action in actions and declared.status == "planned":
                self.begun = declared.wave

    def mark(self, wave: int, status: Status) -> None:
        """What was declared for this wave is now ``status``."""
        for index, declared in enumerate(self.declared):
            if declared.wave == wave and declared.status in ("planned", "held"):
                before, after = self.declared[:index], self.declared[index + 1 :]
                self.declared = (*before, Declared(declared.command, wave, status), *after)

    def close(self, wave: int, status: Status) -> None:
        """The action of this wave is spent; what was declared for it is now ``status``."""
        self.mark(wave, status)
        if wave == 0:
            self.acted = True
        else:
            self.extras_spent = max(self.extras_spent, wave)


@dataclass(slots=True)
class Aims:
    """Whom the behaviours of a side attack, and what is declared so far (mir_tmy-5)."""

    foes: list[Fighter]
    """The weakest first; last those against whom enough is declared."""
    left: dict[str, float]
    """How many levels of each foe are left when everything declared has been done."""
    to_declare: list[str]
    """Those of the side whose declarations are not in ``left`` yet, from the last to the next."""


@dataclass(slots=True)
class Scene(State[Fighter]):
    """Phases: ``declare`` (upward), ``act`` (downward), ``extra`` (waves of both), ``end``."""

    house: HouseRules
    queue: list[str] = field(default_factory=list)
    """Who is still to declare, or to act, in order; the first is on turn."""
    declaring: bool = False
    wave: int = 0
    """0: ordinary actions; from 1: the wave of extra actions (mir_tmy-50)."""
    fresh: bool = False
    """Whether nothing has been declared or done this turn, so dice may be rerolled (mir_tmy-6)."""
    surprised: tuple[str, ...] = ()
    """Who may be ambushed (mir_tmy-19); empty: anybody who is not fighting yet."""
    ended: Ended | None = field(default=None, repr=False, compare=False)
    """The turn before this one, as it ended."""
    aims: dict[str, Aims] = field(default_factory=dict, repr=False, compare=False)
    """By side, whom its behaviours attack; kept while all declare."""

    @property
    def which_turn(self) -> tuple[object, ...]:
        """mir_tmy-50: an extra action is a turn of its own."""
        return self.round, self.phase, self.turn, self.wave

    def copy(self) -> Scene:
        """A copy that can be written to."""
        draft = State.copy(self)
        draft.queue = self.queue.copy()
        draft.aims = {}
        return draft

    def downward(self) -> Iterator[Fighter]:
        """Those still in the fight, from the highest initiative to the lowest."""
        return (self.combatants[id] for id in self.order if not self.combatants[id].out)


@dataclass(frozen=True, slots=True)
class Ended:
    """A turn that has ended, for those who still move or speak in it (mir_tmy-52, 54)."""

    scene: Scene
    opened: Mapping[str, Fighter]
    """The fighters as the next turn began, to see whether anything has been done since."""


def fighter_of(recruit: Recruit) -> Fighter:
    """A sheet becomes a fighter, as hurt and as loaded as it says, before its first die."""
    sheet: Sheet = recruit.sheet
    ratings: dict[str, int] = {}
    for name, value in (*sheet.abilities.items(), *sheet.powers.items()):
        key = known_as(name)
        ratings[key] = max(value, ratings.get(key, 0))
    fighter = enlist(
        Fighter,
        recruit,
        attributes=sheet.attributes,
        ratings=ratings,
        form=sheet.form,
        armor=sheet.armor,
        levels=tuple(level for level in sheet.health if level != "dead"),
        able_levels=len([level for level in sheet.health if level not in HELPLESS]),
        damage=sheet.damage,
        crippled_limbs=sheet.crippled_limbs,
        loaded={w.name: w.rounds for w in sheet.weapons if w.clip is not None},
        unready=[weapon.name for weapon in sheet.weapons if weapon.concealed],
        extra_actions=sheet.extra_actions,
    )
    fighter.kind = sheet.kind
    return fighter


def in_new_form(body: Attributes, before: str | None, after: str | None) -> dict[str, int]:
    """The attributes of a werewolf that has changed its form, those that are different now."""
    old, new = FORM_CHANGES.get(before, {}), FORM_CHANGES.get(after, {})
    changes = {name: new.get(name, 0) - old.get(name, 0) for name in (*old, *new)}
    return {
        name: min(max(getattr(body, name) + change, 1), 10)
        for name, change in changes.items()
        if change
    }


def rounds_kept(fighter: Fighter) -> Mapping[str, Any]:
    """mir_tmy-38: what is left in each clip, for the sheet; a full clip may stay unsaid there."""
    kept = {}
    for index, weapon in enumerate(fighter.sheet.weapons):
        if weapon.clip is not None:
            left = fighter.loaded.get(weapon.name, 0)
            kept[f"weapons[{index}].loaded"] = weapon.loaded if left == weapon.rounds else left
    return kept


_BODY: dict[str, Any] = {
    id: (Annotated[Dots, Shown(id.capitalize(), native, seldom=id in SELDOM)], 1)
    for id, native in ATTRIBUTES
}
Edits = create_model("Edits", __base__=edits_of(Fighter), **_BODY)
"""What the game master can set by hand: the declared values, and the attributes one by one."""


def in_hand(fighter: Fighter, name: str, fits: Sequence[Weapon] | None = None) -> Weapon:
    """The weapon of that name; without one, the first that is in hand.

    ``fits`` are those that the action can be done with.
    """
    offered = fighter.weapons if fits is None else fits
    if not name:
        ready = [weapon for weapon in offered if fighter.has_ready(weapon)]
        if not ready:
            nothing = Text("{fighter}: nothing fitting is in hand", fighter=fighter.name)
            raise Refusal(nothing, "with")
        return ready[0]
    for weapon in offered:
        if weapon.name == name:
            if fighter.attributes.strength < weapon.strength:
                values = {"name": name, "strength": weapon.strength}
                raise Refusal(Text("{name}: needs strength {strength}", **values), "with")
            if not fighter.has_ready(weapon):
                said = Text("not in hand: {name}; it has to be made ready first", name=name)
                raise Refusal(said, "with", rule="mir_tmy-53")
            return weapon
    there_is = [weapon.name for weapon in offered] or Text("nothing", context="weapons")
    values = {"fighter": fighter.name, "name": name, "there_is": there_is}
    said = Text("{fighter}: does not fit: {name!r}; there is: {there_is}", **values)
    raise Refusal(said, "with")


FITTING: Mapping[str, tuple[Sequence[str], str]] = {
    "parry": (("melee",), ""),
    "cut_tendon": (("melee",), "cutting"),
    "disarm": (("melee", "natural"), ""),
    "counter": (("melee", "natural"), ""),
    "change_to_defence": (("melee", "natural"), ""),
    "aim": (("firearm",), ""),
    "reload": (("firearm",), "clip"),
    "full_auto": (("firearm",), "automatic"),
    "strafe": (("firearm",), "automatic"),
    "suppress": (("firearm",), "automatic"),
    "short_burst": (("firearm",), "burst"),
    "two_guns": (("firearm",), "light"),
}
"""Which kinds of weapons an action can be done with, and what they have to be (mir_tmy-32 on)."""
FULL_CLIP = ("full_auto", "strafe", "suppress")
"""What takes a whole clip (mir_tmy-37, 39, 42)."""


def fitting(fighter: Fighter, action: str) -> list[Weapon]:
    """The weapons of a fighter, ready or not, that an action can be done with."""
    if action in FITTING:
        kinds, has = FITTING[action]
        return [w for w in fighter.weapons if w.kind in kinds and (not has or getattr(w, has))]
    if action == "sweep":  # bare hands, and hand weapons that deal bashing damage (mir_tmy-34)
        return [*(w for w in fighter.sheet.weapons if w.club), FISTS]
    if action == "ready_weapon":
        return [weapon for weapon in fighter.sheet.weapons if weapon.name in fighter.unready]
    return fighter.weapons


def weapon_for(fighter: Fighter, action: str, name: str = "", unloaded: bool = False) -> Weapon:
    """The weapon of that name for an action, or the first in hand that fits.

    Of those for automatic fire one with a full clip comes first. Raises :class:`Refusal`, also
    where too few rounds are left for a burst or more (mir_tmy-37, 39, 40, 42), if not ``unloaded``.
    """
    fits = fitting(fighter, action)
    if action in FULL_CLIP and not name:
        fits = [weapon for weapon in fits if fighter.has_full_clip(weapon)] or fits
    weapon = in_hand(fighter, name, fits)
    if not unloaded:
        refuse(too_few_rounds(fighter, weapon, action), "with")
    return weapon


def too_few_rounds(fighter: Fighter, weapon: Weapon, action: str) -> Text | None:
    """Why a gun cannot be used for automatic fire or a burst (mir_tmy-37, 39, 40, 42)."""
    if action in FULL_CLIP and not fighter.has_full_clip(weapon):
        return Text("needs a full clip: {weapon}", weapon=weapon.name)
    if action == "short_burst" and fighter.loaded.get(weapon.name, 3) < 3:
        return Text("needs three rounds: {weapon}", weapon=weapon.name)
    return None


Step = Action[Scene, Fighter]


@dataclass(frozen=True)
class Manoeuvre(Action[Scene, Fighter]):
    """What can be declared and then done. ``why_not`` is what it needs of body, skill and arms."""

    also: tuple[str, ...] = ("declare",)
    extra: bool = True
    """Whether it may be an extra action (mir_tmy-50)."""
