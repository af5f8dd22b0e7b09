internal import Daybook

/// One file of a shared folder: some transactions that the folder lacked, and what one must have
/// before.
///
/// A sealed file whose payload is: 1 the space, 2 what one must have before (each writer:
/// 1 replica, 2 sequence), 4 the page, 5 the chain of each of its writers before the page (1
/// replica, 2 chain), 6 who vouches for the page when one of those is not known (1 replica,
/// 2 signature). From that chain the transactions lead to what their writer has signed, so the
/// file shows by itself whether it holds them: whoever may write to the folder could say
/// anything.
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
    /// Who vouches for its content, where it does not show by itself.
    let voucher: PageVoucher?
  }

  let space: UUID
  let page: SyncPage
  let extent: Extent

  /// The chain of each writer before the page.
  private let starts: [ReplicaID: [UInt8]]

  /// The page that a member has made.
  ///
  /// - Parameter before: what of that which the folder had the maker had too.
  /// - Throws: `SyncError.malformed` when the transactions of a writer do not follow on one
  ///   another, or are not what it has signed.
  init(_ page: SyncPage, before: VersionVector) throws {
    try self.init(page, before: before, starts: page.starts, page.voucher)
  }

  private init(
    _ page: SyncPage, before: VersionVector, starts: [ReplicaID: [UInt8]],
    _ voucher: PageVoucher?
  ) throws {
    self.page = page
    self.starts = starts
    space = page.space
    extent = try Extent(page, before: before, starts, voucher)
  }

  var bytes: [UInt8] {
    var payload = PayloadWriter(capacity: page.messages.reduce(1024) { $0 + $1.count + 8 })
    payload.uuid(1, space)
    extent.before.encode(2, into: &payload)
    page.bytes.withUnsafeBytes { payload.bytes(4, $0) }
    for (replica, chain) in starts.sorted(by: { $0.key < $1.key }) {
      payload.message(5) { writer in
        writer.uuid(1, replica.uuid)
        chain.withUnsafeBytes { writer.bytes(2, $0) }
      }
    }
    extent.voucher?.encode(6, into: &payload)
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
    var (before, starts): (VersionVector, [ReplicaID: [UInt8]]) = (VersionVector(), [:])
    var voucher: [UInt8]?
    while let field = try reader.next() {
      switch field {
      case 1: space = try reader.uuid()
      case 2: try reader.message { try before.readEntry(from: &$0) }
      case 4: page = try SyncPage(bytes: try reader.bytes())
      case 5: try reader.message { try Self.readStart(from: &$0, into: &starts) }
      case 6: voucher = try reader.bytes()
      default: break
      }
    }
    guard let space, let page, page.space == space else { throw PayloadError.missing(4) }
    try self.init(
      page, before: before, starts: starts, voucher.flatMap { try PageVoucher($0, of: page) })
  }

  private static func readStart(
    from reader: inout PayloadReader, into starts: inout [ReplicaID: [UInt8]]
  ) throws {
    var (replica, chain): (UUID?, [UInt8]?)
    while let field = try reader.next() {
      switch field {
      case 1: replica = try reader.uuid()
      case 2: chain = try reader.bytes()
      default: break
      }
    }
    if let replica, let chain { starts[ReplicaID(replica)] = chain }
  }
}

extension Segment.Extent {
  /// Whoever may write to the folder could name any number of them.
  private static let mostWriters = 10_000

  fileprivate init(
    _ page: SyncPage, before: VersionVector, _ starts: [ReplicaID: [UInt8]],
    _ voucher: PageVoucher?
  ) throws {
    var (first, runs): (VersionVector, [ReplicaID: Chain]) = (before, [:])
    for message in page.messages {
      guard let dot = Dot(ofMessage: message), dot.sequence > 0 else {
        throw Self.malformed("have no number")
      }
      let last = Dot(replica: dot.replica, sequence: dot.sequence - 1)
      if runs[dot.replica] == nil {
        let start = starts[dot.replica] ?? []
        guard start.count == 32 || voucher != nil else {
          throw Self.malformed("follow on nothing")
        }
        first[dot.replica] = max(first[dot.replica], last.sequence)
        runs[dot.replica] = Chain(through: last, hash: start, space: page.space)
      }
      guard runs[dot.replica]?.sequence == last.sequence else {
        throw Self.malformed("do not follow on one another")
      }
      try runs[dot.replica]?.add(message)
    }
    // One head for each: every one of them is checked, and kept.
    guard !runs.isEmpty, page.heads.count == runs.count else {
      throw Self.malformed("are not all signed once")
    }
    guard first.sequences.count <= Self.mostWriters else {
      throw Self.malformed("need those of more than \(Self.mostWriters) writers")
    }
    var after = VersionVector()
    for head in page.heads {
      guard let run = runs[head.dot.replica], run.sequence == head.dot.sequence,
        run.hash == head.chain || starts[head.dot.replica] == nil
      else { throw Self.malformed("are not what their writers have signed") }
      after[head.dot.replica] = head.dot.sequence
    }
    self.init(before: first, after: after, heads: page.heads, voucher: voucher)
  }

  private static func malformed(_ words: String) -> SyncError {
    SyncError(.malformed, "holds transactions that \(words)")
  }

  /// Whether nobody has signed for a writer whose key is known.
  func isSound(for signers: Signers?, in space: UUID) -> Bool {
    guard let signers else { return true }
    if let voucher {
      // Of a stranger that says nothing; it is looked at again when more are known.
      guard signers.writers.contains(voucher.replica),
        let key = signers.keys[voucher.replica], voucher.isSigned(by: key)
      else { return false }
    }
    return heads.allSatisfy { head in
      signers.keys[head.dot.replica].map { head.isSigned(by: $0, space: space) } ?? true
    }
  }
}
