internal import Synchronization

/// What became of the cells of the row that a pass is at.
///
/// One of these serves all rows of a pass, so that none allocates. A row that is kept for longer
/// and read then counts for nothing.
package final class RowUse: Sendable {
  private let state: Mutex<State>

  private struct State {
    /// The number of the row.
    var row = -1
    /// By the place of the column; nil for a cell that nobody asked for.
    var uses: [CellUse?]
    /// The columns that were asked for and that there are not.
    var absent: Set<String> = []
    /// Whether the row was handed over whole, as one that cannot be read.
    var isWhole = false
  }

  package init(columns: Int) { state = Mutex(State(uses: Array(repeating: nil, count: columns))) }

  /// Begins a row, of whose cells nobody has asked for any.
  package func begin(row: Int) {
    state.withLock { state in
      state.row = row
      state.isWhole = false
      for index in state.uses.indices { state.uses[index] = nil }
    }
  }

  /// Notes what became of a cell. What was noted of it before and tells more stays.
  package func note(_ use: CellUse, at index: Int, of row: Int) {
    state.withLock { state in
      guard row == state.row, index < state.uses.count else { return }
      if let known = state.uses[index], known >= use { return }
      state.uses[index] = use
    }
  }

  /// Notes that a column was asked for that there is not.
  func noteAbsent(_ column: String) { state.withLock { _ = $0.absent.insert(column) } }

  /// The columns that were asked for and that there are not, in alphabetical order.
  var absent: [String] { state.withLock { $0.absent.sorted() } }

  /// Notes that the whole row goes into the report.
  package func noteWhole(_ row: Int) {
    state.withLock { if row == $0.row { $0.isWhole = true } }
  }

  /// By the place of the column; nil for a row that was handed over whole.
  package var uses: [CellUse?]? { state.withLock { $0.isWhole ? nil : $0.uses } }
}

/// What became of a cell that somebody asked for; what tells more is greater.
package enum CellUse: Int, Comparable, Sendable {
  /// Its text was read.
  case read
  /// Its text was no value, and was read as none.
  case nothing
  /// Its value was changed on the way.
  case changed

  package static func < (a: CellUse, b: CellUse) -> Bool { a.rawValue < b.rawValue }
}
