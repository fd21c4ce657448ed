"""What templates are given: small values, ready to be written out.  Nothing here reads a request or a database."""
