#!/usr/bin/env python3
"""Fails when a comment is wider than 100 columns, which `swift format` does not look at, or a line of the guide and
its neighbours is wider than 130.

Targets of links do not count, because nobody can break them. A row of a table cannot be broken either, so only its
words count: not the names in backticks, and not the bars between the cells.

  make lint
"""
import re
import sys
from pathlib import Path

COMMENT_WIDTH, PAGE_WIDTH = 100, 130
ROOT = Path(__file__).parent.parent
COMMENT = re.compile(r"\s*//")
TARGET = re.compile(r"(?<=\])\([^)]*\)|<doc:[^>]*>")
NAME = re.compile(r"`[^`]*`")
BAR = re.compile(r"\s*\|\s*")


def sources():
    yield ROOT / "Package.swift"
    for folder in ("Sources", "Tests", "Tools", "Benchmarks/Sources", "Benchmarks/Benchmarks", "Examples"):
        yield from sorted(p for p in (ROOT / folder).rglob("*.swift") if not any(part.startswith(".build") for part in p.parts))


def pages():
    yield from (ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "CHANGELOG", "SECURITY"))
    yield from sorted((ROOT / "Sources").rglob("*.docc/*.md"))


def width(line):
    """How many columns of a page's line count."""
    line = TARGET.sub("", line)
    return len(BAR.sub("", NAME.sub("", line))) if line.startswith("|") else len(line)


def wide(paths, most, count):
    for path in paths:
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if count(line) > most:
                yield f"{path.relative_to(ROOT)}:{number}: {count(line)} columns, of {most}"


found = [
    *wide(sources(), COMMENT_WIDTH, lambda line: len(line) if COMMENT.match(line) else 0),
    *wide(pages(), PAGE_WIDTH, width),
]
print(*found, sep="\n", end="\n" if found else "")
sys.exit(f"{len(found)} lines are too wide" if found else 0)
