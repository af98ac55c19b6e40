"""The commands of this system: what each thing that can be done needs to be told."""

from typing import Annotated, Literal

from pydantic import Field as Limits

from desktop.rules.battlefield import At
from desktop.rules.contract import Begin, Command, bare
from desktop.rules.fields import Record, Shown, shown
from desktop.rules.text import Term, Terms, terms
from desktop.rules.walka import sheet, tables
from desktop.rules.walka.state import Hand, Manner

Approach = Literal["front", "flank", "behind", "unaware"]
APPROACH_WORDS: Terms = (
    ("front", "z przodu"),
    ("flank", "z boku"),
    ("behind", "od tyłu"),
    ("unaware", "nieświadomy"),
)

Metres = Annotated[int, Limits(ge=0, le=5000)]
WeaponName = Annotated[
    str, Limits(max_length=100), Shown("With", "Broń", kind="choice", rule="walka-19")
]
Distance = Annotated[
    Metres, Shown("Distance", "Odległość", unit="m", rule="walka-19", distance_to="target")
]
ChosenLocation = Annotated[
    sheet.Location | None, Shown("Chosen location", "Wybrana lokacja", rule="walka-23")
]
Aim = Annotated[int, Limits(ge=0, le=2), Shown("Aim", "Celowanie", unit="seg.", rule="walka-11")]


class BeginBattle(Begin):
    """The start of the fight; the attribute for initiative as the situation asks (walka-5)."""

    initiative_by: Literal["dexterity", "senses"] | None = shown(
        None,
        "Initiative by",
        "Inicjatywa z",
        "walka-5",
        help="empty: as the house rule",
        labels=(("dexterity", sheet.DEXTERITY), ("senses", sheet.SENSES)),
    )
    by_dexterity: list[str] = shown(
        [], "These by dexterity", "Ze Zręczności", "walka-5", max_length=200, kind="combatants"
    )
    by_senses: list[str] = shown(
        [], "These by senses", "Ze Zmysłów", "walka-5", max_length=200, kind="combatants"
    )


# ---- of the turn

EndTurn = bare(do="end_turn", about="walka-9: the move ends; segments that are left are lost.")
Trigger = bare(do="trigger", about="walka-13: what the frozen segments wait for has come.")
GoOn = bare(do="go_on", about="walka-13: the next segment of an action that is done one by one.")
Abandon = bare(do="abandon", about="Gives up an action that is under way (walka-9).")
EndFight = bare(do="end_fight", about="walka-7: all players are in cover, and time runs as always.")


class HandOver(Command, do="hand_over"):
    """walka-6: somebody else moves in one's place."""

    to: str = shown(..., "To", "Komu", "walka-6", kind="combatant")
    keep: bool = shown(False, "For good", "Na stałe", "walka-6")


class Freeze(Command, do="freeze"):
    """walka-13: segments kept back until something happens."""

    count: int = shown(1, "Segments", "Segmenty", "walka-13", ge=1, le=tables.SEGMENTS)
    trigger: str = shown(..., "Trigger", "Wyzwalacz", "walka-13", min_length=1, max_length=500)


class SpottingDuel(Command, do="spotting_duel"):
    """walka-8: two who do not know of each other both peek out."""

    target: str = shown(..., "Against", "Przeciw", "walka-8", kind="combatant")


class Declared(Record):
    """One of the actions declared for a turn."""

    action: str = shown(..., "Action", "Akcja", "walka-9", max_length=100, kind="choice")


class Declare(Command, do="declare"):
    """walka-9: what somebody means to do in the coming turn; it can be changed at any time."""

    actions: list[Declared] = shown(
        [], "Actions", "Akcje", "walka-9", max_length=tables.SEGMENTS, help="in their order"
    )


# ---- what segments buy


class Act(Command):
    """What segments buy; ``in_steps`` lets others break in between its segments (walka-13)."""

    in_steps: bool = shown(
        False,
        "Segment by segment",
        "Segment po segmencie",
        "walka-13",
        help="a fighter who waits can break in between",
    )


class Modifiers(Record):
    """What the game master adds, with a reason (walka-17)."""

    other: int = shown(0, "Other", "Inne", "walka-17", ge=-40, le=40)
    why: str = shown("", "Why", "Dlaczego", max_length=200)


GivenModifiers = Annotated[Modifiers, Shown("Modifiers", "Utrudnienia")]


class Go(Act):
    """Running, sprinting and crawling, one segment each (walka-10); ``to`` a point of the map."""

    to: At | None = shown(None, "To", "Dokąd", "walka-10", kind="point")
    to_cover: bool = shown(False, "Ends behind cover", "Za osłonę", "walka-7", help="hidden there")


class LeanOut(Act, action="lean_out"):
    """walka-10 and 20: out of cover, to see and be seen."""

    seen: sheet.Cover = shown("third", "What is seen then", "Widoczność", "walka-20")


class WithWeapon(Act):
    """Something done to a weapon of the sheet, the first that fits when none is named."""

    with_: Annotated[WeaponName, Limits(alias="with")] = ""


class Spot(Act, action="spot"):
    """walka-10: looks for a target that hides, or for anything hidden."""

    target: str | None = shown(
        None, "Whom", "Kogo", "walka-10", kind="combatant", help="empty: anybody who hides"
    )
    modifiers: GivenModifiers = Modifiers()


class Blow(Act):
    """What is told of somebody fought hand to hand."""

    target: str = shown(..., "Target", "Cel", kind="combatant")
    with_: Annotated[WeaponName, Limits(alias="with")] = ""
    location: ChosenLocation = None
    modifiers: GivenModifiers = Modifiers()


class Strike(Blow, action="strike"):
    """A blow by the house rule ``melee``: one opposed die each."""


class Exchange(Blow, action="exchange"):
    """walka-34 to 45: three opposed throws, and what follows from them."""

    with_second: str = shown(
        "", "In the other hand", "Druga broń", "walka-41", max_length=100, kind="choice"
    )
    target_second: str | None = shown(
        None, "Its target", "Cel drugiej", "walka-41", kind="combatant", help="empty: the same"
    )
    defends_with_both: bool = shown(
        False, "Target defends with both weapons", "Cel broni się dwiema", "walka-41"
    )
    manner: Manner = shown("plain", "Manner", "Sposób", "walka-45")
    form: str = shown(
        "", "Form", "Forma", "walka-51", max_length=100, kind="choice", help="not as Defender"
    )
    charge: int = shown(0, "Charge", "Szarża", "walka-45", ge=0, le=3)
    approach: Approach = shown("front", "From", "Skąd", "walka-39", labels=terms(APPROACH_WORDS))
    narrow: bool = shown(False, "Crowd or narrow place", "Ciasno", "walka-42")


class Manoeuvre(Act):
    """walka-44: what an Attacker does to somebody it presses."""

    target: str = shown(..., "Target", "Cel", "walka-44", kind="combatant")


Tested = Annotated[str, Limits(max_length=50)]
TestedAttribute = Annotated[Tested, Shown("Attribute", "Cecha", kind="choice")]
TestedSkill = Annotated[
    Tested,
    Shown("Skill", "Umiejętność", "walka-12", kind="choice", implies=("attribute", sheet.RESTS_ON)),
]
THEIRS = "their_attribute", sheet.RESTS_ON
TheirAttribute = Annotated[Tested, Shown("Their attribute", "Cecha przeciwnika", kind="choice")]
TheirSkill = Annotated[
    Tested, Shown("Their skill", "Umiejętność przeciwnika", kind="choice", implies=THEIRS)
]


class Trick(Manoeuvre, action="trick"):
    """walka-44: a trick, tested and with the effect that the game master says."""

    what: str = shown("", "What", "Co", max_length=500)
    attribute: TestedAttribute = "dexterity"
    skill: TestedSkill = ""
    their_attribute: TheirAttribute = "dexterity"
    their_skill: TheirSkill = ""
    causes: sheet.Effect | None = shown(None, "Causes", "Efekt", "walka-52")
    turns: int = shown(1, "Lasts", "Trwa", "walka-52", ge=1, le=100, help="in turns")
    modifiers: GivenModifiers = Modifiers()


class FirstAid(Act, action="first_aid"):
    """walka-33: keeps somebody with a critical wound alive."""

    target: str = shown(..., "Whom", "Kogo", "walka-33", kind="combatant")


class Other(Act, action="other"):
    """Whatever the game master allows, at the price the game master sets (walka-9)."""

    what: str = shown(..., "What", "Co", min_length=1, max_length=500)
    segments: int = shown(1, "Cost", "Koszt", "walka-9", "seg.", ge=0, le=30)


class Test(Act, action="test"):
    """Any test of anybody, free of segments unless it is given a cost (walka-1, 4 and 9)."""

    attribute: TestedAttribute = "dexterity"
    skill: TestedSkill = ""
    way: Literal["fight", "ordinary", "open"] = shown(
        "fight",
        "Kind of test",
        "Rodzaj testu",
        "walka-4",
        labels=(
            ("fight", "1k20"),
            ("ordinary", "3k20"),
            ("open", Term("open 3d20", "otwarty 3k20")),
        ),
    )
    modifiers: GivenModifiers = Modifiers()


class OpposedTest(Command, action="opposed_test"):
    """Two open tests against each other, as those of spotting and hiding (walka-8)."""

    attribute: TestedAttribute = "dexterity"
    skill: TestedSkill = ""
    modifiers: GivenModifiers = Modifiers()
    target: str = shown(..., "Against", "Przeciwnik", "walka-8", kind="combatant")
    their_attribute: TheirAttribute = "dexterity"
    their_skill: TheirSkill = ""
    their_modifier: int = shown(0, "Their modifier", "Utrudnienie przeciwnika", ge=-40, le=40)


# ---- shooting


class ShotModifiers(Modifiers):
    """What is seen of the target. Left out, it follows from state and sheet."""

    cover: sheet.Cover | None = shown(None, "Seen of the target", "Widoczność celu", "walka-20")
    movement: sheet.Movement | None = shown(None, "Target moves", "Ruch celu", "walka-21")
    size: sheet.Size | None = shown(None, "Target's size", "Wielkość celu", "walka-22")
    flank: bool = shown(
        False, "From the flank or behind", "Z boku lub z tyłu", "walka-54", help="of the deaf"
    )


class Aimed(Record):
    """What every shot is told: at whom, with what, how far, where, and what is seen."""

    target: str = shown(..., "Target", "Cel", "walka-17", kind="combatant")
    with_: Annotated[WeaponName, Limits(alias="with")] = ""
    distance: Distance = 10
    location: ChosenLocation = None
    modifiers: ShotModifiers = shown(ShotModifiers(), "Modifiers", "Utrudnienia")


class Attack(Aimed, Act):
    """A shot, or several that share a target."""


HeldIn = Annotated[
    Hand,
    Shown(
        "Held in",
        "Trzymana w",
        rule="walka-16",
        labels=(
            ("both", Term("both hands", "obie ręce")),
            ("dominant", Term("dominant hand", "ręka dominująca")),
            ("other", Term("other hand", "druga ręka")),
        ),
    ),
]


class Victim(Record):
    """walka-29: somebody in a blast, and how far from its middle."""

    who: str = shown(..., "Who", "Kto", kind="combatant")
    metres: int = shown(0, "From the middle", "Od epicentrum", ge=0, le=1000, unit="m")
    cover: bool = shown(
        False, "Behind solid cover", "Za porządną osłoną", help="the blast destroys it"
    )


class OneGun(Attack):
    """A shot or a burst from one weapon; ``victims`` are in its blast beside the target."""

    hand: HeldIn = "both"
    victims: list[Victim] = shown([], "Also in the blast", "Ofiary", "walka-29", max_length=20)


class Fire(OneGun, action="shot"):
    """walka-17: one shot, after up to two segments of aiming (walka-11)."""

    aim: Aim = 0


class Snipe(OneGun, action="sniper_shot"):
    """walka-14: a shot through the scope."""

    aim: Aim = 0
    safe: bool = shown(
        False,
        "Out of danger",
        "Z dala od zagrożenia",
        "walka-14",
        help="3d20, no segments, the whole skill",
    )


class OneShot(Aimed):
    """One of several shots."""

    hand: HeldIn = "both"


class SeveralShots(Act, action="several_shots"):
    """walka-12: shots one after another, whose dice are thrown together."""

    shots: list[OneShot] = shown(
        ..., "Shots", "Strzały", "walka-12", min_length=2, max_length=tables.SEGMENTS
    )


class FireTwo(Attack, action="two_weapons"):
    """walka-16: a shot or a burst from each of two weapons."""

    with_other: str = shown("", "In the other hand", "Druga broń", max_length=100, kind="choice")
    target_other: str | None = shown(
        None, "Its target", "Cel drugiej", "walka-16", kind="combatant", help="empty: the same"
    )
    distance_other: Metres | None = shown(
        None, "Its distance", "Odległość drugiej", "walka-19", "m", distance_to="target_other"
    )
    cover_other: sheet.Cover | None = shown(None, "Seen of it", "Widoczność drugiego", "walka-20")
    burst: tables.Burst | None = shown(
        None,
        "Bursts",
        "Serie",
        "walka-24",
        help="from both",
        labels=(
            ("short_burst", Term("short burst", "krótka")),
            ("long_burst", Term("long burst", "długa")),
            ("continuous_fire", Term("continuous fire", "ciągły")),
        ),
    )
    aim: Aim = 0


class ContinuousFire(OneGun, action="continuous_fire"):
    """walka-24 and 25: three segments, six times the rate of fire; it suppresses."""

    targets: list[str] = shown(
        [],
        "Also in the field of fire",
        "W polu rażenia",
        "walka-25",
        max_length=50,
        kind="combatants",
    )


# ---- what is thrown and what explodes


Victims = Annotated[
    list[Victim], Limits(max_length=20), Shown("In the blast", "W wybuchu", rule="walka-29")
]


class ThrowSomething(Act):
    """A grenade or another object, thrown at somebody or at a spot."""

    target: str | None = shown(None, "At", "Cel", kind="combatant", help="empty: at a spot")
    with_: Annotated[WeaponName, Limits(alias="with")] = ""
    distance: Distance = 10
    by_build: bool = shown(
        False, "Strength lowers the penalty", "Test rzucania na Budowę", "walka-28"
    )
    victims: Victims = []
    modifiers: GivenModifiers = Modifiers()


class ThrowSabre(Act, action="throw_sabre"):
    """walka-48: a sabre that is thrown at somebody."""

    target: str = shown(..., "Target", "Cel", "walka-48", kind="combatant")
    distance: Distance = 5
    modifiers: GivenModifiers = Modifiers()


class Detonate(Act, action="detonate"):
    """A charge that lies somewhere goes off (walka-29)."""

    with_: Annotated[WeaponName, Limits(alias="with")] = ""
    victims: Victims = []
