internal import Daybook

/// The order in which a folder's files can be read: each after those that it needs.
///
/// O(n log n) for n files, whatever the order of their names: a file that needs a transaction waits
/// until exactly that one is there.
struct ReadingOrder {
  /// The files that can be read, by a reader that has the vector which the order began with. Files
  /// with nothing beyond those before them come last, in case one of those is refused.
  private(set) var paths: [String] = []
  /// What a reader has after all of these files.
  private(set) var vector: VersionVector

  private typealias File = (path: String, before: VersionVector, after: VersionVector)

  /// Files that wait for a writer's transactions, and up to which one; the one that needs the least
  /// last.
  private var waiting: [ReplicaID: [(sequence: UInt64, file: File)]] = [:]

  /// - Parameters:
  ///   - vector: what the reader has. Files with nothing beyond it are left out.
  ///   - segments: what each file needs before it, and what there is after it.
  init(
    from vector: VersionVector,
    of segments: [String: Segment.Extent]
  ) {
    self.vector = vector
    var same: [String] = []
    var next =
      segments.sorted { $0.key > $1.key }.map { ($0.key, $0.value.before, $0.value.after) }
      as [File]
    while let file = next.popLast() {
      if let lacked = self.vector.firstLacking(file.before) {
        wait(file, for: lacked.replica, lacked.sequence)
        continue
      }
      if self.vector.covers(file.after) {
        if !vector.covers(file.after) { same.append(file.path) }
        continue
      }
      paths.append(file.path)
      for (replica, sequence) in file.after.sequences.sorted(by: { $0.key < $1.key })
      where sequence > self.vector[replica] {
        self.vector[replica] = sequence
        next += wake(replica, sequence)
      }
    }
    paths += same
  }

  private mutating func wait(_ file: File, for replica: ReplicaID, _ sequence: UInt64) {
    var files = waiting.removeValue(forKey: replica) ?? []
    // The place before the first file that needs less.
    var (low, high) = (0, files.count)
    while low < high {
      let middle = (low + high) / 2
      if files[middle].sequence < sequence { high = middle } else { low = middle + 1 }
    }
    files.insert((sequence, file), at: low)
    waiting[replica] = files
  }

  /// The files that waited for a transaction that is there now.
  private mutating func wake(_ replica: ReplicaID, _ sequence: UInt64) -> [File] {
    guard var files = waiting.removeValue(forKey: replica) else { return [] }
    var woken: [File] = []
    while let last = files.last, last.sequence <= sequence {
      woken.append(last.file)
      files.removeLast()
    }
    if !files.isEmpty { waiting[replica] = files }
    return woken
  }
}

extension VersionVector {
  /// The first writer, in the order of replicas, of whom another vector holds more, and up to which
  /// transaction. It is the same on every run.
  fileprivate func firstLacking(_ other: VersionVector) -> Dot? {
    var first: Dot?
    for (replica, sequence) in other.sequences where sequence > self[replica] {
      if first.map({ replica < $0.replica }) ?? true {
        first = Dot(replica: replica, sequence: sequence)
      }
    }
    return first
  }
}
