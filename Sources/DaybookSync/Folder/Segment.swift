#if Sync
  internal import Crypto
  internal import Daybook

  /// One file of a shared folder: some transactions that the folder lacked, and what one must have
  /// before.
  ///
  /// | bytes | content |
  /// |---|---|
  /// | 8 | `DBSYNC1` and a line feed |
  /// | … | a payload, see below |
  /// | 8 | how long all of the file is, the lowest byte first |
  /// | 32 | the SHA-256 of everything before |
  ///
  /// The payload: 1 the space, 2 what one must have before and 3 what one has then (each writer:
  /// 1 replica, 2 sequence), 4 the page.
  ///
  /// A file that is short, longer or changed is not one.
  struct Segment: Sendable {
    private static let magic = Array("DBSYNC1\n".utf8)
    private static let trailer = 40

    let space: UUID
    /// What of that which the folder had the writer had too: who has it can read this.
    let before: VersionVector
    /// What one who reads this has then.
    let after: VersionVector
    let page: SyncPage

    init(_ page: SyncPage, before: VersionVector, after: VersionVector) {
      self.page = page
      self.before = before
      self.after = after
      space = page.space
    }

    var bytes: [UInt8] {
      var payload = PayloadWriter(capacity: page.messages.reduce(1024) { $0 + $1.count + 8 })
      payload.uuid(1, space)
      before.encode(2, into: &payload)
      after.encode(3, into: &payload)
      page.bytes.withUnsafeBytes { payload.bytes(4, $0) }
      var bytes = Self.magic + payload.array
      let length = UInt64(bytes.count + Self.trailer)
      bytes += withUnsafeBytes(of: length.littleEndian) { Array($0) }
      bytes += Array(SHA256.hash(data: bytes))
      return bytes
    }

    /// Reads a file.
    ///
    /// - Throws: `SyncError.malformed`, which says why it is none.
    init(_ bytes: [UInt8]) throws {
      guard bytes.count > Self.magic.count + Self.trailer, bytes.starts(with: Self.magic) else {
        throw SyncError(.malformed, "is short or no segment")
      }
      let end = bytes.count - Self.trailer
      let length = bytes[end..<end + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      guard length == UInt64(bytes.count) else {
        throw SyncError(.malformed, "has \(bytes.count) bytes of another length")
      }
      guard SHA256.hash(data: bytes.dropLast(32)).elementsEqual(bytes.suffix(32)) else {
        throw SyncError(.malformed, "was changed or is not there whole")
      }
      do { try self.init(payload: Array(bytes[Self.magic.count..<end])) } catch let error
        as PayloadError
      {
        throw SyncError(.malformed, "cannot be read: \(error)")
      }
    }

    private init(payload: [UInt8]) throws {
      var reader = PayloadReader(payload.span.bytes)
      var (space, page): (UUID?, SyncPage?) = (nil, nil)
      var (before, after) = (VersionVector(), VersionVector())
      while let field = try reader.next() {
        switch field {
        case 1: space = try reader.uuid()
        case 2: try reader.message { try before.readEntry(from: &$0) }
        case 3: try reader.message { try after.readEntry(from: &$0) }
        case 4: page = try SyncPage(bytes: try reader.bytes())
        default: break
        }
      }
      guard let space, let page, page.space == space else { throw PayloadError.missing(4) }
      self.init(page, before: before, after: after)
    }
  }
#endif
