internal import LMDB

/// What a message says: a function of its bytes, whatever store reads it.
package struct LogMessage: Sendable {
  /// One of its events, without the payload.
  package struct Event: Sendable {
    /// The kind of its entity; nil for the engine's own events.
    package let kind: String?
    package let entity: UUID
    package let type: EventType
  }

  package let dot: Dot
  package let space: UUID
  package let author: String?
  package let context: String?
  package let process: String?
  package let wallTime: Date
  package let time: HybridTime
  /// The time of its events in the canonical order.
  package let stampTime: HybridTime
  package let events: [Event]
  /// The CRC-32C of the bytes.
  package let checksum: UInt32

  /// Reads a message, which must be in its only form.
  ///
  /// - Throws: `StoreError`: `newerMessage`, `invalidArgument`, `tooLarge`.
  package init(_ bytes: [UInt8]) throws {
    let message = try TransactionMessage(bytes)
    let header = try TravellingHeader(of: message)
    checksum = Self.checksum(of: bytes)
    dot = Dot(replica: message.replica, sequence: header.sequence)
    space = message.space
    (author, context, process) = (header.author, header.context, header.process)
    (wallTime, time) = (header.wallTime, header.time)
    stampTime = min(header.stampTime ?? header.time, header.time)
    events = message.events.map { event in
      Event(
        kind: event.kind, entity: event.entity,
        type: EventType(event.name, version: Int(clamping: event.version)))
    }
  }

  /// The CRC-32C of a message's bytes.
  package static func checksum(of bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBytes { Checksum.crc32c($0) }
  }
}
