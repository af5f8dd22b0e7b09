/// A message of another store, read and found well-formed.
///
/// Every mistake that shows without this store's log is found here, before the writer is involved.
///
/// A class, so that passing it on copies nothing.
package final class ArrivingTransaction: Sendable {
  /// The message as it came.
  package let bytes: [UInt8]
  let message: TransactionMessage
  let header: TravellingHeader

  package var dot: Dot { Dot(replica: message.replica, sequence: header.sequence) }

  /// The space that its writer writes in.
  package var space: UUID { message.space }

  /// When it was written, by the hybrid logical clock of its writer.
  package var time: HybridTime { header.time }

  /// Whether it holds statements about the space.
  package var hasStatements: Bool {
    message.events.contains { $0.entity == space && $0.kind == SpaceStatement.kind }
  }

  /// Reads a message.
  ///
  /// - Throws: `StoreError`: `newerMessage`, `invalidArgument`, `tooLarge`.
  package init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    message = try TransactionMessage(bytes)
    header = try TravellingHeader(of: message)
    for event in message.events { _ = try event.retractionTarget() }
  }
}

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

extension TransactionMessage.Event {
  /// The transaction that the event takes back; nil when it is no retraction.
  ///
  /// - Throws: `StoreError.invalidArgument` for a retraction that names none.
  func retractionTarget() throws -> Dot? {
    guard kind == nil, version == Control.retractedVersion, name == Control.retracted else {
      return nil
    }
    return try payload.withUnsafeBytes { try Control.target($0) }
  }
}
