package import Daybook

/// A message that travels as one body.
package protocol HubMessage {
  /// What people call it, for an error.
  static var noun: String { get }
  init(reading reader: inout PayloadReader) throws
}

extension HubMessage {
  /// Reads what travelled; fields of a newer version are passed over.
  ///
  /// - Throws: `SyncError.malformed`.
  package init(bytes: [UInt8]) throws { try self.init(bytes) }

  init(_ bytes: [UInt8]) throws {
    do {
      var reader = PayloadReader(bytes.span.bytes)
      try self.init(reading: &reader)
    } catch let error as PayloadError {
      throw SyncError(.malformed, "these \(bytes.count) bytes are no \(Self.noun): \(error)")
    }
  }
}
