/// The events that the engine itself writes.
enum Control {
  static let retracted = "daybook.retracted"
  static let entity = PackedUUID.zero

  static func target(_ payload: UnsafeRawBufferPointer) throws -> Dot {
    var reader = PayloadReader(payload.bytes)
    var replica: UUID?
    var sequence: UInt64 = 0
    while let field = try reader.next() {
      switch field {
      case 1: replica = try reader.uuid()
      case 2: sequence = try reader.uint()
      default: break
      }
    }
    guard let replica else { throw PayloadError.missing(1) }
    return Dot(replica: ReplicaID(replica), sequence: sequence)
  }
}
