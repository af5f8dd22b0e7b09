internal import Synchronization

/// Counts how often the processes that led to this one have forked.
///
/// An environment must not be used in a child. Asking the system for the process at each read would
/// cost more than the rest of its beginning; a number that the child raises costs a load.
enum Fork {
  private static let counter = Atomic<Int>(0)
  private static let isRegistered: Bool = {
    pthread_atfork(nil, nil, { Fork.noteChild() }) == 0
  }()

  /// The number of now; an environment keeps the one that it was opened with.
  static var count: Int { counter.load(ordering: .relaxed) }

  /// Registers the handler; before an environment is opened.
  static func watch() { _ = isRegistered }

  /// Called in a child.
  static func noteChild() { counter.add(1, ordering: .relaxed) }
}
