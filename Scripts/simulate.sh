#!/bin/sh
# Runs seeds of the simulator, at most a hundred in a process, and as many processes on each core:
# simulate.sh PROGRAM FIRST COUNT
#
# Ends with the sum of all, and of which state of the sources they are: there a seed does the same
# again.
set -eu
program=$1 first=$2 count=$3
cores=$(getconf _NPROCESSORS_ONLN)
turns=$(((count + 100 * cores - 1) / (100 * cores)))
chunk=$(((count + turns * cores - 1) / (turns * cores)))
from=$first
told=$(mktemp)
trap 'rm -f "$told"' EXIT
while [ "$from" -lt $((first + count)) ]; do
  rest=$((first + count - from))
  echo "$from $((rest < chunk ? rest : chunk))"
  from=$((from + chunk))
done | xargs -P "$cores" -L 1 "$program" | tee "$told"
commit=$(git -C "$(dirname "$0")" describe --always --dirty --abbrev=12 2>/dev/null || echo 'no commit')
awk -v commit="$commit" -v wanted="$count" '/ seeds from .* failing$/ { seeds += $1; failing += $5 }
  END {
    printf "in all %d seeds, %d failing, at %s\n", seeds, failing, commit
    exit failing > 0 || seeds < wanted
  }' "$told"
