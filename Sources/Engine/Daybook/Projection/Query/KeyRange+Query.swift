extension KeyRange {
  /// Keeps the keys that go on with a text that begins with this one.
  @usableFromInline
  mutating func begin(withText text: String) {
    let bytes = KeyWriter.temporary { writer in
      writer.beginning(of: text)
      return [UInt8](writer.bytes)
    }
    start(at: bytes)
    end(with: bytes)
  }
}
