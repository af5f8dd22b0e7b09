extension Attachment {
  /// What a peer tells of a file; nil for what is no name or length of one.
  package init?(name: String, length: UInt64) {
    guard Self.isName(name), let length = Int(exactly: length), length <= Self.largest else {
      return nil
    }
    self.init(name: name, length: length, fileExtension: nil)
  }
}
