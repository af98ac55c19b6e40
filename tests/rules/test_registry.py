"""Which systems there are: named without being imported, checked, and contained when broken."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from desktop import cli, plugins
from desktop.cli.words import WRONG_INPUT
from desktop.encounter.fight import start
from desktop.library.campaign import Campaign
from desktop.library.resources import resource
from desktop.library.samples import pour, samples
from desktop.rules import SystemFailed, Systems, systems
from desktop.rules.registry import FOLDER, SHIPPED
from desktop.rules.table import Refusal
from desktop.rules.teohiphip import Teohiphip
from desktop.rules.teohiphip.sheet import Attack, Sheet
from desktop.rules.text import Term
from tests.systems.installing import install, write

ROOT = Path(__file__).resolve().parents[2]

SOURCE = """
from desktop.rules.teohiphip import Teohiphip

class Barrow(Teohiphip):
    id, title = "barrow", "Barrow"
"""


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Path]:
    """A folder for systems of one's own."""
    yield tmp_path
    for name in [name for name in sys.modules if name.partition(".")[0] == FOLDER]:
        del sys.modules[name]


def added(folder: Path) -> Systems:
    found = Systems()
    plugins.add_own(folder, found)
    return found


def broken(folder: Path, more: str) -> Any:
    write(folder, "barrow", SOURCE + more)
    return added(folder)["barrow"]


# ---- those that ship


def test_every_shipped_system_is_what_the_list_says_of_it() -> None:
    for entry in SHIPPED:
        rules = systems()[entry.id]
        told = (rules.id, rules.title, rules.language, rules.terms_of_kinds())
        assert told == (entry.id, entry.title, entry.language, entry.kinds)
        assert list(entry.kinds) == list(rules.catalogue)


def test_every_kind_that_ships_has_a_term_of_its_own_but_effects() -> None:
    for entry in SHIPPED:
        for kind, term in entry.kinds.items():
            assert bool(term.native) is (kind != "effect"), (entry.id, kind)


def test_the_terms_of_kinds_are_those_of_its_catalogue() -> None:
    class Shelves(Teohiphip):
        catalogue: ClassVar = {"attack": Attack, "odd_thing": Sheet}
        kind_terms: ClassVar = {"attack": Term("Attack", "Atak"), "gone": Term("Gone")} | {
            "adversary": Term("Adversary", "Przeciwnik")
        }

    assert Shelves.terms_of_kinds() == {
        "attack": ("Attack", "Atak"),
        "odd_thing": ("Odd thing", ""),
        "adversary": ("Adversary", "Przeciwnik"),
        "effect": ("Effect", ""),
    }


@pytest.mark.parametrize(
    ("code", "loaded"),
    [
        ("systems().titles(), [systems().kinds(id) for id in systems()]", set()),
        ("'walka' in systems(), len(systems())", set()),
        ("systems()['teohiphip']", {"teohiphip"}),
    ],
)
def test_a_system_is_imported_when_it_is_used(code: str, loaded: set[str]) -> None:
    say = (
        f"import sys; from desktop.rules import systems; {code};"
        "print(*[entry for entry in systems() if f'desktop.rules.{entry}' in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", say], cwd=ROOT, capture_output=True, text=True)
    assert done.stderr == ""
    assert set(done.stdout.split()) == loaded


# ---- added systems


def test_a_file_in_ones_own_folder_is_a_system(own: Path) -> None:
    write(own, "barrow", SOURCE)
    write(own, "_helper", "raise SystemExit")
    (own / "notes.txt").write_text("barrow")
    found = added(own)
    assert list(found) == [*systems(), "barrow"]
    assert f"{FOLDER}.barrow" not in sys.modules
    assert found["barrow"].title == "Barrow"
    assert found.titles()["barrow"] == "Barrow"
    assert list(found.kinds("barrow")) == ["attack", "trait", "adversary", "effect"]


def test_an_entry_point_is_a_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "barrow_for_tests", SOURCE)
    install(tmp_path, {"barrow": "barrow_for_tests:Barrow", "gone": "no_such_module:Gone"})
    monkeypatch.syspath_prepend(str(tmp_path))
    systems.cache_clear()
    try:
        assert systems()["barrow"].title == "Barrow"
        assert systems().usable("gone") is None
        assert str(systems().failed["gone"]) == (
            "gone cannot be used: it cannot be imported: "
            "ModuleNotFoundError: No module named 'no_such_module'"
        )
        assert "gone" not in systems().titles()
    finally:
        systems.cache_clear()


def test_there_need_be_no_folder(tmp_path: Path) -> None:
    assert list(added(tmp_path / "nowhere")) == list(systems())


def test_what_lies_in_the_folder_and_is_no_system_is_named_or_passed_over(
    own: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(own, "barrow", SOURCE)
    write(own, "my-system", SOURCE)
    (own / "loop").symlink_to(own / "loop")
    (own / "loop.py").symlink_to(own / "loop.py")
    (own / "itself").symlink_to(own)
    (own / "notes.txt").write_text("no system")
    (own / "locked").mkdir()
    usual = Path.is_file

    def refuses(path: Path) -> bool:
        if path.parent.name == "locked":
            raise PermissionError(13, "Permission denied", str(path))
        return usual(path)

    monkeypatch.setattr(Path, "is_file", refuses)
    found = added(own)
    assert found["barrow"].title == "Barrow"
    assert set(found) == {*systems(), "barrow"}
    assert set(found.failed) == {"my-system", "locked"}
    assert "Permission denied" in str(found.failed["locked"])
    monkeypatch.setattr(plugins, "folder", lambda: own)
    systems.cache_clear()
    try:
        assert cli.main(["describe", "my-system"]) == WRONG_INPUT
        said = capsys.readouterr().err
        assert said == (
            "fraydesk: 'my-system' is no id for a system: small letters, digits and _\n"
        )
    finally:
        systems.cache_clear()


def test_the_folder_can_be_looked_through_again(own: Path) -> None:
    write(own, "barrow", SOURCE)
    found = added(own)
    plugins.add_own(own, found)
    assert found.failed == {}


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("def", "it cannot be imported: SyntaxError: invalid syntax (barrow.py, line 1)"),
        (
            "import sys; sys.exit('enough')",
            "it cannot be imported: SystemExit: enough (barrow.py, line 1)",
        ),
        (
            SOURCE.replace('"barrow"', '"other"'),
            "it cannot be imported: LookupError: no class derived from Rules has the id 'barrow'; "
            "it has teohiphip, other",
        ),
        (
            SOURCE + "    contract = 1",
            "it is made for contract 1, this program has contract 2",
        ),
        (SOURCE + "    sheet = int", "its sheet is no Record"),
        (SOURCE + "    title = None", "Barrow says no title"),
    ],
)
def test_what_is_no_system_is_named_and_left_out(own: Path, source: str, message: str) -> None:
    write(own, "barrow", source)
    found = added(own)
    for _ in range(2):
        with pytest.raises(SystemFailed) as error:
            found["barrow"]
        assert str(error.value) == f"barrow cannot be used: {message}"
    assert list(found.titles()) == [entry.id for entry in SHIPPED]
    assert found["walka"].title == "Walka"


def test_an_id_that_is_taken_or_badly_formed_is_left_out() -> None:
    found = Systems()
    found.add("walka", lambda: None)
    found.add("Bad Id", lambda: None)
    assert list(found) == [entry.id for entry in SHIPPED]
    assert [str(failure) for failure in found.failed.values()] == [
        "there is a system 'walka' already; another one was left out",
        "'Bad Id' is no id for a system: small letters, digits and _",
    ]


def test_what_an_entry_point_gives_has_to_be_a_system() -> None:
    found = Systems()
    found.add("barrow", lambda: "barrow")
    with pytest.raises(SystemFailed, match="barrow is no class derived from Rules"):
        found["barrow"]


HALF = """
from typing import Literal
from desktop.rules.contract import Action, Command
from typing import Annotated
from desktop.rules.checks import Check
from desktop.rules.fields import Record, Shown
from desktop.rules.kit import InTurns
from desktop.rules.text import Text
from skeleton import Person, Sheet, Skeleton

class Nap(Command, action="nap"):
    pass

class Nameless(Record):
    skill: int = 3

class Strange(Record):
    odd: set[str] = set()

class Bare(Person):
    luck: int = 0

class Mislabelled(Record):
    name: str = ""
    size: Annotated[Literal["big"], Shown("Size", labels=(("big",),))] = "big"

class Test(Record):
    modifier: int = 0

class Vague(Command):
    action: str

def nothing(*all_of_it):
    pass

class Barrow(Skeleton):
    id, title = "barrow", "Barrow"
"""


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (
            "class Barrow(InTurns): id, title, sheet = 'barrow', 'B', Sheet",
            "Barrow says no fighter",
        ),
        (
            "class Barrow(InTurns): id, title, sheet, fighter = 'barrow', 'B', Sheet, Person",
            "Barrow says no actions",
        ),
        ("actions = [Nap]", "Nap'> among its actions is no Action (barrow.py, line "),
        (
            "actions = [Action(Nap, nothing, Text('Nap')), Action(Nap, nothing, Text('Again'))]",
            "two of its actions are 'act' 'nap' (barrow.py, line ",
        ),
        ("actions = [Action(Vague, nothing, Text('?'))]", "Vague needs a default for 'action'"),
        ("sheet = Nameless", "its sheet has no field 'name'"),
        ("house_rules = Strange", "there is no kind of field for Strange.odd: set[str]"),
        ("fighter = Bare", "its fighter Bare is no dataclass"),
        ("sheet = Mislabelled", "Mislabelled.size: dictionary update sequence element"),
        (
            "checks = [Check('test', Test, nothing, Text('Test'), '', '')]",
            "the model of its check test is no command",
        ),
    ],
)
def test_what_a_system_lacks_is_told_by_its_name(own: Path, more: str, message: str) -> None:
    more = more if more.startswith("class") else f"    {more}"
    write(own, "barrow", f"{HALF}\n{more}")
    with pytest.raises(SystemFailed) as error:
        added(own)["barrow"]
    assert message in str(error.value)


# ---- systems that fail


@pytest.mark.parametrize("method", ["vitals", "options", "headline", "perform", "muster", "begin"])
def test_a_method_that_fails_is_named(own: Path, method: str) -> None:
    rules = broken(own, f"    def {method}(self, *given, **named): return 1 / 0")
    with pytest.raises(SystemFailed) as error:
        getattr(rules, method)(None, None)
    line = len(SOURCE.splitlines()) + 1
    told = f"Barrow failed in {method}(): ZeroDivisionError: division by zero"
    assert str(error.value) == f"{told} (barrow.py, line {line})"


def test_a_constructor_that_fails_is_named(own: Path) -> None:
    with pytest.raises(SystemFailed, match=r"^Barrow failed in __init__\(\): KeyError: 'x' \("):
        broken(own, "    def __init__(self): {}['x']")


@pytest.mark.parametrize("package", ["no_such_package", "no.such", "x" * 9000, "json.decoder"])
def test_resources_that_are_nowhere_are_named(
    own: Path, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    write(own, "barrow", f"{SOURCE}    resources = {package!r}")
    monkeypatch.setattr(plugins, "folder", lambda: own)
    systems.cache_clear()
    plugins.add_own()
    try:
        with pytest.raises(SystemFailed, match=r"^Barrow failed in resources\(\): "):
            resource("barrow", "rules.json")
    finally:
        systems.cache_clear()


def test_a_policy_that_fails_is_named(own: Path) -> None:
    more = (
        "    @property\n    def policies(self):\n"
        "        from desktop.rules.contract import Policy\n"
        "        return {'brute': Policy('brute', '', '', '', lambda state, id: id[99])}\n"
    )
    with pytest.raises(SystemFailed, match=r"Barrow failed in brute.choose\(\): IndexError"):
        broken(own, more).policies["brute"].choose(None, "x")


@pytest.mark.parametrize("values", ["None", "1 / 0"])
def test_what_is_written_back_and_fails_is_named(own: Path, values: str) -> None:
    more = (
        "    from desktop.rules.contract import Text, WrittenBack\n"
        f"    written_back = (WrittenBack(Text('x'), lambda one: {values}),)\n"
    )
    (kept,) = broken(own, more).written_back
    with pytest.raises(SystemFailed, match=r"^Barrow failed in written_back.values\(\): "):
        kept.values(None)


@pytest.mark.parametrize("answer", ["{'a': object()}", "{'a': {1, 2}}"])
def test_a_description_that_is_no_json_is_named(own: Path, answer: str) -> None:
    rules = broken(own, f"    def describe(self, *given): return {answer}")
    with pytest.raises(SystemFailed, match=r"^Barrow failed in describe\(\): TypeError: "):
        rules.describe(None, "x")


def test_a_refusal_is_no_failure(own: Path) -> None:
    rules = broken(own, "")
    with pytest.raises(Refusal):
        rules.read({"do": "dance"})
    assert isinstance(rules, type(systems()["teohiphip"]))
    with pytest.raises(AttributeError):
        rules.dance  # type: ignore[attr-defined]  # noqa: B018


def test_a_failed_step_changes_nothing(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(own, "barrow", SOURCE + "    def perform(self, *given): raise KeyError('hp')")
    systems.cache_clear()
    plugins.add_own(own)
    try:
        sheet = {"name": "Zenon", "max_hp": 4}
        people = [{"id": "a", "side": "players", "sheet": sheet}]
        fight = start({"format": "fight/1", "system": "barrow", "combatants": people})
        fight.perform({"do": "begin"}, lambda sides: 1)
        before = fight.as_json()
        step = next(o for o in fight.options() if not o.why_not)
        with pytest.raises(SystemFailed, match="Barrow failed in perform"):
            fight.perform({"do": step.do, "actor": step.actor}, lambda sides: 1)
        assert fight.as_json() == before
        assert fight.pending is None
    finally:
        systems.cache_clear()


def test_an_error_in_a_model_is_laid_to_its_system(own: Path) -> None:
    found = added(own)
    write(own, "barrow", SOURCE + "\ndef check(value):\n    return value['hp']\n")
    found = added(own)
    module = sys.modules[found["barrow"].__class__.__module__]
    with pytest.raises(TypeError) as error:
        module.check(3)
    failure = found.blamed(error.value)
    assert str(failure).startswith("Barrow failed in check(): TypeError")
    assert found.blamed(ValueError("ours")) is None


@pytest.mark.parametrize("verb", ["run", "odds", "print"])
def test_the_command_line_imports_only_the_system_of_the_script(tmp_path: Path, verb: str) -> None:
    fight = tmp_path / "fight.json"
    people = [{"id": "a", "side": "players", "sheet": {"name": "Zenon"}}]
    people.append({"id": "b", "side": "foes", "sheet": {"name": "Guard"}})
    steps = [{"do": "begin"}, {"do": "activate", "actor": "a", "overrule": True}]
    script = {"format": "fight/1", "system": "teohiphip", "combatants": people, "steps": steps}
    fight.write_text(json.dumps(script), "utf-8")
    words = [verb, str(fight), *(["--output", str(tmp_path / "x.pdf")] if verb == "print" else [])]
    assert loaded_by(f"from desktop import cli; assert cli.main({words!r}) == 0") == {"teohiphip"}


def test_a_campaign_that_is_opened_imports_only_its_system(tmp_path: Path) -> None:
    path = tmp_path / "New.fray"
    sample = next(sample for sample in samples() if sample.system == "boj")
    with Campaign.create(path, "New") as campaign:
        pour(campaign, sample.path)
    code = f"""
from pathlib import Path
from desktop.library.campaign import Campaign
with Campaign.open(Path({str(path)!r})) as campaign:
    [campaign.character(line.id) for line in campaign.characters()]
    [campaign.encounter(line.id) for line in campaign.encounters()]
"""
    assert loaded_by(code) <= {"boj"}


def loaded_by(code: str) -> set[str]:
    """The systems that ship and are imported after this was run."""
    say = (
        f"{code}\nimport sys\nfrom desktop.rules.registry import SHIPPED\n"
        "print('\\nloaded', *[s.id for s in SHIPPED if f'desktop.rules.{s.id}' in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", say], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines()[-1].split()[1:])
