# Every target installs what it needs first.
SWIFT_FLAGS ?=
SWIFT_SOURCES = Sources Tests Tools Examples Benchmarks/Sources Benchmarks/Benchmarks Benchmarks/Package.swift Package.swift
# SwiftPM gives a package's traits to the compiler in an order that hashing decides, and another
# order compiles the package anew: so the hashes of a build are always the same.
BUILD = SWIFT_DETERMINISTIC_HASHING=1 swift build
# Without debugging information, which nobody looks at in what is built to be run once, and which
# takes a twelfth of the build: a crash names functions, no lines.
BRIEF = -debug-info-format none
# The simulator and the benchmarks, built for release.
# SwiftPM keeps one plan a folder, and may take the one of another package: here it always plans
# anew. Never share `.build`: a plain `swift test` would take the other package's plan and build
# nothing.
BENCH = -c release --scratch-path .build-bench --disable-build-manifest-caching $(BRIEF)
BENCHMARKS = $(BENCH) --package-path Benchmarks

.PHONY: build install test test-hub test-remote test-inspector demo-hub bench-hub bench-inspector quick test-source-lmdb consumers traits crash faults damage soak soak-powercut nursery-soak sanitize mutants mutants-apply fuzz hostile-pages demo
.PHONY: simulate simulator simulate-mutants bench-macros bench-core-data test-sql bench-sql prepare-sql
.PHONY: bench bench-suite bench-elsewhere bench-programs bench-gate gate-programs docs interface pictures format lint prepare

# The programs, built for release in a place of their own.
TOOLS = --package-path Tools --scratch-path .build-release -c release
build: prepare
	@[ -z "$$DAYBOOK_HUB" ] || sh Scripts/prepare.sh libqrencode-dev
	$(BUILD) $(TOOLS) --product daybookctl $(SWIFT_FLAGS)
	$(BUILD) $(TOOLS) --product nursery $(SWIFT_FLAGS)

# Installs both programs, their man pages and completions: make install PREFIX=$$HOME/.local
PREFIX ?= /usr/local
install: export DAYBOOK_HUB = 1
install: TOOLS += --traits SQL
install: prepare-sql build
	sh Scripts/install.sh "$(DESTDIR)$(PREFIX)" .build-release/release/daybookctl .build-release/release/nursery

prepare-sql:
	@sh Scripts/prepare.sh libsqlite3-dev

# The tests of the library and its tools in their bounded form: of the root, then of Tools; what
# fails is named at the end. `.ci/run` runs the rest: those of Tests/Consumers, of the examples and
# of a hub's network. Root and Tools turn on the same traits and share a folder, so Daybook is built
# for them once; the order of the traits counts. WITHOUT="slow crash model" leaves out the suites
# with one of these tags, SLOWEST=20 names those that took longest. What is freed is overwritten, so
# that optimised code which goes on reading it shows that.
TESTS = MALLOC_PERTURB_=165 python3 Scripts/tests.py $(if $(WITHOUT),--without "$(WITHOUT)") $(if $(SLOWEST),--slowest $(SLOWEST))
TESTED = --scratch-path .build-tests --disable-build-manifest-caching $(BRIEF)
ROOT_TESTED = $(TESTED) --traits Sync,Tools
# What is built here is optimised where the tests spend their time (Package.swift).
test docs interface crash faults damage soak soak-powercut nursery-soak hostile-pages: export DAYBOOK_OPTIMIZED = 1
test: prepare
	$(BUILD) --build-tests $(ROOT_TESTED) $(SWIFT_FLAGS)
	$(TESTS) $(ROOT_TESTED) $(SWIFT_FLAGS)
	$(BUILD) --build-tests $(TESTED) --package-path Tools $(SWIFT_FLAGS)
	$(TESTS) $(TESTED) --package-path Tools $(SWIFT_FLAGS)

# A hub's network, which nothing else builds: `sync serve` and `sync hub` over HTTP and TLS, and the
# page about running a hub, with three phones as processes.
test-hub demo-hub: export DAYBOOK_HUB = 1
test-hub: export DAYBOOK_OPTIMIZED = 1
test-hub: prepare
	@sh Scripts/prepare.sh libqrencode-dev caddy strace
	$(BUILD) --build-tests $(TESTED) --package-path Tools $(SWIFT_FLAGS)
	$(TESTS) $(TESTED) --package-path Tools --filter HubServerTests $(SWIFT_FLAGS)
	sh Scripts/hub/demo.sh .build-tests/debug/nursery
	python3 Scripts/hub/page.py .build-tests/debug/nursery
	sh Scripts/hub/check.sh .build-tests/debug/nursery
	python3 Scripts/hub/ends.py .build-tests/debug/nursery
	python3 Scripts/hub/latency.py .build-tests/debug/nursery --saves 20 --half 1000 --most 4000
	python3 Scripts/hub/hostile.py .build-tests/debug/nursery
	python3 Scripts/hub/kills.py .build-tests/debug/nursery

# The pages of a store in a headless Chromium, looked at by axe, strangers' requests, Baby Buddy's
# figures on the family's page, and an example that is inspected by its own tool. PICTURES=DIR keeps
# what was seen; REQUESTS=N changes N requests.
INSPECTED = .build-inspector/venv
$(INSPECTED)/ready:
	@sh Scripts/prepare.sh python3-venv
	python3 -m venv $(INSPECTED)
	$(INSPECTED)/bin/pip install -q playwright==1.65.2 axe-playwright-python==0.1.8
	touch $@
test-inspector: export DAYBOOK_HUB = 1
test-inspector: export DAYBOOK_OPTIMIZED = 1
test-inspector: prepare $(INSPECTED)/ready
	@sh Scripts/prepare.sh libqrencode-dev chromium
	$(BUILD) --build-tests $(TESTED) --package-path Tools $(SWIFT_FLAGS)
	$(TESTS) $(TESTED) --package-path Tools --filter DaybookInspectorTests $(SWIFT_FLAGS)
	$(INSPECTED)/bin/python Scripts/inspector/pages.py .build-tests/debug/nursery $(PICTURES)
	DAYBOOK_HOSTILE_REQUESTS=$(or $(REQUESTS),3000) python3 Scripts/inspector/hostile.py .build-tests/debug/nursery
	python3 Scripts/inspector/figures.py .build-tests/debug/nursery
	$(BUILD) $(TESTED) --package-path Examples/Grocer $(SWIFT_FLAGS)
	$(INSPECTED)/bin/python Scripts/inspector/grocer.py .build-tests/debug/grocer .build-tests/debug/grocer-demo $(PICTURES)

# How soon pages are there, what they take of memory, and how much an app beside them is slower;
# fails beyond the limits. EVENTS=N, SECONDS=N for which a browser is left open.
bench-inspector: export DAYBOOK_HUB = 1
bench-inspector: build $(INSPECTED)/ready
	@sh Scripts/prepare.sh chromium
	$(BUILD) $(TOOLS) --product demo $(SWIFT_FLAGS)
	$(BUILD) $(BENCH) --product crashwriter $(SWIFT_FLAGS)
	$(INSPECTED)/bin/python Scripts/inspector/rates.py .build-release/release/nursery \
	  .build-release/release/demo .build-bench/release/crashwriter $(or $(EVENTS),1000000) $(or $(SECONDS),60)

demo-hub: build
	sh Scripts/hub/demo.sh .build-release/release/nursery

# Two devices over real servers of buckets and WebDAV on this machine, which come from PyPI and Debian:
# SERVERS="moto apache" for some of them.
test-remote: export DAYBOOK_HUB = 1
test-remote: export DAYBOOK_OPTIMIZED = 1
REMOTE = .build-remote/python
test-remote: prepare
	@sh Scripts/prepare.sh libqrencode-dev apache2-bin curl openssl python3-venv
	[ -x $(REMOTE)/bin/pip ] || python3 -m venv $(REMOTE)
	$(REMOTE)/bin/pip install -q -r Scripts/hub/requirements.txt
	$(BUILD) --product nursery $(TESTED) --package-path Tools $(SWIFT_FLAGS)
	sh Scripts/hub/remote.sh .build-tests/debug/nursery $(REMOTE) $(SERVERS)

# How many events a hub takes in a second, from 64 members over a network, and how soon a save is on
# another phone; beside it UmaDB, if PyPI has it.
BENCH_PYTHON = .build-remote/beside
bench-hub: export DAYBOOK_HUB = 1
bench-hub: build
	@sh Scripts/prepare.sh python3-venv
	[ -x $(BENCH_PYTHON)/bin/pip ] || python3 -m venv $(BENCH_PYTHON)
	-$(BENCH_PYTHON)/bin/pip install -q umadb==0.7.8
	$(BUILD) $(TOOLS) --product hubload $(SWIFT_FLAGS)
	python3 Scripts/hub/latency.py .build-release/release/nursery
	python3 Scripts/hub/rates.py .build-release/release/nursery .build-release/release/hubload $(BENCH_PYTHON)/bin/python

# Some of the root's tests in a longer form, with the build of `make test`.
LONGER = SWIFT_DETERMINISTIC_HASHING=1 swift test --disable-xctest $(ROOT_TESTED) $(SWIFT_FLAGS)

# The engine alone, and its tests: what a change in it needs first. Fetches nothing.
# FILTER=SchemaChangeTests for some of them.
QUICK = --disable-default-traits --scratch-path .build-quick
quick: export DAYBOOK_QUICK = 1
quick: prepare
	swift build --build-tests $(QUICK) $(SWIFT_FLAGS)
	$(TESTS) $(QUICK) $(if $(FILTER),--filter '$(FILTER)') $(SWIFT_FLAGS)

# Builds an app with LMDB's sources, as the trait SourceLMDB gives them to iOS, instead of the
# system's library, and runs it. Needs Debian or Ubuntu.
SOURCE_LMDB = --package-path Tests/Consumers/SourceLMDB --scratch-path .build-source $(BRIEF)
LMDB_PACKAGE = .build-source/lmdb/config/mirrors.json
$(LMDB_PACKAGE): Scripts/lmdb-package.sh
	sh Scripts/lmdb-package.sh .build-source/lmdb
test-source-lmdb: prepare $(LMDB_PACKAGE)
	swift build $(SOURCE_LMDB) --config-path .build-source/lmdb/config $(SWIFT_FLAGS)
	nm .build-source/debug/source-lmdb | grep -q " T mdb_txn_commit"
	.build-source/debug/source-lmdb

# Tests Daybook as other packages embed it, with every trait but SourceLMDB: the macros, the
# adapters to swift-log and swift-metrics, what reads the stores of Core Data, and the apps in
# Examples. FILTER=PuppyTests for some of them, SEEDS=N for more random histories of the apps,
# EDITS=N for longer ones of Pantry; Puppy's have 1,000.
# CONSUMED=.build-tests takes from the folder of `make test` what packages of others are compiled to,
# and compiles Daybook anew there, as the next `make test` does.
CONSUMED ?= .build-consumers
CONSUMERS = --package-path Tests/Consumers --scratch-path $(CONSUMED) --disable-build-manifest-caching $(BRIEF)
consumers: prepare
	@sh Scripts/prepare.sh libsqlite3-dev
	$(BUILD) --build-tests $(CONSUMERS) $(SWIFT_FLAGS)
	DAYBOOK_EXAMPLE_SEEDS=$(or $(SEEDS),40) DAYBOOK_EXAMPLE_EDITS=$(or $(EDITS),100) \
	  swift test --skip-build --disable-xctest $(CONSUMERS) $(if $(FILTER),--filter '$(FILTER)')
	$(if $(FILTER),,$(CONSUMED)/debug/pantry-demo)

# Mirrors a family's store and opens the file with sqlite3, pandas, DuckDB and Datasette, those of them
# that PyPI has; more random histories than `make consumers` has, SEEDS=N of them. Needs Linux.
test-sql: prepare
	@sh Scripts/prepare.sh libsqlite3-dev sqlite3
	$(BUILD) --build-tests $(CONSUMERS) $(SWIFT_FLAGS)
	DAYBOOK_MIRROR_SEEDS=$(or $(SEEDS),100) DAYBOOK_MIRROR_KILLS=$(or $(KILLS),100) \
	  swift test --skip-build --disable-xctest $(CONSUMERS) --filter SQLTests
	python3 Scripts/sql/open.py $(CONSUMED)/debug/nursery

# Mirrors 100,000 events, built for release.
bench-sql: prepare
	@sh Scripts/prepare.sh libsqlite3-dev
	$(BUILD) -c release --product mirror-cost $(CONSUMERS) $(SWIFT_FLAGS)
	$(CONSUMED)/release/mirror-cost

# Whether an app that embeds Daybook fetches only what the traits that it turns on need.
traits: prepare
	python3 Scripts/traits.py

# Imports three years of two babies from a store of Core Data, built for release. Needs Linux.
bench-core-data: prepare
	@sh Scripts/prepare.sh libsqlite3-dev sqlite3 time
	$(BUILD) -c release --package-path Tools --traits CoreData --product nursery --scratch-path .build-core-data
	sh Scripts/store-import.sh .build-core-data/release/nursery

# Cuts the power at every point of more recordings, with more ways to lose what was in flight. Needs
# Linux and some minutes.
soak-powercut: prepare
	DAYBOOK_POWER_CUT_SEEDS=$(or $(SEEDS),8) DAYBOOK_POWER_CUT_DRAWS=$(or $(DRAWS),40) TMPDIR=/dev/shm \
	  $(LONGER) --filter PowerCutTests

# Lets libFuzzer look for bytes that reach new code, FUZZ_RUNS of them for each target and at most
# FUZZ_SECONDS; what it finds new goes into .build-fuzz/corpus. Needs Linux and the toolchain's
# runtime.
FUZZ_RUNS ?= 2000000
FUZZ_SECONDS ?= 300
fuzz: prepare
	DAYBOOK_FUZZ=1 swift build -c release --scratch-path .build-fuzz --product fuzz \
	  -Xswiftc -enable-testing -Xswiftc -Xfrontend -Xswiftc -sanitize=fuzzer \
	  -Xlinker "$$(sh Scripts/fuzzer-runtime.sh)" -Xlinker -lstdc++ -Xlinker -lm
	FUZZ_RUNS=$(FUZZ_RUNS) FUZZ_SECONDS=$(FUZZ_SECONDS) sh Scripts/fuzz.sh $(FUZZ_TARGETS)

# Gives a store a million pages that were changed on their way, and as many that a hostile member
# has signed, or PAGES=N of each; two hours.
hostile-pages: prepare
	DAYBOOK_HOSTILE_PAGES=$(or $(PAGES),1000000) $(LONGER) --filter FuzzTests

# Kills processes at 2,000 random moments of everything that writes, and before every call on a file
# of imports, migrations, backups and restores; some 25 minutes. SEED=N draws others. Also measures
# how soon a commit of another process is noticed.
crash: prepare
	DAYBOOK_KILLS=$(or $(KILLS),2000) DAYBOOK_KILL_POINTS=100000 DAYBOOK_SEED=$(or $(SEED),1) \
	  $(LONGER) --filter 'KillTests|KillPointTests|[A-Z][a-z]*CrashTests|NoticeTests'

# Lets every call on a file fail, in every way: some 5,000 runs. Needs Linux and ten minutes.
faults: prepare
	DAYBOOK_FAULTS=1000000 $(LONGER) --filter FaultTests

# Turns one bit of every byte of a store and of every row, and loses or misplaces every page; half
# an hour, or DAMAGES=N of each sort, drawn by SEED.
damage: prepare
	DAYBOOK_DAMAGES=$(or $(DAMAGES),100000000) DAYBOOK_SEED=$(or $(SEED),1) DAYBOOK_ROW_FLIPS=all \
	  $(LONGER) --filter 'DamageSweepTests|RowDamageTests'

# Everything at once, for ten minutes or SECONDS=N.
soak: prepare
	DAYBOOK_SOAK_SECONDS=$(or $(SECONDS),600) $(LONGER) --filter SoakTests

# Compares every view of the nursery with a recomputation from nothing after each of 1,000 random
# edits, for 100 seeds, or SEEDS=N, and the files of widgets after each of 1,000 edits with files
# from scratch. Adds up what entities give to each view of the nursery and of the prefabs.
nursery-soak: prepare
	DAYBOOK_NURSERY_SEEDS=$(or $(SEEDS),100) DAYBOOK_NURSERY_EDITS=1000 DAYBOOK_WIDGET_EDITS=1000 \
	DAYBOOK_ORACLE_SEEDS=$(or $(SEEDS),100) \
	  $(LONGER) --filter 'RandomEditTests|WidgetEditTests|ProjectionOracleTests|NurseryContributionTests|PrefabTests'

# Runs the tests with the address sanitizer, and those where threads meet with the thread sanitizer;
# half an hour, most of it the two builds. Needs Linux.
sanitize: prepare
	sh Scripts/sanitize.sh address
	sh Scripts/sanitize.sh thread

# Compiles small mistakes into a copy of the sources, turns on one after another, and demands that
# the named tests notice.
mutants: prepare
	python3 Scripts/mutants.py $(MUTANTS)

# Lets members of a space exchange under every fault that seeds think of, and demands that all have
# the same in the end: 10,000 seeds, or SEEDS=N from FIRST=M on. Built for release; the program of
# `make test` checks invariants too.
simulate: simulator
	sh Scripts/simulate.sh .build-bench/release/simulate $(or $(FIRST),1) $(or $(SEEDS),10000)

simulator: prepare
	$(BUILD) $(BENCH) --product simulate $(SWIFT_FLAGS)

# Demands that the simulator finds the mistakes that it is said to find, within so many seeds.
simulate-mutants: prepare
	python3 Scripts/mutants.py --simulate $(MUTANTS)

# Whether every mutant still fits the sources.
mutants-apply:
	python3 Scripts/mutants.py --apply-only

# Writes a made-up family's log, shows its views, builds them anew and compares; then shares a store
# between three over a folder. Builds only what they run.
demo: prepare
	$(BUILD) $(TOOLS) --product demo $(SWIFT_FLAGS)
	.build-release/release/demo $(DEMO_FLAGS)
	.build-release/release/demo sharing

# Measures against raw LMDB, SQLite in C and through GRDB, all in one run of some minutes; writes
# Benchmarks/RESULTS.md and RESULTS.json. Needs Linux: valgrind and strace.
bench: export DAYBOOK_PEERS = 1
bench: prepare
	@sh Scripts/prepare.sh valgrind strace libsqlite3-dev
	$(BUILD) $(BENCHMARKS) --traits Sync $(SWIFT_FLAGS)
	python3 Benchmarks/Scripts/bench.py

# The runs of Daybook alone by ordo-one/benchmark, which counts instructions where the machine has
# performance counters; it can keep baselines and compare with them (see the suite).
bench-suite: export DAYBOOK_SUITE = 1
bench-suite: prepare
	swift package --package-path Benchmarks benchmark --no-progress

# UmaDB, pyeventsourcing and NATS JetStream beside them, where they can be installed (from PyPI,
# into a scratch folder, and Debian's nats-server).
bench-elsewhere: prepare
	-@sh Scripts/prepare.sh nats-server
	$(BUILD) $(BENCHMARKS) --product event-bench $(SWIFT_FLAGS)
	python3 Benchmarks/Scripts/elsewhere.py

# Fails when the layer or the engine needs more instructions than it did. Needs Linux and valgrind.
bench-gate: gate-programs
	@sh Scripts/prepare.sh valgrind
	python3 Benchmarks/Scripts/gate.py

# The programs that the gate counts, which need the fewest modules.
gate-programs: prepare
	$(BUILD) $(BENCHMARKS) --product layer-cost $(SWIFT_FLAGS)
	$(BUILD) $(BENCHMARKS) --product gate-bench $(SWIFT_FLAGS)

# Everything that is measured of Daybook, for the scripts that compare a part of it.
bench-programs: prepare
	$(BUILD) $(BENCHMARKS) --product event-bench $(SWIFT_FLAGS)

# Counts instructions of macros beside the same payloads by hand. Needs Linux and valgrind; builds
# swift-syntax for release, some six minutes the first time.
bench-macros: prepare
	@sh Scripts/prepare.sh valgrind
	$(BUILD) -c release --product macro-cost $(CONSUMERS) $(SWIFT_FLAGS)
	python3 Tests/Consumers/Macros/cost.py

# Builds the documentation; a link that leads nowhere or an article that is dropped fails.
docs: prepare
	TESTED="$(ROOT_TESTED) $(SWIFT_FLAGS)" sh Scripts/docs.sh

# Writes the lists of the public interface anew, which `make docs` compares.
interface: prepare
	TESTED="$(ROOT_TESTED) $(SWIFT_FLAGS)" python3 Scripts/interface.py --record

# Draws the pictures of the guide anew.
pictures:
	python3 Scripts/pictures.py

format:
	swift format --in-place --recursive $(SWIFT_SOURCES)

lint:
	swift format lint --strict --recursive $(SWIFT_SOURCES)
	python3 Scripts/rooms.py
	python3 Scripts/extensions.py
	python3 Scripts/conditions.py
	python3 Scripts/formatters.py
	python3 Scripts/printing.py
	python3 Scripts/columns.py
	python3 Scripts/suites.py
	python3 Scripts/examples.py
	python3 Scripts/pictures.py --check

# Installs what Debian and Ubuntu lack; elsewhere says what to install.
prepare:
	@sh Scripts/prepare.sh
