#!/bin/sh
# Installs daybookctl with its man page and what completes its commands in bash, zsh and fish.
#
#   sh Scripts/install.sh PROGRAM PREFIX
set -eu
program=$1
prefix=$2
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

put bin/daybookctl 755 cat "$program"
put share/man/man1/daybookctl.1 644 python3 "$here/manual.py" "$program"
put share/bash-completion/completions/daybookctl 644 "$program" --generate-completion-script bash
put share/zsh/site-functions/_daybookctl 644 "$program" --generate-completion-script zsh
put share/fish/vendor_completions.d/daybookctl.fish 644 "$program" --generate-completion-script fish
