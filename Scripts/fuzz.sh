#!/bin/sh
# Runs libFuzzer on every target, or on those named as arguments, and counts the runs. Stops at the
# first input that traps, hangs or takes more memory than it should; libFuzzer says where it lies.
set -eu
cd "$(dirname "$0")/.."
fuzz=.build-fuzz/release/fuzz
work=.build-fuzz/corpus
TMPDIR=$([ -d /dev/shm ] && echo /dev/shm || echo "${TMPDIR:-/tmp}")
export TMPDIR
# libFuzzer keeps the input that traps, unless Swift's own handler ends the process first.
export SWIFT_BACKTRACE=enable=no
[ $# -gt 0 ] || set -- payload message record key inbox csv json manifest absorb neighbour log imports page member segment
total=0
for target in "$@"; do
  mkdir -p "$work/$target" .build-fuzz/found
  log=".build-fuzz/$target.log"
  if ! "$fuzz" "$target" "$work/$target" "Tests/FuzzTests/Corpus/$target" -runs="$FUZZ_RUNS" \
    -max_total_time="$FUZZ_SECONDS" -max_len=4096 -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix=".build-fuzz/found/$target-" >"$log" 2>&1; then
    grep -E "Fatal error|Precondition|ERROR|artifact" "$log" | head -n 5
    echo "$target: found something; the whole output is in $log" >&2
    exit 1
  fi
  runs=$(sed -n 's/^stat::number_of_executed_units: //p' "$log")
  reached=$(grep -oE 'cov: [0-9]+' "$log" | tail -n 1)
  echo "$target: $runs runs, $reached"
  total=$((total + runs))
done
echo "$total runs, nothing found"
