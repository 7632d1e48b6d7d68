"""Scenario files: TOML and JSON to plain tables and back.

Nothing here decides what a scenario may say; that is `toolkit.rules.document`. A file that cannot be read as tables at all is a
`ScenarioError` whose ``where`` is the file.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomli_w

from toolkit.errors import ScenarioError
from toolkit.rules.values import quote

MAX_BYTES = 1_000_000
"""Largest scenario file that is read; a long one has a few thousand bytes."""
LONGEST_LINE = 100
"""Characters of a list of lists that is written on one line."""
_NUMBERS = re.compile(r"\[\n\s*-?\d[^\s,\]]*(?:,\n\s*-?\d[^\s,\]]*)*\n\s*\]")


def load(path: str | Path) -> dict[str, Any]:
    """Read a scenario file as plain tables.

    Parameters
    ----------
    path : str or Path
        A ``.toml`` or ``.json`` file, UTF-8.

    Returns
    -------
    dict
        As written, for `toolkit.studies.completion.complete` and `toolkit.rules.document.parse`; no key is checked yet.

    Raises
    ------
    ScenarioError
        The file is missing, too large, empty, not UTF-8, or neither TOML nor JSON.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "matchup.toml"
    ...     _ = file.write_text('system = "wh40k_10e"')
    ...     load(file)
    {'system': 'wh40k_10e'}
    """
    name = str(path)
    text = _decoded(_bytes(Path(path), name), name)
    if not text.strip():
        raise ScenarioError(name, 'is empty; start with system = "wh40k_10e"')
    kind = Path(path).suffix.lower()
    try:
        table = tomllib.loads(text) if kind == ".toml" else json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except tomllib.TOMLDecodeError as problem:
        line = re.search(r"line (\d+)", str(problem))
        told = f"{_one_line(problem)}{_in_line(text, int(line[1]) if line else 0)}"
        raise ScenarioError(name, f"is not TOML: {told}; write key = value, text in quotes, each key once") from None
    except json.JSONDecodeError as problem:
        told = f"{_one_line(problem.msg)} (at line {problem.lineno}, column {problem.colno}){_in_line(text, problem.lineno)}"
        raise ScenarioError(name, f'is not JSON: {told}; write "key": value, text in quotes, commas between') from None
    except ScenarioError as problem:
        raise ScenarioError(name, problem.message) from None
    except RecursionError:
        raise ScenarioError(name, "has tables inside tables without end; a scenario has three levels") from None
    except ValueError as problem:  # a number of thousands of digits
        raise ScenarioError(name, f"has an impossible value: {_one_line(problem)}; write numbers as printed") from None
    if not isinstance(table, dict):
        raise ScenarioError(name, f'holds {_what(table)} where a table belongs; write {{"system": …, "attacker": …, "defender": …}}')
    return table


def save(document: Mapping[str, Any], path: str | Path) -> None:
    """Write a scenario document as TOML or JSON, whichever the name of the file ends with.

    The file is complete or untouched: the text goes to a new file beside it, which then takes its place.

    Raises
    ------
    ScenarioError
        The name ends otherwise, the document has a value that the format cannot carry, or the folder cannot be written to.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "matchup.json"
    ...     save({"system": "wh40k_10e"}, file)
    ...     load(file)
    {'system': 'wh40k_10e'}
    """
    name, target = str(path), Path(path)
    kind = _kind(target, name)
    try:
        text = dumps_toml(document) if kind == ".toml" else _json(document)
        content = text.encode()
    except (TypeError, ValueError) as problem:
        raise ScenarioError(name, f"cannot be written: {_one_line(problem)}") from None
    try:
        target = target.resolve()  # a link stays a link
        beside = target.with_name(f".{target.name}.{os.getpid()}.part")
        try:
            with beside.open("xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            if target.exists():
                beside.chmod(target.stat().st_mode)
            beside.replace(target)
        finally:
            beside.unlink(missing_ok=True)
    except (OSError, ValueError) as problem:
        raise ScenarioError(name, f"cannot be written: {_reason(problem)}; choose a folder of your own") from None


def dumps_toml(document: Mapping[str, Any]) -> str:
    """A document as TOML, laid out as the documentation shows it: one line for each key, one heading for each table.

    Lists of lists (corners of a zone, models of a unit) are one line where that is short, else one line for each.

    Examples
    --------
    >>> print(dumps_toml({"system": "wh40k_10e", "defender": {"models": [{"count": 5, "save": "3+"}]}}), end="")
    system = "wh40k_10e"
    <BLANKLINE>
    [[defender.models]]
    count = 5
    save = "3+"
    """
    return _toml(document, "").lstrip("\n")


def _toml(table: Mapping[str, Any], path: str) -> str:
    # tomli-w would squeeze short tables into one line each and spread short lists over many; values and quoting are its work.
    lines, tables = "", ""
    for key, value in table.items():
        heading = path + tomli_w.dumps({key: {}})[1:-2]
        if isinstance(value, Mapping):
            inside = _toml(value, f"{heading}.")
            tables += inside if inside.startswith("\n[") else f"\n[{heading}]\n{inside}"
        elif isinstance(value, (list, tuple)) and value and all(isinstance(entry, Mapping) for entry in value):
            tables += "".join(f"\n[[{heading}]]\n{_toml(entry, f'{heading}.')}" for entry in value)
        else:
            lines += f"{tomli_w.dumps({key: 0})[:-2]}{_laid_out(value)}\n"
    return lines + tables


def _laid_out(value: object) -> str:
    """A value behind its key: on one line, or a long list of lists with one line for each of them."""
    line = _value(value)
    if len(line) <= LONGEST_LINE or not isinstance(value, (list, tuple)) or all(isinstance(each, (str, int, float)) for each in value):
        return line
    return "[\n" + "".join(f"    {_value(each)},\n" for each in value) + "]"


def _value(value: object) -> str:
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{tomli_w.dumps({key: 0})[:-2]}{_value(each)}" for key, each in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_value, value))}]"
    return tomli_w.dumps({"x": value})[4:-1]


def _json(document: Mapping[str, Any]) -> str:
    """A document as JSON, with lists of numbers on one line each; inside a text no line ever ends."""
    text = json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False)
    return _NUMBERS.sub(lambda found: " ".join(found[0].split()).replace("[ ", "[").replace(" ]", "]"), text) + "\n"


# --- reading --------------------------------------------------------------------------------------------------------


def _kind(path: Path, name: str) -> str:
    kind = path.suffix.lower()
    if kind not in (".toml", ".json"):
        raise ScenarioError(name, "is neither TOML nor JSON by its name; a scenario file ends in .toml or .json")
    return kind


def _bytes(path: Path, name: str) -> bytes:
    try:
        if path.is_dir():
            raise ScenarioError(name, "is a folder; name a .toml or .json file in it")
        if not path.exists():
            raise ScenarioError(name, f"does not exist; {_near(path)}")
        _kind(path, name)
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise ScenarioError(name, f"has {size / 1e6:.1f} MB; a scenario file may have {MAX_BYTES / 1e6:.0f} MB at most")
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except ScenarioError:
        raise
    except (OSError, ValueError) as problem:
        raise ScenarioError(name, f"cannot be read: {_reason(problem)}; name a .toml or .json file") from None
    return content


def _near(path: Path) -> str:
    """Scenario files in the same folder, for a name that was mistyped."""
    from difflib import get_close_matches

    folder = path.parent
    if not folder.is_dir():
        return f"neither does the folder {folder}"
    names = sorted(entry.name for entry in folder.iterdir() if entry.suffix.lower() in (".toml", ".json"))
    close = get_close_matches(path.name, names, n=1)
    return f"did you mean {close[0]}?" if close else "name a .toml or .json file"


def _decoded(content: bytes, name: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        before = content[: problem.start]
        line = before.count(b"\n") + 1
        column = len(before) - (before.rfind(b"\n") + 1) + 1
        raise ScenarioError(name, f"is not UTF-8 text (at line {line}, column {column}); save it with the encoding UTF-8") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON table whose keys stand there once: the second would silently win."""
    table: dict[str, Any] = {}
    for key, value in pairs:
        if key in table:
            raise ScenarioError("", f"has the key {quote(key)} twice in one table; write it once")
        table[key] = value
    return table


def _in_line(text: str, number: int) -> str:
    lines = text.split("\n")
    return f" in {quote(lines[number - 1].strip())}" if 0 < number <= len(lines) and lines[number - 1].strip() else ""


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no number")


def _what(value: object) -> str:
    return {list: "a list", str: "text", bool: "true or false", type(None): "null"}.get(type(value), "a number")


def _one_line(problem: object) -> str:
    text = " ".join(str(problem).split())
    return text if len(text) <= 200 else f"{text[:199]}…"


def _reason(problem: Exception) -> str:
    return (problem.strerror or "").lower() if isinstance(problem, OSError) and problem.strerror else _one_line(problem)
