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
COMMENT = re.compile(r"(?<![:\"])//.*")

files = subprocess.run(["git", "ls-files", "Sources/Tool/*.swift", "Tools/Sources/*.swift"], cwd=ROOT,
                       capture_output=True, text=True, check=True).stdout
failures = [
    f"{name}:{number} writes by {found}, and not by Terminal"
    for name in files.splitlines() if not name.startswith(OWN)
    for number, line in enumerate((ROOT / name).read_text(encoding="utf-8").splitlines(), 1)
    for found in OTHER_WAY.findall(COMMENT.sub("", line))]
print("\n".join(failures), end="\n" if failures else "")
sys.exit(1 if failures else 0)
