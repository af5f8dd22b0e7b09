#!/usr/bin/env python3
"""Measures how long a mirror of 100,000 events takes, and a round after one more.

  make bench-sql
  bench.py FOLDER-OF-THE-PROGRAMS
"""
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

EVENTS = 100_000


def run(*words):
    began = time.monotonic()
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}")
    return time.monotonic() - began, done.stdout.strip()


def main(programs):
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as folder:
        store, mirror = Path(folder) / "family", Path(folder) / "family.sqlite"
        run(programs / "demo", "--events", str(EVENTS), "--store", store)
        for name, more in [("the first round", []), ("a round without news", []), ("anew", ["--full-text"])]:
            seconds, said = run(programs / "nursery", "mirror", mirror, "--store", store, *more)
            print(f"{name}: {seconds:.2f} s; {said.replace(str(mirror), 'the mirror')}")
        print(f"the store has {(store / 'data.mdb').stat().st_size >> 20} MiB, "
              f"the mirror {mirror.stat().st_size >> 20} MiB")


main(Path(sys.argv[1]).resolve())
