#!/usr/bin/env python3
"""ALL-5: fails when a source names a formatter that Foundation has on Apple's systems alone, or has without a body
elsewhere. Text for people is then made by the package's own code, which gives the same on Linux.

  make lint
"""
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
APPLE_ALONE = re.compile(
    r"\b(?:MeasurementFormatter|DateComponentsFormatter|RelativeDateTimeFormatter|ListFormatter)\b")
COMMENT_OR_TEXT = re.compile(r'//.*|"(?:\\.|[^"\\\n])*"')

files = subprocess.run(["git", "ls-files", "*.swift"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
failures = [
    f"{name}:{number} names {found}, which Linux lacks"
    for name in files.splitlines()
    for number, line in enumerate((ROOT / name).read_text(encoding="utf-8").splitlines(), 1)
    for found in APPLE_ALONE.findall(COMMENT_OR_TEXT.sub("", line))]
print("\n".join(failures), end="\n" if failures else "")
sys.exit(1 if failures else 0)
