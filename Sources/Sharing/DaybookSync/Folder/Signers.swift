package import Daybook

/// Who may have signed what lies in a folder, by what the store knows that looks.
///
/// Whoever may write to the folder can put files there in anybody's name. What bears the name of
/// somebody whose key is known, and was not signed with it, counts for nothing.
package struct Signers: Hashable, Sendable {
  /// The public keys of those who are known: all members, or whoever has invited.
  package let keys: [ReplicaID: [UInt8]]
  /// Those of them whose snapshots are taken.
  package let owners: Set<ReplicaID>
  /// Those of them whose word for a file counts: who may write.
  package let writers: Set<ReplicaID>

  /// Whether a snapshot was made and signed by an owner.
  func trust(_ manifest: SpaceManifest) -> Bool {
    owners.contains(manifest.maker)
      && (keys[manifest.maker].map { manifest.isSigned(by: $0) } ?? false)
  }
}

extension Signers {
  /// Whom a store knows; before it knows its space, those whose keys came with the invitation.
  init(_ store: EventStore) throws {
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

  /// The same, and somebody more.
  init(_ signers: Self, adding replica: ReplicaID, _ publicKey: [UInt8]) {
    keys = signers.keys.merging([replica: publicKey]) { first, _ in first }
    owners = signers.owners
    writers = signers.writers.union([replica])
  }
}

extension Replication {
  /// Whom this store knows, and itself.
  func signers() throws -> Signers {
    Signers(try Signers(store), adding: try replica(), key.publicKey)
  }
}
