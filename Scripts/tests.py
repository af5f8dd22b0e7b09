#!/usr/bin/env python3
"""Runs tests that are built, and says at the end which failed and why.

python3 Scripts/tests.py [--without slow,crash,model] [--slowest N] OPTIONS OF swift test

`--slowest` also prints the N suites whose cases took longest, in seconds that passed. What the tests print goes into a file whose name the last line says. Swift Testing 6.3 itself cannot leave out a
tag; here the suites are looked up that carry it.
"""

import argparse
import collections
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time

# How many lines of one failure are shown.
LONGEST = 12


def suites(tags):
    """The suites below Tests that carry one of the tags."""
    found = []
    for folder, _, names in (entry for root in ("Tests", "Tools/Tests") for entry in os.walk(root)):
        for name in names:
            if not name.endswith(".swift"):
                continue
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                text = file.read()
            for traits, suite in re.findall(r"^@Suite\((.*?)\)\s*(?:final class|struct) (\w+)", text, re.M | re.S):
                if any(re.search(rf"\.tags\([^)]*\.{tag}\b", traits) for tag in tags):
                    found.append(suite)
    return found


def scratch(options):
    """The folder of the build."""
    for name in ("--scratch-path", "--package-path"):
        if name in options:
            path = options[options.index(name) + 1]
            return path if name == "--scratch-path" else os.path.join(path, ".build")
    return ".build"


class Run:
    """What the stream of events has told."""

    def __init__(self):
        self.names, self.running, self.failures = {}, {}, {}
        # The seconds of the cases of each suite.
        self.seconds = collections.Counter()
        self.ended = 0
        self.is_over = False

    def take(self, line):
        record = json.loads(line)
        payload = record["payload"]
        if record["kind"] == "test":
            if payload["kind"] == "function":
                self.names[payload["id"]] = payload.get("displayName") or payload["name"]
            return
        kind, test = payload["kind"], payload.get("testID")
        if kind == "testCaseStarted":
            case = payload["_testCase"].get("displayName", "") if "_testCase" in payload else ""
            self.running[test, case] = payload["instant"]["absolute"]
        elif kind == "testCaseEnded":
            case = payload["_testCase"].get("displayName", "") if "_testCase" in payload else ""
            started = self.running.pop((test, case), None)
            if started is not None:
                self.seconds[test.split("/")[0]] += payload["instant"]["absolute"] - started
        elif kind in ("testEnded", "testSkipped") and test in self.names:
            self.ended += 1
        elif kind == "issueRecorded" and not payload["issue"].get("isKnown"):
            self.failures.setdefault(test, []).append(payload)
        elif kind == "runEnded":
            self.is_over = True

    def say(self, failure):
        """One failure, indented."""
        issue = failure["issue"]
        place = issue.get("sourceLocation") or {}
        case = failure.get("_testCase", {}).get("displayName")
        head = f"  {place.get('fileID', '?')}:{place.get('line', '?')}"
        print(head + (f" with {case[:120]}" if case else ""))
        lines = "\n".join(message["text"] for message in failure["messages"]).split("\n")
        for line in lines[:LONGEST]:
            print(f"    {line[:400]}")
        if len(lines) > LONGEST:
            print(f"    … and {len(lines) - LONGEST} more lines")


def follow(path, run, process):
    """Takes in the events while the tests run, and says once a minute how far they are."""
    said = start = time.time()
    with open(path, encoding="utf-8") as file:
        rest = ""
        while True:
            has_ended = process.poll() is not None
            piece = file.read()
            rest += piece
            *lines, rest = rest.split("\n")
            for line in lines:
                if line:
                    run.take(line)
            if has_ended and not piece:
                return time.time() - start
            if time.time() - said >= 60:
                said = time.time()
                print(f"{run.ended} of {len(run.names)} tests after {said - start:.0f} s", flush=True)
            if not has_ended:
                try:
                    process.wait(0.2)
                except subprocess.TimeoutExpired:
                    pass


def main():
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--without", default="")
    parser.add_argument("--slowest", type=int, default=0)
    ours, options = parser.parse_known_args()
    for suite in suites([tag for tag in re.split("[ ,]+", ours.without) if tag]):
        options += ["--skip", rf"\.{suite}/"]
    folder = scratch(options)
    os.makedirs(folder, exist_ok=True)
    log = os.path.join(folder, "tests.log")
    run = Run()
    with tempfile.TemporaryDirectory() as events, open(log, "w", encoding="utf-8") as output:
        path = os.path.join(events, "events")
        open(path, "w").close()
        process = subprocess.Popen(
            ["swift", "test", "--skip-build", "--disable-xctest", "--quiet", *options, "--event-stream-output-path", path,
             "--event-stream-version", "0"], stdout=output, stderr=subprocess.STDOUT)
        seconds = follow(path, run, process)

    for test, failures in run.failures.items():
        print(f"✘ {run.names.get(test, test)}")
        for failure in failures[:3]:
            run.say(failure)
        if len(failures) > 3:
            print(f"  … and {len(failures) - 3} more")
    if not run.is_over:
        for test, case in run.running:
            print(f"✘ {run.names.get(test, test)} {case[:120]}: was running when the tests ended")
        with open(log, encoding="utf-8", errors="replace") as output:
            lines = output.readlines()
        crash = next((i for i, line in enumerate(lines) if "Fatal error" in line or "crashed" in line), len(lines) - 20)
        print("".join(lines[max(0, crash):][:20]), end="")
    for suite, taken in run.seconds.most_common(ours.slowest):
        print(f"{taken:8.1f} s {suite}")
    print(f"{run.ended} tests in {seconds:.0f} s, {len(run.failures)} failed; what they printed: {log}")
    sys.exit(process.returncode or (0 if run.is_over and run.ended and not run.failures else 1))


main()
