#!/usr/bin/env python3
"""The benchmark of a household's log, beside the same work done by raw LMDB in C.

Each row is one run of `event-bench`: seconds are the median of some runs, engine and floor in turn
(a busy machine moves them); instructions and allocations are of one run under callgrind and repeat
anywhere. Prints Markdown.

  make bench                                    all of it, into Benchmarks/RESULTS.md
  python3 Benchmarks/Scripts/bench.py --events 10000 --runs 1
"""
import argparse
import os
import platform
import shutil
import statistics
import subprocess
import tempfile
from pathlib import Path

import instructions as layer
import reading
from counting import RELEASE, flushes, instructions, run, stripped

# The name in the table, the engine's run, the floor's.
ROWS = [
    ("import, 1000 a transaction, durable", "append", "c-append"),
    ("import, 1000 a transaction, bulk", "bulk", "c-bulk"),
    ("rebuild of all projections", "rebuild", "c-rebuild"),
    ("raw replay by the LMDB module, CRC-32C checked", "layer-replay", "c-replay"),
    ("raw replay by `Reader.event` (copies payloads)", "replay", "c-replay"),
    ("decoded replay to Swift events", "decode", "c-replay"),
    ("verify (checksums, folds, projections)", "verify", None),
]


class Bench:
    """One measuring: a directory for stores, the number of events, recorded calls."""

    def __init__(self, directory, events):
        self.directory, self.events = Path(directory), events
        self.counted = stripped("event-bench", directory)
        self.store = self.directory / "store-append"
        for name in ("append", "bulk"):
            self.record(name, self.directory / name, self.directory / f"store-{name}", events, 1000)

    def record(self, name, file, store, events, batch):
        """Makes a store and writes down its calls into liblmdb."""
        run([RELEASE / "event-bench", name, store, events, batch],
            env={**os.environ, "LD_PRELOAD": str(RELEASE / "libcalltrace.so"),
                 "DAYBOOK_CALLS": str(file)})

    def command(self, binary, name):
        """The command of a run, with a fresh store or a copy of the recorded one."""
        path = self.directory / "run"
        shutil.rmtree(path, ignore_errors=True)
        if name in ("c-append", "c-bulk"):
            path.mkdir()
        elif name not in ("append", "bulk"):
            shutil.copytree(self.store, path)
        more = [self.directory / name.removeprefix("c-")] if name.startswith("c-") else [1000]
        return [binary, name, path, self.events, *more]

    def seconds(self, names, runs, command=None):
        """The median seconds of each run and of its processor time, the runs taken in turn."""
        taken = {name: [] for name in names}
        for _ in range(runs):
            for name in names:
                printed = run((command or self.command)(RELEASE / "event-bench", name)).stdout
                taken[name].append([float(number) for number in printed.split()[1:]])
        return {name: [statistics.median(column) for column in zip(*times)]
                for name, times in taken.items()}

    def counts(self, name):
        """Instructions and allocations per event."""
        count, allocated = instructions(self.command(self.counted, name), marked=True)
        return count / self.events, allocated / self.events

    def single(self, binary, name, events=1000):
        """The command of a run of one event a transaction in a fresh store."""
        path, calls = self.directory / "single", self.directory / f"calls-{events}"
        if name == "c-append" and not calls.exists():
            self.record("append", calls, self.directory / f"store-{events}", events, 1)
        shutil.rmtree(path, ignore_errors=True)
        path.mkdir()
        return [binary, name, path, events, calls if name == "c-append" else 1]

    def flushes(self, name):
        """Flushes per transaction of one event."""
        once, twice = (
            flushes(self.single(RELEASE / "event-bench", name, n)) for n in (200, 400))
        return (twice - once) / 200


def machine():
    """Processor, cores, system, file system of the temporary directory, compiler, LMDB."""
    with open("/proc/cpuinfo") as lines:
        model = next(line.split(":")[1].strip() for line in lines if "model name" in line)
    compiler = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout
    version = compiler.split("Swift version ")[-1].split(" ")[0]
    lmdb = run(["pkg-config", "--modversion", "lmdb"]).stdout.strip()
    disk = run(["stat", "-f", "-c", "%T", tempfile.gettempdir()]).stdout.strip()
    return (f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}, {disk}; "
            f"Swift {version} (release), liblmdb {lmdb}; warm")


def household(bench, runs):
    print("| | s | CPU s | floor s | CPU s | instr/event | floor instr | ratio | allocations/event |")
    print("|---|---|---|---|---|---|---|---|---|")
    for title, engine, floor in ROWS:
        seconds = bench.seconds([engine, floor] if floor else [engine], runs)
        count, allocated = bench.counts(engine)
        cells = [f"{number:.3f}" for number in seconds[engine]]
        cells += [f"{number:.3f}" for number in seconds.get(floor, [])] or ["", ""]
        least = bench.counts(floor)[0] if floor else None
        cells += [f"{count:,.0f}", f"{least:,.0f}" if floor else ""]
        cells += [f"{count / least:.2f}" if floor else "", f"{allocated:.2f}"]
        print(f"| {title} | {' | '.join(cells)} |", flush=True)


def singles(bench, runs):
    print("| | µs | CPU µs | instr | allocations | flushes |\n|---|---|---|---|---|---|")
    names = {"append, durable": "append", "append, relaxed": "relaxed",
             "C: the same calls, durable": "c-append",
             "C: one row of 145 bytes, no projection, durable": "c-commits"}
    seconds = bench.seconds(list(names.values()), runs, bench.single)
    for title, name in names.items():
        count, allocated = instructions(bench.single(bench.counted, name), marked=True)
        wall, processor = (number * 1000 for number in seconds[name])
        print(f"| {title} | {wall:,.0f} | {processor:,.0f} | {count / 1000:,.0f} "
              f"| {allocated / 1000:.2f} | {bench.flushes(name):.2f} |", flush=True)


def peers(directory, events, runs):
    """The import by Daybook and by GRDB in turn; instructions of a tenth of the events."""
    print("| | s | CPU s | instr/event | allocations/event |\n|---|---|---|---|---|")
    names = {"Daybook": ("event-bench", "append"),
             "GRDB, prepared statements": ("peer-bench", "statements"),
             "GRDB, Codable records": ("peer-bench", "records")}
    path = Path(directory) / "peer"

    def command(name, count, binary=None):
        shutil.rmtree(path, ignore_errors=True)
        product, mode = names[name]
        return [binary or RELEASE / product, mode, path, count, 1000]

    taken = {name: [] for name in names}
    for _ in range(runs):
        for name in names:
            printed = run(command(name, events)).stdout
            taken[name].append([float(number) for number in printed.split()[1:]])
    for name, times in taken.items():
        wall, processor = (statistics.median(column) for column in zip(*times))
        binary = stripped(names[name][0], directory)
        count, allocated = instructions(command(name, events // 10, binary), marked=True)
        print(f"| {name} | {wall:.3f} | {processor:.3f} | {count * 10 / events:,.0f} "
              f"| {allocated * 10 / events:.2f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--transactions", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    print("# Results\n\nBy `make bench`; what each row means is in `Scripts/bench.py`.\n")
    print(f"- Machine: {machine()}.")
    print(f"- Data set: {options.events:,} events of `Household(seed: 7)` (`BenchSupport/Dataset.swift`), "
          "every nursery projection.")
    print(f"- Load of the machine at the start: {os.getloadavg()[0]:.1f} (other work moves seconds, "
          "hardly CPU seconds, not instructions).")
    print("- Durability: `durable` (data and root page flushed at each commit) unless named.")
    print("- Floors: the very calls into liblmdb that the import makes, replayed by C; for the "
          "rebuild all rows loaded sorted by MDB_APPEND; for replays a cursor over the log.\n")
    print("## The layer over LMDB\n")
    layer.table(["append", "scan", "get"], 50_000, 1.05)
    with tempfile.TemporaryDirectory() as directory:
        bench = Bench(directory, options.events)
        print("\n## A household's log\n")
        household(bench, options.runs)
        print("\n## One event a transaction\n")
        singles(bench, options.runs)
        print("\n## The newest page of the history\n")
        reading.pages(bench, options.transactions)
        print("\n## Time travel and opening\n")
        print("One event a transaction.\n")
        singles_store = reading.past(bench, options.runs)
        print("\n## Size and memory\n")
        print("Peak memory includes the pages of the file that were mapped and the data set.\n")
        reading.sizes(bench, singles_store)
        print("\n## Beside SQLite\n")
        print("The import, 1000 events a transaction: GRDB 7 on the system's SQLite, WAL and "
              "synchronous=FULL, three indexes on the log, the same views "
              "(`PeerBench/PeerLog.swift`).\n")
        peers(directory, options.events, options.runs)


if __name__ == "__main__":
    main()
