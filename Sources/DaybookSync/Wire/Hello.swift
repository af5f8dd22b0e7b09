#if Sync
  public import Daybook
  internal import Foundation

  /// What two peers tell one another first.
  public struct Hello: Hashable, Sendable {
    /// The space.
    public let space: UUID
    /// Who greets; nil for what writes nothing itself, as a folder.
    public let replica: ReplicaID?
    /// What there is of it.
    public let vector: VersionVector
    /// When, by the clock of who greets; of a folder, the latest that others have put there.
    public let time: Date?
    /// In an answer, heads that there are of who greeted: whether both mean the same transactions.
    /// They travel in the bytes only.
    package let heads: [SignedHead]
    /// What others have told a folder that they have, because a folder takes in everything. It does
    /// not travel.
    package let takenIn: VersionVector?

    /// A greeting.
    public init(space: UUID, replica: ReplicaID?, vector: VersionVector, time: Date? = nil) {
      self.init(space: space, replica: replica, vector: vector, time: time, heads: [])
    }

    package init(
      space: UUID, replica: ReplicaID?, vector: VersionVector, time: Date?, heads: [SignedHead],
      takenIn: VersionVector? = nil
    ) {
      self.space = space
      self.replica = replica
      self.vector = vector
      self.time = time
      self.heads = heads
      self.takenIn = takenIn
    }

    /// The bytes that travel: a payload of 1 the space, 2 the replica, 3 the vector (each writer:
    /// 1 replica, 2 sequence), 4 when, 5 each head (as in a page).
    public var bytes: [UInt8] {
      var writer = PayloadWriter(capacity: 192 + 32 * vector.sequences.count)
      writer.uuid(1, space)
      if let replica { writer.uuid(2, replica.uuid) }
      vector.encode(3, into: &writer)
      if let time { writer.date(4, time) }
      for head in heads { head.encode(5, into: &writer) }
      return writer.array
    }

    /// Reads what travelled; fields of a newer version are passed over.
    ///
    /// - Throws: `SyncError.malformed`.
    public init(bytes: [UInt8]) throws {
      do { try self.init(reading: bytes) } catch let error as PayloadError {
        throw SyncError(.malformed, "these \(bytes.count) bytes are no greeting: \(error)")
      }
    }

    private init(reading bytes: [UInt8]) throws {
      var reader = PayloadReader(bytes.span.bytes)
      var (space, replica, time): (UUID?, UUID?, Date?) = (nil, nil, nil)
      var (vector, heads): (VersionVector, [SignedHead]) = (VersionVector(), [])
      while let field = try reader.next() {
        switch field {
        case 1: space = try reader.uuid()
        case 2: replica = try reader.uuid()
        case 3: try reader.message { try vector.readEntry(from: &$0) }
        case 4: time = try reader.date()
        case 5: heads.append(try reader.message { try SignedHead(travelling: &$0) })
        default: break
        }
      }
      guard let space else { throw PayloadError.missing(1) }
      self.init(
        space: space, replica: replica.map { ReplicaID($0) }, vector: vector, time: time,
        heads: heads)
    }
  }
#endif
