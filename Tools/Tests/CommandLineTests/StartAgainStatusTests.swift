import Daybook
import Foundation
import Nursery
import TemporaryFolders
import Testing

/// What the status of a shared store says when that was purged to a frontier that counts no more.
@Suite struct StartAgainStatusTests {
  @Test func `the status says that a store must start again, and with what`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("store")
    try makeStore(at: path)
    let json = try daybookctl("sync", "status", "--store", path, "--json")
    let status = try json.json(as: [String: Any].self)
    #expect(status["mustStartAgain"] as? Bool == true, "\(json.errors)")
    let words = try daybookctl("sync", "status", "--store", path)
    #expect(words.output.contains("starts again with the snapshot of an owner"))
  }

  /// A founder's store that was purged to a frontier, after which it names another keeper by what
  /// was before.
  private func makeStore(at path: String) throws {
    let store = try EventStore.open(
      at: path, schema: .nursery(boundary: DayBoundary(zone: "UTC")))
    let other = ReplicaID(UUID())
    try store.append { try $0.append(.created(name: "Noor", key: [1], member: "Ada")) }
    try store.append {
      try $0.append(.enrolled(other, key: [2], member: "Ben", role: .owner))
    }
    let final = try store.read { try $0.versionVector() }
    try store.append { try $0.append(.frontier(number: 1, final)) }
    try keepChains(store)
    try store.purge(before: store.read { try $0.token() }, forced: true)
    let own = try store.read { try $0.replica() }
    try store.append { try $0.append(.keeper(other, inPlaceOf: own, through: 2)) }
  }

  /// Keeps what takes the place of chains at the frontier, so that it counts for a purge.
  private func keepChains(_ store: EventStore) throws {
    let missing = try store.read { try $0.openFrontier()?.missing } ?? []
    try store.append { draft in
      draft.keep(
        missing.map {
          SignedHead(dot: $0, chain: [UInt8](repeating: 7, count: 32), signature: [])
        })
    }
  }
}
