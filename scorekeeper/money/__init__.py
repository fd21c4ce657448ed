"""The ledger of a league, who owes whom, and payments."""
