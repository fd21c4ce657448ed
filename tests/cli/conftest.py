"""The command as people type it."""

import os
import subprocess
import sys


def scorekeeper(*arguments, **settings):
    command = [sys.executable, "-m", "scorekeeper", *map(str, arguments)]
    env = {**os.environ, "PYTHONUTF8": "1", **settings}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=env)
