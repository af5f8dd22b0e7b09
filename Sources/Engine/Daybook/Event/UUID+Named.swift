extension UUID {
  /// The identifier that a name has in a namespace: the same one on every device, for ever (UUID
  /// version 5).
  ///
  /// For what has a name elsewhere, such as a row of an import or the one settings entity of a
  /// household: two devices that make it without knowing of each other make the same entity. Choose
  /// a random namespace for each sort of name, once, and keep it as a constant. Names that differ
  /// in one byte of their UTF-8 have different identifiers, so spell them the same everywhere: `é`
  /// can be written in two ways.
  ///
  /// Anyone who knows the namespace can check a guessed name against an identifier.
  /// Costs a digest, SHA-1, of 16 bytes and the name, and an allocation.
  ///
  /// Source: RFC 9562, section 5.5.
  public init(name: String, in namespace: UUID) {
    var message = withUnsafeBytes(of: namespace.uuid) { Array($0) }
    message.append(contentsOf: name.utf8)
    let digest = message.withUnsafeBytes { SHA1.state(of: $0) }
    let words = SIMD4(
      digest.a, digest.b & 0xFFFF_0FFF | 0x5000, digest.c & 0x3FFF_FFFF | 0x8000_0000, digest.d)
    let bytes = SIMD4(
      words.x.bigEndian, words.y.bigEndian, words.z.bigEndian, words.w.bigEndian)
    // Safety: a UUID is sixteen plain bytes, as these are.
    self.init(uuid: unsafeBitCast(bytes, to: uuid_t.self))
  }
}
