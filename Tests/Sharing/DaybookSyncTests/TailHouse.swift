import Daybook
import DaybookSync
import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

/// Stores that use one name for two things, or whose clock was wrong.
extension SyncHouse {
  var peer: StorePeer { StorePeer(first, name: "first") }

  var drive: URL { folder.url.appendingPathComponent("drive") }

  static func pair() async throws -> (house: SyncHouse, second: Replication) {
    let house = try await SyncHouse.founded()
    let second = try await house.join("ben")
    try await house.add("salt", to: second)
    try await second.exchange(with: house.peer)
    return (house, second)
  }

  func opened(
    _ name: String, key: String, _ options: StoreOptions? = nil
  ) throws -> Replication {
    try Replication(of: open(name, options), key: self.key(key))
  }

  /// A store that was closed, opened where the clock is ahead by so many days.
  func opened(_ name: String, daysAhead days: Double) throws -> Replication {
    try opened(name, key: name, SyncHouse.options(clock, ahead: days * 86_400))
  }

  /// Two stores of one, with key and guard, both of which write on.
  func copies(
    _ second: Replication
  ) async throws -> (Replication, Replication) {
    try await second.store.close()
    let files = FileManager.default
    for (file, copy) in [("ben", "copy"), ("ben.key", "copy.key")] {
      try files.copyItem(atPath: folder.path(file), toPath: folder.path(copy))
    }
    try files.copyItem(
      atPath: folder.path("ben.key.guard"), toPath: folder.path("copy.key.guard"))
    let one = try opened("ben", key: "ben")
    let two = try opened("copy", key: "copy")
    #expect(!one.wasMinted && !two.wasMinted)
    return (one, two)
  }

  func checkEqual(_ all: [Replication]) throws {
    for replication in all {
      #expect(try digests(replication) == digests(first))
      #expect(try replication.vector() == first.vector())
      let verification = try replication.store.verify()
      #expect(verification.ok, "\(verification.checks.filter { !$0.ok })")
    }
  }
}
