internal import Crypto
public import Daybook
internal import Foundation

/// What two peers tell one another first.
public struct Hello: Hashable, Sendable {
  /// The space.
  public let space: UUID
  /// Who greets; nil for what writes nothing itself, as a folder.
  public let replica: ReplicaID?
  /// What there is of it.
  public let vector: VersionVector
  /// When, by the clock of who greets; nil for what has none, as a folder.
  public let time: Date?
  /// In an answer, heads that there are of who greeted: whether both mean the same transactions.
  /// They travel in the bytes only.
  package let heads: [SignedHead]
  /// Of a folder, which takes in everything, what others have told it that they have; nil for any
  /// other peer. It does not travel.
  package let others: [Hello]?
  /// To a folder, whom who greets knows; nil believes everybody. It does not travel.
  let signers: Signers?
  /// The versions of the exchange that who greets understands. Versions differ in what pages,
  /// heads and snapshots look like; the messages in them have a format of their own.
  package let protocols: ClosedRange<UInt64>
  /// Those that this version of Daybook understands.
  static let spoken: ClosedRange<UInt64> = 1...1
  /// Why nothing can be exchanged with who greets; nil when it can.
  func misunderstanding(with own: Hello) -> SyncError? {
    if protocols.overlaps(own.protocols) { return nil }
    let isNewer = protocols.lowerBound > own.protocols.upperBound
    return SyncError(
      .newerMessage,
      "the peer's version of Daybook exchanges otherwise than this one; update \(isNewer ? "this app" : "the peer's app")"
    )
  }

  /// What a greeting means that does not say, for ever.
  private static let unsaid: ClosedRange<UInt64> = 1...1
  /// That of the greeting by the key of who greets; empty when nobody signed it.
  package private(set) var signature: [UInt8] = []

  /// A greeting.
  public init(space: UUID, replica: ReplicaID?, vector: VersionVector, time: Date? = nil) {
    self.init(space: space, replica: replica, vector: vector, time: time, heads: [])
  }

  package init(
    space: UUID, replica: ReplicaID?, vector: VersionVector, time: Date?, heads: [SignedHead],
    others: [Hello]? = nil, signers: Signers? = nil, protocols: ClosedRange<UInt64> = spoken
  ) {
    self.space = space
    self.replica = replica
    self.vector = vector
    self.time = time
    self.heads = heads
    self.others = others
    self.signers = signers
    self.protocols = protocols
  }

  /// The bytes that travel: a payload of 1 the space, 2 the replica, 3 the vector (each writer:
  /// 1 replica, 2 sequence), 4 when, 5 each head (as in a page), 6 the signature, 7 and 8 the
  /// oldest and the newest version of the exchange, which are not there when both are 1.
  public var bytes: [UInt8] {
    var writer = said
    for head in heads { head.encode(5, into: &writer) }
    if !signature.isEmpty { signature.withUnsafeBytes { writer.bytes(6, $0) } }
    return writer.array
  }

  /// What who greets says of itself.
  private var said: PayloadWriter {
    var writer = PayloadWriter(capacity: 192 + 32 * vector.sequences.count)
    writer.uuid(1, space)
    if let replica { writer.uuid(2, replica.uuid) }
    vector.encode(3, into: &writer)
    if let time { writer.date(4, time) }
    if protocols != Self.unsaid {
      writer.uint(7, protocols.lowerBound)
      writer.uint(8, protocols.upperBound)
    }
    return writer
  }

  /// The bytes that are signed: 4 ‖ "daybook hello 1" ‖ fields 1 to 4, 7 and 8.
  private var signed: [UInt8] { [4] + Array("daybook hello 1".utf8) + said.array }

  /// The same greeting, signed: a folder passes it on to others.
  package func signed(by key: ReplicaKey) throws -> Hello {
    var hello = self
    hello.signature = try key.signature(of: signed)
    return hello
  }

  /// Whether the holder of a key has signed it.
  package func isSigned(by publicKey: [UInt8]) -> Bool {
    guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey) else {
      return false
    }
    return key.isValidSignature(signature, for: signed)
  }

  /// Reads what travelled; fields of a newer version are passed over.
  ///
  /// - Throws: `SyncError.malformed`.
  public init(bytes: [UInt8]) throws {
    do { try self.init(reading: bytes) } catch let error as PayloadError {
      throw SyncError(.malformed, "these \(bytes.count) bytes are no greeting: \(error)")
    }
  }

  private init(reading bytes: [UInt8]) throws {
    var reader = PayloadReader(bytes.span.bytes)
    var (space, replica, time): (UUID?, UUID?, Date?) = (nil, nil, nil)
    var (vector, heads): (VersionVector, [SignedHead]) = (VersionVector(), [])
    var signature: [UInt8] = []
    var (oldest, newest) = (Self.unsaid.lowerBound, Self.unsaid.upperBound)
    while let field = try reader.next() {
      switch field {
      case 1: space = try reader.uuid()
      case 2: replica = try reader.uuid()
      case 3: try reader.message { try vector.readEntry(from: &$0) }
      case 4: time = try reader.date()
      case 5: heads.append(try reader.message { try SignedHead(travelling: &$0) })
      case 6: signature = try reader.bytes()
      case 7: oldest = try reader.uint()
      case 8: newest = try reader.uint()
      default: break
      }
    }
    guard let space else { throw PayloadError.missing(1) }
    guard 1 <= oldest, oldest <= newest else { throw PayloadError.outOfRange(7) }
    self.init(
      space: space, replica: replica.map { ReplicaID($0) }, vector: vector, time: time,
      heads: heads, protocols: oldest...newest)
    self.signature = signature
  }
}
