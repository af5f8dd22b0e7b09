public import Daybook
internal import Foundation
internal import Synchronization

/// A shared folder as a peer, on a cloud drive or a stick, in a bucket or on a server: every member
/// reads what the others put there.
///
/// | file | content |
/// |---|---|
/// | `SPACE/REPLICA/FIRST-LAST.dbs` | transactions that the folder lacked |
/// | `SPACE/REPLICA/FIRST-LAST-HASH.dbs` | the same, where whatever has a name is replaced |
/// | `SPACE/REPLICA/vector` | what the replica has, signed by it |
/// | `SPACE/snapshot/K/HASH.chunk` | a part of the snapshot of frontier K |
/// | `SPACE/snapshot/K/REPLICA.manifest` | the chunks of that snapshot, signed by its maker |
/// | `SPACE/attachments/HA/HASH` | the file of an attachment, which begins with these two digits |
/// | `SPACE/poke` | not on a drive: random digits, which whoever has written replaces |
///
/// Each replica writes only files named after itself or after their content, and changes none but
/// `vector`, so drives make no conflicting copies. A file that is late, missing, short, changed,
/// there twice or a stranger's harms nothing: it only shows in `problems`. Links are not followed.
public final class FolderPeer: SyncPeer {
  public let name: String
  /// Where the folder is: its path, or its address without secrets.
  public var path: String { files.address }

  struct Known {
    var hello: Hello?
    var index = FolderIndex()
    /// Whether the folder has been there.
    var wasThere = false
    /// The files of attachments as of the last list of them, and what this side has put there
    /// since; nil when they are to be listed.
    var attachments: AttachmentListing?
    /// Whether the folder keeps what has a name from being replaced; nil until that was tried.
    var keepsNames: Bool?
    /// What others are told of this side's writing, where they do not look at everything.
    var poke = Poke()
  }

  let files: any FolderFiles
  let known = Mutex(Known())
  /// One exchange at a time looks at the folder, or writes.
  let turns = Turns()

  /// A page of a folder is a file; files are larger than pages between devices.
  private static let limit = PageLimit(transactions: 4_096, bytes: 4 << 20)

  /// A folder; the first push creates it when there is none.
  ///
  /// - Parameter name: a stable name under which the store remembers the folder, different for each
  ///   folder; by default the last part of its path.
  public convenience init(at path: String, name: String? = nil) {
    let url = URL(atPath: path)
    self.init(DriveFiles(at: url.path), name: name ?? url.lastPathComponent)
  }

  /// A folder whose files are anywhere.
  package init(_ files: any FolderFiles, name: String) {
    (self.files, self.name) = (files, name)
  }

  /// The files that could not be read at the last look, and why, by their place in the folder.
  public var problems: [String: String] { known.withLock { $0.index.problems } }

  public var limit: PageLimit? { Self.limit }

  public var keepsSnapshots: Bool { true }

  public var refusesNothing: Bool { true }

  /// Far away a page is a file that costs money, or a second.
  public var gathers: Duration { files.isNear ? .zero : .seconds(1) }

  /// How many files this side has there, as of the last exchange; 0 before the first. Each costs
  /// whoever begins with the folder a question: a frontier and its snapshot make them fewer. O(1).
  public var ownFiles: Int {
    known.withLock { known in
      known.hello?.replica.flatMap { known.index.names[$0]?.count } ?? 0
    }
  }

  /// How many files the member has there that has most.
  package var mostFiles: Int {
    known.withLock { $0.index.names.values.map(\.count).max() ?? 0 }
  }

  // MARK: What is there

  public func hello(_ hello: Hello) async throws -> Hello {
    try await turns.take {
      try await checkPlace()
      known.withLock { $0.hello = hello }
      try await look(FolderPlace(hello.space), hello)
      return known.withLock { known in
        Hello(
          space: hello.space, replica: nil, vector: known.index.vector, time: nil,
          heads: hello.replica.map(known.index.heads) ?? [],
          others: known.index.greetings.sorted { $0.key < $1.key }.map(\.value)
            .filter { $0.replica != hello.replica })
      }
    }
  }

  /// Checks that the folder has not gone away.
  private func checkPlace() async throws {
    let isThere = try await files.check()
    let wasThere = known.withLock { known in
      defer { known.wasThere = known.wasThere || isThere }
      return known.wasThere
    }
    // A stick that was pulled out leaves an empty place, which must not be taken for the folder.
    if wasThere, !isThere {
      throw SyncError(
        .peer, "the folder \(path) is not there any more; is its drive connected?")
    }
  }

  /// Looks at what is new; far away only when somebody has written.
  private func look(_ place: FolderPlace, _ hello: Hello) async throws {
    let poke = files.isNear ? nil : try await files.read(place.poke, limit: Poke.size).content
    let isOver = known.withLock { known in
      let reason = known.poke.reason(poke)
      if !files.isNear, known.index.lookedAt == place, reason == nil {
        known.index.lookAgain(for: hello.vector, believing: hello.signers)
        return true
      }
      known.attachments = nil
      known.index.begin(
        at: place, for: hello.vector, believing: hello.signers,
        takesParts: files.listsParts && reason == .news)
      return false
    }
    if isOver { return }
    do {
      while true {
        let wishes = known.withLock { $0.index.wishes() }
        if wishes.isEmpty { break }
        try await files.answer(wishes) { wish, answer in
          known.withLock { $0.index.take(wish, answer) }
        }
      }
    } catch {
      known.withLock { $0.index.giveUp() }
      throw error
    }
    known.withLock { $0.poke.seen(poke) }
  }

  public func pull(
    _ vector: VersionVector, limit: PageLimit
  ) async throws -> SyncPage {
    try await turns.take {
      let place = try greeted().place
      try known.withLock { try $0.index.prepare(after: vector) }
      var segment: Segment?
      while segment == nil, let next = known.withLock({ $0.index.nextFile(after: vector) }) {
        switch next {
        case .kept(let kept): segment = kept
        case .toRead(let path): segment = try await read(path, at: place)
        }
      }
      return SyncPage(
        of: segment, space: place.space, hasMore: known.withLock { $0.index.hasNext })
    }
  }

  private func read(_ path: String, at place: FolderPlace) async throws -> Segment? {
    let content = try await files.read(
      "\(place.folder)/\(path)", limit: FolderIndex.largestFile)
    return known.withLock { $0.index.segment(path, content, in: place.space) }
  }

  /// All sound segments, also those that contradict others.
  func segments() async throws -> [Segment] {
    try await turns.take {
      let place = try greeted().place
      let (paths, kept) = known.withLock { ($0.index.soundPaths, $0.index.read) }
      var segments: [Segment] = []
      for path in paths {
        if let segment = kept[path] {
          segments.append(segment)
        } else if let segment = try await read(path, at: place) {
          segments.append(segment)
        }
      }
      return segments
    }
  }

  // MARK: Writing

  /// Puts a page there as one file, unless everything in it is there already.
  ///
  /// - Throws: `SyncError.peer` when the folder cannot be written; `foreignSpace`.
  public func push(_ page: SyncPage) async throws -> PushReply {
    try await turns.take {
      let (place, replica) = try greeted()
      guard page.space == place.space else {
        throw SyncError(.foreignSpace, "the page is of another space than the folder's")
      }
      let (there, last) = known.withLock { ($0.index.vector, $0.index.lastNumber(of: replica)) }
      if page.heads.allSatisfy({ there.contains($0.dot) }) {
        return PushReply(vector: there, refused: [])
      }
      // Only what both the folder and this writer have: every member may refuse the rest of what
      // the folder holds.
      let segment = try Segment(page, before: there.common(with: page.held))
      try await beforeWriting(at: place)
      let entry = try await append(segment, page.messages.count, place.folder(of: replica), last)
      return known.withLock { known in
        known.wasThere = true
        known.index.add(segment, as: entry, of: replica)
        return PushReply(vector: known.index.vector, refused: [])
      }
    }
  }

  private func append(
    _ segment: Segment, _ count: Int, _ folder: String, _ last: UInt64
  ) async throws -> FolderEntry {
    if known.withLock({ $0.keepsNames }) ?? true {
      return try await files.append(segment.bytes, count, to: folder, after: last)
    }
    return try await files.appendByContent(segment.bytes, count, to: folder, after: last)
  }

  public func acknowledge(_ hello: Hello) async throws {
    guard let replica = hello.replica else { return }
    try await turns.take {
      let place = FolderPlace(hello.space)
      let said = known.withLock { $0.index.greetings[replica] }
      let isSigned = hello.signers?.keys[replica].map { said?.isSigned(by: $0) ?? false } ?? true
      if !isSigned || !(said?.isStillTrue(at: hello) ?? false) {
        try await beforeWriting(at: place)
        let sealed = SealedFile.seal(.vector, hello.bytes)
        try await files.replace(place.vector(of: replica), with: sealed)
        try await files.flush(place.folder(of: replica))
        known.withLock { $0.index.greetings[replica] = hello }
      }
      try await tellOthers(at: place)
    }
  }

  public func withdraw(
    beyond dot: Dot, where isOwn: (_ dot: Dot, _ chain: [UInt8]) throws -> Bool
  ) async throws {
    try await turns.take {
      let (place, replica) = try greeted()
      let names = try known.withLock { known in
        try known.index.names(of: replica) { extent in
          try max(extent.before[dot.replica], extent.after[dot.replica]) > dot.sequence
            && extent.heads.allSatisfy {
              try $0.dot.replica != dot.replica || isOwn($0.dot, $0.chain)
            }
        }
      }
      try await removeSegments(names, of: replica, at: place)
      _ = try await files.remove([FolderPlace.vector], in: place.folder(of: replica))
      known.withLock { $0.index.greetings[replica] = nil }
    }
  }

  func removeSegments(
    _ names: [String], of replica: ReplicaID, at place: FolderPlace
  ) async throws {
    if names.isEmpty { return }
    known.withLock { $0.poke.isDue = true }
    _ = try await files.remove(names, in: place.folder(of: replica))
    known.withLock { $0.index.forget(names, of: replica) }
  }

  func greeted() throws -> (place: FolderPlace, replica: ReplicaID) {
    guard let hello = known.withLock({ $0.hello }), let replica = hello.replica else {
      throw SyncError(.peer, "the folder was not told yet whose it is")
    }
    return (FolderPlace(hello.space), replica)
  }
}

extension Hello {
  /// A greeting is repeated after so many seconds, so that others see that the member is alive.
  private static let newsworthiness = 86400.0

  /// Whether a later greeting of the same replica says nothing new.
  fileprivate func isStillTrue(at later: Hello) -> Bool {
    guard vector == later.vector, let time, let now = later.time else { return false }
    return abs(now.timeIntervalSince(time)) < Self.newsworthiness
  }
}
