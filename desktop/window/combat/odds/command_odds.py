"""The odds of the chosen command: computed between two frames, each shown in its place."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Set
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import islice
from time import perf_counter
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, QTimer

from desktop.encounter.answers import Step
from desktop.encounter.best_choice import HELP
from desktop.encounter.odds import HARM, Odds, OddsSearch
from desktop.forms.combat_panel import Ui_CombatPanelForm
from desktop.rules import SystemFailed, contract, display
from desktop.rules.cast import OUT_OF_REACH
from desktop.rules.fields import Choice, Field
from desktop.rules.table import Decision, Refusal
from desktop.window.combat.odds.bar import in_percent, lead_to, read
from desktop.window.combat.odds.view import SLOW
from desktop.window.combat.session import fight_session, viewpoint
from desktop.window.combat.session.preferences import Preferences
from desktop.window.combat.session.slices import Slices
from desktop.window.widgets.language import error_in_words, in_words, tr

MOST_WAYS = 7

MOST_CHOICES = 6
"""The choices of a field that are tried as other ways."""

MOST_COUNTED_OUT = 5

MOST_ANSWERS = 12
"""The most answers of other combatants whose odds are computed."""

MOST_DECISIONS = 9
"""The choices of a pending decision whose odds are computed."""


class Way(NamedTuple):
    """Another way to do what the command does."""

    label: str
    search: Callable[[], OddsSearch]
    take: Callable[[], None] | None
    """Puts it into the form; None where the form cannot say it."""
    first: bool = False
    """Whether it takes more to do: no advice where that makes it worse."""


class CommandOdds(QObject):
    """Asks for odds, the most important first, and drops them when the command changes.

    The card shows those of the command itself and of other ways, the chips of the form those of
    other targets, and the prompt what each answer to a decision leads to.
    """

    def __init__(self, ui: Ui_CombatPanelForm, preferences: Preferences, parent: QObject) -> None:
        super().__init__(parent)
        self._view, self._command, self._prompt = ui.odds, ui.command, ui.prompt
        self._preferences = preferences
        self.queue = Slices(self)
        self._step: Step = {}
        self._shown: Odds | None = None
        """The odds of this step, once they are known."""

    def open(self, session: fight_session.FightSession, combatants: viewpoint.Combatants) -> None:
        """Works for another fight from now on."""
        self._session, self._fight, self._combatants = session, session.fight, combatants
        self.forget()

    def forget(self) -> None:
        """Drops every question; what is shown stays."""
        self.queue.forget()
        self._shown = None

    def are_of(self, step: Step) -> bool:
        """Whether the odds that are shown, or are being worked out, are those of a step."""
        return self._step == step

    def hurt_by(self, step: Step) -> Set[str] | None:
        """The ids of those whom a step can hurt, but for what comes back to its actor.

        None where its odds are not known.
        """
        if self._shown is None or step != self._step:
            return None
        return {id for what in HARM for id in self._shown.marked().get(what, ())}

    def clear(self) -> None:
        """Drops every question and takes away what is shown."""
        self.forget()
        self._view.clear()
        self._blank_targets()

    def ask(self, step: Step) -> None:
        """Asks for the odds of a step, then of its other targets, then of other ways to do it."""
        self.forget()
        self._view.wait()
        self._blank_targets()
        alternatives = self._alternatives(step)
        self.ask_main(step)
        for by, label, answers in alternatives:
            self._job(
                partial(self._fight.search_odds, step, answers=answers),
                partial(self._show_alternative, by, label),
            )
        self._ask_each_target(step)
        for way in islice(self._ways(step), MOST_WAYS):
            self._job(way.search, partial(self._show_way, way))

    def ask_main(self, step: Step) -> None:
        """Asks for the odds of a step itself, after the questions before."""
        self._step = step
        self._job(partial(self._fight.search_odds, step), self._show_main, needed=True)

    def ask_targets(self, step: Step) -> None:
        """Asks only for the odds of possible targets: the command itself is refused as it is."""
        self.clear()
        self._step = step
        with suppress(Refusal, SystemFailed):  # the odds are those of what is declared
            self._step = self._fight.as_done(step)
        self._ask_each_target(self._step)

    def ask_answers(self, decision: Decision) -> None:
        """Asks what each choice of the pending decision leads to."""
        self.forget()
        fight = self._fight
        if fight.pending is None or not fight.begun:
            return
        self._step = fight.pending.step
        measure = self.measure(self._step)
        choices = decision.field.choices[:MOST_DECISIONS]
        known: dict[int, Odds | None] = {}

        def hear(number: int, odds: Odds | None) -> None:
            known[number] = odds
            if len(known) == len(choices):
                by, actor = decision.by, str(self._step.get("actor"))
                harmed = _harmed(known)
                apart = {n: odds and odds.apart_from(actor) for n, odds in known.items()}
                shown: Mapping[int, Odds | None] = apart
                beside: Mapping[int, str] = {}
                if by != actor and (by in harmed or _is_marked(measure.what, apart)):
                    beside = {n: self._harm_to_others(o, by) for n, o in known.items() if o}
                if by != actor and by in harmed:
                    shown = {n: odds and odds.of_only(by) for n, odds in known.items()}
                elif by != actor and harmed == {actor} and not _is_marked(measure.what, apart):
                    shown = known  # it is about harm to the actor
                # Where nothing comes to anybody else, it is about the actor and not about who is
                # asked.
                for_others = _harmed(shown) or _is_marked(measure.what, known, by)
                of_actor = by != actor and not for_others
                # The rules refuse an answer without odds: it is compared with no other.
                leads = lead_to({n: shown[n] for n, odds in known.items() if odds}, measure)
                for answer in known:
                    words = leads.get(answer, "")
                    whose = tr("{name}: {what}", name=self._combatants.name_of(actor), what=words)
                    words = whose if of_actor and words else words
                    if len({*beside.values()}) > 1 and answer in beside:
                        words = " · ".join(filter(None, (words, beside[answer])))
                    self._prompt.show_chance(answer, words, of_hits=measure.what == "hit")

        def wait() -> None:
            if len(known) < len(choices) and self._prompt.decision is decision:
                for number in range(len(choices)):
                    self._prompt.show_chance(number, "…")

        QTimer.singleShot(SLOW, self, wait)
        for number, choice in enumerate(choices):
            search = partial(fight.search_odds_of_answer, choice.value)
            self._job(search, partial(hear, number), whole=True)

    def _harm_to_others(self, odds: Odds, by: str) -> str:
        """How likely others are harmed than the one who answers: ``Pirate 2: harm 59 %``."""
        chances = {who: odds.probability("damage", who) for who in odds.harmed if who != by}
        said = {who: in_percent(p, odds.samples) for who, p in chances.items() if p}
        return " · ".join(
            tr("{name}: harm {p}", name=self._combatants.name_of(who), p=percent)
            for who, percent in said.items()
        )

    def measure(self, step: Mapping[str, Any]) -> display.Measure:
        """How the rules measure a step; else by the damage."""
        measure = self._fight.rules.measure(self._fight.state, step)
        damage = display.Measure("damage", tr("damage", context="odds"))
        return measure or damage

    # ---- which ones

    def _alternatives(self, step: Step) -> list[tuple[str, str, dict[str, Any]]]:
        """Every answer to a question the step asks before its dice: none, a dodge, a parry; and
        who gives it."""
        alternatives = []
        answers: dict[str, Any] = {}
        for decision, default in self._fight.decisions(step):
            if decision.no_benefit or decision.field.kind != "choice":
                continue
            question, name = f"{decision.id}@{decision.by}", self._combatants.name_of(decision.by)
            alternatives += [
                (decision.by, f"{name}: {in_words(c.label)}", {**answers, question: c.value})
                for c in decision.field.choices
                if c.why_not is None
            ]
            answers[question] = default
        return alternatives[:MOST_ANSWERS]

    def _ask_each_target(self, step: Step) -> None:
        for name, editor in self._command.form.chips("combatant"):
            for choice in editor.shown() if "." not in name else ():
                if choice.why_not is None:
                    self._job(
                        partial(self._search, {**step, name: choice.value}),
                        partial(self._show_target, name, choice),
                    )

    def _ways(self, step: Step) -> Iterator[Way]:
        """Other ways: at best; without a ticked box; with another weapon; after another action."""
        form = self._command.form
        best = partial(self._fight.search_odds, step, best_case=True)
        yield Way(tr("at best, paying for it"), best, None)
        for path, box in form.boxes.items():
            editor, field = box.editor, box.field
            if not form.counts(box):
                continue
            if field.kind in ("flag", "reason") and editor.value():
                label = tr("without: {label}", label=editor.label.lower())
                yield self._changed(step, label, path, False)
            elif field.kind == "integer" and len(path) == 1 and _is_counted_out(field):
                more = (editor.value() or 0) + 1
                label = tr("{field}: {choice}", field=editor.label, choice=str(more))
                if more <= (field.maximum or 0):
                    yield self._changed(step, label, path, more)._replace(first=True)
            elif field.kind == "choice" and len(path) == 1:
                for choice in field.choices[:MOST_CHOICES]:
                    if choice.why_not is None and choice.value != editor.value():
                        said = in_words(choice.label)
                        label = tr("{field}: {choice}", field=editor.label, choice=said)
                        yield self._changed(step, label, path, choice.value)
        actor = step.get("actor")
        for option in self._session.options_of(actor) if actor else ():
            if not option.why_not and not option.main and self._asks_nothing(option):
                label = tr("first: {label}", label=self._preferences.word(option))
                yield Way(label, partial(self._search_after, option, step), None, first=True)

    def _changed(self, step: Step, label: str, path: tuple[str, ...], value: Any) -> Way:
        """The step with another value of one field, without those that mean nothing beside it."""
        other = _with(step, path, value)
        for field in (box.field for box in self._command.form.boxes.values()):
            if not field.counts({".".join(path): value}):
                other.pop(field.id, None)
        return Way(label, partial(self._search, other), partial(self._put, path, value))

    @property
    def _is_declared(self) -> bool:
        """Whether the command is only declared now, as the rules allow."""
        option = self._command.option
        return option is not None and option.do == "declare" and not self._command.overruled

    def _search(self, step: Step) -> OddsSearch:
        """Raises Refusal also where what is declared would reach nobody from here."""
        if self._is_declared:
            self._fight.rules.check_reach(self._fight.state, step)
        return self._fight.search_odds(step)

    def _put(self, path: tuple[str, ...], value: Any) -> None:
        """Takes another way: puts its value into the form, where that is still open."""
        if box := self._command.form.boxes.get(path):
            box.editor.put(value)

    def _asks_nothing(self, option: contract.Option) -> bool:
        model = self._fight.rules.commands.get((option.do, option.action))
        return model is not None and set(model.model_fields) <= contract.COMMON

    def _search_after(self, option: contract.Option, step: Step) -> OddsSearch:
        """The odds of a step after an option that asks for nothing. Raises :class:`Refusal`."""
        preview = self._fight.preview(option.as_step())
        if preview.question is not None:
            raise Refusal(tr("this is not certain either"))
        return self._fight.search_odds(step, state=preview.state)

    # ---- where they are shown

    def _show_main(self, odds: Odds | None) -> None:
        self._shown = odds
        fight, step = self._fight, self._step
        combatants = fight.state.combatants
        actor = combatants.get(str(step.get("actor")))
        hurt = self.hurt_by(step) or ()

        def named(id: str) -> str:
            name = self._combatants.name_of(id)
            own = actor and id in combatants and combatants[id].side == actor.side
            return tr("{name}, own side", name=name) if own and id in hurt else name

        marks = {**fight.rules.marks, **fight.rules.marks_for_players}
        at_an_enemy = self._is_enemy(step.get("target"))
        self._view.show_odds(odds, self.measure(step), marks, named, at_an_enemy=at_an_enemy)

    def _show_alternative(self, by: str, label: str, odds: Odds | None) -> None:
        """Shows what an answer leads to; of several targets, for the one who gives it."""
        if odds and len({*odds.harmed} - {str(self._step.get("actor"))}) > 1:
            odds = odds.of_only(by)
        self._view.show_alternative(label, odds)

    def _is_enemy(self, id: object) -> bool:
        """Whether somebody is of another side than who acts."""
        people = self._fight.state.combatants
        actor, other = people.get(str(self._step.get("actor"))), people.get(str(id))
        return bool(actor and other and actor.side != other.side)

    def _show_target(self, field: str, choice: Choice, odds: Odds | None) -> None:
        """Shows how likely it is to reach this one, whomever else it reaches."""
        reading, value = read(odds) if odds is not None else None, choice.value
        each = {target.id: target.hits for target in reading.targets} if reading else {}
        words = [reading.percent(each.get(value, reading.hits))] if reading else []
        if odds and not reading and self._is_enemy(value):
            words.append(in_percent(Fraction(0), odds.samples))
        words += [tr("no damage", context="odds")] if reading and reading.harmless else []
        if odds is None and self._is_declared and choice.note != OUT_OF_REACH:
            words.append(in_words(OUT_OF_REACH))
        for name, editor in self._command.form.chips("combatant"):
            if name == field and repr(value) in editor.chips():
                editor.chips()[repr(value)].show_odds(" · ".join(words))

    def _show_way(self, way: Way, odds: Odds | None) -> None:
        """Shows another way, unless it harms the actor's own side, helps in place of harm, or comes
        to no more than a miss does, where the command itself can come to more."""
        if self._can_do_more(self._shown) and not self._can_do_more(odds):
            return
        people = self._fight.state.combatants
        actor = people.get(str(self._step.get("actor")))
        harmed = {people[who].side for who in odds.harmed if who in people} if odds else set()
        helps = odds is not None and not harmed and not odds.marked().keys().isdisjoint(HELP)
        if helps and self._shown and self._shown.harmed:
            return
        if actor is None or actor.side not in harmed:
            self._view.show_way(way.label, odds, way.take, first=way.first)

    def _can_do_more(self, odds: Odds | None) -> bool:
        """Whether there is more in these odds than what becomes of whom an attack misses, too."""
        return odds is not None and not odds.marked().keys() <= {*self._fight.rules.marks_of_misses}

    def _blank_targets(self) -> None:
        """Takes the odds of the last command off the targets to choose from."""
        for _, editor in self._command.form.chips("combatant"):
            for chip in editor.chips().values():
                if chip.odds:
                    chip.show_odds("…")

    # ---- the queue

    def _job(
        self,
        search: Callable[[], OddsSearch],
        hear: Callable[[Odds | None], None],
        *,
        needed: bool = False,
        whole: bool = False,
    ) -> None:
        """Puts a job in the queue. A refusal is no failure, unless the odds are ``needed``.

        Harm to the actor is heard of apart, unless the odds are wanted ``whole``.
        """

        def take(result: Odds | Exception) -> None:
            if isinstance(result, Odds):
                hear(result if whole else result.apart_from(str(self._step.get("actor", ""))))
                return
            hear(None)
            if needed or not isinstance(result, Refusal):
                self._view.show_trouble(error_in_words(result) or type(result).__name__)

        self.queue.ask(walked(search), take, PAUSE)


def _is_counted_out(field: Field) -> bool:
    """Whether a number says how much is done for it, of a few: segments of aiming."""
    return field.minimum == 0 and 0 < (field.maximum or 0) <= MOST_COUNTED_OUT


def _harmed(answers: Mapping[int, Odds | None]) -> set[str]:
    return {who for odds in answers.values() if odds for who in odds.harmed}


def _is_marked(what: str, answers: Mapping[int, Odds | None], who: str = "") -> bool:
    """Whether any of these can come to it, for ``who`` if one is named."""
    marked = (odds.marked().get(what, ()) for odds in answers.values() if odds)
    return any(who in ids if who else ids for ids in marked)


def _with(step: Step, path: tuple[str, ...], value: Any) -> dict[str, Any]:
    """The step with one value changed, in a record where the path leads into one."""
    name, *inside = path
    inner = _with(step.get(name, {}), tuple(inside), value) if inside else value
    return {**step, name: inner}


PATHS = 8
"""Paths between two readings of the clock."""

PATIENCE = 5.0
"""Seconds of computing for one search before an estimate has to do, and for that estimate."""

PAUSE = 20
"""Milliseconds before the first slice, in which what was just chosen is painted."""


def walked(begin: Callable[[], OddsSearch]) -> Generator[None, None, Odds]:
    """Walks the paths of a search, a few at a time; what goes on for too long is told to hurry."""
    search, spent = begin(), 0.0
    while True:
        begun = perf_counter()
        if search.advance(PATHS):
            return search.odds
        spent += perf_counter() - begun
        if spent > PATIENCE:
            search.hurry()
            spent = 0.0
        yield
