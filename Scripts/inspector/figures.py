#!/usr/bin/env python3
"""Imports what Baby Buddy has exported, and compares the family's page of the last week with the figures that the app's
own cards and reports have for these days.

Two faults of that app are left out. Its feeds of the last eight days count one that ended after midnight on the oldest of
them. Its sleep of a day lacks a second at midnight, so a second more is as good.

    figures.py NURSERY"""

import csv
import decimal
import html
import json
import os
import pathlib
import re
import sys

from faults import end, fault
from served import Inspected, folder, run

CORPUS = pathlib.Path(__file__).parents[2] / "Tests/Nursery/NurseryInterchangeTests/Corpus"
# The sets with the zones of their days, and the moment at which they were exported.
SETS = {"small-1child-100d": "Europe/Amsterdam", "small-3children-31d": "America/New_York"}
NOW = "2026-11-20T21:17:43Z"
# How often something was, by Baby Buddy's name of the figure.
COUNTS = {
    "feeding_duration.total": "feeds?", "diaperchange_types.changes": "diapers?", "diaperchange_types.wet": "wet",
    "diaperchange_types.solid": "solid",
}
# How much it was, which the page has in whole millilitres.
AMOUNTS = {"feeding_amounts.Total": r"feeds?, (\d+) mL", "pumping_amounts": r"pumpings?, [^,;]+, (\d+) mL"}


def babies(files: pathlib.Path) -> dict[str, str]:
    """The names of the children by their ids."""
    with open(files / "csv/child.csv", newline="", encoding="utf-8") as rows:
        return {row["id"]: f"{row['first_name']} {row['last_name']}" for row in csv.DictReader(rows)}


def sentences(served: Inspected) -> dict[tuple[str, str], str]:
    """What the page says of each day and baby."""
    said = {}
    for section in served.ask("week")[2].decode().split("<section><h2>")[1:]:
        day = section[:10]
        for text in re.findall(r"<p>(.*?)</p>", section):
            name, _, words = html.unescape(re.sub(r"<[^>]*>", "", text)).partition(": ")
            said[day, name] = words
    return said


def number(pattern: str, words: str) -> int:
    found = re.search(rf"(?:^|[ ;,])(\d+) {pattern}", words)
    return int(found[1]) if found else 0


def minutes(words: str) -> int:
    """How long somebody slept, which the page has in whole minutes."""
    found = re.search(r"sleeps?, ([^,;]+)|([^,;]+) of sleep", words)
    told = (found[1] or found[2]) if found else ""
    parts = {unit: int(count) for count, unit in re.findall(r"(\d+) (d|h|min)", told)}
    return parts.get("d", 0) * 1440 + parts.get("h", 0) * 60 + parts.get("min", 0)


def differences(words: str, figures: dict[str, str]) -> list[tuple[str, str]]:
    """Every figure that the page shows, and what is wrong with it; empty when nothing is."""
    found = []
    for figure, pattern in COUNTS.items():
        shown, own = number(pattern, words), int(figures[figure])
        found.append((figure, "" if shown == own else f"{own}, not {shown}"))
    for figure, pattern in AMOUNTS.items():
        amount = re.search(pattern, words)
        shown, own = int(amount[1]) if amount else 0, decimal.Decimal(figures.get(figure, "0"))
        rounded = int(own.to_integral_value(decimal.ROUND_HALF_UP))
        found.append((figure, "" if shown == rounded else f"{own}, not {shown}"))
    figure = "sleep_totals.seconds"
    shown, own = minutes(words), int(figures.get(figure, "0"))
    found.append((figure, "" if shown in (own // 60, (own + 1) // 60) else f"{own // 60} minutes, not {shown}"))
    return found


def compare(nursery: str, name: str, zone: str, place: str) -> int:
    """How many figures were compared."""
    files, store = CORPUS / name, os.path.join(place, name)
    units = ["--volume", "ml", "--weight", "unknown", "--length", "unknown", "--temperature", "unknown"]
    run(nursery, "import", "babybuddy", str(files / "csv"), "--zone", zone, *units, store=store, at=NOW)
    own = json.loads((files / "expected/babybuddy-own-views.json").read_text())
    names, count = babies(files), 0
    with Inspected(nursery, store, environment={"DAYBOOK_NOW": NOW}) as served:
        said = sentences(served)
    # The sets have measurements of days that had not come.
    days = sorted({day for day, _ in said if day <= NOW[:10]})
    if len(days) < 6:
        fault(f"{name}: the week has {days}")
    for child, figures in own["days"].items():
        for day in days:
            words = said.get((day, names[child]), "")
            for figure, wrong in differences(words, figures[day]):
                if wrong:
                    fault(f"{names[child]} on {day}: {figure} is {wrong}: the page says “{words}”")
                count += 1
    return count


def main() -> None:
    nursery = os.path.abspath(sys.argv[1])
    with folder() as place:
        count = sum(compare(nursery, name, zone, place) for name, zone in SETS.items())
    end(f"{count} figures of the page are Baby Buddy's own")


if __name__ == "__main__":
    main()
