#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Lets transactions pass side by side, and a change of the memory map only when none is open.
///
/// LMDB moves its map in `mdb_env_set_mapsize` without looking for readers in the same process;
/// one that was open then reads unmapped memory.
///
/// A pointer, so that transactions that hold it can be discarded; the environment frees it.
@usableFromInline
struct MapGate: @unchecked Sendable {  // the lock is the state
  private let lock: UnsafeMutablePointer<pthread_rwlock_t>

  init() {
    lock = .allocate(capacity: 1)
    pthread_rwlock_init(lock, nil)
  }

  func destroy() {
    pthread_rwlock_destroy(lock)
    lock.deallocate()
  }

  func enter() { pthread_rwlock_rdlock(lock) }
  func leave() { pthread_rwlock_unlock(lock) }

  /// Runs `body` when every transaction of this process has ended, and lets none begin meanwhile.
  func alone<R>(_ body: () throws(LMDBError) -> R) throws(LMDBError) -> R {
    pthread_rwlock_wrlock(lock)
    defer { pthread_rwlock_unlock(lock) }
    return try body()
  }
}
