import Daybook
import Foundation
import Testing

private struct GramsPerShelf: Totals {
  static let name = "jars.gramsPerShelf"
  static func group(_ jar: Stamped<ShelvedJar>) -> String? { jar.state.shelf }
  static func amount(_ jar: Stamped<ShelvedJar>) -> Int64 { Int64(jar.state.grams) }
}

private struct ShelvedJar: Entity, FieldPayload {
  static let kind = "jar"
  static let propertyNames = [1: "shelf", 2: "grams"]
  var shelf = ""
  var grams = 0

  mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &shelf)
    try field(2, &grams)
  }

  static func fold(_ state: inout ShelvedJar?, _ event: ShelvedJarEvent) throws {
    switch event {
    case .put(let shelf, let grams):
      var jar = ShelvedJar()
      (jar.shelf, jar.grams) = (shelf, grams)
      state = jar
    case .weighed(let grams): state?.grams = grams
    }
  }
}

private enum ShelvedJarEvent: CodableEntityEvent {
  static let type = EventType("jar.event")
  case put(shelf: String, grams: Int)
  case weighed(Int)
}

// snippet: asking-why
func whyGrams(_ shelf: String, in store: EventStore) async throws -> [String] {
  let why = try await store.contributions(to: GramsPerShelf.name)
  let key = shelf.keyBytes
  var lines: [String] = []
  for given in try why.contributions(to: key, limit: 100) {
    let origins = try why.read { try $0.origins(ofKind: given.kind, given.entity) }
    let grams = origins.first { $0.name == "grams" }
    lines.append("\(given.entity): grams set by \(grams?.transaction?.author ?? "nobody")")
  }
  for lost in try why.omissions(of: key, limit: 100) {
    lines.append("\(lost.entity) does not count: \(lost.reason)")
  }
  if try why.sum(of: key) == .addsUp { lines.append("adds up") }
  return lines
}
// end

// snippet: asking-contents
func listContents(at path: String) throws -> [String] {
  let store = try EventStore.open(at: path, schema: Schema())
  return try store.read { reader in
    let kinds = try reader.storedKinds().map { kind in
      "\(kind.name): \(try reader.storedEntityCount(ofKind: kind.name))"
    }
    let views = try reader.storedViews().map { view in
      "\(view.name): \(view.state.rawValue), \(view.tables.map(\.rows).reduce(0, +)) rows"
    }
    return kinds + views
  }
}
// end

// snippet: asking-undo
func whatUndoTakes(_ number: UInt64, in store: EventStore) async throws -> [String] {
  try await store.preview(undo: number).changes.map { "\($0)" }
}
// end

/// What the page on asking why says, run.
struct AskingWhySnippets {
  private let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("asking-\(UUID().uuidString)").path

  @Test func `a sum is told jar by jar, with who weighed each and what does not count`()
    async throws
  {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let schema = Schema().entity(ShelvedJar.self).projection(GramsPerShelf())
    let store = try EventStore.open(at: path, schema: schema)
    let (rice, oats) = (UUID(), UUID())
    try await store.append(author: "Ada") {
      try $0.append(.put(shelf: "top", grams: 15), to: ShelvedJar.self, rice)
    }
    try await store.append(author: "Ben") {
      try $0.append(.weighed(150), to: ShelvedJar.self, rice)
    }
    try await store.append(author: "Ada") {
      try $0.append(.put(shelf: "top", grams: 90), to: ShelvedJar.self, oats)
    }
    #expect(try await whatUndoTakes(3, in: store) == ["deleted jar \(oats)"])
    try await store.undo(by: "Ada")
    #expect(
      try await whyGrams("top", in: store) == [
        "\(rice): grams set by Ben", "\(oats) does not count: takenBack", "adds up",
      ])
    try await store.close()
    #expect(try listContents(at: path) == ["jar: 2", "jars.gramsPerShelf: live, 1 rows"])
  }
}
