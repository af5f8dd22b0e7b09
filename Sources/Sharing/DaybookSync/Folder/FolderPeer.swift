public import Daybook
internal import DaybookSnapshot
internal import Foundation
internal import Synchronization

/// A shared folder, a cloud drive or a stick as a peer: every member reads what the others put
/// there.
///
/// | file | content |
/// |---|---|
/// | `SPACE/REPLICA/FIRST-LAST.dbs` | transactions that the folder lacked |
/// | `SPACE/REPLICA/vector` | what the replica has, signed by it |
/// | `SPACE/snapshot/K/HASH.chunk` | a part of the snapshot of frontier K |
/// | `SPACE/snapshot/K/REPLICA.manifest` | what that snapshot is, signed by who made it |
///
/// Each replica writes only files that bear its name or that of their content, and none but
/// `vector` is ever changed, so no copy of a conflict can arise. What comes late, is missing,
/// short, changed, twice there, or nobody's, changes nothing but what `problems` tells. Links are
/// not followed.
public final class FolderPeer: SyncPeer {
  public let name: String
  /// The folder that is shared.
  public let url: URL

  private struct Known {
    var hello: Hello?
    var index = FolderIndex()
    /// Whether the folder has been there.
    var wasThere = false

    /// Removes the segments of a replica that are wanted; returns how many.
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
  private static let limit = TransactionPage.Limit(transactions: 4_096, bytes: 4 << 20)
  private let known = Mutex(Known())

  /// A folder, which is made when it is written to first.
  ///
  /// - Parameter name: a stable name for what the store remembers of it, another one for each
  ///   folder; the last part of its path unless told.
  public init(at url: URL, name: String? = nil) {
    self.url = url
    self.name = name ?? url.lastPathComponent
  }

  /// Files that could not be read when they were looked at last, and why, by their place in the
  /// folder.
  public var problems: [String: String] { known.withLock { $0.index.problems } }

  public var limit: TransactionPage.Limit? { Self.limit }

  public var keepsSnapshots: Bool { true }

  // MARK: What is there

  public func hello(_ hello: Hello) async throws -> Hello {
    let place = FolderPlace(url, hello.space)
    return try known.withLock { known in
      // A stick that is pulled out leaves a place where nobody looks.
      let isThere = place.isRootThere
      if known.wasThere, !isThere {
        throw SyncError(
          .peer, "the folder \(url.path) is not there any more; is its drive connected?")
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
    _ vector: VersionVector, limit: TransactionPage.Limit
  ) async throws -> SyncPage {
    let (place, _) = try greeted()
    return try known.withLock { known in
      let page = try known.index.segment(after: vector, at: place)?.page
      return SyncPage(
        space: place.space, messages: page?.messages ?? [], heads: page?.heads ?? [],
        hasMore: known.index.hasNext)
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
      known.withLock { $0.index.note(damaged: name, of: manifest.frontier) }
      throw SyncError(
        .malformed,
        "\(folder.path)/\(name) was changed or is not there whole; exchange again later, or let an owner put the snapshot there anew"
      )
    }
    return bytes
  }

  /// All sound segments, also of who contradicts what others have put there.
  func segments() throws -> [Segment] {
    let (place, _) = try greeted()
    return try known.withLock { try $0.index.segments(at: place) }
  }

  // MARK: Writing

  /// Puts a page there as one file, unless all of it is there.
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
      // What the folder says to have and its writer does not was perhaps refused by everybody.
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
    let (place, replica) = try greeted()
    let manifest = snapshot.manifest
    do { try place.write(snapshot, of: replica) } catch {
      throw SyncError(.peer, error.message)
    }
    return known.withLock { known in
      known.index.add(manifest)
      return PushReply(vector: known.index.vector, refused: [])
    }
  }

  public func acknowledge(_ hello: Hello) async throws {
    guard let replica = hello.replica else { return }
    let place = FolderPlace(url, hello.space)
    let said = known.withLock { $0.index.greetings[replica] }
    let isSigned = hello.signers?.keys[replica].map { said?.isSigned(by: $0) ?? false } ?? true
    if isSigned, said?.isStillTrue(at: hello) ?? false { return }
    do { try place.write(hello, of: replica) } catch { throw SyncError(.peer, error.message) }
  }

  /// Removes the files of this side that a snapshot stands for, and its older snapshots, once
  /// two members have made the same one. Who lacks what they hold begins with the snapshot. The
  /// newest file stays, so that names go on from it: none is ever given twice.
  ///
  /// - Parameters:
  ///   - role: of the member who has signed a manifest; nil when none has.
  /// - Returns: how many files were removed.
  func removeFiles(
    before manifest: SpaceManifest, role: (SpaceManifest) -> SpaceRole?
  ) throws -> Int {
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
    return (FolderPlace(url, hello.space), replica)
  }
}

extension Hello {
  /// After so many seconds, what is still true is said once more, so that it is known to be.
  private static let newsworthiness = 86400.0

  /// Whether a later greeting of the same one says nothing that this one does not.
  fileprivate func isStillTrue(at later: Hello) -> Bool {
    guard vector == later.vector, let time, let now = later.time else { return false }
    return abs(now.timeIntervalSince(time)) < Self.newsworthiness
  }
}
