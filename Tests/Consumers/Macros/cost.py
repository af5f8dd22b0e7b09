#!/usr/bin/env python3
"""Instructions of an item with macros, and with fields named once, beside the same item by hand.

Exits 1 when macros need more than 3 % more in any work, or fields named once in an append: writing such a payload
alone copies the value. What starts the program and makes the items is left out: each figure is the difference of a
long run and a short one.

  make bench-macros
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

BINARY = Path(__file__).resolve().parents[3] / ".build-consumers/release/macro-cost"
LIMIT = 1.03
# Callgrind's count of a run differs a little from one to the next where a store has random identifiers.
WORKS = {"encode": (1_000, 9_000), "decode": (1_000, 9_000), "event-encode": (1_000, 9_000),
         "event-decode": (1_000, 9_000), "append": (5_000, 25_000)}


def count(binary, variant, work, times):
    with tempfile.NamedTemporaryFile() as out:
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out.name}", binary, variant, work, str(times)],
            capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return int(re.search(r"Collected : (\d+)", done.stderr)[1])


def main():
    is_within = True
    with tempfile.TemporaryDirectory() as directory:
        # Valgrind 3.19 cannot read DWARF 5.
        binary = Path(directory) / "macro-cost"
        subprocess.run(["strip", "-g", "-o", binary, BINARY], check=True)
        print(f"{'instructions':<28}{'by hand':>10}{'ratio of fields':>18}{'ratio of macros':>18}")
        for work, (few, many) in WORKS.items():
            cost = {variant: (count(binary, variant, work, many) - count(binary, variant, work, few)) / (many - few)
                    for variant in ("hand", "field", "macro")}
            ratios = [cost[variant] / cost["hand"] for variant in ("field", "macro")]
            is_within &= ratios[1] <= LIMIT and (work != "append" or ratios[0] <= LIMIT)
            print(f"{work:<28}{cost['hand']:>10,.0f}{ratios[0]:>18.3f}{ratios[1]:>18.3f}")
    sys.exit(0 if is_within else 1)


if __name__ == "__main__":
    main()
