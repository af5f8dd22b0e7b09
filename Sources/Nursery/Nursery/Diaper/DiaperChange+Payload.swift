public import Daybook

// By hand beside `fields`, as a feed is.
extension DiaperChange {
  public func encode(into writer: inout PayloadWriter) {
    writer.uuid(1, baby)
    writer.date(2, time)
    if wet { writer.bool(3, true) }
    if solid { writer.bool(4, true) }
    writer.string(5, typeText)
    writer.string(6, color)
    writer.double(7, amount)
    writer.string(8, memo)
    writer.value(9, tags)
    writer.value(10, source)
    if isDeleted { writer.bool(11, true) }
    writer.value(12, provenance)
  }

  mutating func read(_ reader: inout PayloadReader) throws {
    var hasTime = false
    while let field = try reader.next() {
      switch field {
      case 1: baby = try reader.uuid()
      case 2:
        time = try reader.date()
        hasTime = true
      case 3: wet = try reader.bool()
      case 4: solid = try reader.bool()
      case 5: typeText = try reader.string()
      case 6: color = try reader.string()
      case 7: amount = try reader.double()
      case 8: memo = try reader.string()
      case 9: tags.append(try reader.string())
      case 10: source = try reader.message { try SourceReference(from: &$0) }
      case 11: isDeleted = try reader.bool()
      case 12: provenance = try reader.message { try Provenance(from: &$0) }
      default: break
      }
    }
    if !hasTime { throw PayloadError.missing(2) }
  }
}
