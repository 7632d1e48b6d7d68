"""Tests that drive a real browser against a real JupyterLab and Voila."""
