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
  }

  package init() {}

  /// What there is to say of cells, column by column.
  package var remarks: [CellRemark] { last.withLock { $0.remarks } }

  /// Columns with content of which no row was read.
  package var unreadColumns: [String] { last.withLock { $0.unread } }

  func put(_ remarks: [CellRemark], unread: [String]) {
    last.withLock { $0 = Counts(remarks: remarks, unread: unread) }
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
  /// The text of the first of them.
  public let text: String
}

/// Counts the cells of a file while it is gone through.
struct CellPass {
  private var columns: [Column]

  private struct Column {
    let name: String
    /// Whether it says what others say.
    var isRepeated = false
    /// Whether a cell with content was read.
    var isRead = false
    var remarks: [CellRemark.Outcome: CellRemark] = [:]

    mutating func note(
      _ outcome: CellRemark.Outcome, _ text: String, _ position: SourcePosition
    ) {
      remarks[
        outcome,
        default: CellRemark(
          file: position.file, column: name, outcome: outcome, first: position, text: text)
      ].count += 1
    }
  }

  init(columns: [String], isRepeated: (String) -> Bool) {
    self.columns = columns.enumerated().map { index, name in
      Column(
        name: name.isEmpty ? Self.place(index) : name, isRepeated: isRepeated(name))
    }
  }

  /// Names a column that the header does not.
  private static func place(_ index: Int) -> String { "column \(index + 1)" }

  /// Takes a row into account, when it was read.
  mutating func add(_ row: CSVFile.Row) {
    guard let uses = row.use.uses else { return }
    while columns.count < row.fields.count {
      columns.append(Column(name: Self.place(columns.count)))
    }
    for (index, text) in row.fields.enumerated() {
      let use = index < uses.count ? uses[index] : nil
      let isPlain = use == .read || (use == nil && columns[index].isRepeated)
      // Most cells: their texts need no look.
      if isPlain, columns[index].isRead { continue }
      let text = text.trimmed
      if text.isEmpty { continue }
      if use != nil || isPlain { columns[index].isRead = true }
      if isPlain { continue }
      columns[index].note(
        use == nil ? .unread : use == .nothing ? .nothing : .changed, text, row.position)
    }
  }

  /// Lets a ledger have what was counted.
  func finish(_ ledger: CellLedger) {
    ledger.put(
      columns.flatMap { $0.remarks.values.sorted { $0.outcome.rawValue < $1.outcome.rawValue } },
      unread: columns.filter { !$0.isRead && $0.remarks[.unread] != nil }.map(\.name))
  }
}
