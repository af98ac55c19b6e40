"""Anything at all, by chance: scripts, bundles and campaigns end in words, never in a crash."""

from __future__ import annotations

import copy
import json
import random
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.encounter.fight import play, resume
from desktop.encounter.script import ScriptError
from desktop.library.checks import checked_bundle, misshapen
from desktop.library.errors import DocumentError
from desktop.library.exchange import bundle_of
from desktop.rules import systems
from tests.hostile.attempt import attempt
from tests.hostile.files import make_campaign, script, sheets

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**40), 2**40),
    st.integers(0, 30),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=12),
    st.sampled_from(["begin", "act", "end_turn", "undo", "redo", "edit", "vera", "default", "x"]),
)
KEYS = st.one_of(
    st.text(max_size=8),
    st.sampled_from(["do", "actor", "action", "target", "dice", "answers", "set", "combatant"]),
)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to everything in a document."""
    found = [path]
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, part in items:
            found += places(part, (*path, key))
    return found


def put(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    """The document with something else at that place."""
    if not path:
        return value
    changed = copy.deepcopy(document)
    level = changed
    for key in path[:-1]:
        level = level[key]
    level[path[-1]] = value
    return changed


@st.composite
def mutated(draw: st.DrawFn, document: Any) -> Any:
    for _ in range(draw(st.integers(1, 3))):
        document = put(document, draw(st.sampled_from(places(document))), draw(ANYTHING))
    return document


STEPS = [
    {"do": "begin", "answers": "default"},
    {"do": "act", "actor": "vera", "action": "shot", "target": "pirat", "answers": "default"},
    {"do": "edit", "combatant": "vera", "set": {"segments": 3}, "why": "x"},
    {"do": "undo"},
    {"do": "end_turn", "answers": "default"},
]


@settings(max_examples=150)
@given(mutated(script(steps=STEPS)))
def test_a_mutated_script_plays_or_is_refused(document: Any) -> None:
    try:
        play(document)
    except ScriptError as error:
        assert str(error)  # noqa: PT017


@settings(max_examples=150)
@given(mutated(STEPS))
def test_a_fight_with_any_steps_opens_up_to_the_first_bad_one(steps: Any) -> None:
    if isinstance(steps, list) and all(isinstance(step, dict) for step in steps):
        fight = resume(script(steps=[]), steps, None)
        assert fight.stopped is None or fight.stopped.done <= len(steps)


@settings(max_examples=100)
@given(mutated(sheets(weapons=[{"name": "A", "category": "pistol"}], attributes={"build": 3})))
def test_a_mutated_bundle_is_brought_in_or_refused(document: Any) -> None:
    try:
        checked_bundle(bundle_of(document))
    except DocumentError as error:
        assert len(str(error)) < 1000  # noqa: PT017


@pytest.mark.parametrize("system", sorted(systems()))
@settings(max_examples=40)
@given(document=st.dictionaries(KEYS, ANYTHING, max_size=5))
def test_whether_a_sheet_can_be_shown_is_always_known(system: str, document: Any) -> None:
    said = misshapen(systems()[system].sheet, document)
    assert said is None or said


@cache
def sound() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "sound.fray"
        make_campaign(path)
        return path.read_bytes()


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32), flips=st.integers(1, 40), cut=st.booleans())
def test_a_campaign_with_any_bytes_changed_opens_or_is_refused(
    seed: int, flips: int, cut: bool
) -> None:
    chance = random.Random(seed)
    content = bytearray(sound())
    for _ in range(flips):
        content[chance.randrange(len(content))] = chance.randrange(256)
    if cut:
        del content[chance.randrange(len(content)) :]
    with TemporaryDirectory() as folder:
        file = Path(folder) / "spoilt.fray"
        file.write_bytes(bytes(content))
        found = attempt(file)
    assert found["broken"] == ""
    assert len(json.dumps(found["said"])) < 2000
