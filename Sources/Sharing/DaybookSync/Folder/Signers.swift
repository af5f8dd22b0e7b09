package import Daybook

/// The keys and roles with which a store checks the signatures in a folder.
///
/// Anybody who may write to the folder can put files there in anybody's name. A file in the name of
/// a writer whose key is known counts only when that key has signed it.
package struct Signers: Hashable, Sendable {
  /// The public keys that are known: of all members or, before the first exchange, of the founder
  /// and the inviter.
  package let keys: [ReplicaID: [UInt8]]
  /// Those of them whose snapshots the store accepts.
  package let owners: Set<ReplicaID>
  /// Those of them whose vouchers count: members who may write.
  package let writers: Set<ReplicaID>

  /// Whether a snapshot was made and signed by an owner.
  func trust(_ manifest: SpaceManifest) -> Bool {
    owners.contains(manifest.maker)
      && (keys[manifest.maker].map { manifest.isSigned(by: $0) } ?? false)
  }
}

extension Signers {
  /// The keys that a store knows: of its members or, before it knows its space, of the invitation.
  package init(_ store: EventStore) throws {
    let (space, pins) = try store.read { (try $0.space(), try $0.pins()) }
    guard let space else {
      let pinned = pins.filter { !$0.key.isEmpty }
      keys = Dictionary(pinned.map { ($0.replica, $0.key) }) { first, _ in first }
      owners = Set(pinned.map(\.replica))
      writers = owners
      return
    }
    keys = space.members.mapValues(\.key)
    owners = Set(space.members.values.filter(\.isOwner).map(\.replica))
    writers = Set(
      space.members.values.filter { $0.role != .reader && !$0.isRevoked }.map(\.replica))
  }

  /// The same keys, and one more.
  init(_ signers: Self, adding replica: ReplicaID, _ publicKey: [UInt8]) {
    keys = signers.keys.merging([replica: publicKey]) { first, _ in first }
    owners = signers.owners
    writers = signers.writers.union([replica])
  }
}
