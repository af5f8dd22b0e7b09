/// How much of a file is looked at when it is opened.
///
/// The roots and the free list always are.
public enum PageChecks: Sendable {
  /// Every page, before the file is used.
  case atOpen
  /// Small files in full; of others the branches where they are few, and the rest is left to
  /// `Environment.walkPages`.
  case inBackground
  /// No more.
  case none
}

/// What was not looked at when a file was opened.
public enum PagesLeft: Sendable {
  case nothing, leaves, branchesAndLeaves
}
