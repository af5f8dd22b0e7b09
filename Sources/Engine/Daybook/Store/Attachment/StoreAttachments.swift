internal import DaybookSnapshot

/// The files that the events of a store refer to, in the folder `attachments` beside its log.
///
/// All of it may be used by several threads and processes at once. Each call works when it is
/// called, on the calling thread.
public struct StoreAttachments: Sendable {
  let store: EventStore

  init(_ store: EventStore) { self.store = store }

  package var folder: AttachmentFolder {
    AttachmentFolder(path: "\(store.path)/\(AttachmentFolder.name)")
  }

  // MARK: Writing

  /// Keeps some bytes as an attachment. They are on disk when it returns.
  ///
  /// Append the event that refers to it within a day: `collect` takes younger files for
  /// those of an append to come. Content that is there already is not written again.
  ///
  /// - Parameters:
  ///   - bytes: the content, which may be empty.
  ///   - fileExtension: what such a file is called after the dot, such as `jpg`: at most 16 letters
  ///     and digits, else it is left out.
  /// - Throws: `StoreError`: `tooLarge`, `diskFull`, `overQuota`, `fileSizeLimit`, `storage`.
  ///   Nothing is kept then, and the store goes on.
  public func add(_ bytes: [UInt8], fileExtension: String? = nil) throws -> Attachment {
    try add(fileExtension) { write in try bytes.withUnsafeBytes { try write($0) } }
  }

  /// Keeps a copy of a file as an attachment, which is on disk when it returns. Reads the file
  /// twice, and needs little memory.
  ///
  /// - Parameters:
  ///   - path: a plain file; neither a link nor a folder.
  ///   - fileExtension: as for bytes; by default that of the path.
  /// - Throws: `StoreError`: `invalidArgument` when there is no such file, and as for bytes.
  public func add(fileAt path: String, fileExtension: String? = nil) throws -> Attachment {
    try StorePath.check(path)
    let (parent, name) = StorePath.parts(path)
    let source = AtomicFolder(path: parent)
    let dot = name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) }
    // Before it is read.
    if let size = source.size(of: name) { try Attachment.checkLength(size) }
    return try add(fileExtension ?? dot) { write in
      do {
        guard try source.forEachPiece(of: name, write) != nil else {
          throw StoreError(.invalidArgument, "there is no file at \(path)")
        }
      } catch let error as SnapshotError {
        throw StoreError(.invalidArgument, "\(path) cannot be read: \(error.message)", cause: error)
      }
    }
  }

  private func add(
    _ fileExtension: String?, _ source: AttachmentFolder.Source
  ) throws -> Attachment {
    let (name, length) = try folder.add(source)
    return Attachment(
      name: name, length: length, fileExtension: Attachment.keptExtension(fileExtension))
  }

  // MARK: Reading

  /// Whether the content is there, by its length: a look at the file system. A file of another
  /// length is read, because whoever wrote the reference may have told a wrong one.
  public func state(of attachment: Attachment) -> Attachment.State { folder.state(of: attachment) }

  /// The content, which was compared with its name.
  ///
  /// - Throws: `StoreError`: `attachmentMissing`, `attachmentChanged`, `storage`.
  public func bytes(of attachment: Attachment) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try folder.read(attachment) { bytes += $0 }
    return bytes
  }

  /// Where the file is, for what reads files itself: it must not change it. By its length the
  /// content is there; nobody has looked at it.
  ///
  /// The file has no extension. It stays until nothing refers to it any more.
  ///
  /// - Throws: `StoreError`: `attachmentMissing`, `attachmentChanged`.
  public func path(of attachment: Attachment) throws -> String {
    switch folder.state(of: attachment) {
    case .here: return folder.place(of: attachment)
    case .notHere: throw folder.missing(attachment)
    case .changed: throw folder.changed(attachment)
    }
  }

  // MARK: References

  /// What events, states and baselines of the store refer to. Reads all of the log.
  ///
  /// - Throws: `StoreError.damaged`: what cannot be read may refer to more.
  package func references() throws -> AttachmentReferences {
    try store.read { reader in
      var references = AttachmentReferences()
      try reader.log.addAttachments(ofEventsFrom: 0, to: &references)
      try reader.log.addAttachmentsOfStates(to: &references)
      return references
    }
  }

  /// What the store refers to, and which of it is there. Reads all of the log.
  ///
  /// Of a text that looks like a reference, nothing is told.
  ///
  /// - Parameter checksAll: whether to read the files, too, and to compare them with their names;
  ///   else they are taken for what they are by their lengths.
  /// - Returns: each file once, by the order of the names. Where references differ in the length,
  ///   it has one with the length of the file, if any.
  /// - Throws: `StoreError`.
  public func all(
    checksAll: Bool = false
  ) throws -> [(attachment: Attachment, state: Attachment.State)] {
    let named = Dictionary(grouping: try references().values, by: \.name)
    return try named.sorted { $0.key < $1.key }.compactMap { name, told in
      let isHere = told.first { folder.isHere($0) }
      guard let shown = isHere ?? told.min(by: { $0.length < $1.length }) else { return nil }
      // A member may have told a wrong length.
      if isHere != nil, !checksAll { return (shown, .here) }
      return (shown, try folder.readableState(of: name))
    }
  }

  /// Brings files that payloads and states refer to here from another store, as far as that has
  /// them. Returns what became of them.
  ///
  /// - Throws: `StoreError`: `diskFull`, `overQuota`, `storage`.
  package func take(
    _ payloads: some Sequence<[UInt8]>, from other: StoreAttachments
  ) throws -> AttachmentFolder.Copied {
    var references = AttachmentReferences()
    for payload in payloads { references.add(payload) }
    let copied = try folder.copy(references.attachments, from: other.folder)
    try copied.check()
    return copied
  }
}
