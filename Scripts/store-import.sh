#!/bin/sh
# Imports three years of two babies from a store of Core Data, and again, with the seconds and the
# memory of each: make bench-core-data
set -eu
cd "$(dirname "$0")/.."
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat Tests/Consumers/CoreDataTests/Fixtures/SwiftDataEra.sql Tests/Consumers/CoreDataTests/Fixtures/ThreeYears.sql |
  sqlite3 "$folder/BabyDashboard.sqlite"
for run in first second; do
  echo "$run import"
  /usr/bin/time -f "%e s, %U s of user, %S s of system, %M KiB" \
    "$program" import babydashboard "$folder/BabyDashboard.sqlite" --store "$folder/log"
done
