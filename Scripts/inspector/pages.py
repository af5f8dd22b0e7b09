#!/usr/bin/env python3
"""Looks at every page of the inspector in a headless Chromium: wide and narrow, light and dark, with the keyboard
alone, with and without the script; axe must find nothing.

    pages.py NURSERY [FOLDER FOR PICTURES]

Needs the Python packages playwright and axe-playwright-python, and /usr/bin/chromium."""

import os
import sys

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, sync_playwright

from faults import end, fault
from keys import keyboard, order
from screens import addresses
from served import NOW, Inspected, family, folder, run

CHROMIUM = os.environ.get("DAYBOOK_CHROMIUM", "/usr/bin/chromium")
# Width and height of a window in points, and pixels to a point: wide, narrow, and wide at 200 %.
WINDOWS = ((1400, 900, 1), (380, 900, 1), (700, 450, 2))


def look(page: Page, name: str, width: int, scheme: str, pictures: str | None) -> None:
    """One page: axe, and nothing wider than the screen."""
    where = f"{name} at {width} px, {scheme}"
    for violation in Axe().run(page).response["violations"]:
        nodes = "; ".join(node["html"][:120] for node in violation["nodes"][:3])
        fault(f"{where}: {violation['id']}: {violation['help']}: {nodes}")
    if page.evaluate("document.documentElement.scrollWidth > window.innerWidth"):
        fault(f"{where}: wider than the screen")
    if pictures:
        page.screenshot(path=os.path.join(pictures, f"{name}-{width}-{scheme}.png"))


def screens(browser, served: Inspected, pictures: str | None) -> None:
    names: dict[str, str] = {}
    for width, height, scale in WINDOWS:
        for scheme in ("light", "dark"):
            context = browser.new_context(
                viewport={"width": width, "height": height}, device_scale_factor=scale, color_scheme=scheme)
            page = context.new_page()
            page.on("pageerror", lambda error: fault(f"script: {error}"))
            page.on("console", lambda said: said.type == "error" and "404" not in said.text and "400" not in said.text
                    and fault(f"console: {said.text}"))
            names = names or addresses(page, served)
            for name, address in names.items():
                page.goto(served.address + address)
                if name == "why":
                    page.locator(".sum").wait_for(timeout=30000)
                look(page, name, width, scheme, pictures)
            context.close()
    print(f"{len(names)} screens, each {len(WINDOWS) * 2} times", flush=True)


def guide(browser, served: Inspected, pictures: str) -> None:
    """The pictures of the guide, which `make test-inspector PICTURES=DIR` draws anew."""
    for scheme, suffix in (("light", ""), ("dark", "~dark")):
        context = browser.new_context(viewport={"width": 1120, "height": 660}, color_scheme=scheme)
        page = context.new_page()
        names = addresses(page, served)
        for name in ("log", "why", "entity"):
            page.goto(served.address + names[name])
            page.wait_for_timeout(1500)
            # Why has what does not count below what does.
            page.screenshot(path=os.path.join(pictures, f"inspector-{name}{suffix}.png"), full_page=name == "why")
        context.close()


def crowd(browser, served: Inspected, nursery: str, store: str) -> None:
    """Of 60 transactions that come while nobody answers, none is left out."""
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    page = context.new_page()
    page.route("**/news*", lambda route: route.abort())
    page.goto(served.address + "log")
    page.get_by_text("Not live").wait_for()
    newest = int(page.locator("tbody td.number a").first.inner_text().replace(",", ""))
    for _ in range(60):
        run(nursery, "add", "diaper", "wet", store=store, author="Eva")
    page.unroute("**/news*")
    page.wait_for_function(
        "last => document.querySelector('tbody td.number a').textContent.replace(',', '') == last",
        arg=str(newest + 60), timeout=60000)
    texts = page.locator("tbody td.number a").all_inner_texts()
    numbers = [int(text.replace(",", "")) for text in texts]
    if numbers[:61] != list(range(newest + 60, newest - 1, -1)):
        fault(f"the live log lacks some of {newest + 60} to {newest}: {numbers[:61]}")
    page.get_by_text("Live", exact=True).wait_for()
    context.close()


def anew(browser, served: Inspected, nursery: str, store: str) -> None:
    """What was found out anew is as new as the log."""
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    page = context.new_page()
    page.goto(served.address + addresses(page, served)["why"])
    page.locator(".sum").wait_for(timeout=30000)
    run(nursery, "add", "diaper", "wet", store=store, author="Eva")
    page.reload()
    page.get_by_role("link", name="Find out anew").click()
    page.locator(".sum").wait_for(timeout=30000)
    if "since then" in page.locator("main").inner_text():
        fault("what was found out anew is older than the log")
    context.close()


def live(browser, served: Inspected, nursery: str, store: str) -> None:
    """A row appears by itself; a reader who is further down keeps the place."""
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    page = context.new_page()
    page.goto(served.address + "log")
    page.get_by_text("Live", exact=True).wait_for()
    before = page.locator("tbody tr").count()
    run(nursery, "add", "diaper", "wet", store=store, author="Eva")
    page.wait_for_function("count => document.querySelectorAll('tbody tr').length > count", arg=before, timeout=15000)
    if "Eva" not in page.locator("tbody tr").first.inner_text():
        fault("the newest row is not the first")
    page.evaluate("window.scrollTo(0, 600)")
    place = page.evaluate("window.scrollY")
    run(nursery, "add", "diaper", "wet", store=store, author="Eva")
    page.get_by_text("1 new").wait_for(timeout=15000)
    if page.evaluate("window.scrollY") != place:
        fault("the page jumped")
    context.close()


def without_script(browser, served: Inspected) -> None:
    """Everything but live and keys works without the script."""
    context = browser.new_context(viewport={"width": 1400, "height": 900}, java_script_enabled=False)
    page = context.new_page()
    page.goto(served.address + "log?q=author:Ada")
    if page.locator("tbody tr").count() == 0:
        fault("without the script there is no log")
    page.goto(served.address + "time?n=20&view=nursery.historyGroups&table=totals")
    page.get_by_role("button", name="Show").click()
    if page.locator("table.differences tbody tr").count() == 0:
        fault("without the script there is no earlier time")
    page.goto(served.address + "week")
    with page.expect_navigation():
        page.locator("section > p a").first.click()
    # The page of what is still being found out leads to itself.
    for _ in range(60):
        if page.locator(".sum").count():
            break
        with page.expect_navigation():
            page.get_by_role("link", name="Look again").click()
    else:
        fault("without the script there is no answer to why")
    context.close()


def undo(browser, served: Inspected) -> None:
    """What is taken back is shown before, and after."""
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    page = context.new_page()
    page.goto(served.address + "log?q=kind:feed")
    page.locator("tbody tr:not(.gone) td.number a").first.click()
    page.get_by_role("link", name="Take it back…").click()
    page.get_by_role("button", name="Take it back").click()
    page.wait_for_url("**/transaction?n=*")
    if "takes back" not in page.locator("main").inner_text():
        fault("the form took nothing back")
    context.close()


def main() -> None:
    nursery = os.path.abspath(sys.argv[1])
    pictures = sys.argv[2] if len(sys.argv) > 2 else None
    if pictures:
        os.makedirs(pictures, exist_ok=True)
    with folder() as place, sync_playwright() as playwright:
        store = family(nursery, place)
        other = os.path.join(place, "other")
        run(nursery, "backup", "run", os.path.join(place, "backups"), store=store)
        newest = sorted(os.listdir(os.path.join(place, "backups")))[-1]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        options = ["--write", "--beside", os.path.join(place, "backups", newest)]
        with Inspected(nursery, store, *options, environment={"DAYBOOK_NOW": NOW}) as served:
            screens(browser, served, pictures)
            if pictures:
                guide(browser, served, pictures)
            keyboard(browser, served)
            order(browser, served)
            without_script(browser, served)
            live(browser, served, nursery, store)
            crowd(browser, served, nursery, store)
            anew(browser, served, nursery, store)
            undo(browser, served)
        browser.close()
    end("every page passes")


if __name__ == "__main__":
    main()
