# Every target installs what it needs first.
SWIFT_FLAGS ?=

.PHONY: build test demo format lint prepare

build: prepare
	swift build -c release $(SWIFT_FLAGS)

test: prepare
	swift test --disable-xctest $(SWIFT_FLAGS)

# Writes a made-up family's log, shows its views, builds them anew and compares.
demo: build
	swift run -c release --skip-build $(SWIFT_FLAGS) daybookctl demo $(DEMO_FLAGS)

format:
	swift format --in-place --recursive Sources Tests Package.swift

lint:
	swift format lint --strict --recursive Sources Tests Package.swift

# Installs what Debian and Ubuntu lack; elsewhere says what to install.
prepare:
	@sh Scripts/prepare.sh
