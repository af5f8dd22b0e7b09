internal import LMDB
internal import Synchronization

/// Looks at the pages of a large store on a thread of its own, and stops the writer when one is
/// damaged.
///
/// What a damaged page holds would be copied into new ones, and a damaged branch hides rows from
/// the code that keeps them. Reads go on: most of a store with a damaged leaf can be read.
final class PageWatch: Sendable {
  private let environment: EnvironmentBox
  private let now: @Sendable () -> Date
  private let queue = WorkQueue<Bool, Void>(())
  /// What is known by now.
  private let monitor: Monitor<PageState>
  /// Whether branches were found sound, and nothing else damaged.
  private let canWrite: Atomic<Bool>
  private let isCancelled = Atomic<Bool>(false)
  private let isStarted: Bool
  private let leavesToo: Bool

  /// - Parameter isSkipped: whether pages are not to be looked at.
  init(_ environment: EnvironmentBox, isSkipped: Bool, now: @escaping @Sendable () -> Date) {
    self.environment = environment
    self.now = now
    let left = environment.environment.pagesLeft
    let path = environment.environment.path
    let isKnown =
      PageRecord(directory: path)?.holds(
        for: path, newest: environment.environment.lastTransactionID,
        now: Int64(now().timeIntervalSince1970)) ?? false
    leavesToo = left != .nothing && !isKnown
    isStarted = left == .branchesAndLeaves || leavesToo
    canWrite = Atomic(left != .branchesAndLeaves)
    monitor = Monitor(
      isStarted ? .running : isSkipped ? .skipped : .sound)
  }

  /// Starts the thread and runs `body`, which opens the store; ends the thread when that throws.
  func watching<R: ~Copyable>(_ body: () throws -> R) throws -> R {
    start()
    do { return try body() } catch {
      close()
      throw error
    }
  }

  /// Starts the thread, when there is something to look at.
  private func start() {
    guard isStarted else { return }
    queue.start { [unowned self] _, _, _ in
      walk()
      return false
    }
    _ = queue.add(true)
  }

  /// Ends the thread; the environment is not used any more when this returns.
  func close() {
    guard isStarted else { return }
    monitor.locked { _ in
      isCancelled.store(true, ordering: .relaxed)
      monitor.wakeAll()
    }
    queue.close()
  }

  /// What is known by now.
  var current: PageState { monitor.locked { $0.state } }

  /// Waits until the branches were looked at.
  ///
  /// - Throws: `StoreError.damaged`, naming the page.
  func requireSound() throws {
    if canWrite.load(ordering: .acquiring) { return }
    let found = monitor.locked { held in
      while held.state == .running, !canWrite.load(ordering: .relaxed) { held.wait() }
      return held.state
    }
    if case .damaged(let message) = found { throw StoreError(.damaged, message) }
  }

  /// Waits for the end of the walk, for tests.
  func wait() -> PageState {
    monitor.locked { held in
      while held.state == .running { held.wait() }
      return held.state
    }
  }

  /// How long leaves wait, in microseconds, so that an opening and what is read first have the disk
  /// alone.
  private static let pause = 100_000

  /// False when the store is closed meanwhile. Branches do not wait, because writers wait for them.
  private func pauseBeforeLeaves() -> Bool {
    if canWrite.load(ordering: .relaxed) {
      let end = Deadline(microseconds: Self.pause)
      monitor.locked { held in
        while !isCancelled.load(ordering: .relaxed), held.wait(until: end) {}
      }
    }
    return !isCancelled.load(ordering: .relaxed)
  }

  private func walk() {
    guard pauseBeforeLeaves() else { return end(.skipped) }
    let path = environment.environment.path
    do throws(LMDBError) {
      let transaction = try environment.environment.walkPages(
        leavesToo: leavesToo, isCancelled: { isCancelled.load(ordering: .relaxed) },
        afterBranches: { end(nil) })
      end(transaction == nil ? .skipped : .sound)
      guard leavesToo, let transaction else { return }
      let time = Int64(now().timeIntervalSince1970)
      PageRecord(directory: path, transaction: transaction, time: time)?.write(to: path)
    } catch  where error.code == .corrupted {
      end(
        .damaged(
          "the store at \(path) is damaged: \(error.detail); it is not written any more, so "
            + StoreError.remedy))
    } catch {
      end(.skipped)  // No reader slot, say: it says nothing of the pages.
    }
  }

  /// Notes what was found; nil for sound branches.
  private func end(_ found: PageState?) {
    monitor.locked { held in
      var isDamaged = false
      if case .damaged = found { isDamaged = true }
      canWrite.store(!isDamaged, ordering: .releasing)
      if let found { held.state = found }
      monitor.wakeAll()
    }
  }
}
