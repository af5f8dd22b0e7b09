internal import Crypto
public import Daybook

/// The description of a space's snapshot: its frontier, its chunks and its maker, signed.
///
/// A snapshot stands for all transactions of a frontier. A member that lacks some of them, and
/// finds them purged everywhere, begins with it.
public struct SpaceManifest: Hashable, Sendable {
  /// The space.
  public let space: UUID
  /// The number of the frontier.
  public let frontier: UInt64
  /// The transactions that it stands for.
  public let vector: VersionVector
  /// The replica that made it.
  public let maker: ReplicaID
  /// The SHA-256 of each chunk, in their order.
  public let chunks: [[UInt8]]
  let signature: [UInt8]

  /// Bytes of each chunk; the last one may have fewer.
  static let chunkSize = 1 << 20

  /// The SHA-256 by which a chunk is named.
  package static func hash(of chunk: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: chunk)) }

  /// Whether another maker's snapshot is of the same frontier and has the same content.
  public func isSame(as other: SpaceManifest) -> Bool {
    space == other.space && frontier == other.frontier && vector == other.vector
      && chunks == other.chunks
  }

  /// Describes and signs a snapshot that a replica has made.
  init(
    _ preamble: FrontierSnapshot.Preamble, chunks: [[UInt8]], maker: ReplicaID, key: ReplicaKey
  ) throws {
    invariant(
      !chunks.isEmpty && chunks.allSatisfy { $0.count == Chain.size },
      "a snapshot is described without its content")
    let unsigned = SpaceManifest(
      space: preamble.space, frontier: preamble.number, vector: preamble.vector, maker: maker,
      chunks: chunks, signature: [])
    let signature = try key.signature(of: unsigned.signed)
    self.init(
      space: preamble.space, frontier: preamble.number, vector: preamble.vector, maker: maker,
      chunks: chunks, signature: signature)
  }

  private init(
    space: UUID, frontier: UInt64, vector: VersionVector, maker: ReplicaID,
    chunks: [[UInt8]], signature: [UInt8]
  ) {
    self.space = space
    self.frontier = frontier
    self.vector = vector
    self.maker = maker
    self.chunks = chunks
    self.signature = signature
  }

  /// Whether the holder of a key has signed it.
  func isSigned(by publicKey: [UInt8]) -> Bool {
    ReplicaKey.isSignature(signature, of: signed, by: publicKey)
  }

  /// 4 ‖ "daybook snapshot 1" ‖ SHA-256 of the payload without the signature.
  private var signed: [UInt8] {
    [4] + Array("daybook snapshot 1".utf8) + Array(SHA256.hash(data: unsigned))
  }

  private var unsigned: [UInt8] {
    var writer = PayloadWriter(capacity: 256 + 40 * chunks.count)
    write(to: &writer)
    return writer.array
  }

  private func write(to writer: inout PayloadWriter) {
    writer.uuid(1, space)
    writer.uint(2, frontier)
    vector.encode(3, into: &writer)
    writer.uuid(4, maker.uuid)
    for chunk in chunks { chunk.withUnsafeBytes { writer.bytes(5, $0) } }
  }

  /// The bytes that travel: a payload of 1 the space, 2 the number of the frontier, 3 what it
  /// holds (each writer: 1 replica, 2 sequence), 4 the maker, 5 each chunk, 6 the signature.
  public var bytes: [UInt8] {
    var writer = PayloadWriter(capacity: 320 + 40 * chunks.count)
    write(to: &writer)
    signature.withUnsafeBytes { writer.bytes(6, $0) }
    return writer.array
  }

  /// Reads what travelled.
  ///
  /// - Throws: `SyncError.malformed`.
  public init(bytes: [UInt8]) throws {
    do { try self.init(reading: bytes) } catch let error as PayloadError {
      throw SyncError(
        .malformed, "these \(bytes.count) bytes are no manifest of a snapshot: \(error)")
    }
  }

  private init(reading bytes: [UInt8]) throws {
    var reader = PayloadReader(bytes.span.bytes)
    var (space, frontier, maker): (UUID?, UInt64, UUID?) = (nil, 0, nil)
    var (vector, chunks) = (VersionVector(), [[UInt8]]())
    var signature: [UInt8] = []
    while let field = try reader.next() {
      switch field {
      case 1: space = try reader.uuid()
      case 2: frontier = try reader.uint()
      case 3: try reader.message { try vector.readEntry(from: &$0) }
      case 4: maker = try reader.uuid()
      case 5: chunks.append(try reader.bytes())
      case 6: signature = try reader.bytes()
      default: break
      }
    }
    guard let space else { throw PayloadError.missing(1) }
    guard let maker else { throw PayloadError.missing(4) }
    guard chunks.allSatisfy({ $0.count == 32 }) else { throw PayloadError.outOfRange(5) }
    self.init(
      space: space, frontier: frontier, vector: vector, maker: ReplicaID(maker),
      chunks: chunks, signature: signature)
  }
}

/// A snapshot of a space in memory.
public struct SpaceSnapshot: Hashable, Sendable {
  /// Its description.
  public let manifest: SpaceManifest
  /// Its chunks, in the order of the manifest.
  public let chunks: [[UInt8]]

  /// A snapshot with a manifest.
  package init(manifest: SpaceManifest, chunks: [[UInt8]]) {
    (self.manifest, self.chunks) = (manifest, chunks)
  }

  /// The chunk with a hash.
  ///
  /// - Throws: `SyncError.needsSnapshot` when there is none.
  public func chunk(_ hash: [UInt8]) throws -> [UInt8] {
    guard let index = manifest.chunks.firstIndex(of: hash) else {
      throw SyncError(
        .needsSnapshot,
        "the snapshot of frontier \(manifest.frontier) has no chunk \(hash.hexadecimal); ask for its manifest anew"
      )
    }
    return chunks[index]
  }
}

/// Cuts bytes into chunks, and hashes them.
struct ChunkCutter {
  private(set) var chunks: [[UInt8]] = []
  private var current: [UInt8] = []

  // Safety: the bytes are copied during the call.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = rest.prefix(SpaceManifest.chunkSize - current.count)
      current += part
      rest = rest.dropFirst(part.count)
      if current.count == SpaceManifest.chunkSize { finish() }
    }
  }

  /// Ends the last chunk.
  mutating func finish() {
    if current.isEmpty { return }
    chunks.append(current)
    current = []
    current.reserveCapacity(SpaceManifest.chunkSize)
  }

  var hashes: [[UInt8]] { chunks.map(SpaceManifest.hash) }
}
