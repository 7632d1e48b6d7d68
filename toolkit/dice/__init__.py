"""Dice and their distributions; nothing here knows a game."""
