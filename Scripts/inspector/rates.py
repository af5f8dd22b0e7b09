#!/usr/bin/env python3
"""Measures the inspector: how soon a page is there and first painted, what it takes of memory, what a browser that is
left open costs, and how much an app that appends beside it is slower. Ends with 1 when one of these is beyond its limit.

    rates.py NURSERY DEMO CRASHWRITER [EVENTS [SECONDS]]

EVENTS is 100,000 unless told, or the path of a store that DEMO has made. A browser is left open for SECONDS, 30 unless
told. On a machine that is slower than ours, DAYBOOK_SLOWER=2 doubles the limits of time."""

import json
import os
import re
import statistics
import subprocess
import sys
import time

from playwright.sync_api import sync_playwright

from served import Inspected, folder, run

# The most that each may take.
PAGE, PAINT = 50, 300  # milliseconds
WHY, PAST = 30, 30  # seconds, the first time, with 1,000,000 events
MEMORY, GROWTH = 100, 2  # megabytes
APPENDS = 5  # per cent
SLOWER = float(os.environ.get("DAYBOOK_SLOWER", "1"))
faults: list[str] = []

CHROMIUM = os.environ.get("DAYBOOK_CHROMIUM", "/usr/bin/chromium")


def limit(name: str, value: float, most: float, unit: str) -> None:
    """Notes what is beyond its limit."""
    if value > most:
        faults.append(f"{name}: {value:.1f} {unit}, more than {most:g}")


def milliseconds(served: Inspected, page: str, times: int = 20) -> str:
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        status, _, body = served.ask(page)
        taken.append((time.perf_counter() - began) * 1000)
        if status != 200:
            raise SystemExit(f"{page}: {status} {body[:300]!r}")
    limit(page, statistics.median(taken), PAGE * SLOWER, "ms")
    return f"{taken[0]:7.1f} {statistics.median(taken):7.1f} {max(taken[1:]):7.1f}  {len(body):7}"


def pages(served: Inspected) -> None:
    newest = int(re.search(rb"transaction\?n=(\d+)", served.ask("log")[2])[1])
    body = served.ask("entities")[2].decode()
    kinds = re.findall(r"entities\?kind=([^\"]+)\"", body)
    kind = next((name for name in kinds if "eed" in name), kinds[0])
    thing = re.search(r"entity\?[^\"]+", served.ask(f"entities?kind={kind}")[2].decode())[0].replace("&amp;", "&")
    asked = [
        "log", f"log?through={newest // 2}", f"log?q=kind:{kind}", "log?q=author:nobody-is-called-so",
        "log?q=from:2020-01-01%20to:2020-01-02", f"transaction?n={newest // 2}", "entities", f"entities?kind={kind}",
        thing, "views", "view?name=nursery.historyGroups&table=totals", "health", f"time?n={newest // 2}", "today",
        "week", "charts",
    ]
    print(f"{'page':60}   first  median     max    bytes")
    for page in asked:
        print(f"{page[:60]:60} {milliseconds(served, page)}")
    began = time.perf_counter()
    why = re.search(r"why\?[^\"]+", served.ask("view?name=nursery.historyGroups&table=totals")[2].decode())[0]
    while b"class=\"sum" not in (answer := served.ask(why.replace("&amp;", "&"))[2]):
        if b"class=\"again" not in answer:
            raise SystemExit(f"why does not say how far it is: {answer[:2000]!r}")
        time.sleep(0.1)
    limit("why, found out", time.perf_counter() - began, WHY * SLOWER, "s")
    print(f"why, found out in {time.perf_counter() - began:.1f} s; then {milliseconds(served, why.replace('&amp;', '&'))}")
    began = time.perf_counter()
    served.ask(f"time?n={newest // 2}&view=nursery.historyGroups&table=totals")
    limit("a view as of then", time.perf_counter() - began, PAST * SLOWER, "s")
    print(f"a view as of then, first {time.perf_counter() - began:.1f} s; "
          f"then {milliseconds(served, f'time?n={newest // 2}&view=nursery.historyGroups&table=totals')}")


def memory(served: Inspected, when: str) -> None:
    own, whole = served.memory()
    limit(f"memory {when}", own / 1e6, MEMORY, "MB")
    print(f"memory {when}: {own / 1e6:.1f} MB of its own, {whole / 1e6:.1f} MB with the pages of the store")


def left_open(served: Inspected, nursery: str, store: str, seconds: int) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        paints = []
        for _ in range(5):
            page.goto(served.address + "log")
            paints.append(page.evaluate(
                "new Promise(done => new PerformanceObserver(list => done(list.getEntries()[0].startTime))"
                ".observe({type: 'paint', buffered: true}))"))
        print(f"first paint {paints[0]:.0f} ms, then {statistics.median(paints[1:]):.0f} ms")
        limit("first paint", paints[0], PAINT * SLOWER, "ms")
        before = served.memory()[0]
        time.sleep(seconds)
        after = served.memory()[0]
        reads = json.loads(run(nursery, "stats", "--json", store=store))["openReads"]
        limit("a browser that is left open", (after - before) / 1e6, GROWTH, "MB")
        if reads:
            faults.append(f"a browser that is left open holds reads: {reads}")
        print(f"a browser open for {seconds} s: {(after - before) / 1e6:+.2f} MB, open reads {reads}")
        browser.close()


def rate(crashwriter: str, store: str) -> float:
    said = subprocess.run([crashwriter, store, "rate", "1"], capture_output=True, text=True, check=True).stdout
    return float(re.search(r"(\d+) a second", said)[1])


def beside(nursery: str, crashwriter: str, place: str) -> None:
    """How many durable appends a second, alone and with a page that is open and follows the log. What comes first
    changes from round to round: the longer the log, the longer an append."""
    daybookctl = os.path.join(os.path.dirname(nursery), "daybookctl")
    store = os.path.join(place, "app")
    rate(crashwriter, store)
    rates: dict[bool, list[float]] = {False: [], True: []}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for number in range(12):
            for is_open in (False, True) if number % 2 else (True, False):
                if not is_open:
                    rates[is_open].append(rate(crashwriter, store))
                    continue
                with Inspected(daybookctl, store) as served:
                    page = browser.new_page()
                    page.goto(served.address + "log")
                    # Until it is made, so that only what it costs to be open is measured.
                    time.sleep(2)
                    rates[is_open].append(rate(crashwriter, store))
                    page.close()
        browser.close()
    a, w = statistics.median(rates[False]), statistics.median(rates[True])
    limit("appends beside an open page", (a - w) / a * 100, APPENDS, "%")
    print(f"durable appends a second: {a:.0f} alone, {w:.0f} beside an open page: {(a - w) / a * 100:+.1f} % slower")


def main() -> None:
    nursery, demo, crashwriter = (os.path.abspath(path) for path in sys.argv[1:4])
    events = sys.argv[4] if len(sys.argv) > 4 else "100000"
    seconds = int(sys.argv[5]) if len(sys.argv) > 5 else 30
    with folder() as place:
        # One that was made before may be named.
        store = events if os.path.isdir(events) else os.path.join(place, "family")
        if store != events:
            subprocess.run([demo, "--events", events, "--store", store], check=True, stdout=subprocess.DEVNULL)
        with Inspected(nursery, store) as served:
            print(f"{events} events")
            memory(served, "at the beginning")
            pages(served)
            memory(served, "after all pages")
            left_open(served, nursery, store, seconds)
            memory(served, "at the end")
        beside(nursery, crashwriter, place)
    if faults:
        raise SystemExit("beyond the limits:\n" + "\n".join(faults))


if __name__ == "__main__":
    main()
