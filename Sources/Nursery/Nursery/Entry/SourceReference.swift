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

  public func encode(into writer: inout PayloadWriter) {
    writer.string(1, provider)
    writer.string(2, table)
    writer.string(3, id)
  }

  public init(from reader: inout PayloadReader) throws {
    self.init(provider: "", table: "", id: "")
    while let field = try reader.next() {
      switch field {
      case 1: provider = try reader.string()
      case 2: table = try reader.string()
      case 3: id = try reader.string()
      default: break
      }
    }
  }
}
