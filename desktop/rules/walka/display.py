"""What a game master is offered and shown: options, their fields, badges, segments, cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import floor
from typing import Any

from desktop.rules.cast import combatant_choices, gone, needed, of_others, targets
from desktop.rules.contract import BADLY_HURT, HURT, Option, Rules
from desktop.rules.display import Bar, Lane, Measure, Timeline, Vital, badge
from desktop.rules.fields import Choice, Field
from desktop.rules.positions import behind_wall, out_of_touch
from desktop.rules.text import NOTHING, Term, Text, Words, as_text, joined, terms
from desktop.rules.values import badges, described
from desktop.rules.walka import checks, manoeuvres, sheet, tables, weapons
from desktop.rules.walka.actions import BY_ID, is_idle
from desktop.rules.walka.conditions import CONDITIONS
from desktop.rules.walka.grenades import OBJECT, not_thrown
from desktop.rules.walka.hits import equivalent, lost_to_wounds, minutes_to_live
from desktop.rules.walka.initiative import cannot_hand_over, cannot_take
from desktop.rules.walka.segments import TOLD_LONGER, can_begin, cannot_go_on, in_hand
from desktop.rules.walka.shooting import disabled_hand
from desktop.rules.walka.state import POSTURE_WORDS, Battle, Fighter, points_left, weight
from desktop.rules.walka.turns import waiting

BLASTS = ("throw", "throw_large", "detonate")

FIELD_ORDER = {
    "target": 0, "with": 1, "with_other": 2, "with_second": 2, "target_other": 3,
    "target_second": 3, "hand": 4, "aim": 5, "in_steps": 99,
}  # fmt: skip
"""Where fields stand in a form, the others between; short ones then stand beside each other."""


def as_they_stand(state: Battle, options: Iterable[Option]) -> list[Option]:
    """The options as they are offered in this state, without those that would be in the way."""
    return [shown for option in options if (shown := as_it_stands(state, option))]


def as_it_stands(state: Battle, option: Option) -> Option | None:
    """The option as it is offered in this state; None where it would only be in the way."""
    if not option.actor:
        return option
    if option.action == ("strike" if state.house.melee == "exchange" else "exchange"):
        return None
    fighter = state[option.actor]
    if option.action in manoeuvres.AT_TIMES and option.why_not:
        return None
    if is_idle(fighter, option.action):
        return None
    on_turn = state.turn == fighter.id
    match option.do:
        case "act" if on_turn and fighter.declared and fighter.declared[0].id == option.action:
            return replace(option, main=option.why_not is None)
        case "declare" | "spotting_duel":  # out of turn, too, they stand where they always do
            return replace(option, group="turn" if option.do == "declare" else "others")
        case "freeze":
            return None if state.clash else option
        case "go_on":
            return _go_on(state, fighter, option)
        case "hand_over":
            return option if on_turn or cannot_hand_over(state, fighter) is None else None
        case "abandon" if fighter.carry:
            given_up = Text("Give up: {action}", action=fighter.carry.action.label)
            return replace(option, label=given_up, group="others")
        case "abandon":
            return None
        case "end_turn":
            return _end_turn(state, fighter, option)
        case "trigger":
            return _trigger(state, fighter, option)
    return option


def _go_on(state: Battle, fighter: Fighter, option: Option) -> Option | None:
    if cannot_go_on(state, fighter) or fighter.carry is None:
        return None
    carry = fighter.carry
    return replace(
        option,
        label=Text("Next segment: {action}", action=carry.action.label),
        native=f"{option.native}: {carry.action.native}",
        cost=Text("1 / {left} seg.", left=carry.segments),
    )


def _end_turn(state: Battle, fighter: Fighter, option: Option) -> Option:
    """The main thing to do, unless an action goes on segment by segment."""
    cut = cannot_go_on(state, fighter) is None or bool(fighter.declared)
    option = replace(option, key="" if cut else option.key, main=not cut)
    if not state.clash and not state.parallel:
        return option
    return replace(option, label=Text("Let the others go on"), native="Niech inni działają dalej")


def _trigger(state: Battle, fighter: Fighter, option: Option) -> Option | None:
    if not fighter.frozen or fighter.id == state.turn or fighter.id in state.clash:
        return None
    return replace(
        option,
        label=Text("Trigger: {trigger}", trigger=fighter.frozen.trigger),
        native=f"{option.native}: {fighter.name}",
        cost=Text("{segments} seg.", segments=fighter.frozen.count),
        out_of_turn=False,
    )


# ---- what an option can be told


def _offered(state: Battle, fighter: Fighter, option: Option, field: Field) -> Field | None:
    """A parameter with what is on offer for it in this state; None where it is not asked for."""
    offer = OFFERS.get(f"{option.action}.{field.id}") or OFFERS.get(field.id)
    return offer(state, fighter, option, field) if offer else field


Offer = Callable[[Battle, Fighter, Option, Field], Field | None]
"""How a field is offered; None: it is not asked for."""


def seen(state: Battle) -> list[str]:
    """The ids of those who are not out of sight."""
    return [fighter.id for fighter in state.combatants.values() if not fighter.hidden]


def _people(state: Battle, fighter: Fighter, option: Option, field: Field) -> Field:
    """Those in sight first, then those behind a wall, then the others."""
    hindered = behind_wall(state, fighter.id)
    return field.offering(targets(state, fighter, gone, near=seen(state), hindered=hindered))


def _dying(state: Battle, fighter: Fighter, option: Option, field: Field) -> Field:
    """walka-33: friends first, and oneself."""

    def not_dying(other: Fighter) -> Text | None:
        return None if other.dying else Text("not dying")

    hindered = out_of_touch(state, fighter.id)
    others = targets(state, fighter, not_dying, friends_first=True, hindered=hindered)
    return field.offering([*others, *combatant_choices([fighter], not_dying)])


def _those(
    why_not: Callable[[Battle, Fighter], Callable[[Fighter], Words | None]],
    friends_first: bool = False,
) -> Offer:
    """Those who can be chosen first; of the others it is said why not."""
    return lambda state, fighter, option, field: field.offering(
        targets(state, fighter, why_not(state, fighter), friends_first=friends_first)
    )


def _victims(state: Battle, fighter: Fighter, option: Option, field: Field) -> Field | None:
    """walka-29: everybody, and oneself, where there can be victims beside the target."""
    explosive = any(fighter.sheet.weapons[index].critical_range for index in fighter.guns)
    if not explosive and option.action not in BLASTS:
        return None
    who = [*targets(state, fighter, gone, near=seen(state)), *combatant_choices([fighter])]
    return replace(
        field,
        fields=tuple(part.offering(who) if part.id == "who" else part for part in field.fields),
    )


def _shots(state: Battle, fighter: Fighter, option: Option, field: Field) -> Field:
    """walka-12: each shot is asked for as a single one is; at first two at the first in sight."""
    offered = (_offered(state, fighter, option, part) for part in field.fields)
    parts = tuple(part for part in offered if part is not None)
    aims = (choice for part in parts if part.id == "target" for choice in part.choices)
    aim = next((choice.value for choice in aims if choice.why_not is None), None)
    return replace(field, fields=parts, default=[{"target": aim}] * 2 if aim else None)


def _actions(state: Battle, fighter: Fighter, option: Option, field: Field) -> Field:
    """walka-9: what takes segments can be declared."""
    choices = [Choice(action.id, action.label) for action in BY_ID.values() if action.price]
    return replace(field, fields=tuple(part.offering(choices) for part in field.fields))


def _weapons(state: Battle, fighter: Fighter, option: Option, field: Field) -> Field:
    """The weapons that fit the action, those first that can be used now."""
    choices: list[Choice] = []
    throws = option.action in ("throw", "throw_large")
    handled = option.action in ("pump", "change_cell", "change_gas", "draw", "safety_off")
    for index in weapons.fitting(fighter, option.action):
        weapon, rounds = fighter.sheet.weapons[index], fighter.loaded[index]
        category = sheet.CATEGORIES[weapon.category]
        note = Text("{category}", category=category)
        if rounds is not None:
            note = Text("{category}, left: {rounds}", category=category, rounds=rounds)
        why_not = None if handled else weapons.not_ready(fighter, index)
        if throws:
            why_not = not_thrown(state.house, fighter, index)
        choices.append(Choice(weapon.name, weapon.name, note, why_not))
    if option.action == "exchange" and weapons.FISTS.name not in [c.value for c in choices]:
        choices.append(Choice(weapons.FISTS.name, weapons.FISTS.name))
    if not choices:
        return field.offering([Choice("", "–")])
    if throws:
        choices.append(Choice(OBJECT.name, Text("something else")))
    usable = {choice.value for choice in choices if choice.why_not is None}
    choices = [c for c in choices if c.why_not is None or c.value not in usable]
    best = [choice for choice in choices if choice.why_not is None] or choices
    first = best[1] if field.id == "with_other" and len(best) > 1 else best[0]
    return field.offering(choices, default=first.value)


def _melee(fighter: Fighter) -> list[str]:
    return [fighter.sheet.weapons[i].name for i in fighter.blades]


def _second(state: Battle, fighter: Fighter, option: Option, field: Field) -> Field | None:
    """walka-41: another weapon for the other hand, where there is one."""
    melee, nothing = _melee(fighter), Choice("", Text("nothing", context="weapons"))
    choices = [nothing, *(Choice(name, name) for name in dict.fromkeys(melee))]
    return field.offering(choices) if len(melee) > 1 else None


def _their_second(state: Battle, fighter: Fighter, option: Option, field: Field) -> Field | None:
    """walka-41: at whom the other weapon goes, where there is one."""
    return _people(state, fighter, option, field) if len(_melee(fighter)) > 1 else None


def _both(state: Battle, fighter: Fighter, option: Option, field: Field) -> Field | None:
    """walka-41: whether the target throws with two, where anybody else has two in hand."""
    people = (other for other in state.standing() if other.id != fighter.id)
    return field if any(len(weapons.drawn(other)) > 1 for other in people) else None


def _form(state: Battle, fighter: Fighter, option: Option, field: Field) -> Field | None:
    """walka-51: the forms that the sheet has, the one that was taken first."""
    taken = fighter.sheet.form_named(fighter.form)
    choices = [Choice(form.name, form.name) for form in fighter.sheet.forms]
    return field.offering(choices, default=taken.name) if taken else None


def _modifiers(state: Battle, fighter: Fighter, option: Option, field: Field) -> Field:
    """walka-54: from where one shoots is asked only where somebody is deaf."""
    if any(fighter.suffers("deaf") for fighter in state.standing()):
        return field
    return replace(field, fields=tuple(part for part in field.fields if part.id != "flank"))


def _hands(state: Battle, fighter: Fighter, option: Option, field: Field) -> Field:
    """walka-27: only hands whose arms move; the first of them where both are not there."""
    if not fighter.disabled:
        return field
    hands = [replace(hand, why_not=disabled_hand(fighter, hand.value)) for hand in field.choices]
    first = next((hand.value for hand in hands if hand.why_not is None), field.default)
    return field.offering(hands, default=first)


def _aim(state: Battle, fighter: Fighter, option: Option, field: Field) -> Field | None:
    """walka-11: at most two segments in all."""
    more = tables.MOST_AIM - fighter.aiming
    return replace(field, maximum=more) if more > 0 else None


def _burst(state: Battle, fighter: Fighter, option: Option, field: Field) -> Field | None:
    """walka-24: where two weapons fire bursts."""
    return field if len(weapons.fitting(fighter, "short_burst")) >= 2 else None


def _in_steps(state: Battle, fighter: Fighter, option: Option, field: Field) -> Field | None:
    """walka-13: where somebody waits who could break in between this action's segments."""
    longer = BY_ID[option.action].price > 1 or option.action in TOLD_LONGER
    return field if longer and not state.clash and waiting(state, fighter) else None


def _to_freeze(state: Battle, fighter: Fighter, option: Option, field: Field) -> Field:
    """walka-13: what is left of the turn, as much as a turn has with what is frozen already."""
    frozen = fighter.frozen.count if fighter.frozen else 0
    most = max(min(fighter.segments, tables.SEGMENTS - frozen), 1)
    return replace(field, maximum=most, default=most)


def _free(state: Battle, fighter: Fighter, option: Option, field: Field) -> Field:
    """walka-9: free of segments by default where none is there to begin something new with."""
    if can_begin(state, fighter):
        return field
    return replace(field, default=True if field.kind == "flag" else 0)


def _named(name: str) -> Text:
    return Text("{name}", name=sheet.word(name))


def _attributes(state: Battle, fighter: Fighter, option: Option, field: Field) -> Field:
    """The attributes of the sheet with their values."""
    values = fighter.attributes.items()
    return field.offering([Choice(name, _named(name), str(value)) for name, value in values])


def skills_of(fighter: Fighter) -> list[str]:
    """The skills a sheet has points in, the known ones first."""
    names = dict.fromkeys([*sheet.RESTS_ON, *fighter.sheet.skills.names()])
    return [name for name in names if fighter.skills.get(name, 0)]


def _skills(state: Battle, fighter: Fighter, option: Option, field: Field) -> Field:
    """The skills of the sheet with their points, or none."""
    points = fighter.skills
    skills = [Choice(name, _named(name), str(points.get(name, 0))) for name in skills_of(fighter)]
    return field.offering([Choice("", Text("none", context="skill")), *skills])


def _their(offer: Callable[[Battle, Fighter, Option, Field], Field]) -> Offer:
    """walka-8: the same of the fighter that is thrown against."""
    return lambda state, fighter, option, field: field.offering(
        of_others(state, fighter, lambda other: offer(state, other, option, field).choices)
    )


# walka-10: those who hide can be spotted; walka-44: those whom one presses.
_hidden = _those(lambda state, fighter: needed(lambda other: other.hidden, Text("in sight")))
_pressed = _those(
    lambda state, fighter: needed(lambda other: other.id in fighter.presses, Text("not pressed"))
)

OFFERS: Mapping[str, Offer] = {
    "first_aid.target": _dying,
    "spot.target": _hidden,
    "bring_down.target": _pressed,
    "sand.target": _pressed,
    "trick.target": _pressed,
    "modifiers": _modifiers,
    "with_second": _second,
    "target_second": _their_second,
    "defends_with_both": _both,
    "form": _form,
    "target": _people,
    "targets": _people,
    "target_other": _people,
    "to": _those(partial(partial, cannot_take), friends_first=True),  # walka-6
    "victims": _victims,
    "shots": _shots,
    "actions": _actions,
    "with": _weapons,
    "with_other": _weapons,
    "hand": _hands,
    "burst": _burst,
    "aim": _aim,
    "in_steps": _in_steps,
    "count": _to_freeze,
    "safe": _free,
    "segments": _free,
    "attribute": _attributes,
    "skill": _skills,
    "their_attribute": _their(_attributes),
    "their_skill": _their(_skills),
}
"""How each field is offered, by its id; an action's own way by ``action.field``."""


# ---- wounds and badges


PLACES, POSTURES, MOVEMENTS = map(dict, (sheet.LOCATION_WORDS, POSTURE_WORDS, sheet.MOVEMENT_WORDS))
LEVELS_OF_WOUNDS = dict(sheet.LEVEL_WORDS)
"""The system's own words for the badges."""


def _wounds(fighter: Fighter) -> Vital:
    """Boxes: one for each wound, darker the worse it is; with the places in words.

    Nothing limits how many there are: what is left follows from the worst level they come to, and
    only death, a level beyond them all, leaves nothing.
    """
    weighed = zip(tables.LEVEL_NUMBER.values(), weight(fighter.wounds), strict=True)
    worst = max((level for level, count in weighed if count), default=0)
    worst_first = sorted(fighter.wounds, key=lambda wound: -tables.LEVEL_NUMBER[wound.level])
    counted = Counter((wound.level, wound.location) for wound in worst_first)
    merged = equivalent(fighter)
    levels, places = tables.LEVEL_TEXT, tables.LOCATION_TEXT
    text = joined(
        [
            Text("{level}: {where}{times}", level=levels[level], where=places[at], times=_times(n))
            for (level, at), n in counted.items()
        ]
    )
    native = ", ".join(
        f"{LEVELS_OF_WOUNDS[level]}: {PLACES[location]}{_times(count)}"
        for (level, location), count in counted.items()
    )
    if merged:
        sums = [
            Text("{count} {level}", count=n, level=tables.LEVEL_TEXT[level]) for level, n in merged
        ]
        text = Text("{wounds} (counts as: {merged})", wounds=text, merged=sums)
        native += f" (jak {', '.join(LEVELS_OF_WOUNDS[level] + _times(n) for level, n in merged)})"
    heavy = heavily_wounded(fighter)
    return Vital(
        "boxes",
        "wounds",
        Text("{wounds}", wounds=Term("Wounds", "Rany")),
        value=len(fighter.wounds),
        text=text,
        values=tuple(tables.LEVEL_NUMBER[wound.level] for wound in worst_first),
        tone="bad" if heavy else "warn" if fighter.wounds else "good",
        rule="walka-31",
        share=0.0 if fighter.dead else 1 - worst / (len(tables.LEVELS) + 1),
        native=native,
    )


def heavily_wounded(fighter: Fighter) -> bool:
    """walka-31: whether one of the wounds is heavy or worse."""
    return any(tables.LEVEL_NUMBER[wound.level] >= 3 for wound in fighter.wounds)


def _new_wounds(before: Battle, after: Battle, id: str) -> Sequence[sheet.Wound]:
    return after[id].wounds[len(before[id].wounds) :] if id in before.combatants else ()


def _times(count: int) -> str:
    return f" ×{count}" if count > 1 else ""


def _badges(fighter: Fighter) -> list[Vital]:
    """The badges of declared values, and those that say more than one value."""
    shown: list[Vital] = []
    if fighter.dead:
        shown.append(badge("dead", Text("dead"), "walka-33", "bad", "nie żyje"))
    if fighter.dying:
        minutes = minutes_to_live(fighter)
        text = Text("dying, {minutes} min", minutes=minutes)
        shown.append(badge("dying", text, "walka-33", "bad", f"umiera, {minutes} min"))
    if fighter.posture != "standing":
        text, native = tables.POSTURE_TEXT[fighter.posture], POSTURES[fighter.posture]
        shown.append(badge("posture", text, "walka-20", native=native))
    if fighter.hidden:
        shown.append(badge("covered", Text("behind cover"), "walka-7", "good", "za osłoną"))
    if fighter.running != "still":
        text, native = tables.MOVEMENT_TEXT[fighter.running], MOVEMENTS[fighter.running]
        shown.append(badge("running", text, "walka-21", native=native))
    if fighter.disabled:
        text = Text("disabled: {places}", places=tables.locations_text(fighter.disabled))
        native = f"niesprawne: {', '.join(PLACES[place] for place in fighter.disabled)}"
        shown.append(badge("disabled", text, "walka-27", "bad", native))
    shown += badges(fighter)
    if frozen := fighter.frozen:
        text = Text("{count} frozen: {trigger}", count=frozen.count, trigger=frozen.trigger)
        native = f"zamrożone {frozen.count}: {frozen.trigger}"
        shown.append(badge("frozen", text, "walka-13", native=native))
    if carry := fighter.carry:
        text = Text("{action}, {segments} seg.", action=carry.action.label, segments=carry.segments)
        native = f"{carry.action.native}, {carry.segments} seg."
        shown.append(badge("carry", text, "walka-9", native=native))
    effects = map(as_text, fighter.effects)
    shown += [badge(f"effect-{n}", effect, "walka-10") for n, effect in enumerate(effects)]
    for kind, left in {
        affliction.kind: affliction.left for affliction in fighter.afflictions
    }.items():
        times = _times(sum(affliction.kind == kind for affliction in fighter.afflictions))
        effect, native = sheet.EFFECTS[kind], f"{sheet.EFFECTS[kind].native}{times}"
        words = Text("{effect}{times}", effect=effect, times=times)
        if left:
            words = Text("{effect}{times}, {left} seg.", effect=effect, times=times, left=left)
            native += f", {left} seg."
        worn = badge(kind, words, CONDITIONS[kind].rule, "bad", native)
        shown.append(replace(worn, label=Text("{effect}", effect=effect)))
    return shown


TURN = Term("Turn", "Tura")


# ---- lanes of segments (walka-9)


def _bars(fighter: Fighter) -> tuple[Bar, ...]:
    """A lane: what was done this turn, what is under way, and what waits."""
    bars = list(fighter.track) if fighter.moved else []
    start = fighter.used if fighter.moved else 0.0
    if fighter.frozen:
        count, trigger = fighter.frozen.count, fighter.frozen.trigger
        bars.append(Bar(start, count, Text("frozen"), "waiting", "walka-13", trigger, "zamrożone"))
        start += count
    if fighter.moved and fighter.segments:
        _ahead(fighter, bars, start, fighter.segments)
    else:
        lost = min(fighter.debt, tables.SEGMENTS)
        start = float(tables.SEGMENTS) if fighter.moved else start
        if lost:
            bars.append(lost_to_wounds(start, lost))
        _ahead(fighter, bars, start + lost, 0 if fighter.moved else tables.SEGMENTS - lost)
    return tuple(bars)


def _ahead(fighter: Fighter, bars: list[Bar], start: float, left: int) -> None:
    """Adds what is under way, and the segments of this turn that are still to be spent."""
    carry = fighter.carry
    if carry:
        native = carry.action.native
        bars.append(
            Bar(start, carry.segments, carry.action.label, "running", "walka-9", native=native)
        )
    taken = carry.segments if carry else 0
    for action in fighter.declared:
        at, declared = start + taken, Text("declared")
        bar = Bar(at, action.price, action.label, "planned", action.rule, declared, action.native)
        bars.append(bar)
        taken += action.price
    if left > taken:
        bars.append(Bar(start + taken, left - taken, "", "planned", "walka-9", Text("to be spent")))


class Display(Rules[Battle]):
    """How a fight is shown, and what its forms offer."""

    def parameters(
        self, state: Battle, option: Option, chosen: Mapping[str, Any] | None = None
    ) -> Sequence[Field]:
        """The fields of an option in the order of its form."""
        fields = super().parameters(state, option, chosen)
        return sorted(fields, key=lambda field: FIELD_ORDER.get(field.id, len(FIELD_ORDER)))

    def offered(self, state: Battle, fighter: Any, option: Option, field: Field) -> Field | None:
        """A field with what is on offer for it."""
        return _offered(state, fighter, option, field)

    def vitals(self, state: Battle, id: str) -> list[Vital]:
        """Wounds, segments, the penalty, and badges."""
        fighter = state[id]
        shown = [_wounds(fighter)]
        if state.turn == fighter.id:
            left = in_hand(state, fighter)
            shown.append(
                Vital("pips", "segments", Text("seg."), left, tables.SEGMENTS, rule="walka-9")
            )
        if (penalty := fighter.penalty) and not fighter.dead:
            said = Text("{value}", value=checks.number(penalty))
            less = Vital(
                "number", "penalty", Text("penalty"), floor(penalty), 0, said, native="kara"
            )
            shown.append(replace(less, tone="bad" if penalty <= -5 else "warn", rule="walka-32"))
        for id in fighter.presses:
            name = state[id].name
            pressing = Text("presses: {name}", name=name)
            shown.append(badge(f"presses-{id}", pressing, "walka-34", native=f"naciera: {name}"))
        return [*shown, *_badges(fighter)]

    def condition(self, state: Battle, id: str, vitals: Sequence[Vital]) -> Text:
        """walka-31: one heavy wound is worse than several light ones."""
        usual = super().condition(state, id, vitals)
        return BADLY_HURT if usual == HURT and heavily_wounded(state[id]) else usual

    def where_hit(
        self, before: Battle, after: Battle, id: str, step: Mapping[str, Any]
    ) -> Text | None:
        """walka-18: where somebody was wounded between two states."""
        places = dict.fromkeys(wound.location for wound in _new_wounds(before, after, id))
        return tables.locations_text(places) if places else None

    def harm(self, before: Battle, after: Battle, id: str) -> list[Text]:
        """walka-31: the wounds between two states, the worst level first."""
        new = _new_wounds(before, after, id)
        said = []
        for level in reversed(tables.LEVELS):
            if places := [wound.location for wound in new if wound.level == level]:
                where = tables.locations_text(dict.fromkeys(places))
                values = {"count": len(places), "level": tables.LEVEL_TEXT[level], "where": where}
                line = Text("{level} wound: {where}", "{count} {level} wounds: {where}", **values)
                said.append(line)
        return said

    def mark_in_words(
        self, mark: str, before: Battle, after: Battle, id: str, times: int = 1
    ) -> Words:
        """walka-33: who dies; walka-52 to 54: which effects somebody has come under; walka-25:
        nothing of whom the fire no longer holds down; walka-49: how many shots are deflected."""
        if mark == "deflected":
            return Text("shots deflected: {times}", times=times)
        if mark == "suppressed" and not after[id].suppressed:
            return NOTHING
        if mark == "out" and after[id].dead:
            return Text("dead")
        was = before.combatants.get(id)
        had = {affliction.kind for affliction in was.afflictions} if was else ()
        new = {a.kind for a in after[id].afflictions if a.kind not in had}
        if mark != "afflicted" or not new:
            return super().mark_in_words(mark, before, after, id, times)
        return joined([Term(b.text, b.native) for b in _badges(after[id]) if b.id in new])

    def describe(self, state: Battle, id: str) -> dict[str, Any]:
        """The declared values, and what follows from them, as JSON."""
        fighter = state[id]
        carry = fighter.carry
        named = dict.fromkeys([*skills_of(fighter), *fighter.spent])
        return {
            **described(fighter),
            "skill_points": {name: points_left(state.house, fighter, name) for name in named},
            "wounds": [{"level": w.level, "location": w.location} for w in fighter.wounds],
            "pain_passed": [wound.pain_passed for wound in fighter.wounds],
            "penalty": fighter.penalty,
            "dying": minutes_to_live(fighter) if fighter.dying else None,
            "dead": fighter.dead,
            "declared": [action.id for action in fighter.declared],
            "carry": carry and {"action": carry.action.id, "segments": carry.segments},
            "loaded": {
                name: rounds
                for name, rounds in zip(weapons.names_apart(fighter), fighter.loaded, strict=True)
                if rounds is not None
            },
        }

    def headline(self, state: Battle) -> Sequence[Words]:
        """The turn, whose move it is, and the segments left."""
        named = self.round_named(state.round)
        if state.phase == "over":
            return [named, Text("behind cover")]
        if state.turn is None:
            return [named]
        fighter = state[state.turn]
        if state.clash and state.interrupted not in (None, state.turn):
            how = Text("breaks into the move: {whom}", whom=state[state.interrupted].name)
        else:
            how = Text("{left} / {all} seg.", left=fighter.segments, all=tables.SEGMENTS)
        return [named, fighter.name, how]

    def timeline(self, state: Battle) -> Timeline | None:
        """This turn's segments and the next turn's, a lane for each in the order."""
        if not state.round:
            return None
        now = state[state.turn].used if state.turn else 0.0
        ticks = [str(n) for n in range(1, tables.SEGMENTS + 1)]
        lanes = tuple(Lane(id, _bars(state[id])) for id in state.order if not state[id].out)
        title = Text("{named} {round}", named=TURN, round=state.round)
        both = (*ticks, *("+" + tick for tick in ticks))
        return Timeline(title, both, lanes, now, on="" if state.parallel else state.turn or "")

    def measure(self, state: Battle, step: Mapping[str, Any]) -> Measure | None:
        """Rounds that hit for bursts and several shots; the level of a wound where there is one."""
        action = step.get("action", "")
        hits = Measure("hit", Term(Text("hit", "hits", context="of rounds"), "traf."))
        levels = Measure("damage", Term(Text("level", "levels", context="of a wound"), "st. ran"))
        wound = replace(levels, words=("", *dict(terms(sheet.LEVEL_WORDS)).values()))
        if action in (*tables.BURSTS, "two_weapons", "several_shots"):
            return hits
        if action in BLASTS:
            return levels if step.get("victims") else wound
        if action == "throw_sabre":
            return wound
        if action not in ("shot", "sniper_shot", "strike", "exchange"):
            return None
        fighter = state[step["actor"]]
        fit = [fighter.sheet.weapons[index] for index in weapons.fitting(fighter, action)]
        weapon = next((gun for gun in fit if step.get("with", gun.name) == gun.name), None)
        if weapon is None or weapon.ion or weapon.harmless:
            return hits
        return levels if weapon.category == "shotgun" or step.get("victims") else wound
