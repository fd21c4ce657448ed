"""A demo league: people with habits, their evenings over the years, every hand scored by the real rules."""
