internal import LMDB

/// One row of the table `replicas`: a writer, and the space that it writes in.
///
/// | offset | bytes | content |
/// |---|---|---|
/// | 0 | 4 | CRC-32C of the number and of everything after these four bytes |
/// | 4 | 16 | the replica |
/// | 20 | 16 | its space; zeros until its first message |
/// | 36 | … | a payload, first 1 how many names it has brought; what else there is stays as it is |
struct ReplicaRecord: Equatable {
  static let headerSize = 36
  /// Stands for the space of a replica that was named by another and has sent nothing yet.
  static let noSpace = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

  var id: ReplicaID
  var space: UUID
  /// How many names its transactions have brought that were new to this store.
  var names = 0
  /// Fields of a newer version.
  var more: [UInt8] = []

  init(id: ReplicaID, space: UUID) {
    self.id = id
    self.space = space
  }

  /// Reads a row; nil when the checksum does not fit.
  init?(_ bytes: BorrowedBytes, number: UInt64) {
    guard bytes.count >= Self.headerSize,
      Checksum.crc32c(number, bytes.from(4)) == bytes.load(0, as: UInt32.self)
    else { return nil }
    id = ReplicaID(bytes.loadUUID(4))
    space = bytes.loadUUID(20)
    guard bytes.count > Self.headerSize else { return }
    var rest = bytes.from(Self.headerSize)
    var reader = PayloadReader(rest.bytes)
    if (try? reader.next()) == 1, let count = try? reader.uint() {
      names = Int(clamping: count)
      rest = rest.from(reader.offset)
    }
    if !rest.isEmpty { more = [UInt8](rest) }
  }

  /// Writes the row to `writer`, which starts anew.
  func encode(number: UInt64, into writer: inout PayloadWriter) {
    writer.truncate()
    writer.raw(UInt32(0))
    withUnsafeBytes(of: id.uuid) { writer.raw($0) }
    withUnsafeBytes(of: space) { writer.raw($0) }
    if names > 0 { writer.uint(1, UInt64(names)) }
    more.withUnsafeBytes { writer.raw($0) }
    writer.seal(number: number)
  }
}
