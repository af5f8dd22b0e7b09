"""The targets that the table of the comparison is held against.

What is a ratio of work is of instructions; what is a rate or a time is of the wall clock, and says so.
"""
import statistics
from dataclasses import dataclass
from typing import Callable

LIBLMDB, SQLITE = "liblmdb in C", "SQLite in C"
PLAIN, PREPARED, RECORDS, CACHED = "the same rows", "GRDB, prepared", "GRDB, Codable", "GRDB, cached"


@dataclass(frozen=True)
class Target:
    work: str
    against: str
    limit: float
    measure: Callable       # of Found
    is_most: bool = False   # whether the limit is the most that is allowed, not the least
    form: str = ",.2f"
    unit: str = "×"

    def reached(self, value):
        return value <= self.limit if self.is_most else value >= self.limit


class Found:
    """What a report has, by section of works and contender."""

    def __init__(self, values):
        self.values = values

    def row(self, work, by, section=""):
        """The first row of a work whose contender begins so."""
        return next(row for row in self.values["rows"] if row["work"] == work
                    and row["by"].startswith(by) and section in row["section"])

    def speed(self, work, by, section=""):
        """How many times fewer instructions Daybook needs than a contender."""
        return (self.row(work, by, section)["instructions"]
                / self.row(work, "Daybook", section)["instructions"])

    def slower(self, work, by):
        """The median over the rounds of Daybook's seconds divided by those of a contender."""
        rounds = zip(*(self.row(work, who)["microsecondsByRound"] for who in ("Daybook", by)))
        return statistics.median(ours / theirs for ours, theirs in rounds)

    def rate(self, work, other, other_by="Daybook"):
        """How many more operations a second Daybook does in one work than somebody in another."""
        return (self.row(other, other_by)["microseconds"]
                / self.row(work, "Daybook")["microseconds"])

    def cell(self, key, row, column):
        return next(cells[column] for cells in self.values[key] if row in cells.values())


def speed(work, by, section=""):
    return lambda found: found.speed(work, by, section)


def of(work, key, scale=1.0, power=1):
    return lambda found: scale * found.row(work, "Daybook")[key] ** power


LOG, FULL, ONE = "1,000 a transaction, log only", "1,000 a transaction, every projection", "one a transaction"
POINT = "a row of a view by its key, its snapshot included"
REBUILD = "rebuild of all projections"
SEARCH = "how many entries have a word, by the view of words"

TARGETS = [
    Target("append 1,000 a transaction, log only", "liblmdb", 0.75, speed(LOG, LIBLMDB)),
    Target("append 1,000 a transaction, log only", "liblmdb, plain puts", 0.75, speed(LOG, PLAIN)),
    Target("append 1,000 a transaction, log only", "GRDB, records", 15, speed(LOG, RECORDS)),
    Target("append 1,000 a transaction, log only", "GRDB, prepared", 5, speed(LOG, PREPARED)),
    Target("append with every projection", "liblmdb", 0.7, speed(FULL, LIBLMDB)),
    Target("append with every projection", "liblmdb, plain puts", 0.7, speed(FULL, PLAIN)),
    Target("append with every projection", "GRDB, prepared", 4, speed(FULL, PREPARED)),
    Target("append with every projection", "GRDB, records", 4, speed(FULL, RECORDS)),
    Target("one durable append: flushes", "(strace)", 2, of(ONE, "flushes"), True,
           unit=""),
    Target("one durable append: wall time", "liblmdb", 1.15, lambda found: found.slower(
        ONE, LIBLMDB), True),
    Target("64 callers: rate, wall", "one caller", 30, lambda found: found.rate(
        "64 callers", "1 caller")),
    Target("64 callers: rate, wall", "GRDB", 20, lambda found: found.rate(
        "64 callers", "64 callers", PREPARED)),
    Target("one non-durable commit (tmpfs)", "liblmdb", 0.8, speed(ONE, LIBLMDB, "memory")),
    Target("one non-durable commit (tmpfs)", "GRDB, WAL NORMAL", 4, speed(ONE, PREPARED, "memory")),
    Target("raw replay", "liblmdb", 0.95, speed("raw replay", LIBLMDB)),
    Target("raw replay", "GRDB", 5, speed("raw replay", PREPARED)),
    Target("decoded replay: CPU time", "", 250, of(
        "decoded replay", "processorMicroseconds", 1000), True, ",.0f", " ns/event"),
    Target("decoded replay", "GRDB, records", 8, speed("decoded replay", RECORDS)),
    Target("point read of a view row", "liblmdb", 0.8, speed(POINT, LIBLMDB)),
    Target("point read of a view row", "GRDB, cached", 8, speed(POINT, CACHED)),
    Target("how many entries have a word", "SQLite in C", 200, speed(SEARCH, SQLITE)),
    Target("rebuild of all projections: wall", "", 500_000, of(
        REBUILD, "microseconds", 1e6, -1), False, ",.0f", " events/s"),
    Target("rebuild of all projections", "liblmdb", 0.5, speed(REBUILD, LIBLMDB)),
    Target("rebuild of all projections: wall", "liblmdb", 0.5, lambda found: 1 / found.slower(
        REBUILD, LIBLMDB)),
    Target("rebuild of all projections", "GRDB", 5, speed(REBUILD, PREPARED)),
    Target("catch-up of one-event transactions: instructions", "appending them in bulk", 1.5,
           lambda found: found.row("catch-up from pages in memory", "Daybook")["instructions"]
           / found.row("appending in bulk", "Daybook", "Sharing")["instructions"], True),
    Target("folder of 100,000 events written: wall", "", 1, of(
        "folder written", "microseconds", 0.1), True, unit=" s"),
    Target("folder of 100,000 events read: wall", "", 3, of(
        "folder read", "microseconds", 0.1), True, unit=" s"),
    Target("bytes on the wire", "the messages", 1.1, lambda found: found.cell(
        "wire", "100,000 events", "ratio"), True, ",.3f"),
    Target("40 that each take back all before them: wall", "", 50, of(
        "40 that each take back all before them", "microseconds", 0.04), True, unit=" ms"),
    Target("cold open to first view: wall", "", 20, lambda found: found.cell(
        "opening", "file out of memory", "ms"), True, unit=" ms"),
    *(Target(f"the engine's allocations: {work}", "", 0, lambda found, work=work: round(found.cell(
        "allocations", work, "the engine's"), 2), True, ".2f", "")
      for work in ("append, log only", "append, every projection", "raw replay", "decoded replay")),
    Target("one append at a hundred times the length", "", 1.3, lambda found: found.cell(
        "scaling", "one append, every projection", "ratio"), True),
]


def judge(report, into):
    """Writes down what was to be reached, what was, and whether it is enough."""
    found = Found(report.values)
    rows, report.values["targets"] = [], []
    for target in TARGETS:
        value = target.measure(found)
        # As shown, so that the table does not contradict itself.
        value = float(format(value, target.form).replace(",", ""))
        met = target.reached(value)
        sign = "≤" if target.is_most else "≥"
        rows.append([target.work, target.against, f"{sign} {target.limit:,g}{target.unit}",
                     f"{format(value, target.form)}{target.unit}", "yes" if met else "**no**"])
        report.values["targets"].append({
            "work": target.work, "against": target.against, "limit": target.limit,
            "isMost": target.is_most, "reached": value, "met": met})
    into.section("Targets", "× is how many times as fast Daybook is, by instructions unless it says "
                            "wall or CPU: 0.5 × needs twice the other's instructions.")
    into.table("targets", ["work", "against", "target", "reached", "met"], rows)
