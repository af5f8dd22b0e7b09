#!/bin/sh
# Installs programs with their man pages and what completes their commands in bash, zsh and fish.
#
#   sh Scripts/install.sh PREFIX PROGRAM...
set -eu
prefix=$1
shift
here=$(dirname "$0")

# Makes a file of what a command prints, whole or not at all.
put() {
  path=$prefix/$1
  mode=$2
  shift 2
  mkdir -p "$(dirname "$path")"
  "$@" > "$path.new"
  chmod "$mode" "$path.new"
  mv -f "$path.new" "$path"
  echo "installed $path"
}

# Writes a program without what only a debugger reads.
stripped() {
  copy=$(mktemp)
  strip -o "$copy" "$1" 2>/dev/null || cp "$1" "$copy"
  cat "$copy"
  rm -f "$copy"
}

for program in "$@"; do
  name=$(basename "$program")
  put "bin/$name" 755 stripped "$program"
  put "share/man/man1/$name.1" 644 python3 "$here/manual.py" "$program"
  put "share/bash-completion/completions/$name" 644 "$program" --generate-completion-script bash
  put "share/zsh/site-functions/_$name" 644 "$program" --generate-completion-script zsh
  put "share/fish/vendor_completions.d/$name.fish" 644 "$program" --generate-completion-script fish
done
