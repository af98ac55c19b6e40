"""Garbage is collected on the window's thread, whichever thread has made it."""

from __future__ import annotations

import asyncio
import gc
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from pytestqt.qtbot import QtBot

from desktop.window import garbage
from desktop.window.garbage import GarbageCollector
from desktop.window.shell.main_window import MainWindow
from tests.window.conftest import Person


class Ring(list["Ring"]):
    """Holds itself, so that only a collection can remove it."""

    def __init__(self, collected_by: list[threading.Thread]) -> None:
        super().__init__([self])
        weakref.finalize(self, lambda: collected_by.append(threading.current_thread()))


@pytest.fixture
def collector(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[GarbageCollector]:
    monkeypatch.setattr(garbage, "INTERVAL", 20)
    parent = QObject()
    made = GarbageCollector(parent)
    made.start()
    yield made
    monkeypatch.setattr(gc, "unfreeze", lambda: None)  # all that other tests have left lies there
    made.stop()


def leave_much_behind(collected_by: list[threading.Thread]) -> None:
    Ring(collected_by)
    kept = [[number] for number in range(10 * gc.get_threshold()[0])]
    assert kept


def on_another_thread(collected_by: list[threading.Thread]) -> threading.Thread:
    thread = threading.Thread(target=leave_much_behind, args=(collected_by,))
    thread.start()
    thread.join()
    return thread


def test_python_by_itself_collects_on_the_thread_that_makes_the_most() -> None:
    collected_by: list[threading.Thread] = []
    gc.enable()
    try:
        thread = on_another_thread(collected_by)
    finally:
        gc.disable()
    assert collected_by == [thread]


def test_the_collector_collects_on_the_windows_thread(
    collector: GarbageCollector, qtbot: QtBot
) -> None:
    collected_by: list[threading.Thread] = []
    on_another_thread(collected_by)
    assert collected_by == []
    kept = [[number] for number in range(10 * gc.get_threshold()[0])]
    qtbot.waitUntil(lambda: bool(collected_by))
    assert collected_by == [threading.main_thread()]
    assert kept


def test_nothing_is_done_while_there_is_little_to_collect(
    collector: GarbageCollector, monkeypatch: pytest.MonkeyPatch
) -> None:
    gc.collect()
    collected: list[int] = []
    with monkeypatch.context() as patched:
        patched.setattr(gc, "get_count", lambda: (3, 0, 0))
        patched.setattr(gc, "collect", collected.append)
        collector.collect()
        assert collected == []
        patched.setattr(gc, "get_count", lambda: (3, 11, 0))
        collector.collect()
    assert collected == [1]


def test_what_was_brought_in_is_looked_through_once_and_then_never_again(
    collector: GarbageCollector,
) -> None:
    collected_by: list[threading.Thread] = []
    Ring(collected_by)
    kept = [[number] for number in range(5000)]
    collector.settle()
    assert collected_by == [threading.main_thread()]
    assert not {id(one) for one in kept} & {id(one) for one in gc.get_objects()}


def test_python_collects_by_itself_again_when_the_window_is_closed(qtbot: QtBot) -> None:
    collector = GarbageCollector()
    collector.start()
    assert not gc.isenabled()
    collector.stop()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0
    gc.freeze()


def test_nothing_keeps_a_window_that_is_gone(
    qtbot: QtBot, loop: asyncio.AbstractEventLoop, tmp_path: Path
) -> None:
    def use_one() -> weakref.ref[MainWindow]:
        person = Person(qtbot, tmp_path)
        person.open_sample()
        person.close()
        person.window.deleteLater()
        return weakref.ref(person.window)

    window = use_one()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
    assert window() is None
