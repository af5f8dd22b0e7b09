/// The state of a space at a frontier, as it travels to a replica that lacks what others have
/// purged.
///
/// A payload whose fields come in this order, so that it can be written and read piece by piece:
///
/// - 1: the preamble, once: 1 the space, 2 the number of the frontier, 3 its time, 4 its vector
///   (each writer: 1 replica, 2 sequence).
/// - 2: each writer in it, 1 replica, 2 sequence, 3 the chain there.
/// - 3: a kind by its name; the entities of it follow.
/// - 4: an entity, 1 identifier, 2 created, 3 modified, 4 revision of the kind that folded it, 5
///   the state, absent when there is none.
/// - 5: a transaction as its message, with the events that no state stands for: statements about
///   the space, retractions of transactions outside the frontier, and all events of entities that
///   the snapshot's maker does not understand.
///
/// Kinds are in the order of their names' bytes, entities in that of theirs, transactions by time,
/// replica and sequence. So two members with the same revisions write the same bytes.
package enum FrontierSnapshot {
  /// Which frontier it is.
  package struct Preamble: Hashable, Sendable {
    package let space: UUID
    package let number: UInt64
    package let time: HybridTime
    package let vector: VersionVector
  }

  struct State {
    let id: UUID
    let created: HybridTime
    let modified: HybridTime
    let revision: UInt32
    /// The state; nil when the entity is deleted, or no event of it counts.
    let bytes: [UInt8]?
  }

  enum Part {
    case preamble(Preamble)
    case chain(SignedHead)
    case kind(String)
    case entity(State)
    case message([UInt8])
  }
}

extension FrontierSnapshot {
  /// Reads a snapshot part by part from pieces that were cut anywhere.
  struct Decoder {
    /// More than any part has: a message has one MiB at most.
    private static let largestPart = 16 << 20

    private let piece: (Int) throws -> [UInt8]?
    private var pieces = 0
    private var buffer: [UInt8] = []
    private var offset = 0

    /// - Parameter piece: gives each piece by its number; nil after the last.
    init(_ piece: @escaping (Int) throws -> [UInt8]?) { self.piece = piece }

    /// The next part; nil at the end.
    ///
    /// - Throws: `StoreError.invalidArgument` for bytes that are no snapshot; what `piece` throws.
    mutating func next() throws -> Part? {
      guard try fill(1) else { return nil }
      let start = offset
      var (length, shift, field) = (0, 0, 0)
      while true {
        guard try fill(offset + 1 - start, from: start) else { throw Self.malformed("it is cut") }
        let byte = buffer[offset]
        offset += 1
        if field == 0 {
          guard byte & 7 == 2, byte < 0x80 else { throw Self.malformed("a field is unknown") }
          field = Int(byte >> 3)
          continue
        }
        guard shift < 28 else { throw Self.malformed("a part is too large") }
        length |= Int(byte & 0x7F) << shift
        shift += 7
        if byte < 0x80 { break }
      }
      guard length <= Self.largestPart else { throw Self.malformed("a part is too large") }
      let header = offset - start
      guard try fill(header + length, from: start) else { throw Self.malformed("it is cut") }
      defer { offset = start + header + length }
      do {
        return try Self.part(field, Array(buffer[(start + header)..<(start + header + length)]))
      } catch let error as PayloadError {
        throw Self.malformed("\(error)")
      }
    }

    /// Makes sure that so many bytes are in the buffer from a place on; false at the end.
    private mutating func fill(_ count: Int, from start: Int? = nil) throws -> Bool {
      let start = start ?? offset
      while buffer.count - start < count {
        guard let next = try piece(pieces) else { return false }
        pieces += 1
        // The bytes of a part are not needed again once the next part begins.
        if start == offset {
          buffer.removeSubrange(..<offset)
          offset = 0
          buffer += next
          return try fill(count)
        }
        buffer += next
      }
      return true
    }

    private static func part(_ field: Int, _ bytes: [UInt8]) throws -> Part {
      var reader = PayloadReader(bytes.span.bytes)
      switch field {
      case 1: return .preamble(try Preamble(from: &reader))
      case 2: return .chain(try chain(from: &reader))
      case 3: return .kind(String(decoding: bytes, as: UTF8.self))
      case 4: return .entity(try State(from: &reader))
      case 5: return .message(bytes)
      default: throw malformed("field \(field) is unknown; update the app")
      }
    }

    private static func chain(from reader: inout PayloadReader) throws -> SignedHead {
      var (replica, sequence, chain): (UUID?, UInt64, [UInt8]) = (nil, 0, [])
      while let field = try reader.next() {
        switch field {
        case 1: replica = try reader.uuid()
        case 2: sequence = try reader.uint()
        case 3: chain = try reader.bytes()
        default: break
        }
      }
      guard let replica else { throw PayloadError.missing(1) }
      return SignedHead(
        dot: Dot(replica: ReplicaID(replica), sequence: sequence), chain: chain, signature: [])
    }

    static func malformed(_ reason: String) -> StoreError {
      StoreError(.invalidArgument, "these bytes are no snapshot of a space: \(reason)")
    }
  }
}

extension FrontierSnapshot.Preamble {
  fileprivate init(from reader: inout PayloadReader) throws {
    var (space, number, time): (UUID?, UInt64, UInt64) = (nil, 0, 0)
    var vector = VersionVector()
    while let field = try reader.next() {
      switch field {
      case 1: space = try reader.uuid()
      case 2: number = try reader.uint()
      case 3: time = try reader.fixed()
      case 4: try reader.message { try vector.readEntry(from: &$0) }
      default: break
      }
    }
    guard let space else { throw PayloadError.missing(1) }
    self.init(space: space, number: number, time: HybridTime(rawValue: time), vector: vector)
  }
}

extension FrontierSnapshot.State {
  fileprivate init(from reader: inout PayloadReader) throws {
    var (id, created, modified, revision): (UUID?, UInt64, UInt64, UInt64) = (nil, 0, 0, 0)
    var bytes: [UInt8]?
    while let field = try reader.next() {
      switch field {
      case 1: id = try reader.uuid()
      case 2: created = try reader.fixed()
      case 3: modified = try reader.fixed()
      case 4: revision = try reader.uint()
      case 5: bytes = try reader.bytes()
      default: break
      }
    }
    guard let id else { throw PayloadError.missing(1) }
    guard let revision = UInt32(exactly: revision) else { throw PayloadError.outOfRange(4) }
    self.init(
      id: id, created: HybridTime(rawValue: created), modified: HybridTime(rawValue: modified),
      revision: revision, bytes: bytes)
  }
}
