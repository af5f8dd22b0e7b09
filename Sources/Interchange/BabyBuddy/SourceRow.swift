public import Foundation

/// What every row read from a source carries beside its values.
public struct SourceRow: Hashable, Sendable {
  /// The source's own id; nil when the file has no id column or the cell is empty.
  public let id: String?
  /// The text the identity is made from: the id, or a digest of the content and the occurrence
  /// number among rows of equal content.
  public internal(set) var sourceID: String
  /// The identity: the same in every import of this row from this instance.
  public internal(set) var entityID: UUID
  /// Where the row stands; the only part that changes when someone sorts the file.
  public internal(set) var position: SourcePosition
  /// Every cell as the file has it, in the order of ``FileReport/columns``.
  public let rawFields: [String]
  /// What is odd about the row, alphabetically, each code once.
  public internal(set) var warnings: [ImportWarning]

  mutating func warn(_ warning: ImportWarning) {
    guard !warnings.contains(warning) else { return }
    warnings.append(warning)
    warnings.sort()
  }
}
