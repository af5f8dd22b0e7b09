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

/// An owner's answer to a request: the space, and whom the new member may trust there.
public struct Invitation: Hashable, Sendable, CustomStringConvertible {
  /// The space.
  public let space: UUID
  /// The replica that created it.
  public let founder: ReplicaID
  /// The founder's public key.
  public let founderKey: [UInt8]
  /// The replica of the owner who invites, whose snapshots are taken in as well.
  public let inviter: ReplicaID
  /// The inviter's public key.
  public let inviterKey: [UInt8]
  /// The replica that is invited.
  public let replica: ReplicaID

  init(
    space: UUID, founder: ReplicaID, founderKey: [UInt8], inviter: ReplicaID,
    inviterKey: [UInt8], replica: ReplicaID
  ) {
    self.space = space
    self.founder = founder
    self.founderKey = founderKey
    self.inviter = inviter
    self.inviterKey = inviterKey
    self.replica = replica
  }

  /// Reads the text of an invitation.
  ///
  /// - Throws: `SyncError.text`.
  public init(_ text: String) throws {
    let bytes = try SharedText.bytes(text, of: "invitation", count: 128)
    space = SharedText.uuid(bytes[..<16])
    founder = ReplicaID(SharedText.uuid(bytes[16..<32]))
    founderKey = Array(bytes[32..<64])
    inviter = ReplicaID(SharedText.uuid(bytes[64..<80]))
    inviterKey = Array(bytes[80..<112])
    replica = ReplicaID(SharedText.uuid(bytes[112...]))
  }

  /// The text, some 200 characters without blanks.
  public var description: String {
    SharedText.text(
      Chain.bytes(space) + Chain.bytes(founder.uuid) + founderKey
        + Chain.bytes(inviter.uuid) + inviterKey + Chain.bytes(replica.uuid),
      of: "invitation")
  }
}

/// Texts that people pass on: `daybook-WHAT-1:`, then in base64 the bytes and four more that show
/// when half of the text was lost.
enum SharedText {
  static func text(_ bytes: [UInt8], of what: String) -> String {
    let check = SHA256.hash(data: bytes).prefix(4)
    return "daybook-\(what)-1:" + Data(bytes + check).base64EncodedString()
  }

  /// - Throws: `SyncError.text`.
  static func bytes(_ text: String, of what: String, count: Int) throws -> [UInt8] {
    let text = text.filter { !$0.isWhitespace }
    let prefix = "daybook-\(what)-1:"
    guard text.hasPrefix(prefix) else { throw SyncError(.text, nature(of: text, not: what)) }
    let data = Data(base64Encoded: String(text.dropFirst(prefix.count))) ?? Data()
    let bytes = Array(data.prefix(count))
    guard data.count == count + 4,
      SHA256.hash(data: bytes).prefix(4).elementsEqual(data.suffix(4))
    else {
      throw SyncError(.text, "the \(what) was changed on its way; copy all of it")
    }
    return bytes
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
    return "this is no \(what); it begins with daybook-\(what)-1: and is one long word"
  }

  static func uuid(_ bytes: ArraySlice<UInt8>) -> UUID {
    Array(bytes).withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
