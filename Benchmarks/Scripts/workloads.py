"""The works of the comparison, as data; contenders.py runs them.

The instructions of SQLite's record interface are so many that it gets fewer events than the others.
"""
from dataclasses import replace

from contenders import ENGINE, PEER, Contender, Work, floors

DURABLE = "durable"
FULL = "WAL, FULL"
SQL = ("c-sql", "SQLite in C, the same statements")
POINTS = "nursery.historyGroups/b/totals"  # where a store that was just made keeps its live rows


def ours(run, *more, who="Daybook", **options):
    return Contender(who, ENGINE, run, more, **options)


def grdb(run, *more, who="GRDB, prepared statements", **options):
    return Contender(who, PEER, run, more, **options)


def floor(run, who, *more, **options):
    return Contender(who, ENGINE, run, more, **options)


def appends(engine, peer, batch, engine_durability=DURABLE, peer_durability=FULL, calls="c-calls",
            records=None, counted=0):
    """Daybook, the same calls in C, SQLite in C and through GRDB."""
    synchronous = peer_durability.split()[-1]
    contenders = [
        *floors(ours(engine, batch, durability=engine_durability), calls),
        *reversed(floors(
            grdb(peer, batch, synchronous, durability=peer_durability, counted=counted), *SQL))]
    if records:
        contenders.insert(2, replace(
            contenders[1], who="the same rows by plain `mdb_put`", run="c-plain"))
        contenders.append(grdb(records, batch, synchronous, who="GRDB, Codable records",
                               durability=peer_durability, wall=5_000, counted=1_000))
    return contenders


APPENDING = [
    Work("1,000 a transaction, log only", appends(
        "log", "log-statements", 1000, records="log-records", counted=2_000), 100_000, 5_000),
    Work("1,000 a transaction, every projection", appends(
        "append", "statements", 1000, records="records", counted=2_000), 100_000, 5_000),
    Work("1,000 a transaction, every projection, bulk", floors(
        ours("bulk", 1000, durability="one flush at the end")), 100_000, 5_000),
    Work("1,000 a transaction, every projection, identifiers in no order", floors(
        ours("scattered", 1000, durability=DURABLE)), 100_000, 5_000),
    Work("100 a transaction", appends("append", "statements", 100), 20_000, 2_000, 20, 100),
    Work("10 a transaction", appends("append", "statements", 10), 4_000, 1_000, 50, 10),
    Work("one a transaction", [
        *appends("append", "statements", 1),
        floor("c-commits", "liblmdb in C, one row of 145 bytes", durability=DURABLE),
        floor("c-file", "write + fdatasync of 145 bytes", durability="fdatasync")],
         200, 500, 50, rounds=9),
    Work("one a transaction, slower than 99 of 100", [
        ours("slowest", durability=DURABLE), floors(
            grdb("statements", 1, "FULL", durability=FULL), "c-sql-slowest", SQL[1])[1]],
         400, 0, rounds=9),
    Work("one a transaction, last ones may be lost", [
        *floors(ours("relaxed", 1, durability="relaxed"), "c-relaxed"),
        grdb("statements", 1, "NORMAL", durability="WAL, NORMAL")], 400, 500, 50),
]

MEMORY = [
    Work("one a transaction", [
        *appends("relaxed", "statements", 1, "relaxed", "WAL, NORMAL", "c-relaxed"),
        grdb("statements", 1, "OFF", durability="WAL, OFF")], 4_000, 500, memory=True),
    Work("one a transaction, log only", appends(
        "log-relaxed", "log-statements", 1, "relaxed", "WAL, NORMAL", "c-relaxed"),
         4_000, 500, memory=True),
]


def callers(count, events, serial):
    """The peers write one at a time, so that fewer events tell as much."""
    return Work(f"{count} caller{'s' if count > 1 else ''}", [
        *floors(ours("callers", count, durability=DURABLE), who="liblmdb in C, the same commits"),
        *reversed(floors(grdb("callers", count, durability=FULL, wall=serial), f"c-sql-{count}",
                         "SQLite in C, a mutex"))], events, 0, max(events // 16, 64))


CALLERS = [callers(1, 256, 256), callers(8, 1_024, 256), callers(64, 6_400, 512)]

REPLAYING = [
    Work("raw replay", [
        ours("replay", who="Daybook, CRC-32C checked", store="batched"),
        ours("layer-replay", who="its LMDB module, CRC-32C checked", store="batched"),
        floor("c-replay", "liblmdb in C, CRC-32C checked", store="batched"),
        *reversed(floors(grdb("replay", store="peer"), *SQL))], 100_000, 10_000),
    Work("decoded replay", [
        ours("decode", store="batched"),
        grdb("decode", store="peer"),
        grdb("decode-records", who="GRDB, Codable records", store="peer")], 100_000, 10_000),
    Work("rebuild of all projections", [
        ours("rebuild", store="batched", writes=True, durability=DURABLE),
        floor("c-rebuild", "liblmdb in C, the same rows sorted", "nursery.", store="batched",
              writes=True, durability=DURABLE),
        *reversed(floors(grdb("rebuild", store="peer", writes=True, durability=FULL), *SQL))],
         100_000, 5_000),
    Work("replay: entities and all projections from the log", [
        ours("from-log", store="batched", writes=True, durability=DURABLE),
        grdb("from-log", store="peer", writes=True, durability=FULL)], 100_000, 5_000),
    Work("rebuild of `HistoryGroups`", [
        ours("rebuild-one", store="batched", writes=True, durability=DURABLE),
        floor("c-rebuild", "liblmdb in C, the same rows sorted", "nursery.historyGroups",
              store="batched", writes=True, durability=DURABLE)], 100_000, 5_000),
    Work("verify: checksums, folds, projections", [ours("verify", store="batched")],
         100_000, 5_000),
]


def reads(title, run, *more, store="batched", peer=""):
    """A reading beside GRDB's cached statement and that statement in C."""
    cached = grdb(peer or run, who="GRDB, cached statement", store="peer")
    return Work(title, [ours(run, store=store), *more, *reversed(floors(cached, *SQL))],
                100_000, 100_000)


READING = [
    reads("a row of a view by its key, its snapshot included", "point", floor(
        "c-points", "liblmdb in C, renew and get", POINTS, store="batched")),
    reads("a baby's last amount", "last-amount"),
    reads("day page: the newest 50 entries", "day", ours(
        "day-stored", who="Daybook, rows as they are stored", store="batched"), ours(
        "day-untyped", who="Daybook, without the view's types", store="batched")),
    reads("how many entries have a word, by the view of words", "words", ours(
        "search", who="Daybook, `search`: all of them, newest first", store="all-views"),
          store="all-views", peer="notes"),
    Work("history page: the newest 50 transactions", [
        ours("page", store="single"), grdb("page", who="GRDB, cached statement", store="peer")],
         100_000, 100_000),
]

QUERIES = [
    reads("feeds above 100 by day of the week: rows of a view", "weekdays"),
    reads("entries whose note has a word: rows of a view, a question without a view", "notes"),
    reads("events of one type, by an index", "types"),
]

FOLLOWING = [
    Work("consumer catches up by `process`", [
        ours("process", store="single", writes=True, durability="relaxed")], 100_000, 0),
    Work("consumer catches up by `deliver`", [
        ours("deliver", store="single", writes=True, durability="relaxed")], 100_000, 0),
]

SHARING = [
    Work("appending in bulk", [
        ours("share", durability="one flush at the end")], 100_000, 20_000),
    Work("catch-up from pages in memory", [
        ours("catch-up", store="shared", writes=True, durability=DURABLE),
        ours("absorb", who="the same one by one, unsigned", store="shared", writes=True,
             durability="one flush at the end")], 100_000, 20_000),
    Work("pages made and signed", [
        ours("pages", store="shared", writes=True)], 100_000, 2_000),
    Work("folder written", [
        ours("folder-write", store="shared", writes=True, durability=DURABLE)], 100_000, 2_000),
    Work("folder read", [
        ours("folder-read", store="shared", writes=True, durability=DURABLE)], 100_000, 2_000),
    Work("40 that each take back all before them", [
        ours("retractions", durability=DURABLE)], 40, 40),
]

WAITING = [
    Work(f"while {title}", [
        ours("waits", work, store="batched", writes=True, durability=DURABLE)], 100_000, 0)
    for title, work in [("nothing else is done", "nothing"), ("every projection is rebuilt", "rebuild"),
                        ("the whole log is purged", "purge")]
]

PAST = [
    Work("a feed as of a random token", [ours("past-entity", store="single")], 100_000, 100_000),
    Work("`differences(from:to:)` of the last 1,000 transactions", [
        ours("past-changes", store="single")], 100_000, 100_000),
    Work("`HistoryGroups` as of the middle: `read(asOf:)`, `digest(of:)`", [
        ours("past-view", store="single")], 100_000, 100_000),
]

# The title, the works, what is to be known about them.
SECTIONS = [
    ("Appending", APPENDING,
     "Microseconds, instructions, allocations and flushes are of one event. Log only: events are "
     "encoded and checksummed, entities folded, nothing projected; the peer's log has three indexes."),
    ("Appending in memory (tmpfs)", MEMORY,
     "A flush costs nothing there, so this is what a commit costs apart from the disk. The floor in C "
     "flushes the data at each commit, the others nothing."),
    ("Concurrent durable appends", CALLERS,
     "Each caller waits for its own event before it appends the next; times are of one event. Not "
     "counted: callgrind 3.19 dies of the threads of Swift's tasks."),
    ("Replaying and rebuilding", REPLAYING, "One event each."),
    ("Reading", READING, "One reading each, from 100,000 events."),
    ("Where SQL needs no view", QUERIES,
     "Questions that no projection was made for, over 100,000 events. Below 1 SQL does less; it also "
     "needs no code for a new question, and an index is made without a rebuild."),
    ("Following", FOLLOWING, "One transaction each, with all that wait in the log."),
    ("Sharing", SHARING,
     "One event a transaction, every nursery projection, in the store of a member. Callgrind 3.19 knows no instructions for SHA-256, "
     "which nearly all processors have: there the hashes are some 9,000 of the instructions."),
    ("Opening", [Work("a store whose pages nobody has looked at yet", [ours("open", store="batched")],
                      100_000, 0)],
     "Opening a store of 100,000 events; roots, free list and branches are looked at."),
    ("Waiting", WAITING,
     "The longest that one of the durable appends of a thread took, one after the other, to a store of "
     "100,000 events while another thread does something long to it."),
    ("Time travel", PAST, "One event a transaction."),
]
