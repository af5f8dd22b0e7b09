import Daybook
import DaybookSync
import Foundation
import TemporaryFolders
import Testing

private enum Failures {
  static func show(_ replication: Replication) async {
    // snippet: failures-statuses
    for await status in replication.statuses {
      if let failure = status.failure { print(status.peer, failure.code, failure) }
      for error in status.refused { print(status.peer, error.code, error) }
      print(status.peer, "lacks", status.behind, "and has", status.ahead, "more")
    }
    // end
  }

  static func replaceKeeper(_ ada: Replication) async throws {
    // snippet: failures-keeper
    try await ada.setKeeper(ada.replica())
    // end
  }

  static func open(_ store: EventStore, _ key: ReplicaKey) throws -> Replication {
    // snippet: failures-minted
    let replication = try Replication(of: store, key: key)
    if replication.wasMinted {
      let request = try replication.request()
      print("ask an owner:", request, "with the digits", request.checkDigits)
    }
    // end
    return replication
  }

  static func compare(_ ada: Replication, _ ben: Replication) throws -> ReplicaComparison {
    // snippet: failures-compare
    let comparison = try ada.store.compare(with: ben.store)
    for finding in comparison.differences { print(finding.code, finding.message) }
    for finding in comparison.notCompared { print("not compared:", finding.message) }
    // end
    return comparison
  }
}

struct FailureSnippetRuns {
  @Test(.timeLimit(.minutes(10)))
  func `a restored store asks anew, another keeper is named, and two are compared`() async throws {
    let folder = try TemporaryFolder(inMemory: true)
    func place(_ name: String) -> String { folder.path(name) }
    let store = try EventStore.open(at: place("ada"), schema: Schema())
    let ada = try Failures.open(store, .load(at: place("ada.key"), creating: true))
    #expect(!ada.wasMinted)
    try await ada.createSpace(named: "Noor", member: "Ada")
    let showing = Task { await Failures.show(ada) }
    let key = try ReplicaKey.load(at: place("ben.key"), creating: true)
    let invitation = try await ada.enrol(Replication.request(of: key), as: .owner, member: "Ben")
    let ben = try Replication.join(
      at: place("ben"), schema: Schema(), key: key, invitation: invitation)
    #expect(try Failures.compare(ada, ben).differences.map(\.code) == [.behind])
    try await ben.exchange(with: StorePeer(ada, name: "ada"))
    try await ada.exchange(with: StorePeer(ben, name: "ben"))
    #expect(try Failures.compare(ada, ben).isEqual)
    try await Failures.replaceKeeper(ben)
    #expect(try ben.space().keeper == ben.replica())
    showing.cancel()
    await showing.value
    // With another key it is a copy.
    let again = try Failures.open(
      ben.store, .load(at: place("other.key"), creating: true))
    #expect(again.wasMinted)
  }
}
