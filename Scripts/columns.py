#!/usr/bin/env python3
"""Fails when a comment is wider than 100 columns, which `swift format` does not look at.

  make lint
"""
import re
import sys
from pathlib import Path

WIDTH = 100
ROOT = Path(__file__).parent.parent
COMMENT = re.compile(r"\s*//")


def sources():
    yield ROOT / "Package.swift"
    for folder in ("Sources", "Tests", "Benchmarks/Sources", "Benchmarks/Benchmarks", "Examples"):
        yield from sorted(p for p in (ROOT / folder).rglob("*.swift") if ".build" not in p.parts)


wide = [
    f"{path.relative_to(ROOT)}:{number}: {len(line)} columns"
    for path in sources()
    for number, line in enumerate(path.read_text().splitlines(), 1)
    if len(line) > WIDTH and COMMENT.match(line)
]
print(*wide, sep="\n", end="\n" if wide else "")
sys.exit(f"{len(wide)} comments are wider than {WIDTH} columns" if wide else 0)
