"""The variants: one TOML file each (README.md has the format), read by `catalogue`."""
