"""A swap that another one beats in every way is folded away; no other is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.encounter.play_table import PlayTable
from desktop.rules.fields import dominated, without_dominated
from desktop.rules.table import Decision
from desktop.rules.teohiphip.checks import swap
from desktop.rules.teohiphip.pool import successes, swap_decision, swap_terms
from desktop.rules.teohiphip.sheet import Known
from desktop.rules.teohiphip.state import Skirmish
from tests.rules.teohiphip.bench import fight_of, figure

faces = st.integers(1, 6)


def question(
    pool: list[int], fallen: tuple[int, ...], *traits: str, hp: int = 4, spent: str = ""
) -> Decision:
    """What somebody with this pool is asked about a test that fell so."""
    _, decision = asked(pool, fallen, *traits, hp=hp, spent=spent)
    assert decision
    return decision


def asked(
    pool: list[int], fallen: tuple[int, ...], *traits: str, hp: int = 4, spent: str = ""
) -> tuple[Skirmish, Decision | None]:
    fight = fight_of(
        figure("zenon", "players", hp, *traits), figure("guard", "foes"), swaps_per_test=None
    )
    state = fight.state.copy()
    assert isinstance(state, Skirmish)
    zenon = state.take("zenon")
    zenon.pool = list(pool)
    zenon.spent = {spent: 1} if spent else {}
    table = PlayTable(state)
    terms = swap_terms(state, zenon, fallen, table)
    return state, swap_decision(zenon, fallen, terms) if terms else None


def labels(decision: Decision) -> list[str]:
    shown, _ = without_dominated(decision.field.choices, [])
    return [str(choice.label) for choice in shown]


def test_of_eleven_answers_those_stay_that_nothing_beats() -> None:
    decision = question([6, 5, 4, 3], (1, 2))
    assert len(decision.field.choices) > 8
    # One success for a hit point, with the lesser die that brings it; or two for two.
    assert labels(decision) == ["Keep", "1 → 6, 2 → 5", "1 → 5"]


def test_a_die_that_is_spared_its_price_stands_beside_one_that_is_not() -> None:
    assert labels(question([6, 5], (1, 6), "Opanowany")) == ["Keep", "1 → 6", "1 → 5"]


def test_the_strategist_is_not_asked_what_another_answer_beats() -> None:
    """A die that is thrown again may be any; so the higher ones are the better ones to keep."""
    decision = question([6, 1, 5, 2], (1, 2, 3), "Strateg")
    assert len(decision.field.choices) > 10
    assert labels(decision) == ["Keep", "1 → 6, 2 → 5", "1 → 5"]


@pytest.mark.parametrize(
    ("trait", "hp", "shown"),
    [
        # Fewer hit points: one paid for nothing makes the swaps to come free, or brings a die.
        ("Wytrwały", 3, ["Keep", "1 → 6, 2 → 5", "1 → 5", "2 → 1"]),
        ("Drugi oddech", 2, ["Keep", "1 → 5", "2 → 1"]),
        # Far above where the trait sets in, nobody pays for no success.
        ("Wytrwały", 4, ["Keep", "1 → 6, 2 → 5", "1 → 5"]),
        ("Drugi oddech", 5, ["Keep", "1 → 6, 2 → 5", "1 → 5"]),
        # A lower face: whichever is left is turned over.
        ("Oszust", 4, ["Keep", "1 → 6, 2 → 5", "1 → 6", "1 → 5"]),
        # Fewer dice: with the 1 gone the pool can be used.
        ("Pechowiec", 4, [
            "Keep", "1 → 6, 2 → 5", "1 → 6, 2 → 5, 3 → 2", "1 → 6", "1 → 5", "1 → 2", "2 → 1",
        ]),
    ],
)  # fmt: skip
def test_what_is_of_use_to_somebody_is_not_folded(trait: str, hp: int, shown: list[str]) -> None:
    """Of answers that are the same in all that counts the first stays."""
    assert labels(question([6, 5, 1, 2], (1, 2, 3), trait, hp=hp)) == shown


@pytest.mark.parametrize("trait", ["Oszust", "Drugi oddech"])
def test_what_was_of_use_once_is_folded_after_that(trait: str) -> None:
    spent = question([6, 5, 1, 2], (1, 2, 3), trait, spent=trait)
    assert labels(spent) == labels(question([6, 5, 1, 2], (1, 2, 3)))


@given(
    st.lists(faces, min_size=1, max_size=6),
    st.lists(faces, min_size=2, max_size=3).map(tuple),
    st.sets(st.sampled_from([trait.value for trait in Known]), max_size=3),
)
def test_every_answer_at_hand_has_a_key(
    pool: list[int], fallen: tuple[int, ...], traits: set[str]
) -> None:
    _, decision = asked(pool, fallen, *traits)
    assert decision is None or len(labels(decision)) <= 9


def test_the_lucky_who_leaves_no_1_in_the_pool_is_not_offered_what_gains_nothing() -> None:
    _, decision = asked([3, 4, 2], (1, 5), "Szczęściarz")
    assert decision
    assert labels(decision) == ["Keep"]
    _, decision = asked([5, 6], (1, 2), "Szczęściarz", "Oportunista")
    assert decision
    assert {"1 → 5", "1 → 6"} < {*labels(decision)}, "whichever face is left has its use"


@given(
    st.lists(faces, min_size=1, max_size=4),
    st.lists(faces, min_size=2, max_size=3).map(tuple),
    st.integers(2, 4),
    st.sampled_from(["", "Opanowany", "Ekonomiczny", "Oportunista", "Impulsywny"]),
)
def test_whoever_takes_the_better_one_is_no_worse_off(
    pool: list[int], fallen: tuple[int, ...], hp: int, trait: str
) -> None:
    traits = [trait] if trait else []
    _, decision = asked(pool, fallen, *traits, hp=hp)
    if decision is None:
        return
    choices = decision.field.choices
    for worse, better in dominated(choices).items():
        (low, low_hp, low_pool), (high, high_hp, high_pool) = (
            after(pool, fallen, traits, hp, choices[place].value) for place in (worse, better)
        )
        assert high >= low
        assert high_hp >= low_hp
        assert len(high_pool) >= len(low_pool)
        assert all(a >= b for a, b in zip(high_pool, low_pool, strict=False))


def after(
    pool: list[int], fallen: tuple[int, ...], traits: list[str], hp: int, answer: object
) -> tuple[int, int, list[int]]:
    """Successes, hit points and the pool, the highest first, when this was answered."""
    state, _ = asked(pool, fallen, *traits, hp=hp)
    zenon = state.take("zenon")
    dice = swap(state, zenon, fallen, PlayTable(state, answers={"swap": answer}))
    return successes(dice), zenon.hp, sorted(zenon.pool, reverse=True)
