"""What the form of an attack opens with: a target that can be harmed, a weapon that reaches."""

from __future__ import annotations

from typing import Any

from desktop.encounter.best_choice import best_choice, suited_target
from desktop.encounter.fight import Fight, start
from desktop.rules.contract import Option
from tests.rules.boj import bench as boj
from tests.rules.mir_tmy import bench as mir_tmy
from tests.rules.walka import bench as walka


def option(fight: Fight, action: str) -> Option:
    return next(o for o in fight.options() if o.action == action and not o.why_not)


def fighter(id: str, side: str, at: tuple[float, float] = (0, 0), **sheet: Any) -> dict[str, Any]:
    return {"id": id, "side": side, "sheet": {"name": id, **sheet}, "at": list(at)}


def thrower_at(metres: float, **more: Any) -> Fight:
    """Somebody with a sword and an axe that can be thrown, and a foe at some distance.

    ``more`` are changes of both weapons; a knife to be thrown comes with them.
    """
    sword = {"name": "sword", "kind": "melee", "damage": "1k8", **more}
    axe = {"name": "axe", "kind": "ranged", "damage": "1k4", "range": 5, "far": 10, "uses": 1}
    thrown = [{**axe, **more, "thrown": True, "name": n} for n in ("axe", "knife")]
    attacks = [sword, *(thrown if more else thrown[:1])]
    people = [
        fighter("taren", "players", (2, 2), max_hp=9, attacks=attacks),
        fighter("thief", "thieves", (2 + metres, 2), max_hp=9, attacks=[sword]),
    ]
    fight = start(
        {
            "format": "fight/1",
            "system": "konflikt",
            "map": {"width": 20, "height": 10},
            "combatants": people,
        }
    )
    fight.perform({"do": "begin"}, lambda sides: 1, fight.rules.decide)
    return fight


def test_at_seven_metres_an_axe_is_thrown_and_beside_somebody_the_sword_strikes() -> None:
    for metres, weapon in ((7, "axe"), (1, "sword")):
        fight = thrower_at(metres)
        attack = option(fight, "attack")
        fields = fight.parameters(attack)
        chosen = best_choice(fight, attack, fields, {})
        assert chosen == {"target": "thief", "with": weapon}


def test_walka_9_a_throw_that_carries_over_opens_with_the_target_and_odds_it_will_have() -> None:
    fight = walka.fight_of(walka.sheet(weapons=[walka.GRENADE]))
    throw = option(fight, "throw")
    step = throw.as_step(target="pirat")
    odds = fight.odds(step).probability("damage", "pirat")
    walka.act(fight, "kneel")
    walka.act(fight, "pull_pin")
    chosen = best_choice(fight, throw, fight.parameters(throw), {})
    assert chosen == {"target": "pirat", "with": "Granat"}
    assert fight.odds(fight.as_done(step)).probability("damage", "pirat") == odds > 0


def test_of_two_weapons_both_reach() -> None:
    for metres, weapons in ((7, ("axe", "knife")), (1, ("sword", "axe"))):
        fight = thrower_at(metres, light=True)
        attack = option(fight, "two_weapons")
        chosen = best_choice(fight, attack, fight.parameters(attack), {})
        assert (chosen["with"], chosen["with_other"]) == weapons


def test_what_is_kept_stays_and_what_cannot_reach_with_it_is_no_choice() -> None:
    fight = thrower_at(7)
    attack = option(fight, "attack")
    fields = fight.parameters(attack)
    assert best_choice(fight, attack, fields, {"with": "sword"}, {"with"}) == {}


def test_of_two_targets_the_one_that_can_be_hit_comes_before_the_first() -> None:
    """walka: a small droid far away against a pirate near by."""
    gun = {"name": "gun", "category": "pistol", "damage": "heavy", "magazine": 20}
    people = [
        fighter("iga", "players", (1, 1), attributes={"dexterity": 12}, weapons=[gun]),
        fighter("far", "foes", (90, 1), attributes={"dexterity": 10}),
        fighter("near", "foes", (5, 1), attributes={"dexterity": 10}),
    ]
    fight = start(
        {
            "format": "fight/1",
            "system": "walka",
            "map": {"width": 100, "height": 10},
            "combatants": people,
        }
    )
    fight.perform({"do": "begin"}, lambda sides: 1, fight.rules.decide)
    shot = next(o for o in fight.options() if o.action == "shot" and o.actor == "iga")
    fields = fight.parameters(shot)
    assert best_choice(fight, shot, fields, {})["target"] == "near"


def test_walka_27_ion_goes_for_a_droid_before_a_person_whom_it_wounds_never() -> None:
    ion = {"name": "ion", "category": "pistol", "damage": "heavy", "ion": True, "magazine": 20}
    gun = {**ion, "name": "gun", "ion": False}
    droid = {"attributes": {"dexterity": 10}, "nature": "droid"}
    for weapons, more, best in (
        ([ion], {}, {"target": "person", "with": "ion"}),
        ([ion], droid, {"target": "droid", "with": "ion"}),
        ([ion, gun], {}, {"target": "person", "with": "gun"}),
    ):
        people = [
            fighter("iga", "players", (1, 1), attributes={"dexterity": 12}, weapons=weapons),
            fighter("person", "foes", (5, 1), attributes={"dexterity": 10}),
            *([fighter("droid", "foes", (9, 1), **more)] if more else []),
        ]
        area = {"width": 100, "height": 10}
        script = {"format": "fight/1", "system": "walka", "map": area, "combatants": people}
        fight = start(script)
        fight.perform({"do": "begin"}, lambda sides: 1, fight.rules.decide)
        shot = next(o for o in fight.options() if o.action == "shot" and o.actor == "iga")
        assert best_choice(fight, shot, fight.parameters(shot), {}) == best


def test_what_may_be_thrown_at_a_spot_is_thrown_at_an_enemy_whom_it_harms() -> None:
    grenade = {"name": "grenade", "category": "grenade", "damage": "critical", "critical_range": 3}
    people = [
        fighter("iga", "players", (1, 1), attributes={"dexterity": 12}, weapons=[grenade]),
        fighter("tolek", "players", (40, 1), attributes={"dexterity": 10}),
        fighter("pirate", "foes", (21, 1), attributes={"dexterity": 10}),
    ]
    area = {"width": 100, "height": 10}
    fight = start({"format": "fight/1", "system": "walka", "map": area, "combatants": people})
    fight.perform({"do": "begin"}, lambda sides: 1, fight.rules.decide)
    throw = next(o for o in fight.options() if o.action == "throw" and o.actor == "iga")
    chosen = best_choice(fight, throw, fight.parameters(throw), {})
    assert chosen == {"target": "pirate", "with": "grenade"}


def test_boj_a_weapon_that_reaches_several_is_not_what_a_form_opens_with() -> None:
    vera = boj.sheet("Вера", boj.GRENADE, boj.REVOLVER)
    fight = boj.fight(vera)
    attack = next(o for o in fight.options() if o.action == "attack" and o.actor == "vera")
    chosen = best_choice(fight, attack, fight.parameters(attack), {})
    assert chosen == {"target": "cultist", "with": boj.REVOLVER["name"]}


def test_what_reaches_several_is_aimed_at_whom_it_harms_most_together_but_for_friends() -> None:
    spell = {"name": "ball", "skill": "prowess", "against": "defence", "damage": "2k6", "area": 2}
    people = [fighter("mage", "players", (2, 8), spells=[spell])]
    places = {"weak": ((10, 2), 5), "middle": ((12, 2), 9), "end": ((14, 2), 9)}
    people += [fighter(id, "foes", at, max_hp=9, defence=n) for id, (at, n) in places.items()]
    area = {"width": 20, "height": 10}

    def chosen() -> Any:
        script = {"format": "fight/1", "system": "konflikt", "map": area, "combatants": people}
        fight = start(script)
        fight.perform({"do": "begin"}, lambda sides: 1, fight.rules.decide)
        cast = option(fight, "cast")
        return best_choice(fight, cast, fight.parameters(cast), {})["target"]

    assert chosen() == "middle", "there it reaches all three"
    people.append(fighter("friend", "players", (14, 4), max_hp=9, defence=1))
    assert chosen() == "weak", "there it reaches no friend"


def test_nothing_is_chosen_where_no_enemy_is_harmed() -> None:
    fight = thrower_at(1)
    move = option(fight, "move")
    assert best_choice(fight, move, fight.parameters(move), {}) == {}


def test_what_heals_an_enemy_is_for_the_friend_who_gains_most_and_harm_is_for_an_enemy() -> None:
    slow = {"name": "mend slowly", "negative": False, "ends": "rounds", "rounds": 3, "per_round": 2}
    spells = [
        {"name": "bolt", "damage": "1k8"},
        {"name": "mend", "healing": "1k8"},
        {"name": "mend slowly", "effect": slow},
    ]
    people = [
        fighter("mage", "players", max_hp=9, spells=spells),
        fighter("whole", "players", max_hp=9),
        fighter("hurt", "players", max_hp=9, hp=3),
        fighter("thief", "thieves", max_hp=9, hp=1),
    ]
    for person in people:
        del person["at"]
    fight = start({"format": "fight/1", "system": "konflikt", "combatants": people})
    fight.perform({"do": "begin"}, lambda sides: 1, fight.rules.decide)
    cast = option(fight, "cast")
    fields = fight.parameters(cast)

    def suited(spell: str, target: str) -> Any:
        return suited_target(fight, cast, fields, {"with": spell, "target": target})

    assert suited("mend", "thief") == suited("mend slowly", "thief") == {"target": "hurt"}
    assert suited("mend", "hurt") == {}
    assert suited("mend", "whole") == {"target": "hurt"}, "who lacks nothing gains nothing"
    fight.perform({"do": "edit", "combatant": "mage", "set": {"hp": 1}})
    fields = fight.parameters(cast)
    assert suited("mend", "thief") == {"target": ""}, "the mage itself"
    assert suited("bolt", "hurt")["target"] == "thief"
    assert suited("bolt", "thief") == {}
    assert best_choice(fight, cast, fields, {"with": "mend slowly"}, ["with"]) == {}


def test_mir_tmy_5_what_is_declared_is_declared_with_a_weapon_that_reaches() -> None:
    revolver = {"name": "revolver", "kind": "firearm", "damage": 4, "range": 30, "clip": 6}
    people = [
        fighter("boss", "foes", (2, 2), weapons=[{"name": "claws", "damage": 4}, revolver]),
        fighter("pyotr", "players", (8, 2)),
    ]
    area = {"width": 20, "height": 10}
    script = {"format": "fight/1", "system": "mir_tmy", "map": area, "combatants": people}
    fight = start(script)
    fight.perform({"do": "begin", "dice": [1, 9]})
    attack = option(fight, "attack")
    assert (attack.do, attack.actor) == ("declare", "boss")
    best = best_choice(fight, attack, fight.parameters(attack), {})
    assert best == {"target": "pyotr", "with": "revolver"}


def test_who_lies_there_is_aimed_at_only_where_nobody_else_is_left() -> None:
    fight = mir_tmy.scene(*(mir_tmy.person(name) for name in "АБВ"))
    attack = option(fight, "attack")
    mir_tmy.set_by_hand(fight, "b", damage={"bashing": 7})
    assert fight.state["b"].out
    fields = fight.parameters(attack)
    assert best_choice(fight, attack, fields, {})["target"] == "c"
    target = next(field for field in fields if field.id == "target")
    said = {choice.value: str(choice.note) for choice in target.choices}
    assert list(said.items()) == [("c", ""), ("b", "out of the fight")]


def test_a_grenade_that_harms_nobody_is_aimed_at_whom_it_affects() -> None:
    sticky = {"name": "Lepki granat", "category": "grenade", "causes": "immobile"}
    people = [fighter("ada", "players", (2, 2), weapons=[{**sticky, "effect_range": 5}])]
    people += [fighter("far", "foes", (38, 2)), fighter("near", "foes", (12, 2))]
    script = {"format": "fight/1", "system": "walka", "combatants": people}
    fight = start({**script, "map": {"width": 40, "height": 10}})
    fight.perform({"do": "begin"}, lambda sides: 3, fight.rules.decide)
    throw = option(fight, "throw")
    chosen = best_choice(fight, throw, fight.parameters(throw), {})
    assert chosen == {"target": "near", "with": "Lepki granat"}


def test_a_grenade_that_harms_nobody_is_aimed_where_no_friend_is_held_by_it() -> None:
    sticky = {"name": "Lepki granat", "category": "grenade", "causes": "immobile"}
    people = [fighter("ada", "players", (2, 2), weapons=[{**sticky, "effect_range": 5}])]
    people += [fighter("bo", "players", (11, 2)), fighter("beside", "foes", (12, 2))]
    people.append(fighter("alone", "foes", (12, 9)))
    script = {"format": "fight/1", "system": "walka", "combatants": people}
    fight = start({**script, "map": {"width": 40, "height": 20}})
    fight.perform({"do": "begin"}, lambda sides: 3, fight.rules.decide)
    throw = option(fight, "throw")
    chosen = best_choice(fight, throw, fight.parameters(throw), {})
    assert chosen["target"] == "alone"


def test_a_grenade_is_aimed_at_a_foe_behind_a_wall_and_at_nobody_of_ones_own_before_it() -> None:
    grenade = {"name": "Granat", "category": "grenade", "damage": "heavy", "critical_range": 3}
    people = [
        fighter("ada", "players", (2, 2), weapons=[grenade]),
        fighter("bo", "players", (3, 2)),
    ]
    wall = {"kind": "wall", "points": [[8, 0], [8, 10]]}
    script = {"format": "fight/1", "system": "walka", "combatants": people}
    people.append(fighter("foe", "foes", (12, 2)))
    fight = start({**script, "map": {"width": 40, "height": 10, "ground": [wall]}})
    fight.perform({"do": "begin"}, lambda sides: 3, fight.rules.decide)
    throw = option(fight, "throw")
    chosen = best_choice(fight, throw, fight.parameters(throw), {})
    assert chosen == {"target": "foe", "with": "Granat"}


def test_what_heals_is_for_a_friend_where_the_enemy_aimed_at_is_behind_a_wall() -> None:
    spells = [{"name": "bolt", "damage": "1k8"}, {"name": "mend", "healing": "1k8"}]
    people = [
        fighter("mage", "players", (2, 2), max_hp=9, hp=2, spells=spells),
        fighter("thief", "thieves", (9, 2), max_hp=9),
    ]
    wall = {"kind": "wall", "points": [[5, 0], [5, 10]]}
    field = {"width": 20, "height": 10, "ground": [wall]}
    fight = start({"format": "fight/1", "system": "konflikt", "combatants": people, "map": field})
    fight.perform({"do": "begin"}, lambda sides: 1, fight.rules.decide)
    cast = option(fight, "cast")
    fields = fight.parameters(cast)
    assert suited_target(fight, cast, fields, {"with": "mend", "target": "thief"}) == {"target": ""}
    assert suited_target(fight, cast, fields, {"with": "bolt", "target": "thief"}) == {}


def test_boj_22_a_weapon_that_may_burst_opens_as_it_fires_single_shots() -> None:
    for weapons in ([boj.RIFLE], [boj.REVOLVER, boj.RIFLE], [boj.GRENADE, boj.RIFLE]):
        fight = boj.fight(boj.sheet("Вера", *weapons), boj.CULTIST)
        attack = option(fight, "attack")
        chosen = best_choice(fight, attack, fight.parameters(attack), {})
        expected = weapons[0] if weapons[0] is not boj.GRENADE else boj.RIFLE
        assert chosen["with"] == expected["name"]


def test_of_two_the_one_who_falls_more_likely_comes_first_if_only_by_a_few_per_cent() -> None:
    fight = boj.fight(boj.sheet("Вера", boj.REVOLVER), boj.CULTIST, {**boj.CULTIST, "name": "Б"})
    for id, hp in (("cultist", 5), ("c2", 4)):
        fight.perform({"do": "edit", "combatant": id, "set": {"hp": hp}})
    attack = option(fight, "attack")
    # 38 % and 43 %, though more damage is to be expected of the first.
    assert best_choice(fight, attack, fight.parameters(attack), {})["target"] == "c2"
