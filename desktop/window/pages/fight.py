"""The page of a fight: the combat panel, and every step on its way to the disk as it is made."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal

from desktop.forms.fight_page import Ui_FightPageForm
from desktop.library.records import Document, Entry, NewEntry
from desktop.library.records import Fight as StoredFight
from desktop.rules import SystemFailed, contract, effects, systems
from desktop.window.combat.session.preferences import Preferences
from desktop.window.pages.page import Page, Printed, Shared
from desktop.window.widgets import basics, pictures
from desktop.window.widgets.file_dialogs import open_once
from desktop.window.widgets.language import in_words, tr

if TYPE_CHECKING:  # a quarter of what the window imports: not before there is a fight to show
    from desktop.encounter import answers, roster, script
    from desktop.encounter.fight import Fight, Stop
    from desktop.encounter.statistics import Statistics
    from desktop.library.campaign import Campaign
    from desktop.library.write_back import Left
    from desktop.window.combat.session.fight_session import FightSession, FightWriter

AT_ONCE = 0.012
"""Seconds of work, as of steps done again, before the window gets its turn."""

STEPS_AT_ONCE = 5

PATHS_AT_ONCE = 8
"""Paths through the dice between two readings of the clock."""


class FightPage(Page):
    """Shows one fight at a time; a replay is a fight of which nothing is kept."""

    step_saved = Signal()
    """One more step of the open fight is on the disk, or it was opened."""
    session_opened = Signal(object)
    """The session of the fight that is open now; None: none is."""
    ended = Signal()
    """The open fight has just ended by a step, not by one that is only done again."""
    resuming = Signal(int, int)
    """How many steps of the fight that is being opened are done again, and of how many."""
    replay_closed = Signal(int)
    """The encounter the replayed fight belongs to, or -1."""

    printed: Printed = "report"
    held: StoredFight | None = None

    def __init__(self, shared: Shared, preferences: Preferences) -> None:
        from desktop.window.combat.panel import CombatPanel

        super().__init__(shared)
        self.session: FightSession | None = None
        """The open fight. Another window can show it too."""
        self.writer: FightWriter | None = None
        """What stores its steps; None for a replay."""
        self._preferences = preferences
        self._openings = 0
        self._was_over = False
        self.ui = Ui_FightPageForm(self)
        self.panel = CombatPanel(self, preferences)
        self.panel.setAccessibleName(tr("Fight"))
        self.setFocusProxy(self.panel)
        self.panel.rule_clicked.connect(shared.open_rule)
        self.panel.failed.connect(shared.tasks.report)
        self.panel.keep_effect_wanted.connect(
            lambda effect: shared.tasks.start(self.keep_effect(effect))
        )
        self.panel.how_it_went_wanted.connect(self.show_how_it_went)
        self.ui.leave.clicked.connect(self._leave)
        self.ui.go_on.clicked.connect(lambda: self.shared.tasks.start(self._go_on_from_here()))
        self.ui.column.addWidget(self.panel, 1)
        self.forecast_button = basics.button(
            tr("Forecast"), "quiet", about=tr("How does it go on from here?")
        )
        self.forecast_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.forecast_button.clicked.connect(self._forecast)
        footer = self.panel.ui.footer
        footer.insertWidget(footer.indexOf(self.panel.ui.timelineButton), self.forecast_button)

    @property
    def fight(self) -> Fight | None:
        """The fight as it is on the screen."""
        return self.session.fight if self.session else None

    @property
    def replaying(self) -> bool:
        """Whether this is a replay, of which nothing is stored."""
        return self.session is not None and self.writer is None

    def _forecast(self) -> None:
        """Plays the fight on many times, from where it stands."""
        if self.fight is not None:
            from desktop.window.forecast.how_it_went import FromHereDialog

            dialog = FromHereDialog(self, self.fight)
            dialog.course.kept.connect(self._keep_course)
            open_once(dialog)

    # ---- how it went

    def show_how_it_went(self) -> None:
        """Opens what everybody came to against the odds; closing it ends the work on that."""
        if self.fight is None:
            return
        from desktop.window.forecast.how_it_went import HowItWentDialog

        dialog = HowItWentDialog(self, self.fight)
        dialog.course.kept.connect(self._keep_course)

        async def fill() -> None:
            dialog.show_statistics(await self.statistics(dialog.show_progress))

        work = self.shared.tasks.start(fill())
        dialog.finished.connect(lambda _: work.cancel())
        open_once(dialog)

    async def statistics(self, progress: Callable[[int, int], object]) -> Statistics:
        """What the open fight came to, worked out a little at a time.

        ``progress`` hears how many steps are looked at, and of how many.
        """
        from desktop.encounter.statistics import StatisticsSearch

        assert self.fight
        search = StatisticsSearch(self.fight)
        end = perf_counter() + AT_ONCE
        while not search.advance(PATHS_AT_ONCE):
            if perf_counter() > end:
                progress(search.done, search.steps)
                await asyncio.sleep(0)
                end = perf_counter() + AT_ONCE
        return search.statistics

    def _keep_course(self, course: script.Course) -> None:
        """Stores how the chances went; of a replay nothing is stored."""
        stored = self.held
        if stored is not None and self.writer is not None:
            kept = course.model_dump(mode="json")
            self.shared.tasks.start(
                self.shared.store.save(lambda c: c.keep_course(stored.id, kept))
            )

    # ---- opening

    async def open(self, id: int, *, replay: bool = False) -> None:
        """Shows a fight as it was left, or from its beginning as a replay.

        Where its steps do not go with the rules any more it is shown up to there, and can be
        looked at and gone on with in a fight of its own; all its steps stay in the campaign.
        Raises ScriptError when not even its beginning does.
        """
        from desktop.window.combat.session.fight_session import FightSession

        await self.flush()
        self._openings += 1
        opening = self._openings
        stored, steps, faces = await self.shared.store.read(
            lambda c: (c.fight(id), c.steps(id), c.portraits(c.fight(id).system))
        )
        pending = None if replay or stored.pending is None else dict(stored.pending)
        typed = pending.pop("typed", "") if pending else ""
        typing = pending.pop("typing", ()) if pending else ()
        fight = await self._resume(
            stored.header, [step.step for step in steps], pending, lambda: opening == self._openings
        )
        field = fight.state.battlefield
        picture = await self.shared.picture(field.picture) if field is not None else None
        await self.flush()
        if opening != self._openings:
            raise asyncio.CancelledError
        if replay:
            while fight.can_undo:
                fight.undo()
        self._say_above(stored, fight.stopped, replay)
        self._let_go()
        self.held = stored
        self.panel.find_entries = partial(self.shared.find, stored.system)
        if not replay and not fight.stopped:
            self.writer = self._make_writer(fight, id, len(steps))
        self.session = FightSession(
            fight,
            self._preferences,
            self.writer.keep if self.writer else lambda *_: None,  # a replay stores nothing
            texts=self.shared.book(stored.system),
            portraits=pictures.Portraits(faces),
            map_picture=picture,
            parent=self,
        )
        if fight.pending:
            self.session.typed, self.session.typing = typed, set(typing)
        self.panel.show_session(self.session)
        self.session_opened.emit(self.session)
        self.session.changed.connect(self.state_changed)
        self.session.changed.connect(self._look_for_the_end)
        self._was_over = is_over(fight)
        self.step_saved.emit()
        self.state_changed.emit()

    async def _resume(
        self,
        header: Document,
        steps: list[Document],
        pending: answers.Step | None,
        wanted: Callable[[], bool],
    ) -> Fight:
        """Brings a fight back a few steps at a time; says how far a long one has come.

        Gives up when it is not ``wanted`` any more: another fight or campaign was asked for.
        """
        from desktop.encounter.fight import Resuming

        resuming = Resuming(header, steps, pending)
        end = perf_counter() + AT_ONCE
        while not resuming.advance(STEPS_AT_ONCE):
            if perf_counter() > end:
                self.resuming.emit(resuming.done, len(steps))
                await asyncio.sleep(0)
                if not wanted():
                    raise asyncio.CancelledError
                end = perf_counter() + AT_ONCE
        self.resuming.emit(len(steps), len(steps))
        return resuming.fight

    def _say_above(self, stored: StoredFight, stopped: Stop | None, replay: bool) -> None:
        """What the banner over the panel says, where there is something to be said."""
        self.ui.banner.setVisible(replay or stopped is not None)
        self.ui.go_on.setVisible(stopped is not None)
        if stopped is None:
            self.ui.leave.setText(tr("Close the replay"))
            said = tr(
                "Replay: {name}. Redo (Ctrl+Y) goes one step on. Nothing of it is kept.",
                name=stored.name,
            )
        else:
            self.ui.leave.setText(tr("Close the fight"))
            said = tr(
                "{name}: step {step} of {steps} cannot be done again; the fight is shown as it was "
                "before that. What is saved stays as it is, and nothing done here is added to it. "
                "The reason: {why}",
                step=stopped.done + 1,
                steps=stopped.steps,
                name=stored.name,
                why=in_words(stopped.why),
            )
        self.ui.banner_text.setText(said)

    async def _go_on_from_here(self) -> None:
        """Makes a fight of its own from the steps that could be done, and opens it."""
        old, fight = self.held, self.fight
        if old is None or fight is None:
            return
        steps = [dict(step) for step in fight.journal]

        def begin(c: Campaign) -> StoredFight:
            there = {line.id for line in c.encounters(old.system)}
            return c.start_fight(
                system=old.system,
                name=old.name,
                header=old.header,
                encounter_id=old.encounter_id if old.encounter_id in there else None,
                steps=steps,
                over=is_over(fight),
            )

        branch = await self.shared.store.save(begin)
        self.stored.emit()
        self.wanted.emit("open", "fight", branch.id)

    def _make_writer(self, fight: Fight, id: int, steps: int) -> FightWriter:
        from desktop.window.combat.session.fight_session import FightWriter

        store, tasks = self.shared.store, self.shared.tasks
        writer = FightWriter(store, tasks, id, steps, lambda: is_over(fight))
        writer.saved.connect(self.step_saved)
        writer.rested.connect(self.stored)
        return writer

    def _let_go(self) -> None:
        """Drops the previous fight; all its steps are stored."""
        self.session_opened.emit(None)
        for part in (self.session, self.writer):
            if part is not None:
                part.deleteLater()
        self.session = self.writer = None

    def _leave(self) -> None:
        stored = self.held
        self.replay_closed.emit(stored.encounter_id or -1 if stored else -1)

    def forget(self) -> None:
        super().forget()
        self._openings += 1
        self.session_opened.emit(None)

    async def flush(self) -> None:
        """Every step is on the disk when this returns; raises what keeps one from it."""
        if self.writer:
            await self.writer.flush()

    @property
    def unsaved(self) -> bool:
        return self.writer is not None and self.writer.waiting

    # ---- undo

    @property
    def can_undo(self) -> bool:
        """Whether a step of the fight can be taken back."""
        return bool(self.fight and self.fight.can_undo)

    @property
    def can_redo(self) -> bool:
        """Whether a step of the fight can be done again."""
        return bool(self.fight and self.fight.can_redo)

    # ---- newcomers

    async def join(self, lines: Sequence[roster.Line], *, this_round: bool) -> None:
        """Newcomers join the open fight, in this round's turns or from the next one on."""
        from desktop.encounter.roster import newcomers

        if self.session is None:
            return
        there = {id: c.name for id, c in self.session.fight.state.combatants.items()}
        step = {"do": "join", "combatants": newcomers(lines, there), "this_round": this_round}
        self.panel.join(step)

    @property
    def sides(self) -> list[str]:
        """The sides of the open fight, those of its beginning first."""
        people = self.session.fight.state.combatants.values() if self.session else ()
        return list(dict.fromkeys(combatant.side for combatant in people))

    # ---- effects

    async def keep_effect(self, effect: Document) -> None:
        """Keeps an effect in the catalogue; an own one of the same name is changed."""
        rules = systems().usable(self.system)
        if rules is None:
            return
        system = rules.id
        data = contract.checked(rules.catalogue[effects.EFFECT], effect).model_dump(mode="json")
        name = str(data["name"])

        def keep(c: Campaign) -> Entry:
            for entry in c.entries(system, effects.EFFECT, name):
                if entry.source == "own" and entry.name == name:
                    return c.save_entry(entry.id, name=name, data=data)
            return c.add_entry(NewEntry(system=system, kind=effects.EFFECT, name=name, data=data))

        await self.shared.store.history.do(tr("keep · {name}", name=name), keep)
        self.panel.notice.emit(tr("In the catalogue now: {name}.", name=name))
        self.stored.emit()

    # ---- what it leaves behind

    def _look_for_the_end(self) -> None:
        """Says that the fight has ended; not when its end is only done again."""
        fight = self.fight
        if fight is None or self.replaying:
            return
        was_over, self._was_over = self._was_over, is_over(fight)
        anew = fight.journal and fight.journal[-1].get("do") != "redo"
        if self._was_over and not was_over and anew:
            self.ended.emit()

    @property
    def steps(self) -> list[answers.Step]:
        """The steps of the open fight that are in force."""
        fight = self.fight
        return [moment.step for moment in fight.moments[: fight.cursor]] if fight else []

    def left(self) -> dict[str, Left]:
        """What the fight has left of everybody, by combatant id."""
        from desktop.library.write_back import Left

        fight = self.fight
        if fight is None:
            return {}
        return {
            id: Left(combatant.name, combatant.sheet, fight.rules.changes(fight.state, id))
            for id, combatant in fight.state.combatants.items()
        }


def is_over(fight: Fight) -> bool:
    """Whether a fight is over; one whose system fails to say so is not, and is stored."""
    try:
        return fight.outcome is not None
    except SystemFailed:
        return False
