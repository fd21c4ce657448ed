"""Give a server so many threads a process as ROOM says; half of them may be streams.  Python imports this by itself."""

import os

from scorekeeper import settings

settings.THREADS = int(os.environ["ROOM"])
