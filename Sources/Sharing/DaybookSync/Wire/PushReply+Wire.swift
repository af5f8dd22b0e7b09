package import Daybook

extension PushReply: HubMessage {
  package static let noun = "reply to a page"

  /// The bytes that travel: a payload of 1 what the peer has (each writer: 1 replica, 2 sequence),
  /// 2 each refusal (as in `SyncError`).
  package var bytes: [UInt8] {
    var writer = PayloadWriter(capacity: 64 + 32 * vector.sequences.count)
    vector.encode(1, into: &writer)
    for error in refused { writer.message(2) { error.write(to: &$0) } }
    return writer.array
  }

  package init(reading reader: inout PayloadReader) throws {
    var (vector, refused) = (VersionVector(), [SyncError]())
    while let field = try reader.next() {
      switch field {
      case 1: try reader.message { try vector.readEntry(from: &$0) }
      case 2: refused.append(try reader.message { try SyncError(reading: &$0) })
      default: break
      }
    }
    self.init(vector: vector, refused: refused)
  }
}
