public import Daybook

extension DiaperAmendment: PayloadCodable {
  public func encode(into writer: inout PayloadWriter) {
    writer.uuid(1, baby.value)
    writer.date(2, time)
    writer.bool(3, wet)
    writer.bool(4, solid)
    writer.string(5, typeText.value)
    writer.string(6, color.value)
    writer.double(7, amount.value)
    writer.string(8, memo.value)
    writer.value(9, tags ?? [])
    writer.cleared(1, baby)
    writer.cleared(5, typeText)
    writer.cleared(6, color)
    writer.cleared(7, amount)
    writer.cleared(8, memo)
    if tags == [] { writer.uint(clearedField, 9) }
  }

  public init(from reader: inout PayloadReader) throws {
    self.init()
    while let field = try reader.next() {
      switch field {
      case 1: baby = .set(try reader.uuid())
      case 2: time = try reader.date()
      case 3: wet = try reader.bool()
      case 4: solid = try reader.bool()
      case 5: typeText = .set(try reader.string())
      case 6: color = .set(try reader.string())
      case 7: amount = .set(try reader.double())
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
    case 5: typeText = .clear
    case 6: color = .clear
    case 7: amount = .clear
    case 8: memo = .clear
    case 9: tags = []
    default: break
    }
  }
}
