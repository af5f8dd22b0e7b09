/// One row of the table `entities`: where the entity's events are and what they fold to.
///
/// Key: number of the kind (four bytes, high byte first), then the sixteen bytes of the entity.
///
/// | offset | bytes | content |
/// |---|---|---|
/// | 0 | 1 | flags, below |
/// | 1 | 1 | how many events it has, low 8 bits |
/// | 2 | 6 | time of its first event in canonical order, high 48 bits: milliseconds since 1970 |
/// | 8 | 4 | position of its last event in order of arrival, low 32 bits |
/// | 12 | 4 | transaction of its last event in canonical order, low 32 bits |
/// | | 2 | low 16 bits of the first time, its counter; 0 without it |
/// | | 8 | time of its last event in canonical order; that of the first without it |
/// | | 4, 4, 4 | position and transaction from bit 32 on, number of events from bit 8 on |
/// | … | … | the state, a payload |
///
/// Flags: 1 there is a state, 2 some of its events are in quarantine, 4 to 16 are kept. The other
/// three say which of the fields without an offset follow: 32 the counter, 64 the time of the last
/// event, 128 the high parts, which are 0 without it. An entity of one event, alone in its
/// millisecond, has none of them.
@usableFromInline
struct EntityRecord: Equatable, Sendable {
  /// Bytes of the fields that every entity has.
  static let leastSize = 16
  /// Bytes of a header with every field.
  static let mostSize = 38
  static let keySize = 20
  private static let stateFlag: UInt8 = 1
  private static let quarantineFlag: UInt8 = 2
  private static let unknown: UInt8 = 0x1C
  private static let hasCounter: UInt8 = 32
  private static let hasModified: UInt8 = 64
  private static let isWide: UInt8 = 128
  private static let more: UInt8 = hasCounter | hasModified | isWide

  @usableFromInline var lastPosition: UInt64 = 0
  @usableFromInline var created = HybridTime.distantPast
  @usableFromInline var modified = HybridTime.distantPast
  var newest: UInt64 = 0
  var eventCount: UInt32 = 0
  var hasState = false
  var isQuarantined = false
  /// The flags that this version does not know and keeps.
  var unknownFlags: UInt8 = 0

  init() {}

  /// Whether there is, or was before a purge, an event of the entity.
  @usableFromInline var isKnown: Bool { lastPosition > 0 }

  /// Reads a header; nil when it is too short.
  @inline(__always)
  init?(_ bytes: BorrowedBytes) {
    guard bytes.count >= Self.leastSize else { return nil }
    let first: UInt64 = bytes.load(0)
    let flags = UInt8(truncatingIfNeeded: first)
    eventCount = UInt32(truncatingIfNeeded: first >> 8 & 0xFF)
    created = HybridTime(rawValue: first & ~0xFFFF)
    modified = created
    lastPosition = UInt64(bytes.load(8, as: UInt32.self))
    newest = UInt64(bytes.load(12, as: UInt32.self))
    hasState = flags & Self.stateFlag != 0
    isQuarantined = flags & Self.quarantineFlag != 0
    unknownFlags = flags & Self.unknown
    guard flags & Self.more != 0 else { return }
    guard bytes.count >= Self.size(flags) else { return nil }
    readMore(bytes, flags)
  }

  /// Reads the fields that most entities do not have.
  private mutating func readMore(_ bytes: BorrowedBytes, _ flags: UInt8) {
    var offset = Self.leastSize
    if flags & Self.hasCounter != 0 {
      created = HybridTime(rawValue: created.rawValue | UInt64(bytes.load(offset, as: UInt16.self)))
      modified = created
      offset += 2
    }
    if flags & Self.hasModified != 0 {
      modified = HybridTime(rawValue: bytes.load(offset))
      offset += 8
    }
    guard flags & Self.isWide != 0 else { return }
    lastPosition |= UInt64(bytes.load(offset, as: UInt32.self)) << 32
    newest |= UInt64(bytes.load(offset + 4, as: UInt32.self)) << 32
    eventCount |= bytes.load(offset + 8, as: UInt32.self) << 8
  }

  /// Bytes of a header with these fields.
  @inline(__always)
  private static func size(_ flags: UInt8) -> Int {
    leastSize + Int(flags & hasCounter) / 16 + Int(flags & hasModified) / 8
      + Int(flags & isWide) / 128 * 12
  }

  /// The state of a row whose header was read.
  @inline(__always)
  static func state(of row: BorrowedBytes) -> BorrowedBytes { row.from(size(row[0])) }

  /// A baseline begins with the revision of the kind that folded it, in four bytes; then as above.
  static let baselineStart = 4

  /// Reads a baseline; nil when it is too short.
  init?(baseline bytes: BorrowedBytes) {
    guard bytes.count >= Self.baselineStart else { return nil }
    self.init(bytes.from(Self.baselineStart))
  }

  /// Writes a baseline to `writer`, which is empty.
  func encode(
    baseline state: BorrowedBytes, revision: UInt32, into writer: inout PayloadWriter
  ) {
    var inner = PayloadWriter()
    encode(into: &inner)
    writer.raw(revision)
    writer.raw(inner.bytes)
    writer.raw(state)
  }

  /// Starts `writer` anew with the header; the state follows.
  func encode(into writer: inout PayloadWriter) {
    writer.truncate()
    let isWide = eventCount > 0xFF || (lastPosition | newest) > UInt64(UInt32.max)
    let flags =
      (hasState ? Self.stateFlag : 0) | (isQuarantined ? Self.quarantineFlag : 0) | unknownFlags
      | (created.rawValue & 0xFFFF == 0 ? 0 : Self.hasCounter)
      | (modified == created ? 0 : Self.hasModified) | (isWide ? Self.isWide : 0)
    let header = writer.space(Self.size(flags))
    header.store(created.rawValue & ~0xFFFF | UInt64(eventCount & 0xFF) << 8 | UInt64(flags), 0)
    header.store(UInt32(truncatingIfNeeded: lastPosition), 8)
    header.store(UInt32(truncatingIfNeeded: newest), 12)
    if flags & Self.more != 0 { writeMore(to: header, flags) }
  }

  private func writeMore(to header: UnsafeMutableRawPointer, _ flags: UInt8) {
    var offset = Self.leastSize
    if flags & Self.hasCounter != 0 {
      header.store(UInt16(truncatingIfNeeded: created.rawValue), offset)
      offset += 2
    }
    if flags & Self.hasModified != 0 {
      header.store(modified.rawValue, offset)
      offset += 8
    }
    guard flags & Self.isWide != 0 else { return }
    header.store(UInt32(truncatingIfNeeded: lastPosition >> 32), offset)
    header.store(UInt32(truncatingIfNeeded: newest >> 32), offset + 4)
    header.store(eventCount >> 8, offset + 8)
  }
}

/// The key of an entity: kind and identifier, in memory as on disk.
@usableFromInline
struct EntityKey: Hashable, Sendable {
  @usableFromInline var kind: UInt32
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
