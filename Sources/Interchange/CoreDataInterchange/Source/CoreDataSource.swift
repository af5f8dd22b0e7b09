#if CoreData
internal import Foundation
public import Interchange

/// A store of any app as a source of entries: a mapping says what the rows of each entity become.
///
/// ```swift
/// let source = try CoreDataSource(
///   CoreDataStore(path), provider: "trips",
///   [
///     CoreDataMapping("Trip", id: "id") { row in
///       Trip(title: try row.text("title") ?? "", start: try row.date("start"))
///     },
///     CoreDataMapping("Stop") { row in
///       Stop(trip: try row.link("trip", to: "Trip"), place: try row.text("place") ?? "")
///     },
///   ])
/// ```
/// Rows are read one after another. The report of an import names the attributes with content that
/// no mapping has read. Entities without a mapping are left alone.
public struct CoreDataSource: ImportSource {
  public let provider: String
  public let instance: String
  /// The store.
  public let store: CoreDataStore

  private let mappings: [CoreDataMapping]
  private let cells = CellLedger()

  /// Maps a store.
  ///
  /// - Parameters:
  ///   - provider: the program that wrote the store. Reaches the disk.
  ///   - instance: which installation, when somebody has several. Reaches the disk.
  ///   - mappings: in the order in which their rows are read; each entity once.
  /// - Throws: `InterchangeError`: `incomplete` for an entity that the store does not have,
  ///   `missingColumn` for one without the column of its identifier.
  public init(
    _ store: CoreDataStore, provider: String, instance: String = "",
    _ mappings: [CoreDataMapping]
  ) throws {
    for mapping in mappings {
      let entity = try store.entity(mapping.entity)
      guard let id = mapping.id else { continue }
      let column = CoreDataRow.column(id)
      if !entity.columns.contains(where: { $0.name == column }) {
        throw InterchangeError(
          .missingColumn, file: store.name,
          "\(store.name) has no column \(column) for “\(id)” of \(entity.name).")
      }
    }
    self.store = store
    self.provider = provider
    self.instance = instance
    self.mappings = mappings
  }

  public var files: [ImportFile] { store.files(counting: cells) }
  public var hasNaturalKeys: Bool { false }

  /// Always: the rows are those of a copy.
  public func checkUnchanged() {}

  public var wholeTables: [String: any Importable.Type] {
    Dictionary(
      mappings.map { ($0.entity, $0.type) }, uniquingKeysWith: { first, _ in first })
  }

  public func read(subjects: SubjectMap, _ visit: (ImportItem) throws -> Void) throws {
    let linked = LinkedRows(self)
    var pass = MemberPass(isRepeated: CoreDataRow.isOwn)
    for mapping in mappings {
      try store.forEachRow(of: mapping.entity, resolve: linked.find) { row in
        try visit(item(row, mapping))
        row.count(in: &pass)
      }
    }
    pass.finish(cells)
  }

  private func item(_ row: CoreDataRow, _ mapping: CoreDataMapping) throws -> ImportItem {
    let position = row.position
    do {
      guard let state = try mapping.state(row) else {
        return .skipped(
          SkippedRow(
            position: position, reason: "\(row.entityName) \(row.key) is left out.",
            table: mapping.entity))
      }
      let id = try mapping.id.flatMap { try row.uuid($0) }
      return .row(
        ImportRow(
          table: mapping.entity, key: .id(id?.uuidString ?? key(row.key)), entity: id,
          state: state, position: position, rawText: row.text, untold: mapping.untold,
          warnings: row.warnings))
    } catch let error as CoreDataValueError {
      return .quarantined(
        row.quarantined(error, table: mapping.entity, id: identifier(row, mapping)))
    }
  }

  /// What a row that cannot be read is found by; nil when that is what cannot be read.
  private func identifier(_ row: CoreDataRow, _ mapping: CoreDataMapping) -> String? {
    guard let attribute = mapping.id else { return key(row.key) }
    do { return try row.uuid(attribute)?.uuidString ?? key(row.key) } catch { return nil }
  }

  private func key(_ number: Int64) -> String { store.key(number) }

  /// The entity in the log that a row is; nil when it is not there.
  fileprivate func entity(_ name: String, _ number: Int64) throws -> UUID? {
    guard let mapping = mappings.first(where: { $0.entity == name }) else {
      preconditionFailure("A link leads to \(name), which no mapping of this source names.")
    }
    return try store.withRow(number, of: store.entity(name)) { row in
      mapping.id.flatMap { try? row.uuid($0) }
        ?? SourceIdentity.uuid(
          provider: provider, instance: instance, table: name, id: key(number))
    }
  }
}

extension CoreDataStore {
  /// Names a row that has no identifier.
  package func key(_ number: Int64) -> String { "\(metadata.id)/\(number)" }

  /// The files, the store itself with what became of its cells.
  package func files(counting cells: CellLedger) -> [ImportFile] {
    var files = files
    if !files.isEmpty { files[0].cells = cells }
    return files
  }
}

extension CoreDataRow {
  /// Where the row stands; its number is that in its table.
  package var position: SourcePosition {
    SourcePosition(file: file, record: Int(key), line: Int(key))
  }

  /// The row as one that cannot be read.
  package func quarantined(
    _ error: CoreDataValueError, table: String, id: String?
  ) -> QuarantinedRow {
    use.noteWhole(index)
    return QuarantinedRow(
      position: position, column: error.column, reason: error.reason, rawText: text,
      table: table, id: id)
  }
}

/// The entities of rows that others refer to; the newest few thousand are kept.
private final class LinkedRows {
  private struct Place: Hashable {
    let entity: String
    let key: Int64
  }

  private static let limit = 4_096
  private let source: CoreDataSource
  private var known: [Place: UUID?] = [:]

  init(_ source: CoreDataSource) { self.source = source }

  func find(_ entity: String, _ key: Int64) throws -> UUID? {
    let place = Place(entity: entity, key: key)
    if let found = known[place] { return found }
    let found = try source.entity(entity, key)
    if known.count == Self.limit { known.removeAll(keepingCapacity: true) }
    known[place] = found
    return found
  }
}
#endif
