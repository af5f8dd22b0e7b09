#if CoreData
internal import Foundation
internal import GRDB
package import Interchange

/// A row of an entity, while it is visited.
///
/// Attributes and relations are named as in the model: `startTime` is the column `ZSTARTTIME`.
public struct CoreDataRow {
  /// Finds the entity in the log that a row of an entity of the store becomes.
  typealias Resolve = (_ entity: String, _ key: Int64) throws -> UUID?

  /// The columns of a table, by name.
  struct Columns {
    let names: [String]
    /// The names with that of the table, as reports have them: `ZTRIP.ZTITLE`.
    let places: [String]
    let indexes: [String: Int]

    init(_ names: [String], of table: String) {
      self.names = names
      places = names.map { "\(table).\($0)" }
      indexes = Dictionary(
        names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }
  }

  let row: Row
  let columns: Columns
  /// The entity that was asked for.
  let entity: String
  /// The names of entities, by their numbers.
  let entityNames: [Int64: String]
  /// The name of the store.
  let file: String
  let resolve: Resolve?
  /// What became of the cells of the row.
  let use: RowUse
  /// Which row of the pass it is.
  let index: Int

  /// The number by which other rows refer to it; no other row of the entity had it or gets it.
  public var key: Int64 { integer(at: "Z_PK") ?? 0 }

  /// The entity that it is: the one that was asked for, or one that inherits from it.
  public var entityName: String {
    integer(at: "Z_ENT").flatMap { entityNames[$0] } ?? entity
  }

  /// Whether there is a column for an attribute or relation.
  public func has(_ attribute: String) -> Bool {
    columns.indexes[Self.column(attribute)] != nil
  }

  /// What an attribute holds.
  ///
  /// - Throws: `InterchangeError.missingColumn` when there is no such column.
  public func value(_ attribute: String) throws -> CoreDataValue {
    let column = Self.column(attribute)
    guard let index = columns.indexes[column] else {
      throw InterchangeError(
        .missingColumn, file: file,
        "\(file) has no column \(column) for “\(attribute)” of \(entity); nothing was imported.")
    }
    return read(at: index)
  }

  /// What a column holds, which counts as read.
  func read(at index: Int) -> CoreDataValue {
    use.note(.read, at: index, of: self.index)
    return value(at: index)
  }

  /// Whether a column is none of the model's: the number of the row and that of its entity.
  package static func isOwn(_ place: String) -> Bool {
    place.split(separator: ".").last?.hasPrefix("Z_") == true
  }

  /// Takes the cells into account, unless the row is in the report whole.
  package func count(in pass: inout MemberPass) {
    guard let uses = use.uses else { return }
    for index in columns.names.indices {
      pass.add(columns.places[index], value(at: index).plainText, uses[index], at: position)
    }
  }

  /// How many bytes of one value are kept in `text`.
  static let dataLimit = 1 << 15

  /// The columns of which `text` has the number of bytes alone, because they are so many.
  public var largeData: [String] {
    columns.names.enumerated().compactMap { index, name in
      guard case .data(let bytes) = value(at: index), bytes.count > Self.dataLimit
      else { return nil }
      return name
    }
  }

  /// What is odd about how its values are stored.
  package var warnings: [ImportWarning] {
    (externalFiles.isEmpty ? [] : [.externalData]) + (largeData.isEmpty ? [] : [.largeData])
  }

  /// The row as a text, with the names of the columns; what is NULL is left out, and of bytes of
  /// more than 32 KiB there is only their number.
  public var text: String {
    let parts = columns.names.enumerated().compactMap { index, name -> String? in
      switch value(at: index) {
      case .null: nil
      case .integer(let number): "\(name)=\(number)"
      case .real(let number): "\(name)=\(number)"
      case .text(let text): "\(name)='\(text.replacing("'", with: "''"))'"
      case .data(let bytes) where bytes.count > Self.dataLimit:
        "\(name)=\(bytes.count) bytes"
      case .data(let bytes): "\(name)=x'\(Self.digits(bytes))'"
      case .external(let name): "\(columns.names[index])=file \(name)"
      }
    }
    return parts.joined(separator: " ")
  }

  /// The files beside the store that hold values of the row, by column.
  public var externalFiles: [String: String] {
    var found: [String: String] = [:]
    for (index, name) in columns.names.enumerated() {
      if case .external(let file) = value(at: index) { found[name] = file }
    }
    return found
  }

  static func column(_ attribute: String) -> String { "Z" + attribute.uppercased() }

  func value(at index: Int) -> CoreDataValue {
    let value: DatabaseValue = row[index]
    switch value.storage {
    case .null: return .null
    case .int64(let number): return .integer(number)
    case .double(let number): return .real(number)
    case .string(let text): return .text(whole(text, at: index))
    case .blob(let data):
      let bytes = [UInt8](data)
      return CoreDataValue.externalName(bytes).map { .external($0) } ?? .data(bytes)
    }
  }

  /// A text with what stands behind a zero in it, where SQLite's own texts end.
  private func whole(_ text: String, at index: Int) -> String {
    let found = try? row.withUnsafeData(atIndex: index) { data -> String? in
      guard let data, data.count != text.utf8.count else { return nil }
      return String(decoding: data, as: UTF8.self)
    }
    return (found ?? nil) ?? text
  }

  private func integer(at column: String) -> Int64? {
    guard let index = columns.indexes[column], case .integer(let number) = value(at: index)
    else { return nil }
    return number
  }

  private static func digits(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}
#endif
