#if Sync
  internal import Daybook
  internal import Foundation

  /// The file in which a member says what it has: a payload of 1 the space, 2 the replica, 3 the
  /// vector (each writer: 1 replica, 2 sequence), 4 when.
  enum MemberVector {
    static func bytes(of hello: Hello) -> [UInt8] {
      var writer = PayloadWriter(capacity: 64 + 32 * hello.vector.sequences.count)
      writer.uuid(1, hello.space)
      if let replica = hello.replica { writer.uuid(2, replica.uuid) }
      hello.vector.encode(3, into: &writer)
      if let time = hello.time { writer.date(4, time) }
      return SealedFile.seal(.vector, writer.array)
    }

    /// - Throws: `SyncError.malformed`, which says why it is none.
    static func hello(_ bytes: [UInt8]) throws -> Hello {
      let payload = try SealedFile.open(.vector, bytes)
      do { return try hello(payload: payload) } catch let error as PayloadError {
        throw SyncError(.malformed, "cannot be read: \(error)")
      }
    }

    private static func hello(payload: [UInt8]) throws -> Hello {
      var reader = PayloadReader(payload.span.bytes)
      var (space, replica, time): (UUID?, UUID?, Date?) = (nil, nil, nil)
      var vector = VersionVector()
      while let field = try reader.next() {
        switch field {
        case 1: space = try reader.uuid()
        case 2: replica = try reader.uuid()
        case 3: try reader.message { try vector.readEntry(from: &$0) }
        case 4: time = try reader.date()
        default: break
        }
      }
      guard let space else { throw PayloadError.missing(1) }
      return Hello(space: space, replica: replica.map { ReplicaID($0) }, vector: vector, time: time)
    }
  }
#endif
