public import Daybook

extension BabyProfile {
  public static let propertyNames = [
    1: "name", 2: "feedTerm", 3: "createdAt", 4: "birthDate", 5: "birthTime", 10: "source",
    11: "isDeleted",
  ]

  public func encode(into writer: inout PayloadWriter) {
    writer.string(1, name)
    writer.double(2, feedTerm)
    writer.date(3, createdAt)
    writer.string(4, birthDate)
    writer.string(5, birthTime)
    writer.value(10, source)
    if isDeleted { writer.bool(11, true) }
  }

  public init(from reader: inout PayloadReader) throws {
    var name: String?
    var createdAt: Date?
    self.init(name: "", createdAt: Date(timeIntervalSinceReferenceDate: 0))
    while let field = try reader.next() {
      switch field {
      case 1: name = try reader.string()
      case 2: feedTerm = try reader.double()
      case 3: createdAt = try reader.date()
      case 4: birthDate = try reader.string()
      case 5: birthTime = try reader.string()
      case 10: source = try reader.message { try SourceReference(from: &$0) }
      case 11: isDeleted = try reader.bool()
      default: break
      }
    }
    guard let name else { throw PayloadError.missing(1) }
    guard let createdAt else { throw PayloadError.missing(3) }
    self.name = name
    self.createdAt = createdAt
  }
}
