"""When own effects are over, or remind of themselves: asked after every step."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Self

from desktop.rules.contract import Rules
from desktop.rules.state import Combatant, Effect, State
from desktop.rules.table import BY_HAND, Table
from desktop.rules.text import Text, Words, few

Told = tuple[str | None, Text]
"""A line that a step logged under :data:`BY_HAND`: of whom, and what."""


def has_effects(state: State[Any]) -> bool:
    """Whether anybody is under an effect of the game master's own."""
    return any(map(attrgetter("effects_by_hand"), state.combatants.values()))


@dataclass(frozen=True, slots=True)
class Before:
    """How a fight stood before a step, as far as effects can be over by it."""

    round: int
    on_turn: frozenset[str]
    effects: Mapping[str, tuple[Effect, ...]]

    @classmethod
    def of(cls, rules: Rules[Any], state: State[Any]) -> Self:
        """To be taken before the step, for :func:`expire` after it."""
        effects = {id: combatant.effects_by_hand for id, combatant in state.combatants.items()}
        return cls(state.round, frozenset(rules.on_turn(state)), effects)


def expire(
    rules: Rules[Any], before: Before, draft: State[Any], table: Table, logged: Iterable[Told]
) -> None:
    """Ends the effects that are over by a step, and says what others remind of.

    ``draft`` is the state after it.

    An effect has counted when a line that was ``logged`` names it. One that waits for somebody's
    turn which never comes is over when the round after the one in which it began is.
    """
    now = frozenset(rules.on_turn(draft))
    if draft.round > before.round:
        ended, begun = before.on_turn, now
    else:
        ended, begun = before.on_turn - now, now - before.on_turn
    logged = list(logged)
    for combatant in list(draft.combatants.values()):
        # The state keeps the very same effects from step to step.
        in_force = {id(effect) for effect in before.effects.get(combatant.id, ())}
        for effect in combatant.effects_by_hand:
            if id(effect) not in in_force:
                continue  # it has only just begun
            match effect.until:
                case "rounds":
                    over = draft.round >= effect.since + effect.rounds
                case "turn_start":
                    over = effect.whose in begun or draft.round > effect.since + 1
                case "turn_end":
                    over = effect.whose in ended or draft.round > effect.since + 1
                case "check":
                    own = (text for by, text in logged if by == combatant.id)
                    over = any(effect.name in map(str, text.values.values()) for text in own)
                case "by_hand":
                    over = False
            match effect.remind:
                case "turn_start":
                    reminds = combatant.id in begun and not combatant.out
                case "turn_end":
                    reminds = combatant.id in ended and not combatant.out
                case "round":
                    reminds = before.round < draft.round == effect.remind_round
                case "never":
                    reminds = False
            if reminds:
                table.log(BY_HAND, _reminder(combatant.name, effect.name), by=combatant.id)
            if over:
                end(draft.take(combatant.id), effect.name, table)


def _reminder(name: Words, effect: str) -> Text:
    return Text("Remember · {name}: {effect}", name=name, effect=effect)


def reminders(texts: Iterable[Text]) -> list[Text]:
    """Of what was logged that which reminds the game master of effects: each of all it is on."""
    template, names = _reminder("", "").template, dict[str, list[Words]]()
    for text in texts:
        if text.template == template:
            names.setdefault(text.values["effect"], []).append(text.values["name"])
    return [_reminder(few(those), effect) for effect, those in names.items()]


def end(combatant: Combatant, name: str, table: Table) -> None:
    """Takes an effect away; ``one`` is taken, to be written to."""
    combatant.effects_by_hand = tuple(e for e in combatant.effects_by_hand if e.name != name)
    table.log(BY_HAND, is_over(combatant.name, name), by=combatant.id)


def is_over(name: str, effect: str) -> Text:
    """What is said of an effect that has ended."""
    return Text("{name}: {effect} is over", name=name, effect=effect)
