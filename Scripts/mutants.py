#!/usr/bin/env python3
"""Breaks a scratch copy of the package by one small change after another (Scripts/mutants.toml), and
demands that the named test notices.

    mutants.py [--apply-only] [PART OF A NAME ...]

Ends with 1 when a mutant survives, does not build, or no longer fits the sources: then the line that it
changes was changed, and the mutant has to follow it.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCRATCH = pathlib.Path(os.environ.get("DAYBOOK_MUTANTS", ROOT / ".build" / "mutants"))


def changed(mutant: dict, root: pathlib.Path) -> str:
    """The text of the file with the change; an error unless the old text stands there exactly once."""
    text = (root / mutant["file"]).read_text()
    old = mutant["old"].strip("\n")
    count = text.count(old)
    if count != 1:
        raise ValueError(f"{mutant['file']} has the text {count} times, not once: {old!r}")
    return text.replace(old, mutant["new"].strip("\n"))


def copy() -> None:
    """Brings the scratch copy up to date, leaving what was built there."""
    SCRATCH.mkdir(parents=True, exist_ok=True)
    for name in ["Package.swift", "Package.resolved", "Sources", "Tests", "README.md"]:
        source, target = ROOT / name, SCRATCH / name
        if source.is_dir():
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(source, target)
        elif source.exists():
            shutil.copy2(source, target)


def swift(*arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        ["swift", *arguments], cwd=SCRATCH, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, timeout=1800)


def tests(mutant: dict) -> subprocess.CompletedProcess:
    return swift("test", "--disable-xctest", "--skip-build", "--filter", mutant["test"])


def run(mutant: dict) -> str | None:
    """Returns why the mutant is not caught; nothing when it is."""
    place = SCRATCH / mutant["file"]
    whole = place.read_text()
    place.write_text(changed(mutant, SCRATCH))
    try:
        build = swift("build", "--build-tests")
        if build.returncode != 0:
            return "it does not build:\n" + "\n".join(build.stdout.splitlines()[-15:])
        try:
            result = tests(mutant)
        except subprocess.TimeoutExpired:
            return None  # A test that never ends has noticed.
        if "Test run with 0 tests" in result.stdout:
            return f"there is no test {mutant['test']}"
        return f"{mutant['test']} passes" if result.returncode == 0 else None
    finally:
        place.write_text(whole)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--apply-only", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    mutants = tomllib.loads((ROOT / "Scripts" / "mutants.toml").read_text())["mutant"]
    if options.names:
        mutants = [m for m in mutants if any(part in m["name"] for part in options.names)]
    faults = 0
    for mutant in mutants:
        try:
            changed(mutant, ROOT)
        except (ValueError, OSError) as error:
            print(f"DOES NOT FIT  {mutant['name']}: {error}")
            faults += 1
    if options.apply_only or faults:
        print(f"{len(mutants) - faults} of {len(mutants)} mutants fit")
        return 1 if faults else 0
    copy()
    for mutant in mutants:
        reason = run(mutant)
        faults += reason is not None
        print(f"{'SURVIVES' if reason else 'caught  '}  {mutant['name']}" + (f": {reason}" if reason else f" ({mutant['test']})"), flush=True)
    print(f"{len(mutants) - faults} of {len(mutants)} mutants are caught")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
