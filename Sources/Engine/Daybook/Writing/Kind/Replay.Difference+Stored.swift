/// How a difference is kept until it was told; see `ReplayNotes`.
extension Replay.Difference {
  /// Reads a row.
  init(_ row: BorrowedBytes) throws {
    var (kind, entity) = ("", PackedUUID.zero.id)
    var (position, transaction): (UInt64?, UInt64?) = (nil, nil)
    var properties: [History.PropertyChange] = []
    var failure: String?
    var reader = PayloadReader(row.bytes)
    while let field = try reader.next() {
      switch field {
      case 1: kind = try reader.string()
      case 2: entity = try reader.uuid()
      case 3: position = try reader.uint()
      case 4: transaction = try reader.uint()
      case 5: try reader.message { properties.append(try History.PropertyChange(&$0)) }
      case 6: failure = try reader.string()
      default: break
      }
    }
    self.init(
      kind: kind, entity: entity, position: position, transaction: transaction,
      properties: properties, failure: failure)
  }

  func encode(into writer: inout PayloadWriter) {
    writer.string(1, kind)
    writer.uuid(2, entity)
    if let position { writer.uint(3, position) }
    if let transaction { writer.uint(4, transaction) }
    for property in properties {
      writer.message(5) {
        $0.string(1, property.name)
        $0.string(2, property.old)
        $0.string(3, property.new)
      }
    }
    writer.string(6, failure)
  }
}

extension History.PropertyChange {
  fileprivate init(_ reader: inout PayloadReader) throws {
    var (name, old, new): (String, String?, String?) = ("", nil, nil)
    while let field = try reader.next() {
      switch field {
      case 1: name = try reader.string()
      case 2: old = try reader.string()
      case 3: new = try reader.string()
      default: break
      }
    }
    self.init(name: name, old: old, new: new)
  }
}
