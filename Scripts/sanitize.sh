#!/bin/sh
# Runs the tests with a sanitizer of the toolchain: sanitize.sh address|thread. Fails when a test
# fails or anything is reported; the whole output is in .build-SANITIZER/tests.log. Needs Linux and
# half an hour.
set -eu
cd "$(dirname "$0")/.."
sanitizer=$1
scratch=.build-$sanitizer
log=$scratch/tests.log

case $sanitizer in
address)
  # The Swift runtime keeps what it never gives back, type metadata for one.
  export ASAN_OPTIONS="detect_leaks=0"
  # A preloaded library has to stand before the sanitizer's runtime, which wants to be first.
  skipped="FaultTests|PowerCutTests"
  # It gives sources to the compiler, with the modules of a build without a sanitizer.
  skipped="$skipped|SnippetTests"
  # They bound seconds, which a sanitizer makes longer.
  skipped="$skipped|SoakTests|WaitingTests"
  # Children that come to a damaged leaf before the walk may die of it, which make damage counts;
  # the sanitizer reports each death. A dot stands for a space, at which the shell would cut.
  skipped="$skipped|leaf.of.a.large.file.is.found|leaf.that.nobody"
  chosen="--skip $skipped"
  ;;
thread)
  export TSAN_OPTIONS="suppressions=$PWD/Scripts/thread-sanitizer.txt halt_on_error=0"
  # Where threads meet: the others are random work on one thread, which takes twenty times as long.
  chosen="ConsumerTests|FollowTests|ExtremeTokenTests|ValuesTests|EventStoreTests|WorkQueueTests"
  chosen="$chosen|DraftViewTests|ReaderScopeTests|DurabilityTests|PageWatchTests|PageWalkTests"
  chosen="$chosen|ConcurrentImportTests|FailedFlushTests"
  chosen="--filter $chosen"
  ;;
*)
  echo "usage: sanitize.sh address|thread" >&2
  exit 64
  ;;
esac

TMPDIR=$([ -d /dev/shm ] && echo /dev/shm || echo "${TMPDIR:-/tmp}")
export TMPDIR
swift build --build-tests --sanitize="$sanitizer" --scratch-path "$scratch"
status=0
# Most tests say that they passed only when nearly all are through: ten minutes without a word are
# no hang. shellcheck disable=SC2086
timeout --kill-after=30 3600 swift test --skip-build --disable-xctest --sanitize="$sanitizer" \
  --scratch-path "$scratch" $chosen >"$log" 2>&1 || status=$?
reports=$(grep -cE "(ERROR: Address|WARNING: Thread)Sanitizer" "$log" || true)
grep -E "✘|SUMMARY: |Test run with" "$log" | sort | uniq -c | head -n 40
echo "$sanitizer sanitizer: $reports reports, tests ended with $status; the whole output is in $log"
[ "$status" = 0 ] && [ "$reports" = 0 ]
