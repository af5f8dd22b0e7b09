import Daybook
import DaybookSnapshot
import Foundation

/// A small store with every sort of row, to be damaged.
struct DamagedStore {
  /// The counters that it is about, among them one that is not there.
  static let ids = (1...40).map {
    UUID(uuid: (7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8($0)))
  }
  static let consumer = "damage.consumer"

  let path: String
  /// Whether the file is too large to be looked at in full when it is opened.
  var isLarge = false
  var pageChecks = StoreOptions.PageChecks.inBackground

  func open() throws -> EventStore {
    var options = StoreOptions()
    options.pageChecks = pageChecks
    return try EventStore.open(at: path, schema: Boards().schema, options: options)
  }

  /// Makes it: baselines of what was purged, then events, a retraction, texts with pages of their
  /// own, what another replica sent, an unknown type, a row in quarantine, a consumer and an inbox
  /// mark.
  func make() throws {
    let store = try open()
    if isLarge { try grow(store) }
    try fill(store)
    try store.purge(before: store.read { try $0.token() })
    try fill(store)
    try store.append(author: "Ada") { draft in
      try draft.append(CounterEvent(.closed, Mark(value: 1)), to: Self.ids[3])
    }
    let undone = try store.append(context: "mistake") { draft in
      try draft.append(CounterEvent(.added, Mark(value: 99)), to: Self.ids[4])
    }
    try store.append { try $0.retract(transaction: undone.number) }
    try absorb(into: store)
    try takeIn(store)
    try consume(store)
  }

  private func fill(_ store: EventStore) throws {
    for (index, id) in Self.ids.dropLast().enumerated() {
      let text = String(repeating: "text ", count: index % 13 == 0 ? 1000 : 1)
      try store.append(author: index % 2 == 0 ? "Ada" : nil, durability: .relaxed) { draft in
        let mark = Mark(value: Int64(index), index: 0, count: 2)
        try draft.append(CounterEvent(.opened, mark, text: "board \(index % 3)"), to: id)
        try draft.append(CounterEvent(.noted, mark, text: text), to: id)
      }
    }
  }

  /// Entities enough for branches, and for a file of some five MiB.
  private func grow(_ store: EventStore) throws {
    for block in 0..<15 as Range<UInt8> {
      try store.append(durability: .relaxed) { draft in
        for number in 0..<100 as Range<UInt8> {
          let id = UUID(uuid: (9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, block, number))
          let mark = Mark(value: Int64(number))
          try draft.append(CounterEvent(.opened, mark, text: "board \(block % 7)"), to: id)
          try draft.append(
            CounterEvent(.noted, mark, text: String(repeating: "grow ", count: 240)), to: id)
        }
      }
    }
  }

  /// Transactions of two other stores: a key that is too long for a row, and an unknown type.
  private func absorb(into store: EventStore) throws {
    let peer = try EventStore.open(at: "\(path)-peer", schema: Schema().entity(Counter.self))
    let long = String(repeating: "long", count: 200)
    try peer.append { draft in
      try draft.append(CounterEvent(.opened, Mark(value: 5), text: long), to: Self.ids[5])
    }
    let newer = try EventStore.open(
      at: "\(path)-newer", schema: Schema().entity(NewerCounter.self))
    try newer.append { try $0.append(Painted(), to: Self.ids[6]) }
    for other in [peer, newer] {
      if let message = try other.read({ try $0.message(of: 1) }) { try store.absorb(message) }
    }
  }

  /// A consumer that begins after what was purged.
  private func consume(_ store: EventStore) throws {
    let done = DispatchSemaphore(value: 0)
    Task {
      defer { done.signal() }
      do {
        try await store.history.consumer(Self.consumer).process({ _, _ in }, rebase: { _ in })
      } catch {
        Output.fail(error)
      }
    }
    done.wait()
  }

  private func takeIn(_ store: EventStore) throws {
    let inbox = InboxFolder(path: "\(path)-inbox")
    var payload = InboxPayload()
    payload.int(1, 8)
    payload.string(4, "widget")
    let event = InboxEvent(
      CounterEvent.types[0].name, kind: Counter.kind, entity: Self.ids[7], payload: payload.bytes)
    try inbox.drop(event)
    try store.ingest(inbox: inbox.path)
  }
}
