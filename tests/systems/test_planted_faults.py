"""check-system finds faults that are planted in the whole example, each by itself."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop import plugins
from desktop.cli import terminal
from desktop.cli.words import FAULT
from desktop.encounter import playout
from desktop.rules.failures import SystemFailed
from desktop.rules.registry import FOLDER
from tests.systems.conftest import SHIPPED, forget

CODE = "__init__.py"
DASH = '    spend(delver, "feet", -delver.sheet.speed)\n'

FAULTS = {
    # what a script can say and a button offers
    "a button that is always refused": (
        CODE,
        DASH, "    from desktop.rules.table import Refusal\n    raise Refusal('no', 'target')\n",
        "'action': 'dash'} is offered and was refused: target: no",
    ),
    "an action that never can be done": (
        CODE, 'uses={"quick": 1}', 'uses={"quick": 2}',
        "done in none of these fights:…Drop prone",
    ),
    "an action that is refused wherever somebody stands": (
        CODE,
        "    blow(state, delver, foe, delver.weapons[0], 0, table)\n",
        "    from desktop.rules.table import Refusal\n"
        "    if state.positions:\n        raise Refusal('no', 'target')\n",
        "Parting blow can be done and nothing comes of it",
    ),
    "a counter that is called otherwise": (
        CODE, 'uses={"quick": 1}', 'uses={"qiuck": 1}',
        "drop: there is no 'qiuck'; there is: action, strikes",
    ),
    "a behaviour that does what is refused": (
        CODE, "return press(Delve(), state, actor, first=[Rise])",
        "return Strike(actor=actor, target=actor)",
        "the behaviour fierce is refused: target: needs somebody else",
    ),
    "behaviours that never end a fight": (
        CODE, "return press(Delve(), state, actor, first=[Rise])",
        'return Delve().read({"do": "end_turn", "actor": actor})',
        "the behaviours never end the fight",
    ),
    # dice and odds
    "odds that disagree with play": (
        CODE,
        "    hurt(state, foe, damage, table, weapon",
        "    damage += table.keeps_log\n    hurt(state, foe, damage, table, weapon",
        "the odds say 0.0%",
    ),
    "odds that disagree with play now and then": (
        CODE,
        "    table.mark(\"hit\", foe.id)\n",
        "    if not table.keeps_log or foe.hp % 2:\n        table.mark(\"hit\", foe.id)\n",
        "it came to hit",
    ),
    "odds that do not add up to 1": (
        CODE,
        "pool(1, weapon.sides, Total())",
        'pool(1, 6, type("One", (Total,), {"spread": lambda self, dice: {1: 5}})())',
        "its spread counts 5 falls of 6",
    ),
    "dice that are not the table's": (
        CODE, DASH,
        "    import random\n"
        "    table.log('delve-7', Text('{by} paces', by=random.random()))\n",
        "with the same dice and answers the log is another; dice come from table.roll",
    ),
    "a mark of nobody's": (
        CODE, 'table.mark("hit", foe.id)', 'table.mark("struck", foe.id)',
        "the mark 'struck' is not among the declared marks",
    ),
    "a decision that is not declared": (
        CODE, "reactions = (SHIELD, ", "reactions = (",
        "the decision 'shield' is not among the declared ones",
    ),
    # where ordinary play seldom comes
    "a button that fails only for one who is dying": (
        CODE, DASH,
        f"{DASH}    assert delver.hp > 0, 'lies there'\n",
        "AssertionError: lies there",
    ),
    "a button that fails only with no feet left": (
        CODE, DASH,
        f"    1 // Delve().left(delver, 'feet')\n{DASH}",
        "ZeroDivisionError",
    ),
    "an action that nothing comes of": (
        CODE, "    delver.readied = True\n    table.note(", "    return\n    table.note(",
        "Ready a blow can be done and nothing comes of it",
    ),
    "a log without a value, only for one who is prone": (
        CODE, DASH,
        "    if under(delver, PRONE):\n"
        "        table.log('delve-7', Text('{name} gets up', who=delver.name))\n" + DASH,
        "the text '{name} gets up' is given no 'name'",
    ),
    "a counter that a rule calls otherwise": (
        CODE, 'spend(delver, "feet"', 'spend(delver, "foot"', "there is no counter 'foot'",
    ),
    "a parameter that an amount calls otherwise": (
        CODE, 'uses={"feet": "feet"}', 'uses={"feet": "foot"}', "walk: there is no 'foot'",
    ),
    "a die that nobody reads": (
        CODE, DASH,
        DASH +
        "    table.roll(pool(1, 20, Total()), why='delve-7', by=delver.id)\n",
        "the throw of delve-7 in __init__.py, line …, is never read",
    ),
    "a value that every combatant has": (
        CODE, "class Delver(Creature):\n",
        "class Delver(Creature):\n"
        "    used: Annotated[bool, Shown('Used')] = False\n",
        "Delver.used: every combatant has a value of this name; call yours otherwise",
    ),
    "a value that a field of the sheet fills": (
        CODE, "class Delver(Creature):\n",
        "class Delver(Creature):\n"
        "    guard: Annotated[bool, Shown('On guard')] = False\n",
        "Delver.guard of ama is 15: Input should be a valid boolean",
    ),
    "a value that cannot be written down": (
        CODE, "    delver.readied = True\n", "    delver.note = iter([1])\n",
        "Delver.note of …holds <list_iterator",
    ),
    "a mapping that is written into": (
        CODE, DASH, '    delver.used["feet"] = -delver.sheet.speed\n',
        "a state that was kept has been written to",
    ),
    "an offer that is always refused": (
        CODE, "named(delver, delver.weapons, command",
        "named(delver, delver.sheet.weapons, command",
        "strike: 'Fists' is on offer in with and was always refused: …has no 'Fists'",
    ),
    "a behaviour that does what there is not": (
        CODE, "return press(Delve(), state, actor, first=[Rise])",
        "return Delve().read({'action': 'raise', 'actor': actor})",
        "delve has no action 'raise'",
    ),
    "a label of no choice": (
        CODE, 'Shown("Kind", rule="delve-10")',
        'Shown("Kind", rule="delve-10", labels={"blunted": Text("blunt")})',
        "Weapon.kind: labels: there is no 'blunted'",
    ),
    "a sample that cannot be opened": (
        "sample.json", '"side": "foes"', '"sied": "foes"', "lines[2].side: is needed",
    ),
    "a line of a card": (
        "card.typ", "#for group in", "#fro group in", "delve.card.typ cannot be set, line 8",
    ),
    # state
    "a draft that is not taken": (
        CODE, "foe = another(state, delver, command.target)\n    weapon",
        "foe = state[command.target]\n    weapon",
        "'strike'…a state that was kept has been written to; take whom you change",
    ),
    "a draft that only a rare branch does not take": (
        CODE, 'heal(several(state, [foe], "target")[0], ', "heal(state[foe], ",
        "a state that was kept has been written to",
    ),
    "a condition that is not among those of the class": (
        CODE, "conditions = (PRONE, BOUND, CONCENTRATING)", "conditions = (PRONE, CONCENTRATING)",
        "'bound' is not among its conditions",
    ),
    # what is shown
    "a bar over its most": (
        CODE, "class Delver(Creature):\n",
        "class Delver(Creature):\n    from desktop.rules.values import Bar\n"
        "    hp: Annotated[int, Shown('Hit points'), EDITABLE, Bar(5)] = 0\n",
        "Hit points of Ama shows",
    ),
    "a figure that differs on paper": (
        CODE, "    def turn_begins(self",
        "    def figures(self, state, id):\n"
        "        from desktop.rules.figures import Figure, FigureGroup\n"
        "        guard = GUARD(state[id]) + len(state.combatants)\n"
        "        shown = Figure('guard', Term('Guard'), guard, rule='delve-3')\n"
        "        return [FigureGroup('defence', Term('Defence'), (shown,))]\n\n"
        "    def turn_begins(self",
        "the figure defence.guard of Ama is",
    ),
    "two figures of one name": (
        CODE, '"damage", Term', '"strike", Term', "have the id 'strike' twice",
    ),
    "a figure that adds another number than its throw": (
        CODE, ", MIGHT(delver, weapon))", ", MIGHT(delver, weapon) - 1)",
        "the figure weapons[0].strike of Ama is +5, the throws of strike under delve-3 show …4",
    ),
    "a figure with other dice than its throw": (
        CODE, 'f"1d{weapon.sides}"', 'f"1d{weapon.sides - 2}"',
        "the figure weapons[0].damage of Ama is 1d6, the throws of strike under delve-4 show 1d8",
    ),
    "a figure with another threshold than throws against it": (
        CODE, "Reach(GUARD(foe) + cover", "Reach(GUARD(foe) - 2 + cover",
        "the figure defence.guard of Ama is 15, the throws of strike under delve-3 show",
    ),
    "a figure of an action that there is not": (
        CODE, 'thrown_in="strike"', 'thrown_in="hit"', "there is no 'hit'; there is: strike, cast",
    ),
    "a sentence that is no template": (
        CODE, 'table.note("delve-9", delver, "{name} waits for somebody to come near")',
        'table.log("delve-9", Text(f"{delver.name} waits for somebody to come near"))',
        "a sentence of delve-9 is no template with values",
    ),
    "a method that fails": (
        CODE, "return BLAST if", "return 1 / 0 if",
        "Delve failed in fierce.choose(): ZeroDivisionError…delve/__init__.py, line",
    ),
    "what the sheet cannot keep": (
        CODE, "int | None, Limits(ge=0, le=999)", "int | None, Limits(ge=0, le=9)",
        "what is written back does not fit the sheet: hp: can be at most 9",
    ),
    # files
    "a weapon of the catalogue": (
        "catalogue.json", '"sides": 8', '"sides": 88', "sides: can be at most 20",
    ),
    "somebody of the sample": (
        "sample.json", '"might": ', '"mihgt": ', "mihgt",
    ),
    "a rule without a text": (CODE, 'rule="delve-9", why_not', 'rule="delve-19", why_not',
                              "there is no text of delve-19"),
    "a card that cannot be set": (
        "card.typ", "#import", '#panic("no ink")\n#import', "card cannot be printed",
    ),
    "a card that counts": (
        "card.typ", "guard #sheet.values.guard", "guard #(sheet.values.guard + 1)",
        "card.typ: line 7 counts",
    ),
}  # fmt: skip

ADVICE = ("an action that never can be done", "a card that counts")
"""What may well be so: it is told, and the system passes."""


@pytest.fixture
def delve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the example in the folder of one's own systems."""
    monkeypatch.setattr(plugins, "folder", lambda: tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))  # for fights that show a fault
    yield Path(shutil.copytree(SHIPPED / "delve", tmp_path / "delve"))
    forget()
    for name in [name for name in sys.modules if name.partition(".")[0] == FOLDER]:
        del sys.modules[name]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(
    delve: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], fault: str
) -> None:
    file, right, wrong, said = FAULTS[fault]
    text = (delve / file).read_text("utf-8")
    assert right in text
    (delve / file).write_text(text.replace(right, wrong, 1), "utf-8")
    forget()
    plugins.add_own()
    monkeypatch.setattr(terminal, "FIGHTS", 20 if "rare" in fault else 2)  # most need no more
    if "rare" in fault:  # a shorter fight that shows it is looked for with the others
        monkeypatch.setattr(playout, "shortest", lambda *_: None)
    if "only" not in fault:
        monkeypatch.setattr(terminal, "SITUATIONS", 10)
    if "odds" not in fault:
        monkeypatch.setattr(playout, "THROWS", 20)
    try:
        status = terminal.check_system(argparse.Namespace(system="delve", script=None))
    except SystemFailed as error:  # the command line says it
        answer = str(error)
    else:
        told = capsys.readouterr()
        answer = told.err if status else told.out
        assert bool(status) != (fault in ADVICE)
    assert [part for part in said.split("…") if part not in answer] == [], answer


def test_a_rule_that_never_ends_is_stopped_and_named(
    delve: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    text = (delve / CODE).read_text("utf-8")
    line = text[: text.index(DASH)].count("\n") + DASH.count("\n") + 2
    endless = text.replace(DASH, f"{DASH}    while True:\n        delver.readied = False\n", 1)
    (delve / CODE).write_text(endless, "utf-8")
    forget()
    plugins.add_own()
    monkeypatch.setattr("desktop.endless.PATIENCE", 1)
    script = tmp_path / "shows.json"
    status = terminal.check_system(argparse.Namespace(system="delve", script=script))
    told = capsys.readouterr()
    assert status == FAULT
    assert "dash() in __init__.py, line" in told.err
    assert any(f"(delve/__init__.py, line {n})" in told.err for n in (line, line - 1))
    assert json.loads(script.read_text("utf-8"))["steps"][-1]["action"] == "dash"
    assert "dash" in told.out
    assert str(script) in told.out
    assert len(told.out.splitlines()) < 20
