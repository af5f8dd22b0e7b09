#!/usr/bin/env python3
"""Instructions of prefab projections beside the same ones by hand, by valgrind's callgrind.

Exits 1 when a prefab needs more than the limit allows, or 1.05 for several terms, which it compares by their
bytes. Appends and edits are in transactions of 1,000.

  make bench-programs
  python3 Benchmarks/Scripts/prefabs.py [--count N] [--limit RATIO]
"""
import argparse
import sys
import tempfile
from pathlib import Path

from counting import instructions, stripped
from report import table

VIEWS = {"index": "Index, three parts", "day": "Index, two parts", "totals": "Totals",
         "terms": "MultiIndex, two terms"}
WORKS = ["append", "edit", "scan", "rebuild"]


def measured(binary, name, count):
    """Instructions an operation of one run, in a store of its own."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as directory:
        total, _, printed = instructions([binary, name, Path(directory) / "s", count], marked=True)
        return total / int(printed.split()[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=5_000)
    parser.add_argument("--limit", type=float, default=1.03)
    options = parser.parse_args()
    rows, is_within = [], True
    with tempfile.TemporaryDirectory() as directory:
        binary = stripped("event-bench", directory)
        for view, label in VIEWS.items():
            for work in WORKS:
                hand, prefab = (measured(binary, f"{view}-{made}-{work}", options.count)
                                for made in ("hand", "prefab"))
                limit = max(options.limit, 1.05) if view == "terms" else options.limit
                is_within = is_within and prefab <= limit * hand
                rows.append([f"{label}: {work}", f"{hand:,.0f}", f"{prefab:,.0f}",
                             f"{prefab / hand:.3f}"])
        for work in WORKS:
            rows.append([f"Unique: {work}", "", f"{measured(binary, f'due-prefab-{work}', options.count):,.0f}", ""])
        first, last = (measured(binary, f"page-{place}", options.count)
                       for place in ("first", "last"))
        rows.append(["a page of 20: first, last", f"{first:,.0f}", f"{last:,.0f}",
                     f"{last / first:.3f}"])
    print("\n".join(table(["instructions", "by hand", "prefab", "ratio"], rows)))
    sys.exit(0 if is_within else 1)


if __name__ == "__main__":
    main()
