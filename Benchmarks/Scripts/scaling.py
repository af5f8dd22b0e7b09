"""What depends on how long the log is, opening, widgets, sizes: tables of their own kind."""
import os
import shutil
import statistics
import struct
import subprocess
import sys

from contenders import ENGINE
from counting import RELEASE, flushes, instructions, run
from workloads import floor, floors, ours

# The name in the table, the run, the author asked for, operations of the run.
SCALED = [
    ("one append, every projection", "single", None),
    ("newest 50 transactions", "page", None),
    ("newest 50 of Eve, who wrote every twentieth", "page", "Eve"),
    ("newest 50 of Zoe, who wrote the first and no other", "page", "Zoe"),
]
CALL = struct.Struct("<BBHII")  # struct call of callrecord.h
BEGIN, COMMIT, OPEN, PUT, DELETE, CURSOR, CURSOR_PUT = 1, 2, 4, 5, 7, 8, 9


def scaled(bench, report, lengths):
    """Instructions at some lengths of the log, the shortest first."""
    rows = []
    for title, name, author in SCALED:
        counts = []
        for events in lengths:
            path = bench.store("single", events)
            count, _, done = instructions(
                [bench.counted[ENGINE], name, path, events, *([author] if author else [])], True)
            counts.append(count / float(done.split()[0]))
        rows.append([title, *map(round, counts), counts[-1] / counts[0]])
    report.table("scaling", ["instructions", *(f"at {events:,}" for events in lengths), "ratio"], rows)


def changed(bench, report, events):
    """Rows that one changed entry writes in a long log, and the time until its day shows it."""
    path = bench.store("single", events)
    taken = run([RELEASE / ENGINE, "change", path, events]).stdout.split()
    file = bench.directory / "calls-change"
    run([RELEASE / ENGINE, "change", path, events], env={
        **os.environ, "LD_PRELOAD": str(RELEASE / "libcalltrace.so"), "DAYBOOK_CALLS": str(file)})
    rows = last_transaction(file)
    projected = sum(count for name, count in rows.items() if name.startswith("nursery."))
    milliseconds = float(taken[1]) * 1e3 / float(taken[0])
    report.table("change", ["one amount changed", ""], [
        ["rows put or deleted, of the log and the entity", sum(rows.values()) - projected],
        ["rows put or deleted, of projections", projected],
        ["ms until the day's view shows it, durable", milliseconds],
        ["CPU ms", float(taken[2]) * 1e3 / float(taken[0])]], ".3f")


def last_transaction(file):
    """How often the last recorded transaction put or deleted, by table."""
    calls, tables, cursors, rows, kept = file.read_bytes(), {}, {}, {}, {}
    at = 0
    while at < len(calls):
        kind, table, key, _, flags = CALL.unpack_from(calls, at)
        at += CALL.size
        if kind == OPEN:
            tables[table] = calls[at:at + key - 1].decode()
        elif kind == BEGIN:
            rows = {}
        elif kind == CURSOR:
            cursors[table] = flags
        elif kind in (PUT, DELETE, CURSOR_PUT):
            name = tables.get(cursors[table] if kind == CURSOR_PUT else table, "")
            rows[name] = rows.get(name, 0) + 1
        elif kind == COMMIT:
            kept = rows
        at += key
    return kept


def opening(bench, report, events):
    """Open, and read what a first screen shows; the file in memory and not."""
    path, rows = bench.store("single", events), []
    for title, evicted in (("file in memory", False), ("file out of memory", True)):
        taken = []
        for _ in range(bench.rounds + 2):
            if evicted:
                evict(path)
            taken.append([float(value) * 1e3 for value in
                          run([RELEASE / ENGINE, "first-view", path, events]).stdout.split()[1:]])
        rows.append([title, *map(statistics.median, zip(*taken))])
    report.table("opening", ["open to first view", "ms", "CPU ms"], rows, ".3f")


def evict(path):
    """Takes a store's file out of the page cache, and forgets that its pages were looked at."""
    (path / "pages.checked").unlink(missing_ok=True)
    file = os.open(path / "data.mdb", os.O_RDONLY)
    os.fsync(file)
    os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
    os.close(file)


def widgets(bench, report, events):
    """Every widget's file built and replaced."""
    path, folder = bench.store("single", events), bench.directory / "widgets"
    command = [RELEASE / ENGINE, "snapshots", path, events, folder]
    run(command)
    operations, wall, processor = map(float, run(command).stdout.split())
    files = len([name for name in os.listdir(folder) if name.endswith(".json")])
    count = flushes(command) / operations
    report.table("widgets", ["snapshot build", "files", "ms", "CPU ms", "flushes"], [[
        "all files of `WidgetSnapshots`", files, wall * 1e3 / operations,
        processor * 1e3 / operations, count]], ".3f")


def wire(bench, report, events):
    """How many bytes travel for the bytes of messages."""
    path = bench.store("shared", events)
    travelled, messages = map(int, run([RELEASE / ENGINE, "wire", path, events]).stderr.split())
    report.table("wire", ["pages", "bytes of an event", "of them the message", "ratio"], [[
        f"{events:,} events", travelled / events, messages / events, travelled / messages]], ".3f")


def interchange(bench, report, events, large):
    """Imports, backup and restore: seconds, and what the run says besides."""
    rows = []

    def measure(title, name, path, count):
        done = run([RELEASE / ENGINE, name, path, count])
        _, wall, processor = map(float, done.stdout.split())
        rows.append([title, wall, processor, done.stderr.strip().replace("\n", "; ")])

    for count in (42_000, large):
        path = bench.directory / f"imported-{count}"
        run([RELEASE / ENGINE, "import-files", path, count])
        measure(f"import of {count:,} rows", "import", path, count)
        measure("the same files again", "import", path, count)
        shutil.rmtree(path)
        shutil.rmtree(f"{path}-files")
    path = bench.directory / "backed-up"
    run([RELEASE / ENGINE, "bulk", path, events, "1000"])
    measure(f"backup of {events:,} events", "backup", path, events)
    measure("restore and verify", "restore", path, events)
    for name in (path, f"{path}-backups", f"{path}-restored"):
        shutil.rmtree(name)
    report.table("interchange", ["", "s", "CPU s", "besides"], rows)


def peak(*command):
    """The most memory that a run had, in MiB, mapped pages of the file included."""
    with subprocess.Popen([*map(str, command)], stdout=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{command} failed")
    return used.ru_maxrss / 1024


def sizes(bench, report, events):
    """Bytes on disk for each event and peak memory of the import."""
    rows = []

    def row(title, path, memory):
        size = sum(file.stat().st_size for file in path.iterdir() if file.name != "lock.mdb")
        rows.append([title, round(size / events), size / 2**20, memory])

    path = bench.directory / "sized"
    for title, program, *arguments in (
            ("Daybook, 1,000 a transaction, durable", ENGINE, "append", 1000),
            ("Daybook, 1,000 a transaction, bulk", ENGINE, "bulk", 1000),
            ("Daybook, log only", ENGINE, "log", 1000),
            ("GRDB, the same tables", "peer-bench", "statements", 1000)):
        shutil.rmtree(path, ignore_errors=True)
        memory = peak(RELEASE / program, arguments[0], path, events, arguments[1])
        row(title, path, round(memory))
    row("Daybook, one event a transaction, bulk", bench.store("single", events), None)
    memory = peak(RELEASE / ENGINE, "dataset", path, events)
    rows.append(["the data set itself, in memory", None, None, round(memory)])
    report.table("sizes", ["", "bytes/event", "file MiB", "peak MiB"], rows, ".1f")


def allocations(bench, report, events=10_000):
    """Heap allocations that each further event costs, and who makes them: what 2N events need more
    than N, 1,000 a transaction. A transaction costs the engine one, whatever it holds, and the program
    that appends another; the first transaction also the memory that the others use again."""
    rows, replay = [], floor("c-replay", "", store="batched")
    for title, contenders in (
            ("append, log only", floors(ours("log", 1_000))),
            ("append, every projection", floors(ours("append", 1_000))),
            ("raw replay", (ours("replay", store="batched"), replay)),
            ("decoded replay", (ours("decode", store="batched"), replay))):
        few, many = ([bench.counting(contender, count)[1] for contender in contenders]
                     for count in (events, 2 * events))
        found, liblmdb = ({key: (more[key] - less[key]) / events for key in more}
                          for less, more in zip(few, many))
        others = liblmdb["all"], found["texts"], found["calendar"]
        rows.append([title, found["all"], *others, found["all"] - sum(others)])
    report.table("allocations", ["of one event", "all", "liblmdb's", "texts of values",
                                 "Foundation's calendar", "the engine's"], rows, ".3f")
