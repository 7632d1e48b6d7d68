"""The command line: ``toolkit lab``, ``toolkit crunch``, ``toolkit policy``, ``toolkit rules``.

Bad input ends with exit code 2 and one line on stderr that says where, what, and what would be right; nothing is printed before
everything is known. Each command imports what it needs, so that ``toolkit --help`` is quick.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from toolkit import __version__
from toolkit.errors import ToolkitError

if TYPE_CHECKING:
    from toolkit.rules.rule import Rule
    from toolkit.rules.system import Game

NOTE = "Unofficial: not made or endorsed by the publishers of any game. Numbers and mechanics are given in our own words."


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Parameters
    ----------
    argv : sequence of str, optional
        What stands after ``toolkit``; the arguments of the process otherwise.

    Returns
    -------
    int
        Exit code: 0, or 2 for bad input.

    Examples
    --------
    >>> main(["rules", "--system", "wh40k_10e"])  # doctest: +ELLIPSIS
    Warhammer 40,000, 10th edition...
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # pyright: ignore[reportAttributeAccessIssue]
    try:
        options, rest = _parser().parse_known_args(argv)
        if rest and options.run is not lab:
            raise ToolkitError(f'{options.command}: unknown argument "{rest[0]}"; see "toolkit {options.command} --help"')
        options.rest = rest
        code = options.run(options)
        sys.stdout.flush()  # a reader that has gone is noticed here, not when the process ends
        return code
    except ToolkitError as problem:
        line = " ".join("".join(c if c.isprintable() else " " for c in str(problem)).split())
        print(f"toolkit: {line}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader, such as "head", has seen enough
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130


# --- crunch ---------------------------------------------------------------------------------------------------------


def crunch(options: argparse.Namespace) -> int:
    """Answer one scenario file."""
    from toolkit.studies.any_game import crunch as answer
    from toolkit.studies.files import load
    from toolkit.studies.report import to_json, to_text
    from toolkit.studies.result import Result
    from toolkit.studies.t9a import report as t9a

    document = load(options.file)
    try:
        result = answer(document, exact=options.exact)
        if isinstance(result, Result):
            text = _json(to_json(result)) if options.json else to_text(result)
        else:
            text = _json(t9a.to_json(result)) if options.json else t9a.to_text(result)
    except ToolkitError as problem:
        raise ToolkitError(f"{options.file}: {problem}") from None
    except MemoryError:
        raise ToolkitError(f"{options.file}: the matchup does not fit in memory; give fewer models, wounds or attacks") from None
    print(text)
    return 0


# --- policy ---------------------------------------------------------------------------------------------------------


def policy(options: argparse.Namespace) -> int:
    """The best use of one Command Re-roll in a scenario file."""
    from fractions import Fraction

    from toolkit.studies.files import load
    from toolkit.studies.policy import command_reroll

    document = load(options.file)
    try:
        answer = command_reroll(
            document, options.goal, models=options.models, exact=options.exact, side="defender" if options.defender else "attacker"
        )
    except ToolkitError as problem:
        raise ToolkitError(f"{options.file}: {problem}") from None
    if not options.json:
        print(answer.text)
        return 0

    def shown(value: Fraction | float) -> float | str:
        return f"{value.numerator}/{value.denominator}" if isinstance(value, Fraction) else value

    best = answer.best
    told = {
        "goal": str(best.goal), "side": best.side, "without": shown(best.without), "with": shown(best.value), "policy": list(best.words),
        "simple": {name: shown(value) for name, value in best.simple}, "over_simple": shown(best.over_simple),
        "not_calculated": list(answer.not_calculated),
    }  # fmt: skip
    print(_json(told))
    return 0


# --- rules ----------------------------------------------------------------------------------------------------------


def rules(options: argparse.Namespace) -> int:
    """List every rule of one system, or of all; or what covers which rule of the sources."""
    if options.coverage:
        return _coverage(options)
    from toolkit.systems import GAMES, game

    try:
        systems = [game(name) for name in ([options.system] if options.system else GAMES)]
    except ToolkitError as problem:
        raise ToolkitError(f"--system: {getattr(problem, 'message', problem)}") from None
    if options.json:
        print(_json([_rule_table(rule, system) for system in systems for rule in system.rules]))
    else:
        print("\n\n".join(_rule_list(system) for system in systems))
    return 0


def _coverage(options: argparse.Namespace) -> int:
    from dataclasses import asdict

    from toolkit.studies.coverage import coverage, to_text

    if options.system:
        raise ToolkitError("--coverage: the table is about all systems together; leave out --system")
    print(_json([asdict(row) for row in coverage()]) if options.json else to_text())
    return 0


def _rule_table(rule: Rule, system: Game) -> dict[str, Any]:
    from toolkit.rules.describe import describe_condition, describe_rule
    from toolkit.rules.legality import describe_use

    return {
        "system": system.id,
        "id": rule.id,
        "name": rule.name,
        "group": rule.group,
        "side": rule.side,
        "summary": rule.summary,
        "changes": describe_rule(rule, system.facts),
        "when": describe_condition(rule.when, system.facts),
        "source": rule.source,
        "spelling": rule.example or rule.name,
        "aliases": list(rule.aliases),
        "cp": rule.cp,
        "use": describe_use(rule.use) if rule.use else None,
    }


def _rule_list(system: Game) -> str:
    lines = [f"{system.title} ({system.id}, unofficial): {len(system.rules)} rules"]
    group = ""
    for rule in system.rules:
        if rule.group != group:
            group = rule.group
            lines += ["", group, "-" * len(group)]
        told = _rule_table(rule, system)
        lines += ["", f"{_title(rule)}  [{rule.id}]", f"  {rule.summary}", f"  Changes: {told['changes']}"]
        lines += [f"  Used:    {told['use']}"] if told["use"] else []
        lines += [f"  When:    {told['when']}", f"  Side:    {rule.side}", f"  Source:  {rule.source}"]
    return "\n".join(lines)


def _title(rule: Rule) -> str:
    cost = f"  ({rule.cp} CP)" if rule.cp else ""
    return rule.name.replace("{x}", "X").replace("{k}", "KEYWORD") + cost


# --- lab ------------------------------------------------------------------------------------------------------------


def lab(options: argparse.Namespace) -> int:
    """Open JupyterLab on the start notebook."""
    notebook = start_notebook(Path.cwd())
    try:
        from jupyterlab.labapp import main as jupyterlab
    except ImportError:
        raise ToolkitError(
            f"lab: JupyterLab is not installed beside {sys.executable}; install toolkit again, or jupyterlab with pip"
        ) from None
    house = notebook.parent.parent
    # A starting address rather than a file to open: it is also part of the address that --no-browser prints.
    start = f"/lab/tree/{notebook.relative_to(house).as_posix()}"
    # Jupyter refuses to run as root; in a container there is often nobody else, and the server only listens on this computer.
    root = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    # JupyterLab asks its publisher for news and updates otherwise, and asks the reader first; nothing here needs the network
    quiet = ["--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    paths = [str(Path(__file__).resolve().parent / "jupyter_config"), os.environ.get("JUPYTER_CONFIG_PATH", "")]
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(path for path in paths if path)
    jupyterlab([f"--ServerApp.root_dir={house}", f"--LabApp.default_url={start}", *quiet, *root, *options.rest])
    return 0


def start_notebook(folder: Path) -> Path:
    """The start notebook of the checkout that `folder` lies in, or of the one the package was installed from.

    Where only its text source is there, the notebook is made from it.

    Raises
    ------
    ToolkitError
        If there is none.

    Examples
    --------
    >>> start_notebook(Path(__file__).parent).name
    'start_here.ipynb'
    """
    package = Path(__file__).resolve().parent
    for house in (folder, *folder.parents, package.parent):
        notebook = house / "notebooks" / "start_here.ipynb"
        if notebook.is_file():
            return notebook
        if notebook.with_suffix(".py").is_file():
            return _from_source(notebook)
    raise ToolkitError(
        f"lab: no notebooks/start_here.ipynb in {folder}, above it or beside the package; change to a copy of the repository"
    )


def _from_source(notebook: Path) -> Path:
    try:
        import jupytext

        jupytext.write(jupytext.read(notebook.with_suffix(".py")), notebook)
    except ImportError:
        raise ToolkitError(f"lab: {notebook} has to be made from its .py source, which needs jupytext; install it with pip") from None
    except OSError as problem:
        raise ToolkitError(f"lab: {notebook} cannot be written: {problem.strerror}; use a copy of the repository that is yours") from None
    return notebook


# --- arguments ------------------------------------------------------------------------------------------------------


class _Parser(argparse.ArgumentParser):
    """Errors as one line; an example at the end of every help."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter, **settings)

    def error(self, message: str) -> NoReturn:
        command = self.prog.removeprefix("toolkit").strip()
        raise ToolkitError(f'{f"{command}: " if command else ""}{message}; see "{self.prog} --help"')


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="toolkit", description="Exact odds for tabletop wargames.", epilog=f"example:\n  toolkit crunch matchup.toml\n\n{NOTE}"
    )
    parser.add_argument("--version", action="version", version=f"toolkit {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=_Parser)

    command = commands.add_parser(
        "lab",
        help="open JupyterLab on the start notebook",
        description="Open JupyterLab on the start notebook. Other arguments go to JupyterLab.",
        epilog="example:\n  toolkit lab --no-browser --port 8899",
    )
    command.set_defaults(run=lab)

    command = commands.add_parser(
        "crunch",
        help="answer one scenario file",
        description="What does this attacker do to this defender? Answers a scenario file (.toml or .json), exactly.",
        epilog="example:\n  toolkit crunch matchup.toml\n  toolkit crunch matchup.toml --json --exact",
    )
    command.add_argument("file", metavar="FILE", help="scenario file (.toml or .json)")
    command.add_argument("--json", action="store_true", help="print one JSON object instead of text")
    command.add_argument("--exact", action="store_true", help='fractions instead of floats ("num/den" in JSON)')
    command.set_defaults(run=crunch)

    command = commands.add_parser(
        "policy",
        help="the best use of one Command Re-roll",
        description="When to spend one Command Re-roll, for a goal, and what that is worth; dice of a step are seen together.",
        epilog='example:\n  toolkit policy matchup.toml --goal destroy --exact\n  toolkit policy matchup.toml --goal "at least" --models 3',
    )
    command.add_argument("file", metavar="FILE", help="scenario file (.toml or .json)")
    goals = ("mean damage", "mean slain", "destroy", "at least")
    command.add_argument("--goal", choices=goals, default="mean damage", help=f"{', '.join(goals)}; mean damage if left out")
    command.add_argument("--models", type=int, default=1, metavar="N", help='how many models for the goal "at least"')
    command.add_argument("--defender", action="store_true", help="the defender has the re-roll, for a saving throw")
    command.add_argument("--json", action="store_true", help="print one JSON object instead of text")
    command.add_argument("--exact", action="store_true", help='fractions instead of floats ("num/den" in JSON)')
    command.set_defaults(run=policy)

    command = commands.add_parser(
        "rules",
        help="list the rules that are calculated",
        description="Every rule that is calculated: what it changes, when it holds, and where it comes from.",
        epilog="example:\n  toolkit rules --system wh40k_10e\n  toolkit rules --coverage",
    )
    command.add_argument("--system", metavar="S", help="only this game system, such as wh40k_10e")
    command.add_argument("--json", action="store_true", help="print a JSON list instead of text")
    command.add_argument("--coverage", action="store_true", help="which record, function or test covers each rule of the sources")
    command.set_defaults(run=rules)
    return parser


def _json(value: object) -> str:
    import json

    return json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False)
