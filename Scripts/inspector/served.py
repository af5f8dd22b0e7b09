"""A tool's `inspect` as a process, for the scripts beside this one."""

import http.client
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time
import urllib.parse

# A feed of the made-up family from a file, in a unit that nobody can convert.
SCOOPS = """babyName,timestamp,amountValue,amountUnit,feedType
Noor,2026-11-25T10:30:00Z,2,scoops,babyFormula
"""
# The moment of the made-up family, so that every run shows the same pages.
NOW = "2026-11-25T14:05:00Z"


class Inspected:
    """Pages of a store, until the block ends."""

    def __init__(self, tool: str, store: str, *options: str, environment: dict[str, str] | None = None):
        self.process = subprocess.Popen(
            [tool, "inspect", "--store", store, "--json", *options],
            stdout=subprocess.PIPE, text=True, env={**os.environ, **(environment or {})})
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"inspect of {store} did not begin")
        self.address = json.loads(line)["address"]
        parts = urllib.parse.urlsplit(self.address)
        self.host, self.port, self.path = parts.hostname, parts.port, parts.path

    def __enter__(self) -> "Inspected":
        return self

    def __exit__(self, *_) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=30)

    def ask(self, page: str, method: str = "GET", body: str | None = None, **headers: str) -> tuple[int, dict, bytes]:
        """One request over a connection of its own, with headers as they are told."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=60)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, page if page.startswith("/") else self.path + page, body, named)
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def memory(self) -> tuple[int, int]:
        """Bytes of memory of its own, and with the pages of files that it maps."""
        own = whole = 0
        for line in pathlib.Path(f"/proc/{self.process.pid}/smaps_rollup").read_text().splitlines():
            name, _, rest = line.partition(":")
            if name == "Anonymous":
                own = int(rest.split()[0]) * 1024
            if name == "Rss":
                whole = int(rest.split()[0]) * 1024
        return own, whole


def run(tool: str, *words: str, store: str, at: str = NOW, author: str = "Ada", check: bool = True) -> str:
    """A command on a store, at a moment and by somebody."""
    done = subprocess.run(
        [tool, *words, "--store", store], capture_output=True, text=True,
        env={**os.environ, "DAYBOOK_NOW": at, "DAYBOOK_AUTHOR": author, "DAYBOOK_SEED": f"{at}{words}"})
    if check and done.returncode != 0:
        raise SystemExit(f"{' '.join(words)}: {done.stderr}")
    return done.stdout


def family(nursery: str, folder: str) -> str:
    """A made-up family's store, whose today has a feed that was taken back, one that came late, and one whose unit
    nobody knows."""
    store = os.path.join(folder, "family")
    run(nursery, "new", "--zone", "Europe/Amsterdam", "--day-start", "00:00", store=store, at="2026-11-18T05:00:00Z")
    run(nursery, "profile", "add", "Noor", store=store, at="2026-11-18T05:00:30Z")
    for day in range(18, 26):
        for hour, amount in ((6, 120), (9, 150), (12, 140), (15, 130), (19, 160)):
            if day == 25 and hour > 12:
                continue
            at = f"2026-11-{day}T{hour:02}:10:00Z"
            author = "Ada" if hour % 2 else "Ben"
            run(nursery, "add", "feed", f"{amount + day % 3 * 10}ml", "formula", "--at", at,
                store=store, at=at, author=author)
            run(nursery, "add", "diaper", "wet", "--at", at, store=store, at=f"2026-11-{day}T{hour:02}:25:00Z",
                author=author)
    feeds = os.path.join(folder, "feeds.csv")
    with open(feeds, "w") as file:
        file.write(SCOOPS)
    run(nursery, "import", "babydashboard", feeds, store=store, at="2026-11-25T12:10:00Z")
    # A feed whose amount somebody else has put right.
    run(nursery, "add", "feed", "15ml", "formula", "--at", "2026-11-25T12:20:00Z", store=store,
        at="2026-11-25T12:21:00Z")
    newest = json.loads(run(nursery, "last", "--json", store=store))["babies"][0]["lastFeed"]["short"]
    run(nursery, "edit", newest, "amount=150ml", store=store, at="2026-11-25T12:35:00Z", author="Ben")
    run(nursery, "add", "feed", "140ml", "formula", "--at", "2026-11-25T12:40:00Z", store=store,
        at="2026-11-25T12:41:00Z", author="Ben")
    run(nursery, "undo", "--author", "Ben", store=store, at="2026-11-25T13:02:00Z", author="Ben")
    run(nursery, "add", "feed", "90ml", "formula", "--at", "2026-11-25T08:30:00Z", store=store,
        at="2026-11-25T13:30:00Z", author="Eva")
    return store


def folder() -> tempfile.TemporaryDirectory:
    return tempfile.TemporaryDirectory(prefix="inspected-")


def waited(seconds: float, condition) -> bool:
    """Whether something came to be so within some seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False
