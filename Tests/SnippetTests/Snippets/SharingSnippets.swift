import Daybook
import DaybookRemoteFolders
import DaybookSync
import Foundation
import TemporaryFolders
import Testing

private enum Sharing {
  static func create(_ store: EventStore, keyFile: String) async throws -> Replication {
    // snippet: sharing-create
    let key = try ReplicaKey.load(at: keyFile, creating: true)
    let ada = try Replication(of: store, key: key)
    try await ada.createSpace(named: "Noor", member: "Ada")
    // end
    return ada
  }

  static func join(
    _ ada: Replication, _ benKey: ReplicaKey, _ path: String, _ schema: Schema
  ) async throws -> Replication {
    // snippet: sharing-join
    let request = Replication.request(of: benKey)
    print("tell Ada:", request.checkDigits)
    let invitation = try await ada.enrol(request, as: .writer, member: "Ben")
    let ben = try Replication.join(
      at: path, schema: schema, key: benKey, invitation: invitation)
    // end
    return ben
  }

  static func invite(
    _ text: String, _ ada: Replication, _ network: any HubTransport, show: (String) -> Void,
    confirm: (_ device: String, _ digits: String) -> Bool
  ) async throws {
    // snippet: hub-invite
    let hub = HubPeer(try HubText(text), for: ada, over: network)
    let link = try await hub.invite()
    show("\(link)")
    while true {
      if let asked = try await hub.request(with: link) {
        if confirm(asked.device, asked.request.checkDigits) {
          try await hub.admit(asked, with: link, by: ada, member: "Ben")
        } else {
          try await hub.close(link)  // Ben's phone hears so with its next question
        }
        break
      }
      try await Task.sleep(for: .seconds(1))
    }
    // end
  }

  static func followBucket(
    _ ada: Replication, _ network: any FolderTransport, _ id: String, _ secret: String
  ) async throws {
    // snippet: remote-folder
    let folder = try RemoteFolder("s3://family/noor", endpoint: "https://s3.example.com")
    let peer = try folder.peer(over: network, credentials: .key(id, secret: secret))
    try await ada.follow(peer)
    // end
  }

  static func exchange(_ ben: Replication, _ folder: String) async throws -> ExchangeReport {
    // snippet: sharing-exchange
    let drive = FolderPeer(at: folder)
    let report = try await ben.exchange(with: drive)
    print("got", report.absorbed, "and sent", report.sent)
    if let failure = report.failure { print(failure.code, failure) }
    for error in report.refused { print(error.code, error) }
    // end
    return report
  }

  static func standing(_ ben: Replication) throws -> String {
    // snippet: sharing-standing
    let member = try ben.space().members[ben.replica()]
    print(member.map { $0.isRevoked ? "revoked" : "\($0.role)" } ?? "not enrolled yet")
    // end
    return member.map { "\($0.role)" } ?? ""
  }

  static func settle(_ ada: Replication, _ drive: FolderPeer) async throws {
    // snippet: sharing-frontier
    try await ada.setFrontier(ada.commonVector(in: drive))
    // end
  }

  static func keepInSafe(_ ada: Replication, _ safeFile: String) async throws -> Invitation {
    // snippet: sharing-safe
    let safe = try ReplicaKey.load(at: safeFile, creating: true)
    let invitation = try await ada.enrol(
      Replication.request(of: safe), as: .owner, member: "Safe")
    print("print and put away: the file \(safe.path), and", invitation)
    // end
    return invitation
  }

  static func recover(
    _ path: String, _ schema: Schema, _ safe: ReplicaKey, _ invitation: Invitation,
    _ folder: String
  ) async throws -> Replication {
    // snippet: sharing-recover
    let found = try Replication.join(
      at: path, schema: schema, key: safe, invitation: invitation)
    try await found.exchange(with: FolderPeer(at: folder))
    // end
    return found
  }

  static func open(
    _ store: EventStore, _ key: ReplicaKey, _ drive: FolderPeer
  ) async throws -> Replication {
    // snippet: sharing-restored
    let again = try await Replication.recover(store, key: key, from: drive)
    print(again.wasMinted ? "an owner enrols it" : "the owner is back")
    // end
    return again
  }

  static func compare(_ store: EventStore, _ other: EventStore) throws -> Bool {
    // snippet: sharing-compare
    let comparison = try store.compare(with: other)
    print(comparison.isEqual, comparison.common, "transactions are in both")
    // end
    return comparison.isEqual
  }

  static func revoke(_ ada: Replication, _ ben: Replication) async throws {
    // snippet: sharing-revoke
    try await ada.revoke(ben.replica())
    // end
  }
}

struct SharingSnippetRuns {
  @Test func `two members share a store over a folder`() async throws {
    let folder = try TemporaryFolder(inMemory: true)
    func place(_ name: String) -> String { folder.path(name) }
    let schema = Schema().entity(Toy.self)
    let store = try EventStore.open(at: place("ada"), schema: schema)
    try await store.append { try $0.append(ToyEvent.bought(Toy(name: "bear")), to: UUID()) }
    let ada = try await Sharing.create(store, keyFile: place("ada.key"))
    let key = try ReplicaKey.load(at: place("ben.key"), creating: true)
    let ben = try await Sharing.join(ada, key, place("ben"), schema)
    _ = try await Sharing.exchange(ada, place("drive"))
    #expect(try await Sharing.exchange(ben, place("drive")).absorbed == 3)
    #expect(try Sharing.standing(ben) == "writer")
    #expect(try ben.store.digests() == store.digests())
    #expect(try Sharing.compare(store, ben.store))
    let again = try await Sharing.open(
      store, ReplicaKey.load(at: place("ada.key")), FolderPeer(at: place("drive")))
    #expect(try again.replica() == ada.replica())
    try await Sharing.settle(ada, FolderPeer(at: place("drive")))
    #expect(try ada.space().frontiers.count == 1)
    try await Sharing.revoke(ada, ben)
    #expect(try ada.space().members[ben.replica()]?.isRevoked == true)
    let invitation = try await Sharing.keepInSafe(ada, place("safe.key"))
    _ = try await Sharing.exchange(ada, place("drive"))
    let found = try await Sharing.recover(
      place("found"), schema, ReplicaKey.load(at: place("safe.key")), invitation,
      place("drive"))
    #expect(try found.store.digests() == store.digests())
  }
}

private struct Toy: Entity, FieldPayload {
  typealias Event = ToyEvent
  static let kind = "sharing.toy"

  var name = ""

  mutating func fields(_ field: inout some FieldCoding) throws { try field(1, &name) }

  static func fold(_ state: inout Toy?, _ event: ToyEvent) {
    switch event {
    case .bought(let toy): if state == nil { state = toy }
    }
  }
}

private enum ToyEvent: FieldEntityEvent {
  case bought(Toy)

  static let types: [EventType] = ["toy.bought"]

  func cases(_ event: inout some CaseCoding) {
    switch self {
    case .bought(let toy): event(0, toy)
    }
  }

  static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> ToyEvent {
    .bought(try reader.payload())
  }
}
