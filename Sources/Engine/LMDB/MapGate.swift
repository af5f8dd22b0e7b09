internal import CDaybook
internal import Synchronization

/// Lets transactions pass side by side, and a change of the memory map only when none is open; no
/// transaction that writes passes after a failed flush.
///
/// LMDB moves its map in `mdb_env_set_mapsize` without looking for readers in the same process;
/// one that was open then reads unmapped memory. After a failed flush LMDB would go on, over pages
/// that may not be on disk.
///
/// Its references are counted by hand, so that transactions that hold one can be discarded: whoever
/// has entered keeps the file open until it leaves.
@usableFromInline
struct MapGate: @unchecked Sendable {  // what it refers to is
  private let file: Unmanaged<OpenFile>

  init(_ file: OpenFile) { self.file = Unmanaged.passUnretained(file) }

  // Safety: whoever calls what is below keeps the file: the environment, or who has entered.
  private var lock: UnsafeMutablePointer<pthread_rwlock_t> {
    file._withUnsafeGuaranteedRef { $0.lock }
  }

  /// Waits while the map moves; then it stays where it is until `leave`, and the file stays open.
  func enter() {
    _ = file.retain()
    pthread_rwlock_rdlock(lock)
  }

  func leave() {
    pthread_rwlock_unlock(lock)
    file.release()
  }

  /// Waits for who writes, in this process or another; then nobody does until `leaveWriting`.
  func enterWriting() {
    // Before the map is held: who writes may be waiting for everybody to leave it.
    file._withUnsafeGuaranteedRef { $0.writing.lock() }
    enter()
  }

  /// - Throws: `LMDBError` `replaced` when the name leads to another file, or what was written was
  ///   cut off: reading that would end the process.
  func requireFile() throws(LMDBError) {
    try file._withUnsafeGuaranteedRef { $0.binding }?.check()
  }

  /// As `enterWriting`, unless somebody writes; false then.
  func tryEnterWriting() -> Bool {
    guard file._withUnsafeGuaranteedRef({ $0.writing.tryLock() }) else { return false }
    enter()
    return true
  }

  func leaveWriting() {
    file._withUnsafeGuaranteedRef { $0.writing.unlock() }
    leave()
  }

  /// Runs `body`, which takes a slot of the reader table or frees some, while nobody else does.
  func atReaders(_ body: () -> Int32) -> Int32 {
    let readers = file._withUnsafeGuaranteedRef { $0.readers }
    readers.lock()
    defer { readers.unlock() }
    return body()
  }

  /// Frees the reader slots of processes that died, and says how many.
  func clearStaleReaders() throws(LMDBError) -> Int {
    var dead: Int32 = 0
    let code = atReaders { mdb_reader_check(file._withUnsafeGuaranteedRef { $0.handle }, &dead) }
    try check(code, "mdb_reader_check")
    return Int(dead)
  }

  /// Lets the map move and keeps the file open, until `enterAgain` or `leaveForGood`.
  func stepOut() { pthread_rwlock_unlock(lock) }
  func enterAgain() { pthread_rwlock_rdlock(lock) }
  func leaveForGood() { file.release() }
  /// Keeps the file open until `leaveForGood`, for who is within.
  func keep() { _ = file.retain() }

  /// Runs `body` when every transaction of this process has ended, and lets none begin meanwhile.
  func alone<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    let lock = lock
    pthread_rwlock_wrlock(lock)
    defer { pthread_rwlock_unlock(lock) }
    return try body()
  }

  /// The journal; nil until there is one.
  var journal: JournalFile? {
    get { file._withUnsafeGuaranteedRef { file in file.journal.withLock { $0 } } }
    nonmutating set {
      file._withUnsafeGuaranteedRef { file in file.journal.withLock { $0 = newValue } }
    }
  }

  /// Whether a flush has failed.
  var hasFailed: Bool {
    file._withUnsafeGuaranteedRef { $0.hasFailed.load(ordering: .acquiring) }
  }

  /// Runs `body`, which flushes or writes to the file beside LMDB; if it fails, nothing is written
  /// any more.
  func flushing<R>(_ body: () throws(LMDBError) -> R) throws(LMDBError) -> R {
    // The system tells of pages that it could not write once: the next flush would succeed.
    if hasFailed {
      file._withUnsafeGuaranteedRef { $0.fail() }
      throw Self.failedBefore
    }
    let result: R
    do { result = try body() } catch {
      file._withUnsafeGuaranteedRef { $0.fail() }
      throw error.afterFlush
    }
    if hasFailed { throw Self.failedBefore }
    return result
  }

  private static var failedBefore: LMDBError {
    LMDBError(
      code: .panic, call: "fdatasync", detail: "an earlier flush failed", mayHaveFlushed: true)
  }
}
