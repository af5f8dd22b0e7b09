internal import LMDB

/// One row of the table `entities`: where the entity's events are and what they fold to.
///
/// Key: number of the kind (four bytes, high byte first), then the sixteen bytes of the entity.
///
/// | offset | bytes | content |
/// |---|---|---|
/// | 0 | 8 | position of its last event in order of arrival |
/// | 8 | 8 | time of its first event in canonical order |
/// | 16 | 8 | time of its last event in canonical order |
/// | 24 | 8 | transaction of that last event |
/// | 32 | 4 | how many events it has |
/// | 36 | 4 | flags: 1 there is a state, 2 some of its events are in quarantine; 16–31 reserved |
/// | 40 | … | the state, a payload |
@usableFromInline
struct EntityRecord: Equatable {
  static let headerSize = 40
  static let keySize = 20

  @usableFromInline var lastPosition: UInt64 = 0
  @usableFromInline var created = HybridTime.distantPast
  @usableFromInline var modified = HybridTime.distantPast
  var newest: UInt64 = 0
  var eventCount: UInt32 = 0
  var hasState = false
  var isQuarantined = false
  /// The flags that this version does not know and keeps.
  var unknownFlags: UInt32 = 0

  init() {}

  init?(_ bytes: BorrowedBytes) {
    guard bytes.count >= Self.headerSize else { return nil }
    lastPosition = bytes.load(0)
    created = HybridTime(rawValue: bytes.load(8))
    modified = HybridTime(rawValue: bytes.load(16))
    newest = bytes.load(24)
    eventCount = bytes.load(32)
    let flags = bytes.load(36, as: UInt32.self)
    hasState = flags & 1 != 0
    isQuarantined = flags & 2 != 0
    unknownFlags = flags & ~3
  }

  /// A baseline begins with four spare bytes and the revision of the kind that folded it, in four
  /// bytes; then as above.
  static let baselineSize = headerSize + 8

  /// Reads a baseline; nil when it is too short.
  init?(baseline bytes: BorrowedBytes) {
    guard bytes.count >= Self.baselineSize else { return nil }
    self.init(bytes.from(8))
  }

  /// Writes a baseline to `writer`, which is empty.
  func encode(
    baseline state: BorrowedBytes, revision: UInt32, into writer: inout PayloadWriter
  ) {
    var inner = PayloadWriter()
    encode(into: &inner)
    writer.raw(UInt32(0))
    writer.raw(revision)
    writer.raw(inner.bytes)
    writer.raw(state)
  }

  /// Starts `writer` anew with the header; the state follows.
  func encode(into writer: inout PayloadWriter) {
    writer.truncate()
    let header = writer.space(Self.headerSize)
    header.store(lastPosition, 0)
    header.store(created.rawValue, 8)
    header.store(modified.rawValue, 16)
    header.store(newest, 24)
    header.store(eventCount, 32)
    let flags: UInt32 = (hasState ? 1 : 0) | (isQuarantined ? 2 : 0)
    header.store(flags | unknownFlags, 36)
  }
}

/// The key of an entity: kind and identifier, in memory as on disk.
@usableFromInline
struct EntityKey: Hashable, Sendable {
  var kind: UInt32
  @usableFromInline let packed: PackedUUID

  @usableFromInline var id: UUID { packed.id }

  init(kind: UInt32, id: UUID) { self.init(kind: kind, PackedUUID(id)) }

  init(kind: UInt32, _ packed: PackedUUID) {
    self.kind = kind
    self.packed = packed
  }

  init?(_ bytes: BorrowedBytes) {
    guard bytes.count == EntityRecord.keySize else { return nil }
    kind = UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self))
    packed = PackedUUID(bytes, 4)
  }

  func withBytes<R, E: Error>(_ body: (BorrowedBytes) throws(E) -> R) throws(E) -> R {
    var storage: (UInt64, UInt64, UInt64) = (0, 0, 0)
    return try withUnsafeMutableBytes(of: &storage) { (buffer) throws(E) -> R in
      buffer.storeBytes(of: kind.bigEndian, as: UInt32.self)
      // Safety: 24 bytes hold the 20 of a key.
      buffer.baseAddress.unsafelyUnwrapped.store(packed, 4)
      return try body(
        UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[0..<EntityRecord.keySize]))
    }
  }
}
