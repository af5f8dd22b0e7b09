#!/usr/bin/env python3
"""Fails when a package that embeds Daybook without a trait fetches what only the trait needs.

  make traits
"""
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent.resolve()
MANIFEST = """// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "embedder", platforms: [.macOS(.v15)],
  dependencies: [.package(name: "daybook", path: "{root}", traits: [{traits}])],
  targets: [
    .target(name: "Embedder", dependencies: [.product(name: "Daybook", package: "daybook")])
  ])
"""
# What each choice of traits fetches, and nothing else.
EXPECTED = {
    "": set(),
    '"Tools"': {"swift-argument-parser", "swift-asn1", "swift-crypto"},
    '"Telemetry"': {"swift-log", "swift-metrics"},
    '"CoreData"': {"grdb.swift"},
    '"SQL"': {"grdb.swift"},
    '"Sync"': {"swift-crypto", "swift-asn1"},
    '"Macros"': {"swift-syntax"},
}


def fetched(traits):
    """The packages that are resolved for an app which embeds Daybook with these traits."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        (path / "Package.swift").write_text(MANIFEST.format(root=ROOT, traits=traits))
        (path / "Sources/Embedder").mkdir(parents=True)
        (path / "Sources/Embedder/Embedder.swift").write_text("import Daybook\n")
        # The network may fail for a moment.
        for pause in (0, 10, 60):
            time.sleep(pause)
            done = subprocess.run(
                ["swift", "package", "--package-path", folder, "show-dependencies", "--format", "text"],
                capture_output=True, text=True)
            if done.returncode == 0:
                break
        if done.returncode != 0:
            sys.exit(done.stdout + done.stderr)
        return set(re.findall(r"([\w.-]+)<http", done.stdout))


def main():
    failed = False
    for traits, expected in EXPECTED.items():
        found = fetched(traits)
        print(f"traits [{traits}]: {', '.join(sorted(found)) or 'nothing'}")
        if found != expected:
            print(f"  expected: {', '.join(sorted(expected)) or 'nothing'}")
            failed = True
    return 1 if failed else 0


sys.exit(main())
