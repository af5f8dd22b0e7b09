#!/bin/sh
# Checks the unit for systemd, and runs a hub behind Caddy with the Caddyfile that is here.
#
#   check.sh NURSERY
set -eu
here=$(cd "$(dirname "$0")" && pwd)
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
folder=$(mktemp -d)
served= proxy=
trap 'kill $served $proxy 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
HOME=$folder
export HOME

sed "s#/usr/local/bin/nursery#$program#" "$here/daybook-hub.service" >daybook-hub.service
if command -v systemd-analyze >/dev/null; then
  # What is wrong with other units of this machine is not asked.
  ! systemd-analyze verify "$folder/daybook-hub.service" 2>&1 | grep daybook-hub
fi

. "$here/waiting.sh"
if "$program" sync serve --at hub --name ours --listen 127.0.0.1:0 --largest-space 0 >refused 2>&1; then
  echo "a space of nothing was taken"; exit 1
fi
grep -q 'largest-space takes 1 to' refused
if DAYBOOK_NOW=soon "$program" sync serve --at hub --name ours --listen 127.0.0.1:0 >refused 2>&1; then
  echo "a clock that shows no time was taken"; exit 1
fi
grep -q 'DAYBOOK_NOW is “soon”' refused
outside=$(free_port)
"$program" sync serve --at hub --name ours --listen 127.0.0.1:0 --behind-proxy \
  --address "http://127.0.0.1:$outside" --largest-space 1 --json >served &
served=$!
until_there served '"hub"'
inside=$(sed 's/.*"port":\([0-9]*\).*/\1/' served | head -n 1)
hub=$(sed 's/.*"hub":"\([^"]*\)".*/\1/' served | head -n 1)
sed -e "s#^hub.example.org {#{\n\tadmin off\n}\nhttp://127.0.0.1:$outside {#" \
  -e "s#127.0.0.1:4711#127.0.0.1:$inside#" "$here/Caddyfile" >Caddyfile
caddy validate --config Caddyfile --adapter caddyfile >validated 2>&1 || { cat validated; exit 1; }
caddy run --config Caddyfile --adapter caddyfile >proxied 2>&1 &
proxy=$!
until_there proxied 'serving initial configuration'

"$program" new --store ada >made
"$program" profile add Noor --store ada >>made
"$program" sync init Noor --member Ada --store ada >>made
"$program" sync hub "$hub" --store ada
"$program" sync request --store ben --output ben.request >>made
"$program" sync enrol ben.request --member Ben --store ada --output ben.invitation >>made
"$program" sync join ben.invitation --store ben >>made
"$program" sync hub "$hub" --store ada
"$program" sync hub "$hub" --store ben
"$program" sync hub --follow --store ben >followed &
following=$!
"$program" add feed formula 90ml --store ada >>made
"$program" sync hub --store ada
until_there followed 'got 1 transaction'

# What all have told the hub is final, by its text and by the name under which the store knows it.
"$program" sync hub --store ada
"$program" sync frontier --over "$hub" --yes --store ada
"$program" sync snapshot "$("$program" sync status --store ada | grep -o 'hub-[0-9a-f]*' | head -n 1)" --store ada

# The hub stops while somebody waits for news.
kill "$served"
wait "$served"
served=
kill "$following"
wait "$following" || true

# A hub goes by the clock that it is told, like every other command.
DAYBOOK_NOW=2020-01-01T00:00:00Z "$program" sync serve --at behind --name behind --listen 127.0.0.1:0 \
  --behind-proxy --json >behind.told &
served=$!
until_there behind.told '"hub"'
late=$(sed 's/.*"hub":"\([^"]*\)".*/\1/' behind.told | head -n 1)
if "$program" sync hub "$late" --store ada >late 2>&1; then
  echo "a hub whose clock is years behind took everything"; exit 1
fi
grep -q 'its clock is more than a day behind' late
kill "$served"
wait "$served"
served=
echo "the unit and the Caddyfile do what they say"
