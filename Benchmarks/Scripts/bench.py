#!/usr/bin/env python3
"""Daybook beside its floors and its peers, all in one run; writes RESULTS.md, RESULTS.json and Charts.

A row is one run of `event-bench` or `peer-bench`: microseconds are the median of some runs, all
contenders of a work in turn (a busy machine moves them); instructions and allocations are of one run
under callgrind and repeat anywhere, also without the performance counters by which `make bench-suite`
(ordo-one/benchmark) counts.

  make bench                                    all of it
  python3 Benchmarks/Scripts/bench.py --events 10000 --large 20000 --rounds 1 --out /tmp
"""
import argparse
import dataclasses
import json
import os
import tempfile
import time
from pathlib import Path

import charts
import instructions as layer
import scaling
import targets
from contenders import Bench
from counting import PACKAGE
from report import ELSEWHERE, Report, machine
from workloads import SECTIONS


def header(report, options):
    place = machine()
    report.values["machine"] = place
    report.values["dataSet"] = f"{options.events:,} events of Household(seed: 7)"
    report.text(
        "# Results", "", "By `make bench`; RESULTS.json has the same values.", "",
        f"- Machine: {place['processor']}, {place['cores']} cores, {place['system']}, "
        f"{place['fileSystem']}; Swift {place['swift']} (release), liblmdb {place['liblmdb']}, "
        f"SQLite {place['SQLite']}, GRDB 7; warm.",
        f"- Data set: {report.values['dataSet']} (`NurseryHousehold/Dataset`), every nursery "
        "projection unless log only; concurrent appends: entries of household 8.",
        "- Durability: `durable` is a record of the journal on disk when the commit returns (one flush), "
        "`relaxed` one that nobody flushes; either way the data file follows every few dozen commits. The "
        "floors in C flush data and root page (two flushes). SQLite in WAL mode, FULL is one flush at each "
        "commit, NORMAL and OFF none.",
        "- Floors: the very calls into liblmdb, or statements in SQLite, that the other program makes, "
        "recorded and done again by C.",
        "- × Daybook: its instructions, divided by those of Daybook's first row: above 1 it needs more. "
        "Counted by callgrind, at `N counted` events: this machine has no performance counters, by "
        "which `make bench-suite` (ordo-one/benchmark) counts.")


def works(report, bench, options):
    """Every section of workloads.py, in its order."""
    for title, all_works, note in SECTIONS:
        report.section(title, note)
        rows = []
        for work in all_works:
            scale = options.events / 100_000
            work = dataclasses.replace(work, wall=max(int(work.wall * min(scale, 1)), 100))
            print(f"{time.strftime('%H:%M:%S')} {title}: {work.title}", flush=True)
            rows += bench.rows(title, work)
        report.contenders(rows)


def tables(report, bench, options):
    """What is not a work among contenders."""
    report.section("The layer over LMDB")
    loops = layer.measured(["append", "scan", "get"], 20_000)
    report.table("layer", layer.HEADINGS, [
        [loop, c, swift, swift / c] for loop, c, swift in loops])
    report.section("Heap allocations", "What each further event costs by callgrind, all threads: "
                   "20,000 events less 10,000, 1,000 a transaction. Texts of more than fifteen "
                   "bytes are memory of the strings that are handed out; Foundation's calendar is "
                   "asked for the days on which a zone changes its offset.")
    scaling.allocations(bench, report)
    report.section("Opening", "Processes are new; 100,000 events, one a transaction.")
    scaling.opening(bench, report, options.events)
    report.section("On the wire")
    scaling.wire(bench, report, options.events)
    bench.drop("shared", options.events)
    report.section("Widgets")
    scaling.widgets(bench, report, options.events)
    report.section(
        "In and out",
        "Imports of Baby Buddy's files with every view of the nursery; backup and restore with every "
        "view of the history, while another thread appends durably.")
    scaling.interchange(bench, report, options.events, options.large)
    report.section("Size and memory", "Peak memory includes mapped pages of the file and the data set.")
    scaling.sizes(bench, report, options.events)
    report.section(
        "A log that is a hundred times as long",
        "One event a transaction. Zoe's page passes over every block of the history.")
    scaling.scaled(bench, report, sorted({10_000, options.events, options.large}))
    scaling.changed(bench, report, options.large)
    bench.drop("single", options.large)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--large", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--out", type=Path, default=PACKAGE)
    options = parser.parse_args()
    report, start, load = Report(), time.monotonic(), os.getloadavg()[0]
    header(report, options)
    heading = len(report.lines)
    with tempfile.TemporaryDirectory() as directory:
        bench = Bench(Path(directory), options.rounds)
        works(report, bench, options)
        tables(report, bench, options)
    minutes = (time.monotonic() - start) / 60
    end = os.getloadavg()[0]
    report.values |= {"minutes": minutes, "load": [load, end]}
    judged = Report()
    judged.text(f"- Load of the machine: {load:.1f} before, {end:.1f} at the end (other work moves "
                f"seconds, hardly CPU seconds, not instructions). Took {minutes:.1f} minutes.")
    targets.judge(report, judged)
    charts.section(judged)
    report.lines[heading:heading] = judged.lines
    save(report, options.out)


def save(report, directory):
    """Writes the files and the charts; what another script measured stays."""
    text, values = directory / "RESULTS.md", directory / "RESULTS.json"
    if text.exists():
        _, heading, kept = text.read_text().partition(f"\n{ELSEWHERE}\n")
        report.text(*(heading + kept).splitlines())
    if values.exists() and (kept := json.loads(values.read_text()).get("elsewhere")):
        report.values["elsewhere"] = kept
    text.write_text(report.markdown())
    values.write_text(report.json())
    charts.draw(report.values, directory)


if __name__ == "__main__":
    main()
