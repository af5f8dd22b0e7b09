"""The targets that the table of the comparison is held against.

What is a ratio of work is of instructions; what is a rate or a time is of the wall clock, and says so.
"""
import statistics
from dataclasses import dataclass
from typing import Callable

SQLITE, PREPARED = "SQLite in C", "GRDB, prepared"


@dataclass(frozen=True)
class Target:
    work: str
    against: str
    limit: float | Callable  # a number, or what follows from Found
    measure: Callable       # of Found
    is_most: bool = False   # whether the limit is the most that is allowed, not the least
    form: str = ",.2f"
    unit: str = "×"


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


FULL, ONE = "1,000 a transaction, every projection", "one a transaction"
SLOWEST = "one a transaction, slower than 99 of 100"
RELAXED = "one a transaction, last ones may be lost"
DAY = "day page: the newest 50 entries"
POINT = "a row of a view by its key, its snapshot included"
REBUILD, VERIFY = "rebuild of all projections", "verify: checksums, folds, projections"
REPLAY = "replay: entities and all projections from the log"
TYPES = "events of one type, by an index"
SEARCH = "how many entries have a word, by the view of words"


def by_flush(quick, slow):
    """A limit that follows from what a flush takes: `quick` below 0.4 ms, `slow` from 2 ms on, between them in
    proportion."""
    def limit(found):
        milliseconds = found.row(ONE, "write + fdatasync")["microseconds"] / 1e3
        share = min(max((milliseconds - 0.4) / 1.6, 0), 1)
        return round(quick + share * (slow - quick), 2)
    return limit


def instructions(title, work, limit, by="Daybook"):
    """At most so many instructions."""
    return Target(f"{title}: instructions", "", limit, lambda found: found.row(work, by)["instructions"],
                  True, ",.0f", "")


TARGETS = [
    Target("one durable append: wall time", "SQLite in C, WAL FULL", by_flush(0.85, 1.05),
           lambda found: found.slower(ONE, SQLITE), True),
    Target("one durable append slower than 99 of 100: wall time", "SQLite in C, WAL FULL", 2,
           lambda found: found.slower(SLOWEST, SQLITE), True),
    Target("one durable append: flushes", "(strace)", 1.06, of(ONE, "flushes"), True, unit=""),
    Target("one relaxed append: wall time", "GRDB, WAL NORMAL", 1.2, lambda found: found.slower(
        RELAXED, PREPARED), True),
    Target("8 callers: rate, wall", "SQLite in C", 8, lambda found: found.rate(
        "8 callers", "8 callers", SQLITE)),
    Target("64 callers: rate, wall", "SQLite in C", 40, lambda found: found.rate(
        "64 callers", "64 callers", SQLITE)),
    instructions("append 1,000 a transaction, every projection", FULL, 12_500),
    Target("the engine's allocations: append, every projection", "", 0.05, lambda found: found.cell(
        "allocations", "append, every projection", "the engine's"), True, ".2f", ""),
    Target("bytes of an event, 1,000 a transaction", "", 420, lambda found: found.cell(
        "sizes", "Daybook, 1,000 a transaction, durable", "bytes/event"), True, ",.0f", ""),
    Target("bytes of an event, one a transaction", "", 610, lambda found: found.cell(
        "sizes", "Daybook, one event a transaction, bulk", "bytes/event"), True, ",.0f", ""),
    instructions("day page of 50, decoded", DAY, 78_000),
    instructions("day page of 50, as stored", DAY, 25_000, "Daybook, rows"),
    Target("day page of 50, without the view's types", "the same, decoded", 2, lambda found: found.row(
        DAY, "Daybook, without")["instructions"] / found.row(DAY, "Daybook")["instructions"], True),
    instructions("point read of a view row", POINT, 3_900),
    Target("rebuild of all projections: wall, two cores", "", 1_100_000, of(
        REBUILD, "microseconds", 1e6, -1), False, ",.0f", " events/s"),
    Target("replay from the log, every projection: 100,000 events", "", 0.5, of(
        REPLAY, "microseconds", 0.1), True, ".2f", " s"),
    instructions("verify, an event", VERIFY, 20_500),
    Target("verify: wall", "", 1.2, of(VERIFY, "microseconds"), True, unit=" µs/event"),
    Target("events of one type, by an index", "SQLite in C", 2, speed(TYPES, SQLITE)),
    Target("how many entries have a word", "SQLite in C", 200, speed(SEARCH, SQLITE)),
    Target("cold open to first view: wall", "", 15, lambda found: found.cell(
        "opening", "file out of memory", "ms"), True, unit=" ms"),
    Target("one append at a hundred times the length", "", 1.1, lambda found: found.cell(
        "scaling", "one append, every projection", "ratio"), True),
]


def judge(report, into):
    """Writes down what was to be reached, what was, and whether it is enough."""
    found = Found(report.values)
    rows, report.values["targets"] = [], []
    for target in TARGETS:
        value = target.measure(found)
        limit = target.limit(found) if callable(target.limit) else target.limit
        # As shown, so that the table does not contradict itself.
        value = float(format(value, target.form).replace(",", ""))
        met = value <= limit if target.is_most else value >= limit
        sign = "≤" if target.is_most else "≥"
        rows.append([target.work, target.against, f"{sign} {limit:,}{target.unit}",
                     f"{format(value, target.form)}{target.unit}", "yes" if met else "**no**"])
        report.values["targets"].append({
            "work": target.work, "against": target.against, "limit": limit,
            "isMost": target.is_most, "reached": value, "met": met})
    into.section("Targets", "At least so many ×: how many times as fast Daybook is, by instructions unless it "
                            "says wall. At most so many ×: how many times as long it takes, or as much. What "
                            "one durable append may take follows from what a flush takes.")
    into.table("targets", ["work", "against", "target", "reached", "met"], rows)
