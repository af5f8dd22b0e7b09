internal import DaybookSnapshot

extension InboxMessage {
  /// Reads a file.
  ///
  /// - Throws: `SnapshotError`: `damaged`, `newerFormat`; `PayloadError`.
  init(file: [UInt8]) throws {
    var id: UUID?
    var author: String?
    var context: String?
    var wallTime: Date?
    var events: [InboxEvent] = []
    var seen: UInt64?
    try [UInt8](InboxMessage.body(of: file)).withUnsafeBytes { bytes in
      var reader = PayloadReader(bytes.bytes)
      while let field = try reader.next() {
        switch field {
        case 1: id = try reader.uuid()
        case 2: author = try reader.string()
        case 3: context = try reader.string()
        case 4: wallTime = try reader.date()
        case 5: events.append(try reader.message { try InboxEvent(from: &$0) })
        case 6: seen = try reader.fixed()
        default: break
        }
      }
    }
    guard let id else { throw PayloadError.missing(1) }
    guard let wallTime else { throw PayloadError.missing(4) }
    guard !events.isEmpty else { throw PayloadError.missing(5) }
    self.init(
      id: id, author: author, context: context, wallTime: wallTime, events: events, seen: seen)
  }
}

extension InboxEvent {
  fileprivate init(from reader: inout PayloadReader) throws {
    var name: String?
    var version: UInt64 = 1
    var kind: String?
    var entity: UUID?
    var payload: [UInt8] = []
    while let field = try reader.next() {
      switch field {
      case 1: name = try reader.string()
      case 2: version = try reader.uint()
      case 3: kind = try reader.string()
      case 4: entity = try reader.uuid()
      case 5: payload = try reader.bytes()
      default: break
      }
    }
    guard let name else { throw PayloadError.missing(1) }
    guard let kind else { throw PayloadError.missing(3) }
    guard let entity else { throw PayloadError.missing(4) }
    self.init(
      name, version: Int(clamping: version), kind: kind, entity: entity, payload: payload)
  }
}
