"""Sheets, weapons, armour, species, wounds, and the house rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import ConfigDict, ValidationError, ValidationInfo, field_validator, model_validator
from pydantic import Field as Limits
from pydantic_core import InitErrorDetails

from desktop.rules.fields import ONE_OR_MORE, KnownAs, Record, Shown, fields_of, known_to_players
from desktop.rules.text import Term, Terms, Text, terms
from desktop.rules.walka.tables import (
    BLAST,
    PAIN_PENALTY,
    Category,
    Cover,
    Effect,
    Length,
    Level,
    Location,
    Size,
)

LOCATION_WORDS: Terms = (
    ("head", "głowa"),
    ("dominant_arm", "ręka dominująca"),
    ("other_arm", "ręka druga"),
    ("torso", "tułów"),
    ("right_leg", "prawa noga"),
    ("left_leg", "lewa noga"),
)
LEVEL_WORDS: Terms = (
    ("scratch", "draśnięcie"),
    ("light", "lekka"),
    ("heavy", "ciężka"),
    ("critical", "krytyczna"),
)


class Wound(Record):
    """walka-31: a wound, where it is, and whether its pain was borne (walka-32)."""

    level: Annotated[Level, Shown("Level", "Poziom", rule="walka-31", labels=terms(LEVEL_WORDS))]
    location: Annotated[
        Location, Shown("Location", "Lokacja", rule="walka-18", labels=terms(LOCATION_WORDS))
    ] = "torso"
    pain_passed: Annotated[bool, Shown("Pain test passed", "Test bólu zdany", rule="walka-32")] = (
        True
    )
    bruise: Annotated[
        bool, Shown("A bruise", "Siniak", rule="walka-46", help="kills nobody", seldom=True)
    ] = False

    @property
    def penalty(self) -> float:
        """walka-32, as a number to be added."""
        passed, failed = PAIN_PENALTY[self.level]
        return passed if self.pain_passed else failed


Wounds = Annotated[list[Wound], Limits(max_length=999), Shown("Wounds", "Rany", rule="walka-31")]
Disabled = Annotated[
    list[Location],
    Limits(max_length=6),
    Shown("Disabled", "Niesprawne", rule="walka-27", labels=terms(LOCATION_WORDS)),
]
Stabilised = Annotated[bool, Shown("First aid given", "Opatrzony", rule="walka-33")]


Name = Annotated[str, Limits(min_length=1, max_length=100)]
Notes = Annotated[str, Limits(max_length=10_000)]
Attribute = Annotated[int, Limits(ge=0, le=60)]
Skill = Annotated[int, Limits(ge=0, le=20)]

CATEGORY_WORDS: Terms = (
    ("pistol", "pistolet"),
    ("smg", "pistolet maszynowy"),
    ("rifle", "karabin"),
    ("marksman", "karabin wyborowy"),
    ("shotgun", "strzelba"),
    ("grenade", "granat"),
    ("launcher", "wyrzutnia"),
    ("melee", "broń biała"),
)
CATEGORIES = dict(terms(CATEGORY_WORDS))
SEEN_WORDS: Terms = (
    ("two_thirds", "2/3"),
    ("half", "1/2"),
    ("third", "1/3"),
    ("sliver", "głowa i broń"),
)
LENGTH_WORDS: Terms = (
    ("touch", "dotyk"),
    ("very_short", "bardzo krótka"),
    ("short", "krótka"),
    ("medium", "średnia"),
    ("long", "długa"),
    ("very_long", "bardzo długa"),
)
MOVEMENT_WORDS: Terms = (("still", "stoi"), ("running", "biegnie"), ("rushing", "pędzi"))
RELOADS: Terms = (("cell", "ogniwo"), ("gas", "pojemnik z gazem"), ("pump", "pompka"))
NATURES: Terms = (("living", "żywa istota"), ("droid", "droid"))
SIZE_WORDS: Terms = (
    ("very_small", "bardzo mały"),
    ("small", "mały"),
    ("medium", "średni"),
    ("large", "duży"),
    ("great", "wielki"),
    ("huge", "ogromny"),
    ("gigantic", "gigantyczny"),
)

SKILL_OF_CATEGORY: Mapping[Category, str] = {
    "pistol": "pistols",
    "smg": "smgs",
    "rifle": "rifles",
    "marksman": "marksman_rifles",
    "shotgun": "shotguns",
    "grenade": "throwing",
    "launcher": "throwing",
    "melee": "melee",
}

RESTS_ON: Mapping[str, str] = {
    "pistols": "dexterity",
    "smgs": "dexterity",
    "rifles": "dexterity",
    "marksman_rifles": "dexterity",
    "shotguns": "dexterity",
    "throwing": "dexterity",
    "melee": "dexterity",
    "hiding": "dexterity",
    "spotting": "senses",
    "alertness": "senses",
    "telekinesis": "force",
    "pain_resistance": "build",
}
"""The attribute each skill rests on."""


MOST_OTHERS = 60
"""Attributes or skills of a sheet beyond the ones listed."""


class OpenRecord(Record):
    """A record in which more values may stand than are listed, each under a name."""

    model_config = ConfigDict(extra="allow")

    @model_validator(mode="after")
    def _few_others(self) -> Self:
        others = self.__pydantic_extra__ or {}
        if len(others) > MOST_OTHERS:
            raise ValueError(Text("can have at most {most} of its own", most=MOST_OTHERS))
        if any(not 1 <= len(name) <= 100 for name in others):
            raise ValueError(Text("a name of its own has 1 to 100 letters"))
        return self


class Attributes(OpenRecord):
    """Attributes; others than the ones listed may stand here too, each a whole number."""

    __pydantic_extra__: dict[str, Attribute] = Limits(init=False)

    dexterity: Annotated[Attribute, Shown("Dexterity", "Zręczność", rule="walka-17")] = 10
    senses: Annotated[Attribute, Shown("Senses", "Zmysły", rule="walka-5")] = 10
    build: Annotated[Attribute, Shown("Build", "Budowa", rule="walka-15")] = 10
    charisma: Annotated[Attribute, Shown("Charisma", "Charakter")] = 10
    intellect: Annotated[Attribute, Shown("Intellect", "Intelekt")] = 10
    force: Annotated[
        Attribute, Shown("Sensitivity", "Wrażliwość", rule="walka-30", help="for telekinesis")
    ] = 0


DEXTERITY, SENSES = Term("Dexterity", "Zręczność"), Term("Senses", "Zmysły")
FORCE, BUILD = Term("Sensitivity", "Wrażliwość"), Term("Build", "Budowa")


class Skills(OpenRecord):
    """Skills; others than the ones listed may stand here too, each from 0 to 20.

    The group of a skill is the attribute it rests on.
    """

    __pydantic_extra__: dict[str, Skill] = Limits(init=False)

    pistols: Annotated[Skill, Shown("Pistols", "Pistolety", rule="walka-12", group=DEXTERITY)] = 0
    smgs: Annotated[
        Skill, Shown("Submachine guns", "Pistolety maszynowe", rule="walka-12", group=DEXTERITY)
    ] = 0
    rifles: Annotated[Skill, Shown("Rifles", "Karabiny", rule="walka-12", group=DEXTERITY)] = 0
    marksman_rifles: Annotated[
        Skill, Shown("Marksman rifles", "Karabiny wyborowe", rule="walka-12", group=DEXTERITY)
    ] = 0
    shotguns: Annotated[Skill, Shown("Shotguns", "Strzelby", rule="walka-12", group=DEXTERITY)] = 0
    throwing: Annotated[Skill, Shown("Throwing", "Rzucanie", rule="walka-28", group=DEXTERITY)] = 0
    melee: Annotated[Skill, Shown("Melee", "Walka wręcz", rule="walka-23", group=DEXTERITY)] = 0
    spotting: Annotated[Skill, Shown("Spotting", "Wypatrywanie", rule="walka-8", group=SENSES)] = 0
    hiding: Annotated[Skill, Shown("Hiding", "Ukrywanie", rule="walka-8", group=DEXTERITY)] = 0
    alertness: Annotated[Skill, Shown("Alertness", "Czujność", rule="walka-30", group=SENSES)] = 0
    telekinesis: Annotated[
        Skill, Shown("Telekinesis", "Telekineza", rule="walka-30", group=FORCE)
    ] = 0
    pain_resistance: Annotated[
        Skill, Shown("Pain resistance", "Odporność na ból", rule="walka-32", group=BUILD)
    ] = 0

    def names(self) -> list[str]:
        """Every skill there is, the known ones first."""
        return [*type(self).model_fields, *(self.model_extra or {})]


_TERMS = {
    field.id: Term(field.label, field.native)
    for field in (*fields_of(Attributes), *fields_of(Skills))
}


def word(name: str) -> Term:
    """An attribute or a skill; one of the sheet's own by the name that it has there."""
    return _TERMS.get(name, Term(name))


EFFECT_WORDS: Terms = (
    ("shocked", "porażenie"),
    ("stunned", "ogłuszenie"),
    ("afraid", "strach"),
    ("choking", "duszenie"),
    ("burning", "płonięcie"),
    ("freezing", "zamarzanie"),
    ("bleeding", "krwawienie"),
    ("haemorrhage", "silne krwawienie"),
    ("blind", "oślepienie"),
    ("dazzled", "olśnienie"),
    ("deaf", "ogłuchnięcie"),
    ("dazed", "oszołomienie"),
    ("held", "pochwycenie"),
    ("immobile", "unieruchomienie"),
    ("weightless", "nieważkość"),
    ("smoke", "dym"),
    ("sand", "piasek w oczach"),
)
EFFECTS = dict(terms(EFFECT_WORDS))
"""What each effect is called."""


class Affliction(Record):
    """walka-52 to 54: an effect that somebody is under."""

    kind: Annotated[
        Effect, Shown("Effect", "Efekt", rule="walka-52", labels=terms(EFFECT_WORDS))
    ] = "shocked"
    left: Annotated[
        int | None,
        Limits(ge=1, le=999),
        Shown(
            "Segments left", "Pozostało", unit="seg.", rule="walka-52", help="empty: till lifted"
        ),
    ] = None


class Tiers(Record):
    """walka-46: the wounds of one, two and three successes hand to hand, up to a build."""

    build: Annotated[
        int | None,
        Limits(ge=0, le=60),
        Shown("Up to build", "Do Budowy", rule="walka-46", help="empty: any"),
    ] = None
    first: Annotated[
        Level, Shown("One success", "1 sukces", rule="walka-46", labels=terms(LEVEL_WORDS))
    ] = "scratch"
    second: Annotated[
        Level, Shown("Two successes", "2 sukcesy", rule="walka-46", labels=terms(LEVEL_WORDS))
    ] = "light"
    third: Annotated[
        Level, Shown("Three successes", "3 sukcesy", rule="walka-46", labels=terms(LEVEL_WORDS))
    ] = "heavy"


class Weapon(Record):
    """A weapon, a grenade or a charge."""

    name: Annotated[Name, Shown("Name", "Nazwa", context="thing")]
    category: Annotated[
        Category,
        Shown(
            "Category", "Rodzaj", rule="walka-19", labels=terms(CATEGORY_WORDS), help="range column"
        ),
    ] = "pistol"
    skill: Annotated[
        str,
        Limits(max_length=50),
        Shown(
            "Skill",
            "Umiejętność",
            rule="walka-12",
            help="empty: the category's own",
            labels=tuple((skill, word(skill)) for skill in RESTS_ON),
        ),
    ] = ""
    damage: Annotated[
        Level, Shown("Damage", "Obrażenia", rule="walka-31", labels=terms(LEVEL_WORDS))
    ] = "light"
    rate_of_fire: Annotated[
        int | None, Limits(ge=1, le=20), Shown("Rate of fire", "Szybkostrzelność", rule="walka-24")
    ] = None
    required_build: Annotated[
        int | None, Limits(ge=0, le=60), Shown("Build needed", "Budowa", rule="walka-15")
    ] = None
    penetration: Annotated[
        int | None,
        Limits(ge=0, le=20),
        Shown("Penetration", "Punkty Przebicia", rule="walka-31", help="shotguns have none"),
    ] = None
    ion: Annotated[bool, Shown("Ion", "Jonowa", rule="walka-27")] = False
    whole_body: Annotated[bool, Shown("Strikes the whole body", "Całe ciało", rule="walka-27")] = (
        False
    )
    critical_range: Annotated[
        int | None,
        Limits(ge=1, le=100),
        Shown("Critical range", "Zasięg krytyczny", unit="m", rule="walka-29"),
    ] = None
    scope: Annotated[
        int,
        Limits(ge=0, le=20),
        Shown("Scope", "Luneta", rule="walka-14", help="distance penalty it takes away"),
    ] = 0
    magazine: Annotated[
        int | None, Limits(ge=1, le=1000), Shown("Magazine", "Magazynek", rule="walka-24")
    ] = None
    loaded: Annotated[
        int | None, Limits(ge=0, le=1000), Shown("Loaded", "Załadowane", help="empty: full")
    ] = None
    reload: Annotated[
        Literal["cell", "gas", "pump"] | None,
        Shown(
            "Reloading",
            "Przeładowanie",
            rule="walka-10",
            labels=terms(RELOADS),
        ),
    ] = None
    accuracy: Annotated[
        int,
        Limits(ge=-10, le=10),
        Shown("Accuracy", "Celność", rule="walka-17", help="to every shot, throw or blow"),
    ] = 0
    parry: Annotated[
        int, Limits(ge=-10, le=10), Shown("Parry", "Obrona", rule="walka-23", seldom=True)
    ] = 0
    length: Annotated[
        Length,
        Shown("Length", "Długość", rule="walka-42", labels=terms(LENGTH_WORDS), seldom=True),
    ] = "short"
    against_many: Annotated[
        int, Limits(ge=0, le=10), Shown("Against many", "Na wielu", rule="walka-38", seldom=True)
    ] = 0
    initiative: Annotated[
        int,
        Limits(ge=-10, le=10),
        Shown("Initiative hand to hand", "Inicjatywa", rule="walka-34", seldom=True),
    ] = 0
    tiers: Annotated[
        list[Tiers],
        Limits(max_length=8),
        Shown(
            "Wounds by successes",
            "Obrażenia za sukcesy",
            rule="walka-46",
            help="empty: a level more for each",
            seldom=True,
        ),
    ] = []
    bruises: Annotated[bool, Shown("Bruises only", "Siniaki", rule="walka-46", seldom=True)] = False
    sabre: Annotated[bool, Shown("Sabre", "Szabla", rule="walka-47", seldom=True)] = False
    resists: Annotated[
        bool, Shown("Resists sabres", "Opiera się szablom", rule="walka-50", seldom=True)
    ] = False
    kinetic: Annotated[bool, Shown("Fires bullets", "Kinetyczna", rule="walka-49", seldom=True)] = (
        False
    )
    causes: Annotated[
        Effect | None,
        Shown("Causes", "Efekt", rule="walka-52", labels=terms(EFFECT_WORDS), seldom=True),
    ] = None
    effect_range: Annotated[
        int | None,
        Limits(ge=1, le=100),
        Shown("Range of the effect", "Zasięg efektu", unit="m", rule="walka-52", seldom=True),
    ] = None
    lasts: Annotated[
        int | None,
        Limits(ge=1, le=100),
        Shown("Lasts", "Trwa", rule="walka-52", help="in turns; empty: as the effect", seldom=True),
    ] = None
    stuns_within: Annotated[
        int | None,
        Limits(ge=1, le=100),
        Shown("Stuns within", "Ogłusza do", unit="m", rule="walka-52", seldom=True),
    ] = None
    harmless: Annotated[bool, Shown("Wounds nobody", "Nie rani", rule="walka-52", seldom=True)] = (
        False
    )
    further: Annotated[
        int,
        Limits(ge=0, le=1000),
        Shown("Distance read as further by", "Dalej o", unit="m", rule="walka-19", seldom=True),
    ] = 0
    reach: Annotated[
        int | None,
        Limits(ge=1, le=5000),
        Shown("Reaches", "Zasięg", unit="m", rule="walka-19", help="at most", seldom=True),
    ] = None
    shot_segments: Annotated[
        int, Limits(ge=1, le=9), Shown("A shot takes", "Strzał", unit="seg.", seldom=True)
    ] = 1
    put_away: Annotated[
        bool, Shown("Put away at the start", "Schowana", rule="walka-10", seldom=True)
    ] = False
    safety: Annotated[
        bool, Shown("Safety on at the start", "Zabezpieczona", rule="walka-10", seldom=True)
    ] = False
    notes: Annotated[Notes, Shown("Notes", "Notatki", long=True)] = ""

    @property
    def uses(self) -> str:
        """The skill it is used with."""
        return self.skill or SKILL_OF_CATEGORY[self.category]

    @property
    def gun(self) -> bool:
        """Whether it shoots at a target."""
        return self.category not in ("grenade", "launcher", "melee")

    @property
    def loads(self) -> bool:
        """Whether it holds what it fires, and is reloaded when that is gone (walka-10)."""
        return self.gun or self.category == "launcher"

    @property
    def reaches_out(self) -> int:
        """walka-29 and 52: how many metres from its middle what it sets off does anything."""
        return (self.critical_range or 0) * len(BLAST) or self.effect_range or 0

    @property
    def thrown(self) -> bool:
        """Whether it, or what it fires, comes down somewhere (walka-28)."""
        return self.category in ("grenade", "launcher")


Levels = Annotated[int, Limits(ge=0, le=4)]
Penalty = Annotated[float, Limits(ge=-10, le=5)]


class Armor(Record):
    """Armour: how many levels it takes off a wound in each location (walka-31)."""

    name: Annotated[Name, Shown("Name", "Nazwa", context="thing")]
    reduction: Annotated[
        dict[Location, Levels],
        Shown("Reduction", "Redukcja", rule="walka-31", labels=terms(LOCATION_WORDS)),
    ] = {}
    proof: Annotated[
        bool, Shown("Proof against sabres", "Odporny na szable", rule="walka-50", seldom=True)
    ] = False
    shielded: Annotated[bool, Shown("Shielded against ion", "Ekranowany", rule="walka-27")] = False
    head_penalty: Annotated[
        Penalty, Shown("Penalty of the head", "Kara: głowa", rule="walka-17", seldom=True)
    ] = 0
    torso_penalty: Annotated[
        Penalty, Shown("Penalty of the torso", "Kara: tułów", rule="walka-17", seldom=True)
    ] = 0
    arm_penalty: Annotated[
        Penalty, Shown("Penalty of each arm", "Kara: ręka", rule="walka-17", seldom=True)
    ] = 0
    leg_penalty: Annotated[
        Penalty, Shown("Penalty of each leg", "Kara: noga", rule="walka-17", seldom=True)
    ] = 0
    build: Annotated[
        int,
        Limits(ge=0, le=20),
        Shown("Adds to build", "Budowa", rule="walka-15", seldom=True),
    ] = 0
    no_running: Annotated[bool, Shown("No running", "Bez biegu", rule="walka-10", seldom=True)] = (
        False
    )
    seen: Annotated[
        Cover | None,
        Shown(
            "What is seen behind it",
            "Widoczność",
            rule="walka-20",
            help="a shield: it is cover wherever its bearer goes",
            seldom=True,
            labels=terms(SEEN_WORDS),
        ),
    ] = None
    parry: Annotated[
        int, Limits(ge=0, le=10), Shown("Parry", "Obrona", rule="walka-23", seldom=True)
    ] = 0
    notes: Annotated[Notes, Shown("Notes", "Notatki", long=True)] = ""

    def covers(self, location: Location) -> bool:
        """Whether it lies over the location; armour that names none lies over the whole body."""
        return not self.reduction or self.reduction.get(location, 0) > 0


Changes = Annotated[
    dict[Annotated[str, Limits(max_length=100)], Annotated[int, Limits(ge=-10, le=10)]],
    Limits(max_length=MOST_OTHERS),
]


class Species(Record):
    """A species of the catalogue: what it adds to attributes and skills."""

    name: Annotated[Name, Shown("Name", "Nazwa", context="thing")]
    attributes: Annotated[Changes, Shown("Attributes", "Cechy")] = {}
    skills: Annotated[Changes, Shown("Skills", "Umiejętności")] = {}
    notes: Annotated[Notes, Shown("Notes", "Notatki", long=True)] = ""


FormBonus = Annotated[int, Limits(ge=-10, le=10)]


class AgainstForm(Record):
    """walka-51: what a form adds, attacking and defending, against another."""

    form: Annotated[Name, Shown("Form", "Forma")]
    bonus: Annotated[FormBonus, Shown("Bonus", "Premia", rule="walka-51")] = 0


class Form(Record):
    """walka-51: a form of fighting with sabres that somebody has learned."""

    name: Annotated[Name, Shown("Name", "Nazwa")]
    attack: Annotated[FormBonus, Shown("Attack", "Atak", rule="walka-51")] = 0
    defence: Annotated[FormBonus, Shown("Defence", "Obrona", rule="walka-51")] = 0
    deflecting: Annotated[FormBonus, Shown("Deflecting", "Odbijanie", rule="walka-51")] = 0
    against: Annotated[
        list[AgainstForm],
        Limits(max_length=20),
        Shown("Against forms", "Przeciw formom", rule="walka-51", seldom=True),
    ] = []


class Sheet(Record):
    """A person, a beast or a droid."""

    name: Annotated[Name, Shown("Name", "Imię")]
    attributes: Annotated[Attributes, Shown("Attributes", "Cechy")] = Attributes()
    skills: Annotated[Skills, Shown("Skills", "Umiejętności", rule="walka-12")] = Skills()
    size: Annotated[Size, Shown("Size", "Wielkość", rule="walka-22", labels=terms(SIZE_WORDS))] = (
        "medium"
    )
    dominant_hand: Annotated[
        Literal["right", "left"],
        Shown(
            "Dominant hand",
            "Ręka dominująca",
            rule="walka-16",
            labels=(("right", Term("right hand", "prawa")), ("left", Term("left hand", "lewa"))),
        ),
    ] = "right"
    nature: Annotated[
        Literal["living", "droid"],
        Shown(
            "Nature",
            "Natura",
            rule="walka-27",
            labels=terms(NATURES),
        ),
    ] = "living"
    cyber: Annotated[
        list[Location],
        Limits(max_length=6),
        Shown("Prostheses", "Cyberprotezy", rule="walka-27", labels=terms(LOCATION_WORDS)),
    ] = []
    weapons: Annotated[list[Weapon], Limits(max_length=20), Shown("Weapons", "Broń")] = []
    armor: Annotated[
        list[Armor], ONE_OR_MORE, Limits(max_length=10), Shown("Armour", "Pancerz")
    ] = []
    forms: Annotated[
        list[Form],
        Limits(max_length=20),
        Shown("Forms of sabres", "Formy szabli", rule="walka-51", seldom=True),
    ] = []
    wounds: Wounds = []
    stabilised: Stabilised = False
    disabled: Disabled = []
    notes: Annotated[Notes, Shown("Notes", "Notatki", long=True)] = ""
    known_as: Annotated[KnownAs, known_to_players("Gracze znają jako")] = ""

    def form_named(self, name: str) -> Form | None:
        """walka-51: the form of that name, else the first; None where none is learned."""
        first = next(iter(self.forms), None)
        return next((form for form in self.forms if form.name == name), first)

    @field_validator("weapons")
    @classmethod
    def _skills_there_are(cls, weapons: list[Weapon], info: ValidationInfo) -> list[Weapon]:
        """walka-12: a misspelt skill would count as none."""
        skills = info.data.get("skills")
        wrong = [
            InitErrorDetails(
                type="value_error",
                loc=(index, "skill"),
                input=weapon.skill,
                ctx={"error": ValueError(_no_such_skill(skills))},
            )
            for index, weapon in enumerate(weapons)
            if skills is not None and weapon.skill and weapon.skill not in skills.names()
        ]
        if wrong:
            raise ValidationError.from_exception_data(cls.__name__, wrong)
        return weapons


def _no_such_skill(skills: Skills) -> Text:
    return Text("there is no such skill; there are: {skills}", skills=skills.names())


class HouseRules(Record):
    """The choices this system leaves; the defaults are the ledger's."""

    equal_succeeds: Annotated[
        bool,
        Shown("A die equal to the threshold succeeds", "Równy wynik to sukces", rule="walka-1"),
    ] = False
    initiative_by: Annotated[
        Literal["dexterity", "senses"],
        Shown(
            "Initiative by",
            "Inicjatywa z",
            rule="walka-5",
            labels=(
                ("dexterity", DEXTERITY),
                ("senses", SENSES),
            ),
        ),
    ] = "dexterity"
    initiative_dice: Annotated[
        Literal[3, 1],
        Shown(
            "Dice for initiative",
            "Kości inicjatywy",
            rule="walka-5",
            labels=(("3", "3k20"), ("1", "1k20")),
        ),
    ] = 3
    initiative_wounds: Annotated[
        bool,
        Shown("Wounds count in initiative", "Rany a inicjatywa", rule="walka-5"),
    ] = True
    segments: Annotated[
        Literal["in_a_row", "parallel"],
        Shown(
            "Segments of a turn",
            "Segmenty tury",
            rule="walka-9",
            labels=(
                ("in_a_row", "each plays all of theirs"),
                ("parallel", "one each, side by side"),
            ),
        ),
    ] = "in_a_row"
    three_skills: Annotated[
        Literal["third", "two_thirds"],
        Shown(
            "Three skills in a turn",
            "Trzy umiejętności w turze",
            rule="walka-12",
            labels=(("third", "a third each"), ("two_thirds", "two thirds each")),
        ),
    ] = "third"
    pins: Annotated[
        bool,
        Shown(
            "A grenade needs its pin pulled",
            "Zawleczka granatu",
            rule="walka-10",
            help="no: it is only noticed",
        ),
    ] = False
    suppression: Annotated[
        Literal["segment", "shooter"],
        Shown(
            "Suppression ends",
            "Koniec ognia zaporowego",
            rule="walka-25",
            labels=(
                ("segment", "a segment after the fire"),
                ("shooter", "with the shooter's next segment"),
            ),
        ),
    ] = "segment"
    melee: Annotated[
        Literal["exchange", "throw"],
        Shown(
            "Hand to hand",
            "Walka wręcz",
            rule="walka-34",
            labels=(("exchange", "exchanges of three throws"), ("throw", "a single opposed throw")),
        ),
    ] = "exchange"
    no_form: Annotated[
        int,
        Limits(ge=-10, le=0),
        Shown(
            "Sabre without a form", "Szabla bez formy", rule="walka-51", help="as your book has it"
        ),
    ] = 0
    pain_test: Annotated[
        bool,
        Shown("Pain is tested", "Test bólu", rule="walka-32", help="no: always passed"),
    ] = True
