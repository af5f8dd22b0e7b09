/// Counts the cells of a table while it is gone through.
package struct CellPass {
  private var columns: [ColumnUse]

  /// - Parameter isRepeated: whether a column says what others say.
  package init(columns: [String], isRepeated: (String) -> Bool = { _ in false }) {
    self.columns = columns.enumerated().map { index, name in
      ColumnUse(
        name: name.isEmpty ? Self.place(index) : name, isRepeated: isRepeated(name))
    }
  }

  /// Names a column that the header does not.
  private static func place(_ index: Int) -> String { "column \(index + 1)" }

  /// Takes a row into account that was read.
  ///
  /// - Parameter uses: what became of the cells; nil for one that nobody asked for, as for those
  ///   beyond the end.
  package mutating func add(_ cells: [String], _ uses: [CellUse?], at position: SourcePosition) {
    add(cells, uses, at: { position })
  }

  /// Takes a row of a file into account.
  mutating func add(_ row: CSVFile.Row, _ uses: [CellUse?]) {
    add(row.fields, uses, at: { row.position })
  }

  private mutating func add(
    _ cells: [String], _ uses: [CellUse?], at position: () -> SourcePosition
  ) {
    while columns.count < cells.count { columns.append(ColumnUse(name: Self.place(columns.count))) }
    for index in cells.indices where !cells[index].isEmpty {
      let use = index < uses.count ? uses[index] : nil
      // Most cells: their texts need no look.
      if !columns[index].isSettled(use) { columns[index].add(cells[index], use, at: position()) }
    }
  }

  /// Lets a ledger have what was counted.
  ///
  /// - Parameter absent: columns that were asked for and that the file does not have.
  package func finish(_ ledger: CellLedger, absent: [String] = []) {
    ledger.put(columns, absent: absent)
  }
}

/// Counts the members of objects while they are gone through.
package struct MemberPass {
  private var members: [String: ColumnUse] = [:]
  private let isRepeated: (String) -> Bool

  /// - Parameter isRepeated: whether a member says what others say.
  package init(isRepeated: @escaping (String) -> Bool = { _ in false }) {
    self.isRepeated = isRepeated
  }

  /// Takes a member into account of an object that was read.
  ///
  /// - Parameters:
  ///   - text: the value; blank for none.
  ///   - use: what became of it; nil when nobody asked for it.
  package mutating func add(
    _ name: String, _ text: @autoclosure () -> String, _ use: CellUse?,
    at position: SourcePosition
  ) {
    members[name, default: ColumnUse(name: name, isRepeated: isRepeated(name))]
      .add(text(), use, at: position)
  }

  /// Lets a ledger have what was counted.
  package func finish(_ ledger: CellLedger) {
    ledger.put(members.values.sorted { $0.name < $1.name }, absent: [])
  }
}

/// What became of the cells of one column.
struct ColumnUse {
  let name: String
  /// Whether it says what others say.
  var isRepeated = false
  /// Whether a cell with content was read.
  private(set) var isRead = false
  private(set) var remarks: [CellRemark.Outcome: CellRemark] = [:]

  init(name: String, isRepeated: Bool = false) {
    self.name = name
    self.isRepeated = isRepeated
  }

  /// Whether a cell of which that became says nothing new.
  func isSettled(_ use: CellUse?) -> Bool { isRead && isPlain(use) }

  private func isPlain(_ use: CellUse?) -> Bool {
    switch use {
    case .read: true
    case nil: isRepeated
    case .nothing, .changed: false
    }
  }

  mutating func add(
    _ text: @autoclosure () -> String, _ use: CellUse?, at position: SourcePosition
  ) {
    if isSettled(use) { return }
    let isPlain = isPlain(use)
    let text = text().trimmed
    if text.isEmpty { return }
    if use != nil || isPlain { isRead = true }
    if isPlain { return }
    let outcome: CellRemark.Outcome =
      use == nil ? .unread : use == .nothing ? .nothing : .changed
    remarks[
      outcome,
      default: CellRemark(
        file: position.file, column: name, outcome: outcome, first: position,
        text: String(text.prefix(100)))
    ].count += 1
  }
}
