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
    #if canImport(Darwin)
      pthread_cond_init(&storage.pointee.condition, nil)
    #else
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(&storage.pointee.condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
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
  func wait(until deadline: Deadline) -> Bool {
    #if canImport(Darwin)
      let now = Deadline(microseconds: 0).nanoseconds
      let left = max(0, deadline.nanoseconds - now)
      var time = timespec(tv_sec: left / 1_000_000_000, tv_nsec: left % 1_000_000_000)
      let code = pthread_cond_timedwait_relative_np(
        &storage.pointee.condition, &storage.pointee.mutex, &time)
    #else
      let nanoseconds = deadline.nanoseconds
      var time = timespec(
        tv_sec: nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
      let code = pthread_cond_timedwait(
        &storage.pointee.condition, &storage.pointee.mutex, &time)
    #endif
    return code == 0
  }

  /// A time of the clock that nobody sets, so that no wait is longer than it was meant to be.
  struct Deadline {
    fileprivate let nanoseconds: Int

    /// So long from now.
    init(microseconds: Int) {
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      nanoseconds = now.tv_sec * 1_000_000_000 + now.tv_nsec + microseconds * 1000
    }
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
