import Daybook
import Testing

/// The jars as version 1 of an app had them.
private struct OldJar: Entity, CodablePayload {
  static let kind = "shelf.jar"
  var name: String
  var grams: Int

  enum Event: CodableEntityEvent {
    case filled(name: String, grams: Int)
    case emptied
  }

  static func fold(_ jar: inout OldJar?, _ event: Event) {
    switch event {
    case .filled(let name, let grams): jar = OldJar(name: name, grams: grams)
    case .emptied: jar = nil
    }
  }
}

/// What "Changing what you store" says beyond its tables, run.
struct ChangingRuns {
  @Test(arguments: [false, true])
  func `what was written as JSON is read by field numbers`(purges: Bool) async throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("jars-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let (jam, tea) = (ID<OldJar>.timeOrdered(), ID<OldJar>.timeOrdered())
    do {
      let store = try EventStore.open(at: path, schema: Schema().entity(OldJar.self))
      try await store.append { draft in
        try draft.append(.filled(name: "Jam", grams: 300), to: jam)
        try draft.append(.filled(name: "Tea", grams: 50), to: tea)
        try draft.append(.emptied, to: tea)
      }
      if purges { try await store.purge(before: store.read { try $0.token() }) }
      try await store.close()
    }
    let store = try EventStore.open(at: path, schema: Schema().entity(Jar.self))
    let old = try store.read { try $0.entities(of: Jar.self) }
    #expect(old.map(\.state) == [Jar(name: "Jam", grams: 300)])
    #expect(old.map(\.id.rawValue) == [jam.rawValue])
    try await store.append { draft in
      try draft.append(.emptied, to: ID<Jar>(jam.rawValue))
      try draft.append(.filled(Jar(name: "Honey", grams: 500)), to: ID<Jar>(tea.rawValue))
    }
    #expect(try store.read { try $0.entities(of: Jar.self) }.map(\.name) == ["Honey"])
    #expect(try await store.verify().ok)
    #expect(try store.quarantine().isEmpty)
    let newest = try store.read { try $0.event($0.newestTransactions(limit: 1)[0].positions.last!) }
    #expect(newest.type.description == "shelf.jar.filled")
    try await store.close()
  }
}
