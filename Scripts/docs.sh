#!/bin/sh
# Builds the documentation of Daybook, and fails when a link leads nowhere or an article is dropped: docs.sh [OUTPUT].
# Uses the toolchain's docc; the result is in .build-docs unless told.
set -eu
cd "$(dirname "$0")/.."
output=${1:-.build-docs/Daybook.doccarchive}
graphs=.build-docs/graphs
log=.build-docs/docc.log
mkdir -p "$graphs"
# The compiler writes graphs only when it compiles: without one, all of it is compiled.
[ -f "$graphs/Daybook.symbols.json" ] || rm -rf .build-docs/build
swift build --target Daybook --scratch-path .build-docs/build \
  -Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir -Xswiftc "$PWD/$graphs" >"$log" 2>&1 || {
  cat "$log"
  exit 1
}
# Only the module's own symbols: what it uses of others is not documented here.
find "$graphs" -name '*.symbols.json' ! -name 'Daybook.symbols.json' ! -name 'Daybook@*' -delete
docc convert Sources/Engine/Daybook/Daybook.docc --additional-symbol-graph-dir "$graphs" \
  --fallback-display-name Daybook --fallback-bundle-identifier daybook \
  --output-path "$output" >"$log" 2>&1 || {
  cat "$log"
  exit 1
}
warnings=$(grep -c '^warning:' "$log" || true)
grep -A4 '^warning:' "$log" || true
echo "documentation: $warnings warnings; $output"
[ "$warnings" = 0 ]
