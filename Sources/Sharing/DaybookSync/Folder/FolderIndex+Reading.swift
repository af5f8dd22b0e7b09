internal import Daybook

extension FolderIndex {
  /// The next file of a round.
  enum Next {
    /// One that the last look has kept.
    case kept(Segment)
    /// One to read first, by its path in the folder of the space; `segment` takes what comes.
    case toRead(String)
  }

  /// Begins to look for the next file for a reader with a vector. After the last file a new round
  /// begins.
  ///
  /// A reader passes over a writer with `UInt64.max` in the vector. Files of such writers come
  /// last: anybody who may write to the folder could put something there in their name that is
  /// refused.
  ///
  /// - Throws: `SyncError.needsSnapshot` when the files that lead on are no more.
  mutating func prepare(after vector: VersionVector) throws {
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
    // A stranger's snapshot is offered only to an empty store.
    if !hasNext, known(to: vector).sequences.values.allSatisfy({ $0 == 0 }), snapshots.isEmpty,
      let snapshot = otherSnapshots.first
    {
      throw SyncError(
        .needsSnapshot,
        "there is nothing but the snapshot of frontier \(snapshot.frontier) to begin with")
    }
  }

  /// What a reader has, of writers whom it passes over, too.
  private func known(to vector: VersionVector) -> VersionVector {
    var known = vector
    for (writer, sequence) in vector.sequences where sequence == .max {
      known[writer] = own[writer]
    }
    return known
  }

  /// The next file for the reader; nil after the last. Each file comes once, so that a refused one
  /// holds up no other.
  mutating func nextFile(after vector: VersionVector) -> Next? {
    defer { _checkInvariants() }
    let known = known(to: vector)
    while let path = popNext() {
      guard let extent = files[path]?.extent, !known.covers(extent.after) else { continue }
      if !isLate, vector.covers(extent.after) {
        late.append(path)
        continue
      }
      if let segment = read.removeValue(forKey: path) { return .kept(segment) }
      return .toRead(path)
    }
    return nil
  }

  private mutating func popNext() -> String? {
    if next.isEmpty, !late.isEmpty { (next, late, isLate) = (late.reversed(), [], true) }
    return next.popLast()
  }

  /// Whether there is a next file.
  var hasNext: Bool { !next.isEmpty || !late.isEmpty }

  /// The segment that a file holds, by its content; nil, with the reason noted, when that is no
  /// segment of the space. The file is forgotten then.
  mutating func segment(_ path: String, _ content: FolderRead, in space: UUID) -> Segment? {
    defer { _checkInvariants() }
    if let segment = parse(path, content, tag: files[path]?.tag, in: space) { return segment }
    files[path] = nil
    needsAll = true
    return nil
  }

  /// The same, of a file that is looked at for the first time, or anew.
  mutating func parse(
    _ path: String, _ content: FolderRead, tag: FolderTag?, in space: UUID
  ) -> Segment? {
    let why: String
    switch content {
    case .missing:
      needsAll = true
      return nil
    case .unreadable(let reason):
      needsAll = true
      why = reason
    case .bytes(let bytes):
      do {
        let segment = try Segment(bytes)
        if segment.space == space { return segment }
        why = "is of another space"
      } catch {
        why = (error as? SyncError)?.message ?? "cannot be read: \(error)"
      }
      if let tag { useless[path] = (tag, why) }
    }
    problems[path] = why
    return nil
  }
}
