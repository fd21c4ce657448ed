"""Tournaments as pure functions: draws, standings, prizes and payouts.  Standard library only; data in, data out."""
