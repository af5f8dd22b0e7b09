import Daybook

/// Everything that the public interface reads from a store, in sections.
struct Transcript {
  /// The text of a section, or what was thrown.
  private(set) var sections: [(name: String, text: Result<String, any Error>)] = []

  init(of store: EventStore) {
    add("entities") { try Self.entities(store) }
    add("past") { try Self.past(store) }
    add("view") { try Self.view(store) }
    add("history") { try Self.history(store) }
    add("changes") { try Self.changes(store) }
    add("events") { try Self.events(store) }
    add("replay") { try Self.replay(store) }
    add("messages") { try Self.messages(store) }
    add("quarantine") {
      try store.quarantine().map { "\($0)" }.sorted().joined(separator: "\n")
    }
    add("consumers") { try store.history.consumers().map { "\($0.name) \($0.token)" }.joined() }
    add("unknown") { try store.unknownTypes().map { "\($0)" }.joined() }
  }

  private mutating func add(_ name: String, _ body: () throws -> String) {
    sections.append((name, Result(catching: body)))
  }

  private static func entities(_ store: EventStore) throws -> String {
    try store.read { reader in
      try DamagedStore.ids.map { id in
        let entity = try reader.entity(Counter.self, id)
        return "\(try reader.isKnown(Counter.self, id)) \(String(describing: entity))"
      }.joined(separator: "\n")
    }
  }

  private static func past(_ store: EventStore) throws -> String {
    try store.read { reader in
      try DamagedStore.ids.map { id in
        try reader.versions(of: Counter.self, id).map {
          "\($0.transaction.number) \(String(describing: $0.value))"
        }.joined(separator: ", ")
      }.joined(separator: "\n")
    }
  }

  private static func view(_ store: EventStore) throws -> String {
    try store.read { reader in
      let view = try reader.view(Boards.self)
      let keys = try DamagedStore.ids.map { id in
        try view.row(Boards.members, MemberKey(board: "board 1", id: id)).map { "\($0)" } ?? ""
      }
      return "\(try view.rows(Boards.members)) \(try view.rows(Boards.totals)) \(keys)"
    }
  }

  private static func history(_ store: EventStore) throws -> String {
    try store.read { reader in
      let newest = try reader.newestTransactions(limit: 5).map(\.number)
      return "\(try reader.transactions()) \(newest) \(try reader.token())"
    }
  }

  private static func changes(_ store: EventStore) throws -> String {
    try store.read { reader in
      try reader.transactions().map { transaction in
        let touched = try reader.entities(touchedBy: transaction.number)
        return "\(touched) \(try reader.changes(of: Counter.self, in: transaction.number))"
      }.joined(separator: "\n")
    }
  }

  private static func events(_ store: EventStore) throws -> String {
    try store.read { reader in
      let own = try DamagedStore.ids.map { "\(try reader.events(of: Counter.self, $0))" }
      let all = try reader.transactions().flatMap(\.positions).map { position in
        let event = try reader.event(position)
        return "\(event.position) \(event.transaction) \(event.kind) \(event.entity) \(event.type) "
          + digest(event.payload.span.bytes)
      }
      return (own + all).joined(separator: "\n")
    }
  }

  private static func replay(_ store: EventStore) throws -> String {
    var text = ""
    try store.read { reader in
      try reader.replay { event in
        text += "\(event.position) \(event.transaction) \(try event.kind()) \(try event.type()) "
        text += "\(event.entity) \(event.time.rawValue) \(digest(event.payload))\n"
      }
    }
    return text
  }

  private static func messages(_ store: EventStore) throws -> String {
    try store.read { reader in
      try reader.transactions().map { transaction in
        let message = try reader.message(of: transaction.number) ?? []
        return digest(message.span.bytes)
      }
      .joined(separator: "\n")
    }
  }

  /// Length and FNV-1a of bytes, because printing them takes most of the time.
  private static func digest(_ bytes: RawSpan) -> String {
    bytes.withUnsafeBytes { bytes in
      let sum = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
        ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
      }
      return "\(bytes.count) bytes \(sum)"
    }
  }
}
