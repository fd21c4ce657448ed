"""Games: begun, recorded line by line, replayed, shown."""
