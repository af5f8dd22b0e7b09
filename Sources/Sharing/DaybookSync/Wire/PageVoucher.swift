internal import Crypto
internal import Daybook

/// A member's signature under a page. It vouches for the page when the file cannot prove by itself
/// that it holds what the writers signed, because the transactions before a chain were purged.
struct PageVoucher: Hashable, Sendable {
  /// The member that vouches.
  let replica: ReplicaID
  private let signature: [UInt8]
  /// The bytes that are signed: 5 ‖ "daybook page 1" ‖ space ‖ replica ‖ SHA-256(page).
  private let signed: [UInt8]

  /// A voucher whose signature is made, or was read, for the bytes that it signs.
  private init(
    _ replica: ReplicaID, of page: SyncPage, _ signature: (_ signed: [UInt8]) throws -> [UInt8]
  )
    rethrows
  {
    self.replica = replica
    signed =
      [5] + Array("daybook page 1".utf8) + Chain.bytes(page.space) + Chain.bytes(replica.uuid)
      + Array(SHA256.hash(data: page.bytes))
    self.signature = try signature(signed)
  }

  /// Signs a page.
  init(of page: SyncPage, _ replica: ReplicaID, _ key: ReplicaKey) throws {
    try self.init(replica, of: page) { try key.signature(of: $0) }
  }

  /// Reads what travelled with a page: 1 replica, 2 signature; nil when that is none.
  init?(_ bytes: [UInt8], of page: SyncPage) throws {
    var reader = PayloadReader(bytes.span.bytes)
    var (replica, signature): (UUID?, [UInt8]?)
    while let field = try reader.next() {
      switch field {
      case 1: replica = try reader.uuid()
      case 2: signature = try reader.bytes()
      default: break
      }
    }
    guard let replica, let signature else { return nil }
    self.init(ReplicaID(replica), of: page) { _ in signature }
  }

  /// Writes a message in a field.
  func encode(_ field: Int, into writer: inout PayloadWriter) {
    writer.message(field) { writer in
      writer.uuid(1, replica.uuid)
      signature.withUnsafeBytes { writer.bytes(2, $0) }
    }
  }

  /// Whether the holder of a key has signed it.
  func isSigned(by publicKey: [UInt8]) -> Bool {
    ReplicaKey.isSignature(signature, of: signed, by: publicKey)
  }
}
