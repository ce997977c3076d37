"""Whole matches in a real Chromium."""
