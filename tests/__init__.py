"""Tests of toolkit; the folders mirror the package file for file."""
