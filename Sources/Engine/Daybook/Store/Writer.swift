internal import LMDB

/// Takes what is to be written, from any thread, and has it written by the writer thread or in its
/// place.
final class Writer: Sendable {
  private let context: WriterContext
  private let path: String
  private let queue: WorkQueue<WriterJob, WriterLoop>

  init(
    _ transactor: consuming Transactor, readers: Readers, path: String, options: StoreOptions
  ) {
    context = transactor.context
    self.path = path
    queue = WorkQueue(
      WriterLoop(transactor, readers: readers, path: path, options: options),
      waiting: context.waiting)
  }

  func start() { queue.start { loop, jobs, queue in loop.run(jobs, queue) } }

  func close() { queue.close() }

  /// Closes after everything that was handed in before is done and on the disk; waits for that.
  func flushAndClose() -> Result<Void, any Error> {
    refuseForked()
    let latch = Latch<Result<Void, any Error>>()
    let isFirst = queue.close(with: .task { loop in latch.set(Result { try loop.flush() }) })
    queue.close()
    return isFirst ? latch.wait() : .success(())
  }

  /// Whether the calling thread writes, or builds rows for the one that does: it would wait for
  /// itself.
  var isMine: Bool { queue.isMine || context.builders.hasCurrent }

  /// Whether somebody waited for the thread since that was asked last.
  var wasAwaited: Bool { context.waiting.wasAwaited }

  /// Hands in an append that tells its own result.
  func add(_ append: Append) {
    refuseForked()
    if !queue.add(.append(append)) { append.done?(.failure(closed)) }
  }

  /// Hands in an append and waits for its result, or runs it here when the thread has nothing to
  /// do.
  ///
  /// One that may wait for its commit is not run here: its transaction would be open in a thread
  /// that goes away.
  func result(of append: Append) throws -> History.Token {
    refuseForked()
    if append.durability != .bulk, queue.lend({ loop, queue in loop.runHere(append, queue) }) {
      return try append.result.get()
    }
    guard queue.add(.append(append)) else { throw closed }
    context.finished.locked { held in
      while !append.isDone { held.wait() }
    }
    return try append.result.get()
  }

  /// Runs `body` with the writer, after everything that was handed in before, and waits for it.
  func perform<R: Sendable>(
    _ body: @escaping @Sendable (inout Transactor) throws -> R
  ) throws -> R {
    refuseForked()
    let latch = Latch<Result<R, any Error>>()
    let added = queue.add(
      .task { loop in
        latch.set(
          Result {
            if let failure = loop.failure { throw failure }
            return try body(&loop.transactor)
          })
      })
    guard added else { throw closed }
    return try latch.wait().get()
  }

  /// Makes everything that was handed in before durable.
  func flush(_ done: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    refuseForked()
    let added = queue.add(.task { loop in done(Result { try loop.flush() }) })
    if !added { done(.failure(closed)) }
  }

  /// The thread that writes is not there in a forked child, which would wait for it.
  private func refuseForked() { context.environment.environment.refuseForked() }

  private var closed: StoreError {
    StoreError(.closed, "the store at \(path) is closed; open it again")
  }
}
