"""Takujo."""
