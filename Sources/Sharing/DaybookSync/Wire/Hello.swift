public import Daybook

/// The greeting with which two sides begin an exchange.
public struct Hello: Hashable, Sendable {
  /// The space.
  public let space: UUID
  /// The replica that greets; nil for a folder, which writes nothing itself.
  public let replica: ReplicaID?
  /// The transactions of the space that it has.
  public let vector: VersionVector
  /// The time by its clock; nil for a folder, which has none.
  public let time: Date?
  /// In an answer, the heads that it has of the replica that greeted, which show whether both sides
  /// have the same transactions of it. Not part of what is signed.
  package let heads: [SignedHead]
  /// In the answer of a folder or a hub, the greetings that others have left there; nil for any
  /// other peer. No part of a greeting that travels.
  package let others: [Hello]?
  /// In a greeting to a folder, the keys that the greeting side knows; nil believes everybody. They
  /// do not travel.
  package let signers: Signers?
  /// The versions of the exchange that the greeting side understands. Versions differ in the form
  /// of pages, heads and snapshots; the messages in them have a format of their own.
  package let protocols: ClosedRange<UInt64>
  /// The versions that this version of Daybook understands.
  static let spoken: ClosedRange<UInt64> = 1...1

  /// Why the two sides cannot exchange; nil when they can.
  func misunderstanding(with own: Hello) -> SyncError? {
    if protocols.overlaps(own.protocols) { return nil }
    let isNewer = protocols.lowerBound > own.protocols.upperBound
    return SyncError(
      .newerMessage,
      "the peer's version of Daybook exchanges otherwise than this one; update \(isNewer ? "this app" : "the peer's app")"
    )
  }

  /// The versions that a greeting means which names none.
  private static let unsaid: ClosedRange<UInt64> = 1...1
  /// The greeting replica's signature; empty when there is none.
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

  /// The same greeting, with those that others have left there.
  package func adding(_ others: [Hello]) -> Hello {
    var hello = Hello(
      space: space, replica: replica, vector: vector, time: time, heads: heads, others: others,
      protocols: protocols)
    hello.signature = signature
    return hello
  }

  /// The bytes that travel: a payload of 1 the space, 2 the replica, 3 the vector (each writer:
  /// 1 replica, 2 sequence), 4 the time, 5 each head (as in a page), 6 the signature, 7 and 8 the
  /// oldest and the newest version of the exchange, which are left out when both are 1.
  public var bytes: [UInt8] {
    var writer = said
    for head in heads { head.encode(5, into: &writer) }
    if !signature.isEmpty { signature.withUnsafeBytes { writer.bytes(6, $0) } }
    return writer.array
  }

  /// The fields that are signed.
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

  /// The same greeting with a signature, so that a folder can pass it on to others.
  package func signed(by key: ReplicaKey) throws -> Hello {
    var hello = self
    hello.signature = try key.signature(of: signed)
    return hello
  }

  /// Whether the holder of a key has signed it.
  package func isSigned(by publicKey: [UInt8]) -> Bool {
    ReplicaKey.isSignature(signature, of: signed, by: publicKey)
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
