internal import Daybook
internal import DaybookSnapshot
internal import Foundation

/// The content of a shared folder's sound files, as of the last look.
struct FolderIndex {
  /// A segment that could be read.
  private struct File {
    /// What a reader must have before it, and what it has after it.
    let extent: Segment.Extent
    /// Size and time when it was read or written.
    let stamp: AtomicFolder.Stamp?
    /// Whether its signatures are right, by the keys that are known.
    var isSigned: Bool
  }

  private static let largestFile = 32 << 20
  /// How many bytes of segments are kept in memory until they are asked for.
  private static let budget = 64 << 20

  /// Files that could not be read, and why.
  private(set) var problems: [String: String] = [:]
  /// The newest greeting of each replica. Anybody who may write to the folder can forge one.
  private(set) var greetings: [ReplicaID: Hello] = [:]
  /// The manifests of the newest snapshot of owners, all of whose chunks are there.
  private var snapshots: [SpaceManifest] = []
  /// Snapshots of replicas that are not known as owners, no older than those, the newest first: an
  /// owner may not be known yet.
  private var otherSnapshots: [SpaceManifest] = []
  var allSnapshots: [SpaceManifest] { snapshots + otherSnapshots }
  /// The segments that could be read, by path.
  private var files: [String: File] = [:]
  /// Files that hold no segment of the space; each is read again only after it has changed.
  private var useless: [String: (stamp: AtomicFolder.Stamp, why: String)] = [:]
  /// The keys that signatures are checked with; nil believes everybody.
  private var signers: Signers?
  /// The files still to read, the next one last.
  private var next: [String] = []
  /// Files of writers that were passed over; they are read after all others.
  private var late: [String] = []
  /// Whether the late files are being read.
  private var isLate = false
  /// What the reader had at the last look.
  private var own = VersionVector()
  /// The vector after the files in `next`.
  private var reach = VersionVector()
  /// Segments that were read at the last look and will be asked for.
  private var read: [String: Segment] = [:]
  private var readBytes = 0

  /// The vector that a new member reaches with all of the folder.
  private(set) var vector = VersionVector()

  // MARK: Looking

  /// Looks at the folder, and reads the files that are new, have changed, or were not sound.
  ///
  /// - Parameters:
  ///   - own: what the reader has; it will ask for the rest.
  ///   - signers: the keys that the reader knows; nil believes everybody.
  mutating func look(
    at place: FolderPlace, for own: VersionVector, believing signers: Signers?
  ) throws {
    (problems, greetings, snapshots, otherSnapshots) = ([:], [:], [], [])
    (read, readBytes) = ([:], 0)
    believe(signers, in: place.space)
    var there: Set<String> = []
    do {
      if place.isThere {
        try lookAtSnapshots(place)
        for replica in try place.replicas() {
          guard place.containsFolder(of: replica) else {
            problems[FolderPlace.text(replica.uuid)] = "is a file or a link, not a folder"
            continue
          }
          for name in try place.folder(of: replica).names() {
            if name == FolderPlace.vector { try lookAtVector(of: replica, place) }
            guard FolderPlace.range(name) != nil else { continue }
            let path = Self.path(replica, name)
            there.insert(path)
            let stamp = place.folder(of: replica).stamp(of: name)
            if files[path] == nil || files[path]?.stamp != stamp {
              try lookAtSegment(path, place, own, stamp)
            }
          }
        }
      }
    } catch let error as SnapshotError {
      throw SyncError(.peer, error.message)
    }
    files = files.filter { there.contains($0.key) }
    useless = useless.filter { there.contains($0.key) }
    for (path, file) in files where !file.isSigned {
      problems[path] = "is not signed by whom it names"
    }
    self.own = own
    readPastSnapshot()
    lead(from: own)
    _checkInvariants()
  }

  /// Checks all signatures again when other keys are known than before.
  private mutating func believe(_ signers: Signers?, in space: UUID) {
    if signers?.keys == self.signers?.keys, signers?.writers == self.signers?.writers {
      self.signers = signers
      return
    }
    self.signers = signers
    files = files.mapValues { file in
      File(
        extent: file.extent, stamp: file.stamp,
        isSigned: file.extent.isSound(for: signers, in: space))
    }
  }

  /// The files whose signatures are right.
  private var sound: [String: Segment.Extent] {
    files.compactMapValues { $0.isSigned ? $0.extent : nil }
  }

  /// Finds the vector that the snapshot and the files lead to.
  private mutating func readPastSnapshot() {
    let first = snapshots.first?.vector ?? VersionVector()
    vector = ReadingOrder(from: first, of: sound).vector
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
  private mutating func lead(from vector: VersionVector) {
    let order = ReadingOrder(from: vector, of: sound)
    (next, reach) = (order.paths.reversed(), order.vector)
    (late, isLate) = ([], false)
  }

  private mutating func lookAtSegment(
    _ path: String, _ place: FolderPlace, _ own: VersionVector, _ stamp: AtomicFolder.Stamp?
  ) throws {
    files[path] = nil
    guard let (segment, size) = try readSegment(path, place) else { return }
    let isSigned = segment.extent.isSound(for: signers, in: place.space)
    files[path] = File(extent: segment.extent, stamp: stamp, isSigned: isSigned)
    guard isSigned, !own.covers(segment.extent.after), readBytes + size <= Self.budget else {
      return
    }
    read[path] = segment
    readBytes += size
  }

  /// Reads a file; notes the problem and returns nil when it is no sound segment of the space.
  private mutating func readSegment(
    _ path: String, _ place: FolderPlace
  ) throws -> (Segment, size: Int)? {
    let parts = path.split(separator: "/").map(String.init)
    guard let id = UUID(uuidString: parts[0]) else { return nil }
    let folder = place.folder(of: ReplicaID(id))
    let stamp = folder.stamp(of: parts[1])
    if let known = useless[path], known.stamp == stamp {
      problems[path] = known.why
      return nil
    }
    do {
      guard let bytes = try folder.read(parts[1], limit: Self.largestFile) else { return nil }
      let segment = try Segment(bytes)
      if segment.space == place.space { return (segment, bytes.count) }
      throw SyncError(.foreignSpace, "is of another space")
    } catch {
      let why = try Self.reason(error)
      problems[path] = why
      if error is SyncError, let stamp { useless[path] = (stamp, why) }
    }
    return nil
  }

  private mutating func lookAtVector(of replica: ReplicaID, _ place: FolderPlace) throws {
    do {
      let folder = place.folder(of: replica)
      guard let bytes = try folder.read(FolderPlace.vector, limit: 1 << 20) else { return }
      let hello = try Hello(bytes: SealedFile.open(.vector, bytes))
      guard hello.space == place.space, hello.replica == replica else {
        throw SyncError(.malformed, "is of another member")
      }
      guard hello.protocols.overlaps(Hello.spoken) else {
        throw SyncError(.newerMessage, "is of a newer version of Daybook")
      }
      greetings[replica] = hello
    } catch {
      problems[Self.path(replica, FolderPlace.vector)] = try Self.reason(error)
    }
  }

  /// Finds the newest snapshots that are there whole.
  private mutating func lookAtSnapshots(_ place: FolderPlace) throws {
    for frontier in try place.frontiers() {
      let folder = place.snapshot(frontier)
      let names = try folder.names()
      for name in names {
        guard let maker = FolderPlace.maker(name) else { continue }
        do {
          guard let bytes = try folder.read(name, limit: 1 << 20) else { continue }
          let manifest = try SpaceManifest(bytes: SealedFile.open(.manifest, bytes))
          guard manifest.space == place.space, manifest.maker == maker,
            manifest.frontier == frontier
          else { throw SyncError(.malformed, "is another manifest") }
          if manifest.chunks.isEmpty { throw SyncError(.malformed, "stands for nothing") }
          let lacking = manifest.chunks.indices.filter { !Self.isThere($0, of: manifest, folder) }
          guard lacking.isEmpty else {
            throw SyncError(
              .malformed,
              "lacks \(lacking.count) of its \(manifest.chunks.count) chunks, or they are not there whole, as yet"
            )
          }
          if signers?.trust(manifest) ?? true {
            snapshots.append(manifest)
          } else {
            otherSnapshots.append(manifest)
          }
        } catch {
          problems["snapshot/\(frontier)/\(name)"] = try Self.reason(error)
        }
      }
      if !snapshots.isEmpty { return }
    }
  }

  /// Whether a chunk is there whole: by its size; the last one, which may have any size, by its
  /// content.
  private static func isThere(
    _ index: Int, of manifest: SpaceManifest, _ folder: AtomicFolder
  ) -> Bool {
    let hash = manifest.chunks[index]
    let name = FolderPlace.chunk(hash)
    if index < manifest.chunks.count - 1 {
      return folder.size(of: name) == SpaceManifest.chunkSize
    }
    let bytes = try? folder.read(name, limit: SpaceManifest.chunkSize)
    return bytes.map(SpaceManifest.hash) == hash
  }

  /// The problem to report of a file.
  ///
  /// - Throws: an error that is not about the file.
  private static func reason(_ error: any Error) throws -> String {
    if let error = error as? SyncError { return error.message }
    guard let error = error as? SnapshotError else { throw error }
    switch error.code {
    case .notAFile: return "is a folder, a link, a pipe or a device, not a plain file"
    case .tooLarge: return "is larger than such a file can be"
    default: return "cannot be read: \(error.message)"
    }
  }

  /// Notes a chunk whose content is not what its name says.
  mutating func noteDamagedChunk(_ chunk: String, of frontier: UInt64) {
    problems["snapshot/\(frontier)/\(chunk)"] = "was changed or is not there whole"
  }

  private static func path(_ replica: ReplicaID, _ name: String) -> String {
    "\(FolderPlace.text(replica.uuid))/\(name)"
  }

  // MARK: Reading

  /// The next file for a reader with a vector; nil after the last. Each file comes once, so that a
  /// refused one holds up no other. After the last a new round begins.
  ///
  /// A reader passes over a writer with `UInt64.max` in the vector. Files of such writers come
  /// last: anybody who may write to the folder could put something there in their name that is
  /// refused.
  ///
  /// - Throws: `SyncError.needsSnapshot` when the files that lead on are no more.
  mutating func segment(after vector: VersionVector, at place: FolderPlace) throws -> Segment? {
    defer { _checkInvariants() }
    if !hasNext { lead(from: vector) }
    if let snapshot = snapshots.first, !reach.covers(snapshot.vector) {
      lead(from: vector)
      guard reach.covers(snapshot.vector) else {
        throw SyncError(
          .needsSnapshot,
          "files that the snapshot of frontier \(snapshot.frontier) stands for are there no more")
      }
    }
    var known = vector
    for (writer, sequence) in vector.sequences where sequence == .max {
      known[writer] = own[writer]
    }
    // A stranger's snapshot is offered only to an empty store.
    if !hasNext, known.sequences.values.allSatisfy({ $0 == 0 }), snapshots.isEmpty,
      let snapshot = otherSnapshots.first
    {
      throw SyncError(
        .needsSnapshot,
        "there is nothing but the snapshot of frontier \(snapshot.frontier) to begin with")
    }
    while let path = popNext() {
      guard let extent = files[path]?.extent, !known.covers(extent.after) else { continue }
      if !isLate, vector.covers(extent.after) {
        late.append(path)
        continue
      }
      if let known = read.removeValue(forKey: path) { return known }
      if let (segment, _) = try readSegment(path, place) { return segment }
      files[path] = nil
    }
    return nil
  }

  private mutating func popNext() -> String? {
    if next.isEmpty, !late.isEmpty { (next, late, isLate) = (late.reversed(), [], true) }
    return next.popLast()
  }

  /// Whether there is a next file.
  var hasNext: Bool { !next.isEmpty || !late.isEmpty }

  /// All sound segments, also those that contradict others.
  mutating func segments(at place: FolderPlace) throws -> [Segment] {
    try sound.keys.sorted().compactMap { try read[$0] ?? readSegment($0, place)?.0 }
  }

  // MARK: Writing

  mutating func add(
    _ segment: Segment, named name: String, of replica: ReplicaID, at place: FolderPlace
  ) {
    let stamp = place.folder(of: replica).stamp(of: name)
    files[Self.path(replica, name)] = File(extent: segment.extent, stamp: stamp, isSigned: true)
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

  /// The names of a replica's files whose extents satisfy a condition.
  func names(
    of replica: ReplicaID, where isWanted: (Segment.Extent) throws -> Bool
  ) rethrows -> [String] {
    let prefix = Self.path(replica, "")
    return try files.filter { try $0.key.hasPrefix(prefix) && isWanted($0.value.extent) }
      .map { String($0.key.dropFirst(prefix.count)) }.sorted()
  }

  mutating func forget(_ names: [String], of replica: ReplicaID) {
    for name in names {
      files[Self.path(replica, name)] = nil
      read[Self.path(replica, name)] = nil
    }
    _checkInvariants()
  }

  /// Checks what every reader of the folder relies on.
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
