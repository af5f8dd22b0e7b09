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
  /// Costs a digest, SHA-1, of 16 bytes and the name, and a few allocations.
  ///
  /// Source: RFC 9562, section 5.5.
  public init(name: String, in namespace: UUID) {
    let space = withUnsafeBytes(of: namespace.uuid) { Array($0) }
    var bytes = SHA1.digest(space + Array(name.utf8))
    bytes[6] = bytes[6] & 0x0F | 0x50
    bytes[8] = bytes[8] & 0x3F | 0x80
    self.init(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
        bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      ))
  }
}
