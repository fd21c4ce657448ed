"""A league beyond one game: its seasons and people, statistics, ratings, standings and awards.

What a game counts for follows from its lines (`results`), and everything else from that (`totals`, `ratings`).  It is
stored when a game finishes (`projections`), in the transaction of the line; `operations.rebuild` computes all of it
again.
"""
