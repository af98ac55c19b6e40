"""Everything that can be done, as it is said: one model for each action."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field as Limits
from pydantic import model_validator

from desktop.rules.battlefield import At
from desktop.rules.contract import Begin, Command
from desktop.rules.fields import Shown

With = Annotated[
    str,
    Limits(alias="with", max_length=100),
    Shown("Weapon", "Оружие", kind="choice", help="empty: the first one"),
]


Modifier = Annotated[
    int, Limits(ge=-100, le=100), Shown("Modifier", "Поправка", rule="boj-5", unit="%")
]


class BeginScene(Begin):
    """The start of a fight: who does not know of the danger yet."""

    surprised: Annotated[
        list[str], Shown("Surprised", "Не ждут нападения", kind="combatants", rule="boj-17")
    ] = []


class Act(Command):
    """What is done in one's turn."""

    do: Literal["act"] = "act"


class Aim(Act):
    action: Literal["aim"] = "aim"


class Attack(Act):
    """An attack. ``lethality`` rates a device that has no rating of its own (boj-21)."""

    action: Literal["attack"] = "attack"
    target: Annotated[str, Shown("Target", "Цель", kind="combatant")]
    with_: With = ""
    mode: Annotated[
        Literal["single", "burst"] | None,
        Shown(
            "Fire",
            "Огонь",
            rule="boj-22",
            labels=(("single", "одиночный: урон"), ("burst", "очередь: Смертельность")),
        ),
    ] = None
    targets: Annotated[
        list[str],
        Limits(max_length=100),
        Shown("Also in the radius", "Ещё в радиусе", rule="boj-22", kind="combatants"),
    ] = Limits(default_factory=list)
    radius: Annotated[
        int | None,
        Limits(ge=1, le=1000),
        Shown("Radius", "Радиус", rule="boj-22", unit="m", help="empty: as far as it goes"),
    ] = None
    modifier: Modifier = 0
    behind: Annotated[
        int | None,
        Limits(ge=0, le=100),
        Shown("Target's cover", "Укрытие цели", rule="boj-23", help="empty: as it stands"),
    ] = None
    lethality: Annotated[
        int | None,
        Limits(ge=1, le=99),
        Shown("Lethality", "Смертельность", rule="boj-21", unit="%", help="empty: the weapon's"),
    ] = None
    distance: Annotated[
        int | None,
        Limits(ge=0, le=10_000),
        Shown("Distance", "Дистанция", unit="m", seldom=True, distance_to="target"),
    ] = None

    @model_validator(mode="before")
    @classmethod
    def _first_of_several(cls, values: Any) -> Any:
        """``targets`` alone is enough: the first of them is the one aimed at."""
        if isinstance(values, dict) and "target" not in values:
            several = values.get("targets")
            if isinstance(several, list) and several:
                return {**values, "target": several[0], "targets": several[1:]}
        return values


class CalledShot(Attack):
    """boj-8: an attack on a part of the body, or on what a cover leaves bare."""

    action: Literal["called_shot"] = "called_shot"  # type: ignore[assignment]
    part: Annotated[str, Limits(max_length=100), Shown("Part", "Часть тела", rule="boj-8")] = ""
    exposure: Annotated[
        Literal["partial", "mostly"],
        Shown(
            "Covered",
            "Прикрыта",
            rule="boj-8",
            labels=(("partial", "наполовину или открыта: −20"), ("mostly", "почти вся: −40")),
        ),
    ] = "partial"


class Disarm(Act):
    action: Literal["disarm"] = "disarm"
    target: Annotated[str, Shown("Target", "Цель", kind="combatant")]
    modifier: Modifier = 0


class Grapple(Act):
    action: Literal["grapple"] = "grapple"
    target: Annotated[str, Shown("Target", "Цель", kind="combatant")]
    modifier: Modifier = 0


class Escape(Act):
    action: Literal["escape"] = "escape"
    modifier: Modifier = 0


class Dodge(Act):
    action: Literal["dodge"] = "dodge"
    modifier: Modifier = 0


class Resist(Act):
    action: Literal["resist"] = "resist"
    kind: Annotated[
        Literal["block", "strike_back"],
        Shown("How", "Как", "boj-14", labels=(("block", "блок"), ("strike_back", "контратака"))),
    ] = "block"
    with_: With = ""
    modifier: Modifier = 0


class Step(Act):
    """boj-16: up to 3 m beside another action; ``behind`` is the cover it ends behind.

    ``to`` is a point of the map.
    """

    action: Literal["step"] = "step"
    to: Annotated[At | None, Shown("To", "Куда", "boj-16", kind="point")] = None
    behind: Annotated[
        int,
        Limits(ge=0, le=100),
        Shown("Ends behind cover of rating", "За укрытие", "boj-23", help="0: in the open"),
    ] = 0
    cover_near: Annotated[
        int,
        Limits(ge=0, le=100),
        Shown("Cover within 3 m", "Укрытие в 3\N{NO-BREAK SPACE}м", "boj-17"),
    ] = 0


class Move(Step):
    """boj-16: the turn's action spent on moving."""

    action: Literal["move"] = "move"  # type: ignore[assignment]
    pace: Annotated[
        Literal["dash", "run", "sprint"],
        Shown(
            "Pace",
            "Темп",
            "boj-16",
            labels=(("dash", "перебежка, 10 м"), ("run", "бег, 20 м"), ("sprint", "рывок, 30 м")),
        ),
    ] = "run"
    difficult: Annotated[
        bool, Shown("The ground demands a roll", "Нужен бросок ЛОВ×5", "boj-16")
    ] = False


class PutAway(Act):
    action: Literal["put_away"] = "put_away"


class PickUp(Act):
    action: Literal["pick_up"] = "pick_up"
    with_: With = ""


class Other(Act):
    """Anything else that takes the turn's action."""

    action: Literal["other"] = "other"
    what: Annotated[str, Limits(max_length=200), Shown("What", "Что")] = ""


class Wait(Command):
    """Acting later: after somebody who is still to come."""

    do: Literal["wait"] = "wait"
    after: Annotated[str, Shown("After", "После", kind="combatant")]


class EndTurn(Command):
    do: Literal["end_turn"] = "end_turn"
