#!/usr/bin/env python3
"""Fails when the house is not as CONTRIBUTING.md says.

CONTRIBUTING has three tables, which are read here and nowhere else written down:
  - the targets: each imports what its row names, which is in a row below it and what its manifest declares;
  - the folders of the engine: each uses only those above it;
  - the targets of the tests, and what several of them use.
Each target, each folder of the engine and each target of tests has a row, and each row has its thing.

A folder uses another when one of its files names a type that the other declares. What is in a subfolder belongs to the
folder, unless the subfolder has a row. In the other targets, which have no such table, no two folders may use each
other, unless `CIRCLES` says so. `--graph` prints who uses whom in the engine, and by which types.

  make lint
"""
import argparse
import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent
ENGINE = ROOT / "Sources/Engine/Daybook"
PACKAGES = [".", "Tools"]
# Targets whose folders are topics that use each other, as those of the domain do. It may only get shorter.
CIRCLES = {"CoreDataInterchange", "DaybookSync", "Interchange", "Nursery"}
DECLARATION = re.compile(
    r"^(?:@\w+(?:\([^)]*\))?\s+)*(?:public |package |internal |private |fileprivate |final )*"
    r"(?:struct|class|enum|protocol|actor|typealias) (\w+)", re.M)
PRIVATE = re.compile(r"^(?:@\w+\s+)*(?:fileprivate|private) ", re.M)
WORD = re.compile(r"\b[A-Z]\w+\b")
NOISE = re.compile(r'#*"""(?:.|\n)*?"""#*|"(?:\\.|[^"\\\n])*"|//[^\n]*')
IMPORT = re.compile(
    r"^(?:@\w+\s+)*(?:public |package |internal |private |fileprivate )?import (?:\w+ )?(\w+)", re.M)


def tables(text):
    """The tables of a page, as lists of rows of cells, by the first cells of their heads."""
    found = defaultdict(list)
    head = None
    for line in text.splitlines():
        if not line.startswith("|"):
            head = None
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if head is None:
            head = (cells[0], cells[1])
        elif not set(line) <= set("|-: "):
            found[head].append(cells)
    return found


def names(cell):
    return re.findall(r"`([^`]+)`", cell)


def manifest(package):
    """The targets of a package, as it describes itself: those without a hub's network, and those with it."""
    found = {}
    for more in ({}, {"DAYBOOK_HUB": "1"}):
        said = subprocess.run(
            ["swift", "package", "--package-path", ROOT / package, "dump-package"],
            capture_output=True, text=True, check=True, env=os.environ | more)
        found |= {target["name"]: target for target in json.loads(said.stdout)["targets"]}
    return found.values()


def folder(package, target):
    default = ("Tests/" if target["type"] == "test" else "Sources/") + target["name"]
    return ROOT / package / (target.get("path") or default)


def dependencies(target):
    """The names of what a target's manifest lets it import; products of this house under the targets' names."""
    return {next(iter(kind.values()))[0].lstrip("_") for kind in target["dependencies"]}


# MARK: - Targets

def check_targets(rows, targets):
    """What is wrong with the table of targets."""
    order = [name for row in rows for name in names(row[0])]
    for name in sorted(set(targets) - set(order)):
        yield f"CONTRIBUTING's table of targets lacks `{name}`"
    for name in order:
        if name not in targets:
            yield f"CONTRIBUTING's table of targets has `{name}`, which no manifest has"
    for row in rows:
        for name in set(names(row[0])) & set(targets):
            package, target = targets[name]
            said = set(names(row[2])) & set(targets)
            declared = dependencies(target) & set(targets)
            for other in sorted(said ^ declared):
                yield (f"`{name}` " + (
                    f"imports `{other}` by CONTRIBUTING, not by its manifest" if other in said
                    else f"depends on `{other}` by its manifest, not by CONTRIBUTING"))
            imported = imports(folder(package, target)) & set(targets)
            for other in sorted(imported - declared - {name}):
                yield f"`{name}` imports `{other}`, on which its manifest does not let it depend"
            for other in sorted((imported | declared) & set(order) - {name}):
                if order.index(other) < order.index(name):
                    yield f"`{name}` imports `{other}`, which is above it in CONTRIBUTING"


def imports(path):
    return {name for file in path.rglob("*.swift") for name in IMPORT.findall(file.read_text())}


def check_tests(rows, targets, packages):
    """What is wrong with the table of test targets."""
    said = [name.rsplit("/", 1)[-1] for row in rows for name in names(row[0])]
    for name in sorted(set(targets) - set(said)):
        yield f"CONTRIBUTING's table of tests lacks `{name}`"
    for row in rows:
        for name in names(row[0]):
            if name not in targets and not (ROOT / name).is_dir():
                yield f"CONTRIBUTING's table of tests has `{name}`, which is not there"
    for path in sorted(packages):
        if not any(name == path or path.startswith(name + "/") for row in rows
                   for name in names(row[0])):
            yield f"CONTRIBUTING's table of tests lacks the package `{path}`"


# MARK: - Folders

def rooms(root, named=()):
    """The text of each folder's files, without comments and texts, by the names of files."""
    found = defaultdict(dict)
    for path in sorted(root.rglob("*.swift")):
        parts = path.relative_to(root).parts
        if len(parts) == 1:
            continue
        prefixes = ["/".join(parts[:count]) for count in range(len(parts) - 1, 0, -1)]
        room = next((prefix for prefix in prefixes if prefix in named), parts[0])
        text = NOISE.sub("", path.read_text())
        found[room]["/".join(parts)] = text
    return found


def edges(found):
    """For each pair of folders the types by which the first uses the second, with who names them."""
    home = {}
    for room, files in found.items():
        for text in files.values():
            for declaration in DECLARATION.finditer(text):
                if not PRIVATE.match(declaration[0]):
                    home.setdefault(declaration[1], room)
    result = defaultdict(lambda: defaultdict(set))
    for room, files in found.items():
        for file, text in files.items():
            own = set(DECLARATION.findall(text))
            for name in set(WORD.findall(text)) - own:
                if home.get(name, room) != room:
                    result[room][home[name]].add(f"{name} ({file.rsplit('/', 1)[-1]})")
    return result


def check_order(rows, found, graph):
    """What is wrong with the table of the engine's folders, or with what they use."""
    levels = [[name.rstrip("/") for name in names(row[0])] for row in rows]
    level = {name: place for place, row in enumerate(levels) for name in row}
    for room in sorted(set(found) - set(level)):
        yield f"CONTRIBUTING's table of folders lacks `{room}/`"
    for name in level:
        if not (ENGINE / name).is_dir():
            yield f"CONTRIBUTING's table of folders has `{name}/`, which is not there"
    for room in sorted(graph):
        for other in sorted(graph[room]):
            if room in level and other in level and level[other] >= level[room]:
                yield (f"`{room}/` uses `{other}/`, which is not above it in CONTRIBUTING: "
                       + ", ".join(sorted(graph[room][other])[:6]))


def check_circles(target, graph):
    """The pairs of folders that use each other."""
    for room in sorted(graph):
        for other in sorted(graph[room]):
            if room < other and room in graph[other]:
                yield (f"in {target} the folders {room}/ and {other}/ use each other: "
                       + ", ".join(sorted(graph[room][other])[:3]) + "; "
                       + ", ".join(sorted(graph[other][room])[:3]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--graph", action="store_true")
    arguments = parser.parse_args()
    page = tables((ROOT / "CONTRIBUTING.md").read_text())
    folders = page["folder", "holds"]
    found = rooms(ENGINE, {name.rstrip("/") for row in folders for name in names(row[0])})
    graph = edges(found)
    if arguments.graph:
        for room in sorted(graph):
            for other in sorted(graph[room]):
                used = sorted(graph[room][other])
                print(f"{room} -> {other}: {len(used)}: {', '.join(used[:8])}")
        return 0
    every = {target["name"]: (package, target)
             for package in PACKAGES for target in manifest(package)}
    kept = {name: pair for name, pair in every.items()
            if "Sources" in folder(*pair).relative_to(ROOT).parts}
    apart = {str(path.parent.relative_to(ROOT)) for top in ("Tests/Consumers", "Examples")
             for path in (ROOT / top).glob("*/Package.swift")}
    failures = [*check_targets(page["target", "is"], kept), *check_order(folders, found, graph)]
    failures += check_tests(page["target", "tests"], set(every) - set(kept), apart)
    for name, (package, target) in sorted(kept.items()):
        path = folder(package, target)
        # What the command line prints and what it reads are topics too.
        if path == ENGINE or package == "Tools":
            continue
        circles = list(check_circles(name, edges(rooms(path))))
        if name in CIRCLES and not circles:
            failures.append(f"{name} has no circles any more: take it out of CIRCLES")
        failures += [] if name in CIRCLES else circles
    for failure in failures:
        print(failure)
    return 1 if failures else 0


sys.exit(main())
