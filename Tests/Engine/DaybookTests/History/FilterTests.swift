import Daybook
import TestRun
import Testing

/// Filtered history against a plain look at every transaction.
@Suite(.tags(.slow)) struct FilterTests {
  /// What is known of one transaction without any index.
  private struct Plain {
    let transaction: History.Transaction
    var events: Set<String> = []
    var entities: Set<String> = []
    var kinds: Set<String> { Set(entities.map { String($0.prefix { $0 != "/" }) }) }
  }

  private func plain(_ store: EventStore) throws -> [Plain] {
    try store.read { reader in
      var found: [Plain] = []
      for transaction in try reader.transactions() {
        var plain = Plain(transaction: transaction)
        for position in transaction.positions {
          let event = try reader.event(position)
          plain.events.insert(event.type.name)
          if !event.kind.isEmpty { plain.entities.insert("\(event.kind)/\(event.entity)") }
          guard event.kind.isEmpty else { continue }
          let dot = try target(event.payload)
          for earlier in found where earlier.transaction.dot == dot {
            plain.entities.formUnion(earlier.entities)
          }
        }
        found.append(plain)
      }
      return found
    }
  }

  private func target(_ payload: [UInt8]) throws -> Dot {
    try payload.withUnsafeBytes { bytes in
      var reader = PayloadReader(bytes.bytes)
      _ = try reader.next()
      let replica = try reader.uuid()
      _ = try reader.next()
      return Dot(replica: ReplicaID(replica), sequence: try reader.uint())
    }
  }

  private func compare(
    _ name: String, _ store: EventStore, _ plain: [Plain], _ filter: History.Filter,
    _ wants: (Plain) -> Bool
  ) throws {
    let expected = plain.filter(wants).map(\.transaction.number)
    let up = try store.history.transactions(where: filter).all().map(\.number)
    #expect(up == expected, "\(name)")
    let down = try store.history.transactions(order: .newestFirst, where: filter).all()
    #expect(down.map(\.number) == expected.reversed(), "\(name), newest first")
    let (after, before) = (plain[plain.count / 3].transaction, plain[plain.count / 2].transaction)
    let between = try store.history.transactions(
      after: after.token, before: before.token, where: filter
    ).all().map(\.number)
    let range = after.number + 1...before.number
    #expect(between == expected.filter { range.contains($0) }, "\(name), between two tokens")
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `every filter finds what a look at everything finds`(seed: UInt64) throws {
    var history = try RandomHistory(seed: seed)
    try history.write(1500)
    let store = history.store
    let plain = try plain(store)
    try compare("all", store, plain, .all) { _ in true }
    for author in ["Ada", "Ben", "Cleo", nil, "nobody"] {
      try compare("author", store, plain, .author(author)) { $0.transaction.author == author }
      try compare("not author", store, plain, .notAuthor(author)) {
        $0.transaction.author != author
      }
    }
    try compare("any author", store, plain, .author(anyOf: ["Ben", nil])) {
      $0.transaction.author == "Ben" || $0.transaction.author == nil
    }
    try compare("context", store, plain, .context("import")) { $0.transaction.context == "import" }
    try compare("no context", store, plain, .context(nil)) { $0.transaction.context == nil }
    for kind in ["pantry.item", "pantry.note", "pantry.shelf"] {
      try compare(kind, store, plain, .kind(named: kind)) { $0.kinds.contains(kind) }
    }
    for event in ["item.eaten", "note.event", "daybook.retracted", "item.lost"] {
      try compare(event, store, plain, .event(event)) { $0.events.contains(event) }
    }
    for id in history.ids {
      try compare("entity", store, plain, .entity(PantryItem.self, id)) {
        $0.entities.contains("pantry.item/\(id)")
      }
      try compare("both", store, plain, .entity(Note.self, id) && .notAuthor("Ada", nil)) {
        $0.entities.contains("pantry.note/\(id)")
          && !["Ada", nil].contains($0.transaction.author)
      }
    }
    try compare("remote", store, plain, .origin(.remote)) { $0.transaction.isRemote }
    try compare("local", store, plain, .origin(.local) && .event("item.eaten")) {
      !$0.transaction.isRemote && $0.events.contains("item.eaten")
    }
    for replica in Set(plain.map(\.transaction.dot.replica)).union([ReplicaID(UUID())]) {
      try compare("replica", store, plain, .replica(replica) && .notAuthor("Ada")) {
        $0.transaction.dot.replica == replica && $0.transaction.author != "Ada"
      }
    }
    let replicas = [plain[0].transaction.dot.replica, ReplicaID(UUID())]
    try compare(
      "a name", store, plain, .author("Ada") || .author(nil) && .replica(anyOf: replicas)
    ) {
      let (author, replica) = ($0.transaction.author, $0.transaction.dot.replica)
      return author == "Ada" || author == nil && replicas.contains(replica)
    }
    try compare("other replicas", store, plain, !.replica(anyOf: replicas)) {
      !replicas.contains($0.transaction.dot.replica)
    }
    let (start, end) = (
      plain[plain.count / 4].transaction.wallTime, plain[plain.count / 2].transaction.wallTime
    )
    try compare("time", store, plain, .time(start..<end)) {
      (start..<end).contains($0.transaction.wallTime)
    }
    let one = history.ids[0]
    try compare(
      "one of several", store, plain,
      (.entity(PantryItem.self, one) || .event("note.event") && .author("Ben"))
        && .origin(.local)
    ) {
      ($0.entities.contains("pantry.item/\(one)")
        || $0.events.contains("note.event") && $0.transaction.author == "Ben")
        && !$0.transaction.isRemote
    }
    try compare("nobody's or nothing's", store, plain, .author("nobody") || .event("item.lost")) {
      _ in false
    }
    try compare("all or some", store, plain, .all || .author("Ben")) { _ in true }
    try compareOpposites(store, plain, history.ids)
    let check = try store.verify().checks.first { $0.name == "summaries" }
    #expect(check?.ok == true, "\(check?.detail ?? "")")
  }

  /// What a filter does not want.
  private func compareOpposites(_ store: EventStore, _ plain: [Plain], _ ids: [UUID]) throws {
    for kind in ["pantry.item", "pantry.note", "pantry.shelf"] {
      try compare("not \(kind)", store, plain, !.kind(named: kind)) { !$0.kinds.contains(kind) }
    }
    for id in ids {
      try compare("no entity", store, plain, !.entity(PantryItem.self, id) && .author("Ben")) {
        !$0.entities.contains("pantry.item/\(id)") && $0.transaction.author == "Ben"
      }
    }
    try compare("no event", store, plain, !.event("item.eaten")) {
      !$0.events.contains("item.eaten")
    }
    try compare("another context", store, plain, !.context("import")) {
      $0.transaction.context != "import"
    }
    try compare("not local", store, plain, !.origin(.local)) { $0.transaction.isRemote }
    let half = plain[plain.count / 2].transaction.wallTime
    try compare("not since", store, plain, !.time(half..<Date.distantFuture)) {
      $0.transaction.wallTime < half
    }
    try compare("nothing", store, plain, !History.Filter.all) { _ in false }
    let both = History.Filter.kind(named: "pantry.item") && .author("Ada")
    try compare("not both", store, plain, !both) {
      !($0.kinds.contains("pantry.item") && $0.transaction.author == "Ada")
    }
    let one = both || .event("note.event") && !History.Filter.context(nil)
    func isOne(_ plain: Plain) -> Bool {
      plain.kinds.contains("pantry.item") && plain.transaction.author == "Ada"
        || plain.events.contains("note.event") && plain.transaction.context != nil
    }
    try compare("one of them", store, plain, one, isOne)
    try compare("none of them", store, plain, !one) { !isOne($0) }
    try compare("the opposite of the opposite", store, plain, !(!one), isOne)
  }

  @Test func `a retraction that came before its target is found by what it touches`() throws {
    let id = UUID()
    let source = try EventStore.temporary(schema: pantry)
    let first = try source.append { draft in
      try draft.append(PantryEvent.bought(PantryItem(name: "rice", amount: 1)), to: id)
    }
    let messages = try source.read { try [$0.message(of: first.number)].compactMap(\.self) }
    // The undo comes by way of another replica, so it may arrive first.
    let relay = try EventStore.temporary(schema: pantry)
    try relay.absorb(messages[0])
    try relay.append { try $0.retract(transaction: 1) }
    let undo = try relay.read { try $0.message(of: 2) }

    let target = try EventStore.temporary(schema: pantry.entity(Note.self))
    for number in 0..<600 {
      try target.append(durability: .bulk) { try $0.append(NoteEvent.written("n"), to: UUID()) }
      if number == 20 { try target.absorb(try #require(undo)) }
    }
    try target.absorb(messages[0])
    let found = try target.history.transactions(where: .entity(PantryItem.self, id)).all()
    #expect(found.map(\.number) == [22, 602])
    let ofKind = try target.history.transactions(where: .kind(PantryItem.self)).all()
    #expect(ofKind.map(\.number) == [22, 602])
    #expect(try target.verify().ok)
  }

  @Test func `a retraction is found by the kind that it touches, blocks later`() throws {
    let store = try EventStore.temporary(schema: pantry.entity(Note.self))
    try store.append { try $0.append(PantryEvent.eaten, to: UUID()) }
    for number in 0..<600 {
      try store.append(durability: .bulk) { try $0.append(NoteEvent.written("n"), to: UUID()) }
      if number == 400 { try store.append { try $0.retract(transaction: 1) } }
    }
    try store.flush()
    let found = try store.history.transactions(where: .kind(PantryItem.self)).all()
    #expect(found.map(\.number) == [1, 403])
  }

  @Test func `blocks without a name are passed over`() throws {
    let store = try EventStore.temporary(schema: pantry)
    for number in 0..<3000 {
      try store.append(author: number == 1700 ? "Ben" : "Ada", durability: .bulk) { draft in
        try draft.append(PantryEvent.eaten, to: UUID())
      }
    }
    try store.flush()
    let looks = try store.looks(at: .author("Ben"))
    #expect(looks.found == [1701])
    #expect(looks.count <= 256)
    #expect(try store.looks(at: .notAuthor("Ada")).count <= 256)
  }

  @Test func `a token of another store is refused`() throws {
    let store = try EventStore.temporary(schema: pantry)
    let other = try EventStore.temporary(schema: pantry)
    let token = try other.append { try $0.append(PantryEvent.eaten, to: UUID()) }
    #expect { try store.history.transactions(after: token).all() } throws: {
      ($0 as? StoreError)?.code == .foreignToken
    }
  }
}
