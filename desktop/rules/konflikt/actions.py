"""Everything that can be done, in the order in which it is shown (konflikt-6 to 10)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from desktop.rules.cast import alone
from desktop.rules.contract import Action
from desktop.rules.konflikt import checks, commands, effects, movement, prepared, turns
from desktop.rules.konflikt.attacks import attack, two_weapons
from desktop.rules.konflikt.powers import CRAFTS, harms, use, why_not_craft
from desktop.rules.konflikt.state import Conflict, Fighter
from desktop.rules.text import Text


@dataclass(frozen=True)
class ConflictAction(Action[Conflict, Fighter]):
    """``whole`` ones take the action of the turn (konflikt-5); ``price`` is in momentum."""

    whole: bool = False


def _nothing_of(action: str) -> Callable[[Conflict, Fighter], Text | None]:
    def why_not(state: Conflict, fighter: Fighter) -> Text | None:
        reason = why_not_craft(fighter, action)
        only_harm = all(map(harms, CRAFTS[action].of(fighter)))
        return reason or (alone(state, fighter) if only_harm else None)

    return why_not


whole = partial(ConflictAction, whole=True)
anybodys = partial(ConflictAction, whose="anybody", group="others")

TRIGGER = ConflictAction(
    commands.Trigger, prepared.trigger, Text("What was prepared"), "Připravená akce", "konflikt-7",
    key="R", group="reactions", why_not=prepared.nothing_left,
)  # fmt: skip
PASS = ConflictAction(
    commands.Pass, turns.pass_turn, Text("Done"), "Hotovo", "konflikt-5",
    key="Space", group="turn", main=True,
)  # fmt: skip

ACTIONS = (
    TRIGGER,
    whole(commands.Attack, attack, Text("Attack"), "Útok", "konflikt-10", key="A", why_not=alone),
    whole(commands.TwoWeapons, two_weapons, Text("Two weapons"), "Dvě zbraně", "konflikt-18",
          key="D", why_not=alone),
    whole(commands.Cast, use, Text("Cast a spell"), "Seslat kouzlo", "konflikt-6",
          key="C", why_not=_nothing_of("cast")),
    whole(commands.UseAbility, use, Text("Use an ability"), "Použít schopnost", "konflikt-6",
          key="B", why_not=_nothing_of("use_ability")),
    whole(commands.UseItem, use, Text("Use an item"), "Použít předmět", "konflikt-6",
          key="I", why_not=_nothing_of("use_item")),
    whole(commands.Overcome, effects.overcome, Text("Overcome"), "Překonat", "konflikt-6",
          key="O", why_not=effects.nothing_to_overcome),
    whole(commands.EndEffect, effects.end_effect, Text("End an effect"), "Ukončit magický efekt",
          "konflikt-6", key="E", why_not=effects.nothing_to_end),
    whole(commands.Prepare, prepared.prepare, Text("Prepare an action"), "Připravit akci",
          "konflikt-7", key="P", why_not=prepared.why_not_skip),
    whole(commands.Sprint, movement.sprint, Text("Sprint"), "Sprint", "konflikt-6", key="S"),
    whole(commands.Other, turns.other, Text("Something else"), "Něco jiného", "konflikt-6",
          key="N"),
    ConflictAction(commands.Move, movement.move, Text("Move"), "Pohyb", "konflikt-9",
                   price=1, key="M"),
    ConflictAction(commands.Interact, movement.interact, Text("Small doing"), "Drobná akce",
                   "konflikt-8", price=movement.SMALL_DOING, key="T"),
    anybodys(commands.Check, checks.any_check, Text("Check"), "Ověření", "konflikt-12", key="V"),
    anybodys(commands.Luck, checks.any_luck, Text("Luck check"), "Ověření štěstí", "konflikt-22",
             key="L"),
    PASS,
    ConflictAction(commands.EndTurn, turns.end_turn, Text("End the side's turn"),
                   "Konec tahu skupiny", "konflikt-3", key="K", group="turn", whose="nobody"),
)  # fmt: skip
