#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A mutex with a condition, and the state that only its holder reaches.
struct Monitor<State>: ~Copyable, @unchecked Sendable {  // the mutex is what makes it so
  fileprivate struct Storage {
    var mutex = pthread_mutex_t()
    var condition = pthread_cond_t()
    var state: State
  }

  // Safety: POSIX needs mutex and condition to stay where they are. Set up by `init`, freed by
  // `deinit`.
  private let storage: UnsafeMutablePointer<Storage>

  /// What may be done while the mutex is held.
  struct Held {
    fileprivate let storage: UnsafeMutablePointer<Storage>

    /// The state. Each use is an access of its own, because others change it during a wait.
    var state: State {
      // Safety: whoever has a `Held` holds the mutex.
      unsafeAddress { UnsafePointer(storage.pointer(to: \.state).unsafelyUnwrapped) }
      nonmutating unsafeMutableAddress { storage.pointer(to: \.state).unsafelyUnwrapped }
    }

    /// Lets others in until somebody wakes those who wait.
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
  }

  init(_ state: consuming State) {
    storage = .allocate(capacity: 1)
    storage.initialize(to: Storage(state: state))
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
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  /// Runs `body` while nobody else does.
  func locked<R>(_ body: (Held) -> R) -> R {
    pthread_mutex_lock(&storage.pointee.mutex)
    defer { pthread_mutex_unlock(&storage.pointee.mutex) }
    return body(Held(storage: storage))
  }

  /// Wakes everybody who waits.
  func wakeAll() { pthread_cond_broadcast(&storage.pointee.condition) }
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

/// One result that another thread waits for.
final class Latch<Value: Sendable>: Sendable {
  private let monitor = Monitor<Value?>(nil)

  func set(_ value: Value) {
    monitor.locked { held in
      held.state = value
      monitor.wakeAll()
    }
  }

  func wait() -> Value {
    monitor.locked { held in
      while true {
        if let value = held.state { return value }
        held.wait()
      }
    }
  }
}
