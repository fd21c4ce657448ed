"""What the program does, one function per action.  Session and clock are passed in, and nothing here imports Flask."""
