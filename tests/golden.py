"""The golden sheets of tests/cases: files of `[[case]]` tables, by variant and subject.

`python -m tests.golden NAME` prints the sheet of one case, for `scorekeeper score`.
"""

import sys
import tomllib
from functools import cache
from pathlib import Path

import tomli_w

FOLDER = Path(__file__).parent / "cases"


@cache
def cases():
    """Return all cases by name; the tables of one must not be changed."""
    found = {}
    for file in sorted(FOLDER.glob("*.toml")):
        for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]:
            assert case["name"] not in found, f"{case['name']} is twice in tests/cases"
            found[case["name"]] = case
    return dict(sorted(found.items()))


if __name__ == "__main__":
    sys.stdout.write(tomli_w.dumps(cases()[sys.argv[1]]["sheet"]))
