"""Getting out of the way of a grenade (walka-30)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil

from desktop.rules.cast import question
from desktop.rules.dice import Faces, pool
from desktop.rules.fields import Choice
from desktop.rules.table import Table
from desktop.rules.text import Text
from desktop.rules.walka.blasts import landing, ring
from desktop.rules.walka.check import single_test
from desktop.rules.walka.commands import Victim
from desktop.rules.walka.data import BLAST
from desktop.rules.walka.die import FACES
from desktop.rules.walka.sheet import Weapon
from desktop.rules.walka.state import Battle, Fighter, points_left
from desktop.rules.walka.threshold import MOVING, add_armour, threshold_of

DODGES: Mapping[str, Text] = {
    "stay": Text("Stay"),
    "leap": Text("Leap away"),
    "leap_to_cover": Text("Leap behind cover within 2 m"),
    "fling": Text("Fling it off"),
    "throw_back": Text("Throw it back"),
}


AWARENESS = -5


TELEKINESIS: Mapping[str, tuple[Text, int]] = {
    "fling": (Text("fling"), -3),
    "throw_back": (Text("throw back"), -7),
}


def dodge_all(
    state: Battle, thrower: Fighter, weapon: Weapon, victims: Sequence[Victim], table: Table
) -> list[Victim]:
    """walka-30: each victim in turn; who gets rid of the grenade spares those after it the try."""
    radius = weapon.critical_range or 1
    result = list(victims)
    for index, victim in enumerate(victims):
        if not ring(victim.metres, radius):
            continue
        target = state.take(victim.who)
        way = _ask_dodge(target, table)
        if way == "stay" or not _gets_away(state, target, way, table):
            continue
        who = {"name": target.name}
        match way:
            case "leap":
                target.uncover()
                further = (ceil(max(victim.metres, 1) / radius)) * radius + 1
                result[index] = victim.model_copy(update={"metres": further})
                told = Text("{name} leaps a ring further out", **who)
            case "leap_to_cover":
                target.uncover()
                target.covered = True
                result[index] = victim.model_copy(update={"cover": True})
                told = Text("{name} leaps behind cover", **who)
            case "fling":
                return _flung(target, result, radius, table)
            case _:
                table.log("walka-30", Text("{name} throws it back", **who), by=target.id)
                return [] if thrower.out else [Victim(who=thrower.id)]
        table.log("walka-30", told, by=target.id)
    return result


def _flung(target: Fighter, victims: Sequence[Victim], radius: int, table: Table) -> list[Victim]:
    """walka-30: off in a random direction, told by a die; by default out of everybody's reach."""
    everywhere = pool(1, FACES, Faces(alike=(tuple(range(1, FACES + 1)),)))
    label = Text("direction")
    direction = table.roll(everywhere, why="walka-30", by=target.id, label=label)[0]
    told = Text(
        "{name} flings it off, direction {direction} of {all}",
        name=target.name,
        direction=direction,
        all=FACES,
    )
    table.log("walka-30", told, by=target.id)
    out_of_reach = [len(BLAST) * radius + 1 for _ in victims]
    offered = {
        Text("out of reach"): out_of_reach,
        Text("where it was"): [victim.metres for victim in victims],
    }
    question = Text("It is flung off: metres from {names}?", names=[v.who for v in victims])
    return landing(target, victims, offered, question, "walka-30", table)


def _ask_dodge(target: Fighter, table: Table) -> str:
    no_force = Text("no sensitivity to move things with")
    blocked = () if target.attribute("force") else TELEKINESIS
    choices = [
        Choice(way, label, why_not=no_force if way in blocked else None)
        for way, label in DODGES.items()
    ]
    text = Text("{name}: what if it sees the grenade coming?", name=target.name)
    asked = question(target, "dodge_grenade", text, choices, "walka-30", default="leap")
    answer: str = table.ask(asked)
    return answer


def _gets_away(state: Battle, target: Fighter, way: str, table: Table) -> bool:
    """First to see it (alertness or spotting, whichever has more points), then to do it."""
    skill = max(("alertness", "spotting"), key=lambda name: points_left(state.house, target, name))
    seeing = threshold_of(target, "senses")
    seeing.add(Text("a grenade in flight"), AWARENESS, "walka-30")
    by_force = way in TELEKINESIS
    if not single_test(
        state, target, seeing, skill, table, rule="walka-30", label=skill, more_tests=by_force
    ):
        told = Text("{name} does not see it coming", name=target.name)
        table.log("walka-30", told, by=target.id)
        return False
    if by_force:
        doing, skill = threshold_of(target, "force"), "telekinesis"
        doing.add(*TELEKINESIS[way], "walka-30")
    else:
        doing, skill = threshold_of(target, "dexterity"), ""
        add_armour(doing, target, MOVING)
    if single_test(state, target, doing, skill, table, rule="walka-30", label=Text("dodge")):
        return True
    told = Text("{name} does not get away", name=target.name)
    table.log("walka-30", told, by=target.id)
    return False
