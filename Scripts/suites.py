#!/usr/bin/env python3
"""Fails unless the guide's page on tests names each suite of Tests/ and Tools/Tests/ in its tables of promises, and no
suite that is gone.

  make lint
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "Sources/Engine/Daybook/Daybook.docc/HowDaybookIsTested.md"
# A type with tests, or an extension of one.
TYPE = re.compile(r"^(?:@Suite\b[^{]*?|[@\w]+ )*?(?:struct|class|enum|extension) (\w+)[^{]*\{(.*?)^\}", re.M | re.S)
TEST = re.compile(r"^\s*@Test\b", re.M)
SECTION = re.compile(r"^## Which suite holds which promise\n(.*?)^## ", re.M | re.S)

suites = {
    name for folder in ("Tests", "Tools/Tests") for path in (ROOT / folder).rglob("*.swift")
    if not any(part.startswith(".build") for part in path.parts)
    for name, body in TYPE.findall(path.read_text()) if TEST.search(body)}
rows = [line for line in SECTION.search(PAGE.read_text())[1].splitlines() if line.startswith("|")]
named = {name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[2])}
failures = [f"{PAGE.name} names no promise of {name}" for name in sorted(suites - named)]
failures += [f"{PAGE.name} names {name}, and there is no such suite" for name in sorted(named - suites)]
print("\n".join(failures), end="\n" if failures else "")
sys.exit(1 if failures else 0)
