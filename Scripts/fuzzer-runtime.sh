#!/bin/sh
# Prints where the toolchain keeps libFuzzer's runtime without a main function.
set -eu
bin=$(dirname "$(readlink -f "$(command -v swiftc)")")
found=$(find "$bin/../lib/clang" -name "libclang_rt.fuzzer_no_main-$(uname -m).a" 2>/dev/null | head -n 1)
if [ -z "$found" ]; then
  echo "the Swift toolchain beside $bin has no libFuzzer runtime" >&2
  exit 1
fi
readlink -f "$found"
