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
