"""Counts what a program does: instructions, heap allocations, flushes. Standard library only."""
import os
import queue
import re
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
RELEASE = PACKAGE.parent / ".build-bench/release"
# Longer than the longest run, also where it gets the thirtieth part of a processor beside the tests;
# one that hangs must not hold the machine.
TIMEOUT = 1800


def run(command, **options):
    """Runs `command` to its end and returns it; a failure ends the script."""
    options.setdefault("timeout", TIMEOUT)
    options["env"] = {"SWIFT_BACKTRACE": "enable=no", **options.get("env", os.environ)}
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done


def stripped(name, directory):
    """A copy of a product without debug information, which valgrind 3.19 cannot read (DWARF 5)."""
    copy = Path(directory) / name
    run(["strip", "-g", "-o", copy, RELEASE / name])
    return copy


# The processors on which nothing is counted.
PROCESSORS = queue.SimpleQueue()
# Linux can bind a process to one; nothing is counted elsewhere.
for number in sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []:
    PROCESSORS.put(number)


@contextmanager
def one_processor():
    """What to put before a command that gets one processor alone: builds of views use as many threads as
    there are, and the count must be the same on any machine."""
    number = PROCESSORS.get()
    try:
        yield ["taskset", "--cpu-list", str(number)]
    finally:
        PROCESSORS.put(number)


def at_once(measure, arguments):
    """What `measure` says of each of the arguments, so many at once as there are processors."""
    with ThreadPoolExecutor(PROCESSORS.qsize()) as threads:
        return list(threads.map(measure, arguments))


def instructions(command, marked=False):
    """Instructions and `allocations` of all threads, of the marked part only if asked, and what
    the program printed."""
    with tempfile.NamedTemporaryFile() as out, one_processor() as alone:
        start = ["--instr-atstart=no"] if marked else []
        done = run([*alone, "valgrind", "--tool=callgrind", f"--callgrind-out-file={out.name}",
                    *start, *command])
        count = int(re.search(r"Collected : (\d+)", done.stderr)[1])
        return count, allocations(out.name), done.stdout


def allocations(profile):
    """How often malloc, calloc and realloc were called, from a callgrind profile: in all, for the texts
    of Swift strings (longer than fifteen bytes), and by ICU, which is Foundation's calendar."""
    names, calls, callee = {}, Counter(), None
    with open(profile) as lines:
        for line in lines:
            if line.startswith(("fn=", "cfn=")):
                number, _, name = line.split("=", 1)[1].strip().partition(" ")
                if name:
                    names[number] = name
                if line.startswith("cfn="):
                    callee = names.get(number, number)
            elif line.startswith("calls="):
                calls[callee] += int(line[6:].split()[0])
    def of(*prefixes):
        return sum(count for name, count in calls.items() if name.startswith(prefixes))

    return {"all": sum(calls[name] for name in ("malloc", "calloc", "realloc")),
            "texts": of("$ss22_allocateStringStorage"),
            "calendar": of("swift_uprv_malloc", "swift_uprv_realloc", "swift_uprv_calloc")}


def flushes(command):
    """How often the threads of `command` make data durable.

    LMDB flushes the data by fdatasync and writes its root page to a descriptor opened with O_DSYNC,
    whose writes are flushes of their own.
    """
    with tempfile.NamedTemporaryFile(mode="r") as out:
        calls = "openat,fdatasync,fsync,msync,pwrite64"
        run(["strace", "-f", "-y", "-e", f"trace={calls}", "-o", out.name, *command])
        synchronous, count = set(), 0
        for line in out:
            if opened := re.search(r"\bopenat\(.*= (\d+)<", line):
                # A number that was closed is given out again.
                change = synchronous.add if "O_DSYNC" in line else synchronous.discard
                change(opened[1])
            elif re.search(r"\b(fdatasync|fsync|msync)\(", line):
                count += 1
            elif written := re.search(r"\bpwrite64\((\d+)<", line):
                count += written[1] in synchronous
        return count
