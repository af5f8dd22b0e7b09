extension StoreAttachments {
  /// Reads the files that are referred to. Returns how many they are; throws when one has another
  /// content, cannot be read, or is missing in a store that no exchange can bring it to.
  func verify(_ references: AttachmentReferences) throws -> String {
    try folder.checkFolder()
    let names = references.neededNames.sorted()
    var (missing, changed, odd): ([String], [String], [String]) = ([], [], [])
    try AttachmentFolder.each(names) { name, error in
      odd.append("\(name): \(error.message)")
    } _: { name in
      switch try folder.check(name) {
      case .here: break
      case .notHere: missing.append(name)
      case .changed: changed.append(name)
      }
    }
    if let first = odd.first { throw Trouble(names.count, odd.count, "cannot be read", first) }
    if let first = changed.first {
      throw Trouble(names.count, changed.count, "have another content than their names say", first)
    }
    guard let first = missing.first else { return names.count.counted("file") }
    guard try isShared() else { throw Trouble(names.count, missing.count, "are missing", first) }
    return "\(names.count.counted("file")), \(missing.count) of them not here yet, such as \(first)"
  }

  /// Whether there are members who may have what is not here.
  package func isShared() throws -> Bool { try store.read { $0.log.space != nil } }

  /// Files that are not as they should be.
  private struct Trouble: Error, CustomStringConvertible {
    let description: String

    init(_ all: Int, _ count: Int, _ words: String, _ first: String) {
      description = "\(count) of \(all) files \(words), the first \(first)"
    }
  }
}
