package import Daybook

/// Chunks of a snapshot: one that is asked for or handed over, or those that a hub lacks.
package struct ChunkRequest: HubMessage, Hashable, Sendable {
  package static let noun = "request for chunks"

  /// The frontier of the snapshot.
  package let frontier: UInt64
  /// The SHA-256 of each.
  package let hashes: [[UInt8]]
  /// The content of the one that is handed over; empty in a question.
  package let content: [UInt8]

  /// The hash of the one chunk that is asked for or handed over.
  ///
  /// - Throws: `SyncError.malformed` when it names several, or none.
  package var single: [UInt8] {
    get throws {
      guard hashes.count == 1 else {
        throw SyncError(.malformed, "one chunk is asked for, or handed over, at a time")
      }
      return hashes[0]
    }
  }

  package init(frontier: UInt64, hashes: [[UInt8]], content: [UInt8] = []) {
    (self.frontier, self.hashes, self.content) = (frontier, hashes, content)
  }

  /// The bytes that travel: a payload of 1 the frontier, 2 each hash, 3 the content.
  package var bytes: [UInt8] {
    var writer = PayloadWriter(capacity: 64 + content.count + 34 * hashes.count)
    writer.uint(1, frontier)
    for hash in hashes { hash.withUnsafeBytes { writer.bytes(2, $0) } }
    if !content.isEmpty { content.withUnsafeBytes { writer.bytes(3, $0) } }
    return writer.array
  }

  package init(reading reader: inout PayloadReader) throws {
    var (frontier, hashes, content): (UInt64, [[UInt8]], [UInt8]) = (0, [], [])
    while let field = try reader.next() {
      switch field {
      case 1: frontier = try reader.uint()
      case 2:
        let hash = try reader.bytes()
        guard hash.count == 32 else { throw PayloadError.outOfRange(2) }
        hashes.append(hash)
      case 3: content = try reader.bytes()
      default: break
      }
    }
    self.init(frontier: frontier, hashes: hashes, content: content)
  }
}
