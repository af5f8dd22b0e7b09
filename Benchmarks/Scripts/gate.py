#!/usr/bin/env python3
"""Fails when the layer or the engine needs more instructions than it did.

The layer is held against the same calls in C; the engine's runs against `thresholds.json`, whose
figures are of the toolchain named there. A run may need as many as its threshold and the tolerance,
and never more than its figure under `mostInstructionsPerEvent`. Instructions repeat on any machine, whatever else it is
doing. `--write` writes the figures of now, for a change that is meant.

  make bench-gate
"""
import argparse
import json
import sys
import tempfile
from pathlib import Path

import instructions as layer
from contenders import GATE, Bench
from counting import at_once, run
from report import table
from workloads import ours

THRESHOLDS = Path(__file__).with_name("thresholds.json")
# Swift keeps a record for the journal besides, up to what one may take of a transaction, and looks whether it is outgrown;
# C does not.
LAYER_LIMIT = 1.07
RUNS = {
    "append": ours("append", 1000),
    "append-all-views": ours("append-all-views", 1000),
    "log": ours("log", 1000),
    "single": ours("relaxed", 1),
    "rebuild": ours("rebuild", store="batched", writes=True),
    "rebuild-one": ours("rebuild-one", store="batched", writes=True),
    "decode": ours("decode", store="batched"),
    "point": ours("point", store="batched"),
}


def measured(limits):
    """Instructions per operation of each run that there is a threshold for."""
    def count(name):
        with tempfile.TemporaryDirectory() as directory:
            return Bench(Path(directory), 1, GATE).counts(RUNS[name], limits["events"])[0]

    names = list(limits["instructionsPerEvent"])
    return dict(zip(names, at_once(count, names)))


def engine(limits):
    """Prints the engine's figures; whether each is within its limit."""
    rows, holds = [], True
    for name, now in measured(limits).items():
        threshold = limits["instructionsPerEvent"][name]
        most = limits["mostInstructionsPerEvent"].get(name, threshold * (1 + limits["tolerance"]))
        limit = round(min(most, threshold * (1 + limits["tolerance"])))
        holds &= now <= limit
        rows.append([name, f"{threshold:,}", f"{now:,.0f}", f"{now / threshold - 1:+.1%}" + (
            f", above {limit:,}" if now > limit else "")])
    print("\n" + "\n".join(table(
        [f"instructions per operation, {limits['events']:,} events", "threshold", "now", "change"],
        rows)))
    return holds


def write(limits):
    """Makes the figures of now the thresholds."""
    limits["swift"] = run(["swift", "--version"]).stdout.split("Swift version ")[-1].split(" ")[0]
    limits["instructionsPerEvent"] = {
        name: round(count) for name, count in measured(limits).items()}
    THRESHOLDS.write_text(json.dumps(limits, indent=2) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--write", action="store_true", help="write the figures of now")
    options = parser.parse_args()
    limits = json.loads(THRESHOLDS.read_text())
    if options.write:
        return write(limits)
    holds = layer.holds(["append", "scan", "get"], 20_000, LAYER_LIMIT)
    holds &= engine(limits)
    if not holds:
        sys.exit(f"A ratio is above {LAYER_LIMIT} or an operation is dearer than "
                 "Benchmarks/Scripts/thresholds.json allows; gate.py --write accepts the latter.")


if __name__ == "__main__":
    main()
