#!/bin/sh
# Installs the system libraries and tools that building and testing need, when they are missing, and
# those named as arguments, whose packages must be called as they are.
set -eu

missing=""
[ -f /usr/include/lmdb.h ] || pkg-config --exists lmdb 2>/dev/null || missing="$missing liblmdb-dev"
command -v protoc >/dev/null 2>&1 || missing="$missing protobuf-compiler"
command -v pkg-config >/dev/null 2>&1 || missing="$missing pkg-config"
[ -d /usr/share/zoneinfo ] || missing="$missing tzdata"
for tool in "$@"; do
  command -v "$tool" >/dev/null 2>&1 || dpkg -s "$tool" >/dev/null 2>&1 && continue
  # What Debian calls libNAME-dev, others find as NAME.
  library=$(expr "$tool" : 'lib\(.*\)-dev' || true)
  if [ -n "$library" ]; then
    pkg-config --exists "lib$library" 2>/dev/null || pkg-config --exists "$library" 2>/dev/null
  else
    false
  fi && continue
  missing="$missing $tool"
done
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
  echo "Please install first:$missing (on macOS: brew install lmdb pkg-config protobuf qrencode)" >&2
  exit 1
fi
root=""
[ "$(id -u)" = 0 ] || root="sudo"
# A mirror may be slow, and the system may be installing something itself.
patience="-o Acquire::Retries=5 -o DPkg::Lock::Timeout=300"
# shellcheck disable=SC2086
$root apt-get $patience update -q
# shellcheck disable=SC2086
$root apt-get $patience install -y -q --no-install-recommends $missing
