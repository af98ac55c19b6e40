"""What can be declared and done, as the script and the panel say it."""

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal, NamedTuple, Self

from pydantic import Field as Limits

from desktop.rules.battlefield import At
from desktop.rules.contract import Begin, Command, bare
from desktop.rules.fields import Record, Shown, shown
from desktop.rules.mir_tmy.sheet import ATTRIBUTES, AttributeName
from desktop.rules.text import Term, Text, terms

Metres = Annotated[int, Limits(ge=0, le=5000)]
Line = Annotated[str, Limits(max_length=500)]
Id = Annotated[str, Limits(max_length=100)]

Cover = Literal["none", "situational", "light", "partial", "full"]
COVERS = (
    ("none", Term("none", "нет")),
    ("situational", Term("chance +1", "ситуативное +1")),
    ("light", Term("light +2", "лёгкое +2")),
    ("partial", Term("partial +3", "частичное +3")),
    ("full", Term("full +4", "полное +4")),
)
OWN_COVERS = (
    ("none", Term("none", "нет")),
    ("situational", Term("chance", "ситуативное")),
    ("light", Term(Text("light", context="cover"), "лёгкое")),
    ("partial", Term("partial +1", "частичное +1")),
    ("full", Term("full +2", "полное +2")),
)
Place = Literal["none", "limb", "hand", "head", "heart", "medium", "small", "tiny"]
PLACES = (
    ("none", Term("nowhere in particular", "без выбора места")),
    ("limb", Term("limb +1", "конечность +1")),
    ("hand", Term("hand +2", "кисть +2")),
    ("head", Term("head +2", "голова +2")),
    ("heart", Term("heart +3", "сердце +3")),
    ("medium", Term("medium target +1", "средняя цель +1")),
    ("small", Term("small target +2", "маленькая цель +2")),
    ("tiny", Term("tiny target +3", "крошечная цель +3")),
)


class Modifiers(Record):
    """What the game master sees on the table about an attack."""

    flank: bool = shown(False, "From the flank", "С фланга", "mir_tmy-21")
    rear: bool = shown(False, "From behind", "С тыла", "mir_tmy-21")
    blind: bool = shown(False, "Blind", "Вслепую", "mir_tmy-20")
    cover: Cover = shown("none", "Cover of the target", "Укрытие цели", "mir_tmy-24", labels=COVERS)
    own_cover: Cover = shown(
        "none", "Own cover", "Своё укрытие", "mir_tmy-24", labels=OWN_COVERS, seldom=True
    )
    targeting: Place = shown("none", "Aimed at", "Точно в цель", "mir_tmy-29", labels=PLACES)
    past_armor: bool = shown(False, "No armour there", "Мимо брони", "mir_tmy-29", seldom=True)
    difficulty: int = shown(
        0, "Other difficulty", "Сложность", "mir_tmy-1", ge=-8, le=8, seldom=True
    )
    dice: int = shown(0, "Other dice", "Кубики", "mir_tmy-10", ge=-20, le=20, seldom=True)
    damage: int = shown(
        0, "Other damage dice", "Кубики урона", "mir_tmy-12", ge=-20, le=20, seldom=True
    )


Target = Annotated[Id, Shown("Target", "Цель", kind="combatant", rule="mir_tmy-10")]
With = Annotated[Id, Limits(alias="with"), Shown("With", "Оружие", kind="choice")]
Distance = Annotated[
    Metres | None, Shown("Distance", "Дистанция", unit="m", rule="mir_tmy-23", distance_to="target")
]
To = Annotated[At | None, Shown("To", "Куда", kind="point", rule="mir_tmy-52")]
"""A point of the map."""
By = Annotated[Id, Shown("By ability", "Навык", kind="choice", rule="mir_tmy-10")]
Past = Annotated[
    list[Id],
    Limits(max_length=20),
    Shown("Past whom, through whose fire", "Мимо кого", kind="combatants", rule="mir_tmy-46"),
]


class Act(Command):
    """An action. The same models serve ``declare`` and ``act``."""

    do: Literal["act", "declare"] = "act"
    concealed: bool = shown(False, "Without outward sign", "Неприметно", "mir_tmy-9", seldom=True)
    share: ClassVar[int | None] = None
    """Its dice, as one of several actions out of a shared pool (mir_tmy-49); None: the pool. No
    field, for no script says it."""

    def sharing(self, dice: int) -> Self:
        """The same as one of several actions, with ``dice`` of the pool."""
        act = self.model_copy()
        vars(act)["share"] = dice
        return act


class Perform(Act, do="act"):
    """What the actor has declared, as declared."""

    action: Literal[""] = ""


class Blow(Act):
    """What all attacks on one target have."""

    target: Target
    modifiers: Modifiers = shown(Modifiers(), "Modifiers")


class Brawling(Blow):
    """A blow by one of several abilities."""

    ability: By = ""


class Wielded(Blow):
    """A blow with a weapon."""

    with_: With = ""


class Armed(Wielded):
    """An attack with a weapon, at a distance in metres."""

    distance: Distance = None


Attack = bare("attack", base=Armed, about="An attack with any weapon (mir_tmy-10).")


OneAttack = Literal[
    "attack", "grapple", "bite", "break_joint", "cut_tendon", "neck_twist", "sweep", "disarm",
    "full_auto", "short_burst",
]  # fmt: skip
"""The attacks that can be made from ambush (mir_tmy-19), and as one of several acts (49)."""


class Ambush(Armed, action="ambush"):
    """One attack before the initiative counts (mir_tmy-19)."""

    by: Literal[OneAttack, "two_guns"] = shown("attack", "By which attack", "Атака", "mir_tmy-19")
    ability: By = ""
    what: Id = shown("", "Of what", "Какое оружие", "mir_tmy-35", seldom=True)
    off: Id = shown("", "Off hand", "Вторая рука", "mir_tmy-41", kind="choice", seldom=True)
    drink: bool = shown(False, "To drink", "Пить кровь", "mir_tmy-31", seldom=True)


Grapple = bare("grapple", base=Brawling, about="Takes hold of somebody (mir_tmy-30).")


class Bite(Blow, action="bite"):
    """Bites, to wound or to drink (mir_tmy-31)."""

    drink: bool = shown(
        False,
        "To drink",
        "Пить кровь",
        "mir_tmy-31",
        help="a vampire's bite that takes blood and does no damage",
    )


BreakJoint = bare(
    "break_joint", base=Brawling, about="Breaks a joint with bare hands (mir_tmy-32)."
)
CutTendon = bare("cut_tendon", base=Wielded, about="Cuts a tendon with a blade (mir_tmy-32).")
NeckTwist = bare("neck_twist", base=Brawling, about="Twists somebody's neck (mir_tmy-33).")
Sweep = bare("sweep", base=Wielded, about="Sweeps somebody off their feet (mir_tmy-34).")


class Disarm(Wielded, action="disarm"):
    """Strikes a weapon out of a hand (mir_tmy-35)."""

    what: Id = shown("", "Of what", "Какое оружие", "mir_tmy-35", help="empty: what is in hand")


FullAuto = bare("full_auto", base=Armed, about="The whole clip at one target (mir_tmy-37).")
ShortBurst = bare(
    "short_burst", base=Armed, about="Three or five rounds at one target (mir_tmy-40)."
)


class TwoGuns(Armed, action="two_guns"):
    """A shot from each hand (mir_tmy-41)."""

    off: Id = shown("", "Off hand", "Вторая рука", "mir_tmy-41", kind="choice")
    second_target: Id | None = shown(
        None, "Target of the off hand", "Вторая цель", kind="combatant"
    )
    second_distance: Metres | None = shown(
        None,
        "Distance of the second target",
        "Дистанция второй цели",
        "mir_tmy-23",
        "m",
        seldom=True,
        help="empty: as the first",
        distance_to="second_target",
    )
    second_modifiers: Modifiers | None = shown(
        None, "Modifiers of the second gun", seldom=True, help="empty: as the first"
    )


class StandsApart(Record):
    """A target of a strafe that stands elsewhere than the others, or behind other cover."""

    target: Target
    distance: Distance = None
    modifiers: Modifiers = shown(Modifiers(), "Modifiers")


class Strafe(Act, action="strafe"):
    """The whole clip at several targets (mir_tmy-39)."""

    targets: list[Id] = shown([], "Targets", "Цели", "mir_tmy-39", max_length=20, kind="combatants")
    with_: With = ""
    distance: Distance = None
    modifiers: Modifiers = shown(Modifiers(), "Modifiers")
    apart: list[StandsApart] = shown(
        [],
        "Who stands apart",
        "Отдельно",
        "mir_tmy-39",
        max_length=20,
        seldom=True,
        help="targets at another distance or behind other cover than the rest",
    )


class Suppress(Act, action="suppress"):
    """Keeps a place under fire (mir_tmy-42)."""

    with_: With = ""
    where: Line = shown("", "Where", "Зона", "mir_tmy-42")
    distance: Distance = None
    modifiers: Modifiers = shown(Modifiers(), "Modifiers")


class Aim(Act, action="aim"):
    """Spends a turn on aiming (mir_tmy-36)."""

    target: Target
    with_: With = ""
    fast: bool = shown(False, "Faster than a walk", "Быстрее шага", "mir_tmy-36")


class Handling(Act):
    """Something done with a weapon and to nobody."""

    with_: With = ""


Reload = bare("reload", base=Handling, about="Fills a clip (mir_tmy-38).")


# ---- defences


class Manner(NamedTuple):
    """A manoeuvre of defence, and the ability that it goes by."""

    label: Text
    native: str
    rule: str
    ability: str = ""


DEFENCES: Mapping[str, Manner] = {
    "dodge": Manner(Text("Dodge"), "Уклонение", "mir_tmy-43", "dodge"),
    "parry": Manner(Text("Parry"), "Парирование", "mir_tmy-44", "melee"),
    "block": Manner(Text("Block"), "Блок", "mir_tmy-45", "brawl"),
    "counter": Manner(Text("Counterattack"), "Контратака", "mir_tmy-46"),
    "cover_ally": Manner(Text("Cover an ally"), "Прикрыть", "mir_tmy-47", "dodge"),
    "desperate_defence": Manner(Text("Desperate defence"), "Отчаянная защита", "mir_tmy-48"),
}


def defences(*ids: str) -> tuple[tuple[str, Term], ...]:
    """The labels of a choice among defences."""
    return tuple((id, Term(DEFENCES[id].label, DEFENCES[id].native.lower())) for id in ids)


Dodge = bare("dodge", base=Act, about="Stands ready to dodge (mir_tmy-43).")
Parry = bare("parry", base=Handling, about="Stands ready to parry (mir_tmy-44).")
Block = bare("block", base=Act, about="Stands ready to block (mir_tmy-45).")
Counter = bare("counter", base=Handling, about="Strikes at everyone who passes (mir_tmy-46).")


class CoverAlly(Act, action="cover_ally"):
    """Stands ready to take a blow or a shot for a friend (mir_tmy-47)."""

    target: Id = shown(..., "Whom", "Кого", "mir_tmy-47", kind="combatant")


class DesperateDefence(Act, action="desperate_defence"):
    """Does nothing but defend, all turn (mir_tmy-48)."""

    defence: Literal["dodge", "block"] = shown(
        "dodge", "By", "Манёвр", "mir_tmy-48", labels=defences("dodge", "block")
    )


ReadyWeapon = bare("ready_weapon", base=Handling, about="Takes a weapon in hand (mir_tmy-53).")


class Speak(Act, action="speak"):
    """Says something (mir_tmy-54)."""

    words: int = shown(5, "Words", "Слов", "mir_tmy-54", ge=1, le=200)
    text: Line = shown("", "What", "Что")
    attribute: Literal["charisma", "manipulation"] = shown(
        "charisma", "Attribute", "Атрибут", labels=terms(ATTRIBUTES)
    )
    ability: By = ""


class Move(Act, action="move"):
    """Walks (mir_tmy-52)."""

    to: To = None
    metres: Metres | None = shown(
        None, "Distance", "Дистанция", "mir_tmy-52", "m", help="empty: all there is"
    )
    past: Past = []


Run = bare("run", base=Move, about="Runs (mir_tmy-52).")


Rise = bare("rise", base=Act, about="Gets up (mir_tmy-51).")


class BreakFree(Act, action="break_free"):
    """Tries to get out of a hold (mir_tmy-30)."""

    ability: By = ""


class Other(Act, action="other"):
    """Whatever can be said as an attribute and an ability, and what cannot fail."""

    what: Line = shown("", "What", "Что")
    attribute: AttributeName | None = shown(None, "Attribute", "Атрибут", "mir_tmy-49")
    ability: Id = shown("", "Ability", "Способность", "mir_tmy-49", kind="choice")
    difficulty: int = shown(6, "Difficulty", "Сложность", "mir_tmy-1", ge=2, le=10)


Pass = bare("pass", base=Act, about="Does nothing (mir_tmy-7).")

PartAction = Literal[
    OneAttack, "strafe", "cover_ally", "reload", "ready_weapon", "rise", "move", "speak", "dodge",
    "parry", "block", "other",
]  # fmt: skip


class Part(Record):
    """One of several actions, with its share of the dice (mir_tmy-49)."""

    action: PartAction = shown("attack", "Action", "Действие")
    dice: int = shown(2, "Dice", "Кубики", "mir_tmy-49", ge=2, le=50)
    target: Id = shown("", "Target", "Цель", kind="combatant")
    targets: list[Id] = shown([], "Targets", "Цели", "mir_tmy-39", max_length=20, kind="combatants")
    with_: With = ""
    ability: By = ""
    distance: Distance = None
    past: Past = []
    drink: bool = shown(False, "To drink", "Пить кровь", "mir_tmy-31")
    metres: Metres | None = shown(None, "Metres", "Метры", unit="m")
    words: int | None = shown(None, "Words", "Слов", ge=1, le=200)
    what: Line = shown("", "What", "Что")
    attribute: Id = shown("", "Attribute", "Атрибут", "mir_tmy-49", kind="choice")
    difficulty: int | None = shown(None, "Difficulty", "Сложность", ge=2, le=10)
    modifiers: Modifiers = shown(Modifiers(), "Modifiers")


class Multiple(Act, action="multiple"):
    """Several actions out of one pool (mir_tmy-49)."""

    parts: list[Part] = shown(..., "Actions", "Действия", min_length=2, max_length=10)


HARMLESS = ("aim", "cover_ally", "ambush")
"""Actions that name somebody whom they do not attack."""


def each_of(command: Act) -> Sequence[tuple[str, Act | Part]]:
    """What a command does, with what stands before its fields: the parts of several actions one by
    one (``parts[1].``), else the command itself."""
    if isinstance(command, Multiple):
        return [(f"parts[{index}].", part) for index, part in enumerate(command.parts)]
    return (("", command),)


def attacks(command: Act, id: str) -> bool:
    """Whether a declared action attacks somebody (mir_tmy-22)."""
    return any(id in named(act) for _, act in each_of(command) if act.action not in HARMLESS)


def named(act: Act | Part) -> list[str]:
    """Whom an action names, whatever it does to them; of several actions, each names its own."""
    values = vars(act)
    ids = [values.get("target"), values.get("second_target"), *(values.get("targets") or ())]
    return [id for id in dict.fromkeys(ids) if id]


# ---- steps of their own


class ChangeToDefence(Command, do="change_to_defence"):
    """Gives an action that is not done yet for a defence (mir_tmy-7)."""

    defence: Literal["dodge", "parry", "block", "counter", "cover_ally", "desperate_defence"] = (
        shown("dodge", "Defence", "Защитный манёвр", "mir_tmy-7", labels=defences(*DEFENCES))
    )
    with_: With = ""
    target: Id | None = shown(
        None,
        "Whom to cover",
        "Кого прикрыть",
        "mir_tmy-47",
        kind="combatant",
        only_with=("defence", "cover_ally"),
    )
    desperate_by: Literal["dodge", "block"] = shown(
        "dodge",
        "Desperately by",
        "Отчаянно",
        "mir_tmy-48",
        labels=defences("dodge", "block"),
        only_with=("defence", "desperate_defence"),
    )


class Wait(Command, do="wait"):
    """Lets somebody slower act first (mir_tmy-8)."""

    until: Id | None = shown(
        None, "Until after", "Дождаться", "mir_tmy-8", kind="combatant", help="empty: the next one"
    )


RerollInitiative = bare(
    do="reroll_initiative", about="Rolls the d10 of the initiative anew (mir_tmy-6)."
)
RerollAll = bare(do="reroll_all", about="All roll the d10 of the initiative anew (mir_tmy-6).")
Knockdown = bare(
    do="knockdown", about="Somebody is knocked down, as the game master says (mir_tmy-27)."
)
Enter = bare(do="enter", about="Somebody who was to come later comes in.")
EndTurn = bare(do="end_turn", about="Does not act, or declares nothing (mir_tmy-7).")


class BeginScene(Begin):
    """The start of a fight: who may be ambushed, and who is not there yet."""

    surprised: list[str] = shown(
        [], "Surprised", "Застигнуты врасплох", "mir_tmy-19", kind="combatants"
    )
    later: list[Id] = shown(
        [], "Come later", "Придут позже", "mir_tmy-3", max_length=100, kind="combatants"
    )
