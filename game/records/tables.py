"""The kinds of table: how the secrets of a match are kept if several people share one screen."""

from __future__ import annotations

from enum import StrEnum


class TableKind(StrEnum):
    """The kind of table at which a match with secrets is played. It matters if several people share a screen.

    SHARED: markers are laid behind a curtain, everything else happens on one screen that shows what everybody may know.
    CURTAINS: the screen changes hands with each question, and each seat sees its own markers.
    OPEN: every marker lies face-up, for study, for teaching, or for one person that plays all sides.
    """

    SHARED = "shared"
    CURTAINS = "curtains"
    OPEN = "open"

    @property
    def words(self) -> str:
        """The kind and its meaning, in a few words."""
        return f"{self}: {self.meaning}"

    @property
    def meaning(self) -> str:
        """What the kind of table means, in a few words."""
        return MEANING[self]


MEANING = {
    TableKind.SHARED: "one screen, backs of markers",
    TableKind.CURTAINS: "the screen changes hands",
    TableKind.OPEN: "every marker face-up",
}
