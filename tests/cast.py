"""The same people and phones in every test: Alice owns the table, Bob keeps score beside her, Charlie is a stranger."""

FOUR = ("Ann", "Bob", "Cy", "Dee")
FIVE = (*FOUR, "Eve")
SIX = (*FIVE, "Flo")

ALICES, BOBS = "Alice's phone", "Bob's phone"
