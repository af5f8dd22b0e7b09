"""Who does a piece of work, and how it is measured: all contenders of a work in turn, in one run."""
import os
import shutil
import statistics
import tempfile
from dataclasses import dataclass, field, replace
from pathlib import Path

from counting import RELEASE, flushes, instructions, run, stripped

# The gate's program has some of the engine's runs.
ENGINE, GATE, PEER = "event-bench", "gate-bench", "peer-bench"
# A store that others read: the program, its run and the events of a transaction.
STORES = {"batched": (ENGINE, "append", 1000), "single": (ENGINE, "bulk", 1),
          "all-views": (ENGINE, "append-all-views", 1000),
          "peer": (PEER, "statements", 1000),
          "shared": (ENGINE, "share", 1)}


@dataclass(frozen=True)
class Contender:
    """A run of a program. What it `replays` is recorded first and given to it as a file."""
    who: str
    program: str
    run: str
    more: tuple = ()
    durability: str = ""
    store: str = ""       # one of STORES that it works on; a fresh directory otherwise
    writes: bool = False  # whether it needs a copy of that store
    replays: "Contender | None" = None
    wall: int = 0         # its own numbers of events, where it is too slow for those of the work
    counted: int = 0


@dataclass(frozen=True)
class Work:
    """Something that Daybook, the first contender, does beside others."""
    title: str
    contenders: list
    wall: int              # events of the runs that are timed
    counted: int           # events of the run whose instructions are counted; 0 for none
    strace: int = 0        # transactions of the run whose flushes are counted; 0 for none
    batch: int = 1
    memory: bool = False   # whether files are in memory (tmpfs), where a flush costs nothing
    rounds: int = 0


@dataclass
class Bench:
    """One measuring: a directory for stores, what was recorded, how often each run is timed, and the program
    that does the engine's runs."""
    directory: Path
    rounds: int
    engine: str = ENGINE
    made: dict = field(default_factory=dict)

    def __post_init__(self):
        # Goes when the script ends, whatever ends it.
        self.memory = tempfile.TemporaryDirectory(dir="/dev/shm")
        self.counted = {name: stripped(self.binary(name).name, self.directory)
                        for name in (ENGINE, PEER) if self.binary(name).exists()}

    def binary(self, program):
        """The path of a program as it was built."""
        return RELEASE / (self.engine if program == ENGINE else program)

    def store(self, name, events):
        """The path of a store that is made when it is first asked for."""
        path = self.directory / f"{name}-{events}"
        if path not in self.made:
            program, mode, batch = STORES[name]
            self.made[path] = run([self.binary(program), mode, path, events, batch])
        return path

    def drop(self, name, events):
        path = self.directory / f"{name}-{events}"
        self.made.pop(path, None)
        shutil.rmtree(path, ignore_errors=True)

    def place(self, contender, events, memory=False):
        """The directory that a run gets, as it has to be before it."""
        if contender.store and not contender.writes:
            return self.store(contender.store, events)
        path = Path(self.memory.name if memory else self.directory) / "fresh"
        shutil.rmtree(path, ignore_errors=True)
        if contender.store:
            shutil.copytree(self.store(contender.store, events), path)
        else:
            path.mkdir()
        return path

    def calls(self, contender, events):
        """The recorded calls of a run into liblmdb or libsqlite3, and its operations."""
        name = "-".join((contender.program, contender.run, str(events), *map(str, contender.more)))
        file = self.directory / f"calls-{name}"
        if not file.exists():
            library = "libcalltrace.so" if contender.program == ENGINE else "libsqltrace.so"
            self.made[file] = run(self.command(contender, events, memory=True), env={
                **os.environ, "LD_PRELOAD": str(RELEASE / library), "DAYBOOK_CALLS": str(file)})
        return self.made[file].stdout.split()[0], file

    def command(self, contender, events, binary=None, memory=False):
        """The command of a run, which finds its store ready."""
        replayed = self.calls(contender.replays, events) if contender.replays else [events]
        path = self.place(contender, events, memory)
        return [binary or self.binary(contender.program), contender.run, path, *replayed,
                *contender.more]

    def times(self, work):
        """The microseconds of an operation and of the processor's in each round, by contender."""
        taken = [[] for _ in work.contenders]
        for _ in range(work.rounds or self.rounds):
            for times, contender in zip(taken, work.contenders):
                command = self.command(contender, contender.wall or work.wall, None, work.memory)
                operations, *seconds = map(float, run(command).stdout.split())
                times.append([value * 1e6 / operations for value in seconds])
        return [list(zip(*times)) for times in taken]

    def counts(self, contender, events):
        """Instructions and allocations of an operation; in memory, as no disk changes them."""
        count, allocated, printed = self.counting(contender, events)
        return [value / float(printed.split()[0]) for value in (count, allocated["all"])]

    def counting(self, contender, events):
        """What callgrind counts of a run in memory, and what that prints."""
        command = self.command(contender, events, self.counted[contender.program], True)
        return instructions(command, marked=True)

    def flushes(self, contender, transactions, batch):
        """Flushes of an event: what twice as many transactions need more."""
        few, many = (flushes(self.command(contender, count * batch))
                     for count in (transactions, 2 * transactions))
        return (many - few) / (transactions * batch)

    def rows(self, section, work):
        """What is known of each contender of a work, as the report has it."""
        rows = []
        for contender, (walls, processor) in zip(work.contenders, self.times(work)):
            events = contender.counted or work.counted
            count, allocated = (self.counts(contender, events)
                                if work.counted else (None, None))
            rows.append({
                "section": section, "work": work.title, "by": contender.who,
                "durability": contender.durability,
                "events": contender.wall or work.wall, "countedEvents": events or None,
                "microseconds": statistics.median(walls), "microsecondsByRound": walls,
                "processorMicroseconds": statistics.median(processor),
                "instructions": count, "allocations": allocated,
                "flushes": (self.flushes(contender, work.strace, work.batch)
                            if work.strace else None),
                "timesDaybook": count / (rows[0]["instructions"] if rows else count)
                if count else None})
        return rows


def floors(contender, run_name="c-calls", who="liblmdb in C, the same calls"):
    """A contender and what it has to cost at least: its calls, done again in C."""
    return [contender, replace(contender, who=who, run=run_name, more=(), replays=contender)]
