"""Home sends nothing yet: joining a table by its code comes with the roles (issue 5)."""
