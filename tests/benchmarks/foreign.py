"""Odds of a spell on many in an added system: ``python -m tests.benchmarks.foreign``.

A fireball of 8d6 with a saving throw for half, through the guard of added systems; 0.3 seconds at
most on eight. Beside it the same as a plain loop, on as many as can be counted.
"""

from time import perf_counter

from desktop.encounter.odds import OddsSearch
from desktop.rules.guarded import guarded
from desktop.rules.state import Recruit
from tests.systems.blaze import Blaze, Fireball, Sheet, Wildfire


def search(model: type[Fireball], foes: int) -> OddsSearch:
    """The odds of the spell on so many, not begun."""
    rules = guarded(Blaze(), "blaze")
    people = [Recruit(id="mage", side="players", sheet=Sheet(name="Mage"))]
    ids = [f"foe-{number}" for number in range(foes)]
    people += [Recruit(id=id, side="foes", sheet=Sheet(name=id)) for id in ids]
    state = rules.muster(people, rules.house_rules())
    state.round, state.turn = 1, "mage"
    return OddsSearch(rules, state, model(actor="mage", targets=ids))


def main() -> None:
    for model, foes in ((Fireball, 3), (Fireball, 8), (Fireball, 20), (Wildfire, 3), (Wildfire, 5)):
        spent = []
        for _ in range(5):
            walk = search(model, foes)
            begun = perf_counter()
            walk.whole()
            spent.append(perf_counter() - begun)
        loop = "targets apart" if model is Fireball else "a plain loop"
        print(f"{foes:>3} targets, {loop:<14}{min(spent) * 1000:9.1f} ms {walk.paths:6} paths")


if __name__ == "__main__":
    main()
