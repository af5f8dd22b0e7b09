#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A mutex with a condition, for threads that wait for each other.
struct Monitor: ~Copyable, @unchecked Sendable {  // the mutex is what makes it so
  private struct Storage {
    var mutex = pthread_mutex_t()
    var condition = pthread_cond_t()
  }

  // Safety: POSIX needs them to stay where they are.
  private let storage: UnsafeMutablePointer<Storage>

  init() {
    storage = .allocate(capacity: 1)
    storage.initialize(to: Storage())
    pthread_mutex_init(&storage.pointee.mutex, nil)
    pthread_cond_init(&storage.pointee.condition, nil)
  }

  deinit {
    pthread_cond_destroy(&storage.pointee.condition)
    pthread_mutex_destroy(&storage.pointee.mutex)
    storage.deallocate()
  }

  /// Runs `body` while nobody else does.
  func locked<R>(_ body: () -> R) -> R {
    pthread_mutex_lock(&storage.pointee.mutex)
    defer { pthread_mutex_unlock(&storage.pointee.mutex) }
    return body()
  }

  /// Wakes everybody who waits.
  func wakeAll() { pthread_cond_broadcast(&storage.pointee.condition) }

  /// Lets others in until somebody wakes those who wait. Only when locked.
  func wait() { pthread_cond_wait(&storage.pointee.condition, &storage.pointee.mutex) }

  /// As `wait`, at the longest until `deadline`; false when that has come.
  func wait(until deadline: timespec) -> Bool {
    withUnsafePointer(to: deadline) {
      pthread_cond_timedwait(&storage.pointee.condition, &storage.pointee.mutex, $0) == 0
    }
  }

  /// The time of day in some milliseconds.
  static func deadline(milliseconds: Int) -> timespec {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    time.tv_nsec += milliseconds * 1_000_000
    time.tv_sec += time.tv_nsec / 1_000_000_000
    time.tv_nsec %= 1_000_000_000
    return time
  }
}

/// One result that another thread waits for.
final class Latch<Value: Sendable>: @unchecked Sendable {  // `monitor` guards `value`
  private let monitor = Monitor()
  @exclusivity(unchecked)
  private var value: Value?

  func set(_ value: Value) {
    monitor.locked {
      self.value = value
      monitor.wakeAll()
    }
  }

  func wait() -> Value {
    monitor.locked {
      while true {
        if let value { return value }
        monitor.wait()
      }
    }
  }
}
