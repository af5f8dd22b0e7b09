#if CoreData
public import Foundation
internal import Interchange

/// Values by their types; nil for NULL.
///
/// Each throws a `CoreDataValueError` for a value of another type, and `InterchangeError` of the
/// code `missingColumn` for an attribute without a column.
extension CoreDataRow {
  /// A text.
  public func text(_ attribute: String) throws -> String? {
    switch try value(attribute) {
    case .null: nil
    case .text(let text): text
    case let other: throw refusal(attribute, other, "no text")
    }
  }

  /// A number; a whole one may be stored as such.
  public func double(_ attribute: String) throws -> Double? {
    switch try value(attribute) {
    case .null: nil
    case .integer(let number): Double(number)
    case .real(let number) where number.isFinite: number
    case let other: throw refusal(attribute, other, "no number")
    }
  }

  /// A whole number.
  public func integer(_ attribute: String) throws -> Int? {
    switch try value(attribute) {
    case .null: return nil
    case .integer(let number): return Int(number)
    case .real(let number):
      if let whole = Int(exactly: number) { return whole }
      throw refusal(attribute, .real(number), "no whole number")
    case let other: throw refusal(attribute, other, "no whole number")
    }
  }

  /// A truth: 0 is false and 1 is true.
  public func bool(_ attribute: String) throws -> Bool? {
    switch try value(attribute) {
    case .null: nil
    case .integer(0): false
    case .integer(1): true
    case let other: throw refusal(attribute, other, "neither 0 nor 1")
    }
  }

  /// A time, bit for bit: seconds since 2001 in UTC, which SQLite may keep as a whole number.
  public func date(_ attribute: String) throws -> Date? {
    switch try value(attribute) {
    case .null: nil
    case .integer(let number): Date(timeIntervalSinceReferenceDate: Double(number))
    case .real(let number) where number.isFinite:
      Date(timeIntervalSinceReferenceDate: number)
    case let other: throw refusal(attribute, other, "no time in seconds since 2001")
    }
  }

  /// An identifier: 16 bytes, or text. One of zeros only was never set, and is nil.
  public func uuid(_ attribute: String) throws -> UUID? {
    let id: UUID
    switch try value(attribute) {
    case .null: return nil
    case .data(let bytes) where bytes.count == 16:
      // Safety: 16 bytes of any value are a UUID.
      id = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    case .text(let text):
      guard let told = UUID(uuidString: text) else {
        throw refusal(attribute, .text(text), "no UUID")
      }
      id = told
    case let other: throw refusal(attribute, other, "no UUID")
    }
    return id == Self.zero ? nil : id
  }

  /// Bytes as they are stored: of an attribute that may lie in files, a 1 stands before them.
  ///
  /// - Throws: `CoreDataValueError` also for bytes that lie in a file beside the store.
  public func data(_ attribute: String) throws -> [UInt8]? {
    switch try value(attribute) {
    case .null: nil
    case .data(let bytes): bytes
    case let other: throw refusal(attribute, other, "no bytes")
    }
  }

  /// A decimal number, by its text, because SQLite may keep it as any sort of number.
  public func decimal(_ attribute: String) throws -> Decimal? {
    let value = try value(attribute)
    let text: String
    switch value {
    case .null: return nil
    case .integer(let number): text = "\(number)"
    case .real(let number): text = "\(number)"
    case .text(let told): text = told
    default: throw refusal(attribute, value, "no decimal number")
    }
    let isNumber = text.allSatisfy { $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }
    guard isNumber, let number = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    else { throw refusal(attribute, value, "no decimal number") }
    return number
  }

  /// The number of the row that a relation to one refers to.
  public func reference(_ relation: String) throws -> Int64? {
    switch try value(relation) {
    case .null: nil
    case .integer(let number): number
    case let other: throw refusal(relation, other, "no row")
    }
  }

  /// The entity in the log that a relation to one refers to, in a mapping of `CoreDataSource`;
  /// nil for none, and for a row that is not there.
  ///
  /// - Parameter entity: as the other mapping names it.
  public func link(_ relation: String, to entity: String) throws -> UUID? {
    guard let resolve, let key = try reference(relation) else { return nil }
    return try resolve(entity, key)
  }

  /// Says why the row cannot be taken.
  public func refusal(
    _ attribute: String, _ value: CoreDataValue, _ problem: String
  ) -> CoreDataValueError {
    let column = Self.column(attribute)
    // Whoever goes on without the value has read it as none.
    if let index = columns.indexes[column] { use.note(.nothing, at: index, of: self.index) }
    return CoreDataValueError(
      column: column,
      reason: "\(entityName) \(key): \(column) holds \(value.words), which is \(problem).")
  }

  private static let zero = UUID(
    uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
#endif
