"""What the program does, one verb a function.  Session and clock are passed in, and nothing here imports Flask."""
