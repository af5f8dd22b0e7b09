# What the scripts beside this one that start servers have in common; they read it in.

# until_there FILE WORD: waits for a word in a file.
until_there() {
  tries=0
  until grep -q "$2" "$1" 2>/dev/null; do
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || { echo "there is no “$2” in what it printed:"; cat "$1"; exit 1; }
    sleep 0.1
  done
}

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
