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

  /// - Parameter peer: one that has no folder of attachments exchanges none.
  init(_ store: EventStore, with peer: some SyncPeer) {
    self.store = store
    self.peer = peer as? any AttachmentPeer
  }

  /// Puts what this store refers to and the peer lacks there: before the transactions, so that
  /// others find the files as soon as these.
  mutating func send() async throws {
    guard let peer else { return }
    let store = store
    await copy { () -> (Int, [String: String]) in
      let own = try store.attachments.folder.attachments()
      let there = try peer.attachments(of: store.space)?.contents() ?? [:]
      let lacking = own.filter { there[$0.name] != $0.length }
      if lacking.isEmpty { return (0, [:]) }
      // What nothing refers to is nobody else's business.
      let names = try store.attachments.references().names
      let wanted = lacking.filter { names.contains($0.name) }
      if wanted.isEmpty { return (0, [:]) }
      let copied = try peer.makeAttachments(of: store.space)
        .copy(wanted, from: store.attachments.folder)
      return (copied.files, Self.problems(copied, "was changed in this store"))
    } note: { exchange, files in
      exchange.sent += files
    }
    try Task.checkCancellation()
  }

  /// Brings what this store refers to and lacks, as far as the peer has it.
  mutating func receive() async throws {
    guard let peer, let folder = peer.attachments(of: store.space) else { return }
    let store = store
    await copy { () -> (Int, [String: String]) in
      let there = try folder.contents()
      let own = try store.attachments.folder.contents()
      guard there.contains(where: { own[$0.key] != $0.value }) else { return (0, [:]) }
      // A file of another length is not there whole yet, or is not what a member has written.
      let wanted = try store.attachments.references().attachments
        .filter { there[$0.name] == $0.length }
      let copied = try store.attachments.folder.copy(wanted, from: folder)
      return (
        copied.files,
        Self.problems(
          copied,
          "does not have the content after which it is named: remove it, so that a member puts it there anew"
        )
      )
    } note: { exchange, files in
      exchange.received += files
    }
    try Task.checkCancellation()
  }

  /// Copies on a thread of its own, and notes what that came to.
  private mutating func copy(
    _ body: @escaping @Sendable () throws -> (Int, [String: String]),
    note: (inout Self, Int) -> Void
  ) async {
    do {
      let (files, problems) = try await OwnThread.value { try body() }
      note(&self, files)
      self.problems.merge(problems) { _, new in new }
    } catch {
      problems[AttachmentFolder.name] = "cannot be copied: \(error)"
    }
  }

  /// - Parameter why: what is wrong with those that were changed.
  private static func problems(
    _ copied: AttachmentFolder.Copied, _ why: String
  ) -> [String: String] {
    let changed = copied.changed.map { ($0, why) }
    let failed = copied.failed.map { ($0, "cannot be copied: \($1)") }
    return Dictionary(
      (changed + failed).map { file, why in
        ("\(AttachmentFolder.name)/\(file.name.prefix(2))/\(file.name)", why)
      }
    ) { first, _ in first }
  }
}
