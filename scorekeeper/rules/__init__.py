"""The rules of every Smear, Schmier, Pitch and Smoke table, as pure functions of data.  See README.md."""
