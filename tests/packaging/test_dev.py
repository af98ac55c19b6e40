"""The set-up script: what it decides, without installing anything."""

import ast
import importlib.util
import os
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from desktop.window import screen

SCRIPT = Path(__file__).resolve().parents[2] / "packaging" / "dev.py"


@pytest.fixture
def dev(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A fresh copy of the script and of the modules beside it, free to be bent by one test."""
    monkeypatch.syspath_prepend(SCRIPT.parent)
    for name in ("steps", "system"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    spec = importlib.util.spec_from_file_location("fraydesk_dev", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def system(dev: ModuleType) -> Any:
    return dev.system


@pytest.fixture
def steps(dev: ModuleType, tmp_path: Path) -> Any:
    """Steps that run in a folder of the test's own."""
    return sys.modules["steps"].Steps(tmp_path, tmp_path / "log", dict(os.environ))


@pytest.fixture
def calls(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What the script would have run."""
    ran: list[list[str]] = []

    def call(_: object, command: list[str | Path]) -> int:
        ran.append([str(word) for word in command])
        return 0

    def run(_: object, __: str, command: list[str | Path], size: object = None) -> None:
        ran.append([str(word) for word in command])

    monkeypatch.setattr(dev.Steps, "call", call)
    monkeypatch.setattr(dev.Steps, "run", run)
    return ran


def project(dev: ModuleType, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A project folder whose .venv has a Python but no uv."""
    for name, text in {
        "pyproject.toml": "[project]",
        "uv.lock": "package = []",
        "packaging/forms.py": "",
        "packaging/texts.py": "",
        "packaging/build_hook.py": "",
        "ui/sheet.ui": "<ui/>",
        ".venv/bin/python": "",
    }.items():
        (root / name).parent.mkdir(exist_ok=True, parents=True)
        (root / name).write_text(text)
    monkeypatch.setattr(dev, "ROOT", root)
    monkeypatch.setattr(dev, "VENV", root / ".venv")
    monkeypatch.setattr(dev, "STAMP", root / ".venv" / "stamp")
    monkeypatch.setattr(dev, "PYTHON", root / ".venv" / "bin" / "python")
    monkeypatch.setattr(dev.system, "works", lambda *command: command[0] != "uv")
    monkeypatch.setattr(dev, "prepare_system", lambda *_: None)
    monkeypatch.setattr(dev.system, "qt_plugins", lambda *_: [])


LDD = """\
/home/gm/.venv/PySide6/Qt/plugins/platforms/libqoffscreen.so:
\tlinux-vdso.so.1 (0x00007fdc76036000)
\tlibQt6Gui.so.6 => /home/gm/.venv/PySide6/Qt/lib/libQt6Gui.so.6 (0x00007fdc75400000)
\tlibEGL.so.1 => not found
\tlibglib-2.0.so.0 => not found
\tlibgthread-2.0.so.0 => not found
/home/gm/.venv/PySide6/Qt/plugins/platforms/libqxcb.so:
/home/gm/x.so: /lib/libc.so.6: version `GLIBC_2.99' not found (required by /home/gm/x.so)
\tlibxcb-cursor.so.0 => not found
\tlibEGL.so.1 => not found
\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007fdc7421e000)
"""


def test_missing_libraries_are_read_from_ldd_once_each(system: Any) -> None:
    assert system.libraries_not_found(LDD) == [
        "libEGL.so.1",
        "libglib-2.0.so.0",
        "libgthread-2.0.so.0",
        "libxcb-cursor.so.0",
    ]


def test_nothing_is_missing_where_ldd_found_everything(system: Any) -> None:
    assert system.libraries_not_found("\tlibc.so.6 => /lib/libc.so.6 (0x1)\n") == []


@pytest.mark.parametrize(
    ("manager", "packages"),
    [
        ("apt-get", ["libegl1", "libglib2.0-0", "libxcb-cursor0"]),
        ("dnf", ["glib2", "libglvnd-egl", "xcb-util-cursor"]),
        ("pacman", ["glib2", "libglvnd", "xcb-util-cursor"]),
    ],
)
def test_sonames_become_packages_of_the_family(
    system: Any, manager: str, packages: list[str]
) -> None:
    assert system.packages_for(system.libraries_not_found(LDD), manager) == (packages, [])


def test_a_soname_nobody_listed_is_handed_back(system: Any) -> None:
    assert system.packages_for(["libGL.so.1", "libodd.so.7"], "apt-get") == (
        ["libgl1"],
        ["libodd.so.7"],
    )


@pytest.mark.parametrize("plugin", ["libqoffscreen.so", "libqxcb.so"])
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has ldd and families")
def test_every_library_a_plugin_asks_for_directly_has_a_package(system: Any, plugin: str) -> None:
    import PySide6

    folder = Path(PySide6.__path__[0]) / "Qt" / "plugins" / "platforms"
    asked = system.subprocess.run(
        ["ldd", folder / plugin], capture_output=True, text=True, check=True
    ).stdout
    ours = ("libX", "libxcb", "libxkb", "libGL.", "libEGL.", "libglib", "libfont", "libfreetype")
    names = {line.split()[0] for line in asked.splitlines()}
    named = {name for name in names if name.startswith(ours)} - {"libXau.so.6", "libXdmcp.so.6"}
    assert len(named) > 5
    assert named <= system.LIBRARIES.keys()


def test_what_the_window_says_to_type_are_packages_that_qt_asks_for(system: Any) -> None:
    known = {packages[0] for packages in (system.OFFSCREEN | system.ON_SCREEN).values()}
    assert set(screen.DEBIAN) <= known


def test_debian_libraries_are_installed_without_a_question(system: Any) -> None:
    refresh, install = system.system_install("apt-get", ["libegl1", "libgl1"])
    assert refresh == ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "update"]
    assert install[:2] == ["env", "DEBIAN_FRONTEND=noninteractive"]
    assert "-y" in install
    assert install[-2:] == ["libegl1", "libgl1"]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no root there")
@pytest.mark.parametrize(("user", "rights"), [(0, []), (1000, ["sudo", "-n"])])
def test_root_installs_itself_and_others_through_a_silent_sudo(
    system: Any,
    steps: Any,
    calls: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    user: int,
    rights: list[str],
) -> None:
    monkeypatch.setattr(system, "package_manager", lambda: "dnf")
    monkeypatch.setattr(system, "works", lambda *_: True)
    monkeypatch.setattr(os, "geteuid", lambda: user)
    system.install_system_packages(steps, ["glib2"], "Qt's system libraries")
    assert calls == [
        [*rights, "env", "DEBIAN_FRONTEND=noninteractive", "dnf", "install", "-y", "glib2"]
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no root there")
@pytest.mark.parametrize(
    ("manager", "typed"),
    [
        (
            "apt-get",
            "sudo apt-get update && sudo apt-get install --no-install-recommends libegl1",
        ),
        ("dnf", "sudo dnf install libegl1"),
        ("pacman", "sudo pacman -Sy && sudo pacman -S --needed libegl1"),
    ],
)
def test_without_rights_the_one_line_to_type_is_said(
    system: Any,
    steps: Any,
    calls: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    manager: str,
    typed: str,
) -> None:
    monkeypatch.setattr(system, "package_manager", lambda: manager)
    monkeypatch.setattr(system, "works", lambda *_: False)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(system.CannotStart) as stop:
        system.install_system_packages(steps, ["libegl1"], "Qt's system libraries")
    assert str(stop.value).endswith(typed)
    assert "\n" not in str(stop.value)
    assert calls == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere Qt brings everything")
@pytest.mark.parametrize(
    ("verb", "environment", "plugins"),
    [
        ("test", {"DISPLAY": ":0"}, ["libqoffscreen.so"]),
        ("run", {"DISPLAY": ":0"}, ["libqoffscreen.so", "libqxcb.so"]),
        ("run", {"WAYLAND_DISPLAY": "wayland-0"}, ["libqoffscreen.so", "libqxcb.so"]),
        ("run", {}, ["libqoffscreen.so"]),
        ("build", {}, ["libqoffscreen.so", "libqxcb.so"]),
        ("check", {}, ["libqoffscreen.so"]),
    ],
)
def test_only_a_screen_needs_the_libraries_of_the_screen(
    system: Any, verb: str, environment: dict[str, str], plugins: list[str]
) -> None:
    assert system.qt_plugins(verb, environment) == plugins


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is a screen")
def test_run_without_a_screen_says_so_before_it_installs_anything(
    dev: ModuleType,
    calls: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert dev.main(["run"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "WAYLAND_DISPLAY" in said
    assert calls == []


@pytest.mark.parametrize(
    ("verb", "words", "last"),
    [
        ("run", ["odds", "fight.json"], ["odds", "fight.json"]),
        ("test", ["-k", "soak", "-x"], ["-m", "pytest", "-k", "soak", "-x"]),
        ("build", ["--clean"], ["--clean", "packaging/fraydesk.spec"]),
        ("smoke", [], ["--selftest"]),
    ],
)
def test_further_words_reach_the_program(
    dev: ModuleType, verb: str, words: list[str], last: list[str]
) -> None:
    for command in dev.commands(verb, words):
        assert list(map(str, command))[-len(last) :] == last


def test_check_asks_for_style_and_types(dev: ModuleType) -> None:
    asked = [[Path(command[0]).stem, *command[1:]] for command in dev.commands("check", [])]
    texts = ["python", dev.ROOT / "packaging" / "texts.py", "check", "--strict"]
    assert asked == [["ruff", "format", "--check"], ["ruff", "check"], ["mypy"], ["vulture"], texts]


def test_the_first_bad_status_is_ours_and_later_commands_still_run(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    statuses = iter([0, 3, 1, 0, 0])
    monkeypatch.setattr(dev, "install", lambda *_: None)
    monkeypatch.setattr(dev.Steps, "call", lambda _, command: next(statuses))
    assert dev.main(["check"]) == 3
    assert list(statuses) == []


def test_uv_makes_the_environment_with_our_python_and_then_keeps_its_own(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(dev, "VENV", tmp_path / ".venv")
    assert dev.uv_sync("test")[-2:] == ["--python", sys.executable]
    (tmp_path / ".venv").mkdir()
    assert "--python" not in dev.uv_sync("test")
    assert "--locked" in dev.uv_sync("test")


def test_a_verb_brings_in_its_own_extra_and_keeps_the_others(dev: ModuleType) -> None:
    assert "--extra" not in dev.uv_sync(dev.EXTRAS["run"])
    for verb in ("test", "check", "build"):
        words = dev.uv_sync(dev.EXTRAS[verb])
        assert words[words.index("--extra") + 1] == verb
        assert "--inexact" in words


def test_every_extra_a_verb_asks_for_is_in_the_project_file(dev: ModuleType) -> None:
    project = tomllib.loads((SCRIPT.parents[1] / "pyproject.toml").read_text("utf-8"))
    there = project["project"]["optional-dependencies"]
    assert set(dev.EXTRAS.values()) - {""} == set(there) - {"dev", "dask"}
    assert set(dev.FULL) == set(dev.EXTRAS.values())


@pytest.mark.parametrize(("answers", "installer"), [(True, "uv"), (False, "python")])
def test_uv_is_preferred_where_it_answers(
    dev: ModuleType,
    calls: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    answers: bool,
    installer: str,
) -> None:
    project(dev, tmp_path, monkeypatch)
    monkeypatch.setattr(dev.system, "works", lambda *command: command[0] != "uv" or answers)
    dev.install("test", {})
    assert [Path(command[0]).name for command in calls] == [installer]


@pytest.mark.parametrize("uv", [True, False])
def test_qt_and_its_libraries_stand_before_our_package_is_built(
    dev: ModuleType,
    calls: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    uv: bool,
) -> None:
    project(dev, tmp_path, monkeypatch)
    monkeypatch.setattr(dev.system, "works", lambda *command: command[0] != "uv" or uv)
    monkeypatch.setattr(dev.system, "qt_plugins", lambda *_: ["libqoffscreen.so"])
    monkeypatch.setattr(
        dev.system, "install_qt_libraries", lambda steps, venv, plugins: calls.append(plugins)
    )
    dev.install("test", {})
    qt, libraries, ours = calls
    assert qt[-1] == ("--no-install-project" if uv else "PySide6-Essentials")
    assert libraries == ["libqoffscreen.so"]
    assert ours[-1] == ("test" if uv else ".[test]")


def test_libraries_that_are_still_missing_are_named(
    system: Any, steps: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system, "qt_libraries_missing", lambda *_: ["libEGL.so.1"])
    monkeypatch.setattr(system, "package_manager", lambda: "apt-get")
    monkeypatch.setattr(system, "install_system_packages", lambda *_: None)
    with pytest.raises(system.CannotStart, match=r"libEGL\.so\.1"):
        system.install_qt_libraries(steps, tmp_path, ["libqoffscreen.so"])


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has packages")
def test_everything_the_system_lacks_is_said_in_one_message(
    system: Any, steps: Any, calls: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system, "has_venv", lambda: False)
    monkeypatch.setattr(system, "loads", lambda name: name != "libGL.so.1")
    monkeypatch.setattr(system, "python_library", lambda name: False)
    monkeypatch.setattr(system.shutil, "which", lambda name: name == "apt-get")
    monkeypatch.setattr(system.sysconfig, "get_config_var", lambda name: "libpython3.11.so.1.0")
    monkeypatch.setattr(system, "works", lambda *_: False)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    found = system.needs("build", {}, new=True)
    with pytest.raises(system.CannotStart) as stop:
        system.install_needs(steps, found)
    said = str(stop.value)
    assert "\n" not in said
    assert said.startswith("Missing: Python's venv, libGL.so.1, objdump and libpython3.11.so.1.0.")
    assert "sudo apt-get update && sudo apt-get install" in said
    for package in ("binutils", "libgl1", system.MANAGERS["apt-get"].venv):
        assert package in said
    assert calls == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has packages")
def test_a_run_without_a_screen_needs_nothing_of_the_screen(
    system: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system, "loads", lambda name: False)
    lacks = {need.what for need in system.needs("test", {"DISPLAY": ":0"}, new=False)}
    assert lacks == set(system.OFFSCREEN)
    on_screen = {need.what for need in system.needs("run", {"DISPLAY": ":0"}, new=False)}
    assert on_screen == {*system.OFFSCREEN, *system.ON_SCREEN}


def program(text: str) -> list[str]:
    return [sys.executable, "-c", text]


def test_a_step_keeps_its_words_in_the_log_and_tells_how_far_it_is(
    steps: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    steps.run("Installing Qt", program("print('a lot of words')"), lambda: ", 3 of about 4 MB")
    said = capsys.readouterr().err
    assert said.startswith("Installing Qt …\n")
    assert "Installing Qt done in" in said
    assert ", 3 of about 4 MB" in said
    assert "a lot of words" not in said
    assert "a lot of words" in steps.log.read_text("utf-8")


def test_a_step_without_a_network_says_so_in_plain_words(dev: ModuleType, steps: Any) -> None:
    fails = (
        "print('WARNING: Retrying after NewConnectionError: Temporary failure in name resolution');"
        "print('ERROR: conflicting dependencies'); raise SystemExit(1)"
    )
    with pytest.raises(dev.CannotStart) as stop:
        steps.run("Installing Qt", program(fails))
    assert "no way to the network" in str(stop.value)
    assert "conflicting" not in str(stop.value)
    assert "\n" not in str(stop.value)


def test_a_proxy_nobody_trusts_is_said_in_plain_words(dev: ModuleType, steps: Any) -> None:
    fails = "print('SSLError(1, CERTIFICATE_VERIFY_FAILED)'); raise SystemExit(1)"
    with pytest.raises(dev.CannotStart, match="certificate is not trusted"):
        steps.run("Installing Qt", program(fails))


def test_a_failed_step_ends_with_its_own_last_words(dev: ModuleType, steps: Any) -> None:
    steps.run("Before", program("print('Network is unreachable')"))
    with pytest.raises(dev.CannotStart, match=r"status 3: no space left\. The whole log: .*log$"):
        steps.run("Unpacking", program("print('no space left'); raise SystemExit(3)"))


def test_only_what_is_built_is_built_by_the_clock_of_its_source(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert dev.surroundings("build") == {"SOURCE_DATE_EPOCH": "1700000000", "PYTHONHASHSEED": "0"}
    assert "SOURCE_DATE_EPOCH" not in dev.surroundings("test")
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    assert int(dev.reproducible()["SOURCE_DATE_EPOCH"]) > 1_700_000_000
    assert "PYTHONHASHSEED" not in dev.child_environment() or os.environ.get("PYTHONHASHSEED")


def test_pip_installs_once_and_again_only_what_changed(
    dev: ModuleType, calls: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    project(dev, tmp_path, monkeypatch)
    dev.install("test", {})
    assert [command[-2:] for command in calls] == [["-e", ".[test]"]]
    dev.install("test", {})
    assert len(calls) == 1
    (tmp_path / "ui" / "dice.ui").write_text("<ui/>")
    dev.install("test", {})
    assert [Path(word).name for word in calls[1]] == ["python", "forms.py"]
    dev.install("run", {})
    assert calls[2][-2:] == ["-e", "."]
    dev.install("test", {})
    assert len(calls) == 3
    (tmp_path / "uv.lock").write_text("package = [] # newer")
    dev.install("test", {})
    assert calls[3][-2:] == ["-e", ".[test]"]
    assert len(calls) == 4


def test_a_failed_installation_is_tried_again(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    project(dev, tmp_path, monkeypatch)
    tried = []

    def fail_once(*words: object) -> None:
        tried.append(words)
        if len(tried) == 1:
            raise dev.CannotStart("no network")

    monkeypatch.setattr(dev.Steps, "run", fail_once)
    with pytest.raises(dev.CannotStart):
        dev.install("test", {})
    dev.install("test", {})
    assert len(tried) == 2


def test_an_environment_without_pip_is_made_anew(
    dev: ModuleType, calls: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    project(dev, tmp_path, monkeypatch)
    monkeypatch.setattr(dev.system, "works", lambda *_: False)
    monkeypatch.setattr(dev.system, "has_venv", lambda: True)
    dev.install("test", {})
    assert calls[0] == [sys.executable, "-m", "venv", "--clear", str(tmp_path / ".venv")]


def test_a_python_without_ensurepip_names_what_to_install(
    system: Any, steps: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system, "works", lambda *_: False)
    monkeypatch.setattr(system, "package_manager", lambda: "apt-get")
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    monkeypatch.setattr(system, "has_venv", lambda: False)
    monkeypatch.setattr(system, "loads", lambda name: True)
    with pytest.raises(system.CannotStart, match=r"^[^\n]*apt-get install .*python3\.\d+-venv$"):
        system.install_needs(steps, system.needs("test", {}, new=True))


def test_the_lock_file_knows_what_the_project_file_asks_for() -> None:
    """uv refuses a lock file that is behind, and nobody with uv could set the program up."""
    root = SCRIPT.parents[1]
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    locked = tomllib.loads((root / "uv.lock").read_text(encoding="utf-8"))["package"]
    ours = next(package for package in locked if package["name"] == project["name"])
    wanted = {("", requirement) for requirement in project["dependencies"]} | {
        (extra, requirement)
        for extra, requirements in project["optional-dependencies"].items()
        for requirement in requirements
    }
    assert {requirement(entry) for entry in ours["metadata"]["requires-dist"]} == {
        (extra, line.lower()) for extra, line in wanted
    }


def requirement(entry: dict[str, Any]) -> tuple[str, str]:
    """A requirement of the lock file as its extra and the line of the project file."""
    extras = f"[{','.join(entry['extras'])}]" if "extras" in entry else ""
    extra = entry.get("marker", "").removeprefix("extra == '").removesuffix("'")
    return extra, f"{entry['name']}{extras}{entry.get('specifier', '')}"


def test_pip_is_held_to_the_locked_versions(dev: ModuleType) -> None:
    lock = tomllib.loads(
        """
        [[package]]
        name = "fraydesk"
        version = "0.1.0"
        source = { editable = "." }
        [[package]]
        name = "pytest"
        version = "9.2.0"
        source = { registry = "https://index.example/simple" }
        [[package]]
        name = "icepool"
        version = "2.1.3"
        source = { registry = "https://index.example/simple" }
        resolution-markers = ["python_full_version < '3.12'", "sys_platform == 'win32'"]
        """
    )
    assert dev.locked_versions(lock).splitlines() == [
        "pytest==9.2.0",
        "icepool==2.1.3 ; (python_full_version < '3.12') or (sys_platform == 'win32')",
    ]


def test_another_activated_environment_leaves_no_trace(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VIRTUAL_ENV", "/elsewhere")
    environment = dev.child_environment()
    assert "VIRTUAL_ENV" not in environment
    assert environment["UV_PROJECT_ENVIRONMENT"] == str(dev.VENV)


def test_uv_trusts_the_systems_certificates_unless_told_otherwise(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("UV_SYSTEM_CERTS", raising=False)
    assert dev.child_environment()["UV_SYSTEM_CERTS"] == "true"
    monkeypatch.setenv("UV_SYSTEM_CERTS", "false")
    assert dev.child_environment()["UV_SYSTEM_CERTS"] == "false"


def test_an_older_python_can_read_the_script_as_far_as_its_complaint() -> None:
    source = SCRIPT.read_text(encoding="utf-8")
    tree = ast.parse(source, feature_version=(3, 7))
    first = next(node for node in tree.body if isinstance(node, ast.If))
    assert ast.unparse(first.test) == "sys.version_info < (3, 11)"
    before = [node for node in tree.body if node.lineno < first.lineno]
    assert [ast.unparse(node) for node in before[1:]] == ["import sys"]


def test_nothing_built_is_nothing_to_start(
    dev: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(dev, "BUILT", tmp_path)
    assert dev.main(["smoke"]) == 2
    assert "dev.py build" in capsys.readouterr().err


def test_the_environment_finds_its_folder_whatever_letters_the_path_has(
    dev: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "Мои игры ж"
    packages = root / ".venv" / "lib" / "python3.11" / "site-packages"
    packages.mkdir(parents=True)
    link = packages / "_editable_impl_fraydesk.pth"
    link.write_text(str(root), "utf-8")
    monkeypatch.setattr(dev, "ROOT", root)
    monkeypatch.setattr(dev, "VENV", root / ".venv")
    dev.lead_home()
    written = link.read_text("ascii").strip()
    assert (packages / written).resolve() == root.resolve()


def test_what_was_installed_is_remembered_whatever_letters_the_path_has(
    dev: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "Мои игры 漢字"
    root.mkdir()
    project(dev, root, monkeypatch)
    dev.write_stamp("test")
    assert not dev.stale("test")
    dev.STAMP.read_bytes().decode("utf-8")
