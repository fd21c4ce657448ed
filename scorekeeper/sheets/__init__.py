"""Everything Scorekeeper says about rules and scores: rules sheets, reasons, refusals, answers."""
