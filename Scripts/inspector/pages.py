#!/usr/bin/env python3
"""Looks at every page of the inspector in a headless Chromium: wide and narrow, light and dark, with the keyboard
alone, with and without the script; axe must find nothing.

    pages.py NURSERY [FOLDER FOR PICTURES]

Needs the Python packages playwright and axe-playwright-python, and /usr/bin/chromium."""

import os
import sys

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, sync_playwright

from served import NOW, Inspected, family, folder, run, waited

CHROMIUM = os.environ.get("DAYBOOK_CHROMIUM", "/usr/bin/chromium")
WIDTHS = (1400, 380)
faults: list[str] = []


def fault(text: str) -> None:
    print("FAULT:", text, flush=True)
    faults.append(text)


def addresses(page: Page, served: Inspected) -> dict[str, str]:
    """Every screen by a name, found by following links as a reader does."""
    page.goto(served.address + "view?name=nursery.historyGroups&table=totals&order=last")
    why = page.locator("tbody th a").first.get_attribute("href")
    page.goto(served.address + "log?q=kind:feed")
    transaction = page.locator("tbody td.number a").nth(3).get_attribute("href")
    page.goto(served.address + transaction)
    entity = page.locator(".change h3 a").first.get_attribute("href")
    thing = entity.removeprefix("entity?")
    number = transaction.partition("n=")[2]
    return {
        "today": "today", "week": "week", "charts": "charts", "log": "log", "filtered": "log?q=author:Ben",
        "wrong-filter": "log?q=cups", "transaction": transaction, "undo": f"undo?n={number}", "entities": "entities",
        "kind": "entities?kind=feed", "entity": entity, "views": "views",
        "view": "view?name=nursery.historyGroups&table=totals&order=last", "why": why, "time": "time",
        "time-entity": f"time?n={number}&{thing}",
        "time-view": f"time?n={number}&view=nursery.historyGroups&table=totals", "stores": "stores",
        "rows-that-differ": "stores?view=nursery.historyGroups&table=totals", "health": "health",
        "verification": "health?verify=1", "missing": "nowhere",
    }


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
    for width in WIDTHS:
        for scheme in ("light", "dark"):
            context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
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
    print(f"{len(names)} screens, each {len(WIDTHS) * 2} times", flush=True)


def guide(browser, served: Inspected, pictures: str) -> None:
    """The pictures of the guide, which `make test-inspector PICTURES=DIR` draws anew."""
    for scheme, suffix in (("light", ""), ("dark", "~dark")):
        context = browser.new_context(viewport={"width": 1120, "height": 660}, color_scheme=scheme)
        page = context.new_page()
        names = addresses(page, served)
        for name in ("log", "why", "entity"):
            page.goto(served.address + names[name])
            page.wait_for_timeout(1500)
            page.screenshot(path=os.path.join(pictures, f"inspector-{name}{suffix}.png"))
        context.close()


def keyboard(browser, served: Inspected) -> None:
    """From the log to why a sum is what it is, with keys alone."""
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    page = context.new_page()
    page.goto(served.address + "log")
    page.keyboard.press("Tab")
    if page.evaluate("document.activeElement.className") != "skip":
        fault("the first stop of the keyboard is not the way past the navigation")
    page.keyboard.press("/")
    page.keyboard.type("author:Ben")
    page.keyboard.press("Enter")
    page.wait_for_url("**/log?q=author%3ABen")
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("k")
    if page.locator("tr.chosen").count() != 1:
        fault("j and k choose no row")
    page.keyboard.press("Enter")
    page.wait_for_url("**/transaction?n=*")
    for title in ("Views", "totals"):
        for _ in range(80):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.textContent.trim()") == title:
                break
        else:
            fault(f"the keyboard does not reach {title}")
        with page.expect_navigation():
            page.keyboard.press("Enter")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.wait_for_url("**/why?*")
    page.locator(".sum").wait_for(timeout=30000)
    if "Adds up" not in page.locator(".sum").inner_text():
        fault(f"the sum says {page.locator('.sum').inner_text()}")
    # Every stop is visible: an outline of the browser's or of ours.
    page.goto(served.address + "today")
    for _ in range(12):
        page.keyboard.press("Tab")
        style = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        if style == "none":
            fault(f"nobody sees the focus on {page.evaluate('document.activeElement.outerHTML')[:80]}")
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
            without_script(browser, served)
            live(browser, served, nursery, store)
            undo(browser, served)
        browser.close()
    if faults:
        raise SystemExit(f"{len(faults)} faults")
    print("every page passes")


if __name__ == "__main__":
    main()
