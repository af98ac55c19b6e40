"""Chapter 9: manoeuvres at range (mir_tmy-36 to 42)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from desktop.rules.cast import share_out, unless
from desktop.rules.dice import Face
from desktop.rules.dice import Pool as Throw
from desktop.rules.dice import pool as throw
from desktop.rules.fields import Choice, Record
from desktop.rules.mir_tmy import attacks, commands
from desktop.rules.mir_tmy.commands import DEFENCES
from desktop.rules.mir_tmy.pools import Pool, Reaching, clash_of, d10s, refused
from desktop.rules.mir_tmy.sheet import Weapon
from desktop.rules.mir_tmy.state import Fighter, Scene, fitting, in_hand, weapon_for
from desktop.rules.mir_tmy.wounds import harm_to
from desktop.rules.table import Refusal, Table
from desktop.rules.text import Reason, Text, few, joined

FULL_AUTO_DAMAGE = 6

STRAFE_DICE = 10

BURST_DICE = 3

RELOAD_SHARE = 4


# ---- aiming (mir_tmy-36)


def no_aim(state: Scene, fighter: Fighter) -> Text | None:
    if not fighter.ability("firearms"):
        return Reason("needs a point of firearms", rule="mir_tmy-36")
    if not fighter.ready_weapons("firearm"):
        return Reason("needs a firearm in hand", rule="mir_tmy-36")
    if fighter.moved or fighter.extras_spent:
        return Reason("aiming takes the whole turn", rule="mir_tmy-36")
    return None


def aim(state: Scene, fighter: Fighter, command: commands.Aim, table: Table) -> None:
    """mir_tmy-36: +1 die a turn, at most perception; a sight adds in the first turn."""
    target = attacks.opponent(state, fighter, command.target)
    weapon = aimed_with(fighter, command)
    another = fighter.aimed_at not in (None, target.id)
    another = another or fighter.aimed_with not in ("", weapon.name)
    sight = attacks.SIGHTS[weapon.sight]
    if another or not fighter.aiming:
        fighter.aiming = 1 + sight
    else:
        fighter.aiming = min(fighter.aiming + 1, fighter.attributes.perception + sight)
    fighter.aimed_at, fighter.aimed_with, fighter.aimed = target.id, weapon.name, True
    values = {"target": target.name, "aiming": fighter.aiming}
    table.note("mir_tmy-36", fighter, "{fighter} → {target}: aims, dice +{aiming}", **values)


def aimed_with(fighter: Fighter, command: commands.Aim) -> Weapon:
    """mir_tmy-36: the gun to aim with. Raises :class:`Refusal` where its sight does not do."""
    weapon = weapon_for(fighter, "aim", command.with_)
    if command.fast and weapon.sight != "laser":
        raise Refusal("a target faster than a walk needs a laser sight", "fast", rule="mir_tmy-36")
    return weapon


# ---- automatic fire (mir_tmy-37)


def no_full_clip(state: Scene, fighter: Fighter) -> Text | None:
    guns = [weapon for weapon in fighter.ready_weapons("firearm") if weapon.automatic]
    if not guns:
        return Text("needs an automatic weapon in hand")
    if not any(fighter.has_full_clip(gun) for gun in guns):
        return Text("needs a full clip")
    return None


def full_auto(state: Scene, fighter: Fighter, command: commands.Armed, table: Table) -> None:
    """mir_tmy-37: the full clip at one target, difficulty +2, +6 damage dice, no targeting."""
    strike = attacks.strike_of(state, fighter, command)
    strike.pool.add("mir_tmy-37", Text("recoil"), difficulty=2)
    strike.blow.dice += FULL_AUTO_DAMAGE
    empty(fighter, strike.blow.weapon, table, "mir_tmy-37")
    attacks.strike_at(state, strike, table)


def empty(fighter: Fighter, weapon: Weapon, table: Table, rule: str) -> None:
    """The whole clip in one attack."""
    rounds = fighter.loaded.get(weapon.name, 0)
    fighter.load(weapon, 0)
    line = Text("{weapon}: the whole clip, rounds: {rounds}", weapon=weapon.name, rounds=rounds)
    table.log(rule, line, by=fighter.id)


# ---- reloading (mir_tmy-38)


nothing_to_reload = unless(
    lambda fighter: any(w.clip is not None for w in fighter.ready_weapons("firearm")),
    Text("nothing to reload"),
)


def reload(state: Scene, fighter: Fighter, command: commands.Handling, table: Table) -> None:
    """mir_tmy-38: no roll; among several actions it takes four dice of a share."""
    fits = fitting(fighter, "reload")
    # Without a name, the weapon in hand that lacks most rounds.
    lacking = {
        weapon.name: (weapon.clip or 0) - fighter.loaded.get(weapon.name, 0)
        for weapon in fits
        if fighter.has_ready(weapon)
    }
    emptiest = max(lacking, key=lambda name: lacking[name], default="")
    weapon = in_hand(fighter, command.with_ or emptiest, fits)
    if command.share is not None and command.share < RELOAD_SHARE:
        too_few = Text("reloading takes dice: {least}", least=RELOAD_SHARE)
        raise Refusal(too_few, "dice", rule="mir_tmy-38")
    chambered = min(fighter.loaded.get(weapon.name, 0), weapon.chamber)
    fighter.load(weapon, (weapon.clip or 0) + chambered)
    values = {"weapon": weapon.name, "rounds": fighter.loaded[weapon.name]}
    table.note("mir_tmy-38", fighter, "{fighter} reloads: {weapon} ({rounds})", **values)


# ---- strafing (mir_tmy-39)


def strafe(state: Scene, fighter: Fighter, command: commands.Strafe, table: Table) -> None:
    """mir_tmy-39: the full clip over at most 4×4 m, +10 dice, difficulty +2, shared successes."""
    if not command.targets or len(set(command.targets)) < len(command.targets):
        raise Refusal("needs the targets, each once", "targets")
    targets = [
        attacks.opponent(state, fighter, id, "targets")
        for id in still_there(state, command.targets)
    ]
    weapon = weapon_for(fighter, "strafe", command.with_)
    strikes = _strikes(fighter, targets, weapon, command)
    empty(fighter, weapon, table, "mir_tmy-39")
    for target in targets:
        attacks.join_battle(fighter, target)
    if strikes[0].blind and not attacks.listens(state, fighter, table):
        return
    for strike in strikes:
        attacks.answer(state, strike, table)

    # Whom a share can hurt: the target, and who covers it (mir_tmy-47).
    covering = [s.defence.by.id for s in strikes if s.defence and s.covered]
    apart = len({*covering, *(target.id for target in targets)}) == len(targets) + len(covering)

    def sprays(state: Scene, table: Table) -> None:
        shares = shared(fighter, targets, _strafing(state, strikes, table), table)
        struck = [(strike, share) for strike, share in zip(strikes, shares, strict=True) if share]
        for strike, successes in table.each(struck) if apart else struck:
            if apart and not strike.covered:
                hit = _share(state, replace(strike, target=state[strike.target.id]), successes)
                table.then(hit, state, alike=hit)
            else:
                table.then(_one_of_many, state, strike, successes)

    table.then(sprays, state)


def still_there(state: Scene, targets: Sequence[str]) -> Sequence[str]:
    """mir_tmy-7: the declared targets who are still there; all of them where none is."""
    left = [id for id in targets if id not in state.combatants or not attacks.not_there(state[id])]
    return left or targets


def _strikes(
    fighter: Fighter, targets: Sequence[Fighter], weapon: Weapon, command: commands.Strafe
) -> list[attacks.Strike]:
    """The strike at each target: difficulty and damage may differ, and who was aimed at (36)."""
    apart = {standing.target: standing for standing in command.apart}
    for index, standing in enumerate(command.apart):
        if standing.target not in command.targets:
            raise Refusal("is none of the targets", f"apart[{index}].target")
        if standing.modifiers.flank or standing.modifiers.rear or standing.modifiers.dice:
            raise Refusal(
                "the dice are those of the one roll: set them for all", f"apart[{index}].modifiers"
            )
    strikes = []
    aiming = fighter.aiming
    for target in targets:
        said, fighter.aiming = apart.get(target.id, command), aiming
        strike = attacks.strike_with(fighter, target, weapon, said, "strafe", command.share)
        strike.pool.add("mir_tmy-39", strike.label, STRAFE_DICE, 2)
        strikes.append(strike)
    return strikes


def _strafing(state: Scene, strikes: Sequence[attacks.Strike], table: Table) -> list[int]:
    """The one attack roll of a strafe: how many successes reach each of the targets.

    Dice of aiming at any of them are dice of this roll (mir_tmy-36).
    """
    pool, fighter = max((s.pool for s in strikes), key=lambda pool: pool.dice), strikes[0].attacker
    pool.tell(table)
    difficulties = tuple(sorted({strike.pool.against for strike in strikes}))
    dice = d10s(pool.dice, state.house.tens_again)
    throw = Throw(dice, Reaching(difficulties, state.house.ones_cancel))
    nets = table.roll(throw, why="mir_tmy-39", by=fighter.id, label=Text("strafing"))
    reached = dict(zip(difficulties, nets, strict=True))
    if table.keeps_log:
        names = few([strike.target.name for strike in strikes])
        values = {"names": names, "pool": pool.said, "roll": reached[pool.against]}
        line = Text("{fighter} → {names}: strafes, {pool}: {roll}")
        table.note("mir_tmy-39", fighter, line.template, **values)
        for strike in strikes:
            against, target = strike.pool.against, strike.target.name
            if against != pool.against:
                values = {"target": target, "against": against, "reached": reached[against]}
                line = Text("{target}, against {against}: {reached}", **values)
                table.log("mir_tmy-39", line, by=fighter.id)
    return [reached[strike.pool.against] for strike in strikes]


def shared(
    fighter: Fighter, targets: Sequence[Fighter], reached: Sequence[int], table: Table
) -> list[int]:
    """mir_tmy-39: how the successes are shared; the rest, after one each, as the shooter likes.

    ``reached`` says how many of the successes reach each target. A success counts for those whom
    its die reaches, so a target that is harder to hit can get fewer of them.
    """
    net = max(reached)
    if len(targets) == 1:
        line = Text("A single target, successes: {half} of {net}", half=net // 2, net=net)
        table.log("mir_tmy-39", line, by=fighter.id)
        return [net // 2]
    if not net:
        return [0] * len(targets)
    everybody = range(len(targets))
    even = _dealt(reached, everybody)
    choices = [Choice(even, Text("As evenly as can be"), _shares(targets, even))]
    for index, target in enumerate(targets):
        if net > len(targets):
            other = _dealt(reached, everybody, most_at=index)
            label = Text("Most successes: {target}", target=target.name)
        else:
            other = _dealt(reached, [*everybody[index:], *everybody[:index]])
            label = Text("First: {target}", target=target.name)
        if net != len(targets) and all(other != choice.value for choice in choices):
            choices.append(Choice(other, label, _shares(targets, other)))
    values = {"fighter": fighter.name, "count": net}
    text = Text(
        "{fighter}: share {count} success?", "{fighter}: share {count} successes?", **values
    )
    asked = share_out(
        fighter, "share", text, even, choices, rule="mir_tmy-39", native="Распределение успехов",
        help="one number for each target, in order; nothing: evenly",
    )  # fmt: skip
    answer = table.ask(asked)
    shares = list(answer) or even
    _check_shares(shares, reached, even)
    if table.keeps_log:
        line = Text("Shared: {shares}", shares=_shares(targets, shares))
        table.log("mir_tmy-39", line, by=fighter.id)
    return shares


def _dealt(reached: Sequence[int], order: Sequence[int], most_at: int | None = None) -> list[int]:
    """Successes dealt out one each in this order, and the rest evenly or at one target."""
    shares = [0] * len(reached)
    left = {reach: reach for reach in reached}
    # A success for one is no longer there for those who are as easy to hit, or easier.
    counted = [[other for other in left if other >= reach] for reach in reached]

    def deal(index: int, most: int = 1) -> int:
        dealt = min(most, *(left[reach] for reach in counted[index]))
        for reach in counted[index]:
            left[reach] -= dealt
        shares[index] += dealt
        return dealt

    for index in order:
        deal(index)
    if most_at is not None:
        deal(most_at, max(reached))
    while sum(deal(index) for index in order):
        pass
    return shares


def _shares(targets: Sequence[Fighter], shares: Sequence[int]) -> Text:
    parts = zip(targets, shares, strict=True)
    return joined([Text("{target}: {share}", target=t.name, share=n) for t, n in parts])


def _check_shares(shares: Sequence[int], reached: Sequence[int], even: Sequence[int]) -> None:
    place = "answers.share"
    count, net = len(reached), max(reached)
    if len(shares) != count:
        raise Refusal(Text("needs a number for each target: {count}", count=count), place)
    if sum(shares) != net:
        raise Refusal(
            Text("successes to share: {net}, not {shares}", net=net, shares=sum(shares)), place
        )
    for most in set(reached):
        if sum(n for n, reach in zip(shares, reached, strict=True) if reach <= most) > most:
            fewer = Text("successes for those who are harder to hit: {count}", count=most)
            raise Refusal(fewer, place)
    if shares.count(0) > even.count(0) and max(shares) > 1:
        if net < count:
            raise Refusal("with fewer successes than targets, at most one each", place)
        raise Refusal("each target gets one success first", place)


@dataclass(frozen=True, slots=True)
class StrafeHit(attacks.Announced):
    """A share of a strafe for one target, before its dice: no attack pool any more, the defence
    pool of the target, then damage and soak. Odds count equal ones only once."""

    def __call__(self, state: Scene, table: Table) -> None:
        """Throws all its dice: against the defence, then damage."""
        strike, defence = self.strike, self.strike.defence
        target = strike.target
        assert self.throw
        by, label = strike.attacker.id, Text("damage")
        if defence:
            by, label = target.id, Text("{what!l}", what=DEFENCES[defence.kind].label)
        struck = table.roll(self.throw, why="mir_tmy-39", by=by, label=label, opponent=target.id)
        clash = struck.clash
        if defence and table.keeps_log:
            kind, pool = DEFENCES[defence.kind].label, defence.pool.said
            values = {"kind": kind, "pool": pool, "second": clash.second, "left": max(clash.net, 0)}
            line = Text(
                "{target}, {kind!l}, {pool}: {second}; {left} left", target=target.name, **values
            )
            table.log("mir_tmy-43", line, by=target.id, dice=clash.dice[1])
        if clash.net >= 1:
            table.mark(strike.blow.mark.replace("damage", "hit"), target.id)
            self.hit(state, struck, table)


def _one_of_many(state: Scene, strike: attacks.Strike, part: int, table: Table) -> None:
    """One target of a strafe: its share against its defence, then damage."""
    target = state.take(strike.target.id)
    if target.dead:
        return
    aimed = replace(strike, target=target)
    if strike.defence and strike.covered:
        hit = attacks.covered_by(target, strike.defence, part, strike.attacker, state, table)
        mark = "damage" if hit is target else "damage_instead"
        aimed = replace(strike, target=hit, defence=None, blow=replace(strike.blow, mark=mark))
    share = _share(state, aimed, part)
    table.then(share, state, alike=share)


def _share(state: Scene, strike: attacks.Strike, part: int) -> StrafeHit:
    """A share of the successes at one target, up to its dice."""
    against = strike.defence.pool if strike.defence else Pool(strike.target, 0)
    none, high = Pool(strike.attacker, 0), strike.most_extra + 1
    contest = clash_of(state.house, none, against, high=high, plus=part)
    harm = harm_to(state, strike.target, strike.blow)
    hits = attacks.Blows(contest, harm, strike.most_extra, strike.attacker.id)
    return StrafeHit(strike, hits)


# ---- short bursts (mir_tmy-40)


def no_burst(state: Scene, fighter: Fighter) -> Text | None:
    guns = [weapon for weapon in fighter.ready_weapons("firearm") if weapon.burst]
    if not guns:
        return Reason("needs a weapon made for it", rule="mir_tmy-40")
    if all(fighter.loaded.get(gun.name, 3) < 3 for gun in guns):
        return Reason("needs three rounds", rule="mir_tmy-40")
    return None


def short_burst(state: Scene, fighter: Fighter, command: commands.Armed, table: Table) -> None:
    """mir_tmy-40: +3 dice, difficulty +1, three or five rounds by a die of two."""
    strike = attacks.strike_of(state, fighter, command)
    strike.pool.add("mir_tmy-40", Text("short burst"), BURST_DICE, 1)
    attacks.strike_at(state, strike, table)
    weapon = strike.blow.weapon
    table.then(_spends, state, fighter.id, weapon, alike=weapon.name)


def _spends(state: Scene, fighter: str, weapon: Weapon, table: Table) -> None:
    """mir_tmy-40: the rounds of a short burst, once it has been fired."""
    die = table.roll(throw(1, 2, Face()), why="mir_tmy-40", by=fighter, label=Text("rounds spent"))
    used = attacks.spend_rounds(state.take(fighter), weapon, 3 if die == 1 else 5)
    line = Text("The burst takes {count} round", "The burst takes {count} rounds", count=used)
    table.log("mir_tmy-40", line, by=fighter)


# ---- two guns (mir_tmy-41)


def no_two_guns(state: Scene, fighter: Fighter) -> Text | None:
    light = [weapon for weapon in fighter.ready_weapons("firearm") if weapon.light]
    if len(light) < 2:
        return Reason("needs two light guns in hand", rule="mir_tmy-41")
    loaded = [weapon for weapon in light if fighter.loaded.get(weapon.name) != 0]
    return None if len(loaded) >= 2 else Reason("needs two loaded guns", rule="mir_tmy-41")


def two_guns(state: Scene, fighter: Fighter, command: commands.TwoGuns, table: Table) -> None:
    """mir_tmy-41: one more attack with the off hand, each with the full pool."""
    light = fitting(fighter, "two_guns")
    main = in_hand(fighter, command.with_, light)
    off = in_hand(fighter, command.off, [w for w in light if w.name != main.name])
    named = (command.target, command.second_target or command.target)
    first, second = (
        attacks.opponent(state, fighter, id, place)
        if id in still_there(state, named)
        else state.take(id)
        for id, place in zip(named, ("target", "second_target"), strict=True)
    )

    def fires(state: Scene, weapon: Weapon, target_id: str, table: Table) -> None:
        """The shot of one hand."""
        shooter, target = state.take(fighter.id), state.take(target_id)
        if shooter.out or attacks.not_there(target):
            table.note(
                "mir_tmy-41", shooter, "{fighter} does not fire: {weapon}", weapon=weapon.name
            )
            return
        said: Record = command
        if weapon is off:
            distance = command.second_distance
            said = commands.StandsApart(
                target=target.id,
                distance=command.distance if distance is None else distance,
                modifiers=command.second_modifiers or command.modifiers,
            )
        strike = attacks.strike_with(shooter, target, weapon, said, "two_guns")
        if weapon is off:
            strike.label = Text("off hand")
        if weapon is off and not shooter.sheet.ambidextrous:
            strike.pool.add("mir_tmy-41", Text("off hand"), difficulty=1)
        if weapon is off and target.id != command.target:
            strike.pool.add("mir_tmy-41", Text("another target"), difficulty=1)
        attacks.spend_shot(state, shooter, weapon)
        attacks.strike_at(state, strike, table)

    refusal = refused(
        state, fighter, command, lambda draft, _, __, table: fires(draft, off, second.id, table)
    )
    if refusal:
        field = {"with": "off", "distance": "second_distance"}.get(refusal.field, refusal.field)
        raise Refusal(refusal.message, field)
    table.then(fires, state, main, first.id)
    table.then(fires, state, off, second.id)


# ---- suppressing fire (mir_tmy-42)


def no_suppressing(state: Scene, fighter: Fighter) -> Text | None:
    if fighter.suppressing:
        return None
    plan = None if state.declaring else fighter.plan(state.wave)
    if plan and plan.command.action == "suppress":
        return Reason("the fire has been stopped", rule="mir_tmy-42")
    return no_full_clip(state, fighter)


def suppress(state: Scene, fighter: Fighter, command: commands.Suppress, table: Table) -> None:
    """mir_tmy-42: the whole clip over a place; it has worked since the start of the turn."""
    weapon = keeps_under_fire(fighter, command)
    fighter.load(weapon, 0)
    values = {"where": command.where or Text("the way"), "weapon": weapon.name}
    table.note(
        "mir_tmy-42", fighter, "{fighter} suppresses, place: {where}; empty: {weapon}", **values
    )


def keeps_under_fire(fighter: Fighter, command: commands.Suppress) -> Weapon:
    """The weapon that suppresses from now on, with a full clip at the start; nobody aims then."""
    if fighter.suppressing:
        return in_hand(fighter, fighter.suppressing)
    weapon = weapon_for(fighter, "suppress", command.with_)
    fighter.suppressing, fighter.fire = weapon.name, command
    fighter.aiming = 0
    return weapon


def fire_on_passer(state: Scene, guard: Fighter, mover: Fighter, table: Table) -> None:
    """mir_tmy-42: difficulty +2 and ordinary damage, for each who passes."""
    weapon = in_hand(guard, guard.suppressing or "")
    strike = attacks.strike_with(
        guard, mover, weapon, guard.fire or commands.Suppress(), "suppress"
    )
    strike.pool.add("mir_tmy-42", strike.label, difficulty=2)
    guard.begin("suppress")
    guard.load(weapon, 0)
    attacks.strike_at(state, strike, table, at_once=True)
