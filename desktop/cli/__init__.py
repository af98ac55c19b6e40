"""The command line: the same work as the window's, without one.

``fraydesk`` alone opens the window; what else it does stands in :data:`COMMANDS`.
What is wrong with a script is said in one line on standard error; the exit status is then 2.
"""

import argparse
import gc
import io
import os
import sys
from collections.abc import Callable, Sequence
from errno import EDQUOT, EFBIG, EINVAL, ENOSPC
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from desktop import assets
from desktop.cli import words
from desktop.cli.words import STOPPED, WRONG_INPUT, in_words, tr
from desktop.languages import LANGUAGES
from desktop.library.errors import LONGEST_FILE_NAME, LibraryError, plain, short
from desktop.plugins import EXAMPLES, add_own, folder
from desktop.rules import SystemFailed, failures, systems
from desktop.rules.text import Text, TextError, none_such, placed

LONGEST_MESSAGE = 600
"""Letters of an error; what it quotes may come from a stranger's file."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Does what the command line says and returns the exit status."""
    _prepare_streams()
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        given = _in_its_language(given)
        if given and given[0] not in COMMANDS and not given[0].startswith("-"):
            given.insert(0, "open")
        # Without words the window opens, at once.
        status = _do(parser().parse_args(given)) if given else _open(None)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return STOPPED
    except (TextError, SystemFailed) as error:
        return _refuse(error)
    except OSError as error:
        if _is_closed_pipe(error):
            # The reader has seen enough: ``fraydesk describe walka | head``.
            _say_no_more()
            return 0
        if error.errno not in (ENOSPC, EDQUOT, EFBIG):
            raise
        _say_no_more()
        said = Text("there is no room for what is printed: {why}", why=error.strerror)
        return _refuse(TextError(said))
    except Exception as error:
        from desktop.rules.table import Refusal

        refusal = error if isinstance(error, Refusal) else systems().blamed(error)
        if refusal is None:
            raise
        return _refuse(refusal)


def _is_closed_pipe(error: OSError) -> bool:
    """Whether nobody reads what is printed any more; Windows calls that an invalid argument."""
    odd = sys.platform == "win32" and error.errno == EINVAL and error.filename is None
    return odd or isinstance(error, BrokenPipeError)


def _say_no_more() -> None:
    """Lets what is still to be printed go, so that Python does not fail with it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refuse(error: Exception) -> int:
    """Says on one line what is wrong: in a box where a program of Windows has no console."""
    said = plain(short(in_words(failures.in_words(error)), LONGEST_MESSAGE))
    print(f"fraydesk: {said}", file=sys.stderr)
    if sys.platform == "win32" and sys.__stderr__ is None:
        import ctypes

        ctypes.windll.user32.MessageBoxW(None, said, "Fraydesk", 0x10)  # with the sign for errors
    return WRONG_INPUT


def _in_its_language(given: Sequence[str]) -> list[str]:
    """Says everything in the language that a word asks for; gives back the other words.

    Raises LibraryError where it is none of ours.
    """
    parser = OneLineParser(prog="fraydesk", add_help=False, allow_abbrev=False)
    parser.add_argument("--language", default="")
    known, others = parser.parse_known_args(given)
    if known.language not in ("", *LANGUAGES):
        problem = none_such(short(known.language), LANGUAGES)
        raise LibraryError(placed("--language", problem))
    words.ask_for(known.language)
    return others


def _do(options: argparse.Namespace) -> int:
    if options.version:
        from desktop import versions

        print(versions.text())
        return 0
    if options.selftest:
        return _selftest()
    if options.command is None:
        return _open(None)
    return COMMANDS[options.command].do(options)


def parser() -> argparse.ArgumentParser:
    """What can be said to the program."""
    parser = ProgramParser(prog="fraydesk", description=tr("The game master's desk."))
    parser.add_argument("--version", action="store_true", help=tr("tell the versions and leave"))
    parser.add_argument(
        "--language", choices=LANGUAGES, help=tr("what people read is in it; else the desktop's")
    )
    parser.add_argument(
        "--selftest", action="store_true", help=tr("start the window, try it, leave")
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=OneLineParser)
    for name, verb in COMMANDS.items():
        does = in_words(verb.help)
        command = commands.add_parser(name, help=does, description=f"{does}.")
        what = "file" if verb.kind is Path else "system"
        command.add_argument(what, metavar=verb.given, type=verb.kind, help=in_words(verb.about))
        verb.more(command.add_argument)
        if verb.json:
            command.add_argument("--json", action="store_true", help=tr("print JSON"))
    return parser


class OneLineParser(argparse.ArgumentParser):
    """Says in one line what is wrong with the words it is given, as with all else."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_INPUT, f"{self.prog}: {plain(short(message, LONGEST_MESSAGE))}\n")


class ProgramParser(OneLineParser):
    """Names the rule systems and the examples when it is asked for help: that takes time."""

    def format_help(self) -> str:
        add_own()
        self.epilog = tr(
            "Rule systems: {systems}. Your own are in {folder}. "
            "Example fights for run, odds and simulate are in {examples}.",
            systems=", ".join(systems()),
            folder=str(folder()),
            examples=str(assets.path("examples")),
        )
        return super().format_help()


# ---- the commands


def _open(campaign: Path | None) -> int:
    if campaign is not None:
        _check_there(campaign)
    # Modules are no garbage: looking through them would be a sixth of the time until a campaign is
    # open. From then on the window looks after it.
    gc.disable()
    # Qt is imported where a window is wanted, and nowhere else.
    from desktop.window.screen import NoScreen, missing_library

    try:
        from desktop.window.app import main as window  # type: ignore[import, unused-ignore]

        return int(window(campaign, words.asked()))
    except (NoScreen, ImportError) as error:
        if isinstance(error, ImportError) and "cannot open shared object file" not in str(error):
            raise
        reason = error if isinstance(error, NoScreen) else missing_library(error)
        raise LibraryError(Text(reason.template, **reason.values)) from None
    finally:
        gc.enable()


def _check_there(campaign: Path) -> None:
    """Raises LibraryError where there is no such file: it may be a command misspelt."""
    from desktop.library.files import is_there

    file = short(campaign, LONGEST_FILE_NAME)
    if not is_there(campaign):
        there_is = ", ".join(COMMANDS)
        said = Text(
            "{file}: there is no such campaign file, nor a command: {there_is}",
            file=file,
            there_is=there_is,
        )
        raise LibraryError(said)
    if campaign.is_dir():
        raise LibraryError(Text("{file}: is a folder, not a campaign file", file=file))


def _selftest() -> int:
    from desktop.window.selftest import run  # type: ignore[import, unused-ignore]

    add_own()
    return int(run(words.asked()))


AddWord = Callable[..., object]
"""Adds a word that a command knows, as argparse's ``add_argument``."""


def _new_words(word: AddWord) -> None:
    word("--sample", metavar="SYSTEM", default="", help=tr("filled with the sample of this system"))
    word("--title", default="", help=tr("of the campaign; the name of the file is usual"))


def _new_system_words(word: AddWord) -> None:
    usual = EXAMPLES[0]
    word("--like", choices=EXAMPLES, default=usual, help=tr("{example} is usual", example=usual))
    where = tr("where it goes; the folder of your own systems is usual")
    word("--folder", type=Path, help=where)


def _check_system_words(word: AddWord) -> None:
    where = tr("where the fight that shows a fault is written; else to a temporary file")
    word("--script", metavar="FILE.json", type=Path, help=where)


def _import_words(word: AddWord) -> None:
    word("--campaign", metavar="CAMPAIGN.fray", type=Path, help=tr("where it goes; else only told"))
    word("--system", default="", help=tr("of rows of a CSV that do not say"))
    word("--catalogue", default="", help=tr("weapon, armor …: of rows of a CSV that do not say"))


def _export_words(word: AddWord) -> None:
    from desktop.library.records import PARTS  # a window is painted before anybody asks

    word("--output", metavar="FILE", type=Path, required=True, help=tr("ending in .json or .csv"))
    word("--what", choices=PARTS, default="all", help=tr("what of it; all is usual"))
    word(
        "--only", metavar="NAME", action="append", default=[], help=tr("only this; may be repeated")
    )
    word("--system", default="", help=tr("of this system only"))
    word("--shipped", action="store_true", help=tr("entries that come with the program, too"))


def _print_words(word: AddWord) -> None:
    word("--output", metavar="FILE.pdf", type=Path, required=True, help=tr("- is standard output"))
    word("--what", choices=WHAT, default="all", help=tr("what of it; all is usual"))
    word(
        "--only", metavar="NAME", action="append", default=[], help=tr("only this; may be repeated")
    )
    word("--paper", choices=PAPERS, default="a4", help=tr("a4 is usual; a5 and 3x5 for cards"))
    word("--ink", choices=("colour", "bw"), default="colour", help=tr("colour is usual"))
    word(
        "--words", choices=("native", "english"),
        help=tr("names of fields; usual as in the window"),
        default="native" if words.chosen().code == "en" else "english",
    )  # fmt: skip


PAPERS = ("a4", "letter", "a5", "3x5")

WHAT = ("all", "sheets", "blank", "cards", "encounter", "map", "report")
"""What ``fraydesk print`` can be asked for."""


def _simulate_words(word: AddWord) -> None:
    word(
        "--fights", metavar="N", type=_whole(1, MOST_FIGHTS), default=FIGHTS,
        help=tr("how many fights are played; {fights} if left out", fights=FIGHTS),
    )  # fmt: skip
    word(
        "--seed", metavar="S", type=_whole(0, 2**63 - 1), default=0,
        help=tr("of the dice: the same seed gives the same figures; 0 if left out"),
    )  # fmt: skip
    word(
        "--workers", metavar="W", type=_whole(1, MOST_WORKERS), default=os.cpu_count() or 1,
        help=tr("processes that play; 1 is this one alone"),
    )  # fmt: skip
    word("--policy", metavar="ID", default="", help=tr("the behaviour of everybody who has none"))
    word(
        "--scheduler", metavar="ADDRESS",
        help=tr("a dask cluster that plays instead, as tcp://HOST:PORT (needs fraydesk[dask])"),
    )  # fmt: skip
    word(
        "--keep", metavar="FOLDER", type=Path,
        help=tr("write the fights that went best and worst for each side there, as fight scripts"),
    )  # fmt: skip


def _whole(low: int, high: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        value = int(text) if text.strip().isascii() and text.strip().isdigit() else low - 1
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(
                tr("needs a whole number from {low} to {high}", low=low, high=high)
            )
        return value

    return number


FIGHTS = 1_000
MOST_FIGHTS = 10_000_000
MOST_WORKERS = 256
"""Of a simulation."""


def _later(module: str) -> Any:
    """A module that is imported when it is asked for: the window has no need of it."""
    add_own()
    return import_module(f"desktop.cli.{module}")


class Verb(NamedTuple):
    """A command: what it does, in code and in words, what it is given, and what that is."""

    do: Callable[[argparse.Namespace], int]
    help: Text
    given: str
    about: Text
    kind: type[Path] | type[str] = Path
    json: bool = True
    more: Callable[[AddWord], object] = lambda word: None
    """Adds the words that only this command knows."""


COMMANDS = {
    "open": Verb(
        lambda options: _open(options.file),
        Text("Open a campaign in the window"), "CAMPAIGN.fray", Text("a campaign file"), json=False,
    ),
    "run": Verb(
        lambda options: _later("terminal").run(options),
        Text("Run a fight script and print how it ends"), "FIGHT.json", Text("a fight script"),
    ),
    "odds": Verb(
        lambda options: _later("terminal").odds(options),
        Text("Print the exact odds of the last step of a fight script"), "FIGHT.json",
        Text("a fight script"),
    ),
    "check": Verb(
        lambda options: _later("terminal").check(options),
        Text("Throw a check of a sheet, or free dice, and print the exact odds"), "CHECK.json",
        Text("a script of a check"),
    ),
    "simulate": Verb(
        lambda options: _later("simulate").simulate(options),
        Text("Play a fight out many times and print how it goes"), "FIGHT.json",
        Text("a fight script, or a sweep of several"), more=_simulate_words,
    ),
    "new": Verb(
        lambda options: _later("terminal").new(options),
        Text("Make a campaign, empty or filled with a sample"), "CAMPAIGN.fray",
        Text("the file to make"), json=False, more=_new_words,
    ),
    "import": Verb(
        lambda options: _later("terminal").import_file(options),
        Text("Tell what a file brings, or bring it into a campaign"), "FILE",
        Text("what was exported, a catalogue as .csv, or another program's file"),
        more=_import_words,
    ),
    "export": Verb(
        lambda options: _later("terminal").export(options),
        Text("Write what is in a campaign to a file that travels"), "CAMPAIGN.fray",
        Text("a campaign file"), json=False, more=_export_words,
    ),
    "print": Verb(
        lambda options: _later("terminal").print_file(options),
        Text("Put what is in a campaign or a script on paper"), "FILE",
        Text("a campaign, a fight script, what import takes; with --what blank also a system"),
        json=False, more=_print_words,
    ),
    "describe": Verb(
        lambda options: _later("terminal").describe(options),
        Text("Print what a fight script of a system can say"), "SYSTEM",
        Text("the id of a system"), str,
    ),
    "new-system": Verb(
        lambda options: _later("terminal").new_system(options),
        Text("Lay down the folder of a new system, to be changed"), "ID",
        Text("the id of the new system"), str, json=False, more=_new_system_words,
    ),
    "check-system": Verb(
        lambda options: _later("terminal").check_system(options),
        Text("Play random fights of a system and look for faults"), "SYSTEM",
        Text("the id of a system"), str, json=False, more=_check_system_words,
    ),
}  # fmt: skip


def _prepare_streams() -> None:
    """Has everything printed in UTF-8, and nowhere where a program of Windows has no console."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
