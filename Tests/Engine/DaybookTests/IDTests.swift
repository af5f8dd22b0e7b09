import Foundation
import Testing

@testable import Daybook

/// Identifiers that say of which kind an entity is.
@Suite struct IDTests {
  private let store: EventStore
  private let rice = ID<PantryItem>(UUID())

  init() throws { store = try .temporary(schema: pantry) }

  private func buy() throws {
    try store.append { [rice] in
      try $0.append(.bought(PantryItem(name: "rice", amount: 3)), to: rice)
    }
  }

  @Test func `an identifier of a kind leads to the same entity as its UUID`() throws {
    try buy()
    let rice = rice
    let token = try store.read { try $0.token() }
    let before = try store.write { draft in
      let item = try draft.entity(rice)
      try draft.append(.counted(2), to: rice)
      return item
    }
    #expect(before?.amount == 3)
    #expect(try store.read { try $0.entity(rice) }?.amount == 2)
    #expect(try store.read { try $0.entity(rice, asOf: token) }?.amount == 3)
    #expect(try store.read { try $0.isKnown(rice) })
    #expect(try store.read { try $0.events(of: rice) }.count == 2)
    #expect(
      try store.read { try $0.versions(of: rice).map(\.value?.amount) } == [3, 2])
    #expect(try store.read(asOf: token) { try $0.entity(rice) }?.amount == 3)
    #expect(EntityReference(rice) == EntityReference(PantryItem.self, rice.rawValue))
  }

  @Test func `an identifier of a kind is stored and written as its UUID`() throws {
    let (id, uuid) = (rice, rice.rawValue)
    let encoder = JSONEncoder()
    #expect(try encoder.encode([id]) == encoder.encode([uuid]))
    #expect(
      try JSONDecoder().decode([ID<PantryItem>].self, from: encoder.encode([uuid])) == [id])
    var writer = PayloadWriter()
    var plain = PayloadWriter()
    writer.value(1, id)
    plain.value(1, uuid)
    #expect(writer.array == plain.array)
    let read = try plain.array.withUnsafeBytes { bytes in
      var reader = PayloadReader(bytes.bytes)
      _ = try reader.next()
      return try reader.value() as ID<PantryItem>
    }
    #expect(read == id)
    #expect(Key2("a", id).keyBytes == Key2("a", uuid).keyBytes)
    #expect("\(id)" == uuid.uuidString)
    #expect(PropertyWords.plain.word(id) == uuid.uuidString)
  }

  @Test func `identifiers of a kind are made as UUIDs are`() {
    let space = UUID()
    #expect(ID<PantryItem>(name: "rice", in: space).rawValue == UUID(name: "rice", in: space))
    let early = ID<PantryItem>.timeOrdered(at: Date(timeIntervalSince1970: 1_000))
    let late = ID<PantryItem>.timeOrdered(at: Date(timeIntervalSince1970: 2_000))
    #expect(early < late)
    #expect([late, early].sorted() == [early, late])
  }
}
