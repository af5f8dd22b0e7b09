internal import Crypto
public import Daybook
internal import Foundation

/// A request to join a space, for an owner: the new replica and its key.
///
/// The text may travel any way. Anybody who can change it on the way can join in place of the
/// sender, so both sides compare the check digits aloud.
public struct EnrolmentRequest: Hashable, Sendable, CustomStringConvertible {
  /// The replica that is to be enrolled.
  public let replica: ReplicaID
  /// Its public key.
  public let publicKey: [UInt8]

  /// A request of a replica.
  public init(replica: ReplicaID, publicKey: [UInt8]) {
    self.replica = replica
    self.publicKey = publicKey
  }

  /// Reads the text of a request.
  ///
  /// - Throws: `SyncError.text`.
  public init(_ text: String) throws {
    let bytes = try SharedText.bytes(text, of: "request", count: 48)
    replica = ReplicaID(SharedText.uuid(bytes[..<16]))
    publicKey = Array(bytes[16...])
  }

  /// The text, some hundred characters without blanks.
  public var description: String {
    SharedText.text(Chain.bytes(replica.uuid) + publicKey, of: "request")
  }

  /// Twenty digits to compare aloud, four times five: each five are 32 bits of the SHA-256 of
  /// what the text says, modulo 100,000. Some 66 bits, so nobody finds another request that has
  /// the same.
  public var checkDigits: String {
    let hash = Array(SHA256.hash(data: Chain.bytes(replica.uuid) + publicKey))
    let groups = stride(from: 0, to: 16, by: 4).map { start in
      let number = hash[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } % 100_000
      return number.padded(5)
    }
    return groups.joined(separator: " ")
  }
}

/// Texts that people pass on: `daybook-WHAT-1:`, then in base64 the bytes and four more that show
/// when half of the text was lost. Of version 2 there are more bytes than of version 1.
enum SharedText {
  static func text(_ bytes: [UInt8], of what: String, version: Int = 1) -> String {
    let check = SHA256.hash(data: bytes).prefix(4)
    return "daybook-\(what)-\(version):" + Data(bytes + check).base64EncodedString()
  }

  /// - Parameters:
  ///   - count: how many bytes version 1 has.
  ///   - newest: the last version that can be read.
  /// - Throws: `SyncError.text`.
  static func bytes(
    _ text: String, of what: String, count: Int, upTo newest: Int = 1
  ) throws -> [UInt8] {
    try bytes(text, of: what, upTo: newest) { $0 == 1 ? $1 == count : $1 > count }
  }

  /// The same, of a text that has more than so many bytes.
  static func bytes(_ text: String, of what: String, longerThan count: Int) throws -> [UInt8] {
    try bytes(text, of: what, upTo: 1) { $1 > count }
  }

  private static func bytes(
    _ text: String, of what: String, upTo newest: Int, _ fits: (_ version: Int, Int) -> Bool
  ) throws -> [UInt8] {
    let text = text.filter { !$0.isWhitespace }
    let known = (1...newest).first { text.hasPrefix("daybook-\(what)-\($0):") }
    guard let known else { throw SyncError(.text, nature(of: text, not: what)) }
    let rest = text.drop { $0 != ":" }.dropFirst()
    let data = Data(base64Encoded: String(rest)) ?? Data()
    let bytes = Array(data.dropLast(4))
    guard fits(known, bytes.count),
      SHA256.hash(data: bytes).prefix(4).elementsEqual(data.suffix(4))
    else { throw changed(what) }
    return bytes
  }

  /// A text of which something is missing or another.
  static func changed(_ what: String) -> SyncError {
    SyncError(.text, "the \(what) was changed on its way; copy all of it")
  }

  /// Describes a text that is not the one asked for.
  private static func nature(of text: String, not what: String) -> String {
    if text.hasPrefix("daybook-\(what)-") {
      return "the \(what) was made by another version of Daybook; update the app"
    }
    if text.hasPrefix("daybook-request-") {
      return "this is a request; an owner makes the invitation of it with which its device joins"
    }
    if text.hasPrefix("daybook-invitation-") {
      return "this is an invitation; the device that made the request joins with it"
    }
    if text.hasPrefix("daybook-hub-") {
      return "this is the text of a hub; members exchange with it by `sync hub`"
    }
    return "this is no \(what); it begins with daybook-\(what)-1: and is one long word"
  }

  static func uuid(_ bytes: ArraySlice<UInt8>) -> UUID {
    Array(bytes).withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
