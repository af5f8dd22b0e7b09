internal import Synchronization

extension FolderPeer {
  /// Makes sure, before the first file is written, that a folder far away keeps what is there from
  /// being replaced: two devices of one member, or a retry whose first try arrived, would lose
  /// something otherwise.
  ///
  /// - Throws: `SyncError.peer` when it does not.
  func beforeWriting(at place: FolderPlace) async throws {
    let isProven = known.withLock { known in
      known.poke.isDue = true
      return known.poke.isProven
    }
    if files.isNear || isProven { return }
    // The one file whose content nobody needs.
    if case .added = try await files.add(place.poke, Poke.fresh()),
      case .added = try await files.add(place.poke, Poke.fresh())
    {
      throw SyncError(
        .peer,
        "\(path) replaces files that it was told to leave (If-None-Match: *), so that members could lose what others write; share another folder, or update that server"
      )
    }
    known.withLock { $0.poke.isProven = true }
  }

  /// Tells others that this side has written, if it has.
  func tellOthers(at place: FolderPlace) async throws {
    guard known.withLock({ $0.poke.isDue }) else { return }
    if !files.isNear { try await files.replace(place.poke, with: Poke.fresh()) }
    known.withLock { $0.poke.isDue = false }
  }
}
