package import Daybook
import Synchronization

/// What entities give to views, found out in the background and kept for the last few views that
/// somebody asked about.
///
/// Who asks is never the end of somebody else's work: a view for which there is no place waits
/// until a result was told to the one who asked for it, or nobody has come for it for a while.
package actor ShareKeeper {
  /// How far it is.
  package enum Answer: Sendable {
    case done(ViewContributions)
    case underWay(done: Int, total: Int)
    /// Other views are being found out first.
    case waiting
  }

  /// Finds out what entities give to a view, and says how far it is.
  package typealias Search =
    @Sendable (
      _ view: String, _ progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws -> ViewContributions

  /// How far one search is.
  private final class Progress: Sendable {
    private struct State {
      var (done, total) = (0, 0)
      /// When it ended.
      var end: ContinuousClock.Instant?
    }

    private let state = Mutex(State())

    var steps: (done: Int, total: Int) { state.withLock { ($0.done, $0.total) } }
    var end: ContinuousClock.Instant? { state.withLock { $0.end } }
    func set(_ done: Int, _ total: Int) { state.withLock { ($0.done, $0.total) = (done, total) } }
    func finish() { state.withLock { $0.end = .now } }
  }

  private struct Work {
    let view: String
    let task: Task<ViewContributions, any Error>
    let progress: Progress
    /// Whether somebody has got the result.
    var isTold = false

    /// Whether the result may make room for another one.
    func isOver(_ grace: Duration) -> Bool {
      progress.end.map { isTold || $0.duration(to: .now) > grace } ?? false
    }
  }

  /// Each has a copy of the store on disk.
  private static let limit = 2

  private let search: Search
  private let patience: Duration
  /// How long a result is kept for those who asked for it.
  private let grace: Duration
  /// The one that was asked for last is at the end.
  private var work: [Work] = []

  /// - Parameter patience: how long a page waits for an answer.
  package init(
    patience: Duration = .seconds(1), grace: Duration = .seconds(30), _ search: @escaping Search
  ) {
    (self.patience, self.grace, self.search) = (patience, grace, search)
  }

  /// What is known about a view.
  ///
  /// - Parameter number: what was found out before as of an older transaction will not do.
  package func answer(_ view: String, since number: UInt64 = 0) async throws -> Answer {
    // What went on while it was waited for may be too old; what is begun now is not.
    for _ in 0..<2 {
      guard let current = known(view) ?? begin(view) else { return .waiting }
      guard await Self.wait(for: current.task, patience) else {
        let (done, total) = current.progress.steps
        return .underWay(done: done, total: total)
      }
      let found: ViewContributions
      do { found = try await current.task.value } catch {
        remove(current)
        throw error
      }
      if found.token.number >= number {
        if let index = place(of: current) { work[index].isTold = true }
        return .done(found)
      }
      remove(current)
    }
    throw InspectorError.missing("there is no transaction \(number) yet")
  }

  private func place(of one: Work) -> Int? { work.firstIndex { $0.progress === one.progress } }

  private func remove(_ one: Work) {
    if let index = place(of: one) { work.remove(at: index) }
  }

  /// What is there of a view, which is now the one that was asked for last.
  private func known(_ view: String) -> Work? {
    guard let place = work.firstIndex(where: { $0.view == view }) else { return nil }
    let found = work.remove(at: place)
    work.append(found)
    return found
  }

  /// Begins to find out; nil where there is no room yet.
  private func begin(_ view: String) -> Work? {
    if work.count >= Self.limit {
      guard let old = work.firstIndex(where: { $0.isOver(grace) }) else { return nil }
      work.remove(at: old)
    }
    let progress = Progress()
    let task = Task { [search] in
      defer { progress.finish() }
      return try await search(view) { progress.set($0, $1) }
    }
    let begun = Work(view: view, task: task, progress: progress)
    work.append(begun)
    return begun
  }

  /// Whether the task ended within a page's patience.
  private static func wait(
    for task: Task<ViewContributions, any Error>, _ patience: Duration
  ) async -> Bool {
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
