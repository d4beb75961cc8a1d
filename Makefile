# Everything a person needs is here; make help says what. It shows what stands behind ## beside a target.

PORT ?= 8080
# Only as `make run HOST=…`: some shells, tcsh among them, export a HOST of their own, by which others could reach the program.
ifneq ($(origin HOST),command line)
HOST := 127.0.0.1
endif
DATABASE ?= todostream.sqlite
# `make gallery BUILD=release` takes longer to build, and measures what an optimised program needs.
BUILD ?= debug
# One word for the shell, whatever is in it.
quoted = '$(subst ','\'',$(1))'
SWIFT_SOURCES := Package.swift Sources Tests Examples Benchmarks/Package.swift Benchmarks/Sources

.PHONY: help run gallery test build-tests test-swift test-threads test-browser test-browser-pairs test-browser-alone \
  test-load test-soak lint format bench rowsbench load soak clean

# Builds and starts Todostream; prints the address when it is ready.
run: ## build and start Todostream, with the tools; HOST=, PORT= and DATABASE=
	@Scripts/require libraries
	swift build --product todostream
	@exec "$$(swift build --show-bin-path)/todostream" --host $(call quoted,$(HOST)) --port $(call quoted,$(PORT)) --database $(call quoted,$(DATABASE)) --tools

# Builds and starts the gallery: every architecture, view and container, live.
gallery: ## build and start the gallery; HOST=, PORT= and BUILD=release
	@Scripts/require libraries
	swift build -c $(BUILD) --product gallery
	@exec "$$(swift build -c $(BUILD) --show-bin-path)/gallery" --host $(call quoted,$(HOST)) --port $(call quoted,$(PORT)) --tools

# Everything, in the order in which failures are cheapest to find, with how long each part took.
test: ## check the formatting, and run all tests: Swift's, the browser's, five minutes of soak
	@MAKE="$(MAKE)" Scripts/test

lint: ## check how Swift sources are formatted
	swift format lint --strict --recursive $(wildcard $(SWIFT_SOURCES))

# Whatever the tests are and run: the examples too.
build-tests: ## build the tests, and what they need
	@Scripts/require libraries
	swift build --build-tests

test-swift: build-tests ## the Swift tests
	Scripts/test-swift

# The event stream once more, under the thread sanitizer; its own build folder, for everything is compiled otherwise.
test-threads: ## the event stream's tests, under the thread sanitizer
	@Scripts/require libraries
	Scripts/test-threads

# Two browsers at a time, and then what measures time, alone.
test-browser: test-browser-pairs ## the tests in a browser
	$(MAKE) test-browser-alone

test-browser-pairs: build-tests ## the tests in a browser that may run two at a time
	@Scripts/require browser
	Tests/Browser/run pairs

test-browser-alone: build-tests ## the tests in a browser that measure time
	@Scripts/require browser
	Tests/Browser/run alone

# The stream beside its peers, and the live link; numbers are in Benchmarks/README.md.
bench: ## measure the stream, bindings, tables, the log and the live link
	@Scripts/require libraries python
	Scripts/bench

# The page of the js-framework-benchmark beside one without a framework and NiceGUI, in headless Chromium.
rowsbench: ## measure the page of the js-framework-benchmark in a browser
	@Scripts/require libraries python browser
	Scripts/rowsbench

# 100, 1,000 and 10,000 sessions of Todostream: idle, active, all watching one list, beside hostile clients. Every patch's number is
# checked as it comes, what it says against a model of the screen, and every screen against the database when a stage is over. All parts
# are run; it fails at the end, if a screen was wrong or a connection was lost.
load: ## measure a hundred to ten thousand sessions
	@Scripts/require libraries python openssl
	swift build -c release --product todostream
	@program="$$(swift build -c release --show-bin-path)/todostream"; status=0; \
	  Scripts/load "$$program" || status=1; \
	  Scripts/load "$$program" --sessions 1000 --acts 200,100,50,20 --metrics || status=1; \
	  Scripts/load "$$program" --sessions 100,1000 --tls || status=1; \
	  exit $$status

# People who come and go, connections and servers that die: SECONDS of it with SESSIONS. An hour is SECONDS=3600. Of a release build, as the
# figures in Benchmarks/README.md are; `make test-soak` takes the debug build that the tests have made anyway.
SECONDS ?= 300
SESSIONS ?= 1000
soak: ## have people come and go, and connections and servers die, in a release build; SECONDS= and SESSIONS=
	@Scripts/require libraries python
	swift build -c release --product todostream
	Scripts/load "$$(swift build -c release --show-bin-path)/todostream" --soak $(SECONDS) --sessions $(SESSIONS)

# The generator's own model and numbers.
test-load: ## the load generator's own tests
	@Scripts/require python
	Scripts/load test

# Five minutes, among the tests.
test-soak: build-tests ## soak for five minutes, in the debug build of the tests
	@Scripts/require python
	Scripts/load "$$(swift build --show-bin-path)/todostream" --soak 300 --sessions 60

format: ## format the Swift sources
	swift format --in-place --recursive $(wildcard $(SWIFT_SOURCES))

clean: ## remove what was built, and what Python needs
	rm -rf .build .build-threads Benchmarks/.build .venv-browser .venv-bench .venv-load .venv-rows

# Read by the shell alone, so that it works wherever make does.
help: ## say this
	@while read -r line; do case $$line in [a-z]*:*' ## '*) printf '  make %-20s %s\n' "$${line%%:*}" "$${line##* ## }" ;; esac; done <Makefile
