internal import Daybook

/// The files of attachments, which travel beside the transactions.
///
/// No failure here ends an exchange: a file that was not copied now is copied by a later one.
struct AttachmentExchange: Sendable {
  private let store: EventStore
  private let peer: (any AttachmentPeer)?
  /// Files that were put there.
  private(set) var sent = 0
  /// Files that were brought.
  private(set) var received = 0
  /// What could not be copied, and why.
  private(set) var problems: [String: String] = [:]

  /// - Parameter peer: one that has no files of attachments exchanges none.
  init(_ store: EventStore, with peer: some SyncPeer) {
    self.store = store
    self.peer = peer as? any AttachmentPeer
  }

  /// Puts what this store refers to and the peer lacks there: before the transactions, so that
  /// others find the files as soon as these.
  mutating func send() async throws {
    guard let peer else { return }
    let store = store
    sent += await copy("was changed in this store") {
      let own = try await OwnThread.value { try store.attachments.folder.attachments() }
      if own.isEmpty { return AttachmentFolder.Copied() }
      let there = try await peer.files(of: store.space)
      let lacking = own.filter(there.lacks)
      if lacking.isEmpty { return AttachmentFolder.Copied() }
      // A file that nothing refers to is nobody else's business.
      let names = try await OwnThread.value { try store.attachments.references().names }
      let wanted = lacking.filter { names.contains($0.name) }
      if wanted.isEmpty { return AttachmentFolder.Copied() }
      let changed = wanted.filter { there.changed.contains($0.name) }
      let missing = wanted.filter { !there.changed.contains($0.name) }
      let folder = store.attachments.folder
      var copied = AttachmentFolder.Copied()
      if !changed.isEmpty {
        copied += try await peer.mend(changed, from: folder, of: store.space)
      }
      if !missing.isEmpty {
        copied += try await peer.put(missing, from: folder, of: store.space)
      }
      return copied
    }
    try Task.checkCancellation()
  }

  /// Brings what this store refers to and lacks, as far as the peer has it.
  mutating func receive() async throws {
    guard let peer else { return }
    let store = store
    received += await copy(
      "does not have the content after which it is named: the next member that has it puts it there anew",
      missing: "is there no more: the next member that has it puts it there anew"
    ) {
      let there = try await peer.files(of: store.space)
      if there.lengths.isEmpty { return AttachmentFolder.Copied() }
      let wanted = try await OwnThread.value { () -> [Attachment] in
        let own = try store.attachments.folder.contents()
        guard there.lengths.contains(where: { own[$0.key] != $0.value }) else { return [] }
        // A file of another length is not there whole yet, or is not what a member has written.
        return try store.attachments.references().attachments
          .filter { there.lengths[$0.name] == $0.length && own[$0.name] != $0.length }
      }
      if wanted.isEmpty { return AttachmentFolder.Copied() }
      let copied = try await peer.take(wanted, into: store.attachments.folder, of: store.space)
      let found = copied.changed.filter { !there.changed.contains($0.name) }
      if !found.isEmpty { try await peer.mark(found, of: store.space) }
      return copied
    }
    try Task.checkCancellation()
  }

  /// Copies, and notes what was changed, and what failed. Returns how many files were copied.
  ///
  /// - Parameter missing: what is said of a file that was gone; nil for what is nobody's business.
  private mutating func copy(
    _ why: String, missing: String? = nil, _ body: () async throws -> AttachmentFolder.Copied
  ) async -> Int {
    do {
      let copied = try await body()
      let changed = copied.changed.map { ($0, why) }
      let failed = copied.failed.map { ($0, "cannot be copied: \($1)") }
      let gone = copied.missing.compactMap { file in missing.map { (file, $0) } }
      for (file, why) in changed + failed + gone {
        problems[AttachmentFolder.relativePlace(of: file)] = why
      }
      return copied.files
    } catch {
      problems[AttachmentFolder.name] = "cannot be copied: \(error)"
      return 0
    }
  }
}
