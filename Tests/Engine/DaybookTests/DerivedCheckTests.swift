import Daybook
import Foundation
import Synchronization
import TemporaryFolders
import Testing

/// Folds and indexes that do not say again what they have said.
@Suite(.serialized) struct DerivedCheckTests {
  private let directory: TemporaryFolder
  private let id = UUID()

  init() throws { directory = try TemporaryFolder() }

  private func open(_ schema: Schema, checks: Bool = true) throws -> EventStore {
    var options = StoreOptions()
    options.readsSamples = checks
    return try EventStore.open(at: directory.path, schema: schema, options: options)
  }

  private func expectRefusal(_ schema: Schema, naming words: String...) throws {
    let error = expectError(.storedFormatChanged) { try open(schema) }
    for word in words { #expect(error?.message.contains(word) == true, "\(error?.message ?? "")") }
    // Without the check it opens, and looking says nothing.
    _ = try open(schema, checks: false)
  }

  /// Appends, and expects that nothing is.
  private func expectRefusal<E: EntityEvent>(of event: E, in store: EventStore) throws {
    let before = try store.read { try $0.token() }
    let error = expectError(.storedFormatChanged) {
      try store.append { [id] in try $0.append(event, to: id) }
    }
    #expect(error?.message.hasSuffix("nothing was appended") == true, "\(error?.message ?? "")")
    #expect(try store.read { try $0.token() } == before)
    #expect(try store.verify().ok)
  }

  private func fill() throws {
    let store = try open(Schema().entity(Tin.self).projection(ByAmount()))
    try store.append { [id] in try $0.append(TinEvent.filled(3), to: id) }
    try store.append { [id] in try $0.append(TinEvent.labelled("rice"), to: id) }
  }

  @Test func `a fold that was changed without another revision is refused at open`() throws {
    try fill()
    try expectRefusal(Schema().entity(DoubledTin.self), naming: "tin", "revision of tin to 2")
  }

  @Test func `an index that was changed without another revision is refused at open`() throws {
    try fill()
    let schema = Schema().entity(Tin.self).projection(ByNegativeAmount())
    try expectRefusal(schema, naming: "projection tins.amounts", "revision of tins.amounts to 2")
  }

  @Test func `types and decode that disagree refuse the append`() throws {
    try expectRefusal(of: SwappedEvent.filled(3), in: open(Schema().entity(SwappedTin.self)))
  }

  @Test func `a fold that depends on more than its events refuses the append`() throws {
    try expectRefusal(of: CountedEvent(), in: open(Schema().entity(CountedTin.self)))
  }

  @Test func `an index that depends on the machine is refused where that is another one`() throws {
    let schema = Schema().entity(Tin.self).projection(ByZone())
    do {
      let store = try open(schema)
      try store.append { [id] in try $0.append(TinEvent.filled(3), to: id) }
    }
    ByZone.offset.withLock { $0 = 5 }
    defer { ByZone.offset.withLock { $0 = 0 } }
    try expectRefusal(schema, naming: "projection tins.zoned", "the zone of the machine")
  }

  @Test func `rows are built anew when what the system knows has another version`() throws {
    let schema = { (version: String) in
      Schema().entity(Tin.self).projection(ByZone(dataVersion: version))
    }
    do {
      let store = try open(schema("2026a"))
      try store.append { [id] in try $0.append(TinEvent.filled(3), to: id) }
    }
    ByZone.offset.withLock { $0 = 7 }
    defer { ByZone.offset.withLock { $0 = 0 } }
    let store = try open(schema("2026b"))
    let keys: [Int64] = try store.read { reader in
      try reader.rows(ByZone.query(ByZone.rows)).map { $0.key.first }
    }
    #expect(keys == [10])
    #expect(try store.verify().ok)
  }

  @Test func `a state in the order of a Set is refused`() throws {
    let store = try open(Schema().entity(TaggedTin.self))
    #expect(throws: StoreError.self) {
      for number in 0..<200 {
        try store.append { [id] in try $0.append(TaggedEvent.tagged("tag \(number)"), to: id) }
      }
    }
  }

  @Test func `a renamed case behind 300 others is refused at open`() throws {
    do {
      let store = try open(Schema().entity(Tin.self))
      try store.append { [id] draft in
        try draft.append(TinEvent.labelled("rice"), to: id)
        for number in 0..<300 { try draft.append(TinEvent.filled(number), to: id) }
      }
    }
    let error = expectError(.storedFormatChanged) { try open(Schema().entity(RelabelledTin.self)) }
    #expect(error?.message.contains("position 1 ") == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [true, false])
  func `an index whose row means something else is refused at open`(isRenamed: Bool) throws {
    let schema = { (changed: any Projection) in Schema().entity(Tin.self).projection(changed) }
    do {
      let store = try open(schema(Labels()))
      try store.append { [id] in try $0.append(TinEvent.labelled("rice"), to: id) }
    }
    try expectRefusal(
      schema(isRenamed ? RenamedLabels() : LoudLabels()), naming: "projection tins.labels",
      "raise the revision of tins.labels to 2")
    _ = try open(schema(Labels()))
  }

  @Test func `a fold that reads a rare case otherwise is refused at open`() throws {
    // The first one in the order of identifiers, behind more than are looked at of their kind.
    let ids = (0...70).map { UUID(uuid: ($0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
    do {
      let store = try open(Schema().entity(Tin.self))
      try store.append { draft in
        try draft.append(TinEvent.labelled("rice"), to: ids[0])
        for id in ids.dropFirst() { try draft.append(TinEvent.filled(1), to: id) }
      }
    }
    try expectRefusal(
      Schema().entity(LoudTin.self), naming: "tin \(ids[0])", "the fold means something")
  }

  @Test func `what says the same again is taken, whatever it is`() throws {
    try fill()
    let store = try open(Schema().entity(Tin.self).projection(ByAmount()))
    let token = try store.append { [id] in try $0.append(TinEvent.filled(4), to: id) }
    try store.append { try $0.retract(transaction: token.number) }
    #expect(try store.read { try $0.entity(Tin.self, id) } == Tin(amount: 3, label: "rice"))
    #expect(try store.verify().ok)
  }
}

// MARK: Tins

private enum TinEvent: CodableEntityEvent {
  static let type = EventType("tin.event")
  case filled(Int)
  case labelled(String)
}

/// A tin whose events are those that were stored.
private protocol AnyTin: Entity, CodablePayload where Event == TinEvent {
  var amount: Int { get set }
  var label: String { get set }
  init()
  static func taken(amount: Int) -> Int
  static func taken(label: String) -> String
}

extension AnyTin {
  static var kind: String { "tin" }
  static func taken(amount: Int) -> Int { amount }
  static func taken(label: String) -> String { label }

  static func fold(_ state: inout Self?, _ event: TinEvent) {
    var tin = state ?? Self()
    switch event {
    case .filled(let amount): tin.amount = taken(amount: amount)
    case .labelled(let label): tin.label = taken(label: label)
    }
    state = tin
  }
}

private struct Tin: AnyTin {
  var amount = 0
  var label = ""
}

private struct LoudTin: AnyTin {
  var amount = 0
  var label = ""

  static func taken(label: String) -> String { label.uppercased() }
}

private struct DoubledTin: AnyTin {
  var amount = 0
  var label = ""

  static func taken(amount: Int) -> Int { 2 * amount }
}

private struct RelabelledTin: Entity, CodablePayload {
  static let kind = "tin"
  var amount = 0
  var label = ""

  static func fold(_ state: inout RelabelledTin?, _ event: RelabelledEvent) {
    state = state ?? RelabelledTin()
  }
}

private enum RelabelledEvent: CodableEntityEvent {
  static let type = EventType("tin.event")
  case filled(Int)
  case named(String)
}

/// Its two types are read as one another.
private struct SwappedTin: Entity, CodablePayload {
  static let kind = "swapped"
  var amount = 0

  static func fold(_ state: inout SwappedTin?, _ event: SwappedEvent) {
    switch event {
    case .filled(let amount): state = SwappedTin(amount: amount)
    case .emptied: state = SwappedTin()
    }
  }
}

private enum SwappedEvent: EntityEvent {
  case filled(Int), emptied

  static let types = [EventType("swapped.filled"), EventType("swapped.emptied")]
  var typeIndex: Int { if case .filled = self { 0 } else { 1 } }

  func encode(into writer: inout PayloadWriter) {
    if case .filled(let amount) = self { writer.int(1, Int64(amount)) }
  }

  static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> Self {
    typeIndex == 1 ? .filled(0) : .emptied
  }
}

/// Each fold counts on where the last one ended.
private struct CountedTin: Entity, CodablePayload {
  static let kind = "counted"
  private static let count = Atomic<Int>(0)
  var amount = 0

  static func fold(_ state: inout CountedTin?, _ event: CountedEvent) {
    state = CountedTin(amount: count.add(1, ordering: .relaxed).newValue)
  }
}

private struct CountedEvent: CodableEntityEvent {
  static let type = EventType("counted.event")
}

private struct TaggedTin: Entity, CodablePayload {
  static let kind = "tagged"
  var tags: Set<String> = []

  static func fold(_ state: inout TaggedTin?, _ event: TaggedEvent) {
    if case .tagged(let tag) = event { state = TaggedTin(tags: (state?.tags ?? []).union([tag])) }
  }
}

private enum TaggedEvent: CodableEntityEvent {
  static let type = EventType("tagged.event")
  case tagged(String)
}

// MARK: Their projections

/// The tins by a number.
private protocol ByNumber: Projection {
  static func number(of tin: Tin) -> Int64
}

extension ByNumber {
  static var rows: ViewTable<Key2<Int64, UUID>, Empty> { ViewTable("rows", at: 0) }
  static var tables: [any AnyViewTable] { [rows] }

  func register(_ handlers: inout ChangeHandlers) {
    handlers.on(Tin.self) { change, rows in
      let id = change.id.rawValue
      try rows.replace(Self.rows, change) { (Key2(Self.number(of: $0.state), id), Empty()) }
    }
  }
}

private struct ByAmount: ByNumber {
  static let name = "tins.amounts"
  static func number(of tin: Tin) -> Int64 { Int64(tin.amount) }
}

private struct ByNegativeAmount: ByNumber {
  static let name = "tins.amounts"
  static func number(of tin: Tin) -> Int64 { -Int64(tin.amount) }
}

private struct ByZone: ByNumber {
  static let name = "tins.zoned"
  /// As a zone of the machine.
  static let offset = Mutex<Int64>(0)

  var dataVersion = ""

  static func number(of tin: Tin) -> Int64 { Int64(tin.amount) + offset.withLock { $0 } }
}

private struct Labels: Index {
  static let name = "tins.labels"
  struct Row: CodablePayload { var label: String }
  static func key(_ tin: Stamped<Tin>) -> ID<Tin>? { tin.id }
  static func row(_ tin: Stamped<Tin>) -> Row { Row(label: tin.label) }
}

private struct LoudLabels: Index {
  static let name = "tins.labels"
  struct Row: CodablePayload { var label: String }
  static func key(_ tin: Stamped<Tin>) -> ID<Tin>? { tin.id }
  static func row(_ tin: Stamped<Tin>) -> Row { Row(label: tin.label.uppercased()) }
}

private struct RenamedLabels: Index {
  static let name = "tins.labels"
  struct Row: CodablePayload { var text: String }
  static func key(_ tin: Stamped<Tin>) -> ID<Tin>? { tin.id }
  static func row(_ tin: Stamped<Tin>) -> Row { Row(text: tin.label) }
}
