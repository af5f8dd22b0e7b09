import Crypto
import Daybook
import Nursery

@testable import DaybookSync

/// A space of a founder, a writer and a reader, and pages that any of them, or a stranger, may
/// sign whatever they say.
///
/// Everything is a function of the bytes that are asked for, keys and identifiers included.
struct HostileMember {
  /// Somebody who signs.
  struct Writer {
    let replica: ReplicaID
    let key: Curve25519.Signing.PrivateKey

    /// - Parameter number: 1 to 255; each stands for another writer.
    init(_ number: UInt8) throws {
      replica = HostileMember.replica(number)
      key = try Curve25519.Signing.PrivateKey(
        rawRepresentation: [UInt8](repeating: number, count: 32))
    }

    var publicKey: [UInt8] { Array(key.publicKey.rawRepresentation) }
  }

  /// An event of a message.
  struct Event {
    var name: String
    var version: UInt64 = 1
    var kind: String?
    var entity = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    var payload: [UInt8] = []
  }

  static let space = replica(200).uuid
  /// When everything was written, in milliseconds since 1970.
  static let milliseconds: Int64 = 1_800_000_000_000

  static func replica(_ number: UInt8) -> ReplicaID {
    ReplicaID(UUID(uuid: (0, 0, 0, 0, 0, 0, 64, 0, 128, 0, 0, 0, 0, 0, 0, number)))
  }

  let founder: Writer
  let writer: Writer
  let reader: Writer
  let stranger: Writer

  init() throws {
    founder = try Writer(1)
    writer = try Writer(2)
    reader = try Writer(3)
    stranger = try Writer(4)
  }

  /// What everybody has: the space and its members, and some of the writer's.
  func beginning() throws -> SyncPage {
    let statements: [SpaceStatement] = [
      .created(name: "Kitchen", key: founder.publicKey, member: "Ada"),
      .enrolled(writer.replica, key: writer.publicKey, member: "Ben", role: .writer),
      .enrolled(reader.replica, key: reader.publicKey, member: "Cleo", role: .reader),
    ]
    return try page([
      (founder, [message(founder, 1, statements.map(Self.event))]),
      (writer, [message(writer, 1, [Self.change(1)]), message(writer, 2, [Self.change(2)])]),
    ])
  }

  /// An event of the domain: a diaper change, told for the first time or not.
  static func change(_ number: UInt8, at minute: UInt8 = 0) -> Event {
    let time = Date(timeIntervalSince1970: Double(milliseconds) / 1000 + Double(minute) * 60)
    let event: DiaperEvent =
      switch minute % 4 {
      case 1: .deleted
      case 2: .restored
      default: .recorded(DiaperChange(baby: nil, time: time))
      }
    var payload = PayloadWriter()
    event.encode(into: &payload)
    return Event(
      name: DiaperEvent.types[event.typeIndex].name, kind: DiaperChange.kind,
      entity: replica(number).uuid, payload: payload.array)
  }

  static func event(_ statement: SpaceStatement) -> Event {
    var payload = PayloadWriter()
    statement.encode(into: &payload)
    return Event(
      name: statement.name, kind: SpaceStatement.kind, entity: space, payload: payload.array)
  }

  static func retraction(of replica: ReplicaID, _ sequence: UInt64) -> Event {
    var payload = PayloadWriter()
    payload.uuid(1, replica.uuid)
    payload.uint(2, sequence)
    return Event(name: "daybook.retracted", payload: payload.array)
  }

  /// A message as a store writes it, when what it is to say lets one be written so.
  ///
  /// - Parameters:
  ///   - time: the hybrid time; nil for an ordinary one.
  ///   - more: fields that come at the end of the header.
  func message(
    _ writer: Writer, _ sequence: UInt64, _ events: [Event], time: UInt64? = nil,
    author: String = "Ada", space: UUID = space, more: [UInt8] = []
  ) -> [UInt8] {
    var header = PayloadWriter()
    header.uint(1, sequence)
    header.fixed(2, time ?? UInt64(Self.milliseconds) << 16 + (sequence & 0xFFFF))
    header.date(3, Date(timeIntervalSince1970: Double(Self.milliseconds) / 1000))
    header.string(4, author)
    var message = PayloadWriter()
    message.uuid(1, writer.replica.uuid)
    (header.array + more).withUnsafeBytes { message.bytes(2, $0) }
    for event in events {
      message.message(3) { inner in
        inner.string(1, event.name)
        inner.uint(2, event.version)
        inner.string(3, event.kind)
        inner.uuid(4, event.entity)
        event.payload.withUnsafeBytes { inner.bytes(5, $0) }
      }
    }
    message.uuid(4, space)
    return message.array
  }

  /// A page of runs, which their writers sign as they are, after those in `known`.
  func page(
    _ runs: [(writer: Writer, messages: [[UInt8]])], after known: [ReplicaID: Chain] = [:]
  ) throws -> SyncPage {
    var (heads, starts): ([SignedHead], [ReplicaID: [UInt8]]) = ([], [:])
    for (writer, messages) in runs {
      var chain =
        known[writer.replica] ?? Chain(space: Self.space, replica: writer.replica)
      starts[writer.replica] = chain.hash
      for message in messages { try chain.add(message) }
      heads.append(try Self.head(chain, writer))
    }
    return SyncPage(
      space: Self.space, messages: runs.flatMap(\.messages), heads: heads, hasMore: false,
      starts: starts)
  }

  /// The chains of what everybody has.
  func chains() throws -> [ReplicaID: Chain] {
    var chains: [ReplicaID: Chain] = [:]
    let page = try beginning()
    for head in page.heads { chains[head.dot.replica] = Chain(head, space: Self.space) }
    return chains
  }

  static func head(_ chain: Chain, _ writer: Writer, sequence: UInt64? = nil) throws -> SignedHead {
    let sequence = sequence ?? chain.sequence
    let signed = SignedHead.signed(
      Dot(replica: writer.replica, sequence: sequence), chain.hash, space)
    return SignedHead(
      dot: Dot(replica: writer.replica, sequence: sequence), chain: chain.hash,
      signature: Array(try writer.key.signature(for: signed)))
  }
}
