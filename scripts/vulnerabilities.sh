#!/usr/bin/env bash
# Looks for known vulnerabilities that the binary can reach. The database is
# GOVULNDB (an address or file:///a/folder, see docs/security.md) or Go's
# public one. Without a database to ask, it ends with 77 and says why: nothing
# was checked, which scripts/test.sh counts as skipped, for the suite must run
# offline.
set -euo pipefail
cd "$(dirname "$0")/.."

make --silent bin/tools/govulncheck
database="${GOVULNDB:-https://vuln.go.dev}"

case "$database" in
  file://*) [ -d "${database#file://}" ] || { echo "GOVULNDB names no folder: $database" >&2; exit 1; } ;;
  *)
    if ! node -e 'fetch(process.argv[1], { signal: AbortSignal.timeout(10_000) }).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))' "$database/index/db.json"; then
      echo "the vulnerability database cannot be reached (set GOVULNDB to a local copy to check offline)"
      exit 77
    fi
    ;;
esac
bin/tools/govulncheck -db "$database" ./...
