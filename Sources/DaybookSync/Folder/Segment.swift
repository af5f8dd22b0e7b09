#if Sync
  internal import Daybook

  /// One file of a shared folder: some transactions that the folder lacked, and what one must have
  /// before.
  ///
  /// A sealed file whose payload is: 1 the space, 2 what one must have before and 3 what one has
  /// then (each writer: 1 replica, 2 sequence), 4 the page.
  struct Segment: Sendable {
    /// Where a file stands among the others.
    struct Extent: Sendable {
      let before: VersionVector
      let after: VersionVector
      /// What the writers of its page have signed.
      let heads: [SignedHead]
    }

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

    var extent: Extent { Extent(before: before, after: after, heads: page.heads) }

    var bytes: [UInt8] {
      var payload = PayloadWriter(capacity: page.messages.reduce(1024) { $0 + $1.count + 8 })
      payload.uuid(1, space)
      before.encode(2, into: &payload)
      after.encode(3, into: &payload)
      page.bytes.withUnsafeBytes { payload.bytes(4, $0) }
      return SealedFile.seal(.segment, payload.array)
    }

    /// Reads a file.
    ///
    /// - Throws: `SyncError.malformed`, which says why it is none.
    init(_ bytes: [UInt8]) throws {
      let payload = try SealedFile.open(.segment, bytes)
      do { try self.init(payload: payload) } catch let error
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
