"""How the computer plays VIKTORY II: every question is answered by its own sum, nothing is looked ahead."""
