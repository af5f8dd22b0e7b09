import Daybook
import Foundation
import TemporaryFolders
import Testing

/// Schemas that contradict themselves are refused with the names concerned, before anything is
/// written.
struct SchemaCheckTests {
  let directory: TemporaryFolder

  init() throws { directory = try TemporaryFolder() }

  private func refusal(_ schema: Schema) -> String? {
    let path = directory.path + "/store"
    do { _ = try EventStore.open(at: path, schema: schema) } catch let error as StoreError {
      #expect(error.code == .invalidSchema)
      #expect(!FileManager.default.fileExists(atPath: path))
      return error.message
    } catch {}
    return nil
  }

  private func refusal(kind: String, _ events: [String]) -> String? {
    Chosen.$kind.withValue(kind) {
      Chosen.$events.withValue(events) { refusal(Schema().entity(Thing<One>.self)) }
    }
  }

  private func refusal(view: String, _ tables: [(String, Int)]) -> String? {
    Chosen.$projection.withValue(view) {
      Chosen.$tables.withValue(tables) {
        refusal(Schema().entity(Thing<One>.self).projection(Named<One>()))
      }
    }
  }

  @Test func `two types of one kind`() throws {
    let message = try #require(
      refusal(Schema().entity(Thing<One>.self).entity(Thing<Two>.self)))
    #expect(message.contains("One") && message.contains("Two") && message.contains("kind thing"))
  }

  @Test func `two kinds with one type of events`() throws {
    let message = try #require(refusal(pantry.entity(Larder.self)))
    #expect(message.contains("PantryItem") && message.contains("Larder"))
    #expect(message.contains("both have events of type DaybookTests.PantryEvent"))
  }

  @Test func `an entity twice, and a projection twice`() throws {
    #expect(
      try #require(refusal(pantry.entity(PantryItem.self))).contains("PantryItem is in the schema"))
    #expect(
      try #require(refusal(pantry.projection(Shelves(parameters: "b")))).contains("pantry.shelves"))
  }

  @Test func `two projections of one name`() throws {
    let message = try #require(
      refusal(
        Schema().entity(Thing<One>.self).projection(Named<One>()).projection(Named<Two>())))
    #expect(message.contains("One") && message.contains("Two") && message.contains("named v"))
  }

  @Test func `two tables at one place, or one that is not at its place`() throws {
    let both = try #require(refusal(view: "v", [("a", 0), ("b", 0)]))
    #expect(both == "tables a and b of projection v are both at 0")
    let wrong = try #require(refusal(view: "v", [("a", 1), ("b", 0)]))
    #expect(wrong == "table a of projection v says that it is at 1, and is at 0 of its tables")
  }

  @Test func `two tables of one name`() throws {
    #expect(try #require(refusal(view: "v", [("a", 0), ("a", 1)])).contains("two tables a"))
  }

  @Test(arguments: ["", "daybook.own", String(repeating: "n", count: 201), "a\u{0}b"])
  func `a name that is empty, reserved, too long or not text`(name: String) {
    #expect(refusal(kind: name, ["thing.made"]) != nil)
    #expect(refusal(kind: "thing", [name]) != nil)
    #expect(refusal(view: name, [("t", 0)]) != nil)
    #expect(refusal(view: "v", [(name, 0)]) != nil)
  }

  @Test func `a slash in the name of a projection or table`() {
    #expect(refusal(view: "v/a/t", [("t", 0)]) != nil)
    #expect(refusal(view: "v", [("t/u", 0)]) != nil)
  }

  @Test func `an event name twice within a kind`() throws {
    let message = try #require(refusal(kind: "thing", ["thing.made", "thing.made"]))
    #expect(message == "thing has two events thing.made; give one of them another name")
  }

  @Test func `names of 200 bytes are fine`() {
    #expect(refusal(kind: String(repeating: "n", count: 200), ["thing.made"]) == nil)
  }

  @Test func `a row or key of another type is built anew, without a revision`() throws {
    func open<Key: OrderedKey & Equatable, Row: PayloadCodable & Equatable>(
      _ key: @escaping @Sendable (UUID) -> Key, _ row: Row
    ) throws -> [(key: Key, row: Row)] {
      let shaped = Shaped(key: key, row: row)
      let schema = Schema().entity(PantryItem.self).projection(shaped)
      let store = try EventStore.open(at: directory.path, schema: schema)
      if try store.statistics().events == 0 {
        let event = PantryEvent.bought(PantryItem(name: "rice", amount: 1))
        _ = try store.append { try $0.append(event, to: UUID()) }
      }
      return try store.read { try $0.view(Shaped<Key, Row>.self).rows(Shaped<Key, Row>.rows) }
    }
    #expect(try open({ $0 }, Amount(number: 1)).map(\.row) == [Amount(number: 1)])
    #expect(try open({ _ in "text" }, Amount(number: 2)).map(\.key) == ["text"])
    #expect(try open({ _ in UInt64(7) }, Remark(text: "t")).map(\.row) == [Remark(text: "t")])
  }
}

// MARK: Names that a test chooses

private protocol Choice: Sendable {}
private enum One: Choice {}
private enum Two: Choice {}

/// What the test in this task wants names to be; types have them as static members.
private enum Chosen {
  @TaskLocal static var kind = "thing"
  @TaskLocal static var events = ["thing.made"]
  @TaskLocal static var projection = "v"
  @TaskLocal static var tables: [(String, Int)] = [("t", 0)]
}

private struct Thing<Tag: Choice>: Entity {
  static var kind: String { Chosen.kind }

  init() {}

  init(from reader: inout PayloadReader) {}

  func encode(into writer: inout PayloadWriter) {}

  static func fold(_ state: inout Self?, _ event: Made<Tag>) {
    state = Thing()
  }
}

/// A kind that takes the events of another one.
private struct Larder: Entity, CodablePayload {
  static let kind = "larder"

  static func fold(_ state: inout Self?, _ event: PantryEvent) { state = Larder() }
}

private struct Made<Tag: Choice>: EntityEvent {
  static var types: [EventType] { Chosen.events.map { EventType($0) } }
  let typeIndex = 0

  init() {}

  func encode(into writer: inout PayloadWriter) {}

  static func decode(_ typeIndex: Int, from reader: inout PayloadReader) -> Self { Made() }
}

private struct Named<Tag: Choice>: Projection {
  static var name: String { Chosen.projection }
  static var tables: [any AnyViewTable] {
    Chosen.tables.map { ViewTable<UUID, Empty>($0.0, at: $0.1) }
  }

  func register(_ handlers: inout ChangeHandlers) {}
}

// MARK: Rows of any type

/// One row for each item.
private struct Shaped<Key: OrderedKey, Row: PayloadCodable>: Projection {
  static var name: String { "shaped" }
  static var rows: ViewTable<Key, Row> { ViewTable("rows", at: 0) }
  static var tables: [any AnyViewTable] { [rows] }
  let key: @Sendable (UUID) -> Key
  let row: Row

  func register(_ handlers: inout ChangeHandlers) {
    let (key, row) = (key, row)
    handlers.on(PantryItem.self) { change, rows in
      let id = change.id.rawValue
      try rows.replace(Self.rows, change) { _ in (key(id), row) }
    }
  }
}

private struct Amount: CodablePayload, Equatable { var number: Int }
private struct Remark: CodablePayload, Equatable { var text: String }
