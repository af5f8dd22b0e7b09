#!/usr/bin/env python3
"""UmaDB, pyeventsourcing and NATS JetStream beside Daybook, where they can be installed.

They are reached through Python, and two of them through a socket, so this says what an app that uses
them so would see, not what their engines could do. Takes two minutes; writes the last section of
Benchmarks/RESULTS.md.

  make bench-elsewhere
"""
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from contenders import ENGINE
from counting import PACKAGE, RELEASE, run
from elsewhere_peers import BATCH, BATCHES, SINGLES
from report import ELSEWHERE, Report

ROUNDS = 3
WORKS = ["single", "batch", "replay"]
DAYBOOK = {"append": "Daybook, every projection", "log": "Daybook, log only"}
# What it is called, what pip installs, the program it needs, what an acknowledged event survives
# (counted by strace).
PEERS = {
    "umadb": ("UmaDB, gRPC", "umadb", None, "two flushes before it answers"),
    "eventsourcing": ("pyeventsourcing, SQLite", "eventsourcing", None, "one flush, in process"),
    "nats": ("NATS JetStream, file store", "nats-py", "nats-server", "none before it answers"),
}


def installed(directory):
    """A Python of its own with what could be installed, and the names of those peers."""
    python = directory / "venv/bin/python"
    run([sys.executable, "-m", "venv", directory / "venv"])
    names = []
    for name, (title, package, program, _) in PEERS.items():
        if program and not shutil.which(program):
            print(f"skipped: {title} needs {program} (Debian has a package of that name)")
            continue
        try:
            done = subprocess.run([python, "-m", "pip", "install", "-q", package], timeout=120,
                                  capture_output=True, text=True)
            failure = done.stderr.strip().splitlines()[-1:] if done.returncode else []
        except subprocess.TimeoutExpired:
            failure = ["it took more than two minutes"]
        if failure:
            print(f"skipped: {package} cannot be installed: {failure[0]}")
        else:
            names.append(name)
    return python, names


def peer(python, name, directory):
    """Microseconds of one operation of each work; None when the peer failed."""
    path = directory / "peer"
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir()
    script = Path(__file__).with_name("elsewhere_peers.py")
    try:
        done = subprocess.run([python, script, name, path], timeout=120, capture_output=True,
                              text=True)
    except subprocess.TimeoutExpired:
        return None
    return json.loads(done.stdout) if done.returncode == 0 else None


def daybook(directory, appends):
    """The same works by Daybook: the run `append` keeps every view, `log` none."""
    def microseconds(name, path, events, *more):
        operations, wall, _ = map(float, run(
            [RELEASE / ENGINE, name, path, events, *more]).stdout.split())
        return wall * 1e6 / operations

    single, batch = directory / "single", directory / "batch"
    for path in (single, batch):
        shutil.rmtree(path, ignore_errors=True)
    return {"single": microseconds(appends, single, SINGLES, 1),
            "batch": microseconds(appends, batch, BATCHES * BATCH, BATCH),
            "replay": microseconds("replay", batch, BATCHES * BATCH)}


def measured(directory):
    """The median of each contender's works, the contenders in turn."""
    python, names = installed(directory)
    taken = {name: [] for name in (*DAYBOOK, *names)}
    for _ in range(ROUNDS):
        for name, times in taken.items():
            times.append(daybook(directory, name) if name in DAYBOOK
                         else peer(python, name, directory))
    for name in [name for name, times in taken.items() if None in times]:
        print(f"skipped: {PEERS[name][0]} failed")
        del taken[name]
    return {name: [statistics.median(times[work] for times in all_times) for work in WORKS]
            for name, all_times in taken.items()}


def main():
    with tempfile.TemporaryDirectory() as directory:
        found = measured(Path(directory))
    report = Report()
    rows = []
    for name, times in found.items():
        title, durability = (
            (DAYBOOK[name], "one flush before it answers") if name in DAYBOOK
            else (PEERS[name][0], PEERS[name][3]))
        rows.append([title, durability, *times, *(
            time / ours for time, ours in zip(times, found["append"]))])
    report.text(
        f"Measured by `make bench-elsewhere` ({time.strftime('%Y-%m-%d')}, load "
        f"{os.getloadavg()[0]:.1f}), apart from the run above. UmaDB and NATS are servers on this machine "
        "and all three are reached through Python, so most of these times is not their engines'. "
        "Events have 97 bytes of payload; only Daybook folds entities, and only its first row keeps "
        "views. NATS answers before it flushes, so its appends promise less; it gets its batches as "
        "1,000 messages at once, and its replay acknowledges each.")
    report.table("elsewhere", [
        "µs of one event, wall", "durability", "one at a time", f"{BATCH:,} at once", "replay",
        "× Daybook: one", "× Daybook: many", "× Daybook: replay"], rows, ",.1f")
    results = PACKAGE / "RESULTS.md"
    results.write_text(results.read_text().partition(f"\n{ELSEWHERE}\n")[0]
                       + f"\n{ELSEWHERE}\n\n" + report.markdown())
    values = PACKAGE / "RESULTS.json"
    everything = json.loads(values.read_text()) if values.exists() else {}
    values.write_text(Report(everything | report.values).json())


if __name__ == "__main__":
    main()
