public import Daybook

// By hand beside `fields`, with the same bytes, because nothing is written and read as often as a
// feed: by fields an event of the log takes a fifth more instructions. Edits go by `fields`.
extension FeedSession {
  public func encode(into writer: inout PayloadWriter) {
    writer.uuid(1, baby)
    writer.date(2, start)
    writer.date(3, end)
    writer.value(4, amount)
    if !content.isUnknown { writer.string(5, content.rawValue) }
    if !route.isUnknown { writer.string(6, route.rawValue) }
    writer.string(7, typeText)
    writer.string(8, memo)
    writer.value(9, tags)
    writer.value(10, source)
    if isDeleted { writer.bool(11, true) }
    writer.value(12, provenance)
  }

  mutating func read(_ reader: inout PayloadReader) throws {
    var hasStart = false
    while let field = try reader.next() {
      switch field {
      case 1: baby = try reader.uuid()
      case 2:
        start = try reader.date()
        hasStart = true
      case 3: end = try reader.date()
      case 4: amount = try reader.message { try Amount(from: &$0) }
      case 5: content = try reader.value()
      case 6: route = try reader.value()
      case 7: typeText = try reader.string()
      case 8: memo = try reader.string()
      case 9: tags.append(try reader.string())
      case 10: source = try reader.message { try SourceReference(from: &$0) }
      case 11: isDeleted = try reader.bool()
      case 12: provenance = try reader.message { try Provenance(from: &$0) }
      default: break
      }
    }
    if !hasStart { throw PayloadError.missing(2) }
  }
}
