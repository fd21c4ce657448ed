"""Leagues and single games, exported and imported: documents, scoresheets, tables for a spreadsheet."""
