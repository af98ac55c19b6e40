"""Sheets, weapons, armour, species, wounds, and the house rules."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import ConfigDict, ValidationError, ValidationInfo, field_validator, model_validator
from pydantic import Field as Limits
from pydantic_core import InitErrorDetails

from desktop.rules import fields
from desktop.rules.fields import ONE_OR_MORE, KnownAs, Labels, Record, Shown, shown
from desktop.rules.text import Term, Terms, Text, joined, terms
from desktop.rules.walka import tables

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
LENGTH_WORDS: Terms = (
    ("touch", "dotyk"),
    ("very_short", "bardzo krótka"),
    ("short", "krótka"),
    ("medium", "średnia"),
    ("long", "długa"),
    ("very_long", "bardzo długa"),
)
SEEN_WORDS: Terms = (
    ("two_thirds", "2/3"),
    ("half", "1/2"),
    ("third", "1/3"),
    ("sliver", "głowa i broń"),
)
NATURES: Terms = (("living", "żywa istota"), ("droid", "droid"))
MOVEMENT_WORDS: Terms = (("still", "stoi"), ("running", "biegnie"), ("rushing", "pędzi"))
SIZE_WORDS: Terms = (
    ("very_small", "bardzo mały"),
    ("small", "mały"),
    ("medium", "średni"),
    ("large", "duży"),
    ("great", "wielki"),
    ("huge", "ogromny"),
    ("gigantic", "gigantyczny"),
)
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

Level = Annotated[tables.Level, Labels(LEVEL_WORDS)]
Location = Annotated[tables.Location, Labels(LOCATION_WORDS)]
Category = Annotated[tables.Category, Labels(CATEGORY_WORDS)]
Nature = Annotated[Literal["living", "droid"], Labels(NATURES)]
Length = Annotated[tables.Length, Labels(LENGTH_WORDS)]
Cover = Annotated[tables.Cover, Labels(SEEN_WORDS)]
Movement = Annotated[tables.Movement, Labels(MOVEMENT_WORDS)]
Size = Annotated[tables.Size, Labels(SIZE_WORDS)]
Effect = Annotated[tables.Effect, Labels(EFFECT_WORDS)]
"""The values of choices, with what they are called."""


class Wound(Record):
    """walka-31: a wound, where it is, and whether its pain was borne (walka-32)."""

    level: Level = shown(..., "Level", "Poziom", "walka-31")
    location: Location = shown("torso", "Location", "Lokacja", "walka-18")
    pain_passed: bool = shown(
        True,
        "Pain test passed",
        "Test bólu zdany",
        "walka-32",
        only_with=("level", *tables.PAIN_DIFFICULTY),
    )
    bruise: bool = shown(False, "A bruise", "Siniak", "walka-46", help="kills nobody", seldom=True)

    @property
    def penalty(self) -> float:
        """walka-32, as a number to be added."""
        passed, failed = tables.PAIN_PENALTY[self.level]
        return passed if self.pain_passed else failed


Wounds = Annotated[list[Wound], Limits(max_length=999), Shown("Wounds", "Rany", rule="walka-31")]
Disabled = Annotated[
    list[Location], Limits(max_length=6), Shown("Disabled", "Niesprawne", rule="walka-27")
]
Stabilised = Annotated[bool, Shown("First aid given", "Po pierwszej pomocy", rule="walka-33")]


Name = Annotated[str, Limits(min_length=1, max_length=100)]
Notes = Annotated[str, Limits(max_length=10_000)]
Attribute = Annotated[int, Limits(ge=0, le=60)]
Skill = Annotated[int, Limits(ge=0, le=20)]
Points = Annotated[int, Limits(ge=0, le=20)]
Bonus = Annotated[int, Limits(ge=-10, le=10)]
UpTo100 = Annotated[int, Limits(ge=1, le=100)]
UpTo999 = Annotated[int, Limits(ge=1, le=999)]
UpTo1000 = Annotated[int, Limits(ge=0, le=1000)]

CATEGORIES = dict(terms(CATEGORY_WORDS))
RELOADS: Terms = (("cell", "ogniwo"), ("gas", "pojemnik z gazem"), ("pump", "pompka"))

SKILL_OF_CATEGORY: Mapping[tables.Category, str] = {
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
    **dict.fromkeys((*dict.fromkeys(SKILL_OF_CATEGORY.values()), "hiding"), "dexterity"),
    **dict.fromkeys(("spotting", "alertness"), "senses"),
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

    dexterity: Attribute = shown(10, "Dexterity", "Zręczność", "walka-17")
    senses: Attribute = shown(10, "Senses", "Zmysły", "walka-5")
    build: Attribute = shown(10, "Build", "Budowa", "walka-15")
    charisma: Attribute = shown(10, "Charisma", "Charakter")
    intellect: Attribute = shown(10, "Intellect", "Intelekt")
    force: Attribute = shown(0, "Sensitivity", "Wrażliwość", "walka-30", help="for telekinesis")


DEXTERITY, SENSES = Term("Dexterity", "Zręczność"), Term("Senses", "Zmysły")
FORCE, BUILD = Term("Sensitivity", "Wrażliwość"), Term("Build", "Budowa")


class Skills(OpenRecord):
    """Skills; others than the ones listed may stand here too, each from 0 to 20.

    The group of a skill is the attribute it rests on.
    """

    __pydantic_extra__: dict[str, Skill] = Limits(init=False)

    pistols: Skill = shown(0, "Pistols", "Pistolety", "walka-12", group=DEXTERITY)
    smgs: Skill = shown(0, "Submachine guns", "Pistolety maszynowe", "walka-12", group=DEXTERITY)
    rifles: Skill = shown(0, "Rifles", "Karabiny", "walka-12", group=DEXTERITY)
    marksman_rifles: Skill = shown(
        0, "Marksman rifles", "Karabiny wyborowe", "walka-12", group=DEXTERITY
    )
    shotguns: Skill = shown(0, "Shotguns", "Strzelby", "walka-12", group=DEXTERITY)
    throwing: Skill = shown(0, "Throwing", "Rzucanie", "walka-28", group=DEXTERITY)
    melee: Skill = shown(0, "Melee", "Walka wręcz", "walka-23", group=DEXTERITY)
    spotting: Skill = shown(0, "Spotting", "Wypatrywanie", "walka-8", group=SENSES)
    hiding: Skill = shown(0, "Hiding", "Ukrywanie", "walka-8", group=DEXTERITY)
    alertness: Skill = shown(0, "Alertness", "Czujność", "walka-30", group=SENSES)
    telekinesis: Skill = shown(0, "Telekinesis", "Telekineza", "walka-30", group=FORCE)
    pain_resistance: Skill = shown(
        0, "Pain resistance", "Odporność na ból", "walka-32", group=BUILD
    )

    def names(self) -> list[str]:
        """Every skill there is, the known ones first."""
        return [*type(self).model_fields, *(self.model_extra or {})]


_TERMS = {
    field.id: Term(field.label, field.native)
    for field in (*fields.fields_of(Attributes), *fields.fields_of(Skills))
}


def word(name: str) -> Term:
    """An attribute or a skill; one of the sheet's own by the name that it has there."""
    return _TERMS.get(name, Term(name))


EFFECTS = dict(terms(EFFECT_WORDS))
"""What each effect is called."""


class Affliction(Record):
    """walka-52 to 54: an effect that somebody is under."""

    kind: Effect = shown("shocked", "Effect", "Efekt", "walka-52")
    left: UpTo999 | None = shown(
        None, "Segments left", "Pozostało", "walka-52", "seg.", help="empty: till lifted"
    )


class Tiers(Record):
    """walka-46: the wounds of one, two and three successes hand to hand, up to a build."""

    build: int | None = shown(
        None, "Up to build", "Do Budowy", "walka-46", ge=0, le=60, help="empty: any"
    )
    first: Level = shown("scratch", "One success", "1 sukces", "walka-46")
    second: Level = shown("light", "Two successes", "2 sukcesy", "walka-46")
    third: Level = shown("heavy", "Three successes", "3 sukcesy", "walka-46")


_FIRED = ("category", "pistol", "smg", "rifle", "marksman", "shotgun", "launcher")
FIRED: Mapping[str, Any] = {"only_with": _FIRED}
COUNTED: Mapping[str, Any] = {"only_with": (*_FIRED, "grenade")}
BY_HAND: Mapping[str, Any] = {"seldom": True, "only_with": ("category", "melee")}
CAUSING: Mapping[str, Any] = {"seldom": True, "only_with": ("causes", *EFFECTS)}
"""With which weapons a field means something: those that fire, those that are counted by rounds or
pieces, those for hand to hand, and those that cause an effect."""


class Weapon(Record):
    """A weapon, a grenade or a charge."""

    name: Name = shown(..., "Name", "Nazwa", context="thing")
    category: Category = shown("pistol", "Category", "Rodzaj", "walka-19", help="range column")
    skill: str = shown(
        "",
        "Skill",
        "Umiejętność",
        "walka-12",
        max_length=50,
        help="empty: the category's own",
        labels=tuple((skill, word(skill)) for skill in RESTS_ON),
    )
    damage: Level = shown("light", "Damage", "Obrażenia", "walka-31")
    rate_of_fire: int | None = shown(
        None, "Rate of fire", "Szybkostrzelność", "walka-24", ge=1, le=20, **FIRED
    )
    required_build: Attribute | None = shown(None, "Build needed", "Budowa", "walka-15")
    penetration: Points | None = shown(
        None, "Penetration", "Punkty Przebicia", "walka-31", help="shotguns have none"
    )
    ion: bool = shown(False, "Ion", "Jonowa", "walka-27")
    whole_body: bool = shown(False, "Strikes the whole body", "Całe ciało", "walka-27")
    critical_range: UpTo100 | None = shown(
        None, "Critical range", "Zasięg krytyczny", "walka-29", "m"
    )
    scope: Points = shown(
        0, "Scope", "Luneta", "walka-14", help="distance penalty it takes away", **FIRED
    )
    magazine: int | None = shown(
        None, "Magazine", "Magazynek", "walka-24", ge=1, le=1000, **COUNTED
    )
    loaded: UpTo1000 | None = shown(None, "Loaded", "Załadowane", help="empty: full", **COUNTED)
    reload: Literal["cell", "gas", "pump"] | None = shown(
        None, "Reloading", "Przeładowanie", "walka-10", labels=terms(RELOADS), **FIRED
    )
    accuracy: Bonus = shown(
        0, "Accuracy", "Celność", "walka-17", help="to every shot, throw or blow"
    )
    parry: Bonus = shown(0, "Parry", "Obrona", "walka-23", **BY_HAND)
    length: Length = shown("short", "Length", "Długość", "walka-42", **BY_HAND)
    against_many: int = shown(0, "Against many", "Na wielu", "walka-38", ge=0, le=10, **BY_HAND)
    initiative: Bonus = shown(0, "Initiative hand to hand", "Inicjatywa", "walka-34", **BY_HAND)
    tiers: list[Tiers] = shown(
        [],
        "Wounds by successes",
        "Obrażenia za sukcesy",
        "walka-46",
        max_length=8,
        help="empty: a level more for each",
        **BY_HAND,
    )
    bruises: bool = shown(False, "Bruises only", "Siniaki", "walka-46", **BY_HAND)
    sabre: bool = shown(False, "Sabre", "Szabla", "walka-47", **BY_HAND)
    resists: bool = shown(False, "Resists sabres", "Opiera się szablom", "walka-50", **BY_HAND)
    kinetic: bool = shown(False, "Fires bullets", "Kinetyczna", "walka-49", seldom=True, **FIRED)
    causes: Effect | None = shown(None, "Causes", "Efekt", "walka-52", seldom=True)
    effect_range: UpTo100 | None = shown(
        None, "Range of the effect", "Zasięg efektu", "walka-52", "m", **CAUSING
    )
    lasts: UpTo100 | None = shown(
        None, "Lasts", "Trwa", "walka-52", help="in turns; empty: as the effect", **CAUSING
    )
    stuns_within: UpTo100 | None = shown(
        None, "Stuns within", "Ogłusza do", "walka-52", "m", **CAUSING
    )
    harmless: bool = shown(False, "Wounds nobody", "Nie rani", "walka-52", seldom=True)
    further: UpTo1000 = shown(
        0, "Distance read as further by", "Odległość liczona dalej o", "walka-19", "m", seldom=True
    )
    reach: int | None = shown(
        None, "Reaches", "Zasięg", "walka-19", "m", ge=1, le=5000, help="at most", seldom=True
    )
    shot_segments: int = shown(
        1, "A shot takes", "Strzał", ge=1, le=9, unit="seg.", seldom=True, **FIRED
    )
    put_away: bool = shown(False, "Put away at the start", "Schowana", "walka-10", seldom=True)
    safety: bool = shown(False, "Safety on at the start", "Zabezpieczona", "walka-10", seldom=True)
    notes: Notes = shown("", "Notes", "Notatki", long=True)

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
        return (self.critical_range or 0) * len(tables.BLAST) or self.effect_range or 0

    @property
    def thrown(self) -> bool:
        """Whether it, or what it fires, comes down somewhere (walka-28)."""
        return self.category in ("grenade", "launcher")


Levels = Annotated[int, Limits(ge=0, le=4)]
Penalty = Annotated[float, Limits(ge=-10, le=5)]


class Armor(Record):
    """Armour: how many levels it takes off a wound in each location (walka-31)."""

    name: Name = shown(..., "Name", "Nazwa", context="thing")
    reduction: dict[Location, Levels] = shown({}, "Reduction", "Redukcja", "walka-31")
    proof: bool = shown(False, "Proof against sabres", "Odporny na szable", "walka-50", seldom=True)
    shielded: bool = shown(False, "Shielded against ion", "Ekranowany", "walka-27")
    head_penalty: Penalty = shown(0, "Penalty of the head", "Kara: głowa", "walka-17", seldom=True)
    torso_penalty: Penalty = shown(
        0, "Penalty of the torso", "Kara: tułów", "walka-17", seldom=True
    )
    arm_penalty: Penalty = shown(0, "Penalty of each arm", "Kara: ręka", "walka-17", seldom=True)
    leg_penalty: Penalty = shown(0, "Penalty of each leg", "Kara: noga", "walka-17", seldom=True)
    build: Points = shown(0, "Adds to build", "Budowa", "walka-15", seldom=True)
    no_running: bool = shown(False, "No running", "Bez biegu", "walka-10", seldom=True)
    seen: Cover | None = shown(
        None,
        "What is seen behind it",
        "Widoczność",
        "walka-20",
        help="a shield: it is cover wherever its bearer goes",
        seldom=True,
    )
    parry: int = shown(0, "Parry", "Obrona", "walka-23", ge=0, le=10, seldom=True)
    notes: Notes = shown("", "Notes", "Notatki", long=True)

    def covers(self, location: tables.Location) -> bool:
        """Whether it lies over the location; armour that names none lies over the whole body."""
        return not self.reduction or self.reduction.get(location, 0) > 0


Changes = Annotated[
    dict[Annotated[str, Limits(max_length=100)], Bonus], Limits(max_length=MOST_OTHERS)
]


class Species(Record):
    """A species of the catalogue: what it adds to attributes and skills."""

    name: Name = shown(..., "Name", "Nazwa", context="thing")
    attributes: Changes = shown({}, "Attributes", "Cechy")
    skills: Changes = shown({}, "Skills", "Umiejętności")
    notes: Notes = shown("", "Notes", "Notatki", long=True)


class AgainstForm(Record):
    """walka-51: what a form adds, attacking and defending, against another."""

    form: Name = shown(..., "Form", "Forma")
    bonus: Bonus = shown(0, "Bonus", "Premia", "walka-51")


class Form(Record):
    """walka-51: a form of fighting with sabres that somebody has learned."""

    name: Name = shown(..., "Name", "Nazwa")
    attack: Bonus = shown(0, "Attack", "Atak", "walka-51")
    defence: Bonus = shown(0, "Defence", "Obrona", "walka-51")
    deflecting: Bonus = shown(0, "Deflecting", "Odbijanie", "walka-51")
    against: list[AgainstForm] = shown(
        [], "Against forms", "Przeciw formom", "walka-51", max_length=20, seldom=True
    )


class Sheet(Record):
    """A person, a beast or a droid."""

    name: Name = shown(..., "Name", "Imię")
    attributes: Attributes = shown(Attributes(), "Attributes", "Cechy")
    skills: Skills = shown(Skills(), "Skills", "Umiejętności", "walka-12")
    size: Size = shown("medium", "Size", "Wielkość", "walka-22")
    dominant_hand: Literal["right", "left"] = shown(
        "right",
        "Dominant hand",
        "Ręka dominująca",
        "walka-16",
        labels=(("right", Term("right hand", "prawa")), ("left", Term("left hand", "lewa"))),
    )
    nature: Nature = shown("living", "Nature", "Natura", "walka-27")
    cyber: list[Location] = shown([], "Prostheses", "Cyberprotezy", "walka-27", max_length=6)
    weapons: list[Weapon] = shown([], "Weapons", "Broń", max_length=20)
    armor: Annotated[list[Armor], ONE_OR_MORE] = shown([], "Armour", "Pancerz", max_length=10)
    forms: list[Form] = shown(
        [], "Forms of sabres", "Formy szabli", "walka-51", max_length=20, seldom=True
    )
    wounds: Wounds = []
    stabilised: Stabilised = False
    disabled: Disabled = []
    notes: Notes = shown("", "Notes", "Notatki", long=True)
    known_as: Annotated[KnownAs, fields.known_to_players("Gracze znają jako")] = ""

    def form_named(self, name: str) -> Form | None:
        """walka-51: the form of that name, else the first; None where none is learned."""
        first = next(iter(self.forms), None)
        return next((form for form in self.forms if form.name == name), first)

    @field_validator("weapons")
    @classmethod
    def _skills_there_are(cls, weapons: list[Weapon], info: ValidationInfo) -> list[Weapon]:
        """walka-12: a misspelt skill would count as none."""
        skills = info.data.get("skills")
        if skills is None:
            return weapons
        names = skills.names()
        # A sheet in the window wants the words, a script the names of the fields.
        known = [
            Text("{word} ({id})", word=word(name), id=name) for name in _TERMS if name in names
        ]
        own = [name for name in names if name not in _TERMS]
        unknown = Text("there is no such skill; there are: {skills}", skills=joined([*known, *own]))
        ctx = {"error": ValueError(unknown)}
        wrong = [
            InitErrorDetails(type="value_error", loc=(index, "skill"), input=weapon.skill, ctx=ctx)
            for index, weapon in enumerate(weapons)
            if weapon.skill and weapon.skill not in names
        ]
        if wrong:
            raise ValidationError.from_exception_data(cls.__name__, wrong)
        return weapons


class HouseRules(Record):
    """The choices this system leaves; the defaults are the ledger's."""

    equal_succeeds: bool = shown(
        False, "A die equal to the threshold succeeds", "Równy wynik to sukces", "walka-1"
    )
    initiative_by: Literal["dexterity", "senses"] = shown(
        "dexterity",
        "Initiative by",
        "Inicjatywa z",
        "walka-5",
        labels=(("dexterity", DEXTERITY), ("senses", SENSES)),
    )
    initiative_dice: Literal[3, 1] = shown(
        3,
        "Dice for initiative",
        "Kości inicjatywy",
        "walka-5",
        labels=(("3", "3k20"), ("1", "1k20")),
    )
    initiative_wounds: bool = shown(
        True, "Wounds count in initiative", "Rany a inicjatywa", "walka-5"
    )
    segments: Literal["in_a_row", "parallel"] = shown(
        "in_a_row",
        "Segments of a turn",
        "Segmenty tury",
        "walka-9",
        labels=(("in_a_row", "each plays all of theirs"), ("parallel", "one each, side by side")),
    )
    three_skills: Literal["third", "two_thirds"] = shown(
        "third",
        "Three skills in a turn",
        "Trzy umiejętności w turze",
        "walka-12",
        labels=(("third", "a third each"), ("two_thirds", "two thirds each")),
    )
    pins: bool = shown(
        False,
        "A grenade needs its pin pulled",
        "Zawleczka granatu",
        "walka-10",
        help="no: it is only noticed",
    )
    suppression: Literal["segment", "shooter"] = shown(
        "segment",
        "Suppression ends",
        "Koniec ognia zaporowego",
        "walka-25",
        labels=(
            ("segment", "a segment after the fire"),
            ("shooter", "with the shooter's next segment"),
        ),
    )
    melee: Literal["exchange", "throw"] = shown(
        "exchange",
        "Hand to hand",
        "Walka wręcz",
        "walka-34",
        labels=(("exchange", "exchanges of three throws"), ("throw", "a single opposed throw")),
    )
    no_form: int = shown(
        0,
        "Sabre without a form",
        "Szabla bez formy",
        "walka-51",
        ge=-10,
        le=0,
        help="as your book has it",
    )
    pain_test: bool = shown(
        True, "Pain is tested", "Test bólu", "walka-32", help="no: always passed"
    )
