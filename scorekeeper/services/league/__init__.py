"""A league beyond one game: its seasons and people, what is known of its games, and who leads.

Everything known of a game follows from its lines (`results`), and everything else from that (`summaries`, `ratings`).
It is kept as games finish (`keeping`), in the transaction of the line, and `rebuild` makes it all anew.
"""
