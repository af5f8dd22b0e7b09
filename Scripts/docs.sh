#!/bin/sh
# Builds the documentation of Daybook, and fails when a link leads nowhere or an article is dropped:
# docs.sh [OUTPUT]. Uses the toolchain's docc; the result is in .build-docs unless told. What is
# documented comes from the module that the tests are built with: `make docs` sets TESTED, the
# options of `swift build`, to theirs.
set -eu
cd "$(dirname "$0")/.."
output=${1:-.build-docs/Daybook.doccarchive}
graphs=.build-docs/graphs
log=.build-docs/docc.log
build=${TESTED:?run make docs}
export SWIFT_DETERMINISTIC_HASHING=1
sdk=$(xcrun --show-sdk-path 2>/dev/null || true)

# Runs a command into the log, and shows the log when the command fails.
quietly() {
  "$@" >"$log" 2>&1 || {
    cat "$log"
    exit 1
  }
}

rm -rf "$graphs"
mkdir -p "$graphs"
# shellcheck disable=SC2086
quietly swift build $build --target Daybook
quietly swift symbolgraph-extract -module-name Daybook -minimum-access-level public -output-dir "$graphs" \
  -I "$(swift build $build --show-bin-path)/Modules" -I Sources/Engine/CDaybook/include -I Sources/Engine/SystemLMDB \
  ${sdk:+-sdk "$sdk"}
grep -q '"docComment"' "$graphs/Daybook.symbols.json" || {
  echo "the module has no comments: is Daybook.swiftdoc beside it?"
  exit 1
}
quietly docc convert Sources/Engine/Daybook/Daybook.docc --additional-symbol-graph-dir "$graphs" \
  --fallback-display-name Daybook --fallback-bundle-identifier daybook --output-path "$output"
warnings=$(grep -c '^warning:' "$log" || true)
grep -A4 '^warning:' "$log" || true
echo "documentation: $warnings warnings; $output"
[ "$warnings" = 0 ]
# From the same modules.
python3 Scripts/interface.py
