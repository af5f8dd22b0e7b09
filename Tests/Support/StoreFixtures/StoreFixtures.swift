public import Daybook
import Foundation

/// Stores in a state that no call of the library's own leads to.
public enum StoreFixtures {
  /// Makes a founder's store that was purged to a frontier, after which it names another keeper by
  /// what was before: it must start again.
  ///
  /// - Parameter body: appends what the purge removes.
  public static func makeStoreThatMustStartAgain(
    at path: String, schema: Schema, purging body: @escaping @Sendable (inout Draft) throws -> Void
  ) throws {
    let store = try EventStore.open(at: path, schema: schema)
    let other = ReplicaID(UUID())
    try store.append { try $0.append(.created(name: "Noor", key: [1], member: "Ada")) }
    try store.append {
      try $0.append(.enrolled(other, key: [2], member: "Ben", role: .owner))
    }
    try store.append { try body(&$0) }
    let final = try store.read { try $0.versionVector() }
    try store.append { try $0.append(.frontier(number: 1, final)) }
    try keepChains(store)
    try store.purge(before: store.read { try $0.token() }, forced: true)
    let own = try store.read { try $0.replica() }
    try store.append { try $0.append(.keeper(other, inPlaceOf: own, through: 2)) }
    try store.close()
  }

  /// Keeps what takes the place of chains at the frontier, so that it counts for a purge.
  private static func keepChains(_ store: EventStore) throws {
    let missing = try store.read { try $0.openFrontier()?.missing } ?? []
    try store.append { draft in
      draft.keep(
        missing.map {
          SignedHead(dot: $0, chain: [UInt8](repeating: 7, count: 32), signature: [])
        })
    }
  }

  /// Makes the store of a device whose join was killed right after the store was made.
  public static func makeStoreOfKilledJoin(
    at path: String, schema: Schema, space: UUID?, replica: UUID?
  ) throws {
    var options = StoreOptions()
    options.space = space
    options.replica = replica.map { ReplicaID($0) }
    try EventStore.open(at: path, schema: schema, options: options).close()
  }
}
