internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Lets transactions pass side by side, and a change of the memory map only when none is open; no
/// transaction that writes passes after a failed flush.
///
/// LMDB moves its map in `mdb_env_set_mapsize` without looking for readers in the same process;
/// one that was open then reads unmapped memory. After a failed flush LMDB would go on, over pages
/// that may not be on disk.
///
/// Pointers, so that transactions that hold it can be discarded; the environment frees them.
@usableFromInline
struct MapGate: @unchecked Sendable {  // the lock and the flag are the state
  private let lock: UnsafeMutablePointer<pthread_rwlock_t>
  private let failed: UnsafeMutablePointer<Atomic<Bool>>

  init() {
    lock = .allocate(capacity: 1)
    pthread_rwlock_init(lock, nil)
    failed = .allocate(capacity: 1)
    failed.initialize(to: Atomic(false))
  }

  func destroy() {
    pthread_rwlock_destroy(lock)
    lock.deallocate()
    failed.deinitialize(count: 1)
    failed.deallocate()
  }

  func enter() { pthread_rwlock_rdlock(lock) }
  func leave() { pthread_rwlock_unlock(lock) }

  /// Runs `body` when every transaction of this process has ended, and lets none begin meanwhile.
  func alone<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    pthread_rwlock_wrlock(lock)
    defer { pthread_rwlock_unlock(lock) }
    return try body()
  }

  /// Whether a flush has failed.
  // Safety: the environment frees the flag after its transactions have ended.
  var hasFailed: Bool { failed.pointee.load(ordering: .acquiring) }

  /// Runs `body`, which flushes or writes to the file beside LMDB; if it fails, nothing is written
  /// any more.
  func flushing<R>(_ body: () throws(LMDBError) -> R) throws(LMDBError) -> R {
    do { return try body() } catch {
      // Safety: the environment frees the flag after its transactions have ended.
      failed.pointee.store(true, ordering: .releasing)
      throw error.afterFlush
    }
  }
}
