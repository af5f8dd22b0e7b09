#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A thread of its own that takes what others hand in, in batches, in order.
///
/// LMDB ties a write transaction to the thread that began it, and waiting for another process's lock
/// must not block a thread of the concurrency pool.
final class WorkQueue<Item: Sendable>: @unchecked Sendable {  // `mutex` guards every property
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var items: [Item] = []
  private var isClosed = false
  private var isIdle = false
  private var patience = 0

  init() {
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Starts the thread; `work` gets each batch that has gathered, until the queue is closed and empty.
  ///
  /// It returns whether something is left unfinished. Then it is called without items when none have
  /// come for `patience` milliseconds, or when the queue is closed.
  func start(patience: Int = 50, _ work: @escaping @Sendable ([Item]) -> Bool) {
    self.patience = patience
    let box = Unmanaged.passRetained(ThreadBody { self.run(work) })
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let code = pthread_create(&thread, nil, { raw in ThreadBody.start(raw) }, box.toOpaque())
    precondition(code == 0, "the system has no thread left for the writer")
    #if canImport(Darwin)
      if let thread { pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
  }

  /// Hands in an item; false when the queue is closed.
  func add(_ item: Item) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard !isClosed else { return false }
    items.append(item)
    pthread_cond_broadcast(condition)
    return true
  }

  /// Takes no more items, and waits until those handed in are done.
  func close() {
    pthread_mutex_lock(mutex)
    isClosed = true
    pthread_cond_broadcast(condition)
    while !isIdle { pthread_cond_wait(condition, mutex) }
    pthread_mutex_unlock(mutex)
  }

  private func run(_ work: @Sendable ([Item]) -> Bool) {
    var isUnfinished = false
    while let batch = next(waitsBriefly: isUnfinished) { isUnfinished = work(batch) }
    pthread_mutex_lock(mutex)
    isIdle = true
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }

  /// The next batch; an empty one when the wait was brief and in vain, nil at the end.
  private func next(waitsBriefly: Bool) -> [Item]? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    var deadline = timespec()
    if waitsBriefly {
      clock_gettime(CLOCK_REALTIME, &deadline)
      deadline.tv_nsec += patience * 1_000_000
      deadline.tv_sec += deadline.tv_nsec / 1_000_000_000
      deadline.tv_nsec %= 1_000_000_000
    }
    while items.isEmpty, !isClosed {
      if !waitsBriefly {
        pthread_cond_wait(condition, mutex)
      } else if pthread_cond_timedwait(condition, mutex, &deadline) != 0 {
        return []
      }
    }
    guard !items.isEmpty else { return waitsBriefly ? [] : nil }
    defer { items.removeAll(keepingCapacity: false) }
    return items
  }
}

private final class ThreadBody {
  private let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }

  #if canImport(Darwin)
    static func start(_ raw: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
      Unmanaged<ThreadBody>.fromOpaque(raw).takeRetainedValue().body()
      return nil
    }
  #else
    static func start(_ raw: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      if let raw { Unmanaged<ThreadBody>.fromOpaque(raw).takeRetainedValue().body() }
      return nil
    }
  #endif
}

/// One result that another thread waits for.
final class Latch<Value: Sendable>: @unchecked Sendable {  // `mutex` guards `value`
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var value: Value?

  init() {
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func set(_ value: Value) {
    pthread_mutex_lock(mutex)
    self.value = value
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }

  func wait() -> Value {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let value { return value }
      pthread_cond_wait(condition, mutex)
    }
  }
}
