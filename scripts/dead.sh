#!/usr/bin/env bash
# Fails on functions that no program of the project can reach. What only tests
# use belongs in a test file or in testkit, which is left out.
set -euo pipefail
cd "$(dirname "$0")/.."
make --silent bin/tools/deadcode
reached=$(bin/tools/deadcode -filter '^rento/' ./cmd/... ./bench/...)
found=$(grep -v -e '^internal/testkit/' -e '^internal/store/db/' <<<"$reached" | sed '/^$/d' || true)
[ -z "$found" ] || { printf '%s\n' "$found"; exit 1; }
