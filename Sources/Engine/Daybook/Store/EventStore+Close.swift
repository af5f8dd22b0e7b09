internal import LMDB
internal import Synchronization

extension EventStore {
  /// Closes the store for good.
  ///
  /// What was handed in before is written, bulk appends are committed, and all of it is flushed to
  /// the disk. Reads that have begun run to their end; close waits for them, so keep them short.
  /// Loops over `values` and `follow`, consumers and publishers that follow end with
  /// `StoreError.closed`, and so does every later call of the store. When it returns, the file is
  /// closed: it can be opened again, in this process too, copied or removed. Tokens and values that
  /// were read stay good.
  ///
  /// A store is also closed when its last reference goes, but a task that still follows it is one.
  /// Call `close` where the moment matters: before a compaction or a copy, or before an app whose
  /// store is in a shared container is suspended. Closing again does nothing, and waits for a
  /// closing that has begun.
  ///
  /// - Throws: `StoreError.writerStopped` or another when something that was acknowledged could not
  ///   be written or flushed, or `data.mdb` could not be made whole by itself, as when it was
  ///   replaced or the disk failed; the store is closed all the same. In the last case the newest
  ///   commits are in `journal` alone: the next opening makes them again, and a copy needs both
  ///   files. While another process writes, that one makes `data.mdb` whole, and nothing is thrown.
  public func close() async throws {
    try await OwnThread.value { try self.end() }
  }

  /// The blocking twin of the asynchronous `close`.
  ///
  /// Within a `read` or an append of the same store it would wait for itself, so that ends the
  /// process.
  @available(*, noasync)
  public func close() throws {
    checkMayWait(in: "close")
    try end()
  }

  /// Each step waits until those whom it is about have ended, whoever closes; the file goes last.
  private func end() throws {
    let flushed = writer.flushAndClose()
    pages.close()
    signal.close()
    reports?.close()
    parked.withLock { $0.close() }.wait()
    let left = Result { () throws(LMDBError) in try environment.leave() }
    try flushed.get()
    do { try left.get() } catch { throw StoreError(error, path: path) }
  }

  /// Runs `body` while the file stays open.
  func withEnvironment<R>(_ body: (borrowing Environment) throws -> R) throws -> R {
    guard var place = parked.withLock({ $0.take() }) else { throw closed }
    let slot = place.slot
    var read = place.parked.take()
    defer { parked.withLock { $0.add(read.take(), slot) } }
    return try body(environment.environment)
  }

  /// What is thrown after `close`.
  var closed: StoreError { StoreError(.closed, "the store at \(path) is closed; open it again") }
}
