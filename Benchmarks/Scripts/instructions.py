#!/usr/bin/env python3
"""Instructions per operation of a loop, by valgrind's callgrind.

Runs the loop COUNT and twice COUNT times and divides the difference, so that start-up and
preparation do not count. Prints a table of C beside Swift and their ratio; exits 1 when a ratio is
above the limit. Instruction counts repeat on any machine, whatever else it is doing.

  swift build -c release --package-path Benchmarks --product layer-cost
  python3 Benchmarks/Scripts/instructions.py [--count N] [--limit RATIO] [LOOP ...]
"""
import argparse
import re
import subprocess
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent


def instructions(command):
    """The instructions that `command` executes, of all its threads."""
    run = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *map(str, command)],
        capture_output=True, text=True)
    counted = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode != 0 or not counted:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{run.stdout}{run.stderr}")
    return int(counted[1])


def per_operation(binary, loop, count):
    once, twice = (instructions([binary, loop, n]) for n in (count, 2 * count))
    return (twice - once) / count


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=50_000)
    parser.add_argument("--limit", type=float, default=1.05)
    parser.add_argument("--binary", default=PACKAGE / ".build/release/layer-cost")
    parser.add_argument("loops", nargs="*", default=["append", "scan", "get"])
    options = parser.parse_args()
    print("| instructions per operation | C | Swift | Swift : C |\n|---|---|---|---|")
    failed = False
    for loop in options.loops:
        c, swift = (
            per_operation(options.binary, f"{language}-{loop}", options.count)
            for language in ("c", "swift"))
        failed |= swift > options.limit * c
        print(f"| {loop} | {c:,.1f} | {swift:,.1f} | {swift / c:.3f} |", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
