"""A digest of the source of the rules: what a run of `make mutate` was about."""

import hashlib
from pathlib import Path

RULES = Path(__file__).resolve().parents[1] / "scorekeeper" / "rules"


def digest_of(folder: Path = RULES) -> str:
    sources = sorted(folder.rglob("*.py"), key=lambda path: path.relative_to(folder).as_posix())
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in sources)).hexdigest()[:16]
