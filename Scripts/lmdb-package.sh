#!/bin/sh
# Makes a Swift package of LMDB's sources in the folder DIR, as a git repository that stands for the
# package which the trait SourceLMDB names, and tells SwiftPM of it in DIR/config: lmdb-package.sh
# DIR. The sources are those of Debian's lmdb; needs Debian or Ubuntu.
set -eu
url=https://github.com/tannerdsilva/CLMDB.git
dir=$1
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
package=$dir/CLMDB

# The machine's own lists of packages are left as they are.
mkdir -p "$dir/apt/lists/partial"
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
echo "deb-src http://deb.debian.org/debian $release main" > "$dir/apt/sources.list"
root=""
[ "$(id -u)" = 0 ] || root="sudo"
apt="-o Dir::Etc::SourceList=$dir/apt/sources.list -o Dir::Etc::SourceParts=- -o Dir::State::Lists=$dir/apt/lists"
command -v dpkg-source >/dev/null 2>&1 || { $root apt-get update -q && $root apt-get install -y -q --no-install-recommends dpkg-dev; }
# shellcheck disable=SC2086
(cd "$dir/apt" && apt-get $apt update -q && apt-get $apt source -q lmdb)

rm -rf "$package"
mkdir -p "$package/Sources/CLMDB"
cp "$dir"/apt/lmdb-*/libraries/liblmdb/mdb.c "$dir"/apt/lmdb-*/libraries/liblmdb/midl.[ch] \
  "$dir"/apt/lmdb-*/libraries/liblmdb/lmdb.h "$dir"/apt/lmdb-*/libraries/liblmdb/LICENSE "$package/Sources/CLMDB"
cat > "$package/Package.swift" <<'MANIFEST'
// swift-tools-version:5.2
import PackageDescription

let package = Package(
  name: "CLMDB", products: [.library(name: "CLMDB", targets: ["CLMDB"])],
  targets: [.target(name: "CLMDB", exclude: ["LICENSE"], publicHeadersPath: ".")])
MANIFEST
version=$(sed -n 's/^#define MDB_VERSION_\(MAJOR\|MINOR\|PATCH\)[[:space:]]*\([0-9]*\)/\2/p' \
  "$package/Sources/CLMDB/lmdb.h" | paste -sd.)
git -C "$package" init -q
git -C "$package" add .
# SwiftPM remembers which commit a version was: the same sources make the same one.
export GIT_AUTHOR_DATE="2000-01-01T00:00:00Z" GIT_COMMITTER_DATE="2000-01-01T00:00:00Z"
git -C "$package" -c user.name=daybook -c user.email=daybook@localhost commit -q -m "LMDB $version"
git -C "$package" tag "$version"

mkdir -p "$dir/config"
cat > "$dir/config/mirrors.json" <<JSON
{"object": [{"mirror": "file://$package", "original": "$url"}], "version": 1}
JSON
echo "LMDB $version: swift build --package-path Tests/Consumers/SourceLMDB --config-path $dir/config"
