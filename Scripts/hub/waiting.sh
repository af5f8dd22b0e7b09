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

# Of those that the system gives to nobody who asks for any, such as the hub that begins next.
free_port() {
  python3 -c '
import random, socket
while True:
    port = random.randrange(20000, 30000)
    with socket.socket() as place:
        try:
            place.bind(("127.0.0.1", port))
        except OSError:
            continue
    print(port)
    break'
}
