import Daybook
import Foundation
import TemporaryFolders
import Testing

@testable import DaybookSync

/// The only owner, whose clock is right again, and a member who has nothing of what the owner
/// wrote with it.
struct OwnerScene {
  /// By how many days the clock was ahead.
  static let year = 365.0

  let house: SyncHouse
  let owner: Replication
  let ben: Replication
  let isFolder: Bool
  /// The owner's guard before the clock was ahead.
  let guardBefore: Data

  var drive: FolderPeer { FolderPeer(at: house.drive.path) }
  var guardFile: URL { URL(fileURLWithPath: house.folder.path("first.key.guard")) }

  /// Where the owner exchanges.
  var peer: any SyncPeer { way(to: ben, named: "ben") }

  /// The folder, or another store.
  func way(to other: Replication, named name: String) -> any SyncPeer {
    if isFolder { return drive }
    return StorePeer(other, name: name)
  }

  func reopened() async throws -> OwnerScene {
    try? await owner.store.close()
    let owner = try house.opened("first", key: "first")
    #expect(!owner.wasMinted)
    return OwnerScene(
      house: house, owner: owner, ben: ben, isFolder: isFolder, guardBefore: guardBefore)
  }

  /// All exchange until they have the same.
  func checkSettled(_ names: [String], with others: [Replication] = []) async throws {
    let members = [ben] + others
    for _ in 1...2 {
      for member in members {
        for report in [
          try await owner.exchange(
            with: way(to: member, named: member === ben ? "ben" : "other")),
          try await member.exchange(with: way(to: owner, named: "ada")),
        ] {
          #expect(report.failure == nil && report.unsent == nil && report.rewritten == 0)
          #expect(report.refused == [] && report.refusedByPeer == [] && report.missing == [])
        }
      }
    }
    let digests = try house.digests(owner)
    for member in [owner] + members {
      #expect(try house.names(member) == names)
      #expect(try house.digests(member) == digests)
      #expect(try member.vector() == owner.vector())
      #expect(try member.space() == owner.space())
      let verification = try await member.store.verify()
      #expect(verification.ok, "\(verification.checks.filter { !$0.ok })")
    }
  }

  /// - Parameter write: what the owner writes besides, with the clock that is ahead.
  static func made(
    isFolder: Bool = false, exchanging: Bool = true,
    _ write: (SyncHouse, Replication) async throws -> Void = { _, _ in }
  ) async throws -> OwnerScene {
    let house = try await SyncHouse.founded()
    let ben = try await house.join("ben")
    try await house.add("salt", to: ben)
    for member in [house.first, ben, house.first, ben] {
      if isFolder {
        try await member.exchange(with: FolderPeer(at: house.drive.path))
      } else if member !== ben {
        try await member.exchange(with: StorePeer(ben, name: "ben"))
      }
    }
    let guardBefore = try Data(
      contentsOf: URL(fileURLWithPath: house.folder.path("first.key.guard")))
    try await house.first.store.close()
    let ahead = try house.opened("first", daysAhead: year)
    for name in ["bread", "milk"] { try await house.add(name, to: ahead) }
    try await write(house, ahead)
    if exchanging {
      let report =
        isFolder
        ? try await ahead.exchange(with: FolderPeer(at: house.drive.path))
        : try await ahead.exchange(with: StorePeer(ben, name: "ben"))
      let codes: [SyncError.Code] = isFolder ? [] : [.clockAhead]
      #expect(report.refusedByPeer.map(\.code) == codes)
    }
    try await ahead.store.close()
    return OwnerScene(
      house: house, owner: try house.opened("first", key: "first"), ben: ben, isFolder: isFolder,
      guardBefore: guardBefore)
  }
}

/// A folder from which everything is withdrawn, and then something happens.
struct WithdrawnFolder: ForwardingPeer {
  let peer: FolderPeer
  let next: @Sendable () async throws -> Void

  func withdraw(
    beyond dot: Dot, where isOwn: (_ dot: Dot, _ chain: [UInt8]) throws -> Bool
  ) async throws {
    try await peer.withdraw(beyond: dot, where: isOwn)
    try await next()
  }
}

/// A peer that shows a page for ever.
struct Hoarder: SyncPeer {
  let page: SyncPage
  var name: String { "hoarder" }

  private func reached(_ vector: VersionVector) -> VersionVector {
    var vector = vector
    for head in page.heads { vector[head.dot.replica] = head.dot.sequence }
    return vector
  }

  func hello(_ hello: Hello) async throws -> Hello {
    Hello(
      space: hello.space, replica: ReplicaID(UUID()), vector: reached(hello.vector),
      time: hello.time, heads: page.heads)
  }

  func pull(_ vector: VersionVector, limit: PageLimit) async throws -> SyncPage { page }

  func push(_ page: SyncPage) async throws -> PushReply {
    PushReply(vector: reached(VersionVector()), refused: [])
  }
}
