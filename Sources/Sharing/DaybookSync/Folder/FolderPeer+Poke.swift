internal import Synchronization

extension FolderPeer {
  /// Finds out, before the first file is written, whether a folder far away keeps what is there
  /// from being replaced: two devices of one member, or a retry whose first try arrived, would lose
  /// something otherwise. Files get names of which no two are alike where it does not.
  func beforeWriting(at place: FolderPlace) async throws {
    let isTried = known.withLock { known in
      known.poke.isDue = true
      return known.keepsNames != nil
    }
    if files.isNear || isTried { return }
    // The one file whose content nobody needs. A folder that refuses to add it a second time keeps
    // what is there.
    var tried = try await files.add(place.poke, Poke.fresh())
    if case .added = tried { tried = try await files.add(place.poke, Poke.fresh()) }
    let keepsNames = tried == .isThere
    known.withLock { $0.keepsNames = keepsNames }
  }

  /// Tells others that this side has written, if it has.
  func tellOthers(at place: FolderPlace) async throws {
    guard known.withLock({ $0.poke.isDue }) else { return }
    if !files.isNear { try await files.replace(place.poke, with: Poke.fresh()) }
    known.withLock { $0.poke.isDue = false }
  }
}
