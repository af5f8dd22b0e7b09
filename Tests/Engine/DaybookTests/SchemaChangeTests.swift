import Daybook
import TemporaryFolders
import Testing

/// Stores that are opened by another version of the app.
struct SchemaChangeTests {
  let directory: TemporaryFolder
  private let id = UUID()
  private let rice = PantryEvent.bought(PantryItem(name: "rice", amount: 3, shelf: "top"))

  init() throws { directory = try TemporaryFolder() }

  private func open(_ schema: Schema) throws -> EventStore {
    try EventStore.open(at: directory.path, schema: schema)
  }

  @Test func `ALL-4: events that an older app does not know are kept, listed and folded later`()
    throws
  {
    do {
      let store = try open(Schema().entity(Jar.self))
      try store.append { draft in
        try draft.append(JarEvent.filled(5), to: id)
        try draft.append(JarEvent.labelled("plums"), to: id)
      }
    }
    let stored: [[UInt8]]
    do {
      let store = try open(Schema().entity(OldJar.self))
      #expect(try store.read { try $0.entity(OldJar.self, id) }?.amount == 5)
      try store.append { try $0.append(OldJarEvent.filled(7), to: id) }
      let unknown = try store.unknownTypes()
      #expect(unknown.map(\.type.description) == ["jar.labelled"])
      #expect(unknown.map(\.kind) == ["jar"])
      #expect(unknown.map(\.events) == [1])
      stored = try store.read { reader in try (1...3).map { try reader.event($0).payload } }
      #expect(try store.read { try $0.event(2) }.type.name == "jar.labelled")
    }
    let store = try open(Schema().entity(Jar.self))
    let jar = try store.read { try $0.entity(Jar.self, id) }
    #expect(jar?.amount == 7)
    #expect(jar?.label == "plums")
    let kept = try store.read { reader in try (1...3).map { try reader.event($0).payload } }
    #expect(kept == stored)
    #expect(try store.unknownTypes().isEmpty)
    #expect(try store.verify().ok)
  }

  @Test func `an event that is not known tells when an entity was written, not what it is`() throws
  {
    let newer = try open(Schema().entity(Jar.self))
    let older = try EventStore.temporary(
      schema: Schema().entity(OldJar.self).projection(LastWritten()))
    try newer.append { try $0.append(JarEvent.filled(5), to: id) }
    try newer.append { try $0.append(JarEvent.labelled("plums"), to: id) }
    for number in 1...2 {
      let message = try newer.read { try $0.message(of: UInt64(number)) }
      try older.absorb(try #require(message))
    }
    let (row, time) = try older.read { reader in
      let row = try reader.view(LastWritten.self).row(LastWritten.times, id)
      return (row, try reader.transactions().last?.stampTime.rawValue)
    }
    #expect(row?.modified == time)
    #expect(try older.verify().ok)
  }

  @Test func `a kind that the schema lacks is kept and there again when it is known`() throws {
    do {
      let store = try open(Schema().entity(Jar.self))
      try store.append { try $0.append(JarEvent.filled(5), to: id) }
    }
    do {
      let store = try open(pantry)
      #expect(try store.unknownTypes().map(\.kind) == ["jar", "jar"])
      #expect(throws: StoreError.self) {
        _ = try store.read { try $0.entity(Jar.self, id) }
      }
      #expect(try store.verify().ok)
    }
    let store = try open(Schema().entity(Jar.self))
    #expect(try store.read { try $0.entity(Jar.self, id) }?.amount == 5)
  }

  @Test func `raising an entity's revision folds its states anew at open`() throws {
    do {
      let store = try open(Schema().entity(Jar.self))
      try store.append { try $0.append(JarEvent.filled(5), to: id) }
    }
    let store = try open(Schema().entity(DoubledJar.self))
    #expect(try store.read { try $0.entity(DoubledJar.self, id) }?.amount == 10)
    #expect(try store.verify().ok)
  }

  /// The shelves by a projection that was there for the rice and not for what came then.
  private func shelves(missing body: (EventStore) throws -> Void) throws -> [String] {
    let shelves = Schema().entity(PantryItem.self).projection(Shelves())
    do {
      let store = try open(shelves)
      try store.append { [id, rice] in try $0.append(rice, to: id) }
    }
    try body(open(Schema().entity(PantryItem.self)))
    let store = try open(shelves)
    #expect(try store.verify().ok)
    return try store.read { try $0.view(Shelves.self).rows(Shelves.items).map(\.key.shelf) }
  }

  @Test func `a projection that another schema left behind takes in what it missed`() throws {
    let rows = try shelves { store in
      try store.append { [id] in try $0.append(PantryEvent.moved("low"), to: id) }
      try store.append { [rice] in try $0.append(rice, to: UUID()) }
      try store.append { try $0.retract(transaction: 2) }
    }
    #expect(rows == ["top", "top"])
  }

  @Test func `a projection left behind by a purge is built anew`() throws {
    let rows = try shelves { store in
      try store.append { [id] in try $0.append(PantryEvent.moved("low"), to: id) }
      try store.purge(before: try store.read { try $0.token() })
    }
    #expect(rows == ["low"])
  }

  @Test func `a state that the new version cannot read is folded anew`() throws {
    do {
      let store = try open(Schema().entity(Wish.self))
      try store.append { try $0.append(WishEvent.made(text: "bike", price: 99.5), to: id) }
    }
    let store = try open(Schema().entity(DatedWish.self))
    let wish = try store.read { try $0.entity(DatedWish.self, id) }
    #expect(wish?.text == "bike")
    #expect(wish?.made.milliseconds ?? 0 > 0)
    #expect(try store.verify().ok)
  }

  @Test func `ALL-4: payloads of an older version are upcast when they are read`() throws {
    do {
      let store = try open(Schema().entity(OldJar.self))
      try store.append { try $0.append(OldJarEvent.filled(5), to: id) }
    }
    let store = try open(Schema().entity(GramJar.self))
    #expect(try store.read { try $0.entity(GramJar.self, id) }?.amount == 5_000)
    try store.append { try $0.append(GramJarEvent.filled(300), to: id) }
    #expect(try store.read { try $0.entity(GramJar.self, id) }?.amount == 300)
    #expect(try store.read { try $0.event(1) }.type.version == 1)
    #expect(try store.read { try $0.event(2) }.type.version == 2)
    #expect(try store.verify().ok)
  }

  @Test func `Codable alone is enough for an entity and its events`() throws {
    do {
      let store = try open(Schema().entity(Wish.self))
      try store.append { draft in
        try draft.append(WishEvent.made(text: "a \"bike\"", price: 99.5), to: id)
        try draft.append(WishEvent.raised(to: 120), to: id)
      }
    }
    let store = try open(Schema().entity(Wish.self))
    #expect(
      try store.read { try $0.entity(Wish.self, id) } == Wish(text: "a \"bike\"", price: 120))
    #expect(try store.verify().ok)
  }
}

// MARK: Versions of one kind

private protocol AnyJar: Entity, FieldPayload {
  var amount: Int64 { get set }
  var label: String? { get set }
}

extension AnyJar {
  static var kind: String { "jar" }

  mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &amount)
    try field(2, &label)
  }
}

private struct Jar: AnyJar {
  var amount: Int64 = 0
  var label: String?

  static func fold(_ state: inout Jar?, _ event: JarEvent) {
    state = state ?? Jar()
    switch event {
    case .filled(let amount): state?.amount = amount
    case .labelled(let label): state?.label = label
    }
  }
}

private enum JarEvent: EntityEvent {
  case filled(Int64)
  case labelled(String)

  static let types = [EventType("jar.filled"), EventType("jar.labelled")]
  var typeIndex: Int { if case .filled = self { 0 } else { 1 } }

  func encode(into writer: inout PayloadWriter) {
    switch self {
    case .filled(let amount): writer.int(1, amount)
    case .labelled(let label): writer.string(1, label)
    }
  }

  static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> JarEvent {
    _ = try reader.next()
    return typeIndex == 0 ? .filled(try reader.int()) : .labelled(try reader.string())
  }
}

/// As the app was before labels.
private struct OldJar: AnyJar {
  var amount: Int64 = 0
  var label: String?

  static func fold(_ state: inout OldJar?, _ event: OldJarEvent) {
    state = state ?? OldJar()
    state?.amount = event.amount
  }
}

private struct OldJarEvent: EntityEvent {
  static let types = [EventType("jar.filled")]
  let amount: Int64
  let typeIndex = 0

  static func filled(_ amount: Int64) -> OldJarEvent { OldJarEvent(amount: amount) }

  func encode(into writer: inout PayloadWriter) { writer.int(1, amount) }

  static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> OldJarEvent {
    _ = try reader.next()
    return .filled(try reader.int())
  }
}

/// When each jar was written last.
private struct LastWritten: Projection {
  static let name = "lastWritten"
  static let times = ViewTable<UUID, JarTime>("times", at: 0)
  static let tables: [any AnyViewTable] = [times]

  func register(_ handlers: inout ChangeHandlers) {
    handlers.on(OldJar.self) { change, rows in
      let id = change.id.rawValue
      try rows.replace(Self.times, change) { (id, JarTime(modified: $0.modified.rawValue)) }
    }
  }
}

private struct JarTime: PayloadCodable, Equatable {
  var modified: UInt64 = 0

  init(modified: UInt64) { self.modified = modified }

  init(from reader: inout PayloadReader) throws {
    while let field = try reader.next() {
      if field == 1 { modified = try reader.fixed() }
    }
  }

  func encode(into writer: inout PayloadWriter) { writer.fixed(1, modified) }
}

/// The same events, folded in another way.
private struct DoubledJar: AnyJar {
  static let revision = 2
  var amount: Int64 = 0
  var label: String?

  static func fold(_ state: inout DoubledJar?, _ event: OldJarEvent) {
    state = state ?? DoubledJar()
    state?.amount = event.amount * 2
  }
}

/// As the app was after it had gone over to grams: version 2 of the event.
private struct GramJar: AnyJar {
  var amount: Int64 = 0
  var label: String?

  static func fold(_ state: inout GramJar?, _ event: GramJarEvent) {
    state = state ?? GramJar()
    state?.amount = event.grams
  }
}

private struct GramJarEvent: EntityEvent {
  static let types = [EventType("jar.filled", version: 2)]
  static let upcasters = [
    Upcaster(from: EventType("jar.filled"), to: EventType("jar.filled", version: 2)) { old, new in
      while let field = try old.next() {
        if field == 1 { new.int(1, try old.int() * 1_000) }
      }
    }
  ]
  let grams: Int64
  let typeIndex = 0

  static func filled(_ grams: Int64) -> GramJarEvent { GramJarEvent(grams: grams) }

  func encode(into writer: inout PayloadWriter) { writer.int(1, grams) }

  static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> GramJarEvent {
    _ = try reader.next()
    return .filled(try reader.int())
  }
}

// MARK: Codable

private struct Wish: Entity, CodablePayload {
  static let kind = "wish"
  var text: String
  var price: Double

  static func fold(_ state: inout Wish?, _ event: WishEvent) {
    switch event {
    case .made(let text, let price): state = Wish(text: text, price: price)
    case .raised(let price): state?.price = price
    }
  }
}

private enum WishEvent: CodableEntityEvent {
  static let type = EventType("wish.event")
  case made(text: String, price: Double)
  case raised(to: Double)
}

/// A later wish, whose state holds more than the stored ones do.
private struct DatedWish: ContextualEntity, CodablePayload {
  static let kind = "wish"
  static let revision = 2
  var text: String
  var made: HybridTime

  static func fold(_ state: inout DatedWish?, _ event: DatedWishEvent, in context: EventContext) {
    switch event {
    case .made(let text, _): state = DatedWish(text: text, made: context.time)
    case .raised: break
    }
  }
}

private enum DatedWishEvent: CodableEntityEvent {
  static let type = EventType("wish.event")
  case made(text: String, price: Double)
  case raised(to: Double)
}
