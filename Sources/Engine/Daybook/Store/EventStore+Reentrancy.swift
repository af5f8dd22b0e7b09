internal import Synchronization

extension EventStore {
  /// Whether the calling thread is within a `read` of the store, or runs an append.
  var isWithinScope: Bool { writer.isMine || parked.withLock { $0.isMine } }

  /// Ends the process when the call would wait for the calling thread itself.
  ///
  /// Within a `read` that happens only when the file has to grow, for which LMDB needs every
  /// read of the process to end; what hangs once in ten thousand times is refused each time.
  func checkMayWait(in call: StaticString) {
    if writer.isMine {
      misuse(
        "\(call) was called within an append, or a read(asOf:), of the same store and would wait for its end; use the draft, or call it afterwards"
      )
    }
    if parked.withLock({ $0.isMine }) {
      misuse(
        "\(call) was called within a read of the same store, which would wait for the end of that read when the file has to grow; return what you need from the read and call it afterwards"
      )
    }
  }
}
