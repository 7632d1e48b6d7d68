"""Exact values as data, and the tests that compare the public interface with them."""
