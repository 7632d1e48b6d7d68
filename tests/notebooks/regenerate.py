"""Write every notebook from its text source: ``python -m tests.notebooks.regenerate``.

``notebooks/**/*.py`` (jupytext py:percent) are the sources; the ``.ipynb`` beside each is generated, without outputs, so that the same
source always gives the same file.
"""

from __future__ import annotations

import sys
from pathlib import Path

import jupytext
import nbformat

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"


def sources() -> list[Path]:
    """Return the text sources of all notebooks."""
    return sorted(path for path in NOTEBOOKS.rglob("*.py") if ".ipynb_checkpoints" not in path.parts)


def generate(source: Path) -> str:
    """Return the text of the .ipynb that belongs to `source`."""
    notebook = jupytext.reads(source.read_text(encoding="utf-8"), fmt="py:percent")
    notebook.metadata = nbformat.from_dict(
        {
            "jupytext": {"formats": "ipynb,py:percent"},
            "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        }
    )
    for number, cell in enumerate(notebook.cells):
        # jupytext draws cell ids at random; ours follow the order
        cell["id"] = f"{source.stem.replace('_', '-')}-{number}"
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    nbformat.validate(notebook)
    return nbformat.writes(notebook, ensure_ascii=False, indent=1) + "\n"


def main() -> None:
    """Write all notebooks, and say which changed."""
    for source in sources():
        target = source.with_suffix(".ipynb")
        text = generate(source)
        if not target.exists() or target.read_text(encoding="utf-8") != text:
            target.write_text(text, encoding="utf-8", newline="\n")
            sys.stdout.write(f"wrote {target.relative_to(NOTEBOOKS.parent)}\n")


if __name__ == "__main__":
    main()
