"""Hand to hand: who presses whom, the throws of an exchange, what follows (walka-34 to 46)."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from operator import mul
from typing import Any, NamedTuple

from desktop.rules.cast import question
from desktop.rules.fields import Choice
from desktop.rules.positions import refuse_touch
from desktop.rules.table import Decision, LazyDecision, Refusal, Table, refuse
from desktop.rules.text import Text
from desktop.rules.walka import checks, d20, hits, sabres, tables, weapons
from desktop.rules.walka.commands import Exchange, Strike
from desktop.rules.walka.grenades import random_location
from desktop.rules.walka.initiative import initiative_threshold
from desktop.rules.walka.sheet import Weapon
from desktop.rules.walka.shooting import which_die
from desktop.rules.walka.state import Battle, Fighter, attackers, faced, opponent, opponents
from desktop.rules.walka.throws import (
    Course,
    Kind,
    Throws,
    kinds_of,
    leads,
    on_average,
    settled,
    throw_label,
    usual_points,
    winner,
)


def plan_exchange(state: Battle, fighter: Fighter, command: Exchange) -> list[Weapon]:
    """The weapon of each hand that fights. Raises :class:`Refusal`."""
    target = opponent(state, fighter, command.target)
    held = [weapons.in_hand(fighter, command.with_)]
    if command.with_second:
        held.append(weapons.in_hand(fighter, command.with_second, "with_second"))
        names = [weapon.name for weapon in fighter.sheet.weapons]
        if held[1].name == held[0].name and names.count(held[0].name) < len(held):
            twice = Text("{weapon} is in the other hand", weapon=held[0].name)
            raise Refusal(twice, "with_second", rule="walka-41")
    second = command.target_second and opponent(
        state, fighter, command.target_second, "target_second"
    )
    if second and len(held) < len(tables.TWO_WEAPONS):
        raise Refusal("needs a weapon in the other hand", "with_second", rule="walka-41")
    if second and second.id == target.id:
        same = Text("{name} is there twice", name=target.name)
        raise Refusal(same, "target_second", rule="walka-41")
    if command.defends_with_both and len(weapons.drawn(target)) < len(tables.TWO_WEAPONS):
        missing = Text("{name} has no weapon in the other hand", name=target.name)
        raise Refusal(missing, "defends_with_both", rule="walka-41")
    if command.overrule:
        return held
    refuse_touch(state, fighter.id, target.id)
    if second:
        refuse_touch(state, fighter.id, second.id)
    if command.charge and target.id in opponents(state, fighter):
        raise Refusal("one charges only before the first exchange", "charge", rule="walka-45")
    return held


Hands = Sequence[tuple[Weapon, int]]
"""The weapon of each hand that fights, and what that takes off its die (walka-41)."""


class Fencer(NamedTuple):
    """Who fights, with what in each hand, and the threshold of each die."""

    fighter: Fighter
    hands: Hands
    thresholds: Sequence[checks.Threshold]


class Engaged(NamedTuple):
    """An exchange under way: who presses whom with what, and what bears on its throws."""

    attacker: str
    defender: str
    weapon: str
    against: str
    throws: Throws
    """With the points that are there before it."""
    takes: bool
    """walka-38 and 45: whether the Defender can become Attacker."""
    location: tables.Location | None
    then: Exchange | None
    """walka-41: what the other weapon does at another opponent, with the points that are left."""


def exchange(state: Battle, fighter: Fighter, command: Exchange, table: Table) -> None:
    """walka-34: the initiative where it is open, then three throws; with each of two weapons
    where they go at two opponents (41). ``fighter`` is taken."""
    held = plan_exchange(state, fighter, command)
    fighter.manner, fighter.aiming = command.manner, 0
    if command.form and not attackers(state, fighter.id):
        fighter.form = command.form
    fighter.faces = (command.target, *filter(None, [command.target_second]))
    _cross(state, fighter, command, *_hands(fighter, command, held), table)


def _in_hands(held: Sequence[Weapon]) -> Hands:
    return list(zip(held, tables.TWO_WEAPONS if len(held) > 1 else (0,), strict=True))


def _hands(
    fighter: Fighter, command: Exchange, held: Sequence[Weapon]
) -> tuple[Hands, Exchange | None]:
    """walka-41: the hands that go at the target, and what the other does at another opponent."""
    if not command.target_second:
        return _in_hands(held), None
    changes = {
        "actor": fighter.id, "target": command.target_second, "target_second": None,
        "with_": held[1].name, "with_second": "", "location": None, "charge": 0,
        "approach": "front",
    }  # fmt: skip
    return _in_hands(held)[:1], command.model_copy(update=changes)


def _other_hand(fighter: Fighter, command: Exchange) -> Hands:
    return [(_armed(fighter, command.with_), tables.TWO_WEAPONS[1])]


def _cross_second(state: Battle, id: str, command: Exchange, table: Table) -> None:
    """walka-41: the other weapon goes at another opponent."""
    fighter = state.take(id)
    if not (fighter.out or fighter.incapacitated or state[command.target].out):
        _cross(state, fighter, command, _other_hand(fighter, command), None, table)


def _cross(
    state: Battle,
    fighter: Fighter,
    command: Exchange,
    hands: Hands,
    then: Exchange | None,
    table: Table,
) -> None:
    """walka-35: an exchange with one opponent. ``fighter`` is taken."""
    target = state.take(command.target)
    failed, first = _meet(state, fighter, hands[0][0], command, table)
    presses = target.id in fighter.presses
    fencers = _fencers(state, fighter, command, hands, presses=presses)
    for threshold in fencers[0].thresholds:
        threshold.add(FAILED_CHARGE, failed, "walka-45")
        threshold.add_given(command.modifiers)
    for fencer in fencers:
        for threshold in fencer.thresholds:
            threshold.tell(fencer.fighter, table, "walka-35")
    attacker, defender = (fighter, target) if presses else (target, fighter)
    table.note("walka-34", attacker, "{name} → {target}: presses", target=defender.name)
    table.then(_throws, state, _engaged(state, fencers, command, presses, first, then))


def _fencers(
    state: Battle, fighter: Fighter, command: Exchange, hands: Hands, *, presses: bool
) -> tuple[Fencer, Fencer]:
    """walka-35 and 41: who begins an exchange and the target, with what bears on their dice."""
    target = state[command.target]
    most = len(tables.TWO_WEAPONS) if command.defends_with_both else 1
    held = _in_hands(weapons.drawn(target)[:most] or [weapons.FISTS])
    beginner, struck = (
        Fencer(mine, held_by, [
            _threshold(state, mine, weapon, penalty, against[0][0], command, foe=foe, attacks=first)
            for weapon, penalty in held_by
        ])
        for mine, held_by, foe, against, first in (
            (fighter, hands, target, held, presses), (target, held, fighter, hands, not presses),
        )
    )  # fmt: skip
    return beginner, struck


def _engaged(
    state: Battle, fencers: tuple[Fencer, Fencer], command: Exchange, presses: bool,
    first: int = 0, then: Exchange | None = None,
) -> Engaged:  # fmt: skip
    """The exchange of the two, of whom the first ``presses`` or is pressed; ``first`` is what the
    first throw of a target's defence loses (walka-39)."""
    attacker, defender = fencers if presses else fencers[::-1]
    location, first = (command.location, first) if presses else (None, 0)
    striker, struck = attacker.fighter, defender.fighter
    weapon, against = attacker.hands[0][0], defender.hands[0][0]
    fence = weapon.sabre and against.sabre and striker.sheet.forms and struck.sheet.forms
    defence = tuple([threshold.value for threshold in defender.thresholds])
    throws = Throws(
        tuple([threshold.value for threshold in attacker.thresholds]),
        (tuple([n + first for n in defence]), *[defence] * (tables.THROWS - 1)),
        (_points(state, striker, weapon.name).total, _points(state, struck, against.name).total),
        tables.SABRES_ADVANTAGE if fence else 1,  # walka-47
        _kinds_of(striker, struck, weapon, location),
        kept_by=int(then.actor == struck.id) if then else None,
    )
    takes = striker.id in faced(state, struck) and struck.manner != "full_defence"
    return Engaged(striker.id, struck.id, weapon.name, against.name, throws, takes, location, then)


# ---- who is Attacker (walka-34, 38, 39)


INITIATIVE, UNAWARE = Text("initiative"), Text("unaware")
CHARGE, FAILED_CHARGE = Text("charge"), Text("a charge that failed")


def _meet(
    state: Battle, fighter: Fighter, weapon: Weapon, command: Exchange, table: Table
) -> tuple[int, int]:
    """walka-34 and 38: who presses whom, where that is open. What a charge that failed costs, and
    what the target's first throw loses (walka-39)."""
    target, first = state.take(command.target), tables.APPROACH[command.approach]
    if target.id in opponents(state, fighter):
        return 0, first
    if faced(state, target):
        fighter.presses = [*fighter.presses, target.id]
        table.note("walka-38", target, "{name} fights somebody else already, and defends")
        return 0, first
    unaware = first if command.approach == "unaware" else 0
    sides = []
    for fencer, armed, more in (
        (fighter, weapon, (CHARGE, command.charge, "walka-45")),
        (target, weapons.in_hand(target), (UNAWARE, unaware, "walka-39")),
    ):
        threshold = initiative_threshold(state, fencer, state.house.initiative_by)
        threshold.add(Text("initiative: {weapon}", weapon=armed.name), armed.initiative, "walka-34")
        threshold.add(*more)
        sides.append((fencer, threshold, ""))
    mine, theirs = checks.duel(sides, INITIATIVE, "walka-34", table)
    if mine > theirs:
        fighter.presses = [*fighter.presses, target.id]
        return 0, first - unaware
    target.presses = [*target.presses, fighter.id]
    return -command.charge, first - unaware


def _threshold(
    state: Battle,
    fighter: Fighter,
    weapon: Weapon,
    penalty: int,
    against: Weapon,
    command: Exchange,
    *,
    foe: Fighter,
    attacks: bool,
) -> checks.Threshold:
    """walka-35: what bears on one's throws, as Attacker or as Defender."""
    if attacks:
        location = command.location if fighter.id != command.target else None
        threshold = checks.threshold_of_blow(fighter, weapon, location)
    else:
        threshold = checks.threshold_of_parry(fighter, weapon)
    if tables.LENGTHS.index(weapon.length) > tables.LENGTHS.index(against.length):
        threshold.add(Text("the longer weapon"), tables.LONGER, "walka-42")
    if command.narrow:
        lost = 0 if attacks else -max(weapon.parry, 0)
        threshold.add(
            Text("a narrow place"), tables.NARROW.get(weapon.length, 0) + lost, "walka-42"
        )
    if fighter.posture == "prone":
        threshold.add(Text("lies on the ground"), tables.PRONE, "walka-54")
    deaf = foe.suffers("deaf")
    if attacks and deaf and command.approach in ("flank", "behind"):
        threshold.add(Text("{target} is deaf", target=foe.name), tables.DEAF_BEHIND, "walka-54")
    if weapon.sabre and (form := fighter.sheet.form_named(fighter.form)):
        adds = form.attack if attacks else form.defence
        threshold.add(Text("form: {form}", form=form.name), adds, "walka-51")
        if against.sabre and (other := foe.sheet.form_named(foe.form)):
            adds = sum(each.bonus for each in form.against if each.form == other.name)
            threshold.add(Text("against form: {form}", form=other.name), adds, "walka-51")
    elif weapon.sabre:
        threshold.add(sabres.NO_FORM, state.house.no_form, "walka-51")
    if against.sabre and not (weapon.resists or weapon.sabre):
        own = weapon.accuracy if attacks else weapon.parry
        threshold.add(Text("does not resist a sabre"), -max(own, 0), "walka-50")
    if attacks and weapon.sabre and command.location and fighter.id != command.target:
        proof = foe.proof[tables.PLACE[command.location]]
        threshold.add(Text("a gap in proof armour"), proof and tables.IN_A_GAP, "walka-50")
    many = len(opponents(state, fighter))
    if many > 1:
        why = Text("{count} opponent", "{count} opponents", count=many)
        threshold.add(why, min(weapon.against_many - many, 0), "walka-38")
    if attacks and fighter.manner == "fury":
        threshold.add(Text("fury"), tables.FURY, "walka-45")
    if not attacks and fighter.manner == "full_defence":
        threshold.add(Text("full defence"), tables.FULL_DEFENCE, "walka-45")
    if penalty == tables.TWO_WEAPONS[1]:
        threshold.add(Text("two weapons, other hand"), penalty, "walka-41")
    elif penalty:
        threshold.add(Text("two weapons, dominant hand"), penalty, "walka-41")
    return threshold


# ---- the three throws (walka-35)


def _throws(state: Battle, engaged: Engaged, table: Table) -> None:
    """walka-35: the three throws; points are spent as usual, at best, or as somebody says each
    time."""
    attacker, defender = state[engaged.attacker], state[engaged.defender]
    way, throws = "usual", engaged.throws

    def how() -> Decision:
        names = {"name": attacker.name, "target": defender.name}
        text = Text("{name} → {target}: spend points how?", **names)
        choices = [
            Choice("usual", Text("as usual: the fewest that win")),
            Choice("best", Text("at best: both look ahead")),
            Choice("each", Text("at each throw")),
        ]
        return question(attacker, "points", text, choices, "walka-35", default="usual")

    if any(throws.left):
        way = table.ask(LazyDecision(way, how, "points", attacker.id))
    if way == "best":
        throws = throws.at_best(_worth(state, engaged))
    elif way == "each":
        throws = replace(throws, one_by_one=True)
    table.then(_made, state, engaged, throws)


def _made(state: Battle, engaged: Engaged, throws: Throws, table: Table) -> None:
    """walka-35: what the throws come to; with what they leave to the other weapon (41)."""
    attacker, defender = state[engaged.attacker], state[engaged.defender]
    course = Course()
    left: Throws | None = throws
    while left:
        label = throw_label(left.number + 1)
        # Where it is told what came of a throw, that is told before the next.
        throw = replace(left, one_by_one=left.one_by_one or table.keeps_log)
        came = table.roll(throw, why="walka-35", by=attacker.id, label=label, opponent=defender.id)
        for dice in came.falls:
            assert left
            course, left = _play(state, engaged, left, course, dice, table)
        if left and not (throw.one_by_one and came.falls):
            # Odds know only what they come to, with points spent as the throws have it.
            course = Course(course.ahead + came.ahead, (*course.won, *came.won))
            if engaged.then:
                fighter = state.take(engaged.then.actor)
                held = _armed(fighter, engaged.against if throws.kept_by else engaged.weapon)
                d20.pay(state, fighter, [held.uses], ((came.spent,),), table)
            break
    if not engaged.then:
        alike = engaged[:4], engaged.takes, course, _changed(attacker), _changed(defender)
        table.then(_ends, state, engaged, course, alike=alike)
        return
    _ends(state, engaged, course, table)
    command, fighter = engaged.then, state[engaged.then.actor]
    points = _points(state, fighter, command.with_)
    left_for_it = points.total, len(opponents(state, fighter)), _changed(fighter)
    table.then(_cross_second, state, fighter.id, command, alike=left_for_it)


def _changed(fighter: Fighter) -> Hashable:
    """walka-41: what the exchange before can have changed of a fighter that bears on another."""
    return fighter.out, fighter.posture, (*fighter.wounds, *fighter.afflictions, *fighter.disabled)


def _play(
    state: Battle, engaged: Engaged, left: Throws, course: Course, dice: d20.Falls, table: Table
) -> tuple[Course, Throws | None]:
    """A throw as it fell, with the points that both spend on it; who can win by it is asked
    for them where the throws are made one by one. What all come to, and those that are left."""
    attacker, defender = state.take(engaged.attacker), state.take(engaged.defender)
    label, ahead = throw_label(left.number + 1), left.ahead(dice)
    spent = list((0, 0) if left.one_by_one else left.comes_to(ahead)[1])
    for side in ((0, 1) if ahead < left.advantage else (1, 0)) if not settled(ahead) else ():
        if not left.one_by_one and not spent[side]:
            continue
        spender = (attacker, defender)[side]
        points = _points(state, spender, (engaged.weapon, engaged.against)[side])
        if left.one_by_one:
            behind = (int(ahead) + spent[0] - spent[1]) * (1 if side else -1)
            mine, theirs = (tables.faces_text(dice[of]) for of in (side, 1 - side))
            fell = Text("{label}, {mine} against {theirs}", label=label, mine=mine, theirs=theirs)
            attempt = d20.Attempt(state, spender, fell, table)
            spent[side] = _spend(attempt, points, behind, left.advantage)
        else:
            d20.pay(state, spender, points.skills, ((spent[side],),), table)
    won = winner(ahead + spent[0] - spent[1], left.advantage)
    faces = (*course.won, left.face(dice)) if won > 0 else course.won
    if table.keeps_log:
        mine, theirs = (
            tables.faces_text(faces) + (f" −{points}" if points else "")
            for faces, points in zip(dice, spent, strict=True)
        )
        line = Text(
            "{label}: {name} ({mine}), {target} ({theirs}); {won} to {lost}",
            label=label, name=attacker.name, mine=mine, target=defender.name, theirs=theirs,
            won=len(faces), lost=len(faces) - course.ahead - won,
        )  # fmt: skip
        table.log("walka-35", line, by=attacker.id, dice=len(dice[0]) + len(dice[1]))
    return Course(course.ahead + won, faces), left.after(won, (spent[0], spent[1]))


def _points(state: Battle, fighter: Fighter, weapon: str) -> d20.SkillPoints:
    """walka-12: the points that somebody can spend with the weapon of that name."""
    return d20.skill_points(state, fighter, _armed(fighter, weapon).uses)


def _kinds_of(
    fighter: Fighter, target: Fighter, weapon: Weapon, chosen: tables.Location | None
) -> tuple[Kind, ...]:
    """What each face leads to where a fighter wins with a weapon."""
    tiers = weapons.levels_of(weapon, fighter.strength)
    armour = hits.armour_against(target, weapon, chosen)
    return kinds_of(armour, weapon.penetration or 0, tiers, chosen)


def prospect(state: Battle, fighter: Fighter, command: Exchange) -> tuple[float, float]:
    """What an exchange is worth to who begins it, as :func:`_worth` counts, were no points spent
    and who is not fought yet pressed: as it stands, and were the target prone."""
    held = [weapons.in_hand(fighter, name) for name in (command.with_, command.with_second) if name]
    hands, then = _hands(fighter, command, held)
    now, down = _foreseen(state, fighter, command, hands)
    more = _foreseen(state, fighter, then, _other_hand(fighter, then))[0] if then else 0
    return now + more, down + more


def _foreseen(
    state: Battle, fighter: Fighter, command: Exchange, hands: Hands
) -> tuple[float, float]:
    presses = fighter.id not in state[command.target].presses
    fencers = _fencers(state, fighter, command, hands, presses=presses)
    engaged = _engaged(state, fencers, command, presses)
    throws, ends = engaged.throws, _worth(state, engaged)
    prone = tuple([threshold + tables.PRONE for threshold in throws.defences[0]])
    now, down = (
        sum(map(mul, ends, leads(throws.attack, defence, throws.advantage)))
        for defence in (throws.defences[0], prone)
    )
    return (now, down) if presses else (-now, -now)


def _worth(state: Battle, engaged: Engaged) -> tuple[float, ...]:
    """What each end is worth to the Attacker, three successes behind first: the level of the wound
    on average; the initiative as much as the wound of one success by whom it goes to, and a
    struggle half of that (:class:`Game`)."""
    attacker, defender = state[engaged.attacker], state[engaged.defender]
    against = _kinds_of(defender, attacker, _armed(defender, engaged.against), None)
    hurt, back = on_average(engaged.throws.kinds), on_average(against)
    if not engaged.takes:
        return (0, 0, 0, 0, *hurt)
    fury = "fury" in (attacker.manner, defender.manner)
    first, second, third = (max(back[0], 1) + (wound if fury else 0) for wound in back)
    return (-third, -second, -first / 2, 0, *hurt)


def _armed(fighter: Fighter, name: str) -> Weapon:
    """The weapon of that name that somebody fights with."""
    return next((held for held in fighter.sheet.weapons if held.name == name), weapons.FISTS)


def _spend(attempt: d20.Attempt, points: d20.SkillPoints, behind: int, advantage: int) -> int:
    """walka-35: the points somebody who does not win the throw so far spends on it."""
    wins, levels = behind + advantage, behind - advantage + 1
    if wins <= 0:
        return 0
    usual = usual_points(behind, points.total, advantage)
    results = {usual, 0, wins, levels, points.total}
    offered = sorted(results.intersection(range(points.total + 1)) - {usual})
    choices = []
    for spent in (usual, *offered):
        outcome = Text("loses the throw")
        if spent >= wins:
            outcome = Text("wins the throw")
        elif spent >= levels:
            outcome = Text("nobody wins the throw")
        choices.append(Choice([spent], str(spent) if spent else d20.NO_POINTS, outcome))
    return attempt.spend_on_die(points, (choices, usual, usual))


# ---- what follows (walka-36, 37, 45)


NOTHING_CHANGES = Text("{name} → {target}: nothing changes")
STRUGGLE = Text("{name} → {target}: a struggle")
TAKEN_OVER = Text("{name} → {target}: the initiative changes")
HIT = Text("{name} → {target}: a hit, successes: {ahead}")
TAKES_INITIATIVE = Text("{name} → {target}: takes the initiative")
KEEPS_INITIATIVE = Text("{name} → {target}: keeps the initiative")
OUTCOMES = (NOTHING_CHANGES, STRUGGLE, TAKEN_OVER, HIT, TAKES_INITIATIVE, KEEPS_INITIATIVE)


def _ends(state: Battle, engaged: Engaged, course: Course, table: Table) -> None:
    """walka-36: a hit, a struggle, another Attacker, or nothing."""
    attacker, defender = state.take(engaged.attacker), state.take(engaged.defender)
    ahead = course.ahead
    said: dict[str, Any] = {"target": defender.name}
    line = NOTHING_CHANGES
    if ahead > 0:
        line, said["ahead"] = HIT, ahead
    elif ahead == -1 and engaged.takes:
        line = STRUGGLE
    elif ahead and engaged.takes:
        line = TAKEN_OVER
    table.note("walka-36", attacker, line.template, **said)
    if ahead > 0:
        kinds, location = engaged.throws.kinds, engaged.location
        best_first = sorted(course.won, key=lambda face: kinds[face - 1], reverse=True)
        face, _ = which_die(attacker, defender, [(n, 0) for n in best_first], location, table)
        place = hits.tell_location(defender, face, location, table)
        weapon = _armed(attacker, engaged.weapon)
        level = weapons.levels_of(weapon, attacker.strength)[ahead - 1]
        _hit(attacker, defender, weapon, level, table)
        hits.hit_by(state, defender, weapon, level, place, table, gap=location is not None)
        return
    if not engaged.takes or not ahead:
        return
    if ahead < -1 or _struggles(attacker, defender, engaged, table):
        take_over(defender, attacker, table)
        if "fury" in (attacker.manner, defender.manner):
            weapon = _armed(defender, engaged.against)
            level = weapons.levels_of(weapon, defender.strength)[-ahead - 1]
            place = random_location(attacker, weapon, level, "walka-45", table)
            _hit(defender, attacker, weapon, level, table)
            hits.hit_by(state, attacker, weapon, level, place, table)
    else:
        table.note("walka-37", attacker, KEEPS_INITIATIVE.template, **said)


def _hit(fighter: Fighter, target: Fighter, weapon: Weapon, level: int, table: Table) -> None:
    """walka-46: the wound that a weapon does."""
    table.mark("hit", target.id)
    values = {"target": target.name, "weapon": weapon.name, "level": tables.level_text(level)}
    table.note("walka-46", fighter, "{name} → {target}: {weapon}, {level}", **values)


def take_over(fighter: Fighter, target: Fighter, table: Table) -> None:
    """walka-36: from now on one presses whom one was pressed by; both are taken."""
    hits.part(target, fighter.id)
    fighter.presses = [*fighter.presses, target.id]
    table.mark("lead", fighter.id)
    table.note("walka-36", fighter, TAKES_INITIATIVE.template, target=target.name)


def _struggles(attacker: Fighter, defender: Fighter, engaged: Engaged, table: Table) -> bool:
    """walka-37: the weapons' skills on build; whether the Defender wins."""
    sides = [
        (fencer, checks.threshold_of(fencer, "build"), _armed(fencer, name).uses)
        for fencer, name in ((attacker, engaged.weapon), (defender, engaged.against))
    ]
    mine, theirs = checks.duel(sides, Text("struggle"), "walka-37", table)
    return theirs > mine


# ---- blows by the house rule ``melee``, of which the chapter has only the locations (walka-23)


def plan_strike(state: Battle, fighter: Fighter, command: Strike) -> int:
    """The weapon that is struck with, by its place on the sheet. Raises :class:`Refusal`."""
    opponent(state, fighter, command.target)
    index = weapons.find_weapon(fighter, command.with_, fighter.blades)
    if command.overrule:
        return index
    refuse_touch(state, fighter.id, command.target)
    refuse(weapons.not_ready(fighter, index), "with")
    refuse(weapons.no_hands(state, fighter), "action", rule="walka-27")
    return index


def strike(state: Battle, fighter: Fighter, command: Strike, table: Table) -> None:
    """The attacker's die against the defender's; more success points hit. ``fighter`` is taken."""
    index = plan_strike(state, fighter, command)
    weapon, target = fighter.sheet.weapons[index], state.take(command.target)
    values = {"target": target.name, "weapon": weapon.name}
    table.note("walka-23", fighter, "{name} → {target}: strikes, {weapon}", **values)
    threshold = checks.threshold_of_blow(fighter, weapon, command.location)
    threshold.add_given(command.modifiers)
    threshold.tell(fighter, table, "walka-17")
    blow = d20.Attempt(state, fighter, Text("blow"), table)
    die, won = checks.opposed_die(blow, threshold, weapon.uses, 1, gains=True)
    if not won:
        table.note("walka-23", fighter, "{name} strikes wide")
        return
    parry = checks.threshold_of_parry(target)
    parry.tell(target, table, "walka-17")
    answer = d20.Attempt(state, target, Text("parry"), table)
    _, parried = checks.opposed_die(answer, parry, "melee", won)
    if parried >= won:
        table.note(
            "walka-23", target, "{target} parries, {parried} to {won}", parried=parried, won=won
        )
        return
    table.mark("hit", target.id)
    location = hits.tell_location(target, die, command.location, table)
    hits.hit_by(state, target, weapon, tables.LEVEL_NUMBER[weapon.damage], location, table)
