"""JSON from outside is refused in one line that names the place, or is fit to be stored."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.library.documents import (
    DEEPEST_STORED,
    LARGEST,
    LARGEST_FILE,
    check_name,
    check_notes,
    decode,
    encode,
    parse_json,
    read_json,
    write_json,
)
from desktop.library.errors import DocumentError
from desktop.library.files import LONGEST_SUGGESTION, file_name, is_there, write
from tests.library.helpers import listing

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63) + 1, 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text("abё"), inner),
    max_leaves=20,
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": {"hp": 1, "hp": 2}}', "a: the key hp stands twice"),
        ('{"a": [1, {"b": NaN}]}', "a[1].b: NaN is not a number of JSON"),
        ('{"a": -Infinity}', "a: -Infinity is not a number of JSON"),
        ('{"a": 1e999}', "a: the number is too large"),
        ('{"a": 99999999999999999999}', "a: the number is too large"),
        ('{"a": 9223372036854775808}', "a: the number is too large"),
        ('{"a": "\\ud800"}', "a: the text holds half a character (a lone surrogate)"),
        ('{"\\udfff": 1}', "the text holds half a character (a lone surrogate)"),
        ('{"x": {"\\ud800": 1, "\\ud800": 2}}', "x: the key \\ud800 stands twice"),
        ('{"a\\nb": NaN}', "a\\nb: NaN is not a number of JSON"),
        ('{"a": 1,\n "b": }', "line 2, column 7: this is not JSON (Expecting value)"),
        ("", "line 1, column 1: this is not JSON (Expecting value)"),
        ('{"a": 1} x', "line 1, column 10: this is not JSON (Extra data)"),
    ],
)
def test_bad_json_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(DocumentError) as refusal:
        parse_json(text.encode())
    assert str(refusal.value) == message


def test_text_that_is_no_utf_8_is_refused_with_its_line() -> None:
    with pytest.raises(DocumentError, match=r"^line 2: the text is not UTF-8$"):
        parse_json('{"a":\n"Žofie"}'.encode("cp1250"))


def test_a_byte_order_mark_is_no_hindrance() -> None:
    assert parse_json(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}


@given(json_values)
def test_good_json_comes_through_as_it_is(value: Any) -> None:
    assert parse_json(json.dumps(value).encode()) == value


@given(st.dictionaries(st.text("abё"), json_values))
def test_a_stored_document_is_read_as_it_was(document: dict[str, Any]) -> None:
    assert decode(encode(document, "sheet"), "sheet") == document


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (["a"], "sheet: must be a JSON object"),
        ({"hp": float("inf")}, "sheet.hp: the number is not finite"),
        ({"hp": 10**4000}, "sheet.hp: the number is too large"),
        ({"a": {1: 2}}, "sheet.a: the key 1 is not text"),
        ({"a": [b"x"]}, "sheet.a[0]: bytes is not a JSON value"),
        ({"a": "\ud800"}, "sheet.a: the text holds half a character (a lone surrogate)"),
        ({"a": "x" * LARGEST}, "sheet: is larger than 16 MB"),
    ],
)
def test_what_cannot_be_stored_is_refused_with_its_place(document: Any, message: str) -> None:
    with pytest.raises(DocumentError) as refusal:
        encode(document, "sheet")
    assert str(refusal.value) == message


def nested(levels: int) -> dict[str, Any]:
    document: dict[str, Any] = {}
    for _ in range(levels - 1):
        document = {"a": document}
    return document


def test_a_document_at_the_deepest_level_can_be_stored_exported_and_read() -> None:
    document = nested(DEEPEST_STORED)
    encode(document, "sheet")
    assert parse_json(json.dumps({"characters": [{"sheet": document}]}).encode())
    with pytest.raises(DocumentError, match=r"^sheet: is nested too deeply$"):
        encode(nested(DEEPEST_STORED + 1), "sheet")


@pytest.mark.parametrize("stored", ["", "[]", "{", "null", None, "[" * 100_000])
def test_a_document_somebody_else_spoiled_is_told(stored: Any) -> None:
    with pytest.raises(DocumentError, match=r"^desk: what is stored is no longer a JSON object$"):
        decode(stored, "desk")


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        (3, "must be text"),
        ("", "must have 1 to 200 characters"),
        (" \t ", "must have 1 to 200 characters"),
        ("x" * 201, "must have 1 to 200 characters"),
        ("Vera\nOrlova", "must be one line without control characters"),
        ("Vera\x00", "must be one line without control characters"),
        ("Vera\ud800", "the text holds half a character (a lone surrogate)"),
    ],
)
def test_a_bad_name_is_refused(name: Any, problem: str) -> None:
    with pytest.raises(DocumentError) as refusal:
        check_name(name, "name")
    assert (refusal.value.place, refusal.value.problem) == ("name", problem)


@pytest.mark.parametrize("notes", [3, "x" * 1_000_001, "a\x00b", "\ud800"])
def test_bad_notes_are_refused(notes: Any) -> None:
    with pytest.raises(DocumentError):
        check_notes(notes, "notes")


@pytest.fixture
def large(tmp_path: Path) -> Path:
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.truncate(LARGEST_FILE + 1)
    return path


def test_a_file_over_64_mb_is_refused_unread(large: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Path, "open")
    with pytest.raises(DocumentError, match=r"^large\.json: is larger than 64 MB$"):
        read_json(large)


def test_a_file_that_hides_its_size_is_read_no_further_than_64_mb(
    large: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    true_stat = Path.stat

    def stat_without_size(path: Path, **how: Any) -> os.stat_result:
        known = list(true_stat(path, **how))
        known[6] = 0
        return os.stat_result(known)

    monkeypatch.setattr(Path, "stat", stat_without_size)
    with pytest.raises(DocumentError, match=r"^large\.json: is larger than 64 MB$"):
        read_json(large)


def test_only_a_plain_file_is_read(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing.json", Path(os.devnull)):
        with pytest.raises(DocumentError, match=f"^{path.name}: there is no such file$"):
            read_json(path)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no pipes among its files")
    os.mkfifo(tmp_path / "pipe.json")
    with pytest.raises(DocumentError, match="there is no such file"):
        read_json(tmp_path / "pipe.json")


def test_the_message_names_the_file_and_the_place(tmp_path: Path) -> None:
    fight = tmp_path / "fight.json"
    fight.write_text('{"dice": [1, NaN]}')
    with pytest.raises(DocumentError) as refusal:
        read_json(fight)
    assert str(refusal.value) == "fight.json: dice[1]: NaN is not a number of JSON"


ATTACKS = {
    "deep lists": b"[" * 8_000_000,
    "deep objects": b'{"a":' * 2_000_000,
    "closed deep lists": b"[" * 100_000 + b"]" * 100_000,
    "many empty lists": b"[" + b"[]," * 5_000_000 + b"[]]",
    "a number of 16 million digits": b"1" * 16_000_000,
    "a text of 16 million characters without end": b'"' + b"x" * 16_000_000,
    "one key 700,000 times": b"{" + b'"a":1,' * 700_000 + b'"a":1}',
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_hostile_json_costs_little_memory_and_time(attack: str, tmp_path: Path) -> None:
    hostile = tmp_path / "hostile.json"
    hostile.write_bytes(ATTACKS[attack])
    script = """
import sys
if sys.platform != "win32":
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (600 << 20, 600 << 20))
from desktop.library.documents import read_json
from desktop.library.errors import DocumentError
try:
    read_json(sys.argv[1])
except DocumentError as refusal:
    print(refusal)
else:
    print("accepted")
"""
    done = subprocess.run(
        [sys.executable, "-c", script, hostile], capture_output=True, text=True, timeout=30
    )
    assert done.stderr == ""
    assert done.stdout.startswith("hostile.json: ")
    assert len(done.stdout.splitlines()) == 1


def test_a_fraction_of_a_million_digits_is_a_number_all_the_same() -> None:
    assert parse_json(b"0." + b"1" * 1_000_000) == 1 / 9


def test_a_value_is_written_as_readable_utf_8(tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    write_json(target, {"name": "Žofie", "hp": [1, 2.5, None, True]})
    assert '"name": "Žofie"' in target.read_text(encoding="utf-8")
    assert read_json(target) == {"name": "Žofie", "hp": [1, 2.5, None, True]}
    assert listing(tmp_path) == ["out.json"]


def test_what_fails_to_be_written_leaves_the_old_file_and_nothing_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "out.json"
    target.write_text("old")
    with pytest.raises(DocumentError, match=r"^out\.json: hp: the number is not finite$"):
        write_json(target, {"hp": float("nan")})

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DocumentError, match=r"^out\.json: cannot be written: the disk is full"):
        write_json(target, {"hp": 1})
    assert target.read_text() == "old"
    assert listing(tmp_path) == ["out.json"]


def test_writing_into_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="cannot be written: there is no such file or folder"):
        write_json(tmp_path / "missing" / "out.json", {})


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_writing_to_a_link_that_leads_to_itself_is_told_and_leaves_it(tmp_path: Path) -> None:
    loop = tmp_path / "loop.json"
    loop.symlink_to(loop)
    with pytest.raises(DocumentError, match="cannot be written: the link leads round in a circle"):
        write_json(loop, {})
    with pytest.raises(OSError, match="loop"):
        write(loop, b"")
    assert loop.is_symlink()


# ---- file names


@pytest.mark.parametrize(
    ("name", "suggested"),
    [
        ("Halina Żółć", "Halina Żółć"),
        ("CON", "CON_"),
        ("com1.sheet", "com1_.sheet"),
        ("nul ", "nul_"),
        ("Console", "Console"),
        ("a\u202egpj.exe", "a gpj.exe"),
        ("../../etc/passwd", "etc passwd"),
        ('a<b>:"c|d?*', "a b c d"),
        ("...", "Fraydesk"),
        ("\x00\u2028", "Fraydesk"),
        ("\ud800x", "x"),
    ],
)
def test_a_suggested_file_name_is_one_that_any_system_takes(name: str, suggested: str) -> None:
    assert file_name(name) == suggested


@pytest.mark.parametrize("letter", ["x", "ą", "Я", "😀"])
def test_a_suggested_file_name_is_short_in_bytes(letter: str) -> None:
    found = file_name(letter * 400)
    assert 100 < len(found.encode()) <= LONGEST_SUGGESTION
    assert set(found) == {letter}


@pytest.mark.parametrize("name", ["x" * 300, "a\0b", "loop", "file/inside"])
def test_an_odd_path_is_no_file(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    if sys.platform != "win32":
        (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert not is_there(tmp_path / name)
    with pytest.raises(DocumentError) as refusal:
        read_json(tmp_path / name)
    assert len(str(refusal.value)) < 300
