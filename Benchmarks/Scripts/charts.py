#!/usr/bin/env python3
"""Draws what RESULTS.json says, as SVG in Charts: speed against peers, what one append costs as the log grows, bytes
of an event.

`make bench` draws them after each run. Where the values lack a row, its bars are left out.

  python3 Benchmarks/Scripts/charts.py [--out DIRECTORY]
"""
import argparse
import json
import math
import sys
from pathlib import Path

from counting import PACKAGE

sys.path.insert(0, str(PACKAGE.parent / "Scripts"))
from drawing import FILLS, INK, box, line, picture, text  # noqa: E402

PEERS = [("SQLite in C", "app"), ("GRDB", "system")]
# The name in the picture, the work.
SPEEDS = [
    ("append, 1,000 a transaction, every view", "1,000 a transaction, every projection"),
    ("one durable append", "one a transaction"),
    ("one relaxed append", "one a transaction, last ones may be lost"),
    ("durable appends, 8 callers at once", "8 callers"),
    ("durable appends, 64 callers at once", "64 callers"),
    ("rebuild of all views", "rebuild of all projections"),
    ("a row of a view by its key", "a row of a view by its key, its snapshot included"),
    ("a day's page of 50 rows", "day page: the newest 50 entries"),
    ("all events of one type, by an index", "events of one type, by an index"),
    ("how many entries have a word", "how many entries have a word, by the view of words"),
]
# The name in the picture, the row of the table of sizes, the fill.
SIZES = [
    ("Daybook, 1,000 events a transaction", "Daybook, 1,000 a transaction, durable", "engine"),
    ("Daybook, one event a transaction", "Daybook, one event a transaction, bulk", "engine"),
    ("Daybook, the log alone, no view", "Daybook, log only", "engine"),
    ("SQLite, the same tables, by GRDB", "GRDB, the same tables", "system"),
]
WIDTH, LEFT = 860, 24


def title(words, note):
    return [text(LEFT, 34, words, 16, "bold", "start"), text(LEFT, 56, note, 12, anchor="start")]


def place(values):
    machine = values["machine"]
    return f"{machine['processor']}, {machine['cores']} cores, {machine['fileSystem']}"


def first(rows, work, by):
    return next((row for row in rows if row["work"] == work and row["by"].startswith(by)), None)


def times(ratio):
    return f"{ratio:,.0f}×" if ratio >= 9.95 else f"{ratio:.1f}×" if ratio >= 0.995 else f"{ratio:.2f}×"


def speed(values):
    """How many times as long each peer takes, by a logarithm; to the right of the line it takes longer."""
    groups = []
    for name, work in SPEEDS:
        ours = first(values["rows"], work, "Daybook")
        found = [(peer, fill, first(values["rows"], work, peer)) for peer, fill in PEERS]
        bars = [(peer, fill, row["microseconds"] / ours["microseconds"])
                for peer, fill, row in found if ours and row]
        if bars:
            groups.append((name, bars))
    ratios = [ratio for _, bars in groups for *_, ratio in bars]
    low = min(0.5, 2 ** math.floor(math.log2(min(ratios, default=1))))
    high = max(2, 10 ** math.ceil(math.log10(max(ratios, default=10))))
    start, end, high_of_bar, top = 330, WIDTH - 70, 18, 112
    scale = (end - start) / math.log(high / low)

    def x(ratio):
        return round(start + math.log(ratio / low) * scale, 1)

    height = top + sum(len(bars) * high_of_bar + 14 for _, bars in groups)
    parts = title("How many times as long SQLite takes as Daybook",
                  f"To the right of the line Daybook is faster. Time that passes; {values['dataSet']}; {place(values)}")
    for number, (peer, fill) in enumerate(PEERS):
        parts += [box(LEFT + number * 130, 70, 14, 14, FILLS[fill], 3),
                  text(LEFT + 20 + number * 130, 82, peer, 12, anchor="start")]
    near = (0.25, 0.5, 2, 5) if high <= 100 else (low,)
    marks = [ratio for ratio in (*near, 0.1, 1, 10, 100, 1_000, 10_000, 100_000) if low <= ratio <= high]
    for ratio in marks:
        parts += [line(x(ratio), top - 6, x(ratio), height, 2.5 if ratio == 1 else 0.5),
                  text(x(ratio), top - 12, f"{ratio:,g}×", 12)]
    y = top
    for name, bars in groups:
        parts.append(text(LEFT, y + len(bars) * high_of_bar / 2 + 5, name, 13, anchor="start"))
        for _, fill, ratio in bars:
            left, right = min(x(1), x(ratio)), max(x(1), x(ratio))
            parts += [box(left, y + 2, round(max(right - left, 1), 1), high_of_bar - 4, FILLS[fill], 3),
                      text(right + 6, y + high_of_bar - 4, times(ratio), 12, anchor="start")]
            y += high_of_bar
        y += 14
    return picture(WIDTH, height + 12, parts)


def growth(values):
    """Instructions of one append at each length of the log, from nothing upwards."""
    row = next(row for row in values["scaling"] if "one append" in str(row["instructions"]))
    points = [(int(key[3:].replace(",", "")), cost) for key, cost in row.items() if key.startswith("at ")]
    most = max(cost for _, cost in points)
    step = 10 ** math.floor(math.log10(most))
    step = 2 * step if most / step >= 5 else step if most / step >= 2.5 else step / 2
    top, bottom, start, end = 90, 330, 110, WIDTH - 70
    highest = math.ceil(most / step) * step
    shortest, longest = points[0][0], points[-1][0]

    def at(events, cost):
        share = math.log(events / shortest) / math.log(longest / shortest) if longest > shortest else 0.5
        return round(start + share * (end - start), 1), round(bottom - cost / highest * (bottom - top), 1)

    parts = title("What one append costs as the log grows",
                  f"Instructions of one event with every view, by callgrind; {place(values)}")
    for number in range(round(highest / step) + 1):
        y = at(shortest, number * step)[1]
        parts += [line(start, y, end, y, 0.5),
                  text(start - 10, y + 4, f"{number * step:,.0f}", 12, anchor="end")]
    for before, after in zip(points, points[1:]):
        (x1, y1), (x2, y2) = at(*before), at(*after)
        parts.append(f'<path d="M{x1} {y1} L{x2} {y2}" stroke="{INK}" stroke-width="2.5"/>')
    for events, cost in points:
        x, y = at(events, cost)
        x_of_text = min(max(x, start + 34), end - 34)
        parts += [f'<circle cx="{x}" cy="{y}" r="5" fill="{FILLS["engine"]}" stroke="{INK}" stroke-width="2"/>',
                  text(x_of_text, y - 14, f"{cost:,}", 13, "bold"), text(x, bottom + 22, f"{events:,} events", 12)]
    parts.append(text((start + end) / 2, bottom + 48,
                      f"{longest / shortest:,.0f} times the length: {points[-1][1] / points[0][1]:.2f} times the cost", 13))
    return picture(WIDTH, bottom + 66, parts)


def sizes(values):
    """Bytes of an event on disk."""
    found = {row[""]: row["bytes/event"] for row in values["sizes"]}
    bars = [(name, found[key], fill) for name, key, fill in SIZES if found.get(key)]
    start, end, high, top = 300, WIDTH - 90, 34, 78
    parts = title("Bytes of an event on disk",
                  f"The files of a store without the one of its locks; {values['dataSet']}")
    for number, (name, size, fill) in enumerate(bars):
        y = top + number * (high + 10)
        width = round((end - start) * size / max(size for _, size, _ in bars), 1)
        parts += [text(LEFT, y + high / 2 + 5, name, 13, anchor="start"),
                  box(start, y, width, high, FILLS[fill], 3),
                  text(start + width + 8, y + high / 2 + 5, f"{size:,}", 13, "bold", "start")]
    bottom = top + len(bars) * (high + 10)
    parts.append(line(start, top - 6, start, bottom))
    return picture(WIDTH, bottom + 14, parts)


# The file, what is drawn, what it is called in RESULTS.md.
CHARTS = [("speed.svg", speed, "How many times as long SQLite takes"),
          ("growth.svg", growth, "What one append costs as the log grows"),
          ("sizes.svg", sizes, "Bytes of an event on disk")]


def section(report):
    """Puts the pictures into the Markdown of a report."""
    report.section("Charts", "Drawn from the tables below by `Scripts/charts.py`.")
    report.text(*(part for name, _, words in CHARTS for part in ("", f"![{words}](Charts/{name})")))


def draw(values, directory):
    """Writes every picture of a report's values."""
    folder = directory / "Charts"
    folder.mkdir(exist_ok=True)
    for name, drawn, _ in CHARTS:
        (folder / name).write_text(drawn(values))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=PACKAGE)
    draw(json.loads((PACKAGE / "RESULTS.json").read_text()), parser.parse_args().out)


if __name__ == "__main__":
    main()
