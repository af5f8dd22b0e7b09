#!/usr/bin/env python3
"""Compares the public interface of each library with the list in Interface/, and fails with the lines that differ.

interface.py [--record]   with --record it writes the lists anew

A list has one line for each public declaration and each conformance, in the order of their names, so that a change of the
interface is a change of a file that a review shows. The lists come from the symbol graphs of the modules that the tests
are built with (swift symbolgraph-extract).
"""

import difflib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LISTS = ROOT / "Interface"
# The libraries that apps import; those whose names begin with an underscore are for this repository.
MODULES = ["Daybook", "DaybookSnapshot", "DaybookTesting", "DaybookSync", "DaybookHub", "DaybookTool", "Interchange", "Nursery",
           "NurseryInterchange"]
# As `make test` builds.
BUILD = os.environ["TESTED"].split() if "TESTED" in os.environ else sys.exit("run make docs, or make interface")
# Conformances that the compiler adds to nearly every type.
IMPLIED = {"SendableMetatype", "Copyable", "Escapable"}
INCLUDED = ["Sources/Engine/CDaybook/include", "Sources/Engine/SystemLMDB"]


def output(*command):
    environment = dict(os.environ, SWIFT_DETERMINISTIC_HASHING="1")
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{run.stdout}{run.stderr}")
    return run.stdout.strip()


def checkouts(products):
    """Folders with the module maps of C targets, which packages that are depended on bring along."""
    maps = [path.parent for path in pathlib.Path(products).glob("*.build/module.modulemap")]
    return maps + [path.parent for path in (ROOT / ".build-tests/checkouts").glob("*/Sources/*/include/module.modulemap")]


def lines(graphs, module):
    """The declarations and conformances of a module."""
    found = set()
    for path in graphs.glob(f"{module}*.symbols.json"):
        if path.name != f"{module}.symbols.json" and not path.name.startswith(f"{module}@"):
            continue
        graph = json.loads(path.read_text())
        names = {}
        for symbol in graph["symbols"]:
            identifier = symbol["identifier"]["precise"]
            name = ".".join(symbol["pathComponents"])
            names[identifier] = name
            if "::SYNTHESIZED::" in identifier:
                continue
            declaration = "".join(part["spelling"] for part in symbol["declarationFragments"])
            found.add(f"{name}: {' '.join(declaration.split())}")
        for relation in graph["relationships"]:
            if relation["kind"] == "conformsTo" and relation["source"] in names:
                protocol = names.get(relation["target"], relation.get("targetFallback", relation["target"]))
                if protocol.rpartition(".")[2] in IMPLIED:
                    continue
                found.add(f"{names[relation['source']]}: conforms to {protocol}")
    return sorted(found)


def main():
    records = sys.argv[1:] == ["--record"]
    products = output("swift", "build", *BUILD, "--show-bin-path")
    sdk = output("xcrun", "--show-sdk-path") if sys.platform == "darwin" else ""
    included = [f"{products}/Modules", *INCLUDED, *checkouts(products)]
    differing = 0
    with tempfile.TemporaryDirectory() as folder:
        for module in MODULES:
            output("swift", "symbolgraph-extract", "-module-name", module, "-minimum-access-level", "public",
                   "-skip-synthesized-members", "-output-dir", folder,
                   *[word for path in included for word in ("-I", str(path))], *(["-sdk", sdk] if sdk else []))
            now = lines(pathlib.Path(folder), module)
            listed = LISTS / f"{module}.txt"
            if records:
                LISTS.mkdir(exist_ok=True)
                listed.write_text("\n".join(now) + "\n")
                continue
            before = listed.read_text().splitlines() if listed.exists() else []
            changes = [line for line in difflib.unified_diff(before, now, lineterm="", n=0) if line[:3] not in
                       ("---", "+++") and line[:2] != "@@"]
            differing += len(changes)
            for line in changes:
                print(f"{module}: {line}")
    if differing:
        sys.exit(f"{differing} lines of the public interface differ from Interface/; when that is meant: make interface")
    if not records:
        print(f"the public interface of {len(MODULES)} libraries is as listed")


main()
