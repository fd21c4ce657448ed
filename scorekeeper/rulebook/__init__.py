"""Rules in words and questions about them; house rules and own games."""
