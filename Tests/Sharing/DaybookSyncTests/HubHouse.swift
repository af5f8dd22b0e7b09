import Daybook
import DaybookHub
import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

@testable import DaybookSync

/// A hub, and what members need to know of it.
struct HubHouse {
  let members: SyncHouse
  private(set) var hub: Hub
  let path: String

  init(_ limits: HubLimits = HubLimits()) async throws {
    members = try await SyncHouse.founded()
    path = members.folder.path + "/hub"
    hub = try Self.open(path, limits, members.clock)
  }

  private static func open(
    _ path: String, _ limits: HubLimits, _ clock: TestClock
  ) throws -> Hub {
    try Hub(at: path, name: "our Pi", limits: limits, now: { clock.now })
  }

  var text: HubText { hub.text(at: ["https://pi:4711"]) }

  func peer(_ member: Replication) -> HubPeer {
    HubPeer(text, for: member, over: hub)
  }

  /// The first member invites, and a phone asks with the link.
  func asked() async throws -> (link: JoinLink, key: ReplicaKey, request: JoinRequest) {
    let peer = peer(members.first)
    try await members.first.exchange(with: peer)
    let (link, key) = (try await peer.invite(), try members.key("phone"))
    let request = try await HubPeer.ask(with: link, key: key, device: "phone", over: hub)
    return (link, key, request)
  }

  /// Ends the hub's process, and begins another one.
  mutating func restart() throws {
    hub.close()
    hub = try Self.open(path, hub.limits, members.clock)
  }

  /// Each exchanges as often as it takes until all have the same.
  func settle(_ replications: Replication...) async throws {
    for _ in 0..<2 {
      for member in replications {
        let report = try await member.exchange(with: peer(member))
        #expect(report.failure == nil)
        #expect(report.refused.isEmpty && report.refusedByPeer.isEmpty)
      }
    }
    let first = try members.digests(replications[0])
    for member in replications.dropFirst() {
      #expect(try members.digests(member) == first)
      #expect(try member.vector() == replications[0].vector())
      #expect(try await member.store.verify().ok)
    }
  }

  /// The hub's own store of the space, once the hub has let go of it.
  func store() throws -> EventStore {
    hub.close()
    let space = members.first.store.space.uuidString.lowercased()
    return try EventStore.open(at: "\(path)/spaces/\(space)", schema: Schema())
  }
}
