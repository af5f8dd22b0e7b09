#!/usr/bin/env python3
"""Fails when folders of the engine depend on each other in a circle.

A folder of Sources/Engine/Daybook depends on another when one of its files names a type that the other declares. What is
in a subfolder belongs to the folder. `--graph` prints who depends on whom, and by which types.

  make lint
"""
import argparse
import re
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent / "Sources/Engine/Daybook"
DECLARATION = re.compile(
    r"^(?:@\w+(?:\([^)]*\))?\s+)*(?:public |package |internal |private |fileprivate |final )*"
    r"(?:struct|class|enum|protocol|actor|typealias) (\w+)", re.M)
WORD = re.compile(r"\b[A-Z]\w+\b")
NOISE = re.compile(r'"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"|//[^\n]*')


def rooms():
    """The text of each room's files, without comments and texts, by the names of files."""
    found = defaultdict(dict)
    for path in sorted(ROOT.rglob("*.swift")):
        room = path.relative_to(ROOT).parts[0]
        found[room][path.name] = NOISE.sub("", path.read_text())
    return found


def edges(found):
    """For each pair of rooms the types by which the first depends on the second, with who names them."""
    home = {}
    for room, files in found.items():
        for text in files.values():
            for name in DECLARATION.findall(text):
                home.setdefault(name, room)
    result = defaultdict(lambda: defaultdict(set))
    for room, files in found.items():
        for file, text in files.items():
            for name in set(WORD.findall(text)):
                if home.get(name, room) != room:
                    result[room][home[name]].add(f"{name} ({file})")
    return result


def circles(graph):
    """The groups of rooms of which each depends on each (Tarjan)."""
    index, low, stack, found = {}, {}, [], []

    def visit(room):
        index[room] = low[room] = len(index)
        stack.append(room)
        for other in sorted(graph.get(room, ())):
            if other not in index:
                visit(other)
                low[room] = min(low[room], low[other])
            elif other in stack:
                low[room] = min(low[room], index[other])
        if low[room] == index[room]:
            group = []
            while not group or group[-1] != room:
                group.append(stack.pop())
            if len(group) > 1:
                found.append(sorted(group))

    for room in sorted(graph):
        if room not in index:
            visit(room)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--graph", action="store_true")
    arguments = parser.parse_args()
    graph = edges(rooms())
    if arguments.graph:
        for room in sorted(graph):
            for other in sorted(graph[room]):
                names = sorted(graph[room][other])
                print(f"{room} -> {other}: {len(names)}: {', '.join(names[:8])}")
    found = circles(graph)
    for group in found:
        print(f"these folders depend on each other: {', '.join(group)}")
        for room in group:
            for other in group:
                if graph[room].get(other):
                    print(f"  {room} -> {other}: {', '.join(sorted(graph[room][other])[:6])}")
    return 1 if found else 0


sys.exit(main())
