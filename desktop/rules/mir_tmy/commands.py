"""What can be declared and done, as the script and the panel say it."""

from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field as Limits

from desktop.rules.battlefield import At
from desktop.rules.contract import Begin, Command, bare
from desktop.rules.fields import Record, Shown
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

    flank: Annotated[bool, Shown("From the flank", "С фланга", rule="mir_tmy-21")] = False
    rear: Annotated[bool, Shown("From behind", "С тыла", rule="mir_tmy-21")] = False
    blind: Annotated[bool, Shown("Blind", "Вслепую", rule="mir_tmy-20")] = False
    cover: Annotated[
        Cover, Shown("Cover of the target", "Укрытие цели", rule="mir_tmy-24", labels=COVERS)
    ] = "none"
    own_cover: Annotated[
        Cover,
        Shown("Own cover", "Своё укрытие", rule="mir_tmy-24", labels=OWN_COVERS, seldom=True),
    ] = "none"
    targeting: Annotated[
        Place, Shown("Aimed at", "Точно в цель", rule="mir_tmy-29", labels=PLACES)
    ] = "none"
    past_armor: Annotated[
        bool, Shown("No armour there", "Мимо брони", rule="mir_tmy-29", seldom=True)
    ] = False
    difficulty: Annotated[
        int,
        Limits(ge=-8, le=8),
        Shown("Other difficulty", "Сложность", rule="mir_tmy-1", seldom=True),
    ] = 0
    dice: Annotated[
        int,
        Limits(ge=-20, le=20),
        Shown("Other dice", "Кубики", rule="mir_tmy-10", seldom=True),
    ] = 0
    damage: Annotated[
        int,
        Limits(ge=-20, le=20),
        Shown("Other damage dice", "Кубики урона", rule="mir_tmy-12", seldom=True),
    ] = 0


Target = Annotated[Id, Shown("Target", "Цель", kind="combatant", rule="mir_tmy-10")]
With = Annotated[Id, Limits(alias="with"), Shown("With", "Оружие", kind="choice")]
Distance = Annotated[
    Metres | None,
    Shown("Distance", "Дистанция", unit="m", rule="mir_tmy-23", distance_to="target"),
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
    concealed: Annotated[bool, Shown("Without outward sign", "Неприметно", rule="mir_tmy-9")] = (
        False
    )
    share: ClassVar[int | None] = None
    """Its dice, as one of several actions out of a shared pool (mir_tmy-49); None: the pool. No
    field, for no script says it."""

    def sharing(self, dice: int) -> Self:
        """The same as one of several actions, with so many dice."""
        act = self.model_copy()
        vars(act)["share"] = dice
        return act


class Perform(Act, do="act"):
    """What the actor has declared, as declared."""

    action: Literal[""] = ""


class Blow(Act):
    """What all attacks on one target have."""

    target: Target
    modifiers: Annotated[Modifiers, Shown("Modifiers")] = Modifiers()


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


class Ambush(Armed, action="ambush"):
    """One attack before the initiative counts (mir_tmy-19)."""

    by: Annotated[
        Literal[
            "attack",
            "grapple",
            "bite",
            "break_joint",
            "cut_tendon",
            "neck_twist",
            "sweep",
            "disarm",
            "full_auto",
            "short_burst",
            "two_guns",
        ],
        Shown("By which attack", "Атака", rule="mir_tmy-19"),
    ] = "attack"
    ability: By = ""
    what: Annotated[Id, Shown("Of what", "Какое оружие", rule="mir_tmy-35", seldom=True)] = ""
    off: Annotated[
        Id, Shown("Off hand", "Вторая рука", kind="choice", rule="mir_tmy-41", seldom=True)
    ] = ""
    drink: Annotated[bool, Shown("To drink", "Пить кровь", rule="mir_tmy-31", seldom=True)] = False


Grapple = bare("grapple", base=Brawling, about="Takes hold of somebody (mir_tmy-30).")


class Bite(Blow, action="bite"):
    """Bites, to wound or to drink (mir_tmy-31)."""

    drink: Annotated[
        bool,
        Shown(
            "To drink",
            "Пить кровь",
            rule="mir_tmy-31",
            help="a vampire's bite that takes blood and does no damage",
        ),
    ] = False


BreakJoint = bare(
    "break_joint", base=Brawling, about="Breaks a joint with bare hands (mir_tmy-32)."
)
CutTendon = bare("cut_tendon", base=Wielded, about="Cuts a tendon with a blade (mir_tmy-32).")
NeckTwist = bare("neck_twist", base=Brawling, about="Twists somebody's neck (mir_tmy-33).")
Sweep = bare("sweep", base=Wielded, about="Sweeps somebody off their feet (mir_tmy-34).")


class Disarm(Wielded, action="disarm"):
    """Strikes a weapon out of a hand (mir_tmy-35)."""

    what: Annotated[
        Id, Shown("Of what", "Какое оружие", rule="mir_tmy-35", help="empty: what is in hand")
    ] = ""


FullAuto = bare("full_auto", base=Armed, about="The whole clip at one target (mir_tmy-37).")
ShortBurst = bare(
    "short_burst", base=Armed, about="Three or five rounds at one target (mir_tmy-40)."
)


class TwoGuns(Armed, action="two_guns"):
    """A shot from each hand (mir_tmy-41)."""

    off: Annotated[Id, Shown("Off hand", "Вторая рука", kind="choice", rule="mir_tmy-41")] = ""
    second_target: Annotated[
        Id | None, Shown("Target of the off hand", "Вторая цель", kind="combatant")
    ] = None
    second_distance: Annotated[
        Metres | None,
        Shown(
            "Distance of the second target",
            "Дистанция второй цели",
            unit="m",
            rule="mir_tmy-23",
            seldom=True,
            help="empty: as the first",
            distance_to="second_target",
        ),
    ] = None
    second_modifiers: Annotated[
        Modifiers | None,
        Shown("Modifiers of the second gun", seldom=True, help="empty: as the first"),
    ] = None


class StandsApart(Record):
    """A target of a strafe that stands elsewhere than the others, or behind other cover."""

    target: Target
    distance: Distance = None
    modifiers: Annotated[Modifiers, Shown("Modifiers")] = Modifiers()


class Strafe(Act, action="strafe"):
    """The whole clip at several targets (mir_tmy-39)."""

    targets: Annotated[
        list[Id],
        Limits(max_length=20),
        Shown("Targets", "Цели", kind="combatants", rule="mir_tmy-39"),
    ] = []
    with_: With = ""
    distance: Distance = None
    modifiers: Annotated[Modifiers, Shown("Modifiers")] = Modifiers()
    apart: Annotated[
        list[StandsApart],
        Limits(max_length=20),
        Shown(
            "Who stands apart",
            "Отдельно",
            rule="mir_tmy-39",
            seldom=True,
            help="targets at another distance or behind other cover than the rest",
        ),
    ] = []


class Suppress(Act, action="suppress"):
    """Keeps a place under fire (mir_tmy-42)."""

    with_: With = ""
    where: Annotated[Line, Shown("Where", "Зона", rule="mir_tmy-42")] = ""
    distance: Distance = None
    modifiers: Annotated[Modifiers, Shown("Modifiers")] = Modifiers()


class Aim(Act, action="aim"):
    """Spends a turn on aiming (mir_tmy-36)."""

    target: Target
    with_: With = ""
    fast: Annotated[bool, Shown("Faster than a walk", "Быстрее шага", rule="mir_tmy-36")] = False


class Handling(Act):
    """Something done with a weapon and to nobody."""

    with_: With = ""


Reload = bare("reload", base=Handling, about="Fills a clip (mir_tmy-38).")
Dodge = bare("dodge", base=Act, about="Stands ready to dodge (mir_tmy-43).")
Parry = bare("parry", base=Handling, about="Stands ready to parry (mir_tmy-44).")
Block = bare("block", base=Act, about="Stands ready to block (mir_tmy-45).")
Counter = bare("counter", base=Handling, about="Strikes at everyone who passes (mir_tmy-46).")


class CoverAlly(Act, action="cover_ally"):
    """Stands ready to take a blow or a shot for a friend (mir_tmy-47)."""

    target: Annotated[Id, Shown("Whom", "Кого", kind="combatant", rule="mir_tmy-47")]


DESPERATE = ("dodge", Term("Dodge", "уклонение")), ("block", Term("Block", "блок"))


class DesperateDefence(Act, action="desperate_defence"):
    """Does nothing but defend, all turn (mir_tmy-48)."""

    defence: Annotated[
        Literal["dodge", "block"],
        Shown("By", "Манёвр", rule="mir_tmy-48", labels=DESPERATE),
    ] = "dodge"


ReadyWeapon = bare("ready_weapon", base=Handling, about="Takes a weapon in hand (mir_tmy-53).")


class Speak(Act, action="speak"):
    """Says something (mir_tmy-54)."""

    words: Annotated[int, Limits(ge=1, le=200), Shown("Words", "Слов", rule="mir_tmy-54")] = 5
    text: Annotated[Line, Shown("What", "Что")] = ""
    attribute: Annotated[
        Literal["charisma", "manipulation"],
        Shown("Attribute", "Атрибут", labels=terms(ATTRIBUTES)),
    ] = "charisma"
    ability: By = ""


class Move(Act, action="move"):
    """Walks (mir_tmy-52)."""

    to: To = None
    metres: Annotated[
        Metres | None,
        Shown("Distance", "Дистанция", unit="m", rule="mir_tmy-52", help="empty: all there is"),
    ] = None
    past: Past = []


Run = bare("run", base=Move, about="Runs (mir_tmy-52).")


Rise = bare("rise", base=Act, about="Gets up (mir_tmy-51).")


class BreakFree(Act, action="break_free"):
    """Tries to get out of a hold (mir_tmy-30)."""

    ability: By = ""


class Other(Act, action="other"):
    """Whatever can be said as an attribute and an ability, and what cannot fail."""

    what: Annotated[Line, Shown("What", "Что")] = ""
    attribute: Annotated[
        AttributeName | None,
        Shown("Attribute", "Атрибут", labels=terms(ATTRIBUTES), rule="mir_tmy-49"),
    ] = None
    ability: Annotated[Id, Shown("Ability", "Способность", kind="choice", rule="mir_tmy-49")] = ""
    difficulty: Annotated[
        int, Limits(ge=2, le=10), Shown("Difficulty", "Сложность", rule="mir_tmy-1")
    ] = 6


Pass = bare("pass", base=Act, about="Does nothing (mir_tmy-7).")

PartAction = Literal[
    "attack",
    "grapple",
    "bite",
    "break_joint",
    "cut_tendon",
    "neck_twist",
    "sweep",
    "disarm",
    "full_auto",
    "short_burst",
    "strafe",
    "cover_ally",
    "reload",
    "ready_weapon",
    "rise",
    "move",
    "speak",
    "dodge",
    "parry",
    "block",
    "other",
]


class Part(Record):
    """One of several actions, with its share of the dice (mir_tmy-49)."""

    action: Annotated[PartAction, Shown("Action", "Действие")] = "attack"
    dice: Annotated[int, Limits(ge=2, le=50), Shown("Dice", "Кубики", rule="mir_tmy-49")] = 2
    target: Annotated[Id, Shown("Target", "Цель", kind="combatant")] = ""
    targets: Annotated[
        list[Id],
        Limits(max_length=20),
        Shown("Targets", "Цели", kind="combatants", rule="mir_tmy-39"),
    ] = []
    with_: With = ""
    ability: By = ""
    distance: Distance = None
    past: Past = []
    drink: Annotated[bool, Shown("To drink", "Пить кровь", rule="mir_tmy-31")] = False
    metres: Annotated[Metres | None, Shown("Metres", "Метры", unit="m")] = None
    words: Annotated[int | None, Limits(ge=1, le=200), Shown("Words", "Слов")] = None
    what: Annotated[Line, Shown("What", "Что")] = ""
    attribute: Annotated[Id, Shown("Attribute", "Атрибут", kind="choice", rule="mir_tmy-49")] = ""
    difficulty: Annotated[int | None, Limits(ge=2, le=10), Shown("Difficulty", "Сложность")] = None
    modifiers: Annotated[Modifiers, Shown("Modifiers")] = Modifiers()

    def as_act(self) -> dict[str, Any]:
        """What is filled in, as the step of that action alone."""
        filled = self.model_dump(by_alias=True, exclude_defaults=True, exclude={"dice"})
        return {"do": "act", **filled, "action": self.action}


class Multiple(Act, action="multiple"):
    """Several actions out of one pool (mir_tmy-49)."""

    parts: Annotated[list[Part], Limits(min_length=2, max_length=10), Shown("Parts", "Части")]


HARMLESS = ("aim", "cover_ally", "ambush")
"""Actions that name somebody whom they do not attack."""


def attacked(command: Act) -> set[str]:
    """Whom a declared action attacks (mir_tmy-22)."""
    if isinstance(command, Multiple):
        return {
            id
            for part in command.parts
            if part.action not in HARMLESS
            for id in (part.target, *part.targets)
            if id
        }
    return set() if command.action in HARMLESS else set(named(command))


def named(command: Act) -> list[str]:
    """Whom an action names, whatever it does to them; of several actions, each names its own."""
    values = vars(command)
    ids = [values.get("target"), values.get("second_target"), *(values.get("targets") or ())]
    return [id for id in ids if id]


# ---- steps of their own


class ChangeToDefence(Command, do="change_to_defence"):
    """Gives an action that is not done yet for a defence (mir_tmy-7)."""

    defence: Annotated[
        Literal["dodge", "parry", "block", "counter", "cover_ally", "desperate_defence"],
        Shown(
            "Defence",
            "Защитный манёвр",
            rule="mir_tmy-7",
            labels=(
                ("dodge", Term("Dodge", "уклонение")),
                ("parry", Term("Parry", "парирование")),
                ("block", Term("Block", "блок")),
                ("counter", Term("Counterattack", "контратака")),
                ("cover_ally", Term("Cover an ally", "прикрыть")),
                ("desperate_defence", Term("Desperate defence", "отчаянная защита")),
            ),
        ),
    ] = "dodge"
    with_: With = ""
    target: Annotated[
        Id | None,
        Shown(
            "Whom to cover",
            "Кого прикрыть",
            kind="combatant",
            rule="mir_tmy-47",
            only_with=("defence", "cover_ally"),
        ),
    ] = None
    desperate_by: Annotated[
        Literal["dodge", "block"],
        Shown(
            "Desperately by",
            "Отчаянно",
            rule="mir_tmy-48",
            labels=DESPERATE,
            only_with=("defence", "desperate_defence"),
        ),
    ] = "dodge"


class Wait(Command, do="wait"):
    """Lets somebody slower act first (mir_tmy-8)."""

    until: Annotated[
        Id | None,
        Shown(
            "Until after",
            "Дождаться",
            kind="combatant",
            rule="mir_tmy-8",
            help="empty: the next one",
        ),
    ] = None


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

    surprised: Annotated[
        list[str],
        Shown("Surprised", "Застигнуты врасплох", kind="combatants", rule="mir_tmy-19"),
    ] = []
    later: Annotated[
        list[Id],
        Limits(max_length=100),
        Shown("Come later", "Придут позже", kind="combatants", rule="mir_tmy-3"),
    ] = []
