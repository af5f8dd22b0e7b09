import Daybook

@testable import DaybookSync

/// Bytes read as orders to a hostile member: what to write, sign and send.
///
/// Any bytes are orders. Each page is a few runs; each run follows on what everybody has, or does
/// not.
struct Orders {
  private var bytes: ArraySlice<UInt8>
  private let member: HostileMember
  private let chains: [ReplicaID: Chain]

  init(_ bytes: UnsafeRawBufferPointer) throws {
    self.bytes = [UInt8](bytes)[...]
    member = try HostileMember()
    chains = try member.chains()
  }

  private mutating func next() -> UInt8 { bytes.popFirst() ?? 0 }

  private mutating func choice<T>(_ all: [T]) -> T { all[Int(next()) % all.count] }

  private mutating func number() -> UInt64 {
    choice([0, 1, 2, 3, UInt64(next()), 1 << 32, .max - 1, .max])
  }

  /// Nil when there are no orders left.
  mutating func nextPage() throws -> SyncPage? {
    if bytes.isEmpty { return nil }
    var (messages, heads): ([[UInt8]], [SignedHead]) = ([], [])
    for _ in 0...Int(next() % 3) {
      let run = try nextRun()
      messages += run.messages
      heads.append(run.head)
    }
    if next() == 1 { messages.reverse() }
    if next() == 1 { messages.append(messages[0]) }
    if next() == 1 { heads.removeFirst() }
    return SyncPage(
      space: HostileMember.space, messages: messages, heads: heads, hasMore: next() == 1)
  }

  private mutating func nextRun() throws -> (messages: [[UInt8]], head: SignedHead) {
    let writer = choice([member.writer, member.founder, member.reader, member.stranger])
    let known = chains[writer.replica]
    var chain = known ?? Chain(space: HostileMember.space, replica: writer.replica)
    let start = chain.sequence
    var messages: [[UInt8]] = []
    for index in 1...UInt64(next() % 4 + 1) {
      let sequence = next() == 1 ? number() : start + index
      var message = nextMessage(writer, sequence)
      if next() == 1 { damage(&message) }
      try chain.add(message)
      messages.append(message)
    }
    let last = next() == 1 ? number() : chain.sequence
    return (messages, try HostileMember.head(chain, writer, sequence: last))
  }

  private mutating func nextMessage(_ writer: HostileMember.Writer, _ sequence: UInt64) -> [UInt8] {
    let events = (0...next() % 4).map { _ in nextEvent() }
    let time = next() == 1 ? number() << 16 : nil
    let author = next() == 1 ? String(repeating: "a", count: Int(next()) * 5) : "Ada"
    let space = next() == 1 ? HostileMember.replica(next()).uuid : HostileMember.space
    var more: [UInt8] = []
    if next() == 1 { more = (0..<next() % 24).map { _ in next() } }
    return member.message(
      writer, sequence, events, time: time, author: author, space: space, more: more)
  }

  private mutating func damage(_ message: inout [UInt8]) {
    let place = (Int(next()) << 8 | Int(next())) % message.count
    message[place] ^= 1 << (next() & 7)
  }

  private mutating func nextEvent() -> HostileMember.Event {
    switch next() % 8 {
    case 0, 1: return HostileMember.change(next(), at: next())
    case 2: return HostileMember.retraction(of: nextReplica(), number())
    case 3: return HostileMember.event(nextStatement())
    case 4:
      // A statement of rubbish.
      var event = HostileMember.event(nextStatement())
      event.payload = (0..<next() % 32).map { _ in next() }
      event.version = number()
      return event
    case 5:
      // An event of the engine.
      return HostileMember.Event(
        name: choice(["daybook.retracted", "daybook.other"]), version: number(),
        payload: (0..<next() % 32).map { _ in next() })
    case 6:
      // Names at the limits.
      let name = String(repeating: "n", count: Int(choice([0, 1, 199, 200, 201] as [UInt8])))
      return HostileMember.Event(name: name + String(next()), kind: choice([name, "k", ""]))
    default:
      var event = HostileMember.change(next(), at: next())
      event.payload = (0..<next() % 64).map { _ in next() }
      return event
    }
  }

  private mutating func nextReplica() -> ReplicaID { HostileMember.replica(next() % 6) }

  private mutating func nextStatement() -> SpaceStatement {
    let replica = nextReplica()
    switch next() % 6 {
    case 0: return .created(name: "Mine", key: member.writer.publicKey, member: "Ben")
    case 1:
      return .enrolled(
        replica, key: choice([member.stranger.publicKey, [], member.writer.publicKey]),
        member: "Dora", role: choice([.owner, .writer, .reader]))
    case 2: return .roleChanged(replica, choice([.owner, .writer, .reader]), through: number())
    case 3: return .revoked(replica, through: number())
    case 4: return .keeper(replica, inPlaceOf: nextReplica(), through: number())
    default:
      var vector = VersionVector()
      for _ in 0..<next() % 4 { vector[nextReplica()] = number() }
      return .frontier(number: number(), vector)
    }
  }
}
