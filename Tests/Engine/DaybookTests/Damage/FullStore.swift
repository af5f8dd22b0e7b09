import Daybook
import DaybookSnapshot
import DaybookTesting

/// A small store with rows of every sort: another replica, a retraction, a purge, something in
/// quarantine, a consumer, a message of the inbox.
enum FullStore {
  static func id(_ number: UInt8) -> UUID {
    UUID(uuid: (number, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))
  }

  static func fill(_ directory: String, inbox: InboxFolder) async throws {
    let clock = TestClock()
    let store = try EventStore.open(at: directory, schema: pantry, options: clock.options)
    for number in 1...5 as ClosedRange<UInt8> {
      clock.advance(by: 1)
      _ = try await store.append(author: "Ada", context: "shopping") { draft in
        let item = PantryItem(name: "item \(number)", amount: Int64(number), shelf: "A")
        try draft.append(PantryEvent.bought(item), to: id(number))
      }
    }
    clock.advance(by: 1)
    _ = try await store.purge(before: try store.read { try $0.token() })
    for number in 1...4 as ClosedRange<UInt8> {
      clock.advance(by: 1)
      _ = try await store.append { try $0.append(PantryEvent.moved("B"), to: id(number)) }
    }
    _ = try await store.append { try $0.append(PantryEvent.eaten, to: id(3)) }
    _ = try await store.append { try $0.retract(transaction: 7) }
    try await store.absorb(refused(clock.now))
    try await store.history.consumer("badges").deliver({ _ in }, rebase: { _ in })
    var payload = PayloadWriter()
    PantryEvent.counted(9).encode(into: &payload)
    try inbox.drop(
      InboxEvent(
        PantryEvent.types[2].name, kind: PantryItem.kind, entity: id(2), payload: payload.array),
      author: "widget", context: nil, wallTime: clock.now)
    _ = try await store.ingest(inbox: inbox.path)
  }

  /// A transaction of another store, whose event the fold refuses.
  private static func refused(_ date: Date) -> [UInt8] {
    var writer = PayloadWriter(capacity: 256)
    writer.uuid(1, id(77))
    writer.message(2) { header in
      header.uint(1, 1)
      header.fixed(2, HybridTime(milliseconds: Int64(date.timeIntervalSince1970 * 1000)).rawValue)
      header.date(3, date)
    }
    writer.message(3) { event in
      event.string(1, "item.counted")
      event.uint(2, 1)
      event.string(3, PantryItem.kind)
      event.uuid(4, id(5))
      event.message(5) { $0.int(1, -1) }
    }
    writer.uuid(4, id(77))
    return writer.array
  }

  /// What every read says: a line for each, which is the error's code when it throws one.
  static func readings(_ store: EventStore) -> [String] {
    var lines: [String] = []
    func note(_ name: String, _ body: () throws -> Any) {
      do { lines.append("\(name): \(try body())") } catch let error as StoreError {
        lines.append("error: \(error.code.rawValue)")
      } catch { lines.append("\(name): threw \(type(of: error)) \(error)") }
    }
    for number in 1...6 as ClosedRange<UInt8> {
      let id = id(number)
      note("entity \(number)") { try store.read { try $0.entity(PantryItem.self, id) } as Any }
      note("events of \(number)") { try store.read { try $0.events(of: PantryItem.self, id) } }
      note("known \(number)") { try store.read { try $0.isKnown(PantryItem.self, id) } }
    }
    for shelf in ["A", "B", "C"] {
      note("total of \(shelf)") {
        try store.read { try $0.view(Shelves.self).row(Shelves.totals, shelf) } as Any
      }
      note("items of \(shelf)") {
        try store.read { reader in
          try reader.view(Shelves.self).rows(Shelves.items, prefix: { $0.string(shelf) }).map(\.key)
        }
      }
      note("last of \(shelf)") {
        try store.read { reader in
          try reader.view(Shelves.self).last(Shelves.items, prefix: { $0.string(shelf) })?.key
        } as Any
      }
    }
    note("totals") { try store.read { try $0.view(Shelves.self).rows(Shelves.totals) } }
    note("items back") {
      try store.read { try $0.view(Shelves.self).rows(Shelves.items, reversed: true).map(\.key) }
    }
    note("transactions") { try store.read { try $0.transactions() } }
    for number in 1...13 as ClosedRange<UInt64> {
      note("transaction \(number)") { try store.read { try $0.transaction(number) } as Any }
      note("message \(number)") { try store.read { try $0.message(of: number) } as Any }
      if number > 5 { note("event \(number)") { try store.read { try $0.event(number) } } }
    }
    note("replay") {
      var events: [String] = []
      try store.read { try $0.replay { events.append("\($0.position) \(try $0.type())") } }
      return events
    }
    note("consumers") { try store.history.consumers() }
    note("quarantine") { try store.quarantine() }
    note("digests") { try store.digests().sorted { $0.key < $1.key } }
    return lines
  }
}
