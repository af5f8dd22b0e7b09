#if Sync
  internal import Daybook
  internal import DaybookSnapshot
  internal import Foundation

  /// What is in the sound files of a shared folder, as it was looked at last.
  struct FolderIndex {
    private struct Extent {
      let before: VersionVector
      let after: VersionVector
    }

    private static let largestFile = 32 << 20
    /// Bytes of segments that are kept until they are asked for.
    private static let budget = 64 << 20

    /// Files that could not be read, and why.
    private(set) var problems: [String: String] = [:]
    /// What each member has said that it has.
    private(set) var members: [ReplicaID: (vector: VersionVector, time: Date)] = [:]
    /// The manifests of the newest snapshot, all of whose chunks are there.
    private(set) var snapshots: [SnapshotManifest] = []
    private var extents: [String: Extent] = [:]
    /// Segments that were read and will be asked for.
    private var read: [String: Segment] = [:]
    private var readBytes = 0

    /// What somebody who has nothing can get.
    var vector: VersionVector { reach(from: snapshots.first?.vector ?? VersionVector()).vector }

    // MARK: Looking

    /// Looks at the files that were not sound or not there before.
    ///
    /// - Parameter own: what whoever looks has; the rest will be asked for.
    mutating func look(at place: FolderPlace, for own: VersionVector) throws {
      problems = [:]
      members = [:]
      snapshots = []
      var there: Set<String> = []
      do {
        if place.isThere {
          try lookAtSnapshots(place)
          for replica in try place.replicas() {
            for name in try place.folder(of: replica).names() {
              if name == FolderPlace.vector { try lookAtVector(of: replica, place) }
              guard FolderPlace.range(name) != nil else { continue }
              let path = Self.path(replica, name)
              there.insert(path)
              if extents[path] == nil { try lookAtSegment(path, place, own) }
            }
          }
        }
      } catch let error as SnapshotError {
        throw SyncError(.peer, error.message)
      }
      extents = extents.filter { there.contains($0.key) }
    }

    private mutating func lookAtSegment(
      _ path: String, _ place: FolderPlace, _ own: VersionVector
    ) throws {
      guard let (segment, size) = try readSegment(path, place) else { return }
      extents[path] = Extent(before: segment.before, after: segment.after)
      guard !own.covers(segment.after), readBytes + size <= Self.budget else { return }
      read[path] = segment
      readBytes += size
    }

    /// A file; nil for one that is no sound segment of the space, which is noted.
    private mutating func readSegment(
      _ path: String, _ place: FolderPlace
    ) throws -> (Segment, size: Int)? {
      let parts = path.split(separator: "/").map(String.init)
      guard let id = UUID(uuidString: parts[0]) else { return nil }
      do {
        let folder = place.folder(of: ReplicaID(id))
        guard let bytes = try folder.read(parts[1], limit: Self.largestFile) else { return nil }
        let segment = try Segment(bytes)
        if segment.space == place.space { return (segment, bytes.count) }
        problems[path] = "is of another space"
      } catch {
        problems[path] = try Self.reason(error)
      }
      return nil
    }

    private mutating func lookAtVector(of replica: ReplicaID, _ place: FolderPlace) throws {
      do {
        let folder = place.folder(of: replica)
        guard let bytes = try folder.read(FolderPlace.vector, limit: 1 << 20) else { return }
        let hello = try MemberVector.hello(bytes)
        guard hello.space == place.space, hello.replica == replica, let time = hello.time else {
          throw SyncError(.malformed, "is of another member")
        }
        members[replica] = (hello.vector, time)
      } catch {
        problems[Self.path(replica, FolderPlace.vector)] = try Self.reason(error)
      }
    }

    /// Finds the newest snapshot that is there whole.
    private mutating func lookAtSnapshots(_ place: FolderPlace) throws {
      for frontier in try place.frontiers() {
        let folder = place.snapshot(frontier)
        let names = try folder.names()
        for name in names {
          guard let maker = FolderPlace.maker(name) else { continue }
          do {
            guard let bytes = try folder.read(name, limit: 1 << 20) else { continue }
            let manifest = try SnapshotManifest(bytes: SealedFile.open(.manifest, bytes))
            guard manifest.space == place.space, manifest.maker == maker,
              manifest.frontier == frontier
            else { throw SyncError(.malformed, "is another manifest") }
            let lacking = manifest.chunks.filter { !names.contains(FolderPlace.chunk($0)) }
            guard lacking.isEmpty else {
              throw SyncError(.malformed, "lacks \(lacking.count) of its chunks, as yet")
            }
            snapshots.append(manifest)
          } catch {
            problems["snapshot/\(frontier)/\(name)"] = try Self.reason(error)
          }
        }
        if !snapshots.isEmpty { return }
      }
    }

    /// What is told of a file that is left alone; whatever is not about the file is thrown.
    private static func reason(_ error: any Error) throws -> String {
      if let error = error as? SyncError { return error.message }
      if let error = error as? SnapshotError { return error.message }
      throw error
    }

    private static func path(_ replica: ReplicaID, _ name: String) -> String {
      "\(FolderPlace.text(replica.uuid))/\(name)"
    }

    // MARK: Reading

    /// The file to read next for somebody who has a vector; nil when there is none.
    ///
    /// - Throws: `SyncError.needsSnapshot` when the files that lead on are no more.
    func next(after vector: VersionVector) throws -> String? {
      let reach = reach(from: vector)
      if let snapshot = snapshots.first, !reach.vector.covers(snapshot.vector) {
        throw SyncError(
          .needsSnapshot,
          "files that the snapshot of frontier \(snapshot.frontier) stands for are there no more")
      }
      return reach.paths.first
    }

    /// What somebody who has a vector can read, each file after those that it needs; and what there
    /// is then.
    private func reach(from vector: VersionVector) -> (vector: VersionVector, paths: [String]) {
      var rest = extents.sorted { $0.key < $1.key }
      var (vector, paths) = (vector, [String]())
      var count = rest.count + 1
      while rest.count < count {
        count = rest.count
        rest = rest.filter { path, extent in
          guard vector.covers(extent.before) else { return true }
          if !vector.covers(extent.after) { paths.append(path) }
          vector.merge(extent.after)
          return false
        }
      }
      return (vector, paths)
    }

    /// A file; nil for one that is not sound any more.
    mutating func segment(_ path: String, at place: FolderPlace) throws -> Segment? {
      if let known = read.removeValue(forKey: path) {
        if read.isEmpty { readBytes = 0 }
        return known
      }
      if let (segment, _) = try readSegment(path, place) { return segment }
      extents[path] = nil
      return nil
    }

    // MARK: Writing

    mutating func add(_ segment: Segment, named name: String, of replica: ReplicaID) {
      extents[Self.path(replica, name)] = Extent(before: segment.before, after: segment.after)
    }

    mutating func add(_ manifest: SnapshotManifest) {
      snapshots.removeAll { $0.frontier < manifest.frontier || $0.maker == manifest.maker }
      if snapshots.allSatisfy({ $0.frontier == manifest.frontier }) { snapshots.append(manifest) }
    }

    /// The names of a replica's files that hold nothing beyond a vector.
    func names(of replica: ReplicaID, within vector: VersionVector) -> [String] {
      let prefix = Self.path(replica, "")
      return extents.filter { $0.key.hasPrefix(prefix) && vector.covers($0.value.after) }
        .map { String($0.key.dropFirst(prefix.count)) }.sorted()
    }

    mutating func forget(_ names: [String], of replica: ReplicaID) {
      for name in names { extents[Self.path(replica, name)] = nil }
    }
  }
#endif
