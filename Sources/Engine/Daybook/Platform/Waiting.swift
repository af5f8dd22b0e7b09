internal import Synchronization

/// Whether somebody waits for the writer thread, for long work that can make room.
///
/// Looking costs one load, so that work may look often.
final class Waiting: Sendable {
  /// Thrown by a step that makes room: what it has done is dropped, and it is to be done again.
  struct Interruption: Error {}

  private let isSomebody = Atomic<Bool>(false)
  private let wasSomebody = Atomic<Bool>(false)

  /// Whether somebody waits.
  var isAwaited: Bool { isSomebody.load(ordering: .relaxed) }

  /// Throws when somebody waits.
  func makeRoom() throws(Interruption) { if isAwaited { throw Interruption() } }

  /// Whether somebody waited at some time since `watch`.
  var wasAwaited: Bool { wasSomebody.load(ordering: .relaxed) }

  /// Begins to note whether somebody waits.
  func watch() { wasSomebody.store(isAwaited, ordering: .relaxed) }

  func set(_ isAwaited: Bool) {
    isSomebody.store(isAwaited, ordering: .relaxed)
    if isAwaited { wasSomebody.store(true, ordering: .relaxed) }
  }
}
