"""What the pages of a league show."""
