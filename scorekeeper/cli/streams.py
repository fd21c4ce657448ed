"""What the commands read and print: a FILE or the standard input, and errors in one form."""

from __future__ import annotations

import sys
from pathlib import Path

import click

STANDARD_INPUT = "-"


def read_file(file: str) -> bytes:
    """Return the bytes of a file, or of the standard input for "-".  Raises OSError."""
    return sys.stdin.buffer.read() if file == STANDARD_INPUT else Path(file).read_bytes()


def read_text(file: str) -> str:
    """Return the text of a file, or of the standard input for "-".  Raises OSError, UnicodeDecodeError."""
    return read_file(file).decode("utf-8-sig")


def print_error(message: str) -> None:
    """Print what is wrong, one fault per line."""
    for line in message.splitlines():
        click.echo(f"scorekeeper: {line}", err=True)
