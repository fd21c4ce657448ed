#!/usr/bin/env bash
# Tests the program as it may be installed beside others: with the lowest version of each package that pyproject.toml
# allows, or the `highest` there is; and as the service's file says, from the lock alone.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
versions=${1:-lowest}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if ! .venv/bin/pip download --quiet --retries 1 --require-hashes --requirement requirements.lock --dest "$folder/got"; then
  echo "Not tested with the $versions versions: no package registry answers here."
  exit 0
fi

.venv/bin/python -m venv "$folder/opt"
unit=$(sed -n "s|^#   /opt/scorekeeper/bin/pip|$folder/opt/bin/pip --quiet|p" scorekeeper/examples/scorekeeper.service)
eval "${unit//CHECKOUT/$PWD}"
(cd "$folder" && opt/bin/scorekeeper create "Legion Post 9" && opt/bin/scorekeeper doctor --quick) >"$folder/said"

.venv/bin/python - "$versions" >"$folder/asked" <<'END'
import sys, tomllib
from pathlib import Path
asked = tomllib.loads(Path("pyproject.toml").read_text())
project, groups = asked["project"], asked["dependency-groups"]
named = [*project["dependencies"], *project["optional-dependencies"]["postgres"], *groups["build"]]
print(*(one.replace(">=", "==") if sys.argv[1] == "lowest" else one for one in named), *groups["test"], sep="\n")
END
.venv/bin/python -m venv "$folder/venv"
if ! "$folder/venv/bin/pip" install --quiet --requirement "$folder/asked" 2>"$folder/why"; then
  tail -n 5 "$folder/why"
  grep -q ResolutionImpossible "$folder/why" && exit 1
  echo "Not tested with the $versions versions: this machine's package registry does not have them all."
  exit 0
fi
"$folder/venv/bin/pip" install --quiet --no-deps --no-build-isolation --editable .
"$folder/venv/bin/python" -m pytest -q -p no:cacheprovider --numprocesses 2 -m 'not deep' tests/cli/test_commands.py \
  tests/cli/test_league_files.py tests/house/test_streams.py tests/games/test_two_phones.py tests/games/test_table.py \
  tests/league/test_standings.py tests/league/test_statistics.py tests/models/test_migrations.py \
  tests/operations/test_backup.py tests/transfer/test_round_trip.py tests/rules/test_cases.py
