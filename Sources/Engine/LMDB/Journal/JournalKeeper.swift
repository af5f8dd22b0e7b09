/// The thread that flushes the data file for a checkpoint, and makes the file whole when nothing
/// has been written for a while.
///
/// It is there while an interval of this process is open.
final class JournalKeeper: @unchecked Sendable {  // the mutex guards the state
  private struct State {
    var isRunning = false
    var mustStop = false
    /// Whether anything was asked of it since it last looked.
    var isUsed = false
    /// Counts the flushes that were asked for; what came of an older one is of no interest.
    var asked = 0
    var done = 0
    var failure: LMDBError?
  }

  private let data: Int32
  private let directory: String
  private let gate: MapGate
  private let idle: Int
  // Safety: POSIX needs both to stay where they are. Freed with this object.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var state = State()

  init(_ data: Int32, _ directory: String, _ gate: MapGate, idle: Int) {
    (self.data, self.directory, self.gate, self.idle) = (data, directory, gate, idle)
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

  private func locked<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }

  // MARK: What the journal asks of it

  /// Starts the thread for an interval of `journal`, unless it is there.
  func start(_ journal: Journal) {
    locked {
      state.isUsed = true
      if state.isRunning || state.mustStop { return }
      state.isRunning = SystemThread.run { self.run(journal) }
    }
  }

  /// Notes that something was written.
  func note() { locked { state.isUsed = true } }

  /// Has the data file flushed, in the caller's place where there is no thread.
  func flush() {
    locked {
      state.asked += 1
      state.failure = nil
      if state.isRunning {
        pthread_cond_broadcast(condition)
      } else {
        end(state.asked, flushed())
      }
    }
  }

  /// Whether that has been done.
  func hasFlushed() throws(LMDBError) -> Bool {
    try locked { () throws(LMDBError) in
      if let failure = state.failure { throw failure }
      return state.done == state.asked
    }
  }

  /// Waits until it has been done.
  func wait() throws(LMDBError) {
    try locked { () throws(LMDBError) in
      while state.done != state.asked { pthread_cond_wait(condition, mutex) }
      if let failure = state.failure { throw failure }
    }
  }

  /// Ends the thread, and waits for that.
  func stop() {
    locked {
      state.mustStop = true
      pthread_cond_broadcast(condition)
      while state.isRunning { pthread_cond_wait(condition, mutex) }
    }
  }

  // MARK: The thread

  private func run(_ journal: Journal) {
    pthread_mutex_lock(mutex)
    defer {
      state.isRunning = false
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    while true {
      while state.done == state.asked, !state.mustStop {
        if waits() { continue }
        // Nothing was asked for a while.
        if state.isUsed {
          state.isUsed = false
          continue
        }
        pthread_mutex_unlock(mutex)
        // Before the lock of the writer is held, so that it is not held long.
        let isSettled = flushed() == nil && (try? journal.settle()) == true
        pthread_mutex_lock(mutex)
        if isSettled, !state.isUsed { return }
      }
      if state.done == state.asked { return }
      let number = state.asked
      pthread_mutex_unlock(mutex)
      let failure = flushed()
      pthread_mutex_lock(mutex)
      end(number, failure)
    }
  }

  /// Waits until it is woken, or the time without use is over; false for that.
  private func waits() -> Bool {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    time.tv_sec += idle / 1_000_000
    time.tv_nsec += idle % 1_000_000 * 1000
    time.tv_sec += time.tv_nsec / 1_000_000_000
    time.tv_nsec %= 1_000_000_000
    return pthread_cond_timedwait(condition, mutex, &time) == 0
  }

  /// Flushes the data file; when that fails nobody knows what is on disk, and nothing is written
  /// any more: the records of the journal stand for it at the next opening.
  private func flushed() -> LMDBError? {
    do throws(LMDBError) {
      try gate.flushing { () throws(LMDBError) in try DriveFlush.flushData(data, directory) }
    } catch { return error }
    return nil
  }

  private func end(_ number: Int, _ failure: LMDBError?) {
    state.done = number
    if number == state.asked { state.failure = failure }
    pthread_cond_broadcast(condition)
  }
}
