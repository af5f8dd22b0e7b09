internal import Daybook
internal import Foundation

/// The content of a shared folder's sound files, as of the last look.
///
/// It asks for nothing itself: `wishes` says what a look needs to know; `take` gets the answers.
struct FolderIndex {
  /// A segment that could be read.
  struct File {
    /// What a reader must have before it, and what it has after it.
    let extent: Segment.Extent
    /// Whether it is as when it was read or written; nil when nobody has told yet.
    var tag: FolderTag?
    /// Whether its signatures are right, by the keys that are known.
    var isSigned: Bool
  }

  static let largestFile = 32 << 20
  /// How many bytes of segments are kept in memory until they are asked for.
  static let budget = 64 << 20

  /// Files that could not be read, and why.
  var problems: [String: String] = [:]
  /// The newest greeting of each replica. Anybody who may write to the folder can forge one.
  var greetings: [ReplicaID: Hello] = [:]
  /// The manifests of the newest snapshot of owners, all of whose chunks are there.
  var snapshots: [SpaceManifest] = []
  /// Snapshots of replicas that are not known as owners, no older than those, the newest first: an
  /// owner may not be known yet.
  var otherSnapshots: [SpaceManifest] = []
  var allSnapshots: [SpaceManifest] { snapshots + otherSnapshots }
  /// Whether there is a folder of attachments.
  var hasAttachments = false
  /// The segments that could be read, by path in the folder of the space.
  var files: [String: File] = [:]
  /// Files that hold no segment of the space; each is read again only after it has changed.
  var useless: [String: (tag: FolderTag, why: String)] = [:]
  /// The names of each replica's segments, whatever they hold, in their order.
  var names: [ReplicaID: [String]] = [:]
  /// The keys that signatures are checked with; nil believes everybody.
  var signers: Signers?
  /// The files still to read, the next one last.
  var next: [String] = []
  /// Files of writers that were passed over; they are read after all others.
  var late: [String] = []
  /// Whether the late files are being read.
  var isLate = false
  /// What the reader had at the last look.
  var own = VersionVector()
  /// The vector after the files in `next`.
  var reach = VersionVector()
  /// Segments that were read at the last look and will be asked for.
  var read: [String: Segment] = [:]
  var readBytes = 0
  /// The manifests that were read, and the last chunks that are there whole, by path in the folder
  /// of the space; each is read again only after it has changed.
  var knownManifests: [String: (tag: FolderTag, manifest: SpaceManifest)] = [:]
  var wholeChunks: [String: FolderTag] = [:]
  /// The frontier of the newest snapshot when files were listed last.
  var listedFrontier: UInt64?
  /// Whether a file that is there was forgotten, so that the next listing has to be whole.
  var needsAll = false
  /// The look that is under way.
  var look: FolderLook?
  /// The space whose folder was looked at, to the end; nil before.
  var lookedAt: FolderPlace?

  /// The vector that a new member reaches with all of the folder.
  var vector = VersionVector()

  /// Checks all signatures again when other keys are known than before.
  mutating func believe(_ signers: Signers?, in space: UUID) {
    defer { _checkInvariants() }
    if signers?.keys == self.signers?.keys, signers?.writers == self.signers?.writers {
      self.signers = signers
      return
    }
    self.signers = signers
    files = files.mapValues { file in
      File(
        extent: file.extent, tag: file.tag,
        isSigned: file.extent.isSound(for: signers, in: space))
    }
    read = read.filter { files[$0.key]?.isSigned == true }
  }

  /// The files whose signatures are right.
  private var sound: [String: Segment.Extent] {
    files.compactMapValues { $0.isSigned ? $0.extent : nil }
  }

  /// Finds the vector that the snapshot and the files lead to.
  mutating func readPastSnapshot() {
    let first = snapshots.first?.vector ?? VersionVector()
    vector = ReadingOrder(from: first, of: sound).vector
    _checkInvariants()
  }

  /// The heads of a writer in files that can be read, the newest first. There may be two branches:
  /// a drive can bring files of two copies together that write as the same replica.
  func heads(of replica: ReplicaID) -> [SignedHead] {
    let newest = vector[replica]
    return sound.values.flatMap(\.heads)
      .filter { $0.dot.replica == replica && $0.dot.sequence <= newest }
      .sorted { $0.dot.sequence > $1.dot.sequence }
  }

  /// Plans the files to read for a reader with a vector.
  mutating func lead(from vector: VersionVector) {
    let order = ReadingOrder(from: vector, of: sound)
    (next, reach) = (order.paths.reversed(), order.vector)
    (late, isLate) = ([], false)
    _checkInvariants()
  }

  static func path(_ replica: ReplicaID, _ name: String) -> String {
    "\(FolderPlace.text(replica.uuid))/\(name)"
  }

  /// Notes a chunk whose content is not what its name says.
  mutating func noteDamagedChunk(_ chunk: String, of frontier: UInt64) {
    problems["\(FolderPlace.snapshot)/\(frontier)/\(chunk)"] = "was changed or is not there whole"
  }

  /// The paths of all sound segments, also those that contradict others, in their order.
  var soundPaths: [String] { sound.keys.sorted() }

  // MARK: Writing

  mutating func add(_ segment: Segment, as entry: FolderEntry, of replica: ReplicaID) {
    files[Self.path(replica, entry.name)] = File(
      extent: segment.extent, tag: entry.tag, isSigned: true)
    names[replica, default: []].append(entry.name)
    vector.merge(segment.extent.after)
    _checkInvariants()
  }

  mutating func add(_ manifest: SpaceManifest) {
    snapshots.removeAll { $0.frontier < manifest.frontier || $0.maker == manifest.maker }
    otherSnapshots.removeAll { $0.frontier < manifest.frontier || $0.maker == manifest.maker }
    if snapshots.allSatisfy({ $0.frontier == manifest.frontier }) { snapshots.append(manifest) }
    readPastSnapshot()
    _checkInvariants()
  }

  /// The greatest number of a replica's segments, whatever they hold.
  func lastNumber(of replica: ReplicaID) -> UInt64 {
    names[replica]?.compactMap { FolderPlace.range($0)?.upperBound }.max() ?? 0
  }

  /// The names of a replica's files whose extents satisfy a condition.
  func names(
    of replica: ReplicaID, where isWanted: (Segment.Extent) throws -> Bool
  ) rethrows -> [String] {
    let prefix = Self.path(replica, "")
    return try files.filter { try $0.key.hasPrefix(prefix) && isWanted($0.value.extent) }
      .map { String($0.key.dropFirst(prefix.count)) }.sorted()
  }

  mutating func forget(_ removed: [String], of replica: ReplicaID) {
    for name in removed {
      files[Self.path(replica, name)] = nil
      read[Self.path(replica, name)] = nil
    }
    let gone = Set(removed)
    names[replica]?.removeAll(where: gone.contains)
    _checkInvariants()
  }

  /// Checks what every reader of the folder relies on.
  ///
  /// Not within a look: its snapshots are there before the vector leads past them. `take` checks
  /// when the look ends.
  func _checkInvariants() {
    #if DEBUG
    invariant(readBytes <= Self.budget, "\(readBytes) bytes of segments are kept")
    invariant(
      read.keys.allSatisfy { files[$0]?.isSigned == true },
      "a segment is kept that is unknown, or not signed by whom it names")
    invariant(
      snapshots.allSatisfy { $0.frontier == snapshots[0].frontier && !$0.chunks.isEmpty },
      "the newest snapshots are of several frontiers, or without chunks")
    invariant(vector.covers(snapshots.first?.vector ?? VersionVector()), "a snapshot leads back")
    invariant(late.isEmpty || !isLate, "files are late that come after all others")
    invariant(
      Set(next + late).count == next.count + late.count, "a file comes twice in one round")
    #endif
  }
}
