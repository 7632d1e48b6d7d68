"""The exact engine: numbers in, distributions out; it knows no rule by name. Start reading at `toolkit.attack.sequence`."""
