"""The notebooks: generated from their text sources, and run."""
