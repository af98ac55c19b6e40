"""What can be done in a conflict, each as a model (konflikt-6 to 9, 18, 22)."""

from typing import Annotated, Literal

from pydantic import Field as Limits

from desktop.rules.battlefield import At
from desktop.rules.contract import Begin, Command, bare
from desktop.rules.fields import Record, Shown, shown
from desktop.rules.konflikt.sheet import AGAINST, Metres, Steps
from desktop.rules.konflikt.state import Kind, Prepared
from desktop.rules.squares import Cover
from desktop.rules.text import Term, Text, as_text

Short = Annotated[str, Limits(max_length=100)]
What = Annotated[str, Limits(max_length=500), Shown("What", "Co")]
Skill = Annotated[Short, Shown("Skill", "Dovednost", kind="choice")]
Number = Annotated[int, Limits(ge=1, le=99), Shown("To reach", "Obtížnost", rule="konflikt-12")]
Target = Annotated[Short, Shown("Target", "Cíl", kind="combatant", rule="konflikt-10")]
Chosen = Annotated[Short, Limits(alias="with"), Shown("With", "Čím", kind="choice")]
Lasting = Annotated[Short, Shown("Effect", "Efekt", kind="choice", rule="konflikt-6")]
Visible = Annotated[bool, Shown("In sight", "Viditelný", rule="konflikt-10")]
UnderThreat = Annotated[bool | None, Shown("Threatened", "V ohrožení", rule="konflikt-13")]
"""Whether luck is needed first, as the game master says; None: as the state has it."""

Also = Annotated[
    list[Short],
    Limits(max_length=30),
    Shown("Also on", "Také na", kind="combatants", rule="konflikt-16", seldom=True),
]
"""Others in the area of a power; each is checked against with the cover it has."""


class BeginConflict(Begin):
    """The start of a conflict: who has no turn in its first round."""

    surprised: list[str] = shown([], "Surprised", "Překvapení", "konflikt-4", kind="combatants")


COVERS = (
    ("clear", Term("none", "žádné")),
    ("partial", Term("partial cover", "částečné krytí")),
    ("full", Term("cover", "krytí")),
)


class Modifiers(Record):
    """What the game master sees about a check, in steps (konflikt-16)."""

    cover: Cover = shown("clear", "Cover", "Krytí", "konflikt-16", labels=COVERS)
    bonus: Steps = shown(0, "Bonuses", "Bonusy", "konflikt-16")
    penalty: Steps = shown(0, "Penalties", "Postihy", "konflikt-16")


UNMODIFIED = Modifiers()
Modified = Annotated[Modifiers, Shown("Modifiers")]


EndTurn = bare(do="end_turn", about="The end of the turn of the whole side.")


Ending = Literal["talk", "players_flee", "enemies_flee"]
ENDINGS: tuple[tuple[Ending, Term], ...] = (
    ("talk", Term("by agreement", "dohodou")),
    ("players_flee", Term("the players flee", "útěkem hráčů")),
    ("enemies_flee", Term("the enemies flee", "útěkem nepřátel")),
)


class EndConflict(Command, do="end_conflict"):
    """The conflict ends without a last blow: one side flees, or they come to terms."""

    how: Ending = shown("talk", "How", "Jak", "konflikt-1", labels=ENDINGS)


Pass = bare(do="pass", about="The end of one creature's turn; or a prepared action is given up.")


class Aimed(Command):
    """Something done to a target with a weapon, or with what the sheet calls by that name."""

    target: Target = ""
    with_: Chosen = ""
    distance: Metres | None = shown(
        None, "Distance", "Vzdálenost", "konflikt-10", "m", distance_to="target"
    )
    visible: Visible = True
    threatened: UnderThreat = None
    modifiers: Modified = Modifiers()
    improvised: bool = shown(
        False, "Not used as meant", "Improvizovaně", "konflikt-19", seldom=True
    )
    damage_factor: float = shown(
        1.0, "Share of the damage", "Díl poškození", "konflikt-20", ge=0, le=1, seldom=True
    )


class Attack(Aimed, action="attack"):
    """konflikt-10: a blow or a shot with one weapon."""

    target: Target


class Paired(Aimed):
    """With two weapons; the second is aimed at the same target if no other is named.

    Another one has a distance and cover of its own; bonuses and penalties are those of both.
    """

    with_other: Short = shown("", "Second weapon", "Druhá zbraň", kind="choice")
    target_other: Short = shown(
        "", "Its target", "Její cíl", "konflikt-18", kind="combatant", seldom=True
    )
    distance_other: Metres | None = shown(
        None,
        "Distance of its target",
        "Vzdálenost jejího cíle",
        "konflikt-18",
        "m",
        distance_to="target_other",
        seldom=True,
    )
    visible_other: bool = shown(
        True, "Its target in sight", "Její cíl viditelný", "konflikt-10", seldom=True
    )
    cover_other: Cover = shown(
        "clear",
        "Cover of its target",
        "Krytí jejího cíle",
        "konflikt-16",
        labels=COVERS,
        seldom=True,
    )
    held_back: bool = shown(
        False, "Held back if the target has fallen", "Zadržet, když cíl už padl", "konflikt-18"
    )
    """Off by default: in older fights the second blow was thrown at the fallen, too."""


class TwoWeapons(Paired, action="two_weapons"):
    """konflikt-18: both weapons in one action."""

    target: Target


class Use(Command):
    """An item, ability or spell; on oneself where no target is named."""

    with_: Short = shown("", "Which", "Co", alias="with", kind="choice")
    target: Short = shown("", "On", "Na koho", kind="combatant")
    visible: Visible = True
    threatened: UnderThreat = None
    also: Also = []
    modifiers: Modified = Modifiers()


UseItem = bare("use_item", base=Use, about="konflikt-6: an item is used.")
UseAbility = bare("use_ability", base=Use, about="konflikt-6: an ability is used.")
Cast = bare("cast", base=Use, about="konflikt-6: a spell is cast.")


class Overcome(Command, action="overcome"):
    """konflikt-6: a check that ends a negative effect."""

    effect: Lasting = ""
    modifiers: Modified = Modifiers()


class EndEffect(Command, action="end_effect"):
    """konflikt-6: an own magical effect is ended."""

    target: Short = shown(..., "On", "Na kom", "konflikt-6", kind="combatant")
    effect: Lasting = ""
    visible: Visible = True


Sprint = bare("sprint", about="konflikt-6: twice the momentum in this round.")

KINDS: tuple[tuple[Kind, Term], ...] = (
    ("attack", Term("Attack", "Útok")),
    ("two_weapons", Term("Two weapons", "Dvě zbraně")),
    ("use_item", Term("Use an item", "Použít předmět")),
    ("use_ability", Term("Use an ability", "Použít schopnost")),
    ("cast", Term("Cast a spell", "Seslat kouzlo")),
    ("overcome", Term("Overcome", "Překonat")),
    ("end_effect", Term("End a magical effect", "Ukončit magický efekt")),
    ("sprint", Term("Sprint", "Sprint")),
    ("other", Term("Something else", "Něco jiného")),
)


def prepared_in_words(prepared: Prepared) -> Text:
    """konflikt-7: which action waits, and for what."""
    what = [dict(KINDS)[prepared.action], *filter(None, [as_text(prepared.what)])]
    return Text("{action} ({when})", action=what, when=as_text(prepared.when))


Outcome = Literal["nothing", "push", "damage", "break", "drop"]
OUTCOMES: tuple[tuple[Outcome, Term], ...] = (
    ("nothing", Term("nothing further", "nic dalšího")),
    ("push", Term("pushes the target", "odstrčí cíl")),
    ("damage", Term("damages gear", "poškodí výbavu")),
    ("break", Term("breaks gear", "rozbije výbavu")),
    ("drop", Term("the target drops it", "cíl věc upustí")),
)
"""What an attack does that is no blow: another place, harmed gear (konflikt-10)."""


class Prepare(Command, action="prepare"):
    """konflikt-7: an action that waits for its condition."""

    prepared: Kind = shown("attack", "Action", "Akce", "konflikt-7", labels=KINDS)
    when: str = shown(..., "When", "Podmínka", "konflikt-7", min_length=1, max_length=500)
    what: What = ""


class Free(Command):
    """With a check where the game master asks for one.

    Against somebody the number is what ``against`` names of the target, and the target's cover
    hinders (konflikt-16); else it is ``number``, and one's own cover helps.
    """

    what: What = ""
    skill: Skill = ""
    number: Number = 11
    target: Short = shown("", "On", "Na kom", kind="combatant", seldom=True)
    against: Short = shown("", "Against", "Proti", "konflikt-10", labels=AGAINST, seldom=True)
    outcome: Outcome = shown(
        "nothing",
        "What a success does",
        "Co úspěch způsobí",
        "konflikt-10",
        seldom=True,
        labels=OUTCOMES,
    )
    metres: Metres = shown(1, "Pushed by", "Odstrčí o", "konflikt-10", "m", seldom=True)
    item: Short = shown("", "Which thing", "Která věc", seldom=True)
    visible: Visible = True
    modifiers: Modified = Modifiers()


class Other(Free, action="other"):
    """Whatever the game master allows."""

    what: str = shown(..., "What", "Co", min_length=1, max_length=500)


class Trigger(Free, Paired, do="trigger"):
    """The condition of a prepared action comes up: it is done at that moment (konflikt-7).

    What is prepared says which of these fields count: those of its own command.
    """

    target: Target = ""
    effect: Lasting = ""
    also: Also = []


class Move(Command, action="move"):
    """Metres on foot; ``difficult`` of them on difficult ground or through allies (konflikt-9).

    With ``to``, a square of the map, the way there is found by itself.
    """

    to: At | None = shown(None, "To", "Kam", "konflikt-9", kind="point")
    metres: Metres = shown(1, "Distance", "Vzdálenost", "konflikt-9", "m")
    difficult: Metres = shown(0, "of it difficult", "z toho obtížný terén", "konflikt-9", "m")
    reached_by: list[str] = shown(
        [], "Ends in reach of", "Skončí v dosahu", "konflikt-13", max_length=99, kind="combatants"
    )
    through_enemies: bool = shown(
        False, "Through an enemy", "Přes nepřítele", "konflikt-9", seldom=True
    )
    onto_ally: bool = shown(
        False, "Ends on an ally", "Skončí na spojenci", "konflikt-9", seldom=True
    )
    force: bool = shown(False, "The game master allows it", "PJ dovolí", "konflikt-9", seldom=True)
    skill: Short = shown(
        "", "With a check of", "S ověřením", "konflikt-9", kind="choice", seldom=True
    )
    number: int = shown(11, "To reach", "Obtížnost", "konflikt-9", ge=1, le=99, seldom=True)


Doing = Literal["other", "open", "lever", "swap", "pick_up", "lie_down", "stand_up", "reload"]
DOINGS: tuple[tuple[Doing, Term], ...] = (
    ("open", Term("open a door", "otevřít dveře")),
    ("lever", Term("pull a lever", "zatáhnout za páku")),
    ("swap", Term("change weapons", "vyměnit zbraň")),
    ("pick_up", Term("pick up from the ground", "zvednout ze země")),
    ("lie_down", Term("lie down", "lehnout si")),
    ("stand_up", Term("stand up", "vstát")),
    ("reload", Term("load", "nabít")),
    ("other", Term("another small doing", "jiná drobnost")),
)
HANDLING: frozenset[Doing] = frozenset({"swap", "pick_up", "reload"})
"""Small doings that handle an item, so that threat hinders them (konflikt-13)."""


class Interact(Command, action="interact"):
    """konflikt-8: a small doing, for momentum."""

    doing: Doing = shown("open", "What", "Co", "konflikt-8", labels=DOINGS)
    item: Short = shown("", "With what", "S čím")
    threatened: UnderThreat = None


class Check(Command, action="check"):
    """Any check of anybody; it costs nothing (konflikt-12)."""

    skill: Skill = ""
    number: Number = 11
    modifiers: Modified = Modifiers()
    what: What = ""


class Luck(Command, action="luck"):
    """A luck check of anybody (konflikt-22)."""

    what: What = ""
