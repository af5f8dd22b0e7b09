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

  public var description: String {
    switch self {
    case .nothingInProgress(let kind, let baby):
      "no \(kind.name) of \(baby.map { "baby \($0)" } ?? "nobody") is in progress; start one first"
    case .invalid(let problems): problems.map(\.description).joined(separator: "; ")
    case .noSuchEntry(let id): "there is no entry \(id)"
    case .emptyName: "a baby needs a name"
    }
  }
}
