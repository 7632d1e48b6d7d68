"""A slow, independent referee for the 10th edition attack sequence: it shares no code with the toolkit."""
