"""The page of a fight: the combat panel, and every step on its way to the disk as it is made."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout

from desktop.encounter.fight import Fight, Step, resume
from desktop.library.records import Document
from desktop.library.records import Fight as StoredFight
from desktop.library.resources import ResourceError
from desktop.library.rulebook import RuleText, rulebook
from desktop.rules.fields import fields_of
from desktop.window.combat.panel import CombatPanel
from desktop.window.combat.preferences import Preferences
from desktop.window.pages.page import Page, Shared
from desktop.window.widgets import theme
from desktop.window.widgets.plain import button, label, row

if TYPE_CHECKING:
    from desktop.library.campaign import Campaign


class FightPage(Page):
    """Shows one fight at a time; a replay is a fight of which nothing is kept."""

    step_saved = Signal(int)
    """How many steps of the open fight are on the disk."""
    replay_closed = Signal(int)
    """The encounter the replayed fight belongs to, or -1."""

    def __init__(self, shared: Shared, preferences: Preferences) -> None:
        super().__init__(shared)
        self.stored_fight: StoredFight | None = None
        self.replaying = False
        self.panel = CombatPanel(self, preferences)
        self.panel.setAccessibleName("Fight")
        self.panel.rule_clicked.connect(shared.open_rule)
        self.panel.changed.connect(self.state_changed)
        self.banner = QFrame()
        theme.dress(self.banner, "notice")
        self._said = label("", wrap=False)
        leave = button("Close the replay", "quiet")
        leave.clicked.connect(self._leave)
        line = row(self._said, None, leave)
        line.setContentsMargins(14, 3, 10, 3)
        self.banner.setLayout(line)
        self.banner.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.banner)
        column.addWidget(self.panel, 1)
        self._position = 0
        self._queue: deque[tuple[Step | None, Step | None, bool]] = deque()
        self._writing = False

    @property
    def fight(self) -> Fight | None:
        """The fight as it stands on the screen."""
        return self.panel.fight if self.stored_fight and self.panel.play else None

    @property
    def steps_saved(self) -> int:
        """How many steps are on the disk."""
        return self._position

    # ---- opening

    async def open(self, id: int, *, replay: bool = False) -> None:
        """Shows a fight as it was left, or from its beginning to be gone through once more.

        Raises ScriptError when its steps do not go with the rules any more.
        """
        await self.flush()
        stored, steps = await self.shared.store.read(lambda c: (c.fight(id), c.steps(id)))
        fight = resume(
            stored.header, [step.step for step in steps], None if replay else stored.pending
        )
        self.stored_fight, self.replaying = stored, replay
        self._position = len(steps)
        self._queue.clear()
        if replay:
            while fight.can_undo:
                fight.undo()
        self._said.setText(
            f"Replay of {stored.name}: Redo (Ctrl+Y) goes one step on. Nothing of it is kept."
        )
        self.banner.setVisible(replay)
        self.panel.open(fight, self._forget if replay else self._keep, texts=_texts(stored.system))
        self.step_saved.emit(self._position)
        self.state_changed.emit()

    def _leave(self) -> None:
        stored = self.stored_fight
        self.replay_closed.emit(stored.encounter_id or -1 if stored else -1)

    # ---- keeping

    def _forget(self, new: list[Step], pending: Step | None) -> None:
        """What a replay does to its steps."""

    def _keep(self, new: list[Step], pending: Step | None) -> None:
        assert self.fight
        over = self.fight.outcome is not None
        for place, step in enumerate(new, start=1):
            last = place == len(new)
            self._queue.append((step, pending if last else None, over and last))
        if not new:
            self._queue.append((None, pending, over))
        self.shared.tasks.start(self._write())

    async def _write(self) -> None:
        """Saves what waits, in order, one transaction each; what fails goes on waiting."""
        if self._writing or not self.stored_fight:
            return
        self._writing = True
        id = self.stored_fight.id
        try:
            while self._queue:
                await self.shared.store.save(partial(self._write_one, id, *self._queue[0]))
                self._queue.popleft()
                self.step_saved.emit(self._position)
        finally:
            self._writing = False
        self.stored.emit()

    def _write_one(
        self, id: int, step: Step | None, pending: Step | None, over: bool, campaign: Campaign
    ) -> None:
        waiting = None if pending is None else dict(pending)
        if step is None:
            campaign.set_pending(id, waiting)
        else:
            campaign.append_step(id, self._position + 1, dict(step), waiting, over=over)
            self._position += 1

    async def flush(self) -> None:
        """Every step is on the disk when this returns; raises what keeps one from it."""
        while self._queue:
            if self._writing:
                await self.shared.tasks.settle_one()
            else:
                await self._write()

    # ---- undo

    @property
    def can_undo(self) -> bool:
        return bool(self.fight and self.fight.can_undo)

    @property
    def can_redo(self) -> bool:
        return bool(self.fight and self.fight.can_redo)

    async def undo(self) -> None:
        self.panel.undo()

    async def redo(self) -> None:
        self.panel.redo()

    # ---- what it leaves behind

    def results(self) -> dict[str, Document]:
        """What the fight changed of each combatant that its sheet could hold, by combatant id."""
        fight = self.fight
        if not fight:
            return {}
        rules = fight.rules
        known = {field.id for field in fields_of(rules.sheet) if field.kind == "integer"}
        found: dict[str, Document] = {}
        for id in fight.first.combatants:
            before, now = rules.describe(fight.first, id), rules.describe(fight.state, id)
            changed = {
                key: max(value, 0)
                for key, value in now.items()
                if key in known and value != before.get(key) and isinstance(value, int)
            }
            if changed:
                found[id] = changed
        return found


def _texts(system: str) -> Mapping[str, RuleText]:
    """The rules of a system by number; none where its texts cannot be read."""
    try:
        return rulebook(system)
    except (ResourceError, FileNotFoundError):
        return {}
