public import Daybook
public import Interchange
public import Nursery

/// Writes a view of the nursery as CSV, as a JSON array or as lines of JSON.
///
/// ```swift
/// let feeds = NurseryViewWriter(.feeds, as: .csv)
/// try store.read { try feeds.write($0, to: path) }                // as they are
/// try store.read(asOf: token) { try feeds.write($0, to: path) }   // as they were
/// ```
/// Times are in UTC, amounts as they were typed; sums are in one unit. Days are those of the store,
/// of a baby with a zone of its own those of its zone. A store at an earlier token
/// gives the bytes that a store gives whose log ends there.
public struct NurseryViewWriter: Sendable {
  /// What is written.
  public var view: NurseryView
  /// How.
  public var format: TableFormat
  /// Whose rows; everybody's without. Of views that are of no baby it changes nothing.
  public var baby: UUID?
  /// The unit of sums.
  public var unit: VolumeUnit
  /// Whether a file takes the place of one that has something in it; else writing it throws
  /// `InterchangeError.targetExists` where there is one in the end.
  public var replaces = true

  /// Writes a view.
  public init(
    _ view: NurseryView, as format: TableFormat, baby: UUID? = nil, unit: VolumeUnit = .millilitre
  ) {
    self.view = view
    self.format = format
    self.baby = baby
    self.unit = unit
  }

  /// Writes to a file, which gets its name when it is whole and on disk.
  ///
  /// Cost: O(n) for n rows. A view at an earlier token is built from the log first, once for a
  /// read.
  ///
  /// - Returns: how many rows were written.
  /// - Throws: `InterchangeError.unwritableFile`; `StoreError.notInSchema` for a view that the
  ///   store does not keep; other `StoreError`s.
  @discardableResult
  public func write(
    _ reader: borrowing some StoreReading & ~Copyable & ~Escapable, to path: String
  ) throws -> Int {
    let file = try TableFile(view.columns, as: format, at: path, replaces: replaces)
    try rows(reader) { try file.write($0) }
    return try file.keep()
  }

  /// Writes to whatever takes bytes: whole lines, one after the other.
  ///
  /// - Returns: how many rows were written.
  /// - Throws: as the other, and what `sink` throws.
  @discardableResult
  public func write(
    _ reader: borrowing some StoreReading & ~Copyable & ~Escapable,
    to sink: @escaping ([UInt8]) throws -> Void
  ) throws -> Int {
    var table = TableWriter(view.columns, as: format, to: sink)
    try rows(reader) { try table.write($0) }
    let count = table.rows
    try table.finish()
    return count
  }

  /// Writes days, totals or kinds by the days of a history, such as one that `EventStore.preview`
  /// groups in another zone. Of another view it is misuse.
  ///
  /// - Parameter profiles: the babies that there are, for their names.
  /// - Returns: how many rows were written.
  /// - Throws: `InterchangeError.unwritableFile`; `StoreError`s.
  @discardableResult
  public func write(
    _ history: borrowing ProjectionReader<HistoryGroups>, of profiles: [CurrentProfile],
    to path: String
  ) throws -> Int {
    let file = try TableFile(view.columns, as: format, at: path, replaces: replaces)
    try days(history, Self.names(of: profiles)) { try file.write($0) }
    return try file.keep()
  }

  /// Writes days, totals or kinds by the days of a history to whatever takes bytes.
  ///
  /// - Returns: how many rows were written.
  /// - Throws: as the other, and what `sink` throws.
  @discardableResult
  public func write(
    _ history: borrowing ProjectionReader<HistoryGroups>, of profiles: [CurrentProfile],
    to sink: @escaping ([UInt8]) throws -> Void
  ) throws -> Int {
    var table = TableWriter(view.columns, as: format, to: sink)
    try days(history, Self.names(of: profiles)) { try table.write($0) }
    let count = table.rows
    try table.finish()
    return count
  }

  private static func names(of profiles: [CurrentProfile]) -> [UUID: String] {
    Dictionary(profiles.map { ($0.id, $0.profile.name) }, uniquingKeysWith: { first, _ in first })
  }

  /// Calls `body` with the cells of each row.
  private func rows(
    _ reader: borrowing some StoreReading & ~Copyable & ~Escapable,
    _ body: ([TableCell]) throws -> Void
  ) throws {
    let profiles = try reader.view(CurrentProfiles.self).all()
    let babies = Self.names(of: profiles)
    let own = profiles.filter { baby == nil || $0.id == baby }
    switch view {
    case .days, .totals, .kinds: try days(reader.view(HistoryGroups.self), babies, body)
    case .last: try last(reader, own, babies, body)
    case .profiles:
      for profile in own { try body([TableCell](BesideColumns.profiles, profile)) }
    case .tags: try tags(reader, body)
    case .conflicts: try conflicts(reader, babies, body)
    case .types, .checklist, .timers: try beside(reader, own, babies, body)
    default:
      let rows = EntryRows(view.kind, babies)
      let history = try reader.view(HistoryGroups.self)
      try history.forEach(HistoryGroups.entries, reversed: true) { key, entry in
        guard baby == nil || entry.baby == baby, let cells = rows.row(key.id, entry) else {
          return true
        }
        try body(cells)
        return true
      }
    }
  }

  // MARK: Days

  private func days(
    _ history: borrowing ProjectionReader<HistoryGroups>, _ babies: [UUID: String],
    _ body: ([TableCell]) throws -> Void
  ) throws {
    precondition(view.isByDay, "\(view) is not by days; write it with a reader of the store")
    if view == .days {
      return try history.forEachDay(baby: baby) { day in
        if !day.entries.isEmpty { try body([TableCell](DayColumns.days, day)) }
      }
    }
    let totals = try history.totals().filter { baby == nil || $0.baby == baby }
    switch view {
    case .totals:
      let columns = DayColumns.totals(unit, babies)
      for row in totals { try body([TableCell](columns, row)) }
    default:
      let columns = DayColumns.kinds(unit, babies)
      for row in totals {
        for kind in row.totals.kinds {
          try body([TableCell](columns, DayColumns.Part(row: row, totals: kind)))
        }
      }
    }
  }
}
