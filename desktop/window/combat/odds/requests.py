"""Which odds are computed: of the command, of its other targets, of other ways to act."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from desktop.encounter.fight import Fight, Step
from desktop.encounter.odds import Odds, OddsSearch
from desktop.rules.contract import COMMON, Option
from desktop.rules.display import Measure
from desktop.rules.table import Decision, Refusal
from desktop.rules.text import as_percent
from desktop.window.combat.command.card import CommandCard
from desktop.window.combat.odds.queue import OddsQueue
from desktop.window.combat.odds.view import WHAT, Reading, against, read
from desktop.window.combat.session.preferences import Preferences
from desktop.window.fields.panel_form import PanelForm
from desktop.window.widgets.language import in_words, tr

MOST_WAYS = 6

MOST_ANSWERS = 12
"""The most answers of other combatants whose odds are computed."""


class OddsRequests(QObject):
    """Asks for odds, the most important first, and drops them when the command changes."""

    main = Signal(object)
    """:class:`Odds` of the chosen command, or None."""
    target = Signal(str, object, str)
    """Field, value and a few words: the chance with another target."""
    way = Signal(str, object, object)
    """Label, odds, and what takes this way."""
    alternative = Signal(str, object)
    """Somebody's answer to what the step asks of them, and the odds if they give it."""
    answer = Signal(int, str)
    """Number of a choice of the pending decision, and what it leads to."""

    def __init__(self, preferences: Preferences, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self.queue = OddsQueue(self)
        self.queue.found.connect(self._found)
        self._heard: dict[int, Callable[[Odds | None], None]] = {}
        self._actor = ""

    def forget(self) -> None:
        self.queue.forget()
        self._heard.clear()

    def ask(
        self, fight: Fight, step: Step, command: CommandCard, options: Sequence[Option]
    ) -> None:
        """The odds of a step, then those of its other targets, then of other ways to do it."""
        self.forget()
        self._actor = str(step.get("actor", ""))
        alternatives = self._alternatives(fight, step)
        self._job(lambda: fight.search_odds(step), self.main.emit)
        for label, answers in alternatives:
            self._job(
                partial(fight.search_odds, step, answers=answers),
                partial(self.alternative.emit, label),
            )
        self._targets(fight, step, command)
        for label, walk, take in self._ways(fight, step, command, options)[:MOST_WAYS]:
            self._job(walk, partial(self._emit_way, label, take))

    def ask_main(self, fight: Fight, step: Step) -> None:
        """The odds of a step itself, after what is looked for already."""
        self._actor = str(step.get("actor", ""))
        self._job(lambda: fight.search_odds(step), self.main.emit)

    def ask_targets(self, fight: Fight, step: Step, command: CommandCard) -> None:
        """Only the odds of possible targets: the command itself is refused as it is."""
        self.forget()
        self._actor = str(step.get("actor", ""))
        self._targets(fight, step, command)

    def ask_answers(self, fight: Fight, decision: Decision) -> None:
        """What each choice of the pending decision leads to."""
        self.forget()
        self._actor = str(fight.pending.step.get("actor", "")) if fight.pending else ""
        if not fight.state.round:
            return
        known: dict[int, Odds | None] = {}
        choices = decision.field.choices[:9]
        measure = self.measure(fight, fight.pending.step) if fight.pending else Measure()

        def hear(number: int, odds: Odds | None) -> None:
            known[number] = odds
            if len(known) == len(choices):
                for at, said in lead_to(known, measure).items():
                    self.answer.emit(at, said)

        for number, choice in enumerate(choices):
            self._job(
                partial(fight.search_odds_of_answer, choice.value),
                partial(hear, number),
            )

    def measure(self, fight: Fight, step: Mapping[str, Any]) -> Measure:
        """How the rules measure a step; else by the damage to the target's first bar."""
        measure = fight.rules.measure(fight.state, step)
        return measure or Measure("damage", self._unit(fight, step))

    def _unit(self, fight: Fight, step: Mapping[str, Any]) -> str:
        people = fight.state.combatants
        named = [v for key, value in step.items() if key != "actor" for v in _each(value)]
        target = next((v for v in named if isinstance(v, str) and v in people), None)
        if target is None:
            return ""
        vitals = fight.rules.vitals(fight.state, target)
        return next((in_words(v.label) for v in vitals if v.kind in ("bar", "boxes")), "")

    # ---- which ones

    def _alternatives(self, fight: Fight, step: Step) -> list[tuple[str, dict[str, Any]]]:
        """Every answer to a question the step asks before its dice: none, a dodge, a parry."""
        found = []
        answers: dict[str, Any] = {}
        for decision, default in fight.decisions(step):
            if decision.no_benefit or decision.field.kind != "choice":
                continue
            who, name = f"{decision.id}@{decision.by}", fight.state[decision.by].name
            found += [
                (f"{name}: {in_words(choice.label)}", {**answers, who: choice.value})
                for choice in decision.field.choices
                if choice.why_not is None
            ]
            answers[who] = default
        return found[:MOST_ANSWERS]

    def _targets(self, fight: Fight, step: Step, command: CommandCard) -> None:
        if command.form is None:
            return
        for name, editor in command.form.chips("combatant"):
            if "." in name:
                continue
            for choice in editor.shown():
                if choice.why_not is None:
                    other = {**step, name: choice.value}
                    self._job(
                        partial(fight.search_odds, other),
                        partial(self._emit_target, name, choice.value),
                    )

    def _emit_target(self, name: str, value: Any, odds: Odds | None) -> None:
        reading = read(odds) if odds is not None else None
        self.target.emit(name, value, reading.in_short if reading else "")

    def _emit_way(self, label: str, take: Callable[[], None], odds: Odds | None) -> None:
        self.way.emit(label, odds, take)

    def _ways(
        self, fight: Fight, step: Step, command: CommandCard, options: Sequence[Option]
    ) -> list[tuple[str, Callable[[], OddsSearch], Callable[[], None]]]:
        """Other ways: at best; without a ticked box; with another weapon; after another action."""
        form = command.form
        assert form is not None
        ways: list[tuple[str, Callable[[], OddsSearch], Callable[[], None]]] = [
            (
                tr("at best, paying for it"),
                lambda: fight.search_odds(step, best_case=True),
                lambda: None,
            )
        ]
        ambiguous = _in_several(form)
        for path, box in form.boxes.items():
            editor, field = box.editor, box.field
            if field.kind in ("flag", "reason") and editor.value():
                label = tr("without {label}", label=editor.label.lower())
                ways.append(self._changed(fight, step, command, label, path, False))
            elif field.kind == "choice" and len(path) == 1:
                alike = any(in_words(choice.label) in ambiguous for choice in field.choices)
                for choice in field.choices[:6]:
                    if choice.why_not is None and choice.value != editor.value():
                        label = in_words(choice.label)
                        if alike:
                            label = tr("{field}: {choice}", field=editor.label, choice=label)
                        ways.append(self._changed(fight, step, command, label, path, choice.value))
        for option in options:
            if not option.why_not and not option.main:
                first = {"do": option.do, "actor": option.actor, "action": option.action}
                model = fight.rules.commands.get((option.do, option.action))
                if model is not None and set(model.model_fields) <= COMMON:
                    label = tr("after {label}", label=self._preferences.word(option))
                    ways.append((label, self._after(fight, first, step), lambda: None))
        return ways

    def _changed(
        self,
        fight: Fight,
        step: Step,
        command: CommandCard,
        label: str,
        path: tuple[str, ...],
        value: Any,
    ) -> tuple[str, Callable[[], OddsSearch], Callable[[], None]]:
        other = _with(step, path, value)

        def take() -> None:
            form = command.form
            if form is not None:
                form.boxes[path].editor.put(value)

        return label, lambda: fight.search_odds(other), take

    def _after(self, fight: Fight, first: Step, step: Step) -> Callable[[], OddsSearch]:
        def walk() -> OddsSearch:
            preview = fight.preview(first)
            if preview.question is not None:
                raise Refusal(tr("this is not certain either"))
            return fight.search_odds(step, state=preview.state)

        return walk

    # ---- the queue

    def _job(self, walk: Callable[[], OddsSearch], hear: Callable[[Odds | None], None]) -> None:
        number = len(self._heard)
        self._heard[number] = hear
        self.queue.ask(number, walk)

    def _found(self, number: int, odds: Odds | None) -> None:
        hear = self._heard.get(number)
        if hear is not None:
            hear(odds and against(odds, self._actor))


def _each(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else [value]


def lead_to(answers: Mapping[int, Odds | None], measure: Measure) -> dict[int, str]:
    """The result of each answer, all told by one mark; empty where nothing is marked by any."""
    marked = {what for odds in answers.values() if odds for what in odds.marked()}
    what = next((what for what in (measure.what, *WHAT) if what in marked), None)
    if what is None:
        return {}
    if what != measure.what and measure.what:
        measure = Measure()
    return {
        number: leads_to(read(odds, what) if odds and what in odds.marked() else None, measure)
        for number, odds in answers.items()
    }


def leads_to(reading: Reading | None, measure: Measure) -> str:
    """The result of an answer, in a few words."""
    if reading is None:
        return "" if measure.words else f"0 {measure.unit}".strip()
    if reading.certain:
        amount = next(iter(reading.spread))
        return measure.said(amount) if measure.words else f"{amount} {measure.unit}".strip()
    if measure.words:
        likely = max(reading.spread, key=lambda amount: reading.spread[amount])
        return f"{reading.in_short} · {measure.said(likely)} {as_percent(reading.spread[likely])}"
    return f"{reading.in_short} · {float(reading.expected):.2f} {measure.unit}".strip()


def _in_several(form: PanelForm) -> set[str]:
    """What can be chosen in more than one field: a hand to hold with and a hand to aim at."""
    fields = (box.field for box in form.boxes.values())
    offered = (
        {in_words(choice.label) for choice in field.choices}
        for field in fields
        if field.kind == "choice"
    )
    times = Counter(label for labels in offered for label in labels)
    return {label for label, count in times.items() if count > 1}


def _with(step: Step, path: tuple[str, ...], value: Any) -> dict[str, Any]:
    """The step with one value changed, in a record where the path leads into one."""
    changed = dict(step)
    if len(path) == 1:
        changed[path[0]] = value
    else:
        inner = changed.get(path[0], {})
        changed[path[0]] = _with(inner, path[1:], value)
    return changed
