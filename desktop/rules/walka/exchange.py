"""Hand to hand: who presses whom, the throws of an exchange, what follows (walka-34 to 46)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import floor
from typing import NamedTuple

from desktop.rules.cast import question
from desktop.rules.dice import Dice, Faces, TwoStageThrow, plain_dice, pool
from desktop.rules.fields import Choice
from desktop.rules.positions import refuse_touch
from desktop.rules.table import Decision, LazyDecision, Refusal, Table
from desktop.rules.text import Text, Words
from desktop.rules.walka import checks, conditions, d20, hits, melee, tables, weapons
from desktop.rules.walka.commands import Act, Exchange, Manoeuvre
from desktop.rules.walka.grenades import random_location
from desktop.rules.walka.initiative import initiative_threshold
from desktop.rules.walka.sheet import Weapon, word
from desktop.rules.walka.shooting import which_die
from desktop.rules.walka.state import Battle, Fighter, attackers, faced, opponent, opponents


def plan_exchange(state: Battle, fighter: Fighter, command: Exchange) -> list[Weapon]:
    """The weapon of each hand that fights. Raises :class:`Refusal`."""
    target = opponent(state, fighter, command.target)
    held = [weapons.in_hand(fighter, command.with_)]
    if command.with_second:
        held.append(weapons.in_hand(fighter, command.with_second, "with_second"))
        names = [weapon.name for weapon in fighter.sheet.weapons]
        if held[1] is held[0] or (held[1].name == held[0].name and names.count(held[0].name) < 2):
            twice = Text("{weapon} is in the other hand", weapon=held[0].name)
            raise Refusal(twice, "with_second", rule="walka-41")
    if command.overrule:
        return held
    refuse_touch(state, fighter.id, target.id)
    if command.charge and target.id in opponents(state, fighter):
        raise Refusal("one charges only before the first exchange", "charge", rule="walka-45")
    return held


class Engaged(NamedTuple):
    """An exchange under way: who presses whom with what, and what bears on its throws."""

    attacker: str
    defender: str
    weapon: str
    against: str
    attack: tuple[float, ...]
    """The threshold of each of the Attacker's dice."""
    defence: tuple[float, ...]
    advantage: int
    """By how many points of success a throw has to be won."""
    first: int
    """walka-39: what the first throw of the defence loses."""
    takes: bool
    """walka-38 and 45: whether the Defender can become Attacker."""
    location: tables.Location | None


def exchange(state: Battle, fighter: Fighter, command: Exchange, table: Table) -> None:
    """walka-34: the initiative where it is open, then three throws. ``fighter`` is taken."""
    held = plan_exchange(state, fighter, command)
    target = state.take(command.target)
    fighter.manner, fighter.aiming = command.manner, 0
    if command.form and not attackers(state, fighter.id):
        fighter.form = command.form
    failed, first = _meet(state, fighter, target, held[0], command, table)
    fighter.faces = target.id
    at_hand = weapons.in_hand(target)
    presses = target.id in fighter.presses
    mine = []
    for hand, weapon in enumerate(held):
        threshold = _threshold(
            state, fighter, weapon, at_hand, command, foe=target, attacks=presses
        )
        if len(held) > 1 and hand:
            threshold.add(Text("two weapons, other hand"), tables.TWO_WEAPONS[1], "walka-41")
        elif len(held) > 1:
            threshold.add(Text("two weapons, dominant hand"), tables.TWO_WEAPONS[0], "walka-41")
        threshold.add(Text("a charge that failed"), failed, "walka-45")
        threshold.add_given(command.modifiers)
        threshold.tell(fighter, table, "walka-35")
        mine.append(threshold.value)
    threshold = _threshold(
        state, target, at_hand, held[0], command, foe=fighter, attacks=not presses
    )
    threshold.tell(target, table, "walka-35")
    sides = [(fighter, held[0], tuple(mine)), (target, at_hand, (threshold.value,))]
    (attacker, weapon, attack), (defender, against, defence) = sides if presses else sides[::-1]
    line = Text("{name} → {target}: presses", name=attacker.name, target=defender.name)
    table.log("walka-34", line, by=attacker.id)
    engaged = Engaged(
        attacker.id, defender.id, weapon.name, against.name, attack, defence,
        advantage=_advantage(attacker, defender, weapon, against),
        first=first if presses else 0,
        takes=faced(state, defender) == attacker.id and defender.manner != "full_defence",
        location=command.location if presses else None,
    )  # fmt: skip
    table.then(_throws, state, engaged)


def _advantage(one: Fighter, other: Fighter, weapon: Weapon, against: Weapon) -> int:
    """walka-47: both with sabres and a form, a throw has to be won by more."""
    fence = weapon.sabre and against.sabre and one.sheet.forms and other.sheet.forms
    return tables.SABRES_ADVANTAGE if fence else 1


# ---- who is Attacker (walka-34, 38, 39)


def _meet(
    state: Battle,
    fighter: Fighter,
    target: Fighter,
    weapon: Weapon,
    command: Exchange,
    table: Table,
) -> tuple[int, int]:
    """walka-34 and 38: who presses whom, where that is open. What a charge that failed costs, and
    what the target's first throw loses (walka-39)."""
    first = tables.APPROACH[command.approach]
    if target.id in opponents(state, fighter):
        return 0, first
    if faced(state, target):
        fighter.presses = [*fighter.presses, target.id]
        line = Text("{name} fights somebody else already, and defends", name=target.name)
        table.log("walka-38", line, by=target.id)
        return 0, first
    unaware = first if command.approach == "unaware" else 0
    tests = []
    for one, armed, more in (
        (fighter, weapon, (Text("charge"), command.charge, "walka-45")),
        (target, weapons.in_hand(target), (Text("unaware"), unaware, "walka-39")),
    ):
        threshold = initiative_threshold(state, one, state.house.initiative_by)
        threshold.add(Text("initiative: {weapon}", weapon=armed.name), armed.initiative, "walka-34")
        threshold.add(*more)
        threshold.tell(one, table, "walka-34")
        tests.append(d20.OpenTest(threshold.value))

    mine, theirs = checks.duel(fighter, target, tests, Text("initiative"), table)
    if mine > theirs:
        fighter.presses = [*fighter.presses, target.id]
        return 0, first - unaware
    target.presses = [*target.presses, fighter.id]
    return -command.charge, first - unaware


def _threshold(
    state: Battle,
    fighter: Fighter,
    weapon: Weapon,
    against: Weapon,
    command: Exchange,
    *,
    foe: Fighter,
    attacks: bool,
) -> checks.Threshold:
    """walka-35: what bears on one's throws, as Attacker or as Defender."""
    if attacks:
        location = command.location if fighter.id != command.target else None
        threshold = melee.threshold_of_blow(fighter, weapon, location)
    else:
        threshold = melee.threshold_of_parry(fighter, weapon)
    if tables.LENGTHS.index(weapon.length) > tables.LENGTHS.index(against.length):
        threshold.add(Text("the longer weapon"), tables.LONGER, "walka-42")
    if command.narrow:
        lost = 0 if attacks else -max(weapon.parry, 0)
        threshold.add(
            Text("a narrow place"), tables.NARROW.get(weapon.length, 0) + lost, "walka-42"
        )
    if fighter.posture == "prone":
        threshold.add(Text("lies on the ground"), tables.PRONE, "walka-54")
    deaf = any(one.kind == "deaf" for one in foe.afflictions)
    if attacks and deaf and command.approach == "behind":
        threshold.add(Text("{target} is deaf", target=foe.name), tables.DEAF_BEHIND, "walka-54")
    if weapon.sabre and (form := fighter.sheet.form_named(fighter.form)):
        adds = form.attack if attacks else form.defence
        threshold.add(Text("form: {form}", form=form.name), adds, "walka-51")
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
    return threshold


# ---- the three throws, and the points on them (walka-35)


HOPELESS = -1000
"""The points of success of an unlucky 20 (walka-2): nothing is worse, and no points help."""

Kind = tuple[int, ...]
"""What a face of the Attacker's leads to where it wins; better ones compare as greater."""

BestDie = tuple[int, int]
"""The points of success of one's best die, and its face."""


def best_die(thresholds: Sequence[float], dice: Sequence[int]) -> BestDie:
    """walka-35 and 41: of one's dice, each against its threshold, the one that counts."""
    return max(
        (HOPELESS if face == tables.UNLUCKY else floor(threshold - face), -face)
        for threshold, face in zip(thresholds, dice, strict=True)
    )


BOTH_UNLUCKY = 0.5
"""Where both throw a 20 nobody is ahead by enough, whatever is spent."""


def settled(ahead: float) -> bool:
    """walka-2: whether a 20 decides, so that no points help."""
    return ahead == BOTH_UNLUCKY or abs(ahead) > -HOPELESS // 2


def usual_points(behind: int, left: int, advantage: int) -> int:
    """What one who is ``behind`` by so many points of success spends: the fewest that win the
    throw, else the fewest that keep the other from winning it, else none."""
    wins, levels = behind + advantage, behind - advantage + 1
    return next((points for points in (wins, levels) if 0 < points <= left), 0)


class Clash(NamedTuple):
    """walka-35: one throw of an exchange, a die of each, or two where somebody has two weapons.

    Live it reads the faces as they fell. Its spread has one fall for each thing that can come of
    it when both spend their points as usual (:func:`usual_points`).
    """

    attack: tuple[float, ...]
    defence: tuple[float, ...]
    left: tuple[int, int]
    """The points that either can still spend."""
    advantage: int
    kinds: tuple[Kind, ...]
    """One for each face of the Attacker's."""
    last: bool

    @property
    def handfuls(self) -> tuple[Dice, Dice]:
        """The Attacker's dice, and the Defender's."""
        one, other = len(self.attack), len(self.defence)
        return plain_dice(one, d20.FACES), plain_dice(other, d20.FACES)

    def read(self, dice: Sequence[Sequence[int]]) -> d20.Falls:
        """The faces of both as they fell."""
        return tuple(map(tuple, dice))

    def spread(self) -> Mapping[d20.Falls, int]:
        """One fall for each thing that can come of it, with its weight."""
        return dict(_outcomes(self).values())

    def usual(self, ahead: float) -> tuple[int, int]:
        """The points that Attacker and Defender spend where the Attacker is ahead by so many: who
        does not win spends first, the Attacker before the Defender, and then the other."""
        mine, theirs = self.left
        if settled(ahead):
            return 0, 0
        ahead = int(ahead)
        if ahead < self.advantage:
            attack = usual_points(-ahead, mine, self.advantage)
            return attack, usual_points(ahead + attack, theirs, self.advantage)
        defence = usual_points(ahead, theirs, self.advantage)
        return usual_points(defence - ahead, mine, self.advantage), defence

    def ahead(self, dice: d20.Falls) -> float:
        """By how many points of success the Attacker is ahead on these dice."""
        mine, theirs = best_die(self.attack, dice[0])[0], best_die(self.defence, dice[1])[0]
        return BOTH_UNLUCKY if mine == theirs == HOPELESS else mine - theirs

    def face(self, dice: d20.Falls) -> int:
        """The Attacker's die that counts."""
        return -best_die(self.attack, dice[0])[1]

    def spent(self, dice: d20.Falls) -> tuple[int, int]:
        """The points that both spend on these dice as usual."""
        return self.usual(self.ahead(dice))

    def won_by(self, dice: d20.Falls) -> int:
        """The winner of these dice where points are spent as usual."""
        mine, theirs = self.spent(dice)
        return self.winner(self.ahead(dice) + mine - theirs)

    def winner(self, ahead: float) -> int:
        """1 where the Attacker wins the throw, −1 where the Defender does, else 0."""
        return (ahead >= self.advantage) - (ahead <= -self.advantage)


@lru_cache(maxsize=256)
def _falls(
    thresholds: tuple[float, ...], kinds: tuple[Kind, ...]
) -> tuple[tuple[int, Kind, tuple[int, ...], int], ...]:
    """What one's dice come to: points, kind of the face, a fall that stands for all, weight."""
    ways: dict[tuple[int, Kind], int] = {}
    shown: dict[tuple[int, Kind], tuple[int, ...]] = {}
    for fall in product(range(1, d20.FACES + 1), repeat=len(thresholds)):
        points, face = best_die(thresholds, fall)
        key = points, kinds[-face - 1]
        shown.setdefault(key, fall)
        ways[key] = ways.get(key, 0) + 1
    return tuple((*key, shown[key], count) for key, count in ways.items())


NO_KINDS: tuple[Kind, ...] = ((),) * d20.FACES


@lru_cache(maxsize=256)
def _pairs(
    attack: tuple[float, ...], defence: tuple[float, ...], kinds: tuple[Kind, ...]
) -> Mapping[tuple[float, Kind], tuple[d20.Falls, int]]:
    """By how much the Attacker is ahead and with what kind of face: a fall, and the weight."""
    result: dict[tuple[float, Kind], tuple[d20.Falls, int]] = {}
    others = _falls(defence, NO_KINDS)
    for points, kind, fall, ways in _falls(attack, kinds):
        for theirs, _, other, times in others:
            void = points == theirs == HOPELESS
            key = BOTH_UNLUCKY if void else points - theirs, kind
            shown, before = result.get(key, ((fall, other), 0))
            result[key] = shown, before + ways * times
    return result


Outcome = tuple[int, Kind, tuple[int, int]]
"""Who wins a throw, with what kind of face if the Attacker does, and what both spend on it."""


@lru_cache(maxsize=1024)
def _outcomes(throw: Clash) -> Mapping[Outcome, tuple[d20.Falls, int]]:
    """What can come of a throw: a fall that stands for all, and the weight."""
    result: dict[Outcome, tuple[d20.Falls, int]] = {}
    came: dict[float, tuple[int, tuple[int, int]]] = {}
    for (ahead, kind), (fall, ways) in _pairs(throw.attack, throw.defence, throw.kinds).items():
        if ahead not in came:
            mine, theirs = throw.usual(ahead)
            # After the last throw points are of no more use.
            spent = (0, 0) if throw.last else (mine, theirs)
            came[ahead] = throw.winner(ahead + mine - theirs), spent
        winner, spent = came[ahead]
        key = winner, kind if winner > 0 else (), spent
        shown, before = result.get(key, (fall, 0))
        result[key] = shown, before + ways
    return result


@lru_cache(maxsize=256)
def _kinds(
    armour: tuple[int, ...],
    penetration: int,
    tiers: tuple[int, int, int],
    chosen: tables.Location | None,
) -> tuple[Kind, ...]:
    """For every face the wounds of one, two and three successes there, and whether in the head."""
    levels = [hits.levels_after(armour, tier, penetration) for tier in tiers]
    places = [chosen or tables.location_of(face) for face in range(1, d20.FACES)]
    kinds = [(*(each[tables.PLACE[p]] for each in levels), p == "head") for p in places]
    return (*kinds, ())


class Course(NamedTuple):
    """What throws come to: how many more of them the Attacker wins than the Defender, with which
    dice, and how they fell; in a spread only the best die, and none that fell."""

    ahead: int
    won: tuple[int, ...] = ()
    falls: tuple[d20.Falls, ...] = ()


@dataclass(frozen=True, slots=True)
class Throws(TwoStageThrow[d20.Falls, Course, Course]):
    """walka-35: the throws of an exchange one after another, with points spent as usual."""

    attack: tuple[float, ...]
    defences: tuple[tuple[float, ...], ...]
    """For each throw the thresholds of the Defender's dice."""
    left: tuple[int, int]
    advantage: int
    kinds: tuple[Kind, ...]

    def told(self, by: str) -> tuple[str, str, Words]:
        """The next throw is one of the same."""
        return by, "walka-35", throw_label(tables.THROWS - len(self.defences) + 2)

    @property
    def first(self) -> Clash:
        """The throw that comes first."""
        last = len(self.defences) == 1
        return Clash(self.attack, self.defences[0], self.left, self.advantage, self.kinds, last)

    def second(self, first: d20.Falls) -> Throws | None:
        """Those after it, with the points that it leaves."""
        if len(self.defences) == 1:
            return None
        return self.after(self.first.spent(first))

    def after(self, spent: tuple[int, int]) -> Throws:
        """The throws after the first, on which so much was spent."""
        left = self.left[0] - spent[0], self.left[1] - spent[1]
        return Throws(self.attack, self.defences[1:], left, self.advantage, self.kinds)

    def join(self, first: d20.Falls, second: Course | None) -> Course:
        """All throws together."""
        winner, rest = self.first.won_by(first), second or Course(0)
        won = (self.first.face(first), *rest.won) if winner > 0 else rest.won
        return Course(winner + rest.ahead, won, (first, *rest.falls))

    def weigh(self, first: d20.Falls, second: Course | None) -> Course:
        """Who is ahead by how much, and the best place to be hit."""
        course = self.join(first, second)
        return self._at_best(course.ahead, [self.kinds[face - 1] for face in course.won])

    def _at_best(self, ahead: int, kinds: Sequence[Kind]) -> Course:
        best = max(kinds, default=())
        return Course(ahead, (self.kinds.index(best) + 1,) if best else ())

    def both(self) -> Mapping[Course, int]:
        """What all throws can come to, each outcome of the first with what the others add."""
        ends: dict[tuple[int, Kind], int] = {}
        for (winner, kind, _), (fall, ways) in _outcomes(self.first).items():
            second = self.second(fall)
            for rest, times in second.spread().items() if second else ((Course(0), 1),):
                after = self.kinds[rest.won[0] - 1] if rest.won else ()
                key = winner + rest.ahead, max(kind, after)
                ends[key] = ends.get(key, 0) + ways * times
        return {self._at_best(ahead, [kind]): ways for (ahead, kind), ways in ends.items()}


def throw_label(number: int) -> Text:
    """Which throw of an exchange it is."""
    return Text("throw {number} of {all}", number=number, all=tables.THROWS)


def _throws(state: Battle, engaged: Engaged, table: Table) -> None:
    """walka-35: the three throws; points are spent as usual, or somebody is asked each time."""
    attacker, defender = state.take(engaged.attacker), state.take(engaged.defender)
    pools = _pools(state, engaged)
    throws = Throws(
        engaged.attack,
        (tuple([n + engaged.first for n in engaged.defence]), *[engaged.defence] * 2),
        (pools[0].total, pools[1].total),
        engaged.advantage,
        _kinds_of(state, engaged),
    )

    def how() -> Decision | None:
        if not any(throws.left):
            return None
        text = Text(
            "{name} → {target}: spend points how?", name=attacker.name, target=defender.name
        )
        usual, each = Text("as usual: the fewest that win"), Text("at each throw")
        choices = [Choice("usual", usual), Choice("each", each)]
        return question(attacker, "points", text, choices, "walka-35", default="usual")

    if table.ask(LazyDecision("usual", how)) == "each":
        course = _played(state, engaged, throws, (), table)
    else:
        course = table.roll(throws, why="walka-35", by=attacker.id, label=throw_label(1))
        if course.falls:
            _played(state, engaged, throws, course.falls, table)
    _ends(state, engaged, course, table)


def _played(
    state: Battle, engaged: Engaged, throws: Throws, falls: Sequence[d20.Falls], table: Table
) -> Course:
    """Tells throws as they fell, with the points that both spend as usual; those that have not
    fallen are thrown one by one, and whoever can win by it is asked for points."""
    attacker, defender = state.take(engaged.attacker), state.take(engaged.defender)
    left, course = throws, Course(0)
    for number in range(1, tables.THROWS + 1):
        label, throw = throw_label(number), left.first
        if falls:
            dice = falls[number - 1]
        else:
            dice = table.roll(throw, why="walka-35", by=attacker.id, label=label)
        lead, spent = throw.ahead(dice), [0, 0]
        order = (0, 1) if lead < throw.advantage else (1, 0)
        for side in order if not settled(lead) else ():
            one, points = (attacker, defender)[side], _pools(state, engaged)[side]
            behind = int(lead) if side else -int(lead)
            spent[side] = _spend(state, one, points, behind, throw.advantage, table, label, falls)
            lead += -spent[side] if side else spent[side]
        winner = throw.winner(lead)
        won = (*course.won, throw.face(dice)) if winner > 0 else course.won
        course = Course(course.ahead + winner, won)
        mine, theirs = (
            tables.faces_text(faces) + (f" −{points}" if points else "")
            for faces, points in zip(dice, spent, strict=True)
        )
        line = Text(
            "{label}: {name} {mine}, {target} {theirs}; {won} to {lost}",
            label=label, name=attacker.name, mine=mine, target=defender.name, theirs=theirs,
            won=len(won), lost=len(won) - course.ahead,
        )  # fmt: skip
        table.log("walka-35", line, by=attacker.id, dice=len(dice[0]) + len(dice[1]))
        left = left.after((spent[0], spent[1]))
    return course


def _pools(state: Battle, engaged: Engaged) -> tuple[d20.SkillPoints, d20.SkillPoints]:
    """walka-12: the points of Attacker and Defender."""
    attacker, defender = state[engaged.attacker], state[engaged.defender]
    mine, theirs = _armed(attacker, engaged.weapon), _armed(defender, engaged.against)
    return d20.skill_points(state, attacker, mine.uses), d20.skill_points(
        state, defender, theirs.uses
    )


def _kinds_of(state: Battle, engaged: Engaged) -> tuple[Kind, ...]:
    """What each face of the Attacker's leads to where it wins."""
    attacker, defender = state[engaged.attacker], state[engaged.defender]
    weapon = _armed(attacker, engaged.weapon)
    tiers = weapons.levels_of(weapon, attacker.strength)
    armour = hits.armour_against(defender, weapon, engaged.location)
    return _kinds(armour, weapon.penetration or 0, tiers, engaged.location)


def _armed(fighter: Fighter, name: str) -> Weapon:
    """The weapon of that name that somebody fights with."""
    return next((held for held in fighter.sheet.weapons if held.name == name), weapons.FISTS)


def _spend(
    state: Battle,
    fighter: Fighter,
    points: d20.SkillPoints,
    behind: int,
    advantage: int,
    table: Table,
    what: Words,
    fallen: object,
) -> int:
    """walka-35: the points somebody who does not win the throw so far spends on it, as usual where
    all has ``fallen`` already."""
    wins, levels = behind + advantage, behind - advantage + 1
    usual = usual_points(behind, points.total, advantage)
    if wins <= 0 or fallen:
        d20.pay(state, fighter, points.skills, ((usual,),), table)
        return usual
    results = {usual, 0, wins, levels, points.total}
    offered = sorted(results.intersection(range(points.total + 1)) - {usual})
    choices = []
    for spent in (usual, *offered):
        outcome = Text("loses the throw")
        if spent >= wins:
            outcome = Text("wins the throw")
        elif spent >= levels:
            outcome = Text("nobody wins the throw")
        label = str(spent) if spent else Text("none", context="skill points")
        choices.append(Choice([spent], label, outcome))
    return d20.spend_on_die(state, fighter, choices, usual, usual, points, table, what)


# ---- what follows (walka-36, 37, 45)


def _ends(state: Battle, engaged: Engaged, course: Course, table: Table) -> None:
    """walka-36: a hit, a struggle, another Attacker, or nothing."""
    attacker, defender = state.take(engaged.attacker), state.take(engaged.defender)
    ahead, values = course.ahead, {"name": attacker.name, "target": defender.name}
    line = Text("{name} → {target}: nothing changes", **values)
    if ahead > 0:
        line = Text("{name} → {target}: a hit, successes: {ahead}", ahead=ahead, **values)
    elif ahead == -1 and engaged.takes:
        line = Text("{name} → {target}: a struggle", **values)
    elif ahead and engaged.takes:
        line = Text("{name} → {target}: the initiative changes", **values)
    table.log("walka-36", line, by=attacker.id)
    weapon = _armed(attacker, engaged.weapon)
    if ahead > 0:
        kinds = _kinds_of(state, engaged)
        best_first = sorted(course.won, key=lambda face: kinds[face - 1], reverse=True)
        counting = [(face, 0) for face in best_first]
        face, _ = which_die(attacker, defender, counting, engaged.location, table)
        location = hits.tell_location(defender, face, engaged.location, table)
        gap = engaged.location is not None
        _hit(state, attacker, defender, weapon, ahead, location, table, gap=gap)
        return
    if not engaged.takes or not ahead:
        return
    if ahead < -1 or _struggles(attacker, defender, engaged, table):
        take_over(state, defender, attacker, table)
        if "fury" in (attacker.manner, defender.manner):
            against = _armed(defender, engaged.against)
            level = weapons.levels_of(against, defender.strength)[-ahead - 1]
            location = random_location(attacker, against, level, table)
            _hit(state, defender, attacker, against, -ahead, location, table)


def _hit(
    state: Battle,
    fighter: Fighter,
    target: Fighter,
    weapon: Weapon,
    successes: int,
    location: tables.Location,
    table: Table,
    *,
    gap: bool = False,
) -> None:
    """walka-46: the wound of so many successes with a weapon."""
    table.mark("hit", target.id)
    level = weapons.levels_of(weapon, fighter.strength)[successes - 1]
    line = Text(
        "{name} → {target}: {weapon}, {level}",
        name=fighter.name,
        target=target.name,
        weapon=weapon.name,
        level=tables.level_text(level),
    )
    table.log("walka-46", line, by=fighter.id)
    hits.hit_by(state, target, weapon, level, location, table, gap=gap)


def take_over(state: Battle, fighter: Fighter, target: Fighter, table: Table) -> None:
    """walka-36: from now on one presses whom one was pressed by; both are taken."""
    hits.part(target, fighter.id)
    fighter.presses = [*fighter.presses, target.id]
    table.mark("lead", fighter.id)
    line = Text("{name} → {target}: takes the initiative", name=fighter.name, target=target.name)
    table.log("walka-36", line, by=fighter.id)


def _struggles(attacker: Fighter, defender: Fighter, engaged: Engaged, table: Table) -> bool:
    """walka-37: the weapons' skills on build; whether the Defender wins."""
    tests = []
    for one, name in ((attacker, engaged.weapon), (defender, engaged.against)):
        threshold = checks.threshold_of(one, "build")
        threshold.tell(one, table, "walka-37")
        skill = _armed(one, name).uses
        tests.append(d20.OpenTest(threshold.value, one.skills.get(skill, 0)))
    mine, theirs = checks.duel(attacker, defender, tests, Text("struggle"), table)
    return theirs > mine


# ---- what else an Attacker does (walka-44)


AT_TIMES = ("bring_down", "sand", "step_away", "put_out", "throw_sabre")
"""What is offered only where it can be done."""


def presses_nobody(state: Battle, fighter: Fighter) -> Text | None:
    """walka-44: these are for an Attacker."""
    return None if fighter.presses else Text("presses nobody hand to hand")


def step_away(state: Battle, fighter: Fighter, command: Act, table: Table) -> None:
    """walka-44: leaves all whom it presses. ``fighter`` is taken."""
    names = [state[id].name for id in fighter.presses]
    fighter.presses = []
    line = Text("{name} steps away from: {names}", name=fighter.name, names=names)
    table.log("walka-44", line, by=fighter.id)


def plan_manoeuvre(state: Battle, fighter: Fighter, command: Manoeuvre) -> None:
    """walka-44: against whom one presses. Raises :class:`Refusal`."""
    target = opponent(state, fighter, command.target)
    if target.id not in fighter.presses and not command.overrule:
        line = Text("{name} does not press {target}", name=fighter.name, target=target.name)
        raise Refusal(line, "target")


def bring_down(state: Battle, fighter: Fighter, command: Manoeuvre, table: Table) -> None:
    """walka-44: build against build or dexterity, as the Defender likes: prone, and unhurt."""
    plan_manoeuvre(state, fighter, command)
    target = state.take(command.target)
    chances = {
        name: checks.threshold_of(target, name, checks.MOVING if name == "dexterity" else ())
        for name in ("build", "dexterity")
    }
    best = max(chances, key=lambda name: chances[name].value)
    choices = [Choice(name, Text("{name}", name=word(name))) for name in chances]
    text = Text("{name}: resist with what?", name=target.name)
    asked = question(target, "resist_with", text, choices, "walka-44", default=best)
    mine, theirs = checks.threshold_of(fighter, "build"), chances[table.ask(asked)]
    if _opposed(fighter, target, mine, theirs, Text("bring down"), table):
        hits.knock_down(target, Text("brought down"), "walka-44", table)


def sand(state: Battle, fighter: Fighter, command: Manoeuvre, table: Table) -> None:
    """walka-44: dexterity against dexterity: −1 for 1d6 turns, or the initiative is lost."""
    plan_manoeuvre(state, fighter, command)
    target = state.take(command.target)
    mine, theirs = (
        checks.threshold_of(one, "dexterity", checks.MOVING) for one in (fighter, target)
    )
    if not _opposed(fighter, target, mine, theirs, Text("sand in the eyes"), table):
        take_over(state, target, fighter, table)
        return
    throw = pool(1, 6, Faces(alike=(tuple(range(1, 7)),)))
    turns = table.roll(throw, why="walka-44", by=fighter.id, label=Text("turns of sand"))[0]
    conditions.afflict(target, "sand", table, turns * tables.SEGMENTS)


def _opposed(
    fighter: Fighter,
    target: Fighter,
    mine: checks.Threshold,
    theirs: checks.Threshold,
    what: Text,
    table: Table,
) -> bool:
    """walka-44: an opposed test without a skill; whether the Attacker wins."""
    mine.tell(fighter, table, "walka-44")
    theirs.tell(target, table, "walka-44")
    tests = [d20.OpenTest(mine.value), d20.OpenTest(theirs.value)]
    one, other = checks.duel(fighter, target, tests, what, table)
    if one > other:
        table.mark("success", fighter.id)
    return one > other
