"""The numbers that a character is played from, each from the function that play calls."""

from collections.abc import Iterable, Iterator, Sequence

from desktop.rules.effects import EffectUnit
from desktop.rules.figures import NO_TERM, Boxes, Figure, FigureGroup, Part
from desktop.rules.teohiphip.actions import SPEED, known_reasons, speed_now
from desktop.rules.teohiphip.checks import Reason
from desktop.rules.teohiphip.rounds import ACTION_POINTS, action_points
from desktop.rules.teohiphip.sheet import TAG_WORDS, Attack, Known, Trait
from desktop.rules.teohiphip.state import AP, Fighter, Skirmish
from desktop.rules.teohiphip.talents import is_active, price_of
from desktop.rules.text import Term, Text, terms

INCHES = Term("″")
BOUGHT = Term("bought", "kupione")
ADVANTAGE = Term("advantage", "przewaga")
DISADVANTAGE = Term("disadvantage", "utrudnienie")
USUAL_DICE = Part(Term("usual", "zwykle"), 2, "teohiphip-16")


def figures(state: Skirmish, fighter: Fighter) -> Iterator[FigureGroup]:
    """Each attack with its dice (teohiphip-16, 17), then the character (5, 6, 20), its traits."""
    for place, attack in enumerate(fighter.sheet.attacks):
        yield _attack(state, fighter, place, attack)
    yield _character(fighter)
    for place, trait in enumerate(fighter.sheet.traits):
        yield _trait(place, trait)


def _attack(state: Skirmish, fighter: Fighter, place: int, attack: Attack) -> FigureGroup:
    reasons = known_reasons(state, fighter, attack)
    dice = reasons.dice()
    parts = [USUAL_DICE]
    if dice > USUAL_DICE.amount:
        parts.append(_part(reasons.advantage, 1))
    elif dice < USUAL_DICE.amount:
        parts.append(_part(reasons.disadvantage, -1))
    shown = [
        Figure(
            "dice", NO_TERM, f"{dice}k6", rule="teohiphip-16", parts=tuple(parts),
            thrown_in="attack",
        )
    ]  # fmt: skip
    if attack.range is not None:
        shown.append(Figure("range", NO_TERM, attack.range, INCHES, "teohiphip-11"))
    melee = attack.kind == "melee"
    facts = [Term("melee", "wręcz") if melee else Term("ranged", "dystansowy")]
    if attack.thrown:
        facts.append(Term("thrown", "miotana"))
    if reasons.advantage:
        facts.append(ADVANTAGE)
    if reasons.disadvantage:
        facts.append(DISADVANTAGE)
    made = min(fighter.uses.get(place, 0), attack.uses or 0)
    boxes = (Boxes(NO_TERM, attack.uses, made),) if attack.uses else ()
    return FigureGroup(
        f"attacks[{place}]", Term(attack.name), tuple(shown), tuple(facts), attack.text, boxes,
        "teohiphip-16",
    )  # fmt: skip


def _part(reasons: Sequence[Reason], dice: int) -> Part:
    """The reason why there is a die more or fewer: many weigh as much as one."""
    return Part(Term(reasons[0].text), dice, reasons[0].rule)


def _character(fighter: Fighter) -> FigureGroup:
    """teohiphip-5, 6 and 20: speed, action points, hit points as an unhurt character has them.

    An object has hit points alone.
    """
    sheet = fighter.sheet
    hp = [*sheet.hit_points_by_traits, *([(Known.HARDY, 1)] if fighter.temporary else [])]
    shown = (
        Figure(
            "speed", Term("SPD", "SPD"), speed_now(fighter), INCHES, "teohiphip-6",
            _parts(BOUGHT, sheet.spd, sheet.speed_by_traits, fighter, SPEED),
        ),
        Figure(
            "ap", Term("AP", "AP"), action_points(fighter), rule="teohiphip-5",
            parts=_parts(USUAL_DICE.term, AP, (), fighter, ACTION_POINTS),
        ),
        Figure("hp", Term("HP", "PŻ"), fighter.hp, rule="teohiphip-20"),
        Figure(
            "max_hp", Term("most HP", "PŻ maks."), fighter.full_hp, rule="teohiphip-20",
            parts=_parts(BOUGHT, sheet.most, hp),
        ),
    )  # fmt: skip
    figures = shown[2:] if sheet.object else shown
    return FigureGroup("fighter", Term(sheet.archetype), figures, rule="teohiphip-6")


def _parts(
    base: Term,
    amount: int,
    traits: Iterable[tuple[Known, int]],
    fighter: Fighter | None = None,
    unit: EffectUnit | None = None,
) -> tuple[Part, ...]:
    """What a number is added up from; nothing where it stands on the sheet as it is."""
    changes = [(str(trait), change) for trait, change in traits]
    if fighter and unit:
        changes += [(str(name), change) for name, change in unit.each(fighter)]
    if not changes:
        return ()
    return (Part(base, amount), *(Part(Term(name), change) for name, change in changes))


def _trait(place: int, trait: Trait) -> FigureGroup:
    """teohiphip-15 and 17: what using it costs, which tests it helps or hinders."""
    price: tuple[Figure, ...] = ()
    if is_active(trait):
        price = (Figure("ap", NO_TERM, price_of(trait), Term("AP", "AP"), "teohiphip-15"),)
    known = dict(terms(TAG_WORDS))
    facts = (
        Text("{word}: {tags}", word=word, tags=[known.get(tag, tag) for tag in tags])
        for word, tags in ((ADVANTAGE, trait.advantage_on), (DISADVANTAGE, trait.disadvantage_on))
        if tags
    )
    return FigureGroup(
        f"traits[{place}]", Term(trait.name), price, tuple(facts), trait.text, rule="teohiphip-15"
    )
