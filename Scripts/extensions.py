#!/usr/bin/env python3
"""Fails for a file that extends a type which it neither declares nor names.

Who looks for a method of X opens X.swift and X+Topic.swift. So an extension of X is allowed where
  - the file is called X.swift or X+Something.swift,
  - the file declares X, or a type within which it lies,
  - it conforms X to a protocol that the file declares or names,
  - it only puts types within X, as within a namespace, or
  - everything in it is private to the file.

`Scripts/extensions.txt` lists the files that are not so, in groups under the reason for it: a line with `#`. It may
only get shorter: a line for a file that is in order fails too, and so does one that no reason stands above.

  make lint
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDERS = ["Sources", "Tools/Sources"]
ALLOWANCE = Path(__file__).with_name("extensions.txt")
NOISE = re.compile(r'#*"""(?:.|\n)*?"""#*|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*(?:.|\n)*?\*/')
DECLARATION = re.compile(
    r"\b(?:struct|class|enum|protocol|actor|typealias|macro) (\w+)")
EXTENSION = re.compile(
    r"^(?P<lead>[\w@() ]*?)\bextension (?P<name>[\w.]+)(?P<rest>[^{]*)\{", re.M)
MEMBER = re.compile(
    r"^  (?P<lead>(?:@\w+(?:\([^)]*\))? |[a-z]+(?:\([a-z]+\))? )*?)"
    r"(?P<what>func|var|let|init|subscript|struct|class|enum|protocol|typealias|case)\b", re.M)
NESTED = {"struct", "class", "enum", "protocol", "typealias"}


def body(text, start):
    """What is between the brace before `start` and the one that closes it."""
    depth = 1
    for place in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if depth == 0:
            return text[start:place]
    return text[start:]


def only_nests(extension, text):
    """Whether an extension holds nothing but types."""
    members = list(MEMBER.finditer(body(text, extension.end())))
    return bool(members) and all(member["what"] in NESTED for member in members)


def is_private(extension, text):
    """Whether nobody outside the file sees anything of an extension."""
    if re.search(r"\b(file)?private\b", extension["lead"]):
        return True
    members = list(MEMBER.finditer(body(text, extension.end())))
    return bool(members) and ":" not in extension["rest"].split(" where ")[0] and all(
        re.search(r"\b(file)?private\b(?!\()", member["lead"]) for member in members)


def strangers(path):
    """The types that a file extends though it is not the place to look for that."""
    text = NOISE.sub("", path.read_text())
    named = path.stem.split("+")[0]
    own = set(DECLARATION.findall(text)) | {named} | set(named.split("."))
    found = []
    for extension in EXTENSION.finditer(text):
        # The part of a nested type that a file would be called by is any of its names.
        if own & set(extension["name"].split(".")):
            continue
        if own & set(re.findall(r"\w+", extension["rest"].split(" where ")[0])):
            continue
        if not only_nests(extension, text) and not is_private(extension, text):
            found.append(extension["name"])
    return found


def allowance():
    """The files that may, and what is wrong with the list of them."""
    allowed, faults, reason = set(), [], False
    for line in ALLOWANCE.read_text().splitlines():
        if not line.strip():
            reason = False
        elif line.startswith("#"):
            reason = True
        else:
            allowed.add(line.strip())
            if not reason:
                faults.append(f"Scripts/extensions.txt gives no reason for {line}")
    return allowed, faults


def main():
    allowed, faults = allowance()
    found = {}
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.swift")):
            types = strangers(path)
            if types:
                found[str(path.relative_to(ROOT))] = types
    if "--list" in sys.argv:
        print("\n".join(found))
        return 0
    failures = faults + [
        f"{path} extends {', '.join(sorted(set(types)))}: move that to a file of its name"
        for path, types in found.items() if path not in allowed]
    failures += [
        f"{path} is in order, or gone: take it out of Scripts/extensions.txt"
        for path in sorted(allowed - set(found))]
    print("\n".join(failures) if failures else "", end="\n" if failures else "")
    return 1 if failures else 0


sys.exit(main())
