#!/usr/bin/env python3
"""Draws the pictures of the guide: the targets with what they import, and the life of a transaction.

The targets are those that Package.swift declares below Sources; an import that follows from others is left out.
The steps of a transaction are told here, and each type that they name must be declared in the engine.
--check draws nothing and fails when a picture is not what would be drawn.

  make pictures
"""
import json
import re
import subprocess
import sys
from pathlib import Path

from drawing import FILLS, arrow, box, picture, text

ROOT = Path(__file__).parent.parent
OUTPUT = ROOT / "Sources/Engine/Daybook/Daybook.docc/Resources"
NOTES = {
    "nursery": "the family's command line", "daybookctl": "any store's command line",
    "DaybookTool": "commands for any app",
    "Interchange": "imports, logs, backups",
    "NurseryInterchange": "other apps' files", "CoreDataInterchange": "stores of Core Data",
    "DaybookSQL": "a copy in SQLite",
    "NurseryCoreData": "BabyDashboard's stores", "NurseryServers": "other apps' servers",
    "DaybookSync": "members, keys, exchange", "DaybookHub": "what a hub answers",
    "DaybookRemoteFolders": "buckets and WebDAV", "DaybookURLSession": "an app's network",
    "Nursery": "the reference domain",
    "NurseryHousehold": "a made-up family", "NurseryWidget": "what a widget shows",
    "DaybookTesting": "for the tests of apps", "DaybookTelemetry": "logs and metrics",
    "Daybook": "the engine",
    "DaybookMacros": "@Payload, @Events, @Key", "DaybookMacrosPlugin": "writes what they stand for",
    "DaybookSnapshot": "published files, inbox", "LMDB": "environments, tables, cursors",
    "CDaybook": "LMDB's header, checksums", "SystemLMDB": "liblmdb",
}
ENGINE = {"Daybook", "LMDB", "DaybookSnapshot"}
SYSTEM = {"CDaybook", "SystemLMDB"}

# Who acts, what it does; the columns are threads.
COLUMNS = ["the app's thread", "the writer's thread", "the disk"]
STEPS = [
    (0, "EventStore", "append { draft in … }"),
    (1, "WorkQueue", "lends the WriterLoop to one thread"),
    (1, "Transactor", "begins a WriteScope: catches up with others"),
    (1, "Draft", "runs the body; events fold onto states"),
    (1, "WriteScope", "stores events, transaction, indexes, states"),
    (1, "Rows", "projections change their tables"),
    (1, "Transactor", "commits: heads last, then one flush or two"),
    (2, "Environment", "pages, then the root page"),
    (0, "CommitSignal", "token; consumers and live values wake"),
]


def imports():
    """The targets below Sources, each with those that it imports."""
    package = json.loads(subprocess.run(
        ["swift", "package", "dump-package"], cwd=ROOT, check=True, capture_output=True).stdout)
    names = {target["name"] for target in package["targets"]
             if target["type"] != "test" and not (target.get("path") or "").startswith("Tests")}
    if unknown := names - set(NOTES):
        sys.exit(f"say in NOTES of Scripts/pictures.py what these are: {', '.join(sorted(unknown))}")
    found = {}
    for target in package["targets"]:
        if target["name"] in names:
            uses = {next(iter(use.values()))[0] for use in target["dependencies"]}
            found[target["name"]] = uses & names
    return found


def depths(graph):
    """How far each target is below those that nobody imports."""
    found = {}

    def depth(name):
        if name not in found:
            found[name] = 1 + max((depth(user) for user in graph if name in graph[user]), default=-1)
        return found[name]

    for name in graph:
        depth(name)
    return found


def reach(graph, name):
    return {far for use in graph[name] for far in {use} | reach(graph, use)}


def targets():
    graph = imports()
    depth = depths(graph)
    rows = [sorted(name for name in graph if depth[name] == at) for at in range(max(depth.values()) + 1)]
    wide, high, across, down = 190, 50, 24, 44
    width = max(len(row) for row in rows) * (wide + across) + across
    place = {}
    for number, row in enumerate(rows):
        start = (width - len(row) * (wide + across) + across) / 2
        for column, name in enumerate(row):
            place[name] = (start + column * (wide + across), across + number * (high + down))
    parts = []
    for name, uses in sorted(graph.items()):
        direct = {use for use in uses if not any(use in reach(graph, other) for other in uses)}
        for use in sorted(direct):
            (x1, y1), (x2, y2) = place[name], place[use]
            parts.append(arrow(x1 + wide / 2, y1 + high, x2 + wide / 2, y2 - 2))
    for name, (x, y) in sorted(place.items()):
        sort = "engine" if name in ENGINE else "system" if name in SYSTEM else "app"
        parts.append(box(x, y, wide, high, FILLS[sort]))
        parts.append(text(x + wide / 2, y + 21, name, 14, "bold"))
        parts.append(text(x + wide / 2, y + 39, NOTES[name], 12))
    return picture(width, len(rows) * (high + down) + 4, parts)


def transaction():
    sources = "\n".join(path.read_text() for path in (ROOT / "Sources").rglob("*.swift"))
    for _, name, _ in STEPS:
        if not re.search(rf"\b(?:struct|class|enum) {name}\b", sources):
            sys.exit(f"the picture of a transaction names {name}, which is no type of the engine")
    wide, high, across, down = 300, 46, 26, 22
    width = len(COLUMNS) * (wide + across) + across
    parts, last = [], None
    for column, title in enumerate(COLUMNS):
        x = across + column * (wide + across)
        parts.append(box(x - 8, 10, wide + 16, 54 + len(STEPS) * (high + down), FILLS["plain"]))
        parts.append(text(x + wide / 2, 34, title, 14, "bold"))
    for number, (column, name, does) in enumerate(STEPS):
        x, y = across + column * (wide + across), 52 + number * (high + down)
        if last:
            (from_x, from_y) = last
            if from_x == x:
                parts.append(arrow(x + wide / 2, from_y + high, x + wide / 2, y - 2))
            else:
                right = from_x < x
                parts.append(arrow(from_x + (wide if right else 0), from_y + high / 2 + 6,
                                   x + (-2 if right else wide + 2), y + 12))
        parts.append(box(x, y, wide, high, FILLS["system" if column == 2 else "engine"]))
        parts.append(text(x + wide / 2, y + 19, name, 14, "bold"))
        parts.append(text(x + wide / 2, y + 37, does, 12))
        last = (x, y)
    return picture(width, 76 + len(STEPS) * (high + down), parts)


def main():
    stale = []
    for name, drawn in (("targets.svg", targets()), ("transaction.svg", transaction())):
        path = OUTPUT / name
        if "--check" not in sys.argv:
            path.write_text(drawn)
        elif not path.exists() or path.read_text() != drawn:
            stale.append(name)
    if stale:
        sys.exit(f"{' and '.join(stale)} are not up to date; run make pictures")


main()
