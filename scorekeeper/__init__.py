"""Keeps score for the Smear, Schmier, Pitch and Setback family and for Smoke.

Imports nothing: every command, the quick ones too, starts here.
"""

__version__ = "1.0.0"
