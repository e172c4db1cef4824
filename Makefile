# Rento. `make` prints this help; `make run` and `make test` are all that a
# newcomer needs. Both install what is missing.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:
SHELL := /bin/bash
MAKEFLAGS += --no-builtin-rules --no-print-directory

export CGO_ENABLED ?= 0

VERSION := $(shell git describe --always --dirty --tags 2>/dev/null || echo unknown)
LDFLAGS := -s -w -X rento/internal/app.Version=$(VERSION)
TOOLS := bin/tools
# Folders too: that a file was removed is seen at them alone.
WEB_SOURCES := $(shell find web -path web/node_modules -prune -o -path web/src/copy/paraglide -prune -o -type d -print -o \
	-type f ! -name routeTree.gen.ts ! -name schema.d.ts ! -name '*.test.ts*' ! -path 'web/project.inlang/*' -print 2>/dev/null)

##@ Use
.PHONY: help
help: ## Print this help
	@awk 'BEGIN {FS = ":.*## "} /^##@ / {printf "\n%s\n", substr($$0, 5)} \
		/^[a-z0-9-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@echo; echo "  One part of the tests: scripts/test.sh NAME; their names: scripts/test.sh --list"

.PHONY: run
run: build ## Start the demo city on http://localhost:8080 (or PORT) and print a sign-in link per persona
	@exec bin/rento demo

.PHONY: test
test: setup ## What CI checks and what each change is tried with: all rules on SQLite, a journey of each flow in Chromium
	@scripts/test.sh

.PHONY: verify
verify: setup ## Everything, before something is called done: both engines, all journeys, walks, seeds and days; an hour and a quarter
	@scripts/test.sh --verify

##@ Work
.PHONY: setup
setup: ## Install what is missing: npm packages, and as root Chromium and PostgreSQL
	@scripts/setup.sh all

.PHONY: dev
dev: web/node_modules/.package-lock.json ## Both halves with live reload: the app on :5173, the server on :8080
	@node scripts/dev.mjs

.PHONY: build
build: bin/.web ## The binary bin/rento with the web app inside
	@mkdir -p bin
	go build -trimpath -ldflags '$(LDFLAGS)' -o bin/rento ./cmd/rento

.PHONY: gen
gen: $(TOOLS)/sqlc web/node_modules/.package-lock.json ## All generated files: queries, schema page, contract, dunning page, faults, client, messages, routes
	$(TOOLS)/sqlc generate
	go run ./internal/store/schema/markdown > docs/schema.md.new && mv docs/schema.md.new docs/schema.md
	go run ./cmd/rento openapi > api/openapi.yaml.new && mv api/openapi.yaml.new api/openapi.yaml
	go run ./cmd/rento dunning > docs/dunning.md.new && mv docs/dunning.md.new docs/dunning.md
	go run ./internal/fault/catalogue . > api/faults.json.new && mv api/faults.json.new api/faults.json
	npm --prefix web run --silent gen

.PHONY: fmt
fmt: $(TOOLS)/golangci-lint ## Format Go and web sources in place
	$(TOOLS)/golangci-lint fmt
	npm --prefix web run --silent fix
	cd e2e && ../web/node_modules/.bin/biome check --write .

.PHONY: check
check: ## Formatting, linters, layers, dead code, modules, generated files, vulnerabilities
	@scripts/setup.sh packages
	@scripts/test.sh check

.PHONY: simulate
simulate: ## 20,000 simulated runs of months of billing and payments, which take hours, before a release
	@RENTO_TEST_VERIFY=1 SIM_SEEDS=20000 CGO_ENABLED=0 go test -count=1 -timeout 0 -v ./internal/verification/simulate -run PromisesHold

.PHONY: chaos
chaos: setup ## The program killed at every one of a story's writes, three nodes disturbed for long, and each gateway's events and answers, before a release
	@RENTO_TEST_CHAOS=1 CGO_ENABLED=0 go test -count=1 -timeout 3h -v ./internal/verification/crash
	@RENTO_TEST_CHAOS=1 CGO_ENABLED=0 go test -count=1 -timeout 3h -v -run 'TestManyDeliveries|TestMutatedAnswers' ./internal/payment ./internal/autodebit

##@ See
.PHONY: bench
bench: setup build ## The table of speeds and sizes, each beside the bare thing it is compared with
	@go run ./bench -rento bin/rento

.PHONY: screens
screens: setup build ## A picture of every screen, in both widths and both themes, into screens/
	@npm --prefix e2e run --silent screens
	@echo "The pictures are in screens/"

.PHONY: journeys
journeys: setup build ## All journeys at both widths: each gateway and way of auto debit with each outcome, before a release
	@npm --prefix e2e test --silent && npm --prefix e2e run --silent every-way

.PHONY: walk
walk: setup build ## The flows by keyboard at both widths, on small screens, with large letters and in Hindi, before a release
	@npm --prefix e2e run --silent walk

.PHONY: acceptance
acceptance: ## Each row of docs/acceptance.tsv with the tests that name it
	@node scripts/acceptance.mjs

.PHONY: clean
clean: ## Remove everything that is built (not the demo database in data/)
	rm -rf bin screens web/dist e2e/test-results
	find internal/web/dist -mindepth 1 ! -name .keep -delete

# Files. Each is made again only when what it is made from has changed.

bin/.web: web/node_modules/.package-lock.json $(WEB_SOURCES) $(wildcard api/openapi.yaml)
	@mkdir -p bin
	npm --prefix web run --silent build
	@touch $@

web/node_modules/.package-lock.json: web/package-lock.json
	@scripts/setup.sh web

# Built as anywhere else, whatever flags the tests have: they may have been built for another copy of the sources.
$(TOOLS)/%: export GOFLAGS := $(filter-out -trimpath,$(GOFLAGS))

$(TOOLS)/sqlc: tools/go.mod
	@echo "building sqlc (once, about a minute)"
	@cd tools && go build -o ../$(TOOLS)/ github.com/sqlc-dev/sqlc/cmd/sqlc && touch ../$@

$(TOOLS)/golangci-lint: tools/lint/go.mod
	@echo "building golangci-lint (once, about a minute)"
	@cd tools/lint && go build -o ../../$(TOOLS)/ github.com/golangci/golangci-lint/v2/cmd/golangci-lint && touch ../../$@

$(TOOLS)/govulncheck $(TOOLS)/deadcode: tools/scan/go.mod
	@cd tools/scan && go build -o ../../$(TOOLS)/ golang.org/x/vuln/cmd/govulncheck golang.org/x/tools/cmd/deadcode
	@touch $(TOOLS)/govulncheck $(TOOLS)/deadcode

.PHONY: tools
tools: $(TOOLS)/sqlc $(TOOLS)/golangci-lint $(TOOLS)/govulncheck
