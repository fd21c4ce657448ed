"""Telling phones that follow a game when it moves."""
