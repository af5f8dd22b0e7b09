import Daybook
import DaybookTesting
import LMDB

/// A small store whose every byte follows from the format: fixed clock, fixed identifiers.
enum GoldenStore {
  static let rice = UUID(uuid: (0xA, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
  static let beans = UUID(uuid: (0xB, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2))

  /// The pantry in a version that goes into each transaction.
  static let schema = Schema(version: 3).entity(PantryItem.self).projection(Shelves())

  /// Fills the store in a directory: two items, an old record, an event that does not fold, and a
  /// transaction that is taken back.
  static func fill(_ directory: String) throws {
    let clock = TestClock()
    var options = clock.options
    options.process = "golden"
    let store = try EventStore.open(at: directory, schema: schema, options: options)
    try store.append(author: "Ada", context: "shopping") { draft in
      try draft.append(
        PantryEvent.bought(PantryItem(name: "rice", amount: 3, shelf: "A")), to: rice)
      try draft.append(PantryEvent.bought(PantryItem(name: "beans", amount: 2)), to: beans)
    }
    clock.advance(by: 1)
    try store.append { try $0.append(PantryEvent.moved("B"), to: beans) }
    clock.advance(by: 1)
    try store.absorb(message(clock.now))
    clock.advance(by: 1)
    try store.append { try $0.retract(transaction: 2) }
    clock.advance(by: 1)
    try store.append(stamp: HybridTime(milliseconds: 1)) { draft in
      try draft.append(PantryEvent.counted(300), to: beans)
    }
  }

  /// Shares what `fill` has left: every statement about the space, a head, who is pinned, and a
  /// peer.
  static func share(_ directory: String) throws {
    let clock = TestClock()
    clock.advance(by: 10)
    let store = try EventStore.open(at: directory, schema: schema, options: clock.options)
    let ben = ReplicaID(UUID(uuid: (0xD, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4)))
    let own = try store.read { try $0.replica() }
    try store.append { draft in
      try draft.append(.created(name: "Pantry", key: bytes(32, 1), member: "Ada"))
      try draft.append(.enrolled(ben, key: bytes(32, 2), member: "Ben", role: .writer))
    }
    clock.advance(by: 1)
    let vector = try store.read { try $0.versionVector() }
    try store.append { draft in
      try draft.append(.roleChanged(ben, .reader, through: 3))
      try draft.append(.revoked(ben, through: 4))
      try draft.append(.keeper(ben, inPlaceOf: own, through: 5))
      draft.keep([
        SignedHead(
          dot: Dot(replica: own, sequence: 5), chain: bytes(32, 3), signature: bytes(64, 4))
      ])
    }
    clock.advance(by: 1)
    try store.append { try $0.append(.frontier(number: 1, vector)) }
    try store.notePeer("drive", through: 6, has: vector)
    try store.pin(
      founder: own, founderKey: bytes(32, 1), inviter: ben, inviterKey: bytes(32, 2))
    try store.close()
  }

  private static func bytes(_ count: Int, _ byte: UInt8) -> [UInt8] {
    Array(repeating: byte, count: count)
  }

  /// A transaction of another store, whose event the fold refuses.
  private static func message(_ date: Date) -> [UInt8] {
    var writer = PayloadWriter(capacity: 256)
    writer.uuid(1, UUID(uuid: (0xC, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3)))
    writer.message(2) { header in
      header.uint(1, 1)
      header.fixed(2, HybridTime(milliseconds: Int64(date.timeIntervalSince1970 * 1000)).rawValue)
      header.date(3, date)
    }
    writer.message(3) { event in
      event.string(1, "item.counted")
      event.uint(2, 1)
      event.string(3, PantryItem.kind)
      event.uuid(4, rice)
      event.message(5) { $0.int(1, -1) }
    }
    writer.uuid(4, UUID(uuid: (0x5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5)))
    return writer.array
  }

  /// Every row of every table as text, and the messages of the transactions.
  static func text(of directory: String, through last: UInt64 = 5) throws -> String {
    var text = ""
    do {
      let environment = try Environment(path: directory)
      let read = try environment.beginRead()
      text += try GoldenTable.heads(read)
      for table in GoldenTable.all { text += try table.text(read) }
      text += "tables: \(environment.tables)\n"
    }
    let store = try EventStore.open(at: directory, schema: pantry)
    for number in 1...last {
      guard let message = try store.read({ try $0.message(of: number) }) else { continue }
      text += "message \(number)\n" + GoldenField.lines(of: message[...], by: [.payload("payload")])
    }
    return text
  }
}
