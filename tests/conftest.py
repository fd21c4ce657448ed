"""What holds for every test: nobody's real games are touched, and a busy machine is no failure."""

from __future__ import annotations

import os

import hypothesis

for name in ("DATABASE_URL", "FLASK_DEBUG", "LAN", "PORT", "SECRET_KEY", "TRUSTED_HOSTS"):
    os.environ.pop(name, None)

hypothesis.settings.register_profile("here", deadline=None)
hypothesis.settings.load_profile("here")
