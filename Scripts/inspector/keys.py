"""What a reader does with the keyboard alone."""

from faults import fault
from screens import addresses
from served import Inspected

# What the keyboard comes to on the log before its rows.
STOPS = ["To the content", "Today", "Week", "Charts", "Report", "Log", "Entities", "Views", "Time", "Stores", "Health",
         "Filter the log"]

# The name of what has the focus, its place on the page, and whether it is to be seen.
FOCUS = """() => {
  const element = document.activeElement
  const box = element.getBoundingClientRect()
  return {
    name: element.labels?.[0]?.textContent ?? element.textContent.trim(),
    place: [...document.querySelectorAll("*")].indexOf(element), isBody: element === document.body,
    isSeen: box.width > 0 && box.bottom > 0 && box.top < innerHeight,
  }
}"""
# The places of what the keyboard has to come to.
REACHED = """() => {
  const all = [...document.querySelectorAll("*")]
  const wanted = "a[href], button, summary, input:not([type=hidden]), select, textarea, [tabindex='0']"
  return [...document.querySelectorAll(wanted)].filter(element => element.tabIndex >= 0 && element.checkVisibility())
    .map(element => all.indexOf(element))
}"""


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


def order(browser, served: Inspected) -> None:
    """The keyboard comes to everything once, in the order of the page, and always to what is seen."""
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    page = context.new_page()
    page.goto(served.address + "log")
    names = []
    for _ in STOPS:
        page.keyboard.press("Tab")
        names.append(page.evaluate(FOCUS)["name"])
    if names != STOPS:
        fault(f"the keyboard comes to {names}")
    for name, address in addresses(page, served).items():
        page.goto(served.address + address)
        if name == "why":
            page.locator(".sum").wait_for(timeout=30000)
        wanted, places = page.evaluate(REACHED), []
        for _ in wanted:
            page.keyboard.press("Tab")
            focus = page.evaluate(FOCUS)
            places.append(focus["place"])
            if not focus["isSeen"]:
                fault(f"{name}: nobody sees {focus['name']!r}, which has the focus")
        if places != wanted:
            fault(f"{name}: the order of the keyboard is not that of the page")
    context.close()
