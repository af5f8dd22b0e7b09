#!/bin/sh
# A hub and three phones, as processes of their own: what "Running a hub" says, with one phone that
# was off, one that is revoked and one that is restored. In the end all that count have the same
# views, and so has the hub after it was killed.
#
#   demo.sh NURSERY
set -eu
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
folder=$(mktemp -d)
served=
trap '[ -z "$served" ] || kill "$served" 2>/dev/null; rm -rf "$folder"' EXIT
cd "$folder"
HOME=$folder
export HOME
say() { printf '\n%s\n' "$*"; }
run() { printf '$ nursery %s\n' "$(printf '%s' "$*" | cut -c1-110)"; "$program" "$@"; }
fails() { if "$program" "$@" >refused 2>&1; then echo "this should have failed: $*"; exit 1; fi; }

# Begins the hub on the port that it had, or a free one, and waits for its text.
serve() {
  : >served
  "$program" sync serve --at pi --name "our Pi" --listen "127.0.0.1:${port:-0}" --json >served &
  served=$!
  tries=0
  until grep -q '"hub"' served; do
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || { echo "the hub does not answer"; exit 1; }
    sleep 0.1
  done
  port=$(sed 's/.*"port":\([0-9]*\).*/\1/' served | head -n 1)
  hub=$(sed 's/.*"hub":"\([^"]*\)".*/\1/' served | head -n 1)
  request=$(sed 's/.*"request":"\([^"]*\)".*/\1/' served | head -n 1)
}

# join NAME: the second device of the page joins with a link; the owner sees the same digits.
join() {
  "$program" sync invite --member "$1" --store ada --digits "$(digits "$1")" >"$1.invited" 2>&1 &
  inviting=$!
  until grep -q '#' "$1.invited"; do sleep 0.1; done
  run sync join "$(grep '#' "$1.invited")" --store "$1" --device "$1's phone"
  wait "$inviting"
  tail -n 1 "$1.invited"
  run sync hub --store "$1"
}

# The digits of a device whose key is made before it asks, as its screen shows them.
digits() {
  "$program" sync request --store "$1" --json | sed -n 's/.*"checkDigits" : "\(.*\)".*/\1/p'
}

began=$(date +%s)
say "The first phone makes the space, and the hub begins."
run new --store ada --zone Europe/Amsterdam
run profile add Noor --store ada
run sync init Noor --member Ada --store ada
serve
run sync enrol "$request" --member Pi --as reader --store ada --output pi.invitation
run sync hub "$hub" --store ada

say "The second and the third join with links."
join ben
join cleo
echo "after $(($(date +%s) - began)) seconds all have joined"

say "Dan's digits are others than Ada was told: he is not let in, and hears it at once."
"$program" sync invite --member dan --store ada --digits 00000 >dan.invited 2>&1 &
inviting=$!
until grep -q '#' dan.invited; do sleep 0.1; done
"$program" sync join "$(grep '#' dan.invited)" --store dan --device "dan's phone" >refused 2>&1 &
joining=$!
if wait "$inviting"; then echo "Dan was let in"; exit 1; fi
tries=0
while kill -0 "$joining" 2>/dev/null; do
  tries=$((tries + 1))
  [ "$tries" -lt 300 ] || { echo "Dan waits for nobody"; kill "$joining"; exit 1; }
  sleep 0.1
done
if wait "$joining"; then echo "Dan has joined"; exit 1; fi
grep 'was not let in' refused

say "Cleo is off, and the hub is killed and begins again, while the others write."
run add feed formula 120ml --baby Noor --store ada
run sync hub --store ada
kill -9 "$served"
wait "$served" 2>/dev/null || true
serve
run sync hub --store ben
run add diaper wet --baby Noor --store ben
run sync hub --store ben
run add feed formula 60ml --baby Noor --store cleo
run sync hub --store cleo
run sync hub --store ada
run sync hub --store ben
for name in ben cleo; do run sync check "$name" --store ada; done

say "Cleo is revoked: the hub answers her no more."
revoked=$("$program" sync members --store ada --json | tr -d '\n ' | sed 's/.*"member":"cleo"[^}]*"replica":"\([^"]*\)".*/\1/')
run sync revoke "$revoked" --yes --store ada
run sync hub --store ada
run add feed formula 10ml --baby Noor --store cleo
fails sync hub --store cleo
cat refused
status=0
timeout 120 "$program" sync hub --follow --store cleo >refused 2>&1 || status=$?
[ "$status" = 65 ] || { echo "who was revoked goes on asking ($status):"; cat refused; exit 1; }

say "Ben loses his phone, and restores the backup of before."
run backup run backups --store ben
run add feed formula 90ml --baby Noor --store ben
run sync hub --store ben
mv ben ben-lost
run backup restore backups --into ben
run sync request --store ben --output ben.request
run sync enrol ben.request --member ben --store ada
run sync hub --store ada
run sync hub "$hub" --store ben
run add diaper solid --baby Noor --store ben
run sync hub --store ben
run sync hub --store ada
run sync check ben --store ada
run sync check "$hub" --store ada
run verify --store ada >verified || { cat verified; exit 1; }
kill "$served"
wait "$served"
served=
for space in pi/spaces/*; do run verify --store "$space" >verified || { cat verified; exit 1; }; done
say "All have the same, and the hub's log is sound."
