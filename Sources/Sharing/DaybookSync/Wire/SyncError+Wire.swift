package import Daybook

extension SyncError: HubMessage {
  package static let noun = "refusal"

  /// The bytes that travel: a payload of 1 the code, 2 the message, and of the transaction that it
  /// is about 3 the replica, 4 the sequence.
  package var bytes: [UInt8] {
    var writer = PayloadWriter(capacity: 256)
    write(to: &writer)
    return writer.array
  }

  func write(to writer: inout PayloadWriter) {
    writer.value(1, code.rawValue)
    writer.value(2, message)
    guard let dot else { return }
    writer.uuid(3, dot.replica.uuid)
    writer.uint(4, dot.sequence)
  }

  /// More than an error's code has, or its sentence.
  private static let (longestCode, longestMessage) = (100, 4_000)

  package init(reading reader: inout PayloadReader) throws {
    var (code, message): (String?, String) = (nil, "")
    var (replica, sequence): (UUID?, UInt64) = (nil, 0)
    while let field = try reader.next() {
      switch field {
      case 1: code = try reader.string()
      case 2: message = try reader.string()
      case 3: replica = try reader.uuid()
      case 4: sequence = try reader.uint()
      default: break
      }
    }
    guard let code else { throw PayloadError.missing(1) }
    // People get to see the other side's words.
    self.init(
      Code(rawValue: Self.plain(code, Self.longestCode)), Self.plain(message, Self.longestMessage),
      dot: replica.map { Dot(replica: ReplicaID($0), sequence: sequence) })
  }

  private static func plain(_ text: String, _ most: Int) -> String {
    let scalars = text.unicodeScalars.prefix(most)
      .filter { $0.properties.generalCategory != .control }
    return String(String.UnicodeScalarView(scalars))
  }
}
