import Daybook
import Foundation
import StoreFixtures
import TemporaryFolders
import Testing

@testable import DaybookSync

/// Somebody who has the code changes a store or a proof, and makes everything fit that can be made
/// to fit without a key.
extension ProofTests {
  /// A store that nobody shares, with three things, and its proof; closed.
  private func alone(_ folder: TemporaryFolder) throws -> StoreProof {
    let store = try EventStore.open(at: folder.path, schema: SyncHouse.schema)
    for name in ["bread", "milk", "eggs"] {
      try store.append(author: "Ada") { try $0.append(ItemEvent.added(name: name), to: UUID()) }
    }
    let proof = try store.proof()
    try store.close()
    return proof
  }

  private func open(_ folder: TemporaryFolder) throws -> EventStore {
    var options = StoreOptions()
    options.readsSamples = false
    return try EventStore.open(at: folder.path, schema: SyncHouse.schema, options: options)
  }

  private func failures(_ store: EventStore) async throws -> [String] {
    try await store.verify().checks.filter { !$0.isSound }.map(\.name)
  }

  /// What an event's type is called decides what comes of it.
  @Test func `a name that was changed is told, although every chain fits`() throws {
    let folder = try TemporaryFolder()
    let proof = try alone(folder)
    let number = try #require(
      try (1...9).first {
        try StoreFixtures.change("names", $0, at: folder.path, "item.event", to: "item.evenT")
      })
    #expect(number <= proof.names)
    try StoreFixtures.chainAnew(at: folder.path)
    let comparison = try open(folder).compare(with: proof)
    #expect(comparison.differences.map(\.code) == [.changed])
    #expect(comparison.differences.first?.replica != nil)
  }

  /// Other stores have only the header, which still says it.
  @Test func `a log that is not the one that was proved is told`() async throws {
    let folder = try TemporaryFolder()
    let proof = try alone(folder)
    try StoreFixtures.change("transactions", 1, at: folder.path) { row in
      row.replaceSubrange(48..<52, with: [0, 0, 0, 0])
      return true
    }
    try StoreFixtures.chainAnew(at: folder.path)
    let store = try open(folder)
    let comparison = try store.compare(with: proof)
    #expect(comparison.differences.map(\.code) == [.changed])
    #expect(comparison.differences.first?.message.contains("log is not the one") == true)
    #expect(try await failures(store).first == "transactions")
  }

  @Test func `what its writer did not sign is noticed before a purge takes it away`()
    async throws
  {
    let (house, second, key) = try await pair()
    try await house.first.setFrontier(house.first.vector())
    try await second.exchange(with: StorePeer(house.first, name: "first"))
    let proof = try second.store.proof(signedBy: key)
    try await second.store.close()
    #expect(
      try StoreFixtures.change("events", 3, at: house.folder.path("ben"), "bread", to: "brood"))
    try StoreFixtures.chainAnew(at: house.folder.path("ben"))
    let changed = try reopen("ben", house)
    #expect(try await failures(changed).contains("signed"))
    #expect(try changed.compare(with: proof).differences.map(\.code).contains(.changed))
    let token = try changed.read { try $0.token() }
    for body in [
      { _ = try changed.proof() }, { _ = try await changed.replay() },
      { _ = try await changed.purge(before: token, forced: true) },
    ] as [() async throws -> Void] {
      let error = await #expect(throws: StoreError.self) { try await body() }
      #expect(error?.message.contains("is not what its writer signed") == true)
    }
  }

  @Test func `a head that was changed is noticed`() async throws {
    let (house, second, _) = try await pair()
    try await second.store.close()
    #expect(
      try StoreFixtures.change(rowOf: "meta", at: house.folder.path("ben")) { key, row in
        if !key.starts(with: Array("head/".utf8)) { return false }
        row[9] ^= 1
        return true
      })
    let changed = try reopen("ben", house)
    #expect(try await failures(changed) == ["signed"])
    #expect(throws: StoreError.self) { try changed.proof() }
  }

  @Test func `rows of a view that were changed are neither proved nor the same`() throws {
    let folder = try TemporaryFolder()
    let proof = try alone(folder)
    let whole = try open(folder)
    _ = try whole.copy(to: folder.path("copy"))
    try whole.close()
    let isChanged = try ["openItems/a/rows", "openItems/b/rows"].map { table in
      try StoreFixtures.change(rowOf: table, at: folder.path) { _, row in
        row += [8, 1]
        return true
      }
    }
    #expect(isChanged.contains(true))
    let store = try open(folder)
    #expect(throws: StoreError.self) { try store.proof() }
    let comparison = try store.compare(with: proof)
    #expect(comparison.differences.map(\.code) == [.otherRows])
    #expect(comparison.common == 3)
    let copy = try EventStore.open(at: folder.path("copy"), schema: SyncHouse.schema)
    for (one, other, words) in [(store, copy, "this store"), (copy, store, "the other one")] {
      let found = try one.compare(with: other).differences
      #expect(found.map(\.code) == [.otherRows] && found.map(\.view) == ["openItems"])
      #expect(found.first?.message.contains("those that \(words) has written") == true)
    }
  }

  @Test(arguments: [false, true])
  func `what a purge has left is part of a proof`(isChainedAnew: Bool) throws {
    let folder = try TemporaryFolder()
    _ = try alone(folder)
    let store = try open(folder)
    try store.purge(before: store.read { try $0.token() })
    let proof = try store.proof()
    #expect(proof.purge?.through == 3 && proof.writers.map(\.purged) == [3])
    #expect(try store.compare(with: proof).notCompared == [])
    try store.close()
    #expect(
      try StoreFixtures.change(rowOf: "baselines", at: folder.path) { _, row in
        let name = Array("milk".utf8)
        guard let place = row.indices.first(where: { row[$0...].starts(with: name) }) else {
          return false
        }
        row[place] = UInt8(ascii: "s")
        return true
      })
    if isChainedAnew { try StoreFixtures.chainAnew(at: folder.path) }
    let comparison = try open(folder).compare(with: proof)
    #expect(comparison.differences.map(\.code) == (isChainedAnew ? [] : [.changed]))
    #expect(comparison.notCompared.map(\.code).contains(.purged))
  }

  /// What took their place may be anything.
  @Test func `transactions that were purged since are not said to be there`() throws {
    let folder = try TemporaryFolder()
    let proof = try alone(folder)
    let store = try open(folder)
    try store.purge(before: store.read { try $0.token() })
    let comparison = try store.compare(with: proof)
    #expect(comparison.common == 0 && comparison.isEqual)
    #expect(comparison.notCompared.map(\.code) == [.purged])
    #expect(comparison.notCompared.first?.sequences == 1...3)
  }

  // MARK: Who has signed

  /// The proof with another text, by its JSON.
  private func edited(
    _ proof: StoreProof, _ body: (inout [String: Any]) throws -> Void
  ) throws -> StoreProof {
    let object = try JSONSerialization.jsonObject(with: Data(proof.text.utf8))
    var fields = try #require(object as? [String: Any])
    try body(&fields)
    let data = try JSONSerialization.data(withJSONObject: fields)
    return try StoreProof(text: String(decoding: data, as: UTF8.self))
  }

  @Test func `who has signed a proof is told, and a stranger in a member's name is not believed`()
    async throws
  {
    let (house, second, key) = try await pair()
    let proof = try second.store.proof(signedBy: key)
    let signer = try #require(try house.first.store.signer(of: proof))
    #expect(signer.member == "ben" && signer.isKnown)
    let ben = try #require(proof.writers.first { $0.replica == proof.maker })
    #expect(signer.keyDigits == proof.keyDigits(of: ben))
    #expect(proof.unsignedWriters == [])

    let stranger = try house.key("eve")
    var forged = try edited(proof) { fields in
      let writers = try #require(fields["writers"] as? [[String: Any]])
      fields["writers"] = writers.map { writer in
        guard writer["member"] as? String == "ben" else { return writer }
        var writer = writer
        writer["key"] = stranger.publicKey.hexadecimal
        writer["signed"] = nil
        return writer
      }
    }
    forged.signature = try stranger.signature(of: forged.signed).hexadecimal
    try forged.check()
    #expect(try house.first.store.signer(of: forged)?.isKnown == false)
    let comparison = try house.first.store.compare(with: forged)
    #expect(comparison.differences.map(\.code) == [.otherKey])

    forged = try edited(proof) { $0["signature"] = nil }
    #expect(try house.first.store.signer(of: forged) == nil)
    #expect(try house.first.store.compare(with: forged).notCompared.map(\.code) == [.unsigned])
  }

  @Test(arguments: ["twice", "none", "chain", "zeros", "purged", "names"])
  func `a proof that cannot be of one store is refused, or told`(what: String) throws {
    let folder = try TemporaryFolder()
    let proof = try edited(alone(folder)) { fields in
      var writers = try #require(fields["writers"] as? [[String: Any]])
      switch what {
      case "twice": writers += writers
      case "none": writers = []
      case "chain": writers[0]["chain"] = nil
      case "purged": writers[0]["purged"] = 4
      case "names": fields["names"] = 1_000
      default: writers[0]["chain"] = String(repeating: "0", count: 64)
      }
      fields["writers"] = writers
    }
    let store = try open(folder)
    if ["zeros", "names"].contains(what) {
      return #expect(try store.compare(with: proof).differences.map(\.code) == [.changed])
    }
    let error = #expect(throws: SyncError.self) { try store.compare(with: proof) }
    #expect(error?.code == .malformed)
  }
}
