"""A league beyond one game: its seasons and people, statistics, ratings, standings and awards.

What a game counts for follows from its lines and is stored when it finishes, in the transaction of the line
(`results`), with the ratings after it (`ratings`); `operations` computes both again.  Sums over games are asked of the
database when a page is shown (`totals`).
"""
