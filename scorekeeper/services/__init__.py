"""What the program does, one verb a function; the session and the clock are passed in, and nothing here knows Flask."""
