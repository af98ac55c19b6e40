"""Short ways to a fight in the middle of things."""

from collections.abc import Mapping, Sequence
from typing import Any

from desktop.encounter.fight import Fight, start
from desktop.rules.walka.state import Battle, Fighter
from tests.rules.steps import perform

PISTOL = {"name": "Pistolet", "category": "pistol", "damage": "light"}
SMG = {"name": "Pistolet maszynowy", "category": "smg", "damage": "light", "rate_of_fire": 3}
RIFLE = {"name": "Karabin", "category": "rifle", "damage": "heavy", "rate_of_fire": 2}
SNIPER = {"name": "Wyborowy", "category": "marksman", "damage": "critical", "scope": 3}
SHOTGUN = {"name": "Strzelba", "category": "shotgun", "damage": "scratch"}
GRENADE = {"name": "Granat", "category": "grenade", "damage": "critical", "critical_range": 3}
ION = {"name": "Jonowy", "category": "pistol", "ion": True}
BLADE = {"name": "Wibroostrze", "category": "melee", "damage": "light"}

PAIN = [1, 1, 1]
"""A pain test that is passed."""
SCREAM = [19, 19, 19]
"""A pain test that is failed."""


def sheet(
    name: str = "Vera",
    weapons: Sequence[Mapping[str, Any]] = (PISTOL,),
    skills: Mapping[str, int] | None = None,
    armor: Mapping[str, int] | None = None,
    *,
    dexterity: int = 12,
    senses: int = 12,
    build: int = 12,
    force: int = 0,
    **more: Any,
) -> dict[str, Any]:
    """A sheet with all attributes at 12, as JSON; ``armor`` as reduction by location."""
    attributes = {"dexterity": dexterity, "senses": senses, "build": build, "force": force}
    worn = [{"name": "Pancerz", "reduction": dict(armor)}] if armor else []
    return {
        "name": name,
        "attributes": attributes,
        "skills": dict(skills or {}),
        "weapons": [dict(weapon) for weapon in weapons],
        "armor": worn,
        **more,
    }


def mustered(
    vera: Mapping[str, Any] | None = None,
    pirat: Mapping[str, Any] | None = None,
    house: Mapping[str, Any] | None = None,
    **others: Mapping[str, Any],
) -> Fight:
    """``vera``, a player, against ``pirat`` and whoever else is named; not begun."""
    sheets = {"vera": vera or sheet(), "pirat": pirat or sheet("Pirat"), **others}
    return start(
        {
            "format": "fight/1",
            "system": "walka",
            "house_rules": {"initiative_by": "senses", **(house or {})},
            "combatants": [
                {
                    "id": id,
                    "side": "players" if id in ("vera", "olek") else "piraci",
                    "sheet": dict(data),
                }
                for id, data in sheets.items()
            ],
        }
    )


def fight_of(
    vera: Mapping[str, Any] | None = None,
    pirat: Mapping[str, Any] | None = None,
    house: Mapping[str, Any] | None = None,
    **others: Mapping[str, Any],
) -> Fight:
    """The same, begun: they move in the order in which they are named."""
    fight = mustered(vera, pirat, house, **others)
    # Initiative by senses, five points apart.
    dice = [die for place in range(len(others) + 2) for die in [1 + 5 * place] * 3]
    do(fight, {"do": "begin"}, dice=dice)
    assert fight.state.order == ["vera", "pirat", *others]
    return fight


def do(
    fight: Fight, step: Mapping[str, Any], dice: Sequence[int] = (), answers: Any = "default"
) -> Fight:
    """Performs a step with exactly these dice."""
    perform(fight, step, dice, answers)
    return fight


def act(
    fight: Fight,
    action: str,
    dice: Sequence[int] = (),
    actor: str = "vera",
    answers: Any = "default",
    **told: Any,
) -> Fight:
    """An action; ``weapon`` stands for ``with``, which Python keeps for itself."""
    if "weapon" in told:
        told["with"] = told.pop("weapon")
    return do(fight, {"do": "act", "actor": actor, "action": action, **told}, dice, answers)


def shoot(fight: Fight, dice: Sequence[int], answers: Any = "default", **told: Any) -> Fight:
    """Vera shoots at the pirate."""
    return act(fight, "shot", dice, answers=answers, **{"target": "pirat", **told})


def step_of(action: str, actor: str = "vera", **told: Any) -> dict[str, Any]:
    if "weapon" in told:
        told["with"] = told.pop("weapon")
    return {"do": "act", "actor": actor, "action": action, **told}


def end_turn(fight: Fight, times: int = 1) -> Fight:
    for _ in range(times):
        do(fight, {"do": "end_turn"})
    return fight


def edit(fight: Fight, id: str, **values: Any) -> Fight:
    return do(fight, {"do": "edit", "combatant": id, "set": values})


def battle(fight: Fight) -> Battle:
    state = fight.state
    assert isinstance(state, Battle)
    return state


def who(fight: Fight, id: str) -> Fighter:
    fighter: Fighter = fight.state[id]
    return fighter


def told(fight: Fight, number: int) -> list[str]:
    """What the last step said under this rule."""
    lines = fight.moments[fight.cursor - 1].lines
    return [str(line.text) for line in lines if line.rule == f"walka-{number}"]


def threshold(fight: Fight) -> str:
    """The threshold of the last step, as it was told."""
    return told(fight, 17)[-1].split("threshold ")[1].split(" =")[0].replace("−", "-")


def wounds(fight: Fight, id: str = "pirat") -> list[tuple[str, str]]:
    return [(wound.level, wound.location) for wound in who(fight, id).wounds]
