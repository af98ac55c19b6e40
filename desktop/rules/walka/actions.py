"""What segments buy (walka-10), each as a command and a function; what each costs and when."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field as Limits
from pydantic import create_model

from desktop.rules.contract import BY_HAND, Command
from desktop.rules.dice import Faces, pool
from desktop.rules.fields import Choice, Shown
from desktop.rules.table import Refusal, Table
from desktop.rules.walka import blast, shooting
from desktop.rules.walka.check import (
    FACES,
    Purse,
    Shot,
    Volley,
    judge,
    need,
    open_test,
    pay_points,
    purse,
    single_test,
    spend_on_die,
    spend_on_volley,
    success_points,
    tell_roll,
    threshold_of,
)
from desktop.rules.walka.commands import (
    Act,
    Modifiers,
    WeaponName,
    find_weapon,
    not_ready,
    opponent,
    present,
)
from desktop.rules.walka.data import (
    CHOSEN,
    LEGS,
    METRES,
    SUPPRESSING,
    Cover,
    Location,
    level_number,
)
from desktop.rules.walka.sheet import LOCATION_WORDS, RESTS_ON
from desktop.rules.walka.state import Battle, Fighter
from desktop.rules.walka.wounds import arms_left, merge, strike_at

# ---- the commands


def plain(action: str) -> type[Act]:
    """The model of an action that needs to be told nothing."""
    return create_model(f"Act_{action}", __base__=Act, action=(str, action))


class Go(Act):
    """Running, sprinting and crawling, one segment each (walka-10)."""

    to_cover: Annotated[
        bool, Shown("Ends behind cover", "Za osłonę", help="hidden there", rule="walka-7")
    ] = False


class Run(Go):
    action: Literal["run"] = "run"


class Sprint(Go):
    action: Literal["sprint"] = "sprint"


class Crawl(Go):
    action: Literal["crawl"] = "crawl"


class LeanOut(Act):
    action: Literal["lean_out"] = "lean_out"
    seen: Annotated[
        Cover,
        Shown(
            "What is seen then",
            "Widoczność",
            rule="walka-20",
            labels=(
                ("two_thirds", "2/3"),
                ("half", "1/2"),
                ("third", "1/3"),
                ("sliver", "głowa, ręka i broń"),
            ),
        ),
    ] = "third"


class WithWeapon(Act):
    with_: Annotated[WeaponName, Limits(alias="with")] = ""


class SafetyOff(WithWeapon):
    action: Literal["safety_off"] = "safety_off"


class PullPin(WithWeapon):
    action: Literal["pull_pin"] = "pull_pin"


class Pump(WithWeapon):
    action: Literal["pump"] = "pump"


class Draw(WithWeapon):
    action: Literal["draw"] = "draw"


class ChangeCell(WithWeapon):
    action: Literal["change_cell"] = "change_cell"


class ChangeGas(WithWeapon):
    action: Literal["change_gas"] = "change_gas"


class Spot(Act):
    action: Literal["spot"] = "spot"
    modifiers: Annotated[Modifiers, Shown("Modifiers", "Utrudnienia")] = Modifiers()


class Strike(Act):
    """A blow in melee: one opposed die each."""

    action: Literal["strike"] = "strike"
    target: Annotated[str, Shown("Target", "Cel", kind="combatant")]
    with_: Annotated[WeaponName, Limits(alias="with")] = ""
    location: Annotated[
        Location | None,
        Shown("Chosen location", "Wybrana lokacja", rule="walka-23", labels=LOCATION_WORDS),
    ] = None
    modifiers: Annotated[Modifiers, Shown("Modifiers", "Utrudnienia")] = Modifiers()


class FirstAid(Act):
    action: Literal["first_aid"] = "first_aid"
    target: Annotated[str, Shown("Whom", "Kogo", kind="combatant", rule="walka-33")]


class Other(Act):
    """Whatever the game master allows, at the price the game master sets (walka-9)."""

    action: Literal["other"] = "other"
    what: Annotated[str, Limits(min_length=1, max_length=500), Shown("What", "Co")]
    segments: Annotated[
        int, Limits(ge=0, le=30), Shown("Cost", "Koszt", unit="seg.", rule="walka-9")
    ] = 1


class Test(Act):
    """Any test of anybody, free of segments (walka-1 and 4)."""

    action: Literal["test"] = "test"
    attribute: Annotated[str, Limits(max_length=50), Shown("Attribute", "Cecha", kind="choice")] = (
        "dexterity"
    )
    skill: Annotated[
        str, Limits(max_length=50), Shown("Skill", "Umiejętność", kind="choice", rule="walka-12")
    ] = ""
    way: Annotated[
        Literal["fight", "ordinary", "open"],
        Shown(
            "Kind of test",
            "Rodzaj testu",
            rule="walka-4",
            labels=(("fight", "1k20"), ("ordinary", "3k20"), ("open", "otwarty 3k20")),
        ),
    ] = "fight"
    modifiers: Annotated[Modifiers, Shown("Modifiers", "Utrudnienia")] = Modifiers()


# ---- moving and posture


def go(state: Battle, fighter: Fighter, command: Go, table: Table) -> None:
    """walka-10 for the way, walka-21 for what it does to shots until the next own move."""
    far = METRES[command.action]
    words = {"run": "runs", "sprint": "sprints", "crawl": "crawls"}[command.action]
    behind = " behind cover" if command.to_cover else ""
    table.log("walka-10", f"{fighter.name} {words} {far:g} m{behind}", by=fighter.id)
    fighter.covered, fighter.leaning = command.to_cover, False
    if command.action == "crawl":
        return
    if command.action == "sprint":
        fighter.running = "rushing"
    elif fighter.running == "still":
        fighter.running = "running"
    said = "rushes and cannot shoot" if fighter.running == "rushing" else "is running"
    table.log("walka-21", f"{fighter.name} {said} until its next move", by=fighter.id)


def kneel(state: Battle, fighter: Fighter, command: Act, table: Table) -> None:
    fighter.posture = "kneeling"
    table.log("walka-10", f"{fighter.name} kneels down", by=fighter.id)


def drop_prone(state: Battle, fighter: Fighter, command: Act, table: Table) -> None:
    fighter.posture = "prone"
    table.log("walka-10", f"{fighter.name} drops to the ground", by=fighter.id)


def rise(state: Battle, fighter: Fighter, command: Act, table: Table) -> None:
    fighter.posture = "standing"
    table.log("walka-10", f"{fighter.name} rises", by=fighter.id)


def lean_out(state: Battle, fighter: Fighter, command: LeanOut, table: Table) -> None:
    """walka-10 and 20: seen, and seeing, until it ducks back."""
    fighter.leaning, fighter.seen = True, command.seen
    seen = command.seen.replace("_", " ")
    table.log("walka-10", f"{fighter.name} leans out, seen: {seen}", by=fighter.id)


def duck_back(state: Battle, fighter: Fighter, command: Act, table: Table) -> None:
    fighter.leaning = False
    table.log("walka-10", f"{fighter.name} ducks back behind cover", by=fighter.id)


# ---- handling weapons


def handle(state: Battle, fighter: Fighter, command: WithWeapon, table: Table) -> None:
    """walka-10: drawing a weapon, its safety; told, and left to the table."""
    index = find_weapon(fighter, command.with_, range(len(fighter.sheet.weapons)))
    said = {"draw": "draws", "safety_off": "takes the safety off"}[command.action]
    table.log("walka-10", f"{fighter.name} {said} {fighter.weapon(index).name}", by=fighter.id)


def pull_pin(state: Battle, fighter: Fighter, command: WithWeapon, table: Table) -> None:
    index = find_weapon(fighter, command.with_, blast.grenades(fighter))
    if blast.PIN not in fighter.effects:
        fighter.effects.append(blast.PIN)
    name = fighter.weapon(index).name
    table.log("walka-10", f"{fighter.name} pulls the pin of {name}", by=fighter.id)


def pump(state: Battle, fighter: Fighter, command: WithWeapon, table: Table) -> None:
    """walka-10: a pump weapon is ready for the next shot."""
    index = find_weapon(fighter, command.with_, fighter.to_pump)
    fighter.to_pump.remove(index)
    table.log("walka-10", f"{fighter.name} pumps {fighter.weapon(index).name}", by=fighter.id)


def reload(state: Battle, fighter: Fighter, command: WithWeapon, table: Table) -> None:
    """walka-10: a new cell, pack or container of gas; the magazine is full again."""
    index = find_weapon(fighter, command.with_, reloadable(fighter, command.action))
    weapon = fighter.weapon(index)
    fighter.loaded[index] = weapon.magazine
    table.log(
        "walka-10",
        f"{fighter.name} reloads {weapon.name}: {weapon.magazine} rounds",
        by=fighter.id,
    )


def reloadable(fighter: Fighter, action: str) -> list[int]:
    """Guns that this way of reloading fits and that are not full, by index."""
    return [
        index
        for index in fighter.guns
        if fighter.weapon(index).magazine is not None
        and fighter.loaded[index] != fighter.weapon(index).magazine
        and (fighter.weapon(index).reload == "gas") == (action == "change_gas")
    ]


# ---- aiming, spotting, stances


def aim(state: Battle, fighter: Fighter, command: Act, table: Table) -> None:
    """walka-11: a segment of aiming kept for the next shot, also across the turn or a trigger."""
    fighter.aiming += 1
    table.log("walka-11", f"{fighter.name} aims: {fighter.aiming} more dice", by=fighter.id)


def spot(state: Battle, fighter: Fighter, command: Spot, table: Table) -> None:
    """walka-10: looking for somebody who hides, a test of spotting on senses."""
    threshold = threshold_of(fighter, "senses")
    command.modifiers.add_to(threshold)
    won = single_test(
        state, fighter, threshold, "spotting", table, rule="walka-10", label="spotting"
    )
    if won:
        table.mark("success", fighter.id)
    said = f"spots what was hidden, {won} success points" if won else "spots nothing"
    table.log("walka-10", f"{fighter.name} {said}", by=fighter.id)


def stance(state: Battle, fighter: Fighter, command: Act, table: Table) -> None:
    """walka-10: a stance or a shield; it stays as an effect until it is struck off."""
    effect = STANCES[command.action]
    if effect not in fighter.effects:
        fighter.effects.append(effect)
    table.log("walka-10", f"{fighter.name}: {effect}", by=fighter.id)


STANCES = {"deflect_stance": "deflecting shots", "energy_shield": "energy shield"}


# ---- melee, which this chapter knows only by its column of walka-23


def blades(fighter: Fighter) -> list[int]:
    return [i for i, weapon in enumerate(fighter.sheet.weapons) if weapon.category == "melee"]


def plan_strike(state: Battle, fighter: Fighter, command: Strike) -> int:
    opponent(state, fighter, command.target)
    index = find_weapon(fighter, command.with_, blades(fighter))
    if not arms_left(fighter) and not command.overrule:
        raise Refusal("both arms are disabled (walka-27)", "action")
    return index


def strike(state: Battle, fighter: Fighter, command: Strike, table: Table) -> None:
    """walka-23: the attacker's die against the defender's; more success points hit."""
    index = plan_strike(state, fighter, command)
    weapon, target = fighter.weapon(index), state.take(command.target)
    table.log("walka-23", f"{fighter.name} strikes at {target.name}: {weapon.name}", by=fighter.id)
    threshold = threshold_of(fighter, "dexterity")
    if command.location:
        words = command.location.replace("_", " ")
        threshold.add(f"at the {words}", CHOSEN[command.location][1], "walka-23")
    if weapon.required_build is not None:
        short = weapon.required_build - fighter.attribute("build")
        threshold.add(
            f"{weapon.name} needs build {weapon.required_build}", -max(short, 0), "walka-15"
        )
    command.modifiers.add_to(threshold)
    threshold.tell(fighter, "walka-17", table)
    equal = state.house.equal_succeeds
    money = purse(state, fighter, weapon.uses)
    failing = _failing(threshold.value, money.total, equal)
    throw = pool(1, FACES, Faces(alike=(failing,)))
    die = table.roll(throw, why="walka-1", by=fighter.id, label="blow")[0]
    tell_roll(fighter, (die,), "blow", "walka-1", table)
    points = _spend(
        state, fighter, die, threshold.value, 1, weapon.uses, table, "the blow", gains=True
    )
    won = judge(fighter, die, points, threshold, state, table, "blow")
    if not won:
        table.log("walka-23", f"{fighter.name} strikes wide", by=fighter.id)
        return
    parried = _parry(state, target, won, table)
    if parried >= won:
        table.log("walka-23", f"{target.name} parries, {parried} to {won}", by=target.id)
        return
    table.mark("hit", target.id)
    location = shooting.tell_location(target, die, command.location, table)
    strike_at(state, target, level_number(weapon.damage), location, weapon.penetration or 0, table)


def _parry(state: Battle, target: Fighter, against: int, table: Table) -> int:
    """The defender's die; it needs as many success points as the attacker has."""
    threshold = threshold_of(target, "dexterity")
    threshold.tell(target, "walka-17", table)
    total = purse(state, target, "melee").total
    equal = state.house.equal_succeeds
    held = [
        face
        for face in range(1, FACES + 1)
        if (least := _needed(face, threshold.value, against, equal)) is not None and least <= total
    ]
    open_ = tuple(face for face in range(1, FACES + 1) if face not in held)
    throw = pool(1, FACES, Faces(alike=(tuple(held), open_)))
    die = table.roll(throw, why="walka-1", by=target.id, label="parry")[0]
    tell_roll(target, (die,), "parry", "walka-1", table)
    points = _spend(state, target, die, threshold.value, against, "melee", table, "the parry")
    return judge(target, die, points, threshold, state, table, "parry")


def _failing(threshold: float, total: int, equal: bool) -> tuple[int, ...]:
    """Faces that no points of the pool can save."""
    return tuple(
        face
        for face in range(1, FACES + 1)
        if (least := need(face, threshold, equal)) is None or least > total
    )


def _needed(die: int, threshold: float, wanted: int, equal: bool) -> int | None:
    """The fewest points that give a die so many success points; None when nothing can."""
    least = need(die, threshold, equal)
    if least is None:
        return None
    return least + max(wanted - success_points(die, least, threshold, equal), 0)


def _spend(
    state: Battle,
    fighter: Fighter,
    die: int,
    threshold: float,
    wanted: int,
    skill: str,
    table: Table,
    what: str,
    gains: bool = False,
) -> int:
    """walka-12 on one die of an opposed test; ``gains`` where more than is wanted helps.

    ``fighter`` is taken.
    """
    money = purse(state, fighter, skill)
    least = _needed(die, threshold, wanted, state.house.equal_succeeds)
    best = least if least is not None and least <= money.total else 0
    most = money.total if gains and least is not None and least <= money.total else best
    choices = [Choice([points], str(points)) for points in dict.fromkeys((best, 0, money.total))]
    points = spend_on_die(fighter, choices, best, most, money, table, what)
    pay_points(fighter, money, ((points,),), state, table)
    return points


# ---- free of segments, and by the game master's word


def any_test(state: Battle, fighter: Fighter, command: Test, table: Table) -> None:
    """walka-1 in the fight's own way, or walka-4: an ordinary test, or an open one."""
    threshold = threshold_of(fighter, command.attribute)
    command.modifiers.add_to(threshold)
    label = command.skill.replace("_", " ") or command.attribute
    if command.way == "fight":
        won = single_test(
            state, fighter, threshold, command.skill, table, rule="walka-1", label=label
        )
        if won:
            table.mark("success", fighter.id)
        return
    threshold.tell(fighter, "walka-4", table)
    points = fighter.skill(command.skill)
    if command.way == "open":
        won = open_test(fighter, threshold, points, table, rule="walka-4", label=label)
        table.mark("success_points", fighter.id, won)
        table.log("walka-4", f"{fighter.name}: {won} success points in {label}", by=fighter.id)
        return
    ordinary_test(state, fighter, threshold.value, command.skill, label, table)


def ordinary_test(
    state: Battle, fighter: Fighter, threshold: float, skill: str, label: str, table: Table
) -> None:
    """walka-4: three dice, two of them have to succeed; the skill is shared between them."""
    points = fighter.skill(skill)
    throw = Volley((Shot(3, threshold, points),), points, state.house.equal_succeeds, needed=2)
    dice = table.roll(throw, why="walka-4", by=fighter.id, label=label)
    tell_roll(fighter, dice[0], label, "walka-4", table)
    money = Purse((skill,), {skill: points})
    spent = spend_on_volley(fighter, throw, dice, money, table, label)
    passed = throw.counting(throw.shots[0], dice[0], spent[0])
    if passed:
        table.mark("success", fighter.id)
    shown = " ".join(
        f"{die}−{low}" if low else f"{die}" for die, low in zip(dice[0], spent[0], strict=True)
    )
    table.log(
        "walka-4",
        f"{fighter.name}, {label}: {shown}, {'passed' if passed else 'failed'}",
        by=fighter.id,
    )


def first_aid(state: Battle, fighter: Fighter, command: FirstAid, table: Table) -> None:
    """walka-33: whoever is dying does not die of it any more."""
    target = state.take(present(state, command.target, "target").id)
    if not target.dying:
        raise Refusal(f"{target.name} is not dying", "target")
    target.stabilised = True
    table.log("walka-33", f"{fighter.name} gives {target.name} first aid", by=fighter.id)


def other(state: Battle, fighter: Fighter, command: Other, table: Table) -> None:
    table.log(BY_HAND, f"{fighter.name}: {command.what}", by=fighter.id)


def merge_wounds(state: Battle, fighter: Fighter, command: Act, table: Table) -> None:
    """walka-33: merged only when the game master says so."""
    merge(state, fighter, table)


def fire_burst(state: Battle, fighter: Fighter, command: shooting.OneGun, table: Table) -> None:
    """walka-24, and 25 for a burst that takes three segments or more."""
    lasts = fighter.carry.segments if fighter.carry else 0
    shooting.burst(
        state, fighter, command, table, suppresses=price(command) >= SUPPRESSING, lasts=lasts
    )


# ---- the list of them


@dataclass(frozen=True, slots=True)
class Action:
    """One action as the panel offers it; ``segments`` is what it costs unless the command says."""

    command: type[Command]
    perform: Callable[[Battle, Fighter, Any, Table], None]
    label: str
    native: str
    segments: int
    key: str
    plan: Callable[[Battle, Fighter, Any], object] | None = None
    """Raises :class:`Refusal` when it cannot be, before it is begun (walka-9) or rolled."""
    at_start: bool = False
    """A burst: its test is made when it starts (walka-9)."""
    rule: str = "walka-10"
    shelters: bool = False
    """Somebody suppressed may still do it (walka-25)."""
    free: bool = False
    """Costs nothing and can be done by anybody at any time."""

    @property
    def id(self) -> str:
        name: str = self.command.model_fields["action"].default
        return name


ACTIONS: tuple[Action, ...] = (
    Action(
        shooting.Fire, shooting.fire, "Shot", "Strzał", 1, "S", shooting.plan_fire, rule="walka-17"
    ),
    Action(
        shooting.ShortBurst,
        fire_burst,
        "Short burst",
        "Krótka seria",
        1,
        "B",
        shooting.plan_burst,
        at_start=True,
        rule="walka-24",
    ),
    Action(
        shooting.LongBurst,
        fire_burst,
        "Long burst",
        "Długa seria",
        2,
        "L",
        shooting.plan_burst,
        at_start=True,
        rule="walka-24",
    ),
    Action(
        shooting.ContinuousFire,
        fire_burst,
        "Continuous fire",
        "Ogień ciągły",
        3,
        "C",
        shooting.plan_burst,
        at_start=True,
        rule="walka-24",
    ),
    Action(
        shooting.FireTwo,
        shooting.fire_two,
        "Two weapons",
        "Dwie bronie",
        1,
        "2",
        shooting.plan_two,
        rule="walka-16",
    ),
    Action(
        shooting.Snipe,
        shooting.snipe,
        "Sniper shot",
        "Strzał snajperski",
        2,
        "N",
        shooting.plan_snipe,
        rule="walka-14",
    ),
    Action(plain("aim"), aim, "Aim", "Celowanie", 1, "A", rule="walka-11"),
    Action(blast.Throw, blast.throw, "Throw", "Rzut", 2, "T", blast.plan_throw, rule="walka-28"),
    Action(
        blast.ThrowLarge,
        blast.throw,
        "Throw something large",
        "Rzut dużym przedmiotem",
        3,
        "",
        blast.plan_throw,
        rule="walka-28",
    ),
    Action(
        blast.Detonate,
        blast.detonate,
        "Set off a charge",
        "Detonacja",
        1,
        "",
        blast.plan_detonate,
        rule="walka-29",
    ),
    Action(Strike, strike, "Strike", "Cios", 1, "W", plan_strike, rule="walka-23"),
    Action(Run, go, "Run or jump 2 m", "Bieg / skok 2 m", 1, "R", shelters=True),
    Action(Sprint, go, "Sprint 4 m", "Sprint 4 m", 1, "P", shelters=True),
    Action(Crawl, go, "Crawl 0.5 m", "Czołganie 0,5 m", 1, "", shelters=True),
    Action(LeanOut, lean_out, "Lean out", "Wychylenie", 1, "O"),
    Action(plain("duck_back"), duck_back, "Duck back", "Schowanie się", 1, "D", shelters=True),
    Action(plain("kneel"), kneel, "Kneel", "Przyklęknięcie", 1, "K", shelters=True),
    Action(plain("drop_prone"), drop_prone, "Drop prone", "Pad na ziemię", 1, "G", shelters=True),
    Action(plain("rise_from_kneel"), rise, "Rise from kneeling", "Powstanie z przyklęku", 2, "V"),
    Action(plain("rise_from_prone"), rise, "Rise from the ground", "Poderwanie się", 3, "U"),
    Action(SafetyOff, handle, "Safety off", "Odbezpieczenie broni", 1, ""),
    Action(PullPin, pull_pin, "Pull the pin", "Wyrwanie zawleczki", 1, "Y"),
    Action(Pump, pump, "Pump", "Przeładowanie pompki", 1, "M"),
    Action(Draw, handle, "Draw", "Dobycie broni", 2, ""),
    Action(ChangeCell, reload, "Change the cell", "Wymiana ogniwa", 3, "X"),
    Action(ChangeGas, reload, "Change the gas", "Wymiana pojemnika z gazem", 3, "Z"),
    Action(Spot, spot, "Spot", "Wypatrywanie", 1, "I"),
    Action(plain("deflect_stance"), stance, "Deflecting stance", "Pozycja odbijania", 1, ""),
    Action(plain("energy_shield"), stance, "Energy shield", "Tarcza energetyczna", 1, "E"),
    Action(FirstAid, first_aid, "First aid", "Pierwsza pomoc", 3, "J", rule="walka-33"),
    Action(Other, other, "Other", "Inne", 1, "Q", rule="walka-9"),
    Action(Test, any_test, "Test", "Test", 0, "", rule="walka-1", free=True),
    Action(
        plain("merge_wounds"),
        merge_wounds,
        "Merge wounds",
        "Łączenie ran",
        0,
        "",
        rule="walka-33",
        free=True,
    ),
)

BY_ID = {action.id: action for action in ACTIONS}


def price(command: Command) -> int:
    """What a command costs in segments: what the game master says, else the list (walka-9, 10)."""
    if command.cost is not None:
        return command.cost
    if isinstance(command, Other):
        return command.segments
    aiming = getattr(command, "aim", 0)
    return BY_ID[command.action].segments + int(aiming)


def why_not(state: Battle, fighter: Fighter, action: Action) -> str | None:
    """Why an action cannot be taken now, in a few words, or None; segments are not counted."""
    if fighter.out:
        return "out of the fight"
    if action.free:
        return None if action.id != "merge_wounds" or fighter.wounds else "no wounds"
    if fighter.suppressed and not action.shelters and action.id != "other":
        return "suppressed: may only seek cover"
    return _posture(fighter, action.id) or _means(state, fighter, action.id)


def _posture(fighter: Fighter, action: str) -> str | None:
    match action:
        case "run" | "sprint":
            if any(leg in fighter.disabled for leg in LEGS):
                return "a leg is disabled"
            return None if fighter.posture == "standing" else "has to rise first"
        case "crawl":
            return None if fighter.posture == "prone" else "not on the ground"
        case "kneel":
            return None if fighter.posture == "standing" else f"already {fighter.posture}"
        case "drop_prone":
            return "already prone" if fighter.posture == "prone" else None
        case "rise_from_kneel":
            return None if fighter.posture == "kneeling" else "not kneeling"
        case "rise_from_prone":
            return None if fighter.posture == "prone" else "not on the ground"
        case "lean_out":
            if fighter.leaning:
                return "leaning out already"
            return None if fighter.covered else "not behind cover"
        case "duck_back":
            return None if fighter.leaning else "not leaning out"
    return None


def _means(state: Battle, fighter: Fighter, action: str) -> str | None:
    match action:
        case "shot" | "sniper_shot" | "short_burst" | "long_burst" | "continuous_fire":
            return _shooting(fighter) or _gun_for(fighter, action)
        case "two_weapons":
            if any(arm in fighter.disabled for arm in ("dominant_arm", "other_arm")):
                return "an arm is disabled"
            two = len(fighter.guns) > 1
            return _shooting(fighter) or (None if two else "not two firearms")
        case "aim":
            return "aims as well as can be" if fighter.aiming >= 2 else None
        case "pull_pin":
            return None if blast.grenades(fighter) else "no grenade"
        case "detonate":
            return None if blast.charges(fighter) else "no charge"
        case "strike":
            return None if blades(fighter) else "no weapon for melee"
        case "draw" | "safety_off":
            return None if fighter.sheet.weapons else "no weapon"
        case "pump":
            return None if fighter.to_pump else "nothing to pump"
        case "change_cell" | "change_gas":
            return None if reloadable(fighter, action) else "nothing to reload so"
        case "first_aid":
            dying = any(c.dying for c in state.combatants.values())
            return None if dying else "nobody is dying"
    return None


def _shooting(fighter: Fighter) -> str | None:
    if not fighter.guns:
        return "no firearm"
    if fighter.running == "rushing":
        return "who rushes cannot shoot"
    if fighter.hidden:
        return "behind cover; lean out first"
    return None


def _gun_for(fighter: Fighter, action: str) -> str | None:
    mine = list(fighter.guns)
    if action.endswith(("burst", "fire")):
        mine = [i for i in mine if (fighter.weapon(i).rate_of_fire or 1) > 1]
        if not mine:
            return "no weapon that fires bursts"
    elif action == "sniper_shot":
        mine = [
            i for i in mine if fighter.weapon(i).scope or fighter.weapon(i).category == "marksman"
        ]
        if not mine:
            return "no weapon to snipe with"
    problems = [not_ready(fighter, index) for index in mine]
    return problems[0] if all(problems) else None


def skills_of(fighter: Fighter) -> list[str]:
    """The skills a sheet has points in, the known ones first."""
    known = list(RESTS_ON)
    extra = [name for name in (fighter.sheet.skills.model_extra or {}) if name not in known]
    return [name for name in [*known, *extra] if fighter.skill(name)]


def attributes_of(fighter: Fighter) -> list[str]:
    sheet = fighter.sheet.attributes
    return [*type(sheet).model_fields, *(sheet.model_extra or {})]
