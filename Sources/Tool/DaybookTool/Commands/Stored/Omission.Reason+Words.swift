#if Tools
public import Daybook

extension Omission.Reason {
  /// Why something does not count: the words before and after the transaction that is the cause,
  /// such as `written` by somebody `without the right to`.
  public var words: (before: String, after: String) {
    switch self {
    case .takenBack: ("taken back", "")
    case .deleted: ("deleted", "")
    case .void: ("written", " without the right to")
    case .merged: ("merged into another one", "")
    case .hidden: ("what it refers to is gone", "")
    case .leftOut(let error): ("left out by the view: \(error)", "")
    }
  }
}
#endif
