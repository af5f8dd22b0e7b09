#!/bin/sh
# Three stores share a baby over a folder. One is restored from a backup and writes on as another
# replica, one is revoked. In the end all that count have the same views.
#
#   share-demo.sh NURSERY
set -eu
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
say() { printf '\n%s\n' "$*"; }
run() { printf '$ nursery %s\n' "$*"; "$program" "$@"; }

say "Ada has a store, and makes it a space. Ben and Cleo join."
run new --store ada --zone Europe/Amsterdam
run profile add Noor --store ada
run sync init Noor --member Ada --store ada
for name in ben cleo; do
  run sync request --store $name --output $name.request
  run sync enrol $name.request --member $name --output $name.invitation --store ada
  run sync join $name.invitation --store $name --zone Europe/Amsterdam
done
run sync folder drive --store ada
run sync folder drive --store ben
run sync folder drive --store cleo

say "Ben backs his store up, writes on, and loses it. The restored one is another replica, which Ada enrols."
run backup run backups --store ben
run add feed formula 120ml --baby Noor --store ben
run sync folder drive --store ben
run backup restore backups --into ben-again
run sync request --store ben-again --key ben.key --output again.request
run sync folder drive --store ada
run sync enrol again.request --member ben --store ada
run add diaper wet --baby Noor --store ben-again
run sync folder drive --store ada
run sync folder drive --store ben-again --key ben.key

say "Cleo writes, and is revoked. What she writes afterwards counts for nobody."
run add feed formula 60ml --baby Noor --store cleo
run sync folder drive --store cleo
run sync folder drive --store ada
replica=$("$program" sync members --store ada --json |
  python3 -c 'import json, sys; print([m["replica"] for m in json.load(sys.stdin)["members"] if m["member"] == "cleo"][0])')
run sync revoke "$replica" --store ada --yes
run add feed formula 999ml --baby Noor --store cleo

say "All exchange, and have the same views."
for round in 1 2; do
  for name in ada ben-again cleo; do
    key=$name.key
    if [ $name = ben-again ]; then key=ben.key; fi
    run sync folder drive --store $name --key $key
  done
done
for name in ada ben-again cleo; do
  "$program" rebuild --json --store $name |
    python3 -c 'import json, sys; print(json.dumps(json.load(sys.stdin)["views"], sort_keys=True))' > $name.views
  run verify --store $name
done
run sync members --store ada
run today --store ada
cmp ada.views ben-again.views
cmp ada.views cleo.views
say "The digests of all views are the same in the three stores."
