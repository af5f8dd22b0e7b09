import Daybook
import TemporaryFolders
import TestRun
import Testing
import crashwriter

/// Maps that turn out to be too small.
@Suite(.tags(.crash)) struct MapGrowthTests {
  let directory: TemporaryFolder

  init() throws { directory = try TemporaryFolder() }

  private func open(mapSize: Int, parameters: String = "") throws -> EventStore {
    var options = StoreOptions()
    options.mapSize = mapSize
    return try EventStore.open(
      at: directory.path, schema: Boards(parameters: parameters).schema, options: options)
  }

  @Test(arguments: [1 << 16, 1 << 18, 1 << 20])
  func `appends go far beyond the map they began with, while others read`(
    mapSize: Int
  ) async throws {
    let store = try open(mapSize: mapSize)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask {
          for number in 0..<100 {
            let text = String(repeating: "\(task)", count: 4000)
            try await store.append(durability: .relaxed) { draft in
              let opened = CounterEvent(.opened, Mark(value: Int64(number)), text: "b")
              let id = UUID()
              try draft.append(opened, to: id)
              try draft.append(CounterEvent(.noted, Mark(value: 1), text: text), to: id)
            }
            let count = try store.read { try $0.view(Boards.self).rows(Boards.members) }.count
            #expect(count > number)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try store.statistics().transactions == 400)
    #expect(try store.statistics().mapSize > mapSize)
    #expect(try await store.verify().ok)
  }

  @Test func `a rebuild and a check grow the map too`() throws {
    try fill()
    // A map no larger than the file: every page more makes it grow.
    let store = try open(mapSize: 1 << 16)
    #expect(try store.verify().ok)
    let before = try store.digests()
    try store.rebuild()
    #expect(try store.digests() == before)
  }

  @Test func `opening grows the map for a projection that is built anew`() throws {
    try fill()
    #expect(try open(mapSize: 1 << 16, parameters: "other").verify().ok)
  }

  private func fill() throws {
    let store = try open(mapSize: 1 << 30)
    try store.append { draft in
      for number in 0..<3000 {
        try draft.append(CounterEvent(.opened, Mark(value: 1), text: "b\(number)"), to: UUID())
      }
    }
  }
}
