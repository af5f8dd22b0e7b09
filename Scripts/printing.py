#!/usr/bin/env python3
"""Fails when a command line writes to a terminal by another way than `Terminal`, which shows what a stored text would hide
and what a terminal would obey.

  make lint
"""
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
# Programs that show no store of anybody's.
OWN = ("Tools/Sources/demo/", "Tools/Sources/HubLoad/")
OTHER_WAY = re.compile(
    r"(?<![.\w])(?:Swift\.print|debugPrint|dump|fputs|puts|putchar|fwrite)\(|(?<![.\w])print\(\"|"
    r"FileHandle\.standard(?:Output|Error)\b|\bSTD(?:OUT|ERR)_FILENO\b")
# Where a file declares no function of that name, and calls none of `StoreArguments`.
PRINT = re.compile(r"(?<![.\w])print\((?!json:)")
COMMENT = re.compile(r"(?<![:\"])//.*")

files = subprocess.run(["git", "ls-files", "Sources/Tool/*.swift", "Tools/Sources/*.swift"], cwd=ROOT,
                       capture_output=True, text=True, check=True).stdout


def ways(text):
    """The lines by which a file writes another way, with their numbers."""
    lines = [(number, COMMENT.sub("", line)) for number, line in enumerate(text.splitlines(), 1)]
    patterns = [OTHER_WAY] if any("func print(" in line for _, line in lines) else [OTHER_WAY, PRINT]
    for number, line in lines:
        for found in sorted({found for pattern in patterns for found in pattern.findall(line)}):
            yield number, found


failures = [
    f"{name}:{number} writes by {found}, and not by Terminal"
    for name in files.splitlines() if not name.startswith(OWN)
    for number, found in ways((ROOT / name).read_text(encoding="utf-8"))]
print("\n".join(failures), end="\n" if failures else "")
sys.exit(1 if failures else 0)
