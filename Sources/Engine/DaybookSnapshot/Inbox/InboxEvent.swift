/// One event as an extension hands it to the app.
public struct InboxEvent: Sendable, Hashable {
  /// The stable name, such as `feed.started`.
  public var name: String
  /// The version of the payload.
  public var version: Int
  /// The kind of the entity, such as `nursery.feed`.
  public var kind: String
  /// The entity.
  public var entity: UUID
  /// The payload, as the event's own `encode(into:)` writes it.
  public var payload: [UInt8]

  /// Describes an event.
  public init(
    _ name: String, version: Int = 1, kind: String, entity: UUID, payload: [UInt8] = []
  ) {
    self.name = name
    self.version = version
    self.kind = kind
    self.entity = entity
    self.payload = payload
  }
}

/// What one inbox file holds: events that belong together, and who wrote them when.
///
/// The app makes one transaction of it. The file is
///
/// | bytes | content |
/// |---|---|
/// | 0–3 | `DBIX` |
/// | 4 | the version of the format, 1 |
/// | 5–7 | zero |
/// | 8–15 | `SnapshotDigest` of all that follows, low byte first |
/// | 16– | protobuf |
///
/// | field | content |
/// |---|---|
/// | 1 | identifier, sixteen bytes |
/// | 2 | author |
/// | 3 | context |
/// | 4 | wall time, a `double`, seconds since 2001 |
/// | 5 | for each event: 1 name, 2 version, 3 kind, 4 entity, 5 payload |
/// | 6 | newest hybrid time that the writer has seen, fixed, eight bytes; absent for none |
public struct InboxMessage: Sendable, Hashable {
  /// The newest format that this version reads and the one it writes.
  public static let currentFormat = 1
  package static let headerSize = 16
  private static let magic = [UInt8]("DBIX".utf8)

  /// What makes it unique: a message with an identifier that was taken in before is left out.
  public let id: UUID
  /// Who wrote it.
  public let author: String?
  /// Why or by what means.
  public let context: String?
  /// When, by the clock of the device.
  public let wallTime: Date
  /// At least one.
  public let events: [InboxEvent]
  /// The newest hybrid time of the store that the writer has seen, as `SnapshotManifest.time` tells
  /// it; nil for none. The events come after everything up to that time, whatever the clocks say.
  public var seen: UInt64?

  /// Describes a message.
  public init(
    id: UUID, author: String? = nil, context: String? = nil, wallTime: Date, events: [InboxEvent],
    seen: UInt64? = nil
  ) {
    self.id = id
    self.author = author
    self.context = context
    self.wallTime = wallTime
    self.events = events
    self.seen = seen
  }

  /// The bytes of the file.
  public func encoded() -> [UInt8] {
    var body = InboxPayload()
    body.uuid(1, id)
    if let author { body.string(2, author) }
    if let context { body.string(3, context) }
    body.date(4, wallTime)
    for event in events {
      body.message(5) {
        $0.string(1, event.name)
        $0.uint(2, UInt64(max(0, event.version)))
        $0.string(3, event.kind)
        $0.uuid(4, event.entity)
        $0.bytes(5, event.payload)
      }
    }
    if let seen { body.fixed(6, seen) }
    var bytes = Self.magic + [UInt8(Self.currentFormat), 0, 0, 0]
    let digest = SnapshotDigest.number(of: body.bytes[...])
    withUnsafeBytes(of: digest.littleEndian) { bytes += $0 }
    return bytes + body.bytes
  }

  /// The protobuf part of a file whose header and digest are right.
  ///
  /// - Throws: `SnapshotError`: `damaged`, `newerFormat`.
  package static func body(of file: [UInt8]) throws(SnapshotError) -> ArraySlice<UInt8> {
    guard file.count >= headerSize, file.starts(with: magic) else {
      throw SnapshotError(.damaged, "the \(file.count) bytes are no inbox file")
    }
    guard file[4] == UInt8(currentFormat) else {
      throw SnapshotError(
        .newerFormat, "the file has format \(file[4]), this version reads \(currentFormat)")
    }
    let digest = file[8..<16].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    let body = file[headerSize...]
    guard SnapshotDigest.number(of: body) == digest else {
      throw SnapshotError(.damaged, "the \(file.count) bytes are not those that were written")
    }
    return body
  }
}
