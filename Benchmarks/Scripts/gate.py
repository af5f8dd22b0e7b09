#!/usr/bin/env python3
"""Fails when the layer or the engine needs more instructions than it did.

The layer is held against the same calls in C; append, rebuild and decoded replay of 5,000 events
against `thresholds.json`, whose figures are of the toolchain named there. Instructions repeat on any
machine, whatever else it is doing. `--write` writes the figures of now, for a change that is meant.

  make bench-gate
"""
import argparse
import json
import sys
import tempfile
from pathlib import Path

import instructions as layer
from counting import RELEASE, instructions, run, stripped

THRESHOLDS = Path(__file__).with_name("thresholds.json")
LAYER_LIMIT = 1.05


def measured(name, events):
    """Instructions per event of a run of `event-bench` with a store of its own."""
    with tempfile.TemporaryDirectory() as directory:
        store = Path(directory) / "store"
        if name != "append":
            run([RELEASE / "event-bench", "append", store, events, 1000])
        counted = stripped("event-bench", directory)
        return instructions([counted, name, store, events, 1000], marked=True)[0] / events


def engine(limits):
    """Prints the engine's figures; whether each is within its limit."""
    events, tolerance, holds = limits["events"], limits["tolerance"], True
    print(f"\n| instructions per event, {events:,} events | threshold | now | change |")
    print("|---|---|---|---|")
    for name, threshold in limits["instructionsPerEvent"].items():
        change = measured(name, events) / threshold - 1
        verdict = "" if change <= tolerance else f", above {tolerance:+.0%}"
        holds &= change <= tolerance
        print(f"| {name} | {threshold:,} | {threshold * (1 + change):,.0f} "
              f"| {change:+.1%}{verdict} |", flush=True)
    return holds


def write(limits):
    """Makes the figures of now the thresholds."""
    limits["swift"] = run(["swift", "--version"]).stdout.split("Swift version ")[-1].split(" ")[0]
    limits["instructionsPerEvent"] = {
        name: round(measured(name, limits["events"])) for name in limits["instructionsPerEvent"]}
    THRESHOLDS.write_text(json.dumps(limits, indent=2) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--write", action="store_true", help="write the figures of now")
    options = parser.parse_args()
    limits = json.loads(THRESHOLDS.read_text())
    if options.write:
        return write(limits)
    holds = layer.table(["append", "scan", "get"], 20_000, LAYER_LIMIT)
    holds &= engine(limits)
    if not holds:
        sys.exit(f"A ratio is above {LAYER_LIMIT} or an operation is dearer than "
                 "Benchmarks/Scripts/thresholds.json allows; gate.py --write accepts the latter.")


if __name__ == "__main__":
    main()
