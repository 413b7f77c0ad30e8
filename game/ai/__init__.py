"""Computer players: choose(view, decision) -> option."""
