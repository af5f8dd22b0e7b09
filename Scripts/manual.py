#!/usr/bin/env python3
"""Writes the man page of a program from what that says of itself.

  Scripts/manual.py .build-release/release/nursery > nursery.1
"""
import json
import os
import re
import subprocess
import sys
import time

ENVIRONMENT = [
    ("DAYBOOK_STORE", "the store, when --store does not name one"),
    ("DAYBOOK_AUTHOR", "who writes, when --author does not name them"),
    ("DAYBOOK_NOW", "what the clock shows, for demonstrations and tests"),
    ("DAYBOOK_SEED", "what identifiers follow from, for demonstrations and tests"),
    ("DAYBOOK_PROGRESS", "seconds until a terminal shows progress; 1 unless told"),
]
# What one program alone reads.
OWN_ENVIRONMENT = {
    "nursery": [("DAYBOOK_UNIT", "the unit of amounts, when --unit does not name one: ml, floz, l or cup")],
}


def escaped(text):
    """Text for mdoc: no line begins with a dot or an apostrophe, and no backslash is an escape."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = "".join(c if c.isascii() else f"\\[u{ord(c):04X}]" for c in text)
    return "\n".join("\\&" + line if line[:1] in ".'" else line for line in text.splitlines())


def label(argument):
    """How an argument is typed."""
    names = ["-" * (1 if name["kind"] == "short" else 2) + name["name"] for name in argument.get("names", [])]
    value = f"<{argument.get('valueName', 'value')}>"
    if argument["kind"] == "positional":
        return value
    return ", ".join(names) + (f" {value}" if argument["kind"] == "option" else "")


def options(command):
    for argument in command.get("arguments", []):
        if not argument.get("shouldDisplay", True) or label(argument) in ("--version", "-h, --help"):
            continue
        yield label(argument), argument.get("abstract", "")


def commands(command, path=()):
    """Every command that does something, with its words."""
    children = [c for c in command.get("subcommands", []) if c["commandName"] != "help"]
    if not children:
        yield path, command
    for child in children:
        yield from commands(child, path + (child["commandName"],))


def page(tool, statuses):
    root = tool["command"]
    name = root["commandName"]
    day = int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))
    lines = [
        f".Dd {time.strftime('%B %-d, %Y', time.gmtime(day))}", f".Dt {name.upper()} 1", ".Os", ".Sh NAME", f".Nm {name}",
        f".Nd {escaped(root['abstract'].rstrip('.'))}", ".Sh SYNOPSIS", ".Nm", ".Ar command", ".Op Ar arguments",
        ".Sh DESCRIPTION", escaped(root.get("discussion", "")), ".Sh COMMANDS",
    ]
    for path, command in commands(root):
        lines += [f".Ss {' '.join(path)}", escaped(command.get("abstract", ""))]
        if command.get("discussion"):
            lines += [".Pp", escaped(command["discussion"]).replace("\n", "\n.br\n")]
        rows = list(options(command))
        if rows:
            lines.append(".Bl -tag -width 8n")
            for name, text in rows:
                lines += [f".It {escaped(name)}", escaped(text)]
            lines.append(".El")
    lines += [".Sh ENVIRONMENT", ".Bl -tag -width 8n"]
    for variable, text in ENVIRONMENT + OWN_ENVIRONMENT.get(root["commandName"], []):
        lines += [f".It Ev {variable}", escaped(text)]
    lines += [".El", ".Sh EXIT STATUS", ".Bl -tag -width 4n"]
    for code, text in statuses:
        lines += [f".It {code}", escaped(text)]
    return "\n".join(line for line in lines + [".El"] if line) + "\n"


def main():
    program = sys.argv[1]
    tool = json.loads(subprocess.check_output([program, "--experimental-dump-help"]))
    usage = subprocess.check_output([program, "--help"], text=True)
    statuses = re.findall(r"^  (\d+) +(.*)$", usage.split("EXIT STATUS:")[1], re.M)
    sys.stdout.write(page(tool, statuses))


main()
