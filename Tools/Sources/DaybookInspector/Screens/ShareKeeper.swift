import Daybook
import Synchronization

/// What entities give to views, found out in the background and kept for the last few views that
/// somebody asked about.
actor ShareKeeper {
  /// How far it is.
  enum Answer: Sendable {
    case done(ViewContributions)
    case underWay(done: Int, total: Int)
  }

  private struct Work {
    let view: String
    let task: Task<ViewContributions, any Error>
    let progress: Progress
  }

  /// How far one of them is.
  private final class Progress: Sendable {
    private let steps = Mutex((done: 0, total: 0))
    var now: (done: Int, total: Int) { steps.withLock { $0 } }
    func set(_ done: Int, _ total: Int) { steps.withLock { $0 = (done, total) } }
  }

  /// Each has a copy of the store on disk.
  private static let limit = 2
  /// How long a page waits for an answer.
  private static let patience = Duration.seconds(1)

  private let store: EventStore
  private var work: [Work] = []

  init(_ store: EventStore) { self.store = store }

  /// What is known about a view.
  ///
  /// - Parameter isFresh: whether something that was found out before will not do.
  func answer(_ view: String, isFresh: Bool) async throws -> Answer {
    if isFresh, let known = place(view), work[known].progress.now.total == .max {
      work.remove(at: known)
    }
    let current = place(view).map { work[$0] } ?? begin(view)
    let isDone = await Self.wait(for: current.task)
    guard isDone else {
      let (done, total) = current.progress.now
      return .underWay(done: done, total: total)
    }
    do { return .done(try await current.task.value) } catch {
      if let failed = place(view) { work.remove(at: failed) }
      throw error
    }
  }

  private func place(_ view: String) -> Int? { work.firstIndex { $0.view == view } }

  private func begin(_ view: String) -> Work {
    if work.count >= Self.limit { work.removeFirst().task.cancel() }
    let progress = Progress()
    let task = Task { [store] in
      let found = try await store.contributions(to: view) { step in
        progress.set(step.done, step.total)
      }
      progress.set(.max, .max)
      return found
    }
    let begun = Work(view: view, task: task, progress: progress)
    work.append(begun)
    return begun
  }

  /// Whether the task ended within a page's patience.
  private static func wait(for task: Task<ViewContributions, any Error>) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      // Only whether it is over matters: the one who waits must not wait for its end when it is
      // not, so each of both ends by itself.
      let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
      Task {
        _ = await task.result
        continuation.finish()
      }
      group.addTask {
        for await _ in ended {}
        return !Task.isCancelled
      }
      group.addTask {
        try? await Task.sleep(for: patience)
        return false
      }
      defer { group.cancelAll() }
      return await group.next() ?? false
    }
  }
}
