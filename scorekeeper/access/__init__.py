"""Who may do what: phones, their roles, how they join a league and who owns it."""
