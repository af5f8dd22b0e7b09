#!/usr/bin/env python3
"""Instructions per operation of a loop, by valgrind's callgrind.

Runs the loop COUNT and twice COUNT times and divides the difference, so that start-up and
preparation do not count. Prints a table of C beside Swift and their ratio; exits 1 when a ratio is
above the limit. Instruction counts repeat on any machine, whatever else it is doing.

  make gate-programs
  python3 Benchmarks/Scripts/instructions.py [--count N] [--limit RATIO] [LOOP ...]
"""
import argparse
import sys
import tempfile

from counting import at_once, instructions, stripped
from report import table

HEADINGS = ["instructions per operation", "C", "Swift", "Swift : C"]


def per_operation(binary, loop, count):
    once, twice = (instructions([binary, loop, n])[0] for n in (count, 2 * count))
    return (twice - once) / count


def measured(loops, count):
    """Each loop with its instructions in C and in Swift."""
    with tempfile.TemporaryDirectory() as directory:
        binary = stripped("layer-cost", directory)
        names = [f"{language}-{loop}" for loop in loops for language in ("c", "swift")]
        counts = at_once(lambda name: per_operation(binary, name, count), names)
        return list(zip(loops, counts[::2], counts[1::2]))


def holds(loops, count, limit):
    """Prints the table; whether every ratio is within the limit."""
    rows = measured(loops, count)
    print("\n".join(table(HEADINGS, [
        [loop, f"{c:,.1f}", f"{swift:,.1f}", f"{swift / c:.3f}"] for loop, c, swift in rows])))
    return all(swift <= limit * c for _, c, swift in rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=50_000)
    parser.add_argument("--limit", type=float, default=1.05)
    parser.add_argument("loops", nargs="*", default=["append", "scan", "get"])
    options = parser.parse_args()
    sys.exit(0 if holds(options.loops, options.count, options.limit) else 1)


if __name__ == "__main__":
    main()
