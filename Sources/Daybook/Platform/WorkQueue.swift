internal import Synchronization

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
final class WorkQueue<Item: Sendable>: @unchecked Sendable {  // `monitor` guards every property
  private let monitor = Monitor()
  /// Whether items wait for the thread.
  private let waiting: Waiting
  @exclusivity(unchecked)
  private var items: [Item] = []
  @exclusivity(unchecked)
  private var isClosed = false
  @exclusivity(unchecked)
  private var isIdle = false
  /// Whether the owner is gone: `work` must not be called any more.
  @exclusivity(unchecked)
  private var isAbandoned = false
  /// How many items the thread waits for; 0 when it does not wait, or was woken.
  @exclusivity(unchecked)
  private var awaited = 0
  /// Whether the thread waits and has left nothing unfinished.
  @exclusivity(unchecked)
  private var isResting = false
  /// Whether somebody works in the place of the thread.
  @exclusivity(unchecked)
  private var isLent = false
  private var patience = 0
  /// The thread itself, and the one that works in its place; 0 for none.
  private let thread = Atomic<UInt>(0)
  private let borrower = Atomic<UInt>(0)

  init(waiting: Waiting = Waiting()) { self.waiting = waiting }

  /// Starts the thread; `work` gets each batch that has gathered, until the queue is closed and empty.
  ///
  /// It returns whether something is left unfinished. Then it is called without items when none have
  /// come for `patience` microseconds, or when the queue is closed.
  func start(patience: Int = 50_000, _ work: @escaping @Sendable ([Item]) -> Bool) {
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
    let (isAdded, mustWake) = monitor.locked {
      if isClosed { return (false, false) }
      items.append(item)
      waiting.set(true)
      guard awaited > 0, items.count >= awaited else { return (true, false) }
      awaited = 0
      return (true, true)
    }
    // Woken with the lock held, the thread would wait again, for the lock.
    if mustWake { monitor.wakeAll() }
    return isAdded
  }

  /// Takes what has come meanwhile, after a wait for so many items or until the time is over.
  ///
  /// Only for `work`.
  func more(_ count: Int, microseconds: Int) -> [Item] {
    monitor.locked {
      waits(for: count, microseconds: microseconds)
      var found: [Item] = []
      swap(&items, &found)
      waiting.set(false)
      return found
    }
  }

  /// Runs `body` at once in the place of the thread, when that rests; false when it does not.
  ///
  /// Two changes of threads cost more than most work. `body` must leave nothing unfinished; what is
  /// handed in meanwhile waits for its end.
  func lend(_ body: () -> Void) -> Bool {
    let isMine = monitor.locked {
      if !isResting || isLent || isClosed || !items.isEmpty { return false }
      isLent = true
      awaited = 0
      return true
    }
    if !isMine { return false }
    borrower.store(ThreadID.current, ordering: .relaxed)
    body()
    borrower.store(0, ordering: .relaxed)
    monitor.locked {
      isLent = false
      if !items.isEmpty || isClosed { monitor.wakeAll() } else { awaited = 1 }
    }
    return true
  }

  /// Whether the calling thread is at work here: it would wait for itself.
  var isMine: Bool {
    let current = ThreadID.current
    return borrower.load(ordering: .relaxed) == current
      || thread.load(ordering: .relaxed) == current
  }

  /// Takes no more items, and waits until those handed in are done.
  ///
  /// On the thread itself, which lets go of an item that held the last reference to the owner, it does
  /// not wait: nothing is left that could be handed in, and the thread ends when that is done.
  func close() {
    let isOwn = thread.load(ordering: .relaxed) == ThreadID.current
    monitor.locked {
      isClosed = true
      if isOwn {
        isAbandoned = true
        return
      }
      monitor.wakeAll()
      while !isIdle { monitor.wait() }
    }
  }

  private func run(_ work: @Sendable ([Item]) -> Bool) {
    thread.store(ThreadID.current, ordering: .relaxed)
    var isUnfinished = false
    var batch: [Item] = []
    while true {
      // What items hold is let go of with the lock free.
      batch.removeAll(keepingCapacity: batch.count <= 4096)
      let isOpen = monitor.locked {
        if isAbandoned { return false }
        if isUnfinished {
          waits(for: 1, microseconds: patience)
        } else {
          isResting = true
          while isLent || (items.isEmpty && !isClosed) {
            if !isLent { awaited = 1 }
            monitor.wait()
          }
          isResting = false
        }
        swap(&items, &batch)
        waiting.set(false)
        return !batch.isEmpty || isUnfinished
      }
      if !isOpen { break }
      isUnfinished = work(batch)
    }
    monitor.locked {
      isIdle = true
      monitor.wakeAll()
    }
  }

  /// Waits until there are so many items, or the time is over. Only when locked.
  private func waits(for count: Int, microseconds: Int) {
    guard items.count < count, !isClosed else { return }
    let deadline = Monitor.Deadline(microseconds: microseconds)
    repeat {
      awaited = count
    } while items.count < count && !isClosed && monitor.wait(until: deadline)
    awaited = 0
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
