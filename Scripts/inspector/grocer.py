#!/usr/bin/env python3
"""Looks at the store of Examples/Grocer by its own tool: a sum leads to what it is made of. Draws the picture of the
cookbook when a folder is named.

    grocer.py GROCER GROCER-DEMO [FOLDER FOR PICTURES]"""

import os
import subprocess
import sys

from playwright.sync_api import sync_playwright

from faults import end, fault
from served import Inspected, folder

CHROMIUM = os.environ.get("DAYBOOK_CHROMIUM", "/usr/bin/chromium")


def main() -> None:
    grocer, demo = (os.path.abspath(path) for path in sys.argv[1:3])
    pictures = sys.argv[3] if len(sys.argv) > 3 else None
    with folder() as place, sync_playwright() as playwright:
        store = os.path.join(place, "household")
        subprocess.run([demo, store], check=True)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        with Inspected(grocer, store, environment={"DAYBOOK_NOW": "2026-11-25T14:05:00Z", "TZ": "UTC"}) as served:
            for scheme, suffix in (("light", ""), ("dark", "~dark")):
                context = browser.new_context(viewport={"width": 1120, "height": 660}, color_scheme=scheme)
                page = context.new_page()
                page.goto(served.address + "view?name=grocer.spentByShop")
                page.get_by_role("link", name="Market").first.click()
                page.locator(".sum").wait_for(timeout=30000)
                words = page.locator("main").inner_text()
                for wanted in ("5 bought for € 15.86", "Adds up: 5 things", "Not counted", "taken back by Ada",
                               "deleted by Ben"):
                    if wanted not in words:
                        fault(f"the page lacks “{wanted}”: {words}")
                if pictures:
                    page.screenshot(path=os.path.join(pictures, f"inspector-grocer{suffix}.png"))
                context.close()
        browser.close()
    end("the grocer's sum adds up")


if __name__ == "__main__":
    main()
