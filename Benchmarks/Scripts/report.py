"""What a run found, as Markdown and as JSON."""
import json
import os
import platform
import subprocess
import tempfile
from dataclasses import dataclass, field

from counting import run

# The section that another script writes, at the end.
ELSEWHERE = "## Measured elsewhere"
# Columns of contenders: the heading, the key of the row, how a number is written.
COLUMNS = [
    ("µs", "microseconds", ",.2f"), ("CPU µs", "processorMicroseconds", ",.2f"),
    ("instructions", "instructions", ",.0f"), ("allocations", "allocations", ",.2f"),
    ("flushes", "flushes", ".3f"), ("× Daybook", "timesDaybook", ",.2f"),
    ("N timed", "events", ",d"), ("N counted", "countedEvents", ",d"),
]


@dataclass
class Report:
    """Sections of Markdown, and everything again as values."""
    values: dict = field(default_factory=dict)
    lines: list = field(default_factory=list)

    def text(self, *lines):
        self.lines += lines

    def section(self, title, note=""):
        self.text("", f"## {title}", *(["", note] if note else []))

    def table(self, key, headings, rows, form=",.2f"):
        """A table of its own kind; each row is a list of values, of which floats are written so."""
        self.text("", *table(headings, [
            [shown(cell, form) for cell in row] for row in rows]))
        self.values[key] = [dict(zip(headings, row)) for row in rows]

    def contenders(self, rows):
        """Works beside each other; what no row has is left out."""
        columns = [column for column in COLUMNS
                   if any(row[column[1]] is not None for row in rows)]
        cells, before = [], None
        for row in rows:
            who = row["by"] + (f" ({row['durability']})" if row["durability"] else "")
            cells.append([row["work"] if row["work"] != before else "", who, *(
                "" if row[key] is None else format(row[key], form) for _, key, form in columns)])
            before = row["work"]
        self.text("", *table(["work", "by", *(heading for heading, _, _ in columns)], cells))
        self.values.setdefault("rows", []).extend(rows)

    def markdown(self):
        return "\n".join(self.lines) + "\n"

    def json(self):
        return json.dumps(self.values, indent=1, ensure_ascii=False) + "\n"


def shown(cell, form):
    """A value as a table shows it."""
    if cell is None:
        return ""
    return format(cell, form if isinstance(cell, float) else ",") if cell != str(cell) else cell


def table(headings, rows):
    """The lines of a Markdown table."""
    return [f"| {' | '.join(map(str, cells))} |"
            for cells in (headings, ["---"] * len(headings), *rows)]


def machine():
    """Where it was measured, and with what."""
    with open("/proc/cpuinfo") as lines:
        model = next(line.split(":")[1].strip() for line in lines if "model name" in line)
    compiler = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout
    versions = {name: run(["pkg-config", "--modversion", package]).stdout.strip()
                for name, package in (("liblmdb", "lmdb"), ("SQLite", "sqlite3"))}
    return {
        "processor": model, "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "fileSystem": run(["stat", "-f", "-c", "%T", tempfile.gettempdir()]).stdout.strip(),
        "swift": compiler.split("Swift version ")[-1].split(" ")[0], **versions}
