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
go run ./internal/fault/catalogue . >"$fresh/faults.json"
diff -u api/faults.json "$fresh/faults.json" || stale api/faults.json
web/node_modules/.bin/openapi-typescript "$fresh/openapi.yaml" -o "$fresh/schema.d.ts" >/dev/null
diff -u web/src/api/schema.d.ts "$fresh/schema.d.ts" || stale web/src/api/schema.d.ts

# The contract keeps the rules that a public linter recommends.
REDOCLY_TELEMETRY=off web/node_modules/.bin/redocly lint --extends=recommended --format=summary api/openapi.yaml
