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
  @exclusivity(unchecked)
  private var items: [Item] = []
  @exclusivity(unchecked)
  private var isClosed = false
  @exclusivity(unchecked)
  private var isIdle = false
  /// Whether the thread waits and nobody has woken it yet.
  @exclusivity(unchecked)
  private var isWaiting = false
  private var patience = 0

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
    let (isAdded, mustWake) = monitor.locked {
      if isClosed { return (false, false) }
      items.append(item)
      defer { isWaiting = false }
      return (true, isWaiting)
    }
    // Woken with the lock held, the thread would wait again, for the lock.
    if mustWake { monitor.wakeAll() }
    return isAdded
  }

  /// Takes no more items, and waits until those handed in are done.
  func close() {
    monitor.locked {
      isClosed = true
      monitor.wakeAll()
      while !isIdle { monitor.wait() }
    }
  }

  private func run(_ work: @Sendable ([Item]) -> Bool) {
    var isUnfinished = false
    var batch: [Item] = []
    while next(&batch, waitsBriefly: isUnfinished) {
      isUnfinished = work(batch)
      batch.removeAll(keepingCapacity: batch.count <= 4096)
    }
    monitor.locked {
      isIdle = true
      monitor.wakeAll()
    }
  }

  /// Puts the next items into `batch`, which is empty, and stays so when the wait was brief and in
  /// vain. False at the end.
  private func next(_ batch: inout [Item], waitsBriefly: Bool) -> Bool {
    monitor.locked {
      if !waitsBriefly {
        while items.isEmpty, !isClosed {
          isWaiting = true
          monitor.wait()
        }
      } else if items.isEmpty {
        let deadline = Monitor.deadline(milliseconds: patience)
        repeat {
          isWaiting = true
        } while items.isEmpty && !isClosed && monitor.wait(until: deadline)
      }
      swap(&items, &batch)
      return !batch.isEmpty || waitsBriefly
    }
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
