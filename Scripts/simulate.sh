#!/bin/sh
# Runs seeds of the simulator, a hundred in a process and a process on every core: simulate.sh PROGRAM FIRST COUNT
set -eu
program=$1 first=$2 count=$3
chunk=$((count < 200 ? (count + 1) / 2 : 100))
from=$first
while [ "$from" -lt $((first + count)) ]; do
  rest=$((first + count - from))
  echo "$from $((rest < chunk ? rest : chunk))"
  from=$((from + chunk))
done | xargs -P "$(getconf _NPROCESSORS_ONLN)" -L 1 "$program"
