public import Daybook
internal import DaybookSnapshot
internal import Foundation
internal import Synchronization

/// A shared folder as a peer, on a cloud drive or a stick: every member reads what the others put
/// there.
///
/// | file | content |
/// |---|---|
/// | `SPACE/REPLICA/FIRST-LAST.dbs` | transactions that the folder lacked |
/// | `SPACE/REPLICA/vector` | what the replica has, signed by it |
/// | `SPACE/snapshot/K/HASH.chunk` | a part of the snapshot of frontier K |
/// | `SPACE/snapshot/K/REPLICA.manifest` | the chunks of that snapshot, signed by its maker |
/// | `SPACE/attachments/HA/HASH` | the file of an attachment, which begins with these two digits |
///
/// Each replica writes only files named after itself or after their content, and changes none but
/// `vector`, so drives make no conflicting copies. A file that is late, missing, short, changed,
/// there twice or a stranger's harms nothing: it only shows in `problems`. Links are not followed.
public final class FolderPeer: SyncPeer {
  public let name: String
  /// The path of the folder that is shared.
  public let path: String

  private struct Known {
    var hello: Hello?
    var index = FolderIndex()
    /// Whether the folder has been there.
    var wasThere = false

    /// Removes the segments of a replica that satisfy a condition; returns how many.
    mutating func removeSegments(
      of replica: ReplicaID, at place: FolderPlace,
      where isWanted: (Segment.Extent) throws -> Bool
    ) throws -> Int {
      let names = try index.names(of: replica, where: isWanted)
      try removeSegments(names, of: replica, at: place)
      return names.count
    }

    mutating func removeSegments(
      _ names: [String], of replica: ReplicaID, at place: FolderPlace
    ) throws {
      try remove(names, of: replica, at: place)
      index.forget(names, of: replica)
    }

    func remove(_ names: [String], of replica: ReplicaID, at place: FolderPlace) throws {
      do { try place.remove(names, of: replica) } catch {
        throw SyncError(.peer, error.message)
      }
    }
  }

  /// A page of a folder is a file; files are larger than pages between devices.
  private static let limit = PageLimit(transactions: 4_096, bytes: 4 << 20)
  private let known = Mutex(Known())

  /// A folder; the first push creates it when there is none.
  ///
  /// - Parameter name: a stable name under which the store remembers the folder, different for each
  ///   folder; by default the last part of its path.
  public init(at path: String, name: String? = nil) {
    let url = URL(atPath: path)
    self.path = url.path
    self.name = name ?? url.lastPathComponent
  }

  /// The files that could not be read at the last look, and why, by their place in the folder.
  public var problems: [String: String] { known.withLock { $0.index.problems } }

  public var limit: PageLimit? { Self.limit }

  public var keepsSnapshots: Bool { true }

  public var refusesNothing: Bool { true }

  // MARK: What is there

  public func hello(_ hello: Hello) async throws -> Hello {
    let place = FolderPlace(path, hello.space)
    return try known.withLock { known in
      // A stick that was pulled out leaves an empty place, which must not be taken for the folder.
      let isThere = place.isRootThere
      if known.wasThere, !isThere {
        throw SyncError(
          .peer, "the folder \(path) is not there any more; is its drive connected?")
      }
      try place.checkRoot()
      known.wasThere = known.wasThere || isThere
      known.hello = hello
      try known.index.look(at: place, for: hello.vector, believing: hello.signers)
      return Hello(
        space: hello.space, replica: nil, vector: known.index.vector, time: nil,
        heads: hello.replica.map(known.index.heads) ?? [],
        others: known.index.greetings.sorted { $0.key < $1.key }.map(\.value)
          .filter { $0.replica != hello.replica })
    }
  }

  public func pull(
    _ vector: VersionVector, limit: PageLimit
  ) async throws -> SyncPage {
    let (place, _) = try greeted()
    return try known.withLock { known in
      let segment = try known.index.segment(after: vector, at: place)
      return SyncPage(of: segment, space: place.space, hasMore: known.index.hasNext)
    }
  }

  public func snapshots() async throws -> [SpaceManifest] {
    known.withLock { $0.index.allSnapshots }
  }

  public func chunk(_ hash: [UInt8], of manifest: SpaceManifest) async throws -> [UInt8] {
    let (place, _) = try greeted()
    let folder = place.snapshot(manifest.frontier)
    let name = FolderPlace.chunk(hash)
    let bytes: [UInt8]?
    do { bytes = try folder.read(name, limit: SpaceManifest.chunkSize) } catch {
      throw SyncError(.peer, error.message)
    }
    guard let bytes else {
      throw SyncError(.peer, "\(folder.path)/\(name) is not there yet; exchange again later")
    }
    guard SpaceManifest.hash(of: bytes) == hash else {
      known.withLock { $0.index.noteDamagedChunk(name, of: manifest.frontier) }
      throw SyncError(
        .malformed,
        "\(folder.path)/\(name) was changed or is not there whole; exchange again later, or let an owner put the snapshot there anew"
      )
    }
    return bytes
  }

  /// All sound segments, also those that contradict others.
  func segments() throws -> [Segment] {
    let (place, _) = try greeted()
    return try known.withLock { try $0.index.segments(at: place) }
  }

  // MARK: Writing

  /// Puts a page there as one file, unless everything in it is there already.
  ///
  /// - Throws: `SyncError.peer` when the folder cannot be written; `foreignSpace`.
  public func push(_ page: SyncPage) async throws -> PushReply {
    let (place, replica) = try greeted()
    guard page.space == place.space else {
      throw SyncError(.foreignSpace, "the page is of another space than the folder's")
    }
    return try known.withLock { known in
      let there = known.index.vector
      if page.heads.allSatisfy({ there.contains($0.dot) }) {
        return PushReply(vector: there, refused: [])
      }
      // Only what both the folder and this writer have: every member may refuse the rest of what
      // the folder holds.
      let segment = try Segment(page, before: there.common(with: page.held))
      do {
        let name = try place.write(segment.bytes, page.messages.count, of: replica)
        known.wasThere = true
        known.index.add(segment, named: name, of: replica, at: place)
      } catch let error as SnapshotError {
        throw SyncError(.peer, error.message)
      }
      return PushReply(vector: known.index.vector, refused: [])
    }
  }

  public func push(_ snapshot: SpaceSnapshot) async throws -> PushReply {
    let (place, _) = try greeted()
    let manifest = snapshot.manifest
    do { try place.write(snapshot) } catch {
      throw SyncError(.peer, error.message)
    }
    return known.withLock { known in
      known.index.add(manifest)
      return PushReply(vector: known.index.vector, refused: [])
    }
  }

  public func acknowledge(_ hello: Hello) async throws {
    guard let replica = hello.replica else { return }
    let place = FolderPlace(path, hello.space)
    let said = known.withLock { $0.index.greetings[replica] }
    let isSigned = hello.signers?.keys[replica].map { said?.isSigned(by: $0) ?? false } ?? true
    if isSigned, said?.isStillTrue(at: hello) ?? false { return }
    do { try place.write(hello, of: replica) } catch { throw SyncError(.peer, error.message) }
  }

  /// Removes this side's files that a snapshot stands for, and its older snapshots. The newest file
  /// stays, because the next name is counted from it.
  public func removeFiles(
    before manifest: SpaceManifest, role: (SpaceManifest) -> SpaceRole?
  ) async throws -> Int {
    let (place, replica) = try greeted()
    return try known.withLock { known in
      let same = known.index.allSnapshots.filter { $0.isSame(as: manifest) && role($0) != nil }
      guard Set(same.map(\.maker)).count > 1, same.contains(where: { role($0) == .owner }) else {
        return 0
      }
      let removed = try place.removeSnapshots(before: manifest.frontier, of: replica)
      let newest = known.index.names(of: replica) { _ in true }.last
      let names = known.index.names(of: replica) { manifest.vector.covers($0.after) }
        .filter { $0 != newest }
      try known.removeSegments(names, of: replica, at: place)
      return removed + names.count
    }
  }

  public func withdraw(
    beyond dot: Dot, where isOwn: (_ dot: Dot, _ chain: [UInt8]) throws -> Bool
  ) async throws {
    let (place, replica) = try greeted()
    try known.withLock { known in
      _ = try known.removeSegments(of: replica, at: place) { extent in
        try max(extent.before[dot.replica], extent.after[dot.replica]) > dot.sequence
          && extent.heads.allSatisfy {
            try $0.dot.replica != dot.replica || isOwn($0.dot, $0.chain)
          }
      }
      try known.remove([FolderPlace.vector], of: replica, at: place)
    }
  }

  private func greeted() throws -> (place: FolderPlace, replica: ReplicaID) {
    guard let hello = known.withLock({ $0.hello }), let replica = hello.replica else {
      throw SyncError(.peer, "the folder was not told yet whose it is")
    }
    return (FolderPlace(path, hello.space), replica)
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
