"""How the secrets of a match are kept where several people share one screen."""

from __future__ import annotations

from enum import StrEnum


class TableKind(StrEnum):
    """The kind of table at which a match with secrets is played. It matters where several people share a screen.

    SHARED: markers are laid behind a curtain, everything else happens on one screen that shows what everybody may know.
    CURTAINS: the screen changes hands with each question, and each seat sees its own markers.
    OPEN: every marker lies face-up, for study, for teaching, and for one person who plays all sides.
    """

    SHARED = "shared"
    CURTAINS = "curtains"
    OPEN = "open"

    @property
    def words(self) -> str:
        """Its name and what it means, in a few words."""
        return f"{self}: {self.meaning}"

    @property
    def meaning(self) -> str:
        """What it means, in a few words."""
        return MEANING[self]


MEANING = {
    TableKind.SHARED: "one screen, backs of markers",
    TableKind.CURTAINS: "the screen changes hands",
    TableKind.OPEN: "every marker face-up",
}
