#!/bin/sh
# install.sh browser|postgres|nginx|faketime ...: install what tests want from the system, where it is missing and can be
# had.  Where it cannot, those tests skip and say why; with REQUIRE=faketime,nginx they fail.
PATH=$PATH:/usr/sbin

here() { command -v "$1" >/dev/null 2>&1; }

packages() { # NAME PACKAGE...
  name=$1; shift
  if [ "$(id -u)" != 0 ] || ! here apt-get; then
    echo "No $name here, and only root may install it, with apt-get: its tests skip."
    return
  fi
  echo "Installing $name for the tests …"
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$@"; } >/dev/null \
    || echo "$name could not be installed: its tests skip."
}

for what in "$@"; do
  case $what in
    # Playwright, which drives Chromium, runs on a Node of its own, and that needs libatomic, which a bare Debian lacks.
    browser) { here chromium || here chromium-browser || here google-chrome; } && .venv/bin/playwright --version >/dev/null 2>&1 \
      || packages Chromium chromium libatomic1 ;;
    # Debian keeps the server's programs off the path; the tests start one of their own, whatever else runs here.
    postgres) here initdb || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || packages PostgreSQL postgresql ;;
    nginx) here nginx || packages nginx nginx ;;
    faketime) ls /usr/lib/*/faketime/libfaketime.so.1 >/dev/null 2>&1 || packages libfaketime libfaketime ;;
    *) echo "install.sh knows browser, postgres, nginx and faketime, not $what." >&2; exit 2 ;;
  esac
done
