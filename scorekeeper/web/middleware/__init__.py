"""WSGI applications around that of Flask."""
