package import Daybook

/// A session with a hub.
package struct SessionReply: HubMessage, Hashable, Sendable {
  package static let noun = "session"

  /// What names the session in later calls.
  package let token: String
  /// For how many seconds it is good.
  package let seconds: UInt64

  package init(token: String, seconds: UInt64) { (self.token, self.seconds) = (token, seconds) }

  /// The bytes that travel: a payload of 1 the token, 2 the seconds.
  package var bytes: [UInt8] {
    var writer = PayloadWriter(capacity: 80)
    writer.value(1, token)
    writer.uint(2, seconds)
    return writer.array
  }

  package init(reading reader: inout PayloadReader) throws {
    var (token, seconds): (String?, UInt64) = (nil, 0)
    while let field = try reader.next() {
      switch field {
      case 1: token = try reader.string()
      case 2: seconds = try reader.uint()
      default: break
      }
    }
    guard let token, token.utf8.count <= 200, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { throw PayloadError.missing(1) }
    self.init(token: token, seconds: seconds)
  }
}
