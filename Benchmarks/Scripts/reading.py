"""The history's pages, time travel, opening, size and memory: tables for bench.py."""
import os
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

from counting import RELEASE, instructions, run

# The name in the table, the run, the author asked for.
PAGES = [
    ("newest 50", "page", None),
    ("newest 50 of Eve, who wrote every twentieth", "page-author", "Eve"),
    ("newest 50 of Zoe, who wrote the first and no other", "page-author", "Zoe"),
]
# The name in the table, the run, the target in milliseconds.
PAST = [
    ("a feed as of a random token", "past-entity", 1),
    ("`HistoryGroups` as of the middle: `read(asOf:)`, `digest(of:)`", "past-view", 250),
    ("`differences(from:to:)` of the last 1,000 transactions", "past-changes", None),
]


def measured(*command):
    """The operations, seconds and processor seconds that a run of `event-bench` prints."""
    return [float(number) for number in run([RELEASE / "event-bench", *command]).stdout.split()]


def pages(bench, large, small=1000):
    """Instructions of one page at two sizes of the log."""
    stores = {size: bench.directory / f"small-{size}" for size in (small, large)}
    taken = {size: measured("small", path, size)[1] for size, path in stores.items()}
    print(f"One small event a transaction, bulk; {large:,} took {taken[large]:.0f} s. "
          "The ratio should be at most 1.10, but for Zoe's page, which passes over every block.\n")
    print(f"| instructions | at {small:,} | at {large:,} | ratio |\n|---|---|---|---|")
    for title, name, author in PAGES:
        counts = []
        for size, path in stores.items():
            command = [bench.counted, name, path, size, *([author] if author else [])]
            counts.append(instructions(command, marked=True)[0] / 20)
        print(f"| {title} | {counts[0]:,.0f} | {counts[1]:,.0f} | {counts[1] / counts[0]:.2f} |",
              flush=True)
    shutil.rmtree(stores[large])


def evict(path):
    """Takes a store's file out of the page cache."""
    file = os.open(path / "data.mdb", os.O_RDONLY)
    os.fsync(file)
    os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
    os.close(file)


def past(bench, runs):
    """Time travel and opening, in a store of one event a transaction."""
    path = bench.directory / "single-events"
    measured("bulk", path, bench.events, 1)
    print("| | ms | CPU ms | target ms | instr |\n|---|---|---|---|---|")
    rows = [*PAST, ("open to first view, file in memory", "first-view", 20),
            ("open to first view, file out of memory", "first-view", None)]
    for title, name, target in rows:
        taken = []
        for _ in range(runs):
            if "out of" in title:
                evict(path)
            taken.append(measured(name, path, bench.events))
        operations = taken[0][0]
        wall, processor = (statistics.median(times[column] for times in taken) * 1000 / operations
                           for column in (1, 2))
        count = instructions([bench.counted, name, path, bench.events], marked=True)[0]
        print(f"| {title} | {wall:,.3f} | {processor:,.3f} | {target or ''} "
              f"| {count / operations:,.0f} |", flush=True)
    return path


def peak(*command):
    """The most memory that a run of `event-bench` had, in MiB, mapped pages of the file included."""
    with subprocess.Popen([*map(str, (RELEASE / "event-bench", *command))],
                          stdout=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"event-bench {' '.join(map(str, command))} failed")
    return used.ru_maxrss / 1024


def sizes(bench, singles):
    """Bytes on disk for each event and peak memory of the import."""
    print("| | bytes/event | file MiB | peak MiB |\n|---|---|---|---|")

    def row(title, path, memory):
        size = (Path(path) / "data.mdb").stat().st_size
        print(f"| {title} | {size / bench.events:,.0f} | {size / 2**20:.1f} | {memory} |")

    path = bench.directory / "sized"
    for name in ("append", "bulk"):
        shutil.rmtree(path, ignore_errors=True)
        memory = peak(name, path, bench.events, 1000)
        row(f"import, 1000 a transaction, {name.replace('append', 'durable')}", path,
            f"{memory:.0f}")
    row("one event a transaction, bulk", singles, "")
    print(f"| the data set itself, in memory |  |  | {peak('dataset', path, bench.events):.0f} |")
