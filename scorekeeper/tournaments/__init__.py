"""Tournaments: created, drawn, scored and paid out; what happened is a log, and all else follows from it."""
