#!/usr/bin/env python3
"""Mirrors a made-up family's store and opens the file with what people ask SQL with: sqlite3, pandas, DuckDB, Datasette.

  make test-sql
  open.py NURSERY

What can be installed from PyPI goes into a folder of its own, .build-sql; what cannot is skipped, and said so. A tool
that answers otherwise than SQLite itself fails.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent.resolve()
VENV = ROOT / ".build-sql/venv"
# DuckDB reads SQLite by an extension, which PyPI has for this version.
PACKAGES = {
    "pandas": ["pandas==3.1.1"],
    "DuckDB": ["duckdb==1.4.4", "duckdb-ext-sqlite==1.4.4.20260205"],
    "Datasette": ["datasette==0.65.5"],
}
QUESTION = """SELECT date(start) AS day, COUNT(*) AS feeds, SUM(json_extract(amount, '$.value')) AS drunk
FROM nursery_feed GROUP BY day ORDER BY day"""
PANDAS = """
import sqlite3, sys, pandas
feeds = pandas.read_sql("SELECT start, amount FROM nursery_feed", sqlite3.connect(sys.argv[1]), parse_dates=["start"])
print(feeds.groupby(feeds.start.dt.date).size().to_string())
print(len(feeds))
"""
DUCKDB = """
import glob, sys, duckdb, duckdb_ext
connection = duckdb.connect()
file = glob.glob(list(duckdb_ext.__path__)[0] + "/extensions/*/*/sqlite_scanner.duckdb_extension")[0]
connection.execute(f"LOAD '{file}'")
connection.execute(f"ATTACH '{sys.argv[1]}' AS mirror (TYPE sqlite)")
tables = connection.execute("SELECT table_name FROM duckdb_tables() WHERE database_name = 'mirror'").fetchall()
for (table,) in tables:
    connection.execute(f'SELECT * FROM mirror."{table}"').fetchall()
print(connection.sql("SELECT start::DATE AS day, COUNT(*) AS feeds FROM mirror.nursery_feed GROUP BY day ORDER BY day"))
print(connection.execute("SELECT COUNT(*) FROM mirror.nursery_feed").fetchone()[0])
"""


def run(*words, **more):
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, **more)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))[:200]}\n{done.stdout}{done.stderr}")
    return done.stdout


def installed(title):
    """Whether the packages of a tool are there, or can be fetched."""
    if not VENV.exists():
        run(sys.executable, "-m", "venv", VENV)
    done = subprocess.run(
        [VENV / "bin/pip", "install", "-q", "--disable-pip-version-check", *PACKAGES[title]],
        capture_output=True, text=True)
    if done.returncode != 0:
        print(f"skipped: {title} cannot be installed: {done.stderr.strip().splitlines()[-1]}")
    return done.returncode == 0


def family(program, store):
    """A family's store with a few weeks of feeds."""
    environment = os.environ | {"DAYBOOK_STORE": str(store)}

    def nursery(*words):
        return run(program, *words, env=environment)

    nursery("new", "--zone", "UTC", "--day-start", "00:00")
    nursery("profile", "add", "Noor", "--born", "2026-01-01")
    for day in range(1, 15):
        for hour in (2, 8, 14, 20):
            nursery("add", "feed", f"{90 + day}ml", "formula", "--at", f"2026-02-{day:02} {hour:02}:00",
                    "--memo", "calm" if hour == 2 else "hungry")
    return environment


def check(title, said, feeds):
    print(f"\n{title}:\n{said.rstrip()}")
    if said.split()[-1] != str(feeds):
        sys.exit(f"{title} does not find {feeds} feeds")


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        mirror = Path(folder) / "family.sqlite"
        environment = family(program, Path(folder) / "family")
        print(run(program, "mirror", mirror, "--full-text", env=environment), end="")
        if shutil.which("sqlite3"):
            print(run("sqlite3", "-box", mirror, QUESTION))
            found = run("sqlite3", mirror, "SELECT COUNT(*) FROM fts_nursery_feed WHERE fts_nursery_feed MATCH 'calm'")
            check("sqlite3, feeds with the word calm", found, 14)
        feeds = 56
        if installed("pandas"):
            check("pandas", run(VENV / "bin/python", "-c", PANDAS, mirror), feeds)
        if installed("DuckDB"):
            check("DuckDB", run(VENV / "bin/python", "-c", DUCKDB, mirror), feeds)
        if installed("Datasette"):
            path = "/family.json?sql=select+count(*)+as+feeds+from+nursery_feed&_shape=array"
            rows = json.loads(run(VENV / "bin/datasette", mirror, "--get", path))
            check("Datasette", str(rows[0]["feeds"]), feeds)
            path = "/family/nursery_feed.json?_search=calm&_shape=array&_size=max"
            found = json.loads(run(VENV / "bin/datasette", mirror, "--get", path))
            check("Datasette, feeds with the word calm", str(len(found)), 14)


main(Path(sys.argv[1]).resolve())
