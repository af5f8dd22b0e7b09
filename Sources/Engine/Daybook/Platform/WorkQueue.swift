internal import LMDB
internal import Synchronization

/// A thread of its own that takes what others hand in, in batches, in order.
///
/// LMDB ties a write transaction to the thread that began it, and waiting for another process's
/// lock must not block a thread of the concurrency pool.
///
/// It owns a worker, which it lends to one thread at a time: its own, or one that works in its
/// place.
final class WorkQueue<Item: Sendable, Worker: ~Copyable>: @unchecked Sendable {
  /// What `monitor` guards.
  private struct State {
    var items: [Item] = []
    var isClosed = false
    /// Whether the thread has ended.
    var hasEnded = false
    /// How many items the thread waits for; 0 when it does not wait, or was woken.
    var awaited = 0
    /// Whether the thread waits and has left nothing unfinished.
    var isResting = false
    /// Whether somebody works in the place of the thread.
    var isLent = false
  }

  private let monitor = Monitor(State())
  /// Whether items wait for the thread.
  private let waiting: Waiting
  // Safety: set up by `init`; used by `run` alone, or by `lend` while the thread rests. It is let
  // go of by the thread when that ends, or by `deinit` when there never was one.
  private let worker: UnsafeMutablePointer<Worker>
  /// The thread itself, and the one that works in its place; 0 for none.
  private let thread = Atomic<UInt>(0)
  private let borrower = Atomic<UInt>(0)

  init(_ worker: consuming Worker, waiting: Waiting = Waiting()) {
    self.worker = .allocate(capacity: 1)
    self.worker.initialize(to: worker)
    self.waiting = waiting
  }

  deinit {
    if thread.load(ordering: .relaxed) == 0 { worker.deinitialize(count: 1) }
    worker.deallocate()
  }

  /// Starts the thread; `work` gets each batch that has gathered, until the queue is closed and
  /// empty.
  ///
  /// It returns whether something is left unfinished. Then it is called without items when none
  /// have come for `patience` microseconds, or for the last time when the queue is closed.
  func start(
    patience: Int = 50_000, _ work: @escaping @Sendable (inout Worker, [Item], WorkQueue) -> Bool
  ) {
    let isStarted = SystemThread.run { self.run(patience, work) }
    precondition(isStarted, "the system has no thread left for the writer")
  }

  /// How many items the thread waits for; 0 when it does not wait, or was woken.
  var awaited: Int { monitor.locked { $0.state.awaited } }

  /// Hands in an item; false when the queue is closed.
  func add(_ item: Item) -> Bool {
    let (isAdded, mustWake) = monitor.locked { held in
      if held.state.isClosed { return (false, false) }
      held.state.items.append(item)
      waiting.set(true)
      guard held.state.awaited > 0, held.state.items.count >= held.state.awaited else {
        return (true, false)
      }
      held.state.awaited = 0
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
    monitor.locked { held in
      waits(for: count, microseconds: microseconds, held)
      var found: [Item] = []
      swap(&held.state.items, &found)
      waiting.set(false)
      return found
    }
  }

  /// Runs `body` at once in the place of the thread, when that rests; false when it does not.
  ///
  /// Two changes of threads cost more than most work. `body` must leave nothing unfinished; what is
  /// handed in meanwhile waits for its end.
  func lend(_ body: (inout Worker, WorkQueue) -> Void) -> Bool {
    let isMine = monitor.locked { held in
      if !held.state.isResting || held.state.isLent || held.state.isClosed
        || !held.state.items.isEmpty
      {
        return false
      }
      held.state.isLent = true
      held.state.awaited = 0
      return true
    }
    if !isMine { return false }
    borrower.store(ThreadID.current, ordering: .relaxed)
    body(&worker.pointee, self)
    borrower.store(0, ordering: .relaxed)
    monitor.locked { held in
      held.state.isLent = false
      if !held.state.items.isEmpty || held.state.isClosed {
        monitor.wakeAll()
      } else {
        held.state.awaited = 1
      }
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
  /// On the thread itself, which lets go of an item that held the last reference to the owner, it
  /// does not wait: what is left is done when that work returns.
  func close() {
    let isOwn = isMine
    monitor.locked { held in
      held.state.isClosed = true
      monitor.wakeAll()
      if isOwn { return }
      while !held.state.hasEnded { held.wait() }
    }
  }

  /// Hands in the last item; false when the queue is closed already.
  ///
  /// Does not wait for its end, which `close` does.
  func close(with last: Item) -> Bool {
    let isAdded = monitor.locked { held in
      if held.state.isClosed { return false }
      held.state.items.append(last)
      waiting.set(true)
      held.state.isClosed = true
      return true
    }
    if isAdded { monitor.wakeAll() }
    return isAdded
  }

  private func run(
    _ patience: Int, _ work: @Sendable (inout Worker, [Item], WorkQueue) -> Bool
  ) {
    thread.store(ThreadID.current, ordering: .relaxed)
    var isUnfinished = false
    var batch: [Item] = []
    while true {
      // What items hold is let go of with the lock free.
      batch.removeAll(keepingCapacity: batch.count <= 4096)
      let (isOpen, isLast) = monitor.locked { held in
        if isUnfinished {
          waits(for: 1, microseconds: patience, held)
        } else {
          held.state.isResting = true
          while held.state.isLent || (held.state.items.isEmpty && !held.state.isClosed) {
            if !held.state.isLent { held.state.awaited = 1 }
            held.wait()
          }
          held.state.isResting = false
        }
        swap(&held.state.items, &batch)
        waiting.set(false)
        return (!batch.isEmpty || isUnfinished, batch.isEmpty && held.state.isClosed)
      }
      if !isOpen { break }
      isUnfinished = work(&worker.pointee, batch, self)
      if isLast { break }
    }
    // Before anybody hears of the end: what it holds, such as an open file, is free then.
    worker.deinitialize(count: 1)
    monitor.locked { held in
      held.state.hasEnded = true
      monitor.wakeAll()
    }
  }

  /// Waits until there are so many items, or the time is over. Only when locked.
  private func waits(for count: Int, microseconds: Int, _ held: Monitor<State>.Held) {
    guard held.state.items.count < count, !held.state.isClosed else { return }
    let deadline = Deadline(microseconds: microseconds)
    repeat {
      held.state.awaited = count
    } while held.state.items.count < count && !held.state.isClosed && held.wait(until: deadline)
    held.state.awaited = 0
  }
}
