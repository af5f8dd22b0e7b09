#!/usr/bin/env python3
"""Fails when a file that is always compiled names a type of its target that is declared within `#if TRAIT` alone.

Most builds turn the traits on, so such a file shows only where somebody builds without them.
"""

import collections
import pathlib
import re
import subprocess
import sys

DECLARED = re.compile(r"^(?:public |package |private |final |@\S+ )*(?:struct|enum|class|actor|protocol|typealias) (\w+)",
                      re.M)
COMMENT_OR_TEXT = re.compile(r'//.*|"(?:[^"\\\n]|\\.)*"')


def main():
    files = subprocess.run(["git", "ls-files", "Sources/*.swift"], capture_output=True, text=True, check=True).stdout
    targets = collections.defaultdict(list)
    for name in files.split():
        text = COMMENT_OR_TEXT.sub("", pathlib.Path(name).read_text(encoding="utf-8")).strip()
        targets["/".join(name.split("/")[:3])].append((name, text))
    faults = []
    for entries in targets.values():
        always = [(name, text) for name, text in entries if not text.startswith("#if ")]
        known = {found for _, text in always for found in DECLARED.findall(text)}
        conditional = {found: name for name, text in entries if re.match(r"#if [A-Z]\w+\n", text)
                       for found in DECLARED.findall(text)}
        for name, text in always:
            for found in set(re.findall(r"\b[A-Z]\w+", text)) & conditional.keys() - known:
                faults.append(f"{name} names {found}, which {conditional[found]} declares within #if")
    for fault in sorted(faults):
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
