/// The command that brings back what is not there.
public enum WayBack: Sendable, Hashable {
  /// What was deleted is restored by its id.
  case restore
  /// The transaction that wrote it, which was taken back, is brought back.
  case redo(UInt64)
  /// The transaction that took back what wrote it is taken back itself.
  case undo(UInt64)

  /// Such as `redo 12`.
  ///
  /// - Parameter id: what the command calls the thing.
  public func command(_ id: String) -> String {
    switch self {
    case .restore: "restore \(id)"
    case .redo(let number): "redo \(number)"
    case .undo(let number): "undo \(number)"
    }
  }
}
