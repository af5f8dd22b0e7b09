#!/bin/sh
# Two devices that share over buckets and WebDAV folders: real servers on this machine, in folders
# that go away at the end. Each has its own key or password, which must show nowhere.
#
#   remote.sh NURSERY VENV [SERVER…]
#
# SERVER is moto, seaweedfs, wsgidav or apache; all unless told. VENV is a Python environment that
# has the first three (requirements.txt beside this script); Apache is the system's.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
venv=$(cd "$2" && pwd)
shift 2
[ $# -gt 0 ] || set -- moto seaweedfs wsgidav apache
folder=$(mktemp -d)
served= following=
# Apache's own user reaches its folder.
chmod 755 "$folder"
trap 'for process in $served $following; do kill "$process" 2>/dev/null || true; done; rm -rf "$folder"' EXIT
trap 'exit 1' INT TERM
cd "$folder"
HOME=$folder
export HOME

AWS_ACCESS_KEY_ID=daybook
AWS_SECRET_ACCESS_KEY=hidden-key-of-the-bucket
DAYBOOK_WEBDAV_USER=ada
DAYBOOK_WEBDAV_PASSWORD=hidden-password
export AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY DAYBOOK_WEBDAV_USER DAYBOOK_WEBDAV_PASSWORD
unset AWS_PROFILE AWS_SESSION_TOKEN AWS_REGION AWS_DEFAULT_REGION AWS_ENDPOINT_URL 2>/dev/null || true

. "$here/waiting.sh"

# A port that is free with the one 10,000 above it, which SeaweedFS takes, too.
free_ports() {
  python3 - <<'END'
import random, socket
while True:
    port = random.randrange(20000, 32000)
    try:
        for number in (port, port + 10000):
            with socket.socket() as s:
                s.bind(("127.0.0.1", number))
        print(port)
        break
    except OSError:
        pass
END
}

# until_up URL: waits until a server answers anything.
until_up() {
  tries=0
  until curl -s -o /dev/null "$1"; do
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || { echo "the server does not answer:"; tail -n 20 server.log; exit 1; }
    sleep 0.2
  done
}

serve_moto() {
  port=$(free_port)
  "$venv/bin/moto_server" -H 127.0.0.1 -p "$port" >server.log 2>&1 &
  served=$!
  until_up "http://127.0.0.1:$port/"
  curl -s -o /dev/null -X PUT "http://127.0.0.1:$port/family"
  address=s3://family/noor
  endpoint="--endpoint http://127.0.0.1:$port"
}

serve_seaweedfs() {
  port=$(free_ports)
  cat >s3.json <<END
{"identities": [{"name": "ada", "actions": ["Admin", "Read", "Write", "List"],
  "credentials": [{"accessKey": "$AWS_ACCESS_KEY_ID", "secretKey": "$AWS_SECRET_ACCESS_KEY"}]},
  {"name": "anonymous", "actions": ["Admin"]}]}
END
  mkdir weed
  "$venv/bin/weed" server -dir=weed -ip=127.0.0.1 -ip.bind=127.0.0.1 -master.port="$(free_ports)" \
    -volume.port="$(free_ports)" -filer.port="$(free_ports)" -volume.max=8 -filer -s3 \
    -master.volumeSizeLimitMB=64 -s3.port="$port" -s3.config=s3.json >server.log 2>&1 &
  served=$!
  until_up "http://127.0.0.1:$port/"
  tries=0
  until curl -s -f -o /dev/null -X PUT "http://127.0.0.1:$port/family"; do
    tries=$((tries + 1))
    [ "$tries" -lt 100 ] || { echo "there is no bucket:"; tail -n 20 server.log; exit 1; }
    sleep 0.2
  done
  address=s3://family/noor
  endpoint="--endpoint http://127.0.0.1:$port"
}

serve_wsgidav() {
  port=$(free_port)
  mkdir -p dav/noor
  cat >wsgidav.yaml <<END
server: cheroot
host: 127.0.0.1
port: $port
provider_mapping: {"/": "$folder/dav"}
http_authenticator: {accept_basic: true, accept_digest: false, default_to_digest: false}
simple_dc: {user_mapping: {"*": {"$DAYBOOK_WEBDAV_USER": {password: "$DAYBOOK_WEBDAV_PASSWORD"}}}}
END
  "$venv/bin/wsgidav" --config wsgidav.yaml >server.log 2>&1 &
  served=$!
  until_up "http://127.0.0.1:$port/"
  address=http://127.0.0.1:$port/noor
  endpoint=
}

serve_apache() {
  port=$(free_port)
  mkdir -p htdocs/noor locks
  printf '%s:%s\n' "$DAYBOOK_WEBDAV_USER" \
    "$(openssl passwd -apr1 "$DAYBOOK_WEBDAV_PASSWORD")" >users
  modules=/usr/lib/apache2/modules
  cat >apache.conf <<END
ServerName 127.0.0.1
Listen 127.0.0.1:$port
PidFile $folder/apache.pid
ErrorLog $folder/apache.log
Mutex file:$folder
LoadModule mpm_event_module $modules/mod_mpm_event.so
LoadModule authn_core_module $modules/mod_authn_core.so
LoadModule authn_file_module $modules/mod_authn_file.so
LoadModule authz_core_module $modules/mod_authz_core.so
LoadModule authz_user_module $modules/mod_authz_user.so
LoadModule auth_basic_module $modules/mod_auth_basic.so
LoadModule dav_module $modules/mod_dav.so
LoadModule dav_fs_module $modules/mod_dav_fs.so
$([ "$(id -u)" != 0 ] || printf 'User www-data\nGroup www-data')
DocumentRoot $folder/htdocs
DavLockDB $folder/locks/db
<Location />
  Dav On
  AuthType Basic
  AuthName noor
  AuthUserFile $folder/users
  Require valid-user
</Location>
END
  [ "$(id -u)" != 0 ] || chown -R www-data htdocs locks
  /usr/sbin/apache2 -f "$folder/apache.conf" -DFOREGROUND >server.log 2>&1 &
  served=$!
  until_up "http://127.0.0.1:$port/"
  address=http://127.0.0.1:$port/noor
  endpoint=
}

# share STORE [ARGUMENT…]: an exchange.
share() {
  store=$1
  shift
  # shellcheck disable=SC2086
  "$program" sync folder "$address" $endpoint --store "$store" "$@"
}

# What two devices do with whatever serves.
two_devices() {
  "$program" new --store ada --zone Europe/Amsterdam >>made
  "$program" profile add Noor --store ada >>made
  "$program" sync init Noor --member Ada --store ada >>made
  share ada
  "$program" sync request --store ben --output ben.request >>made
  "$program" sync enrol ben.request --member Ben --store ada --output ben.invitation >>made
  "$program" sync join ben.invitation --store ben >>made
  "$program" add feed formula 120ml --baby Noor --store ada >>made
  share ada | grep "sent"
  share ben | grep "got"
  "$program" add diaper wet --baby Noor --store ben >>made
  share ben >>made
  share ada | grep "got 1 transaction"
  # shellcheck disable=SC2086
  "$program" sync check "$address" $endpoint --store ada
  "$program" sync status --store ada | grep "$address: lacks nothing"

  # What one writes comes to the other who follows, and is gathered for a second.
  # shellcheck disable=SC2086
  "$program" sync folder "$address" $endpoint --store ben --follow --every 1 >followed &
  following=$!
  for amount in 10 20 30; do
    "$program" add feed formula "${amount}ml" --baby Noor --store ada >>made
  done
  share ada >>made
  until_there followed "got 3 transactions"
  # Nothing that lists processes shows a secret.
  if tr '\0' ' ' <"/proc/$following/cmdline" | grep hidden; then exit 1; fi
  kill "$following"
  wait "$following"
  following=
  grep -q "^stopped after" followed

  # Pictures travel, too.
  printf 'what is in a picture' >smile.jpg
  "$program" add note Smile --baby Noor --photo smile.jpg --store ada >>made
  share ada | grep "got 0 attachments, sent 1"
  share ben | grep "got 1 attachment, sent 0"

  # What is final is kept as a snapshot, and the files that it stands for go.
  share ada >>made
  # shellcheck disable=SC2086
  "$program" sync frontier --over "$address" $endpoint --yes --store ada
  share ada >>made
  share ben >>made
  for name in ada ben; do
    # shellcheck disable=SC2086
    "$program" sync snapshot "$address" $endpoint --store "$name" >snapshot
  done
  share ada --tidy 2 | grep "removed"
  "$program" sync request --store cleo --output cleo.request >>made
  "$program" sync enrol cleo.request --member Cleo --store ada --output cleo.invitation >>made
  "$program" sync join cleo.invitation --store cleo >>made
  share ada >>made
  share cleo >cleos
  grep "began with a snapshot" cleos
  grep "got 1 attachment" cleos
  share ada >>made
  share ben >>made
  "$program" sync check ben --store ada | head -n 1
  "$program" sync check cleo --store ada | head -n 1

  # With another key nobody comes in, and is told so without it.
  if AWS_SECRET_ACCESS_KEY=hidden-and-wrong DAYBOOK_WEBDAV_PASSWORD=hidden-and-wrong \
    share ben >refused 2>&1
  then
    # moto takes every key for right.
    [ "$server" = moto ] || { echo "a wrong key opened the folder"; cat refused; exit 1; }
  else
    grep "does not let this device in" refused
  fi
  if grep -rl hidden ada ben cleo made followed refused; then exit 1; fi
}

for server in "$@"; do
  printf '\n%s\n' "$server:"
  began=$(date +%s)
  "serve_$server"
  two_devices
  kill "$served"
  wait "$served" 2>/dev/null || true
  served=
  rm -rf ada* ben* cleo* made smile.jpg followed refused snapshot weed dav htdocs locks
  echo "$server: all of it in $(($(date +%s) - began)) seconds"
done
