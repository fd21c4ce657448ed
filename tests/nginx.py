"""nginx in front of a server, in a folder of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path

NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
TEMPORARY = "".join(f"{kind}_temp_path {kind}; " for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))


@contextmanager
def nginx_in(folder, http):
    """Run nginx with that in its `http`; its files lie in `folder`.  It listens at once."""
    user = Path(f"/proc/{os.getpid()}").owner()
    main = f"user {user}; pid nginx.pid; worker_processes 1; events {{ worker_connections 8192; }}"
    (folder / "nginx.conf").write_text(f"{main}\nhttp {{ {TEMPORARY}\n{http}\n}}\n")
    command = [NGINX, "-p", str(folder), "-c", "nginx.conf", "-e", "nginx.log"]
    checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    subprocess.run(command, check=True)  # it goes on by itself once it listens
    try:
        yield
    finally:
        subprocess.run([*command, "-s", "stop"], check=True)
