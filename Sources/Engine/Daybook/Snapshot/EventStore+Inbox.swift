internal import DaybookSnapshot

extension EventStore {
  /// Takes in what extensions have left in an inbox folder, each file exactly once.
  ///
  /// Files are taken in the order of their names, which is that of their writers' clocks. Each
  /// becomes one transaction, with the author and context that the file names; its events take the
  /// place in the canonical order that the file's time gives them, but after everything that its
  /// writer had seen, and not in the future. That a file was taken in is part of the same commit,
  /// and the file is removed afterwards, so whatever stops the process, no event comes twice and
  /// none is lost. The marks stay, 28 bytes each.
  ///
  /// A file that is not a message, or that the schema's events and folds refuse, moves into the
  /// folder `rejected` beside its reason; it is never deleted. Move it back to try again. A file
  /// that cannot be read, moved or removed now stays for the next time. No file keeps the others
  /// out.
  ///
  /// - Throws: `SnapshotError.storage` when the folder cannot be listed, `StoreError` when the
  ///   store cannot be written; what was not taken in stays.
  @discardableResult
  public func ingest(inbox path: String) async throws -> InboxReport {
    var inbox = try InboxReading(path: path)
    while let (file, delivery) = inbox.next() {
      do {
        let token = try await append(
          author: delivery.message.author, context: delivery.message.context
        ) { try delivery.write(into: $0) }
        inbox.finish(file, delivery, token)
      } catch {
        try inbox.refuse(file, error)
      }
    }
    return try inbox.end()
  }

  /// The blocking twin of the asynchronous `ingest`.
  @available(*, noasync)
  @discardableResult
  public func ingest(inbox path: String) throws -> InboxReport {
    var inbox = try InboxReading(path: path)
    while let (file, delivery) = inbox.next() {
      do {
        let token = try append(
          author: delivery.message.author, context: delivery.message.context
        ) { try delivery.write(into: $0) }
        inbox.finish(file, delivery, token)
      } catch {
        try inbox.refuse(file, error)
      }
    }
    return try inbox.end()
  }
}
