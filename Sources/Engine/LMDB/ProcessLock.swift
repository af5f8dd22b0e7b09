/// A lock of threads, and of processes at one byte of the lock file: taken before a mutex of LMDB,
/// so that processes never wait for that one.
///
/// LMDB's mutexes are robust ones of the C library. When the owner of one is killed after it has
/// unlocked and before it has woken who waits, and somebody else takes the mutex meanwhile, nobody
/// wakes who waits: it sleeps until one more waits (glibc 2.36, Linux 6.18; futex(2) wakes for a
/// dead owner only while the mutex is free). The system keeps this lock, and wakes who waits for it
/// when the owner dies.
///
/// A lock of the process (`F_SETLKW` of fcntl(2)): one of an open file description would stay with
/// a forked child. It ends when the process closes any descriptor of the lock file, as LMDB's own
/// locks do; then LMDB's mutex is left. So it is where the file system has no such locks.
struct ProcessLock: @unchecked Sendable {  // the mutex and the file are what threads share
  /// What is locked, by its byte: LMDB locks the first ones of its lock file, to the largest
  /// process number, and `FileBinding` those from 2^61.
  enum Place: Int64 {
    /// Beginning, changing and committing: one writes at a time.
    case writing = 0x1FFF_FFFF_FFFF_FFFF
    /// Taking and clearing slots of the reader table.
    case readers = 0x1FFF_FFFF_FFFF_FFFE
  }

  private let place: Place
  /// The lock file; nil for a file that nobody else knows.
  private let descriptor: Int32?
  // Safety: freed by `destroy`, which is called when nobody can wait any more.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init(_ place: Place, _ descriptor: Int32?) {
    (self.place, self.descriptor) = (place, descriptor)
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
  }

  func destroy() {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Waits for the threads and processes that have it.
  func lock() {
    pthread_mutex_lock(mutex)
    while let descriptor, !set(F_WRLCK, F_SETLKW, descriptor) {
      switch errno {
      case EINTR: continue
      // Two processes with two files each: the system does not know that other threads go on.
      case EDEADLK: usleep(1000)
      default: return
      }
    }
  }

  /// Locks it unless a thread or a process has it; false then.
  func tryLock() -> Bool {
    guard pthread_mutex_trylock(mutex) == 0 else { return false }
    guard let descriptor, !set(F_WRLCK, F_SETLK, descriptor), errno == EAGAIN || errno == EACCES
    else { return true }
    pthread_mutex_unlock(mutex)
    return false
  }

  /// By the thread that locked it.
  func unlock() {
    if let descriptor { _ = set(F_UNLCK, F_SETLK, descriptor) }
    pthread_mutex_unlock(mutex)
  }

  private func set(_ type: Int32, _ command: Int32, _ descriptor: Int32) -> Bool {
    var range = flock(type, place.rawValue, 1)
    return fcntl(descriptor, command, &range) == 0
  }
}
