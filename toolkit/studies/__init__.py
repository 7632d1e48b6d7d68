"""Questions a player asks; they join profiles, rules and engine, and return distributions and tables."""
