# `make` lists the targets. What needs more than a few lines is in scripts/.

export SWIFT ?= swift
DATA ?= $(CURDIR)/.data
PREFIX ?= /usr/local
RELEASE := --configuration release --static-swift-stdlib --product market-cli

.PHONY: help run build test check lint bench bench-terminal pictures fuzz walks snapshots install clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build ## build, fill an empty store in ./.data, and serve it on 127.0.0.1:8080
	MARKET_DATA="$(DATA)" scripts/run.sh

build: ## build the release binary, .build/release/market-cli
	scripts/install-dependencies.sh build
	$(SWIFT) build $(RELEASE)

test: ## run every test
	scripts/install-dependencies.sh build test
	$(SWIFT) test --disable-xctest --explicit-target-dependency-import-check error

check: lint ## everything that a change must pass: format, warnings, Embedded Swift, tests
	scripts/install-dependencies.sh build test
	$(SWIFT) build --build-tests --explicit-target-dependency-import-check error
	scripts/embedded-gate.sh
	$(MAKE) test

lint: ## the format and the documentation, strictly
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests Migrations Benchmarks

bench: build ## compare with nginx and sqlite3 on this machine (docs/benchmarks.md)
	scripts/install-dependencies.sh bench
	scripts/bench.sh

bench-terminal: build ## compare the tabs with Textual's in a recorded terminal (docs/benchmarks.md)
	scripts/bench-terminal.sh

pictures: build ## let the program write the pictures of docs/pictures
	scripts/pictures.sh

fuzz: build ## compare the engine with llhttp, then run the tests with random input again and again
	scripts/install-dependencies.sh test fuzz
	scripts/fuzz-http.sh
	scripts/fuzz.sh

walks: ## walk the feeds thousands of times while they move and the server is killed
	scripts/install-dependencies.sh build test
	MARKET_WALKS=$${MARKET_WALKS:-3000} $(SWIFT) test --disable-xctest --filter "StableScrollTests|StableWalkTests"

snapshots: ## record the golden files again; look at the difference before committing it
	-RECORD_GOLDENS=1 $(SWIFT) test --disable-xctest --filter Tests >/dev/null
	git status --short -- '*.golden'

install: build ## copy the binary and its completions below PREFIX (/usr/local)
	scripts/install.sh "$(DESTDIR)$(PREFIX)"

clean: ## remove what was built; the store in ./.data stays
	rm -rf .build
