public import Daybook

/// Why an operation of the nursery was refused; nothing was written.
public enum NurseryError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is nothing of the kind to finish.
  case nothingInProgress(EntryKind, baby: UUID?)
  /// What was entered cannot be; all that is wrong with it.
  case invalid([EntryProblem])
  /// There is no such entry.
  case noSuchEntry(UUID)
  /// A name is empty.
  case emptyName
  /// There is no such type of custom events.
  case noSuchEventType(UUID)
  /// There is no such item of a checklist.
  case noSuchChecklistItem(UUID)
  /// There is no such timer, or it does not run any more.
  case noSuchTimer(UUID)
  /// A name of a type or item is empty.
  case invalidName
  /// A sign of a type or item is empty.
  case invalidEmoji
  /// Another type, or another item of the list, has that sign.
  case duplicateEmoji(String)
  /// A checklist has as many items as it can have.
  case maximumItemsReached(Int)
  /// There is no event of today to take back.
  case eventNotFound

  public var description: String {
    switch self {
    case .nothingInProgress(let kind, let baby):
      "no \(kind.name) of \(baby.map { "baby \($0)" } ?? "nobody") is in progress; start one first"
    case .invalid(let problems): problems.map(\.description).joined(separator: "; ")
    case .noSuchEntry(let id): "there is no entry \(id)"
    case .emptyName: "a baby needs a name"
    case .noSuchEventType(let id): "there is no type of events \(id); make it first"
    case .noSuchChecklistItem(let id): "there is no item \(id) on a checklist; add it first"
    case .noSuchTimer(let id): "timer \(id) does not run; start one, or look for its entry"
    case .invalidName: "the name is empty; give one"
    case .invalidEmoji: "the sign is empty; give one"
    case .duplicateEmoji(let emoji): "\(emoji) is in use; take another sign"
    case .maximumItemsReached(let limit):
      "the checklist has \(limit) items, which is the most; delete one first"
    case .eventNotFound: "nothing of today is there to take back; it may be deleted already"
    }
  }
}
