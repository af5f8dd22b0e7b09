internal import Synchronization

/// What became of the cells of a file when it was gone through last.
///
/// A pass counts for itself, and its counts take the place of those before when it is at its end:
/// so passes at the same time do not mix.
package final class CellLedger: Sendable {
  private let last = Mutex(Counts())

  private struct Counts {
    var remarks: [CellRemark] = []
    var unread: [String] = []
    var absent: [String] = []
  }

  package init() {}

  /// What there is to say of cells, column by column.
  package var remarks: [CellRemark] { last.withLock { $0.remarks } }

  /// Columns with content of which no row was read.
  package var unreadColumns: [String] { last.withLock { $0.unread } }

  /// Columns that somebody asked for and that the file does not have.
  package var absentColumns: [String] { last.withLock { $0.absent } }

  func put(_ columns: [ColumnUse], absent: [String]) {
    let remarks = columns.flatMap {
      $0.remarks.values.sorted { $0.outcome.rawValue < $1.outcome.rawValue }
    }
    let unread = columns.filter { !$0.isRead && $0.remarks[.unread] != nil }.map(\.name)
    last.withLock { $0 = Counts(remarks: remarks, unread: unread, absent: absent) }
  }
}

/// What there is to say of some cells of a column.
public struct CellRemark: Sendable, Hashable, Codable {
  /// What became of them.
  public enum Outcome: String, Sendable, Codable {
    /// Nobody asked for them.
    case unread
    /// Their texts are no values, and were read as none.
    case nothing
    /// Their values were changed on the way, such as to another unit or zone.
    case changed
  }

  /// The file's name, without the folder that was named.
  public let file: String
  /// The column.
  public let column: String
  /// What became of its cells.
  public let outcome: Outcome
  /// How many of them.
  public var count = 0
  /// The row of the first of them.
  public let first: SourcePosition
  /// The text of the first of them, its first 100 characters.
  public let text: String
}
