"""A whole league carried out of a database and into another: one document, or tables for a spreadsheet."""
