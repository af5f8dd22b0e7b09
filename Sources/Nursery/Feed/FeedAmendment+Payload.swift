public import Daybook

extension FeedAmendment: PayloadCodable {
  public func encode(into writer: inout PayloadWriter) {
    writer.uuid(1, baby.value)
    writer.date(2, start)
    writer.date(3, end.value)
    writer.value(4, amount.value)
    writer.string(5, content?.rawValue)
    writer.string(6, route?.rawValue)
    writer.string(7, typeText.value)
    writer.string(8, memo.value)
    writer.value(9, tags ?? [])
    writer.cleared(1, baby)
    writer.cleared(3, end)
    writer.cleared(4, amount)
    writer.cleared(7, typeText)
    writer.cleared(8, memo)
    if tags == [] { writer.uint(clearedField, 9) }
  }

  public init(from reader: inout PayloadReader) throws {
    self.init()
    while let field = try reader.next() {
      switch field {
      case 1: baby = .set(try reader.uuid())
      case 2: start = try reader.date()
      case 3: end = .set(try reader.date())
      case 4: amount = .set(try reader.message { try Amount(from: &$0) })
      case 5: content = FeedContent(rawValue: try reader.string())
      case 6: route = FeedRoute(rawValue: try reader.string())
      case 7: typeText = .set(try reader.string())
      case 8: memo = .set(try reader.string())
      case 9: tags = (tags ?? []) + [try reader.string()]
      case clearedField: clear(try reader.uint())
      default: break
      }
    }
  }

  private mutating func clear(_ field: UInt64) {
    switch field {
    case 1: baby = .clear
    case 3: end = .clear
    case 4: amount = .clear
    case 7: typeText = .clear
    case 8: memo = .clear
    case 9: tags = []
    default: break
    }
  }
}
