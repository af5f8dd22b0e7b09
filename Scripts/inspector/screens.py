"""The addresses of every screen."""

from playwright.sync_api import Page

from served import Inspected


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
        "today": "today", "week": "week", "charts": "charts", "report": "report", "log": "log",
        "filtered": "log?q=author:Ben", "wrong-filter": "log?q=cups", "wrong-kind": "log?q=kind:cups",
        "transaction": transaction, "undo": f"undo?n={number}", "entities": "entities", "kind": "entities?kind=feed",
        "entity": entity, "views": "views",
        "view": "view?name=nursery.historyGroups&table=totals&order=last", "why": why, "time": "time",
        "time-entity": f"time?n={number}&{thing}",
        "time-view": f"time?n={number}&view=nursery.historyGroups&table=totals", "stores": "stores",
        "rows-that-differ": "stores?view=nursery.historyGroups&table=totals", "health": "health",
        "verification": "health?verify=1", "missing": "nowhere",
    }
