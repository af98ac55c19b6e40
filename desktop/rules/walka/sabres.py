"""Sabres that are thrown (walka-48), and shots that they turn aside (49)."""

from collections.abc import Callable

from desktop.rules.cast import any_of, enemies, question, unless
from desktop.rules.fields import Choice
from desktop.rules.positions import WALL, walled
from desktop.rules.table import Decision, LazyDecision, Refusal, Table
from desktop.rules.text import Text
from desktop.rules.walka import checks, d20, hits, tables, weapons
from desktop.rules.walka.commands import ThrowSabre, Victim
from desktop.rules.walka.grenades import OBJECT, blast, random_location, threshold_of_throw
from desktop.rules.walka.state import Battle, Fighter, opponent
from desktop.rules.walka.weapons import Plan

STANCE = Text("deflecting shots")
"""The effect of the stance (walka-10)."""


ALL_DEFLECTED = Text("{name} → {target}: deflected, nothing comes through")
NO_FORM = Text("no form of sabres")
"""walka-51: who has learned none."""


def asked(attempt: d20.Attempt, shot: Plan, can_hit: Callable[[], bool], nth: int, all: int) -> str:
    """What the target does about a shot, or a burst, if it holds a sabre: lets it come (``no``),
    turns it aside (``deflect``), sends it ``back`` to who fired it, or into whom: an id. It is the
    ``nth`` of ``all``."""
    state, shooter, _, table = attempt
    target, gun = state[shot.at.target], shot.weapon
    if not can_deflect(target) or (gun.kinetic and gun.critical_range):
        return "no"

    def decision() -> Decision:
        choices = [Choice("deflect", Text("Deflect")), Choice("no", Text("Let it come"))]
        if not gun.kinetic:
            into = [
                Choice(enemy.id, Text("Deflect it into: {name}, −3", name=enemy.name))
                for enemy in enemies(state, target)
                if enemy.id != shooter.id and _can_be_hit(state, shooter, target, enemy)
            ]
            choices[1:1] = [Choice("back", Text("Deflect it back, −3")), *into]
        text = Text("{name} → {target}: a shot comes, what does {target} do?")
        if all > 1:
            text = Text("{name} → {target}: shot {number} of {all} comes, what does {target} do?")
        text = Text(text.template, name=shooter.name, target=target.name, number=nth, all=all)
        vain = not can_hit()
        return question(
            target, "deflect", text, choices, "walka-49", default="deflect", no_benefit=vain
        )

    answer: str = table.ask(LazyDecision("deflect", decision, "deflect", target.id))
    return answer


def _can_be_hit(state: Battle, shooter: Fighter, target: Fighter, enemy: Fighter) -> bool:
    """walka-49: nobody wholly behind cover or a wall, and on the map nobody behind one's back."""
    if enemy.hidden or walled(state, target.id, enemy.id):
        return False
    places = [state.positions.get(fighter.id) for fighter in (target, shooter, enemy)]
    if None in places:
        return True
    here, front, there = (place or (0, 0) for place in places)
    return sum((front[n] - here[n]) * (there[n] - here[n]) for n in (0, 1)) >= 0


def can_deflect(fighter: Fighter) -> bool:
    """walka-49 and 50: whether somebody has a drawn sabre and can use it."""
    able = bool(fighter.sabres) and not fighter.incapacitated
    return able and weapons.in_hand(fighter).sabre


def come_through(
    state: Battle, shooter: Fighter, target: Fighter, shot: Plan, rounds: int, table: Table,
    won: int = 1,
) -> int:  # fmt: skip
    """How many of the rounds that would hit, each with ``won`` points of success, are not turned
    aside. Both fighters are taken."""
    through, way, gun = rounds, shot.deflects, shot.weapon
    for _ in range(rounds if way != "no" else 0):
        if target.out or shooter.out or not _turned(state, shooter, target, way, table):
            continue
        through -= 1
        table.mark("deflected", target.id)
        if gun.kinetic:  # what is left of a bullet, a level lower; of shot only its main wound
            if (level := _level(shot) - 1) > 0:
                place = random_location(target, gun, level, "walka-49", table)
                hits.hit_by(state, target, gun, level, place, table)
        elif way != "deflect":
            victim = state.take(shooter.id if way == "back" else way)
            if not victim.hidden and not victim.out:
                _goes_into(state, victim, shot, won, table)
    if not through and not gun.kinetic:
        table.note("walka-49", shooter, ALL_DEFLECTED.template, target=target.name)
    return through


def _level(shot: Plan) -> int:
    """The level of the main wound that it does; 0 is none."""
    if shot.weapon.category == "shotgun" and (shot.weapon.kinetic or not shot.weapon.ion):
        return hits.main_level(shot.at.distance) or 0
    return tables.LEVEL_NUMBER[shot.weapon.damage]


def _goes_into(state: Battle, victim: Fighter, shot: Plan, won: int, table: Table) -> None:
    """walka-49: what a deflected shot does to whom it hits, somewhere. ``victim`` is taken."""
    table.mark("hit", victim.id)
    gun, level = shot.weapon, _level(shot)
    if gun.critical_range:
        blast(state, gun, [Victim(who=victim.id)], table, last=False)
        return
    place = random_location(victim, gun, level, "walka-49", table)
    if gun.category == "shotgun" and not gun.ion:
        hits.shotgun(state, victim, shot, place, won, table)
    else:
        hits.hit_by(state, victim, gun, level, place, table)


def _turned(state: Battle, shooter: Fighter, target: Fighter, way: str, table: Table) -> bool:
    """walka-49: the test, harder with each shot and each direction since one's own move."""
    threshold = checks.threshold_of(target, "dexterity", "body")
    threshold.add(Text("a shot to deflect"), tables.DEFLECT, "walka-49")
    threshold.add(Text("shots before it"), -len(target.deflected), "walka-49")
    directions = len({*target.deflected, shooter.id}) - 1
    threshold.add(Text("other directions"), -directions, "walka-49")
    if str(STANCE) in target.effects and target.running == "still":
        threshold.add(STANCE, tables.DEFLECT_STANCE, "walka-49")
    if way == "back":
        threshold.add(Text("back"), tables.DEFLECT_BACK, "walka-49")
    elif way != "deflect":
        threshold.add(Text("into {name}", name=state[way].name), tables.DEFLECT_BACK, "walka-49")
    if form := target.sheet.form_named(target.form):
        threshold.add(Text("form: {form}", form=form.name), form.deflecting, "walka-51")
    else:
        threshold.add(NO_FORM, state.house.no_form, "walka-51")
    target.deflected = (*target.deflected, shooter.id)
    attempt, sabre = d20.Attempt(state, target, Text("deflecting"), table), weapons.in_hand(target)
    return checks.single_test(attempt, threshold, sabre.uses, "walka-49", more_tests=True) > 0


# ---- thrown (walka-48)


class Advantage(checks.Duel):
    """Two open tests, by the points of advantage of the first; no tie is thrown again."""

    def comes_to(self, mine: int, theirs: int) -> tuple[int, int]:
        """The wound that the advantage does, as its points to 0."""
        return 2 * level_thrown(mine - theirs), 0


def level_thrown(advantage: int) -> int:
    """walka-48: the level of the wound by points of advantage, two for each level."""
    return min(max(advantage + 1, 0) // 2, len(tables.LEVELS))


cannot_throw = any_of(weapons.no_hands, unless(can_deflect, Text("no sabre in hand")))
"""walka-48: only a drawn sabre is thrown."""


def plan_throw(state: Battle, fighter: Fighter, command: ThrowSabre) -> Fighter:
    """walka-48: at whom. Raises :class:`Refusal`."""
    target = opponent(state, fighter, command.target)
    if not command.overrule:
        if walled(state, fighter.id, target.id):
            raise Refusal(WALL, "target")
        if command.distance > tables.reach("grenade"):
            far = Text("{distance} m is too far", distance=command.distance)
            raise Refusal(far, "distance", rule="walka-19")
    return target


def throw(state: Battle, fighter: Fighter, command: ThrowSabre, table: Table) -> None:
    """walka-48: throwing against the weapon, where it resists, or alertness. ``fighter`` is
    taken."""
    target = state.take(plan_throw(state, fighter, command).id)
    sabre, held = weapons.in_hand(fighter), weapons.in_hand(target)
    mine = threshold_of_throw(fighter, OBJECT, command.distance)
    mine.add_given(command.modifiers)
    theirs, skill = checks.threshold_of(target, "senses"), "alertness"
    if held.sabre or held.resists:
        theirs, skill = checks.threshold_of_parry(target, held), held.uses
    sides = (fighter, mine, "throwing"), (target, theirs, skill)
    points = checks.duel(sides, Text("thrown sabre"), "walka-48", table, Advantage)
    level = level_thrown(points[0] - points[1])
    values = {"target": target.name, "level": tables.level_text(level)}
    table.note("walka-48", fighter, "{name} → {target}: throws the sabre, {level}", **values)
    if level:
        table.mark("hit", target.id)
        place = random_location(target, sabre, level, "walka-48", table)
        hits.hit_by(state, target, sabre, level, place, table)
    if fighter.skills["telekinesis"]:
        table.note("walka-48", fighter, "{name} brings the sabre back by telekinesis")
    elif sabre in fighter.sheet.weapons:
        fighter.to_draw = [*fighter.to_draw, fighter.sheet.weapons.index(sabre)]
