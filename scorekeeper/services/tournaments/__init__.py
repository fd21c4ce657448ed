"""Tournaments: founded, drawn, scored and paid out; what happened is a log, all else follows from it."""
