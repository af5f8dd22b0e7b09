/// A transaction of another store that is what such a store sends.
///
/// What can be found wrong without this store's log is found here, before the writer is asked.
struct ArrivingTransaction: Sendable {
  let bytes: [UInt8]
  let message: TransactionMessage
  let header: TravellingHeader

  var dot: Dot { Dot(replica: message.replica, sequence: header.sequence) }

  /// Reads a message.
  ///
  /// - Throws: `StoreError`: `newerMessage`, `invalidArgument`, `tooLarge`.
  init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    message = try TransactionMessage(bytes)
    header = try TravellingHeader(of: message)
    for event in message.events { _ = try event.retractionTarget() }
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
