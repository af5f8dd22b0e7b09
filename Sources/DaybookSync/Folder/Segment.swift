#if Sync
  internal import Daybook

  /// One file of a shared folder: some transactions that the folder lacked, and what one must have
  /// before.
  ///
  /// A sealed file whose payload is: 1 the space, 2 what one must have before (each writer:
  /// 1 replica, 2 sequence), 4 the page. What one has then follows from the page alone: whoever may
  /// write to the folder could say anything.
  struct Segment: Sendable {
    /// Where a file stands among the others.
    struct Extent: Sendable {
      /// What one must have to go on with this: what its maker had of the folder, and of each
      /// writer all before the first transaction.
      let before: VersionVector
      /// The last transaction of each writer of its page.
      let after: VersionVector
      /// What the writers of its page have signed.
      let heads: [SignedHead]
    }

    let space: UUID
    let page: SyncPage
    let extent: Extent

    /// - Parameter before: what of that which the folder had the maker had too.
    /// - Throws: `SyncError.malformed` when the transactions of a writer do not follow on one
    ///   another, or it has not signed the last one.
    init(_ page: SyncPage, before: VersionVector) throws {
      self.page = page
      space = page.space
      extent = try Extent(page, before: before)
    }

    var bytes: [UInt8] {
      var payload = PayloadWriter(capacity: page.messages.reduce(1024) { $0 + $1.count + 8 })
      payload.uuid(1, space)
      extent.before.encode(2, into: &payload)
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
      var before = VersionVector()
      while let field = try reader.next() {
        switch field {
        case 1: space = try reader.uuid()
        case 2: try reader.message { try before.readEntry(from: &$0) }
        case 4: page = try SyncPage(bytes: try reader.bytes())
        default: break
        }
      }
      guard let space, let page, page.space == space else { throw PayloadError.missing(4) }
      try self.init(page, before: before)
    }
  }

  extension Segment.Extent {
    fileprivate init(_ page: SyncPage, before: VersionVector) throws {
      var (first, last) = (before, VersionVector())
      for message in page.messages {
        guard let dot = Dot(ofMessage: message), dot.sequence > 0 else {
          throw Self.malformed("have no number")
        }
        let before = dot.sequence - 1
        switch last[dot.replica] {
        case 0: first[dot.replica] = max(first[dot.replica], before)
        case before: break
        default: throw Self.malformed("do not follow on one another")
        }
        last[dot.replica] = dot.sequence
      }
      let ends = last.sequences.map { Dot(replica: $0.key, sequence: $0.value) }
      guard !ends.isEmpty, Set(ends) == Set(page.heads.map(\.dot)) else {
        throw Self.malformed("are not all signed")
      }
      self.init(before: first, after: last, heads: page.heads)
    }

    private static func malformed(_ words: String) -> SyncError {
      SyncError(.malformed, "holds transactions that \(words)")
    }

    /// Whether nobody has signed for a writer whose key is known.
    func isSound(for signers: Signers?, in space: UUID) -> Bool {
      guard let signers else { return true }
      return heads.allSatisfy { head in
        signers.keys[head.dot.replica].map { head.isSigned(by: $0, space: space) } ?? true
      }
    }
  }
#endif
