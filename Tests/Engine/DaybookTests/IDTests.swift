import Foundation
import Testing

@testable import Daybook

/// Identifiers that say of which kind an entity is.
struct IDTests {
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

  @Test func `a dictionary by identifiers is one object of JSON, in one order`() throws {
    let ids = (1...9).map { _ in ID<PantryItem>(UUID()) }
    let amounts = Dictionary(uniqueKeysWithValues: zip(ids, 1...))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(amounts)
    let expected = amounts.map { "\"\($0)\":\($1)" }.sorted().joined(separator: ",")
    #expect(String(decoding: data, as: UTF8.self) == "{\(expected)}")
    #expect(try JSONDecoder().decode([ID<PantryItem>: Int].self, from: data) == amounts)
  }

  @Test func `a version is read as it was written`() throws {
    let jar = Stamped(
      id: ID(UUID()), state: CodedJar(amount: 3), created: HybridTime(rawValue: 5 << 16),
      modified: HybridTime(rawValue: 70_000 << 16))
    let data = try JSONEncoder().encode([jar])
    #expect(try JSONDecoder().decode([Stamped<CodedJar>].self, from: data) == [jar])
    #expect(jar.modified.date == Date(timeIntervalSince1970: 70))
  }

  @Test func `cases and dictionaries have words`() {
    enum Told {
      case symptom(String, severity: Int), note(String), fed(grams: Int), done
    }
    let plain = PropertyWords.plain
    #expect(plain.word(Told.symptom("cough", severity: 3)) == "symptom (cough, severity 3)")
    #expect(plain.word(Told.note("slept")) == "note slept")
    #expect(plain.word(Told.fed(grams: 3)) == "fed (grams 3)")
    #expect(plain.word(Told.done) == "done")
    #expect(plain.word(["b": 2, "a": 1]) == "a 1; b 2")
    #expect(plain.word([String: Int]()) == nil)
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

private struct CodedJar: Entity, CodablePayload, Equatable {
  static let kind = "coded.jar"
  var amount: Int

  enum Event: CodableEntityEvent { case filled(Int) }

  static func fold(_ state: inout Self?, _ event: Event) {
    if case .filled(let amount) = event { state = CodedJar(amount: amount) }
  }
}
