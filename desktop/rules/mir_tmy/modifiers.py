"""How a pool and its difficulty come about: traits, wounds, the table, each with its rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from desktop.rules.dice import Pool as Throw
from desktop.rules.effects import EffectUnit
from desktop.rules.mir_tmy.commands import Modifiers
from desktop.rules.mir_tmy.pools import Contest, Count, Roll, handful
from desktop.rules.mir_tmy.sheet import FISTS, Armor, Weapon
from desktop.rules.mir_tmy.state import Fighter, Scene
from desktop.rules.mir_tmy.words import known_as, said
from desktop.rules.table import BY_HAND, Refusal, Table
from desktop.rules.text import Text, Words, as_text, joined

COVER = {"none": 0, "situational": 1, "light": 2, "partial": 3, "full": 4}
"""mir_tmy-24: difficulty to hit what stands behind it."""

OWN_COVER = {"none": 0, "situational": 0, "light": 0, "partial": 1, "full": 2}
"""mir_tmy-24: difficulty of the return fire."""

PLACES = {
    "none": (0, 0),
    "limb": (1, 0),
    "medium": (1, 0),
    "hand": (2, 1),
    "head": (2, 1),
    "small": (2, 1),
    "heart": (3, 2),
    "tiny": (3, 2),
}
"""mir_tmy-29: difficulty and damage dice."""

POINT_BLANK = 2
BLIND_REACH = 10
USUAL_ABILITY = {
    "melee": "melee",
    "firearm": "firearms",
    "thrown": "athletics",
    "natural": "brawl",
}
BRAWLING = ("brawl", "martial_arts", "do", "kailindo")
"""Unarmed fighting in all its schools (mir_tmy-10)."""


DICE = EffectUnit("dice", Text("Dice of tests"), "Кубики проверок", rule="mir_tmy-1")
DIFFICULTY = EffectUnit("difficulty", Text("Difficulty of tests"), "Сложность", rule="mir_tmy-1")
SOAK = EffectUnit("soak", Text("Dice of soak"), "Кубики поглощения", rule="mir_tmy-16")


@dataclass(slots=True)
class Pool:
    """So many dice against a difficulty, and why, each reason with its rule."""

    dice: int
    difficulty: int = 6
    reasons: list[tuple[str, Text, int, int]] = field(default_factory=list)

    def add(self, rule: str, why: Words, dice: int = 0, difficulty: int = 0) -> None:
        """Changes dice and difficulty for a reason; ``why`` may be a literal without values."""
        if dice or difficulty:
            self.dice += dice
            self.difficulty += difficulty
            self.reasons.append((rule, as_text(why), dice, difficulty))

    @property
    def against(self) -> int:
        """mir_tmy-1: the difficulty, kept between 2 and 10."""
        return min(max(self.difficulty, 2), 10)

    def tell(self, who: Fighter, table: Table) -> None:
        """One line for each reason."""
        if not table.keeps_log:
            return
        for rule, why, dice, difficulty in self.reasons:
            if dice and difficulty:
                told = Text(
                    "{who}: {why}, {dice:+d} dice and {difficulty:+d} difficulty",
                    who=who.name,
                    why=why,
                    dice=dice,
                    difficulty=difficulty,
                )
            elif dice:
                told = Text("{who}: {why}, {dice:+d} dice", who=who.name, why=why, dice=dice)
            else:
                told = Text(
                    "{who}: {why}, {difficulty:+d} difficulty",
                    who=who.name,
                    why=why,
                    difficulty=difficulty,
                )
            table.log(rule, told, by=who.id, dice=0)

    @property
    def said(self) -> Text:
        """The pool as it is thrown: ``6 dice at 8``."""
        return Text("{dice} dice at {difficulty}", dice=max(self.dice, 0), difficulty=self.against)


def trait_pool(
    fighter: Fighter,
    attribute: str,
    ability: str,
    difficulty: int = 6,
    share: int | None = None,
) -> Pool:
    """mir_tmy-1: attribute and ability less wounds (17) and armour (16), or a share of them (49).

    A share was cut from a pool from which wounds and armour were already taken.
    """
    if share is not None:
        pool = Pool(share, difficulty)
        _add_effects(pool, fighter, whole=False)
        return pool
    pool = Pool(fighter.attribute(attribute) + fighter.ability(ability), difficulty)
    _add_effects(pool, fighter)
    if fighter.penalty:
        pool.add("mir_tmy-17", said(fighter.level), fighter.penalty)
    if attribute == "dexterity" and fighter.armor:
        pool.add("mir_tmy-16", "armour in the way", -fighter.encumbrance)
    return pool


def _add_effects(pool: Pool, fighter: Fighter, whole: bool = True) -> None:
    """The game master's own; the dice of a share come from a pool that had theirs already."""
    for name, dice in DICE.each(fighter) if whole else ():
        pool.add(BY_HAND, name, dice)
    for name, difficulty in DIFFICULTY.each(fighter):
        pool.add(BY_HAND, name, difficulty=difficulty)


def on_the_ground(
    pool: Pool, fighter: Fighter, ability: str, why: Words = "fighting on the ground"
) -> Pool:
    """mir_tmy-28: all brawl and melee rolls of the fallen are harder; the pool itself."""
    if fighter.down and ability in (*BRAWLING, "melee"):
        pool.add("mir_tmy-28", why, difficulty=2)
    return pool


def best_of(fighter: Fighter, abilities: Sequence[str]) -> str:
    """The ability in which the fighter is best; the first of equals."""
    return max(abilities, key=fighter.ability)


def chosen_ability(fighter: Fighter, name: str, abilities: Sequence[str]) -> str:
    """The ability that was named, or the best of those it can be done with."""
    if not name:
        return best_of(fighter, abilities)
    if known_as(name) not in abilities:
        names: list[Words] = list(abilities)
        raise Refusal(Text("is done with {abilities}", abilities=joined(names, " or ")), "ability")
    return known_as(name)


# ---- weapons


def ability_for(weapon: Weapon) -> str:
    """mir_tmy-10: the weapon's ability, or the usual one of its kind."""
    return known_as(weapon.ability) if weapon.ability else USUAL_ABILITY[weapon.kind]


def gunshot(weapon: Weapon) -> bool:
    """mir_tmy-16: what is bashing to a vampire; a bow is no gun."""
    return weapon.explosive or (weapon.kind == "firearm" and ability_for(weapon) == "firearms")


def close(weapon: Weapon) -> bool:
    return weapon.kind in ("melee", "natural")


def in_hand(fighter: Fighter, name: str, fits: Sequence[Weapon] | None = None) -> Weapon:
    """The weapon of that name; without one, the first that is in hand.

    ``fits`` are those that the action can be done with.
    """
    offered = fighter.weapons if fits is None else fits
    if not name:
        ready = [weapon for weapon in offered if fighter.has_ready(weapon)]
        if not ready:
            raise Refusal(
                Text("{fighter} has nothing in hand for that", fighter=fighter.name), "with"
            )
        return ready[0]
    for weapon in offered:
        if weapon.name == name:
            if fighter.attributes.strength < weapon.strength:
                raise Refusal(
                    Text("{name} needs strength {strength}", name=name, strength=weapon.strength),
                    "with",
                )
            if not fighter.has_ready(weapon):
                raise Refusal(
                    Text("{name} is not in hand; ready_weapon comes first (mir_tmy-53)", name=name),
                    "with",
                )
            return weapon
    there_is = [weapon.name for weapon in offered] or Text("nothing")
    raise Refusal(
        Text(
            "{fighter} cannot do that with {name!r}; there is: {there_is}",
            fighter=fighter.name,
            name=name,
            there_is=there_is,
        ),
        "with",
    )


def melee_weapons(fighter: Fighter) -> list[Weapon]:
    return [weapon for weapon in fighter.sheet.weapons if weapon.kind == "melee"]


def close_weapons(fighter: Fighter) -> list[Weapon]:
    return [weapon for weapon in fighter.weapons if close(weapon)]


def firearms(fighter: Fighter) -> list[Weapon]:
    return [weapon for weapon in fighter.sheet.weapons if weapon.kind == "firearm"]


def sweepers(fighter: Fighter) -> list[Weapon]:
    """mir_tmy-34: bare hands, and hand weapons that deal bashing damage."""
    return [
        *(w for w in fighter.sheet.weapons if w.kind == "melee" and w.type == "bashing"),
        FISTS,
    ]


def cutters(fighter: Fighter) -> list[Weapon]:
    return [w for w in fighter.sheet.weapons if w.kind == "melee" and w.cutting]


def full_clip(fighter: Fighter, name: str) -> Weapon:
    """An automatic weapon with a full clip (mir_tmy-37, 39, 42). Raises :class:`Refusal`."""
    fits = [w for w in firearms(fighter) if w.automatic]
    if not name:
        fits = [w for w in fits if fighter.has_full_clip(w)] or fits
    weapon = in_hand(fighter, name, fits)
    if not fighter.has_full_clip(weapon):
        raise Refusal(Text("needs a full clip in {weapon}", weapon=weapon.name), "with")
    return weapon


# ---- modifiers of an attack


def add_range(pool: Pool, weapon: Weapon, distance: int | None) -> None:
    """mir_tmy-23. Raises :class:`Refusal` beyond twice the weapon's range."""
    if distance is None:
        return
    if distance <= POINT_BLANK:
        pool.add("mir_tmy-23", "point blank", difficulty=-1)
    elif weapon.range is None:
        return
    elif distance > 2 * weapon.range:
        raise Refusal(
            Text(
                "{distance} m is out of range, {weapon} reaches {farthest} m (mir_tmy-23)",
                distance=distance,
                weapon=weapon.name,
                farthest=2 * weapon.range,
            ),
            "distance",
        )
    elif distance > weapon.range:
        pool.add("mir_tmy-23", Text("beyond {range} m", range=weapon.range), difficulty=2)


def add_modifiers(pool: Pool, target: Fighter, at_hand: bool, modifiers: Modifiers) -> None:
    """mir_tmy-20, 21, 24, 28, 29 as far as they bear on the attack roll."""
    if modifiers.rear:
        pool.add("mir_tmy-21", "from behind", 3)
    elif modifiers.flank:
        pool.add("mir_tmy-21", "from the flank", 2)
    if modifiers.blind:
        pool.add("mir_tmy-20", "blind", difficulty=2 if at_hand else 3)
    if at_hand and target.down:
        pool.add("mir_tmy-28", Text("{target} is down", target=target.name), 2)
    pool.add("mir_tmy-24", "cover", difficulty=COVER[modifiers.cover])
    pool.add("mir_tmy-24", "from behind cover", difficulty=OWN_COVER[modifiers.own_cover])
    place = modifiers.targeting
    if place != "none":
        aimed = Text("aimed at the {place}", place=place)
        pool.add("mir_tmy-29", aimed, difficulty=PLACES[place][0])
    pool.add("mir_tmy-10", "by the situation", modifiers.dice, modifiers.difficulty)


# ---- soak


SOAKED = {
    "human": ("bashing",),
    "changeling": ("bashing",),
    "changeling_wyrd": ("bashing", "lethal", "aggravated"),
    "vampire": ("bashing", "lethal"),
    "werewolf": ("bashing", "lethal", "aggravated"),
    "monster": ("bashing", "lethal"),
}
"""mir_tmy-16: what stamina may soak, by kind; a sheet may say otherwise."""


def soak_dice(target: Fighter, type: str, weapon: Weapon, armored: bool = True) -> int:
    """mir_tmy-16: stamina where the kind may, and armour against what it stops."""
    soaked = target.sheet.soaks
    may = type in (SOAKED[target.kind] if soaked is None else soaked)
    dice = target.attributes.stamina if may else 0
    worn = armor_dice(target.armor, type, weapon) if armored else 0
    return max(dice + worn + SOAK.of(target), 0)


def armor_dice(armor: Sequence[Armor], type: str, weapon: Weapon) -> int:
    return sum(suit.against(type, weapon.kind) for suit in armor)


# ---- throwing


def test(
    state: Scene,
    fighter: Fighter,
    pool: Pool,
    table: Table,
    rule: str,
    label: Text,
    most: int | None = None,  # noqa: PT028
) -> Roll:
    """mir_tmy-1: a pool against its difficulty, told under ``rule``.

    ``most`` is for callers to whom more successes than that make no difference: odds are quicker.
    """
    pool.tell(fighter, table)
    dice = handful(pool.dice, state.house)
    count = Count(pool.against, state.house.ones_cancel, most)
    roll = (
        table.roll(Throw(dice, count), why=rule, by=fighter.id, label=label)
        if dice.count
        else Roll(0)
    )
    if table.keeps_log:
        told = Text(
            "{fighter}: {label}, {pool}: {successes}",
            fighter=fighter.name,
            label=label,
            pool=pool.said,
            successes=successes(roll),
        )
        table.log(rule, told, by=fighter.id)
    return roll


def opposed(
    state: Scene,
    one: Fighter,
    mine: Pool,
    other: Fighter,
    theirs: Pool,
    table: Table,
    rule: str,
    label: Text,
    high: int = 1,
) -> int:
    """mir_tmy-2: what the one has more than the other; below 0 the other has more."""
    mine.tell(one, table)
    theirs.tell(other, table)
    contest = Contest(
        handful(mine.dice, state.house),
        mine.against,
        handful(theirs.dice, state.house),
        theirs.against,
        ones=state.house.ones_cancel,
        low=-1,
        high=high,
    )
    clash = table.roll(contest, why=rule, by=one.id, label=label)
    table.log(
        rule,
        Text(
            "{one} {mine}: {first}, {other} {theirs}: {second}",
            one=one.name,
            mine=mine.said,
            first=clash.first,
            other=other.name,
            theirs=theirs.said,
            second=clash.second,
        ),
        by=one.id,
    )
    return clash.net


BOTCH = Text("a botch (провал)")


def successes(roll: Roll) -> Text:
    """What a roll came to, in words."""
    if roll.botch:
        return BOTCH
    if not roll.successes:
        return Text("no success")
    return Text("{count} success", "{count} successes", count=roll.successes)
