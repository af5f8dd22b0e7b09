#!/usr/bin/env python3
"""Compiles small mistakes (Scripts/mutants.toml) into a scratch copy of the package, each behind a switch
that DAYBOOK_MUTANT turns on, and demands that the named tests notice each of them.

    mutants.py [--apply-only] [--simulate] [--file MUTANTS] [PART OF A NAME ...]

All are built at once. With every switch off the named tests must pass; with a switch on they must fail. A
mutant that changes nothing is tried too, and must survive, so that a run which takes everything for caught
is noticed. An entry may have other places in a list `also`. One with `simulate = SEEDS` is for the simulator,
which has to find it within so many seeds: `--simulate` runs those, and no tests. Ends with 1 when a mutant survives, does not build, or no longer fits the sources: then the line
that it changes was changed, and the mutant has to follow it.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCRATCH = pathlib.Path(os.environ.get("DAYBOOK_MUTANTS", ROOT / ".build-mutants"))
# A test that takes so much longer than all tests without a mutant has noticed: it hangs.
SECONDS = 120
# In one process of the simulator, which takes far less than its limit for them.
SEEDS = 100
# The tests write many small files.
MEMORY = {"TMPDIR": "/dev/shm"} if os.access("/dev/shm", os.W_OK) else {}
# Every seed and every point, of which `make test` tries fewer.
WHOLE = {"DAYBOOK_ORACLE_SEEDS": "100", "DAYBOOK_POWER_CUT_DRAWS": "2"}
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
HARMLESS = {"name": "nothing is changed", "test": "HybridTimeTests"}

SWIFT_SWITCH = """\
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

private let chosen = getenv("DAYBOOK_MUTANT").map { atoi($0) } ?? 0

@usableFromInline
func mutantIsOn(_ number: Int32) -> Bool { number == chosen }
"""
C_SWITCH = """\
#ifndef DAYBOOK_MUTANT_IS_ON
#define DAYBOOK_MUTANT_IS_ON
#include <stdlib.h>
static inline int mutantIsOn(int number) {
  const char *chosen = getenv("DAYBOOK_MUTANT");
  return chosen && atoi(chosen) == number;
}
#endif
"""


def changed(mutant: dict, text: str, number: int) -> str:
    """The text of a file with one place of a mutant behind its switch."""
    old = mutant["old"].strip("\n")
    if "MUTANT" not in mutant["new"]:
        raise ValueError("the new text has no switch: MUTANT")
    count = text.count(old)
    if count != 1:
        raise ValueError(f"{mutant['file']} has the text {count} times, not once: {old!r}")
    new = mutant["new"].strip("\n")
    return text.replace(old, re.sub(r"\bMUTANT\b", f"mutantIsOn({number})", new))


def apply(mutants: list[dict]) -> tuple[dict[str, str], int]:
    """The files with all mutants in them, and how many do not fit."""
    files: dict[str, str] = {}
    faults = 0
    for number, mutant in enumerate(mutants, 1):
        try:
            for place in [mutant, *mutant.get("also", [])]:
                text = files.get(place["file"]) or (ROOT / place["file"]).read_text()
                files[place["file"]] = changed(place, text, number)
        except (ValueError, OSError) as error:
            print(f"DOES NOT FIT  {mutant['name']}: {error}")
            faults += 1
    for name in {"/".join(file.split("/")[:3]) for file in files if file.endswith(".swift")}:
        files[f"{name}/MutantSwitch.swift"] = SWIFT_SWITCH
    for name in files:
        if name.endswith(".h"):
            files[name] = C_SWITCH + files[name]
    return files, faults


def copy(files: dict[str, str]) -> None:
    """Makes the scratch copy; what is as it was stays, and is not built again."""
    wanted = dict(files)
    for name in ["Package.swift", "Package.resolved", "README.md", "Sources", "Tests"]:
        place = ROOT / name
        for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if path.is_file():
                wanted.setdefault(str(path.relative_to(ROOT)), None)
    for name, text in wanted.items():
        data = (ROOT / name).read_bytes() if text is None else text.encode()
        target = SCRATCH / name
        if not target.exists() or target.read_bytes() != data:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
    for folder in ["Sources", "Tests"]:
        for path in (SCRATCH / folder).rglob("*"):
            if path.is_file() and str(path.relative_to(SCRATCH)) not in wanted:
                path.unlink()


def call(*command: str, mutant: int = 0, seconds: float | None = None) -> tuple[int | None, str]:
    """Runs a command with a mutant on; no status when it was ended because it took too long."""
    process = subprocess.Popen(
        command, cwd=SCRATCH, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, start_new_session=True,
        env=os.environ | MEMORY | WHOLE | {"DAYBOOK_MUTANT": str(mutant), "SWIFT_BACKTRACE": "enable=no"})
    try:
        output, _ = process.communicate(timeout=seconds)
        return process.returncode, COLOUR.sub("", output)
    except subprocess.TimeoutExpired:
        # With the tests that it has started, and the processes that these have.
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        return None, COLOUR.sub("", output)


def tests(names: str, mutant: int, seconds: float | None = None) -> tuple[int | None, str]:
    """Runs tests, on Linux without `swift test`, which looks at the whole package first."""
    program = SCRATCH / ".build" / "debug" / "daybookPackageTests.xctest"
    command = [str(program), "--testing-library", "swift-testing"]
    if not program.is_file():
        command = ["swift", "test", "--disable-xctest", "--skip-build"]
    return call(*command, "--filter", names, mutant=mutant, seconds=seconds)


def run(mutant: dict, number: int, seconds: float) -> tuple[bool, str]:
    """Whether a mutant is caught, and by what, or why not."""
    status, output = tests(mutant["test"], number, seconds)
    if re.search(r"Test run with 0 tests|No matching test cases", output):
        return False, f"there is no test {mutant['test']}"
    if status == 0:
        return False, f"{mutant['test']} passes"
    failed = re.findall(r'^✘ Test (?:case passing .* to )?"?(.*?)"? (?:with .* )?failed after', output, re.M)
    if failed:
        return True, failed[0].strip("`")
    recorded = re.findall(r'^✘ Test "?(.*?)"? recorded an issue', output, re.M)
    what = "a test that does not end" if status is None else "the end of the test process"
    return True, recorded[0] if recorded else f"{what} in {mutant['test']}"


def simulate(mutant: dict, number: int) -> tuple[bool, str]:
    """Whether the simulator finds a mutant, and after how many seeds it does."""
    program = SCRATCH / ".build" / "release" / "simulate"
    seeds = mutant["simulate"]
    for first in range(1, seeds + 1, SEEDS):
        # A run that ends neither well nor badly has been noticed too.
        status, output = call(str(program), str(first), str(min(SEEDS, seeds + 1 - first)), "--first",
                              mutant=number, seconds=600)
        if status == 0:
            continue
        lines = output.splitlines()
        failed = [line for line in lines if " fails: " in line]
        if failed:
            return True, failed[0][:150]
        return True, "a run that does not end" if status is None else f"the end of the process: {lines[-1:]}"
    return False, f"{seeds} seeds pass"


def simulate_all(mutants: list[tuple[int, dict]]) -> int:
    """Runs the simulator with each mutant. Returns how many it does not find."""
    status, output = call("swift", "build", "-c", "release", "--product", "simulate")
    if status != 0:
        errors = [line for line in output.splitlines() if "error:" in line]
        print("the mutants do not build:\n" + "\n".join(errors[:20] or output.splitlines()[-15:]))
        return 1
    harmless = {"name": HARMLESS["name"], "simulate": 200}
    if simulate(harmless, 0)[0]:
        print("the simulator fails without a mutant")
        return 1
    faults = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = pool.map(lambda pair: simulate(pair[1], pair[0]), mutants)
        for (_, mutant), (is_found, reason) in zip(mutants, found):
            faults += not is_found
            print(f"{'found   ' if is_found else 'SURVIVES'}  {mutant['name']}: {reason}", flush=True)
    print(f"{len(mutants) - faults} of {len(mutants)} mutants are found")
    return faults


def control(mutants: list[dict]) -> bool:
    """Whether the named tests pass while no mutant is on."""
    names = sorted({name for mutant in mutants for name in mutant["test"].split("|")})
    status, output = tests("|".join(names), 0)
    if status != 0:
        lines = [line for line in output.splitlines() if line.startswith("✘")]
        print("\n".join(["the tests fail without a mutant:"] + (lines or output.splitlines()[-15:])))
    for name in names:
        if status == 0 and name.split("/")[0].split(".")[-1] not in output:
            print(f"there is no test {name}")
            return False
    return status == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--apply-only", action="store_true")
    parser.add_argument("--simulate", action="store_true")
    parser.add_argument("--file", type=pathlib.Path, default=ROOT / "Scripts" / "mutants.toml")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    mutants = tomllib.loads(options.file.read_text())["mutant"]
    files, faults = apply(mutants)
    if options.apply_only or faults:
        print(f"{len(mutants) - faults} of {len(mutants)} mutants fit")
        return 1 if faults else 0
    copy(files)
    chosen = [
        (number, mutant) for number, mutant in enumerate(mutants, 1)
        if not options.names or any(part in mutant["name"] for part in options.names)]
    if options.simulate:
        return 1 if simulate_all([pair for pair in chosen if "simulate" in pair[1]]) else 0
    chosen = [pair for pair in chosen if "test" in pair[1]]
    status, output = call("swift", "build", "--build-tests")
    if status != 0:
        errors = [line for line in output.splitlines() if "error:" in line]
        print("the mutants do not build:\n" + "\n".join(errors[:20] or output.splitlines()[-15:]))
        return 1
    start = time.monotonic()
    if not control([mutant for _, mutant in chosen] + [HARMLESS]):
        return 1
    # A busy machine is slower later.
    limit = SECONDS + 2 * (time.monotonic() - start)
    for number, mutant in chosen:
        start = time.monotonic()
        is_caught, reason = run(mutant, number, limit)
        faults += not is_caught
        word = "caught  " if is_caught else "SURVIVES"
        print(f"{word}  {mutant['name']}: {reason} ({time.monotonic() - start:.0f} s)", flush=True)
    if run(HARMLESS, len(mutants) + 1, limit)[0]:
        print("a mutant that changes nothing is taken for caught")
        faults += 1
    print(f"{len(chosen) - faults} of {len(chosen)} mutants are caught")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
