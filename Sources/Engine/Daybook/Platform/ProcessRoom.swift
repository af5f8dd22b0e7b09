internal import LMDB

/// What a process needs before it does anything: without room for memory and threads the runtimes
/// end it at any place, or wait for ever.
package enum ProcessRoom {
  /// Bytes of address space for what a command needs beside the map of its store, for which the
  /// store looks itself.
  private static let bytes = 64 << 20
  /// The thread of a store's writer, that of its journal, and two of the concurrency pool.
  private static let threads = 4

  /// What this process lacks, with the way out; nil when it has enough.
  ///
  /// Starts four threads, which end at once.
  package static var problem: String? {
    do { try Environment.requireRoom(bytes) } catch {
      return "the address space of this process has no room for \(bytes >> 20) MiB more; "
        + "raise its limit, such as ulimit -v"
    }
    if OwnThread.areAvailable(threads) { return nil }
    // A thread reserves up to 128 MiB of the address space for what it allocates.
    return "the system has not \(threads) more threads for this process; end other processes, or "
      + "raise its limits, such as ulimit -u and ulimit -v"
  }
}
