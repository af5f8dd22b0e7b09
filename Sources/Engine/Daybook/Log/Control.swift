/// The events that the engine itself writes.
///
/// One that this version does not know, also a newer version of one that it knows, is kept and
/// passed on, and changes nothing.
enum Control {
  static let retracted = "daybook.retracted"
  static let retractedVersion: UInt64 = 1
  static let entity = PackedUUID.zero

  /// The name of a retraction's type.
  static var retraction: Names.Name {
    Names.Name(
      sort: Names.Sort.eventType.rawValue, text: retracted, version: retractedVersion)
  }

  static func isRetraction(_ name: Names.Name) -> Bool {
    name.kind == 0 && name.version == retractedVersion && name.text == retracted
  }

  /// The transaction that a retraction takes back.
  ///
  /// - Throws: `StoreError.invalidArgument` for a payload that names none.
  static func target(_ payload: BorrowedBytes) throws -> Dot {
    var replica: UUID?
    var sequence: UInt64 = 0
    do {
      var reader = PayloadReader(payload.bytes)
      while let field = try reader.next() {
        switch field {
        case 1: replica = try reader.uuid()
        case 2: sequence = try reader.uint()
        default: break
        }
      }
    } catch {
      throw StoreError(
        .invalidArgument, "the \(payload.count) bytes of a retraction cannot be read: \(error)",
        cause: error)
    }
    guard let replica, sequence > 0 else {
      throw StoreError(
        .invalidArgument, "the \(payload.count) bytes of a retraction name no transaction")
    }
    return Dot(replica: ReplicaID(replica), sequence: sequence)
  }
}
