"""The kinds of error a user can meet.

Every message quotes the offending input, says where it stands and what would be right, in one line.
"""

from __future__ import annotations


class ToolkitError(ValueError):
    """Base of every error this package raises on bad input; its text is one line, ready for a user."""


class NotationError(ToolkitError):
    """A dice expression such as ``"2D6+3"`` cannot be read, or its numbers are out of range."""


class PmfError(ToolkitError):
    """Probabilities that are negative, do not add up to one, or do not fit together."""


class SpecError(ToolkitError):
    """An attack or defence has an impossible number, or would not fit in memory."""


class ScenarioError(ToolkitError):
    """A scenario document has a key or value that cannot be used.

    Parameters
    ----------
    where : str
        Path of the key inside the document, such as ``"defender.models[0].save"``; empty for the whole document.
    message : str
        What is wrong and what would be right.
    """

    def __init__(self, where: str, message: str) -> None:
        self.where = where
        self.message = message
        super().__init__(f"{where}: {message}" if where else message)


class ProfileError(ToolkitError):
    """A profile table is broken, or a name is not in it."""
