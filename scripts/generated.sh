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
go run ./cmd/rento openapi >"$fresh/openapi.yaml"
diff -u api/openapi.yaml "$fresh/openapi.yaml" || stale api/openapi.yaml
web/node_modules/.bin/openapi-typescript "$fresh/openapi.yaml" -o "$fresh/schema.d.ts" >/dev/null
diff -u web/src/api/schema.d.ts "$fresh/schema.d.ts" || stale web/src/api/schema.d.ts
