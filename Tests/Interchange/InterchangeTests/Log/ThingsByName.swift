import Daybook
import DaybookTesting
import Foundation

@testable import Interchange

/// A view to compare by its digest.
struct ThingsByName: Projection {
  static let name = "test.thingsByName"
  static let rows = ViewTable<Key2<String, UUID>, Thing>("rows", at: 0)
  static let tables: [any AnyViewTable] = [rows]

  var parameters = ""

  func register(_ handlers: inout ChangeHandlers) {
    handlers.on(Thing.self) { change, rows in
      try rows.replace(
        Self.rows, old: change.old.map { (Key2($0.state.name, change.id.rawValue), $0.state) },
        new: change.new.map { (Key2($0.state.name, change.id.rawValue), $0.state) })
    }
  }

  /// The things and this view.
  static let schema = Schema().entity(Thing.self).projection(ThingsByName())
}

/// A store with a history of its own in a folder of the test's.
struct Household {
  let store: EventStore
  let clock: TestClock
  private var random: SeededGenerator
  private var things: [UUID] = []

  init(
    at path: String, seed: UInt64 = 1, space: UUID? = nil, clock: TestClock = TestClock()
  ) throws {
    self.clock = clock
    random = SeededGenerator(seed: seed)
    store = try EventStore.open(
      at: path, schema: ThingsByName.schema, options: clock.plainOptions(space: space))
  }

  /// Appends transactions: new things, edits, undos, old records, texts that JSON escapes.
  @discardableResult
  mutating func live(_ count: Int) throws -> History.Token {
    var token = try store.read { try $0.token() }
    for _ in 0..<count {
      clock.advance(by: 60)
      token = try step()
    }
    return token
  }

  private mutating func step() throws -> History.Token {
    let number = Int.random(in: 0..<100, using: &random)
    let author =
      ["Ada", "Ben \"the\\tall\"\n\u{1}\u{7F}", nil].randomElement(using: &random) ?? nil
    if let id = things.randomElement(using: &random), number < 60 {
      if number < 10, let token = try? store.undo(by: author) { return token }
      return try store.append(author: author, context: number < 30 ? "edit" : nil) { draft in
        try draft.append(
          ThingEvent.recorded(Thing("n\(number)", amount: number, note: "äöü €")), to: id)
      }
    }
    let ids = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      UUID(uuid: random.identifier())
    }
    things += ids
    let stamp = number > 90 ? HybridTime(milliseconds: 1_000 + Int64(number)) : nil
    return try store.append(author: author, stamp: stamp) { draft in
      for id in ids {
        try draft.append(ThingEvent.recorded(Thing("n\(number % 7)", amount: number)), to: id)
      }
    }
  }
}

extension TestClock {
  /// Options with identifiers that no other store has.
  func plainOptions(space: UUID? = nil) -> StoreOptions {
    var options = options
    options.makeID = { UUID() }
    options.space = space
    return options
  }
}

extension SeededGenerator {
  mutating func identifier() -> uuid_t {
    let (high, low) = (next(), next())
    return withUnsafeBytes(of: (high, low)) { $0.loadUnaligned(as: uuid_t.self) }
  }
}

extension EventStore {
  /// The lines of the log without the first and the last.
  func logLines(through number: UInt64? = nil) throws -> [String] {
    var bytes: [UInt8] = []
    try LogFile.write(self) { bytes += $0 }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    return Array(lines.dropFirst().dropLast().prefix(number.map { Int($0) } ?? .max))
  }

  /// The digest of the view.
  func digest() throws -> String { try "\(digests().values.first.map { "\($0)" } ?? "none")" }

  var head: UInt64 { get throws { try read { try $0.token().number } } }
}
