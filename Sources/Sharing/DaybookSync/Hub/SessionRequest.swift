internal import Crypto
package import Daybook

/// A device's proof of who it is, by the key that it has.
package struct SessionRequest: HubMessage, Hashable, Sendable {
  package static let noun = "request for a session"

  /// The replica that the device writes as.
  package let replica: ReplicaID
  /// What the hub gave to sign.
  package let nonce: [UInt8]
  /// The device's signature.
  package var signature: [UInt8] = []
  /// For a space that the hub does not have: who founded it, with its key, and the device's own
  /// key.
  package var opening: Opening?

  /// What a hub needs to make room for a space.
  package struct Opening: Hashable, Sendable {
    /// The replica that created the space.
    package let founder: ReplicaID
    /// Its public key.
    package let founderKey: [UInt8]
    /// The public key of the device that asks.
    package let publicKey: [UInt8]
    /// The HMAC-SHA-256 of what the device signs, by the secret in the hub's text.
    package var code: [UInt8] = []

    package init(founder: ReplicaID, founderKey: [UInt8], publicKey: [UInt8]) {
      (self.founder, self.founderKey, self.publicKey) = (founder, founderKey, publicKey)
    }
  }

  package init(replica: ReplicaID, nonce: [UInt8], opening: Opening?) {
    (self.replica, self.nonce, self.opening) = (replica, nonce, opening)
  }

  /// The bytes that are signed: 6 ‖ "daybook hub 1" ‖ the hub's key ‖ space ‖ replica ‖ nonce, and
  /// of an opening the founder ‖ its key ‖ the device's key.
  package func signed(for hub: [UInt8], _ space: UUID) -> [UInt8] {
    var bytes = [6] + Array("daybook hub 1".utf8) + hub + Chain.bytes(space)
    bytes += Chain.bytes(replica.uuid) + nonce
    if let opening {
      bytes += Chain.bytes(opening.founder.uuid) + opening.founderKey + opening.publicKey
    }
    return bytes
  }

  /// Signs it, and proves to know the hub's secret.
  package mutating func sign(
    for hub: HubText, _ space: UUID, by key: ReplicaKey
  ) throws {
    let signed = signed(for: hub.key, space)
    signature = try key.signature(of: signed)
    opening?.code = Self.code(signed, hub.secret)
  }

  /// Whether the holder of a key has signed it for this hub and space.
  package func isSigned(by publicKey: [UInt8], for hub: [UInt8], _ space: UUID) -> Bool {
    ReplicaKey.isSignature(signature, of: signed(for: hub, space), by: publicKey)
  }

  /// Whether who asks knows the hub's secret.
  package func knows(_ secret: [UInt8], of hub: [UInt8], _ space: UUID) -> Bool {
    guard let opening else { return false }
    return HMAC<SHA256>.isValidAuthenticationCode(
      opening.code, authenticating: signed(for: hub, space), using: SymmetricKey(data: secret))
  }

  private static func code(_ bytes: [UInt8], _ secret: [UInt8]) -> [UInt8] {
    Array(
      HMAC<SHA256>.authenticationCode(for: bytes, using: SymmetricKey(data: secret)))
  }

  /// The bytes that travel: a payload of 1 the replica, 2 the nonce, 3 the signature, and of an
  /// opening 4 the founder, 5 its key, 6 the device's key, 7 the code.
  package var bytes: [UInt8] {
    var writer = PayloadWriter(capacity: 320)
    writer.uuid(1, replica.uuid)
    nonce.withUnsafeBytes { writer.bytes(2, $0) }
    signature.withUnsafeBytes { writer.bytes(3, $0) }
    guard let opening else { return writer.array }
    writer.uuid(4, opening.founder.uuid)
    opening.founderKey.withUnsafeBytes { writer.bytes(5, $0) }
    opening.publicKey.withUnsafeBytes { writer.bytes(6, $0) }
    opening.code.withUnsafeBytes { writer.bytes(7, $0) }
    return writer.array
  }

  package init(reading reader: inout PayloadReader) throws {
    var (replica, founder): (UUID?, UUID?) = (nil, nil)
    var bytes = [[UInt8]](repeating: [], count: 8)
    while let field = try reader.next() {
      switch field {
      case 1: replica = try reader.uuid()
      case 2, 3, 5, 6, 7: bytes[field] = try reader.bytes()
      case 4: founder = try reader.uuid()
      default: break
      }
    }
    guard let replica else { throw PayloadError.missing(1) }
    var opening = founder.map {
      Opening(founder: ReplicaID($0), founderKey: bytes[5], publicKey: bytes[6])
    }
    opening?.code = bytes[7]
    self.init(replica: ReplicaID(replica), nonce: bytes[2], opening: opening)
    signature = bytes[3]
  }
}
