"""`python -m scorekeeper` is the `scorekeeper` command."""

from scorekeeper.cli import main

if __name__ == "__main__":
    main()
