"""An actor of another program is brought in through the window."""

import json
from pathlib import Path

from desktop.window.pages.sheet import SheetPage
from tests.rules.boj.agents import agent
from tests.window.conftest import Person
from tests.window.shell.test_commands import said


def written(tmp_path: Path, value: object) -> Path:
    path = tmp_path / "actor.json"
    path.write_text(json.dumps(value, ensure_ascii=False), "utf-8")
    return path


def test_an_actor_becomes_a_character_that_is_opened(person: Person, tmp_path: Path) -> None:
    actor = agent()
    person.import_file(written(tmp_path, actor))
    assert "Brought in: 1 character." in said(person)
    assert "found no place" in said(person)
    assert isinstance(person.desk.navigator.open_page, SheetPage)
    assert person.sheet.title == actor["name"]
    assert person.sheet.held
    assert person.sheet.held.system == "boj"
    assert person.sheet.held.sheet["hp"] == 9


def test_what_is_no_actor_of_that_system_is_refused(person: Person, tmp_path: Path) -> None:
    names = person.names()
    path = written(tmp_path, {"name": "X", "type": "vehicle", "system": {"health": {}}})
    person.desk.start(person.desk.commands.files.import_file(path))
    person.wait()
    assert said(person)
    assert "inside Fraydesk" not in said(person)
    assert person.names() == names
