#!/usr/bin/env python3
"""Does what "In ten minutes" of the guide's page Running a hub says, word for word, each phone at a terminal of its own.

    page.py NURSERY

The commands and what they print are read from the page. Only the words in capitals are filled in, the hub's directory is
a temporary one, and it listens on a free port of this machine alone. Digits, names of devices and counts may be others
than on the page; `…` stands for anything without blanks."""

import os
import pathlib
import re
import shlex
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from terminal import AtTerminal  # noqa: E402

PAGE = pathlib.Path(__file__).parents[2] / "Sources/Engine/Daybook/Daybook.docc/RunningAHub.md"
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
# What stands for something else on the page.
ANY = [(r"\\?…", r"\\S+"), (r"(?:\d{5}\\? ){3}\d{5}", r"(?:\\d{5} ){3}\\d{5}"), (r"https://[\d\\.:]+", r"https://[\\d.:]+"),
       (r"\d+\\? transactions?", r"\\d+ transactions?")]


def pattern(text: str) -> str:
    """What the page says of the screen, as an expression."""
    result = re.escape(text)
    for word, expression in ANY:
        result = re.sub(word, expression, result)
    return result


class Page:
    """The section, block by block; each is used once, in order."""

    def __init__(self):
        text = PAGE.read_text(encoding="utf-8")
        self.text = text.split("### In ten minutes\n")[1].split("\n### ")[0]
        self.blocks = [(match[1], match[2]) for match in FENCE.finditer(self.text)]

    def block(self, language: str) -> str:
        if not self.blocks or self.blocks[0][0] != language:
            raise SystemExit(f"the page has no more ```{language} here: {self.blocks[:1]}")
        return self.blocks.pop(0)[1]

    def commands(self) -> list[str]:
        return self.block("sh").splitlines()

    def code(self, beginning: str) -> str:
        """What stands between backticks in the text, by how it begins."""
        for found in re.findall(r"`([^`\n]+)`", self.text):
            if re.match(beginning, found):
                return found
        raise SystemExit(f"the page does not say “{beginning}”")


def run(program: str, command: str, store: str | None, *more: str, **words: str) -> AtTerminal:
    """Begins a command of the page, its words in capitals filled in."""
    print("$", command, flush=True)
    parts = [words.get(part, part) for part in shlex.split(command)]
    if parts[0] != "nursery" or any(re.fullmatch("[A-Z]+", part) for part in parts):
        raise SystemExit(f"this script cannot run “{command}”")
    return AtTerminal(program, *parts[1:], *more, store=store)


def check_picture(shown: str) -> None:
    """That a camera finds the code: light on dark, square, and its three corners where they belong."""
    lines = [line for line in shown.splitlines() if len(line) > 20 and set(line) <= set("█▀▄ ")]
    rows = [[c in light for c in line] for line in lines for light in ("█▀", "█▄")]
    size = len(rows[0]) if rows else 0
    if size < 25 or len(rows) not in (size, size + 1) or {len(row) for row in rows} != {size}:
        raise SystemExit(f"there is no picture of the link: {len(rows)} rows of {size}")
    # Within the border: seven dark squares, a ring of light ones, three times three dark ones.
    corner = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
    for x, y in (2, 2), (size - 9, 2), (2, size - 9):
        seen = ["".join("0" if light else "1" for light in row[x:x + 7]) for row in rows[y:y + 7]]
        if seen != corner:
            raise SystemExit("the picture of the link has no corner at %d, %d: %s" % (x, y, seen))


def main() -> int:
    program, page = os.path.abspath(sys.argv[1]), Page()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        os.chdir(name)
        os.environ["HOME"] = name
        open_ones: list[AtTerminal] = []
        try:
            do(program, page, name, open_ones)
        finally:
            for one in reversed(open_ones):
                one.stop()
    if page.blocks:
        raise SystemExit(f"the page has more than was run: {page.blocks}")
    took = time.monotonic() - began
    print(f"the page says what the programs do, all of it in {took:.0f} seconds")
    if took > 600:
        raise SystemExit("the page promises ten minutes")
    return 0


def do(program: str, page: Page, folder: str, open_ones: list) -> None:
    first, second = folder + "/first", folder + "/second"

    def begin(command: str, store: str | None, *more: str, **words: str) -> AtTerminal:
        begun = run(program, command, store, *more, **words)
        open_ones.append(begun)
        return begun

    AtTerminal(program, "new", store=first).wait()
    AtTerminal(program, "profile", "add", "Noor", store=first).wait()
    [make] = page.commands()
    run(program, make, first).wait()

    [serve] = page.commands()
    hub = begin(serve.replace("/srv/noor", folder + "/noor"), None, "--listen", "127.0.0.1:0")
    printed = page.block("")
    hub.until("^" + pattern(printed.rstrip("\n")) + "$")
    text = hub.until(r"^  (daybook-hub-1:\S+)$")[1]
    request = hub.until(r"^  (daybook-request-1:\S+)$")[1]
    digits = hub.until(r"^  ((?:\d{5} ){3}\d{5})$")[1]

    enrol, follow = page.commands()
    shown = run(program, enrol, first, REQUEST=request).wait()
    if digits not in shown:
        raise SystemExit(f"the owner sees other digits than {digits}: {shown}")
    begin(follow, first, TEXT=text).until("sent [1-9]")
    hub.until("^" + pattern(page.code("serving ")) + "$")

    [invite] = page.commands()
    inviting = begin(invite, first)
    link = inviting.until(r"^(https://\S+#\S+)$")[1]
    inviting.until("^Waiting for the device")
    check_picture(inviting.shown)

    join, goes_on = page.commands()
    joining = begin(join, second, LINK=link)
    theirs = joining.until(r"digits are ((?:\d{5} ){3}\d{5})")[1]
    question = page.code(r".*let it in\?")
    asked = r"\S.*" + pattern(question[question.index(","):])
    if theirs not in inviting.until(asked)[0]:
        raise SystemExit(f"the owner is asked for other digits than {theirs}: {inviting.shown}")
    inviting.type("y\n")
    inviting.wait()
    joining.wait()
    following = begin(goes_on, second)
    following.until("got [1-9]")
    AtTerminal(program, "add", "diaper", "wet", store=first).wait()
    following.until("got 1 transaction, ")

    close = page.code("nursery sync uninvite")
    again = begin(invite, first)
    closed = again.until(r"^(https://\S+#\S+)$")[1]
    run(program, close, first, LINK=closed).wait()
    again.until("the link was used or closed")
    for one in (hub, following):
        if "sync … " in one.shown:
            raise SystemExit(f"“{one.command}” says for ever that it works:\n{one.shown}")


if __name__ == "__main__":
    sys.exit(main())
