internal import Synchronization

/// What became of the cells of one row while it was read.
final class RowUse: Sendable {
  private let state: Mutex<State>

  private struct State {
    /// By the place of the column; nil for a cell that nobody asked for.
    var uses: [CellUse?]
    /// Whether the row was handed over whole, as one that cannot be read.
    var isWhole = false
  }

  init(columns: Int) { state = Mutex(State(uses: Array(repeating: nil, count: columns))) }

  /// Notes what became of a cell. What was noted of it before and tells more stays.
  func note(_ use: CellUse, at index: Int) {
    state.withLock { state in
      if let known = state.uses[index], known >= use { return }
      state.uses[index] = use
    }
  }

  /// Notes that the whole row goes into the report.
  func noteWhole() { state.withLock { $0.isWhole = true } }

  /// By the place of the column; nil for a row that was handed over whole.
  var uses: [CellUse?]? { state.withLock { $0.isWhole ? nil : $0.uses } }
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
