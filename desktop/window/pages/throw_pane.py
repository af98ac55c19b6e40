"""The pane of throws away from a fight: a check of one sheet or of many, and free dice."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from secrets import randbits
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QListWidgetItem, QTreeWidgetItem, QWidget

from desktop.encounter import checks, fight, play_table
from desktop.encounter.checks import CheckScript, Outcome, OwnEffect, Sheets, Thrown
from desktop.forms.throw_pane import Ui_ThrowPaneForm
from desktop.library.records import Document, Entry, KeptThrow, NewThrow
from desktop.rules import SystemFailed, systems, table
from desktop.rules.checks import Check, checks_with
from desktop.rules.contract import Rules, checked, with_changes
from desktop.rules.free_dice import free_dice
from desktop.rules.state import PLAYERS, Recruit, side_in_words
from desktop.rules.text import Term, Text, Words, as_json, as_percent, joined
from desktop.window.combat.session.slices import Slices, Work
from desktop.window.fields.panel_form import PanelForm
from desktop.window.pages.page import Shared, row_with_rule
from desktop.window.store import while_open
from desktop.window.widgets import basics, theme
from desktop.window.widgets.boxes import offer
from desktop.window.widgets.language import chosen, decimal, in_words, tr

if TYPE_CHECKING:  # it needs SQLModel, which the start does without
    from desktop.library.campaign import Campaign

SLICE = 20
"""Paths of odds that are walked at once."""

FRAME = 0.012
"""Seconds that are worked at a stretch; the window is not kept waiting longer."""

ID = Qt.ItemDataRole.UserRole

TITLE = 32
"""Pixels: how high the title of a window is, about."""

MOST_REMEMBERED = 50
"""Free dice that the arrow keys bring back."""


def _recruits(script: Document) -> Iterator[tuple[str, Document]]:
    """Everybody of a fight's script with the waves, by the id under which they throw."""
    for part in (script, *script.get("waves", ())):
        for recruit in part.get("combatants", ()):
            yield str(recruit.get("character") or f"here-{recruit['id']}"), recruit


class Someone(NamedTuple):
    """Who can throw: a character, or one of an encounter that has a sheet there alone."""

    name: str
    side: str
    sheet: Document


class ThrowPane(QDialog, Ui_ThrowPaneForm):
    """Stands beside the window. What is ticked throws at once; Enter throws."""

    made = Signal(object)
    """The throws that were kept just now: pairs of :class:`KeptThrow` and :class:`Thrown`, the
    best result first. The players may see those that are not ``secret``."""
    stored = Signal()

    def __init__(self, parent: QWidget, shared: Shared) -> None:
        super().__init__(parent)
        self.setupUi(self)
        self._shared = shared
        self._rules: Rules[Any] | None = None
        self.someone: dict[str, Someone] = {}
        """Everybody by id; a number is that of a character."""
        self._encounter: Document = {}
        self._sheets: Sheets | None = None
        self._house: Document = {}
        self._form: PanelForm | None = None
        self._odds = Slices(self)
        self._throws: Generator[play_table.Unanswered | None, Any, list[Thrown]] | None = None
        """The throws that are being made, while there are any."""
        self._written: list[str] = []
        self._place = 0
        self._throw_timer = QTimer(self, singleShot=True, interval=0)
        self._throw_timer.timeout.connect(self._go_on)
        self.tick.activated.connect(lambda _: self.choose(self.tick.currentData()))
        self.people.itemChanged.connect(lambda _: self._ask())
        self.check.activated.connect(lambda _: self._show_check())
        self.effect.activated.connect(lambda _: self._ask())
        for asking in (self.rule.asked, self.prompt.rule_wanted):
            asking.connect(shared.open_rule)
        shared.store.history.changed.connect(self._on_history)
        self.go.primary = True
        self.prompt.answered.connect(self._go_on)
        self.free.textChanged.connect(self._show_free_odds)
        self.free.installEventFilter(self)
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            QShortcut(QKeySequence(key), self).activated.connect(self._enter)
        self.results.itemDoubleClicked.connect(
            lambda item, _: shared.open_rule(item.data(2, ID)) if item.data(2, ID) else None
        )
        for tree, widths in ((self.odds, (300, 90)), (self.results, (190, 420))):
            for column, wide in enumerate(widths):
                tree.setColumnWidth(column, theme.px(wide))

    # ---- who is there, and what is thrown

    async def open_for(
        self,
        system: str,
        ticked: Sequence[int],
        path: Sequence[str | int] = (),
        encounter: Document | None = None,
    ) -> None:
        """Shows the sheets of a system, these ticked, and the check made with a number on one.

        ``encounter`` is the script of a fight: its sides can be ticked too.
        """
        rules = systems().usable(system)
        if rules is None:
            return
        self._encounter = encounter or {}
        await while_open(self, self._read(rules, list(map(str, ticked))))
        players = [id for id, person in self.someone.items() if person.side == PLAYERS]
        groups = {
            tr("The party"): players,
            tr("Adversaries"): [id for id in self.someone if id not in players],
            tr("Everybody"): list(self.someone),
            tr("Nobody"): [],
        }
        for id, recruit in _recruits(self._encounter):
            side = in_words(side_in_words(recruit["side"]))
            said = tr("{encounter}: {side}", encounter=self._encounter["name"], side=side)
            groups.setdefault(said, []).append(id)
        offer(self.tick, ((ids, words) for words, ids in groups.items()))
        self.tick.setCurrentIndex(-1)
        given: Mapping[str, Any] = {}
        term = chosen().term
        offer(self.check, ((c, term(in_words(c.label), c.native)) for c in rules.checks))
        first = self.someone.get(str(ticked[0])) if ticked else None
        if first is not None and path:
            made = next(checks_with(rules.checks, checked(rules.sheet, first.sheet), path), None)
            if made is not None:
                self.check.setCurrentIndex(list(rules.checks).index(made[0]))
                given = made[1]
        self._show_check(given)
        room = self.screen().availableGeometry().height() - theme.px(TITLE)
        self.resize(self.width(), min(self.height(), room))
        self.show()
        self.raise_()
        self.go.setFocus()

    async def _read(self, rules: Rules[Any], ticked: Sequence[str]) -> None:
        """Reads the sheets of a system: the players', those that are ticked, the encounter's, then
        others."""
        recruits = [
            (id, recruit) for id, recruit in _recruits(self._encounter) if not id.isdecimal()
        ]
        guests = {
            id: Someone(recruit["sheet"]["name"], recruit["side"], recruit["sheet"])
            for id, recruit in recruits[: checks.MOST_THROWING // 2]
        }

        def read(campaign: Campaign) -> tuple[dict[str, Someone], Sheets, Document, list[Entry]]:
            lines = [line for line in campaign.characters(rules.id) if line.role != "template"]
            lines.sort(key=lambda line: (line.role != "player", str(line.id) not in ticked))
            held = (
                campaign.character(line.id) for line in lines[: checks.MOST_THROWING - len(guests)]
            )
            everybody = {}
            for character in held:
                side = PLAYERS if character.role == "player" else character.role
                everybody[str(character.id)] = Someone(character.name, side, character.sheet)
            people, roster = {}, []
            for id, someone in (everybody | guests).items():
                with suppress(table.Refusal):  # half-made: its page says what is wrong
                    sheet = checked(rules.sheet, someone.sheet)
                    roster.append(Recruit(id=id, side=someone.side, sheet=sheet))
                    people[id] = someone
            house = campaign.house_rules(rules.id)
            sheets = Sheets(rules, roster, checked(rules.house_rules, house))
            return people, sheets, house, campaign.entries(rules.id, "effect", limit=None)

        stored = await while_open(self, self._shared.store.read(read))
        self.someone, self._sheets, self._house, effects = stored
        self._rules = rules
        with QSignalBlocker(self.people):
            self.people.clear()
            for id, someone in self.someone.items():
                QListWidgetItem(someone.name, self.people).setData(ID, id)
        self._tick(ticked)
        offer(self.effect, [(None, tr("no own effect")), *((e, e.name) for e in effects)])
        self.effect.setVisible(bool(effects))

    def _on_history(self) -> None:
        """A sheet may have changed, or what a throw has used up is back."""
        if self.isVisible() and self._rules is not None:
            self._shared.tasks.start(self._read_again(self._rules))

    async def _read_again(self, rules: Rules[Any]) -> None:
        effect = self.effect.currentIndex()
        await while_open(self, self._read(rules, self.ticked()))
        self.effect.setCurrentIndex(min(effect, self.effect.count() - 1))
        self._ask()

    def choose(self, ids: Sequence[str]) -> None:
        """Ticks these, and nobody else."""
        self._tick(ids)
        self._ask()

    def _tick(self, ids: Iterable[str]) -> None:
        wanted = set(ids)
        with QSignalBlocker(self.people):
            for item in basics.items_of(self.people):
                on = item.data(ID) in wanted
                item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)

    def ticked(self) -> list[str]:
        """The ids of those who throw: whom the check is thrown against does not."""
        on = Qt.CheckState.Checked
        ids = [i.data(ID) for i in basics.items_of(self.people) if i.checkState() == on]
        check = self.check.currentData()
        against = self.values().get(check.against) if check and check.against else None
        return [id for id in ids if id != against]

    def _show_check(self, given: Mapping[str, Any] | None = None) -> None:
        """The form of the chosen check, with what is on offer for the first who throws."""
        check: Check | None = self.check.currentData()
        if self._form is not None:
            self.place.drop(self._form)
            self._form = None
        if check is None or self._rules is None or self._sheets is None:
            return
        self.rule.show_rule(check.rule)
        first = next(iter(self.ticked()), next(iter(self.someone), ""))
        if first:
            fields = self._sheets.fields(check, first)
            self._form = PanelForm(fields, self._shared.around(self._rules))
            self._form.set_values({**checks.usual_values(fields), **(given or {})}, typed=True)
            self._form.changed.connect(self._ask)
            self.place.put(self._form)
        self._ask()

    def values(self) -> dict[str, Any]:
        """What the form tells of the check."""
        return self._form.values() if self._form else {}

    # ---- odds

    def _ask(self) -> None:
        """Asks for the odds anew, and says what will be thrown or why it cannot."""
        self._end_throws()
        self._odds.forget()
        self.odds.clear()
        self.refusal.say("")
        if self._form is not None:
            self._form.refuse_at("", "")
        ids, check = self.ticked(), self.check.currentData()
        self.go.setEnabled(bool(ids) and check is not None)
        self.go.show_label(tr("Throw", context="dice"), "Enter")
        if not ids or check is None or self._sheets is None:
            return
        try:
            effects = self._effects()
            for id in self.someone:
                self._sheets.give(id, effects if id in ids else [])
            self._sheets.throw(check, ids[0], self.values(), None)
        except play_table.Unanswered as wanted:
            if isinstance(wanted.question, play_table.DiceWanted):
                dice = " + ".join(str(hand) for hand in wanted.question.missing if hand.count)
                self.go.show_label(tr("Throw {dice}", dice=chosen().dice(dice)), "Enter")
        except (table.Refusal, SystemFailed) as refusal:
            self._refuse(refusal)
            return
        self._odds.ask(self._walk(self._sheets, check, ids), self._refuse)

    def _effects(self) -> list[OwnEffect]:
        """The game master's own effect that is chosen, if any: it is on those who throw."""
        entry: Entry | None = self.effect.currentData()
        if entry is None:
            return []
        changes = {unit: n for unit, n in entry.data.get("changes", {}).items() if n}
        return [OwnEffect(name=entry.name, changes=changes)]

    def _refuse(self, refusal: object) -> None:
        """Shows a refusal at its field; nothing of what went well."""
        if not isinstance(refusal, table.Refusal | SystemFailed):
            return
        said, field = in_words(refusal.message), getattr(refusal, "field", "")
        at_field = self._form is not None and self._form.refuse_at(field, said)
        self.refusal.say("" if at_field else said)
        self.go.setEnabled(False)

    def _walk(self, sheets: Sheets, check: Check, ids: Sequence[str]) -> Work:
        """Works out the odds bit by bit, and shows them."""
        chances = []
        for id in ids:
            search = sheets.search(check, id, self.values())
            while not search.advance(SLICE):
                yield
            possible = checks.outcomes(check, search.odds, id)
            if len(ids) == 1:
                self._show_outcomes(possible)
            elif check.succeeds is not None:
                chances.append(checks.success(check, possible))
                QTreeWidgetItem(self.odds, [self.someone[id].name, as_percent(chances[-1])])
            yield
        if len(chances) > 1:
            words = tr("nobody succeeds"), tr("exactly one succeeds"), tr("all succeed")
            lines = [
                [said, as_percent(p)]
                for said, p in zip(words, checks.together(chances), strict=True)
            ]
            self.odds.insertTopLevelItems(0, list(map(QTreeWidgetItem, lines)))
            self.odds.scrollToTop()

    def _show_outcomes(self, outcomes: Sequence[Outcome]) -> None:
        reached = Fraction(0)
        for outcome in outcomes:
            reached += outcome.p
            said = [in_words(outcome.said), as_percent(outcome.p), as_percent(reached)]
            QTreeWidgetItem(self.odds, said).setToolTip(1, str(outcome.p))

    # ---- throwing

    def _enter(self) -> None:
        if self.free.hasFocus():
            self.throw_free()
        elif self.prompt.isVisible():
            self.prompt.enter()
        elif self.go.isEnabled():
            self.throw()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """While somebody has to decide: the number of an answer, and Esc to give the throw up."""
        if not self.prompt.isVisible():
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Escape:
            self._ask()
        else:
            self.prompt.type(event.text())

    def _told(self, throw: Thrown, check: Check | None) -> Iterator[tuple[str, Words]]:
        """The lines of a throw, each with its rule; those of a check begin with the dice that
        fell."""
        dice: dict[str, list[Words]] = {}
        for hand in throw.fallen if check else ():
            dice.setdefault(hand.by, []).extend(map(hand.dice.shown, hand.faces))
        for by, faces in dice.items():
            if len(dice) == 1:
                yield "", Text("Dice: {dice}", dice=joined(faces))
            else:
                yield "", Text("{who}: {dice}", who=self.someone[by].name, dice=joined(faces))
        for line in throw.lines:
            yield line.rule or "", line.text

    def throw(self) -> None:
        """All who are ticked throw, with the dice that were typed and then by chance."""
        check, sheets = self.check.currentData(), self._sheets
        if check is None or sheets is None or self._throws is not None:
            return
        self._throws = self._all(sheets, check, self.ticked())
        self._go_on()

    def _all(
        self, sheets: Sheets, check: Check, ids: Sequence[str]
    ) -> Generator[play_table.Unanswered | None, Any, list[Thrown]]:
        """Throws one after the other. What is yielded has to be decided, and the answer sent."""
        source, values = self._source(), self.values()
        thrown: list[Thrown] = []
        for id in ids:
            dice: Sequence[int] = ()
            answers: Mapping[str, Any] = {}
            while not thrown or thrown[-1].id != id:
                asks = not self.usual.isChecked()
                try:
                    throw = sheets.throw(
                        check, id, values, source, dice=dice, answers=answers, asks=asks
                    )
                    thrown.append(throw)
                except play_table.Unanswered as wanted:
                    decision = wanted.question
                    assert isinstance(decision, table.Decision)  # of dice there is no end
                    answers = play_table.with_answer(wanted.answers, decision, (yield wanted))
                    dice = wanted.dice
            yield None
        if source.unread:
            raise table.Refusal(play_table.surplus(source.unread), "dice")
        return thrown

    def _go_on(self, answer: Any = None) -> None:
        """Throws on until somebody has to decide, or for a while; an answer is the one wanted."""
        if self._throws is None:
            return
        decision = self.prompt.decision
        try:
            if decision is not None:
                decision.field.accept(answer)
        except ValueError as error:
            self.prompt.refuse(in_words(error.args[0]))
            return
        until = perf_counter() + FRAME
        try:
            wanted = self._throws.send(answer)
            while wanted is None and perf_counter() < until:
                wanted = next(self._throws)
        except StopIteration as done:
            self._end_throws()
            self._keep_all(done.value)
        except (table.Refusal, SystemFailed) as refusal:
            self._end_throws()
            self._refuse(refusal)
            self.go.setEnabled(True)
        else:
            self._wait_for(wanted)

    def _wait_for(self, wanted: play_table.Unanswered | None) -> None:
        """Asks what has to be decided; without that the throws go on soon."""
        self.go.setEnabled(False)
        if wanted is None or self._rules is None or not isinstance(wanted.question, table.Decision):
            self.prompt.decision = None
            self._throw_timer.start()
            return
        around = self._shared.around(self._rules)
        self.prompt.ask_decision(wanted.question, wanted.usual, wanted.lines, around)
        next(iter(self.prompt.buttons), self.prompt.ready).setFocus()

    def _end_throws(self) -> None:
        if self._throws is not None:
            self._throws.close()
            self._throws = None
        self.prompt.decision = None
        self.prompt.hide()

    def _keep_all(self, thrown: Sequence[Thrown]) -> None:
        check: Check = self.check.currentData()
        self.dice.clear()
        self.refusal.say("")
        self.go.setEnabled(True)
        label = Term(check.label, check.native)
        self._keep(joined([label, *self._chosen()], " · "), checks.ranked(thrown), check)
        if check.adds_up and len(thrown) == 1 and self._form:
            needed, gathered = check.adds_up
            values = self.values()
            if values.get(needed):
                values[gathered] = values.get(gathered, 0) + max(thrown[0].amount, 0)
                self._form.set_values(values, typed=True)
                self._ask()

    def _chosen(self) -> Iterator[Words]:
        """What was chosen in the form: the skill, whom it is against; a modifier where it is not as
        always; and what was typed of what it is for."""
        for path, box in self._form.boxes.items() if self._form else ():
            if box.field.kind == "text" and len(path) == 1 and (typed := box.editor.value()):
                yield str(typed)
            for choice in box.field.choices if box.field.kind in ("choice", "combatant") else ():
                value = box.editor.value()
                usual = len(path) > 1 and value == box.field.default
                if value and choice.value == value and not usual:
                    yield choice.label

    def _source(self) -> fight.Sequel:
        """The dice that were typed, then chance. Raises :class:`Refusal`."""
        written = self.dice.text().replace(",", " ").split()
        if not all(die.isdecimal() and len(die) < 5 for die in written):
            raise table.Refusal(tr("needs the faces of the dice as numbers: 12 7 3"), "dice")
        return fight.Sequel([int(die) for die in written], randbits(62))

    def _keep(self, what: Words, thrown: Sequence[Thrown], check: Check | None) -> None:
        """Shows throws and stores them as one act, with what they used up on the sheets."""
        secret, system = self.secret.isChecked(), self._rules.id if check and self._rules else ""
        named = in_words(what)
        tops = []
        for throw in thrown:
            top = row_with_rule([throw.name, f"{named}: {in_words(throw.said)}"], throw.rule)
            for rule, text in self._told(throw, check):
                top.addChild(row_with_rule(["", in_words(text)], rule))
            tops.append(top)
        self.results.insertTopLevelItems(0, tops)
        tops[0].setExpanded(len(tops) == 1)
        values, effects = self.values(), self._effects()

        def keep(campaign: Campaign) -> list[KeptThrow]:
            for throw in thrown:
                if throw.changes and throw.id.isdecimal():
                    held = campaign.character(int(throw.id))
                    sheet = with_changes(held.sheet, throw.changes)
                    draft = campaign.draft(held.id)
                    campaign.save_character(held.id, name=held.name, sheet=sheet, draft=draft)
            news = [
                NewThrow(
                    system=system, name=named, who=throw.name if check else "",
                    result=in_words(throw.said), rule=throw.rule, secret=secret,
                    document={
                        "name": as_json(what),
                        "result": as_json(throw.said),
                        "lines": [[rule, as_json(text)] for rule, text in self._told(throw, check)],
                        "script": self._script(check, throw, values, effects),
                    },
                )
                for throw in thrown
            ]  # fmt: skip
            return [campaign.add_throw(new) for new in reversed(news)][::-1]

        async def stored() -> None:
            kept = await while_open(
                self, self._shared.store.history.do(tr("throw · {what}", what=named), keep)
            )
            self.made.emit(list(zip(kept, thrown, strict=True)))
            self.stored.emit()

        self._shared.tasks.start(stored())

    def _script(
        self,
        check: Check | None,
        throw: Thrown,
        values: Mapping[str, Any],
        effects: Sequence[OwnEffect],
    ) -> Document:
        """The throw as a script of a check that comes to the same."""
        if check is None or self._rules is None:
            script = CheckScript(format="check/1", throw=throw.name, dice=list(throw.dice))
            return script.model_dump(mode="json", exclude_defaults=True)
        ids = dict.fromkeys([throw.id, *filter(None, [values.get(check.against)])])
        return {
            "format": "check/1",
            "system": self._rules.id,
            "house_rules": self._house,
            "combatants": [
                {"id": id, "side": self.someone[id].side, "sheet": self.someone[id].sheet}
                for id in ids
            ],
            "check": {"check": check.id, **values},
            "by": [throw.id],
            "effects": {throw.id: [effect.model_dump() for effect in effects]},
            "dice": list(throw.dice),
            "answers": dict(throw.answers),
        }

    # ---- free dice

    def enter_free(self) -> None:
        """Shows the pane with the keys in the field of free dice."""
        self.show()
        self.raise_()
        self.activateWindow()
        self.free.setFocus()
        self.free.selectAll()

    def throw_free(self) -> None:
        """Throws the free dice that are written."""
        try:
            free = free_dice(self.free.text())
            thrown = checks.throw_free(free, fight.Sequel([], randbits(62)))
        except table.Refusal as refusal:
            self.free_odds.setText(in_words(refusal.message))
            return
        self._written = [free.written, *(w for w in self._written if w != free.written)]
        del self._written[MOST_REMEMBERED:]
        self._place = 1
        self._keep(free.written, [thrown], None)

    def _show_free_odds(self, text: str) -> None:
        """Exact odds: the likeliest outcomes, and the least and the most."""
        try:
            chances = checks.free_outcomes(free_dice(text)) if text.strip() else []
        except table.Refusal as refusal:
            self.free_odds.setText(in_words(refusal.message))
            basics.tip(self.free_odds, "")
            return
        mean = float(sum(outcome.amount * outcome.p for outcome in chances))
        said = tr(
            "{least} to {most}, {mean} on average",
            least=chances[-1].said, most=chances[0].said, mean=decimal(mean, 1),
        ) if chances else ""  # fmt: skip
        likely = sorted(chances, key=lambda outcome: (-outcome.p, -outcome.amount))[:8]
        parts = [f"{outcome.said}: {as_percent(outcome.p)}" for outcome in likely]
        self.free_odds.setText(" · ".join([said, *parts]) if chances else "")
        basics.tip(
            self.free_odds, "\n".join(f"{outcome.said}: {outcome.p}" for outcome in chances[:60])
        )

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrow keys bring back the free dice that were thrown before."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()))
            if step is not None and self._written:
                place = self._place + step if self.free.text() in self._written else 1
                self._place = min(max(place, 1), len(self._written))
                self.free.setText(self._written[self._place - 1])
                return True
        return super().eventFilter(watched, event)
