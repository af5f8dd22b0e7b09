#!/usr/bin/env python3
"""Fails when an app in Examples/ could not be built alone.

`make consumers` builds the apps and their tests together with more, where a module or a trait that the app's own
manifest does not name is there nevertheless. So each target must declare what it imports, each package must turn on
the traits of what it uses, and Tests/Consumers must say the same of an app's tests as the app does.

  make lint
"""
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.resolve()
TRAITS = {"CoreDataInterchange": "CoreData", "DaybookSQL": "SQL", "DaybookMacros": "Macros", "DaybookSync": "Sync",
          "DaybookTelemetry": "Telemetry", "DaybookTool": "Tools", "NurseryCoreData": "CoreData"}
IMPORT = re.compile(r"^(?:@\w+ |public |package |internal |private )*import (?:\w+ )?(\w+)", re.M)


def manifest(folder):
    done = subprocess.run(["swift", "package", "--package-path", folder, "dump-package"],
                          capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return json.loads(done.stdout)


def declared(target):
    return {next(iter(dependency.values()))[0] for dependency in target["dependencies"]}


def faults(folder, modules, linked):
    package = manifest(folder)
    traits = {trait["name"] for dependency in package["dependencies"]
              for trait in dependency["fileSystem"][0].get("traits") or []}
    for target in package["targets"]:
        name = target["name"]
        kind = "Tests" if target["type"] == "test" else "Sources"
        sources = (folder / (target.get("path") or f"{kind}/{name}")).rglob("*.swift")
        imports = {found for path in sources for found in IMPORT.findall(path.read_text())} & modules
        for module in sorted(imports - declared(target)):
            yield f"{name} imports {module} and does not declare it"
        for module in sorted(imports & TRAITS.keys()):
            if TRAITS[module] not in traits:
                yield f"{name} imports {module} without the trait {TRAITS[module]}"
        if target["type"] == "test":
            other = linked.get(name)
            if other is None:
                yield f"Tests/Consumers does not run {name}"
                continue
            for key in ("exclude", "resources", "settings"):
                if target[key] != other[key]:
                    yield f"{key} of {name} differ in Tests/Consumers"


def main():
    modules = {path.name for path in ROOT.glob("Sources/*/*")}
    linked = {target["name"]: target for target in manifest(ROOT / "Tests/Consumers")["targets"]}
    found = [f"{folder.relative_to(ROOT)}: {fault}" for folder in sorted(ROOT.glob("Examples/*"))
             for fault in faults(folder, modules | {folder.name}, linked)]
    print("\n".join(found) or "every example declares what it imports")
    return 1 if found else 0


sys.exit(main())
