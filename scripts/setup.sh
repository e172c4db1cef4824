#!/usr/bin/env bash
# Installs what is missing, and nothing else: a second call needs no network.
#   scripts/setup.sh all        everything that the tests need
#   scripts/setup.sh packages   npm packages alone
#   scripts/setup.sh web|e2e    npm packages of one of them
set -euo pipefail
cd "$(dirname "$0")/.."

CHROMIUM="${CHROMIUM:-/usr/bin/chromium}"

fail() { echo "setup: $*" >&2; exit 1; }

# newer WANTED FOUND says whether FOUND is at least WANTED.
newer() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]; }

require() { # require PROGRAM WANTED FOUND HOW
  [ -n "$3" ] || fail "$1 is missing: install $1 $2 or later ($4)"
  newer "$2" "$3" || fail "$1 $3 is too old: install $1 $2 or later ($4)"
}

check_toolchain() {
  local go node
  go=$(go env GOVERSION 2>/dev/null | sed 's/^go//; s/[- ].*//' || true)
  node=$(node --version 2>/dev/null | sed 's/^v//' || true)
  require Go 1.26 "$go" https://go.dev/dl/
  require Node.js 20.19 "$node" https://nodejs.org/
  command -v npm >/dev/null || fail "npm is missing: it comes with Node.js"
}

install_packages() { # install_packages FOLDER
  node scripts/packages-fresh.mjs "$1" && return
  echo "setup: installing the npm packages of $1/"
  # Not `npm ci`, which refuses a lock file without the optional packages of
  # platforms that a registry does not offer. The locked versions hold all the same.
  npm --prefix "$1" install --no-save --no-audit --no-fund --loglevel=error
  touch "$1/node_modules/.package-lock.json"
}

# The last folder holds the gateway's official SDK, which a test drives.
install_all() {
  local folder
  for folder in web e2e internal/sandbox/nodesdk; do install_packages "$folder"; done
}

has_postgres() {
  compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || command -v initdb >/dev/null
}

# Those that e2e/support/fonts.conf names.
has_fonts() { [ -n "$(find /usr/share/fonts -name DejaVuSans.ttf -print -quit 2>/dev/null)" ]; }

install_programs() {
  local missing=()
  [ -x "$CHROMIUM" ] || missing+=(chromium)
  has_fonts || missing+=(fonts-dejavu-core)
  has_postgres || missing+=(postgresql)
  command -v strace >/dev/null || missing+=(strace)
  [ ${#missing[@]} -gt 0 ] || return 0
  local install="apt-get install --yes --no-install-recommends ${missing[*]}"
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    fail "missing: ${missing[*]}. On Debian or Ubuntu: sudo apt-get update && sudo $install
       Elsewhere install a PostgreSQL server (initdb on the PATH), strace, the DejaVu fonts and Chromium (its path in CHROMIUM)."
  fi
  echo "setup: installing ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  $install >/dev/null
}

# Chromium without a window makes the journeys a fifth quicker, and they pass without it too: it is installed where
# that is possible, and where it is not, nothing is said to be missing.
install_headless_shell() {
  local shell=chromium-headless-shell
  [ "$CHROMIUM" = /usr/bin/chromium ] && [ ! -x "/usr/bin/$shell" ] && [ "$(id -u)" = 0 ] || return 0
  apt-cache show "$shell" >/dev/null 2>&1 || return 0
  echo "setup: installing $shell"
  DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "$shell" >/dev/null 2>&1 ||
    echo "setup: $shell cannot be installed here; the journeys use $CHROMIUM"
}

check_toolchain
case "${1:-all}" in
  all) install_all; install_programs; install_headless_shell ;;
  packages) install_all ;;
  web | e2e) install_packages "$1" ;;
  *) fail "unknown part $1" ;;
esac
