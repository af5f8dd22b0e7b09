package import Daybook

extension VersionVector: HubMessage {
  package static let noun = "version vector"

  /// The bytes that travel: a payload of 1 each writer (1 replica, 2 sequence).
  package var bytes: [UInt8] {
    var writer = PayloadWriter(capacity: 32 * sequences.count)
    encode(1, into: &writer)
    return writer.array
  }

  package init(reading reader: inout PayloadReader) throws {
    self.init()
    while let field = try reader.next() {
      if field == 1 { try reader.message { try readEntry(from: &$0) } }
    }
  }
}
