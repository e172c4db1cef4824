#!/usr/bin/env bash
# Runs the parts of the test suite one after the other and shows how far it is.
#   scripts/test.sh             all parts
#   scripts/test.sh NAME...     these parts (check stands for all but the tests)
#   scripts/test.sh --list      the names
# A part that fails does not stop the others; the end says which failed and
# how to run each alone. A part that could not run here ends with 77 and says
# why in its last line: it is skipped, which is neither passed nor failed.
set -uo pipefail
cd "$(dirname "$0")/.."

CHECKS=(format lint layers dead modules generated documents web-check vulnerabilities)
TESTS=(build go web-unit commands journeys)

describe() {
  case "$1" in
    format) echo "formatting of the Go sources" ;;
    lint) echo "Go linters" ;;
    layers) echo "import rules and package names" ;;
    dead) echo "code that nothing reaches" ;;
    modules) echo "go.mod and go.sum are tidy, modules verified" ;;
    generated) echo "generated files are up to date" ;;
    documents) echo "links of the documents" ;;
    web-check) echo "web: style, types, layers, dead code, texts" ;;
    vulnerabilities) echo "known vulnerabilities in what the binary calls" ;;
    build) echo "the web app and the binary" ;;
    go) echo "Go: unit, property, storage on SQLite and PostgreSQL, provider contract" ;;
    web-unit) echo "web: unit and route tests" ;;
    commands) echo "the commands that README.md tells people to type" ;;
    journeys) echo "journeys in Chromium at 390 and 1440 px" ;;
    *) return 1 ;;
  esac
}

tool() { make --silent "bin/tools/$1"; }

part_format() {
  tool golangci-lint || return
  bin/tools/golangci-lint fmt --diff || { echo "make fmt mends this"; return 1; }
}
part_lint() { tool golangci-lint && bin/tools/golangci-lint run ./...; }
part_layers() { go test -count=1 ./internal/verification/architecture; }
part_dead() { scripts/dead.sh; }
part_modules() { go mod tidy -diff && go mod verify; }
part_generated() { scripts/generated.sh; }
part_documents() { node scripts/links.mjs; }
part_web-check() { npm --prefix web run --silent check && npm --prefix e2e run --silent check; }
part_vulnerabilities() { scripts/vulnerabilities.sh; }
part_build() { make --silent build && bin/rento version; }
part_go() { go test -count=1 -timeout 45m ./...; }
part_web-unit() { npm --prefix web run --silent test; }
part_commands() { make --silent build && node scripts/commands.mjs; }
part_journeys() { make --silent build && npm --prefix e2e test --silent; }

parts=()
[ $# -gt 0 ] || set -- "${CHECKS[@]}" "${TESTS[@]}"
for name in "$@"; do
  case "$name" in
    --list) for p in "${CHECKS[@]}" "${TESTS[@]}"; do printf '%-16s %s\n' "$p" "$(describe "$p")"; done; exit ;;
    check) parts+=("${CHECKS[@]}") ;;
    *) describe "$name" >/dev/null || { echo "no part is called $name: scripts/test.sh --list" >&2; exit 2; }; parts+=("$name") ;;
  esac
done

# Settings of a person's own server must not reach the ones under test.
for name in PORT $(compgen -e | grep -E '^(RENTO|RAZORPAYX?|SMTP|MSG91)_' | grep -v '^RENTO_TEST_'); do unset "$name"; done

# The test database server lives in a folder of this run and ends with it.
export CI=true CGO_ENABLED=0
TMPDIR=$(mktemp -d)
export TMPDIR
chmod 755 "$TMPDIR"
clean_up() {
  local pid
  for pid in "$TMPDIR"/rento-test-postgres-*/data/postmaster.pid; do
    [ -f "$pid" ] && kill -INT "$(head -n 1 "$pid")" && while [ -f "$pid" ]; do sleep 0.1; done
  done
  rm -rf "$TMPDIR"
}
trap clean_up EXIT

failed=() skipped=()
output=$(mktemp)
for i in "${!parts[@]}"; do
  name=${parts[$i]}
  at="[$((i + 1))/${#parts[@]}] $name"
  printf '\n%s: %s\n' "$at" "$(describe "$name")"
  started=$SECONDS
  "part_$name" </dev/null 2>&1 | tee "$output"
  code=${PIPESTATUS[0]}
  case "$code" in
    0) printf '%s: passed in %d s\n' "$at" $((SECONDS - started)) ;;
    77)
      skipped+=("$name: $(tail -n 1 "$output")")
      printf '%s: skipped\n' "$at"
      ;;
    *)
      printf '%s: FAILED after %d s; alone: scripts/test.sh %s\n' "$at" $((SECONDS - started)) "$name"
      failed+=("$name")
      ;;
  esac
done

echo
for why in ${skipped[@]+"${skipped[@]}"}; do echo "skipped: $why"; done
for name in ${failed[@]+"${failed[@]}"}; do echo "failed: $name (run it alone: scripts/test.sh $name)"; done
echo "parts: $((${#parts[@]} - ${#failed[@]} - ${#skipped[@]})) passed, ${#skipped[@]} skipped, ${#failed[@]} failed"
[ ${#failed[@]} = 0 ]
