internal import Daybook

/// One file of a shared folder: some transactions that the folder lacked, and what a reader must
/// have before them.
///
/// A sealed file whose payload is: 1 the space, 2 what a reader must have before (each writer:
/// 1 replica, 2 sequence), 4 the page, 5 the chain of each of its writers before the page
/// (1 replica, 2 chain), 6 a member's voucher for the page when one of those chains is not known
/// (1 replica, 2 signature).
///
/// From its chain a writer's transactions lead to the head that it has signed. So the file proves
/// by itself that it holds what its heads claim, although anybody may write to the folder.
struct Segment: Sendable {
  /// The place of a file among the others.
  struct Extent: Sendable {
    /// What a reader must have before this file: what its maker had of the folder, and all earlier
    /// transactions of each writer in the page.
    let before: VersionVector
    /// The last transaction of each writer of its page.
    let after: VersionVector
    /// The heads that the writers of its page have signed.
    let heads: [SignedHead]
    /// A member's voucher for the content, where a chain is not known.
    let voucher: PageVoucher?
  }

  let space: UUID
  let page: SyncPage
  /// The chains of the page's messages, which were made when the file was checked.
  let chains: PageChains
  let extent: Extent

  /// The chain of each writer before the page.
  private let starts: [ReplicaID: [UInt8]]

  /// The page that a member has made.
  ///
  /// - Parameter before: the transactions that both the folder and the maker had.
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
    (extent, chains) = try Self.check(page, before: before, starts, voucher)
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

extension Segment {
  /// Anybody who may write to the folder could name any number of writers.
  private static let mostWriters = 10_000

  /// Finds where a page stands among the files, and whether its messages lead from `starts` to
  /// what their writers have signed.
  private static func check(
    _ page: SyncPage, before: VersionVector, _ starts: [ReplicaID: [UInt8]],
    _ voucher: PageVoucher?
  ) throws -> (Extent, PageChains) {
    var (first, chains) = (before, PageChains())
    for message in page.messages {
      guard let dot = Dot(ofMessage: message), dot.sequence > 0 else {
        throw malformed("have no number")
      }
      let last = Dot(replica: dot.replica, sequence: dot.sequence - 1)
      if chains[dot.replica] == nil {
        let start = starts[dot.replica] ?? []
        guard start.count == Chain.size || voucher != nil else {
          throw malformed("follow on nothing")
        }
        first[dot.replica] = max(first[dot.replica], last.sequence)
        chains.begin(
          dot.replica, from: Chain(through: last, hash: start, space: page.space))
      }
      guard chains[dot.replica]?.chain.sequence == last.sequence else {
        throw malformed("do not follow on one another")
      }
      try chains.add(message, of: dot.replica)
    }
    // One head a writer: each head costs a signature to check, and is kept.
    guard chains.count > 0, page.heads.count == chains.count else {
      throw malformed("are not all signed once")
    }
    guard first.sequences.count <= mostWriters else {
      throw malformed("need those of more than \(mostWriters) writers")
    }
    var after = VersionVector()
    for head in page.heads {
      guard let chain = chains[head.dot.replica]?.chain, chain.sequence == head.dot.sequence,
        chain.hash == head.chain || starts[head.dot.replica] == nil
      else { throw malformed("are not what their writers have signed") }
      after[head.dot.replica] = head.dot.sequence
    }
    let extent = Extent(before: first, after: after, heads: page.heads, voucher: voucher)
    return (extent, chains)
  }

  private static func malformed(_ words: String) -> SyncError {
    SyncError(.malformed, "holds transactions that \(words)")
  }
}

extension Segment.Extent {
  /// Whether the voucher and every head of a writer whose key is known have the right signature.
  func isSound(for signers: Signers?, in space: UUID) -> Bool {
    guard let signers else { return true }
    if let voucher {
      // A stranger's voucher proves nothing; the file is checked again when more keys are known.
      guard signers.writers.contains(voucher.replica),
        let key = signers.keys[voucher.replica], voucher.isSigned(by: key)
      else { return false }
    }
    return heads.allSatisfy { head in
      signers.keys[head.dot.replica].map { head.isSigned(by: $0, space: space) } ?? true
    }
  }
}
