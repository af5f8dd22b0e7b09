public import Daybook

/// Where an imported entry came from: the row of a table of another program.
public struct SourceReference: Hashable, Codable, Sendable, PayloadCodable {
  /// The program, such as `babybuddy`.
  public var provider: String
  /// The table or entity there, such as `feeding`.
  public var table: String
  /// The text of the row's identifier there.
  public var id: String

  /// Names a row.
  public init(provider: String, table: String, id: String) {
    self.provider = provider
    self.table = table
    self.id = id
  }

  /// Names that are stored as their number here. The list is closed: others are stored as text, so
  /// that versions which have this list read them.
  private static let names = [
    "babybuddy", "child", "tag", "feeding", "pumping", "sleep", "diaperchange", "tummytime",
    "temperature", "weight", "height", "headcircumference", "bmi", "medication", "note", "timer",
  ]

  /// As small as it can be, because each state of an imported entry has it.
  public func encode(into writer: inout PayloadWriter) {
    let provider = Self.names.firstIndex(of: provider)
    let table = Self.names.firstIndex(of: table)
    let number = UInt64(id).flatMap { String($0) == id ? $0 : nil }
    if provider == nil { writer.string(1, self.provider) }
    if table == nil { writer.string(2, self.table) }
    if number == nil { writer.string(3, id) }
    if let provider { writer.uint(4, UInt64(provider)) }
    if let table { writer.uint(5, UInt64(table)) }
    if let number { writer.uint(6, number) }
  }

  public init(from reader: inout PayloadReader) throws {
    self.init(provider: "", table: "", id: "")
    while let field = try reader.next() {
      switch field {
      case 1: provider = try reader.string()
      case 2: table = try reader.string()
      case 3: id = try reader.string()
      case 4: provider = try Self.name(field, &reader)
      case 5: table = try Self.name(field, &reader)
      case 6: id = String(try reader.uint())
      default: break
      }
    }
  }

  private static func name(_ field: Int, _ reader: inout PayloadReader) throws -> String {
    let number = try reader.uint()
    guard number < names.count else { throw PayloadError.outOfRange(field) }
    return names[Int(number)]
  }
}
