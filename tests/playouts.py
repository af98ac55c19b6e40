"""Plays fights out at random, on any system, and checks what must hold of every fight.

One number stands for one step: it picks one of the options on offer, fills in the parameters and
answers the decisions, so that a failing fight shrinks to the few steps that matter. ``check_fight``
takes a ``fight/1`` document; ``sample_scripts`` gives those of a system's sample campaign.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from desktop import assets
from desktop.encounter.fight import Fight, play, start
from desktop.encounter.roster import read_plan, to_script
from desktop.rules import systems
from desktop.rules.contract import Option
from desktop.rules.fields import Field
from desktop.rules.state import State
from desktop.rules.table import Decision, Refusal

OMIT = object()
"""Nothing is filled in; the default holds."""

MOST_PATHS = 300
"""Odds of a random step are followed this far, to keep the tests quick."""


def sample_scripts(system: str) -> list[dict[str, Any]]:
    """Every encounter of a system's sample campaign, as a script.

    The sample is the one that ships, or while there is none, ``tests/samples/{system}.json``.
    """
    for folder in (assets.path(), Path(__file__).parent):
        file = folder / "samples" / f"{system}.json"
        if file.exists():
            sample = json.loads(file.read_text("utf-8"))
            return [to_script(read_plan(encounter["plan"])) for encounter in sample["encounters"]]
    return []


def by_policies(script: dict[str, Any], moves: int, seed: int = 1) -> Iterator[Fight]:
    """The same fight at every step of a game that the system's own behaviours play.

    Who has none in the script gets the first one of the system.
    """
    first = next(iter(systems()[script["system"]].policies))
    everybody = [{"policy": first, **combatant} for combatant in script["combatants"]]
    fight, dice = start({**script, "combatants": everybody}), Random(seed)
    fight.perform({"do": "begin"}, _thrower(dice), fight.rules.decide)
    for _ in range(moves):
        yield fight
        step = fight.suggest()
        if step is None or fight.outcome:
            return
        fight.perform(step, _thrower(dice), fight.rules.decide)
    yield fight


def check_fight(
    script: dict[str, Any], seed: int, choices: Sequence[int], meddling: bool = False
) -> Fight:
    """Plays one step for each of the choices, and checks the fight all the way.

    Nothing is raised but refusals, and those change nothing; undo and redo lead back; states that
    were kept are never written to; odds add up to 1; the fight written down replays to the same.
    With ``meddling`` the game master sets values by hand and has anybody act out of turn.
    """
    fight = start(script)
    dice = Random(seed)
    begun = fight.perform({"do": "begin"}, _thrower(dice), _decider(Random(seed)))
    assert begun is not None
    kept = [(fight.first, repr(fight.first)), (fight.state, repr(fight.state))]
    for number in choices:
        if not _one_step(fight, Random(number), dice, meddling):
            break
        kept.append((fight.state, repr(fight.state)))
    assert all(repr(state) == before for state, before in kept)
    written = json.loads(json.dumps(fight.as_script()))
    assert play(written).as_json() == fight.as_json()
    return fight


def _one_step(fight: Fight, rng: Random, dice: Random, meddling: bool) -> bool:
    """Performs one of the options on offer; False when there is none left."""
    options = [option for option in fight.options() if option.why_not is None]
    if not options or (fight.outcome is not None and rng.random() < 0.3):
        return False
    option = _chosen(fight, options, rng)
    fields = fight.parameters(option)
    step = _step(option, fields, rng)
    if meddling and rng.random() < 0.2:
        fields, step = _meddled(fight, option, rng)
    before = fight.as_json()
    state = fight.state
    refused = _performed(fight, step, dice, rng)
    if refused:
        assert fight.state is state
        assert fight.pending is None
        offered = not step.get("overrule")
        assert fields or not offered, f"{step} asks for nothing and was refused: {refused}"
        return True
    after = fight.as_json()
    if rng.random() < 0.3:
        fight.undo()
        assert fight.as_json() == before
        if rng.random() < 0.7:
            fight.redo()
            assert fight.as_json() == after
    return True


def _meddled(fight: Fight, option: Option, rng: Random) -> tuple[Sequence[Field], dict[str, Any]]:
    """A value set by hand, or somebody else doing what is on offer, whatever the rules say."""
    anybody = rng.choice(list(fight.state.combatants))
    if rng.random() < 0.5:
        fields = fight.rules.editable(fight.state, anybody)
        field = rng.choice(fields)
        return fields, {
            "do": "edit",
            "combatant": anybody,
            "set": {field.id: _value(field, rng)},
            "why": "so it is",
        }
    option = replace(option, actor=anybody)
    fields = fight.parameters(option)
    return fields, {**_step(option, fields, rng), "overrule": True}


def _chosen(fight: Fight, options: Sequence[Option], rng: Random) -> Option:
    """One of the options: mostly of those on turn, and rather one that is aimed at something."""
    usual = [option for option in options if not option.aside]
    if not usual or rng.random() < 0.1:
        return rng.choice(options)
    aimed = [o for o in usual if any(field.required for field in fight.parameters(o))]
    return rng.choice(aimed if aimed and rng.random() < 0.4 else usual)


def _performed(fight: Fight, step: dict[str, Any], dice: Random, rng: Random) -> str | None:
    """Performs the step after a look at its odds; what was said where it was refused."""
    try:
        _check_odds(fight, step)
        assert fight.perform(step, _thrower(dice), _decider(rng)) is not None
    except Refusal as refusal:
        return str(refusal)
    return None


def _check_odds(fight: Fight, step: dict[str, Any]) -> None:
    if step["do"] == "edit":
        return
    walk = fight.search_odds(step)
    if walk.advance(MOST_PATHS):
        assert sum(chance.p for chance in walk.odds.chances) == 1


def _thrower(dice: Random) -> Any:
    return lambda sides: dice.randint(1, sides)


def _decider(rng: Random) -> Any:
    def decide(state: State[Any], decision: Decision) -> Any:
        assert decision.by in state.combatants
        assert decision.text
        value = _value(decision.field, rng)
        return None if value is OMIT else value

    return decide


def _step(option: Option, fields: Sequence[Field], rng: Random) -> dict[str, Any]:
    step: dict[str, Any] = {"do": option.do}
    if option.actor:
        step["actor"] = option.actor
    if option.action:
        step["action"] = option.action
    return {**step, **_values(fields, rng)}


def _values(fields: Sequence[Field], rng: Random) -> dict[str, Any]:
    found = {}
    for field in fields:
        if not field.required and rng.random() < 0.4:
            continue
        value = _value(field, rng)
        if value is not OMIT:
            found[field.id] = value
    return found


def _value(field: Field, rng: Random) -> Any:
    """Something to fill in that is of the field's kind and within its limits."""
    offered = [choice.value for choice in field.choices if choice.why_not is None]
    low = int(field.minimum if field.minimum is not None else 0)
    high = int(field.maximum if field.maximum is not None else low + 20)
    match field.kind:
        case "choice" | "combatant":
            return rng.choice(offered) if offered else OMIT
        case "choices" | "combatants" | "texts":
            return rng.sample(offered, min(len(offered), rng.randint(0, 2)))
        case "pairs":
            return rng.choice(offered) if offered else []
        case "integer" | "number":
            return rng.choice(offered) if offered else rng.randint(low, min(high, low + 20))
        case "numbers":
            return rng.choice(offered) if offered else []
        case "records":
            records = [_values(field.fields, rng) for _ in range(rng.randint(0, 2))]
            needed = {part.id for part in field.fields if part.required}
            return [record for record in records if needed <= set(record)]
        case "flag":
            return rng.random() < 0.5
        case "reason":
            return rng.choice([False, True, "so it is"])
        case "text":
            return "something"
        case "scores":
            return {}
        case "record":
            return _values(field.fields, rng)


def play_by_policies(script: dict[str, Any], seed: int, most: int = 2000) -> Fight:
    """Plays a fight to its end, or for so many steps; as ``by_policies`` does."""
    *_, fight = by_policies(script, most, seed)
    return fight
