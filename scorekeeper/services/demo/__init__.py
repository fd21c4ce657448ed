"""A league that might be: people with habits, their evenings over the years, every hand played by the real rules."""
