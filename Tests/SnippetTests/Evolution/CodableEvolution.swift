import Daybook
import Testing

/// The table of "Changing what you store", `Codable` events and states.
struct CodableEvolution {
  private let app = EvolvingStore()

  private func refusal<E: Entity>(_ type: E.Type) -> StoreError.Code? {
    #expect(throws: StoreError.self) { try app.read(type) }?.code
  }

  @Test func `an optional value of a case needs nothing`() throws {
    try app.append(Memo.self, .written(text: "milk"))
    #expect(try app.read(OptionalMemo.self) == OptionalMemo(text: "milk", color: nil))
  }

  @Test func `a required value is an optional one of the case, and the fold has its default`()
    throws
  {
    try app.append(Memo.self, .written(text: "milk"))
    #expect(refusal(RequiredMemo.self) == .storedFormatChanged)
    #expect(try app.read(DefaultMemo.self)?.rank == 1)
  }

  @Test func `a renamed case or label keeps its name with CodingKeys`() throws {
    try app.append(Memo.self, .written(text: "milk"))
    #expect(try app.read(RenamedMemo.self)?.body == "milk")
  }

  @Test func `a renamed property of the state needs a revision`() throws {
    try app.append(Memo.self, .written(text: "milk"))
    #expect(refusal(RekeyedMemo.self) == .storedFormatChanged)
    #expect(try app.read(RaisedMemo.self)?.body == "milk")
  }

  @Test func `a value of another type comes with a version and an upcaster`() throws {
    try app.append(Memo.self, .written(text: "milk"), .ranked(3))
    #expect(refusal(WordMemo.self) == .storedFormatChanged)
    #expect(try app.read(RankedMemo.self)?.rank == "rank 3")
  }

  @Test func `a case that an older app does not know is in its quarantine until it does`() throws {
    let newer = try EventStore.temporary(schema: Schema().entity(Memo.self))
    let id = app.id
    try newer.append { draft in
      try draft.append(.written(text: "milk"), to: Memo.self, id)
      try draft.append(.ranked(3), to: Memo.self, id)
    }
    let message = try #require(try newer.read { try $0.message(of: 1) })
    let older = try app.open(Schema().entity(OldMemo.self))
    try older.absorb(message)
    #expect(try older.read { try $0.entity(OldMemo.self, id) }?.text == "milk")
    #expect(try older.quarantine().count == 1)
    try older.close()
    let updated = try app.open(Schema().entity(Memo.self))
    #expect(try updated.requeue() == 0)
    #expect(try updated.read { try $0.entity(Memo.self, id) }?.rank == 3)
    try updated.close()
  }

  @Test func `a case that is left out refuses the store`() throws {
    try app.append(Memo.self, .written(text: "milk"), .ranked(3))
    #expect(refusal(OldMemo.self) == .storedFormatChanged)
  }

  @Test func `an event type of another name is reached by an upcaster`() throws {
    try app.append(Memo.self, .written(text: "milk"))
    #expect(try app.read(RetitledMemo.self)?.text == "milk")
  }

  @Test func `after a purge a new property of the state must be optional`() throws {
    try app.append(OldMemo.self, .written(text: "milk"))
    let store = try app.open(Schema().entity(OldMemo.self))
    try store.purge(before: try store.read { try $0.token() })
    try store.close()
    #expect(try app.read(OptionalMemo.self)?.text == "milk")
    #expect(refusal(Memo.self) == .storedFormatChanged)
    #expect(try app.read(Memo.self, checks: false) == nil)
    let strict = try app.open(Schema().entity(Memo.self), checks: false)
    #expect(try strict.quarantine().count == 1)
    try strict.close()
    #expect(try app.read(OldMemo.self)?.text == "milk")
  }
}

// MARK: Versions of a memo

struct Memo: Entity, CodablePayload {
  static let kind = "memo"
  var text: String
  var rank = 1

  enum Event: CodableEntityEvent {
    case written(text: String)
    case ranked(Int)
  }

  static func fold(_ memo: inout Memo?, _ event: Event) {
    switch event {
    case .written(let text): memo = Memo(text: text)
    case .ranked(let rank): memo?.rank = rank
    }
  }
}

/// As the app was before ranks.
struct OldMemo: Entity, CodablePayload {
  static let kind = "memo"
  var text: String

  enum Event: CodableEntityEvent {
    case written(text: String)
  }

  static func fold(_ memo: inout OldMemo?, _ event: Event) {
    if case .written(let text) = event { memo = OldMemo(text: text) }
  }
}

private struct OptionalMemo: Entity, CodablePayload {
  static let kind = "memo"
  var text: String
  var color: String?

  enum Event: CodableEntityEvent {
    case written(text: String, color: String?)
  }

  static func fold(_ memo: inout Self?, _ event: Event) {
    if case .written(let text, let color) = event { memo = Self(text: text, color: color) }
  }
}

private struct RequiredMemo: Entity, CodablePayload {
  static let kind = "memo"
  var rank: Int

  enum Event: CodableEntityEvent {
    case written(text: String, rank: Int)
  }

  static func fold(_ memo: inout Self?, _ event: Event) {
    if case .written(_, let rank) = event { memo = Self(rank: rank) }
  }
}

private struct DefaultMemo: Entity, CodablePayload {
  static let kind = "memo"
  var rank: Int

  enum Event: CodableEntityEvent {
    case written(text: String, rank: Int?)
  }

  static func fold(_ memo: inout Self?, _ event: Event) {
    if case .written(_, let rank) = event { memo = Self(rank: rank ?? 1) }
  }
}

private struct RekeyedMemo: Entity, CodablePayload {
  static let kind = "memo"
  var body: String
  var rank = 1

  enum Event: CodableEntityEvent {
    case written(text: String)
  }

  static func fold(_ memo: inout Self?, _ event: Event) {
    if case .written(let text) = event { memo = Self(body: text) }
  }
}

private struct RaisedMemo: Entity, CodablePayload {
  static let kind = "memo"
  static let revision = 2
  var body: String
  var rank = 1

  enum Event: CodableEntityEvent {
    case written(text: String)
  }

  static func fold(_ memo: inout Self?, _ event: Event) {
    if case .written(let text) = event { memo = Self(body: text) }
  }
}

/// The mistake: ranks in words, read where there are numbers.
private struct WordMemo: Entity, CodablePayload {
  static let kind = "memo"
  var rank: String

  enum Event: CodableEntityEvent {
    case written(text: String)
    case ranked(String)
  }

  static func fold(_ memo: inout Self?, _ event: Event) {
    if case .ranked(let rank) = event { memo = Self(rank: rank) }
  }
}

private struct RetitledMemo: Entity, CodablePayload {
  static let kind = "memo"
  var text: String

  enum Event: CodableEntityEvent {
    static let type = EventType(".changed")
    static var upcasters: [Upcaster] {
      [
        Upcaster(from: ".event", to: type) { old, new in
          try decode(0, from: &old).encode(into: &new)
        }
      ]
    }
    case written(text: String)
  }

  static func fold(_ memo: inout Self?, _ event: Event) {
    if case .written(let text) = event { memo = Self(text: text) }
  }
}
