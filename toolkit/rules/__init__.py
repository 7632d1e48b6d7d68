"""The language in which a game's rules are written, and the resolver that turns them into numbers; no game is known here."""
