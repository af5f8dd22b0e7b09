extension Dot {
  /// The dot of a message, also of one that is refused; nil when there is none in its front.
  package init?(ofMessage bytes: [UInt8]) {
    guard let dot = try? bytes.withUnsafeBytes({ try Self.read($0) }) else { return nil }
    self = dot
  }

  private static func read(_ bytes: BorrowedBytes) throws -> Dot? {
    var reader = PayloadReader(bytes.bytes)
    var replica: UUID?
    // Both stand in front; what follows may be anything.
    while let field = try reader.next() {
      switch field {
      case 1: replica = try reader.uuid()
      case 2:
        var header = TravellingHeader()
        try reader.bytes().withUnsafeBytes { try header.read($0) }
        return replica.map { Dot(replica: ReplicaID($0), sequence: header.sequence) }
      default: return nil
      }
    }
    return nil
  }
}
