import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

@testable import Daybook

/// A purge takes nothing that the app does not understand.
struct PurgeUnderstandingTests {
  private let clock = TestClock()
  private let directory: TemporaryFolder
  private let rice = UUID()
  private let beans = UUID()

  init() throws { directory = try TemporaryFolder() }

  private func open(_ schema: Schema, readsSamples: Bool = true) throws -> EventStore {
    var options = clock.options
    options.readsSamples = readsSamples
    return try EventStore.open(at: directory.path, schema: schema, options: options)
  }

  /// Writes beans, and rice, which is moved; with the schema's own types, by way of another store.
  private func fill(_ schema: Schema) throws {
    let source = try EventStore.temporary(
      schema: Schema(version: schema.version).entity(PantryItem.self), options: clock.options)
    try source.append { [rice, beans] draft in
      try draft.append(PantryEvent.bought(PantryItem(name: "beans", amount: 1)), to: beans)
      try draft.append(PantryEvent.bought(PantryItem(name: "rice", amount: 1)), to: rice)
    }
    try source.append { [rice] in try $0.append(PantryEvent.moved("top"), to: rice) }
    let store = try open(schema)
    for number in 1...2 as ClosedRange<UInt64> {
      try store.absorb(try #require(try source.read { try $0.message(of: number) }))
    }
  }

  private func purge(_ schema: Schema) throws -> PurgeResult {
    let store = try open(schema)
    let result = try store.purge(before: try store.read { try $0.token() })
    for check in try store.verify().checks { #expect(check.ok, "\(check.name): \(check.detail)") }
    return result
  }

  @Test func `events of types that an older app does not know outlive its purge`() throws {
    try fill(pantry)
    let result = try purge(Schema().entity(OlderItem.self))
    #expect(result.notUnderstood == 1)
    #expect(result.events == 1)
    let store = try open(pantry)
    let item = try store.read { try $0.entity(PantryItem.self, rice) }
    #expect(item == PantryItem(name: "rice", amount: 1, shelf: "top"))
    #expect(try store.read { try $0.entity(PantryItem.self, beans) }?.name == "beans")
    #expect(try store.verify().ok)
    try store.close()
    // One that understands them goes on where that one ended.
    #expect(try purge(pantry).events == 2)
  }

  @Test func `entities of a kind that the app does not know are left and told`() throws {
    try fill(pantry)
    let result = try purge(Schema())
    #expect(result.notUnderstood == 2)
    #expect(result.events == 0)
  }

  @Test func `what a newer version of the app wrote outlives the purge of an older one`() throws {
    try fill(Schema(version: 2).entity(PantryItem.self))
    let result = try purge(Schema(version: 1).entity(PantryItem.self))
    #expect(result.notUnderstood == 2)
    #expect(result.events == 0)
    let later = try purge(Schema(version: 2).entity(PantryItem.self))
    #expect(later.notUnderstood == 0)
    #expect(later.events == 3)
  }

  @Test func `a baseline of a newer revision outlives the purge of an older one`() throws {
    let exacting = Schema().entity(ExactingItem.self)
    try fill(exacting)
    #expect(try purge(exacting).notUnderstood == 0)
    do {
      let store = try open(exacting)
      try store.append { [rice] in
        try $0.append(NewerEvent(event: .counted(9)), to: rice)
      }
    }
    let result = try purge(Schema().entity(PantryItem.self))
    #expect(result.notUnderstood == 1)
    #expect(result.events == 0)
    let store = try open(exacting)
    #expect(try store.read { try $0.entity(ExactingItem.self, rice) }?.item.amount == 9)
    #expect(try store.quarantine().isEmpty)
    #expect(try store.verify().ok)
  }

  @Test func `a baseline that a raised revision cannot read is told, and read when it can`() throws
  {
    let schema = Schema().entity(PantryItem.self)
    try fill(schema)
    _ = try purge(schema)
    do {
      let exacting = Schema().entity(ExactingItem.self)
      expectError(.storedFormatChanged) { try open(exacting) }
      let store = try open(exacting, readsSamples: false)
      #expect(try store.read { try $0.entity(ExactingItem.self, rice) } == nil)
      let items = try store.quarantine()
      #expect(items.map(\.kind) == ["pantry.item", "pantry.item"])
      for item in items {
        #expect(item.error.contains("revision 2"), "\(item.error)")
        #expect(item.error.contains("revision 1"), "\(item.error)")
      }
      let found = try store.verify()
      #expect(found.isSound && !found.ok)
    }
    let store = try open(Schema().entity(ForgivingItem.self))
    #expect(try store.read { try $0.entity(ForgivingItem.self, rice) }?.item.shelf == "top")
    #expect(try store.quarantine().isEmpty)
    #expect(try store.verify().ok)
  }
}

/// The pantry's item in an older app, which knew how to buy and no more.
private struct OlderItem: Entity {
  static let kind = PantryItem.kind
  typealias Event = OlderEvent
  var item: PantryItem

  init(from reader: inout PayloadReader) throws { item = try PantryItem(from: &reader) }
  init(_ item: PantryItem) { self.item = item }
  func encode(into writer: inout PayloadWriter) { item.encode(into: &writer) }
  static func fold(_ state: inout OlderItem?, _ event: OlderEvent) {
    state = OlderItem(event.item)
  }
}

private struct OlderEvent: EntityEvent {
  static let types = [PantryEvent.types[0]]
  let item: PantryItem
  var typeIndex: Int { 0 }
  func encode(into writer: inout PayloadWriter) { item.encode(into: &writer) }
  static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> OlderEvent {
    OlderEvent(item: try PantryItem(from: &reader))
  }
}

/// The pantry's item in a newer app.
private protocol NewerItem: Entity where Event == NewerEvent {
  var item: PantryItem { get }
  init(_ item: PantryItem)
}

extension NewerItem {
  static var kind: String { PantryItem.kind }

  static func fold(_ state: inout Self?, _ event: NewerEvent) throws {
    var item = state?.item
    try PantryItem.fold(&item, event.event)
    state = item.map { Self($0) }
  }
}

private struct NewerEvent: EntityEvent {
  static let types = PantryEvent.types
  let event: PantryEvent
  var typeIndex: Int { event.typeIndex }
  func encode(into writer: inout PayloadWriter) { event.encode(into: &writer) }
  static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> NewerEvent {
    NewerEvent(event: try PantryEvent.decode(typeIndex, from: &reader))
  }
}

/// Its states all have a mark that older ones lack.
private struct ExactingItem: NewerItem {
  static let revision = 2
  var item: PantryItem

  init(_ item: PantryItem) { self.item = item }

  init(from reader: inout PayloadReader) throws {
    guard try reader.next() == 9 else { throw PayloadError.missing(9) }
    item = try PantryItem(from: &reader)
  }

  func encode(into writer: inout PayloadWriter) {
    writer.bool(9, true)
    item.encode(into: &writer)
  }
}

/// A still newer one, which reads the states of all.
private struct ForgivingItem: NewerItem {
  static let revision = 3
  var item: PantryItem

  init(_ item: PantryItem) { self.item = item }
  init(from reader: inout PayloadReader) throws { item = try PantryItem(from: &reader) }
  func encode(into writer: inout PayloadWriter) { item.encode(into: &writer) }
}
