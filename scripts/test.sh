#!/usr/bin/env bash
# Runs the parts of the test suite and shows how far it is. The Go tests, which
# often wait, run beside the checks and the tests of the web app; what a part
# prints stands together, and comes when the part ends. Which tests fail is said at once.
#   scripts/test.sh                      what make test runs, some minutes
#   scripts/test.sh --verify             everything, as make verify
#   scripts/test.sh [--verify] NAME...   these parts (check stands for all but the tests)
#   scripts/test.sh --list               the names
# What has passed for this commit is not run again by --verify.
# A part that fails does not stop the others; the end says which failed, what
# each of them said last, and how to run it alone. A part that could not run here ends with 77 and says
# why in its last line: it is skipped, which is neither passed nor failed.
set -uo pipefail
cd "$(dirname "$0")/.."

CHECKS=(format lint layers dead modules generated documents web-check vulnerabilities)
TESTS=(build go web-unit commands journeys)
MORE=(walks every-way) # of make verify alone

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
    go) echo "Go: unit, property, storage, provider contract${verify:+, on SQLite and on PostgreSQL}" ;;
    web-unit) echo "web: unit and route tests" ;;
    commands) echo "the commands that README.md tells people to type" ;;
    journeys) if [ -n "$verify" ]; then echo "all journeys in Chromium, at 390 and 1440 px"; else echo "a journey of each flow in Chromium"; fi ;;
    walks) echo "the flows by keyboard, on small screens, with large letters and in Hindi" ;;
    every-way) echo "each gateway and way of auto debit with each outcome" ;;
    *) return 1 ;;
  esac
}

tool() { make --silent "bin/tools/$1"; }

# generated_once SCRIPT prints the npm script to run: without generating where this run has done so, as a build does
# before each of its files. It takes as long as a tenth of the tests of the web app.
generated_once() {
  if grep -qsx 0 "$results/build.code"; then echo "$1:only"; else echo "$1"; fi
}

part_format() {
  tool golangci-lint || return
  bin/tools/golangci-lint fmt --diff || { echo "make fmt mends this"; return 1; }
}
# A fifth of its processor time went into collecting garbage of a heap that is soon gone.
part_lint() { tool golangci-lint && GOGC=400 bin/tools/golangci-lint run ./...; }
# Go does not see what a test has other programs read, so what it remembers of these tests is no proof.
part_layers() { go test -count=1 ./internal/verification/architecture; }
part_dead() { scripts/dead.sh; }
part_modules() { go mod tidy -diff && go mod verify; }
part_generated() { scripts/generated.sh; }
part_documents() { node scripts/links.mjs; }
part_web-check() { npm --prefix web run --silent "$(generated_once check)" && npm --prefix e2e run --silent check; }
part_vulnerabilities() { scripts/vulnerabilities.sh; }
part_build() { make --silent build && bin/rento version; }
# Without vet, which is among the linters, and without what debuggers read, which takes as long to link as the tests run.
# What has not changed since it passed is not run again: Go knows. The tests of the part layers are not among them, and
# programs that are killed again and again, which Go does not know, belong to make verify.
part_go() {
  local packages flags=(-timeout 45m -vet=off '-ldflags=-s -w')
  packages=$(go list ./... | grep -vE '/verification/(architecture|crash)$') || return
  xargs go test "${flags[@]}" <<<"$packages" || return
  [ -z "$verify" ] || go test "${flags[@]}" -count=1 ./internal/verification/crash
}
# The messages that a build generates are for browsers alone; tests of plain rules run without one.
part_web-unit() { npm --prefix web run --silent test; }
part_commands() { make --silent build && node scripts/commands.mjs; }
part_journeys() { make --silent build && if [ -n "$verify" ]; then npm --prefix e2e test --silent; else npm --prefix e2e run --silent quick; fi; }
part_walks() { make --silent build && npm --prefix e2e run --silent walk; }
part_every-way() { make --silent build && npm --prefix e2e run --silent every-way; }

verify='' parts=()
if [ "${1-}" = --verify ]; then
  verify=yes
  shift
fi
whole=("${CHECKS[@]}" "${TESTS[@]}" ${verify:+"${MORE[@]}"})
all=''
[ $# -gt 0 ] || { all=yes && set -- "${whole[@]}"; }
for name in "$@"; do
  case "$name" in
    --list) for p in "${CHECKS[@]}" "${TESTS[@]}" "${MORE[@]}"; do printf '%-16s %s\n' "$p" "$(describe "$p")"; done; exit ;;
    check) parts+=("${CHECKS[@]}") ;;
    *) describe "$name" >/dev/null || { echo "no part is called $name: scripts/test.sh --list" >&2; exit 2; }; parts+=("$name") ;;
  esac
done

# Settings of a person's own server must not reach the ones under test.
for name in $(grep -oE 'env:"[A-Z0-9_]+' internal/config/config.go | cut -d'"' -f2) $(compgen -e RENTO_ | grep -v '^RENTO_TEST_'); do unset "$name"; done
unset RENTO_TEST_ENGINE SIM_SEED SIM_SEEDS SIM_FIRST SIM_STEP PAYLOAD_SEEDS # nor a choice of what is tried

# memory_folder prints a folder whose files are in memory, if there is one with room for a run from which programs may
# start. A test's database is up to 700 files: on a disk, making and removing them took a third of what some parts took.
memory_folder() {
  local folder=/dev/shm least=$((2 << 20)) free available tried # KiB
  [ -w "$folder" ] || return
  free=$(df --output=avail -k "$folder" | tail -n 1)
  available=$(awk '/^MemAvailable/ { print $2 }' /proc/meminfo)
  [ "$free" -ge "$least" ] && [ "$available" -ge $((3 * least)) ] || return
  tried=$(mktemp -p "$folder") && printf '#!/bin/sh\n' >"$tried" && chmod 700 "$tried" && "$tried" && echo "$folder"
  rm -f "$tried"
}

# What tests write lives in a folder of this run, the test database server too, and ends with it.
export CI=true CGO_ENABLED=0
# As make build has it: each package is compiled once for all parts, wherever the sources are.
GOFLAGS="$(go env GOFLAGS) -trimpath"
export GOFLAGS
# Of one checkout the folder is always the same, since Go runs a test again whose TMPDIR has changed.
memory=$(memory_folder)
TMPDIR="${memory:-/tmp}/rento-test-$(cksum <<<"$PWD" | cut -d ' ' -f 1)"
mkdir -p bin && exec 8>bin/.test.lock
if flock -n 8; then rm -rf "$TMPDIR" && mkdir "$TMPDIR"; else TMPDIR=$(mktemp -d -p "${memory:-/tmp}"); fi # another run is on
export TMPDIR
chmod 755 "$TMPDIR"
[ -z "$verify" ] || export RENTO_TEST_VERIFY=1
clean_up() {
  local pid
  for pid in "$TMPDIR"/rento-test-postgres-*/data/postmaster.pid; do
    [ -f "$pid" ] && kill -INT "$(head -n 1 "$pid")" && while [ -f "$pid" ]; do sleep 0.1; done
  done
  rm -rf "$TMPDIR"
}
trap clean_up EXIT

results=$(mktemp -d)

# clean_commit prints the commit that is checked out, nothing where something is changed.
clean_commit() { [ -z "$(git status --porcelain 2>/dev/null)" ] && git rev-parse HEAD 2>/dev/null; }
commit=$(clean_commit)
[ -z "${TODAY-}" ] || commit='' # of another day nothing is noted

# run_part NAME runs a part and leaves its output and its code in $results.
run_part() {
  local name=$1 started=$SECONDS code passed="bin/verified.parts/$1"
  printf '\n%s: %s\n' "$name" "$(describe "$name")"
  if [ -n "$verify" ] && [ -n "$commit" ] && [ "$(cat "$passed" 2>/dev/null)" = "$commit" ]; then
    echo "$name: has passed for this commit already"
    echo 0 >"$results/$name.code"
    return
  fi
  "part_$name" </dev/null 2>&1 | tee "$results/$name.output"
  code=${PIPESTATUS[0]}
  echo "$code" >"$results/$name.code"
  case "$code" in
    0)
      printf '%s: passed in %d s\n' "$name" $((SECONDS - started))
      [ -z "$verify" ] || [ -z "$commit" ] || [ "$(clean_commit)" != "$commit" ] || { mkdir -p bin/verified.parts && echo "$commit" >"$passed"; }
      ;;
    77) printf '%s: skipped\n' "$name" ;;
    *) printf '%s: FAILED after %d s; alone: scripts/test.sh %s\n' "$name" $((SECONDS - started)) "${verify:+--verify }$name" ;;
  esac
}

# run_together NAME... runs parts one after the other beside others. It prints
# which tests fail at once, and all that a part says when it has ended.
run_together() {
  local name
  for name in "$@"; do
    run_part "$name" 2>&1 | tee "$results/$name.all" | sed -nu "s/^\(--- FAIL\|FAIL\|failed\)[: ].*/$name: &/p"
    { flock 9; cat "$results/$name.all"; } 9>"$results/printing"
  done
}

# What the others need comes first; what a busy machine disturbs, last and alone.
first=() beside=() last=()
for name in "${parts[@]}"; do
  case "$name" in
    build) first+=("$name") ;;
    commands | journeys | walks | every-way) last+=("$name") ;;
    *) beside+=("$name") ;;
  esac
done
for name in ${first[@]+"${first[@]}"}; do run_part "$name"; done
if [[ " ${beside[*]-} " == *" go "* ]] && [ ${#beside[@]} -gt 1 ]; then
  others=()
  for name in "${beside[@]}"; do [ "$name" = go ] || others+=("$name"); done
  printf '\nbeside each other: go; %s\n' "${others[*]}"
  run_together go &
  run_together "${others[@]}"
  wait
else
  for name in ${beside[@]+"${beside[@]}"}; do run_part "$name"; done
fi
for name in ${last[@]+"${last[@]}"}; do run_part "$name"; done

failed=() skipped=()
for name in "${parts[@]}"; do
  case "$(cat "$results/$name.code")" in
    0) ;;
    77) skipped+=("$name: $(tail -n 1 "$results/$name.output")") ;;
    *) failed+=("$name") ;;
  esac
done

echo
for name in ${failed[@]+"${failed[@]}"}; do printf 'what %s said last:\n' "$name"; tail -n 60 "$results/$name.output"; echo; done
grep -hE '^unsteady:|^ +[0-9]+ flaky$' "$results"/*.output # passed when tried again: to be looked at
for why in ${skipped[@]+"${skipped[@]}"}; do echo "skipped: $why"; done
for name in ${failed[@]+"${failed[@]}"}; do echo "failed: $name (run it alone: scripts/test.sh ${verify:+--verify }$name)"; done
echo "parts: $((${#parts[@]} - ${#failed[@]} - ${#skipped[@]})) passed, ${#skipped[@]} skipped, ${#failed[@]} failed in $SECONDS s"
[ ${#failed[@]} = 0 ] || exit 1
# The commit whose clean tree has passed as a whole is noted. What could not run here was said above.
if [ -n "$all" ] && [ -n "$commit" ] && [ "$(clean_commit)" = "$commit" ]; then
  if [ -n "$verify" ]; then echo "$commit" >bin/verified; else echo "$commit" >bin/passed; fi
fi
