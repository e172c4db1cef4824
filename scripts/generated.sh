#!/usr/bin/env bash
# Fails when a generated file that is committed differs from what its
# generator writes now. Nothing in the work tree is changed.
set -euo pipefail
cd "$(dirname "$0")/.."
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT

stale() { echo "stale: $1 (make gen writes it)"; exit 1; }

make --silent bin/tools/sqlc
bin/tools/sqlc diff || stale internal/store/db
go run ./internal/store/schema/markdown >"$fresh/schema.md"
diff -u docs/schema.md "$fresh/schema.md" || stale docs/schema.md
go run ./cmd/rento openapi >"$fresh/openapi.yaml"
diff -u api/openapi.yaml "$fresh/openapi.yaml" || stale api/openapi.yaml
go run ./cmd/rento dunning >"$fresh/dunning.md"
diff -u docs/dunning.md "$fresh/dunning.md" || stale docs/dunning.md
go run ./internal/fault/catalogue . >"$fresh/faults.json"
diff -u api/faults.json "$fresh/faults.json" || stale api/faults.json
web/node_modules/.bin/openapi-typescript "$fresh/openapi.yaml" -o "$fresh/schema.d.ts" >/dev/null
diff -u web/src/api/schema.d.ts "$fresh/schema.d.ts" || stale web/src/api/schema.d.ts

# The contract keeps the rules that a public linter recommends; what it would only warn of is an
# error too. That the linter notices is tried on a copy without a licence.
linted() { REDOCLY_TELEMETRY=off web/node_modules/.bin/redocly lint --extends=recommended-strict --format=summary "$1"; }
linted api/openapi.yaml
sed '/^  license:/,/^    name:/d' api/openapi.yaml >"$fresh/unlicensed.yaml"
said=$(linted "$fresh/unlicensed.yaml" 2>&1) && code=0 || code=$?
if [ "$code" = 0 ] || [[ "$said" != *info-license* ]]; then
  printf '%s\nthe linter ends with %s for a contract without a licence, want a failure that names info-license\n' "$said" "$code"
  exit 1
fi
