"""Set the threads of each server process to ROOM; half of them may be streams.  Python imports this by itself."""

import os

from scorekeeper.core import settings

settings.THREADS = int(os.environ["ROOM"])
